"""Planning: approximations solved by halving, the exact power summed in fractions."""

import math
from fractions import Fraction
from statistics import NormalDist
from typing import NamedTuple

_NORMAL = NormalDist()
_TWO_SIDED = {"two-sided": True, "greater": False, "less": False}


def minimum_detectable_difference(
    n_samples: int,
    *,
    discordance: float | None = None,
    standard_deviation: float | None = None,
    power: float = 0.8,
    alpha: float = 0.05,
    alternative: str = "two-sided",
    n_comparisons: int = 1,
) -> float:
    """Return the least difference whose rows n_samples suffice for; NaN: there is none.

    How many rows a difference takes falls as it grows, so the least is found by
    halving.
    """
    noise = _Noise.of(discordance, standard_deviation)
    if n_samples < 1:
        raise ValueError(f"n_samples={n_samples!r}")
    z_alpha, z_beta = _quantiles(power, alpha, alternative, n_comparisons)
    if noise.value == 0:
        return math.nan if noise.is_discordance else 0.0
    # The largest there is, or what a single row shows.
    high = noise.value if noise.is_discordance else (z_alpha + z_beta) * noise.value
    if noise.is_discordance and n_samples < noise.rows(high, z_alpha, z_beta):
        return math.nan
    low = 0.0
    for _ in range(200):
        middle = (low + high) / 2
        if n_samples >= noise.rows(middle, z_alpha, z_beta):
            high = middle
        else:
            low = middle
    return high


def required_sample_size(
    difference: float,
    *,
    discordance: float | None = None,
    standard_deviation: float | None = None,
    power: float = 0.8,
    alpha: float = 0.05,
    alternative: str = "two-sided",
    n_comparisons: int = 1,
) -> int:
    """Return the rows that show a difference with this power, rounded up."""
    noise = _Noise.of(discordance, standard_deviation)
    if not 0 < difference <= noise.largest:
        raise ValueError(f"difference={difference!r}")
    z_alpha, z_beta = _quantiles(power, alpha, alternative, n_comparisons)
    return max(1, math.ceil(noise.rows(difference, z_alpha, z_beta)))


def comparison_power(
    difference: float,
    n_samples: int,
    *,
    discordance: float | None = None,
    standard_deviation: float | None = None,
    alpha: float = 0.05,
    alternative: str = "two-sided",
    n_comparisons: int = 1,
    method: str = "exact",
) -> float:
    """Return the chance that the test rejects, on either side if it has two."""
    noise = _Noise.of(discordance, standard_deviation)
    if not 0 <= difference <= noise.largest:
        raise ValueError(f"difference={difference!r}")
    if n_samples < 1 or n_comparisons < 1 or method not in ("exact", "normal"):
        raise ValueError(f"{n_samples=} {n_comparisons=} {method=}")
    level = alpha / n_comparisons
    two_sided = _TWO_SIDED[alternative]
    if noise.is_discordance and method == "exact":
        shares = Fraction(difference), Fraction(noise.value)
        return _exact(*shares, n_samples, level, two_sided)
    z = _NORMAL.inv_cdf(1 - level / (1 + two_sided))
    without, with_it = noise.errors(difference)
    if with_it == 0:
        return float(difference * math.sqrt(n_samples) > z * without)
    shift = difference * math.sqrt(n_samples)
    power = _NORMAL.cdf((shift - z * without) / with_it)
    if two_sided:
        power += _NORMAL.cdf((-shift - z * without) / with_it)
    return power


class _Noise(NamedTuple):
    """What blurs a difference: a discordance, or a standard deviation by row."""

    value: float
    is_discordance: bool

    @classmethod
    def of(
        cls, discordance: float | None, standard_deviation: float | None
    ) -> "_Noise":
        if discordance is not None and standard_deviation is None:
            if not 0 <= discordance <= 1:
                raise ValueError(f"{discordance=}")
            return cls(discordance, True)
        if discordance is None and standard_deviation is not None:
            if not 0 <= standard_deviation < math.inf:
                raise ValueError(f"{standard_deviation=}")
            return cls(standard_deviation, False)
        raise ValueError(f"{discordance=} {standard_deviation=}")

    @property
    def largest(self) -> float:
        """The largest difference there can be."""
        return self.value if self.is_discordance else math.inf

    def errors(self, difference: float) -> tuple[float, float]:
        """Return the standard deviation of a row without a difference and with it.

        A row is +1 where only A is right, -1 where only B is and 0 otherwise: its
        square has the mean of the discordance, itself that of the difference.
        """
        if self.is_discordance:
            return math.sqrt(self.value), math.sqrt(self.value - difference**2)
        return self.value, self.value

    def rows(self, difference: float, z_alpha: float, z_beta: float) -> float:
        """Return how many rows show a difference, not rounded."""
        without, with_it = self.errors(difference)
        return ((z_alpha * without + z_beta * with_it) / difference) ** 2


def _quantiles(
    power: float, alpha: float, alternative: str, n_comparisons: int
) -> tuple[float, float]:
    if not 0 < alpha < power < 1 or n_comparisons < 1:
        raise ValueError(f"{power=} {alpha=} {n_comparisons=}")
    tail = alpha / n_comparisons / (1 + _TWO_SIDED[alternative])
    return -_NORMAL.inv_cdf(tail), _NORMAL.inv_cdf(power)


def _exact(
    difference: Fraction,
    discordance: Fraction,
    n: int,
    level: float,
    two_sided: bool,
) -> float:
    """Return the power of the exact McNemar test: a sum over all tables."""
    only_a = (discordance + difference) / 2
    only_b = (discordance - difference) / 2
    power = Fraction(0)
    for b in range(n + 1):
        for c in range(n + 1 - b):
            pvalue = _pvalue(min(b, c) if two_sided else c, b + c) * (1 + two_sided)
            if pvalue <= level:
                ways = math.comb(n, b) * math.comb(n - b, c)
                power += ways * only_a**b * only_b**c * (1 - discordance) ** (n - b - c)
    return float(power)


def _pvalue(losses: int, discordant: int) -> Fraction:
    """Return P(X <= losses), X being heads among so many throws of a fair coin."""
    ways = sum(math.comb(discordant, i) for i in range(losses + 1))
    return Fraction(ways, 2**discordant)
