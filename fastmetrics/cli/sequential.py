"""``plan``, ``monitor`` and ``compare --sequential``: sizes and sequential tests."""

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
from fastmetrics.cli.columns import Data, source
from fastmetrics.cli.common_options import add_option, is_given
from fastmetrics.cli.output import (
    BROKEN,
    OK,
    UsageError,
    log,
    named,
    naming,
    say_notes,
    warnings_said,
)
from fastmetrics.cli.roles import positive_label
from fastmetrics.cli.writing import add_output, check_distinct, check_targets, written
from fastmetrics.readers import DataError, open_columns
from fastmetrics.show.result import real

if TYPE_CHECKING:
    from fastmetrics.comparison.sequential.change_detector import ChangeDetector
    from fastmetrics.comparison.sequential.model_tests import (
        SequentialComparison,
        SequentialTest,
    )
    from fastmetrics.comparison.sequential.stream import Stream
    from fastmetrics.show.result import Result

    AnyTest = SequentialTest | ChangeDetector


PLAN = """\
Compute how many rows are needed to find a difference between two models that are
evaluated on the same rows, or the difference that a number of rows can show. Give the
difference, the number of rows, or both (for the power), and one of

  --discordance          for accuracies: the proportion of rows on which exactly one of
                         the two models is right; it is at least the difference
  --standard-deviation   for means over rows: of the differences by row (of the losses)

Estimate both from a pilot: a table of the right and wrong answers of two models, or
the differences of their losses.

With --sequential, the result is the number of rows until a test that is checked every
day finds the difference, next to the fixed number; a standard deviation, and the
difference with it, is then a fraction of the range of the values.

For one model, compute how many rows (or utterances) are needed to estimate or test its
value: give the expected value, and --width or --null.

  --auc          the area under the ROC curve, with --prevalence; or its difference
                 from --versus, with --correlation
  --proportion   a proportion of rows: an accuracy, a recall, an error rate
  --wer          a word error rate, with --words and --design-effect, or with
                 --variation
"""
# Quantities of one model, each with its options and the function's parameters.
ONE: dict[str, dict[str, str]] = {
    "auc": {
        "prevalence": "prevalence",
        "versus": "versus",
        "correlation": "correlation",
    },
    "proportion": {},
    "wer": {
        "words": "tokens_per_unit",
        "design-effect": "design_effect",
        "variation": "coefficient_of_variation",
    },
}
OF_ONE = {
    "width": ("W", "for one value, set the width of its interval"),
    "null": ("V", "for one value, set the value of the null hypothesis"),
    "versus": ("V", "for --auc, give the area of another model for comparison"),
    "correlation": (
        "R",
        "for --versus, give the correlation of the two estimated "
        "areas; 0 on different rows",
    ),
    "prevalence": ("P", "for --auc, set the proportion of positives (default: 0.5)"),
    "words": ("M", "for --wer, set the number of words of an utterance"),
    "design-effect": (
        "D",
        "for --wer, set the design effect: the variance relative to independent errors",
    ),
    "variation": (
        "C",
        "for --wer, set the coefficient of variation of the errors of an utterance",
    ),
}


def add_plan(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = PLAN
    parser.set_defaults(run=_run_plan)
    add_option(
        parser,
        "--difference D",
        "set the difference, above 0",
        type=common_options.finite,
    )
    add_option(
        parser,
        "--rows N",
        "set the number of rows that both models are evaluated on",
        type=common_options.positive_int,
    )
    noise = parser.add_mutually_exclusive_group()
    noise.add_argument("--discordance", metavar="P", type=common_options.finite)
    noise.add_argument("--standard-deviation", metavar="S", type=common_options.finite)
    add_option(
        parser,
        "--sequential",
        "compute the rows of a sequential test, which is checked every day",
    )
    quantity = parser.add_mutually_exclusive_group()
    for name in ONE:
        quantity.add_argument(f"--{name}", metavar="V", type=common_options.finite)
    for name, (metavar, text) in OF_ONE.items():
        add_option(parser, f"--{name} {metavar}", text, type=common_options.finite)
    add_option(
        parser,
        "--power P",
        "set the power (default: %(default)s)",
        type=common_options.probability,
        default=0.8,
    )
    add_option(
        parser,
        "--alpha P",
        "set the significance level (default: %(default)s)",
        type=common_options.probability,
        default=0.05,
    )
    add_option(
        parser,
        "--alternative",
        "choose a one-sided test (greater, less; default: %(default)s)",
        choices=ALTERNATIVES,
        default="two-sided",
    )
    add_option(
        parser,
        "--comparisons M",
        "set the number of tests that share the level (default: %(default)s)",
        type=common_options.positive_int,
        default=1,
    )
    add_output(parser, "also draw power, or width, by rows", has_width=False)


def _run_plan(options: argparse.Namespace) -> int:
    quantities = [name for name in ONE if getattr(options, name) is not None]
    _check_plan(options, quantities)
    if not quantities and options.difference is None and options.rows is None:
        raise UsageError("give --difference, --rows or both")
    check_distinct(options, {})
    check_targets(options)
    try:
        plan = _of_one(options, quantities[0]) if quantities else _of_two(options)
    except ValueError as error:
        raise UsageError(error) from error
    written([plan], "", plan.to_dict(), options)
    return OK


def _of_two(options: argparse.Namespace) -> Result:
    from fastmetrics.comparison.planned import comparison_of, sequential_of

    if options.sequential:
        return sequential_of(
            options.difference,
            discordance=options.discordance,
            standard_deviation=options.standard_deviation,
            power=options.power,
            alpha=options.alpha,
            alternative=options.alternative,
        )
    return comparison_of(
        options.difference,
        options.rows,
        discordance=options.discordance,
        standard_deviation=options.standard_deviation,
        power=options.power,
        alpha=options.alpha,
        alternative=options.alternative,
        n_comparisons=options.comparisons,
    )


def _of_one(options: argparse.Namespace, name: Any) -> Result:
    from fastmetrics.comparison.planned import value_of

    parameters = {
        own: _option(options, option)
        for option, own in {"width": "width", "null": "null", **ONE[name]}.items()
        if _option(options, option) is not None
    }
    test = {"alpha": options.alpha}
    if options.width is None:
        test |= {"power": options.power, "alternative": options.alternative}
    return value_of(name, getattr(options, name), parameters, test)


def _option(options: argparse.Namespace, name: str) -> Any:
    return getattr(options, name.replace("-", "_"))


def _check_plan(options: argparse.Namespace, quantities: list[str]) -> None:
    """Raise UsageError if options are not compatible."""
    sizes, noise = ("difference", "rows"), ("discordance", "standard-deviation")
    of_two = [
        option for option in (*sizes, *noise) if _option(options, option) is not None
    ]
    of_one = [option for option in OF_ONE if _option(options, option) is not None]
    if options.sequential and (
        quantities or options.rows or options.difference is None
    ):
        raise UsageError("--sequential goes with --difference alone, without --rows")
    if options.sequential and options.comparisons != 1:
        raise UsageError("--sequential plans one test, without --comparisons")
    if not quantities:
        if of_one:
            raise UsageError(f"--{of_one[0]} is for --auc, --proportion or --wer")
        if not {*of_two} & {*noise}:
            raise UsageError(
                "give --discordance or --standard-deviation for two models, or --auc, "
                "--proportion or --wer for one"
            )
        return
    if of_two:
        raise UsageError(f"--{of_two[0]} is for two models, --{quantities[0]} for one")
    if options.comparisons != 1:
        raise UsageError(f"--comparisons is for two models, --{quantities[0]} for one")
    for name in of_one:
        if name not in ("width", "null", *ONE[quantities[0]]):
            raise UsageError(f"--{name} does not go with --{quantities[0]}")
    if (options.versus is None) != (options.correlation is None):
        raise UsageError(
            "--correlation goes with --versus, and --versus with --correlation"
        )
    if options.versus is not None and options.null is not None:
        raise UsageError("give either --null or --versus")
    if options.versus is None and ((options.width is None) == (options.null is None)):
        raise UsageError(f"give either --width or --null with --{quantities[0]}")
    if quantities[0] == "wer":
        if (options.design_effect is None) == (options.variation is None):
            raise UsageError("give either --design-effect or --variation with --wer")
        if (options.design_effect is None) != (options.words is None):
            raise UsageError(
                "--words goes with --design-effect, and --design-effect with --words"
            )
    return


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
Test the predictions of a model against a target as they arrive. You can check the test
after every batch of rows. With --change an alarm is given when the model has become
worse, instead of a verdict on all rows so far.

The state is kept in --state, which is read at the start and written at the end,
atomically. A batch counts once: the rows of one id with --batch-id, else the file, by
its name and content. Formats and COLUMN are as in "fastmetrics evaluate".
"""


def add_monitor(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = MONITOR
    parser.set_defaults(run=_run_monitor)
    parser.add_argument("files", metavar="FILE", nargs="+")
    columns = parser.add_argument_group("columns")
    add_option(
        columns,
        "--truth COLUMN",
        "give the true label or number of each row",
        required=True,
    )
    which = columns.add_mutually_exclusive_group(required=True)
    add_option(which, "--pred COLUMN", "give the predictions of the model")
    add_option(which, "--score COLUMN", "give the scores of the model, with --change")
    add_option(which, "--proba COLUMN", "give the probabilities of the model")
    add_option(columns, "--batch-id COLUMN", "give the batch of each row")
    add_option(
        columns,
        "--pos-label LABEL",
        "choose the positive class, for metrics that have one; required unless "
        "labels are 0/1, -1/1 or true/false",
    )
    test = parser.add_argument_group("test")
    add_option(
        test,
        "--metric NAME",
        "choose the metric to average (default: accuracy of --pred)",
    )
    add_option(
        test,
        "--null X",
        "set the target: the mean under the null hypothesis",
        type=common_options.finite,
        required=True,
    )
    add_option(
        test,
        "--bounds X",
        "set the bounds of the values of all rows, for metrics without a range",
        nargs=2,
        type=common_options.finite,
    )
    add_option(
        test,
        "--alternative",
        "choose the alternative (default: a mean worse than --null: less, or "
        "greater for a loss)",
        choices=ALTERNATIVES,
    )
    add_option(
        test,
        "--alpha P",
        "set the significance level (default: 0.05)",
        type=common_options.probability,
    )
    add_option(
        test,
        "--change",
        "detect a change for the worse, by any metric with an interval; AUC, F1 "
        "and log loss have one estimate per batch",
    )
    add_option(
        test,
        "--run-length N",
        "with --change, set the minimum average number of batches until a false "
        "alarm (default: 1000)",
        type=common_options.finite,
    )
    group = add_output(parser, "also draw the estimates, or the statistic of --change")
    add_option(group, "--state FILE", "read and update this file of earlier results")


def _run_monitor(options: argparse.Namespace) -> int:
    _check_monitor(options)
    check_targets(options)
    if options.state:
        output.check_target(options.state)
    try:
        watch = _monitor_of(options).with_names(_names(options))
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


def _check_monitor(options: argparse.Namespace) -> None:
    """Raise UsageError if options are not compatible."""
    if options.change and options.alpha is not None:
        raise UsageError("--alpha does not go with --change; use --run-length")
    if not options.change and options.run_length is not None:
        raise UsageError("--run-length goes with --change")
    if options.change and options.alternative == "two-sided":
        raise UsageError("--change is one-sided: use --alternative less or greater")
    if options.files.count("-") > 1:
        raise UsageError("standard input can be read once")
    if options.metric is None and options.pred is None:
        raise UsageError("--proba and --score need --metric")
    if options.score is not None and not options.change:
        raise UsageError(
            "--score goes with --change: no metric of scores is a mean over rows"
        )
    paths = {f"FILE {i}": path for i, path in enumerate(options.files, 1)}
    targets = {"--state": options.state} if options.state else {}
    check_distinct(options, {**paths, **targets})


def _monitor_of(options: argparse.Namespace) -> AnyTest:
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
    """Return the columns by option: a state and a command have the same ones."""
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


# Arguments of `compare` for a model's column, and their options.
MODELS = {"y_pred": "pred", "y_score": "score", "y_proba": "proba"}
# Options of a single comparison.
_SINGLE = (
    "table",
    "baseline",
    "test",
    "adjust",
    "weight",
    "group",
    "order",
    "stratified",
)


def check_sequential(options: argparse.Namespace) -> None:
    """Raise UsageError if options of ``--sequential`` are not compatible."""
    if not options.sequential:
        if options.state:
            raise UsageError("--state goes with --sequential")
        return
    for name in _SINGLE:
        if is_given(options, name):
            raise UsageError(
                f"--{name} is for a single comparison, and does not go with "
                "--sequential"
            )
    if not options.files:
        raise UsageError("--sequential needs a FILE")
    if options.metric and len(options.metric) > 1:
        raise UsageError("--sequential needs a single metric")
    if options.state in options.files:
        raise UsageError("--state and FILE are the same file")


def run_sequential(options: argparse.Namespace, data: Data) -> int:
    """Take the rows of the files as one batch, and return the exit code."""
    argument, names = _models(data)
    metric = options.metric[0] if options.metric else "accuracy_score"
    if argument == "y_score":
        raise UsageError(
            "--sequential compares means over rows: it needs --pred or --proba, as no "
            "metric of --score is such a mean"
        )
    if argument != "y_pred" and not options.metric:
        raise UsageError("--sequential with --proba needs --metric")
    a, b = names
    called = {"--truth": data.named["y_true"], "A": a, "B": b}
    try:
        test = _comparison_of(metric, data, options).with_names(called)
    except (ValueError, TypeError) as error:
        raise UsageError(error) from error
    columns = data.arguments[argument]
    predictions = {f"{argument}_a": columns[a], f"{argument}_b": columns[b]}
    with alone(options.state):
        test = kept(test, options.state)
        with naming(data.name), warnings_said(quiet=options.quiet):
            batch_id = id_of(options.files)
            is_new = test.update(
                data.arguments["y_true"], **predictions, batch_id=batch_id
            )
        keep(test, not is_new, 1, options)
    content = {"files": options.files, "a": a, "b": b, "verdict": test.verdict}
    written([test], data.heading, {**content, **test.to_dict()}, options)
    return OK


def _models(data: Data) -> tuple[str, list[str]]:
    """Return the argument of the predictions, and the names of A and B."""
    arguments = [argument for argument in MODELS if argument in data.arguments]
    names = [*data.arguments[arguments[0]]] if len(arguments) == 1 else []
    if len(names) != 2:
        raise DataError(
            "--sequential compares two models, by two columns of --pred or of --proba"
        )
    return arguments[0], names


def _comparison_of(
    metric: str, data: Data, options: argparse.Namespace
) -> SequentialComparison:
    """Return a fresh comparison; a margin makes it one-sided."""
    from fastmetrics.comparison.sequential.model_tests import SequentialComparison

    parameters: dict[str, Any] = {"alpha": 1 - options.confidence_level}
    if options.margin:
        is_loss = catalog.metrics_named(metric)[0].greater_is_better is False
        parameters["null"] = options.margin if is_loss else -options.margin
        parameters["alternative"] = "less" if is_loss else "greater"
    if data.pos_label is not None:
        parameters["pos_label"] = data.pos_label
    classes = data.arguments.get("labels")
    if classes and "labels" in catalog.find(metric).options:
        parameters["metric_params"] = {"labels": classes}
    return SequentialComparison(metric, **parameters)
