"""The options of ``fastmetrics wer``."""

from __future__ import annotations

import argparse
from typing import Any

from fastmetrics.cli import types
from fastmetrics.cli.common_options import (
    add_level,
    add_quiet,
    add_report,
    add_resampling,
)
from fastmetrics.cli.requirements import add_require
from fastmetrics.cli.streams import EXIT_CODES
from fastmetrics.readers.transcripts import FORMS

__all__ = ["TABLE", "add"]

TABLE = "table"

WER = """\
Compare transcripts with what was said: word error rate, character error rate and more,
each with an interval, what errors are made of, the commonest confusions and the worst
utterances. Of several systems every pair is compared, on the same utterances.

REF has what was said, each HYP what a system made of it:
  plain  an utterance in each line; line by line the same utterances in all files
  trn    NIST's: the id of the utterance in parentheses at the end of its line
  kaldi  the id is the first word of the line
  table  CSV, Parquet or Arrow/Feather with columns; REF alone has all of them, or each
         HYP has its own, matched by --id
Lines are read as --input says, else as they look; gzip too. Utterances with ids are
matched by these, in any order; those of trn without case, as sclite does. Without files
bundled data are judged.

Words are compared as they are written: case and punctuation count, unless --normalize
takes them away. Intervals are over utterances, or with --group over speakers.
"""


def add(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "wer",
        help="judge transcripts: word errors, their kinds, and where they are",
        description=WER,
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=_run)
    parser.add_argument("reference", metavar="REF", nargs="?")
    parser.add_argument("hypotheses", metavar="HYP", nargs="*")
    _add_reading(parser.add_argument_group("files"))
    _add_counting(parser.add_argument_group("counting"))
    numbers = parser.add_argument_group("numbers")
    add_level(numbers)
    add_resampling(numbers, "1999, fewer on large data", stratified=False)
    _add_output(parser.add_argument_group("output"))


def _run(options: argparse.Namespace) -> int:
    from fastmetrics.cli.transcripts.running import run

    return run(options)


def _add_reading(group: Any) -> None:
    group.add_argument(
        "--input",
        choices=(*FORMS, TABLE),
        help="how all files are read (default: as they look)",
    )
    for option, what in (
        ("--ref-column", "of a table: what was said"),
        ("--id", "of a table: what tells its utterances apart"),
    ):
        group.add_argument(option, metavar="COLUMN", help=what)
    group.add_argument(
        "--hyp-column",
        metavar="COLUMN",
        action="append",
        default=[],
        help="of a table: what a system made of it; again for each further system",
    )
    group.add_argument(
        "--missing",
        choices=("error", "empty"),
        default="error",
        help="an utterance that a HYP lacks is an error, or an empty transcript "
        "(default: %(default)s)",
    )
    group.add_argument(
        "--group",
        metavar="COLUMN",
        help="utterances of one group, such as a speaker, are drawn together for "
        'intervals: a column of REF, or "speaker" for what stands before the first - '
        "or _ of an id",
    )
    group.add_argument(
        "--by",
        metavar="COLUMN",
        help="also judges the utterances of each value of this column apart, with "
        "intervals of how far these slices are apart; a column as for --group",
    )


def _add_counting(group: Any) -> None:
    group.add_argument(
        "--chars", action="store_true", help="compare characters, not words"
    )
    group.add_argument(
        "--normalize",
        metavar="STEPS",
        type=types.normalizing_steps,
        help=f"what is done to all texts first, in order, separated by commas: "
        f"{', '.join(types.STEPS)}; remove_specific_words:'uh um', "
        "substitute_words:'colour=color grey=gray', "
        "substitute_regexes:'/[0-9]+/#/'",
    )
    group.add_argument(
        "--costs",
        choices=("levenshtein", "sclite"),
        default="levenshtein",
        help="which alignment is taken: that with the fewest errors, or sclite's "
        "(default: %(default)s)",
    )
    group.add_argument(
        "--metrics",
        metavar="NAMES",
        type=types.metric_names,
        help='separated by commas; "fastmetrics metrics" lists them',
    )


def _add_output(group: Any) -> None:
    group.add_argument(
        "--align",
        metavar="N",
        type=types.positive_int,
        help="also print the N utterances of each system with most errors, word below "
        "word",
    )
    add_report(group, "the values, the kinds of errors, and errors by length")
    add_require(group)
    add_quiet(group)
