"""Cells as images of one pixel each: how much of a colour there is, not which."""

from __future__ import annotations

import base64
import struct
import zlib
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.report.plots.colours import Theme

__all__ = ["Image", "image_of", "png"]

# Steps from the ground to the end of a scale: more cannot be told apart, and fewer
# make a smaller file.
STEPS = 48

# To so many cells a side each is larger than a pixel.
COARSE = 200


class Image(NamedTuple):
    """Where an image stands in points, and each colour with its image as a URI.

    ``place``: left, top, width and height; ``is_coarse``: cells are seen as such, and
    their edges are to be sharp.
    """

    place: tuple[float, float, float, float]
    layers: tuple[tuple[str, str], ...]
    is_coarse: bool


def image_of(drawn: Any, colours: Theme) -> Image:
    """Return what matplotlib has drawn of cells."""
    values = np.ma.filled(drawn.get_array().astype(float), np.nan)
    if drawn.origin == "lower":
        values = values[::-1]
    layers = [(_hexadecimal(drawn.cmap(1.0)), values)]
    if drawn.get_clim()[0] < 0 or drawn.norm.vmin < 0:
        layers.append((colours.below, -values))
    return Image(
        _place(drawn),
        tuple((colour, _uri(shades)) for colour, shades in layers),
        max(values.shape) <= COARSE,
    )


def _hexadecimal(colour: Any) -> str:
    return "#" + "".join(f"{round(255 * one):02x}" for one in colour[:3])


def _place(drawn: Any) -> tuple[float, float, float, float]:
    left, right, bottom, top = drawn.get_extent()
    figure = drawn.figure
    corners = drawn.axes.transData.transform([(left, bottom), (right, top)])
    (x0, y0), (x1, y1) = corners * 72 / figure.dpi
    high = 72 * figure.get_size_inches()[1]
    return float(x0), float(high - y1), float(x1 - x0), float(y1 - y0)


def _uri(shades: NDArray[Any]) -> str:
    """Return shares of a colour, NaN for none, as an image's address."""
    steps = np.rint(STEPS * np.clip(np.nan_to_num(shades), 0, 1))
    grey = np.rint(255 / STEPS * steps).astype(np.uint8)
    return "data:image/png;base64," + base64.b64encode(png(grey)).decode("ascii")


def png(grey: NDArray[np.uint8]) -> bytes:
    """Return a grey image as a PNG file (ISO/IEC 15948)."""
    rows, columns = grey.shape
    # Eight bits of grey a pixel; each row begins with its filter, which is none.
    header = struct.pack(">IIBBBBB", columns, rows, 8, 0, 0, 0, 0)
    lines = np.concatenate([np.zeros((rows, 1), np.uint8), grey], axis=1)
    parts = [
        (b"IHDR", header),
        (b"IDAT", zlib.compress(lines.tobytes(), 9)),
        (b"IEND", b""),
    ]
    made = b"\x89PNG\r\n\x1a\n"
    for kind, data in parts:
        check = zlib.crc32(kind + data)
        made += struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)
    return made
