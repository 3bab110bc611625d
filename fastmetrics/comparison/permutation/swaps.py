"""Swaps: how the sums that a metric is read off change when two models swap units."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.null_laws import NullLaw, drawn_law
from fastmetrics._kernels import random

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray


__all__ = [
    "Comparison",
    "Drawn",
    "Swaps",
    "compare_differences",
    "drawn_share",
    "drawn_tail",
]

# Differences that are equal but for the rounding of the metric.
_EQUAL = 1e-12


@dataclass(frozen=True, eq=False)
class Swaps:
    """Kinds of swaps, each of which changes the sums of A in one way or undoes that.

    With x[t] units of kind t in the state that adds ``steps[t]``, the sums of A are
    ``base + x @ steps``, and those of B are the same with ``trials - x``. Without a
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
    """What is compared with the differences of swapped models.

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


# --- numbers of swaps drawn at random, where there are too many for an exact law

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

    ``statistic``: the difference in the data, if it is not that of the models' values.
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
    """Return the tail of a sample of the law.

    Of replicate r, kind t is the binomial at replicate t and index r.
    """
    kinds, n_sums = swaps.steps.shape
    step = max(1, _BLOCK // max(kinds, n_sums, 1))
    found = []
    steps = swaps.steps.astype(np.float64)
    for begin in range(0, n_resamples, step):
        size = min(step, n_resamples - begin)
        numbers = np.empty((size, kinds))
        for t, trials in enumerate(swaps.trials.tolist()):
            numbers[:, t] = random.binomial(seed, t, begin, size, trials, 0.5)
        first, second = (
            # Of whole numbers below 2**53 products in floats are exact.
            value((swaps.base + drawn @ steps).T.astype(swaps.base.dtype))
            for drawn in (numbers, swaps.trials - numbers)
        )
        with np.errstate(invalid="ignore"):  # infinity less infinity
            found.append(first - second)
        if progress is not None:
            progress(begin + size, n_resamples)
    return drawn_share(compared, np.concatenate(found))


# Replicates that a picture of an exact law is drawn of.
_SHOWN = 9999


def swapped_law(
    swaps: Swaps,
    value: Callable[[NDArray[Any]], NDArray[np.float64]],
    difference: float,
) -> NullLaw:
    """Return the law of the difference of swapped models, drawn."""
    compared = Comparison(difference, "two-sided", 0.0)
    drawn = drawn_tail(swaps, value, compared, n_resamples=_SHOWN, seed=0)
    assert drawn.null_law is not None
    return drawn.null_law()._replace(statistic=difference)
