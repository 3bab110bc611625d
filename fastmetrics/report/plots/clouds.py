"""Scatter plots of regression: predictions against targets, and residuals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.interval import Interval, no_interval
from fastmetrics.report.plots import (
    MOST_PANELS,
    PictureData,
    best_first,
    cut_note,
    reading,
    result,
)
from fastmetrics.show.numbers import count
from fastmetrics.show.pictures import (
    Band,
    Cells,
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
    from numpy.typing import NDArray


# --------------------------------------------------------------------------------- data
# What pictures of regression are made of, and how rows are shown in them.


# More rows than this are cells of a grid, which has so many each way.
MOST_POINTS, CELLS = 5_000, 64
# Bins of a running median, the rows that each is to have, and bins of fewer rows.
BINS, IN_BIN, FEW_BINS = 20, 40, 4
# Of fewer rows there is none.
LEAST_ROWS = 10
QUARTILES = (0.25, 0.5, 0.75)
# Predictions are shown as far beyond what was observed as that reaches.
BEYOND = 1.0
# Of cells the axes leave out such a part of the rows at each end: a few that are far
# away would have all others in one cell.
LEFT_OUT = 0.0005
# Points closer together than this part of an axis are one.
CLOSE = 1 / 720


class Rows(NamedTuple):
    """What was observed, what each model predicted, and how much each row counts."""

    true: NDArray[Any]
    pred: Mapping[str, NDArray[Any]]
    weights: NDArray[np.float64] | None

    def residuals(self, model: str) -> NDArray[np.float64]:
        """Return predictions less what was observed."""
        return np.subtract(self.pred[model], self.true, dtype=np.float64)


class Running(NamedTuple):
    """Quartiles of the rows in each bin, and where on x the middle of its rows is."""

    at: NDArray[np.float64]
    low: NDArray[np.float64]
    middle: NDArray[np.float64]
    high: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class RegressionData(PictureData):
    """The data of a picture of regression.

    Attributes
    ----------
    rows : Rows
        Of all of them.
    confidence_level : float
        Of values that are not in the report.
    """

    rows: Rows
    confidence_level: float

    @cached_property
    def ranked(self) -> list[str]:
        """The models, that with the least mean squared error first."""
        values = self.of("mean_squared_error")
        if len(values) < len(self.models):
            values = {model: self._root_mean_square(model) for model in self.models}
        return best_first(self.models, values, highest=False)

    def _root_mean_square(self, model: str) -> Interval:
        errors = self.rows.residuals(model)
        size = float(np.abs(errors).max()) or 1.0
        mean = np.average((errors / size) ** 2, weights=self.rows.weights)
        return no_interval(size * float(mean) ** 0.5, self.confidence_level, "")

    @cached_property
    def ends(self) -> tuple[float, float]:
        """The ends of the axes of predictions and of what was observed.

        Where a model predicts what is far from all that was observed, that is outside.
        """
        low, high = reach([self.rows.true])
        first, last = reach(self.rows.pred.values())
        far = BEYOND * ((high - low) or abs(low) or 1.0)
        first = min(low, max(first, low - far))
        last = max(high, min(last, high + far))
        return (first, last) if first < last else (first - far / 2, last + far / 2)


def reach(columns: Iterable[NDArray[Any]]) -> tuple[float, float]:
    """Return from where to where columns reach; of very many rows, nearly all."""
    ends = []
    for values in columns:
        n = len(values)
        left_out = int(LEFT_OUT * n) if n > MOST_POINTS else 0
        if left_out:
            values = np.partition(values, [left_out, n - 1 - left_out])
            ends += [float(values[left_out]), float(values[n - 1 - left_out])]
        else:
            ends += [float(values.min()), float(values.max())]
    return min(ends), max(ends)


def cloud(
    x: NDArray[np.float64],
    y: NDArray[np.float64],
    weights: NDArray[np.float64] | None,
    x_ends: tuple[float, float],
    y_ends: tuple[float, float],
) -> tuple[Mark | None, int]:
    """Return rows as points, or many as cells, and how many rows are outside."""
    is_inside = (x >= x_ends[0]) & (x <= x_ends[1])
    is_inside &= (y >= y_ends[0]) & (y <= y_ends[1])
    if weights is not None:
        is_inside &= weights > 0
    n = len(x) if weights is None else int(np.count_nonzero(weights))
    inside = int(np.count_nonzero(is_inside))
    if not inside:
        return None, n
    if inside < len(x):
        x, y = x[is_inside], y[is_inside]
        weights = None if weights is None else weights[is_inside]
    if inside <= MOST_POINTS:
        at = np.column_stack([_places(x, x_ends, CLOSE), _places(y, y_ends, CLOSE)])
        _, first = np.unique(at, axis=0, return_index=True)
        first.sort()
        return Points(x[first], y[first], faint=True), n - inside
    column = np.minimum(_places(x, x_ends, 1 / CELLS), CELLS - 1)
    row = np.minimum(_places(y, y_ends, 1 / CELLS), CELLS - 1)
    sums = np.bincount((CELLS - 1 - row) * CELLS + column, weights, CELLS * CELLS)
    values = sums.astype(np.float64).reshape(CELLS, CELLS)
    least, most = values[values > 0].min(), values.max()
    cells = Cells(
        values,
        low=float(least),
        high=float(max(most, 2 * least)),
        key=say("Rows") if weights is None else say("Weight of the rows"),
        edges=(*x_ends, *y_ends),
        steps="log",
        unit="count" if weights is None else "",
    )
    return cells, n - inside


def _places(
    values: NDArray[np.float64], ends: tuple[float, float], step: float
) -> NDArray[np.int64]:
    """Return in which step between the ends each value is."""
    low, high = ends
    return ((values - low) * (1 / (step * (high - low)))).astype(np.int64)


def running(
    x: NDArray[np.float64], y: NDArray[np.float64], weights: NDArray[np.float64] | None
) -> Running | None:
    """Return quartiles of y in bins of x that have the same number of rows.

    Rows with the same x are in the same bin, so that there may be fewer bins. None of
    very few rows.
    """
    if weights is not None:
        kept = np.flatnonzero(weights)
        x, y, weights = x[kept], y[kept], weights[kept]
    n = len(x)
    if n < LEAST_ROWS:
        return None
    order = np.argsort(x, kind="stable")
    x, y = x[order], y[order]
    weights = None if weights is None else weights[order]
    k = min(max(n // IN_BIN, FEW_BINS), BINS)
    inner = x[np.arange(1, k) * n // k]
    starts = np.unique(np.concatenate([[0], np.searchsorted(x, inner)]))
    bins = zip(starts, [*starts[1:], n], strict=True)
    found = [
        (
            *quantiles(x[a:b], (0.5,), None),
            *quantiles(y[a:b], QUARTILES, None if weights is None else weights[a:b]),
        )
        for a, b in bins
    ]
    return Running(*np.array(found).T)


def quantiles(
    values: NDArray[np.float64],
    levels: Sequence[float],
    weights: NDArray[np.float64] | None,
) -> list[float]:
    """Return quantiles of values by the averaged inverted distribution function."""
    if weights is None:
        found = np.quantile(values, levels, method="averaged_inverted_cdf")
    else:
        found = np.quantile(values, levels, method="inverted_cdf", weights=weights)
    return [float(one) for one in found]


# ------------------------------------------------------------------------------- clouds
# Rows by prediction: what was observed, and residuals, with running medians.
#
# The running median and quartiles say where a model predicts too much or too little: of
# good predictions the median follows the line.


def best(judged: RegressionData) -> list[str]:
    """Return the models that have a panel, in the order of the report."""
    return [model for model in judged.models if model in judged.ranked[:MOST_PANELS]]


def _ends(scale: Scale) -> tuple[float, float]:
    assert scale.low is not None
    assert scale.high is not None
    return scale.low, scale.high


def _run(
    found: Running,
    series: int,
    x_ends: tuple[float, float],
    y_ends: tuple[float, float],
    cased: bool,
) -> Iterator[Mark]:
    at, low, middle, high = found
    if len(at) == 1:  # all that is predicted is one number: as wide as can be seen
        part = 0.02 * (x_ends[1] - x_ends[0])
        at = np.array([at[0] - part, at[0] + part])
        low, middle, high = (np.repeat(one, 2) for one in (low, middle, high))
    low, middle, high = (np.clip(one, *y_ends) for one in (low, middle, high))
    at = np.clip(at, *x_ends)
    yield Band(at, low, high, series)
    yield Line(at, middle, series, cased=cased)


BIAS, ERROR = "mean_error", "root_mean_squared_error"


def residuals(judged: RegressionData) -> Picture:
    """Return a panel for each model: its residuals by what it predicted."""
    models = best(judged)
    errors = {model: judged.rows.residuals(model) for model in models}
    first, last = judged.ends
    low, high = _reach_of(errors.values(), last - first)
    axes = (
        Scale(say("Predicted value"), first, last),
        Scale(say("Predicted − observed"), low, high),
    )
    zero = Line(np.array([first, last]), np.zeros(2), role="reference")
    title = result(
        say("Residuals"),
        say("root mean squared error"),
        judged.names,
        judged.of(ERROR),
        highest=False,
    )
    biases = {
        model: say("mean error {value}", value=text)
        for model, one in judged.of(BIAS).items()
        if (text := reading(one))
    }
    reference = zero, say("no error")
    return _picture(judged, "residuals", title, errors, axes, reference, biases)


def _reach_of(
    errors: Iterable[NDArray[np.float64]], most: float
) -> tuple[float, float]:
    """Return the ends of the axis of residuals, none farther from 0 than that."""
    low, high = reach(errors)
    low, high = min(max(low, -most), 0.0), max(min(high, most), 0.0)
    return (low, high) if low < high else (-most / 2, most / 2)


SHARE = "r2_score"


def predictions(judged: RegressionData) -> Picture:
    """Return a panel for each model: what was observed, by what was predicted."""
    ends = judged.ends
    axes = Scale(say("Predicted value"), *ends), Scale(say("Observed"), *ends)
    identity = Line(np.array(ends), np.array(ends), role="reference")
    values = judged.of(SHARE)
    title = result(say("Predictions"), "R²", judged.names, values)
    texts = {
        model: f"R² {text}" for model, one in values.items() if (text := reading(one))
    }
    true = dict.fromkeys(best(judged), judged.rows.true)
    reference = identity, say("predicted = observed")
    return _picture(judged, "predictions", title, true, axes, reference, texts, True)


def _picture(
    judged: RegressionData,
    name: str,
    title: str,
    y_values: Mapping[str, NDArray[Any]],
    axes: tuple[Scale, Scale],
    reference: tuple[Line, str],
    texts: Mapping[str, str],
    square: bool = False,
) -> Picture:
    """Return a panel for each model with its rows, by what it predicted.

    With their quartiles and their median by prediction, and a line of reference with
    its name; ``texts`` stand beside the names of models.
    """
    x, y = axes
    ends = _ends(x), _ends(y)
    line, called = reference
    panels, outside = [], 0
    for model, column in y_values.items():
        both = judged.rows.pred[model], column
        at, values = (one.astype(np.float64, copy=False) for one in both)
        rows, n = cloud(at, values, judged.rows.weights, *ends)
        outside += n
        marks: list[Mark] = [line] if rows is None else [rows, line]
        key = [judged.entry(model, texts.get(model, "")), Entry(called, rank=-np.inf)]
        run = running(at, values, judged.rows.weights)
        if run is not None:
            on_cells = isinstance(rows, Cells)
            marks += _run(run, judged.series[model], *ends, cased=on_cells)
            said = say("median and quartiles")
            key.insert(1, Entry(said, rank=-np.inf, role="band"))
        panels.append(Panel(judged.names[model], x, y, marks, key, square=square))
    which = say("those with the least mean squared error")
    notes = cut_note(len(panels), len(judged.models), which)
    if outside:
        notes.append(say("{n} rows are outside", n=count(outside)))
    columns = 2 if len(panels) == 4 else min(len(panels), 3)
    return Picture(name, title, panels, columns, notes)
