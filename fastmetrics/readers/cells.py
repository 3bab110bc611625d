"""What the cells of a text file mean: the one place that decides it.

A number, a truth value, a text, or a missing value. Blanks around a cell do not count,
except within quotes. An empty cell is missing. A word such as NA is missing among
numbers, and a text among texts, unless it stands in quotes: then it is a text.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple, TypeAlias

from fastmetrics.readers.columns import number_in

__all__ = [
    "FALSE",
    "TRUE",
    "WORDS",
    "Cell",
    "Quoted",
    "are_doubtful",
    "is_doubtful",
    "is_number",
    "meanings",
    "numbers_among",
    "unquoted",
    "with_quotes",
]

# What stands for a missing number. "nan" is not among them: it is read as a number, and
# refused as one.
WORDS = ["#N/A", "NA", "N/A", "n/a", "NULL", "Null", "null", "None", "<NA>"]
TRUE, FALSE = ["true", "True", "TRUE"], ["false", "False", "FALSE"]
# Text in quotes, which are doubled in it, and text behind them.
_CELL = r'("(?:[^"]|"")*"|)([^{}\r\n]*)(?:{}|\r?\n|\r|$)'


class Quoted(NamedTuple):
    """The text of a cell in quotes, which would mean something else without them."""

    text: str


# What stands in a cell: as it is written, or in quotes.
Cell: TypeAlias = str | Quoted


def is_doubtful(cell: str, missing: Collection[str]) -> bool:
    """Whether quotes around a cell can change its meaning."""
    return not cell or cell in WORDS or cell in missing or cell != cell.strip()


def are_doubtful(cells: Collection[str], missing: Collection[str]) -> bool:
    """Whether some of the distinct cells of a column mean other than they are."""
    odd = [one for one in cells if is_doubtful(one, missing)]
    if any(one not in WORDS or one in missing for one in odd):
        return True
    return bool(odd) and all(one in odd or is_number(one) for one in cells)


def with_quotes(record: list[str], raw: str, delimiter: str) -> list[Cell]:
    """Return the cells of a record, given also as it is written, with their quotes."""
    found = re.finditer(_CELL.format(*[re.escape(delimiter)] * 2), raw)
    cells: list[Cell] = []
    for text, written in zip(record, found, strict=False):
        quoted, behind = written.groups()
        if quoted and not behind.strip():
            cells.append(Quoted(text[: len(text) - len(behind)]))
        else:
            cells.append(text)
    return cells


def meanings(
    cells: Iterable[Cell], missing: Collection[str] = (), *, as_text: bool = False
) -> dict[Cell, Any]:
    """Return what each of the distinct cells of a column means; None: it is missing.

    All are of one kind: int, float, bool, or str.

    Parameters
    ----------
    cells : iterable of str or Quoted
        Each at least once.
    missing : collection of str
        Further words for a missing value, among texts as well; a number that is one of
        them is missing however it is written.
    as_text : bool
        Whether numbers are texts as well.
    """
    read = {cell: _unwrapped(cell) for cell in cells}
    texts = {
        cell: one
        for cell, one in read.items()
        if isinstance(one, Quoted) or not (one == "" or one in missing)
    }
    found: dict[Cell, Any] = dict.fromkeys(read)
    if not as_text:
        told = {
            cell: one.text if isinstance(one, Quoted) else one
            for cell, one in texts.items()
            if one != Quoted("") and (isinstance(one, Quoted) or one not in WORDS)
        }
        for kind in (_whole, float_of, _truth):
            if told:
                with contextlib.suppress(ValueError, OverflowError):
                    values = {cell: kind(one) for cell, one in told.items()}
                    gone = {} if kind is _truth else numbers_among(missing)
                    return found | {
                        cell: one for cell, one in values.items() if one not in gone
                    }
    return found | {
        cell: one.text if isinstance(one, Quoted) else one
        for cell, one in texts.items()
    }


def _unwrapped(cell: Cell) -> Cell:
    """Return a cell without blanks around it, which may stand ahead of quotes."""
    if isinstance(cell, Quoted):
        return cell
    text = cell.strip()
    if text != cell and len(text) > 1 and text[0] == text[-1] == '"':
        return Quoted(text[1:-1].replace('""', '"'))
    return text


def unquoted(text: str) -> str:
    """Return the text of a cell, without blanks around it and quotes behind these."""
    found = _unwrapped(text)
    return found.text if isinstance(found, Quoted) else found


def numbers_among(words: Collection[str]) -> set[float]:
    """Return the numbers that some of these words are."""
    return {float_of(word) for word in words if is_number(word)}


def is_number(text: str) -> bool:
    """Whether a cell holds a number."""
    try:
        float_of(text)
    except ValueError:
        return False
    return True


def _whole(text: str) -> int:
    found = number_in(int, text)
    if not -(2**63) <= found < 2**63:
        raise OverflowError(text)
    return found


def float_of(text: str) -> float:
    """Return the number that a cell holds."""
    return number_in(float, text)


def _truth(text: str) -> bool:
    if text not in TRUE and text not in FALSE:
        raise ValueError(text)
    return text in TRUE
