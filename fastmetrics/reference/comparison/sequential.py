"""Sequential tests, confidence sequences and their sample sizes."""

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import nan
from statistics import NormalDist, mean, stdev
from typing import NamedTuple

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
    estimate, standard_error, n_samples, *, null=0.0, alternative="two-sided"
):
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


_STEPS = 256


def confidence_sequence(
    values, *, bounds, looks=200, confidence_level=0.95, running=False
):
    """Return rows, means and bounds at looks: so many, or those after these rows.

    Without bounds of the values, and of values that are all equal, they are NaN.
    """
    if not values or (bounds is None and len(values) < 100):
        raise ValueError(f"{len(values)} values")
    if isinstance(looks, int):
        at = _grown(1 if bounds is not None else 100, len(values), looks)
    else:
        at = list(looks)
    estimates: list[float] = []
    lows: list[float] = []
    highs: list[float] = []
    for n in at:
        seen = list(values[:n])
        estimates.append(float(mean(seen)))
        if bounds is None:
            most = 2 / (1 - confidence_level)
            half = line_of(most, n) * stdev(seen) / n**0.5
            low, high = estimates[-1] - half, estimates[-1] + half
            if len({*seen}) == 1:
                low = high = nan
        else:
            start, width = (
                Fraction(bounds[0]),
                Fraction(bounds[1]) - Fraction(bounds[0]),
            )
            ys = [(Fraction(value) - start) / width for value in seen]
            low, high = betting_interval(places(cells_of(ys, _STEPS)), confidence_level)
            low, high = float(start + width * low), float(start + width * high)
        if running and lows and lows[-1] == lows[-1]:
            low, high = max(low, lows[-1]), min(high, highs[-1])
        lows.append(low)
        highs.append(high)
    return at, estimates, lows, highs


def _grown(first: int, last: int, looks: int) -> list[int]:
    """Return numbers of rows that grow by a factor, each once."""
    if looks == 1:
        return [last]
    factor = (last / first) ** (1 / (looks - 1))
    return sorted({round(first * factor**i) for i in range(looks)})


# 1, 3/4, 1/2, 3/8, 1/4 and so on, 42 of them.
SHARES = [Fraction(4 - k % 2, 4) / 2 ** (k // 2) for k in range(42)]
_TOTAL = sum(Fraction(1, max(k, 12)) for k in range(42))
WEIGHTS = [Fraction(1, max(k, 12)) / _TOTAL for k in range(42)]

# A value in [0, 1], and how many rows have it.
Row = tuple[Fraction, Fraction]


def evalue(rows: Sequence[Row], mean: Fraction) -> Fraction | float:
    """Return what a capital of 1 has become that was bet on a mean above this one.

    In fractions if the rows are whole, else in floats: roots are no fractions.
    """
    total: Fraction | float = Fraction(0)
    for share, weight in zip(SHARES, WEIGHTS, strict=True):
        factors = [(1 - share + share * y / mean, n) for y, n in rows if n]
        total += weight * _product(factors)
    return total


def _product(factors: Iterable[tuple[Fraction, Fraction]]) -> Fraction | float:
    found: Fraction | float = Fraction(1)
    for factor, n in factors:
        found *= factor ** int(n) if n.denominator == 1 else float(factor) ** float(n)
    return found


def cells_of(ys: Sequence[Fraction], steps: int) -> list[Fraction]:
    """Return how many rows lie at steps + 1 places; those between are parted."""
    cells = [Fraction(0)] * (steps + 1)
    for y in ys:
        cell = min(int(y * steps), steps - 1)
        part = y * steps - cell
        cells[cell] += 1 - part
        cells[cell + 1] += part
    return cells


def places(cells: Sequence[Fraction]) -> list[Row]:
    """Return where the rows of cells lie."""
    return [(Fraction(j, len(cells) - 1), n) for j, n in enumerate(cells)]


def betting_interval(rows, level, halvings=60):
    """Return the means that no bet has refuted, above or below, found by halving."""
    most = 2 / (1 - Fraction(level))
    low = _least(rows, most, halvings)
    high = 1 - _least([(1 - y, n) for y, n in rows], most, halvings)
    return float(low), float(high)


def _least(rows: Sequence[Row], most: Fraction, halvings: int) -> Fraction:
    total = sum((y * n for y, n in rows), Fraction(0))
    if not total:
        return Fraction(0)
    low, high = Fraction(0), total / sum(n for _, n in rows)
    for _ in range(halvings):
        middle = (low + high) / 2
        if evalue(rows, middle) >= most:
            low = middle
        else:
            high = middle
    return high


_NORMAL = NormalDist()


def sequential_sample_size(
    difference,
    *,
    discordance=None,
    standard_deviation=None,
    power=0.8,
    alpha=0.05,
    alternative="two-sided",
):
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
