"""The metrics of an accumulator, and the columns of a batch that they read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import by_text, shown, with_noun
from fastmetrics._common.options import hold_warnings
from fastmetrics._inputs.groups import slices_of
from fastmetrics._inputs.label_columns import ClassCodes
from fastmetrics._inputs.labels import both_classes, labels_of_rows
from fastmetrics._inputs.score_tables import arrange
from fastmetrics.adapters.batch_summaries import (
    Batch,
    Kind,
    State,
    check_sketched,
    has_columns,
    kind_of,
    parameters_in,
    read_beside,
    summary_classes,
)
from fastmetrics.adapters.sliced_summaries import check_keeps_no_rows, summed_by_slice
from fastmetrics.catalog import FAMILIES, find, metrics_named
from fastmetrics.intervals.resolve import check_one_positive, is_several, resolve
from fastmetrics.metrics.scores.class_areas import ClassSweeps
from fastmetrics.metrics.scores.score_sweep import ScoreSweep
from fastmetrics.report.analysis import make_plans, plans_unasked
from fastmetrics.report.models import check_asked, row_of
from fastmetrics.report.sections import Setting, section_of
from fastmetrics.resampling.plan import Data, Design
from fastmetrics.resampling.row_intervals import count_rows

if TYPE_CHECKING:
    from fastmetrics.metrics.record import Metric
    from fastmetrics.report.models import Gathered

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
    """The metrics of one kind of summary.

    ``targets`` has of metrics that are for labels of some kinds only, these kinds.
    """

    family: str
    kind: Kind
    asked: tuple[Reading, ...]
    targets: tuple[tuple[str, Sequence[str]], ...]

    @classmethod
    def of(cls, family: str, kind: Kind, readings: Iterable[Reading]) -> Part:
        """Make one, of metrics of the catalog."""
        readings = tuple(
            r._replace(parameters=read_beside(kind, r.parameters)) for r in readings
        )
        targets = tuple((r.name, find(r.record).targets) for r in readings)
        return cls(family, kind, readings, targets)

    def told(self) -> list[Any]:
        """Return it as JSON has it, for `of_told` to read."""
        return [self.family, [*self.kind], [[*reading] for reading in self.asked]]

    def readings(self) -> list[tuple[Metric, dict[str, Any]]]:
        """Return the records of the metrics computed from it, with their parameters."""
        return [(find(r.record), json.loads(r.parameters)) for r in self.asked]

    @classmethod
    def of_told(cls, header: Sequence[Any]) -> Part:
        """Read what `told` has written; LookupError and others if it is not that."""
        family, kind, reads = header
        read = Kind(*map(str, kind))
        if read.summary not in summary_classes() or family not in FAMILIES or not reads:
            raise LookupError(f"{family!r}, {read}")
        {**parameters_in(read.options)}  # are parameters by name
        return cls.of(family, read, [Reading(*map(str, reading)) for reading in reads])

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


def check_slices(parts: Sequence[Part], state: State) -> None:
    """Raise if slices lack a metric, or do not add up."""
    for model, kinds in state.items():
        for part in parts:
            if part.kind not in kinds:
                raise ValueError(
                    f"{shown(model)} has no columns for {part.asked[0].name}: by "
                    "slices every metric is of all models"
                )
            kinds[part.kind].parts.check()


# --- requests


def named(
    metrics: Any, settings: Mapping[str, Any]
) -> dict[str, tuple[str, dict[str, Any]]]:
    """Return the record and the parameters of each metric, by the name it has here.

    ``settings`` are the settings of the families.

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
        for metric in listed:
            metrics[metric if isinstance(metric, str) else _called(metric)] = metric
        if len(metrics) < len(listed):
            raise ValueError("metrics has one twice; a dict gives them names")
    metrics = by_text(metrics, "metrics", "metrics")
    if not metrics:
        raise ValueError("metrics is empty; leave it out for all metrics")
    records: dict[str, tuple[str, dict[str, Any]]] = {}
    for name, metric in metrics.items():
        if isinstance(metric, str) and len(metrics_named(metric)) > 1:
            records[str(name)] = (
                metric,
                {},
            )  # the first batch tells which of them is meant
            continue
        wanted = resolve(metric, None)
        row = wanted.row
        if not wanted.in_catalog:
            raise ValueError(
                f"{shown(metric)} is not a metric of the catalog and needs all rows"
            )
        if not row.merges:
            raise ValueError(f"{row.name} cannot be accumulated: {row.unmerged}")
        row.check_required({**settings, **wanted.parameters})
        own = {k: v for k, v in wanted.parameters.items() if k not in row.parameters}
        records[str(name)] = row.name, as_json(own)
    return records


def check_readable(requested: Asked) -> None:
    """Raise if a metric of scores cannot be read off a sketch of them."""
    for of, parameters in requested.values():
        row = find(of)
        if ScoreSweep.__name__ in row.merges:
            check_sketched(row, parameters)


def _called(function: Callable[..., Any]) -> str:
    """Return the name of a function, or of the function in a partial."""
    bound = resolve(function, None)
    return bound.row.name if bound.in_catalog else shown(function)


def as_json(value: Any) -> Any:
    """Return a parameter, or a dict of them, as JSON has it; else raise TypeError."""
    if isinstance(value, Mapping):
        return {str(k): as_json(v) for k, v in value.items()}
    if isinstance(value, np.longdouble):  # of which `tolist` makes no float
        return float(value)
    if isinstance(value, np.ndarray | np.generic):
        return as_json(value.tolist())
    if isinstance(value, list | tuple | range):
        return [as_json(item) for item in value]
    if value is None or isinstance(value, str | int | float | bool):
        return value
    raise TypeError(
        "metrics and parameters of an Accumulator must be made of numbers and texts, "
        f"got {type(value).__name__}"
    )


# --- decisions of the first batch


def decide(
    requested: Asked | None,
    gathered: Gathered,
    design: Design,
    settings: Mapping[str, Any],
    max_thresholds: int | None,
    by: bool,
    tells: bool,
) -> tuple[Part, ...]:
    """Return the metrics of each kind of summary, from the first batch.

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
        planned = make_plans if requested is None else plans_unasked
        plans = planned(gathered.data, setting, None)
    readings_by_kind: dict[tuple[str, Kind], list[Reading]] = {}
    for name, row, params in _wanted(requested, plans, options):
        data = gathered.data[row.task]
        columns = {**data.shared, **next(iter(data.models.values()))}
        batch = Batch(columns, design.sample_weight, options)
        try:
            kind = kind_of(row, params, batch, max_thresholds)
            if by:
                check_keeps_no_rows(row, kind)
            if requested is None or tells:
                kind.make(batch)
        except (ValueError, TypeError):
            if requested is not None:
                raise
            continue
        reading = Reading(name, row.name, json.dumps(as_json(params), sort_keys=True))
        readings_by_kind.setdefault((row.task, kind), []).append(reading)
    if not readings_by_kind:
        raise ValueError("no metric of these data can be merged")
    return tuple(Part.of(*key, readings) for key, readings in readings_by_kind.items())


def _wanted(
    requested: Asked | None, plans: Mapping[str, Any], options: Mapping[str, Any]
) -> list[tuple[str, Metric, dict[str, Any]]]:
    """Return the metrics that are wanted, with all their parameters."""
    if requested is None:
        shown_ = [metric for plan in plans.values() for metric in plan.asked]
        return [
            (row.name, row, _own(row, parameters))
            for row, parameters in shown_
            if row.merges and ClassSweeps.__name__ not in row.merges
        ]
    wanted = []
    kinds = {family: plan.kinds for family, plan in plans.items()}
    for name, (of, parameters) in requested.items():
        row = row_of(of, plans)
        if not {*FAMILIES[row.task].settings} & {*row.with_parameters(parameters)}:
            check_asked(row, kinds)  # else its own tells what kind data are
        if not row.merges:
            raise ValueError(f"{row.name} cannot be accumulated: {row.unmerged}")
        own = _from_options(row, plans[row.task], options)
        check_one_positive(options.get("pos_label"), row.with_parameters(parameters))
        own = {k: v for k, v in own.items() if k not in row.parameters}
        row.check_required({**own, **row.with_parameters(parameters)})
        if {"ProbabilitySums", "ClassSweeps"} & {*row.merges}:
            own = {}
        if {"ScoreSweep", "CalibrationBins"} & {*row.merges}:
            own.pop("pos_label", None)  # the summary is of events, made by it
        wanted.append((name, row, {**own, **row.with_parameters(parameters)}))
    return wanted


def _from_options(row: Metric, plan: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters that options of `evaluate` make for a metric."""
    names = (*getattr(plan, "common", ()), "pos_label")
    parameters = {name: options.get(name) for name in names}
    if FAMILIES[row.task].settings:  # which a metric may call by other names
        [call] = section_of(row.task).ask([row], plan, options)
        parameters |= call.parameters
    return {n: v for n, v in parameters.items() if n in row.options and v is not None}


def _own(row: Metric, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of a metric without data."""
    beside = {*row.data_parameters, "sample_weight", "groups", "labels"}
    return {k: v for k, v in parameters.items() if k not in beside and v is not None}


# --- the columns of a batch: their families and summaries


class PlainBatch(NamedTuple):
    """What later batches need whose columns have the same names and types.

    All columns are plain arrays of numbers, which one family evaluates. ``gathered``
    has None in place of the columns, which nobody is to keep.
    """

    dtypes: Mapping[str, Any]  # of the columns that are there
    is_weighted: bool
    gathered: Gathered
    model: str
    names: tuple[str, ...]  # of the model's columns
    tells_classes: bool  # whether y_true is of two classes that numbers are about

    @classmethod
    def of(
        cls, columns: Mapping[str, Any], weights: Any, gathered: Gathered
    ) -> PlainBatch | None:
        """Return it; None for other columns, or if families evaluate others."""
        given = {name: column for name, column in columns.items() if column is not None}
        if not all(map(_is_plain, given.values())) or len(gathered.data) != 1:
            return None
        [(family, data)] = gathered.data.items()
        if len(data.models) != 1:
            return None
        [(model, own)] = data.models.items()
        used = {**data.shared, **own}
        if any(given.get(name) is not column for name, column in used.items()):
            return None
        shell = Data(dict.fromkeys(data.shared), {model: dict.fromkeys(own)})
        return cls(
            {name: column.dtype for name, column in given.items()},
            weights is not None,
            gathered._replace(data={family: shell}),
            model,
            tuple(used),
            "y_true" in data.shared and _are_of_classes(family),
        )

    def fits(self, columns: Mapping[str, Any], weights: Any) -> bool:
        """Whether the columns of a batch have these names and types, and rows."""
        n = 0
        for name, column in columns.items():
            if column is not None:
                dtype = self.dtypes.get(name)
                if dtype is None or not _is_plain(column) or column.dtype != dtype:
                    return False
                if not len(column):
                    return False
                n += 1
        return n == len(self.dtypes) and (weights is not None) == self.is_weighted

    def filled(self, columns: Mapping[str, Any]) -> Gathered:
        """Return the data of each family for a batch that fits."""
        data = {
            family: Data(
                {name: columns[name] for name in shell.shared},
                {m: {n: columns[n] for n in own} for m, own in shell.models.items()},
            )
            for family, shell in self.gathered.data.items()
        }
        return self.gathered._replace(data=data)

    def summed(
        self,
        parts: Sequence[Part],
        columns: Mapping[str, Any],
        weights: Any,
        settings: Mapping[str, Any],
        make: Callable[[Kind, Batch], Any],
    ) -> tuple[State, int]:
        """Return the summaries of a batch that fits, and how many rows it has."""
        own = {name: columns[name] for name in self.names}
        batch = Batch(own, weights, {**self.gathered.options, **settings})
        pieces = {part.kind: make(part.kind, batch) for part in parts}
        return {self.model: pieces}, len(own[self.names[0]])


def _is_plain(column: Any) -> bool:
    """Whether a column is one dimension of numbers."""
    return (
        type(column) is np.ndarray and column.ndim == 1 and column.dtype.kind in "biuf"
    )


def _are_of_classes(name: str) -> bool:
    """Whether numbers of models are of one of two classes, by the name of a family."""
    family = FAMILIES[name]
    numbers = all(a.holds == "numbers" for a in family.arguments if a.per_model)
    return "pos_label" in family.options and numbers


def classes_of(
    before: list[Any], gathered: Gathered, settings: Mapping[str, Any]
) -> list[Any]:
    """Return the classes of all batches, where numbers are of one of two classes.

    Other data have no classes. ``before``: classes of earlier batches.

    Raises
    ------
    ValueError, TypeError
        If nothing tells which class is the positive one.
    """
    for name, data in gathered.data.items():
        true = data.shared.get("y_true")
        if true is None or not _are_of_classes(name):
            continue
        shapes = [
            getattr(column, "shape", ())[1:]
            for own in data.models.values()
            for column in (true, *own.values())
        ]
        if all(shape in ((), (1,)) for shape in shapes):
            now = labels_of_rows(true)
            return both_classes(before, now, settings.get("pos_label"))
    return before


def with_labels(
    request: Asked | None, settings: dict[str, Any], gathered: Gathered
) -> tuple[dict[str, Any], bool]:
    """Return the settings with the classes of the columns, where nobody named them.

    Also whether it is the rows of the first batch that tell them. ``asked``: the
    metrics; None for all.

    Raises
    ------
    ValueError
        If the first batch lacks one of the classes.
    """
    if "labels" in settings or (request and all(map(_names_labels, request.values()))):
        return settings, False
    for data in gathered.data.values():
        true: Any = data.shared.get("y_true")
        for own in data.models.values():
            proba: Any = own.get("y_proba")
            if not has_columns(proba) or getattr(true, "ndim", 1) != 1:
                continue
            classes = ClassCodes(true, "y_true")
            arranged = arrange(classes, proba, None, "y_proba")
            if arranged is None:
                n = proba.shape[1]
                raise ValueError(
                    f"y_proba has {with_noun(n, 'column')}, and y_true of the first "
                    f"batch {with_noun(classes.k, 'class')}: name all classes by "
                    "labels, in the order of the columns"
                )
            return {**settings, "labels": arranged.classes.tolist()}, True
    return settings, False


def _names_labels(requested: tuple[str, Mapping[str, Any]]) -> bool:
    name, own = requested
    return "labels" in find(name).with_parameters(own)


def summed(
    parts: Sequence[Part],
    gathered: Gathered,
    weights: Any,
    settings: Mapping[str, Any],
    by: Any,
    missing: str,
    make: Callable[[Kind, Batch], Any],
) -> tuple[State, int]:
    """Return the summaries of a batch, and how many rows it has.

    ``missing``: what becomes of rows that lack a value in ``by``.

    Raises
    ------
    ValueError, TypeError
        As the summaries do; if a column is missing, or ``by`` does not cut the rows.
    """
    cut = None
    pieces: State = {}
    options = {**gathered.options, **settings}
    n_rows = 0
    for part in parts:
        if part.family not in gathered.data:
            raise ValueError(
                f"a batch has nothing for {part.asked[0].name}, which was asked of "
                "those before"
            )
        data = gathered.data[part.family]
        for model, own in data.models.items():
            batch = Batch({**data.shared, **own}, weights, options)
            n_rows = n_rows or _n_rows(batch.columns)
            if by is None:
                piece = make(part.kind, batch)
            else:
                if "lists" in batch.columns:
                    raise ValueError(
                        "by needs columns with a row each, to cut them into slices"
                    )
                part.kind.make(batch)  # raises the errors of all rows
                cut = cut or slices_of(by, n_rows, missing)
                piece = summed_by_slice(part.kind, batch, cut)
            pieces.setdefault(model, {})[part.kind] = piece
    return pieces, n_rows


def has_no_rows(gathered: Gathered, weights: Any, by: Any) -> bool:
    """Whether a batch has columns, none of which has a row; options do not count."""
    columns = [
        column
        for data in gathered.data.values()
        for own in data.models.values()
        for name, column in {**data.shared, **own}.items()
        if name in _ROW_COLUMNS and column is not None
    ]
    slicing = by.values() if isinstance(by, Mapping) else [by]
    beside = [column for column in (weights, *slicing) if column is not None]
    return bool(columns) and not any(map(_has_rows, [*columns, *beside]))


# Columns of a batch by rows, lists or transcripts.
_ROW_COLUMNS = ("y_true", "y_pred", "y_score", "y_proba", "X", "recommended")


def _has_rows(column: Any) -> bool:
    return isinstance(column, (str, Mapping)) or count_rows(column) > 0


def _n_rows(columns: Mapping[str, Any]) -> int:
    for name in ("y_true", "lists", "recommended", "X"):
        if columns.get(name) is not None:
            return count_rows(columns[name])
    return 0
