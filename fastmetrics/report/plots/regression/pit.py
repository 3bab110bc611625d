"""The PIT of normal forecasts, beside how many rows their intervals hold.

Bars of one height, and a line on the diagonal, are of forecasts that are right. High
bars at both ends and a line below are of deviations that are too small.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics.metrics.regression.number_calibration import (
    coverage_curve,
    pit_values,
)
from fastmetrics.report.plots.captions import MOST_LEADING, cut_note
from fastmetrics.show.numbers import percent
from fastmetrics.show.pictures.keys import MOST_COLOURED
from fastmetrics.show.pictures.picture import (
    Band,
    Bars,
    Entry,
    Line,
    Mark,
    Panel,
    Picture,
    Scale,
)
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["NormalForecasts", "pit"]

# Bars of the histogram, and what is said of the line.
BINS, TOLD = 10, 0.9
# What the bars of forecasts that are right lie in, each by itself.
LEVEL = 0.95


class NormalForecasts(NamedTuple):
    """What was observed, and the means and deviations that each model predicted."""

    names: Mapping[str, str]
    series: Mapping[str, int]
    true: NDArray[Any]
    forecasts: Mapping[str, tuple[Any, Any]]
    weights: NDArray[np.float64] | None


def pit(judged: NormalForecasts) -> Picture:
    """Return a histogram of the PIT, beside the coverage of intervals by level."""
    models = [*judged.forecasts]
    shown = models if len(models) <= MOST_COLOURED else models[:MOST_LEADING]
    told = {model: _coverage(judged, model, [TOLD])[1][0] for model in shown}
    farthest = max(told, key=lambda model: abs(told[model] - TOLD))
    fields = {
        "level": percent(TOLD, 0),
        "model": judged.names[farthest],
        "share": percent(float(told[farthest])),
    }
    if len(shown) == 1:
        title = say("PIT: intervals of {level} of {model} hold {share}", **fields)
    else:
        title = say(
            "PIT: of intervals of {level} those of {model} are farthest off, they hold "
            "{share}",
            **fields,
        )
    notes = cut_note(len(shown), len(models), say("the first ones"))
    panels = [_histogram(judged, shown), _coverages(judged, shown)]
    return Picture("pit", title, panels, notes=notes)


def _coverage(judged: NormalForecasts, model: str, levels: Any = None) -> Any:
    columns = judged.true, *judged.forecasts[model]
    return coverage_curve(*columns, levels=levels, sample_weight=judged.weights)


def _entries(judged: NormalForecasts, shown: list[str]) -> list[Entry]:
    """Return the lines of a key, a line a model."""
    return [
        Entry(judged.names[model], judged.series[model], "", -float(k))
        for k, model in enumerate(shown)
    ]


def _histogram(judged: NormalForecasts, shown: list[str]) -> Panel:
    """Return bars of one model, outlines of several."""
    edges = np.linspace(0, 1, BINS + 1)
    marks: list[Mark] = []
    key = _entries(judged, shown)
    most = 2 / BINS
    if judged.weights is None:  # of rows that count alike chance is known
        from scipy.stats import binom

        n = len(judged.true)
        tails = np.array([(1 - LEVEL) / 2, (1 + LEVEL) / 2])
        low, high = binom.ppf(tails, n, 1 / BINS) / n
        ends = np.array([0.0, 1.0])
        marks.append(Band(ends, np.full(2, low), np.full(2, high)))
        of_chance = say(
            "{level} of the bars of right forecasts", level=percent(LEVEL, 0)
        )
        key.append(Entry(of_chance, rank=-np.inf, role="band"))
        most = max(most, float(high))
    for model in shown:
        values = pit_values(judged.true, *judged.forecasts[model])
        counts, _ = np.histogram(values, edges, weights=judged.weights)
        shares = counts / counts.sum()
        most = max(most, float(shares.max()))
        if len(shown) == 1:
            marks.insert(0, Bars(edges, shares, judged.series[model]))
        else:  # bars would hide each other
            tops = np.concatenate([shares, shares[-1:]])
            marks.append(Line(edges, tops, judged.series[model], "after"))
    marks.append(Line(np.array([0.0, 1.0]), np.full(2, 1 / BINS), role="reference"))
    key.append(Entry(say("right forecasts"), rank=-np.inf))
    x = Scale(say("PIT"), 0.0, 1.0)
    y = Scale(say("Share of the rows"), 0.0, 1.05 * most, unit="share")
    return Panel(say("PIT histogram"), x, y, marks, key)


def _coverages(judged: NormalForecasts, shown: list[str]) -> Panel:
    """Return the share of rows inside of intervals, by their level."""
    ends = np.array([0.0, 1.0])
    marks: list[Mark] = [Line(ends, ends, role="reference")]
    for model in shown:
        levels, shares = _coverage(judged, model)
        marks.append(Line(levels, shares, judged.series[model]))
    x = Scale(say("Level of the intervals"), 0.0, 1.0, unit="share")
    y = Scale(say("Share of the rows inside"), 0.0, 1.0, unit="share")
    key = _entries(judged, shown)
    key.append(Entry(say("right forecasts"), rank=-np.inf))
    return Panel(say("Coverage by level"), x, y, marks, key, square=True)
