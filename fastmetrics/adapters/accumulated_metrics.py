"""Which metrics are accumulated, and off which summary each of them is read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import by_text, shown
from fastmetrics._common.warn import hold_warnings
from fastmetrics.adapters.batch_summaries import (
    Batch,
    Kind,
    check_sketched,
    kind_of,
    parameters_in,
    read_beside,
    summary_classes,
)
from fastmetrics.adapters.sliced_summaries import check_keeps_no_rows
from fastmetrics.catalog import FAMILIES, find, metrics_named
from fastmetrics.intervals.positives import check_one_positive
from fastmetrics.intervals.wanted import is_several, resolve
from fastmetrics.metrics.scores.class_sweeps import ClassSweeps
from fastmetrics.metrics.scores.score_sweep import ScoreSweep
from fastmetrics.report.analysis import make_plans, plans_unasked
from fastmetrics.report.choice import check_asked, row_of
from fastmetrics.report.sections import section_of
from fastmetrics.report.sections.section import Setting

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fastmetrics.metrics.record import Metric
    from fastmetrics.report.models import Gathered
    from fastmetrics.resampling.plan import Design

__all__ = ["Asked", "Part", "Reading", "as_json", "check_readable", "decide", "named"]

# By the name that a metric is asked by: the record and its parameters.
Asked = Mapping[str, tuple[str, dict[str, Any]]]


class Reading(NamedTuple):
    """A metric that is read off a summary: its name here, its record, its parameters.

    These are written as JSON.
    """

    name: str
    record: str
    parameters: str


class Part(NamedTuple):
    """What is read off one kind of summary.

    ``targets`` has of metrics that are for labels of some kinds only, these kinds.
    """

    family: str
    kind: Kind
    asked: tuple[Reading, ...]
    targets: tuple[tuple[str, Sequence[str]], ...]

    @classmethod
    def of(cls, family: str, kind: Kind, asked: Iterable[Reading]) -> Part:
        """Make one, of metrics of the catalog."""
        asked = tuple(
            one._replace(parameters=read_beside(kind, one.parameters)) for one in asked
        )
        targets = tuple((one.name, find(one.record).targets) for one in asked)
        return cls(family, kind, asked, targets)

    def told(self) -> list[Any]:
        """Return it as JSON has it, for `of_told` to read."""
        return [self.family, [*self.kind], [[*one] for one in self.asked]]

    def readings(self) -> list[tuple[Metric, dict[str, Any]]]:
        """Return the records of what is read off it, with their parameters."""
        return [(find(one.record), json.loads(one.parameters)) for one in self.asked]

    @classmethod
    def of_told(cls, told: Sequence[Any]) -> Part:
        """Read what `told` has written; LookupError and others if it is not that."""
        family, kind, asked = told
        read = Kind(*map(str, kind))
        if read.summary not in summary_classes() or family not in FAMILIES or not asked:
            raise LookupError(f"{family!r}, {read}")
        {**parameters_in(read.options)}  # are parameters by name
        return cls.of(family, read, [Reading(*map(str, one)) for one in asked])

    def check_labels(self, kind: Any) -> None:
        """Raise where a metric is for labels of another kind; no str: of no classes."""
        if not isinstance(kind, str):
            return
        for name, targets in self.targets:
            if kind not in targets:
                raise ValueError(
                    f"{name} is for {' or '.join(targets)} labels; with this batch "
                    f"they are {kind}"
                )


# --- what is asked


def named(
    metrics: Any, settings: Mapping[str, Any]
) -> dict[str, tuple[str, dict[str, Any]]]:
    """Return the record and the parameters of each metric, by the name it has here.

    ``settings`` are those of the families.

    Raises
    ------
    ValueError, TypeError
        If one is unknown or comes twice, cannot be accumulated, or lacks a parameter.
    """
    if not isinstance(metrics, Mapping) and not is_several(metrics):
        metrics = [metrics]
    if not isinstance(metrics, Iterable) or getattr(metrics, "ndim", 1) == 0:
        raise TypeError(f"metrics must be names, got {shown(metrics)}")
    if not isinstance(metrics, Mapping):
        listed = list(metrics)
        metrics = {}
        for one in listed:
            metrics[one if isinstance(one, str) else _called(one)] = one
        if len(metrics) < len(listed):
            raise ValueError("metrics has one twice; a dict gives them names")
    metrics = by_text(metrics, "metrics", "metrics")
    if not metrics:
        raise ValueError("metrics is empty; leave it out for all metrics")
    found: dict[str, tuple[str, dict[str, Any]]] = {}
    for name, one in metrics.items():
        if isinstance(one, str) and len(metrics_named(one)) > 1:
            found[str(name)] = one, {}  # the first batch tells which of them is meant
            continue
        wanted = resolve(one, None)
        row = wanted.row
        if row is None:
            raise ValueError(
                f"{shown(one)} is no metric of the catalog, and so needs all rows"
            )
        if not row.merges:
            raise ValueError(f"{row.name} cannot be accumulated: {row.unmerged}")
        row.check_required({**settings, **wanted.parameters})
        own = {k: v for k, v in wanted.parameters.items() if k not in row.parameters}
        found[str(name)] = row.name, as_json(own)
    return found


def check_readable(asked: Asked) -> None:
    """Raise if a metric of scores cannot be read off a sketch of them."""
    for of, given in asked.values():
        row = find(of)
        if ScoreSweep.__name__ in row.merges:
            check_sketched(row, given)


def _called(function: Callable[..., Any]) -> str:
    """Return the name of a function, or of that of which it is a partial."""
    row = resolve(function, None).row
    return shown(function) if row is None else row.name


def as_json(value: Any) -> Any:
    """Return a parameter, or a dict of them, as JSON has it; else raise TypeError."""
    if isinstance(value, Mapping):
        return {str(k): as_json(v) for k, v in value.items()}
    if isinstance(value, np.longdouble):  # of which `tolist` makes no float
        return float(value)
    if isinstance(value, np.ndarray | np.generic):
        return as_json(value.tolist())
    if isinstance(value, list | tuple | range):
        return [as_json(one) for one in value]
    if value is None or isinstance(value, str | int | float | bool):
        return value
    raise TypeError(
        "what an Accumulator is asked must be made of numbers and texts, got "
        f"{type(value).__name__}"
    )


# --- what the first batch decides


def decide(
    asked: Asked | None,
    gathered: Gathered,
    design: Design,
    settings: Mapping[str, Any],
    max_thresholds: int | None,
    by: bool,
    tells: bool,
) -> tuple[Part, ...]:
    """Return what is read off which summary, by the first batch.

    ``asked``: None for all that `evaluate` would show and that merge. ``tells``:
    whether its rows tell the classes, as a metric may want them named.

    Raises
    ------
    ValueError, TypeError
        If a metric that was asked for cannot be accumulated of such data, or none can.
    """
    options = {**settings, **gathered.options, "seed": 0}
    setting = Setting(gathered.models, None, design, options, 0.95, "auto")
    with hold_warnings():
        planned = make_plans if asked is None else plans_unasked
        plans = planned(gathered.data, setting, None)
    found: dict[tuple[str, Kind], list[Reading]] = {}
    for name, row, given in _wanted(asked, plans, options):
        data = gathered.data[row.task]
        columns = {**data.shared, **next(iter(data.models.values()))}
        batch = Batch(columns, design.sample_weight, options)
        try:
            kind = kind_of(row, given, batch, max_thresholds)
            if by:
                check_keeps_no_rows(row, kind)
            if asked is None or tells:
                kind.make(batch)
        except (ValueError, TypeError):
            if asked is not None:
                raise
            continue
        reading = Reading(name, row.name, json.dumps(as_json(given), sort_keys=True))
        found.setdefault((row.task, kind), []).append(reading)
    if not found:
        raise ValueError("nothing that these data are judged by merges")
    return tuple(Part.of(*key, readings) for key, readings in found.items())


def _wanted(
    asked: Asked | None, plans: Mapping[str, Any], options: Mapping[str, Any]
) -> list[tuple[str, Metric, dict[str, Any]]]:
    """Return the metrics that are wanted, with all their parameters."""
    if asked is None:
        shown_ = [one for plan in plans.values() for one in plan.asked]
        return [
            (row.name, row, _own(row, given))
            for row, given in shown_
            if row.merges and ClassSweeps.__name__ not in row.merges
        ]
    wanted = []
    kinds = {family: plan.kinds for family, plan in plans.items()}
    for name, (of, given) in asked.items():
        row = row_of(of, plans)
        if not {*FAMILIES[row.task].settings} & {*row.with_parameters(given)}:
            check_asked(row, kinds)  # else its own tells what kind data are
        if not row.merges:
            raise ValueError(f"{row.name} cannot be accumulated: {row.unmerged}")
        own = _from_options(row, plans[row.task], options)
        check_one_positive(options.get("pos_label"), row.with_parameters(given))
        own = {k: v for k, v in own.items() if k not in row.parameters}
        row.check_required({**own, **row.with_parameters(given)})
        if {"ProbabilitySums", "ClassSweeps"} & {*row.merges}:
            own = {}
        if {"ScoreSweep", "CalibrationBins"} & {*row.merges}:
            own.pop("pos_label", None)  # the summary is of events, made by it
        wanted.append((name, row, {**own, **row.with_parameters(given)}))
    return wanted


def _from_options(row: Metric, plan: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters that options of `evaluate` make for a metric."""
    names = (*getattr(plan, "common", ()), "pos_label")
    found = {name: options.get(name) for name in names}
    if FAMILIES[row.task].settings:  # which a metric may call by other names
        [call] = section_of(row.task).ask([row], plan, options)
        found |= call.parameters
    return {n: one for n, one in found.items() if n in row.options and one is not None}


def _own(row: Metric, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of a metric without data."""
    beside = {*row.data_parameters, "sample_weight", "groups", "labels"}
    return {k: v for k, v in given.items() if k not in beside and v is not None}
