"""SlicedRows: the rows of a call in slices, and what plans find in each of them."""

from __future__ import annotations

import contextlib
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from itertools import combinations
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from fastmetrics._common.arrays import sort_pairs
from fastmetrics._common.interval import Interval, no_interval
from fastmetrics._common.options import hold_warnings
from fastmetrics._common.records import one_number
from fastmetrics._inputs.groups import Slices, group_codes
from fastmetrics._inputs.labels import positive_rows
from fastmetrics.catalog import BOOTSTRAP, FAMILIES, SMOOTHED
from fastmetrics.intervals.bind import make_plans, of_event
from fastmetrics.intervals.engine import make_intervals
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.record import EFFECTIVE
from fastmetrics.report.slice_groups import ClusteredSlices, Rest, column_of, rows_of
from fastmetrics.resampling import plan_of, refusals
from fastmetrics.resampling.in_time import check_alone
from fastmetrics.resampling.plan import (
    MOST_PASSES,
    Design,
    Plan,
    Refusal,
    jackknife_groups,
)
from fastmetrics.resampling.sliced_means import SlicedMeans
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.pair_intervals import PairIntervals
    from fastmetrics._inputs.groups import TimeOrder
    from fastmetrics.resampling.plan import Bounds, Floats, Sliced, SlicedColumns

NO_CLOSED_FORM = say("the metric has no interval in closed form")
IN_TIME = say(
    "slices of one series in time depend on each other: no bounds of their differences "
    "are known"
)
NO_REST = say("no bounds of all other rows are known in closed form")
NOT_WITH_WEIGHTS = say(
    "the metric has no interval in closed form with these weights, only without"
)


class SlicedData(ABC):
    """What is found of metrics in each slice, whatever is known of the rows.

    Attributes
    ----------
    slices : Slices
    metrics : dict of str to BoundMetric
        The metrics, by what they are called.
    models : list of str
    n_samples : ndarray of int64
        Rows in each slice.
    n_positive : ndarray of int64 or None
        Rows of the positive class in each slice; None where there is no such class.
    in_groups : bool
        Whether rows come in groups, so that slices may share some.
    in_time : bool
        Whether rows are in order of time, so that slices depend on each other.
    report : callable or None
        What is told of slices that are judged one by one: how many, of how many.
    """

    slices: Slices
    metrics: dict[str, BoundMetric]
    models: list[str]
    n_samples: NDArray[np.int64]
    n_positive: NDArray[np.int64] | None = None
    in_groups: bool = False
    in_time: bool = False
    report: Callable[[int, int], None] | None = None
    _options: dict[str, Any]

    @property
    def weighted(self) -> bool:
        """Whether rows have weights, of which a closed form may know nothing."""
        return False

    @abstractmethod
    def _sliced(self, metric: str) -> Sequence[Sliced] | None:
        """Return what reads a metric in all slices at once, None where nothing does."""

    def _asked(self, metric: str) -> BoundMetric:
        """Return a metric as plans are asked it."""
        return self.metrics[metric]

    @abstractmethod
    def _plan(self, metric: str, at: int | None) -> tuple[Plan, int]:
        """Return the plan of a metric on the rows of a slice; None: on all rows."""

    # --- values

    def overall(self, metric: str) -> Floats:
        """Return the value of each model on all rows."""
        plan, at = self._plan(metric, None)
        if not self.metrics[metric].in_catalog:
            return plan.estimates[:, at]
        values = [plan.value(at, k) for k in range(len(plan.names))]
        return np.array([one_number(one) for one in values], np.float64)

    def values(self, metric: str, min_rows: int = 1) -> Floats:
        """Return the value of each model in each slice, (models, slices)."""
        sliced = self._sliced(metric)
        if sliced is not None:
            asked = self._asked(metric)
            found = np.array([one.values(asked) for one in sliced])
        else:
            self.overall(metric)  # raises for columns that are wrong, not too short
            each = []
            for at in range(len(self.slices)):
                each.append(self._values_of(metric, at))
                if self.report is not None:
                    self.report(at + 1, len(self.slices))
            found = np.array(each).T
        found[:, (self.n_samples < min_rows) | self._weighs_nothing] = np.nan
        return found

    @property
    def _weighs_nothing(self) -> Any:
        """Which slices have rows of weight 0 only, of which no function has a value."""
        return False

    def _values_of(self, metric: str, at: int) -> list[float]:
        """Return the values of one slice; NaN where it has too few rows for them."""
        try:
            plan, j = self._plan(metric, at)
            found = plan.estimates[:, j].tolist()
            if self.metrics[metric].in_catalog:
                found = [plan.exact(j, k, one) for k, one in enumerate(found)]
            return found
        except ValueError:
            return [math.nan] * len(self.models)

    # --- intervals

    def interval(
        self, metric: str, at: int, model: int, level: float, method: str, n: int | None
    ) -> Interval:
        """Return the interval of one slice."""
        every = self._intervals(metric, model, level) if method == "auto" else None
        if every is not None:
            return every[at]
        plan = self._plan_in_time(metric, at)
        if plan is None:
            of_rows, j = self._plan(metric, at)
            value = float(of_rows.estimates[model, j])
            return no_interval(value, level, refusals.FEW_TIMES)
        return self._made_of(*plan, model, level, method, n)

    def _intervals(self, metric: str, model: int, level: float) -> PairIntervals | None:
        """Return the intervals of all slices, made once; None: plans make each."""
        key = metric, model, level
        if key not in self._every:
            sliced = None
            if not (self.in_groups or self.in_time):
                sliced = self._sliced(metric)
            self._every[key] = (
                None
                if sliced is None
                else sliced[model].intervals(self._asked(metric), level)
            )
        return self._every[key]

    @cached_property
    def _every(self) -> dict[tuple[str, int, float], PairIntervals | None]:
        """The intervals of all slices, by metric, model and level."""
        return {}

    def _plan_in_time(self, metric: str, at: int) -> tuple[Plan, int] | None:
        """Return the plan that intervals of a slice are made by.

        None where a slice of rows in order of time has too few times.
        """
        return self._plan(metric, at)

    def _made_of(
        self, plan: Plan, at: int, model: int, level: float, method: str, n: int | None
    ) -> Interval:
        made = make_intervals(
            plan,
            confidence_level=level,
            method=method,
            n_resamples=n,
            seed=self._options["seed"],
            pairs=[],
        )
        return made.values[plan.names[model]][plan.asked[at].row.name]

    def of_all_models(
        self, metric: str, at: int, level: float, method: str, n: int | None
    ) -> tuple[dict[str, Interval], dict[tuple[str, str], Interval]]:
        """Return the intervals of all models in one slice, and of any two of them.

        Those of two are missing if it is not known which rows are the same.

        Raises
        ------
        ValueError
            If the slice has too few rows.
        """
        found = self._plan_in_time(metric, at)
        if found is None:
            plan, j = self._plan(metric, at)
            values = dict(zip(plan.names, plan.estimates[:, j].tolist(), strict=True))
            none = partial(
                no_interval, confidence_level=level, reason=refusals.FEW_TIMES
            )
            apart = {(a, b): values[a] - values[b] for a, b in combinations(values, 2)}
            return (
                {model: none(one) for model, one in values.items()},
                {pair: none(one) for pair, one in apart.items()},
            )
        plan, j = found
        with hold_warnings():
            made = make_intervals(
                plan,
                confidence_level=level,
                method=method,
                n_resamples=n,
                seed=self._options["seed"],
                pairs=None if plan.knows_pairs else [],
            )
        name = plan.asked[j].row.name
        values = {model: found[name] for model, found in made.values.items()}
        return values, {pair: one[name] for pair, one in made.differences.items()}

    def closed_bounds(
        self, metric: str, model: int, places: NDArray[np.intp] | None = None
    ) -> Bounds | str:
        """Return what gives slices' bounds at a level, or why nothing does.

        ``places``: of which slices; None: of all.
        """
        if self.in_time:
            return IN_TIME
        if self.in_groups:
            return self._clustered(metric, model).bounds(places)
        sliced = self._sliced(metric)
        found = (
            None if sliced is None else sliced[model].closed_bounds(self._asked(metric))
        )
        if isinstance(found, str):
            return found
        if found is not None:
            return found if places is None else bounds_at(found, places)
        every = range(len(self.slices)) if places is None else places.tolist()
        plans = [self._plan_or_none(metric, at) for at in every]
        return self._bounds_of_plans(metric, model, plans)

    def _bounds_of_plans(
        self, metric: str, model: int, plans: Sequence[tuple[Plan, int] | None]
    ) -> Bounds | str:
        if not all(plan is None or _is_closed(*plan, model) for plan in plans):
            is_known = self.weighted and self.metrics[metric].in_catalog
            if is_known and has_closed_form(self._asked(metric)):
                return NOT_WITH_WEIGHTS
            return NO_CLOSED_FORM

        def made(level: float, places: Any = None) -> tuple[Floats, Floats]:
            some = plans if places is None else [plans[at] for at in places.tolist()]
            each = [self._bounds_of(plan, model, level) for plan in some]
            low, high = np.array(each).T
            return low, high

        return made

    def shares(self, metric: str, model: int) -> tuple[Floats, Floats] | None:
        """Return what is a share of rows in each slice, and of how many; or None."""
        sliced = None if self.in_groups else self._sliced(metric)
        read = None if sliced is None else getattr(sliced[model], "shares", None)
        return None if read is None else read(self._asked(metric))

    def correlations(
        self, metric: str, model: int, places: NDArray[np.intp] | None = None
    ) -> Floats | None:
        """Return the correlations of slices' errors; None: they share no rows."""
        if not self.in_groups:
            return None
        found = self._clustered(metric, model).correlations
        return found if places is None else found[np.ix_(places, places)]

    @property
    def n_groups(self) -> int | None:
        """How many groups of rows there are; None: rows are independent."""
        return None

    def rest(self, metric: str, model: int) -> Rest | str:
        """Return what is known of all other rows of each slice, or why nothing is."""
        sliced = None if self.in_groups else self._sliced(metric)
        read = None if sliced is None else getattr(sliced[model], "rest", None)
        if read is None:
            return NO_REST
        asked, rest = self._asked(metric), read()
        bounds = rest.closed_bounds(asked)
        return bounds if isinstance(bounds, str) else Rest(rest.values(asked), bounds)

    def _clustered(self, metric: str, model: int) -> ClusteredSlices:
        """Return the values of all slices without each group of rows."""
        raise NotImplementedError(f"{type(self).__name__} has no groups")

    def _plan_or_none(self, metric: str, at: int) -> tuple[Plan, int] | None:
        """Return the plan of a slice; None where it has too few rows for one."""
        try:
            return self._plan(metric, at)
        except ValueError:
            return None

    def _bounds_of(
        self, plan: tuple[Plan, int] | None, model: int, level: float
    ) -> tuple[float, float]:
        if plan is None:
            return math.nan, math.nan
        with hold_warnings():
            found = self._made_of(*plan, model, level, "auto", None)
        return found.low, found.high


class SlicedRows(SlicedData):
    """The columns of one call, cut into slices."""

    def __init__(
        self,
        metrics: Mapping[str, BoundMetric],
        y_true: Any,
        models: Mapping[str, Mapping[str, Any]],
        design: Design,
        slices: Slices,
        options: Mapping[str, Any],
    ) -> None:
        self.slices, self.metrics = slices, dict(metrics)
        self.models = [*models]
        self.n_samples = np.bincount(slices.codes, minlength=len(slices))
        self.in_groups = design.groups is not None
        self._options = dict(options)
        self._y_true = column_of(y_true, "y_true")
        self._models = {
            model: {name: column_of(one, name) for name, one in given.items()}
            for model, given in models.items()
        }
        self._design = Design(
            column_of(design.sample_weight, "sample_weight"),
            column_of(design.groups, "groups"),
        )
        self._order, self.in_time = design.order, design.order is not None
        if design.order is not None:
            check_alone(design)
            design.order.units(len(slices.codes))
        self._told: dict[str, tuple[BoundMetric, Any]] = {}
        self._clusters: dict[tuple[str, int], ClusteredSlices] = {}
        self._made: dict[Any, Sequence[Sliced] | None] = {}

    @property
    def weighted(self) -> bool:
        """True if rows have weights."""
        return self._design.sample_weight is not None

    @cached_property
    def _weighs_nothing(self) -> Any:
        weights, codes = self._design.sample_weight, self.slices.codes
        if weights is None:
            return False
        counted = codes[np.asarray(weights) != 0]
        return np.bincount(counted, minlength=len(self.slices)) == 0

    @cached_property
    def n_positive(self) -> NDArray[np.int64] | None:  # type: ignore[override]
        """Rows of the positive class in each slice; None without such a class."""
        told = [self._options["pos_label"]]
        for one in self.metrics.values():
            if one.in_catalog and "pos_label" in FAMILIES[one.row.task].options:
                told.append(one.pos_label(None))
        if len(told) == 1:  # no metric has a positive class
            return None
        positive = next((one for one in told if one is not None), None)
        try:
            ones = positive_rows(self._y_true, positive)
        except (TypeError, ValueError):  # there are more classes, or none is told
            return None
        return np.bincount(self.slices.codes[ones], minlength=len(self.slices))

    def _sliced(self, metric: str) -> Sequence[Sliced] | None:
        """Return what reads a metric in all slices at once, None where nothing does."""
        bound, y_true = self._as_told(metric)
        if not bound.in_catalog:
            return None
        reader = plan_of(bound.row.task).sliced(bound)
        if reader is None:
            return None
        if issubclass(reader, SlicedMeans):
            return self._means_of(metric)
        if reader not in self._made:
            given = [self._given(bound, one) for one in self._models.values()]
            if not all(given):
                return None  # whoever reads the rows one by one says what is missing
            is_told = y_true is not self._y_true
            self._made[reader] = cast("type[SlicedColumns]", reader).of_rows(
                y_true,
                [next(iter(one.values())) for one in given],
                self.slices.codes,
                len(self.slices),
                self._design.sample_weight,
                None if is_told else self._options["pos_label"],
            )
        made: Sequence[Sliced] | None = self._made[reader]
        return made

    def _means_of(self, metric: str) -> Sequence[Sliced] | None:
        """Return the means of the rows in slices; None unless rows are drawn alike."""
        if self.weighted or self.in_groups or self.in_time:
            return None
        if metric not in self._made:
            self.overall(metric)  # raises for columns that are wrong, not too short
            plan, at = self._plan_of(metric, self._rows)
            self._made[metric] = SlicedMeans.of_plan(plan, at, self._starts[1:])
        return self._made[metric]

    def _asked(self, metric: str) -> BoundMetric:
        return self._as_told(metric)[0]

    # --- plans

    def _as_told(self, metric: str) -> tuple[BoundMetric, Any]:
        """Return the metric with the positive label, and the true labels it is told."""
        if metric not in self._told:
            bound = self.metrics[metric]
            columns = [
                column
                for one in self._models.values()
                for column in self._given(bound, one).values()
            ]
            self._told[metric] = of_event(
                bound,
                self._y_true,
                columns,
                self._options["pos_label"],
                in_parts=True,
            )
        return self._told[metric]

    def _plan(self, metric: str, at: int | None) -> tuple[Plan, int]:
        """Return the plan of a metric on the rows of a slice; None: on all rows."""
        rows = (
            None if at is None else self._rows[self._starts[at] : self._starts[at + 1]]
        )
        return self._plan_of(metric, rows)

    def _plan_in_time(self, metric: str, at: int) -> tuple[Plan, int] | None:
        """Return the plan that intervals of a slice are made by."""
        if self._order is None:
            return self._plan(metric, at)
        rows = self._rows[self._starts[at] : self._starts[at + 1]]
        order = self._order.of_rows(rows)
        try:
            order.units(len(rows))
        except ValueError:  # too few times for the horizon
            return None
        return self._plan_of(metric, rows, order=order)

    @cached_property
    def _codes_of_groups(self) -> NDArray[np.int64]:
        """The group of each row that is left out: of many several at a time."""
        codes, n = group_codes(self._design.groups, len(self.slices.codes))
        if n <= MOST_PASSES:
            return codes
        return jackknife_groups(self._options["seed"], n)[0].astype(np.int64)[codes]

    @property
    def n_groups(self) -> int | None:
        """How many groups of rows are left out; None: rows are independent."""
        return int(self._codes_of_groups.max()) + 1 if self.in_groups else None

    def _clustered(self, metric: str, model: int) -> ClusteredSlices:
        """Return the values of all slices without each group of rows."""
        if (metric, model) not in self._clusters:
            parts = np.split(self._rows, self._starts[1:-1])
            self._clusters[metric, model] = self._left_out(metric, model, parts)
        return self._clusters[metric, model]

    def _left_out(
        self, metric: str, model: int, parts: Sequence[NDArray[np.intp]]
    ) -> ClusteredSlices:
        """Return values of parts of the rows without each group."""
        estimates, left_out = [], list[Any]()
        shares: dict[int, Callable[[float], Interval]] = {}
        for part, rows in enumerate(parts):
            estimates.append(math.nan)
            left_out.append(None)
            with contextlib.suppress(ValueError):
                plan, at = self._plan_of(metric, rows, self._codes_of_groups)
                estimates[-1] = float(plan.estimates[model, at])
                found = plan.each_left_out([at])
                if found is not None and found.counts is None:
                    groups = np.unique(self._codes_of_groups[rows])
                    left_out[-1] = groups, found.values[:, model, 0]
                if plan.method(at, "auto", (model,)) == EFFECTIVE:
                    shares[part] = partial(plan.analytic, at, EFFECTIVE, (model,))
        row = self.metrics[metric].row
        return ClusteredSlices(row, np.array(estimates), left_out, shares)

    def rest(self, metric: str, model: int) -> Rest | str:
        """Return what is known of all other rows of each slice, or why nothing is."""
        found = super().rest(metric, model)
        if not isinstance(found, str):
            return found
        codes = self.slices.codes
        parts = [np.flatnonzero(codes != at) for at in range(len(self.slices))]
        if self.in_groups:
            made, own = (
                self._left_out(metric, model, parts),
                self._clustered(metric, model),
            )
            return Rest(made.estimates, made.bounds(None), own.paired_with(made))
        plans: list[tuple[Plan, int] | None] = []
        for rows in parts:
            plans.append(None)
            with contextlib.suppress(ValueError):
                plans[-1] = self._plan_of(metric, rows)
        bounds = self._bounds_of_plans(metric, model, plans)
        if isinstance(bounds, str):
            return bounds
        values = [
            math.nan if one is None else one[0].estimates[model, one[1]]
            for one in plans
        ]
        return Rest(np.array(values, np.float64), bounds)

    def _plan_of(
        self,
        metric: str,
        rows: NDArray[np.intp] | None,
        groups: Any = None,
        order: TimeOrder | None = None,
    ) -> tuple[Plan, int]:
        """Return the plan of a metric on some rows.

        ``groups``: other ones of all rows; ``order``: that of these rows in time.
        """
        bound, y_true = self._as_told(metric)
        models = {
            model: {
                name: rows_of(one, rows)
                for name, one in self._given(bound, given).items()
            }
            for model, given in self._models.items()
        }
        if rows is not None:
            bound = bound.on_rows(rows, len(self.slices.codes))
        weights = self._design.sample_weight
        groups = self._design.groups if groups is None else groups
        design = Design(rows_of(weights, rows), rows_of(groups, rows), order=order)
        if not bound.in_catalog or y_true is self._y_true:
            options = self._options
        else:
            options = {**self._options, "pos_label": None}
        with hold_warnings():
            [found] = make_plans(
                [bound], rows_of(y_true, rows), models, design, options
            )
        return found

    def _given(self, bound: BoundMetric, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the columns of a model that a metric takes, if it is known which."""
        if not bound.in_catalog or len(given) == 1:
            return given
        family = FAMILIES[bound.row.task]
        own = {*family.columns_per_model}
        if not own & {*given}:
            return given
        own |= {one.name for one in family.arguments}
        leading = {*family.leading(bound.row)}
        if leading <= {"y_true", *given}:  # nothing that other metrics compare with it
            own = leading | {one.name for one in family.arguments if one.by_name}
        return {name: one for name, one in given.items() if name in own}

    @cached_property
    def _rows(self) -> NDArray[np.intp]:
        """The rows, slice by slice, in their order inside each."""
        codes = self.slices.codes.astype(np.uint64)
        order = sort_pairs(codes, np.arange(len(codes), dtype=np.uint64))[1]
        return order.astype(np.intp)

    @cached_property
    def _starts(self) -> NDArray[np.intp]:
        return np.concatenate([[0], np.cumsum(self.n_samples)])


def bounds_at(bounds: Bounds, places: NDArray[np.intp]) -> Bounds:
    """Return what gives the bounds of some slices, by what gives those of all."""
    every = places

    def made(
        level: float, places: NDArray[np.intp] | None = None
    ) -> tuple[Floats, Floats]:
        return bounds(level, every if places is None else every[places])

    return made


def has_closed_form(asked: BoundMetric) -> bool:
    """Whether a metric's bounds in slices can be made without drawing rows."""
    if plan_of(asked.row.task).sliced(asked) is not None:
        return True
    return asked.row.interval not in (None, *BOOTSTRAP, SMOOTHED)


def _is_closed(plan: Plan, at: int, model: int) -> bool:
    """Whether the interval of a metric is made in closed form."""
    way = plan.method(at, "auto", (model,))
    return not isinstance(way, Refusal) and way not in (*BOOTSTRAP, SMOOTHED)
