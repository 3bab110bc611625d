"""What each row contributes to a loss, or to its share of what the base rates lose.

The weighted mean of the losses is the metric. Of a share these are pseudo-values: of
n rows without weights ``n v - (n - 1) v_i``, with v_i the share without the row; with
weights its limit for small changes of a weight, whose weighted mean is the share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.means import ROUNDING, Mean, mean_of_sums
from fastmetrics._common.references import loaded
from fastmetrics._common.threads import map_blocks
from fastmetrics.metrics.probability.measuring.forecast_rows import (
    LOG_LOSS,
    QUADRATIC_LOSS,
    ForecastRows,
)
from fastmetrics.metrics.probability.measuring.loss_lines import (
    ShareOfBase,
    quadratic_factor,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.probability.measuring.forecast_rows import Eps

__all__ = [
    "brier_losses",
    "brier_moments",
    "log_loss_moments",
    "log_losses",
    "share_values",
]

# Rows of a block, whose numbers stay in the cache.
_BLOCK = 1 << 15


def log_losses(
    y_true: ArrayLike, y_proba: ArrayLike, *, eps: Eps = "auto", **given: Any
) -> NDArray[np.float64]:
    """Return the log loss of each row."""
    rows = ForecastRows(y_true, y_proba, rule="labels", **given)
    return rows.row_losses(LOG_LOSS, eps)


def brier_losses(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    scale_by_half: bool | Literal["auto"] = "auto",
    **given: Any,
) -> NDArray[np.float64]:
    """Return the squared error of each row, summed over columns, or half of it."""
    rows = ForecastRows(y_true, y_proba, **given)
    factor = quadratic_factor(rows.k, rows.is_column, scale_by_half)
    losses = rows.row_losses(QUADRATIC_LOSS)
    return losses if factor == 1.0 else factor * losses


def share_values(
    share: ShareOfBase, y_true: ArrayLike, y_proba: ArrayLike, **given: Any
) -> NDArray[np.float64]:
    """Return the pseudo-values of a share of what the base rates lose."""
    share = loaded(share)
    rows = ForecastRows(y_true, y_proba, rule=share.rule, **given)
    losses = rows.row_losses(LOG_LOSS if share.loss == "l" else QUADRATIC_LOSS)
    if share.loss == "q" and rows.is_column:
        losses *= 2.0
    found = _pseudo_values(rows, losses, share)
    return 1.0 - found if share.is_ratio else found


def _pseudo_values(
    rows: ForecastRows, losses: NDArray[np.float64], of: ShareOfBase
) -> NDArray[np.float64]:
    """Return pseudo-values of 1 - (sum of losses) / (what the base rates lose).

    They take the place of the losses.
    """
    if rows.weights is None:
        total, n = float(losses.sum()), rows.n
    else:
        total, n = float(losses @ rows.weights), None
    weight, members = rows.class_weights(), rows.indicators
    if members is not None:
        whole = rows.total_weight()
        constant, slope = of.lines(weight, total, n, members=members, whole=whole)
        return constant + slope * losses
    codes = rows.probabilities.codes
    constant, slope = of.lines(weight, total, n)

    def shift(start: int) -> None:
        block = slice(start, start + _BLOCK)
        own = codes[block]
        with np.errstate(invalid="ignore"):
            losses[block] *= slope[own]
            losses[block] += constant[own]

    map_blocks(shift, range(0, rows.n, _BLOCK))
    return losses


# --- without keeping what each row loses


def log_loss_moments(
    y_true: ArrayLike, y_proba: ArrayLike, *, eps: Eps = "auto", **given: Any
) -> Mean:
    """Return the mean of `log_losses`, of rows that count alike."""
    rows = ForecastRows(y_true, y_proba, rule="labels", **given)
    return _mean(rows.n, *rows.moments(LOG_LOSS, eps))


def brier_moments(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    scale_by_half: bool | Literal["auto"] = "auto",
    **given: Any,
) -> Mean:
    """Return the mean of `brier_losses`, of rows that count alike."""
    rows = ForecastRows(y_true, y_proba, **given)
    factor = quadratic_factor(rows.k, rows.is_column, scale_by_half)
    mean, squares, cubes = rows.moments(QUADRATIC_LOSS)
    return _mean(rows.n, factor * mean, factor**2 * squares, factor**3 * cubes)


def _mean(n: int, mean: float, squares: float, cubes: float) -> Mean:
    noise = ROUNDING * abs(mean) * n**0.5
    return mean_of_sums(mean, n, (float(n), float(n)), (squares, cubes), noise)
