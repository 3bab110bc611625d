"""A report of out-of-fold predictions: intervals across folds, and each fold's values.

Models of several folds made the predictions. So rows of all folds are not one sample of
one model's predictions, and intervals are made as `out_of_fold_score` makes them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.interval import Interval, ends_apart
from fastmetrics._common.options import hold_warnings
from fastmetrics._common.records import ByFields
from fastmetrics._inputs.columns import Categories
from fastmetrics.catalog import FAMILIES
from fastmetrics.intervals.bind import of_event
from fastmetrics.intervals.engine import Intervals, make_intervals
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.report.sections import section_of
from fastmetrics.resampling.plan import Data, Design, Plan
from fastmetrics.selection.out_of_bag_rows import share_losses
from fastmetrics.selection.validation import fold_intervals
from fastmetrics.selection.validation.combined_folds import (
    FoldColumn,
    Folded,
    combination,
    combined,
)
from fastmetrics.selection.validation.fold_intervals import Verdict, differences
from fastmetrics.selection.validation.no_information import (
    Pairs,
    has_closed_form,
    of_pairs,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.record import Combination, Metric
    from fastmetrics.report.sections import Setting
    from fastmetrics.selection.validation.result import CrossValidation

    Floats = NDArray[np.float64]
    Rows = NDArray[np.intp]

# Replicates of a fold, where its standard error is the bootstrap's.
_RESAMPLES = 499


class Folding(NamedTuple):
    """The folds of the rows, and how intervals across them are asked for."""

    column: FoldColumn
    method: str
    target: str | None = None


class TrainTest(NamedTuple):
    """A metric on the rows that models learnt from, and on those they did not.

    Attributes
    ----------
    train, test : float
        The means over folds.
    gap : Interval
        Their difference, positive where test rows are worse.
    verdict : {"overfits", "underfits", "neither", "cannot tell"}
        What the gap, and the gain over no information on training rows, allow.
    """

    train: float
    test: float
    gap: Interval
    verdict: Verdict


@dataclass(frozen=True, eq=False)
class FoldValues(ByFields):
    """What each fold shows of the metrics of a report.

    Attributes
    ----------
    names : list
        What the folds are called, in ascending order.
    sizes : list of int
        How many rows each tests.
    combined : dict of str to str
        By metric: "mean" of the folds, "pooled" rows or added "counts".
    values : dict
        ``values[model][metric]``: an array with the value on each fold, NaN where it is
        undefined.
    no_information : dict
        ``no_information[model][metric]``: the value if predictions had nothing to do
        with the rows, see `no_information_rate`; no entry where none is known.
    gaps : dict
        Of a cross-validation that scored training rows too, by metric: ``train``,
        ``test``, the ``gap`` between them as an `Interval`, and the ``verdict``.
    """

    names: list[Any]
    sizes: list[int]
    combined: dict[str, str]
    values: dict[str, dict[str, Floats]]
    no_information: dict[str, dict[str, float]]
    gaps: dict[str, TrainTest] = field(default_factory=dict)


def across(
    plan: Plan, whole: Intervals, data: Data, setting: Setting, folding: Folding
) -> tuple[Intervals, FoldValues]:
    """Return the intervals of a family across folds, and what each fold shows."""
    column = folding.column
    made = _Folds(plan, data, setting, column)
    split, method, target = column.split(), folding.method, folding.target
    ways = {one.row.name: _way(one, method) for one in plan.asked}

    names = plan.names

    def across_folds(interval: Interval, metric: int, of: tuple[int, ...]) -> Interval:
        row, parameters = plan.asked[metric]
        ends = row.ends(parameters)
        found = Folded(
            interval,
            lambda: made.values(metric, of),
            lambda: made.errors(metric, of),
            ends if len(of) == 1 else ends_apart(ends),
            _losses(row, data, setting, [names[k] for k in of]),
        )
        return combined(row, found, ways[row.name], split, method, target)

    rows = [one.row.name for one in plan.asked]
    intervals = Intervals(
        {
            model: {
                name: across_folds(whole.values[model][name], metric, (k,))
                for metric, name in enumerate(rows)
            }
            for k, model in enumerate(names)
        },
        {
            (a, b): {
                name: across_folds(
                    found[name], metric, (names.index(a), names.index(b))
                )
                for metric, name in enumerate(rows)
            }
            for (a, b), found in whole.differences.items()
        },
    )
    shown = FoldValues(
        column.names,
        column.sizes.tolist(),
        dict(ways),
        {
            model: {name: made.estimates[:, k, j] for j, name in enumerate(rows)}
            for k, model in enumerate(names)
        },
        {model: dict(_no_information(plan, data, setting, model)) for model in names},
    )
    return intervals, shown


def _losses(
    row: Metric, data: Data, setting: Setting, models: list[str]
) -> Callable[[], Floats] | None:
    """Return what makes the row losses of a difference that intervals lack."""
    leading = FAMILIES[row.task].leading(row)
    if len(models) < 2 or len(leading) != 2 or setting.design.sample_weight is not None:
        return None
    if leading[0] not in data.shared:
        return None
    columns = [_decoded(data.models[model].get(leading[1])) for model in models]
    return share_losses(row, _decoded(data.shared[leading[0]]), columns)


def together(found: list[FoldValues]) -> FoldValues:
    """Return the values of all families as one."""
    first = found[0]
    models = dict.fromkeys(model for one in found for model in one.values)

    def of_all(name: str) -> Any:
        return {
            model: {
                metric: value
                for one in found
                for metric, value in getattr(one, name).get(model, {}).items()
            }
            for model in models
        }

    ways = {metric: how for one in found for metric, how in one.combined.items()}
    return FoldValues(
        first.names, first.sizes, ways, of_all("values"), of_all("no_information")
    )


def _way(asked: BoundMetric, method: str) -> Combination:
    """Return how a metric is combined; where rows are asked for as one sample, so."""
    how = combination(asked.row)
    return "pooled" if how == "mean" and method == "pooled" else how


class _Folds:
    """The plans of single folds; each is asked what the plan of all rows was asked."""

    def __init__(
        self, plan: Plan, data: Data, setting: Setting, column: FoldColumn
    ) -> None:
        self._plan, self._data, self._setting = plan, data, setting
        self._rows = column.rows()
        self._asked = [one.without(Design._fields) for one in plan.asked]

    @cached_property
    def estimates(self) -> Floats:
        """Values of folds, (folds, models, metrics)."""
        shape = len(self._rows), len(self._plan.names), len(self._plan.asked)
        found = np.full(shape, math.nan)
        with hold_warnings(), np.errstate(all="ignore"):
            for fold, rows in enumerate(self._rows):
                for metrics, plan in self._plans(rows):
                    found[fold][:, metrics] = plan.estimates
        return found

    @cached_property
    def _intervals(self) -> list[dict[str, tuple[Any, Any]]]:
        """By fold, the intervals of values and of differences of each metric."""
        every = []
        with hold_warnings(), np.errstate(all="ignore"):
            for rows in self._rows:
                found = {}
                for metrics, plan in self._plans(rows):
                    made = make_intervals(
                        plan,
                        confidence_level=self._setting.confidence_level,
                        method="auto",
                        n_resamples=_RESAMPLES,
                        seed=self._setting.options["seed"],
                    )
                    for metric in metrics:
                        name = self._plan.asked[metric].row.name
                        found[name] = made.values, made.differences
                every.append(found)
        return every

    def values(self, metric: int, of: tuple[int, ...]) -> Floats:
        """Return the values of a model, or of one less another, on the folds."""
        found = self.estimates[:, :, metric]
        if len(of) == 1:
            return found[:, of[0]]
        return differences(found[:, of[0]], found[:, of[1]])

    def errors(self, metric: int, of: tuple[int, ...]) -> Floats:
        """Return their standard errors."""
        name = self._plan.asked[metric].row.name
        models = tuple(self._plan.names[k] for k in of)
        errors = []
        for found in self._intervals:
            if name not in found:
                errors.append(math.nan)
                continue
            values, differences = found[name]
            row = values[models[0]] if len(models) == 1 else differences[models]
            errors.append(row[name].standard_error)
        return np.array(errors)

    def _plans(self, rows: Rows) -> Iterator[tuple[list[int], Plan]]:
        """Yield which metrics can be asked of a fold, with its plan.

        Where they cannot be asked together, such as of a fold of one class, each is
        asked alone, and those that cannot are left out.
        """
        every = list(range(len(self._plan.asked)))
        try:
            yield every, self._fold(rows, every)
        except ValueError:
            for metric in every:
                try:
                    plan = self._fold(rows, [metric])
                except ValueError:
                    continue
                yield [metric], plan

    def _fold(self, rows: Rows, metrics: list[int]) -> Plan:
        data, setting = self._data, self._setting
        options = {**setting.options, "progress": None}
        part = Data(
            {name: _taken(one, rows) for name, one in data.shared.items()},
            {
                model: {name: _taken(one, rows) for name, one in columns.items()}
                for model, columns in data.models.items()
            },
            derived=data.derived,
        )
        weights = setting.design.sample_weight
        design = Design(None if weights is None else _taken(np.asarray(weights), rows))
        family = self._asked[metrics[0]].row.task
        prepared = section_of(family).prepare(part, options)
        make: Any = type(self._plan)
        plan: Plan = make(part, design, prepared)
        plan.ask([self._asked[metric] for metric in metrics])
        plan.estimates  # noqa: B018 - what cannot be asked raises here
        return plan


def _taken(column: Any, rows: Rows) -> Any:
    """Return some rows of a column as it was converted."""
    if isinstance(column, Categories):
        return column.decoded()[rows]
    return column[rows]


def _no_information(
    plan: Plan, data: Data, setting: Setting, model: str
) -> Iterator[tuple[str, float]]:
    """Yield metrics with their values if predictions had nothing to do with rows."""
    if setting.design.sample_weight is not None:
        return
    columns = {**data.shared, **data.models[model]}
    positive = setting.options.get("pos_label")
    pairs: dict[tuple[Any, ...], Pairs] = {}
    decoded = {name: _decoded(one) for name, one in columns.items()}
    for bound in plan.asked:
        row = bound.row
        names = FAMILIES[row.task].leading(row)
        if not has_closed_form(row) or not {*names} <= {*columns}:
            continue
        true, pred = (decoded[name] for name in names)
        with hold_warnings():
            try:
                bound, told = of_event(bound, true, [pred], positive)
                known = pairs.setdefault((*names, told is true), Pairs(told, pred))
                value = of_pairs(row, bound.parameters, known)
            except ValueError:  # it is undefined on the whole column, too
                continue
        if value is not None:
            yield row.name, value


def _decoded(column: Any) -> Any:
    return column.decoded() if isinstance(column, Categories) else column


def train_and_test(
    found: CrossValidation,
    no_information: Mapping[str, float],
    confidence_level: float,
    pos_label: Any = None,
) -> dict[str, TrainTest]:
    """Return the metrics that training rows were scored by, by their catalog names.

    But not those of another class than the one that the report is of.
    """
    sizes = float(found.n_train.mean()), float(found.n_test.mean())
    made = {}
    for name in found.metrics:
        scorer = found.scorers.get(name)
        row = None if scorer is None else scorer.row
        if row is None or row.greater_is_better is None or f"train_{name}" not in found:
            continue
        assert scorer is not None
        if scorer.is_of_another(pos_label, found.classes):
            continue
        train, test = (
            scorer.sign * np.asarray(found[f"{part}_{name}"], np.float64)
            for part in ("train", "test")
        )
        gap = found.gap(name, confidence_level=confidence_level)
        gains = []
        if row.name in no_information:
            gains.append(
                fold_intervals.gain(
                    train,
                    no_information[row.name],
                    *sizes,
                    confidence_level,
                    greater_is_better=row.greater_is_better,
                )
            )
        made[row.name] = TrainTest(
            float(np.nanmean(train)),
            float(np.nanmean(test)),
            gap,
            fold_intervals.verdict(gap, gains),
        )
    return made
