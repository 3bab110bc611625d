"""Plans of callables: resampled as a whole, or combined from parts of a summary."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common.interval import Interval
from fastmetrics._common.names import shown
from fastmetrics._common.options import hold_warnings
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.groups import group_codes
from fastmetrics._inputs.rows import check_no_rows_inside, take_parameters
from fastmetrics._inputs.scores import sample_weights
from fastmetrics._kernels import random
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.record import BOOTSTRAP, MEAN
from fastmetrics.metrics.record import JACKKNIFE as JACKKNIFE_METHODS
from fastmetrics.metrics.row_sums import spread_of
from fastmetrics.metrics.summary import ValueSums
from fastmetrics.resampling import plan_of, refusals
from fastmetrics.resampling.plan import (
    MOST_PASSES,
    Data,
    Design,
    Jackknife,
    Of,
    Plan,
    Progress,
    Refusal,
    Smoothed,
    jackknife_groups,
)
from fastmetrics.resampling.row_intervals import (
    GROUP_JACKKNIFE,
    JACKKNIFE,
    JACKKNIFE_T,
    interval_of,
    suits,
)

if TYPE_CHECKING:
    from fastmetrics.metrics.summary import Handed

# Names of exceptions and warnings for undefined values, here and elsewhere.
_UNDEFINED = "UndefinedMetricWarning"


class CallablePlan(Plan):
    """Plan of a callable ``function(y_true, other, **parameters)``.

    The option "function" is called, whatever record is asked for. Columns are "y_true"
    and, for each model, one of any name, or none: then it is called with "y_true".

    A metric is undefined on a replicate where the function returns NaN, raises an
    ``UndefinedMetricWarning``, or raises ValueError while the replicate lacks a label
    that the data have: so do functions that need all classes. Any other ValueError is
    raised, except from a function of this package, which has checked its arguments on
    the data themselves.
    """

    def __init__(self, data: Data, design: Design, options: Mapping[str, Any]) -> None:
        self.names = list(data.models)
        self.summaries = {}
        self._design = design
        self._function: Callable[..., Any] = options["function"]
        self._y_true = as_array(data.shared["y_true"], "y_true")
        self._columns = []
        n = self.n_rows = len(self._y_true)
        for columns in data.models.values():
            own = [self._y_true]
            for name, other in columns.items():
                column = as_array(other, name)
                if len(column) != n:
                    raise ValueError(
                        "Found input variables with inconsistent numbers of samples: "
                        f"y_true has {n}, {name} has {len(column)}."
                    )
                own.append(column)
            self._columns.append(own)
        if not n:
            raise ValueError("y_true is empty")
        self._weights: NDArray[Any] | None = None
        if design.sample_weight is not None:
            self._weights = sample_weights(design.sample_weight, n)
        self._unit_of_row, self._strata = _units(self._y_true, design)
        self._estimates: NDArray[Any] | None = None

    def ask(self, asked: Sequence[BoundMetric]) -> None:
        """Set the function's arguments; raise for rows that cannot be resampled."""
        super().ask(asked)
        for one in self.asked:
            check_no_rows_inside(self._function, self.n_rows, one.row.name)

    def prepared(self, metric: int, model: int) -> tuple[Any, ...]:
        """Return the columns: of no other function is there a summary."""
        return tuple(self._columns[model])

    def exact(self, metric: int, model: int, estimate: float) -> float:
        """Return the estimate: it is the function's value."""
        return estimate

    @property
    def estimates(self) -> NDArray[Any]:
        """Values of the data themselves, (models, metrics)."""
        if self._estimates is None:
            models, metrics = range(len(self.names)), range(len(self.asked))
            values = [[self._value(k, j, None) for j in metrics] for k in models]
            self._estimates = np.array(values, float)
        return self._estimates

    @property
    def n_units(self) -> int:
        """How many rows or groups are drawn."""
        return int(self._strata.sum())

    @property
    def rows_per_replicate(self) -> int:
        """Rows that a replicate reads, of all models."""
        return self.n_rows * len(self.names)

    @property
    def advice(self) -> str:
        """What can be done about replicates on which a metric is undefined."""
        return refusals.advice_on_undefined(self._design)

    def method(self, metric: int, asked: str, of: Of) -> str | Refusal:
        """Name the bootstrap method, or the jackknife of few groups."""
        if suits(self.asked[metric].row, asked, self._design, self.n_units):
            return GROUP_JACKKNIFE
        if asked in JACKKNIFE_METHODS:
            return refusals.is_for_others(asked, "any callable")
        if asked == "auto":
            return "percentile"
        return asked if asked in BOOTSTRAP else refusals.not_for_callables(asked)

    def note(self, metric: int, asked: str, of: Of) -> str:
        """Say nothing: the function is unknown here."""
        return ""

    def replicates(
        self, metrics: Sequence[int], seed: int, n: int, progress: Progress
    ) -> NDArray[Any]:
        """Return values of rows drawn anew, (n, models, metrics asked for here)."""
        found = np.empty((n, len(self.names), len(metrics)))
        every = np.arange(self.n_rows)
        with self._silence():
            for i in range(n):
                weights = random.draw_weights(seed, i, self._strata)
                rows = np.repeat(every, weights[self._unit_of_row])
                found[i] = self._values(metrics, range(len(self.names)), rows)
                if progress is not None:
                    progress(i + 1, n)
        return found

    def jackknife(self, metric: int, models: Of, seed: int) -> Jackknife:
        """Return values without each of up to 200 random groups of rows."""
        codes, n_groups = jackknife_groups(seed, self.n_units)
        of_row = codes[self._unit_of_row]
        with self._silence():
            values = [
                self._values([metric], models, np.flatnonzero(of_row != group))
                for group in range(n_groups)
            ]
        return Jackknife(np.array(values)[:, :, 0])

    def each_left_out(self, metrics: Sequence[int]) -> Jackknife | None:
        """Return values without each row or group; each is a call."""
        if self.n_units > MOST_PASSES:
            return None
        models = range(len(self.names))
        with self._silence():
            values = [
                self._values(metrics, models, np.flatnonzero(self._unit_of_row != unit))
                for unit in range(self.n_units)
            ]
        return Jackknife(np.array(values).reshape(-1, len(models), len(metrics)))

    def values_on(
        self, rows: NDArray[np.int64], models: Sequence[int] | None = None
    ) -> list[float]:
        """Return the first metric on some rows, NaN where undefined; of all models."""
        with self._silence():
            which = range(len(self.names)) if models is None else models
            return [self._value_or_nan(k, 0, rows) for k in which]

    def _values(
        self, metrics: Sequence[int], models: Sequence[int], rows: NDArray[np.int64]
    ) -> list[list[float]]:
        return [[self._value_or_nan(k, j, rows) for j in metrics] for k in models]

    def _value(self, model: int, metric: int, rows: NDArray[np.int64] | None) -> float:
        """Return the value on some rows, or on all of them."""
        row, parameters = self.asked[metric]
        columns, weights = self._columns[model], self._weights
        if rows is not None:
            columns = [column[rows] for column in columns]
            names = row.row_parameters
            parameters = take_parameters(parameters, rows, self.n_rows, names)
            weights = None if weights is None else weights[rows]
        weight = {} if weights is None else {"sample_weight": weights}
        return _number(self._function(*columns, **parameters, **weight))

    def _value_or_nan(self, model: int, metric: int, rows: NDArray[np.int64]) -> float:
        try:
            return self._value(model, metric, rows)
        except Exception as error:
            if self._says_undefined(error, model, rows):
                return np.nan
            if not isinstance(error, ValueError):
                raise
            raise ValueError(
                f"{self.asked[metric].row.name} failed on {len(rows)} rows drawn from "
                f"the data: {error}"
            ) from error

    def _says_undefined(
        self, error: Exception, model: int, rows: NDArray[np.int64]
    ) -> bool:
        """Whether an error says that the metric is undefined on these rows."""
        if any(kind.__name__ == _UNDEFINED for kind in type(error).__mro__):
            return True
        if not isinstance(error, ValueError):
            return False
        return _is_ours(self._function) or any(
            _count_labels(column[rows]) < _count_labels(column)
            for column in self._columns[model]
        )

    @contextmanager
    def _silence(self) -> Iterator[None]:
        """Let no warning out: warnings were given for the data themselves."""
        if _is_ours(self._function):  # for which filters need not be changed
            with hold_warnings():
                yield
            return
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield


def _is_ours(function: Callable[..., Any]) -> bool:
    while isinstance(function, partial):
        function = function.func
    return str(getattr(function, "__module__", "")).startswith("fastmetrics.")


def _count_labels(column: NDArray[Any]) -> int:
    """Count the labels, of each column of a matrix; 0 of numbers with fractions."""
    if column.dtype.kind == "f" and np.any(column != np.floor(column)):
        return 0
    columns = column.reshape(len(column), -1).T
    return sum(len(set(each.tolist())) for each in columns)


def _units(
    y_true: NDArray[Any], design: Design
) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Return the drawn unit of each row, and the sizes of the strata of units."""
    n = len(y_true)
    if design.groups is not None:
        if design.stratified:
            raise ValueError("groups and stratified exclude each other")
        codes, n_groups = group_codes(design.groups, n)
        return codes, np.array([n_groups])
    if not design.stratified:
        return np.arange(n), np.array([n])
    if y_true.ndim != 1:
        raise ValueError("stratified needs one-dimensional labels")
    _, codes, sizes = np.unique(y_true, return_inverse=True, return_counts=True)
    units = np.empty(n, np.int64)
    units[np.argsort(codes, kind="stable")] = np.arange(n)
    return units, sizes


def _number(value: Any) -> float:
    try:
        array = np.asarray(value, dtype=float)
    except (ValueError, TypeError):
        raise TypeError(
            f"the metric must return one number, got {shown(value)} of type "
            f"{type(value).__name__}"
        ) from None
    if array.ndim:
        raise ValueError(
            f"the metric must return one number, got an array of shape {array.shape}"
        )
    return float(array)


# --------------------------------------------------------------------------- parts plan
# PartsPlan: a plan of several models of which nothing but summaries is known.


@dataclass(frozen=True, eq=False)
class SummaryParts:
    """Summaries in place of the columns of a family: the summaries of its models.

    ``models[name]`` lists summaries, each with its metrics. ``pairs[a, b]`` has, by
    metric, the data for the difference of two models: `LabelCells`, `PairedSweeps`, or
    the sums of the differences of their row values; None: nothing.
    """

    family: str
    models: Mapping[str, Sequence[Handed]]
    pairs: Mapping[tuple[str, str], Mapping[str, Any]] = field(default_factory=dict)

    @property
    def rows(self) -> list[Any]:
        """The metrics that are read off them, of any model."""
        found = {
            row.name: row
            for parts in self.models.values()
            for _, asked in parts
            for row, _ in asked
        }
        return [*found.values()]


class _Place(NamedTuple):
    """The plan of a metric of a model, and its place among what that plan is asked."""

    plan: Plan
    metric: int


class PartsPlan(Plan):
    """What intervals are made from where each model has summaries of its own.

    Each of them has a plan of its own, which answers for it. Differences of two models
    are known of metrics for which something was added up of both together.

    Attributes
    ----------
    parts : SummaryParts
        The summaries.
    """

    knows_pairs: ClassVar[bool] = False

    def __init__(self, data: Data, design: Design, options: Mapping[str, Any]) -> None:
        self.parts: SummaryParts = data.summary
        self._design, self._options = design, options
        self.names = list(data.models)
        self.summaries = {
            name: parts[0][0] for name, parts in self.parts.models.items() if parts
        }
        self._places: list[list[_Place]] = []
        # The plans of two models, by the places of the models and of the metric.
        self._joined: dict[tuple[int, ...], tuple[Plan, int]] = {}
        self.n_rows = 0

    @property
    def rows(self) -> list[Any]:
        """The metrics that can be asked for."""
        return self.parts.rows

    def ask(self, asked: Sequence[BoundMetric]) -> None:
        """Take the metrics that are wanted; raise where no summary tells one."""
        self._places = []
        self.asked = []
        names = [one.row.name for one in asked]
        for model, parts in self.parts.models.items():
            places: dict[str, _Place] = {}
            for summary, told in parts:
                mine = [
                    BoundMetric(row, given) for row, given in told if row.name in names
                ]
                if not mine:
                    continue
                data = Data({}, {model: {}}, summary)
                make = plan_of(self.parts.family, summary)
                # Summaries were made with the settings, or metrics are told them.
                decided = getattr(make, "family", None)
                options = {
                    name: one
                    for name, one in self._options.items()
                    if decided is None or name not in decided.settings
                }
                plan: Plan = make(data, self._design, options)
                plan.ask(mine)
                self.n_rows = max(self.n_rows, plan.n_rows)
                for metric, one in enumerate(mine):
                    places[one.row.name] = _Place(plan, metric)
            for name in names:
                if name not in places:
                    raise ValueError(f"{name} was not accumulated")
            self._places.append([places[name] for name in names])
        self.asked = [place.plan.asked[place.metric] for place in self._places[0]]
        self._joined = {}
        for i, j in self.known_pairs:
            pair = self.parts.pairs[self.names[i], self.names[j]]
            both = {
                at: pair[one.row.name]
                for at, one in enumerate(self.asked)
                if not isinstance(pair.get(one.row.name), ValueSums | None)
            }
            if both:
                models: dict[str, Any] = {self.names[k]: {} for k in (i, j)}
                data = Data({}, models, next(iter(both.values())))
                make = plan_of(self.parts.family, data.summary)
                joined: Plan = make(data, Design(), self._options)
                joined.ask([self.asked[at] for at in both])
                self._joined |= {(i, j, at): (joined, k) for k, at in enumerate(both)}

    @property
    def known_pairs(self) -> Sequence[tuple[int, int]]:
        """Pairs of models of which differences are known of some metrics."""
        at = {name: k for k, name in enumerate(self.names)}
        return sorted((at[a], at[b]) for a, b in self.parts.pairs)

    def of_pair(self, metric: int, of: Of) -> tuple[Plan, int] | None:
        """Return the plan that draws two models together, where labels are known."""
        return self._joined.get((*of, metric))

    def _sums(self, metric: int, of: Of) -> ValueSums | None:
        """Return the sums of the differences of two models' row values, if known."""
        pair = self.parts.pairs[self.names[of[0]], self.names[of[1]]]
        found = pair.get(self.asked[metric].row.name)
        return found if isinstance(found, ValueSums) else None

    def _at(self, metric: int, of: Of) -> _Place:
        return self._places[of[0]][metric]

    def _plans(self) -> list[Plan]:
        return [*{id(p.plan): p.plan for row in self._places for p in row}.values()]

    def value(self, metric: int, model: int) -> Any:
        """Return the value of a metric's function, with its errors and warnings."""
        plan, at = self._at(metric, (model,))
        return plan.value(at, 0)

    def exact(self, metric: int, model: int, estimate: float) -> float:
        """Return the value as its function has it."""
        plan, at = self._at(metric, (model,))
        return plan.exact(at, 0, estimate)

    @property
    def estimates(self) -> NDArray[np.float64]:
        """Values of the data themselves, (models, metrics)."""
        values = [[p.plan.estimates[0, p.metric] for p in row] for row in self._places]
        return np.array(values, np.float64).reshape(len(self.names), len(self.asked))

    @property
    def n_units(self) -> int:
        """How many rows there are."""
        return max((plan.n_units for plan in self._plans()), default=0)

    @property
    def rows_per_replicate(self) -> int:
        """Rows that a replicate reads, of all models."""
        return max((plan.rows_per_replicate for plan in self._plans()), default=0)

    @property
    def draws_cells(self) -> bool:
        """Whether replicates are drawn by cells of rows, and not by rows."""
        return any(plan.draws_cells for plan in self._plans())

    def method(self, metric: int, asked: str, of: Of) -> str | Refusal:
        """Name the way in which the interval of a metric will be made."""
        if len(of) > 1:
            return self._method_of_two(metric, asked, of)
        plan, at = self._at(metric, of)
        return plan.method(at, asked, (0,))

    def _method_of_two(self, metric: int, asked: str, of: Of) -> str | Refusal:
        joined = self.of_pair(metric, of)
        if joined is not None:
            return joined[0].method(joined[1], asked, (0, 1))
        row = self.asked[metric].row
        if self._sums(metric, of) is None:
            return Refusal(refusals.NOT_PAIRED)
        way = row.interval if asked == "auto" else asked
        if way not in (*MEAN, JACKKNIFE):
            return Refusal(refusals.NOT_PAIRED)
        estimates = self.estimates[list(of), metric]
        if not np.isfinite(estimates).all():
            undefined = np.isnan(estimates).any()
            return Refusal(refusals.UNDEFINED if undefined else refusals.INFINITE)
        return JACKKNIFE_T if way == JACKKNIFE else way

    def kind_of_model(self, metric: int, model: int) -> int:
        """Return the model itself, which has a plan of its own."""
        return model

    def sides(self, metric: int, of: Of) -> Sequence[tuple[Plan, int]]:
        """Return plans between which a metric lies that replicates are drawn for."""
        plan, at = self._at(metric, of)
        return plan.sides(at, (0,))

    def note(self, metric: int, asked: str, of: Of) -> str:
        """Say why that interval is approximate on these data; empty: it is not."""
        plan, at = self._at(metric, of)
        return plan.note(at, asked, (0,))

    def analytic(self, metric: int, method: str, of: Of, level: float) -> Interval:
        """Make an interval in closed form."""
        if len(of) > 1:
            sums = self._sums(metric, of)
            assert sums is not None  # or it had been refused
            row, parameters = self.asked[metric]
            mean = float(sums.mean(row.leaves_out(parameters)))
            note = self.note(metric, "auto", of)
            given = spread_of(sums, mean), mean, float(sums.weight)
            return interval_of(row, *given, method, of, level, note)
        plan, at = self._at(metric, of)
        return plan.analytic(at, method, (0,), level)

    def jackknife(self, metric: int, models: Of, seed: int) -> Jackknife | None:
        """Return the values of a metric without each unit."""
        plan, at = self._at(metric, models)
        return plan.jackknife(at, (0,), seed)

    def replicates(
        self, metrics: Sequence[int], seed: int, n: int, progress: Progress
    ) -> NDArray[np.float64]:
        """Return values of data drawn anew, (n, models, metrics asked for here)."""
        found = np.full((n, len(self.names), len(metrics)), np.nan)
        for k, plan, local, there in self._by_plan(metrics):
            found[:, k, there] = plan.replicates(local, seed, n, progress)[:, 0]
        return found

    def smoothed(
        self, metrics: Sequence[int], seed: int, n: int, progress: Progress
    ) -> Smoothed:
        """Return values of the metrics asked for here on smoothed data."""
        values = np.full((len(self.names), len(metrics)), np.nan)
        found = np.full((n, len(self.names), len(metrics)), np.nan)
        freedom = 0.0
        for k, plan, local, there in self._by_plan(metrics):
            made = plan.smoothed(local, seed, n, progress)
            values[k, there] = made.values[0]
            found[:, k, there] = made.replicates[:, 0]
            freedom = made.degrees_of_freedom
        return Smoothed(values, found, freedom)

    def _by_plan(
        self, metrics: Sequence[int]
    ) -> list[tuple[int, Plan, list[int], list[int]]]:
        """Return each model's plans, with the places of metrics there and here."""
        found = []
        for k, row in enumerate(self._places):
            plans: dict[int, tuple[int, Plan, list[int], list[int]]] = {}
            for here, metric in enumerate(metrics):
                plan, at = row[metric]
                if plan.n_units < 2:
                    continue
                _, _, local, there = plans.setdefault(id(plan), (k, plan, [], []))
                local.append(at)
                there.append(here)
            found += [*plans.values()]
        return found
