"""The command line: ``fastmetrics`` with ``evaluate``, ``explain`` or ``metrics``."""

from __future__ import annotations

import argparse
import functools
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from fastmetrics import catalog
from fastmetrics.cli import output
from fastmetrics.cli.arguments import parser
from fastmetrics.cli.common_options import check_order, is_given, option_name, threads
from fastmetrics.cli.files import (
    are_many,
    called,
    naming,
    naming_each,
    say_notes,
    warnings_said,
)
from fastmetrics.cli.names import all_roles, examples, families_for
from fastmetrics.cli.output import (
    BAD_DATA,
    BAD_USAGE,
    BROKEN_PIPE,
    NO_LIBRARY,
    NO_OUTPUT,
    OutputError,
    UsageError,
    drop,
    fail,
    flush,
    log,
    stand_in,
)

if TYPE_CHECKING:
    from fastmetrics.cli.columns import Data
    from fastmetrics.cli.costs import Costs
    from fastmetrics.cli.many_files import Rows
    from fastmetrics.report.result import Report


def run(argv: Sequence[str] | None = None) -> int:
    """Run the command line but for Ctrl-C; see `fastmetrics.cli.main`."""
    with stand_in():
        try:
            code = _run(argv)
            flush()
        except BrokenPipeError:
            drop(sys.stdout)
            return BROKEN_PIPE
        except OutputError as error:
            return fail(error, NO_OUTPUT)
        return code


def _run(argv: Sequence[str] | None) -> int:
    from fastmetrics.readers import DataError, MissingLibraryError
    from fastmetrics.readers.columns import MissingValuesError

    options = argparse.Namespace()
    try:
        options = parser(_run_evaluate).parse_args(argv)
        options.argv = sys.argv[1:] if argv is None else [*argv]
        return options.run(options)
    except SystemExit as stop:  # argparse has said why
        return stop.code if isinstance(stop.code, int) else BAD_USAGE
    except UsageError as error:
        return fail(error, BAD_USAGE)
    except MissingValuesError as error:
        if getattr(options, "missing_values", "") != "raise":
            return fail(error, BAD_DATA)
        way = "--missing omit leaves out the rows that lack one"
        return fail(f"{error}; {way}", BAD_DATA)
    except DataError as error:
        return fail(error, BAD_DATA)
    except MissingLibraryError as error:
        return fail(error, NO_LIBRARY)
    except MemoryError:
        return fail("there is not enough memory for this data", BAD_DATA)


# -- fastmetrics evaluate --------------------------------------------------------------


def _run_evaluate(options: argparse.Namespace) -> int:
    from fastmetrics.cli.columns import BUNDLED, load
    from fastmetrics.cli.forms import Gate, provenance_of_file, write_report
    from fastmetrics.cli.values import of_positive

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
    options.mistakes = _costs(options)
    name = called(options.paths) if many else options.file or BUNDLED
    steps = _Steps(options.verbose)
    with threads(options.threads):
        rows = _rows(options) if many else None
        # Rows that are left out have no number among those that are judged.
        by_line = not many and options.missing_values != "omit"
        with naming(name) if by_line else naming_each(name):
            reading = functools.partial(
                load,
                name if many else options.file,
                _given(options),
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
                asked=_asked(options),
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
    return gate.close()


def _check(options: argparse.Namespace, limited: Sequence[str], many: bool) -> None:
    """Raise UsageError if options are not compatible.

    ``limited`` are the given options of memory; ``many`` is whether rows are read as
    those of several files.
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
            "standard input is read whole: it goes neither with --memory or "
            "--approximate nor with further files"
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


def _given(options: argparse.Namespace) -> dict[str, Sequence[str]]:
    """Return the columns that were given, by option."""
    columns = {}
    for option, role in all_roles().items():
        value = getattr(options, option.replace("-", "_"))
        columns[option] = value if role.is_several else [value] * (value is not None)
    return columns


def _all_derived() -> list[str]:
    """Return the options that derive columns of one family from another's."""
    every = [
        derived for family in catalog.FAMILIES.values() for derived in family.derives
    ]
    return [derived.option for derived in every if derived.option]


def _derived(options: argparse.Namespace) -> list[str]:
    return [name for name in _all_derived() if getattr(options, name) is not None]


def _all_read() -> list[str]:
    """Return the further options of derived columns."""
    every = [
        derived for family in catalog.FAMILIES.values() for derived in family.derives
    ]
    read = dict.fromkeys(name for derived in every for name in derived.reads)
    return [name for name in read if name not in _all_derived()]


def _asked(options: argparse.Namespace) -> set[str] | None:
    """Return the families of the requested metrics; None if none is requested."""
    metrics = _metrics(options)
    return None if metrics is None else catalog.tasks_of(metrics)


def _metrics(options: argparse.Namespace) -> list[str] | None:
    from fastmetrics.cli.forms import with_required

    if options.mistakes is None:
        return with_required(options.metrics, options.require)
    from fastmetrics.cli.costs import in_need

    metrics = with_required(options.metrics or in_need(), options.require)
    return options.mistakes.given_to(metrics or ())


def _costs(options: argparse.Namespace) -> Costs | None:
    """Return the costs of mistakes, if they were given."""
    if options.cost_matrix is None:
        return None
    from fastmetrics.cli.costs import read_costs

    return read_costs(options.cost_matrix)


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
    given = [option for option, at in _given(options).items() if at]
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
    from fastmetrics.cli.columns import deriving

    families = families_for(task, [])
    names = {family.name for family in families}
    given = [option for option, at in _given(options).items() if at]
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
            raise UsageError(f"{option} is of no use for {of}{_readers_of(option)}")


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
            **data.arguments,
            **settings,
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
