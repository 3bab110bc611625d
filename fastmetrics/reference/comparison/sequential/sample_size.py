"""How many rows a sequential comparison takes: each number is tried, by halving."""

import math
from statistics import NormalDist

from fastmetrics.reference.comparison.sequential.normal_law import line_of

__all__ = ["sequential_sample_size"]

_NORMAL = NormalDist()


def sequential_sample_size(
    difference: float,
    *,
    discordance: float | None = None,
    standard_deviation: float | None = None,
    power: float = 0.8,
    alpha: float = 0.05,
    alternative: str = "two-sided",
) -> int:
    """Return the least n by which a walk with drift has crossed its line so often."""
    if (discordance is None) == (standard_deviation is None) or not difference > 0:
        raise ValueError(f"{difference=}, {discordance=}, {standard_deviation=}")
    if discordance is not None:
        sigma = math.sqrt(discordance)
    else:
        assert standard_deviation is not None
        sigma = standard_deviation
    most = (2 if alternative == "two-sided" else 1) / alpha

    def is_enough(n: int) -> bool:
        line = line_of(most, n, sigma, 0)
        z = difference * math.sqrt(n) / sigma
        at_the_end = _NORMAL.cdf(z - line)
        before = math.exp(line * (z - line / 2)) * _NORMAL.cdf(-z)
        return at_the_end + before >= power

    low, high = 0, 1
    while not is_enough(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high
