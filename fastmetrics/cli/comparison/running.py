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
from fastmetrics.cli.common_options import threads, wrong_order
from fastmetrics.cli.comparison import sequential
from fastmetrics.cli.comparison.arguments import MODELS, TASKS, TESTS, TESTS_OF_TABLES
from fastmetrics.cli.comparison.matching import matched
from fastmetrics.cli.costs import in_need, read_costs
from fastmetrics.cli.files import naming, say_notes, warnings_said, working
from fastmetrics.cli.names import examples
from fastmetrics.cli.output import BAD_USAGE, OK, fail
from fastmetrics.cli.values import of_positive
from fastmetrics.cli.writing import check_targets, same_file, table_read, written
from fastmetrics.readers import DataError, open_columns

if TYPE_CHECKING:
    from fastmetrics.comparison.compared_models import Comparison
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


def table_error(options: argparse.Namespace) -> str:
    """Return what is wrong with the command line; empty: nothing."""
    if options.table is None:
        values = {one: getattr(options, one) for one in _OF_TABLES}
        given = [
            one for one, at in values.items() if at is not None and at is not False
        ]
        if given:
            return f"{_option(given[0])} is for --table"
        return _wrong_test(options.test, TESTS, "is for --table")
    if options.files:
        return "FILE and --table exclude each other"
    given = [one for one in _OF_ROWS if getattr(options, one)]
    if given:
        return f"{_option(given[0])} is of no use for --table"
    wrong_test = _wrong_test(options.test, TESTS_OF_TABLES, "is of no use for --table")
    if wrong_test:
        return wrong_test
    if options.adjust == "maxt":
        return "--adjust maxt is of no use for --table"
    if (options.rope or 0) < 0:
        return "--rope must not be negative"
    return same_file(options, {"--table": options.table})


def _wrong_test(test: str | None, tests: tuple[str, ...], why: str) -> str:
    """Return why a test is none of those; empty: it is one, or none is asked for."""
    return "" if test is None or test in tests else f"--test {test} {why}"


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def run_tables(options: argparse.Namespace) -> None:
    """Compare the models of a table, and write what is found."""
    check_targets(options)
    name = {"": BUNDLED, "-": "standard input"}.get(options.table, options.table)
    with naming(name):
        results = _read(name, options)
        say_notes(results.notes, options, name)
        found = _compared_tables(results, options)
    content = {
        "file": results.name,
        "format": results.format,
        "datasets": results.datasets,
        **found.to_dict(),
    }
    drawn = {"style": options.style} if options.style else {}
    heading = table_read(results.name, results.format)
    written([found], heading, content, options, **drawn)


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
    texts = [i for i, one in enumerate(arrays) if one.dtype.kind not in "biuf"]
    place = _place_of_names(columns, texts, options.dataset)
    if place is None:
        datasets = [str(row) for row in range(len(arrays[0]))]
    else:
        [names] = columns.read([], [place])
        datasets = [str(one) for one in names]
        if options.dataset is None and file is not None:
            notes.append(f"data sets are named by {columns.label(place)}")
    _check_names(columns, place, datasets)
    scores = {
        columns.names[i]: one.astype(np.float64)
        for i, one in enumerate(arrays)
        if i != place
    }
    _check_scores(scores, datasets)
    return _Results(name, columns.format, scores, datasets, notes)


def _place_of_names(
    columns: Columns, texts: list[int], wanted: str | None
) -> int | None:
    """Return which column names the data sets; None: they have no names."""
    place = columns.find(wanted) if wanted is not None else None
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
        found = fastmetrics.compare_across_datasets(
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
    return found


# ------------------------------------------------------------------------------ running
# ``fastmetrics compare``: reads the columns, compares models, writes what is found.


_COLUMNS = ("truth", "score", "pred", "proba")


def run(options: argparse.Namespace) -> int:
    """Carry the command out and return the exit code."""
    wrong = table_error(options) or sequential.wrong(options)
    wrong = wrong or _wrong(options)
    if wrong:
        return fail(wrong, BAD_USAGE)
    if options.table is not None:
        run_tables(options)
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
