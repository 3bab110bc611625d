"""Sizes of letters and gaps that all pictures share: letters in points, else inches."""

__all__ = [
    "AXIS",
    "CELL",
    "GAP",
    "KEY",
    "LEAST",
    "LINE",
    "NOTE",
    "PANEL",
    "RULE",
    "TICK",
    "TITLE",
]

TITLE, PANEL, AXIS, TICK, KEY, NOTE, CELL = 11.0, 9.5, 9.0, 8.0, 8.5, 7.5, 8.0
# No text is smaller than this.
LEAST = 6.5
# Between a text and what stands beside it.
GAP = 0.08
# The height of a line of text, in heights of its letters.
LINE = 1.3
# How thick lines of a grid and the axes are, in points.
RULE = 0.7
