"""Elements of SVG in few bytes: what is alike and stands together is said once."""

from __future__ import annotations

import base64
import math
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.sax.saxutils import quoteattr

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.show.pictures.picture import Image

# What tells two texts apart that look alike; a group says the rest.
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
    look = _look(run[0])
    if kind != "text" or len(run) == 1 or not look:
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
FAR = 1_000_000

Commands = list[tuple[str, list[tuple[float, float]]]]


def _polygon(*corners: tuple[float, float]) -> Commands:
    return [("L" if k else "M", [at]) for k, at in enumerate(corners)]


def _disc() -> Commands:
    """Return a circle as four arcs, each with the points that it is drawn toward."""
    k = 0.5523
    ends = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 0)]
    made: Commands = [("M", [ends[0]])]
    for (a, b), (c, d) in pairwise(ends):
        made.append(("C", [(a + k * c, b + k * d), (c + k * a, d + k * b), (c, d)]))
    return made


def _turned(corners: Sequence[tuple[float, float]], n: int) -> Commands:
    """Return the outline that n turns of some corners make."""
    angles = (2 * math.pi * k / n for k in range(n))
    return _polygon(
        *(
            (x * math.cos(a) - y * math.sin(a), x * math.sin(a) + y * math.cos(a))
            for a in angles
            for x, y in corners
        )
    )


# By matplotlib's names of them, within a circle or a square from -1 to 1; y downward.
MARKERS: dict[str, Commands] = {
    "o": _disc(),
    "s": _polygon((-1, -1), (1, -1), (1, 1), (-1, 1)),
    "^": _polygon((0, -1), (1, 1), (-1, 1)),
    "v": _polygon((0, 1), (-1, -1), (1, -1)),
    "D": _turned([(0, -math.sqrt(2))], 4),
    "p": _turned([(0, -1)], 5),
    "P": _turned([(-1 / 3, -1), (1 / 3, -1), (1 / 3, -1 / 3)], 4),
    "X": _turned([(0, -0.5), (0.5, -1), (1, -0.5)], 4),
}


class Outline(NamedTuple):
    """The commands of an outline, each with its points in tenths of a point."""

    commands: list[tuple[str, list[tuple[int, int]]]]

    @classmethod
    def through(cls, lines: Iterable[NDArray[Any]], *, closed: bool = False) -> Outline:
        """Return straight lines through points (n, 2), in points."""
        commands: list[tuple[str, list[tuple[int, int]]]] = []
        for line in lines:
            # What is far outside of any panel is as far outside as can be written.
            kept = np.clip(PER_POINT * line, -FAR, FAR)
            places = [(x, y) for x, y in np.rint(kept).astype(int).tolist()]
            commands += [("L" if k else "M", [at]) for k, at in enumerate(places)]
            commands += [("z", [])] if closed and places else []
        return cls(commands)

    @classmethod
    def of_markers(cls, marker: str, size: float, places: NDArray[Any]) -> Outline:
        """Return markers of that many points across around places (n, 2)."""
        commands: list[tuple[str, list[tuple[int, int]]]] = []
        for place in np.clip(places, -FAR, FAR):
            for letter, points in MARKERS[marker]:
                at = PER_POINT * (place + size / 2 * np.reshape(points, (-1, 2)))
                commands.append((letter, [(round(x), round(y)) for x, y in at]))
            commands.append(("z", []))
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
            if letter == "L" and (to_x, to_y) == (x, y) and last != "M":
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


def image_layers(image: Image) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each colour of cells with the attributes of its image: where how much is.

    Cells that are seen as such have sharp edges.
    """
    look = {}
    if max(image.shades.shape) <= COARSE:
        look["style"] = "image-rendering:pixelated"
    signs = (1, -1)[: len(image.ends)]
    for colour, sign in zip(image.ends[::-1], signs, strict=True):
        yield colour, {"href": _uri(sign * image.shades), **look}


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
