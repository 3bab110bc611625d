"""SlicedMeans: means over rows of all slices, and their intervals as arrays.

One plan has the rows of all slices. The arithmetic is that of the plan of a slice, with
the same bits. Areas in slices are in `sliced_areas`, counts of labels in
`group_counts`.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common import bounds, means
from fastmetrics._common.interval import EQUAL_BOUNDS
from fastmetrics._common.options import hold_warnings
from fastmetrics._common.pair_intervals import PairIntervals, cut
from fastmetrics._inputs.rows import take_rows
from fastmetrics.metrics.record import PROPORTION, SKEWED_T
from fastmetrics.metrics.row_sums import make
from fastmetrics.resampling import refusals
from fastmetrics.resampling.row_intervals import is_mean, one_number

if TYPE_CHECKING:
    from fastmetrics._common.means import Mean
    from fastmetrics.metrics.bound import BoundMetric
    from fastmetrics.resampling.plan import Bounds, Floats, Plan
    from fastmetrics.resampling.row_plan import RowPlan

    Places = NDArray[np.intp] | None


def in_range(
    made: PairIntervals, ends: tuple[float, float], n_units: Any, drawn_by: str = ""
) -> PairIntervals:
    """Cut bounds off where the metrics, or differences, cannot be.

    And say of bounds that tell little why they do. ``n_units`` is the number of rows
    or groups of each; ``drawn_by`` the suffix of methods of replicates.
    """
    estimate = made.estimate
    lowest = np.where(estimate < ends[0], estimate, ends[0])
    highest = np.where(estimate > ends[1], estimate, ends[1])
    low, high = cut(made.low, lowest, highest), cut(made.high, lowest, highest)
    error, known = made.standard_error.copy(), made.is_known.copy()
    method, reason = made.method.copy(), made.reason.copy()
    equal = (low == high) & np.isfinite(low)
    reason[equal] = EQUAL_BOUNDS
    reason[equal & (made.low != made.high)] = refusals.BEYOND_THE_ENDS
    low[equal] = high[equal] = error[equal] = np.nan
    known[equal] = False
    if drawn_by:
        method[~equal & (made.n_resamples > 0)] += drawn_by
    are_two = np.broadcast_to(n_units == 2, reason.shape)
    if are_two.any():
        reason[are_two & (reason == "")] = refusals.TWO_UNITS
    return replace(
        made,
        low=low,
        high=high,
        lowest=lowest,
        highest=highest,
        standard_error=error,
        is_known=known,
        method=method,
        reason=reason,
    )


def shares_of(
    successes: Floats, trials: Floats, estimate: Floats, level: float
) -> PairIntervals:
    """Make Wilson's intervals of proportions of rows, as `of_share` makes each."""
    with np.errstate(divide="ignore", invalid="ignore"):
        share = successes / trials
        error = np.sqrt(share * (1 - share) / trials)
    low, high = bounds.wilson(share * trials, trials, level)
    return PairIntervals.made(
        estimate, level, PROPORTION[0], low=low, high=high, standard_error=error
    )


def bounds_of(make_intervals: Any, asked: BoundMetric) -> Bounds | None:
    """Return the function of the bounds that intervals of slices have, if they do."""
    if make_intervals(asked, 0.5) is None:
        return None

    def made(level: float, places: Places = None) -> tuple[Floats, Floats]:
        found = make_intervals(asked, level, places)
        return found.low, found.high

    return made


class SlicedMeans:
    """A metric of one model that is a mean over rows, in all slices.

    Parameters
    ----------
    plan : RowPlan
        The plan of all rows, slice by slice.
    metric, model : int
        Their places in the plan.
    ends : ndarray of int64, of shape (slices,)
        The number of rows up to the end of each slice.
    """

    def __init__(
        self, plan: RowPlan, metric: int, model: int, ends: NDArray[np.int64]
    ) -> None:
        self._plan, self._metric, self._model = plan, metric, model
        self._ends = ends

    @classmethod
    def suits(cls, asked: BoundMetric) -> bool:
        """Whether a metric is such a mean, with these parameters."""
        row, given = asked
        return (
            is_mean(row)
            and not row.leaves_out(given)
            and bool(given.get("normalize", True))
            and not {*(row.row_parameters or ())} & {*given}
        )

    @classmethod
    def of_plan(
        cls, plan: Plan, metric: int, ends: NDArray[np.int64]
    ) -> list[SlicedMeans]:
        """Return the means of all models of the plan of all rows, slice by slice."""
        made: Any = plan
        return [cls(made, metric, k, ends) for k in range(len(plan.names))]

    def values(self, asked: BoundMetric) -> Floats:
        """Return the values of the metric's function; NaN where it has none."""
        return self._values.copy()

    @cached_property
    def _values(self) -> Floats:
        row, given = self._plan.asked[self._metric]
        columns, function = self._plan.prepared(self._metric, self._model), row.public
        found, start = np.full(len(self._ends), np.nan), 0
        with hold_warnings():
            for at, end in enumerate(self._ends.tolist()):
                part = [_rows_between(column, start, end) for column in columns]
                start = end
                try:
                    found[at] = one_number(row, function(*part, **given))
                except ValueError:  # too few rows, or not both classes
                    continue
        return found

    def closed_bounds(self, asked: BoundMetric) -> Bounds | None:
        """Return the function of the bounds; None if the plans tell."""
        return (
            bounds_of(self.intervals, asked)
            if np.isfinite(self._estimates).all()
            else None
        )

    def intervals(
        self, asked: BoundMetric, level: float, places: Places = None
    ) -> PairIntervals | None:
        """Return the intervals of slices in closed form; None: by their plans."""
        row, given = self._plan.asked[self._metric]
        if row.interval not in (SKEWED_T, PROPORTION[0]):
            return None
        at = slice(None) if places is None else places
        value, estimate, n = self._values[at], self._estimates[at], self._mean.n[at]
        if row.interval == PROPORTION[0]:
            made = shares_of(estimate * n, n, value, level)
        else:
            made = self._by_student(value, estimate, level, at)
        without = np.isnan(value)
        made.low[without] = made.high[without] = np.nan
        return in_range(made, row.ends(given), n)

    def _by_student(
        self, value: Floats, estimate: Floats, level: float, at: Any
    ) -> PairIntervals:
        """Make the intervals as `interval_of` makes each."""
        row, mean = self._plan.asked[self._metric].row, self._mean
        n, error = mean.n[at], mean.standard_error[at]
        reasons = {
            refusals.INFINITE: ~np.isfinite(estimate),
            refusals.ALONE: n < 2,
            refusals.UNDEFINED_WITHOUT: np.isnan(error),
            refusals.NO_SPREAD: error == 0,
        }
        none = np.logical_or.reduce([*reasons.values()])
        texts = np.array(["", *reasons], object)
        why = texts[np.select([*reasons.values()], range(1, len(texts)), 0)]
        freedom = np.where(none, 1.0, mean.degrees_of_freedom[at])
        parts = mean.value[at], error, freedom, mean.skewness[at]
        with np.errstate(all="ignore"):
            low, high = means.each_skewed(*parts, level)
            if row.made_of == "root":
                low, high = (np.sqrt(np.maximum(end, 0.0)) for end in (low, high))
                error = error / (2 * estimate)
            elif row.made_of == "exp":
                low, high = (bounds.each(math.exp, end) for end in (low, high))
                error = error * estimate
            elif row.made_of == "sum":
                low, high, error = low * n, high * n, error * n
        note = self._plan.note(self._metric, "auto", (self._model,))
        made = PairIntervals.made(
            value,
            level,
            SKEWED_T,
            low=np.where(none, np.nan, low),
            high=np.where(none, np.nan, high),
            standard_error=np.where(none, np.nan, error),
            approximate=bool(note) & ~none,
            reason=np.where(none, why, note),
        )
        made.method[none] = "none"
        return made

    @cached_property
    def _mean(self) -> Mean:
        values = self._plan.row_values(self._metric, self._model)
        return means.means_of_runs(np.ascontiguousarray(values), self._ends)

    @cached_property
    def _estimates(self) -> Floats:
        """The values as functions of the means, from which functions part a little."""
        row, mean = self._plan.asked[self._metric].row, self._mean
        return make(row, mean.value, mean.n)


def _rows_between(column: Any, start: int, end: int) -> Any:
    if isinstance(column, np.ndarray):
        return column[start:end]
    return take_rows(column, np.arange(start, end))
