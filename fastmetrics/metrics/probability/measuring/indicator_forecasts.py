"""Forecasts of rows that have any number of classes, and what they lose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._kernels.losses import LOG_LOSS
from fastmetrics._kernels.sort import sum_f64, sum_products_f64

if TYPE_CHECKING:
    from numpy.typing import NDArray

    # Whether anything is wrong; 0; how far the sum of a row lies from one.
    Judged = tuple[int, int, float]

__all__ = ["IndicatorForecasts"]


class IndicatorForecasts:
    """Rows whose losses are sums over their classes, or over all columns.

    Its methods are those of the kernel's rows of one class each. The log loss of a row
    is minus the logarithms of the probabilities of its classes, summed; the quadratic
    loss is the squared difference from the indicators, summed over columns.
    """

    __slots__ = ("_indicators", "_proba", "k", "n")

    def __init__(self, indicators: NDArray[np.bool_], proba: NDArray[Any]) -> None:
        if proba.ndim == 1:
            second = proba.astype(np.float64)
            proba = np.stack([1.0 - second, second], axis=1)
        self._indicators = indicators
        self._proba = proba
        self.n, self.k = proba.shape

    def sum_losses(
        self,
        start: int,
        stop: int,
        loss: int,
        low: float,
        high: float,
        weights: NDArray[np.float64] | None = None,
    ) -> tuple[float, float, Judged]:
        """Return the sum of the losses, what it lacks, and whether the rows are fine.

        The sum is compensated already. Rows of weight zero do not count.
        """
        values, judged = self._losses(start, stop, loss, low, high)
        if weights is None:
            return sum_f64(values), 0.0, judged
        some = weights[start:stop]
        counts = some > 0
        return sum_products_f64(values[counts], some[counts]), 0.0, judged

    def write_losses(
        self,
        start: int,
        stop: int,
        loss: int,
        low: float,
        high: float,
        out: NDArray[np.float64],
    ) -> Judged:
        """Write what each row loses."""
        out[start:stop], judged = self._losses(start, stop, loss, low, high)
        return judged

    def sum_around(
        self, start: int, stop: int, loss: int, low: float, high: float, centre: float
    ) -> tuple[float, float, float, Judged]:
        """Return the sums of the distances from a centre, their squares and cubes."""
        values, judged = self._losses(start, stop, loss, low, high)
        away = values - centre
        squares = away * away
        return sum_f64(away), sum_f64(squares), sum_products_f64(squares, away), judged

    def _losses(
        self, start: int, stop: int, loss: int, low: float, high: float
    ) -> tuple[NDArray[np.float64], Judged]:
        p = self._proba[start:stop].astype(np.float64)
        own = self._indicators[start:stop]
        if loss == LOG_LOSS:
            with np.errstate(divide="ignore", invalid="ignore"):
                each = np.where(own, -np.log(np.clip(p, low, high)), 0.0)
        else:
            each = (own - p) ** 2
        wrong = not (p.min() >= 0.0 and p.max() <= 1.0)
        farthest = float(np.abs(p.sum(axis=1) - 1.0).max())
        return each.sum(axis=1), (int(wrong), 0, farthest)
