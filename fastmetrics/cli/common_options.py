"""Options that several commands have, worded once."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

import fastmetrics
from fastmetrics.cli import types

__all__ = [
    "FORMATS",
    "add_formats",
    "add_layout",
    "add_level",
    "add_missing",
    "add_quiet",
    "add_report",
    "add_resampling",
    "add_row_columns",
    "add_weight",
    "add_width",
    "threads",
    "wrong_order",
]


def add_row_columns(group: Any) -> None:
    """Add the columns of weights, groups and times, and which label is positive."""
    add_weight(group)
    group.add_argument(
        "--group",
        metavar="COLUMN",
        help="draws whole groups of rows for intervals and tests, as those of one "
        "patient are alike; values by group are not shown",
    )
    group.add_argument(
        "--order",
        metavar="COLUMN",
        help="the time of each row (numbers or dates) of one series whose neighbouring "
        "rows depend on each other, as forecasts do: for intervals and tests",
    )
    group.add_argument(
        "--horizon",
        metavar="H",
        type=types.positive_int,
        help="with --order: how many steps ahead the forecasts are made (default: 1)",
    )
    group.add_argument(
        "--pos-label",
        metavar="LABEL",
        help="the positive of two classes; needed unless labels are 0/1, -1/1 or "
        "true/false",
    )
    group.add_argument(
        "--labels",
        metavar="NAMES",
        dest="classes",
        type=types.labels,
        help="all classes that probabilities are of, separated by commas, where no row "
        "is of some of them",
    )


def add_missing(group: Any, *, of_slices: bool = False) -> None:
    """Add whether rows that lack a value are left out, or may be a slice."""
    more = "; group: rows that lack one in a column of --by are a slice"
    group.add_argument(
        "--missing",
        dest="missing_values",  # "missing" is a setting of ranked lists
        choices=("raise", "omit", "group") if of_slices else ("raise", "omit"),
        default="raise",
        help="whether a missing value is an error, or rows that lack one in any of the "
        "columns used are left out of all, and counted (default: %(default)s)"
        + more
        * of_slices,
    )
    group.add_argument(
        "--na-values",
        metavar="WORDS",
        type=types.words,
        default=[],
        help="words that stand for a missing value, separated by commas. In a CSV an "
        "empty cell is missing, and NA, None and the like in a column of numbers; in a "
        "column of text these are texts. A text in quotes is never missing",
    )


def add_weight(group: Any) -> None:
    """Add the column of weights."""
    group.add_argument("--weight", metavar="COLUMN", help="the rows' weights")


def add_level(group: Any, what: str = "of the intervals") -> None:
    """Add the level of intervals."""
    group.add_argument(
        "--confidence-level",
        metavar="P",
        type=types.probability,
        default=0.95,
        help=f"{what} (default: %(default)s)",
    )


def add_resampling(group: Any, n_resamples: str, *, stratified: bool = True) -> None:
    """Add how rows are drawn again; ``n_resamples`` says how often by default.

    ``stratified``: whether rows have classes to draw within.
    """
    group.add_argument(
        "--n-resamples",
        metavar="N",
        type=types.resamples,
        help=f"bootstrap replicates (default: {n_resamples})",
    )
    if stratified:
        group.add_argument(
            "--stratified", action="store_true", help="resample within each class"
        )
    group.add_argument(
        "--seed",
        metavar="N",
        type=types.seed,
        default=0,
        help="another number gives other replicates (default: %(default)s)",
    )
    group.add_argument(
        "--threads",
        metavar="N",
        type=types.positive_int,
        help="how many threads to use",
    )


def add_formats(
    group: Any, formats: Sequence[str], help_text: str, default: str | None = None
) -> None:
    """Add ``--format`` with these choices, and ``--json`` for short."""
    group.add_argument("--format", choices=formats, default=default, help=help_text)
    group.add_argument(
        "--json", action="store_const", const="json", dest="format", help="write JSON"
    )


def add_width(group: Any) -> None:
    """Add how wide tables are."""
    group.add_argument(
        "--width",
        metavar="N",
        dest="places",
        type=types.width,
        help="how many places a line of a table has (default: as the terminal)",
    )


def add_quiet(group: Any) -> None:
    """Add that nothing but errors is said on standard error."""
    group.add_argument(
        "--quiet",
        "-q",
        action="store_true",
        help="nothing but errors on standard error",
    )


# --- the options of whatever a command shows in lines of words

# What a report can be written as.
FORMATS = ("table", "markdown", "latex", "csv", "json", "html")

LANGUAGES = ("en", "zh")


def add_layout(group: Any, *, has_width: bool = True) -> None:
    """Add the options of whatever is shown in lines of words."""
    if has_width:
        add_width(group)
    else:
        group.set_defaults(places=None)
    group.add_argument(
        "--language",
        choices=LANGUAGES,
        default="en",
        help="of headings and sentences (default: %(default)s)",
    )


def add_report(group: Any, drawn: str, formats: Sequence[str] = FORMATS) -> None:
    """Add where a report goes and how it looks; ``drawn``: what its pictures show."""
    add_formats(
        group,
        formats,
        "what to write (default: what the name of --output ends with, else a table)",
    )
    group.add_argument(
        "--output",
        metavar="FILE",
        help="write to a file, whole or not at all: .html, .json, .md, .tex, .csv or "
        "text",
    )
    add_layout(group)
    group.add_argument(
        "--digits",
        metavar="N",
        type=types.digits,
        help="decimals of values and their bounds (default: as many as the intervals "
        "say are known)",
    )
    group.add_argument(
        "--plot",
        metavar="FILE",
        help=f"also draw {drawn} (png, svg; pdf, a picture a page)",
    )
    group.add_argument(
        "--plot-kind",
        metavar="KINDS",
        type=types.kinds_of_picture,
        help="which pictures, separated by commas: roc,pr (default: a sensible few)",
    )
    group.add_argument(
        "--no-progress", action="store_true", help="no progress on standard error"
    )


# --- how many threads a command uses, for the reading too


@contextlib.contextmanager
def threads(n: int | None) -> Iterator[None]:
    """Use so many threads, for the reading too, and undo it at the end."""
    if n is None:
        yield
        return
    with contextlib.ExitStack() as undo:
        undo.enter_context(fastmetrics.num_threads(n))
        with contextlib.suppress(ImportError):
            import pyarrow

            undo.callback(pyarrow.set_cpu_count, pyarrow.cpu_count())
            pyarrow.set_cpu_count(fastmetrics.get_num_threads())
        yield


def wrong_order(options: Any, others: Sequence[str]) -> str:
    """Return what does not go together with the order of rows; empty: nothing."""
    if options.order is None:
        return "--horizon needs --order" if options.horizon is not None else ""
    for name in others:
        if getattr(options, name) not in (None, False, []):
            return f"--order and --{name} exclude each other"
    return ""
