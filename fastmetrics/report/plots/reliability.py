"""Plots of probabilities: reliability diagrams and decision curves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from fastmetrics._common.names import written as name_of
from fastmetrics.report.plots import (
    MOST_LEADING,
    MOST_PANELS,
    PictureData,
    cut_note,
    histogram,
    in_order,
    reading,
    result,
)
from fastmetrics.show.pictures import (
    Band,
    Entry,
    Line,
    Mark,
    Panel,
    Picture,
    Points,
    Scale,
)
from fastmetrics.show.pictures.marks import thinned, thinned_band
from fastmetrics.show.words import Message, say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.scores.score_sweep import ScoreSweep


# --------------------------------------------------------------------------------- data
# What pictures of probabilities are made of: curves, sweeps and losses.


@dataclass(frozen=True, eq=False)
class Curve:
    """How often the forecasts of one column came true, and where calibrated ones would.

    Attributes
    ----------
    label : object
        The class that the column is of; None where there is P(positive) only.
    forecast : ndarray of shape (n,)
        The distinct forecasts, ascending.
    calibrated : ndarray of shape (n,)
        The recalibrated probability of each.
    low, high : ndarray of shape (n,) or None
        The consistency band: where the curve would be, were forecasts calibrated.
    weight : ndarray of shape (n,)
        Rows that have each of them, or their weight.
    """

    label: Any
    forecast: NDArray[np.float64]
    calibrated: NDArray[np.float64]
    low: NDArray[np.float64] | None
    high: NDArray[np.float64] | None
    weight: NDArray[np.float64]

    @property
    def outside(self) -> float:
        """The share of the rows whose forecast is outside of the band."""
        if self.low is None or self.high is None:
            return np.nan
        is_outside = (self.calibrated < self.low) | (self.calibrated > self.high)
        return float(self.weight[is_outside].sum() / self.weight.sum())


class Losses(NamedTuple):
    """What rows lose, and how much each counts; None: all alike."""

    values: NDArray[np.float64]
    weights: NDArray[np.float64] | None


class ProbabilityColumn(Protocol):
    """A column of probabilities; what takes long is made when asked for.

    ``losses`` are the log losses of the rows of its class; where it is the only
    column, of all rows.
    """

    @property
    def curve(self) -> Curve:
        """The recalibrated curve, with its band."""

    @property
    def sweep(self) -> ScoreSweep:
        """The distinct forecasts with their outcomes."""

    @property
    def losses(self) -> Losses:
        """What rows lose."""


@dataclass(frozen=True, eq=False)
class ProbabilityData(PictureData):
    """The data of a picture of probabilities.

    Attributes
    ----------
    columns : mapping of str to sequence of ProbabilityColumn
        Those of each model.
    confidence_level : float
        Of the bands.
    support : mapping of object to float
        The rows of each class in the truth, or their weight; empty for two classes of
        which one is positive.
    """

    columns: Mapping[str, Sequence[ProbabilityColumn]]
    confidence_level: float
    support: Mapping[Any, float]

    @cached_property
    def curves(self) -> Mapping[str, Sequence[Curve]]:
        """The recalibrated curve of each column that a model has."""
        return {
            model: [one.curve for one in columns]
            for model, columns in self.columns.items()
        }


# ---------------------------------------------------------------------------- decisions
# Decision curves: what deciding by a probability is worth, over the threshold.


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
    leading = judged.series_of(ranked[:MOST_LEADING])
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


# -------------------------------------------------------------------------- reliability
# Reliability diagrams: how often forecasts came true, and how many of each there are.
#
# The curve is the isotonic one of CORP, which has no bins to be chosen. Its band is
# where it would lie if forecasts were calibrated; what is outside of it is more than
# chance.


BINS = 20
# So few distinct forecasts are points: between them there is none.
FEW = 25
# Models whose curves are in one panel, and classes that have a panel.
MOST_TOGETHER, MOST_CLASSES = 3, 12
# Panels of classes side by side: as many as a page is wide.
MOST_BESIDE = 4
# The height of a histogram, and the width of the panel of a class, in usual ones; a
# panel without names is as wide as a square one is.
FLAT, OF_CLASS, SQUARE = 0.22, 0.6, 3.6 / 4.1
ERROR = "squared_calibration_error"

# A panel's curves, each with its place among the models.
Shown = list[tuple[int, "Curve"]]


def reliability(judged: ProbabilityData) -> Picture | None:
    """Return a panel for each model, or for each class; below it how many there are."""
    if not any(judged.curves.values()):
        return None
    is_by_class = any(len(curves) > 1 for curves in judged.curves.values())
    most = MOST_TOGETHER if is_by_class else MOST_PANELS
    models = in_order(judged.curves, judged.of("brier_score_loss"), most, False)
    what = say("those with the lowest Brier score")
    notes = cut_note(len(models), len(judged.curves), what)
    if is_by_class:
        panels, rows = _by_class(judged, models, notes)
    else:
        panels, rows = _by_model(judged, models)
    title = result(
        say("Reliability"),
        say("squared calibration error"),
        judged.names,
        judged.of(ERROR),
        highest=False,
    )
    return Picture("reliability", title, panels, notes=notes, rows=rows)


def _by_model(
    judged: ProbabilityData, models: Sequence[str]
) -> tuple[list[Panel], list[int]]:
    columns = min(len(models), 3 if len(models) != 4 else 2)
    curves, feet = [], []
    for model in models:
        [curve] = judged.curves[model]
        series = judged.series[model]
        text = reading(judged.of(ERROR).get(model))
        value = say("squared calibration error {value}", value=text) if text else ""
        key = [
            Entry(judged.names[model], series, value, rank=1.0),
            *_references(judged),
        ]
        shown = [(series, curve)]
        curves.append(_curve_panel(judged.names[model], shown, 1.0))
        feet.append(_histogram(shown, 1.0, key))
    return _stacked(curves, feet, columns)


def _by_class(
    judged: ProbabilityData, models: Sequence[str], notes: list[Message]
) -> tuple[list[Panel], list[int]]:
    labels = list(
        dict.fromkeys(curve.label for m in models for curve in judged.curves[m])
    )
    support = judged.support
    if len(labels) > MOST_CLASSES:
        largest = sorted(labels, key=lambda one: -support.get(one, 0.0))[:MOST_CLASSES]
        notes.append(
            say(
                "{shown} of {n} classes: those with the most rows",
                shown=len(largest),
                n=len(labels),
            )
        )
        labels = [label for label in labels if label in largest]
    columns = _columns_for(len(labels))
    first_of_last = (len(labels) - 1) // columns * columns
    curves, feet = [], []
    for k, label in enumerate(labels):
        shown = [
            (judged.series[model], curve)
            for model in models
            for curve in judged.curves[model]
            if curve.label == label
        ]
        key: list[Entry] = []
        if k == first_of_last:
            # One for all panels, below the last row of them.
            key = [
                Entry(judged.names[model], judged.series[model], rank=-float(i))
                for i, model in enumerate(models)
            ]
            key += _references(judged)
        curves.append(_curve_panel(name_of(label), shown, OF_CLASS))
        feet.append(_histogram(shown, OF_CLASS, key))
    return _stacked(curves, feet, columns)


def _columns_for(n: int) -> int:
    """Return how many panels of classes stand side by side, in rows of equal length."""
    rows = -(-n // MOST_BESIDE)
    return -(-n // rows)


def _stacked(
    curves: list[Panel], feet: list[Panel], columns: int
) -> tuple[list[Panel], list[int]]:
    """Return rows of curves, each with the row of its histograms below."""
    panels: list[Panel] = []
    rows: list[int] = []
    for k in range(0, len(curves), columns):
        for side in (curves, feet):
            row = side[k : k + columns]
            panels += row
            rows.append(len(row))
    return panels, rows


def _references(judged: ProbabilityData) -> list[Entry]:
    level = f"{100 * judged.confidence_level:g} %"
    found = []
    if any(curve.low is not None for of in judged.curves.values() for curve in of):
        band = say("consistency band, {level}", level=level)
        found.append(Entry(band, rank=-np.inf, role="band"))
    return [*found, Entry(say("calibrated"), rank=-np.inf)]


def _curve_panel(title: str, shown: Shown, size: float) -> Panel:
    x = Scale("", 0.0, 1.0, unit="share")
    y = Scale(say("Recalibrated probability"), 0.0, 1.0, unit="share")
    ends = np.array([0.0, 1.0])
    bands: list[Mark] = []
    lines: list[Mark] = []
    for series, curve in shown:
        # One band belongs to the diagonal; of several it is to be seen whose each is.
        whose = series if len(shown) > 1 else None
        if curve.low is not None and curve.high is not None:
            places = curve.forecast, curve.low, curve.high
            bands.append(Band(*_widened(*places, x, y), whose))
        lines += _line(curve, series, x, y)
    diagonal = Line(ends, ends, role="reference")
    return Panel(title, x, y, [*bands, diagonal, *lines], square=True, weight=size)


def _widened(at: Any, low: Any, high: Any, x: Scale, y: Scale) -> tuple[Any, Any, Any]:
    """Return a band; that of a single forecast is as wide as can be seen."""
    if len(at) == 1:
        at = np.clip(np.array([at[0] - 0.005, at[0] + 0.005]), 0.0, 1.0)
        low, high = np.repeat(low, 2), np.repeat(high, 2)
    return thinned_band(at, low, high, x, y)


def _line(curve: Curve, series: int, x: Scale, y: Scale) -> Iterator[Mark]:
    if len(curve.forecast) > 1:
        yield Line(*thinned(curve.forecast, curve.calibrated, x, y), series)
    if len(curve.forecast) <= FEW:
        yield Points(curve.forecast, curve.calibrated, series)


def _histogram(shown: Shown, size: float, key: Sequence[Entry]) -> Panel:
    """Return how many forecasts there are of each size."""
    edges = np.linspace(0.0, 1.0, BINS + 1)
    marks: list[Mark] = []
    most = 0.0
    for series, curve in shown:
        counts, _ = np.histogram(curve.forecast, edges, weights=curve.weight)
        most = max(most, float(counts.max()))
        marks.append(histogram(edges, counts, series, len(shown) == 1))
    x = Scale(say("Forecast probability"), 0.0, 1.0, unit="share")
    # Some ground below, so that the numbers of both axes are apart in the corner.
    y = Scale(say("Rows"), -0.1 * most, 1.05 * most, unit="count")
    return Panel("", x, y, marks, key, weight=size * SQUARE, tall=FLAT * size**0.5)
