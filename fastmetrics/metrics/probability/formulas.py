"""Formulas of probabilities: calibration and losses, read off summaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]


# -------------------------------------------------------------------------- calibration
# Formulas of bins of forecasts: calibration errors, parts of the Brier score.


class BinSums(NamedTuple):
    """What there is in each bin: arrays of shape (n_bins,).

    ``counts`` of rows that weigh something, and sums over them of weights w, of wy and
    of wp, y being the outcome and p the forecast.
    """

    counts: NDArray[np.int64]
    weights: Numbers
    outcomes: Numbers
    forecasts: Numbers

    def filled(self) -> BinSums:
        """Return the bins that have rows."""
        used = self.counts > 0
        sums = self.weights[used], self.outcomes[used], self.forecasts[used]
        return BinSums(self.counts[used], *sums)


class MoreSums(NamedTuple):
    """Further sums of each bin: of wp², of wr² to wr⁴, of w² and of w²r²; r = y - p."""

    squares: Numbers
    residuals_2: Numbers
    residuals_3: Numbers
    residuals_4: Numbers
    weights_2: Numbers
    weighted_residuals_2: Numbers


class BrierDecomposition(NamedTuple):
    """Parts of the Brier score: see `fastmetrics.brier_decomposition`."""

    reliability: float
    resolution: float
    uncertainty: float
    within_bin_variance: float
    within_bin_covariance: float


# --- calibration errors


def mean_gap(bins: BinSums) -> float:
    """Return the mean distance of share and mean forecast, bins by their weight."""
    gaps = np.abs(bins.outcomes - bins.forecasts)
    return float(gaps.sum() / bins.weights.sum())


def largest_gap(bins: BinSums) -> float:
    """Return the largest distance of share and mean forecast of a bin."""
    filled = bins.filled()
    return float(np.max(np.abs(filled.outcomes - filled.forecasts) / filled.weights))


def mean_square(bins: BinSums) -> float:
    """Return the mean squared gap, bins by their weight."""
    filled = bins.filled()
    gaps = filled.outcomes - filled.forecasts
    squares = gaps * (gaps / filled.weights)  # the quotient is a share: no overflow
    return float(squares.sum() / filled.weights.sum())


def square_parts(bins: BinSums, more: MoreSums) -> tuple[Numbers, Numbers]:
    """Return per bin Σ wᵢwⱼrᵢrⱼ and Σ wᵢwⱼ over all pairs of different rows.

    Both are 0 in a bin with fewer than two rows.
    """
    several = bins.counts > 1
    residuals = bins.outcomes - bins.forecasts
    with np.errstate(over="ignore", invalid="ignore"):  # sums of rows no longer here
        products = residuals**2 - more.weighted_residuals_2
        pairs = bins.weights**2 - more.weights_2
    return np.where(several, products, 0.0), np.where(several, pairs, 0.0)


def debiased_square(bins: BinSums, more: MoreSums) -> float:
    """Return the mean over bins, by weight, of the product of two rows' residuals."""
    products, pairs = square_parts(bins, more)
    means = np.divide(products, pairs, out=np.zeros_like(products), where=pairs > 0)
    return float((bins.weights * means).sum() / bins.weights.sum())


# --- the Brier score, and a test


def brier_parts(bins: BinSums, more: MoreSums | None) -> BrierDecomposition:
    """Return the five parts; without further sums a bin holds one probability."""
    bins, used = bins.filled(), bins.counts > 0
    weights = bins.weights
    total = weights.sum()
    base = bins.outcomes.sum() / total
    share, forecast = bins.outcomes / weights, bins.forecasts / weights
    reliability = (weights * (forecast - share) ** 2).sum() / total
    resolution = (weights * (share - base) ** 2).sum() / total
    uncertainty = base * (1 - base)
    variance = covariance = 0.0
    if more is not None:
        within = more.squares[used] - bins.forecasts * forecast
        variance = max(within.sum() / total, 0.0)
        # Σ w (r - r̄)² = Σ w (p - p̄)² + Σ w (y - ȳ)² - 2 Σ w (p - p̄)(y - ȳ)
        residuals = more.residuals_2[used] - weights * (share - forecast) ** 2
        outcomes = weights * share * (1 - share)
        covariance = (within + outcomes - residuals).sum() / total
    parts = reliability, resolution, uncertainty, variance, covariance
    return BrierDecomposition(*map(float, parts))


def pearson_statistic(bins: BinSums) -> tuple[float, int]:
    """Return Pearson's chi-squared of the outcomes, and how many bins have rows."""
    filled = bins.filled()
    expected = filled.forecasts / filled.weights
    gaps = filled.outcomes - filled.forecasts
    variance = filled.forecasts * (1 - expected)
    certain = variance <= 0
    with np.errstate(over="ignore"):  # of a forecast next to 0 the term is infinite
        terms = np.divide(gaps**2, variance, out=np.zeros_like(gaps), where=~certain)
    if np.any(gaps[certain] != 0):
        return float("inf"), len(gaps)
    return float(terms.sum()), len(gaps)


# ------------------------------------------------------------------------------- losses
# Log loss, Brier score, and both relative to the loss of the base rates.


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
    mean = of.quadratic / np.sum(of.weight, axis=-1)
    return 0.5 * mean if is_halved(np.shape(of.weight)[-1], scale_by_half) else mean


def is_halved(k: int, scale_by_half: bool | Literal["auto"]) -> bool:
    """Whether the Brier score of k classes is half of the squared error."""
    return k < 3 if scale_by_half == "auto" else bool(scale_by_half)


def multiclass_brier_score(of: LossTotals, **_: Any) -> Any:
    """Return the mean of the squared errors over all columns."""
    return brier_score_loss(of, scale_by_half=False)


def d2_log_loss_score(of: LossTotals, **_: Any) -> Any:
    """Return 1 minus the ratio of the log loss to the log loss of the base rates."""
    return 1.0 - _ratio(of.log, base_log_loss(of.weight, of.total))


def d2_brier_score(of: LossTotals, **_: Any) -> Any:
    """Return 1 minus the ratio of the Brier score to the score of the base rates."""
    return 1.0 - _ratio(of.quadratic, base_quadratic_loss(of.weight, of.total))


def normalized_cross_entropy(of: LossTotals, **_: Any) -> Any:
    """Return the log loss over the entropy of the base rates; NaN where that is 0."""
    return _ratio(of.log, base_entropy(of.weight, of.total))


def base_log_loss(weight: Any, total: Any = None) -> Any:
    """Return the sum of log losses if the base rates were the forecast."""
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
