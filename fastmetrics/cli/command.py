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
from fastmetrics._common.names import shown
from fastmetrics.cli.arguments import option_name, parser
from fastmetrics.cli.common_options import threads, wrong_order
from fastmetrics.cli.files import (
    are_many,
    called,
    naming,
    naming_each,
    warnings_said,
)
from fastmetrics.cli.names import all_roles, examples, families_for
from fastmetrics.cli.output import (
    BAD_DATA,
    BAD_USAGE,
    BROKEN_PIPE,
    NO_LIBRARY,
    NO_OUTPUT,
    OK,
    OutputError,
    drop,
    fail,
    flush,
    say,
    stand_in,
    write_out,
)

if TYPE_CHECKING:
    from fastmetrics.cli.columns import Data
    from fastmetrics.cli.costs import Costs
    from fastmetrics.cli.many_files import Rows
    from fastmetrics.cli.requirements import Gate
    from fastmetrics.metrics.record import Family
    from fastmetrics.report.evaluation import Report


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
        options = _parser().parse_args(argv)
        options.argv = sys.argv[1:] if argv is None else [*argv]
        return options.run(options)
    except SystemExit as stop:  # argparse has said why
        return stop.code if isinstance(stop.code, int) else BAD_USAGE
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


def _parser() -> argparse.ArgumentParser:
    return parser(_run_evaluate, _run_metrics, _run_explain, _run_compare, _run_find)


# -- fastmetrics evaluate --------------------------------------------------------------


def _run_evaluate(options: argparse.Namespace) -> int:
    from fastmetrics.cli.columns import BUNDLED, load
    from fastmetrics.cli.output import (
        check_targets,
        draw,
        of_kinds,
        same_file,
        useless_kinds,
    )
    from fastmetrics.cli.requirements import Gate
    from fastmetrics.cli.values import of_positive

    if options.group is not None and options.stratified:
        return fail("--group and --stratified exclude each other", BAD_USAGE)
    if options.group is not None and options.fold is not None:
        return fail("--group and --fold exclude each other", BAD_USAGE)
    wrong = wrong_order(options, ("group", "fold", "stratified"))
    if wrong:
        return fail(wrong, BAD_USAGE)
    if options.min_rows > 1 and not options.by:
        return fail("--min-rows is for slices: give --by", BAD_USAGE)
    if options.target is not None and options.fold is None:
        return fail("--target needs --fold", BAD_USAGE)
    for other in ("fold", "stratified"):
        if options.by and getattr(options, other) not in (None, False):
            return fail(f"--by and --{other} exclude each other", BAD_USAGE)
    limited = [
        name
        for name in ("memory", "approximate")
        if getattr(options, name) not in (None, False)
    ]
    many = are_many(options.paths, bool(limited))
    options.file = options.paths[0] if options.paths and not many else None
    if options.paths and options.data is not None:
        return fail("FILE and --data exclude each other", BAD_USAGE)
    if many and not options.paths:
        of = option_name(limited[0])
        return fail(f"{of} is for the rows of files: give a FILE", BAD_USAGE)
    if options.missing_values == "group" and not options.by:
        return fail("--missing group is for slices: give --by", BAD_USAGE)
    if many and "-" in options.paths:
        return fail(
            "standard input is read whole: it goes neither with --memory or "
            "--approximate nor with further files",
            BAD_USAGE,
        )
    if useless_kinds(options):
        return fail(useless_kinds(options), BAD_USAGE)
    task = _task(options)
    families = families_for(task, [])
    useless = _useless(options, families)
    if useless:
        whom = " and ".join(family.title.lower() for family in families)
        of = f"--task {task}" if task else whom
        return fail(f"{useless[0]} is of no use for {of}{_used(useless[0])}", BAD_USAGE)
    written = {"--output": options.output, "--plot": options.plot}
    for path in options.paths or [None]:
        same = same_file({"FILE": path, **written})
        if same:
            return fail(same, BAD_USAGE)
    check_targets(options)
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
            if not options.quiet:
                for note in data.notes:
                    say(f"{name}: {note}")
            if rows is not None and not options.quiet:
                rows.say_whole(name)
            report = _report(data, options, rows)
            if rows is not None and not options.quiet:
                rows.say_passes(name, report)
            steps.end("judged")
        if options.plot:
            draw(report, options.plot, **of_kinds(options))
            steps.end(f"drew {options.plot}")
        try:
            gate = Gate(report, options.require)
        except ValueError as error:
            return fail(error, BAD_USAGE)
    _write(report, data, gate, options)
    steps.end("wrote")
    return gate.close()


def _rows(options: argparse.Namespace) -> Rows:
    from fastmetrics.cli.many_files import Rows  # for one file alone it is not loaded

    return Rows(options)


class _Steps:
    """Says how long each step took, if that is wanted."""

    def __init__(self, wanted: bool) -> None:
        self._wanted, self._since = wanted, time.perf_counter()

    def end(self, what: str) -> None:
        now = time.perf_counter()
        if self._wanted:
            say(f"{what} in {now - self._since:.2f} s")
        self._since = now


def _given(options: argparse.Namespace) -> dict[str, Sequence[str]]:
    """Return the columns that were given, by option."""
    given = {}
    for option, role in all_roles().items():
        value = getattr(options, option.replace("-", "_"))
        given[option] = value if role.is_several else [value] * (value is not None)
    return given


def _all_derived() -> list[str]:
    """Return the options that make columns of one family out of another's."""
    every = [one for family in catalog.FAMILIES.values() for one in family.derives]
    return [one.option for one in every if one.option]


def _derived(options: argparse.Namespace) -> list[str]:
    return [name for name in _all_derived() if getattr(options, name) is not None]


def _all_read() -> list[str]:
    """Return the further options that change such columns."""
    every = [one for family in catalog.FAMILIES.values() for one in family.derives]
    read = dict.fromkeys(name for one in every for name in one.reads)
    return [name for name in read if name not in _all_derived()]


def _asked(options: argparse.Namespace) -> set[str] | None:
    """Return the families of the metrics that are asked for; None: none is."""
    metrics = _metrics(options)
    return None if metrics is None else catalog.tasks_of(metrics)


def _metrics(options: argparse.Namespace) -> list[str] | None:
    from fastmetrics.cli.requirements import with_required

    if options.mistakes is None:
        return with_required(options.metrics, options.require)
    from fastmetrics.cli.costs import in_need

    metrics = with_required(options.metrics or in_need(), options.require)
    return options.mistakes.given_to(metrics or ())


def _costs(options: argparse.Namespace) -> Costs | None:
    """Return what mistakes cost, if that was given."""
    if options.cost_matrix is None:
        return None
    from fastmetrics.cli.costs import read_costs

    return read_costs(options.cost_matrix)


def _settings(options: argparse.Namespace) -> dict[str, float]:
    """Return the options that single families have for themselves, if given."""
    names = (name for one in catalog.FAMILIES.values() for name in one.settings)
    found = {name: getattr(options, name, None) for name in names}
    return {name: value for name, value in found.items() if value is not None}


def _task(options: argparse.Namespace) -> str | None:
    """Return what is to be judged; None: whatever there are columns for.

    A family that takes the place of others judges alone.
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


def _used(option: str) -> str:
    """Say which families read the column of an option, if any."""
    *tasks, last = [
        name
        for name, family in catalog.FAMILIES.items()
        if any(f"--{one.option}" == option for one in family.arguments)
    ] or [""]
    named = f"{', '.join(tasks)} or {last}" if tasks else last
    return f"; it is for --task {named}" if named else ""


def _useless(options: argparse.Namespace, families: Sequence[Family]) -> list[str]:
    """Return the options that were given and that no family has a use for."""
    from fastmetrics.cli.columns import deriving

    into = {family.name for family in families}
    given = [option for option, at in _given(options).items() if at]
    judging = [*families, *deriving(families, _derived(options), given)]
    arguments = [argument for family in judging for argument in family.arguments]
    useful = {argument.option.replace("-", "_") for argument in arguments}
    useful |= {
        name
        for family in catalog.FAMILIES.values()
        for one in family.derives
        if one.into in into and (len(families) > 1 or family not in families)
        for name in (one.option, *one.reads)
    }
    useful |= {name for family in judging for name in family.settings}
    useful |= {
        option
        for option, name in _COMMON.items()
        if any(name in family.options for family in judging)
    }
    if any(one.form == "columns" and not one.per_model for one in arguments):
        useful.add("standardize")
    known = [role.option.replace("-", "_") for role in all_roles().values()]
    known += [*_COMMON, "standardize", *_all_derived(), *_all_read()]
    known += [*_settings(options)]
    return [
        option_name(name)
        for name in dict.fromkeys(known)
        if name not in useful and getattr(options, name) not in (None, [], False)
    ]


def _report(
    data: Data, options: argparse.Namespace, rows: Rows | None = None
) -> Report:
    from fastmetrics.cli.output import progress
    from fastmetrics.report.evaluation import evaluate

    read = {name: getattr(options, name) for name in _all_read()}
    settings = {name: one for name, one in read.items() if one is not None}
    settings |= {name: getattr(options, name) for name in _derived(options)}
    settings |= {**_settings(options), "task": data.task}
    judged = {
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
        progress(not (options.no_progress or options.quiet), counted) as update,
    ):
        if rows is not None and not rows.do_fit:
            return rows.judged(data, _metrics(options), settings, judged, update)
        report = evaluate(
            **data.arguments,
            **settings,
            **judged,
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


def _write(report: Report, data: Data, gate: Gate, options: argparse.Namespace) -> None:
    from fastmetrics.cli import forms, output
    from fastmetrics.show.result import form_of

    form = options.format or form_of(options.output)
    if form == "table" and not options.output:
        width = output.width(options.places)
        output.show(forms.lines(report, data, gate, width, options))
        return
    text = forms.text_of(form, report, data, gate, options)
    if options.output:
        output.write_file(options.output, text.encode("utf-8", "replace"))
    else:
        write_out(text)


# -- fastmetrics metrics ---------------------------------------------------------------


def _run_metrics(options: argparse.Namespace) -> int:
    from fastmetrics.cli import listing, output
    from fastmetrics.show.text import laid_out

    rows = listing.metrics(" ".join(options.terms))
    if not rows:
        return fail(
            f"no metric is found by {shown(' '.join(options.terms))}", BAD_USAGE
        )
    if options.format in (None, "table"):
        # A line per metric for programs that look for one.
        width = output.width(None) if sys.stdout.isatty() else output.WIDEST
        output.show(laid_out(listing.document(rows), width))
    else:
        write_out(listing.written(options.format, rows))
    return OK


# -- fastmetrics explain ---------------------------------------------------------------


def _run_explain(options: argparse.Namespace) -> int:
    from fastmetrics.cli.writing import check_targets, written
    from fastmetrics.report.explained.answer import explain

    check_targets(options)
    try:
        found = explain(options.name)
    except ValueError as error:  # no such name
        return fail(error, BAD_USAGE)
    written([found], "", found.to_dict(), options)
    return OK


# -- fastmetrics find ------------------------------------------------------------------


def _run_find(options: argparse.Namespace) -> int:
    from fastmetrics.cli.writing import check_targets, written
    from fastmetrics.report.explained.finding import find

    check_targets(options)
    term = " ".join(options.terms)
    found = find(term, options.most)
    if not len(found):
        return fail(f"nothing is called {shown(term)} or like it", BAD_USAGE)
    written([found], "", found.to_dict(), options)
    return OK


# -- fastmetrics compare ---------------------------------------------------------------


def _run_compare(options: argparse.Namespace) -> int:
    from fastmetrics.cli.comparison.running import run

    return run(options)
