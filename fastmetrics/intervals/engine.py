"""The one loop over metrics, models and pairs of models that makes their intervals.

It knows plans, never a column: which family the data are of makes no difference here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, NamedTuple

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
    warn_undefined,
    within,
)
from fastmetrics._common.laws import ReplicateLaw
from fastmetrics._common.options import warn
from fastmetrics._common.pair_intervals import PairIntervals, PairTable
from fastmetrics.catalog import BOOTSTRAP, JACKKNIFE, SMOOTHED
from fastmetrics.intervals.resolve import (
    DEFAULT_RESAMPLES,
    DEFAULT_TABLE_RESAMPLES,
    reporting,
)
from fastmetrics.metrics.record import ORDER, SKETCHED
from fastmetrics.resampling import refusals, row_intervals
from fastmetrics.resampling.pair_replicates import (
    SharedDraws,
    pair_accelerations,
    pair_intervals,
)
from fastmetrics.resampling.plan import (
    Of,
    Plan,
    Refusal,
    of_models,
)
from fastmetrics.resampling.row_intervals import JACKKNIFE_T
from fastmetrics.resampling.sliced_means import in_range

# Ways of making intervals that should contain the estimate.
_AROUND_ESTIMATE = ("percentile", "bca", "bias-corrected")
# Ways of the engine itself, from values of data without each unit or smoothed.
_FROM_VALUES = (SMOOTHED, *JACKKNIFE, row_intervals.GROUP_JACKKNIFE)
# How intervals are made that may have a bound on one side alone.
BOUNDLESS = (f"{JACKKNIFE_T}-log", f"{JACKKNIFE_T}-log-complement")


@dataclass(frozen=True, eq=False)
class Intervals:
    """Intervals of several metrics and models, made from the same draws.

    Attributes
    ----------
    values : dict of dict
        ``values[model][metric]`` is an Interval.
    differences : mapping of mappings
        ``differences[a, b][metric]``: model a minus model b on the same rows; as arrays
        in a `PairTable`.
    replicates : dict of str to ndarray
        The values that were drawn anew of a metric, (replicates, models).
    """

    values: dict[str, dict[str, Interval]]
    differences: Mapping[tuple[str, str], Mapping[str, Interval]]
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
    places = np.array(pairs, np.intp).reshape(-1, 2)
    ways = {
        (metric, of): _allowed(plan.method(metric, method, of))
        for metric in metrics
        for of in singles
    }
    kinds = [_kinds(plan, j, method, places) if pairs else [] for j in metrics]
    maker = _Maker(plan, method, confidence_level, seed, n_resamples, keep_draws)
    made_by = {
        j: {ways[j, of] for of in singles}
        | {kind.way for kind in kinds[j] if not kind.is_joined}
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

        rows = [one.row.name for one in plan.asked]
        of_pairs = {
            rows[metric]: maker.make_pairs(metric, kinds[metric], places)
            for metric in metrics
            if pairs
        }
        values = {
            names[k]: {
                rows[metric]: maker.make(metric, ways[metric, (k,)], (k,))
                for metric in metrics
            }
            for (k,) in singles
        }
    named = [(names[i], names[j]) for i, j in pairs]
    _warn(values, of_pairs, plan)
    exact = _as_functions(values, plan)
    for at, made in enumerate(of_pairs.values()):
        if not plan.pairs_by_values(at):
            continue
        apart = _apart(exact[:, at], places)
        # Models that are equal stay so.
        changes = (made.estimate != 0) & (apart != made.estimate) & ~np.isnan(apart)
        if changes.any():
            estimate = np.where(changes, apart, made.estimate)
            of_pairs[rows[at]] = replace(made, estimate=estimate)
    _warn_outside(values, of_pairs, plan)
    return Intervals(values, PairTable(named, of_pairs), maker.replicates)


class _Kind(NamedTuple):
    """Pairs whose intervals are made in the same way, by their places.

    ``note`` says why these are approximate; ``is_joined``: another plan makes them.
    """

    places: NDArray[np.intp]
    way: str | Refusal
    note: str
    is_joined: bool


def _kinds(
    plan: Plan, metric: int, method: str, pairs: NDArray[np.intp]
) -> list[_Kind]:
    """Return the pairs by how their intervals are made.

    The plan is asked once for two kinds of models, and not for each pair.
    """
    of_models: dict[Hashable, int] = {}
    kind = np.array(
        [
            of_models.setdefault(plan.kind_of_model(metric, k), len(of_models))
            for k in range(len(plan.names))
        ]
    )
    ascending = np.sort(pairs, axis=1)
    both = kind[ascending] @ np.array([len(of_models), 1])
    _, first, group = np.unique(both, return_index=True, return_inverse=True)
    alike: dict[tuple[str | Refusal, str, bool], list[int]] = {}
    for at, one in enumerate(first.tolist()):
        of = tuple(ascending[one].tolist())
        way = _allowed(plan.method(metric, method, of))
        is_joined = plan.of_pair(metric, of) is not None
        note = "" if isinstance(way, Refusal) else plan.note(metric, method, of)
        alike.setdefault((way, note, is_joined), []).append(at)
    return [
        _Kind(np.flatnonzero(np.isin(group, own)), *how) for how, own in alike.items()
    ]


def _as_functions(
    values: dict[str, dict[str, Interval]], plan: Plan
) -> NDArray[np.float64]:
    """Take the values of the public functions, from which plans part by rounding.

    Intervals are made of the plan's own values, which replicates equal to the bit where
    they draw each row once. Undefined values are not changed, even if the function
    returns a number. Return the values, (models, metrics).
    """
    exact = np.empty((len(plan.names), len(plan.asked)))
    for metric, one in enumerate(plan.asked):
        for k, model in enumerate(plan.names):
            made = values[model][one.row.name]
            value = plan.exact(metric, k, made.estimate)
            exact[k, metric] = value
            values[model][one.row.name] = _with_estimate(made, value)
    return exact


def _with_estimate(interval: Interval, value: float) -> Interval:
    """Return the interval around a value that its own differs from by rounding."""
    if interval.estimate == value or math.isnan(value):
        return interval
    return replace(interval, estimate=value)


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
        # Of plans of two models.
        self._joined: dict[Plan, _Maker] = {}

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
        if len(of) == 1:
            return self._plan.analytic(metric, way, of, self._level)
        pair = np.array([of])
        return self._plan.analytic_pairs(metric, way, pair, self._level)[0]

    def make_pairs(
        self, metric: int, kinds: Sequence[_Kind], pairs: NDArray[np.intp]
    ) -> PairIntervals:
        """Make the intervals of a metric's differences.

        They are made of models in ascending order, and turned.
        """
        ascending = np.sort(pairs, axis=1)
        parts = [
            (kind.places, self._of_kind(metric, kind, ascending[kind.places]))
            for kind in kinds
        ]
        made = PairIntervals.joined(len(pairs), parts)
        row, parameters = self._plan.asked[metric]
        ends = ends_apart(row.ends(parameters))
        made = in_range(made, ends, self._plan.n_units, self._plan.drawn_by)
        return made.turned(pairs[:, 0] > pairs[:, 1])

    def _of_kind(
        self, metric: int, kind: _Kind, pairs: NDArray[np.intp]
    ) -> PairIntervals:
        """Make the intervals of pairs in the same way."""
        way, plan = kind.way, self._plan
        if isinstance(way, Refusal):
            estimate = _apart(self._estimates[:, metric], pairs)
            return PairIntervals.made(estimate, self._level, "none", reason=way.reason)
        if not kind.is_joined:
            if way in (*BOOTSTRAP, SMOOTHED):
                made = self._drawn_pairs(metric, way, pairs, kind.note)
                if made is not None:
                    return made
            elif way not in _FROM_VALUES:
                return plan.analytic_pairs(metric, way, pairs, self._level)
        return PairIntervals.of(
            [self._of_pair(metric, way, (i, j)) for i, j in pairs.tolist()]
        )

    def _drawn_pairs(
        self, metric: int, way: str, pairs: NDArray[np.intp], note: str
    ) -> PairIntervals | None:
        """Make intervals from replicates, if all is defined; else None."""
        models = np.unique(pairs)
        estimates = centres = self._estimates[models, metric]
        freedom = math.inf
        if way == SMOOTHED and metric in self._smoothed and self._freedom > 0:
            values, replicates = self._smoothed[metric]
            centres, freedom = values[models], self._freedom
        elif way != SMOOTHED and self._replicates is not None:
            replicates = self._replicates[..., self._drawn.index(metric)]
        else:
            return None
        draws = SharedDraws(
            replicates[:, models], estimates, centres, freedom, self._level, self._keep
        )
        if not draws.are_tame:
            return None
        pairs = np.searchsorted(models, pairs)
        accelerations = None
        if way == "bca":
            left_out = self._plan.jackknife(metric, tuple(models.tolist()), self._seed)
            if left_out is not None:
                accelerations = pair_accelerations(left_out, pairs)
        return pair_intervals(draws, pairs, way, accelerations, approximate=note)

    def _of_pair(self, metric: int, way: str, of: Of) -> Interval:
        found = self._made(metric, way, of)
        return found if self._keep else replace(found, distribution=None)

    def _of_two(self, plan: Plan, metric: int, way: str) -> Interval:
        """Make the interval of a difference by the plan that knows both models."""
        maker = self._joined.get(plan)
        if maker is None:
            asked = self._asked
            maker = _Maker(plan, asked, self._level, self._seed, self._n, self._keep)
            ways = [plan.method(j, asked, (0, 1)) for j in range(len(plan.asked))]
            maker.draw([j for j, own in enumerate(ways) if own in BOOTSTRAP], None)
            maker.smooth([j for j, own in enumerate(ways) if own == SMOOTHED], None)
            self._joined[plan] = maker
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


def _apart(values: NDArray[Any], pairs: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return the differences of pairs of models, infinite values included."""
    with np.errstate(invalid="ignore"):
        found: NDArray[np.float64] = values[pairs[:, 0]] - values[pairs[:, 1]]
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


def _warn(
    values: Mapping[str, Mapping[str, Interval]],
    of_pairs: Mapping[str, PairIntervals],
    plan: Plan,
) -> None:
    """Warn of metrics that are undefined on many replicates, or without many a row."""
    lacking = {
        name: np.flatnonzero(made.n_undefined).tolist()
        for name, made in of_pairs.items()
    }
    in_order = sorted((at, name) for name, places in lacking.items() for at in places)
    every = [
        *(item for row in values.values() for item in row.items()),
        *((name, of_pairs[name][at]) for at, name in in_order),
    ]
    warn_undefined(every, plan.advice, n_units=plan.n_units)


def _warn_outside(
    values: Mapping[str, Mapping[str, Interval]],
    of_pairs: Mapping[str, PairIntervals],
    plan: Plan,
) -> None:
    """Warn of intervals of any callable that exclude their own estimate.

    Then replicates are biased, or do not draw all that the callable reads. Metrics of
    the catalog read the replicates; their records say if they are biased.
    """
    if not any(one.row.row_parameters is None for one in plan.asked):
        return
    outside = {
        name: None
        for row in values.values()
        for name, one in row.items()
        if one.method in _AROUND_ESTIMATE and _excludes(one)
    }
    for name, made in of_pairs.items():
        if (np.isin(made.method, _AROUND_ESTIMATE) & _excludes(made)).any():
            outside[name] = None
    if outside:
        warn(
            f"{', '.join(outside)}: the interval excludes its own estimate, so its "
            "replicates are biased or do not resample all that the metric reads; do "
            "not use it."
        )


def _excludes(one: Any) -> Any:
    """Whether an interval, or which of several, excludes its own estimate."""
    slack = bounds.ROUNDING * abs(one.estimate)
    return (one.estimate < one.low - slack) | (one.estimate > one.high + slack)
