"""What is on a drawn figure: its texts with their boxes, and planted descriptions."""

from typing import Any, NamedTuple
from xml.etree import ElementTree

import numpy as np

from fastmetrics.show.pictures import (
    Band,
    Bars,
    Cells,
    Entry,
    Intervals,
    Line,
    Note,
    Panel,
    Picture,
    Points,
    Rule,
    Scale,
)
from fastmetrics.show.pictures.styles import width_of

SVG = "{http://www.w3.org/2000/svg}"
TITLE = (
    "On ROC AUC logistic_regression is ahead of random_forest by 0.0038 (95 % interval "
    "−0.0011 to 0.0087): the difference is not significant on 569 rows"
)


class Drawn(NamedTuple):
    """A text that got into a figure, its box in pixels and its size in points."""

    text: str
    box: Any
    size: float


def renderer_of(figure):
    """Return what a figure was drawn by; lay it out if it has changed since."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    if not isinstance(figure.canvas, FigureCanvasAgg):
        FigureCanvasAgg(figure)
    renderer = figure.canvas.get_renderer()
    if figure.stale:
        figure.draw_without_rendering()  # pixels take most of the time
    return renderer


def texts_of(figure):
    """Return all texts that get into a figure when it is drawn."""
    from matplotlib.text import Text

    renderer = renderer_of(figure)
    found = []
    for text in figure.findobj(Text):
        if text.get_visible() and text.get_text().strip():
            box = text.get_window_extent(renderer)
            found.append(Drawn(text.get_text(), box, text.get_fontsize()))
    return found


def faults(figure, least=1):
    """Return what is wrong with texts: few, small, outside, or over each other."""
    found = texts_of(figure)
    made = [] if len(found) >= least else [f"there are {len(found)} texts"]
    width, high = figure.bbox.size
    for text, box, size in found:
        if size < 6.5:
            made.append(f"{text!r} has {size} pt")
        if box.x0 < -1 or box.y0 < -1 or box.x1 > width + 1 or box.y1 > high + 1:
            made.append(f"{text!r} is outside: {box}")
    # Boxes hold room for accents and descenders, which may touch.
    for i, j in meeting([box.extents for _, box, _ in found], 1):
        made.append(f"{found[i].text!r} is over {found[j].text!r}")
    return made


def meeting(boxes, margin):
    """Return pairs of boxes that share more than a margin both ways."""
    low, high = np.split(np.reshape(boxes, (-1, 4)), 2, axis=1)
    shared = np.minimum(high[:, None], high) - np.maximum(low[:, None], low)
    return np.argwhere(np.triu((shared > margin).all(axis=2), 1))


def faults_of_svg(source):
    """Return what is wrong with the texts of an SVG element, as `faults` does."""
    root = ElementTree.fromstring(source)
    *_, wide, high = map(float, root.get("viewBox").split())
    found, made = [], []
    for group in root.iter():
        for one in group.findall(f"{SVG}text"):
            look = {**group.attrib, **one.attrib}
            size = float(look["font-size"])
            x, y = float(look["x"]), float(look["y"])
            length = 72 * width_of(one.text or "", size)
            anchor = look.get("text-anchor", "start")
            left = {"start": 0, "middle": length / 2, "end": length}[anchor]
            box = (x - left, y - 0.76 * size, x - left + length, y + 0.24 * size)
            if "transform" in one.attrib:  # read upward
                start = y + left
                box = (x - 0.76 * size, start - length, x + 0.24 * size, start)
            found.append((one.text, box))
            if size < 6.5:
                made.append(f"{one.text!r} has {size:g} pt")
            if min(box) < -0.5 or box[2] > wide + 0.5 or box[3] > high + 0.5:
                made.append(f"{one.text!r} is outside: {box}")
    for i, j in meeting([box for _, box in found], 0.5):
        made.append(f"{found[i][0]!r} is over {found[j][0]!r}")
    return made


def names(n, template="model_{}"):
    return [template.format(k) for k in range(n)]


def curves(models, **options):
    """A panel with a curve a model, of everything that such panels have."""
    x = np.linspace(0, 1, 60)
    marks = [Line(x, x ** (1 / (2 + k)), k) for k in range(len(models))]
    low, high = np.maximum(marks[0].y - 0.05, 0), np.minimum(marks[0].y + 0.05, 1)
    marks += [
        Line(np.array([0.0, 1.0]), np.array([0.0, 1.0]), role="reference"),
        Band(x, low, high, 0),
        Points(np.array([0.2]), np.array([0.5]), 0),
        Note(0.2, 0.5, "threshold 0.5", 0),
        Rule(0.4, "x", "most errors allowed"),
        Rule(0.9, "y", "asked"),
    ]
    key = [
        Entry(name, k, f"AUC 0.9{k:02} [0.893, 0.998]", k)
        for k, name in enumerate(models)
    ]
    scale = Scale("False positive rate", 0, 1, unit="share")
    other = Scale("True positive rate (recall)", 0, 1, unit="share")
    key.append(Entry("chance"))
    return Panel("ROC curves", scale, other, marks, key, **{"square": True, **options})


def forest(models):
    """A panel with an interval a model, the last without bounds."""
    n = len(models)
    value = np.linspace(0.7, 0.9, n)
    low, high = value - 0.03, value + 0.02
    low[-1] = high[-1] = np.nan
    marks = [
        Rule(0.5, "x", "chance"),
        Intervals(
            np.arange(n), value, low, high, range(n), "x", low - 0.02, high + 0.02
        ),
    ]
    y = Scale("", kind="names", names=models)
    return Panel("ROC AUC", Scale("", None, 1.0), y, marks)


def bars(models, n=12):
    """A panel with bars for each model."""
    edges = np.linspace(0, 1, n + 1)
    heights = np.arange(1.0, n + 1)
    marks = [
        Bars(edges, 100 * heights * (-1) ** k, k, start=np.zeros(n))
        for k in range(len(models))
    ]
    key = [Entry(name, k) for k, name in enumerate(models)]
    y = Scale("rows", unit="count")
    return Panel("Scores", Scale("score", 0, 1), y, marks, key)


def matrix(classes, *, texts=True, apart=False, colours="share", key="share"):
    """A panel with a matrix of shares of the true class."""
    n = len(classes)
    values = np.random.default_rng(n).dirichlet(np.full(n, 0.3), n) * 0.4
    values += 0.6 * np.eye(n)
    if colours == "difference":
        values -= values.T
    cells = Cells(
        values,
        [[f"{1000 * one:,.0f}" for one in row] for row in values] if texts else None,
        colours,
        -0.4 if colours == "difference" else 0.0,
        0.4 if apart else 1.0,
        key,
        np.eye(n, dtype=bool) if apart else None,
        unit="share",
    )
    x, y = (Scale(what, kind="names", names=classes) for what in ("Predicted", "True"))
    return Panel(f"{n} classes", x, y, [cells])


def det(models):
    """A panel whose axes are normal quantiles; its curves reach 0 and 1."""
    x = np.linspace(0, 1, 50)
    marks = [Line(x, (1 - x) ** (3 + k), k) for k in range(len(models))]
    key = [Entry(name, k) for k, name in enumerate(models)]
    scales = (
        Scale(what, 0.001, 0.6, "probit", unit="share")
        for what in ("False positive rate", "False negative rate")
    )
    return Panel("DET", *scales, marks, key, square=True)


def logarithmic(models):
    """A panel with a logarithmic scale each way."""
    x = np.logspace(-4, 0, 50)
    marks = [Line(x, 1e6 * x**2, k, step="after") for k in range(len(models))]
    x_scale = Scale("rate", kind="log", unit="share")
    return Panel("Rates", x_scale, Scale("n", kind="log", unit="count"), marks)


def pictured(*panels, **options):
    return Picture("planted", TITLE, panels, **options)


def hidden(figure):
    """Return what words inside panels lie on: curves, rules, bars, points.

    Bands may be below words, and cells have words of their own.
    """
    renderer = renderer_of(figure)
    made = []
    for ax in figure.axes:
        if ax.images:
            continue
        for text in ax.texts:
            # The box holds room for accents and descenders, which may touch.
            box = text.get_window_extent(renderer).padded(-1)
            over = [one for one in ax.lines if _is_over(one, box, filled=False)]
            over += [
                one
                for one in ax.patches
                if one.get_alpha() is None and _is_over(one, box, filled=True)
            ]
            made += [f"{text.get_text()!r} is over {one}" for one in over]
    return made


def _is_over(mark, box, *, filled):
    """Whether the outline of a mark, or what is inside, meets a box in pixels."""
    path = mark.get_transform().transform_path(mark.get_path())
    if filled:
        return path.intersects_bbox(box, filled=True)
    points = path.vertices[np.isfinite(path.vertices).all(axis=1)]
    if mark.get_linestyle() == "None":
        inside = (points > box.min).all(axis=1) & (points < box.max).all(axis=1)
        return inside.any()
    return path.intersects_bbox(box, filled=False)
