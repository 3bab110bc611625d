"""``fastmetrics ratings``: ratings of models from a file of battles."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, Any

import fastmetrics
from fastmetrics._common.names import shown
from fastmetrics.cli.columns import source
from fastmetrics.cli.common_options import add_level, add_option, add_weight, finite
from fastmetrics.cli.output import (
    OK,
    UsageError,
    named,
    naming,
    say_notes,
    warnings_said,
)
from fastmetrics.cli.writing import add_output, check_targets, table_read, written
from fastmetrics.readers import DataError, open_columns
from fastmetrics.readers.columns import from_one

if TYPE_CHECKING:
    import numpy as np

    from fastmetrics.leaderboards.ratings import Ratings

RATINGS = """\
Rate models from battles of two, such as votes on their answers: Bradley-Terry ratings
with intervals, sets of ranks, and differences with simultaneous bounds. The ratings do
not depend on the order of the battles, unlike Elo ratings.

FILE has a row for each battle. The winner is model_a, model_b or tie, the name of the
winner, or the points of model A: 1, 0 or 0.5. Formats and COLUMN are as in
"fastmetrics evaluate". Without FILE, bundled data are rated: simulated votes.
"""
# Arguments of `bradley_terry` by option: the columns.
_COLUMNS = {
    "model_a": "model_a",
    "model_b": "model_b",
    "winner": "winner",
    "group": "groups",
    "weight": "sample_weight",
}
# Arguments that messages of the library advise.
_OPTION = re.compile(r"(penalty|ties)='(\w+)'")


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = RATINGS
    parser.set_defaults(run=_run)
    parser.add_argument("file", metavar="FILE", nargs="?")
    columns = parser.add_argument_group("columns")
    for name, what in (
        ("model_a", "give the first model of each battle"),
        ("model_b", "give the second model of each battle"),
        ("winner", "give the winner of each battle"),
    ):
        add_option(
            columns,
            f"--{name.replace('_', '-')} COLUMN",
            f"{what} (default: %(default)s)",
            default=name,
        )
    add_option(
        columns,
        "--group COLUMN",
        "give groups of battles that depend on each other, such as voters or prompts",
    )
    add_weight(columns)
    numbers = parser.add_argument_group("ratings")
    add_option(
        numbers,
        "--ties",
        "count a tie as half a win of both models, or give ties a probability by "
        "Davidson's model (default: %(default)s)",
        choices=("half", "davidson"),
        default="half",
    )
    add_option(
        numbers,
        "--penalty",
        "penalize the likelihood by Jeffreys' prior, so ratings are finite even if a "
        "model lost or won all its battles",
        choices=("firth",),
    )
    add_option(
        numbers,
        "--reference MODEL=RATING",
        "fix the rating of one model, such as gpt-4=1200 (default: the mean rating)",
    )
    for option, default, what in (
        ("--mean X", 1000.0, "set the mean of the ratings"),
        ("--points X", 400.0, "set the rating points per factor of ten in the odds"),
    ):
        add_option(
            numbers,
            option,
            f"{what} (default: %(default)g)",
            type=finite,
            default=default,
        )
    add_level(numbers)
    add_output(parser, "also draw the ratings with their intervals")


def _run(options: argparse.Namespace) -> int:
    """Carry the command out and return the exit code."""
    reference = _reference(options.reference)
    if options.points <= 0:
        raise UsageError(f"--points {options.points:g} is not above 0")
    if options.penalty and options.ties != "half":
        raise UsageError("--penalty firth is only for --ties half")
    check_targets(options)
    name = named(options.file or "bundled data")
    with naming(name):
        columns = open_columns(source(options.file, "battles"))
        given = {
            argument: getattr(options, option)
            for option, argument in _COLUMNS.items()
            if getattr(options, option) is not None
        }
        data = _read(columns, given, options)
        say_notes(columns.notes, options, name)
        ratings = _rated(data, options, reference)
    content = {
        "file": name,
        "format": columns.format,
        "columns": given,
        **ratings.to_dict(),
    }
    written([ratings], table_read(name, columns.format), content, options)
    return OK


def _reference(text: str | None) -> dict[str, float] | None:
    """Return the model and its rating of ``MODEL=RATING``."""
    if text is None:
        return None
    model, _, rating = text.rpartition("=")
    try:
        return {model: finite(rating)}
    except argparse.ArgumentTypeError:
        raise UsageError(
            f"--reference {shown(text)} must be MODEL=RATING, such as gpt-4=1200"
        ) from None


def _read(
    columns: Any, given: dict[str, str], options: argparse.Namespace
) -> dict[str, np.ndarray]:
    """Read the columns of the battles."""
    places = [columns.find(name) for name in given.values()]
    names = [columns.find(given[name]) for name in ("model_a", "model_b")]
    read = columns.read(places, labels=names)
    return dict(zip(given, read, strict=True))


def _rated(
    data: dict[str, np.ndarray],
    options: argparse.Namespace,
    reference: dict[str, float] | None,
) -> Ratings:
    """Rate the models, and print the warnings of the library."""
    with warnings_said(quiet=options.quiet):
        try:
            return fastmetrics.bradley_terry(
                **data,
                ties=options.ties,
                penalty=options.penalty,
                scale=(options.mean, options.points),
                reference=reference,
                confidence_level=options.confidence_level,
            )
        except (ValueError, TypeError) as error:
            message = _OPTION.sub(r"--\1 \2", str(error))
            raise DataError(from_one(message)) from error
