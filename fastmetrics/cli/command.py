"""The command line: ``fastmetrics evaluate FILE``, ``fastmetrics metrics``."""

from __future__ import annotations

import argparse
import contextlib
import io
import math
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import fastmetrics
from fastmetrics import catalog
from fastmetrics.cli.columns import ALL, DATA_SETS
from fastmetrics.report.choice import CLUSTERING, TASKS

if TYPE_CHECKING:
    from fastmetrics.cli.columns import Data
    from fastmetrics.report.judge import Report

__all__ = ["main"]

OK, BAD_DATA, BAD_USAGE, NO_LIBRARY, NO_OUTPUT = 0, 1, 2, 3, 4
INTERRUPTED, BROKEN_PIPE = 130, 141  # 128 + the signal, as a shell says it

EXIT_CODES = """\
exit codes:
  0    the report was made
  1    the file or a column of it is not what is needed
  2    the command line is wrong
  3    a library is needed that is not installed
  4    the output cannot be written
  130  interrupted
"""

EVALUATE = """\
Judge one or several models by their predicted labels (two classes or more), their
scores of a binary target, or both; or clusterings by true labels, by measurements of
the rows, or both: every metric with an interval, and for several models the differences
between them.

FILE is CSV (gzip too), Parquet, Arrow/Feather, NPY or NPZ; "-" reads it from standard
input. Without FILE bundled data is judged: see --data.

A COLUMN is a name, or a position counted from 0 (-1 is the last). Columns whose names
say what they hold (y_true, label, score, y_pred, ...) need not be given; what was
guessed is said on standard error. Scores and labels are of one model if their columns
are named alike (score_a, pred_a), or if there is one column of each.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments; by default those of the process.

    Returns
    -------
    int
        0 if all went well; ``fastmetrics --help`` lists the others.
    """
    from fastmetrics.cli.output import OutputError
    from fastmetrics.readers import DataError, MissingLibraryError

    try:
        options = _parser().parse_args(argv)
        code = options.run(options)
        sys.stdout.flush()
        return code
    except SystemExit as stop:  # argparse has said why
        return stop.code if isinstance(stop.code, int) else BAD_USAGE
    except KeyboardInterrupt:
        return _fail("interrupted", INTERRUPTED)
    except BrokenPipeError:
        _drop_stdout()
        return BROKEN_PIPE
    except DataError as error:
        return _fail(error, BAD_DATA)
    except MissingLibraryError as error:
        return _fail(error, NO_LIBRARY)
    except OutputError as error:
        return _fail(error, NO_OUTPUT)
    except MemoryError:
        return _fail("there is not enough memory for this data", BAD_DATA)


def _fail(message: object, code: int) -> int:
    _say(message)
    return code


def _say(message: object) -> None:
    """Write one line to standard error, whatever the message contains."""
    print(f"fastmetrics: {' '.join(str(message).split())}", file=sys.stderr)


def _drop_stdout() -> None:
    """Let the interpreter's last flush write to nowhere: nobody reads any more."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


# -- The arguments -------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fastmetrics",
        description="How good a model is, and how far to trust that number.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--version", action="version", version=f"fastmetrics {fastmetrics.__version__}"
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_evaluate(commands)
    listing = commands.add_parser(
        "metrics", help="list the metrics: range, direction, how intervals are made"
    )
    listing.add_argument("--json", action="store_true", help="write JSON")
    listing.set_defaults(run=_run_metrics)
    return parser


def _add_evaluate(commands: Any) -> None:
    parser = commands.add_parser(
        "evaluate",
        help="judge the labels or scores in a file",
        description=EVALUATE,
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=_run_evaluate)
    parser.add_argument("file", metavar="FILE", nargs="?")
    parser.add_argument(
        "--data",
        choices=DATA_SETS,
        help="without FILE: two models' scores of tumours (breast_cancer, the "
        "default), two models' labels of handwritten digits (digits), or two "
        "clusterings of wines (wine)",
    )
    parser.add_argument(
        "--task",
        choices=TASKS,
        help="what is judged (default: scores and labels, whichever there are; "
        "clustering with --feature)",
    )

    columns = parser.add_argument_group("columns")
    columns.add_argument("--truth", metavar="COLUMN", help="the true labels")
    columns.add_argument(
        "--score",
        metavar="COLUMN",
        action="append",
        default=[],
        help="a model's scores; again for each further model",
    )
    columns.add_argument(
        "--pred",
        metavar="COLUMN",
        action="append",
        default=[],
        help="a model's predicted labels, or clusters; again for each further model",
    )
    columns.add_argument(
        "--feature",
        metavar="COLUMN",
        action="append",
        default=[],
        help="a measurement that clusters are judged by; again for each further one; "
        f'"{ALL}" are all other columns that hold numbers',
    )
    columns.add_argument(
        "--standardize",
        action="store_true",
        help="bring measurements to mean 0 and standard deviation 1, if that was done "
        "before they were clustered (done for bundled data)",
    )
    columns.add_argument(
        "--threshold",
        metavar="T",
        type=_finite,
        help="also judge labels made of the scores: positive where score >= T",
    )
    columns.add_argument("--weight", metavar="COLUMN", help="the rows' weights")
    columns.add_argument(
        "--group", metavar="COLUMN", help="rows that are resampled together"
    )
    columns.add_argument(
        "--pos-label",
        metavar="LABEL",
        help="the positive of two classes; needed unless labels are 0/1, -1/1 or "
        "true/false",
    )

    numbers = parser.add_argument_group("numbers")
    numbers.add_argument(
        "--metrics",
        metavar="NAMES",
        type=_metric_names,
        help='separated by commas; "fastmetrics metrics" lists them',
    )
    numbers.add_argument(
        "--confidence-level",
        metavar="P",
        type=_probability,
        default=0.95,
        help="of the intervals (default: %(default)s)",
    )
    numbers.add_argument(
        "--method",
        choices=catalog.METHODS,
        default="auto",
        help="how intervals are made (default: what suits each metric)",
    )
    numbers.add_argument(
        "--n-resamples",
        metavar="N",
        type=_resamples,
        help="bootstrap replicates (default: of scores 1999, fewer on large data; of "
        "labels 9999)",
    )
    numbers.add_argument(
        "--stratified", action="store_true", help="resample within each class"
    )
    numbers.add_argument(
        "--seed",
        metavar="N",
        type=_seed,
        default=0,
        help="another number gives other replicates (default: %(default)s)",
    )
    numbers.add_argument(
        "--threads", metavar="N", type=_positive_int, help="how many threads to use"
    )

    output = parser.add_argument_group("output")
    output.add_argument("--json", action="store_true", help="write JSON")
    output.add_argument(
        "--output",
        metavar="FILE",
        help="write to a file, whole or not at all; named .json or .html, as such",
    )
    output.add_argument(
        "--plot",
        metavar="FILE",
        help="also draw curves, confusion matrices or silhouettes (png, svg, pdf)",
    )
    output.add_argument(
        "--no-progress", action="store_true", help="no progress on standard error"
    )


def _metric_names(text: str) -> list[str] | None:
    from fastmetrics.report.choice import metric_names

    try:
        return metric_names([name.strip() for name in text.split(",")])
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _probability(text: str) -> float:
    value = float(text)
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 1")
    return value


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"{text} is not finite")
    return value


def _positive_int(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return value


def _resamples(text: str) -> int:
    value = int(text)
    if value < 2:
        raise argparse.ArgumentTypeError(f"{text} is less than 2")
    return value


def _seed(text: str) -> int:
    value = int(text)
    if not 0 <= value < 2**63:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 2^63 - 1")
    return value


# argparse names the type in its messages: "invalid whole number value: 'x'".
_positive_int.__name__ = _resamples.__name__ = _seed.__name__ = "whole number"
_probability.__name__ = _finite.__name__ = "number"


# -- fastmetrics evaluate --------------------------------------------------------------


def _run_evaluate(options: argparse.Namespace) -> int:
    from fastmetrics.cli import output as _cli_output
    from fastmetrics.cli.columns import BUNDLED, load
    from fastmetrics.readers import DataError, MissingLibraryError

    if options.group is not None and options.stratified:
        return _fail("--group and --stratified exclude each other", BAD_USAGE)
    if options.file is not None and options.data is not None:
        return _fail("FILE and --data exclude each other", BAD_USAGE)
    task = _task(options)
    useless = _useless(options, task)
    if useless:
        of = f"--task {task}" if task else "scores and labels"
        return _fail(f"{useless[0]} is of no use for {of}", BAD_USAGE)
    for path in filter(None, [options.output, options.plot]):
        _cli_output.check_target(path)
    name = options.file or BUNDLED
    with _threads(options.threads):
        try:
            data = load(
                options.file,
                data=options.data,
                truth=options.truth,
                scores=options.score,
                preds=options.pred,
                features=options.feature,
                weight=options.weight,
                group=options.group,
                pos_label=options.pos_label,
                threshold=options.threshold,
                task=task,
                standardize=options.standardize,
            )
            for note in data.notes:
                _say(f"{name}: {note}")
            report = _report(data, options)
        except DataError as error:
            raise DataError(f"{name}: {error}") from error
        except MissingLibraryError as error:
            raise MissingLibraryError(f"{name}: {error}") from error
        if options.plot:
            _plot(report, options.plot)
    _write(report, data, options)
    return OK


def _task(options: argparse.Namespace) -> str | None:
    """Return what is to be judged; None: scores and labels, whichever there are."""
    if options.task is not None:
        return options.task
    if options.feature:
        return CLUSTERING
    clusters = options.data and DATA_SETS[options.data].task == CLUSTERING
    return CLUSTERING if clusters else None


def _useless(options: argparse.Namespace, task: str | None) -> list[str]:
    """Return the options that were given and that the task has no use for."""
    if task == CLUSTERING:
        names = ["score", "threshold", "weight", "group", "pos_label", "stratified"]
    else:
        names = ["feature", "standardize"]
        names += {"binary_scores": ["pred", "threshold"]}.get(task or "", [])
        if task == "labels" and options.threshold is None:
            names.append("score")
    given = [name for name in names if getattr(options, name) not in (None, [], False)]
    return [f"--{name.replace('_', '-')}" for name in given]


@contextlib.contextmanager
def _threads(n: int | None) -> Iterator[None]:
    """Use so many threads, for the reading too, and undo it at the end."""
    if n is None:
        yield
        return
    with contextlib.ExitStack() as undo:
        undo.enter_context(fastmetrics.num_threads(n))
        with contextlib.suppress(ImportError):
            import pyarrow

            undo.callback(pyarrow.set_cpu_count, pyarrow.cpu_count())
            pyarrow.set_cpu_count(n)
        yield


def _report(data: Data, options: argparse.Namespace) -> Report:
    from fastmetrics.cli.output import progress
    from fastmetrics.readers import DataError
    from fastmetrics.report.judge import evaluate

    # Of scores alone the truth is whether a row is positive, not its label.
    labelled = bool(data.labels) or options.threshold is not None
    with (
        warnings.catch_warnings(record=True) as caught,
        progress(not options.no_progress) as update,
    ):
        warnings.simplefilter("default")
        try:
            report = evaluate(
                data.truth,
                data.labels or None,
                y_score=data.scores or None,
                threshold=options.threshold,
                X=data.features,
                task=data.task,
                metrics=options.metrics,
                confidence_level=options.confidence_level,
                method=options.method,
                n_resamples=options.n_resamples,
                stratified=options.stratified,
                groups=data.group,
                sample_weight=data.weight,
                pos_label=data.pos_label if labelled else None,
                random_state=options.seed,
                progress=update,
            )
        except (ValueError, TypeError, OverflowError) as error:
            raise DataError(str(error)) from error
    for message in dict.fromkeys(str(warning.message) for warning in caught):
        _say(f"warning: {message}")
    return report if labelled else replace(report, pos_label=data.pos_label)


def _plot(report: Report, path: str) -> None:
    from fastmetrics.cli.output import OutputError, write_file
    from fastmetrics.readers import MissingLibraryError

    try:
        figure = report.plot()
    except ImportError as error:
        raise MissingLibraryError(
            "--plot needs matplotlib: pip install 'fastmetrics[plot]'"
        ) from error
    except ValueError as error:  # more classes than can be drawn
        raise OutputError(f"{path}: {error}") from error
    picture = io.BytesIO()
    try:
        figure.savefig(picture, format=Path(path).suffix.lstrip(".") or "png", dpi=150)
    except ValueError as error:  # no such format
        raise OutputError(f"{path}: {error}") from error
    write_file(path, picture.getvalue())


def _write(report: Report, data: Data, options: argparse.Namespace) -> None:
    from fastmetrics.cli import output as _cli_output
    from fastmetrics.report import text as _report_view
    suffix = Path(options.output).suffix.lower() if options.output else ""
    if options.json or suffix == ".json":
        text = _cli_output.json_text(
            {
                "fastmetrics": fastmetrics.__version__,
                "file": data.name,
                "format": data.format,
                "columns": data.columns,
                **report.to_dict(),
            }
        )
    elif suffix == ".html":
        text = _html(data.heading, report)
    elif options.output:
        text = f"{data.heading}\n{report}\n"
    else:
        _cli_output.show(
            [data.heading, *_report_view.header(report)],
            _report_view.tables(report, _cli_output.width()),
            _report_view.footer(report),
        )
        return
    if options.output:
        _cli_output.write_file(options.output, text.encode("utf-8", "replace"))
    else:
        _cli_output.write_out(text)


def _html(heading: str, report: Report) -> str:
    from html import escape

    return (
        f'<!doctype html>\n<meta charset="utf-8">\n<title>{escape(heading)}</title>\n'
        f"<h1>{escape(heading)}</h1>\n{report._repr_html_()}\n"
    )


# -- fastmetrics metrics ---------------------------------------------------------------


def _run_metrics(options: argparse.Namespace) -> int:
    from fastmetrics.cli import listing as _cli_metrics
    from fastmetrics.cli import output as _cli_output

    if options.json:
        _cli_output.write_out(_cli_output.json_text(_cli_metrics.listing()))
    else:
        _cli_output.show([], _cli_metrics.tables(), _cli_metrics.FOOT)
    return OK
