"""Distributions of errors, and probability integral transforms of forecasts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common import threads
from fastmetrics._common.interval import no_interval
from fastmetrics.metrics.regression.number_calibration import coverage_curve, pit_values
from fastmetrics.report.plots import (
    MOST_LEADING,
    PictureData,
    cut_note,
    histogram,
    result,
)
from fastmetrics.report.plots.losses import (
    FEW,
    Sorted,
    axis_of_losses,
    panels_of_losses,
)
from fastmetrics.show.numbers import count, number, percent
from fastmetrics.show.pictures import (
    Band,
    Bars,
    Entry,
    Line,
    Mark,
    Panel,
    Picture,
    Scale,
)
from fastmetrics.show.pictures.marks import MOST_COLOURED, thinned
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.report.plots.clouds import RegressionData


# ------------------------------------------------------------------------- distribution
# How residuals are distributed, and how large errors are over the rows.
#
# Beside the histogram stand the quantiles: standardised residuals by what they would
# be, were they normal. Tails that are heavier bend away from the line at both ends.


# Bars of a histogram, at least and at most; and how far from the middle it goes, in
# distances of quartiles.
LEAST_BINS, MOST_BINS, REACH = 10, 40, 4.0


class Shape(NamedTuple):
    """Residuals, ascending, with their weights, mean and standard deviation."""

    errors: NDArray[np.float64]
    weights: NDArray[np.float64]
    mean: float
    deviation: float

    @classmethod
    def of(
        cls, errors: NDArray[np.float64], weights: NDArray[np.float64] | None
    ) -> Shape:
        """Sort the residuals of one model; rows of weight 0 are left out."""
        weigh = np.ones(len(errors)) if weights is None else weights
        order = np.argsort(errors, kind="stable")
        order = order[weigh[order] > 0]
        errors, weigh = errors[order], weigh[order]
        mean = float(np.average(errors, weights=weigh))
        scale = float(np.abs(errors - mean).max()) or 1.0
        square = np.average(((errors - mean) / scale) ** 2, weights=weigh)
        return cls(errors, weigh, mean, scale * float(square) ** 0.5)

    @property
    def normal(self) -> NDArray[np.float64]:
        """What the residuals would be, were they standard normal."""
        from scipy.special import ndtri

        sums = np.cumsum(self.weights)
        middle: NDArray[np.float64] = ndtri((sums - self.weights / 2) / sums[-1])
        return middle

    @property
    def standardised(self) -> NDArray[np.float64]:
        """The residuals with mean 0 and standard deviation 1."""
        return (self.errors - self.mean) / (self.deviation or 1.0)

    @property
    def kurtosis(self) -> float:
        """The fourth power of the standardised residuals, on average."""
        if not self.deviation:
            return float("nan")
        return float(np.average(self.standardised**4, weights=self.weights))

    def quantile(self, level: float) -> float:
        """Return a quantile of the residuals."""
        sums = np.cumsum(self.weights)
        return float(self.errors[np.searchsorted(sums, level * sums[-1])])


def residual_distribution(judged: RegressionData) -> Picture:
    """Return a histogram of each model's residuals, beside normal quantiles."""
    models = judged.models
    if len(models) > MOST_COLOURED:
        models = [one for one in models if one in judged.ranked[:MOST_LEADING]]
    weights = judged.rows.weights
    shapes = {
        model: Shape.of(judged.rows.residuals(model), weights) for model in models
    }
    panels = [_histogram(judged, shapes), _normal_quantiles(judged, shapes)]
    notes = cut_note(
        len(models), len(judged.models), say("those with the least mean squared error")
    )
    heaviest = max(shapes, key=lambda model: shapes[model].kurtosis)
    fields = {
        "model": judged.names[heaviest],
        "kurtosis": number(shapes[heaviest].kurtosis, 2),
    }
    if len(shapes) == 1:
        title = say(
            "Distribution of residuals: kurtosis {kurtosis} of {model} (normal: 3)",
            **fields,
        )
    else:
        title = say(
            "Distribution of residuals: {model} has the heaviest tails, kurtosis "
            "{kurtosis} (normal: 3)",
            **fields,
        )
    return Picture("residual_distribution", title, panels, notes=notes)


def _histogram(judged: RegressionData, shapes: dict[str, Shape]) -> Panel:
    low, high = _reach([*shapes.values()])
    n = max(len(one.errors) for one in shapes.values())
    bins = int(min(max(2 * n ** (1 / 3), LEAST_BINS), MOST_BINS))
    edges = np.linspace(low, high, bins + 1)
    marks: list[Mark] = []
    most = 0.0
    for model, one in shapes.items():
        inside = np.clip(one.errors, low, high)
        counts, _ = np.histogram(inside, edges, weights=one.weights)
        shares = counts / one.weights.sum()
        most = max(most, float(shares.max()))
        marks.append(histogram(edges, shares, judged.series[model], len(shapes) == 1))
    x = Scale(say("Predicted − observed"), low, high)
    y = Scale(say("Share of the rows"), 0.0, 1.05 * most, unit="share")
    key = [judged.entry(model, "", -k) for k, model in enumerate(shapes)]
    if len(shapes) == 1:
        [one] = shapes.values()
        if one.deviation > 0:
            at = np.linspace(low, high, 201)
            density = np.exp(-0.5 * ((at - one.mean) / one.deviation) ** 2)
            density *= (edges[1] - edges[0]) / (one.deviation * np.sqrt(2 * np.pi))
            y = Scale(
                y.label, 0.0, 1.05 * max(most, float(density.max())), unit="share"
            )
            marks.append(Line(at, density, role="reference"))
            key.append(
                Entry(say("normal, same mean and standard deviation"), rank=-np.inf)
            )
    return Panel(say("Histogram of residuals"), x, y, marks, key)


def _reach(shapes: list[Shape]) -> tuple[float, float]:
    """Return the ends of the histogram: what is further is in the outermost bars."""
    low = min(float(one.errors[0]) for one in shapes)
    high = max(float(one.errors[-1]) for one in shapes)
    quarters = [(one.quantile(0.25), one.quantile(0.75)) for one in shapes]
    far = REACH * max(b - a for a, b in quarters)
    if far > 0:
        low = max(low, min(a for a, _ in quarters) - far)
        high = min(high, max(b for _, b in quarters) + far)
    return (low, high) if low < high else (low - 0.5, high + 0.5)


def _normal_quantiles(judged: RegressionData, shapes: dict[str, Shape]) -> Panel:
    far = max(float(-one.normal[0]) for one in shapes.values())
    far = max(far, *(float(one.normal[-1]) for one in shapes.values()), 1.0)
    low = min(-far, *(float(one.standardised[0]) for one in shapes.values()))
    high = max(far, *(float(one.standardised[-1]) for one in shapes.values()))
    x = Scale(say("Standard normal quantile"), -far, far)
    y = Scale(say("Standardised residual"), low, high)
    ends = np.array([-far, far])
    marks: list[Mark] = [Line(ends, ends, role="reference")]
    for model, one in shapes.items():
        line = thinned(one.normal, one.standardised, x, y)
        marks.append(Line(*line, judged.series[model]))
    key = [judged.entry(model, "", -k) for k, model in enumerate(shapes)]
    key.append(Entry(say("normal"), rank=-np.inf))
    return Panel(say("Normal quantiles"), x, y, marks, key)


ERROR = "mean_absolute_error"
# The part of the rows whose errors may be below the axis: near 0 logarithms go far.
LEAST = 0.02


def error_quantiles(judged: RegressionData) -> Picture:
    """Return quantiles of the absolute errors, beside how few rows make the MSE."""
    models = judged.models
    weights = judged.rows.weights
    found = threads.map_blocks(
        lambda k: Sorted.of(np.abs(judged.rows.residuals(models[k])), weights),
        range(len(models)),
    )
    rows = dict(zip(models, found, strict=True))
    squares = {model: one._replace(losses=_squares(one)) for model, one in rows.items()}
    values = judged.of(ERROR) or {
        model: no_interval(one.mean, judged.confidence_level, "")
        for model, one in rows.items()
    }
    name = say("Absolute error of a row")
    errors = axis_of_losses(name, [*rows.values()], 0.0, LEAST)
    titles = (
        say("Quantiles of the absolute errors"),
        say("MSE due to the rows with the largest errors"),
    )
    panels, best = panels_of_losses(
        judged,
        titles,
        rows,
        squares,
        values,
        lambda text: say("MAE {value}", value=text),
        errors,
    )
    title = result(
        say("Errors by row"),
        say("mean absolute error"),
        judged.names,
        values,
        highest=False,
    )
    title = say(
        "{title}; {share} of its rows make {part} of its MSE",
        title=title,
        share=percent(FEW, 0),
        part=percent(squares[best].made_by(FEW), 0),
    )
    notes = [say("points: the mean of the absolute errors")]
    least = min(float(one.losses[0]) for one in rows.values())
    if errors.low is not None and least < errors.low:
        at = count(float(f"{errors.low:.1g}"))
        notes.append(say("errors below {value} are drawn at it", value=at))
    return Picture("error_quantiles", title, panels, notes=notes)


def _squares(one: Sorted) -> np.ndarray:
    """Return squares of errors, as parts of the largest, none of which is too large."""
    return (one.losses / (one.losses[-1] or 1.0)) ** 2


# ---------------------------------------------------------------------------------- pit
# The PIT of normal forecasts, beside how many rows their intervals hold.
#
# Bars of one height, and a line on the diagonal, are of forecasts that are right. High
# bars at both ends and a line below are of deviations that are too small.


# Bars of the histogram, and what is said of the line.
BINS, TOLD = 10, 0.9
# What the bars of forecasts that are right lie in, each by itself.
LEVEL = 0.95


@dataclass(frozen=True, eq=False)
class NormalForecasts(PictureData):
    """The observed numbers, and the means and deviations that each model predicted."""

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
            "PIT: the {level} intervals of {model} deviate most, they contain {share}",
            **fields,
        )
    notes = cut_note(len(shown), len(models), say("the first ones"))
    panels = [_pit_histogram(judged, shown), _coverages(judged, shown)]
    return Picture("pit", title, panels, notes=notes)


def _coverage(judged: NormalForecasts, model: str, levels: Any = None) -> Any:
    columns = judged.true, *judged.forecasts[model]
    return coverage_curve(*columns, levels=levels, sample_weight=judged.weights)


def _pit_histogram(judged: NormalForecasts, shown: list[str]) -> Panel:
    """Return bars of one model, outlines of several."""
    edges = np.linspace(0, 1, BINS + 1)
    marks: list[Mark] = []
    key = [judged.entry(model, "", -k) for k, model in enumerate(shown)]
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
    key = [judged.entry(model, "", -k) for k, model in enumerate(shown)]
    key.append(Entry(say("right forecasts"), rank=-np.inf))
    return Panel(say("Coverage by level"), x, y, marks, key, square=True)
