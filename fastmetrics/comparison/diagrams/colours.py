"""The colours of diagrams: those that the pictures of reports have on light ground."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastmetrics.comparison.diagrams.drawing import Colour

__all__ = ["LIGHT", "VARIABLES"]

LIGHT: dict[Colour, str] = {
    "text": "#1b1f24",
    "muted": "#4d555f",
    "grid": "#e4e7eb",
    "mark": "#0e43a1",
}
# What a page's style sheet calls them.
VARIABLES: dict[Colour, str] = {
    "text": "text",
    "muted": "muted",
    "grid": "grid",
    "mark": "s0",
}
