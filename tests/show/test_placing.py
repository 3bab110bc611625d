"""Words inside a panel stand where nothing is drawn, else in its key."""

import numpy as np
import pytest
from helpers.drawn import faults, hidden, pictured, texts_of

from fastmetrics.show.pictures import (
    Bars,
    Entry,
    Intervals,
    Line,
    Note,
    Panel,
    Points,
    Rule,
    Scale,
)

pytest.importorskip("matplotlib")
from fastmetrics.show.pictures.drawing import draw

SHARE = Scale("share", 0.0, 1.0, unit="share")
rng = np.random.default_rng(0)
EVEN = np.linspace(0, 1, 21)


def panel(*marks, **options):
    return pictured(Panel("panel", SHARE, SHARE, marks, **options))


def inside(figure):
    return [text.get_text() for ax in figure.axes for text in ax.texts]


def crossing(k):
    """Curves that cross a note's point from many sides."""
    x = np.linspace(0, 1, 80)
    return [Line(x, np.clip(0.5 + (x - 0.5) * a, 0, 1), i)
            for i, a in enumerate(np.linspace(-3, 3, k))]  # fmt: skip


FREE = {
    "a curve": [*crossing(1), Note(0.5, 0.5, "middle")],
    "curves": [*crossing(6), Note(0.1, 0.5, "left"), Note(0.9, 0.5, "right")],
    "bars": [Bars(EVEN, np.linspace(0.1, 0.8, 20)), Rule(0.7, "x", "threshold 0.7")],
    "thin bars": [Bars(np.linspace(0, 1, 501), np.full(500, 0.6), 0),
                  Note(0.5, 0.6, "as high as all")],
    "bars to the right": [
        Bars(EVEN, np.full(20, 0.5), along="x"), Note(0.5, 0.5, "as long as all")
    ],
    "bars below zero": [
        Bars(EVEN, np.full(20, -0.5)), Bars(EVEN, np.full(20, 0.3)),
        Rule(0.5, "x", "threshold 0.5"),
    ],
    "rules": [Rule(0.5, "x", "upright"), Rule(0.5, "y", "flat"),
              Rule(0.45, "x"), Rule(0.95, "y")],
    "points": [Points(*rng.random((2, 60)), 0), Note(0.5, 0.5, "among points")],
    "intervals": [
        Intervals(np.array([0.5]), np.array([0.5]), np.array([0.1]), np.array([0.9])),
        Note(0.6, 0.52, "beside an interval"),
    ],
}  # fmt: skip


@pytest.mark.long
def test_words_hide_nothing():
    for name, marks in FREE.items():
        figure = draw(panel(*marks))
        words = [one.text if isinstance(one, Note) else getattr(one, "label", "")
                 for one in marks]  # fmt: skip
        assert len(inside(figure)) == sum(map(bool, words)), name
        assert hidden(figure) == [], name
        assert faults(figure) == [], name


def test_the_test_of_words_can_fail():
    figure = draw(panel(*crossing(1)))
    assert hidden(figure) == []
    for place in ((0.5, 0.5), (0.1, 0.9)):
        figure.axes[0].text(*place, "words", ha="center", va="center")
    assert len(hidden(figure)) == 1


def test_words_without_room_are_in_the_key_unless_they_are_optional():
    full = Bars(EVEN, np.ones(20), 0)
    figure = draw(panel(full, Note(0.5, 0.5, "needed")))
    assert inside(figure) == []
    assert "needed" in [one.text for one in texts_of(figure)]
    figure = draw(panel(full, Note(0.5, 0.5, "welcome", optional=True)))
    assert "welcome" not in [one.text for one in texts_of(figure)]


def test_words_stand_at_another_of_their_places():
    half = Bars(EVEN, np.where(EVEN[1:] < 0.6, 1.0, 0.0), 0)
    figure = draw(panel(half, Note(0.2, 0.5, "words", or_at=[(0.8, 0.5)])))
    assert inside(figure) == ["words"]
    assert hidden(figure) == []


def test_thin_lines_and_bands_are_told_in_the_key():
    key = [Entry("chance"), Entry("guide", role="guide"), Entry("band", role="band")]
    figure = draw(panel(*crossing(1), key=key))
    widths = [line.get_linewidth() for line in figure.artists]
    assert widths == [1.0, 0.6, 6.0]
