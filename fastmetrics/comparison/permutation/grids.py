"""The exact law of a difference: all numbers of swaps, cut where they are unlikely."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics.comparison.permutation.binomials import CutLaw, fair_law, log_chance

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from fastmetrics.comparison.permutation.swaps import Comparison, Swaps

__all__ = ["MOST_POINTS", "Tail", "grid_tail", "likely_numbers"]

MOST_POINTS = 10_000_000
# Points whose values are computed at once: their sums stay in the cache.
_BLOCK = 1 << 14
_INNER = 1 << 12
# What the cut may leave out at first, and as a share of the p-value in the end.
LEFT_OUT = 1e-18
SHARE_LEFT_OUT = 1e-11
_MARGIN = 1e-9
# Numbers of swaps of a kind that have a chance worth looking at: so many times the
# root of how many units there are of it.
_REACH = 9.5


class Tail(NamedTuple):
    """The chance of differences at least as extreme.

    ``rest`` of it is that of swaps that were not looked at.
    """

    chance: float
    rest: float


def likely_numbers(trials: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return about how many numbers of swaps of each kind are looked at."""
    found: NDArray[np.float64] = np.minimum(trials + 1.0, _REACH * np.sqrt(trials) + 2)
    return found


def grid_tail(
    swaps: Swaps,
    value: Callable[[NDArray[Any]], NDArray[np.float64]],
    compared: Comparison,
) -> Tail | None:
    """Return the tail of the exact law; None if it has too many points.

    ``value`` gives the metric of sums, of shape (sums, ...).
    """
    # Nothing can be less likely than what was found, but much may be as extreme.
    of_found = _chance_of(swaps)
    laws = _cut(swaps.trials, min(LEFT_OUT, _MARGIN * of_found))
    if _points(laws) > MOST_POINTS:
        laws = _cut(swaps.trials, LEFT_OUT)
    if _points(laws) > MOST_POINTS:
        return None
    while True:
        chance = _chance(swaps, laws, value, compared)
        rest = math.fsum(law.rest for law in laws)
        least = max(chance, of_found)
        if rest <= SHARE_LEFT_OUT * least:
            break
        wider = _cut(swaps.trials, SHARE_LEFT_OUT * least)
        if _points(wider) > MOST_POINTS or _points(wider) == _points(laws):
            break
        laws = wider
    return Tail(min(1.0, chance + rest), rest)


def _cut(trials: NDArray[np.int64], left_out: float) -> list[CutLaw]:
    share = left_out / max(len(trials), 1)
    return [fair_law(each, share) for each in trials.tolist()]


def _points(laws: Sequence[CutLaw]) -> float:
    return math.prod(float(len(law.chances)) for law in laws)


def _chance_of(swaps: Swaps) -> float:
    """Return the chance of the numbers in the data."""
    return math.exp(
        sum(map(log_chance, swaps.trials.tolist(), swaps.found.tolist()), start=0.0)
    )


def _chance(
    swaps: Swaps,
    laws: Sequence[CutLaw],
    value: Callable[[NDArray[Any]], NDArray[np.float64]],
    compared: Comparison,
) -> float:
    """Return the chance of extreme differences among the points of the grid.

    The kinds with the most points are the inner axis, all others together the outer
    one. The point opposite to another has A's and B's values exchanged, so that each
    point is looked at once.
    """
    outer, inner = _axes(laws)
    if not inner:  # nothing can be swapped
        return 1.0
    across, of_rows = _product(swaps, laws, outer)
    along, chances = _product(swaps, laws, inner)
    across += swaps.base[:, None]
    rows = len(of_rows)

    def values_of(begin: int, end: int) -> NDArray[np.float64]:
        return value(across[:, begin:end, None] + along[:, None])

    found = []
    step = max(1, _BLOCK // len(chances))
    half = rows // 2
    for begin in range(0, half, step):
        end = min(begin + step, half)
        first, second = values_of(begin, end), values_of(rows - end, rows - begin)
        with np.errstate(invalid="ignore"):  # infinity less infinity
            differences = first - second[::-1, ::-1]
        for reached in (compared.reached, compared.reached_by_mirrored):
            found.append(float(of_rows[begin:end] @ (reached(differences) @ chances)))
    if rows % 2:  # the row in the middle is opposite to itself
        values = values_of(half, half + 1)
        with np.errstate(invalid="ignore"):
            extreme = compared.reached(values - values[:, ::-1])
        found.append(float(of_rows[half : half + 1] @ (extreme @ chances)))
    return math.fsum(found)


def _axes(laws: Sequence[CutLaw]) -> tuple[list[int], list[int]]:
    """Return the kinds of the outer and of the inner axis."""
    sizes = [len(law.chances) for law in laws]
    order = sorted(range(len(laws)), key=lambda t: -sizes[t])
    n_inner, points = 0, 1
    while n_inner < len(order) and (
        n_inner == 0 or points * sizes[order[n_inner]] <= _INNER
    ):
        points *= sizes[order[n_inner]]
        n_inner += 1
    return order[n_inner:], order[:n_inner]


def _product(
    swaps: Swaps, laws: Sequence[CutLaw], kinds: Sequence[int]
) -> tuple[NDArray[Any], NDArray[np.float64]]:
    """Return what all numbers of swaps of some kinds add to the sums, and chances."""
    sums = np.zeros((swaps.steps.shape[1], 1), swaps.steps.dtype)
    chances = np.ones(1)
    for t in kinds:
        law = laws[t]
        numbers = np.arange(law.low, law.low + len(law.chances))
        added = swaps.steps[t][:, None] * numbers
        sums = (sums[:, :, None] + added[:, None]).reshape(len(sums), -1)
        chances = np.outer(chances, law.chances).ravel()
    return sums, chances
