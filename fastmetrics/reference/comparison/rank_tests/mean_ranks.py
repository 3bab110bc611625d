"""Critical differences of mean ranks."""

import math
from statistics import NormalDist

from fastmetrics.reference.comparison.rank_tests.studentized_range import (
    studentized_range_sf,
)
from fastmetrics.reference.inputs import check_choice


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
