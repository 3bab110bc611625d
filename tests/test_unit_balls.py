"""The pictures of unit balls are what tools/unit_balls.py draws, and show them."""

import runpy
from pathlib import Path

import numpy as np
import pytest
from helpers.one_case import one_case

CHECKOUT = Path(__file__).parents[1]  # unless the tests were copied
WRITER = CHECKOUT / "tools" / "unit_balls.py"

pytestmark = pytest.mark.skipif(
    not WRITER.exists(), reason="the pages are in a checkout only"
)


@pytest.fixture(scope="module")
def writer():
    return runpy.run_path(str(WRITER))


@one_case("language", ["en", "zh"])
def test_the_picture_is_that_of_the_page(writer, language):
    drawn = writer["to_svg"](writer["picture"](language))
    kept = writer["PICTURES"][language].read_text(encoding="utf-8")
    assert kept == drawn, "run python tools/unit_balls.py"


def test_balls_by_hand(writer):
    for name, corner in {"½": 0.25, "1": 0.5, "2": 0.5**0.5, "∞": 1.0}.items():
        x, y = writer["ball"](writer["POWERS"][name])
        # On the first axis, and on the diagonal; sines and cosines are rounded.
        assert (x[0], y[0]) == (1, 0)
        np.testing.assert_allclose((x[45], y[45]), corner, rtol=1e-14)
        # Whether the middle of two corners is inside of the ball.
        assert (0.5 <= corner * (1 + 1e-14)) == (name != "½")
