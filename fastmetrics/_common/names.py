"""Names and labels, which are data, as texts write them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

__all__ = ["LONGEST", "cut", "listed", "printable", "shown"]

# So many characters of a name are shown.
LONGEST = 40
# And so many labels.
MOST = 10

# Control characters, separators of lines, marks that turn the direction of writing,
# and surrogates, which no encoding has.
_OBEYED = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def cut(text: str, longest: int = LONGEST) -> str:
    """Return a text, or its beginning and its end if it is longer than that.

    >>> cut("a" * 30 + "b" * 100, 9)
    'aaaaaa…bb'
    """
    if len(text) <= longest:
        return text
    end = (longest - 1) // 3
    return f"{text[: longest - 1 - end]}…{text[len(text) - end :]}"


def printable(text: str) -> str:
    r"""Return a text in which nothing is left that a terminal would obey.

    >>> print(printable("a\x1b[2J"))
    a\x1b[2J
    """
    return _OBEYED.sub(lambda found: repr(found[0])[1:-1], text)


def shown(label: object, longest: int = LONGEST) -> str:
    """Return a label as errors quote it, of any length cut.

    >>> shown("a"), shown(1.5)
    ("'a'", '1.5')
    """
    if isinstance(label, str):
        return repr(cut(label, longest))
    return cut(repr(label), longest)


def listed(labels: Iterable[object]) -> str:
    """Return labels as errors quote a list of them, of any number the first few.

    >>> listed(["a", 1]), listed(range(99))[-13:]
    ("['a', 1]", '7, 8, 9, ...]')
    """
    first = [*islice(labels, MOST + 1)]
    texts = [*map(shown, first[:MOST]), *["..."] * (len(first) > MOST)]
    return f"[{', '.join(texts)}]"
