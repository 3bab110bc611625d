"""Decision curves: what deciding by a probability is worth, over the threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fastmetrics.report.plots.captions import MOST_LEADING
from fastmetrics.show.pictures.picture import Entry, Line, Mark, Panel, Picture, Scale
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.scores.score_sweep import ScoreSweep
    from fastmetrics.report.plots.probability.data import ProbabilityData

__all__ = ["THRESHOLDS", "decision", "net_benefits"]

THRESHOLDS = np.arange(1, 100) / 100
# Below 0, of the height above it: what is worse than treating nobody is of no use.
_BELOW, _ABOVE = 0.15, 1.1


def decision(judged: ProbabilityData) -> Picture | None:
    """Return the net benefit at each threshold, a line for each model.

    None of several classes.
    """
    sweeps = {
        model: columns[0].sweep
        for model, columns in judged.columns.items()
        if len(columns) == 1
    }
    if not sweeps:
        return None
    curves = {model: net_benefits(sweep, THRESHOLDS) for model, sweep in sweeps.items()}
    first = next(iter(sweeps.values()))
    share = first.n_positive / (first.n_positive + first.n_negative)
    treat_all = share - (1 - share) * THRESHOLDS / (1 - THRESHOLDS)
    highest = max(share, *(float(one.max()) for one in curves.values())) or 1.0
    x_axis = Scale(say("Threshold of the probability"), 0.0, 1.0, unit="share")
    y_axis = Scale(say("Net benefit"), -_BELOW * highest, _ABOVE * highest)
    marks: list[Mark] = [
        Line(*_inside(THRESHOLDS, treat_all, y_axis), role="reference"),
        Line(np.array([0.0, 1.0]), np.zeros(2), role="reference"),
    ]
    marks += [
        Line(*_inside(THRESHOLDS, benefit, y_axis), judged.series[model])
        for model, benefit in curves.items()
    ]
    # By the mean benefit, as far as it is above nothing.
    means = {model: float(np.maximum(one, 0).mean()) for model, one in curves.items()}
    ranked = sorted(means, key=lambda model: -means[model])
    key = [judged.entry(model, "", -rank) for rank, model in enumerate(ranked)]
    key.append(Entry(say("treat all, treat none"), rank=-np.inf))
    notes = [
        say(
            "net benefit: true positives per row, minus false positives at the odds of "
            "the threshold; a model is of use where it is above both references"
        )
    ]
    leading = [judged.series[model] for model in ranked[:MOST_LEADING]]
    panel = Panel("", x_axis, y_axis, marks, key, leading=leading)
    return Picture("decision", say("Decision curve"), [panel], notes=notes)


def net_benefits(
    sweep: ScoreSweep, thresholds: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the net benefit of treating rows at or above each threshold."""
    forecasts = np.asarray(sweep.thresholds, np.float64)  # they descend
    counts = [np.concatenate([[0.0], np.cumsum(one, dtype=np.float64)])
              for one in (sweep.positives, sweep.negatives)]  # fmt: skip
    n_treated = np.searchsorted(-forecasts, -thresholds, side="right")
    tp, fp = (one[n_treated] for one in counts)
    n = float(sweep.n_positive + sweep.n_negative)
    return (tp - fp * thresholds / (1 - thresholds)) / n


def _inside(
    x: NDArray[np.float64], y: NDArray[np.float64], axis: Scale
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return a curve up to where it leaves the picture below."""
    low = axis.low
    assert low is not None  # the axis was made with its ends
    below = np.flatnonzero(y < low)
    if not len(below) or below[0] == 0:
        return x, np.maximum(y, low)
    k = below[0]
    share = (y[k - 1] - low) / (y[k - 1] - y[k])
    end = x[k - 1] + share * (x[k] - x[k - 1])
    return np.append(x[:k], end), np.append(y[:k], low)
