"""``fastmetrics compare``: models in columns, in files, or in a table of results."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import fastmetrics
from fastmetrics import catalog
from fastmetrics._common.names import shown
from fastmetrics.cli import common_options
from fastmetrics.cli.columns import BUNDLED, Data, load
from fastmetrics.cli.columns import source as table_source
from fastmetrics.cli.common_options import (
    SEVERAL,
    add_level,
    add_missing,
    add_option,
    add_resampling,
    add_row_columns,
    check_order,
    is_given,
    option_name,
    threads,
)
from fastmetrics.cli.many_files import matched
from fastmetrics.cli.output import (
    OK,
    UsageError,
    naming,
    say_notes,
    warnings_said,
    working,
)
from fastmetrics.cli.report_options import add_cost_matrix, in_need, read_costs
from fastmetrics.cli.roles import examples, of_positive
from fastmetrics.cli.sequential import MODELS, check_sequential, run_sequential
from fastmetrics.cli.writing import (
    add_output,
    check_distinct,
    check_targets,
    table_read,
    written,
)
from fastmetrics.comparison.adjustments import METHODS
from fastmetrics.readers import DataError, open_columns

if TYPE_CHECKING:
    from fastmetrics.comparison.comparing import Comparison
    from fastmetrics.comparison.dataset_comparison import DatasetComparison
    from fastmetrics.metrics.families import Family
    from fastmetrics.metrics.record import Metric
    from fastmetrics.readers import Columns


COMPARE = """\
Compare several models on the same rows: how large are the differences, and are they
significant? Every model gets an interval, a set of ranks and letters (two models share
a letter if they do not differ significantly), and every difference an interval,
simultaneous bounds, and an adjusted p-value.

FILE has a column for each model, or there are several files with one model each, which
is named after its file. The rows of several files are matched by --id, else by their
positions, and their truths must agree. Formats and COLUMN are as in "fastmetrics
evaluate". Without FILE, bundled data is compared.

With --table, models are compared on several data sets instead: RESULTS has a row for
each data set and a column of scores for each model. Friedman's test, or another one by
--test, tests whether any models differ, and --post-hoc which; the picture is the
critical-difference diagram.
"""
# Choices of --test, without and with --table.
TESTS = ("auto", "permutation", "delong", "bootstrap", "jackknife")
TESTS_OF_TABLES = ("friedman", "quade", "aligned-ranks", "none")
# Families whose models can be compared.
TASKS = tuple(name for name, family in catalog.FAMILIES.items() if family.is_compared)


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = COMPARE
    parser.set_defaults(run=_run)
    parser.add_argument("files", metavar="FILE", nargs="*")
    add_option(
        parser,
        "--data",
        "without FILE: " + "; ".join(f"{what} ({name})" for name, what in _examples()),
        choices=[name for name, _ in _examples()],
    )
    add_option(
        parser,
        "--task",
        "choose the task (default: by the columns)",
        choices=TASKS,
    )
    _add_columns(parser.add_argument_group("columns"))
    _add_table(parser.add_argument_group("data sets"))
    _add_comparison(parser.add_argument_group("comparison"))
    group = add_output(
        parser,
        "also draw the differences with their intervals, or for --table the mean ranks",
    )
    add_option(
        group,
        "--state FILE",
        "with --sequential, read and update this file of earlier results, atomically",
    )
    add_option(group, "--no-progress", "hide the progress bar")


def _examples() -> Iterator[tuple[str, str]]:
    for name, (family, example) in examples().items():
        if family.name in TASKS:
            yield name, example.what


def _add_columns(group: Any) -> None:
    add_option(group, "--truth COLUMN", "give the true label or number of each row")
    for option, what in (
        ("--score", "scores of a binary target by a model"),
        ("--pred", "labels or numbers predicted by a model"),
        ("--proba", "probabilities by a model (prob_* for all classes)"),
    ):
        add_option(
            group,
            f"{option} COLUMN",
            f"give {what}; repeat for further models, or give once for several files",
            **SEVERAL,
        )
    add_option(
        group, "--time COLUMN", "give the time of each row's event or of its censoring"
    )
    add_option(
        group, "--event COLUMN", "give whether the time is of an event, or which"
    )
    add_option(
        group,
        "--risk COLUMN",
        "give the risks of a model for --time; repeat for further models",
        **SEVERAL,
    )
    add_option(
        group,
        "--survival TIME=COLUMN",
        "give the probabilities of survival by a model (s_* for all times of one "
        "model); repeat for further models",
        **SEVERAL,
    )
    add_option(
        group,
        "--incidence TIME=COLUMN",
        "give the probabilities of an event by a model, as for --survival",
        **SEVERAL,
    )
    add_option(
        group,
        "--id COLUMN",
        "match the rows of several files by this column",
    )
    add_row_columns(group)
    add_missing(group)


def _add_table(group: Any) -> None:
    add_option(
        group,
        "--table RESULTS",
        "compare models by their scores on several data sets; without a file, ten "
        "bundled classifiers on twenty data sets",
        nargs="?",
        const="",
    )
    add_option(
        group,
        "--dataset COLUMN",
        "name the column of data sets (default: the column of text, if there is one)",
    )
    add_option(group, "--lower-is-better", "treat scores as errors or losses")
    add_option(
        group,
        "--post-hoc",
        "choose the test of pairs (default: nemenyi; against --baseline, "
        "Bonferroni-Dunn)",
        choices=("nemenyi", "rank-z", "conover", "wilcoxon", "sign", "t"),
    )
    add_option(
        group,
        "--decimals N",
        "round scores, such that equal rounded scores are ties",
        type=common_options.positive_int,
    )
    add_option(
        group,
        "--ties",
        "correct Friedman's statistic for ties, or ignore them (default: corrected)",
        choices=("corrected", "ignored"),
    )
    add_option(
        group,
        "--rope X",
        "set the region of practical equivalence: also report the probability that "
        "two models differ by at most X",
        type=common_options.finite,
    )
    add_option(
        group,
        "--style",
        "choose the diagram of --plot: bars join models that do not differ "
        "significantly (default), or intervals of one critical difference",
        choices=("bars", "intervals"),
    )


def _add_comparison(group: Any) -> None:
    add_option(
        group,
        "--metric NAME",
        "choose metrics; repeat or separate by commas, with parameters as in "
        "fbeta_score:beta=0.5 (default: AUC for scores, accuracy for labels, log "
        "loss for probabilities, mean squared error for numbers)",
        action="extend",
        type=common_options.metric_names,
    )
    add_cost_matrix(group)
    add_option(
        group,
        "--threshold T",
        "set the threshold of metrics with a threshold, such as net_benefit",
        type=common_options.finite,
    )
    add_option(
        group,
        "--sequential",
        "compare two models by a sequential test, which you can check every day: "
        "the rows of FILE are added to the rows in --state, and files seen before "
        "count once",
    )
    add_option(
        group, "--baseline MODEL", "compare every other model with this one only"
    )
    add_option(
        group,
        "--test",
        "choose a test whose p-values are shown next to the intervals' p-values "
        "(default: none); with --table the omnibus test: friedman, quade or "
        "aligned-ranks (default: friedman), or none",
        choices=(*TESTS, *TESTS_OF_TABLES),
    )
    add_option(
        group,
        "--adjust",
        "choose the adjustment of p-values (default: maxt, the distribution of the "
        "largest deviation; with --table holm, but none for nemenyi, which covers "
        "all pairs)",
        choices=("none", "maxt", *METHODS),
    )
    add_option(
        group,
        "--margin X",
        "test non-inferiority: no model is worse by X or more than the one it is "
        "compared with",
        type=common_options.finite,
        default=0.0,
    )
    add_level(
        group,
        "of intervals and of all simultaneous bounds together; tests of --table "
        "use the level 1 - P",
    )
    add_resampling(group, "9,999 for tables of labels, else 1,999")


# ------------------------------------------------------------------------ result tables
# ``fastmetrics compare --table``: models by their scores on several data sets.


# Options that are of no use for a table, and those that are for nothing else.
_OF_ROWS = (
    *("data", "task", "truth", "score", "pred", "proba", "id", "weight", "group"),
    *("time", "event", "risk", "survival", "incidence"),
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
            raise UsageError(f"{option_name(name)} does not apply to --table")
    if options.test is not None and options.test not in TESTS_OF_TABLES:
        raise UsageError(f"--test {options.test} does not apply to --table")
    if options.adjust == "maxt":
        raise UsageError("--adjust maxt does not apply to --table")
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
            f"which column names the data sets: {', '.join(others)}? choose it with "
            "--dataset; the others must contain numbers"
        )
    raise DataError(f"{others[0]}: contains text; scores must be numbers")


def _check_names(columns: Columns, place: int | None, datasets: list[str]) -> None:
    """Raise unless each data set has one row and each model one column."""
    models = [name for i, name in enumerate(columns.names) if i != place]
    for what, names, remedy in (
        ("column", models, "each model needs a name of its own"),
        ("data set", datasets, "of several results on one give the mean"),
    ):
        twice = next((one for i, one in enumerate(names) if one in names[:i]), None)
        if twice is not None:
            raise DataError(f"{what} {shown(twice)}: appears twice; {remedy}")


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
# ``fastmetrics compare``: reads the columns, compares models, writes the result.


_COLUMNS = ("truth", "score", "pred", "proba")
# Those that are of one file only.
_OF_ONE_FILE = ("time", "event", "risk", "survival", "incidence")
# Options with the columns of models, by argument.
_MODELS = {
    **MODELS,
    **{name: name for name in ("risk", "survival", "incidence")},
}


def _run(options: argparse.Namespace) -> int:
    """Carry the command out and return the exit code."""
    _check_table(options)
    check_sequential(options)
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
            return run_sequential(options, data)
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
    for name in _OF_ONE_FILE:
        if len(options.files) > 1 and getattr(options, name):
            raise UsageError(f"{option_name(name)} is for one file")
    if options.margin < 0:
        raise UsageError("--margin must not be negative")
    if options.plot and options.metric and len(options.metric) > 1:
        raise UsageError("--plot needs a single metric")
    paths = {f"FILE {i}": path for i, path in enumerate(options.files, 1)}
    check_distinct(options, paths)


def _load(options: argparse.Namespace) -> Data:
    """Read and check the columns; several files are read as one."""
    given = {name: getattr(options, name) for name in _COLUMNS}
    given["truth"] = [] if options.truth is None else [options.truth]
    if len(options.files) < 2:
        for name in _OF_ONE_FILE:
            value = getattr(options, name)
            given[name] = [value] if isinstance(value, str) else value or []
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
        for row in family.metrics if task in TASKS else ():
            if not row.required and family.leading(row)[-1] in data.arguments:
                return row.name
    raise DataError("there are no scores, predictions or probabilities to compare")


def _row(name: str) -> Metric:
    """Return the record with a name, of several records the one for rows."""
    rows = catalog.metrics_named(name)
    return next((row for row in rows if row.task in TASKS), rows[0])


def _in_given_form(argument: str, family: Family, data: Data) -> str:
    """Return the argument, or the one with the same levels whose columns are given."""
    levels = {one.name: one.levels for one in family.arguments if one.levels}
    if argument in data.arguments or argument not in levels:
        return argument
    others = (name for name in data.arguments if levels.get(name) == levels[argument])
    return next(others, argument)


def _by_metric(
    name: str,
    row: Metric,
    data: Data,
    options: argparse.Namespace,
    progress: Callable[[int, int], None] | bool,
) -> Comparison:
    from fastmetrics.comparison.comparing import DEFAULT
    from fastmetrics.comparison.one_test_set import compare, with_omitted

    family = catalog.FAMILIES[row.task]
    *truth, argument = family.leading(row)
    if row.task not in TASKS or not truth or argument not in _MODELS:
        raise DataError(
            f"{row.name} needs other columns than --truth and --score, --pred or "
            "--proba"
        )
    for source, _ in catalog.derivations_into(row.task):
        if argument not in data.arguments and {*source.claims} <= {*data.arguments}:
            [argument] = source.claims
    argument = _in_given_form(argument, family, data)
    if argument not in data.arguments:
        raise DataError(
            f"{row.name} needs columns under --{_MODELS[argument]}, which are not given"
        )
    columns = tuple(data.arguments[name] for name in truth)
    beside = {
        one.name: data.arguments[one.name]
        for one in family.arguments
        if one.name in family.settings and one.name in data.arguments
    }
    models = data.arguments[argument]
    classes = data.arguments.get("labels")
    parameters: dict[str, Any] = {}
    if classes and "labels" in row.options:
        parameters["labels"] = classes
    if options.threshold is not None:
        if "threshold" not in row.options or "threshold" in row.parameters:
            raise DataError(
                f"--threshold does not apply to {row.name}; evaluate also derives "
                "labels from scores by it"
            )
        parameters["threshold"] = options.threshold
    has_positive = "pos_label" in family.options
    comparison: Any = compare(  # of one metric, so no dict
        name,
        columns if len(columns) > 1 else columns[0],
        **{argument: models, **beside},
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
