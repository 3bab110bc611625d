"""What each row contributes to a loss, or to its share of what the base rates lose.

The weighted mean of the losses is the metric. Of a share these are pseudo-values: of
n rows without weights ``n v - (n - 1) v_i``, with v_i the share without the row; with
weights its limit for small changes of a weight, whose weighted mean is the share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics.metrics.probability.formulas.losses import (
    LossTotals,
    base_entropy,
    base_log_loss,
    base_quadratic_loss,
    brier_score_loss,
)
from fastmetrics.metrics.probability.measuring.forecast_rows import (
    LOG_LOSS,
    QUADRATIC_LOSS,
    ForecastRows,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.probability.measuring.forecast_rows import Eps

__all__ = [
    "brier_losses",
    "d2_brier_values",
    "d2_log_loss_values",
    "log_losses",
    "multiclass_brier_losses",
    "normalized_cross_entropy_values",
]


def log_losses(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    labels: ArrayLike | None = None,
    eps: Eps = "auto",
) -> NDArray[np.float64]:
    """Return the log loss of each row."""
    rows = ForecastRows(
        y_true, y_proba, labels=labels, sample_weight=sample_weight, rule="labels"
    )
    return rows.row_losses(LOG_LOSS, eps)


def brier_losses(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Any = None,
    labels: ArrayLike | None = None,
    scale_by_half: bool | Literal["auto"] = "auto",
) -> NDArray[np.float64]:
    """Return the squared error of each row, summed over columns, or half of it."""
    rows = ForecastRows(
        y_true,
        y_proba,
        labels=labels,
        pos_label=pos_label,
        sample_weight=sample_weight,
    )
    one_row = LossTotals(np.eye(rows.k)[:1], quadratic=1.0)
    factor = brier_score_loss(one_row, scale_by_half=scale_by_half).item()
    if rows.is_column:
        factor *= 2.0
    losses = rows.row_losses(QUADRATIC_LOSS)
    return losses if factor == 1.0 else factor * losses


def multiclass_brier_losses(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Any = None,
    labels: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return the squared error of each row, summed over columns."""
    return brier_losses(
        y_true,
        y_proba,
        sample_weight=sample_weight,
        pos_label=pos_label,
        labels=labels,
        scale_by_half=False,
    )


def d2_log_loss_values(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    labels: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return the pseudo-values of `d2_log_loss_score`."""
    rows = ForecastRows(
        y_true, y_proba, labels=labels, sample_weight=sample_weight, rule="labels"
    )
    return _pseudo_values(
        rows, rows.row_losses(LOG_LOSS), base_log_loss, _entropy_slope
    )


def normalized_cross_entropy_values(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Any = None,
    labels: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return the pseudo-values of `normalized_cross_entropy`."""
    rows = ForecastRows(
        y_true,
        y_proba,
        labels=labels,
        pos_label=pos_label,
        sample_weight=sample_weight,
    )
    return 1.0 - _pseudo_values(
        rows, rows.row_losses(LOG_LOSS), base_entropy, _entropy_slope
    )


def d2_brier_values(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Any = None,
    labels: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return the pseudo-values of `d2_brier_score`."""
    rows = ForecastRows(
        y_true,
        y_proba,
        labels=labels,
        pos_label=pos_label,
        sample_weight=sample_weight,
    )
    losses = rows.row_losses(QUADRATIC_LOSS)
    if rows.is_column:
        losses *= 2.0
    return _pseudo_values(rows, losses, base_quadratic_loss, _variance_slope)


def _pseudo_values(
    rows: ForecastRows,
    losses: NDArray[np.float64],
    base: Callable[[Any], Any],
    slope: Callable[[Any], Any],
) -> NDArray[np.float64]:
    """Return pseudo-values of 1 - (sum of losses) / (what the base rates lose).

    ``base(weight)`` is what they lose, ``slope(shares)`` what a little more weight of
    each class adds to it, per weight.
    """
    codes = rows.probabilities.codes
    weight = rows.class_weights()
    with np.errstate(invalid="ignore", divide="ignore"):
        if rows.weights is None:
            total = float(losses.sum())
            # What the rest loses at the base rates depends on the row's class only.
            without = base(weight - np.eye(rows.k))
            shares = 1.0 - (total - losses) / without[codes]
            value = 1.0 - total / base(weight)
            return rows.n * value - (rows.n - 1) * shares
        mean = float(losses @ rows.weights) / base(weight)
        whole = weight.sum()
        added = slope(weight / whole)
        return 1.0 - mean - whole / base(weight) * (losses - mean * added[codes])


def _entropy_slope(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    return -np.log(np.where(shares > 0, shares, 1.0))


def _variance_slope(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    return 1.0 - 2.0 * shares + float(shares @ shares)
