"""The colours of diagrams: those that the pictures of reports have on light ground."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastmetrics.show import notebook

if TYPE_CHECKING:
    from fastmetrics.comparison.diagrams.drawing import Colour

__all__ = ["LIGHT", "VARIABLES"]

# What a page's style sheet calls them.
VARIABLES: dict[Colour, str] = {
    "text": "text",
    "muted": "muted",
    "grid": "grid",
    "mark": "s0",
}
LIGHT: dict[Colour, str] = {
    "text": notebook.LIGHT["text"],
    "muted": "#4d555f",
    "grid": notebook.LIGHT["grid"],
    "mark": notebook.LIGHT["s0"],
}
