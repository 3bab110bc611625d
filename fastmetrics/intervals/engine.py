"""The one loop over metrics, models and pairs of models that makes their intervals.

It knows plans, never a column: which family the data are of makes no difference here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common import bounds
from fastmetrics._common.interval import (
    EQUAL_BOUNDS,
    EQUAL_REPLICATES,
    Interval,
    ends_apart,
    from_jackknife,
    from_replicates,
    no_interval,
    turned,
    warn_undefined,
    within,
)
from fastmetrics._common.laws import ReplicateLaw
from fastmetrics._common.options import warn
from fastmetrics.catalog import BOOTSTRAP, JACKKNIFE, SMOOTHED
from fastmetrics.intervals.resolve import (
    DEFAULT_RESAMPLES,
    DEFAULT_TABLE_RESAMPLES,
    reporting,
)
from fastmetrics.metrics.record import ORDER, SKETCHED
from fastmetrics.resampling import refusals, row_intervals
from fastmetrics.resampling.plan import (
    Of,
    Plan,
    Refusal,
    SharedDraws,
    of_models,
    pair_accelerations,
    pair_intervals,
)
from fastmetrics.resampling.row_intervals import JACKKNIFE_T

# Ways of making intervals that should contain the estimate.
_AROUND_ESTIMATE = ("percentile", "bca", "bias-corrected")
# How intervals are made that may have a bound on one side alone.
BOUNDLESS = (f"{JACKKNIFE_T}-log", f"{JACKKNIFE_T}-log-complement")


@dataclass(frozen=True, eq=False)
class Intervals:
    """Intervals of several metrics and models, made from the same draws.

    Attributes
    ----------
    values : dict of dict
        ``values[model][metric]`` is an Interval.
    differences : dict of dict
        ``differences[a, b][metric]``: model a minus model b on the same rows.
    replicates : dict of str to ndarray
        The values that were drawn anew of a metric, (replicates, models).
    """

    values: dict[str, dict[str, Interval]]
    differences: dict[tuple[str, str], dict[str, Interval]]
    replicates: dict[str, NDArray[Any]] = field(default_factory=dict)


def make_intervals(
    plan: Plan,
    *,
    confidence_level: float,
    method: str,
    n_resamples: int | None,
    seed: int,
    progress: Any = False,
    pairs: Sequence[tuple[int, int]] | None = None,
    draw_all: bool = False,
    keep_draws: bool = True,
) -> Intervals:
    """Make the intervals of all metrics that the plan was asked for.

    ``n_resamples`` None: the usual number for such data. ``pairs``: of which models
    there are differences; None: of any two. ``draw_all``: whether replicates are also
    drawn for metrics whose intervals need none. ``keep_draws``: whether differences
    keep those that they were made of. Raises ValueError for a method that a metric does
    not have.
    """
    metrics, names = range(len(plan.asked)), plan.names
    singles: list[Of] = [(k,) for k in range(len(names))]
    if pairs is None:
        pairs = list(combinations(range(len(names)), 2))
    ways = {
        (metric, of): _allowed(plan.method(metric, method, of))
        for metric in metrics
        for of in (*singles, *map(_ascending, pairs))
    }
    maker = _Maker(plan, method, confidence_level, seed, n_resamples, keep_draws)
    made_by = {
        j: {
            way
            for (metric, of), way in ways.items()
            if metric == j and (len(of) == 1 or plan.of_pair(j, of) is None)
        }
        for j in metrics
    }
    with reporting(progress or False) as report:
        drawn = [
            j
            for j in metrics
            if made_by[j].intersection(BOOTSTRAP) or (draw_all and _can_draw(plan, j))
        ]
        maker.draw(drawn, report)
        maker.smooth([j for j in metrics if SMOOTHED in made_by[j]], report)

        known = [_ascending(pair) for pair in pairs]
        of_pairs = [
            maker.make_pairs(metric, [ways[metric, pair] for pair in known], known)
            for metric in metrics
        ]
        rows = [one.row.name for one in plan.asked]
        found = Intervals(
            {
                names[k]: {
                    rows[metric]: maker.make(metric, ways[metric, (k,)], (k,))
                    for metric in metrics
                }
                for (k,) in singles
            },
            {
                (names[i], names[j]): {
                    rows[metric]: made[at] if i < j else turned(made[at])
                    for metric, made in enumerate(of_pairs)
                }
                for at, (i, j) in enumerate(pairs)
            },
            maker.replicates,
        )
    _warn(found, plan)
    found = _as_functions(found, plan)
    _warn_outside(found, plan)
    return found


def _as_functions(found: Intervals, plan: Plan) -> Intervals:
    """Take the values of the public functions, from which plans part by rounding.

    Intervals are made of the plan's own values, which replicates equal to the bit where
    they draw each row once. Undefined values are not changed, even if the function
    returns a number.
    """
    values, differences = found.values, found.differences
    for metric, one in enumerate(plan.asked):
        name, exact = one.row.name, {}
        for k, model in enumerate(plan.names):
            made = values[model][name]
            exact[model] = plan.exact(metric, k, made.estimate)
            values[model][name] = _with_estimate(made, exact[model])
        for (a, b), row in differences.items():
            if row[name].estimate:  # models that are equal stay so
                row[name] = _with_estimate(row[name], exact[a] - exact[b])
    return found


def _with_estimate(interval: Interval, value: float) -> Interval:
    """Return the interval around a value that its own differs from by rounding."""
    if interval.estimate == value or math.isnan(value):
        return interval
    return replace(interval, estimate=value)


def _ascending(of: Of) -> Of:
    """Return a model, or two models in the order in which plans know them."""
    return tuple(sorted(of))


def _allowed(way: str | Refusal) -> str | Refusal:
    if isinstance(way, Refusal) and way.error:
        raise ValueError(way.error)
    return way


def _can_draw(plan: Plan, metric: int) -> bool:
    """Whether data can be drawn anew of which a metric is asked."""
    return not isinstance(plan.method(metric, "percentile", (0,)), Refusal)


class _Maker:
    """Makes one interval after the other from the plan's answers."""

    def __init__(
        self,
        plan: Plan,
        asked: str,
        confidence_level: float,
        seed: int,
        n_resamples: int | None,
        keep_draws: bool,
    ) -> None:
        self._plan, self._asked, self._keep = plan, asked, keep_draws
        self._level, self._seed, self._n = confidence_level, seed, n_resamples
        self._estimates = plan.estimates
        self._drawn: list[int] = []
        self._replicates: NDArray[Any] | None = None
        self._smoothed: dict[int, tuple[NDArray[Any], NDArray[Any]]] = {}
        self._freedom = math.inf

    def draw(
        self, metrics: Sequence[int], report: Callable[[int, int], Any] | None
    ) -> None:
        """Draw the replicates of these metrics, if there is more than one unit.

        What lies between plans has none of its own.
        """
        metrics = [one for one in metrics if not self._plan.sides(one, (0,))]
        if not metrics or self._plan.n_units < 2:
            return
        self._drawn = list(metrics)
        self._replicates = self._plan.replicates(
            metrics, self._seed, self._n_resamples, report
        )

    def smooth(
        self, metrics: Sequence[int], report: Callable[[int, int], Any] | None
    ) -> None:
        """Draw samples of smoothed data for these metrics, likewise."""
        if not metrics or self._plan.n_units < 2:
            return
        found = self._plan.smoothed(metrics, self._seed, self._n_resamples, report)
        self._freedom = found.degrees_of_freedom
        for at, metric in enumerate(metrics):
            values = found.values[..., at], found.replicates[..., at]
            self._smoothed[metric] = values

    @property
    def replicates(self) -> dict[str, NDArray[Any]]:
        """Replicates of each metric, (replicates, models)."""
        if self._replicates is None:
            return {}
        return {
            self._plan.asked[metric].row.name: self._replicates[..., at]
            for at, metric in enumerate(self._drawn)
        }

    @property
    def _n_resamples(self) -> int:
        rows = self._plan.touches_rows
        return self._n or (DEFAULT_RESAMPLES if rows else DEFAULT_TABLE_RESAMPLES)

    def make(self, metric: int, way: str | Refusal, of: Of) -> Interval:
        """Make the interval of a metric of a model, or of the difference of two."""
        return self._in_range(self._made(metric, way, of), metric, of)

    def _made(self, metric: int, way: str | Refusal, of: Of) -> Interval:
        """Make the interval from its distribution, even if it has no bounds."""
        estimate = float(of_models(self._estimates[..., metric], of))
        if isinstance(way, Refusal):
            return no_interval(estimate, self._level, way.reason)
        joined = self._plan.of_pair(metric, of) if len(of) > 1 else None
        if joined is not None:
            return self._of_two(*joined, way)
        if way in BOOTSTRAP:
            return self._bootstrap(metric, estimate, way, of)
        if way == SMOOTHED:
            return self._around_smoothed(metric, estimate, of)
        if way in JACKKNIFE:
            return self._jackknife(metric, estimate, way, of)
        if way == row_intervals.GROUP_JACKKNIFE:
            return self._without_groups(metric, estimate, of)
        return self._plan.analytic(metric, way, of, self._level)

    def make_pairs(
        self, metric: int, ways: Sequence[str | Refusal], pairs: Sequence[Of]
    ) -> list[Interval]:
        """Make the intervals of a metric's differences, all in one go if they can be.

        They can where all are bootstrap intervals of one kind, and all is defined.
        """
        way = ways[0] if ways else ""
        apart = any(self._plan.of_pair(metric, pair) is not None for pair in pairs)
        if len(pairs) < 2 or apart or way not in BOOTSTRAP or {*ways} != {way}:
            return [
                self._of_pair(metric, *one) for one in zip(ways, pairs, strict=True)
            ]
        draws = None
        if self._replicates is not None:
            draws = SharedDraws(
                self._replicates[..., self._drawn.index(metric)],
                self._estimates[:, metric],
                self._level,
                self._keep,
            )
        if draws is None or not draws.are_tame:
            return [
                self._of_pair(metric, *one) for one in zip(ways, pairs, strict=True)
            ]
        plan, accelerations = self._plan, None
        both = [(pair[0], pair[1]) for pair in pairs]
        if way == "bca":
            every = tuple(range(len(plan.names)))
            left_out = plan.jackknife(metric, every, self._seed)
            if left_out is not None:
                accelerations = pair_accelerations(left_out, both)
        made = pair_intervals(
            draws,
            both,
            str(way),
            accelerations,
            approximate=[plan.note(metric, self._asked, pair) for pair in pairs],
        )
        return [
            self._in_range(one, metric, pair)
            for one, pair in zip(made, pairs, strict=True)
        ]

    def _of_pair(self, metric: int, way: str | Refusal, of: Of) -> Interval:
        found = self.make(metric, way, of)
        return found if self._keep else replace(found, distribution=None)

    def _of_two(self, plan: Plan, metric: int, way: str) -> Interval:
        """Make the interval of a difference by the plan that knows both models."""
        maker = _Maker(plan, self._asked, self._level, self._seed, self._n, self._keep)
        if way in BOOTSTRAP:
            maker.draw([metric], None)
        return maker._made(metric, way, (0, 1))

    def _bootstrap(self, metric: int, estimate: float, way: str, of: Of) -> Interval:
        plan = self._plan
        sides = plan.sides(metric, of)
        if sides:
            return self._between(sides, estimate, way)
        if self._replicates is None:
            return no_interval(estimate, self._level, refusals.ALONE)
        values = self._replicates[..., self._drawn.index(metric)]
        acceleration = 0.0
        if way == "bca":
            left_out = plan.jackknife(metric, of, self._seed)
            if left_out is not None:
                counts = 1 if left_out.counts is None else left_out.counts
                acceleration = bounds.acceleration(_pair(left_out.values), counts)
        found = from_replicates(
            estimate,
            of_models(values, of),
            way,
            self._level,
            acceleration=acceleration,
            approximate=plan.note(metric, self._asked, of),
            advice=plan.advice,
        )
        if _is_constant(found, values[:, list(of)]):
            return _without_bounds(found, EQUAL_REPLICATES)
        if len(of) > 1 and found.law is None and not math.isnan(found.low):
            columns = values[:, of[0]], values[:, of[1]]
            distribution = ReplicateLaw(
                *columns, estimate, found.standard_error, way, acceleration
            )
            low, high = distribution.bounds(self._level)
            found = replace(found, low=low, high=high, law=distribution)
        return found

    def _between(
        self, sides: Sequence[tuple[Plan, int]], estimate: float, way: str
    ) -> Interval:
        """Make an interval from the lowest bound of plans up to the highest."""
        found = []
        for plan, metric in sides:
            maker = _Maker(
                plan, self._asked, self._level, self._seed, self._n, self._keep
            )
            maker.draw([metric], None)
            found.append(maker.make(metric, way, (0,)))
        for one in found:
            if math.isnan(one.low) or math.isnan(one.high):
                return _without_bounds(replace(one, estimate=estimate), one.reason)
        return replace(
            found[0],
            estimate=estimate,
            low=min(one.low for one in found),
            high=max(one.high for one in found),
            standard_error=math.nan,  # neither curve has the value's interval
            method=found[0].method + SKETCHED,
            n_undefined=max(one.n_undefined for one in found),
            distribution=None,
            law=None,
        )

    def _around_smoothed(self, metric: int, estimate: float, of: Of) -> Interval:
        if metric not in self._smoothed or self._freedom <= 0:
            return no_interval(estimate, self._level, refusals.ALONE)
        values, replicates = self._smoothed[metric]
        found = from_replicates(
            estimate,
            of_models(replicates, of),
            SMOOTHED,
            self._level,
            centre=float(of_models(values, of)),
            degrees_of_freedom=self._freedom,
            approximate=self._plan.note(metric, self._asked, of),
            advice=self._plan.advice,
        )
        if _is_constant(found, replicates[:, list(of)]):
            return _without_bounds(found, EQUAL_REPLICATES)
        return found

    def _jackknife(self, metric: int, estimate: float, way: str, of: Of) -> Interval:
        left_out = self._plan.jackknife(metric, of, self._seed)
        assert left_out is not None  # or the plan would have named no such way
        note = self._plan.note(metric, self._asked, of)
        values = _pair(left_out.values)
        return from_jackknife(
            estimate, values, left_out.counts, way, self._level, approximate=note
        )

    def _without_groups(self, metric: int, estimate: float, of: Of) -> Interval:
        if self._plan.n_units < 2:
            return no_interval(estimate, self._level, refusals.ALONE)
        left_out = self._plan.jackknife(metric, of, self._seed)
        assert left_out is not None  # of so few groups there always are such values
        row, note = (
            self._plan.asked[metric].row,
            self._plan.note(metric, self._asked, of),
        )
        values = _pair(left_out.values)
        return row_intervals.group_jackknife_interval(
            row, estimate, values, of, self._level, note
        )

    def _in_range(self, found: Interval, metric: int, of: Of) -> Interval:
        """Cut the bounds off where the metric, or a difference, cannot be.

        And say of bounds that tell little why they do.
        """
        row, parameters = self._plan.asked[metric]
        ends = row.ends(parameters)
        whole = found
        found = within(found, ends if len(of) == 1 else ends_apart(ends))
        # Order statistics that are tied hold the median as often as they say.
        may_tie = found.method == ORDER
        if found.low == found.high and math.isfinite(found.low) and not may_tie:
            is_cut = whole.low != whole.high
            why = refusals.BEYOND_THE_ENDS if is_cut else EQUAL_BOUNDS
            return _without_bounds(found, why)
        drawn = found.n_resamples and not found.method.endswith(SKETCHED)
        if drawn:
            found = replace(found, method=found.method + self._plan.drawn_by)
        if found.reason:
            return found
        if found.method in BOUNDLESS and math.isinf(found.high - found.low):
            return replace(found, reason=refusals.BOUNDLESS)
        if self._plan.n_units == 2:
            return replace(found, reason=refusals.TWO_UNITS)
        return found


def _pair(values: NDArray[Any]) -> NDArray[Any]:
    """Return the values of one model, or the differences of two."""
    return of_models(values, tuple(range(values.shape[-1])))


def _is_constant(found: Interval, replicates: NDArray[Any]) -> bool:
    """Whether replicates are all equal, but for rounding on the scale of the values."""
    if math.isnan(found.standard_error) or found.distribution is None:
        return False
    scale = np.nanmax(np.abs(replicates))
    return bool(np.ptp(found.distribution) <= bounds.ROUNDING * scale)


def _without_bounds(found: Interval, reason: str) -> Interval:
    """Take the bounds off, for a reason."""
    nan = math.nan
    return replace(
        found, low=nan, high=nan, standard_error=nan, reason=reason, law=None
    )


def _each(found: Intervals) -> Iterator[tuple[str, Interval]]:
    for metrics in (*found.values.values(), *found.differences.values()):
        yield from metrics.items()


def _warn(found: Intervals, plan: Plan) -> None:
    """Warn of metrics that are undefined on many replicates, or without many a row."""
    warn_undefined(_each(found), plan.advice, n_units=plan.n_units)


def _warn_outside(found: Intervals, plan: Plan) -> None:
    """Warn of intervals of any callable that exclude their own estimate.

    Then replicates are biased, or do not draw all that the callable reads. Metrics of
    the catalog read the replicates; their records say if they are biased.
    """
    if not any(one.row.row_parameters is None for one in plan.asked):
        return
    outside = {
        name: None
        for name, one in _each(found)
        if one.method in _AROUND_ESTIMATE and _excludes(one)
    }
    if outside:
        warn(
            f"{', '.join(outside)}: the interval excludes its own estimate, so its "
            "replicates are biased or do not resample all that the metric reads; do "
            "not use it."
        )


def _excludes(one: Interval) -> bool:
    slack = bounds.ROUNDING * abs(one.estimate)
    return one.estimate < one.low - slack or one.estimate > one.high + slack
