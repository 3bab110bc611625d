"""The binomial law of fair coins, cut where it is light."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["CutLaw", "fair_law", "log_chance"]

# What is computed leaves so much less than may be cut off it, and at most so much: it
# is divided by its sum.
_MARGIN = 1e-3
_NOTHING = 1e-20


class CutLaw(NamedTuple):
    """Chances of the numbers from ``low`` up, and what the others have together."""

    low: int
    chances: NDArray[np.float64]
    rest: float


def fair_law(trials: int, left_out: float) -> CutLaw:
    """Return the law of heads in some throws, its tails cut where they are light.

    Both tails together have at most ``left_out``, and are cut at the same distance
    from the middle.
    """
    middle = trials // 2
    # Beyond a distance t of the mean lies at most 2 exp(-2 t² / trials) (Hoeffding).
    least = max(min(left_out * _MARGIN, _NOTHING), 1e-320)
    reach = math.sqrt(trials / 2 * math.log(2 / least)) if trials else 0.0
    steps = min(middle, math.ceil(reach) + 1)
    # From the middle outwards each chance is so much of the one before.
    below = np.arange(middle, middle - steps, -1, dtype=np.float64)
    half = np.cumprod(below / (trials - below + 1))
    # Of an odd number there are two numbers in the middle.
    center = np.ones(1 + trials % 2)
    chances = np.concatenate([half[::-1], center, half])
    chances /= chances.sum()
    low = middle - steps
    rest = least if low else 0.0
    tails = 2 * np.cumsum(chances[:steps])
    cut = int(np.searchsorted(tails, left_out - rest, side="right"))
    if cut:
        rest += float(tails[cut - 1])
        chances = chances[cut : len(chances) - cut]
    return CutLaw(low + cut, chances, rest)


def log_chance(trials: int, heads: int) -> float:
    """Return the logarithm of the chance of so many heads."""
    return (
        math.lgamma(trials + 1)
        - math.lgamma(heads + 1)
        - math.lgamma(trials - heads + 1)
        - trials * math.log(2)
    )
