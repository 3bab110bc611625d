"""Texts of pictures: in the language of the reader, with nothing to be obeyed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from fastmetrics._common.names import printable
from fastmetrics.show.pictures.keys import key_of
from fastmetrics.show.pictures.picture import Cells, Note, Rule, Sketch
from fastmetrics.show.pictures.shapes import Text
from fastmetrics.show.words import check_language, in_language

if TYPE_CHECKING:
    from fastmetrics.show.pictures.picture import Picture

__all__ = ["Say", "said_in", "texts_in"]

# What returns a text in the language of a picture.
Say = Callable[[str], str]
# Marks that keep a name's direction of writing to itself; here it stands alone.
ISOLATES = dict.fromkeys(range(0x2066, 0x206A))


def said_in(language: str) -> Say:
    """Return what says texts in a language."""
    check_language(language)
    return lambda text: printable(in_language(text, language).translate(ISOLATES))


def texts_in(picture: Picture) -> Iterator[str]:
    """Yield all texts that a picture's description leads to."""
    yield picture.title
    yield from picture.notes
    for panel in picture.panels:
        if isinstance(panel, Sketch):
            yield from (one.text for one in panel.shapes if isinstance(one, Text))
            continue
        yield panel.title
        for scale in (panel.x, panel.y):
            yield scale.label
            yield from scale.names
        yield key_of(panel).rest
        for entry in panel.key:
            yield from (entry.name, entry.value)
        for mark in panel.marks:
            if isinstance(mark, Rule):
                yield mark.label
            elif isinstance(mark, Note):
                yield mark.text
            elif isinstance(mark, Cells):
                yield mark.key
                yield from (text for row in mark.texts or () for text in row)
