"""The one door through which texts come into HTML."""

from __future__ import annotations

import html
import zlib
from base64 import b64encode
from urllib.parse import quote

from fastmetrics._common.names import Name, cut, harmless
from fastmetrics.show.words import in_language

# Of a name that is shown in full where one points at it.
LONGEST = 1000
# What stands for itself in a data URI and between single quotes.
_AS_IT_IS = ' "!$()*+,-./:;=@[]^_`{|}~'


def text(one: object, language: str = "en") -> str:
    """Return a text that a page shows as it is; a cut name with all of it as a hint."""
    said = in_language(one, language) if isinstance(one, str) else str(one)
    shown = html.escape(harmless(said))
    if isinstance(one, Name) and one != one.full:
        return f'<span title="{attribute(one.full)}">{shown}</span>'
    return shown


def attribute(one: str) -> str:
    """Return a text that stands between double quotes."""
    return html.escape(harmless(cut(one, LONGEST)))


def data_uri(kind: str, content: str) -> str:
    """Return a file as the address of a link, byte for byte.

    It stands between single quotes: JSON is full of double ones, which need no escape
    then, so that the page holds it at little more than its size.
    """
    coded = quote(content, safe=_AS_IT_IS, encoding="utf-8", errors="replace")
    return f"data:{kind};charset=utf-8,{coded}"


def zipped_uri(content: str) -> str:
    """Return a file as the address of a link, zipped: the same bytes each time."""
    packing = zlib.compressobj(9, wbits=31)  # as gzip does, without name and time
    packed = packing.compress(content.encode("utf-8", "replace")) + packing.flush()
    return f"data:application/gzip;base64,{b64encode(packed).decode('ascii')}"
