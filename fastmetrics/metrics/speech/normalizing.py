"""What is folded before transcripts are compared: case, forms, punctuation, spaces.

A column is folded as one text, its rows parted by a sign that no step touches; so that
there is one call for each step instead of one for each row.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, Literal

from fastmetrics._common.names import shown

__all__ = ["Normalizer", "read_normalize"]

# Parts rows while they are folded together: neither space, letter nor punctuation.
_BETWEEN = "\0"
# Of one side of an apostrophe that stays: a letter, or the marks that belong to it.
_APOSTROPHES = "'\u2019"


def _without_punctuation(text: str) -> str:
    """Drop what Unicode calls punctuation, but no apostrophe between two letters."""
    if text.isascii():
        return _ASCII_APOSTROPHES.sub("", text).translate(_ASCII_PUNCTUATION)
    found = "".join(map(re.escape, filter(_is_punctuation, set(text))))
    return re.sub(f"[{found}]+", _kept, text) if found else text


# Of ASCII what is punctuation, but no symbol as $ + < = > ^ ` | ~ are. An apostrophe
# goes that has no letter before it, or none behind it.
_ASCII_PUNCTUATION = dict.fromkeys(map(ord, '!"#%&()*,-./:;?@[\\]_{}'))
_ASCII_APOSTROPHES = re.compile("'(?:(?<![A-Za-z]')|(?![A-Za-z]))")


def _is_punctuation(sign: str) -> bool:
    return unicodedata.category(sign)[0] == "P"


def _kept(run: re.Match[str]) -> str:
    """Return what stays of a run of punctuation: one apostrophe between two letters."""
    found, text = run[0], run.string
    if len(found) > 1 or found not in _APOSTROPHES:
        return ""
    before, after = text[run.start() - 1 : run.start()], text[run.end() : run.end() + 1]
    sides = (unicodedata.category(side)[0] if side else "" for side in (before, after))
    return found if (*sides,) in _LETTERS else ""


_LETTERS = {("L", "L"), ("M", "L")}


def _spaced(text: str) -> str:
    """Make runs of white space one space, and strip both ends."""
    return " ".join(text.split())


def _spaced_rows(text: str) -> str:
    """Do so in each row of a column, the rows being together."""
    text = _spaced(text)
    return text.replace(f" {_BETWEEN}", _BETWEEN).replace(f"{_BETWEEN} ", _BETWEEN)


def _form(name: Literal["NFC", "NFKC"]) -> Callable[[str], str]:
    def formed(text: str) -> str:
        return text if text.isascii() else unicodedata.normalize(name, text)

    return formed


STEPS: dict[str, Callable[[str], str]] = {
    "nfc": _form("NFC"),
    "nfkc": _form("NFKC"),
    "lower": str.lower,
    "casefold": str.casefold,
    "punctuation": _without_punctuation,
    "whitespace": _spaced,
}


class Normalizer:
    """Folds texts: one by a call, or all of a column."""

    __slots__ = ("_own", "_steps")

    def __init__(self, steps: Sequence[Callable[[str], Any]]) -> None:
        """Take steps in their order; those of other people see row by row."""
        self._steps = steps
        self._own = all(step in STEPS.values() for step in steps)

    def __call__(self, text: str) -> str:
        """Return one text folded."""
        for step in self._steps:
            made = step(text)
            if not isinstance(made, str):
                raise TypeError(
                    "normalize must return a str for each text, got "
                    f"{shown(made)} for {shown(text)}."
                )
            text = made
        return text

    def column(self, texts: Sequence[str]) -> list[str]:
        """Return all texts of a column folded."""
        if self._own:
            together = _BETWEEN.join(texts)
            if together.count(_BETWEEN) == len(texts) - 1:
                for step in self._steps:
                    together = (_spaced_rows if step is _spaced else step)(together)
                return together.split(_BETWEEN)
        return [self(text) for text in texts]


def read_normalize(normalize: Any) -> Normalizer | None:
    """Return what folds texts as asked; None if nothing does."""
    if normalize is None:
        return None
    if callable(normalize):
        return Normalizer((normalize,))
    if isinstance(normalize, str):
        return Normalizer((_step(normalize),))
    try:
        steps = tuple(normalize)
    except TypeError:
        raise TypeError(
            "normalize must be None, a callable, or names of what is done in order, "
            f"got {shown(normalize)}."
        ) from None
    return Normalizer([_step(one) for one in steps])


def _step(asked: Any) -> Callable[[str], Any]:
    if callable(asked):
        return asked
    if isinstance(asked, str) and asked in STEPS:
        return STEPS[asked]
    raise ValueError(
        f"normalize must be of {[*STEPS]} or callables, got {shown(asked)}."
    )
