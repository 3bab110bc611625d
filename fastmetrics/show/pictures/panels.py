"""The layout of a panel: the sizes of its parts, and matrices of cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.show.pictures import (
    Cells,
    Entry,
    Image,
    Panel,
    Scale,
    Shape,
    Text,
    styles,
)
from fastmetrics.show.pictures.marks import Pen, extent, grey_series, key_of
from fastmetrics.show.pictures.placing import Box, Say, Words, words_inside
from fastmetrics.show.pictures.scales import MOST_NAMES, Axis, axis
from fastmetrics.show.pictures.styles import (
    STRONG,
    Theme,
    fitted,
    height,
    shortened,
    width_of,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray


# -------------------------------------------------------------------------------- cells
# Matrices of cells: their colours, and what is written into them.


# Sizes of letters in cells, the largest that fits.
LETTERS = (styles.CELL, 7.5, 7.0, styles.LEAST)


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


# ------------------------------------------------------------------------------- panels
# A panel's measure: how large its parts are before anything is drawn. In inches.


WIDTH, HEIGHT, SIDE = 4.1, 3.3, 3.6
# The side of a cell, and of all cells; a row of names without cells.
CELL, LARGEST_CELL, LEAST_SIDE, MOST_SIDE = 0.42, 0.75, 1.8, 5.6
ROW, ROW_OF_TWO = 0.27, 0.38
# Between texts of ticks beside each other.
BETWEEN = 0.14
# The scale of colours beside cells, and the handle of a key's entry.
BAR, HANDLE = 0.13, 0.34
# Between cells and the scale of their colours.
BESIDE = 0.12
ROW_OF_KEY = height("", styles.KEY) + 0.03
# The least room for a name that its value stands beside.
LEAST_NAME = 0.9


@dataclass(frozen=True)
class KeyRow:
    """A line of a key: its texts, and whose handle stands before them.

    ``entry`` is None for a second line of an entry, and for plain words.
    """

    name: str
    value: str = ""
    entry: Entry | None = None


@dataclass(frozen=True)
class Plan:
    """How large a panel's parts are, and what is written there.

    ``width`` and ``height`` are those of the ground on which data stand; ``left``,
    ``right``, ``above`` and ``below`` the room for texts around it, the key included.
    """

    panel: Panel
    said: Say
    x: Axis
    y: Axis
    width: float
    height: float
    left: float
    right: float
    title: str
    xlabel: str
    ylabel: str
    is_upright: bool
    ticks_below: float
    letters: float | None
    bar: Axis | None
    bar_apart: Axis | None
    grey: frozenset[int]
    rows: tuple[KeyRow, ...]
    rest: str
    values_at: float
    words: tuple[tuple[Words, Box], ...] = field(default=())

    @property
    def cells(self) -> Cells | None:
        """The matrix that is drawn, if one is."""
        return _cells(self.panel)

    @property
    def has_frame(self) -> bool:
        """Whether the axes have lines, and a grid where they have numbers."""
        return self.cells is None or self.cells.edges is not None

    @property
    def grid(self) -> str:
        """The axes from whose ticks lines go across the panel."""
        scales = {"x": self.panel.x, "y": self.panel.y}
        shown = [axis for axis, scale in scales.items() if scale.kind != "names"]
        return "".join(shown) if self.has_frame else ""

    @property
    def above(self) -> float:
        """The room for the title."""
        return height(self.title, styles.PANEL) + 0.08 if self.title else 0.08

    @property
    def key_below(self) -> float:
        """How far below the ground of the data the key begins."""
        label = height(self.xlabel, styles.AXIS) + 0.04 if self.xlabel else 0.0
        return self.ticks_below + label + 0.08

    @property
    def below(self) -> float:
        """The room for ticks, the name of the axis and the key."""
        lines = len(self.rows) + bool(self.rest)
        return self.key_below + lines * ROW_OF_KEY


def plan_panel(
    panel: Panel, said: Say, size: tuple[float, float] | None = None
) -> Plan:
    """Measure a panel; ``size`` is that of axes that are given."""
    cells = _cells(panel)
    width, high = size or _size(panel, cells, said)
    x, y, is_upright = _axes(panel, width, high, said)
    ylabel = fitted(said(panel.y.label), high, styles.AXIS, 2)
    left = _widest(y.texts) + styles.GAP
    left += height(ylabel, styles.AXIS) + 0.06 if ylabel else 0.0
    ticks_below = height("", styles.TICK) + styles.GAP / 2
    bar, bar_apart, right = _bars_of_colours(cells, high)
    if is_upright:
        ticks_below = _widest(x.texts) + styles.GAP
    elif x.texts:
        # Half of the first and of the last tick's text may stand out.
        left = max(left, width_of(x.texts[0], styles.TICK) / 2)
        right = max(right, width_of(x.texts[-1], styles.TICK) / 2)
    letters = None
    if cells is not None and cells.texts is not None:
        rows, columns = cells.values.shape
        letters = text_size(cells, width / columns, high / rows, said)
    key = key_of(panel)
    words, homeless = words_inside(panel, (x, y), (width, high), said)
    lines, values_at = _rows(key.entries, homeless, left + width + right, said)
    room = width + right
    return Plan(
        panel=panel,
        said=said,
        x=x,
        y=y,
        width=width,
        height=high,
        left=left,
        right=right,
        title=fitted(said(panel.title), room, styles.PANEL, 4),
        xlabel=fitted(said(panel.x.label), room, styles.AXIS, 2),
        ylabel=ylabel,
        is_upright=is_upright,
        ticks_below=ticks_below,
        letters=letters,
        bar=bar,
        bar_apart=bar_apart,
        grey=grey_series(panel),
        rows=lines,
        rest=fitted(said(key.rest), left + room, styles.KEY),
        values_at=values_at,
        words=words,
    )


def panel_shapes(plan: Plan, colours: Theme) -> Iterator[Shape]:
    """Yield what the marks of a panel are drawn as, in the numbers of its axes."""
    pen = Pen(plan.panel, colours, plan.x, plan.y, plan.grey)
    for mark in plan.panel.marks:
        if isinstance(mark, Cells):
            yield from cell_shapes(mark, colours, plan.letters, plan.said)
        else:
            yield from pen.shapes(mark)


def _cells(panel: Panel) -> Cells | None:
    return next((one for one in panel.marks if isinstance(one, Cells)), None)


def _axes(
    panel: Panel, width: float, high: float, said: Say
) -> tuple[Axis, Axis, bool]:
    """Return both axes, and whether names below the panel stand upright."""
    xs, ys = extent(panel.marks)
    x_names = [
        shortened(said(one), panel.x.longest, styles.TICK)
        for one in panel.x.names or [name for _, name in panel.x.ticks or ()]
    ]
    y_names = _beside(panel, said)
    line = height("", styles.TICK)

    def as_wide_as(text: str) -> float:
        return width_of(text, styles.TICK) + BETWEEN

    def close(text: str) -> float:
        return (1.15 + text.count("\n")) * line

    def far(_: str) -> float:
        return 2.6 * line

    is_upright = panel.x.kind == "names" and _need_turning(x_names, width)
    has_names = panel.y.kind == "names" or panel.y.ticks is not None
    x = axis(panel.x, xs, width, close if is_upright else as_wide_as, x_names)
    y = axis(panel.y, ys, high, close if has_names else far, y_names)
    return x, y, is_upright


def _beside(panel: Panel, said: Say) -> list[str]:
    """Return the names beside an axis: in two lines where rows have room for them."""
    scale = panel.y
    names = [
        said(one) for one in scale.names or [name for _, name in scale.ticks or ()]
    ]
    short = [shortened(one, scale.longest, styles.TICK) for one in names]
    if scale.kind != "names" or len(names) > MOST_NAMES or _cells(panel):
        return short
    made = []
    for name, cut in zip(names, short, strict=True):
        both = name if cut == name else fitted(name, scale.longest, styles.TICK, 2)
        made.append(both if both.replace("\n", "").endswith(name[-1:]) else cut)
    return made


def _widest(texts: tuple[str, ...]) -> float:
    return max((width_of(one, styles.TICK) for one in texts), default=0.0)


def _size(panel: Panel, cells: Cells | None, said: Say) -> tuple[float, float]:
    """Return width and height of the ground on which data stand."""
    if cells is not None and cells.edges is None:
        rows, columns = cells.values.shape
        texts = {one for row in cells.texts or () for one in row}
        widest = max((width_of(said(t), styles.CELL) for t in texts), default=0)
        side = min(max(CELL, widest + 0.1), LARGEST_CELL)
        if rows == columns:
            both = min(max(LEAST_SIDE, side * rows), MOST_SIDE)
            return both, both
        return (
            min(max(LEAST_SIDE, side * columns), MOST_SIDE),
            min(max(0.6, CELL * rows), MOST_SIDE),
        )
    if panel.square:
        return SIDE * panel.weight, SIDE * panel.weight
    width, high = WIDTH * panel.weight, HEIGHT * panel.tall
    if panel.y.kind == "names":
        n = len(panel.y.names)
        # Of more names not all have a tick: they are as high as a matrix of them.
        is_broken = any("\n" in one for one in _beside(panel, said))
        row = ROW_OF_TWO if is_broken else ROW
        high = max(0.9, row * n + 0.1) if n <= MOST_NAMES else MOST_SIDE
    if panel.x.kind == "names":
        width = min(max(width, ROW * len(panel.x.names)), 2 * WIDTH)
    return width, high


def _need_turning(names: list[str], width: float) -> bool:
    """Whether names below an axis have to stand upright."""
    step = width / max(len(names), 1)
    return any(width_of(one, styles.TICK) + BETWEEN > step for one in names)


def _bars_of_colours(
    cells: Cells | None, inches: float
) -> tuple[Axis | None, Axis | None, float]:
    """Return the axes of the scales of colours, and how much room these take."""
    # Of many cells nobody reads the numbers; those between edges say what they are.
    is_large = cells is not None and max(cells.values.shape) > MOST_NAMES
    if cells is None or not (cells.key or (is_large and cells.edges is None)):
        return None, None, 0.1
    unit, (low, high) = cells.unit, ends_shown(cells)
    line = height("", styles.TICK)
    scale = Scale("", low, high, cells.steps, unit=unit)
    part = inches if cells.apart is None else 0.6 * inches
    one = axis(scale, np.empty(0), part, lambda _: 2.2 * line)
    other = None
    if cells.apart is not None:
        low, high = range_apart(cells)
        grey = Scale("", low, high, unit=unit)
        other = axis(grey, np.empty(0), 0.3 * inches, lambda _: 2.2 * line)
    texts = (*one.texts, *(other.texts if other else ()))
    widest = max(width_of(text, styles.TICK) for text in texts)
    label = height("", styles.AXIS) + 0.08 if cells.key else 0.0
    return one, other, BESIDE + BAR + 0.06 + widest + label


def _rows(
    entries: tuple[Entry, ...], homeless: list[Words], room: float, said: Say
) -> tuple[tuple[KeyRow, ...], float]:
    """Return the lines of a key, and where its values begin, from the key's left."""
    room -= HANDLE
    texts = [(one, said(one.name), said(one.value)) for one in entries]
    widest = max((width_of(value, styles.KEY) for *_, value in texts), default=0.0)
    # Names without a value go on where the values of others are.
    wide = [width_of(name, styles.KEY) for _, name, value in texts if value]
    names = max(wide, default=0.0)
    gap = 0.14
    is_beside = room - widest - gap >= min(LEAST_NAME, names)
    most = room - widest - gap if is_beside and widest else room
    rows: list[KeyRow] = []
    for entry, name, value in texts:
        short = shortened(name, most if value else room, styles.KEY)
        fits = fitted(value, room, styles.KEY)
        if is_beside or not value:
            rows.append(KeyRow(short, fits, entry))
        else:
            rows += [KeyRow(short, "", entry), KeyRow("", fits)]
    for words in homeless:
        note = Entry(words.text, words.series)
        text = fitted(words.text.replace("\n", " "), room, styles.KEY)
        rows.append(KeyRow(text, "", note))
    return tuple(rows), HANDLE + (min(names, most) + gap if is_beside else 0.0)
