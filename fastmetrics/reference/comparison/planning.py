"""Planning: approximations solved by halving, the exact power summed in fractions."""

import math
from fractions import Fraction
from statistics import NormalDist

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
    largest = _largest(discordance, standard_deviation)
    if n_samples < 1:
        raise ValueError(f"n_samples={n_samples!r}")
    z_alpha, z_beta = _quantiles(power, alpha, alternative, n_comparisons)
    if discordance is None:
        largest = (z_alpha + z_beta) * standard_deviation  # which one row shows
    if largest == 0:
        return math.nan if standard_deviation is None else 0.0

    def is_enough(difference: float) -> bool:
        return n_samples >= _rows(
            difference, discordance, standard_deviation, z_alpha, z_beta
        )

    if discordance is not None and not is_enough(largest):
        return math.nan
    low, high = 0.0, largest
    for _ in range(200):
        middle = (low + high) / 2
        if is_enough(middle):
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
    if not 0 < difference <= _largest(discordance, standard_deviation):
        raise ValueError(f"difference={difference!r}")
    z_alpha, z_beta = _quantiles(power, alpha, alternative, n_comparisons)
    rows = _rows(difference, discordance, standard_deviation, z_alpha, z_beta)
    return max(1, math.ceil(rows))


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
    if not 0 <= difference <= _largest(discordance, standard_deviation):
        raise ValueError(f"difference={difference!r}")
    if n_samples < 1 or n_comparisons < 1 or method not in ("exact", "normal"):
        raise ValueError(f"{n_samples=} {n_comparisons=} {method=}")
    level = alpha / n_comparisons
    two_sided = _TWO_SIDED[alternative]
    if discordance is not None and method == "exact":
        return _exact(
            Fraction(difference), n_samples, Fraction(discordance), level, two_sided
        )
    z = _NORMAL.inv_cdf(1 - level / (1 + two_sided))
    without, with_it = _errors(difference, discordance, standard_deviation)
    if with_it == 0:
        return float(difference * math.sqrt(n_samples) > z * without)
    shift = difference * math.sqrt(n_samples)
    power = _NORMAL.cdf((shift - z * without) / with_it)
    if two_sided:
        power += _NORMAL.cdf((-shift - z * without) / with_it)
    return power


def _largest(discordance: float | None, standard_deviation: float | None) -> float:
    """Return the largest difference there can be."""
    if (discordance is None) == (standard_deviation is None):
        raise ValueError(f"{discordance=} {standard_deviation=}")
    if discordance is None:
        if not 0 <= standard_deviation < math.inf:
            raise ValueError(f"{standard_deviation=}")
        return math.inf
    if not 0 <= discordance <= 1:
        raise ValueError(f"{discordance=}")
    return discordance


def _quantiles(
    power: float, alpha: float, alternative: str, n_comparisons: int
) -> tuple[float, float]:
    if not 0 < alpha < power < 1 or n_comparisons < 1:
        raise ValueError(f"{power=} {alpha=} {n_comparisons=}")
    tail = alpha / n_comparisons / (1 + _TWO_SIDED[alternative])
    return -_NORMAL.inv_cdf(tail), _NORMAL.inv_cdf(power)


def _errors(
    difference: float, discordance: float | None, standard_deviation: float | None
) -> tuple[float, float]:
    """Return the standard deviation of a row without a difference and with it.

    A row is +1 where only A is right, -1 where only B is and 0 otherwise: its square
    has the mean of the discordance, itself that of the difference.
    """
    if discordance is None:
        return standard_deviation, standard_deviation
    return math.sqrt(discordance), math.sqrt(discordance - difference**2)


def _rows(
    difference: float,
    discordance: float | None,
    standard_deviation: float | None,
    z_alpha: float,
    z_beta: float,
) -> float:
    without, with_it = _errors(difference, discordance, standard_deviation)
    return ((z_alpha * without + z_beta * with_it) / difference) ** 2


def _exact(
    difference: Fraction,
    n: int,
    discordance: Fraction,
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
