"""The plans of metrics that a callable or groups of rows combine from parts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from fastmetrics._common.bounds import MOST_SLICES, pairwise_bounds
from fastmetrics._common.interval import Interval, no_interval
from fastmetrics._common.laws import BoundsLaw
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.fairness.group_rates import Apart, GroupRates, check_options
from fastmetrics.metrics.record import MEAN, MOVER
from fastmetrics.metrics.row_sums import spread_of
from fastmetrics.metrics.summary import ValueSums
from fastmetrics.resampling import plan_of, refusals
from fastmetrics.resampling.count_models import LabelCells
from fastmetrics.resampling.plan import (
    Data,
    Design,
    Jackknife,
    Of,
    Plan,
    Progress,
    Refusal,
    Smoothed,
)
from fastmetrics.resampling.row_intervals import JACKKNIFE, JACKKNIFE_T, interval_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.summary import Handed


# --------------------------------------------------------------------------- parts plan
# PartsPlan: a plan of several models of which nothing but summaries is known.


@dataclass(frozen=True, eq=False)
class SummaryParts:
    """What stands in place of the columns of a family: the summaries of its models.

    ``models[name]`` lists summaries, each with what is read off it. ``pairs[a, b]``
    has by metric what the difference of two models is read off: `LabelCells`, or what
    the differences of their row values add up to; None: nothing.
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
        # The plans of two models by their places and that of the metric.
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
            cells = {
                at: pair[one.row.name]
                for at, one in enumerate(self.asked)
                if isinstance(pair.get(one.row.name), LabelCells)
            }
            if cells:
                models: dict[str, Any] = {self.names[k]: {} for k in (i, j)}
                data = Data({}, models, next(iter(cells.values())))
                joined: Plan = plan_of(self.parts.family)(data, Design(), self._options)
                joined.ask([self.asked[at] for at in cells])
                self._joined |= {(i, j, at): (joined, k) for k, at in enumerate(cells)}

    @property
    def known_pairs(self) -> Sequence[tuple[int, int]]:
        """Pairs of models of which differences are known of some metrics."""
        at = {name: k for k, name in enumerate(self.names)}
        return sorted((at[a], at[b]) for a, b in self.parts.pairs)

    def of_pair(self, metric: int, of: Of) -> tuple[Plan, int] | None:
        """Return the plan that draws two models together, where labels are known."""
        return self._joined.get((*of, metric))

    def _sums(self, metric: int, of: Of) -> ValueSums | None:
        """Return what the differences of two models' row values add up to, if known."""
        pair = self.parts.pairs[self.names[of[0]], self.names[of[1]]]
        found = pair.get(self.asked[metric].row.name)
        return found if isinstance(found, ValueSums) else None

    def _at(self, metric: int, of: Of) -> _Place:
        return self._places[of[0]][metric]

    def _plans(self) -> list[Plan]:
        return [*{id(p.plan): p.plan for row in self._places for p in row}.values()]

    def value(self, metric: int, model: int) -> Any:
        """Return what the function of a metric gives, with its errors and warnings."""
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


# ------------------------------------------------------------------------ fairness plan
# FairnessPlan: intervals of how far decisions differ between groups, without draws.


class FairnessPlan(Plan):
    """What the intervals of fairness metrics are made from: counts of each group.

    Attributes
    ----------
    rates : dict of str to GroupRates
        Of each model.
    """

    def __init__(self, data: Data, design: Design, options: Mapping[str, Any]) -> None:
        self.names = list(data.models)
        self.summaries = {}
        self._data, self._design = data, design
        if "sensitive_features" not in data.shared:
            raise TypeError("sensitive_features, the group of each row, is missing")
        told = options.get("pos_label")
        self._pos_label = 1 if told is None else told
        self.rates = {
            model: GroupRates.from_rows(
                data.shared["y_true"],
                columns["y_pred"],
                data.shared["sensitive_features"],
                design.sample_weight,
                self._pos_label,
            )
            for model, columns in data.models.items()
        }
        first = next(iter(self.rates.values()))
        self.n_rows = int(first.n_samples.sum())

    def ask(self, asked: Sequence[BoundMetric]) -> None:
        """Say which metrics are wanted; raise for options that are unknown."""
        super().ask(asked)
        self.__dict__.pop("_apart", None)
        for _, parameters in asked:
            check_options(*_options(parameters))

    @cached_property
    def _apart(self) -> list[list[Apart]]:
        return [
            [
                self.rates[model].apart(row.how, *_options(parameters))  # type: ignore[arg-type]
                for row, parameters in self.asked
            ]
            for model in self.names
        ]

    @property
    def estimates(self) -> NDArray[np.float64]:
        """Values of the data themselves, (models, metrics)."""
        return np.array([[one.value for one in row] for row in self._apart], float)

    def value(self, metric: int, model: int) -> Any:
        """Return what the function of a metric gives, with its errors and warnings."""
        row, parameters = self.asked[metric]
        shared, own = self._data.shared, self._data.models[self.names[model]]
        return row.public(
            shared["y_true"],
            own["y_pred"],
            sensitive_features=shared["sensitive_features"],
            sample_weight=self._design.sample_weight,
            **{"pos_label": self._pos_label, **parameters},
        )

    @property
    def n_units(self) -> int:
        """How many rows there are."""
        return self.n_rows

    @classmethod
    def methods(cls) -> frozenset[str]:
        """Return the methods that intervals of its metrics are made by."""
        return frozenset([MOVER])

    def method(self, metric: int, asked: str, of: Of) -> str | Refusal:
        """Name the way in which the interval of a metric will be made."""
        name = self.asked[metric].row.name
        if asked not in ("auto", MOVER):
            return refusals.only_mover(asked, name)
        if not self._design.is_independent:
            return Refusal(refusals.FAIRNESS_HAS_NO_GROUPS)
        for k in of:
            apart = self._apart[k][metric]
            if not apart.is_bounded:
                return Refusal(refusals.ONE_GROUP_WITH_A_RATE)
            if any(len(rate.trials) > MOST_SLICES for rate in apart.rates):
                return Refusal(refusals.TOO_MANY_GROUPS)
        return MOVER

    def analytic(self, metric: int, method: str, of: Of, level: float) -> Interval:
        """Make the interval of a metric of a model, or of the difference of two.

        Errors of two models are taken as independent. Those on the same rows are alike
        as a rule, so bounds of a difference are too wide rather than too narrow.
        """
        parts = [self._apart[k][metric] for k in of]
        values = [one.value for one in parts]
        estimate = values[0] - values[1] if len(of) > 1 else values[0]
        if math.isnan(estimate):
            return no_interval(estimate, level, refusals.UNDEFINED)
        law = None
        if len(of) == 1:
            low, high = parts[0].bounds(level)
        else:
            law = BoundsLaw(partial(_of_two, parts[0], parts[1]))
            low, high = law.bounds(level)
        return Interval(estimate, low, high, math.nan, level, method, law=law)


def _options(parameters: Mapping[str, Any]) -> tuple[Any, Any]:
    method = parameters.get("method", "between_groups")
    return method, parameters.get("agg", "worst_case")


def _of_two(first: Apart, second: Apart, level: float) -> tuple[float, float]:
    """Return bounds of the first model's value less the second's."""
    each = [
        tuple(np.array([x]) for x in (one.value, *one.bounds(level, cut=False)))
        for one in (first, second)
    ]
    low, high = pairwise_bounds(each[0], each[1])  # type: ignore[arg-type]
    return float(low[0]), float(high[0])
