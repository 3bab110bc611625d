"""Rows that are treated from a probability on: their counts, and what each adds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, number
from fastmetrics._inputs.scores import taken_rows
from fastmetrics._kernels.sums import sum_f64
from fastmetrics.metrics.probability.measuring.forecasts import read_column

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.probabilities import Probabilities

__all__ = ["Decided", "benefit_values", "count_decided", "odds_at"]


class Decided(NamedTuple):
    """How many rows are treated, or their weight."""

    tp: float
    fp: float
    positives: float
    total: float

    def benefit(self, odds: float, *, standardized: bool) -> float:
        """Return the net benefit; NaN without positives, if these are its unit."""
        value = self.tp - self.fp * odds
        if not standardized:
            return value / self.total
        return value / self.positives if self.positives else np.nan


def odds_at(threshold: float) -> float:
    """Return what a false positive costs; raise unless it is a threshold."""
    t = number(threshold, "threshold")
    if not 0 <= t < 1:
        raise ValueError(f"threshold must lie in [0, 1), got {shown(threshold)}.")
    return t / (1 - t)


def count_decided(
    column: Probabilities, threshold: float, strict: bool = False
) -> Decided:
    """Count the rows that are treated from a threshold on."""
    positive = column.codes.view(np.bool_)
    treated = taken_rows(column.given_proba, threshold, strict)
    if column.weights is None:
        tp = int(np.count_nonzero(treated & positive))
        taken = int(np.count_nonzero(treated))
        return Decided(tp, taken - tp, int(np.count_nonzero(positive)), column.n)
    weights = column.weights
    return Decided(
        sum_f64(weights[treated & positive]),
        sum_f64(weights[treated & ~positive]),
        sum_f64(weights[positive]),
        sum_f64(weights),
    )


def benefit_values(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    threshold: float,
    strict: bool = False,
    standardized: bool = False,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return what each row adds; standardized, to the first order, around the ratio."""
    check_flag(strict, "strict")
    odds = odds_at(threshold)
    column = read_column(y_true, y_proba, pos_label, sample_weight)
    positive = column.codes.astype(np.float64)
    treated = taken_rows(column.given_proba, threshold, strict)
    values = np.where(treated, positive - (1 - positive) * odds, 0.0)
    if not standardized:
        return values
    decided = count_decided(column, threshold, strict)
    ratio = decided.benefit(odds, standardized=True)
    if np.isnan(ratio):
        return np.full(column.n, np.nan)
    return ratio + (values - ratio * positive) * (decided.total / decided.positives)
