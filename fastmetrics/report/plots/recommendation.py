"""How unequally items are recommended: Lorenz curves, and items by their rank."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics.report.plots.captions import MOST_LEADING, best_first, reading, result
from fastmetrics.show.numbers import number
from fastmetrics.show.pictures.marks import thinned
from fastmetrics.show.pictures.picture import Entry, Line, Mark, Panel, Picture, Scale
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval


@dataclass(frozen=True, eq=False)
class Concentrations:
    """What the picture is made of.

    Attributes
    ----------
    names : mapping of str to str
        What each model is called.
    series : mapping of str to int
        The place of each model in the whole report.
    counts : mapping of str to ndarray
        How many lists each item is in, of the items that a model recommends.
    n_items : int
        How many items there are in the catalog.
    gini : mapping of str to Interval
        The Gini index of each model.
    """

    names: Mapping[str, str]
    series: Mapping[str, int]
    counts: Mapping[str, NDArray[np.int64]]
    n_items: int
    gini: Mapping[str, Interval]


def concentration(judged: Concentrations) -> Picture:
    """Return Lorenz curves of all models, beside their items by rank."""
    ranked = best_first(judged.counts, judged.gini, highest=False)
    leading = [judged.series[model] for model in ranked[:MOST_LEADING]]
    key = [
        Entry(
            judged.names[model],
            judged.series[model],
            say("Gini {value}", value=reading(judged.gini[model])),
            -k,
        )
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
        Entry(
            judged.names[model],
            judged.series[model],
            say("{n} items", n=number(len(counts), 0)),
            len(counts),
        )
        for model, counts in judged.counts.items()
    ]
    return Panel(say("Items by rank"), x, y, marks, key, leading=leading)
