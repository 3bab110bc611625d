"""Pictures as SVG for pages: small, the same bytes each time, light and dark.

No library is needed. Text stays text, every colour is a variable of the page's style
sheet with the light one as default, and coordinates are rounded to what is seen.
"""

from __future__ import annotations

import base64
import hashlib
import math
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial, singledispatchmethod
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from fastmetrics.show.pictures import (
    Area,
    Dots,
    Image,
    Picture,
    Shape,
    Stroke,
    Text,
    styles,
)
from fastmetrics.show.pictures.legends import (
    Placed,
    SketchPlan,
    colour_bars,
    key_shapes,
    label_of_colours,
    sheets_of,
)
from fastmetrics.show.pictures.marks import corners
from fastmetrics.show.pictures.panels import Plan, panel_shapes
from fastmetrics.show.pictures.placing import Ground, said_in
from fastmetrics.show.pictures.styles import height, theme

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.show.pictures import Image

    Pair = tuple[NDArray[Any], NDArray[Any]]


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


FONTS = "system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif"
POINTS = 72
# How far letters reach above the line on which they stand, and below; and how far below
# its middle a line of letters stands. In sizes of the letters.
ASCENT, DESCENT, MIDDLE = 0.76, 0.24, 0.36
ANCHORS = {"center": "middle", "right": "end"}
LIGHT = theme(False)
NAMES = {colour: name for name, colour in LIGHT.named().items()}
# The smallest letters that are read on screens, in pixels.
LEGIBLE = 9.2

# Before each name, until it is known what they all stand in.
PREFIX = "\ue000"


def to_svg(picture: Picture, *, language: str = "en", heading: bool = True) -> str:
    """Return a picture as an SVG element for a page.

    Parameters
    ----------
    picture : Picture
        What is drawn.
    language : {"en", "zh"}, default="en"
        The language of the texts.
    heading : bool, default=True
        Whether the title is drawn too; it is the element's title in any case.

    Returns
    -------
    str
        The element, as wide as its surroundings: no wider than it was drawn, and no
        narrower than its smallest letters can be read.
    """
    said = said_in(language)
    title = said(picture.title)
    drawn = picture if heading else replace(picture, title="")
    [sheet], width, high = sheets_of([drawn], said)
    paper = _Paper(POINTS * high)
    for placed in sheet.panels(high):
        paper.add_panel(placed)
    for text in sheet.texts(high, LIGHT):
        paper.add(text)
    body = written(paper.elements)
    # Names are told apart by all that they stand in, of all pictures of a page.
    digest = hashlib.sha256(f"{title}\n{body}".encode()).hexdigest()[:8]
    body = body.replace(PREFIX, f"p{digest}")
    wide, high = POINTS * width, POINTS * high
    narrowest = math.ceil(wide * LEGIBLE / paper.smallest)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="100%" '
        f'viewBox="0 0 {wide:.0f} {high:.0f}" font-family="{FONTS}" '
        f'stroke-linejoin="round" style="max-width:{wide / 72 * 96:.0f}px;'
        f'min-width:{narrowest}px;fill:{_variable(LIGHT.text)}">'
        f"<title>{escape(title)}</title>{body}</svg>"
    )


def _variable(colour: str) -> str:
    """Return a colour as the page's variable, with the light one as default."""
    name = NAMES.get(colour)
    return f"var(--{name},{colour})" if name else colour


def _short(number: float) -> str:
    return f"{round(number, 1) + 0.0:g}"


class _Paper:
    """Elements in the order in which they lie over each other, from shapes."""

    def __init__(self, high: float) -> None:
        self.elements: list[Element] = []
        self.high, self.n_masks = high, 0
        self.smallest = styles.TITLE
        self.place: Callable[[Any, Any], Pair] = self._of_inches
        self.clip: tuple[float, float, float, float] | None = None

    def _of_inches(self, x: Any, y: Any) -> Pair:
        """Return points from the upper left corner."""
        return POINTS * np.asarray(x), self.high - POINTS * np.asarray(y)

    def add_panel(self, placed: Placed) -> None:
        """Add a panel, its scale of colours and its key."""
        plan, left, bottom = placed
        if isinstance(plan, SketchPlan):
            self._add_sketch(plan, left, bottom)
            return
        ground = Ground(plan.panel, (plan.x, plan.y), (plan.width, plan.height))

        def of_axes(x: Any, y: Any) -> Pair:
            return self._of_inches(left + ground.x(x), bottom + ground.y(y))

        def of_ground(x: Any, y: Any) -> Pair:
            return self._of_inches(left + np.asarray(x), bottom + np.asarray(y))

        x0, y0 = (float(one) for one in of_ground(0, plan.height))
        clip = x0, y0, x0 + POINTS * plan.width, y0 + POINTS * plan.height
        found: list[tuple[Shape, Any, Any]] = [
            *((shape, of_ground, None) for shape in _around(plan, ground)),
            *((shape, of_axes, clip) for shape in panel_shapes(plan, LIGHT)),
        ]
        for shape, place, edges in sorted(found, key=lambda one: one[0].above):
            self.place, self.clip = place, edges
            self.add(shape)
        self.place, self.clip = self._of_inches, None
        self._add_colours(plan, left, bottom)
        corner = left - plan.left, bottom - plan.key_below
        for shape in key_shapes(plan, *corner, LIGHT):
            self.add(shape)

    def _add_sketch(self, plan: SketchPlan, left: float, bottom: float) -> None:
        """Add shapes that have their places already."""
        x0, y0 = (float(one) for one in self._of_inches(left, bottom + plan.height))
        self.place = lambda x, y: (x0 + np.asarray(x), y0 + np.asarray(y))
        for shape in plan.sketch.shapes:
            self.add(shape)
        self.place = self._of_inches

    def _add_colours(self, plan: Plan, left: float, bottom: float) -> None:
        """Add what says which colours of cells stand for which numbers."""
        for one in colour_bars(plan, LIGHT):
            x, y, wide, high = one.bounds
            x, wide = left + x * plan.width, wide * plan.width
            y, high = bottom + y * plan.height, high * plan.height
            self.add(one.image._replace(edges=(x, x + wide, y, y + high)))
            for at, text in zip(one.places, one.texts, strict=True):
                where = x + wide + 0.04, y + at * high
                self.add(Text(*where, text, styles.TICK, LIGHT.muted, "left", "center"))
        if plan.bar is not None and plan.cells is not None and plan.cells.key:
            where = left + plan.width + plan.right, bottom + plan.height / 2
            self.add(label_of_colours(plan, plan.cells, *where, LIGHT))

    @singledispatchmethod
    def add(self, shape: Shape) -> None:
        """Add a shape over all that there is."""
        raise NotImplementedError

    @add.register
    def _stroke(self, shape: Stroke) -> None:
        lines = _runs(*self.place(*corners(shape.x, shape.y, shape.step)))
        look = {"fill": "none", **_line(shape.colour, shape.width)}
        if shape.dashes != "-":
            dashes = (f"{one * shape.width:.3g}" for one in shape.dashes[1])
            look["stroke-dasharray"] = ",".join(dashes)
        if shape.is_round:
            look["stroke-linecap"] = "round"
        self._add_path(Outline.through(lines), look, shape.opacity)

    @add.register
    def _area(self, shape: Area) -> None:
        # Those of several outlines: a row each.
        pairs = zip(np.atleast_2d(shape.x), np.atleast_2d(shape.y), strict=True)
        outlines = [np.column_stack(self.place(x, y)) for x, y in pairs]
        whole = [one for one in outlines if np.isfinite(one).all()]
        look = {"style": f"fill:{_variable(shape.colour)}"}
        if shape.edge:
            look["style"] += f";stroke:{_variable(shape.edge)}"
            look["stroke-width"] = "0.6"
        self._add_path(Outline.through(whole, closed=True), look, shape.opacity)

    @add.register
    def _dots(self, shape: Dots) -> None:
        places = np.column_stack(self.place(shape.x, shape.y))
        places = places[np.isfinite(places).all(axis=1)]
        if shape.marker == "o" and shape.edge is None:
            # A stroke of no length with round ends is a disc, in the fewest bytes.
            outline = Outline.through([np.stack([one, one]) for one in places])
            look = {"fill": "none", **_line(shape.colour, shape.size)}
            look["stroke-linecap"] = "round"
        else:
            outline = Outline.of_markers(shape.marker, shape.size, places)
            look = {"style": f"fill:{_variable(shape.colour)}"}
            if shape.edge:
                look["style"] += f";stroke:{_variable(shape.edge)}"
        self._add_path(outline, look, 1.0, Outline.through([places]))

    def _add_path(
        self,
        outline: Outline,
        look: dict[str, str],
        opacity: float,
        middles: Outline | None = None,
    ) -> None:
        """Add a path, what is outside of the panel cut off.

        ``middles`` decide for markers, which may reach over the edge.
        """
        if not outline.commands:
            return
        if opacity < 1:
            look["opacity"] = f"{opacity:g}"
        made = Element("path", look, outline=outline)
        if self.clip is not None and not (middles or outline).is_inside(self.clip):
            x0, y0, x1, y1 = self.clip
            # A nested picture shows nothing outside its own edges, and needs no name.
            box = f"{x0:.1f} {y0:.1f} {x1 - x0:.1f} {y1 - y0:.1f}"
            sides = dict(zip(("x", "y", "width", "height"), box.split(), strict=True))
            made = Element("svg", {**sides, "viewBox": box}, written([made]))
        self.elements.append(made)

    @add.register
    def _image(self, shape: Image) -> None:
        """Add cells: their colour, as much of it as an image of one pixel each.

        So the colour is the page's, in light and in dark.
        """
        left, right, low, top = shape.edges
        (x0, x1), (y1, y0) = self.place([left, right], [low, top])
        numbers = (f"{one:.1f}" for one in (x0, y0, x1 - x0, y1 - y0))
        box = dict(zip(("x", "y", "width", "height"), numbers, strict=True))
        for colour, pixels in image_layers(shape):
            self.n_masks += 1
            name = f"{PREFIX}m{self.n_masks}"
            self.elements.append(Element("mask", {"id": name}, tag("image", {
                **pixels, **box, "preserveAspectRatio": "none"
            })))  # fmt: skip
            look = {"mask": f"url(#{name})", "style": f"fill:{_variable(colour)}"}
            self.elements.append(Element("rect", {**box, **look}))

    @add.register
    def _text(self, shape: Text) -> None:
        self.smallest = min(self.smallest, shape.size)
        lines = shape.text.split("\n")
        pitch = styles.LINE * shape.size
        block = (len(lines) - 1) * pitch
        # How far below its place the first line stands.
        off = {
            "baseline": 0.0,
            "top": ASCENT * shape.size,
            "center": MIDDLE * shape.size - block / 2,
            "bottom": -DESCENT * shape.size - block,
        }[shape.foot]
        look = {"font-size": f"{shape.size:g}"}
        if shape.side in ANCHORS:
            look["text-anchor"] = ANCHORS[shape.side]
        if shape.colour != LIGHT.text:
            look["style"] = f"fill:{_variable(shape.colour)}"
        x, y = (float(one) for one in self.place(shape.x, shape.y))
        for k, line in enumerate(lines):
            down = off + k * pitch
            at = (x + down, y) if shape.turned else (x, y + down)
            place = dict(zip("xy", map(_short, at), strict=True))
            if shape.turned:
                place["transform"] = f"rotate(-90 {place['x']} {place['y']})"
            self.elements.append(Element("text", {**place, **look}, escape(line)))


def _line(colour: str, width: float) -> dict[str, str]:
    """Return how a line looks."""
    style = {"style": f"stroke:{_variable(colour)}"}
    return style if width == 1 else {"stroke-width": f"{width:g}", **style}


def _runs(x: NDArray[Any], y: NDArray[Any]) -> list[NDArray[Any]]:
    """Return the stretches (n, 2) of a line that no NaN breaks."""
    points = np.column_stack([x, y])
    known = np.isfinite(points).all(axis=1)
    breaks = np.flatnonzero(known[1:] != known[:-1]) + 1
    runs = zip(np.split(points, breaks), np.split(known, breaks), strict=True)
    return [run for run, whole in runs if len(run) > 1 and whole.all()]


def _around(plan: Plan, ground: Ground) -> Iterator[Shape]:
    """Yield the grid and all texts of a panel's axes, in inches of its ground."""
    wide, high = plan.width, plan.height
    across = {"x": ground.x(plan.x.ticks), "y": ground.y(plan.y.ticks)}
    for axis in plan.grid:
        at = np.repeat(across[axis], 3)
        ends = np.tile([0.0, high if axis == "x" else wide, np.nan], len(at) // 3)
        x, y = (at, ends) if axis == "x" else (ends, at)
        yield Stroke(x, y, LIGHT.grid, styles.RULE, above=0.5)
    tick = partial(Text, size=styles.TICK, colour=LIGHT.muted, above=0.6)
    for at, text in zip(across["x"], plan.x.texts, strict=True):
        if plan.is_upright:
            below = tick(at, -styles.GAP / 2, text, side="right", turned=True)
            yield below._replace(foot="center")
        else:
            yield tick(at, -styles.GAP / 2, text, side="center")
    for at, text in zip(across["y"], plan.y.texts, strict=True):
        yield tick(-styles.GAP / 2, at, text, side="right", foot="center")
    label = partial(Text, size=styles.AXIS, colour=LIGHT.text, side="center", above=0.7)
    if plan.xlabel:
        yield label(wide / 2, -(plan.ticks_below + 0.04), plan.xlabel)
    if plan.ylabel:
        left = height(plan.ylabel, styles.AXIS) - plan.left
        yield label(left, high / 2, plan.ylabel, foot="bottom", turned=True)
    if plan.has_frame:
        x, y = np.array([0.0, 0.0, wide]), np.array([high, 0.0, 0.0])
        yield Stroke(x, y, LIGHT.muted, styles.RULE, above=2.5)
    if plan.title:
        yield Text(0, high + 0.08, plan.title, styles.PANEL, LIGHT.text, foot="bottom")
    for words, box in plan.words:
        middle = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
        yield Text(*middle, words.text, styles.NOTE, LIGHT.text, "center", "center")
