"""Pictures drawn with matplotlib: figures, fonts, panels and shapes on axes.

The only module that imports matplotlib. Only displays use pyplot: otherwise there is no
window, no global state and no choice of a backend.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.options import needs, warn
from fastmetrics.show.pictures import (
    Area,
    Dots,
    Image,
    Panel,
    Picture,
    Shape,
    Sketch,
    Stroke,
    Text,
    styles,
)
from fastmetrics.show.pictures.legends import (
    Placed,
    SketchPlan,
    colour_bars,
    handle,
    key_shapes,
    label_of_colours,
    sheets_of,
)
from fastmetrics.show.pictures.panels import Plan, panel_shapes, plan_panel
from fastmetrics.show.pictures.placing import said_in, texts_in
from fastmetrics.show.pictures.scales import placed as placed_texts
from fastmetrics.show.pictures.styles import LIGHT, Theme, fitted, height, theme

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Figure


def check_installed(asked_by: str) -> None:
    """Raise unless matplotlib is installed.

    Raises
    ------
    ImportError
        It names who asked.
    """
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise ImportError(needs(asked_by, "matplotlib", "plot")) from error


@cache
def figure_class() -> Any:
    """Return the class of figures that show themselves in a notebook, once."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    class PictureFigure(Figure):
        """A figure that no window and no global list of figures holds."""

        def _repr_png_(self) -> bytes:
            written = BytesIO()
            self.savefig(written, format="png", facecolor=self.get_facecolor())
            return written.getvalue()

        def savefig(self, *where: Any, **options: Any) -> None:
            """Write the figure; PDF and PostScript contain TrueType fonts."""
            with rc_context({"pdf.fonttype": 42, "ps.fonttype": 42}):
                super().savefig(*where, **options)

    return PictureFigure


def new_axes(ax: Any, display: object) -> Any:
    """Return axes to draw into; without any, those of a new figure of pyplot's.

    So displays are shown by whatever shows the figures of pyplot, as scikit-learn's.
    """
    if ax is not None:
        return ax
    check_installed(type(display).__name__)
    from matplotlib import pyplot

    return pyplot.subplots()[1]


def pages(figures: Iterable[Any]) -> bytes:
    """Return figures as a PDF, each on a page of its size."""
    from matplotlib.backends.backend_pdf import PdfPages

    written = BytesIO()
    with PdfPages(written) as pdf:
        for figure in figures:
            pdf.savefig(figure)
    return written.getvalue()


def colour_map(colours: list[str]) -> Any:
    """Return matplotlib's scale through colours at even distances."""
    from matplotlib.colors import LinearSegmentedColormap

    scale = LinearSegmentedColormap.from_list("", colours, N=256)
    return scale.with_extremes(bad=(0, 0, 0, 0))


def patch_of(x: Any, y: Any, **style: Any) -> Any:
    """Return several outlines (n, corners) as one patch."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    # The way back to the first corner is one of its own.
    corners = np.stack([np.column_stack([one, one[:, 0]]) for one in (x, y)], axis=-1)
    codes = [Path.MOVETO, *[Path.LINETO] * (x.shape[1] - 1), Path.CLOSEPOLY]
    return PathPatch(Path(corners.reshape(-1, 2), codes * len(x)), **style)


def line_between(x: Any, y: Any, **style: Any) -> Any:
    """Return a line that is in no axes yet."""
    from matplotlib.lines import Line2D

    return Line2D(x, y, **style)


class Fonts(NamedTuple):
    """Families in the order in which glyphs are looked for, and glyphs none has."""

    families: tuple[str, ...] = (styles.BASE,)
    lacking: frozenset[str] = frozenset()

    def drawable(self, text: str) -> str:
        """Return a text with a box for each glyph that no font has."""
        if not self.lacking:
            return text
        return "".join(styles.INSTEAD if one in self.lacking else one for one in text)

    def style(self, size: float, colour: str) -> dict[str, Any]:
        """Return how matplotlib is told to draw a text."""
        return {
            "fontsize": size,
            "fontfamily": list(self.families),
            "color": colour,
            "parse_math": False,  # names are data, not formulas
        }


def fonts_for(texts: Iterable[str]) -> Fonts:
    """Return the fonts of a figure with these texts.

    Warns
    -----
    UserWarning
        Once, if no installed font has some of the glyphs; it names a font that has.
    """
    needed = {one for text in texts for one in text if not one.isspace()}
    needed = {one for one in needed if ord(one) not in _glyphs(styles.BASE)}
    families = [styles.BASE]
    for family in _others() if needed else ():
        found = {one for one in needed if ord(one) in _glyphs(family)}
        if found:
            families.append(family)
            needed -= found
        if not needed:
            break
    if needed:
        ordered = sorted(needed)
        sample = " ".join(ordered[:8]) + (" …" if len(ordered) > 8 else "")
        fonts = ", ".join(sorted({_free_font(one) for one in ordered}))
        warn(
            f"no installed font has glyphs of the picture's texts ({sample}); they are "
            f"drawn as boxes. Fonts that have them: {fonts}"
        )
    return Fonts(tuple(families), frozenset(needed))


def _others() -> list[str]:
    """Return the installed families that are tried after the base."""
    from matplotlib.font_manager import fontManager

    installed = {entry.name for entry in fontManager.ttflist}
    known = [family for family in styles.FAMILIES if family in installed]
    more = sorted(name for name in installed if name.startswith(styles.BEGINNINGS))
    return [*known, *(name for name in more if name not in known)]


@cache
def _glyphs(family: str) -> frozenset[int]:
    from matplotlib.font_manager import FontProperties, findfont, get_font

    path = findfont(FontProperties(family=[family]), fallback_to_default=False)
    return frozenset(get_font(path).get_charmap())


def _free_font(character: str) -> str:
    script = unicodedata.name(character, "").split(" ")[0]
    if script in styles.FREE_FONTS:
        return styles.FREE_FONTS[script]
    if unicodedata.category(character) == "So":
        return "Noto Emoji"
    is_letter = unicodedata.category(character)[0] in "LM"
    return f"Noto Sans {script.title()}" if is_letter else "Noto Sans"


STEPS = {"": "default", "after": "steps-post", "before": "steps-pre"}


def draw_panel(ax: Any, plan: Plan, colours: Theme, fonts: Fonts) -> None:
    """Draw a panel, but for what stands outside its axes' own texts."""
    panel = plan.panel
    ax.set_facecolor("none")
    _set_scales(ax, panel)
    for shape in panel_shapes(plan, colours):
        draw_shape(ax, shape, colours, fonts)
    _draw_axes(ax, plan, colours, fonts)
    for words, box in plan.words:
        ax.text(
            (box.x0 + box.x1) / 2 / plan.width,
            (box.y0 + box.y1) / 2 / plan.height,
            fonts.drawable(words.text),
            transform=ax.transAxes,
            ha="center",
            va="center",
            zorder=6,
            linespacing=styles.LINE,
            **fonts.style(styles.NOTE, colours.text),
        )


def line_style(shape: Stroke | Dots) -> dict[str, Any]:
    """Return how matplotlib is told to draw a line, or markers."""
    if isinstance(shape, Stroke):
        return {
            "color": shape.colour,
            "linestyle": shape.dashes,
            "linewidth": shape.width,
            "drawstyle": STEPS[shape.step],
            "solid_capstyle": "round" if shape.is_round else "butt",
            "alpha": shape.opacity,
            "zorder": shape.above,
        }
    return {
        "color": shape.colour,
        "linestyle": "none",
        "marker": shape.marker,
        "markersize": shape.size,
        "markeredgecolor": shape.edge or shape.colour,
        "markeredgewidth": 1.0 if shape.edge else 0.0,
        "zorder": shape.above,
    }


def text_style(shape: Any, fonts: Fonts) -> dict[str, Any]:
    """Return how matplotlib is told to write words."""
    is_middle = shape.foot == "center" and "\n" not in shape.text
    return {
        "ha": shape.side,
        "va": "center_baseline" if is_middle else shape.foot,
        "linespacing": styles.LINE,
        "zorder": shape.above,
        **({"rotation": 90, "rotation_mode": "anchor"} if shape.turned else {}),
        **fonts.style(shape.size, shape.colour),
    }


def draw_shape(ax: Any, shape: Shape, colours: Theme, fonts: Fonts) -> None:
    """Draw a shape in the numbers of the axes."""
    if isinstance(shape, Stroke | Dots):
        [line] = ax.plot(shape.x, shape.y, **line_style(shape))
        # Curves come thinned to what can be seen; they are drawn as they come.
        line.get_path().should_simplify = False
    elif isinstance(shape, Area):
        alpha = shape.opacity if shape.opacity < 1 else None
        style: dict[str, Any] = {"alpha": alpha, "zorder": shape.above}
        if shape.x.ndim == 1:
            ax.fill(shape.x, shape.y, color=shape.colour, linewidth=0, **style)
            return
        style |= {"facecolor": shape.colour, "edgecolor": shape.edge}
        ax.add_patch(patch_of(shape.x, shape.y, linewidth=0.6, **style))
    elif isinstance(shape, Image):
        two_ways = len(shape.ends) == 2
        ends = [shape.ends[0], colours.ground] if two_ways else [colours.ground]
        ax.imshow(
            np.ma.masked_invalid(shape.shades),
            cmap=colour_map([*ends, shape.ends[-1]]),
            vmin=-1 if two_ways else 0,
            vmax=1,
            extent=shape.edges,
            origin="upper",
            aspect="auto",
            zorder=shape.above,
        )
    else:
        text = fonts.drawable(shape.text)
        ax.text(shape.x, shape.y, text, **text_style(shape, fonts))


def _set_scales(ax: Any, panel: Panel) -> None:
    for scale, setter in ((panel.x, ax.set_xscale), (panel.y, ax.set_yscale)):
        if scale.kind == "log":
            setter("log")
        elif scale.kind == "probit":
            from scipy.special import ndtr

            setter("function", functions=(_normal_quantile, ndtr))


def _normal_quantile(shares: Any) -> Any:
    """Return normal quantiles; finite, for the ends that matplotlib tries out."""
    return placed_texts("probit", np.clip(shares, 1e-12, 1 - 1e-12))


def _draw_axes(ax: Any, plan: Plan, colours: Theme, fonts: Fonts) -> None:
    """Draw ends, ticks and names of both axes, and the title."""
    panel = plan.panel
    ax.set_xlim(plan.x.low, plan.x.high)
    low, high = plan.y.low, plan.y.high
    ax.set_ylim((high, low) if panel.y.kind == "names" else (low, high))
    style = fonts.style(styles.TICK, colours.muted)
    turned = (
        {"rotation": 90, "ha": "right", "va": "center", "rotation_mode": "anchor"}
        if plan.is_upright
        else {}
    )
    for which, drawn, more in ((ax.xaxis, plan.x, turned), (ax.yaxis, plan.y, {})):
        texts = [fonts.drawable(one) for one in drawn.texts]
        which.set_ticks(list(drawn.ticks), texts, **style, **more)
    ax.minorticks_off()
    ax.tick_params(length=0, pad=72 * styles.GAP / 2)
    ax.set_axisbelow(True)
    for which, axis in ((ax.xaxis, "x"), (ax.yaxis, "y")):
        if axis in plan.grid:
            which.grid(color=colours.grid, linewidth=styles.RULE)
    for side, spine in ax.spines.items():
        spine.set_visible(plan.has_frame and side in ("left", "bottom"))
        spine.set_color(colours.muted)
        spine.set_linewidth(styles.RULE)
    font = fonts.style(styles.AXIS, colours.text)
    if plan.xlabel:
        ax.set_xlabel(fonts.drawable(plan.xlabel), va="top", **font)
        ax.xaxis.set_label_coords(0.5, -(plan.ticks_below + 0.04) / plan.height)
    if plan.ylabel:
        ylabel = fonts.drawable(plan.ylabel)
        ax.set_ylabel(ylabel, va="bottom", rotation_mode="anchor", **font)
        off = plan.left - height(plan.ylabel, styles.AXIS)
        ax.yaxis.set_label_coords(-off / plan.width, 0.5)
    if plan.title:
        ax.set_title(
            fonts.drawable(plan.title),
            x=0,
            y=1 + 0.08 / plan.height,
            pad=0,
            ha="left",
            va="bottom",
            **fonts.style(styles.PANEL, colours.text),
        )


Bounds = tuple[float, float, float, float]


def draw(
    picture: Picture, *, dark: bool = False, ax: Any = None, language: str = "en"
) -> Any:
    """Draw a picture, or its one panel into axes that are given.

    Parameters
    ----------
    picture : Picture
        What is drawn.
    dark : bool, default=False
        On dark ground.
    ax : matplotlib Axes, optional
        Where the picture's only panel goes; its figure is laid out by whoever made it.
        The key stands below the axes, and the scale of a matrix's colours beside them.
    language : {"en", "zh"}, default="en"
        The language of the texts.

    Returns
    -------
    matplotlib.figure.Figure
        The figure, without pyplot: it shows itself in a notebook.

    Raises
    ------
    ValueError
        If ``ax`` is given and the picture has several panels.

    Warns
    -----
    UserWarning
        If no installed font has some glyph of the texts.
    """
    if ax is None:
        return draw_pictures([picture], dark=dark, language=language)
    if len(picture.panels) != 1:
        raise ValueError(
            f"picture {picture.name!r} has {len(picture.panels)} panels; with ax= it "
            "must have one"
        )
    said = said_in(language)
    fonts = fonts_for(map(said, texts_in(picture)))
    [panel] = picture.panels
    box = ax.get_window_extent()
    dpi = ax.figure.dpi
    colours = theme(dark)
    if isinstance(panel, Sketch):
        _draw_whole_sketch(ax, panel, said(picture.title), fonts)
        return ax.figure
    plan = plan_panel(panel, said, (box.width / dpi, box.height / dpi))
    draw_panel(ax, plan, colours, fonts)
    if panel.square:
        ax.set_box_aspect(1)
    _draw_colours(ax, ax.inset_axes, plan, colours, fonts)
    _draw_legend(ax, plan, colours, fonts)
    return ax.figure


def draw_pictures(
    pictures: Sequence[Picture],
    *,
    dark: bool = False,
    language: str = "en",
    width: float | None = None,
) -> Any:
    """Draw pictures one below the other into one figure; see `draw`.

    ``width``: the width of the figure in inches, by default as wide as needed.
    """
    said, colours = said_in(language), theme(dark)
    fonts = fonts_for(said(text) for one in pictures for text in texts_in(one))
    sheets, width, top = sheets_of(pictures, said, width)
    figure = figure_class()(
        figsize=(width, top), facecolor=colours.ground, edgecolor="none"
    )
    for sheet in sheets:
        for text in sheet.texts(top, colours):
            _add(figure, text, fonts)
        for placed in sheet.panels(top):
            _draw_placed(figure, placed, colours, fonts)
        top -= sheet.height
    return figure


# Inches of the width of a page and of one of its columns.
PAGE, COLUMN = 6.7, 3.3


def figure_of(
    pictures: Sequence[Picture],
    asked_by: str,
    *,
    language: str = "en",
    style: str = "screen",
    width: float | None = None,
) -> Any:
    """Return a figure of pictures one below the other, see `Result.plot`.

    Raises
    ------
    ValueError
        If there is no such style, or the width is less than that of a column.
    ImportError
        If matplotlib is not installed; it names who asked.
    """
    check_installed(asked_by)
    if style not in ("screen", "paper"):
        raise ValueError(f"style must be 'screen' or 'paper'; got {style!r}")
    if width is not None and not width >= COLUMN:
        raise ValueError(f"width must be at least {COLUMN} inches; got {width!r}")
    if style == "paper":
        pictures = [replace(one, title="") for one in pictures]
        width = PAGE if width is None else width
    return draw_pictures(pictures, language=language, width=width)


def _add(figure: Any, shape: Stroke | Dots | Text, fonts: Fonts) -> None:
    """Draw a shape that stands in no axes."""
    where = {"transform": figure.dpi_scale_trans}
    if isinstance(shape, Text):
        text = fonts.drawable(shape.text)
        figure.text(shape.x, shape.y, text, **text_style(shape, fonts), **where)
    else:
        figure.add_artist(line_between(shape.x, shape.y, **line_style(shape), **where))


def _draw_placed(figure: Any, placed: Placed, colours: Theme, fonts: Fonts) -> None:
    """Draw a panel, its scale of colours and its key."""
    plan, left, bottom = placed
    width, high = figure.get_size_inches()
    ax = figure.add_axes(
        (left / width, bottom / high, plan.width / width, plan.height / high)
    )
    if isinstance(plan, SketchPlan):
        sketch = plan.sketch
        _draw_sketch(ax, sketch.shapes, sketch.across, sketch.down, fonts)
        return
    draw_panel(ax, plan, colours, fonts)
    x0, y0, wide, tall = ax.get_position().bounds

    def add(bounds: Bounds) -> Any:
        left, bottom, *size = bounds
        place = x0 + left * wide, y0 + bottom * tall, size[0] * wide, size[1] * tall
        return figure.add_axes(place)

    _draw_colours(ax, add, plan, colours, fonts)
    corner = left - plan.left, bottom - plan.key_below
    for shape in key_shapes(plan, *corner, colours):
        _add(figure, shape, fonts)


def _draw_sketch(
    ax: Any,
    shapes: Iterable[Shape],
    across: float,
    down: float,
    fonts: Fonts,
    above: float = 0.0,
) -> None:
    """Draw shapes that have their places already; letters as large as they fit."""
    ax.set(xlim=(0, across), ylim=(down, -above))
    ax.set_aspect("equal")
    ax.axis("off")
    box, points = ax.get_window_extent(), 72 / ax.figure.dpi
    scale = min(box.width * points / across, box.height * points / (down + above))
    for shape in shapes:
        if isinstance(shape, Stroke):
            shape = shape._replace(width=shape.width * scale)
        elif isinstance(shape, Dots | Text):
            shape = shape._replace(size=shape.size * scale)
        draw_shape(ax, shape, LIGHT, fonts)


def _draw_whole_sketch(ax: Any, sketch: Sketch, title: str, fonts: Fonts) -> None:
    """Draw a sketch into axes that are given, with its title above."""
    words = fitted(title, sketch.across / 72, styles.NOTE, 9)
    high = 72 * height(words, styles.NOTE)
    caption = Text(0, -high, words, styles.NOTE, LIGHT.muted)
    _draw_sketch(ax, [caption, *sketch.shapes], sketch.across, sketch.down, fonts, high)


def _draw_colours(
    ax: Any, add: Callable[[Bounds], Any], plan: Plan, colours: Theme, fonts: Fonts
) -> None:
    """Draw what says which colours of cells stand for which numbers, if any do.

    ``add`` makes axes with such bounds (left, bottom, width, height), in parts of the
    ground of the cells.
    """
    for one in colour_bars(plan, colours):
        bar = add(one.bounds)
        draw_shape(bar, one.image, colours, fonts)
        bar.set_xticks([])
        texts = [fonts.drawable(text) for text in one.texts]
        bar.yaxis.tick_right()
        bar.set_yticks(
            list(one.places), texts, **fonts.style(styles.TICK, colours.muted)
        )
        bar.set(xlim=(0, 1), ylim=(0, 1))
        bar.tick_params(length=0, pad=72 * 0.04)
        for spine in bar.spines.values():
            spine.set_visible(False)
    if plan.bar is not None and plan.cells is not None and plan.cells.key:
        place = 1 + plan.right / plan.width, 0.5
        label = label_of_colours(plan, plan.cells, *place, colours)
        style = text_style(label, fonts)
        text = fonts.drawable(label.text)
        ax.text(*place, text, transform=ax.transAxes, **style)


def _draw_legend(ax: Any, plan: Plan, colours: Theme, fonts: Fonts) -> None:
    """Add a key below axes that are given."""
    rows = [row for row in plan.rows if row.entry is not None]
    if not rows:
        return
    made, texts = [], []
    for row in rows:
        assert row.entry is not None
        shape = handle(plan, row.entry, colours, 0, 0)
        made.append(line_between(shape.x, shape.y, **line_style(shape)))
        text = "  ".join(part for part in (row.name, row.value) if part)
        texts.append(fonts.drawable(text))
    anchor = (0, -plan.key_below / plan.height)
    legend = ax.legend(
        made, texts, loc="upper left", bbox_to_anchor=anchor, frameon=False
    )
    for text in legend.get_texts():
        text.set(**fonts.style(styles.KEY, colours.text))
