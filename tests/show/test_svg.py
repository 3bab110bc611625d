"""SVG of pictures: small, the same each time, in the page's colours, well-formed."""

import re
import struct
import subprocess
import sys
import zlib
from xml.etree import ElementTree

import numpy as np
import pytest
from helpers.drawn import (
    TITLE,
    bars,
    curves,
    det,
    faults_of_svg,
    forest,
    logarithmic,
    matrix,
    names,
    pictured,
)

from fastmetrics.show.pictures import Line, Panel, Picture, Points, Scale
from fastmetrics.show.pictures.styles import LIGHT, MARKERS
from fastmetrics.show.pictures.svg import Element, Outline, png, to_svg, written

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = [
    "</text><script>alert(1)</script>",
    '"><b x="',
    "-->",
    "]]>",
    "\x00\x1b",
    "#0e43a1",
]
NAMES = ("above", "below")
PICTURES = {
    "curves": lambda: pictured(curves(names(6)), curves(names(9))),
    "forest": lambda: pictured(forest(names(20))),
    "bars": lambda: pictured(bars(names(2))),
    "matrices": lambda: pictured(matrix(names(5)), matrix(names(31), apart=True)),
    "difference": lambda: pictured(matrix(names(3), colours="difference")),
}


def steps(n, seed):
    """A curve in n steps, as those of scores are."""
    rng = np.random.default_rng(seed)
    x, y = (np.concatenate([[0], np.sort(rng.random(n)), [1]]) for _ in range(2))
    return x, np.sqrt(y)


def placed(source):
    """All points of all outlines of an SVG element, in its own units."""
    return [
        points(one.get("d"))
        for one in ElementTree.fromstring(source).iter(f"{SVG}path")
    ]


def points(outline):
    """Points of an outline, by reading the commands M, l, h, v, z of SVG 2 alone."""
    found, x, y = [], 0.0, 0.0
    number = r"-?(?:\d+\.?\d*|\.\d+)"
    for letter, rest in re.findall(r"([Mlhvqcz])([^Mlhvqcz]*)", outline):
        numbers = [float(one) for one in re.findall(number, rest)]
        if letter == "M":
            x, y = numbers
            found.append((x, y))
        elif letter == "h":
            for one in numbers:
                x += one
                found.append((x, y))
        elif letter == "v":
            for one in numbers:
                y += one
                found.append((x, y))
        elif letter == "l":
            for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
                x, y = x + dx, y + dy
                found.append((x, y))
    return np.array(found)


def test_the_same_bytes_each_time():
    for name, make in PICTURES.items():
        source = to_svg(make())
        assert source == to_svg(make()), name
        assert not re.search(r"\d{4}-\d\d-\d\d|metadata|matplotlib", source), name


def test_it_is_one_element_with_a_title_and_texts():
    for picture in (make() for make in PICTURES.values()):
        root = ElementTree.fromstring(to_svg(picture))
        assert root.tag == f"{SVG}svg"
        assert root.get("role") == "img"
        assert root[0].tag == f"{SVG}title"
        assert root[0].text == TITLE
        assert root.get("width") == "100%"
        assert float(root.get("viewBox").split()[2]) > 200
        assert not {"style", "script", "metadata", "foreignObject"} & {
            one.tag.removeprefix(SVG) for one in root.iter()
        }
        texts = [one.text for one in root.iter(f"{SVG}text")]
        said = " ".join(texts)
        for panel in picture.panels:
            assert panel.title in texts
            assert panel.x.label in said
        # A text has a size, or the group that it stands in.
        sizes = [
            float(one.get("font-size", group.get("font-size")))
            for group in root.iter()
            for one in group.findall(f"{SVG}text")
        ]
        assert len(sizes) == len(texts)
        # At any width the smallest letters have 9 pixels.
        narrowest = float(re.search(r"min-width:(\d+)px", root.get("style"))[1])
        assert min(sizes) * narrowest / float(root.get("viewBox").split()[2]) >= 9


def test_every_colour_is_a_variable_of_the_page():
    known = LIGHT.named()
    for make in PICTURES.values():
        for one in ElementTree.fromstring(to_svg(make())).iter():
            for key, value in one.attrib.items():
                if key == "href":
                    continue
                bare = re.sub(r"var\(--(\w+),(#\w+)\)", "", value)
                assert "#" not in bare or bare.startswith("url(#"), (key, value)
                for variable, colour in re.findall(r"var\(--(\w+),(#\w+)\)", value):
                    assert known[variable] == colour


def test_what_looks_alike_is_said_once():
    panel = matrix(names(5))
    root = ElementTree.fromstring(to_svg(pictured(panel, bars(names(1), 5))))
    groups = [[*group.findall(f"{SVG}text")] for group in root.iter(f"{SVG}g")]
    assert max(map(len, groups)) >= 5
    assert len(ElementTree.tostring(root)) < 9000
    shapes = [one for one in root.iter(f"{SVG}path") if "--s0" in one.get("style", "")]
    assert [n for one in shapes if (n := one.get("d").count("z"))] == [5]


def test_what_lies_over_another_is_not_joined():
    square = Outline([("M", [(0, 0)]), ("L", [(20, 0)]), ("L", [(20, 20)]), ("z", [])])
    beside = Outline([("M", [(20, 0)]), ("L", [(40, 0)]), ("L", [(40, 20)]), ("z", [])])
    framed = {"style": "fill:var(--s0,#0e43a1);stroke:var(--ground,#ffffff)"}
    faint = {"style": "fill:var(--s0,#0e43a1)", "opacity": "0.2"}
    for attributes, other, n in [
        (framed, beside, 1),
        (framed, square, 2),
        (faint, square, 2),
        ({"fill": "none"}, square, 1),
    ]:
        made = [Element("path", attributes, outline=one) for one in (square, other)]
        assert written(made).count("<path") == n


def test_no_name_is_told_twice_on_a_page():
    pages = [to_svg(make()) for make in PICTURES.values()]
    ids = re.findall(r' id="([^"]+)"', "".join(pages))
    assert len(ids) == len({*ids}) > 0
    for page in pages:
        own = {*re.findall(r' id="([^"]+)"', page)}
        referred = {*re.findall(r'url\(#([^)]+)\)|href="#([^"]+)"', page)}
        assert {a or b for a, b in referred} == own


def test_hostile_names_are_text():
    source = to_svg(
        Picture(
            "planted", "<b>&</b>", [curves(HOSTILE), matrix(HOSTILE), forest(HOSTILE)]
        )
    )
    root = ElementTree.fromstring(source)
    texts = [one.text for one in root.iter(f"{SVG}text")]
    assert HOSTILE[1] in texts
    assert HOSTILE[5] in texts  # a name is not a colour
    assert root[0].text == "<b>&</b>"
    assert {one.tag for one in root.iter()} <= {
        SVG + one for one in "svg title g path text mask image rect".split()
    }
    assert "\x00" not in source
    assert "\x1b" not in source


def test_glyphs_that_no_font_has_stay():
    # Whoever opens the page has fonts of their own: there is nothing to warn of.
    source = to_svg(pictured(curves(["逻辑回归"])))
    assert ">逻辑回归<" in source


def test_curves_are_within_half_a_pixel():
    x, y = steps(300, seed=1)
    line = Line(x, y, 0, "after")
    scale = Scale("x", 0, 1), Scale("y", 0, 1)
    source = to_svg(Picture("p", "", [Panel("", *scale, [line], square=True)]))
    longest = max(placed(source), key=len)
    # Steps: between two points there is a corner.
    corners = np.column_stack([np.repeat(x, 2)[1:], np.repeat(y, 2)[:-1]])
    # A panel of 259.2 points stands for 720 pixels, with a margin of 1.2 % a side.
    side = 3.6 * 72
    expected = corners * side / 1.024
    drawn = longest - longest[0]
    drawn[:, 1] *= -1
    pixel = side / 720
    for one in expected:
        assert np.abs(drawn - one).max(axis=1).min() < 0.5 * pixel
    for one in drawn:
        assert np.abs(expected - one).max(axis=1).min() < 0.5 * pixel


def test_sizes():
    curve = [Line(*steps(60, seed=k), k, "after") for k in range(6)]
    panel = curves(names(6))
    marks = [*curve, *panel.marks[6:7]]
    two = Panel("ROC", panel.x, panel.y, marks, panel.key, square=True)
    assert len(to_svg(pictured(two, two)).encode()) <= 24_000
    one = Panel("ROC", panel.x, panel.y, [Line(*steps(1000, seed=1), 0, "after")])
    assert len(to_svg(pictured(one)).encode()) <= 20_000
    assert len(to_svg(pictured(matrix(names(1000), texts=False))).encode()) < 10**6


def test_what_is_outside_of_the_axes_is_cut_off():
    line = Line(np.array([0.0, 1.0]), np.array([0.0, 1.0]), 0)
    whole = to_svg(Picture("p", "", [Panel("", Scale("x"), Scale("y"), [line])]))
    part = to_svg(
        Picture("p", "", [Panel("", Scale("x", 0, 0.5), Scale("y", 0, 1), [line])])
    )
    assert whole.count("<svg") == 1
    inner = ElementTree.fromstring(part).find(f"{SVG}svg")
    assert inner is not None
    assert inner.get("viewBox").split()[2] == inner.get("width")


def test_headings_can_be_the_page_s_own():
    picture = pictured(curves(names(2)))
    with_heading, without = to_svg(picture), to_svg(picture, heading=False)
    assert "<title>On ROC AUC" in without
    assert without.count("logistic_regression") == 1
    assert with_heading.count("logistic_regression") == 2


def test_cells_are_images_of_one_pixel_each():
    panel = matrix(names(61), texts=False, key="")
    source = to_svg(pictured(panel))
    images = [*ElementTree.fromstring(source).iter(f"{SVG}image")]
    import base64

    data = base64.b64decode(images[0].get("href").partition(",")[2])
    grey = pixels(data)
    assert grey.shape == (61, 61)
    # In 48 steps from the ground to the end of the scale.
    assert np.abs(grey / 255 - panel.marks[0].values).max() <= 0.5 / 48 + 0.5 / 255
    assert "<rect" in source


def test_differences_have_an_image_for_each_hue():
    root = ElementTree.fromstring(to_svg(PICTURES["difference"]()))
    fills = [one.get("style") for one in root.iter(f"{SVG}rect")]
    # Those of the cells, then those of the scale of colours.
    above, below = (f"fill:var(--{name},{getattr(LIGHT, name)})" for name in NAMES)
    assert fills == [above, below, above, below]


def test_a_png_is_read_by_others():
    image = pytest.importorskip("PIL.Image")
    from io import BytesIO

    grey = np.arange(12, dtype=np.uint8).reshape(3, 4)
    assert (pixels(png(grey)) == grey).all()
    assert (np.asarray(image.open(BytesIO(png(grey)))) == grey).all()


def pixels(data):
    """Read a PNG with one grey byte a pixel and no filter."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    columns, rows, depth, colour = struct.unpack(">IIBB", data[16:26])
    assert (depth, colour) == (8, 0)
    [length] = struct.unpack(">I", data[33:37])
    assert data[37:41] == b"IDAT"
    lines = np.frombuffer(zlib.decompress(data[41 : 41 + length]), np.uint8)
    lines = lines.reshape(rows, columns + 1)
    assert not lines[:, 0].any()
    return lines[:, 1:]


def test_outlines_are_written_the_shortest_way():
    corners = [(0, 10.04), (5, 10.04), (5, 5.5), (4.5, 5), (4.5, 5)]
    made = Outline.through([np.array(corners)], closed=True)
    assert made.written() == "M0 10h5v-4.5l-.5-.5z"
    curved = [("M", [(10, 10)]), ("C", [(10, 20), (30, 40), (50, 60)])]
    curved.append(("Q", [(10, 10), (20, 20)]))
    assert Outline(curved).written() == "M1 1c0 1 2 3 4 5q-4-5-3-4"
    assert made.is_inside((0, 5, 5, 10))
    assert not made.is_inside((0, 6, 5, 10))


def test_lines_are_broken_where_a_value_is_not_known():
    x = np.arange(6.0)
    y = np.array([0, 1, np.nan, 1, np.inf, 0])
    source = to_svg(Picture("p", "", [Panel("", Scale("x"), Scale("y"), [Line(x, y)])]))
    [line] = re.findall(r'd="([^"]+)" fill="none" stroke-width="1.6"', source)
    assert line.count("M") == 1  # single points are no line
    assert "nan" not in source
    assert "inf" not in source


def test_markers_are_as_large_as_in_matplotlib():
    path = pytest.importorskip("matplotlib.markers")
    at = np.array([0.5])
    for series in range(8):
        points = Points(at, at, series)
        source = to_svg(pictured(Panel("", Scale("x"), Scale("y"), [points])))
        marker = path.MarkerStyle(MARKERS[series])
        outline = marker.get_path().transformed(marker.get_transform())
        if series == 0:  # a stroke with round ends
            assert 'stroke-width="5"' in source
            assert 'stroke-linecap="round"' in source
            continue
        [corners] = [one for one in placed(source) if np.ptp(one, axis=0).max() < 8]
        expected = np.ptp(outline.vertices, axis=0) * 5
        assert np.ptp(corners, axis=0) == pytest.approx(expected, abs=0.15)


def test_texts_neither_meet_nor_leave_the_picture():
    many = [make() for make in PICTURES.values()]
    many += [
        pictured(curves([*HOSTILE, "一个名字很长的模型" * 9]), forest(names(50))),
        pictured(matrix(names(200)), notes=["a note that goes on and on " * 30]),
        pictured(det(names(9)), logarithmic(names(3)), bars(names(50))),
    ]
    for picture in many:
        for language in ("en", "zh"):
            assert faults_of_svg(to_svg(picture, language=language)) == []


def test_the_test_of_texts_can_fail():
    source = to_svg(pictured(curves(names(2))))
    end = "</svg>"
    for text, what in [
        ('<text x="-5" y="20" font-size="9">out</text>', "is outside"),
        ('<text x="10" y="20" font-size="9">over the title</text>', "is over"),
        ('<text x="10" y="5" font-size="5">small</text>', "has 5"),
    ]:
        found = faults_of_svg(source.removesuffix(end) + text + end)
        assert any(what in one for one in found)


@pytest.mark.long
def test_pictures_need_no_matplotlib(monkeypatch):
    made = {name: to_svg(make()) for name, make in PICTURES.items()}
    code = """
import sys
sys.modules["matplotlib"] = None
import fastmetrics as fm
from fastmetrics.show.pictures.svg import to_svg
y, a, b = [0, 0, 1, 1] * 5, [0, 1, 1, 1] * 5, [0, 0, 1, 0] * 5
report = fm.evaluate(y, {"a": a, "b": b}, n_resamples=20, random_state=0)
assert report.to_svg(kind="forest").startswith("<svg")
assert report.to_html().count("<svg") > 1
found = fm.compare("accuracy", y, {"a": a, "b": b}, n_resamples=20)
assert found.to_svg().startswith("<svg")
assert "matplotlib" not in [name for name, one in sys.modules.items() if one]
"""
    subprocess.run([sys.executable, "-c", code], check=True)
    for name in [one for one in sys.modules if one.startswith("matplotlib")]:
        monkeypatch.setitem(sys.modules, name, None)
    assert {name: to_svg(make()) for name, make in PICTURES.items()} == made


def test_languages():
    with pytest.raises(ValueError, match="language must be one of"):
        to_svg(pictured(curves(names(1))), language="xx")
