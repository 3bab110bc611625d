"""``fastmetrics monitor``, and the files that hold the states of sequential tests."""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from fastmetrics import catalog
from fastmetrics._common.test_result import ALTERNATIVES
from fastmetrics.cli import common_options, output
from fastmetrics.cli.columns import source
from fastmetrics.cli.files import named, naming, say_notes, warnings_said
from fastmetrics.cli.output import BAD_USAGE, BROKEN, EXIT_CODES, OK, fail, say
from fastmetrics.cli.values import positive_label
from fastmetrics.cli.writing import add_output, check_targets, same_file, written
from fastmetrics.readers import DataError, open_columns
from fastmetrics.show.files import real

if TYPE_CHECKING:
    from fastmetrics.comparison.sequential.change_detector import ChangeDetector
    from fastmetrics.comparison.sequential.model_tests import SequentialTest
    from fastmetrics.comparison.sequential.stream import Stream

    AnyTest = SequentialTest | ChangeDetector


# ------------------------------------------------------------------------------- states
# States of tests that go on: read and written by one at a time, each batch once.


Watch = TypeVar("Watch", bound="Stream")


@contextlib.contextmanager
def alone(path: str | None) -> Iterator[None]:
    """Let nobody else read or write a state until this one is written.

    It is the folder that is locked, as a state is replaced by another file. Windows has
    no such locks.
    """
    try:
        from fcntl import LOCK_EX, flock

        folder = os.open(real(path).parent, os.O_RDONLY) if path else None
    except (ImportError, OSError):
        folder = None
    if folder is None:
        yield
        return
    try:
        with contextlib.suppress(OSError):  # file systems without locks
            flock(folder, LOCK_EX)
        yield
    finally:
        os.close(folder)


def kept(fresh: Watch, path: str | None) -> Watch:
    """Return what a state has kept, or what has seen nothing if there is none.

    Raises
    ------
    DataError
        If the state is of another test, or is none.
    """
    if not path or not Path(path).exists():
        return fresh
    try:
        found = type(fresh).from_bytes(Path(path).read_bytes())
    except (ValueError, OSError) as error:
        raise DataError(f"{path}: {error}") from error
    ours, theirs = _flat(fresh.told()), _flat(found.told())
    if "names" not in found.told():  # which was written from Python, or before 0.3
        found = found.with_names(fresh.told()["names"])
        theirs |= _flat({"names": fresh.told()["names"]})
    for name in {**ours, **theirs}:
        if ours.get(name) != theirs.get(name):
            raise DataError(
                f"{path}: is of another test, whose {name} is {theirs.get(name)!r} and "
                f"not {ours.get(name)!r}"
            )
    return found


def _flat(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return all that decides what numbers mean, with each name of a column."""
    names = told.get("names", {})
    return {**{name: one for name, one in told.items() if name != "names"}, **names}


def keep(watch: Stream, n_old: int, n: int, options: argparse.Namespace) -> None:
    """Write the state, and say how many of n batches were seen before."""
    if n_old and not options.quiet:
        if n == 1:
            say("the batch was seen before, and counts once")
        elif n_old == 1:
            say(f"1 of {n} batches was seen before, and counts once")
        else:
            say(f"{n_old} of {n} batches were seen before, and count once")
    if options.state:
        output.write_file(options.state, watch.to_bytes())


def id_of(paths: Sequence[str]) -> str | None:
    """Return what names files that are one batch; standard input is always new."""
    if "-" in paths:
        return None
    names = []
    for path in paths:
        with open(path, "rb") as file:
            content = hashlib.file_digest(file, "blake2b").hexdigest()
        names.append(f"{Path(path).name} {content}")
    return "\n".join(names)


# ------------------------------------------------------------------------------ monitor
# ``fastmetrics monitor``: one model against a number, batch by batch, from a state.


MONITOR = """\
Judge a model's predictions as they arrive, against the number that was promised: the
test may be looked at as often as there are new rows. With --change an alarm is given
when the model has become worse, instead of a verdict on all rows so far.

What was seen is kept in --state, which is read at the start and written at the end,
whole or not at all. A batch counts once: of --batch-id the rows of one id, else the
file, by its name and content. Formats and COLUMN are as in "fastmetrics evaluate".
"""


def add(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "monitor",
        help="hold a model to a number, batch by batch",
        description=MONITOR,
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=_run)
    parser.add_argument("files", metavar="FILE", nargs="+")
    columns = parser.add_argument_group("columns")
    columns.add_argument(
        "--truth", metavar="COLUMN", required=True, help="what is true of each row"
    )
    which = columns.add_mutually_exclusive_group(required=True)
    which.add_argument("--pred", metavar="COLUMN", help="what the model predicts")
    which.add_argument("--score", metavar="COLUMN", help="its scores, with --change")
    which.add_argument("--proba", metavar="COLUMN", help="its probabilities of a label")
    columns.add_argument(
        "--batch-id", metavar="COLUMN", help="what names the batch of each row"
    )
    columns.add_argument(
        "--pos-label",
        metavar="LABEL",
        help="the positive of two classes, of a metric that has one; needed unless "
        "labels are 0/1, -1/1 or true/false",
    )
    test = parser.add_argument_group("test")
    test.add_argument(
        "--metric",
        metavar="NAME",
        help="what is averaged (default: accuracy of --pred)",
    )
    test.add_argument(
        "--null",
        metavar="X",
        type=common_options.finite,
        required=True,
        help="the number that the mean is held against",
    )
    test.add_argument(
        "--bounds",
        metavar="X",
        nargs=2,
        type=common_options.finite,
        help="between what all rows lie, of a metric without a range",
    )
    test.add_argument(
        "--alternative",
        choices=ALTERNATIVES,
        help="what the test is for (default: a mean that is worse than --null, which "
        "is less, or greater for a loss)",
    )
    test.add_argument(
        "--alpha",
        metavar="P",
        type=common_options.probability,
        help="level of the test (default: 0.05)",
    )
    test.add_argument(
        "--change",
        action="store_true",
        help="watch for a change to the worse, by any metric with an interval: the "
        "AUC, F1 and the log loss have one estimate a batch",
    )
    test.add_argument(
        "--run-length",
        metavar="N",
        type=common_options.finite,
        help="of --change: batches until a false alarm, at least and on average "
        "(default: 1000)",
    )
    group = add_output(parser, "also draw the estimates, or the statistic of --change")
    group.add_argument(
        "--state", metavar="FILE", help="what was seen before, and is written anew"
    )


def _run(options: argparse.Namespace) -> int:
    wrong = _wrong(options)
    if wrong:
        return fail(wrong, BAD_USAGE)
    check_targets(options)
    if options.state:
        output.check_target(options.state)
    try:
        watch = _made(options).with_names(_names(options))
    except (ValueError, TypeError) as error:
        return fail(error, BAD_USAGE)
    n_new = n_old = 0
    with alone(options.state):
        watch = kept(watch, options.state)
        for path in options.files:
            with naming(path), warnings_said(quiet=options.quiet):
                for batch_id, columns in _batches(path, options):
                    is_new = watch.update(**columns, batch_id=batch_id)
                    n_new, n_old = n_new + is_new, n_old + (not is_new)
        keep(watch, n_old, n_new + n_old, options)
    heading = ", ".join(named(path) for path in options.files)
    content = {"files": options.files, "new_batches": n_new, **watch.to_dict()}
    written([watch], heading, content, options)
    at = watch.alarm_at if options.change else watch.rejected_at  # type: ignore[union-attr]
    return OK if at is None else BROKEN


def _wrong(options: argparse.Namespace) -> str:
    """Return what is wrong with the command line; empty: nothing."""
    if options.change and options.alpha is not None:
        return "--alpha is of the test, and --change has --run-length"
    if not options.change and options.run_length is not None:
        return "--run-length goes with --change"
    if options.change and options.alternative == "two-sided":
        return "--change is to one side: --alternative less or greater"
    if options.files.count("-") > 1:
        return "standard input can be read once"
    if options.metric is None and options.pred is None:
        return "--metric says what is averaged of --proba, or what --score is judged by"
    if options.score is not None and not options.change:
        return "--score goes with --change: no metric of scores is a mean over rows"
    paths = {f"FILE {i}": path for i, path in enumerate(options.files, 1)}
    targets = {"--state": options.state} if options.state else {}
    return same_file(options, {**paths, **targets})


def _made(options: argparse.Namespace) -> AnyTest:
    """Return the test, or the detector, that has seen nothing."""
    from fastmetrics.comparison.sequential.change_detector import ChangeDetector
    from fastmetrics.comparison.sequential.model_tests import SequentialTest

    given: dict[str, Any] = {
        "null": options.null,
        "bounds": options.bounds,
        "pos_label": 1 if options.pos_label is None else _label(options.pos_label),
    }
    metric = options.metric or "accuracy_score"
    if options.alternative is not None:
        given["alternative"] = options.alternative
    elif not options.change:  # which knows the worse side itself
        worse = {True: "less", False: "greater", None: "two-sided"}
        given["alternative"] = worse[catalog.find(metric).greater_is_better]
    if options.change:
        if options.run_length is not None:
            given["average_run_length"] = options.run_length
        return ChangeDetector(metric, **given)
    if options.alpha is not None:
        given["alpha"] = options.alpha
    return SequentialTest(metric, **given)


def _names(options: argparse.Namespace) -> dict[str, str]:
    """Return the columns by option: those of a state and of a command are the same."""
    given = {one: getattr(options, one) for one in ("truth", "pred", "proba")}
    given["batch-id"] = options.batch_id
    return {f"--{one}": name for one, name in given.items() if name is not None}


def _label(text: str) -> int | float | str:
    """Return a label as columns hold it: a number if it is written as one."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _batches(
    path: str, options: argparse.Namespace
) -> Iterator[tuple[str | None, dict[str, Any]]]:
    """Yield the batches of a file, in the order in which they begin."""
    columns = open_columns(source(path, None))
    wanted = {"y_true": options.truth, "y_pred": options.pred}
    wanted |= {"y_score": options.score, "y_proba": options.proba}
    asked = {name: columns.find(one) for name, one in wanted.items() if one is not None}
    labels = [asked[name] for name in ("y_true", "y_pred") if name in asked]
    of_batch = [] if options.batch_id is None else [columns.find(options.batch_id)]
    found = columns.read([*asked.values()], of_batch, labels)
    read = dict(zip(asked, found, strict=False))
    say_notes(columns.notes, options, named(path))
    row = options.metric and catalog.metrics_named(options.metric)[0]
    if options.pos_label is None and row and row.is_of_positive({}):
        positive_label([(columns.label(asked["y_true"]), read["y_true"])], None)
    if options.batch_id is None:
        yield id_of([path]), read
        return
    ids = found[-1]
    _, first, of_row = np.unique(
        ids.astype(str), return_index=True, return_inverse=True
    )
    for batch in np.argsort(first):
        rows = np.flatnonzero(of_row == batch)
        part = {name: column[rows] for name, column in read.items()}
        yield str(ids[first[batch]]), part
