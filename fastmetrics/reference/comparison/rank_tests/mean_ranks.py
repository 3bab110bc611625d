"""Critical differences of mean ranks."""

import math
from collections.abc import Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import Any

from fastmetrics.reference.inputs import check_choice


def mean_rank_moments(n_models: int, n_datasets: int = 1) -> tuple[float, float]:
    """Return the moments of the mean of N draws of one of the ranks 1, ..., k."""
    if n_models < 1 or n_datasets < 1:
        raise ValueError(f"{n_models=}, {n_datasets=}")
    ranks = range(1, n_models + 1)
    mean = Fraction(sum(ranks), n_models)
    variance = sum((rank - mean) ** 2 for rank in ranks) / n_models
    return float(mean), float(variance / n_datasets)


def critical_difference(
    n_models: int, n_datasets: int, *, alpha: float = 0.05, test: str = "nemenyi"
) -> float:
    """Return the quantile times the standard error of a difference."""
    check_choice("test", test, ["nemenyi", "bonferroni-dunn"])
    if n_models < 2 or n_datasets < 2 or not 0 < alpha < 1:
        raise ValueError(f"{n_models=}, {n_datasets=}, {alpha=}")
    if test == "nemenyi":
        q = range_quantile(alpha, n_models) / math.sqrt(2)
    else:
        q = -NormalDist().inv_cdf(alpha / (2 * (n_models - 1)))
    return q * math.sqrt(n_models * (n_models + 1) / (6 * n_datasets))


def range_quantile(alpha: float, k: int) -> float:
    """Return the range exceeded with that chance, by halving where it can be."""
    low, high = 0.0, 60.0
    for _ in range(60):
        middle = (low + high) / 2
        if studentized_range_sf(middle, k) > alpha:
            low = middle
        else:
            high = middle
    return (low + high) / 2


# --- the range of k standard normal variables, integrated by Simpson's rule

STEPS = 1200


def studentized_range_sf(q: Any, n_models: int) -> Any:
    """Return the chance of a larger range; of a list of ranges, a list."""
    if n_models < 2:
        raise ValueError(f"n_models={n_models}")
    if isinstance(q, Sequence):
        return [studentized_range_sf(one, n_models) for one in q]
    if math.isnan(q):
        raise ValueError("q is NaN")
    if q <= 0:
        return 1.0
    if math.isinf(q):
        return 0.0
    k, low, high = n_models, -10.0, q + 10.0

    def integrand(z: float) -> float:
        # z is the largest; the others are below it, and not all above z - q.
        below, far_below = cdf(z), cdf(z - q)
        between = math.log1p(-far_below / below) if far_below < below else -math.inf
        some = below ** (k - 1) * -math.expm1((k - 1) * between)
        return k * math.exp(-z * z / 2) / math.sqrt(2 * math.pi) * some

    width = (high - low) / STEPS
    heights = [integrand(low + i * width) for i in range(STEPS + 1)]
    inner = 4 * math.fsum(heights[1:-1:2]) + 2 * math.fsum(heights[2:-1:2])
    return min(1.0, width / 3 * (heights[0] + inner + heights[-1]))


def cdf(z: float) -> float:
    """Return the normal distribution function."""
    return math.erfc(-z / math.sqrt(2)) / 2
