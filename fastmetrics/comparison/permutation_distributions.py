"""Permutation distributions, and the swaps of rows that they come from."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common.null_laws import NullLaw, drawn_law
from fastmetrics._kernels import random

# -------------------------------------------------------------------------------- swaps
# Swaps: how the sums that a metric is read off change when two models swap units.


# Differences that are equal but for the rounding of the metric.
_EQUAL = 1e-12


@dataclass(frozen=True, eq=False)
class Swaps:
    """Kinds of swaps, each of which changes the sums of A in one way or undoes that.

    With x[t] units of kind t in the state that adds ``steps[t]``, the sums of A are
    ``base + x @ steps``; the sums of B have ``trials - x`` instead. Without a
    difference between A and B each x[t] is binomial with chances of one half.

    Attributes
    ----------
    base : ndarray of shape (sums,)
    steps : ndarray of shape (kinds, sums)
    trials : ndarray of int64, shape (kinds,)
        How many units are of each kind.
    found : ndarray of int64, shape (kinds,)
        The numbers in the data.
    """

    base: NDArray[Any]
    steps: NDArray[Any]
    trials: NDArray[np.int64]
    found: NDArray[np.int64]

    @classmethod
    def of_changes(
        cls, sums: NDArray[Any], changes: NDArray[Any], units: NDArray[np.int64]
    ) -> Swaps:
        """Make kinds of what single swaps do.

        ``sums`` are A's in the data; row i of ``changes`` is what A's sums gain if one
        of ``units[i]`` units is swapped.
        """
        moved = (changes != 0).any(axis=1)
        changes, units = changes[moved], units[moved]
        if not len(changes):
            none = np.zeros(0, np.int64)
            return cls(sums, changes, none, none)
        # A swap and the one that undoes it are of a kind: the first sum that changes
        # grows by the step.
        first = (changes != 0).argmax(axis=1)
        grows = changes[np.arange(len(changes)), first] > 0
        steps, kind = np.unique(
            np.where(grows[:, None], changes, -changes), axis=0, return_inverse=True
        )
        trials, found = np.zeros((2, len(steps)), np.int64)
        np.add.at(trials, kind.ravel(), units)
        # What would grow has not been added yet.
        np.add.at(found, kind.ravel()[~grows], units[~grows])
        return cls(sums - found @ steps, steps, trials, found)

    def outcomes(self) -> float:
        """Return how many different numbers of swaps there are."""
        with np.errstate(over="ignore"):
            return float(np.prod(self.trials + 1.0))

    def sums_at(self, numbers: NDArray[np.int64]) -> NDArray[Any]:
        """Return the sums of A at some numbers of swaps, (..., sums)."""
        return self.base + numbers @ self.steps


@dataclass(frozen=True)
class Comparison:
    """The observed difference, compared with the differences of swapped models.

    Attributes
    ----------
    difference : float
        A's value minus B's.
    alternative : {"two-sided", "greater", "less"}
    slack : float
        By how much equal differences may differ, from rounding.
    """

    difference: float
    alternative: str
    slack: float

    def reached(self, differences: NDArray[Any]) -> NDArray[np.bool_]:
        """Which differences are at least as extreme; undefined ones are."""
        return ~(self._signed(differences) < self._signed(self.difference) - self.slack)

    def reached_by_mirrored(self, differences: NDArray[Any]) -> NDArray[np.bool_]:
        """Which would be so with A and B the other way round."""
        if self.alternative == "two-sided":
            return self.reached(differences)
        return self.reached(-differences)

    def _signed(self, differences: Any) -> Any:
        if self.alternative == "two-sided":
            return np.abs(differences)
        return differences if self.alternative == "greater" else -differences


def compare_differences(first: float, second: float, alternative: str) -> Comparison:
    """Return the comparison with the difference of two values."""
    slack = _EQUAL * max(abs(first), abs(second))
    return Comparison(first - second, alternative, slack)


# --- random numbers of swaps, if there are too many for an exact distribution

# Numbers that a block of replicates holds at once.
_BLOCK = 1 << 20


class Drawn(NamedTuple):
    """A p-value from replicates, and its Monte Carlo standard error."""

    chance: float
    error: float
    null_law: Callable[[], NullLaw] | None = None


def drawn_share(
    compared: Comparison, differences: NDArray[Any], statistic: float = math.nan
) -> Drawn:
    """Return the p-value of the differences of replicates; the data are one more.

    ``statistic``: the difference in the data, if it is not the difference of the
    models' values.
    """
    n = len(differences)
    chance = (1 + int(compared.reached(differences).sum())) / (1 + n)
    error = math.sqrt(chance * (1 - chance) / n)
    return Drawn(chance, error, partial(drawn_law, differences, statistic))


def drawn_tail(
    swaps: Swaps,
    value: Callable[[NDArray[Any]], NDArray[np.float64]],
    compared: Comparison,
    *,
    n_resamples: int,
    seed: int,
    progress: Callable[[int, int], object] | None = None,
) -> Drawn:
    """Return the tail of a sample of the distribution.

    For replicate r, kind t is the binomial at replicate t and index r.
    """
    kinds, n_sums = swaps.steps.shape
    step = max(1, _BLOCK // max(kinds, n_sums, 1))
    differences = []
    steps = swaps.steps.astype(np.float64)
    for begin in range(0, n_resamples, step):
        size = min(step, n_resamples - begin)
        numbers = np.empty((size, kinds))
        for t, trials in enumerate(swaps.trials.tolist()):
            numbers[:, t] = random.binomial(seed, t, begin, size, trials, 0.5)
        first, second = (
            # Products in floats of whole numbers below 2**53 are exact.
            value((swaps.base + drawn @ steps).T.astype(swaps.base.dtype))
            for drawn in (numbers, swaps.trials - numbers)
        )
        with np.errstate(invalid="ignore"):  # infinity less infinity
            differences.append(first - second)
        if progress is not None:
            progress(begin + size, n_resamples)
    return drawn_share(compared, np.concatenate(differences))


# Replicates for the picture of an exact distribution.
_SHOWN = 9999


def swapped_distribution(
    swaps: Swaps,
    value: Callable[[NDArray[Any]], NDArray[np.float64]],
    difference: float,
) -> NullLaw:
    """Return the sampled distribution of the difference of swapped models."""
    compared = Comparison(difference, "two-sided", 0.0)
    drawn = drawn_tail(swaps, value, compared, n_resamples=_SHOWN, seed=0)
    assert drawn.null_law is not None
    return drawn.null_law()._replace(statistic=difference)


# ------------------------------------------------------------------------ distributions
# Options of a permutation test, the distributions of its sums, and its result.


# What is computed leaves so much less than may be cut off it, and at most so much: it
# is divided by its sum.
_TAIL_MARGIN = 1e-3
_NOTHING = 1e-20


class CutDistribution(NamedTuple):
    """Probabilities of the numbers from ``low`` up, and the total of all others."""

    low: int
    chances: NDArray[np.float64]
    rest: float


def fair_distribution(trials: int, left_out: float) -> CutDistribution:
    """Return the distribution of heads in some throws, with light tails cut off.

    Both tails together have at most ``left_out``, and are cut at the same distance
    from the middle.
    """
    middle = trials // 2
    # Beyond a distance t of the mean lies at most 2 exp(-2 t² / trials) (Hoeffding).
    least = max(min(left_out * _TAIL_MARGIN, _NOTHING), 1e-320)
    reach = math.sqrt(trials / 2 * math.log(2 / least)) if trials else 0.0
    steps = min(middle, math.ceil(reach) + 1)
    # From the middle outwards each chance is so much of the one before.
    below = np.arange(middle, middle - steps, -1, dtype=np.float64)
    half = np.cumprod(below / (trials - below + 1))
    # An odd number has two numbers in the middle.
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
    return CutDistribution(low + cut, chances, rest)


def log_chance(trials: int, heads: int) -> float:
    """Return the logarithm of the chance of so many heads."""
    return (
        math.lgamma(trials + 1)
        - math.lgamma(heads + 1)
        - math.lgamma(trials - heads + 1)
        - trials * math.log(2)
    )


# --- exact distribution of a difference: all numbers of swaps, unlikely ones cut off

MOST_POINTS = 10_000_000
# Points whose values are computed at once: their sums stay in the cache.
_DISTRIBUTION_BLOCK = 1 << 14
_INNER = 1 << 12
# Probability that the cut may leave out, at first and as a proportion of the p-value.
LEFT_OUT = 1e-18
SHARE_LEFT_OUT = 1e-11
_MARGIN = 1e-9
# Numbers of swaps of a kind that have a chance worth looking at: so many times the
# root of how many units there are of it.
_REACH = 9.5


class Tail(NamedTuple):
    """The probability of differences at least as extreme.

    ``rest`` is the part of swaps that were skipped.
    """

    chance: float
    rest: float
    null_law: Callable[[], NullLaw] | None = None


def likely_numbers(trials: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return about how many numbers of swaps of each kind are looked at."""
    sizes: NDArray[np.float64] = np.minimum(trials + 1.0, _REACH * np.sqrt(trials) + 2)
    return sizes


def grid_tail(
    swaps: Swaps,
    value: Callable[[NDArray[Any]], NDArray[np.float64]],
    compared: Comparison,
) -> Tail | None:
    """Return the tail of the exact distribution; None if it has too many points.

    ``value`` gives the metric of sums, of shape (sums, ...).
    """
    # Nothing can be less likely than the observed value, but much may be as extreme.
    of_found = _chance_of(swaps)
    distributions = _cut(swaps.trials, min(LEFT_OUT, _MARGIN * of_found))
    if _points(distributions) > MOST_POINTS:
        distributions = _cut(swaps.trials, LEFT_OUT)
    if _points(distributions) > MOST_POINTS:
        return None
    while True:
        chance = _chance(swaps, distributions, value, compared)
        rest = math.fsum(distribution.rest for distribution in distributions)
        least = max(chance, of_found)
        if rest <= SHARE_LEFT_OUT * least:
            break
        wider = _cut(swaps.trials, SHARE_LEFT_OUT * least)
        if _points(wider) > MOST_POINTS or _points(wider) == _points(distributions):
            break
        distributions = wider
    null_law = partial(swapped_distribution, swaps, value, compared.difference)
    return Tail(min(1.0, chance + rest), rest, null_law)


def _cut(trials: NDArray[np.int64], left_out: float) -> list[CutDistribution]:
    share = left_out / max(len(trials), 1)
    return [fair_distribution(each, share) for each in trials.tolist()]


def _points(distributions: Sequence[CutDistribution]) -> float:
    return math.prod(float(len(distribution.chances)) for distribution in distributions)


def _chance_of(swaps: Swaps) -> float:
    """Return the chance of the numbers in the data."""
    return math.exp(
        sum(map(log_chance, swaps.trials.tolist(), swaps.found.tolist()), start=0.0)
    )


def _chance(
    swaps: Swaps,
    distributions: Sequence[CutDistribution],
    value: Callable[[NDArray[Any]], NDArray[np.float64]],
    compared: Comparison,
) -> float:
    """Return the chance of extreme differences among the points of the grid.

    The kinds with the most points are the inner axis, all others together the outer
    one. Opposite points have the values of A and B exchanged, so each point is computed
    once.
    """
    outer, inner = _axes(distributions)
    if not inner:  # nothing can be swapped
        return 1.0
    across, of_rows = _product(swaps, distributions, outer)
    along, chances = _product(swaps, distributions, inner)
    across += swaps.base[:, None]
    rows = len(of_rows)

    def values_of(begin: int, end: int) -> NDArray[np.float64]:
        return value(across[:, begin:end, None] + along[:, None])

    found = []
    step = max(1, _DISTRIBUTION_BLOCK // len(chances))
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


def _axes(distributions: Sequence[CutDistribution]) -> tuple[list[int], list[int]]:
    """Return the kinds of the outer and of the inner axis."""
    sizes = [len(distribution.chances) for distribution in distributions]
    order = sorted(range(len(distributions)), key=lambda t: -sizes[t])
    n_inner, points = 0, 1
    while n_inner < len(order) and (
        n_inner == 0 or points * sizes[order[n_inner]] <= _INNER
    ):
        points *= sizes[order[n_inner]]
        n_inner += 1
    return order[n_inner:], order[:n_inner]


def _product(
    swaps: Swaps, distributions: Sequence[CutDistribution], kinds: Sequence[int]
) -> tuple[NDArray[Any], NDArray[np.float64]]:
    """Return changes of the sums for all numbers of swaps, with probabilities."""
    sums = np.zeros((swaps.steps.shape[1], 1), swaps.steps.dtype)
    chances = np.ones(1)
    for t in kinds:
        distribution = distributions[t]
        numbers = np.arange(
            distribution.low, distribution.low + len(distribution.chances)
        )
        added = swaps.steps[t][:, None] * numbers
        sums = (sums[:, :, None] + added[:, None]).reshape(len(sums), -1)
        chances = np.outer(chances, distribution.chances).ravel()
    return sums, chances


# --- options and result of a permutation test

METHODS = ("auto", "exact", "monte-carlo")


@dataclass(frozen=True, kw_only=True)
class SwapOptions:
    """The options of a permutation test; see `paired_permutation_test`."""

    alternative: str = "two-sided"
    method: str = "auto"
    n_resamples: int = 9999
    seed: int = 0
    progress: Callable[[int, int], object] | None = None

    @property
    def draws_only(self) -> bool:
        """Whether the exact distribution is not requested."""
        return self.method == "monte-carlo"


class Found(NamedTuple):
    """A's value, B's, and the p-value of the difference.

    ``error`` is its Monte Carlo standard error, 0 where it is exact; ``rest`` is what
    of it stands for swaps that were not looked at. ``null_law``: function that returns
    the distribution. ``exact``: whether nothing was drawn: an error of 0 also belongs
    to p = 1.
    """

    first: float
    second: float
    pvalue: float
    error: float = 0.0
    rest: float = 0.0
    null_law: Callable[[], NullLaw] | None = None
    exact: bool = True

    @classmethod
    def of(cls, first: float, second: float, tail: Tail | Drawn) -> Found:
        """Return the result from a distribution or its replicates."""
        if isinstance(tail, Drawn):
            drawn = tail.chance, tail.error, 0.0, tail.null_law
            return cls(first, second, *drawn, exact=False)
        return cls(first, second, tail.chance, 0.0, tail.rest, tail.null_law)

    @classmethod
    def undefined(cls, first: float, second: float) -> Found:
        """Say that there is no p-value of an undefined difference."""
        return cls(first, second, math.nan)


def too_many(options: SwapOptions) -> None:
    """Raise ValueError if an exact distribution is required; else it is sampled."""
    if options.method == "exact":
        raise ValueError(
            "method='exact' is not possible: even with a truncated distribution there "
            f"are more than {MOST_POINTS:,} outcomes. Use 'auto' or 'monte-carlo'."
        )
