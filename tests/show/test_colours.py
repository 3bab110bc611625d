"""Colours are told apart by everybody, on the ground that they stand on.

Formulas: contrast by WCAG 2.2; OKLab by Ottosson (2020); eyes without one kind of cone
by Machado, Oliveira and Fernandes (2009), severity 1.0, table of their matrices.
"""

from itertools import combinations

import numpy as np
import pytest

from fastmetrics.show.pictures.panels import cell_shapes
from fastmetrics.show.pictures.styles import DARK, LIGHT, STRONG, css_variables, look

TO_CONES = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
]
TO_LAB = [
    [0.2104542553, 0.7936177850, -0.0040720468],
    [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660],
]
EYES = {
    "normal": np.eye(3),
    "protan": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deutan": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritan": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}


def encoded(colour):
    return np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)]) / 255


def linear(encoded):
    low = encoded / 12.92
    return np.where(encoded <= 0.04045, low, ((encoded + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    a, b = (linear(c) @ [0.2126, 0.7152, 0.0722] for c in (one, other))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)


def oklab(colour, eyes):
    seen = np.clip(np.array(EYES[eyes]) @ linear(encoded(colour)), 0, 1)
    return 100 * np.array(TO_LAB) @ np.cbrt(np.array(TO_CONES) @ seen)


def least_distance(colours, eyes):
    return min(
        np.linalg.norm(oklab(a, eyes) - oklab(b, eyes))
        for a, b in combinations(colours, 2)
    )


@pytest.fixture(params=[LIGHT, DARK], ids=["light", "dark"])
def theme(request):
    return request.param


def test_series_are_told_apart(theme):
    assert len(theme.series) == 8
    assert min(least_distance(theme.series, eyes) for eyes in EYES) >= 10


def test_a_test_of_distances_can_fail():
    tab10 = ["#1f77b4", "#ff7f0e", "#2ca02c", "#d62728"]
    assert least_distance(tab10, "normal") > 10
    # Orange and green are one colour to a protanope.
    assert least_distance(tab10, "protan") < 1
    assert contrast(encoded("#000000"), encoded("#ffffff")) == pytest.approx(21)
    assert oklab("#ffffff", "normal") == pytest.approx([100, 0, 0], abs=1e-4)


def test_contrast_with_the_ground(theme):
    ground = encoded(theme.ground)
    for line in (*theme.series, theme.rest, theme.share, theme.below, theme.apart):
        assert contrast(encoded(line), ground) >= 3
    assert contrast(encoded(theme.text), ground) >= 7
    assert contrast(encoded(theme.muted), ground) >= 4.5


def test_scales_of_cells(theme):
    for end in ("share", "below", "above", "apart"):
        ground, far = encoded(theme.ground), encoded(getattr(theme, end))
        shades = np.linspace(0, 1, 257)[:, None]
        colours = ground + (far - ground) * shades
        lightness = [one @ [0.2126, 0.7152, 0.0722] for one in linear(colours)]
        steps = np.diff(lightness)
        assert (steps < 0).all() or (steps > 0).all()
        for shade, colour in zip(shades[:, 0], colours, strict=True):
            text = theme.paper if shade > STRONG else theme.ink
            assert contrast(encoded(text), colour) > 4.4, (end, shade)


def test_a_share_of_zero_is_the_ground(theme):
    matplotlib = pytest.importorskip("matplotlib.figure")
    from fastmetrics.show.pictures import Cells
    from fastmetrics.show.pictures.drawing import Fonts, draw_shape

    ax = matplotlib.Figure().subplots()
    cells = Cells(np.array([[0.0, 1.0, np.nan]]))
    [shape] = cell_shapes(cells, theme, None, str)
    draw_shape(ax, shape, theme, Fonts())
    [image] = ax.images
    zero, one, none = image.to_rgba(image.get_array())[0]
    assert zero[:3] == pytest.approx(encoded(theme.ground))
    assert one[:3] == pytest.approx(encoded(theme.share))
    assert none[3] == 0


def test_no_two_series_look_alike():
    looks = {
        (one.colour, str(one.dashes)) for one in (look(k, LIGHT) for k in range(64))
    }
    assert len(looks) == 64
    assert len({look(k, LIGHT).marker for k in range(8)}) == 8
    assert len({str(look(k, LIGHT).dashes) for k in range(8)}) == 8


def test_style_sheets_name_each_colour_once(theme):
    named = theme.named()
    assert len({*named.values()}) == len(named)
    declared = dict(
        part.split(":") for part in css_variables(theme is DARK).split(";") if part
    )
    assert declared == {f"--{name}": one for name, one in named.items()}
