"""``fastmetrics compare``: models in columns, or in a table of results."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import fastmetrics
from fastmetrics import catalog
from fastmetrics._common.names import shown
from fastmetrics.cli.columns import BUNDLED, Data, load
from fastmetrics.cli.columns import source as table_source
from fastmetrics.cli.common_options import check_order, is_given, option_name, threads
from fastmetrics.cli.comparison import sequential
from fastmetrics.cli.comparison.arguments import (
    MODELS,
    TASKS,
    TESTS,
    TESTS_OF_TABLES,
    add_compare,
)
from fastmetrics.cli.comparison.matching import matched
from fastmetrics.cli.costs import in_need, read_costs
from fastmetrics.cli.files import naming, say_notes, warnings_said, working
from fastmetrics.cli.names import examples
from fastmetrics.cli.output import OK, UsageError
from fastmetrics.cli.values import of_positive
from fastmetrics.cli.writing import check_distinct, check_targets, table_read, written
from fastmetrics.readers import DataError, open_columns

if TYPE_CHECKING:
    from fastmetrics.comparison.comparing import Comparison
    from fastmetrics.comparison.dataset_comparison import DatasetComparison
    from fastmetrics.metrics.record import Metric
    from fastmetrics.readers import Columns


# ------------------------------------------------------------------------ result tables
# ``fastmetrics compare --table``: models by their scores on several data sets.


# Options that are of no use for a table, and those that are for nothing else.
_OF_ROWS = (
    *("data", "task", "truth", "score", "pred", "proba", "id", "weight", "group"),
    "order",
    *("pos_label", "metric", "margin", "n_resamples", "stratified"),
)
_OF_TABLES = ("dataset", "lower_is_better", "post_hoc", "decimals", "rope", "style")
# The example, in the folder of data.
_EXAMPLE = "classifiers"


class _Results(NamedTuple):
    """A table of results, and how messages call it."""

    name: str
    format: str
    scores: dict[str, np.ndarray]
    datasets: list[str]
    notes: list[str]


def _check_table(options: argparse.Namespace) -> None:
    """Raise UsageError if options do not go with ``--table``, or without it."""
    if options.table is None:
        for name in _OF_TABLES:
            if is_given(options, name):
                raise UsageError(f"{option_name(name)} is for --table")
        if options.test is not None and options.test not in TESTS:
            raise UsageError(f"--test {options.test} is for --table")
        return
    if options.files:
        raise UsageError("FILE and --table exclude each other")
    for name in _OF_ROWS:
        if getattr(options, name):
            raise UsageError(f"{option_name(name)} is of no use for --table")
    if options.test is not None and options.test not in TESTS_OF_TABLES:
        raise UsageError(f"--test {options.test} is of no use for --table")
    if options.adjust == "maxt":
        raise UsageError("--adjust maxt is of no use for --table")
    if (options.rope or 0) < 0:
        raise UsageError("--rope must not be negative")
    check_distinct(options, {"--table": options.table})


def _run_tables(options: argparse.Namespace) -> None:
    """Compare the models of a table, and write the result."""
    check_targets(options)
    name = {"": BUNDLED, "-": "standard input"}.get(options.table, options.table)
    with naming(name):
        results = _read(name, options)
        say_notes(results.notes, options, name)
        comparison = _compared_tables(results, options)
    content = {
        "file": results.name,
        "format": results.format,
        "datasets": results.datasets,
        **comparison.to_dict(),
    }
    drawn = {"style": options.style} if options.style else {}
    heading = table_read(results.name, results.format)
    written([comparison], heading, content, options, **drawn)


def _read(name: str, options: argparse.Namespace) -> _Results:
    """Read the table: names of data sets, and a column of scores for each model."""
    file = options.table or None
    columns = open_columns(table_source(file, _EXAMPLE))
    notes = [*columns.notes]
    if file is None:
        notes.append(
            "no FILE is given, so this compares the accuracies of ten classifiers of "
            "scikit-learn on twenty data sets"
        )
    arrays = columns.read(range(len(columns.names)))
    texts = [i for i, item in enumerate(arrays) if item.dtype.kind not in "biuf"]
    place = _place_of_names(columns, texts, options.dataset)
    if place is None:
        datasets = [str(row) for row in range(len(arrays[0]))]
    else:
        [names] = columns.read([], [place])
        datasets = [str(item) for item in names]
        if options.dataset is None and file is not None:
            notes.append(f"data sets are named by {columns.label(place)}")
    _check_names(columns, place, datasets)
    scores = {
        columns.names[i]: item.astype(np.float64)
        for i, item in enumerate(arrays)
        if i != place
    }
    _check_scores(scores, datasets)
    return _Results(name, columns.format, scores, datasets, notes)


def _place_of_names(columns: Columns, texts: list[int], name: str | None) -> int | None:
    """Return the column of names of the data sets, or None."""
    place = columns.find(name) if name is not None else None
    if place is None and len(texts) == 1:
        [place] = texts
    others = [columns.label(i) for i in texts if i != place]
    if not others:
        return place
    if place is None:
        raise DataError(
            f"which column names the data sets: {', '.join(others)}? say it with "
            "--dataset; the others must hold numbers"
        )
    raise DataError(f"{others[0]}: holds text; scores are numbers")


def _check_names(columns: Columns, place: int | None, datasets: list[str]) -> None:
    """Raise unless each data set has one row and each model one column."""
    models = [name for i, name in enumerate(columns.names) if i != place]
    for what, names, remedy in (
        ("column", models, "each model needs a name of its own"),
        ("data set", datasets, "of several results on one give the mean"),
    ):
        twice = next((one for i, one in enumerate(names) if one in names[:i]), None)
        if twice is not None:
            raise DataError(f"{what} {shown(twice)}: is there twice; {remedy}")


def _check_scores(scores: dict[str, np.ndarray], datasets: list[str]) -> None:
    """Raise if a score is missing or infinite, by the names of its row and column."""
    for model, column in scores.items():
        bad = np.flatnonzero(~np.isfinite(column))
        if len(bad):
            at = datasets[bad[0]]
            raise DataError(
                f"column {shown(model)}: the score on data set {shown(at)} is "
                f"{column[bad[0]]}; every model needs one on every data set"
            )


def _compared_tables(
    results: _Results, options: argparse.Namespace
) -> DatasetComparison:
    adjust: Any = {None: "auto", "none": None}.get(options.adjust, options.adjust)
    omnibus: Any = {None: "friedman", "none": None}.get(options.test, options.test)
    with warnings_said(quiet=options.quiet):
        comparison = fastmetrics.compare_across_datasets(
            results.scores,
            # 1 − 0.95 is 0.050000000000000044.
            alpha=round(1 - options.confidence_level, 12),
            omnibus=omnibus,
            ties=options.ties or "corrected",
            post_hoc=options.post_hoc or "nemenyi",
            control=options.baseline,
            adjust=adjust,
            greater_is_better=not options.lower_is_better,
            decimals=options.decimals,
            rope=options.rope,
            random_state=options.seed,
        )
    return comparison


# ------------------------------------------------------------------------------ running
# ``fastmetrics compare``: reads the columns, compares models, writes what is found.


_COLUMNS = ("truth", "score", "pred", "proba")


def add(commands: Any) -> None:
    """Add the command to the command line."""
    add_compare(commands, _run)


def _run(options: argparse.Namespace) -> int:
    """Carry the command out and return the exit code."""
    _check_table(options)
    sequential.check(options)
    _check(options)
    if options.table is not None:
        _run_tables(options)
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
            comparisons = _compared(data, options)
    content = {
        "file": data.name,
        "files": options.files,
        "format": data.format,
        "columns": data.columns,
        "comparisons": {
            name: comparison.to_dict() for name, comparison in comparisons.items()
        },
    }
    written([*comparisons.values()], data.heading, content, options)
    return OK


def _check(options: argparse.Namespace) -> None:
    """Raise UsageError if options are not compatible."""
    if options.files and options.data is not None:
        raise UsageError("FILE and --data exclude each other")
    if options.group is not None and options.stratified:
        raise UsageError("--group and --stratified exclude each other")
    check_order(options, ("group", "stratified"))
    if len(options.files) < 2 and options.id is not None:
        raise UsageError("--id is for several files, whose rows it matches")
    if len(options.files) > 1 and (
        options.missing_values == "omit" or options.na_values
    ):
        which = "--na-values" if options.na_values else "--missing omit"
        raise UsageError(f"{which} is for one file")
    if options.margin < 0:
        raise UsageError("--margin must not be negative")
    if options.plot and options.metric and len(options.metric) > 1:
        raise UsageError("--plot is of one metric")
    paths = {f"FILE {i}": path for i, path in enumerate(options.files, 1)}
    check_distinct(options, paths)


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
    tasks = options.metric and catalog.tasks_of(options.metric)
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
            asked=tasks,
            of_positive=of_positive(options.metric or []),
            missing=options.missing_values,
            na_values=options.na_values,
            opened=opened,
        )


def _give_costs(data: Data, options: argparse.Namespace) -> None:
    """Put the costs into the names of the metrics that need them."""
    costs = read_costs(options.cost_matrix)
    with naming(data.name):
        costs = costs.of(data)
    data.notes += filter(None, [costs.said(data)])
    options.metric = costs.given_to(options.metric)


def _task_of(data: str | None) -> str | None:
    """Return the family of bundled data if it must be named, else None."""
    family = examples()[data][0] if data else None
    return family.name if family and family.instead_of else None


def _compared(data: Data, options: argparse.Namespace) -> dict[str, Comparison]:
    """Return the comparison by each metric."""
    metrics = options.metric or [_default(data)]
    comparisons: dict[str, Comparison] = {}
    with working(options) as update:
        for name in metrics:
            row = _row(name)
            if row.name not in comparisons:
                comparisons[row.name] = _by_metric(name, row, data, options, update)
    return comparisons


def _default(data: Data) -> str:
    """Return the default metric, of the first family with data."""
    for task in TASKS if data.task is None else [data.task]:
        family = catalog.FAMILIES[task]
        if task in TASKS and family.columns_per_model[0] in data.arguments:
            return family.metrics[0].name
    raise DataError("there are no scores, predictions or probabilities to compare")


def _row(name: str) -> Metric:
    """Return the record with a name, of several records the one for rows."""
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
    has_positive = "pos_label" in catalog.FAMILIES[row.task].options
    comparison: Any = compare(  # of one metric, so no dict
        name,
        data.arguments["y_true"],
        **{argument: models},
        metric_params=parameters,
        pos_label=data.pos_label if has_positive else None,
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
    return with_omitted(comparison, data.omitted)
