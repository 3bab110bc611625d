"""``fastmetrics evaluate``: its options, and reports on files or bundled data."""

from __future__ import annotations

import argparse
import functools
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fastmetrics import catalog
from fastmetrics.cli import common_options, output
from fastmetrics.cli.columns import BUNDLED, Data, deriving, load
from fastmetrics.cli.common_options import (
    SEVERAL,
    add_level,
    add_missing,
    add_option,
    add_quiet,
    add_report,
    add_resampling,
    add_row_columns,
    check_order,
    is_given,
    option_name,
    threads,
)
from fastmetrics.cli.output import (
    UsageError,
    are_many,
    called,
    log,
    naming,
    naming_each,
    say_notes,
    warnings_said,
)
from fastmetrics.cli.report_options import (
    Gate,
    add_cost_matrix,
    add_require,
    in_need,
    provenance_of_file,
    read_costs,
    with_required,
    write_report,
)
from fastmetrics.cli.roles import (
    ALL,
    Role,
    all_roles,
    examples,
    families_for,
    of_positive,
)
from fastmetrics.metrics.families import Derivation
from fastmetrics.selection.validation.combined_folds import METHODS as ACROSS_FOLDS

if TYPE_CHECKING:
    from fastmetrics.cli.many_files import Rows
    from fastmetrics.report.result import Report


EVALUATE = """\
Evaluate one or several models by their predicted labels (two classes or more), their
scores of a binary target, their probabilities, or all of these; or clusterings by true
labels, by measurements of the rows, or both; or predictions of a number, quantiles and
intervals. Every metric has an interval, and several models are compared.

FILE is CSV or JSONL (also gzip), Parquet, Arrow/Feather, NPY or NPZ; "-" reads standard
input. Without FILE, bundled data is evaluated: see --data.

Several files, folders and globs are one table of all their rows; folders named
key=value are columns. Data that does not fit into --memory is read in passes. Values
are then the same, for metrics that can be merged and intervals that need no rows.

A COLUMN is a name, or a position counted from 0 (-1 is the last). Columns with obvious
names (y_true, label, score, y_pred, ...) need no option; guesses are printed to
standard error. Scores and labels belong to one model if their columns are named alike
(score_a, pred_a), or if there is one column of each.

A truth with fractions is a number (--task regression). Whole numbers are classes,
unless predictions have fractions; if there are many, --task is required. Quantiles
are --quantile 0.1=COLUMN, or columns named q10, q0.9, p50, ...; the median is the
prediction if there is no other.

Probabilities are a column for the positive class, or a column for each class, named
after it (prob_cat, prob_dog, ...): --proba 'prob_*' takes all of these at once.
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = EVALUATE
    parser.set_defaults(run=_run)
    parser.add_argument("paths", metavar="FILE", nargs="*")
    add_option(
        parser,
        "--memory SIZE",
        "limit the memory for the rows of files: 4G, 500M, or a percentage of the "
        "free memory (default for several files: 25%%); larger data is read in "
        "passes",
        type=common_options.memory,
    )
    add_option(
        parser,
        "--approximate",
        "read rows that do not fit into --memory once: scores are kept in a sketch "
        "of 65,536 intervals, which is exact for up to that many distinct scores",
    )
    add_option(
        parser,
        "--data",
        f"without FILE: {'; '.join(_example_texts())}",
        choices=list(examples()),
    )
    add_option(
        parser,
        "--task",
        "choose the task (default: by the columns; scores and labels before "
        "clusterings)",
        choices=list(catalog.FAMILIES),
    )
    _add_columns(parser.add_argument_group("columns"))
    _add_numbers(parser.add_argument_group("numbers"))
    _add_output(parser.add_argument_group("output"))


def _example_texts() -> Iterator[str]:
    for number, (name, (_, example)) in enumerate(examples().items()):
        default = ", the default" if number == 0 else ""
        yield f"{example.what} ({name}{default})"


def _what(role: Role) -> str:
    """Return the content of columns under an option, for each family."""
    every = [
        argument.what
        for family in catalog.FAMILIES.values()
        for argument in family.arguments
        if argument.option == role.option
    ]
    return ", or ".join(dict.fromkeys(every))


def _add_columns(group: Any) -> None:
    for role in all_roles().values():
        text = _what(role)
        if role.is_several:
            text += "; repeat for each further " + (
                "model" if role.argument.per_model else "one"
            )
        if role.argument.form == "columns" or (
            role.is_several and role.argument.form == "column"
        ):
            text += '; "x_*" are all columns with such names'
            if not role.argument.per_model:
                text += f', "{ALL}" are all other columns of numbers'
        if role.option in ("lower", "upper"):
            text += (
                "; bounds and predictions belong to one model if their names differ "
                "only in such words: lower_a, upper_a, pred_a"
            )
        if role.argument.form == "levels":
            is_share = role.argument.level_is == "share"
            example, name = ("0.1", "q10") if is_share else ("30", "s_30")
            text += (
                f"; {example}=COLUMN sets the level if the name (as {name}) does not"
            )
        metavar = "LEVEL=COLUMN" if role.argument.form == "levels" else "COLUMN"
        several = SEVERAL if role.is_several else {}
        add_option(group, f"{option_name(role.option)} {metavar}", text, **several)
    add_option(
        group,
        "--standardize",
        "standardize the measurements to mean 0 and standard deviation 1, if that "
        "was done before clustering (done for bundled data)",
    )
    add_option(
        group,
        "--threshold T",
        "also evaluate labels derived from scores: positive if score >= T; for "
        "probabilities of two classes this is the default (T = 0.5)",
        type=common_options.finite,
    )
    add_option(
        group,
        "--strict",
        "derive positive labels from score > T",
        action="store_const",
        const=True,
    )
    add_row_columns(group)
    add_missing(group, of_slices=True)
    add_option(
        group,
        "--fold COLUMN",
        "use out-of-fold predictions, with the test fold of each row: values are "
        "combined across folds, and each fold is shown",
    )
    add_option(
        group,
        "--target",
        "with --fold, choose the target of intervals: the expected performance "
        "over training sets (learner, the default), or the mean performance of the "
        "models of these folds",
        choices=("learner", "models"),
    )
    add_option(
        group,
        "--by COLUMN",
        "also evaluate each value of this column as a slice, with intervals for "
        "the differences between slices; repeat for combinations of columns",
        **SEVERAL,
    )
    add_option(
        group,
        "--min-rows N",
        "leave slices of fewer rows without a value (default: %(default)s)",
        type=common_options.positive_int,
        default=1,
    )


def _add_numbers(group: Any) -> None:
    add_option(
        group,
        "--metrics NAMES",
        'choose metrics, separated by commas; "fastmetrics metrics" lists them. '
        "Parameters follow a colon or are in brackets: "
        "fbeta_score:beta=0.5,average=macro or "
        "cost_sensitive_error(cost_matrix=[[0,5],[1,0]])",
        type=common_options.metric_names,
    )
    add_cost_matrix(group)
    add_level(group)
    add_option(
        group,
        "--interval-level P",
        "set the nominal level of the prediction intervals in --lower and --upper "
        "(default: 0.95)",
        type=common_options.probability,
    )
    add_option(
        group,
        "--times NUMBERS",
        "choose the times of evaluation of censored times, separated by commas "
        "(default: the times of --survival and --incidence, or quartiles of events)",
        type=common_options.numbers,
    )
    add_option(
        group,
        "--cause N",
        "choose the code of --event that is predicted (default: 1)",
        type=common_options.positive_int,
    )
    add_option(
        group,
        "--method",
        "choose the method of intervals (default: the best one for each metric); "
        f"with --fold one of {', '.join(ACROSS_FOLDS)}",
        choices=list(dict.fromkeys([*catalog.METHODS, *ACROSS_FOLDS])),
        default="auto",
    )
    add_resampling(group, "1,999 for scores, fewer on large data; 9,999 for labels")


def _add_output(group: Any) -> None:
    add_report(group, "curves, confusion matrices or silhouettes")
    add_require(group)
    add_option(
        group,
        "--no-provenance",
        "leave time and machine out of HTML: repeated runs give the same bytes",
    )
    loudness = group.add_mutually_exclusive_group()
    add_quiet(loudness)
    loudness.add_argument(
        "--verbose", "-v", action="store_true", help="print the duration of each step"
    )


# -- fastmetrics evaluate --------------------------------------------------------------


def _run(options: argparse.Namespace) -> int:
    limited = [name for name in ("memory", "approximate") if is_given(options, name)]
    many = are_many(options.paths, bool(limited))
    options.file = options.paths[0] if options.paths and not many else None
    _check(options, limited, many)
    task = _task(options)
    _check_useful(options, task)
    for path in options.paths or [None]:
        output.check_distinct(
            {"FILE": path, "--output": options.output, "--plot": options.plot}
        )
    output.check_targets(options)
    costs = options.cost_matrix
    options.mistakes = None if costs is None else read_costs(costs)
    name = called(options.paths) if many else options.file or BUNDLED
    steps = _Steps(options.verbose)
    with threads(options.threads):
        rows = _rows(options) if many else None
        # Omitted rows have no number among the evaluated rows.
        by_line = not many and options.missing_values != "omit"
        with naming(name) if by_line else naming_each(name):
            reading = functools.partial(
                load,
                name if many else options.file,
                _given_columns(options),
                data=options.data,
                weight=options.weight,
                group=options.group,
                order=options.order,
                fold=options.fold,
                by=options.by,
                pos_label=options.pos_label,
                labels=options.classes,
                task=task,
                derived=_derived(options),
                asked=_requested_tasks(options),
                of_positive=of_positive(_metrics(options)),
                standardize=options.standardize,
                missing=options.missing_values,
                na_values=options.na_values,
                opened=None if rows is None else rows.columns,
            )
            data = rows.told(reading) if rows is not None else reading()
            steps.end(f"read {name}")
            if options.mistakes is not None:
                options.mistakes = options.mistakes.of(data)
                options.require = options.mistakes.required(options.require)
                data.notes += filter(None, [options.mistakes.said(data)])
            say_notes(data.notes, options, name)
            if rows is not None and not options.quiet:
                rows.say_whole(name)
            report = _report(data, options, rows)
            if rows is not None and not options.quiet:
                rows.say_passes(name, report)
            steps.end("judged")
        output.draw_report(report, options)
        if options.plot:
            steps.end(f"drew {options.plot}")
        gate = Gate(report, options.require)
    write_report(
        report,
        gate,
        options,
        heading=data.heading,
        source={"file": data.name, "format": data.format, "columns": data.columns},
        provenance=lambda: provenance_of_file(report, data, gate, options),
    )
    steps.end("wrote")
    return gate.close(options.language)


def _check(options: argparse.Namespace, limited: Sequence[str], many: bool) -> None:
    """Raise UsageError if options are not compatible.

    ``limited`` are the given options of memory; ``many`` is whether rows are read from
    several files.
    """
    for name in ("stratified", "fold"):
        if options.group is not None and is_given(options, name):
            raise UsageError(f"--group and --{name} exclude each other")
    check_order(options, ("group", "fold", "stratified"))
    if options.min_rows > 1 and not options.by:
        raise UsageError("--min-rows is for slices: give --by")
    if options.target is not None and options.fold is None:
        raise UsageError("--target needs --fold")
    for name in ("fold", "stratified"):
        if options.by and is_given(options, name):
            raise UsageError(f"--by and --{name} exclude each other")
    if options.paths and options.data is not None:
        raise UsageError("FILE and --data exclude each other")
    if many and not options.paths:
        raise UsageError(
            f"{option_name(limited[0])} is for the rows of files: give a FILE"
        )
    if options.missing_values == "group" and not options.by:
        raise UsageError("--missing group is for slices: give --by")
    if many and "-" in options.paths:
        raise UsageError(
            "standard input does not go with --memory, --approximate or further files"
        )
    output.check_kinds(options)


def _rows(options: argparse.Namespace) -> Rows:
    from fastmetrics.cli.many_files import Rows  # for one file alone it is not loaded

    return Rows(options)


class _Steps:
    """Durations of steps, which are printed with ``--verbose``."""

    def __init__(self, verbose: bool) -> None:
        self._verbose, self._since = verbose, time.perf_counter()

    def end(self, what: str) -> None:
        now = time.perf_counter()
        if self._verbose:
            log(f"{what} in {now - self._since:.2f} s")
        self._since = now


def _given_columns(options: argparse.Namespace) -> dict[str, Sequence[str]]:
    """Return the columns that were given, by option."""
    columns = {}
    for option, role in all_roles().items():
        value = getattr(options, option.replace("-", "_"))
        columns[option] = value if role.is_several else [value] * (value is not None)
    return columns


def _derivations() -> list[Derivation]:
    return [each for family in catalog.FAMILIES.values() for each in family.derives]


def _all_derived() -> list[str]:
    """Return the options that derive columns of one family from another's."""
    return [derived.option for derived in _derivations() if derived.option]


def _derived(options: argparse.Namespace) -> list[str]:
    return [name for name in _all_derived() if getattr(options, name) is not None]


def _all_read() -> list[str]:
    """Return the further options of derived columns."""
    read = dict.fromkeys(name for derived in _derivations() for name in derived.reads)
    return [name for name in read if name not in _all_derived()]


def _requested_tasks(options: argparse.Namespace) -> set[str] | None:
    """Return the families of the requested metrics; None if none is requested."""
    metrics = _metrics(options)
    return None if metrics is None else catalog.tasks_of(metrics)


def _metrics(options: argparse.Namespace) -> list[str] | None:
    if options.mistakes is None:
        return with_required(options.metrics, options.require)
    metrics = with_required(options.metrics or in_need(), options.require)
    return options.mistakes.given_to(metrics or ())


def _settings(options: argparse.Namespace) -> dict[str, float]:
    """Return the given options of single families."""
    names = (name for family in catalog.FAMILIES.values() for name in family.settings)
    values = {name: getattr(options, name, None) for name in names}
    return {name: value for name, value in values.items() if value is not None}


def _task(options: argparse.Namespace) -> str | None:
    """Return the requested family; None for all families with columns.

    A family that takes the place of others is evaluated alone.
    """
    if options.task is not None:
        return options.task
    given = [option for option, at in _given_columns(options).items() if at]
    if options.data:
        family, _ = examples()[options.data]
        return family.name if family.instead_of else None
    for family in catalog.FAMILIES.values():
        if {*family.settings} & {*_settings(options)}:
            return family.name
    [first, *others] = families_for(None, given)
    return first.name if first.instead_of and not others else None


# Options of the command line that are the families' common options.
_COMMON = {
    "weight": "sample_weight",
    "group": "groups",
    "order": "order",
    "fold": "folds",
    "pos_label": "pos_label",
    "stratified": "stratified",
}


def _check_useful(options: argparse.Namespace, task: str | None) -> None:
    """Raise UsageError if no family of the task uses one of the options."""
    families = families_for(task, [])
    names = {family.name for family in families}
    given = [option for option, at in _given_columns(options).items() if at]
    readers = [*families, *deriving(families, _derived(options), given)]
    arguments = [argument for family in readers for argument in family.arguments]
    useful = {argument.option.replace("-", "_") for argument in arguments}
    useful |= {
        name
        for family in catalog.FAMILIES.values()
        for derived in family.derives
        if derived.into in names and (len(families) > 1 or family not in families)
        for name in (derived.option, *derived.reads)
    }
    useful |= {name for family in readers for name in family.settings}
    useful |= {
        option
        for option, name in _COMMON.items()
        if any(name in family.options for family in readers)
    }
    if any(each.form == "columns" and not each.per_model for each in arguments):
        useful.add("standardize")
    known = [role.option.replace("-", "_") for role in all_roles().values()]
    known += [*_COMMON, "standardize", *_all_derived(), *_all_read()]
    known += [*_settings(options)]
    for name in dict.fromkeys(known):
        if name not in useful and is_given(options, name):
            whom = " and ".join(family.title.lower() for family in families)
            of = f"--task {task}" if task else whom
            option = option_name(name)
            raise UsageError(f"{option} does not apply to {of}{_readers_of(option)}")


def _readers_of(option: str) -> str:
    """Return the families that read the column of an option, as a hint."""
    *tasks, last = [
        name
        for name, family in catalog.FAMILIES.items()
        if any(f"--{argument.option}" == option for argument in family.arguments)
    ] or [""]
    named = f"{', '.join(tasks)} or {last}" if tasks else last
    return f"; it is for --task {named}" if named else ""


def _report(
    data: Data, options: argparse.Namespace, rows: Rows | None = None
) -> Report:
    from fastmetrics.report.evaluation import evaluate

    read = {name: getattr(options, name) for name in _all_read()}
    settings = {name: value for name, value in read.items() if value is not None}
    settings |= {name: getattr(options, name) for name in _derived(options)}
    settings |= {**_settings(options), "task": data.task}
    common = {
        "confidence_level": options.confidence_level,
        "method": options.method,
        "n_resamples": options.n_resamples,
        "random_state": options.seed,
        "digits": options.digits,
        "min_rows": options.min_rows,
    }
    in_passes = rows is not None and not rows.do_fit
    counted = "rows" if in_passes else "replicates"
    with (
        warnings_said(quiet=options.quiet),
        output.progress(not (options.no_progress or options.quiet), counted) as update,
    ):
        if rows is not None and not rows.do_fit:
            return rows.judged(data, _metrics(options), settings, common, update)
        report = evaluate(
            **{**data.arguments, **settings},
            **common,
            metrics=_metrics(options),
            stratified=options.stratified,
            groups=data.group,
            order=data.order,
            horizon=options.horizon,
            by=data.by or None,
            folds=data.fold,
            target=options.target,
            sample_weight=data.weight,
            pos_label=data.pos_label,
            progress=update,
            missing="group" if options.missing_values == "group" else "raise",
        )
    return replace(report, omitted=data.omitted if rows is None else rows.omitted)
