"""Matrices of cells: their colours, and what is written into them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.show.pictures import sizes
from fastmetrics.show.pictures.colours import STRONG, Theme
from fastmetrics.show.pictures.fitting import height, width_of
from fastmetrics.show.pictures.shapes import Image, Shape, Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.show.pictures.picture import Cells
    from fastmetrics.show.pictures.writing import Say

__all__ = ["cell_shapes", "ends_of", "ends_shown", "range_apart", "shade", "text_size"]

# Sizes of letters in cells, the largest that fits.
LETTERS = (sizes.CELL, 7.5, 7.0, sizes.LEAST)


def shade(cells: Cells, values: NDArray[Any]) -> NDArray[Any]:
    """Return how far each value is from the ground: 0 to 1, below zero negative."""
    low, high = cells.low, cells.high
    if cells.colours == "difference":
        return np.clip(values / (max(abs(low), abs(high)) or 1.0), -1, 1)
    if cells.steps == "log":
        low = max(low, 1e-300)
        with np.errstate(divide="ignore"):
            shades = np.log(values / low) / (np.log(high / low) or 1.0)
        # The least count is told from no count.
        return np.where(values > 0, np.clip(0.08 + 0.92 * shades, 0.08, 1), np.nan)
    return np.clip((values - low) / ((high - low) or 1.0), 0, 1)


def ends_shown(cells: Cells) -> tuple[float, float]:
    """Return the ends of the scale of colours: of differences, as far each way."""
    if cells.colours == "difference":
        most = max(abs(cells.low), abs(cells.high)) or 1.0
        return -most, most
    return cells.low, cells.high


def range_apart(cells: Cells) -> tuple[float, float]:
    """Return the ends of the scale of cells that stand apart."""
    apart = cells.values[cells.apart]
    apart = apart[np.isfinite(apart)]
    return cells.low, max(cells.high, apart.max().item() if len(apart) else 0.0)


def shades(cells: Cells) -> tuple[NDArray[Any], NDArray[Any] | None]:
    """Return the shades of cells, and of those apart; NaN where a cell is not."""
    values = np.asarray(cells.values, dtype=float)
    if cells.apart is None:
        return shade(cells, values), None
    low, high = range_apart(cells)
    other = np.clip((values - low) / ((high - low) or 1.0), 0, 1)
    within = shade(cells, values)
    return np.where(cells.apart, np.nan, within), np.where(cells.apart, other, np.nan)


def ends_of(cells: Cells, colours: Theme) -> tuple[str, ...]:
    """Return the colours at the ends of the cells' scale."""
    if cells.colours == "difference":
        return colours.below, colours.above
    return (colours.share,)


def text_size(cells: Cells, width: float, height_: float, said: Say) -> float | None:
    """Return the size of letters with which all texts fit their cells, None: none."""
    texts = {text for row in cells.texts or () for text in row if text}
    for size in LETTERS:
        widest = max((width_of(said(one), size) for one in texts), default=0)
        if widest + 0.04 <= width and height("", size) <= height_:
            return size if texts else None
    return None


def cell_shapes(
    cells: Cells, colours: Theme, letters: float | None, said: Say
) -> Iterator[Shape]:
    """Yield cells, and their texts in letters of that size, None: no texts."""
    rows, columns = cells.values.shape
    edges = cells.edges or (-0.5, columns - 0.5, rows - 0.5, -0.5)
    within, apart = shades(cells)
    yield Image(within, ends_of(cells, colours), edges)
    if apart is not None:
        yield Image(apart, (colours.apart,), edges)
    if letters is None:
        return
    for i, row in enumerate(cells.texts or ()):
        for j, text in enumerate(row):
            if not text:
                continue
            far = within[i, j]
            if apart is not None and np.isfinite(apart[i, j]):
                far = apart[i, j]
            # In whichever colour is read better on the cell.
            colour = colours.paper if abs(far) > STRONG else colours.ink
            yield Text(j, i, said(text), letters, colour, "center", "center", above=5)
