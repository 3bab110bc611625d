"""The options of whatever a command shows in lines of words."""

from __future__ import annotations

from typing import Any

from fastmetrics.cli.common_options import add_width

__all__ = ["add_layout"]

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
