"""Rows of censored times in order of time, and the estimates that follow from them.

At each distinct time u, Y rows are at risk, d have an event and c are censored. Events
at u come before censorings at u: ``Y - d`` rows are at risk of censoring, and ``Y - d -
c`` are left.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common.arrays import sort_pairs
from fastmetrics._inputs.censored_times import CensoredColumns
from fastmetrics._inputs.groups import group_codes
from fastmetrics._kernels import rank_pairs, survival
from fastmetrics.metrics.scores.sorted_scores import sort_keys

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]


def order_of(values: Floats, rows: Whole | None = None) -> Whole:
    """Return rows in ascending order of values, ties in the order given."""
    keys = rank_pairs.order_keys(values)
    assert keys is not None  # all are finite
    if rows is None:
        rows = np.arange(len(values))
    return sort_pairs(keys[rows], rows.view(np.uint64))[1].view(np.int64)


def lanes_of(distinct: Floats, times: Floats) -> NDArray[np.int32]:
    """Return the number of the first time not before each of the distinct ones."""
    ends = np.searchsorted(distinct, times, "right")
    sizes = np.diff(ends, prepend=0, append=len(distinct))
    return np.repeat(np.arange(len(times) + 1, dtype=np.int32), sizes)


class Steps:
    """Counts of rows at the distinct times, and the estimates of these.

    Attributes
    ----------
    n : int
        Number of rows.
    distinct : ndarray of shape (n_steps,)
        The distinct times, ascending.
    at_risk, events, censored : ndarray of shape (n_steps,)
        Counts at these times.
    """

    def __init__(self, distinct: Floats, events: Whole, censored: Whole) -> None:
        self.distinct, self.events, self.censored = distinct, events, censored
        passed = np.cumsum(events + censored)
        self.n = int(passed[-1])
        self.remaining = self.n - passed
        self.at_risk = self.remaining + events + censored

    @cached_property
    def survival(self) -> Floats:
        """Kaplan and Meier's estimate at the distinct times."""
        found: Floats = np.cumprod(1 - self.events / self.at_risk)
        return found

    @cached_property
    def hazard(self) -> Floats:
        """Proportion censored of those at risk of it, at the distinct times."""
        return self.censored / np.maximum(self.at_risk - self.events, 1)

    @cached_property
    def uncensored(self) -> Floats:
        """Estimate of the probability of no censoring by the distinct times."""
        return np.cumprod(1 - self.hazard, dtype=np.float64)

    def at(self, values: Floats, times: Any, first: float = 1.0) -> Floats:
        """Return a step function at times; ``first`` is its value before all steps."""
        places = np.searchsorted(self.distinct, times, "right")
        found: Floats = np.concatenate([[first], values])[places]
        return found

    def before(self, values: Floats, times: Any) -> Floats:
        """Return a step function that is 1 at first just before times."""
        places = np.searchsorted(self.distinct, times, "left")
        found: Floats = np.concatenate([[1.0], values])[places]
        return found


def count_steps(columns: CensoredColumns) -> Steps:
    """Return the counts at distinct times, without an order of the rows."""
    keys = sort_keys(columns.code != 0, columns.time, True)
    times, above, others = keys.steps()
    events, censored = (
        np.diff(side, prepend=0.0).astype(np.int64)[::-1] for side in (above, others)
    )
    return Steps(times[::-1], events, censored)


class CensoredRows(Steps):
    """Rows of censored times in order of time.

    Attributes
    ----------
    time, code : ndarray of shape (n,)
        Columns as they were given; code 0 is censored.
    order : ndarray of shape (n,)
        Rows in ascending order of time, those with events first among equal times.
    starts : ndarray of shape (n_steps + 1,)
        Where the rows of each distinct time start in ``order``.
    """

    def __init__(self, columns: CensoredColumns) -> None:
        self.time, self.code = columns
        n = len(self.time)
        died = self.code != 0
        events_first = np.concatenate([np.flatnonzero(died), np.flatnonzero(~died)])
        self.order = order_of(self.time, events_first)
        in_order = self.time[self.order]
        changes = np.flatnonzero(in_order[1:] != in_order[:-1]) + 1
        self.starts = np.concatenate([[0], changes, [n]])
        events = self.count(died)
        super().__init__(
            in_order[self.starts[:-1]], events, np.diff(self.starts) - events
        )

    def count(self, which: NDArray[np.bool_]) -> Whole:
        """Return the number of such rows at each distinct time."""
        passed = np.zeros(len(self.order) + 1, np.int64)
        np.cumsum(which[self.order], out=passed[1:])
        return np.diff(passed[self.starts])

    @cached_property
    def step(self) -> Whole:
        """Number of the distinct time of each row."""
        steps = np.empty(self.n, np.int64)
        steps[self.order] = np.repeat(
            np.arange(len(self.distinct)), np.diff(self.starts)
        )
        return steps

    def incidence(self, cause: int | None) -> Floats:
        """Return the estimate of an event of a cause, or of any, by distinct times."""
        if cause is None or not np.any((self.code != 0) & (self.code != cause)):
            return 1 - self.survival
        before = np.concatenate([[1.0], self.survival[:-1]])
        return np.cumsum(before * self.count(self.code == cause) / self.at_risk)

    def part(self, rows: Whole) -> CensoredRows:
        """Return some of the rows as rows of their own."""
        return CensoredRows(CensoredColumns(self.time[rows], self.code[rows]))


def check_cause(code: Whole, cause: int | None) -> None:
    """Raise ValueError if no row has an event of the cause, or of any."""
    has = np.any(code != 0) if cause is None else np.any(code == cause)
    if not has:
        which = "an event" if cause is None else f"an event of cause {cause}"
        raise ValueError(f"no row has {which}: event contains no such code.")


class Lanes(NamedTuple):
    """Rows at times of evaluation, as the kernels take them.

    ``lane`` is the first time that is not before the row's own. From there on a row is
    a case, a control or censored (``kind``) with the weight ``weight``; before it is a
    control whose weight is ``alive[group, time]``.
    """

    lane: NDArray[np.int32]
    kind: NDArray[np.uint8]
    weight: Floats
    group: NDArray[np.int32]
    alive: Floats


class Censoring:
    """Estimate of censoring for evaluated rows: their own, by group, or of other rows.

    Attributes
    ----------
    rows : CensoredRows
        The evaluated rows.
    parts : list of (CensoredRows, ndarray or None)
        Rows that an estimate is made from, and which evaluated rows these are, if not
        all.
    group : ndarray of shape (n,)
        Which of the parts belongs to each evaluated row.
    is_own : bool
        Whether the estimates are of the evaluated rows.
    left_limit : bool
        Whether the weight of an event uses the estimate just before its time.
    """

    def __init__(
        self,
        rows: CensoredRows,
        other: CensoredRows | None = None,
        conditional: Any = None,
        left_limit: bool = True,
    ) -> None:
        self.rows = rows
        self.left_limit = left_limit
        self.group = np.zeros(rows.n, np.int32)
        self.parts: list[tuple[CensoredRows, Whole | None]] = [(rows, None)]
        if other is not None and conditional is not None:
            raise ValueError(
                "censoring and conditional exclude each other: both say which rows "
                "the censoring is estimated from."
            )
        same = other is not None and (
            np.array_equal(other.time, rows.time)
            and np.array_equal(other.code != 0, rows.code != 0)
        )
        self.is_own = other is None or same
        if other is not None and not same:
            self.parts = [(other, None)]
        if conditional is not None:
            codes, n_groups = group_codes(conditional, rows.n, "conditional")
            self.group = codes.astype(np.int32)
            members = [np.flatnonzero(self.group == g) for g in range(n_groups)]
            self.parts = [(rows.part(each), each) for each in members]

    @property
    def largest(self) -> float:
        """The largest time of evaluation must be below it."""
        if self.is_own:
            return float(min(part.distinct[-1] for part, _ in self.parts))
        return float(self.rows.distinct[-1])

    def of_events(self, needed: NDArray[np.bool_]) -> Floats:
        """Return one over the probability of no censoring before some events; else 0.

        ``needed`` says which rows; those that are censored get 0.
        """
        rows, inverse = self.rows, np.zeros(self.rows.n)
        needed = needed & (rows.code != 0)
        if self.is_own and len(self.parts) == 1 and self.parts[0][1] is None:
            return self._of_own_events(needed)
        for g, (_, members) in enumerate(self.parts):
            used = needed if members is None else needed & (self.group == g)
            which = np.flatnonzero(used)
            inverse[which] = self.inverse(g, rows.time[which], self.left_limit)
        return inverse

    def _of_own_events(self, needed: NDArray[np.bool_]) -> Floats:
        """Return the same, of rows that are those of the estimate, in all groups."""
        part = self.rows
        known = np.concatenate([[1.0], part.uncensored])
        known = known[:-1] if self.left_limit else known[1:]
        value = known[part.step]
        if known[-1] == 0 and (needed & (value == 0)).any():
            self._check(part, part.time[needed], value[needed])
        with np.errstate(divide="ignore"):
            return np.where(needed, 1 / value, 0.0)

    def inverse(self, g: int, times: Floats, before: bool) -> Floats:
        """Return one over the probability of no censoring by, or before, times."""
        part = self.parts[g][0]
        value = (part.before if before else part.at)(part.uncensored, times)
        self._check(part, times, value)
        return 1 / value

    def _check(self, part: Steps, times: Floats, value: Floats) -> None:
        """Raise ValueError if censoring is unknown at one of the times."""
        beyond = (times > part.distinct[-1]) | (value == 0)
        if beyond.any():
            positive = part.distinct[part.uncensored > 0]
            usable = positive[-1] if len(positive) else 0.0
            raise ValueError(
                f"the censoring at time {times[np.argmax(beyond)]:g} cannot be "
                "estimated from the rows of censoring: the largest usable time is "
                f"{usable:g}."
            )

    def lanes(self, times: Floats, cause: int | None, others: bool = True) -> Lanes:
        """Return rows at times of evaluation.

        ``others``: whether rows with an event of another cause are controls then.
        """
        rows = self.rows
        died = rows.code != 0
        is_case = died if cause is None else rows.code == cause
        kind = is_case.view(np.uint8)
        if others and is_case is not died:
            kind = kind + 2 * (died ^ is_case).view(np.uint8)
        lane = lanes_of(rows.distinct, times)[rows.step]
        alive = [self.inverse(g, times, False) for g in range(len(self.parts))]
        weight = self.of_events(lane < len(times))
        return Lanes(lane, kind, weight, self.group, np.array(alive))

    def weights(self, times: Floats) -> Floats:
        """Return the weights of rows at times, (n, n_times): 0 if censored by then."""
        lane, _, weight, group, alive = self.lanes(times, None)
        later = np.arange(len(times)) < lane[:, None]
        return np.where(later, alive[group], weight[:, None])

    def add_terms(self, values: Floats, times: Floats) -> Floats | None:
        """Add to values of rows their influence through the estimate of censoring.

        ``values`` are (n, n_times), with one factor of weights each, of the row's own
        group. If censoring is estimated from other rows, return the influence of
        these, and add nothing.
        """
        if not self.is_own:
            found = np.zeros((self.parts[0][0].n, values.shape[1]))
            self._add(values, self.rows, 0, times, found)
            return found
        if len(self.parts) == 1:
            self._add(values, self.rows, 0, times, values)
            return None
        for g, (part, members) in enumerate(self.parts):
            of_group = np.ascontiguousarray(values[members])
            self._add(of_group, part, g, times, of_group)
            values[members] = of_group
        return None

    def terms_by_group(self, values: Floats) -> Floats:
        """Return the influence of rows through the estimates of several groups.

        ``values[g]`` are terms of all rows with a factor of group g, at their times.
        """
        found = np.zeros(self.rows.n)
        for g, (part, members) in enumerate(self.parts):
            into = np.zeros((part.n, 1))
            never = np.array([np.inf])
            self._add(values[g][:, None].copy(), self.rows, g, never, into)
            found[members] = into[:, 0]
        return found

    def _add(
        self, values: Floats, rows: CensoredRows, g: int, times: Floats, into: Floats
    ) -> None:
        """Add the influence of the rows of a part on values of some rows."""
        part = self.parts[g][0]
        side: Literal["left", "right"] = "right" if self.left_limit else "left"
        after = rows.starts[np.searchsorted(rows.distinct, part.distinct, side)]
        inverse = (part.remaining > 0) / np.maximum(part.remaining, 1)
        lane = lanes_of(part.distinct, times)
        censored = (part.code == 0).view(np.uint8)
        survival.add_censoring_terms(
            values, rows.order, after, part.hazard, inverse, lane, part.order,
            part.starts, censored, into,
        )  # fmt: skip


def read_censoring(
    rows: CensoredRows, censoring: Any, conditional: Any, left_limit: bool
) -> Censoring:
    """Return the estimate of censoring that the options of a function ask for."""
    from fastmetrics._common.options import check_flag
    from fastmetrics._inputs.censored_times import read_censored

    check_flag(left_limit, "left_limit")
    other = None
    if censoring is not None:
        is_pair = isinstance(censoring, list | tuple) and len(censoring) == 2
        pair = censoring if is_pair else (censoring, None)
        other = CensoredRows(read_censored(*pair))
    return Censoring(rows, other, conditional, left_limit)
