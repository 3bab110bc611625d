"""The one door through which texts come into HTML."""

from __future__ import annotations

import html
from base64 import b64encode

from fastmetrics._common.names import Name, cut, printable
from fastmetrics.report.words import in_language

__all__ = ["attribute", "data_uri", "text"]

# Of a name that is shown in full where one points at it.
LONGEST = 1000


def text(one: object, language: str = "en") -> str:
    """Return a text that a page shows as it is; a cut name with all of it as a hint."""
    said = in_language(one, language) if isinstance(one, str) else str(one)
    shown = html.escape(_legal(said))
    if isinstance(one, Name) and one != one.full:
        return f'<span title="{attribute(one.full)}">{shown}</span>'
    return shown


def attribute(one: str) -> str:
    """Return a text that stands between double quotes."""
    return html.escape(_legal(printable(cut(one, LONGEST))))


def _legal(one: str) -> str:
    """Leave out what HTML has no way to say."""
    return one.replace("\0", "�").encode("utf-8", "replace").decode("utf-8")


def data_uri(kind: str, content: str) -> str:
    """Return a file as the address of a link, byte for byte."""
    coded = b64encode(content.encode("utf-8", "replace")).decode("ascii")
    return f"data:{kind};charset=utf-8;base64,{coded}"
