"""What a diagram shows: models by mean rank, and what was found of their pairs."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from fastmetrics._common.names import distinct
from fastmetrics.comparison.adjustments import TITLES
from fastmetrics.show.numbers import count
from fastmetrics.show.words import of_catalog, say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "Ranked",
    "Ranking",
    "equals",
    "judged_by",
    "middle",
    "ranking_of",
    "subject",
    "ticks",
]

# An axis has so many numbers at most.
MOST_TICKS = 12


class Tested(Protocol):
    """What has `Ranked` of each level: `DatasetComparison` is such."""

    def judged_pairs(self, alpha: float | None = None) -> Ranked:
        """Return the tests of pairs as the omnibus test lets them be read."""


class Ranked(Protocol):
    """What a result must have to be drawn: `PairwiseResult` has it."""

    @property
    def names(self) -> Sequence[Hashable]:
        """The models."""

    @property
    def mean_ranks(self) -> NDArray[np.float64]:
        """Their mean ranks, 1 being the best."""

    @property
    def test(self) -> str:
        """The name of the test."""

    @property
    def adjust(self) -> str | None:
        """How its p-values were adjusted."""

    @property
    def n_datasets(self) -> int:
        """How many data sets the ranks are of."""

    @property
    def control(self) -> Hashable | None:
        """The model that the others were compared with."""

    def groups(self, alpha: float = ...) -> Sequence[Sequence[Hashable]]:
        """Return the largest groups of models of which no pair is told apart."""

    def critical_difference(self, alpha: float = ...) -> float:
        """Return by how much mean ranks must differ, or NaN."""


class Ranking(NamedTuple):
    """Models, the best first.

    Attributes
    ----------
    names : list of str
        As they are written.
    ranks : list of float
        Their mean ranks, not falling.
    groups : list of list of int
        Places of the models of each group of two or more.
    difference : float
        What mean ranks must differ by; NaN where there is no such number.
    control : int or None
        The place of the model that all others are compared with.
    test : str
        The test's name, and how its p-values were adjusted.
    alpha : float
        Its level.
    n_datasets : int
        How many data sets the ranks are of.
    """

    names: list[str]
    ranks: list[float]
    groups: list[list[int]]
    difference: float
    control: int | None
    test: str
    alpha: float
    n_datasets: int

    @property
    def judged_by(self) -> str:
        """The test and its level."""
        return _at_level(self.test, self.alpha)


def equals(name: str, value: str) -> str:
    """Write an equation that is broken into no lines."""
    return f"{name}\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}{value}"


def subject(ranking: Ranking) -> str:
    """Say whose ranks a diagram shows."""
    fields = {"n": len(ranking.names), "k": count(ranking.n_datasets)}
    if ranking.n_datasets == 1:
        return say("Mean ranks of {n} models on {k} data set, 1 is the best", **fields)
    return say("Mean ranks of {n} models on {k} data sets, 1 is the best", **fields)


def ranking_of(result: Ranked, alpha: float) -> Ranking:
    """Return what a diagram shows of a result at a level."""
    written = distinct(result.names)
    order = sorted(range(len(result.names)), key=lambda i: float(result.mean_ranks[i]))
    place = {result.names[i]: at for at, i in enumerate(order)}
    groups = [sorted(place[name] for name in one) for one in result.groups(alpha)]
    return Ranking(
        names=[str(written[str(result.names[i])]) for i in order],
        ranks=[float(result.mean_ranks[i]) for i in order],
        groups=sorted(one for one in groups if len(one) > 1),
        difference=float(result.critical_difference(alpha)),
        control=None if result.control is None else place[result.control],
        test=_test_of(result),
        alpha=alpha,
        n_datasets=result.n_datasets,
    )


def judged_by(result: Ranked, alpha: float) -> str:
    """Return the test of a result, how p-values were adjusted, and the level."""
    return _at_level(_test_of(result), alpha)


def _test_of(result: Ranked) -> str:
    test: str = of_catalog(result.test)
    if not result.adjust:
        return test
    adjusted = of_catalog(TITLES[result.adjust])
    return say("{test}, {adjusted}", test=test, adjusted=adjusted)


def _at_level(test: str, alpha: float) -> str:
    return say("{test}, {level}", test=test, level=equals("α", f"{alpha:g}"))


def ticks(low: int, high: int) -> list[int]:
    """Return the ranks that an axis has numbers at: its ends and round ones between.

    >>> ticks(1, 5), ticks(1, 23)
    ([1, 2, 3, 4, 5], [1, 4, 6, 8, 10, 12, 14, 16, 18, 20, 23])
    """
    sizes = (size * 10**zeros for zeros in range(9) for size in (1, 2, 5))
    step = next(size for size in sizes if (high - low) / size < MOST_TICKS)
    between = range((low // step + 1) * step, high, step)
    # The ends have their numbers even where round ones are near.
    near = step / 2
    kept = [at for at in between if at - low > near and high - at > near]
    return [low, *kept, high]


def middle(size: float) -> float:
    """Return how far below its middle a line of words stands."""
    return 0.36 * size
