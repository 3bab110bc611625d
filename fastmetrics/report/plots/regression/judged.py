"""Judged: what pictures of regression are made of, and how rows are shown in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics.report.plots.captions import best_first
from fastmetrics.report.plots.picture import Cells, Entry, Mark, Points
from fastmetrics.report.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval

__all__ = ["Judged", "Rows", "Running", "cloud", "quantiles", "running"]

# More rows than this are cells of a grid, which has so many each way.
MOST_POINTS, CELLS = 5_000, 64
# Bins of a running median, and the rows that each has at least.
BINS, IN_BIN = 20, 40
QUARTILES = (0.25, 0.5, 0.75)
# Predictions are shown as far beyond what was observed as that reaches.
BEYOND = 1.0
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
class Judged:
    """What a picture of regression is made of.

    Attributes
    ----------
    names : mapping of str to str
        What each model is called.
    series : mapping of str to int
        The place of each model in the whole report.
    rows : Rows
        Of all of them.
    values : mapping of str to mapping
        ``values[model][metric]``.
    confidence_level : float
        Of values that are not in the report.
    """

    names: Mapping[str, str]
    series: Mapping[str, int]
    rows: Rows
    values: Mapping[str, Mapping[str, Interval]]
    confidence_level: float

    @property
    def models(self) -> list[str]:
        """Those that have predictions."""
        return [*self.rows.pred]

    def of(self, metric: str) -> dict[str, Interval]:
        """Return the values of a metric by model, where it is in the report."""
        return {
            model: self.values[model][metric]
            for model in self.models
            if metric in self.values.get(model, {})
        }

    def entry(self, model: str, text: str, rank: float = 1.0) -> Entry:
        """Return a model's line of a key."""
        return Entry(self.names[model], self.series[model], text, rank)

    @cached_property
    def ranked(self) -> list[str]:
        """The models, that with the least mean squared error first."""
        return best_first(self.models, self.of("mean_squared_error"), highest=False)

    @cached_property
    def ends(self) -> tuple[float, float]:
        """The ends of the axes of predictions and of what was observed.

        Where a model predicts what is far from all that was observed, that is outside.
        """
        true = self.rows.true
        low, high = float(true.min()), float(true.max())
        far = BEYOND * ((high - low) or abs(low) or 1.0)
        ends = [
            end
            for pred in self.rows.pred.values()
            for end in (float(pred.min()), float(pred.max()))
        ]
        first = min(low, max(min(ends), low - far))
        last = max(high, min(max(ends), high + far))
        return (first, last) if first < last else (first - far / 2, last + far / 2)


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
) -> Running:
    """Return quartiles of y in bins of x that have the same number of rows.

    Rows with the same x are in the same bin, so that there may be fewer.
    """
    if weights is not None:
        kept = np.flatnonzero(weights)
        x, y, weights = x[kept], y[kept], weights[kept]
    order = np.argsort(x, kind="stable")
    x, y = x[order], y[order]
    weights = None if weights is None else weights[order]
    k = int(min(max(len(x) // IN_BIN, 1), BINS))
    inner = x[np.arange(1, k) * len(x) // k]
    starts = np.unique(np.concatenate([[0], np.searchsorted(x, inner)]))
    bins = zip(starts, [*starts[1:], len(x)], strict=True)
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
