"""How good lists are by how many of their documents are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics.catalog import METRICS
from fastmetrics.report.plots.captions import MOST_LEADING, best_first, cut_note
from fastmetrics.show.numbers import number
from fastmetrics.show.pictures.keys import MOST_COLOURED
from fastmetrics.show.pictures.picture import (
    Band,
    Entry,
    Line,
    Mark,
    Panel,
    Picture,
    Points,
    Scale,
)
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastmetrics._common.interval import Interval
    from fastmetrics.report.plots.retrieval.judged import Judged

__all__ = ["cutoffs"]

# Cut-offs that are looked at, as far as lists go; and those of which a title speaks.
CUTOFFS = (1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000)
SPOKEN_OF = 10
SHOWN = ("ndcg_score", "recall_at_k")


def cutoffs(judged: Judged, *, metrics: Sequence[str] = SHOWN) -> Picture:
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
        "metric": row.short,
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
    judged: Judged,
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
    short = METRICS[name].short.removesuffix(" at k")
    y = Scale(say("{metric} at k", metric=short), 0.0)
    leading = [judged.series[model] for model in coloured]
    title = say("{metric} by cut-off", metric=short)
    return Panel(title, x, y, marks, key, leading=leading)
