"""Thinned curves cannot be told from whole ones, by a plain search for the distance."""

import numpy as np
import pytest

from fastmetrics.show.pictures import Scale
from fastmetrics.show.pictures.marks import PIXELS, corners, in_pixels, thinned

UNIT = Scale("", 0.0, 1.0)
LOG = Scale("", 1e-4, 1.0, "log")
PROBIT = Scale("", 1e-3, 1 - 1e-3, "probit")


def distance(xs, ys, x, y):
    """Return the distance of each of some points from a line, segment by segment."""
    nearest = np.full(len(xs), np.inf)
    for x0, y0, x1, y1 in zip(x[:-1], y[:-1], x[1:], y[1:], strict=True):
        square = (x1 - x0) ** 2 + (y1 - y0) ** 2
        along = 0.0
        if square > 0:
            along = ((xs - x0) * (x1 - x0) + (ys - y0) * (y1 - y0)) / square
            along = np.clip(along, 0, 1)
        off = np.hypot(xs - x0 - along * (x1 - x0), ys - y0 - along * (y1 - y0))
        nearest = np.minimum(nearest, off)
    return nearest.max()


def densely(x, y, most=3000):
    """Return points of a line, some between any two of its own."""
    parts = max(2, most // len(x))
    shares = np.arange(parts) / parts
    between = [
        np.append((side[:-1, None] + np.diff(side)[:, None] * shares).ravel(), side[-1])
        for side in (x, y)
    ]
    return between


def hausdorff(one, other):
    return max(distance(*densely(*one), *other), distance(*densely(*other), *one))


def placed(x, y, x_scale, y_scale):
    return in_pixels(x, x_scale), in_pixels(y, y_scale)


def roc(n, shift, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.random(n) < 0.3
    order = np.argsort(-(rng.normal(size=n) + shift * y), kind="stable")
    tps, fps = np.cumsum(y[order]), np.cumsum(~y[order])
    return fps / fps[-1], tps / tps[-1], tps / (tps + fps)


def curves():
    rng = np.random.default_rng(1)
    n = 600
    fpr, tpr, precision = roc(n, 1.5)
    x = np.arange(n) / n
    yield "roc", fpr, tpr, UNIT, UNIT, ""
    yield "roc, log", np.maximum(fpr, 1e-4), tpr, LOG, UNIT, ""
    clipped = [np.clip(side, 1e-3, 1 - 1e-3) for side in (fpr, 1 - tpr)]
    yield "det", *clipped, PROBIT, PROBIT, ""
    yield "pr", tpr, precision, UNIT, UNIT, "before"
    yield "pr, falling", tpr[::-1], precision[::-1], UNIT, UNIT, "after"
    walk = 0.5 + np.cumsum(rng.normal(size=n)) / 400
    yield "walk", x, walk, UNIT, UNIT, ""
    yield "walk in steps", x, walk, UNIT, UNIT, "after"
    yield "walk, upright", walk, x, UNIT, UNIT, ""
    yield "to and fro", np.abs(np.sin(9 * x)), np.cos(7 * x) ** 2, UNIT, UNIT, ""
    yield "noise", x, rng.random(n), UNIT, UNIT, ""
    yield "one column", np.full(n, 0.3), rng.random(n), UNIT, UNIT, ""
    yield "one point", np.full(n, 0.3), np.full(n, 0.7), UNIT, UNIT, ""
    yield "outside", x, 3 * x - 1, UNIT, UNIT, ""


@pytest.mark.long
def test_no_point_is_half_a_pixel_away():
    for name, x, y, x_scale, y_scale, step in curves():
        few = thinned(x, y, x_scale, y_scale, step)
        whole = placed(*corners(x, y, step), x_scale, y_scale)
        assert hausdorff(whole, placed(*few, x_scale, y_scale)) <= 0.5, name
        assert len(few[0]) < len(whole[0]), name


def test_by_position_a_curve_strays():
    # What was done before: the search does find points that are far away.
    _, tpr, precision = roc(1000, 1.5)
    some = np.linspace(0, len(tpr) - 1, 100).astype(int)
    whole = placed(tpr, precision, UNIT, UNIT)
    assert hausdorff(whole, placed(tpr[some], precision[some], UNIT, UNIT)) > 1


def test_few_points_stay_of_many():
    fpr, tpr, precision = roc(200_000, 1.5)
    assert len(thinned(fpr, tpr, UNIT, UNIT)[0]) < 100
    assert len(thinned(tpr, precision, UNIT, UNIT, "before")[0]) < 1000


def test_of_any_curve_no_more_than_the_panel_has_places():
    n = 300_000
    x, y = np.arange(n) / n, np.random.default_rng(2).random(n)
    assert len(thinned(x, y, UNIT, UNIT)[0]) < 4 * 4 * (PIXELS + 1)


def test_points_are_the_curves_own_and_both_ends_stay():
    fpr, tpr, _ = roc(5000, 1.0)
    x, y = thinned(fpr, tpr, UNIT, UNIT)
    assert {*zip(x, y, strict=True)} <= {*zip(fpr, tpr, strict=True)}
    assert (x[0], y[0], x[-1], y[-1]) == (fpr[0], tpr[0], fpr[-1], tpr[-1])


def test_few_points_stay_as_they_are():
    for n in (1, 2, 5):
        x, y = np.linspace(0, 1, n), np.linspace(0, 1, n) ** 2
        for kept, given in zip(thinned(x, y, UNIT, UNIT), (x, y), strict=True):
            np.testing.assert_array_equal(kept, given)


def test_steps_have_their_corners():
    x, y = np.array([0.0, 0.5, 1.0]), np.array([0.2, 0.4, 0.9])
    after = thinned(x, y, UNIT, UNIT, "after")
    np.testing.assert_array_equal(after[0], [0, 0.5, 0.5, 1, 1])
    np.testing.assert_array_equal(after[1], [0.2, 0.2, 0.4, 0.4, 0.9])
    before = thinned(x, y, UNIT, UNIT, "before")
    np.testing.assert_array_equal(before[0], [0, 0, 0.5, 0.5, 1])
    np.testing.assert_array_equal(before[1], [0.2, 0.4, 0.4, 0.9, 0.9])
