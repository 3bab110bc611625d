"""Elements of SVG in few bytes: what is alike and stands together is said once."""

from __future__ import annotations

import base64
import re
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.sax.saxutils import quoteattr

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.show.pictures.colours import Theme

__all__ = [
    "Element",
    "Image",
    "Outline",
    "axis_first",
    "image_of",
    "png",
    "tag",
    "written",
]

# What tells two texts or two markers apart that look alike; a group says the rest.
PLACES = frozenset({"x", "y", "transform"})


class Element(NamedTuple):
    """A kind of element with its attributes, and what is inside, as SVG.

    ``outline`` is what a path draws.
    """

    kind: str
    attributes: Mapping[str, str]
    inside: str = ""
    outline: Outline | None = None


def tag(name: str, attributes: Mapping[str, str], inside: str = "") -> str:
    """Write one element."""
    made = "".join(f" {key}={quoteattr(one)}" for key, one in attributes.items())
    return f"<{name}{made}>{inside}</{name}>" if inside else f"<{name}{made}/>"


def axis_first(elements: Sequence[Element]) -> list[Element]:
    """Return the parts of an axis, none of which lies over another, its texts last."""
    return sorted(elements, key=lambda one: one.kind == "text")


def written(elements: Sequence[Element]) -> str:
    """Write elements; paths that look alike as one path, texts as a group."""
    return "".join(
        "".join(_run(kind, [*run]))
        for (kind, _), run in groupby(elements, lambda one: (one.kind, _look(one)))
    )


def _look(one: Element) -> Mapping[str, str]:
    return {key: value for key, value in one.attributes.items() if key not in PLACES}


def _run(kind: str, run: Sequence[Element]) -> Iterator[str]:
    """Yield what is written of elements that look alike."""
    if kind == "path":
        yield from map(_path, _joined(run))
        return
    # The name of what is used is no look that a group could have.
    look = {key: one for key, one in _look(run[0]).items() if key != "href"}
    if kind not in ("text", "use") or len(run) == 1 or not look:
        yield from (tag(kind, one.attributes, one.inside) for one in run)
        return
    own = (
        ({key: one.attributes[key] for key in one.attributes if key not in look}, one)
        for one in run
    )
    yield tag("g", look, "".join(tag(kind, rest, one.inside) for rest, one in own))


def _path(one: Element) -> str:
    assert one.outline is not None
    return tag("path", {"d": one.outline.written(), **one.attributes})


def _joined(run: Sequence[Element]) -> Iterator[Element]:
    """Join paths that look alike, as long as none could lie over another one."""
    kept: list[Element] = []
    for one in run:
        if kept and not (_lies_flat(one) or _is_apart(one, kept)):
            yield _as_one(kept)
            kept = []
        kept.append(one)
    yield _as_one(kept)


def _as_one(kept: Sequence[Element]) -> Element:
    commands = [command for one in kept if one.outline for command in one.outline[0]]
    return kept[0]._replace(outline=Outline(commands))


def _lies_flat(one: Element) -> bool:
    """Whether it looks the same over or below another one that looks alike."""
    attributes = one.attributes
    if "id" in attributes or any("opacity" in key for key in attributes):
        return False
    return attributes.get("fill") == "none" or "stroke:" not in attributes.get(
        "style", ""
    )


def _is_apart(one: Element, others: Sequence[Element]) -> bool:
    """Whether a path touches others at its edges at most."""
    if "id" in one.attributes or one.outline is None:
        return False
    x0, y0, x1, y1 = one.outline.box
    boxes = (other.outline.box for other in others if other.outline is not None)
    return all(x1 <= a or c <= x0 or y1 <= b or d <= y0 for a, b, c, d in boxes)


# Places are rounded to tenths of a point: an eighth of a pixel at most in a panel
# that is 720 pixels wide.
PER_POINT = 10
_PARTS = re.compile(r"([MLQCz])([^MLQCz]*)")


class Outline(NamedTuple):
    """The commands of an outline, each with its points in tenths of a point."""

    commands: list[tuple[str, list[tuple[int, int]]]]

    @classmethod
    def read(cls, text: str) -> Outline:
        """Read what matplotlib writes: absolute places after M, L, Q, C and z."""
        commands = []
        for letter, numbers in _PARTS.findall(text):
            found = [round(PER_POINT * float(one)) for one in numbers.split()]
            commands.append((letter, list(zip(found[::2], found[1::2], strict=True))))
        return cls(commands)

    def written(self) -> str:
        """Write the outline with places relative to the last, the shortest way."""
        made: list[str] = []
        x = y = 0
        start = (0, 0)
        last = ""
        for letter, points in self.commands:
            if letter == "z":
                made.append("z")
                (x, y), last = start, "z"
                continue
            if letter == "M":
                [(x, y)] = points
                start, last = (x, y), "M"
                made.append(f"M{_number(x)}{_after(y)}")
                continue
            to_x, to_y = points[-1]
            if letter == "L" and (to_x, to_y) == (x, y):
                continue
            letter = letter.lower()
            if letter == "l" and to_y == y:
                letter, numbers = "h", [to_x - x]
            elif letter == "l" and to_x == x:
                letter, numbers = "v", [to_y - y]
            else:
                numbers = [n for a, b in points for n in (a - x, b - y)]
            first = (
                _after(numbers[0]) if letter == last else letter + _number(numbers[0])
            )
            made.append(first + "".join(map(_after, numbers[1:])))
            x, y, last = to_x, to_y, letter
        return "".join(made)

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of all points, in tenths of a point."""
        places = [point for _, points in self.commands for point in points]
        xs, ys = zip(*places, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def is_inside(self, box: tuple[float, float, float, float]) -> bool:
        """Whether no point lies outside a rectangle (left, top, right, bottom)."""
        x0, y0, x1, y1 = (round(PER_POINT * one) for one in box)
        return all(
            x0 <= x <= x1 and y0 <= y <= y1
            for _, points in self.commands
            for x, y in points
        )


def _number(tenths: int) -> str:
    """Write a number of tenths.

    >>> [_number(n) for n in (0, 5, -5, 120, -123)]
    ['0', '.5', '-.5', '12', '-12.3']
    """
    whole, rest = divmod(abs(tenths), PER_POINT)
    text = f"{whole or ''}.{rest}" if rest else str(whole)
    return f"-{text}" if tenths < 0 else text


def _after(tenths: int) -> str:
    """Write a number behind another one; a minus sign parts them already."""
    text = _number(tenths)
    return text if text.startswith("-") else f" {text}"


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
