"""Row losses: a swap turns the sign of the difference of a row, or of a group."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common import binomial
from fastmetrics._common.null_laws import NullLaw
from fastmetrics.comparison.permutation.laws import (
    LEFT_OUT,
    MOST_POINTS,
    SHARE_LEFT_OUT,
    CutLaw,
    Tail,
    fair_law,
    likely_numbers,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["integer_tail", "integer_work", "is_whole"]

# Sums of whole numbers beyond this are not exact as floats.
_EXACT = 2.0**53
# Products of chances that a law of sums may take: about a second's work.
_MOST_WORK = 3e9
# As many of them take as long as a point of a grid.
_PRODUCTS_PER_POINT = 100


def is_whole(values: NDArray[np.float64]) -> bool:
    """Whether values are whole numbers that add up without rounding."""
    return bool(np.abs(values).sum() < _EXACT and (values == np.floor(values)).all())


def integer_tail(
    differences: NDArray[np.int64], units: NDArray[np.int64], alternative: str
) -> Tail | None:
    """Return the exact tail of Σ ±d, of whole numbers; None if that is too much work.

    ``units[i]`` units have a difference of ``differences[i]``.
    """
    sizes, trials, found = _kinds(differences, units)
    if not len(sizes):
        return Tail(1.0, 0.0)
    null_law = partial(_null_law, sizes, trials, found)
    if len(sizes) == 1:
        return Tail(
            binomial.pvalue(int(found[0]), int(trials[0]), 0.5, alternative),
            0.0,
            null_law,
        )
    sizes = sizes // np.gcd.reduce(sizes)
    # The sum of the sizes with a plus, and that with a minus.
    ahead, behind = int(sizes @ found), int(sizes @ (trials - found))
    left_out = LEFT_OUT
    while True:
        laws = [fair_law(n, left_out / len(sizes)) for n in trials.tolist()]
        law = _law_of_sum(laws, sizes.tolist())
        if law is None:
            return None
        chance = _tail(law, ahead, behind, alternative)
        if law.rest <= SHARE_LEFT_OUT * chance or not law.rest:
            break
        if left_out <= 1e-300:
            break
        left_out = max(min(SHARE_LEFT_OUT * chance, left_out**2), 1e-300)
    return Tail(min(1.0, chance + law.rest), law.rest, null_law)


def _null_law(
    sizes: NDArray[np.int64], trials: NDArray[np.int64], found: NDArray[np.int64]
) -> NullLaw:
    """Return the law of the sum of differences whose signs are tossed."""
    unit = np.gcd.reduce(sizes)
    laws = [fair_law(n, LEFT_OUT / len(sizes)) for n in trials.tolist()]
    law = _law_of_sum(laws, (sizes // unit).tolist())
    assert law is not None  # there was a tail of it
    ahead = law.low + np.arange(len(law.chances))
    possible = law.chances > 0
    at = (2.0 * unit * ahead - sizes @ trials)[possible]
    statistic = float(sizes @ (2 * found - trials))
    chances = law.chances[possible]
    return NullLaw(at, chances, "chances", "away", 0.0, statistic)


def integer_work(differences: NDArray[np.int64], units: NDArray[np.int64]) -> float:
    """Return about how many points of a grid take as long as `integer_tail` does.

    Infinite where that returns None.
    """
    sizes, trials, _ = _kinds(differences, units)
    if len(sizes) < 2:
        return 1.0
    sizes = sizes // np.gcd.reduce(sizes)
    steps = likely_numbers(trials) - 1
    length = 1 + float(sizes @ steps)
    products = length * float(steps.sum())
    if length > MOST_POINTS or products > _MOST_WORK:
        return math.inf
    return products / _PRODUCTS_PER_POINT


def _kinds(
    differences: NDArray[np.int64], units: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the sizes that occur, how many units have each, and how many are > 0."""
    moved = (differences != 0) & (units > 0)
    differences, units = differences[moved], units[moved]
    sizes, kind = np.unique(np.abs(differences), return_inverse=True)
    trials, found = np.zeros((2, len(sizes)), np.int64)
    np.add.at(trials, kind, units)
    np.add.at(found, kind, np.where(differences > 0, units, 0))
    return sizes, trials, found


def _law_of_sum(laws: Sequence[CutLaw], sizes: Sequence[int]) -> CutLaw | None:
    """Return the law of Σ size · heads; None if it takes too long.

    All that is added up is positive, so that small chances are as precise as large.
    """
    steps = [len(law.chances) - 1 for law in laws]
    length = 1 + sum(size * n for size, n in zip(sizes, steps, strict=True))
    if length > MOST_POINTS or length * float(sum(steps)) > _MOST_WORK:
        return None
    chances = np.ones(1)
    # The largest first: the sum of few of them is short.
    for law, size in sorted(zip(laws, sizes, strict=True), key=lambda one: -one[1]):
        chances = _with_steps(chances, law.chances, size)
    low = sum(size * law.low for law, size in zip(laws, sizes, strict=True))
    return CutLaw(low, chances, math.fsum(law.rest for law in laws))


def _with_steps(
    chances: NDArray[np.float64], heads: NDArray[np.float64], size: int
) -> NDArray[np.float64]:
    """Return the law of a sum and of so many steps of one size."""
    out = np.zeros(len(chances) + size * (len(heads) - 1))
    for remainder in range(min(size, len(chances))):
        part = chances[remainder::size]
        sums = np.convolve(part, heads)
        out[remainder : remainder + size * len(sums) : size] = sums
    return out


def _tail(law: CutLaw, ahead: int, behind: int, alternative: str) -> float:
    """Return the chance of sums at least as far as ``ahead``, of which the law is."""

    def at_most(value: int) -> float:
        # The smallest first; the law is cut symmetrically about the middle.
        return float(law.chances[: max(0, value - law.low + 1)].sum())

    if alternative == "two-sided":
        near, far = sorted((ahead, behind))
        return 1.0 if near == far else min(1.0, 2 * at_most(near))
    return at_most(behind if alternative == "greater" else ahead)
