"""Predictions and residuals in pictures: points, cells, quartiles, quantiles."""

import pickle
import re

import numpy as np
import pytest
from scipy import stats

from fastmetrics import evaluate
from fastmetrics.report.plots.clouds import cloud, reach, running
from fastmetrics.report.plots.forest import kinds, pictures
from fastmetrics.show.pictures import Band, Bars, Cells, Line, Points

KINDS = ["predictions", "residuals", "residual_distribution", "error_quantiles"]
QUICK = {"metrics": ["medae"], "task": "regression"}

rng = np.random.default_rng(0)
Y = rng.gamma(2.0, 10.0, 300)
A, B = Y + rng.normal(size=300), Y + rng.standard_t(3, size=300) + 1
WEIGHTS = rng.integers(0, 3, 300).astype(float)
MANY = rng.normal(size=20_000)


@pytest.fixture(scope="module")
def report():
    return evaluate(Y, {"a": A, "b": B}, **QUICK)


@pytest.fixture(scope="module")
def large():
    return evaluate(MANY, MANY + rng.normal(size=20_000), **QUICK)


def picture(report, kind):
    [made] = pictures(report, kind)
    return made


def of_kind(panel, kind):
    return [mark for mark in panel.marks if isinstance(mark, kind)]


# ------------------------------------------------------------------ rows


def test_each_row_is_a_point(report):
    for kind, expected in (
        ("predictions", lambda p: Y),
        ("residuals", lambda p: p - Y),
    ):
        made = picture(report, kind)
        for panel, pred in zip(made.panels, (A, B), strict=True):
            [points] = of_kind(panel, Points)
            x = expected(pred)
            shown = {*zip(points.x.tolist(), points.y.tolist(), strict=True)}
            assert shown <= {*zip(pred.tolist(), x.tolist(), strict=True)}
            # Those that are left out lie on others.
            assert len(shown) > 250


def test_the_line_is_where_predictions_are_right(report):
    made = picture(report, "predictions")
    for panel in made.panels:
        [line] = [one for one in of_kind(panel, Line) if one.role == "reference"]
        assert line.x.tolist() == line.y.tolist()
        assert panel.square
        assert (panel.x.low, panel.x.high) == (panel.y.low, panel.y.high)
        assert panel.x.low <= min(Y.min(), A.min(), B.min())
    for panel in picture(report, "residuals").panels:
        [line] = [one for one in of_kind(panel, Line) if one.role == "reference"]
        assert not line.y.any()


def test_cells_count_the_rows():
    for weights in (None, WEIGHTS):
        x, y = rng.random(20_000), rng.random(20_000) * 2
        weights = None if weights is None else rng.integers(0, 3, 20_000).astype(float)
        cells, outside = cloud(x, y, weights, (0.0, 1.0), (0.0, 1.5))
        weigh = np.ones(20_000) if weights is None else weights
        steps = np.linspace(0, 1, 65), np.linspace(0, 1.5, 65)
        expected, *_ = np.histogram2d(x, y, steps, weights=weigh)
        # The first row of cells is at the top.
        assert cells.values[::-1].T.tolist() == expected.tolist(), weights
        assert outside == np.count_nonzero((y > 1.5) & (weigh > 0)), weights
        assert cells.edges == (0, 1, 0, 1.5), weights


def test_many_rows_are_cells(large):
    for kind in ("predictions", "residuals"):
        [panel] = picture(large, kind).panels
        [cells] = of_kind(panel, Cells)
        assert not of_kind(panel, Points)
        assert 19_900 <= cells.values.sum() < 20_000  # a few that are far away are out
    notes = picture(large, "predictions").notes
    assert any("rows are outside" in note for note in notes)


def test_where_points_become_cells():
    for n in (5_000, 5_001):
        x = np.linspace(0, 1, n)
        mark, _ = cloud(x, x, None, (0.0, 1.0), (0.0, 1.0))
        assert isinstance(mark, Points if n == 5_000 else Cells), n


def test_predictions_far_away_do_not_make_all_others_one():
    made = picture(evaluate(Y, np.where(Y == Y[0], 1e9, A), **QUICK), "predictions")
    [panel] = made.panels
    reached = Y.max() - Y.min()
    assert panel.x.high <= Y.max() + 1.01 * reached
    assert made.notes == ["1 rows are outside"]
    assert reach([np.arange(10.0)]) == (0, 9)
    assert reach([np.arange(20_000.0)]) == (10, 19_989)


# ------------------------------------------------------------------ running quartiles


def test_running_quartiles_by_hand():
    x, y = np.arange(16.0), np.tile([1.0, 3.0, 2.0, 4.0], 4)
    found = running(x, y, None)
    assert found.at.tolist() == [1.5, 5.5, 9.5, 13.5]
    assert found.low.tolist() == [1.5] * 4
    assert found.middle.tolist() == [2.5] * 4
    assert found.high.tolist() == [3.5] * 4
    # Rows of weight 0 are none.
    weights = np.append(np.ones(16), np.zeros(4))
    again = running(np.append(x, [99.0] * 4), np.append(y, [99.0] * 4), weights)
    assert again.at.tolist() == found.at.tolist()
    assert running(np.arange(9.0), np.arange(9.0), None) is None


def test_rows_with_the_same_prediction_are_together():
    x = np.repeat([0.0, 1.0], [100, 1])
    found = running(x, np.arange(101.0), None)
    assert found.at.tolist() == [0, 1] or found.at.tolist() == [0]
    constant = running(np.ones(100), np.arange(100.0), None)
    assert constant.at.tolist() == [1]
    assert constant.middle.tolist() == [49.5]


def test_one_prediction_has_quartiles_that_are_seen():
    report = evaluate(Y, np.full(300, 20.0), **QUICK)
    [panel] = picture(report, "predictions").panels
    [band] = of_kind(panel, Band)
    assert band.x[0] < 20 < band.x[1]
    assert band.low[0] == pytest.approx(np.quantile(Y, 0.25), rel=0.01)


# ------------------------------------------------------------------ distributions


def test_a_histogram_holds_all_rows(report):
    one = evaluate(Y, B, **QUICK)
    [histogram, _] = picture(one, "residual_distribution").panels
    [bars] = of_kind(histogram, Bars)
    assert bars.values.sum() == pytest.approx(1)
    middle = np.abs(B - Y) < 1
    inner = (bars.edges[:-1] >= -1) & (bars.edges[1:] <= 1)
    assert bars.values[inner].sum() <= middle.mean() + 1e-12
    lines = of_kind(picture(report, "residual_distribution").panels[0], Line)
    assert {line.series for line in lines} == {0, 1}


def test_normal_quantiles_are_those_of_scipy():
    one = evaluate(Y, B, **QUICK)
    [_, panel] = picture(one, "residual_distribution").panels
    [line] = [mark for mark in of_kind(panel, Line) if mark.series == 0]
    e = np.sort(B - Y)
    expected = stats.norm.ppf((np.arange(300) + 0.5) / 300)
    at = np.interp(line.x, expected, (e - e.mean()) / e.std())
    np.testing.assert_allclose(line.y, at, atol=0.05)
    assert line.x[0] == pytest.approx(expected[0])
    title = picture(one, "residual_distribution").title
    assert f"kurtosis {stats.kurtosis(e, fisher=False):.2f} of model" in title


def test_error_quantiles_are_sorted_errors(report):
    made = picture(report, "error_quantiles")
    curves, part = made.panels
    for series, pred in enumerate((A, B)):
        [line] = [one for one in of_kind(curves, Line) if one.series == series]
        sizes = np.sort(np.abs(pred - Y))
        assert line.y.max() == pytest.approx(sizes[-1])
        [mean] = [one for one in of_kind(curves, Points) if one.series == series]
        assert mean.y[0] == pytest.approx(sizes.mean())
        squares = np.cumsum(sizes[::-1] ** 2) / np.sum(sizes**2)
        [line] = [one for one in of_kind(part, Line) if one.series == series]
        at = np.interp(line.x, np.arange(1, 301) / 300, squares)
        np.testing.assert_allclose(line.y, at, atol=0.01)
    assert "a has the lowest mean absolute error" in made.title


# ------------------------------------------------------------------ all of them


def test_pictures_of_anything():
    assert {*KINDS} <= {*kinds()}
    for y, pred in (
        ([1.5], {"a": [2.0]}),
        ([1.5, 1.5], {"a": [1.5, 1.5]}),
        (Y, {"a": Y, "b": np.full(300, 1e300)}),
        (Y, {str(k): A + k for k in range(9)}),
    ):
        report = evaluate(y, pred, **QUICK)
        for made in (picture(report, kind) for kind in KINDS):
            assert made.panels, made.name
            assert str(made.title), made.name


def test_the_best_models_have_panels():
    pred = {f"m{k}": A + abs(k - 4) for k in range(9)}
    made = picture(evaluate(Y, pred, **QUICK), "residuals")
    assert [panel.title for panel in made.panels] == [
        "m1",
        "m2",
        "m3",
        "m4",
        "m5",
        "m6",
    ]
    assert made.notes[0] == "6 of 9 models: those with the least mean squared error"


def test_a_copy_draws_the_same(report):
    for kind in KINDS:
        copy = pickle.loads(pickle.dumps(report))
        assert repr(picture(copy, kind)) == repr(picture(report, kind)), kind


def test_reports_without_points_have_none():
    report = evaluate(Y, y_lower=A, y_upper=A + 1)
    for kind in KINDS:
        with pytest.raises(ValueError, match="no predictions of one column"):
            pictures(report, kind)


def test_small_errors_of_large_numbers_are_said_in_full():
    y = 1e8 * np.exp(np.random.default_rng(0).normal(size=80))
    models = {"near": y + np.geomspace(1e-1, 1e8, 80), "far": y * 2}
    made = picture(evaluate(y, models, **QUICK), "error_quantiles")
    [note] = made.notes[1:]
    assert re.fullmatch(r"errors below [1-9]0+ are drawn at it", note)
