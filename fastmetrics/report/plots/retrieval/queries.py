"""How values differ from query to query, and two runs on the same query."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fastmetrics.report.plots.captions import (
    MOST_LEADING,
    MOST_PANELS,
    cut_note,
    reading,
    result,
)
from fastmetrics.show.numbers import count
from fastmetrics.show.pictures.keys import MOST_COLOURED
from fastmetrics.show.pictures.picture import (
    Bars,
    Entry,
    Line,
    Mark,
    Panel,
    Picture,
    Points,
    Rule,
    Scale,
)
from fastmetrics.show.pictures.thinning import thinned
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.report.plots.retrieval.judged import Judged

__all__ = ["query_differences", "query_values"]

# Differences as small as rounding are none.
NOTHING = 1e-12
# Of more queries a bar stands for the mean of several.
MOST_BARS = 720


def query_values(judged: Judged) -> Picture:
    """Return the quantiles over the queries of each run's values."""
    ranked = judged.ranked
    told = ranked if len(ranked) <= MOST_COLOURED else ranked[:MOST_LEADING]
    ends = np.concatenate([_known(one) for one in judged.of_queries.values()])
    low, high = min(0.0, float(ends.min())), max(1.0, float(ends.max()))
    x = Scale(say("Share of the queries, lowest first"), 0.0, 1.0, unit="share")
    y = Scale(say("{metric} of a query", metric=judged.short), low, high)
    marks: list[Mark] = []
    for model, values in judged.of_queries.items():
        ordered = np.sort(_known(values))
        at = np.arange(len(ordered) + 1) / len(ordered)
        line = thinned(at, np.append(ordered[:1], ordered), x, y, "before")
        marks.append(Line(*line, judged.series[model]))
    for model in told:
        ordered = np.sort(_known(judged.of_queries[model]))
        mean = float(ordered.mean())
        below = float(np.searchsorted(ordered, mean)) / len(ordered)
        marks.append(Points(np.array([below]), np.array([mean]), judged.series[model]))
    means = judged.leading
    key = [
        judged.entry(model, reading(means[model]), -place)
        for place, model in enumerate(ranked)
    ]
    leading = [judged.series[model] for model in told]
    title = result(say("Queries"), judged.short, judged.names, means, judged.highest)
    name = say("Quantiles of {metric} over the queries", metric=judged.short)
    panel = Panel(name, x, y, marks, key, leading=leading)
    notes = [say("points: the mean over the queries")]
    return Picture("query_values", title, [panel], columns=1, notes=notes)


def query_differences(judged: Judged) -> Picture | None:
    """Return the differences of two runs query by query, sorted; of more the best's."""
    if len(judged.models) < 2:
        return None
    best, *others = judged.models if len(judged.models) == 2 else judged.ranked
    shown = others[:MOST_PANELS]
    panels = [_of_pair(judged, best, other) for other in shown]
    ahead, behind, alike = _counts(_apart(judged, best, shown[0]), judged.highest)
    title = say(
        "Query by query on {metric}: of {all} queries {a} is better than {b} on {n}, "
        "worse on {m} and equal on {k}",
        metric=judged.short,
        a=judged.names[best],
        b=judged.names[shown[0]],
        all=count(ahead + behind + alike),
        n=count(ahead),
        m=count(behind),
        k=count(alike),
    )
    notes = cut_note(len(shown), len(others), say("those with the best values"))
    columns = 1 if len(panels) == 1 else 2
    return Picture("query_differences", title, panels, columns, notes)


def _apart(judged: Judged, a: str, b: str) -> NDArray[np.float64]:
    """Return the differences of two runs, of the queries that both have."""
    return _known(judged.of_queries[a] - judged.of_queries[b])


def _known(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return values[~np.isnan(values)]


def _counts(differences: NDArray[np.float64], highest: bool) -> tuple[int, int, int]:
    """Return on how many queries the first is better, worse, and as good."""
    signed = differences if highest else -differences
    ahead = int(np.count_nonzero(signed > NOTHING))
    behind = int(np.count_nonzero(signed < -NOTHING))
    return ahead, behind, len(signed) - ahead - behind


def _of_pair(judged: Judged, a: str, b: str) -> Panel:
    differences = np.sort(_apart(judged, a, b))[::-1]
    n = len(differences)
    mean = float(differences.mean())
    edges = np.unique(np.linspace(0, n, min(n, MOST_BARS) + 1).astype(np.int64))
    heights = np.add.reduceat(differences, edges[:-1]) / np.diff(edges)
    marks: list[Mark] = [
        Bars(edges.astype(np.float64), heights, judged.series[a], joined=n > 60),
        Line(np.array([0.0, n]), np.zeros(2), role="guide"),
        Rule(mean, "y", say("mean {value}", value=f"{mean:+.3f}".replace("-", "−"))),
    ]
    ahead, behind, alike = _counts(differences, judged.highest)
    text = say(
        "better on {n}, worse on {m}, equal on {k}",
        n=count(ahead),
        m=count(behind),
        k=count(alike),
    )
    names = {"a": judged.names[a], "b": judged.names[b]}
    return Panel(
        say("{a} − {b}", **names),
        Scale(say("Queries, sorted"), 0.0, float(n), unit="count"),
        Scale(say("Difference in {metric}", metric=judged.short)),
        marks,
        [Entry(judged.names[a], judged.series[a], text)],
    )
