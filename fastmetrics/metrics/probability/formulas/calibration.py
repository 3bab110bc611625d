"""What is read off bins of forecasts: calibration errors, parts of the Brier score."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

__all__ = [
    "BinSums",
    "BrierDecomposition",
    "MoreSums",
    "brier_parts",
    "debiased_square",
    "largest_gap",
    "mean_gap",
    "mean_square",
    "pearson_statistic",
    "square_parts",
]


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
