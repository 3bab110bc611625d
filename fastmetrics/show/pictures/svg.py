"""Pictures as SVG for pages: small, the same bytes each time, light and dark.

It is matplotlib's own SVG, rewritten: text stays text, every colour is a variable of
the page's style sheet with the light one as default, coordinates are rounded to what
is seen, and names of parts that nobody refers to are left out.
"""

from __future__ import annotations

import hashlib
import re
import threading
import warnings
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from typing import Any
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from fastmetrics.show.pictures.colours import theme
from fastmetrics.show.pictures.drawing import draw_pictures
from fastmetrics.show.pictures.elements import (
    Element,
    Outline,
    axis_first,
    image_of,
    tag,
    written,
)
from fastmetrics.show.pictures.picture import Picture
from fastmetrics.show.pictures.writing import writer_for
from fastmetrics.show.words import check_language

__all__ = ["to_svg"]

FONTS = "system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif"
SVG, LINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"
# matplotlib reads how it writes SVG from settings that all threads share.
_lock = threading.Lock()

Attributes = dict[str, str]


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
        The element, as wide as what it stands in: no wider than it was drawn, nor less
        than three quarters of that, where letters are still read.
    """
    writer = writer_for([picture], check_language(language), keeps=True)
    title = writer.say(picture.title)
    drawn = picture if heading else replace(picture, title="")
    with _lock:
        figure, source = _written(drawn, language, writer)
    tree = ElementTree.fromstring(source)
    rewriter = _Rewriter(figure, tree)
    body = written([made for one in tree for made in rewriter.elements(one)])
    # Names are told apart by all that they stand in, of all pictures of a page.
    digest = hashlib.sha256(f"{title}\n{body}".encode()).hexdigest()[:8]
    body = body.replace(_Rewriter.PREFIX, f"p{digest}")
    width, high = (72 * one for one in figure.get_size_inches())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="100%" '
        f'viewBox="0 0 {width:.0f} {high:.0f}" font-family="{FONTS}" '
        f'stroke-linejoin="round" style="max-width:{width / 72 * 96:.0f}px;'
        f'min-width:{width:.0f}px;fill:{rewriter.variable(theme(False).text)}">'
        f"<title>{escape(title)}</title>{body}</svg>"
    )


def _written(picture: Picture, language: str, writer: Any) -> tuple[Any, bytes]:
    """Return the figure, and what matplotlib writes of it."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    settings: Any = {
        "svg.fonttype": "none",
        "svg.hashsalt": "fastmetrics",
        "image.composite_image": False,  # an element for each, in the order drawn
    }
    written = BytesIO()
    with matplotlib.rc_context(settings), warnings.catch_warnings():
        # Texts stay texts, and whoever opens the page may have the fonts: `writer_for`
        # has warned of glyphs that none here has.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure = draw_pictures([picture], language=language, writer=writer)
        figure.patch.set_visible(False)  # the page has a ground of its own
        FigureCanvasSVG(figure).print_svg(written, metadata={"Date": None})
    return figure, written.getvalue()


def _images(figure: Any) -> Iterator[Any]:
    """Yield the images of a figure in the order in which they are drawn."""
    for ax in figure.axes:
        yield from ax.images


class _Rewriter:
    """Writes the elements of matplotlib's SVG again."""

    # Before each name, until it is known what they all stand in.
    PREFIX = "\ue000"

    def __init__(self, figure: Any, tree: ElementTree.Element) -> None:
        colours = theme(False)
        self.names = {one: name for name, one in colours.named().items()}
        self.images = iter([image_of(image, colours) for image in _images(figure)])
        self.clips = {
            clip.get("id", ""): _edges(rectangle)
            for clip in tree.iter(f"{SVG}clipPath")
            for rectangle in clip
        }
        self.n_masks = 0

    def elements(self, one: ElementTree.Element) -> list[Element]:
        """Return what is kept of an element and of those inside."""
        kind = one.tag.removeprefix(SVG)
        made = getattr(self, f"_{kind}", None)
        return made(one) if made else []

    def _g(self, one: ElementTree.Element) -> list[Element]:
        inside = [made for part in one for made in self.elements(part)]
        if one.get("id", "").startswith("matplotlib.axis"):
            inside = axis_first(inside)
        clip = one.get("clip-path")
        if clip is None or not any(made.kind == "use" for made in inside):
            return inside
        return inside if self._holds_all(one, clip) else [self._clipped(clip, inside)]

    def _defs(self, one: ElementTree.Element) -> list[Element]:
        marks = [
            made
            for path in one
            if path.tag == f"{SVG}path"
            for made in self._path(path, path.get("id"))
        ]
        return [Element("defs", {}, written(marks))] if marks else []

    def _path(self, one: ElementTree.Element, name: str | None = None) -> list[Element]:
        outline = Outline.read(one.get("d", ""))
        style = self._style(one.get("style", ""))
        if style.get("stroke") is None and style.get("fill") == "none":
            return []
        attributes = self._attributes(style)
        if name is not None:
            attributes = {"id": self.PREFIX + name, **attributes}
            return [Element("path", attributes, outline=outline)]
        made = Element("path", attributes, outline=outline)
        clip = one.get("clip-path")
        if clip is None or outline.is_inside(self._clip(clip)):
            return [made]
        return [self._clipped(clip, [made])]

    def _use(self, one: ElementTree.Element) -> list[Element]:
        name = one.get(LINK, "").removeprefix("#")
        place = {key: _short(one.get(key, "0")) for key in ("x", "y")}
        style = self._attributes(self._style(one.get("style", "")))
        return [Element("use", {"href": f"#{self.PREFIX}{name}", **place, **style})]

    def _text(self, one: ElementTree.Element) -> list[Element]:
        style = self._style(one.get("style", ""))
        style.pop("font-family", None)
        if style.get("fill") == theme(False).text:
            del style["fill"]
        attributes = {}
        turned = one.get("transform", "")
        if "x" in one.keys():
            attributes = {key: _short(one.get(key, "0")) for key in ("x", "y")}
        if not turned.startswith("rotate(-0 "):
            attributes["transform"] = _shortened(turned)
        attributes |= self._attributes(style)
        if attributes.get("text-anchor") == "start":
            del attributes["text-anchor"]
        return [Element("text", attributes, escape("".join(one.itertext())))]

    def _image(self, one: ElementTree.Element) -> list[Element]:
        """Return the cells: their colour, as much of it as an image of one pixel each.

        So the colour is the page's, in light and in dark.
        """
        image = next(self.images)
        sharp = {"style": "image-rendering:pixelated"} if image.is_coarse else {}
        sides = ("x", "y", "width", "height")
        numbers = (f"{number:.1f}" for number in image.place)
        place = dict(zip(sides, numbers, strict=True))
        made = []
        for colour, source in image.layers:
            self.n_masks += 1
            name = f"{self.PREFIX}m{self.n_masks}"
            pixels = {"href": source, **place, "preserveAspectRatio": "none", **sharp}
            made.append(Element("mask", {"id": name}, tag("image", pixels)))
            fill = f"fill:{self.variable(colour)}"
            look = {"mask": f"url(#{name})", "style": fill}
            made.append(Element("rect", {**place, **look}))
        return made

    # -- colours and styles

    def variable(self, colour: str) -> str:
        """Return a colour as the page's variable, with the light one as default."""
        name = self.names.get(colour)
        return f"var(--{name},{colour})" if name else colour

    def _style(self, style: str) -> Attributes:
        pairs = (part.partition(":") for part in style.split(";") if part.strip())
        return {key.strip(): value.strip() for key, _, value in pairs}

    def _attributes(self, style: Attributes) -> Attributes:
        """Return a style as attributes; colours stay style, as variables must."""
        left_out = {"stroke-linejoin", "stroke-dashoffset"}
        colours, others = [], {}
        for key, value in style.items():
            if value.startswith("#"):
                colours.append(f"{key}:{self.variable(value)}")
            elif key == "stroke-linecap" and value == "square":
                continue
            elif key not in left_out:
                others[key] = _shortened(value).removesuffix("px")
        return {**others, **({"style": ";".join(colours)} if colours else {})}

    # -- what is cut off at the edge of a panel

    def _clip(self, reference: str) -> tuple[float, float, float, float]:
        return self.clips[reference.removeprefix("url(#").removesuffix(")")]

    def _clipped(self, reference: str, inside: list[Element]) -> Element:
        x0, y0, x1, y1 = self._clip(reference)
        # A nested picture shows nothing outside its own edges, and needs no name.
        box = f"{x0:.1f} {y0:.1f} {x1 - x0:.1f} {y1 - y0:.1f}"
        x, y, wide, high = box.split()
        place = {"x": x, "y": y, "width": wide, "height": high}
        return Element("svg", {**place, "viewBox": box}, written(inside))

    def _holds_all(self, one: ElementTree.Element, clip: str) -> bool:
        """Whether all markers of a group are well inside."""
        x0, y0, x1, y1 = self._clip(clip)
        uses = [*one.iter(f"{SVG}use")]
        return all(
            x0 <= float(use.get("x", "0")) <= x1
            and y0 <= float(use.get("y", "0")) <= y1
            for use in uses
        )


def _edges(rectangle: ElementTree.Element) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of a rectangle."""
    x, y, wide, high = (
        float(rectangle.get(key, "0")) for key in ("x", "y", "width", "height")
    )
    return x, y, x + wide, y + high


def _short(number: str) -> str:
    text = f"{float(number):.1f}"
    return text.removesuffix(".0")


def _shortened(text: str) -> str:
    """Round all numbers of a text."""
    return re.sub(r"-?\d+\.\d+", lambda found: f"{float(found[0]):.3g}", text)
