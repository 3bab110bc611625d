"""Pictures as data: panels, marks, and the shapes that they are drawn of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import NDArray


# ------------------------------------------------------------------------------- shapes
# What a picture is drawn of, whoever draws it: lines, areas, dots, cells and texts.
#
# Those on a panel's ground are placed by the numbers of its axes, all others in inches
# from the lower left corner of the figure.


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


# ------------------------------------------------------------------------------ picture
# Pictures as data: what is shown, whoever draws it.
#
# A section says what a picture holds, in these records; `drawing` alone knows
# matplotlib. Numbers are those of the axes, colours are places in a set of colours, and
# every word may be a `Message`, which is drawn in the language of the page.


Role = Literal["data", "reference", "guide"]


@dataclass(frozen=True)
class Scale:
    """An axis.

    Attributes
    ----------
    label : str
        What it measures.
    low, high : float or None
        Its ends; None: where the marks end.
    kind : {"linear", "log", "probit", "names"}
        How values are placed. "probit" is the normal quantile of a share. Of "names",
        the k-th stands at k, the first of them at the top or at the left.
    names : sequence of str
        Of kind "names".
    unit : {"", "share", "points", "count"}
        Shares are written in percent, their differences in points, which are percent
        without the sign, and counts without fractions.
    ticks : sequence of (float, str)
        Places with a name of their own, such as the middle of a cluster, in place of
        numbers; None: numbers.
    mirrored : bool
        Below zero are amounts too: numbers are written without their sign.
    longest : float
        Names are no wider, in inches; those beside few rows may have a second line.
    """

    label: str
    low: float | None = None
    high: float | None = None
    kind: Literal["linear", "log", "probit", "names"] = "linear"
    names: Sequence[str] = ()
    unit: Literal["", "share", "points", "count"] = ""
    ticks: Sequence[tuple[float, str]] | None = None
    mirrored: bool = False
    longest: float = 2.0


@dataclass(frozen=True, eq=False)
class Line:
    """A curve through points; `step`: y holds up to the next x, or from the last.

    ``series`` is the place of the model in the report, which sets colour and dashes,
    or None for what belongs to no model: a "reference" that models are held against,
    or a thin "guide". ``cased``: with a rim of the ground's colour, for what lies on
    cells.
    """

    x: NDArray[Any]
    y: NDArray[Any]
    series: int | None = None
    step: Literal["", "after", "before"] = ""
    role: Role = "data"
    cased: bool = False


@dataclass(frozen=True, eq=False)
class Band:
    """The ground between two curves over the same x."""

    x: NDArray[Any]
    low: NDArray[Any]
    high: NDArray[Any]
    series: int | None = None


@dataclass(frozen=True, eq=False)
class Points:
    """Single points; ``faint``: rows that other marks are looked at in front of."""

    x: NDArray[Any]
    y: NDArray[Any]
    series: int | None = None
    faint: bool = False


@dataclass(frozen=True, eq=False)
class Intervals:
    """Values with their bounds, along one axis, at places on the other one.

    Bounds are NaN where there are none. ``outer_low`` and ``outer_high`` are those of
    a second, wider interval, drawn thin: the simultaneous one beside the single.
    """

    at: NDArray[Any]
    value: NDArray[Any]
    low: NDArray[Any]
    high: NDArray[Any]
    series: Sequence[int | None] = ()
    along: Literal["x", "y"] = "x"
    outer_low: NDArray[Any] | None = None
    outer_high: NDArray[Any] | None = None


@dataclass(frozen=True, eq=False)
class Bars:
    """Bars between edges, from zero (or from `start`) to a value.

    ``edges`` has one more number than ``values``. Bars grow upward, or to the right
    where they are ``along`` x. ``joined``: they are drawn as one shape, as those of
    single rows are, whose ends are what is looked at.
    """

    edges: NDArray[Any]
    values: NDArray[Any]
    series: int | None = None
    along: Literal["x", "y"] = "y"
    start: NDArray[Any] | None = None
    joined: bool = False


@dataclass(frozen=True, eq=False)
class Cells:
    """A matrix of coloured cells: the first row at the top, the first column left.

    Attributes
    ----------
    values : ndarray of shape (rows, columns)
        What is coloured; NaN is left blank.
    texts : sequence of sequence of str, optional
        What is written into the cells, where it fits.
    colours : {"share", "difference"}
        One hue from 0 up, or two hues around 0.
    low, high : float
        The ends of the scale of colours.
    key : str
        What the colours measure; drawn beside the scale.
    apart : ndarray of bool, optional
        Cells with a scale of their own, such as the diagonal, drawn in grey.
    edges : tuple of float, optional
        Where the cells begin and end: (left, right, bottom, top) on scales of numbers.
        Without it a cell has its row and its column as place, on scales of names.
    steps : {"linear", "log"}
        How values are placed on the scale of colours; log for counts.
    unit : {"", "share", "count"}
        How the numbers beside the scale of colours are written.
    """

    values: NDArray[Any]
    texts: Sequence[Sequence[str]] | None = None
    colours: Literal["share", "difference"] = "share"
    low: float = 0.0
    high: float = 1.0
    key: str = ""
    apart: NDArray[Any] | None = None
    edges: tuple[float, float, float, float] | None = None
    steps: Literal["linear", "log"] = "linear"
    unit: Literal["", "share", "count"] = ""


@dataclass(frozen=True)
class Rule:
    """A straight line across the panel, at a value of one axis."""

    at: float
    axis: Literal["x", "y"] = "x"
    label: str = ""
    series: int | None = None


@dataclass(frozen=True)
class Note:
    """A few words beside a point, or beside one of the places ``or_at``.

    Words without room stand in the key, or nowhere where they are ``optional``.
    """

    x: float
    y: float
    text: str
    series: int | None = None
    or_at: Sequence[tuple[float, float]] = ()
    optional: bool = False


Mark = Line | Band | Points | Intervals | Bars | Cells | Rule | Note


@dataclass(frozen=True)
class Entry:
    """A line of a panel's key.

    ``value`` stands behind the name, such as "AUC 0.995 [0.986, 0.998]"; ``rank``
    sorts the key, the greatest first. ``series`` is None for a line of reference, and
    for a "guide" or a "band" if that is its ``role``. ``shade``: it is of cells so far
    from the ground, on a scale of differences.
    """

    name: str
    series: int | None = None
    value: str = ""
    rank: float = 0.0
    role: Literal["reference", "guide", "band"] = "reference"
    shade: float = 0.0


@dataclass(frozen=True)
class Panel:
    """One pair of axes and what is on it.

    ``square``: both axes have the same length, because they measure the same.
    ``leading`` are the series to be coloured where there are too many for that.
    ``weight`` and ``tall`` say how much wider and higher than usual it is; of a square
    one ``weight`` is for both.
    """

    title: str
    x: Scale
    y: Scale
    marks: Sequence[Mark]
    key: Sequence[Entry] = ()
    square: bool = False
    leading: Sequence[int] = ()
    weight: float = 1.0
    tall: float = 1.0


@dataclass(frozen=True, eq=False)
class Sketch:
    """Shapes without axes, which stand where whoever made them has laid them.

    Sizes and places are in points, from the upper left corner; ``across`` and ``down``
    say how large the whole is.
    """

    across: float
    down: float
    shapes: Sequence[Shape]


@dataclass(frozen=True)
class Picture:
    """Panels side by side that belong together, and what they show in a sentence.

    Attributes
    ----------
    name : str
        What ``plot(kind=...)`` takes.
    title : str
        A sentence that says the result; the alternative text too.
    panels : sequence of Panel or Sketch
    columns : int
        So many panels stand side by side.
    rows : sequence of int
        How many panels each row has instead, where they are not all alike.
    notes : sequence of str
        What a reader should know, below the picture: "the best 20 of 50 models".
    """

    name: str
    title: str
    panels: Sequence[Panel | Sketch]
    columns: int = 2
    notes: Sequence[str] = field(default=())
    rows: Sequence[int] = ()
