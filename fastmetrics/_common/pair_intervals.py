"""PairIntervals: the intervals of many differences as rows of arrays."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np

from fastmetrics._common.interval import Interval
from fastmetrics._common.laws import CutLaw
from fastmetrics._common.pair_laws import JoinedLaws, LawList, PairLaws, StudentLaws

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Mask: TypeAlias = NDArray[np.bool_]
    Places: TypeAlias = NDArray[np.intp]

Pair = tuple[str, str]


def one_of(column: NDArray[Any], at: int) -> Any:
    """Return an element as a Python object; NaN is the same object each time."""
    value = column.item(at)
    return value if value == value else math.nan


class Distributions(Protocol):
    """Replicates of differences: an array for each pair, made when it is asked for."""

    def __getitem__(self, at: int, /) -> Any:
        """Return the replicates of one pair; None: they are not kept."""


@dataclass(frozen=True, eq=False)
class PairIntervals:
    """Intervals of differences, an element of each array for each pair of models.

    ``made[at]`` is the `Interval` of one pair.

    Attributes
    ----------
    estimate, low, high, standard_error : ndarray of float64
        As `Interval` has them.
    confidence_level : float
        The level of all.
    method, reason, target : ndarray of str objects
        As `Interval` has them.
    n_resamples, n_undefined : ndarray of int
        As `Interval` has them.
    approximate : ndarray of bool
        As `Interval` has it.
    laws : PairLaws
        Distributions of the differences, of which bounds are not cut.
    is_known : ndarray of bool
        Which pairs have a distribution.
    lowest, highest : ndarray of float64
        The ends of the range at which bounds are cut; infinite where there are none.
    distributions : Distributions
        The replicates of each pair.
    """

    estimate: Floats
    low: Floats
    high: Floats
    standard_error: Floats
    confidence_level: float
    method: NDArray[Any]
    reason: NDArray[Any]
    target: NDArray[Any]
    n_resamples: NDArray[np.intp]
    n_undefined: NDArray[np.intp]
    approximate: Mask
    laws: PairLaws
    is_known: Mask
    lowest: Floats
    highest: Floats
    distributions: Distributions | None = None

    @classmethod
    def made(
        cls,
        estimate: Floats,
        confidence_level: float,
        method: str,
        *,
        laws: PairLaws | None = None,
        **columns: Any,
    ) -> PairIntervals:
        """Return the intervals of columns; numbers and texts are those of all pairs.

        Without ``laws`` there are no bounds. Columns that are not given are NaN or
        empty.
        """
        n = len(estimate)

        def column(name: str, otherwise: Any, kind: Any) -> NDArray[Any]:
            return np.full(n, columns.get(name, otherwise), kind)

        return cls(
            estimate=estimate,
            low=column("low", np.nan, float),
            high=column("high", np.nan, float),
            standard_error=column("standard_error", np.nan, float),
            confidence_level=confidence_level,
            method=np.full(n, method, object),
            reason=column("reason", "", object),
            target=column("target", "", object),
            n_resamples=column("n_resamples", 0, np.intp),
            n_undefined=column("n_undefined", 0, np.intp),
            approximate=column("approximate", False, bool),
            laws=JoinedLaws(n, []) if laws is None else laws,
            is_known=column("is_known", laws is not None, bool),
            lowest=np.full(n, -np.inf),
            highest=np.full(n, np.inf),
            distributions=columns.get("distributions"),
        )

    @classmethod
    def of_laws(
        cls,
        estimate: Floats,
        confidence_level: float,
        method: str,
        laws: StudentLaws,
        ends: tuple[Floats, Floats] | None = None,
        *,
        note: str = "",
        none: Mask,
        why: Any,
    ) -> PairIntervals:
        """Return the intervals of Student's distributions.

        ``ends`` are their bounds, if these are known; ``note`` says why they are
        approximate. Where ``none`` is there is no interval, for the reason ``why``.
        """
        low, high = laws.bounds(confidence_level) if ends is None else ends
        made = cls.made(
            estimate,
            confidence_level,
            method,
            laws=laws,
            low=np.where(none, np.nan, low),
            high=np.where(none, np.nan, high),
            standard_error=np.where(none, np.nan, laws.standard_error),
            approximate=bool(note) & ~none,
            reason=np.where(none, np.asarray(why, object), note),
            is_known=~none,
        )
        made.method[none] = "none"
        return made

    @classmethod
    def of(cls, intervals: Sequence[Interval]) -> PairIntervals:
        """Return the same intervals as arrays, all of one level."""

        def column(name: str, kind: Any) -> NDArray[Any]:
            return np.array([getattr(one, name) for one in intervals], kind)

        laws = [one.law for one in intervals]
        names = ("low", "high", "standard_error", "reason", "target")
        numbers = ("n_resamples", "n_undefined", "approximate")
        made = cls.made(
            column("estimate", np.float64),
            intervals[0].confidence_level if intervals else np.nan,
            "",
            laws=LawList(laws),
            is_known=[law is not None for law in laws],
            distributions=[one.distribution for one in intervals],
            **{name: column(name, object) for name in names + numbers},
        )
        made.method[:] = column("method", object)
        return made

    @classmethod
    def joined(
        cls, n: int, parts: Sequence[tuple[Places, PairIntervals]]
    ) -> PairIntervals:
        """Return the intervals of n pairs, of which each part has those at places."""
        if len(parts) == 1:
            return parts[0][1]
        columns: dict[str, Any] = {
            name: np.empty(n, column.dtype)
            for name, column in vars(parts[0][1]).items()
            if isinstance(column, np.ndarray)
        }
        for places, one in parts:
            for name, column in columns.items():
                column[places] = getattr(one, name)
        kept = [(places, one.distributions) for places, one in parts]
        return cls(
            **columns,
            confidence_level=parts[0][1].confidence_level,
            laws=JoinedLaws(n, [(places, one.laws) for places, one in parts]),
            distributions=_Joined(kept),
        )

    def __len__(self) -> int:
        return len(self.estimate)

    def __getitem__(self, at: int) -> Interval:
        """Return the interval of one pair."""
        law = self.laws[at] if self.is_known[at] else None
        ends = float(self.lowest[at]), float(self.highest[at])
        if law is not None and not np.isinf(ends).all():
            law = CutLaw(law, *ends)
        kept = self.distributions
        return Interval(
            one_of(self.estimate, at),
            one_of(self.low, at),
            one_of(self.high, at),
            one_of(self.standard_error, at),
            self.confidence_level,
            self.method[at],
            int(self.n_resamples[at]),
            int(self.n_undefined[at]),
            None if kept is None else kept[at],
            bool(self.approximate[at]),
            self.reason[at],
            self.target[at],
            law=law,
        )

    @property
    def is_tested(self) -> Mask:
        """Which pairs have a p-value: of no difference at all it is 1."""
        return self.is_known | (self.estimate == 0)

    def cut(self, low: Floats, high: Floats) -> tuple[Floats, Floats]:
        """Return bounds, or the ends of the range that they lie beyond; NaN stays."""
        lowest, highest = self.lowest, self.highest
        return cut(low, lowest, highest), cut(high, lowest, highest)

    def head(self, n: int) -> PairIntervals:
        """Return the intervals of the first n pairs."""
        if n == len(self):
            return self
        columns: dict[str, Any] = {
            name: column[:n]
            for name, column in vars(self).items()
            if isinstance(column, np.ndarray)
        }
        return replace(self, **columns, laws=self.laws.head(n))

    def turned(self, which: Mask) -> PairIntervals:
        """Return the intervals, of b - a for a - b where ``which`` is."""
        if not which.any():
            return self

        def exchanged(one: Floats, other: Floats) -> Floats:
            return np.where(which, 0 - other, one)  # not -0

        return replace(
            self,
            estimate=exchanged(self.estimate, self.estimate),
            low=exchanged(self.low, self.high),
            high=exchanged(self.high, self.low),
            laws=self.laws.turned(which),
            lowest=np.where(which, -self.highest, self.lowest),
            highest=np.where(which, -self.lowest, self.highest),
            distributions=_Turned(self.distributions, which),
        )


def cut(values: Floats, lowest: Floats, highest: Floats) -> Floats:
    """Return values, or the ends of the range that they lie beyond; NaN stays."""
    above_lowest = np.where(values < lowest, lowest, values)
    return np.where(values > highest, highest, above_lowest)


class Drawn:
    """Differences of two models' replicates, (models, replicates)."""

    def __init__(self, by_model: Floats, first: Places, second: Places) -> None:
        self._by_model, self._first, self._second = by_model, first, second

    def __getitem__(self, at: int) -> Floats:
        return self._by_model[self._first[at]] - self._by_model[self._second[at]]


class _Turned:
    """Replicates of differences, some of them with the other sign."""

    def __init__(self, of: Distributions | None, which: Mask) -> None:
        self._of, self._which = of, which

    def __getitem__(self, at: int) -> Any:
        drawn = None if self._of is None else self._of[at]
        return -drawn if drawn is not None and self._which[at] else drawn


class _Joined:
    """Replicates of several parts of the pairs."""

    def __init__(self, parts: Sequence[tuple[Places, Distributions | None]]) -> None:
        self._parts = parts

    def __getitem__(self, at: int) -> Any:
        for places, drawn in self._parts:
            own = int(np.searchsorted(places, at))
            if own < len(places) and places[own] == at:
                return None if drawn is None else drawn[own]
        raise IndexError(at)


class PairTable(Mapping[Pair, Mapping[str, Interval]]):
    """Intervals of several metrics by pair of models, made when a pair is asked for.

    Parameters
    ----------
    pairs : sequence of (str, str)
    by_metric : dict of str to PairIntervals
        The intervals of these pairs by each metric.
    """

    def __init__(
        self, pairs: Sequence[Pair], by_metric: Mapping[str, PairIntervals]
    ) -> None:
        self.pairs, self.by_metric = pairs, by_metric

    @classmethod
    def of(cls, rows: Mapping[Pair, Mapping[str, Interval]]) -> PairTable:
        """Return the table of intervals; all pairs have the same metrics."""
        if isinstance(rows, cls):
            return rows
        names = [*next(iter(rows.values()), {})]
        made = {
            name: PairIntervals.of([row[name] for row in rows.values()])
            for name in names
        }
        return cls([*rows], made)

    def examples(self) -> list[tuple[Pair, str, Interval]]:
        """Return an interval of each metric for each way and quality that there is.

        They are the first ones made by a method, for a reason, with or without bounds,
        replicates and undefined replicates, in the order of the pairs.
        """
        found = []
        for order, (name, made) in enumerate(self.by_metric.items()):
            columns = (
                made.method,
                made.reason,
                made.approximate,
                np.isnan(made.low) | np.isnan(made.high),
                made.n_resamples > 0,
                made.n_undefined > 0,
            )
            # The first of several equal ones is written last.
            kinds = zip(*(one[::-1].tolist() for one in columns), strict=True)
            first = dict(zip(kinds, reversed(range(len(made))), strict=True))
            found += [(at, order, name) for at in first.values()]
        return [
            (self.pairs[at], name, self.by_metric[name][at])
            for at, _, name in sorted(found)
        ]

    @cached_property
    def _places(self) -> dict[Pair, int]:
        return dict(zip(self.pairs, range(len(self.pairs)), strict=True))

    def __getitem__(self, pair: Pair) -> dict[str, Interval]:
        at = self._places[pair]
        return {name: made[at] for name, made in self.by_metric.items()}

    def __iter__(self) -> Iterator[Pair]:
        return iter(self.pairs)

    def __len__(self) -> int:
        return len(self.pairs)

    def __contains__(self, pair: object) -> bool:
        return pair in self._places
