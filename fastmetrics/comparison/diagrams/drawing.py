"""Lines, dots and words of diagrams, in points from the upper left corner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from fastmetrics.show.pictures import fitting
from fastmetrics.show.pictures.colours import LIGHT
from fastmetrics.show.pictures.shapes import Dots, Stroke, Text

__all__ = ["LABEL", "MARGIN", "MARK", "NOTE", "dot", "line", "text", "width_of"]

# Sizes of letters, and what stays free around the whole.
LABEL, NOTE, MARGIN = 9.0, 7.5, 2.0
# The colour of groups and intervals.
MARK = LIGHT.series[0]


def line(
    points: Sequence[tuple[float, float]],
    width: float = 0.8,
    colour: str = LIGHT.text,
) -> Stroke:
    """Return straight strokes from point to point, with round ends."""
    x, y = np.transpose(np.array(points, np.float64))
    return Stroke(x, y, colour, width, is_round=True)


def dot(x: float, y: float, radius: float = 2.6) -> Dots:
    """Return a filled circle."""
    return Dots(np.array([x]), np.array([y]), "o", 2 * radius, MARK)


def text(
    x: float,
    y: float,
    words: str,
    size: float = LABEL,
    side: Literal["left", "center", "right"] = "left",
    colour: str = LIGHT.text,
) -> Text:
    """Return words whose letters stand at y."""
    return Text(x, y, words, size, colour, side, "baseline")


def width_of(words: str, size: float) -> float:
    """Return how many points wide a text is."""
    return 72 * fitting.width_of(words, size)
