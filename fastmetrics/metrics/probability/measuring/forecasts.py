"""Distinct forecasts of one event, and their isotonic recalibration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.recalibration import Blocks, pool_steps
from fastmetrics._inputs.columns import raise_no_rows
from fastmetrics._kernels import isotonic
from fastmetrics.metrics.probability.measuring.one_column import read_column
from fastmetrics.metrics.scores.score_sweep import ScoreSweep, sort_scores
from fastmetrics.metrics.summary import no_columns_beside

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Forecasts", "read_forecasts"]


class Forecasts(NamedTuple):
    """Distinct forecasts, descending, with the weights of their rows.

    Attributes
    ----------
    values : ndarray of shape (m,), float64
    positives, totals : ndarray of shape (m,), float64
        Weight of the positive rows of each, and of all its rows; none is 0. Counts
        where rows have no weights.
    eps : float
        The machine precision of the floats that came in.
    weighted : bool
        Whether rows have weights.
    row_weights, row_ends : ndarray or None
        Of rows that have weights and came one by one: as
        ``SortedScores.weighted_rows``.
    """

    values: NDArray[np.float64]
    positives: NDArray[np.float64]
    totals: NDArray[np.float64]
    eps: float
    weighted: bool = False
    row_weights: NDArray[np.float64] | None = None
    row_ends: NDArray[np.int64] | None = None

    @property
    def prevalence(self) -> float:
        """The share of the positive rows."""
        return float(self.positives.sum() / self.totals.sum())

    def recalibrate(self) -> Blocks:
        """Pool adjacent forecasts until outcomes rise with them."""
        return pool_steps(self.positives, self.totals)


def read_forecasts(
    y_true: Any,
    y_proba: ArrayLike | None,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
) -> Forecasts:
    """Sort the rows by their forecasts, or take a ScoreSweep of them."""
    if isinstance(y_true, ScoreSweep) and y_proba is None:
        no_columns_beside(y_true, sample_weight=sample_weight, pos_label=pos_label)
        return _of_sweep(y_true)
    if y_proba is None:
        raise TypeError("y_proba is missing: probabilities of the positive class")
    column = read_column(y_true, y_proba, pos_label, sample_weight)
    rows = sort_scores(column.codes, column.proba, 1, column.weights)
    if column.weights is None:
        values, tps, fps = rows.steps()
        return Forecasts(_float64(values), *isotonic.count_steps(tps, fps), column.eps)
    values, weights, ends = rows.weighted_rows()
    starts = np.concatenate([[0], ends[:-1]])
    positives = np.add.reduceat(np.maximum(weights, 0.0), starts)
    negatives = np.add.reduceat(np.maximum(-weights, 0.0), starts)
    return Forecasts(
        _float64(values),
        positives,
        positives + negatives,
        column.eps,
        True,
        weights,
        ends,
    )


def _of_sweep(sweep: ScoreSweep) -> Forecasts:
    kept = (sweep.positives > 0) | (sweep.negatives > 0)
    values = sweep.thresholds[kept]
    if not len(values):
        raise_no_rows("y_true")
    if values[0] > 1 or values[-1] < 0:
        raise ValueError(
            "y_true must be a sweep of probabilities, in [0, 1]; its scores go from "
            f"{values[-1]} to {values[0]}."
        )
    positives = sweep.positives[kept].astype(np.float64)
    totals = positives + sweep.negatives[kept]
    floats = values.dtype if values.dtype.kind == "f" else np.float64
    eps = float(np.finfo(floats).eps)
    return Forecasts(_float64(values), positives, totals, eps, sweep.weighted)


def _float64(values: NDArray[Any]) -> NDArray[np.float64]:
    return np.ascontiguousarray(values, np.float64)
