"""Elements of SVG in few bytes: what is alike and stands together is said once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from fastmetrics.report.plots.paths import Outline

__all__ = ["Element", "axis_first", "tag", "written"]

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
