"""Scales as they are drawn: ticks of shares and amounts, and colours beside axes."""

import numpy as np
import pytest
from helpers.drawn import faults, matrix, names, pictured

from fastmetrics.show.pictures import Bars, Panel, Scale
from fastmetrics.show.pictures.styles import fitted

pytest.importorskip("matplotlib")
from matplotlib.figure import Figure

from fastmetrics.show.pictures.drawing import draw


def ticks(axis):
    return [one.get_text() for one in axis.get_ticklabels()]


def test_ticks_of_normal_quantiles_reach_to_the_tails():
    for least in (1e-5, 1e-3, 0.02, 0.2):
        scale = Scale("rate", least, 1 - least, "probit", unit="share")
        line = np.array([least, 1 - least])
        panel = Panel("", scale, scale, [Bars(line, line[:1])], square=True)
        [ax] = draw(pictured(panel)).axes
        for axis in (ax.xaxis, ax.yaxis):
            assert len(ticks(axis)) >= 3
            low = axis.get_ticklocs()[0]
            # Of the half of the axis below one half, the first tick is in the outer
            # half.
            assert low < max(0.11, (least + 0.5) / 2), least


def test_amounts_below_zero_have_no_sign():
    y = Scale("share", -1.0, 1.0, unit="share", mirrored=True)
    panel = Panel("", Scale("x", 0, 1), y, [Bars(np.array([0, 1]), np.ones(1))])
    [ax] = draw(pictured(panel)).axes
    texts = ticks(ax.yaxis)
    assert texts == texts[::-1]
    assert texts[0] == "100 %"


def test_a_number_keeps_its_percent_sign():
    for inches in np.linspace(0.6, 3, 25):
        lines = fitted("the share of all of them is 29.2 % of 100 %", inches, 10, 9)
        assert not any(line.startswith("%") for line in lines.split("\n"))


@pytest.mark.long
@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("layout", [None, "constrained"])
def test_a_matrix_has_its_scale_of_colours_beside_axes_that_are_given(layout, apart):
    figure = Figure(figsize=(9, 4), layout=layout)
    axes = figure.subplots(1, 2)
    picture = pictured(matrix(names(4), apart=apart))
    draw(picture, ax=axes[0])
    assert len(axes[0].child_axes) == 1 + apart
    assert "share" in [text.get_text() for text in axes[0].texts]
    assert [*axes[1].texts, *axes[1].child_axes] == []
    bars = draw(picture).axes[1:]
    given = axes[0].child_axes
    for bar, other in zip(bars, given, strict=True):
        np.testing.assert_array_equal(bar.images[0].get_array(),
                                      other.images[0].get_array())  # fmt: skip
    if layout:
        assert faults(figure) == []
        ends = [bar.get_window_extent().x1 for bar in given]
        assert max(ends) < axes[1].get_window_extent().x0


def test_a_short_stretch_of_a_logarithmic_scale_has_ticks():
    for low, high in ((2.5, 3.6), (16.7, 24), (0.9, 1.1)):
        x = Scale("rows", low, high, "log", unit="count")
        bars = [Bars(np.array([low, high]), np.ones(1))]
        [ax] = draw(pictured(Panel("", x, Scale("y", 0, 1), bars))).axes
        assert ticks(ax.xaxis)
        assert all(low <= at <= high for at in ax.xaxis.get_ticklocs())
        assert all(text.isdigit() for text in ticks(ax.xaxis))
