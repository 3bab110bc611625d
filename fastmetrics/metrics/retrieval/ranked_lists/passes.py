"""Passes over the queries of ranked lists: one for all measures that are asked for.

Each public function asks the kernel for its own measure and makes of it what it gives.
Where several functions of the same lists are wanted, `OnePass` calls each of them
twice: the first call ends where it asks, and says what; the second finds it measured.
Parameters, errors and values are so those of the function, whoever calls it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from fastmetrics._common import threads
from fastmetrics._common.warn import hold_warnings
from fastmetrics._kernels import ranked

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.retrieval.ranked_lists.ranked_lists import RankedLists

__all__ = ["Asked", "OnePass", "in_one_pass", "per_query"]

T = TypeVar("T")

# Documents of a block of queries, which one thread measures.
_BLOCK = 1 << 18


class Asked(NamedTuple):
    """One measure, checked: what the kernel takes."""

    kind: int
    ties: int
    k: int
    relevance_level: float
    parameters: tuple[float, ...]


class Grades(NamedTuple):
    """The least and the largest grade that were met, 0 among them."""

    least: float
    largest: float


def per_query(
    lists: RankedLists, asked: Sequence[Asked]
) -> tuple[NDArray[np.float64], Grades]:
    """Return the values of each query, of shape (n_queries, n_measures), in one pass.

    NaN is the value of a query in which there is nothing to find. Scores and grades
    that are not finite raise.
    """
    current = _current.get()
    if current is None:
        return _measured(lists, asked)
    return current.answer(lists, asked)


class OnePass:
    """Measures of the same lists, all of them found in one pass.

    Parameters
    ----------
    lists : RankedLists
        What is measured.
    calls : iterable of callable
        Calls of public functions, with ``lists`` in place of columns.
    beside : sequence of Asked
        Further measures.
    """

    def __init__(
        self,
        lists: RankedLists,
        calls: Iterable[Callable[[], Any]],
        beside: Sequence[Asked] = (),
    ) -> None:
        self._lists = lists
        self._places: dict[Asked, int] = {}
        self._is_noting = True
        self._values: NDArray[np.float64] = np.empty((0, 0))
        self._grades = Grades(0.0, 0.0)
        self._note(beside)
        for call in calls:
            # An error is raised, and a warning given, by the call whose value counts.
            with suppress(_Noted, TypeError, ValueError), hold_warnings():
                self.run(call)
        self._is_noting = False
        if self._places:
            self._values, self._grades = _measured(lists, [*self._places])

    def run(self, call: Callable[[], T]) -> T:
        """Return what a call gives, without another pass if it was foreseen."""
        token = _current.set(self)
        try:
            return call()
        finally:
            _current.reset(token)

    def answer(
        self, lists: RankedLists, asked: Sequence[Asked]
    ) -> tuple[NDArray[np.float64], Grades]:
        """Return what `per_query` does, or note what it is asked for."""
        is_mine = lists is self._lists
        if self._is_noting:
            if is_mine:
                self._note(asked)
            raise _Noted
        # Lists of other grades, as of gains by a mapping, are measured by themselves.
        if not is_mine or any(one not in self._places for one in asked):
            return _measured(lists, asked)
        return self._values[:, [self._places[one] for one in asked]], self._grades

    def _note(self, asked: Sequence[Asked]) -> None:
        for one in asked:
            self._places.setdefault(one, len(self._places))


class _Noted(Exception):
    """What a call asks for is noted: it need not go on."""


_current: ContextVar[OnePass | None] = ContextVar("_current", default=None)


def in_one_pass(lists: RankedLists, calls: Sequence[Callable[[], T]]) -> list[T]:
    """Return what each of the calls gives, by one pass over the queries."""
    made = OnePass(lists, calls)
    return [made.run(call) for call in calls]


def _measured(
    lists: RankedLists, asked: Sequence[Asked]
) -> tuple[NDArray[np.float64], Grades]:
    """Return what `per_query` does, by a pass of the kernel."""
    opened = lists.columns.opened
    n = opened.n
    longest = opened.longest + opened.most_unreturned
    measures = ranked.Measures(asked, longest)
    values = np.empty((n, len(asked)))
    if n == 0:
        return values, Grades(0.0, 0.0)
    step = max(1, _BLOCK * n // max(opened.n_rows, 1))
    if step >= n:
        found = [opened.measure(measures, 0, n, values)]
    else:
        found = threads.map_blocks(
            lambda at: opened.measure(
                measures, at, min(at + step, n), values[at : at + step]
            ),
            range(0, n, step),
        )
    met = 0
    for wrong, _, _ in found:
        met |= wrong
    if met:
        lists.raise_not_finite()
    return values, Grades(min(f[1] for f in found), max(f[2] for f in found))
