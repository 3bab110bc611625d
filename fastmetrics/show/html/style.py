"""The style sheet of reports: light and dark, on phones and on paper."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from fastmetrics.show.notebook import DARK_PLACES, LIGHT_PLACES
from fastmetrics.show.pictures.colours import css_variables

__all__ = ["style"]

_OWN = {
    False: "--raised:#f3f5f7;--line:#6b7480;--link:#0b3a78;--ahead:#0a5a2f;",
    True: "--raised:#20242b;--line:#8a939e;--link:#a5d0ff;--ahead:#8fe3ae;",
}


@cache
def style(full: bool) -> str:
    """Return the rules, of a file of its own or of a part of another page."""
    light, dark = (_variables(is_dark) for is_dark in (False, True))
    where = ":root" if full else ".fastmetrics"
    rules = f"{where}{{{light}}}"
    rules += f"@media screen and (prefers-color-scheme:dark){{{where}{{{dark}}}}}"
    if full:
        return f"{rules}{_rules('page.css')}{_rules('report.css')}"
    # The notebook's own mark says more than what the system prefers.
    rules += f"{','.join(LIGHT_PLACES)}{{{light}}}"
    rules += f"{','.join(DARK_PLACES)}{{{dark}}}"
    return f"{rules}{_rules('report.css')}"


def _variables(dark: bool) -> str:
    return css_variables(dark) + _OWN[dark]


def _rules(name: str) -> str:
    """Return the rules of a file beside this one, without what is for its readers."""
    source = files(__package__).joinpath(name).read_text("utf-8")
    source = re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)
    source = re.sub(r"\s+", " ", source)
    return (
        re.sub(r" ?([{};:,]) ", r"\1", source)
        .replace(";}", "}")
        .replace(" {", "{")
        .strip()
    )
