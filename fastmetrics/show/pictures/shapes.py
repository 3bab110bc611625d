"""What a picture is drawn of, whoever draws it: lines, areas, dots, cells and texts.

Those on a panel's ground are placed by the numbers of its axes, all others in inches
from the lower left corner of the figure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import NDArray


__all__ = ["Area", "Dots", "Image", "Shape", "Stroke", "Text"]


class Stroke(NamedTuple):
    """A line through points, broken where one is NaN; widths are in points.

    ``is_round``: its ends are.

    ``above``: what has more lies over what has less.
    """

    x: NDArray[Any]
    y: NDArray[Any]
    colour: str
    width: float = 1.0
    dashes: Any = "-"
    step: Literal["", "after", "before"] = ""
    above: float = 3.0
    opacity: float = 1.0
    is_round: bool = False


class Area(NamedTuple):
    """The inside of an outline, or of several (n, corners) that are drawn as one."""

    x: NDArray[Any]
    y: NDArray[Any]
    colour: str
    edge: str | None = None
    opacity: float = 1.0
    above: float = 2.0


class Dots(NamedTuple):
    """Markers of one kind, filled with a colour."""

    x: NDArray[Any]
    y: NDArray[Any]
    marker: str
    size: float
    colour: str
    edge: str | None = None
    above: float = 3.5


class Image(NamedTuple):
    """Cells, each between the ground and an end of a scale of colours.

    ``shades``: how far from the ground, up to 1; NaN is left blank. Of two ``ends`` the
    first is that of shades below 0. ``edges``: left, right, bottom and top.
    """

    shades: NDArray[Any]
    ends: tuple[str, ...]
    edges: tuple[float, float, float, float]
    above: float = 1.0


class Text(NamedTuple):
    """Lines of words; ``turned`` ones are read upward.

    ``side`` is what of them is at x, ``foot`` what is at y.
    """

    x: float
    y: float
    text: str
    size: float
    colour: str
    side: Literal["left", "center", "right"] = "left"
    foot: Literal["top", "center", "bottom", "baseline"] = "top"
    turned: bool = False
    above: float = 6.0


Shape = Stroke | Area | Dots | Image | Text
