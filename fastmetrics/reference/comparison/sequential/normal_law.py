"""The sequential z test: exponentials over bets, and the interval by halving."""

import math
from typing import NamedTuple

from fastmetrics.reference.comparison.sequential.betting import SHARES, WEIGHTS

__all__ = ["SequentialZ", "line_of", "mixture", "sequential_z_test"]

_FROM = 6


class SequentialZ(NamedTuple):
    """The e-value, its p-value and the interval of 95 %."""

    evalue: float
    pvalue: float
    low: float
    high: float


def mixture(z: float, n: float, sigma: float = 1.0, first: int = _FROM) -> float:
    """Return Σ w exp(t √n z − t² n / 2) with t = θ σ, the weights summing to 1."""
    total = sum(WEIGHTS[first:])
    return math.fsum(
        float(weight / total)
        * math.exp(float(share) * sigma * math.sqrt(n) * z)
        * math.exp(-((float(share) * sigma) ** 2) * n / 2)
        for share, weight in zip(SHARES[first:], WEIGHTS[first:], strict=True)
    )


def line_of(most: float, n: float, sigma: float = 1.0, first: int = _FROM) -> float:
    """Return the z at which the mixture is as large as that, by halving."""
    low, high = 0.0, 1.0
    while mixture(high, n, sigma, first) < most:
        low, high = high, 2 * high
    for _ in range(80):
        middle = (low + high) / 2
        if mixture(middle, n, sigma, first) < most:
            low = middle
        else:
            high = middle
    return high


def sequential_z_test(
    estimate: float,
    standard_error: float,
    n_samples: int,
    *,
    null: float = 0.0,
    alternative: str = "two-sided",
) -> SequentialZ:
    """Return the mixture at z, half of it where both sides count."""
    if n_samples < 100 or not standard_error > 0:
        raise ValueError(f"n_samples={n_samples!r}, {standard_error=}")
    z = (estimate - null) / standard_error
    if alternative == "two-sided":
        found = max(mixture(z, n_samples), mixture(-z, n_samples)) / 2
    else:
        found = mixture(z if alternative == "greater" else -z, n_samples)
    half = line_of(40, n_samples) * standard_error
    return SequentialZ(found, min(1.0, 1 / found), estimate - half, estimate + half)
