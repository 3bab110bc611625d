"""``fastmetrics compare``: reads the columns, compares models, writes what is found."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from fastmetrics import catalog
from fastmetrics.cli.columns import BUNDLED, Data, load
from fastmetrics.cli.common_options import threads, wrong_order
from fastmetrics.cli.comparison import result_tables, sequential
from fastmetrics.cli.comparison.arguments import MODELS, TASKS
from fastmetrics.cli.comparison.matching import matched
from fastmetrics.cli.costs import in_need, read_costs
from fastmetrics.cli.files import naming, say_notes, working
from fastmetrics.cli.roles import examples
from fastmetrics.cli.streams import BAD_USAGE, OK, fail
from fastmetrics.cli.values import of_positive
from fastmetrics.cli.writing import check_targets, same_file, written
from fastmetrics.readers import DataError

if TYPE_CHECKING:
    from fastmetrics.comparison.compared_models import Comparison
    from fastmetrics.metrics.record import Metric

__all__ = ["run"]

_COLUMNS = ("truth", "score", "pred", "proba")


def run(options: argparse.Namespace) -> int:
    """Carry the command out and return the exit code."""
    wrong = result_tables.wrong(options) or sequential.wrong(options)
    wrong = wrong or _wrong(options)
    if wrong:
        return fail(wrong, BAD_USAGE)
    if options.table is not None:
        result_tables.run(options)
        return OK
    check_targets(options)
    with threads(options.threads):
        data = _load(options)
        if options.cost_matrix is not None:
            _give_costs(data, options)
        say_notes(data.notes, options, data.name)
        if options.sequential:
            return sequential.run(options, data)
        with naming(data.name):
            found = _compared(data, options)
    content = {
        "file": data.name,
        "files": options.files,
        "format": data.format,
        "columns": data.columns,
        "comparisons": {name: one.to_dict() for name, one in found.items()},
    }
    written([*found.values()], data.heading, content, options)
    return OK


def _wrong(options: argparse.Namespace) -> str:
    """Return what is wrong with the command line; empty: nothing."""
    if options.files and options.data is not None:
        return "FILE and --data exclude each other"
    if options.group is not None and options.stratified:
        return "--group and --stratified exclude each other"
    if wrong_order(options, ("group", "stratified")):
        return wrong_order(options, ("group", "stratified"))
    if len(options.files) < 2 and options.id is not None:
        return "--id is for several files, whose rows it matches"
    if len(options.files) > 1 and (
        options.missing_values == "omit" or options.na_values
    ):
        which = "--na-values" if options.na_values else "--missing omit"
        return f"{which} is for one file"
    if options.margin < 0:
        return "--margin must not be negative"
    if options.plot and options.metric and len(options.metric) > 1:
        return "--plot is of one metric"
    paths = {f"FILE {i}": path for i, path in enumerate(options.files, 1)}
    return same_file(options, paths)


def _load(options: argparse.Namespace) -> Data:
    """Read and check the columns; of several files, as those of one."""
    given = {name: getattr(options, name) for name in _COLUMNS}
    given["truth"] = [] if options.truth is None else [options.truth]
    file, opened = next(iter(options.files), None), None
    design: Mapping[str, str | None]
    design = {name: getattr(options, name) for name in ("weight", "group", "order")}
    if len(options.files) > 1:
        file = f"{len(options.files)} files"
        opened, given, design = matched(options.files, given, design, row_id=options.id)
    name = "standard input" if file == "-" else file or BUNDLED
    if options.cost_matrix is not None:
        options.metric = options.metric or in_need()
    asked = options.metric and catalog.tasks_of(options.metric)
    with naming(name):
        return load(
            file,
            given,
            data=options.data,
            weight=design.get("weight"),
            group=design.get("group"),
            order=design.get("order"),
            pos_label=options.pos_label,
            labels=options.classes,
            task=options.task or _task_of(options.data),
            asked=asked,
            of_positive=of_positive(options.metric or []),
            missing=options.missing_values,
            na_values=options.na_values,
            opened=opened,
        )


def _give_costs(data: Data, options: argparse.Namespace) -> None:
    """Put what mistakes cost into the names of the metrics that need it."""
    costs = read_costs(options.cost_matrix)
    with naming(data.name):
        costs = costs.of(data)
    data.notes += filter(None, [costs.said(data)])
    options.metric = costs.given_to(options.metric)


def _task_of(data: str | None) -> str | None:
    """Return the family that must be named for bundled data to be of it."""
    family = examples()[data][0] if data else None
    return family.name if family and family.instead_of else None


def _compared(data: Data, options: argparse.Namespace) -> dict[str, Comparison]:
    """Return the comparison by each metric."""
    asked = options.metric or [_default(data)]
    found: dict[str, Comparison] = {}
    with working(options) as update:
        for name in asked:
            row = _row(name)
            if row.name not in found:
                found[row.name] = _by_metric(name, row, data, options, update)
    return found


def _default(data: Data) -> str:
    """Return the metric where none is asked for: that of the first family."""
    for task in TASKS if data.task is None else [data.task]:
        family = catalog.FAMILIES[task]
        if task in TASKS and family.columns_per_model[0] in data.arguments:
            return family.metrics[0].name
    raise DataError("there are no scores, predictions or probabilities to compare")


def _row(name: str) -> Metric:
    """Return the row that a name stands for, of several that of data like these."""
    rows = catalog.metrics_named(name)
    return next((row for row in rows if row.task in TASKS), rows[0])


def _by_metric(
    name: str,
    row: Metric,
    data: Data,
    options: argparse.Namespace,
    progress: Callable[[int, int], None] | bool,
) -> Comparison:
    from fastmetrics.comparison.comparing import DEFAULT
    from fastmetrics.comparison.one_test_set import compare, with_omitted

    leading = catalog.FAMILIES[row.task].leading(row)
    argument = leading[-1]
    if row.task not in TASKS or len(leading) != 2 or argument not in MODELS:
        raise DataError(
            f"{row.name} is of other columns than --truth and --score, --pred or "
            "--proba"
        )
    for source, _ in catalog.derivations_into(row.task):
        if argument not in data.arguments and {*source.claims} <= {*data.arguments}:
            [argument] = source.claims
    if argument not in data.arguments:
        raise DataError(
            f"{row.name} is of columns under --{MODELS[argument]}, which are not given"
        )
    models = data.arguments[argument]
    classes = data.arguments.get("labels")
    parameters: dict[str, Any] = {}
    if classes and "labels" in row.options:
        parameters["labels"] = classes
    if options.threshold is not None:
        if "threshold" not in row.options or "threshold" in row.parameters:
            raise DataError(
                f"--threshold is of no use for {row.name}; evaluate also makes labels "
                "of scores by it"
            )
        parameters["threshold"] = options.threshold
    told = "pos_label" in catalog.FAMILIES[row.task].options
    found: Any = compare(  # of one metric, so no dict
        name,
        data.arguments["y_true"],
        **{argument: models},
        metric_params=parameters,
        pos_label=data.pos_label if told else None,
        baseline=options.baseline,
        test=options.test or "auto",
        adjust={None: DEFAULT, "none": None}.get(options.adjust, options.adjust),
        margin=options.margin,
        confidence_level=options.confidence_level,
        n_resamples=options.n_resamples,
        stratified=options.stratified,
        groups=data.group,
        order=data.order,
        horizon=options.horizon,
        sample_weight=data.weight,
        random_state=options.seed,
        progress=progress,
    )
    return with_omitted(found, data.omitted)
