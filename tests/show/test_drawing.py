"""What is drawn is what was described, and no text is over another or outside."""

import warnings
from dataclasses import replace

import numpy as np
import pytest
from helpers.drawn import (
    TITLE,
    bars,
    curves,
    det,
    faults,
    forest,
    logarithmic,
    matrix,
    names,
    pictured,
    texts_of,
)

from fastmetrics.show.pictures import Entry, Line, Note, Panel, Picture, Scale
from fastmetrics.show.pictures.marks import grey_series, key_of

matplotlib = pytest.importorskip("matplotlib")
from fastmetrics.show.pictures.drawing import draw, draw_pictures  # noqa: E402
from fastmetrics.show.pictures.scales import number  # noqa: E402

LONG = "a model whose name says all that is known of it, and then goes on to say more "
HOSTILE = [
    r"$\frac{a}{b}$",
    "$x",
    "_hidden",
    "a\nb",
    "\x1b[31mred\x00",
    "<script>alert(1)</script>",
    LONG * 3,
    "gradient_boosting_" * 9,
    "",
]


@pytest.fixture(autouse=True)
def no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.mark.long
def test_texts_of_many_series():
    for n in (1, 50):
        for kinds in ([curves, forest], [bars, det], [logarithmic]):
            panels = (panel(names(n)) for panel in kinds)
            figure = draw(pictured(*panels, notes=["a note"]))
            assert faults(figure, least=7) == [], (n, kinds)


@pytest.mark.long
def test_texts_of_many_classes():
    for n, apart in ((2, False), (30, True), (31, False), (1000, True)):
        panel = matrix(names(n, "class {}"), texts=n <= 60, apart=apart)
        assert faults(draw(pictured(panel))) == [], n


@pytest.mark.long
def test_hostile_names():
    for panel in (curves, forest, bars, matrix):
        figure = draw(pictured(panel(HOSTILE), panel(HOSTILE[:2])))
        assert faults(figure) == [], panel
        texts = {one.text for one in texts_of(figure)}
        assert HOSTILE[0] in texts  # as it is, not as a fraction
        assert "a\nb" not in texts
        assert "a\\nb" in texts


def test_a_test_of_texts_can_fail():
    figure = draw(pictured(curves(names(2))))
    figure.text(0, 0, "x" * 300, fontsize=6)
    figure.text(*figure.axes[0].get_position().p0, "over ticks", ha="right")
    found = faults(figure)
    for what in ("has 6", "is outside", "is over"):
        assert any(what in one for one in found)


def test_dark_ground():
    figure = draw(pictured(curves(names(9)), matrix(names(3))), dark=True)
    assert faults(figure) == []
    assert matplotlib.colors.to_hex(figure.get_facecolor()) == "#16181d"


# -- marks, limits, ticks and texts are those of the description


def test_curves_are_as_described():
    panel = curves(names(3))
    [ax] = draw(pictured(panel)).axes
    for line, mark in zip(ax.lines[:4], panel.marks[:4], strict=True):
        assert np.array_equal(line.get_xdata(), mark.x)
        assert np.array_equal(line.get_ydata(), mark.y)
        assert not line.get_path().should_simplify
    colours = [line.get_color() for line in ax.lines[:3]]
    dashes = {str(line.get_linestyle()) for line in ax.lines[:3]}
    assert len({*colours}) == 3
    assert len(dashes) >= 2
    for low, high in (ax.get_xlim(), ax.get_ylim()):
        # The ends that the scale names, with a margin so that lines on them are whole.
        assert (low, high) == pytest.approx((-0.012, 1.012))
    texts = [one.get_text() for one in ax.get_xticklabels()]
    assert texts == ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]
    assert list(ax.get_xticks()) == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1])
    [band] = ax.patches
    assert band.get_xy()[:60, 1] == pytest.approx(panel.marks[4].low)
    assert ax.get_title() == panel.title
    assert ax.get_xlabel() == panel.x.label
    assert ax.get_ylabel() == panel.y.label
    drawn = " ".join(one.text for one in texts_of(ax.figure)).split()
    said = f"{TITLE} {panel.title} {panel.x.label} {panel.y.label} threshold 0.5"
    said += " most errors allowed asked chance"
    assert {*said.split()} <= {*drawn}
    for entry in panel.key:
        assert {*entry.name.split(), *entry.value.split()} <= {*drawn}


def test_boxes_are_square_where_both_axes_measure_the_same():
    figure = draw(pictured(curves(names(2)), curves(names(12), square=False)))
    square, other = (ax.get_window_extent() for ax in figure.axes)
    assert square.width == pytest.approx(square.height)
    assert other.width > 1.1 * other.height


def test_steps():
    corners = {"": [0.5, 1.0], "after": [0.5, 0.0], "before": [0.0, 1.0]}
    for step, corner in corners.items():
        line = Line(np.array([0.0, 0.5, 1.0]), np.array([0.0, 1.0, 0.5]), 0, step)
        [ax] = draw(pictured(Panel("", Scale("x"), Scale("y"), [line]))).axes
        path = ax.lines[0].get_path().vertices.tolist()
        assert corner in path, step
        assert len(path) == (3 if not step else 5)


def test_intervals_are_as_described():
    panel = forest(names(3))
    [ax] = draw(pictured(panel)).axes
    assert [one.get_text() for one in ax.get_yticklabels()] == names(3)
    assert ax.get_ylim() == (2.5, -0.5)  # the first at the top
    mark = panel.marks[1]
    lines = [line for line in ax.lines if len(line.get_xdata()) > 1]
    # Of each series the ends of an interval, and a gap where the next would begin.
    drawn = [tuple(line.get_xdata()[:2]) for line in lines]
    for k in (0, 1):
        assert (mark.low[k], mark.high[k]) in drawn
        assert (mark.outer_low[k], mark.outer_high[k]) in drawn
    points = [line for line in ax.lines if len(line.get_xdata()) == 1]
    assert [line.get_xdata()[0] for line in points] == list(mark.value)
    # The last has no bounds: it is hollow.
    hollow = [line.get_markerfacecolor() == "#ffffff" for line in points]
    assert hollow == [False, False, True]


def test_values_that_are_not_known_are_left_out():
    panel = forest(names(2))
    nan = np.full(2, np.nan)
    mark = replace(panel.marks[1], value=nan, low=nan, high=nan)
    figure = draw(pictured(replace(panel, marks=[mark]), matrix(names(2))))
    assert faults(figure) == []


def test_bars_are_as_described():
    [ax] = draw(pictured(bars(["one"], 3))).axes
    [all_bars] = ax.patches
    corners = all_bars.get_path().vertices.reshape(3, 5, 2)
    found = [(*bar.min(axis=0), *np.ptp(bar, axis=0)) for bar in corners]
    assert np.array(found) == pytest.approx(
        np.array([(0, 0, 1 / 3, 100), (1 / 3, 0, 1 / 3, 200), (2 / 3, 0, 1 / 3, 300)])
    )
    [ax] = draw(pictured(bars(["one"], 5000))).axes
    [outline] = ax.patches  # one outline for all, of as many corners as are seen
    assert len(outline.get_xy()) < 100
    width, high = 1 / 720, 500_000 / 720  # half a pixel is not to be seen
    middles = [((k - 0.5) / 5000, 100.0 * k) for k in range(20, 4980)]
    shape = outline.get_path()
    assert shape.contains_points([(x, y - high) for x, y in middles]).all()
    assert not shape.contains_points([(x - width, y + high) for x, y in middles]).any()


@pytest.mark.parametrize("apart", [False, True])
def test_cells_are_as_described(apart):
    panel = matrix(names(3), apart=apart)
    cells = panel.marks[0]
    ax = draw(pictured(panel)).axes[0]
    colours = ax.images[0].get_array()
    shown = ~np.eye(3, dtype=bool) if apart else np.ones((3, 3), bool)
    expected = np.minimum(cells.values / cells.high, 1)
    assert colours.filled(-1)[shown] == pytest.approx(expected[shown])
    if apart:
        assert (colours.mask == np.eye(3, dtype=bool)).all()
        assert (~ax.images[1].get_array().mask == np.eye(3, dtype=bool)).all()
    texts = {one.get_position(): one.get_text() for one in ax.texts}
    for i, row in enumerate(cells.texts):
        for j, text in enumerate(row):
            assert texts[j, i] == text


def test_differences_have_two_hues():
    figure = draw(pictured(matrix(names(3), colours="difference")))
    image = figure.axes[0].images[0]
    below, zero, above = image.cmap([0.0, 0.5, 1.0])
    assert zero[:3] == pytest.approx([1, 1, 1], abs=0.01)
    assert below[0] > below[2]  # orange
    assert above[2] > above[0]  # blue
    assert (image.norm.vmin, image.norm.vmax) == (-1, 1)
    key = [one.get_text() for one in figure.axes[1].get_yticklabels()]
    assert (key[0], key[-1]) == ("−100 %", "100 %")


def test_counts_are_shown_where_they_fit():
    def written(n):
        ax = draw(pictured(matrix(names(n)))).axes[0]
        return sum(one.get_position() == (0, 0) for one in ax.texts)

    assert written(4) == 1
    assert written(60) == 0


def test_every_kth_name_is_shown():
    for n, shown in ((30, 30), (31, 16), (1000, 20)):
        figure = draw(pictured(matrix(names(n), texts=False)))
        ax = figure.axes[0]
        assert len(ax.get_xticklabels()) == len(ax.get_yticklabels()) == shown
        texts = [one.get_text() for one in ax.get_yticklabels()]
        assert texts[0] == "model_0"
        assert int(texts[1][6:]) == ax.get_yticks()[1]
        assert len(figure.axes) == 2  # the scale of colours beside it


def test_probit_scale():
    from scipy.special import ndtr

    [ax] = draw(pictured(det(names(1)))).axes
    transform = ax.xaxis.get_transform()
    # 0.5 is the middle of the normal distribution, and ndtr(1) one deviation above.
    places = transform.transform(np.array([ndtr(-1.0), 0.5, ndtr(1.0)]))
    assert places == pytest.approx([-1, 0, 1])
    assert [one.get_text() for one in ax.get_xticklabels()][-1] == "50 %"


# -- keys


def test_keys_are_sorted_and_count_what_they_do_not_name():
    panel = curves(names(50))
    key = key_of(panel)
    ranks = [one.rank for one in key.entries[:-1]]
    assert ranks == sorted(ranks, reverse=True)
    assert len(ranks) == 20
    assert key.entries[-1].name == "chance"
    assert key.rest == "the best 20 of 50 models are named"
    texts = [one.text for one in texts_of(draw(pictured(panel)))]
    assert "model_49" in texts
    assert "model_29" not in texts


def test_past_eight_the_leading_are_coloured():
    assert grey_series(curves(names(8))) == frozenset()
    assert grey_series(curves(names(9))) == {0, 1, 2, 3}  # the best are the last
    leading = curves(names(9), leading=(0, 1))
    assert grey_series(leading) == {2, 3, 4, 5, 6, 7, 8}
    [ax] = draw(pictured(leading)).axes
    assert ax.lines[8].get_color() == "#8b929b"
    assert ax.lines[8].get_linewidth() < ax.lines[0].get_linewidth()


def test_keys_are_outside_of_the_data():
    figure = draw(pictured(curves(names(20))))
    [ax] = figure.axes
    boxes = [one.box for one in texts_of(figure) if one.text.startswith("model_")]
    assert len(boxes) == 20
    assert all(box.y1 < ax.bbox.y0 for box in boxes)


def test_words_without_room_go_to_the_key():
    notes = [Note(0.5, 0.5, f"remark number {k} beside a point") for k in range(80)]
    panel = Panel("", Scale("x", 0, 1), Scale("y", 0, 1), notes)
    figure = draw(pictured(panel))
    assert faults(figure) == []
    texts = {one.text for one in texts_of(figure)}
    assert {note.text for note in notes} <= texts


# -- axes


@pytest.mark.long
def test_ticks_of_any_range():
    for low, high in (
        *((0, 1), (-1e12, 1e12), (1e-9, 3e-9), (5, 5), (0, 0), (0.4999, 0.5001)),
        (-3, 1e6),
    ):
        line = Line(np.array([low, high], float), np.array([low, high], float), 0)
        units = ("", "share", "count")
        scales = ((Scale("x", unit=unit), Scale("y", unit=unit)) for unit in units)
        figure = draw(pictured(*(Panel("", *both, [line]) for both in scales)))
        assert faults(figure) == [], (low, high)
        for ax in figure.axes:
            texts = [one.get_text() for one in ax.get_xticklabels()]
            assert len({*texts}) == len(texts) > 1, (low, high)
            limits = ax.get_xlim()
            assert all(limits[0] <= one <= limits[1] for one in ax.get_xticks())


def test_numbers():
    assert number(0, 1, "") == "0.0"
    assert number(-0.04, 1, "") == "0.0"
    assert number(-1234567.5, 1, "") == "−1,234,567.5"
    assert number(0.125, 1, "share") == "12.5 %"


def test_logarithmic_ticks():
    [ax] = draw(pictured(logarithmic(names(1)))).axes
    texts = [one.get_text() for one in ax.get_xticklabels()]
    assert texts == ["0.01 %", "0.1 %", "1 %", "10 %", "100 %"]


# -- fonts and languages


@pytest.fixture
def of_matplotlib_alone(monkeypatch):
    """No font but those that matplotlib brings, whatever the system has."""
    from matplotlib import get_data_path
    from matplotlib.font_manager import fontManager

    own = [one for one in fontManager.ttflist if one.fname.startswith(get_data_path())]
    monkeypatch.setattr(fontManager, "ttflist", own)


@pytest.mark.usefixtures("of_matplotlib_alone")
def test_a_glyph_that_no_font_has_is_one_warning():
    panel = curves(["逻辑回归", "随机森林", "model"])
    with pytest.warns(UserWarning, match="Noto Sans CJK") as found:
        figure = draw(pictured(panel, forest(["逻辑回归"])))
    figure.savefig("/dev/null", format="png")
    assert len(found) == 1
    assert faults(figure) == []
    assert "model" in {one.text for one in texts_of(figure)}


@pytest.mark.usefixtures("of_matplotlib_alone")
def test_fonts_that_are_installed_are_used(tmp_path):
    from matplotlib.font_manager import fontManager

    from fastmetrics.show.pictures.drawing import fonts_for

    fontManager.addfont(
        font_with("模型", tmp_path / "planted.ttf", "Noto Sans Planted")
    )
    fonts = fonts_for(["模型 model"])
    assert fonts.families == ("DejaVu Sans", "Noto Sans Planted")
    assert fonts.lacking == frozenset()
    figure = draw(pictured(curves(["模型", "model"])))
    assert "模型" in {one.text for one in texts_of(figure)}


def font_with(characters, path, family):
    """Write a font that has a box for each of these characters."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    pen = TTGlyphPen(None)
    corners = [(0, 0), (0, 800), (800, 800), (800, 0)]
    pen.moveTo(corners[0])
    for corner in corners[1:]:
        pen.lineTo(corner)
    pen.closePath()
    box = pen.glyph()
    order = [".notdef", *(f"u{ord(one):04X}" for one in characters)]
    builder = FontBuilder(1000)
    builder.setupGlyphOrder(order)
    pairs = zip(characters, order[1:], strict=True)
    builder.setupCharacterMap({ord(one): name for one, name in pairs})
    builder.setupGlyf(dict.fromkeys(order, box))
    builder.setupHorizontalMetrics(dict.fromkeys(order, (1000, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": family, "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(path)
    return path


def test_texts_are_said_in_the_language_asked_for(tmp_path, monkeypatch):
    from matplotlib.font_manager import fontManager

    said = "列出 50 个模型中最好的 20 个"
    monkeypatch.setattr(fontManager, "ttflist", [*fontManager.ttflist])
    fontManager.addfont(font_with({*said}, tmp_path / "said.ttf", "Noto Sans Said"))
    figure = draw(pictured(curves(names(50))), language="zh")
    assert said in {one.text for one in texts_of(figure)}
    with pytest.raises(ValueError, match="language must be one of"):
        draw(pictured(curves(names(1))), language="xx")


def test_right_to_left_names():
    figure = draw(pictured(curves(["نموذج", "\u2068نموذج\u2069 2"]), forest(["نموذج"])))
    assert faults(figure) == []


# -- figures


def test_pictures_one_below_the_other():
    many = [
        pictured(curves(names(3))),
        pictured(matrix(names(4))),
        pictured(forest(["a"])),
    ]
    figure = draw_pictures(many)
    assert faults(figure) == []
    single = [draw(one).get_size_inches() for one in many]
    width = figure.get_size_inches()[0]
    assert width == pytest.approx(max(one[0] for one in single))
    tops = [ax.get_position().y1 for ax in figure.axes]
    assert tops[0] > tops[1] > tops[-1]


def test_a_figure_shows_itself_without_pyplot():
    import sys

    sys.modules.pop("matplotlib.pyplot", None)
    figure = draw(pictured(curves(names(2))))
    assert figure._repr_png_().startswith(b"\x89PNG")
    assert isinstance(figure, matplotlib.figure.Figure)
    assert "matplotlib.pyplot" not in sys.modules


def test_axes_that_are_given():
    figure = matplotlib.figure.Figure(layout="constrained")
    axes = figure.subplots(1, 2)
    picture = pictured(curves(names(2)))
    assert draw(picture, ax=axes[1]) is figure
    assert len(axes[0].lines) == 0
    assert len(axes[1].lines) > 2
    legend = axes[1].get_legend()
    assert [one.get_text().split()[0] for one in legend.get_texts()] == [
        "model_1",
        "model_0",
        "chance",
    ]
    with pytest.raises(ValueError, match="has 2 panels"):
        draw(pictured(curves(["a"]), curves(["b"])), ax=axes[0])


def test_settings_stay_what_they_were():
    before = dict(matplotlib.rcParams)
    draw(pictured(curves(names(2))))
    assert dict(matplotlib.rcParams) == before


def test_nothing_to_draw():
    empty = Panel("nothing", Scale("x"), Scale("y"), [])
    figure = draw(Picture("empty", "", [empty], notes=["nothing here"]))
    assert faults(figure) == []
    only_key = Panel("", Scale(""), Scale(""), [], [Entry("chance")])
    assert faults(draw(Picture("key", "", [only_key]))) == []
