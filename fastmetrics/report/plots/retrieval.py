"""Pictures of ranked lists: recommended items, values by cutoff and by query."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.catalog import METRICS
from fastmetrics.report.plots import (
    MOST_LEADING,
    MOST_PANELS,
    PictureData,
    best_first,
    cut_note,
    reading,
    result,
)
from fastmetrics.show.numbers import count, number
from fastmetrics.show.pictures import (
    Band,
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
from fastmetrics.show.pictures.marks import MOST_COLOURED, thinned
from fastmetrics.show.words import of_catalog, say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval

    Intervals = Mapping[str, Mapping[str, Interval]]


# ---------------------------------------------------------------------- recommendation
# How unequally items are recommended: Lorenz curves, and items by their rank.


@dataclass(frozen=True, eq=False)
class Concentrations(PictureData):
    """The data of a picture of recommended items.

    Attributes
    ----------
    counts : mapping of str to ndarray
        How many lists each item is in, of the items that a model recommends.
    n_items : int
        How many items there are in the catalog.
    gini : mapping of str to Interval
        The Gini index of each model.
    """

    counts: Mapping[str, NDArray[np.int64]]
    n_items: int
    gini: Mapping[str, Interval]


def concentration(judged: Concentrations) -> Picture:
    """Return Lorenz curves of all models, beside their items by rank."""
    ranked = best_first(judged.counts, judged.gini, highest=False)
    leading = judged.series_of(ranked[:MOST_LEADING])
    key = [
        judged.entry(model, say("Gini {value}", value=reading(judged.gini[model])), -k)
        for k, model in enumerate(ranked)
    ]
    panels = [_lorenz(judged, key, leading), _by_rank(judged, leading)]
    title = result(
        say("How equally items are recommended"),
        say("Gini index"),
        judged.names,
        judged.gini,
        highest=False,
    )
    return Picture("item_concentration", title, panels)


def _lorenz(judged: Concentrations, key: list[Entry], leading: list[int]) -> Panel:
    """Return which share of all recommendations the least recommended items have."""
    x = Scale(
        say("Share of the items, the least recommended first"), 0, 1, unit="share"
    )
    y = Scale(say("Share of the recommendations"), 0, 1, unit="share")
    marks: list[Mark] = [Line(np.array([0.0, 1.0]), np.array([0.0, 1.0]), role="guide")]
    for model, counts in judged.counts.items():
        found = np.sort(counts)
        n_none = judged.n_items - len(found)
        at = np.concatenate([[0], np.arange(n_none, judged.n_items + 1)])
        sums = np.concatenate([[0, 0], np.cumsum(found)])
        curve = at / judged.n_items, sums / sums[-1]
        marks.append(Line(*thinned(*curve, x, y), judged.series[model]))
    equal = Entry(say("all items equally often"), role="guide", rank=-np.inf)
    return Panel(
        say("Lorenz curve"), x, y, marks, [*key, equal], square=True, leading=leading
    )


def _by_rank(judged: Concentrations, leading: list[int]) -> Panel:
    """Return in how many lists the most recommended item is, the next, and so on."""
    most = max(int(counts.max()) for counts in judged.counts.values())
    longest = max(len(counts) for counts in judged.counts.values())
    x = Scale(say("Item, the most recommended first"), 1, max(longest, 2), "log")
    y = Scale(say("Lists with the item"), 1, max(most, 2), "log", unit="count")
    marks: list[Mark] = []
    for model, counts in judged.counts.items():
        found = np.sort(counts)[::-1].astype(np.float64)
        rank = np.arange(1, len(found) + 1, dtype=np.float64)
        marks.append(Line(*thinned(rank, found, x, y), judged.series[model]))
    key = [
        judged.entry(model, say("{n} items", n=number(len(counts), 0)), len(counts))
        for model, counts in judged.counts.items()
    ]
    return Panel(say("Items by rank"), x, y, marks, key, leading=leading)


# --------------------------------------------------------------------------- retrieval
# Values by cutoff, and from query to query.


@dataclass(frozen=True, eq=False)
class RunData(PictureData):
    """The data of a picture of retrieval.

    Attributes
    ----------
    metric : str
        The metric that queries are looked at by.
    short : str
        What it is called in a picture.
    highest : bool
        Whether more of it is better.
    of_queries : mapping of str to ndarray
        Its value for each query, NaN where the query is left out, by run.
    query_ids : sequence
        The queries.
    at_cutoffs : callable
        ``at_cutoffs(names)`` returns the values of these metrics likewise.
    longest : int
        How many documents the longest list has.
    """

    metric: str
    short: str
    highest: bool
    of_queries: Mapping[str, NDArray[np.float64]]
    query_ids: Sequence[Any]
    at_cutoffs: Callable[[Sequence[str]], Intervals]
    longest: int

    @property
    def leading(self) -> dict[str, Interval]:
        """The values of the metric by run."""
        return self.of(self.metric)

    @property
    def ranked(self) -> list[str]:
        """The runs, the best first."""
        return best_first(self.models, self.leading, self.highest)


# Cut-offs that are looked at, as far as lists go; and those of which a title speaks.
CUTOFFS = (1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000)
SPOKEN_OF = 10
SHOWN = ("ndcg_score", "recall_at_k")


def cutoffs(judged: RunData, *, metrics: Sequence[str] = SHOWN) -> Picture:
    """Return metrics by cut-off, with the bounds of each value alone."""
    asked = [metrics] if isinstance(metrics, str) else list(metrics)
    last = min(max(judged.longest, 1), CUTOFFS[-1])
    ks = [*(k for k in CUTOFFS if k < last), last]
    told = [METRICS[f"{name}@{k}"].name for name in asked for k in ks]
    values = judged.at_cutoffs(told)
    panels = [_panel(judged, name, ks, values) for name in asked]
    k = min(SPOKEN_OF, ks[-1])
    row = METRICS[f"{asked[0]}@{k}"]
    at_k = {model: values[model][row.name] for model in judged.models}
    best = best_first(judged.models, at_k)[0]
    fields = {
        "metric": of_catalog(row.short),
        "model": judged.names[best],
        "value": number(at_k[best].estimate, 3),
    }
    title = (
        say("By cut-off: {model} has the highest {metric}, {value}", **fields)
        if len(judged.models) > 1
        else say("By cut-off: {metric} of {model} is {value}", **fields)
    )
    notes = [say("bands: bounds at each cut-off alone")]
    if len(judged.models) > MOST_COLOURED:
        what = say("those with the best values have bands")
        notes += cut_note(MOST_LEADING, len(judged.models), what)
    return Picture("cutoffs", title, panels, notes=notes)


def _panel(
    judged: RunData,
    name: str,
    ks: Sequence[int],
    values: Mapping[str, Mapping[str, Interval]],
) -> Panel:
    rows = [METRICS[f"{name}@{k}"].name for k in ks]
    last = {model: values[model][rows[-1]] for model in judged.models}
    ranked = best_first(judged.models, last)
    coloured = ranked if len(ranked) <= MOST_COLOURED else ranked[:MOST_LEADING]
    at = np.array(ks, np.float64)
    marks: list[Mark] = []
    key: list[Entry] = []
    for model in judged.models:
        series = judged.series[model]
        found = [values[model][row] for row in rows]
        ends = np.array([[one.estimate, one.low, one.high] for one in found])
        known = ~np.isnan(ends[:, 0])
        bounded = ~np.isnan(ends).any(axis=1)
        if model in coloured and bounded.sum() > 1:
            low, high = ends[bounded, 1], ends[bounded, 2]
            marks.append(Band(at[bounded], low, high, series))
        marks.append(Line(at[known], ends[known, 0], series))
        if len(ks) == 1:  # which no line shows
            marks.append(Points(at[known], ends[known, 0], series))
    for place, model in enumerate(ranked):
        text = say(
            "{value} at {k}", value=number(last[model].estimate, 3), k=f"{ks[-1]}"
        )
        key.append(judged.entry(model, text, -place))
    x = Scale(say("Documents looked at, k"), ks[0], ks[-1], "log", unit="count")
    short = of_catalog(METRICS[name].short.removesuffix(" at k"))
    y = Scale(say("{metric} at k", metric=short), 0.0)
    leading = judged.series_of(coloured)
    title = say("{metric} by cut-off", metric=short)
    return Panel(title, x, y, marks, key, leading=leading)


# Differences as small as rounding are none.
NOTHING = 1e-12
# Of more queries a bar stands for the mean of several.
MOST_BARS = 720


def query_values(judged: RunData) -> Picture:
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
    leading = judged.series_of(told)
    title = result(say("Queries"), judged.short, judged.names, means, judged.highest)
    name = say("Quantiles of {metric} over the queries", metric=judged.short)
    panel = Panel(name, x, y, marks, key, leading=leading)
    notes = [say("points: the mean over the queries")]
    return Picture("query_values", title, [panel], columns=1, notes=notes)


def query_differences(judged: RunData) -> Picture | None:
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


def _apart(judged: RunData, a: str, b: str) -> NDArray[np.float64]:
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


def _of_pair(judged: RunData, a: str, b: str) -> Panel:
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
    return Panel(
        f"{judged.names[a]} − {judged.names[b]}",
        Scale(say("Queries, sorted"), 0.0, float(n), unit="count"),
        Scale(say("Difference in {metric}", metric=judged.short)),
        marks,
        [Entry(judged.names[a], judged.series[a], text)],
    )
