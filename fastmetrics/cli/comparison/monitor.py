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
from fastmetrics.cli.common_options import add_command, add_option
from fastmetrics.cli.files import named, naming, say_notes, warnings_said
from fastmetrics.cli.output import BROKEN, OK, UsageError, log
from fastmetrics.cli.values import positive_label
from fastmetrics.cli.writing import add_output, check_distinct, check_targets, written
from fastmetrics.readers import DataError, open_columns
from fastmetrics.show.result import real

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
    """Lock a state against other processes until it is written.

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
    """Return the stored state, or the fresh one if there is no file.

    Raises
    ------
    DataError
        If the state is of another test, or is none.
    """
    if not path or not Path(path).exists():
        return fresh
    try:
        stored = type(fresh).from_bytes(Path(path).read_bytes())
    except (ValueError, OSError) as error:
        raise DataError(f"{path}: {error}") from error
    ours, theirs = _flat(fresh.told()), _flat(stored.told())
    if "names" not in stored.told():  # which was written from Python, or before 0.3
        stored = stored.with_names(fresh.told()["names"])
        theirs |= _flat({"names": fresh.told()["names"]})
    for name in {**ours, **theirs}:
        if ours.get(name) != theirs.get(name):
            raise DataError(
                f"{path}: is of another test, whose {name} is {theirs.get(name)!r} and "
                f"not {ours.get(name)!r}"
            )
    return stored


def _flat(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return all parameters, with one entry for each name of a column."""
    names = parameters.get("names", {})
    return {
        **{name: value for name, value in parameters.items() if name != "names"},
        **names,
    }


def keep(watch: Stream, n_old: int, n: int, options: argparse.Namespace) -> None:
    """Write the state, and print how many of n batches were seen before."""
    if n_old and not options.quiet:
        if n == 1:
            log("the batch was seen before, and counts once")
        elif n_old == 1:
            log(f"1 of {n} batches was seen before, and counts once")
        else:
            log(f"{n_old} of {n} batches were seen before, and count once")
    if options.state:
        output.write_file(options.state, watch.to_bytes())


def id_of(paths: Sequence[str]) -> str | None:
    """Return an id of files that form one batch; standard input is always new."""
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
    parser = add_command(
        commands, "monitor", _run, "hold a model to a number, batch by batch", MONITOR
    )
    parser.add_argument("files", metavar="FILE", nargs="+")
    columns = parser.add_argument_group("columns")
    add_option(columns, "--truth COLUMN", "what is true of each row", required=True)
    which = columns.add_mutually_exclusive_group(required=True)
    add_option(which, "--pred COLUMN", "what the model predicts")
    add_option(which, "--score COLUMN", "its scores, with --change")
    add_option(which, "--proba COLUMN", "its probabilities of a label")
    add_option(columns, "--batch-id COLUMN", "what names the batch of each row")
    add_option(
        columns,
        "--pos-label LABEL",
        "the positive of two classes, of a metric that has one; needed unless "
        "labels are 0/1, -1/1 or true/false",
    )
    test = parser.add_argument_group("test")
    add_option(test, "--metric NAME", "what is averaged (default: accuracy of --pred)")
    add_option(
        test,
        "--null X",
        "the number that the mean is held against",
        type=common_options.finite,
        required=True,
    )
    add_option(
        test,
        "--bounds X",
        "between what all rows lie, of a metric without a range",
        nargs=2,
        type=common_options.finite,
    )
    add_option(
        test,
        "--alternative",
        "what the test is for (default: a mean that is worse than --null, which "
        "is less, or greater for a loss)",
        choices=ALTERNATIVES,
    )
    add_option(
        test,
        "--alpha P",
        "level of the test (default: 0.05)",
        type=common_options.probability,
    )
    add_option(
        test,
        "--change",
        "watch for a change to the worse, by any metric with an interval: the "
        "AUC, F1 and the log loss have one estimate a batch",
    )
    add_option(
        test,
        "--run-length N",
        "of --change: batches until a false alarm, at least and on average "
        "(default: 1000)",
        type=common_options.finite,
    )
    group = add_output(parser, "also draw the estimates, or the statistic of --change")
    add_option(group, "--state FILE", "what was seen before, and is written anew")


def _run(options: argparse.Namespace) -> int:
    _check(options)
    check_targets(options)
    if options.state:
        output.check_target(options.state)
    try:
        watch = _made(options).with_names(_names(options))
    except (ValueError, TypeError) as error:
        raise UsageError(error) from error
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


def _check(options: argparse.Namespace) -> None:
    """Raise UsageError if options are not compatible."""
    if options.change and options.alpha is not None:
        raise UsageError("--alpha is of the test, and --change has --run-length")
    if not options.change and options.run_length is not None:
        raise UsageError("--run-length goes with --change")
    if options.change and options.alternative == "two-sided":
        raise UsageError("--change is to one side: --alternative less or greater")
    if options.files.count("-") > 1:
        raise UsageError("standard input can be read once")
    if options.metric is None and options.pred is None:
        raise UsageError(
            "--metric says what is averaged of --proba, or what --score is judged by"
        )
    if options.score is not None and not options.change:
        raise UsageError(
            "--score goes with --change: no metric of scores is a mean over rows"
        )
    paths = {f"FILE {i}": path for i, path in enumerate(options.files, 1)}
    targets = {"--state": options.state} if options.state else {}
    check_distinct(options, {**paths, **targets})


def _made(options: argparse.Namespace) -> AnyTest:
    """Return a fresh test or detector."""
    from fastmetrics.comparison.sequential.change_detector import ChangeDetector
    from fastmetrics.comparison.sequential.model_tests import SequentialTest

    parameters: dict[str, Any] = {
        "null": options.null,
        "bounds": options.bounds,
        "pos_label": 1 if options.pos_label is None else _label(options.pos_label),
    }
    metric = options.metric or "accuracy_score"
    if options.alternative is not None:
        parameters["alternative"] = options.alternative
    elif not options.change:  # which knows the worse side itself
        worse = {True: "less", False: "greater", None: "two-sided"}
        parameters["alternative"] = worse[catalog.find(metric).greater_is_better]
    if options.change:
        if options.run_length is not None:
            parameters["average_run_length"] = options.run_length
        return ChangeDetector(metric, **parameters)
    if options.alpha is not None:
        parameters["alpha"] = options.alpha
    return SequentialTest(metric, **parameters)


def _names(options: argparse.Namespace) -> dict[str, str]:
    """Return the columns by option: those of a state and of a command are the same."""
    columns = {
        option: getattr(options, option) for option in ("truth", "pred", "proba")
    }
    columns["batch-id"] = options.batch_id
    return {f"--{option}": name for option, name in columns.items() if name is not None}


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
    requested = {"y_true": options.truth, "y_pred": options.pred}
    requested |= {"y_score": options.score, "y_proba": options.proba}
    places = {
        name: columns.find(one) for name, one in requested.items() if one is not None
    }
    labels = [places[name] for name in ("y_true", "y_pred") if name in places]
    of_batch = [] if options.batch_id is None else [columns.find(options.batch_id)]
    arrays = columns.read([*places.values()], of_batch, labels)
    read = dict(zip(places, arrays, strict=False))
    say_notes(columns.notes, options, named(path))
    row = options.metric and catalog.metrics_named(options.metric)[0]
    if options.pos_label is None and row and row.is_of_positive({}):
        positive_label([(columns.label(places["y_true"]), read["y_true"])], None)
    if options.batch_id is None:
        yield id_of([path]), read
        return
    ids = arrays[-1]
    _, first, of_row = np.unique(
        ids.astype(str), return_index=True, return_inverse=True
    )
    for batch in np.argsort(first):
        rows = np.flatnonzero(of_row == batch)
        part = {name: column[rows] for name, column in read.items()}
        yield str(ids[first[batch]]), part
