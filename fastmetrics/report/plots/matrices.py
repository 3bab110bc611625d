"""Matrices of labels as pictures: shares of the true class as colours, and counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics.report.numbers import count
from fastmetrics.report.plots.fitting import fitted, height, width_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Matrix", "check_size", "draw", "size"]

# So many classes have their counts and names in the picture; more only their colours.
MOST_NAMED = 20
# And more than this would be finer than the picture's points.
MOST_DRAWN = 1000

# In inches: the least side of a matrix, the side of a cell, the longest name of a
# class, and what the axis' own name and the gaps beside a matrix take.
LEAST, CELL, LONGEST, GAPS = 2.2, 0.42, 1.8, 0.7
TITLE, TICKS, COUNTS = 12, 10, 8
# Longer names of columns are slanted, so as not to run into each other.
MOST_UPRIGHT = 4


class Matrix(NamedTuple):
    """A model's matrix of counts, the names of its sides and what these are."""

    title: str
    values: NDArray[Any]
    rows: Sequence[str]
    columns: Sequence[str]
    what_rows: str
    what_columns: str


def check_size(n: int) -> None:
    """Raise ValueError if a matrix of so many classes or clusters cannot be drawn."""
    if n > MOST_DRAWN:
        raise ValueError(
            f"a matrix of {n:,} classes cannot be drawn, {MOST_DRAWN:,} can"
        )


def size(matrices: Sequence[Matrix]) -> tuple[float, float]:
    """Return width and height in inches for the matrices side by side."""
    side = _side(matrices)
    left = below = 0.0
    for matrix in matrices:
        if _is_named(matrix):
            rows, columns, slanted = _names(matrix)
            left = max(left, *(width_of(name, TICKS) for name in rows))
            longest = max(width_of(name, TICKS) for name in columns)
            below = max(below, longest * 0.71 + 0.1 if slanted else 0.2)
    above = max(height(_title(matrix, side), TITLE) for matrix in matrices)
    width = side + left + GAPS
    return width * len(matrices), side + below + above + GAPS


def draw(figure: Any, matrices: Sequence[Matrix]) -> None:
    """Draw one matrix per model into a matplotlib (sub)figure."""
    axes = figure.subplots(1, len(matrices), squeeze=False)[0]
    side = _side(matrices)
    for ax, matrix in zip(axes, matrices, strict=True):
        _draw_matrix(ax, matrix)
        ax.set_title(_title(matrix, side), fontsize=TITLE, parse_math=False)
        ax.set(xlabel=matrix.what_columns, ylabel=matrix.what_rows)


def _side(matrices: Sequence[Matrix]) -> float:
    """Return how long the sides of all matrices are, in inches."""
    largest = max(max(matrix.values.shape) for matrix in matrices)
    return max(LEAST, CELL * min(largest, MOST_NAMED))


def _title(matrix: Matrix, side: float) -> str:
    return fitted(matrix.title, side, TITLE, lines=3)


def _is_named(matrix: Matrix) -> bool:
    return max(matrix.values.shape) <= MOST_NAMED


def _names(matrix: Matrix) -> tuple[list[str], list[str], bool]:
    """Return the names of rows and columns, and whether those of columns slant."""
    rows, columns = (
        [fitted(name, LONGEST, TICKS) for name in names]
        for names in (matrix.rows, matrix.columns)
    )
    return rows, columns, max(map(len, columns)) > MOST_UPRIGHT


def _draw_matrix(ax: Any, matrix: Matrix) -> None:
    values = matrix.values
    total = values.sum(axis=1, keepdims=True)
    shares = np.divide(values, total, out=np.zeros(values.shape), where=total > 0)
    aspect = "equal" if values.shape[0] == values.shape[1] else "auto"
    ax.imshow(shares, cmap="Blues", vmin=0, vmax=1, aspect=aspect)
    if not _is_named(matrix):
        ax.set(xticks=[], yticks=[])
        return
    rows, columns, slanted = _names(matrix)
    ax.set_yticks(range(len(rows)), rows, parse_math=False)
    slant = (
        {"rotation": 45, "ha": "right", "rotation_mode": "anchor"} if slanted else {}
    )
    ax.set_xticks(range(len(columns)), columns, parse_math=False, **slant)
    for (i, j), value in np.ndenumerate(values):
        if value:
            colour = "white" if shares[i, j] > 0.5 else "black"
            text = count(value.item())
            ax.text(j, i, text, ha="center", va="center", fontsize=COUNTS, color=colour)
