"""Displays, which draw with matplotlib, as pictures of pages."""

from __future__ import annotations

import io
import re
from typing import Any
from xml.sax.saxutils import escape, unescape

from docs.words import word
from fastmetrics.show.pictures.styles import LIGHT

__all__ = ["is_display", "to_svg"]

# Colours of matplotlib's and of displays, and what they are in pages.
COLOURS = {
    "#1f77b4": "s0",
    "#737373": "muted",
    "#000000": "text",
    "#ffffff": "ground",
    "#cccccc": "grid",
}
COLOUR = re.compile("|".join(COLOURS))
TEXT = re.compile(r"(<text\b[^>]*>)([^<]*)(?=</text>)")
LETTERS = re.compile(r"[A-Za-z]")


def is_display(found: object) -> bool:
    """Whether something is a display that has drawn."""
    return hasattr(found, "figure_")


def to_svg(display: Any, language: str) -> str:
    """Return what a display has drawn, with the words and the colours of a page."""
    import matplotlib

    written = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": "docs", "svg.fonttype": "none"}):
        display.figure_.savefig(written, format="svg", metadata={"Date": None})
    svg = written.getvalue()
    svg = re.sub(r"\A.*?(?=<svg)|<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    # Black is not written in texts, as it is what they are without a colour.
    svg = svg.replace('<text style="', '<text style="fill: #000000; ')
    svg = COLOUR.sub(lambda one: _variable(COLOURS[one[0]]), svg)
    svg = TEXT.sub(lambda one: one[1] + _said(one[2], language), svg)
    title = _title(display, language)
    return svg.replace("<svg", f'<svg role="img" aria-label="{title}"', 1)


def _title(display: Any, language: str) -> str:
    # "DecisionCurveDisplay": "Decision curve"
    parts = re.findall("[A-Z][a-z]+", type(display).__name__)[:-1]
    return word(" ".join(parts).capitalize(), language)


def _said(text: str, language: str) -> str:
    """Return a text in a language; numbers stay."""
    return escape(word(unescape(text), language)) if LETTERS.search(text) else text


def _variable(name: str) -> str:
    return f"var(--{name},{LIGHT.named()[name]})"
