"""Log loss, Brier score, and their shares of what the base rates lose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "LossTotals",
    "base_entropy",
    "base_log_loss",
    "base_quadratic_loss",
    "brier_score_loss",
    "d2_brier_score",
    "d2_log_loss_score",
    "log_loss",
    "multiclass_brier_score",
    "normalized_cross_entropy",
]

# Shares are clipped as probabilities of double precision are.
_EPS = float(np.finfo(np.float64).eps)
# Two sums as close as this differ by rounding only.
_ROUNDING = 4 * _EPS


class LossTotals(NamedTuple):
    """Sums over rows, with any leading axes.

    Attributes
    ----------
    weight : ndarray of shape (..., k)
        Of the rows of each class; without weights, how many they are.
    log : ndarray of shape (...)
        Sum of weighted log losses; NaN where nobody asks for it, and so below.
    quadratic : ndarray of shape (...)
        Sum of weighted squared errors, over all columns; of a column of P(positive)
        over the two that it stands for.
    total : ndarray of shape (...) or None
        Weight of all rows; None: that of all classes, of which each row has one.
    """

    weight: Any
    log: Any = np.nan
    quadratic: Any = np.nan
    total: Any = None


def log_loss(of: LossTotals, *, normalize: bool = True, **_: Any) -> Any:
    """Return the mean of the log losses, or their sum."""
    return of.log / np.sum(of.weight, axis=-1) if normalize else np.asarray(of.log)


def brier_score_loss(
    of: LossTotals, *, scale_by_half: bool | Literal["auto"] = "auto", **_: Any
) -> Any:
    """Return the mean of the squared errors, or half of it."""
    if scale_by_half == "auto":
        scale_by_half = np.shape(of.weight)[-1] < 3
    mean = of.quadratic / np.sum(of.weight, axis=-1)
    return 0.5 * mean if scale_by_half else mean


def multiclass_brier_score(of: LossTotals, **_: Any) -> Any:
    """Return the mean of the squared errors over all columns."""
    return brier_score_loss(of, scale_by_half=False)


def d2_log_loss_score(of: LossTotals, **_: Any) -> Any:
    """Return the share of the base rates' log loss that is done away with."""
    return 1.0 - _ratio(of.log, base_log_loss(of.weight, of.total))


def d2_brier_score(of: LossTotals, **_: Any) -> Any:
    """Return the share of the base rates' Brier score that is done away with."""
    return 1.0 - _ratio(of.quadratic, base_quadratic_loss(of.weight, of.total))


def normalized_cross_entropy(of: LossTotals, **_: Any) -> Any:
    """Return the log loss over the entropy of the base rates; NaN where that is 0."""
    return _ratio(of.log, base_entropy(of.weight, of.total))


def base_log_loss(weight: Any, total: Any = None) -> Any:
    """Return the sum of log losses, were the shares of the classes the forecast."""
    shares = np.clip(_shares(weight, total), _EPS, 1.0 - _EPS)
    return np.sum(weight * -np.log(shares), axis=-1)


def base_entropy(weight: Any, total: Any = None) -> Any:
    """Return the same without clipping; NaN where there is one class."""
    shares = _shares(weight, total)
    entropy = -np.sum(weight * np.log(np.where(shares > 0, shares, 1.0)), axis=-1)
    return np.where(entropy > 0, entropy, np.nan)


def base_quadratic_loss(weight: Any, total: Any = None) -> Any:
    """Return the sum of squared errors, were the shares the forecast."""
    return np.sum(weight * (1.0 - _shares(weight, total)), axis=-1)


def _shares(weight: Any, total: Any) -> NDArray[np.float64]:
    if total is None:
        total = np.sum(weight, axis=-1)
    return np.asarray(weight / np.expand_dims(total, -1))


def _ratio(loss: Any, null: Any) -> Any:
    """Return a quotient, 1 where the two differ by rounding only."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        same = np.abs(np.subtract(loss, null)) <= _ROUNDING * np.abs(null)
        return np.where(same & np.greater(null, 0), 1.0, np.divide(loss, null))
