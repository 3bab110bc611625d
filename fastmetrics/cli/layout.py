"""The options of whatever a command shows in lines of words."""

from __future__ import annotations

from typing import Any

from fastmetrics.cli import types
from fastmetrics.cli.common_options import add_formats, add_width

__all__ = ["FORMATS", "add_layout", "add_report"]

# What a report can be written as.
FORMATS = ("table", "markdown", "latex", "csv", "json", "html")

LANGUAGES = ("en", "zh")


def add_layout(group: Any) -> None:
    """Add the options of whatever is shown in lines of words."""
    add_width(group)
    group.add_argument(
        "--language",
        choices=LANGUAGES,
        default="en",
        help="of headings and sentences (default: %(default)s)",
    )


def add_report(group: Any, drawn: str) -> None:
    """Add where a report goes and how it looks; ``drawn``: what its pictures show."""
    add_formats(
        group,
        FORMATS,
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
