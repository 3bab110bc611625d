"""Betting on the mean of bounded values: products over rows, in fractions.

E(m) = Σ w Π (1 − θ + θ y/m) is a martingale of mean at most 1 where the mean of y is at
most m; by Ville's inequality it ever exceeds 1/α with probability α at most.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

__all__ = ["SHARES", "WEIGHTS", "betting_interval", "cells_of", "evalue", "places"]

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


def betting_interval(
    rows: Sequence[Row], level: float, halvings: int = 60
) -> tuple[float, float]:
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
