"""``fastmetrics leaderboard``: models compared on the items of benchmarks."""

from __future__ import annotations

import argparse
import re
from importlib import resources
from typing import TYPE_CHECKING, Any

from fastmetrics import catalog
from fastmetrics.adapters.item_score_files import read_item_scores
from fastmetrics.cli import common_options, output
from fastmetrics.cli.common_options import (
    FORMATS,
    add_level,
    add_option,
    add_quiet,
    add_report,
    add_resampling,
    threads,
)
from fastmetrics.cli.output import (
    UsageError,
    called,
    naming_each,
    say_notes,
    working,
)
from fastmetrics.cli.report_options import (
    Gate,
    add_require,
    with_required,
    write_report,
)
from fastmetrics.cli.writing import items_read
from fastmetrics.metrics.items.item_scores import MISSING
from fastmetrics.readers import DataError
from fastmetrics.readers.evaluation_logs import LOG_FORMATS
from fastmetrics.report.evaluation import evaluate
from fastmetrics.show.result import form_of

if TYPE_CHECKING:
    from fastmetrics.metrics.items.item_scores import ItemScores
    from fastmetrics.report.result import Report
    from fastmetrics.show.text import Table

LEADERBOARD = """\
Compare language models, or other models, on the items of benchmarks: the mean score of
each model with its interval and set of ranks, the differences of all pairs, how much
items and runs vary, and the number of items that would separate neighbours.

FILE has one row per run of a model on an item: CSV, JSONL, Parquet or Arrow with
columns item, model and score, or the names given below; a field within others is
scores.accuracy.value. Logs are read as they are: samples_*.jsonl of
lm-evaluation-harness, whose folder is the model, and .eval or .json of inspect_ai.
Several files add up. Scores C, I, P and N of inspect_ai count as 1, 0, 0.5 and 0.
Without FILE, bundled data is compared: simulated runs of six models.
"""
# The family of this command, and the bundled data.
_TASK = "items"
_BUNDLED = "benchmark_runs.csv"
# Options of fields, and the arguments that they are.
_FIELDS = {
    **{name: name for name in ("item", "model", "score", "cluster", "benchmark")},
    **{"runs": "run", "filter": "filter", "input": "format"},
}
# Arguments in messages, with or without a value.
_ARGUMENT = re.compile(r'\b(model|score|run|filter|missing)=(?:"([\w-]+)")?')


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = LEADERBOARD
    parser.set_defaults(run=_run)
    parser.add_argument("files", metavar="FILE", nargs="*")
    _add_fields(parser.add_argument_group("fields"))
    _add_metrics(parser.add_argument_group("metrics"))
    numbers = parser.add_argument_group("numbers")
    add_level(numbers)
    add_resampling(numbers, "1,999, fewer on large data", stratified=False)
    group = parser.add_argument_group("output")
    add_report(group, "the values and neighbours", FORMATS)
    add_require(group)
    add_quiet(group)


def _add_fields(group: Any) -> None:
    add_option(group, "--item FIELD", "name the ids of items (default: item)")
    add_option(
        group,
        "--model FIELD",
        "name the models by a field, by file or folder, or give one name for all "
        "(default: model)",
    )
    add_option(group, "--score FIELD", "name the scores (default: score)")
    add_option(
        group,
        "--run FIELD",
        "name repeated runs; or order, for the order of rows (default: one run)",
        dest="runs",  # the command itself is called run
    )
    add_option(group, "--cluster FIELD", "name clusters of items, such as passages")
    add_option(
        group,
        "--benchmark FIELD",
        "name the benchmarks by a field, file or folder, or give one name",
    )
    add_option(
        group,
        "--filter NAME",
        "choose the rows of one filter of lm-evaluation-harness",
    )
    add_option(
        group,
        "--input",
        "choose the format of the files (default: by their names)",
        choices=LOG_FORMATS,
    )
    add_option(
        group,
        "--missing",
        "compare models on the items that both have (pairwise) or that all have "
        "(common), if some have no runs (default: an error)",
        choices=MISSING,
        default="raise",
    )


def _add_metrics(group: Any) -> None:
    add_option(
        group,
        "--metrics NAMES",
        "choose metrics, separated by commas, such as mean_score,pass_at_k:k=5 "
        "(default: mean_score)",
        type=common_options.metric_names,
    )
    add_option(
        group,
        "--average",
        "average over all items (default), or over the means of benchmarks",
        choices=("items", "benchmarks"),
    )
    add_option(
        group,
        "--target",
        "choose what intervals are for: other items like these (default), or new "
        "runs of these items",
        choices=("items", "runs"),
    )


def _run(options: argparse.Namespace) -> int:
    """Carry the command out and return the exit code."""
    _check(options)
    output.check_targets(options)
    name = called(options.files) or "bundled data"
    with threads(options.threads), naming_each(name):
        scores = _read(options)
        if not options.files:
            note = "no FILE is given, so this compares simulated runs of six models"
            say_notes([note], options, name)
        report = _report(scores, options)
        output.draw_report(report, options)
        gate = Gate(report, options.require)
    n_runs = int(scores.n_runs.sum())
    write_report(
        report,
        gate,
        options,
        heading=items_read(name, scores.n_items, n_runs),
        source={"file": name, "files": options.files, "n_runs": n_runs},
        more={"missing": {str(model): n for model, n in scores.missing.items()}},
        tables=_tables(report, options),
    )
    return gate.close(options.language)


def _tables(report: Report, options: argparse.Namespace) -> list[Table]:
    """Return neighbours and variances, which else only a full report shows."""
    form = options.format or form_of(options.output)
    if options.full or form in ("html", "json"):
        return []
    return [table for one in report.sections.values() for table in one.tables(None)]


def _check(options: argparse.Namespace) -> None:
    """Raise UsageError if options are not compatible."""
    output.check_kinds(options)
    for name in with_required(options.metrics or [], options.require) or ():
        tasks = [row.task for row in catalog.metrics_named(name)]
        if _TASK not in tasks:
            raise UsageError(
                f"{name!r} is not a metric of item scores; its task is {tasks[0]!r}"
            )
    if not options.files:
        for name in _FIELDS:
            if getattr(options, name):
                option = "run" if name == "runs" else name
                raise UsageError(f"--{option} needs a FILE")
    files = {f"FILE {i}": path for i, path in enumerate(options.files, 1)}
    files |= {"--output": options.output, "--plot": options.plot}
    output.check_distinct(files)


def _read(options: argparse.Namespace) -> ItemScores:
    if not options.files:
        with resources.as_file(resources.files("fastmetrics.data") / _BUNDLED) as file:
            return read_item_scores(
                file, run="run", cluster="template", benchmark="benchmark"
            )
    fields = {name: getattr(options, option) for option, name in _FIELDS.items()}
    try:
        return read_item_scores(options.files, **fields, missing=options.missing)
    except DataError as error:
        said = str(error)
        if len(options.files) == 1:  # its name is put before all messages
            said = said.removeprefix(f"{options.files[0]}: ")
        by_options = _ARGUMENT.sub(lambda one: " ".join(_option(one)), said)
        raise DataError(by_options) from error


def _option(argument: re.Match[str]) -> list[str]:
    """Return an argument of Python as an option, with its value if it has one."""
    return [word for word in (f"--{argument[1]}", argument[2]) if word]


def _report(scores: ItemScores, options: argparse.Namespace) -> Report:
    if len(scores.models) < 2:
        raise DataError(
            f"has one model only, {scores.models[0]!r}: a leaderboard compares several"
        )
    given = {name: getattr(options, name) for name in ("average", "target")}
    with working(options) as update:
        return evaluate(
            scores,
            metrics=with_required(options.metrics, options.require),
            confidence_level=options.confidence_level,
            n_resamples=options.n_resamples,
            random_state=options.seed,
            progress=update,
            digits=options.digits,
            **{name: value for name, value in given.items() if value is not None},
        )
