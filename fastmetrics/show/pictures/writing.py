"""The texts of a figure: in the reader's language, in fonts that have their glyphs."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fastmetrics._common.names import printable
from fastmetrics.show.pictures import fitting
from fastmetrics.show.pictures.fitting import Fonts, fonts_for
from fastmetrics.show.pictures.keys import key_of
from fastmetrics.show.pictures.picture import Cells, Note, Rule
from fastmetrics.show.words import in_language

if TYPE_CHECKING:
    from fastmetrics.show.pictures.picture import Picture

__all__ = ["Writer", "texts_in", "writer_for"]

# Marks that keep a name's direction of writing to itself; here it stands alone.
ISOLATES = dict.fromkeys(range(0x2066, 0x206A))


@dataclass(frozen=True)
class Writer:
    """How a figure's texts are said, measured and drawn.

    ``keeps``: a glyph that no font here has is kept, for whoever opens the file.
    """

    language: str = "en"
    fonts: Fonts = field(default_factory=Fonts)
    keeps: bool = False

    def say(self, text: str) -> str:
        """Return a text in the figure's language, with nothing in it to be obeyed."""
        return printable(in_language(text, self.language).translate(ISOLATES))

    def width(self, text: str, size: float) -> float:
        """Return how many inches wide a text is."""
        return fitting.width_of(
            self.fonts.drawable(text), size, families=self.fonts.families
        )

    def fitted(self, text: str, inches: float, size: float, lines: int = 1) -> str:
        """Break a text into so many lines no wider than that, cut at last."""
        return fitting.fitted(
            self.drawn(text), inches, size, lines, families=self.fonts.families
        )

    def shortened(self, name: str, inches: float, size: float) -> str:
        """Return a name no wider than that, its middle left out."""
        return fitting.shortened(
            self.drawn(name), inches, size, families=self.fonts.families
        )

    def properties(self, size: float, colour: str) -> dict[str, Any]:
        """Return how matplotlib is told to draw a text."""
        return {
            "fontsize": size,
            "fontfamily": list(self.fonts.families),
            "color": colour,
            "parse_math": False,  # names are data, not formulas
        }

    def drawn(self, text: str) -> str:
        """Return a text as it is given to matplotlib."""
        return text if self.keeps else self.fonts.drawable(text)


def writer_for(
    pictures: Iterable[Picture], language: str, *, keeps: bool = False
) -> Writer:
    """Return the writer of a figure; glyphs that no font has are warned of, once.

    Not where they are kept.
    """
    plain = Writer(language)
    texts = {plain.say(text) for one in pictures for text in texts_in(one)}
    with warnings.catch_warnings():
        if keeps:  # whoever opens the file has fonts of their own
            warnings.simplefilter("ignore")
        return Writer(language, fonts_for(texts), keeps)


def texts_in(picture: Picture) -> Iterator[str]:
    """Yield all texts that a picture's description leads to."""
    yield picture.title
    yield from picture.notes
    for panel in picture.panels:
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
