"""Confidence distributions of many differences at once, as rows of arrays.

They are the distributions of `laws`, by the same formulas and with the same bits.
Computing bounds or tails takes a fixed number of array operations for all differences.
Replicates of differences are made and sorted in blocks, and not kept.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from fastmetrics._common import bounds, means, ordered_values, threads
from fastmetrics._common.laws import (
    Law,
    OrderedReplicates,
    ReplicateLaw,
    StudentLaw,
    beyond,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Mask: TypeAlias = NDArray[np.bool_]
    Places: TypeAlias = NDArray[np.intp]

# Numbers that a block of differences has.
BLOCK = 1 << 21


class PairLaws(ABC):
    """Confidence distributions of several quantities; unknown ones are NaN."""

    @abstractmethod
    def __len__(self) -> int:
        """Return the number of quantities."""

    @abstractmethod
    def __getitem__(self, at: int) -> Law | None:
        """Return the distribution of one quantity."""

    @abstractmethod
    def bounds(self, confidence_level: float) -> tuple[Floats, Floats]:
        """Return the bounds of the intervals at a level."""

    @abstractmethod
    def below(self, value: float) -> Floats:
        """Return the smallest tails at which lower bounds are above a value."""

    @abstractmethod
    def turned(self, which: Mask) -> PairLaws:
        """Return the distributions, of the negative quantities where ``which`` is."""

    @abstractmethod
    def head(self, n: int) -> PairLaws:
        """Return the distributions of the first n quantities."""

    def above(self, value: float) -> Floats:
        """Return the smallest tails at which upper bounds are below a value."""
        return self.turned(np.ones(len(self), bool)).below(-value)

    def counting_itself(self) -> PairLaws:
        """Return the distributions whose tails are not too small; see `Law`."""
        return self

    def p_values(self) -> Floats:
        """Return the smallest α at which the intervals of level 1 - α exclude 0."""
        return np.minimum(1.0, 2 * np.minimum(self.below(0.0), self.above(0.0)))


@dataclass(frozen=True, eq=False)
class StudentLaws(PairLaws):
    """Student's t distributions; see `StudentLaw`, whose fields are arrays here."""

    centre: Floats
    standard_error: Floats
    degrees_of_freedom: Floats
    skewness: Floats

    @classmethod
    def of(
        cls, centre: Floats, standard_error: Floats, freedom: Any, skewness: Any = 0.0
    ) -> StudentLaws:
        """Return the distributions; the last two may be one number for all."""
        n = len(centre)
        return cls(centre, standard_error, np.full(n, freedom), np.full(n, skewness))

    def __len__(self) -> int:
        return len(self.centre)

    def __getitem__(self, at: int) -> StudentLaw:
        return StudentLaw(
            float(self.centre[at]),
            float(self.standard_error[at]),
            float(self.degrees_of_freedom[at]),
            float(self.skewness[at]),
        )

    def bounds(self, confidence_level: float) -> tuple[Floats, Floats]:
        """Return the bounds of the intervals at a level."""
        centre, error = self.centre, self.standard_error
        t = bounds.quantiles(self.degrees_of_freedom, confidence_level)
        with np.errstate(invalid="ignore", over="ignore"):
            low, high = centre - t * error, centre + t * error
            if self.skewness.any():
                bent = self.skewness != 0
                ends = (
                    centre - error * means.untransformed(of, self.skewness)
                    for of in (t, -t)
                )
                low, high = (
                    np.where(bent, end, plain)
                    for end, plain in zip(ends, (low, high), strict=True)
                )
        return low, high

    def below(self, value: float) -> Floats:
        """Return the smallest tails at which lower bounds are above a value."""
        return self._tails(-self._transformed(value))

    def above(self, value: float) -> Floats:
        """Return the smallest tails at which upper bounds are below a value."""
        return self._tails(self._transformed(value))

    def turned(self, which: Mask) -> StudentLaws:
        """Return the distributions, of the negative quantities where ``which`` is."""
        return replace(
            self,
            centre=np.where(which, -self.centre, self.centre),
            skewness=np.where(which, -self.skewness, self.skewness),
        )

    def head(self, n: int) -> StudentLaws:
        """Return the distributions of the first n quantities."""
        return StudentLaws(*(column[:n] for column in vars(self).values()))

    def _transformed(self, value: float) -> Floats:
        with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
            t = (self.centre - value) / self.standard_error
            return means.transformed(t, self.skewness)

    def _tails(self, t: Floats) -> Floats:
        from scipy.special import stdtr

        found: Floats = stdtr(self.degrees_of_freedom, t)
        normal = np.isinf(self.degrees_of_freedom)
        if normal.any():
            found = np.where(normal, bounds.tails_below(t), found)
        return found


@dataclass(frozen=True, eq=False)
class ReplicateLaws(PairLaws):
    """Bootstrap distributions of differences; see `ReplicateLaw`.

    Attributes
    ----------
    by_model : ndarray of shape (models, replicates)
        Values of the models in the same replicates, all of them defined.
    first, second : ndarray
        The models of each difference.
    estimate, standard_error, acceleration : ndarray
        As `ReplicateLaw` has them, of each difference.
    method : str
        As there.
    tails : ndarray of shape (2, 2, pairs)
        Tails below and above 0, plain and with the data among the replicates.
    ends : ndarray of shape (2, pairs)
        Bounds at the last level that replicates with the data among them determine.
    counts_itself : bool
        Whether the data count among the replicates.
    """

    by_model: Floats
    first: Places
    second: Places
    estimate: Floats
    standard_error: Floats
    acceleration: Floats
    method: str
    tails: Floats
    ends: Floats
    counts_itself: bool = False

    def __len__(self) -> int:
        return len(self.first)

    def __getitem__(self, at: int) -> ReplicateLaw:
        law = ReplicateLaw(
            self.by_model[self.first[at]],
            self.by_model[self.second[at]],
            float(self.estimate[at]),
            float(self.standard_error[at]),
            self.method,
            float(self.acceleration[at]),
        )
        return law.counting_itself() if self.counts_itself else law

    def bounds(self, confidence_level: float) -> tuple[Floats, Floats]:
        """Return the bounds of the intervals at a level."""
        n = self.by_model.shape[1]
        if self.counts_itself and (1 - confidence_level) / 2 < 1 / (n + 3):
            low, high = self.ends
            error, estimate = self.standard_error, self.estimate
            return beyond((low, high), 1 / (n + 3), error, confidence_level, estimate)
        low, high = self._by_block(lambda one: one.bounds(confidence_level))
        return low, high

    def below(self, value: float) -> Floats:
        """Return the smallest tails at which lower bounds are above a value."""
        if value == 0:
            found: Floats = self.tails[0, int(self.counts_itself)]
            return found
        [tails] = self._by_block(lambda one: (one.below(value),))
        return tails

    def above(self, value: float) -> Floats:
        """Return the smallest tails at which upper bounds are below a value."""
        if value == 0:
            found: Floats = self.tails[1, int(self.counts_itself)]
            return found
        return super().above(value)

    def turned(self, which: Mask) -> ReplicateLaws:
        """Return the distributions, of the negative quantities where ``which`` is."""
        return replace(
            self,
            first=np.where(which, self.second, self.first),
            second=np.where(which, self.first, self.second),
            estimate=np.where(which, -self.estimate, self.estimate),
            acceleration=np.where(which, -self.acceleration, self.acceleration),
            tails=np.where(which, self.tails[::-1], self.tails),
            ends=np.where(which, -self.ends[::-1], self.ends),
        )

    def head(self, n: int) -> ReplicateLaws:
        """Return the distributions of the first n quantities."""
        columns = ("first", "second", "estimate", "standard_error", "acceleration")
        some: dict[str, Any] = {
            name: getattr(self, name)[..., :n] for name in (*columns, "tails", "ends")
        }
        return replace(self, **some)

    def counting_itself(self) -> ReplicateLaws:
        """Return the distributions whose tails are not too small."""
        return replace(self, counts_itself=True)

    def _by_block(
        self, of: Callable[[OrderedReplicates], Sequence[Floats]]
    ) -> list[Floats]:
        """Return what ``of`` says of all differences, whose replicates are in order."""

        def run(block: slice) -> Sequence[Floats]:
            drawn = self.by_model[self.first[block]]
            drawn -= self.by_model[self.second[block]]
            drawn.sort(axis=1)
            ordered = OrderedReplicates(
                ordered_values.OrderedValues(ordered_values.Sorted(drawn)),
                self.estimate[block],
                self.standard_error[block],
                self.method,
                self.acceleration[block],
            )
            return of(ordered.counting_itself() if self.counts_itself else ordered)

        found = threads.map_blocks(run, blocks(len(self), self.by_model.shape[1]))
        return [np.concatenate(one) for one in zip(*found, strict=True)]


def blocks(n_pairs: int, n_replicates: int) -> list[slice]:
    """Return slices of pairs whose differences are held at once."""
    step = max(1, BLOCK // n_replicates)
    return [slice(at, min(at + step, n_pairs)) for at in range(0, n_pairs, step)]


class LawList(PairLaws):
    """Distributions that have no common form, each by itself."""

    def __init__(self, laws: Sequence[Law | None]) -> None:
        self._laws = laws

    def __len__(self) -> int:
        return len(self._laws)

    def __getitem__(self, at: int) -> Law | None:
        return self._laws[at]

    def bounds(self, confidence_level: float) -> tuple[Floats, Floats]:
        """Return the bounds of the intervals at a level."""
        nothing = math.nan, math.nan
        found = [
            nothing if law is None else law.bounds(confidence_level)
            for law in self._laws
        ]
        low, high = np.array(found, np.float64).reshape(-1, 2).T
        return low, high

    def below(self, value: float) -> Floats:
        """Return the smallest tails at which lower bounds are above a value."""
        return np.array(
            [math.nan if law is None else law.below(value) for law in self._laws]
        )

    def turned(self, which: Mask) -> LawList:
        """Return the distributions, of the negative quantities where ``which`` is."""
        return LawList(
            [
                law.turned() if law is not None and turns else law
                for law, turns in zip(self._laws, which.tolist(), strict=True)
            ]
        )

    def head(self, n: int) -> LawList:
        """Return the distributions of the first n quantities."""
        return LawList(self._laws[:n])

    def counting_itself(self) -> LawList:
        """Return the distributions whose tails are not too small."""
        return LawList(
            [None if law is None else law.counting_itself() for law in self._laws]
        )


class JoinedLaws(PairLaws):
    """Distributions of several forms; ``parts`` are of the pairs at these places."""

    def __init__(self, n: int, parts: Sequence[tuple[Places, PairLaws]]) -> None:
        self._n, self._parts = n, parts

    def __len__(self) -> int:
        return self._n

    def __getitem__(self, at: int) -> Law | None:
        for places, laws in self._parts:
            own = int(np.searchsorted(places, at))
            if own < len(places) and places[own] == at:
                return laws[own]
        return None

    def bounds(self, confidence_level: float) -> tuple[Floats, Floats]:
        """Return the bounds of the intervals at a level."""
        found = np.full((2, self._n), np.nan)
        for places, laws in self._parts:
            found[:, places] = laws.bounds(confidence_level)
        return found[0], found[1]

    def below(self, value: float) -> Floats:
        """Return the smallest tails at which lower bounds are above a value."""
        return self._joined(lambda laws: laws.below(value))

    def above(self, value: float) -> Floats:
        """Return the smallest tails at which upper bounds are below a value."""
        return self._joined(lambda laws: laws.above(value))

    def turned(self, which: Mask) -> JoinedLaws:
        """Return the distributions, of the negative quantities where ``which`` is."""
        parts = [(places, laws.turned(which[places])) for places, laws in self._parts]
        return JoinedLaws(self._n, parts)

    def head(self, n: int) -> JoinedLaws:
        """Return the distributions of the first n quantities."""
        found = []
        for places, laws in self._parts:
            k = int(np.searchsorted(places, n))
            found.append((places[:k], laws.head(k)))
        return JoinedLaws(n, found)

    def counting_itself(self) -> JoinedLaws:
        """Return the distributions whose tails are not too small."""
        parts = [(places, laws.counting_itself()) for places, laws in self._parts]
        return JoinedLaws(self._n, parts)

    def _joined(self, of: Callable[[PairLaws], Floats]) -> Floats:
        found = np.full(self._n, np.nan)
        for places, laws in self._parts:
            found[places] = of(laws)
        return found
