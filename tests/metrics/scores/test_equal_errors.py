"""The equal error rate, and thresholds for each class."""

import numpy as np
import pytest
import sklearn.metrics as sk
from helpers.one_case import one_case
from scipy.optimize import brentq

import fastmetrics as fm
from fastmetrics import reference


@one_case("distinct", [3, 20, 10**6])
def test_equals_the_root_on_scikit_learns_curve(rng, distinct):
    y = rng.integers(0, 2, 300)
    s = np.floor(rng.random(300) * distinct) + 0.3 * distinct * y
    fpr, tpr, _ = sk.roc_curve(y, s, drop_intermediate=False)
    # As in the recipe that is passed on: a root of 1 - x - TPR(x), to its tolerance.
    root = brentq(lambda x: 1 - x - np.interp(x, fpr, tpr), 0, 1, xtol=1e-14)
    assert fm.equal_error_rate(y, s) == pytest.approx(root, abs=1e-12)


def test_the_hull_is_that_of_calibrated_scores(rng):
    isotonic = pytest.importorskip("sklearn.isotonic")
    y = rng.integers(0, 2, 200)
    s = rng.normal(size=200) + y
    best = isotonic.IsotonicRegression().fit_transform(s, y)
    hull = fm.equal_error_rate(y, s, convex_hull=True)
    # Of calibrated scores the curve is its own hull.
    assert hull == pytest.approx(fm.equal_error_rate(y, best), abs=1e-14)
    assert hull <= fm.equal_error_rate(y, s)


def test_lies_on_the_rates_that_weights_make(rng):
    y, s = rng.integers(0, 2, 40), rng.integers(0, 9, 40)
    weights = rng.integers(0, 4, 40)
    repeated = np.repeat(y, weights), np.repeat(s, weights)
    for hull in (False, True):
        found = fm.equal_error_rate(y, s, sample_weight=weights, convex_hull=hull)
        assert found == pytest.approx(
            fm.equal_error_rate(*repeated, convex_hull=hull), abs=1e-15
        )


def test_turned_scores_and_bad_options():
    y, s = [0, 1, 0, 1], [4.0, 3.0, 2.0, 1.0]
    turned = fm.equal_error_rate(y, [-x for x in s])
    assert fm.equal_error_rate(y, s) == 1 - turned
    assert fm.equal_error_rate(y, y) == 0.0
    with pytest.raises(TypeError, match="convex_hull must be True or False"):
        fm.equal_error_rate(y, s, convex_hull="yes")
    with pytest.warns(fm.UndefinedMetricWarning, match="no positive row"):
        assert np.isnan(fm.equal_error_rate([0, 0], [1, 2]))


def test_interval_comes_from_replicates(rng):
    y = rng.integers(0, 2, 150)
    s = rng.normal(size=150) + y
    found = fm.confidence_interval("EER", y, s, random_state=0, n_resamples=199)
    assert found.method == "bca"
    assert found.low < found.estimate == fm.equal_error_rate(y, s) < found.high


def test_marked_in_the_picture_and_on_the_display():
    pytest.importorskip("matplotlib")
    import matplotlib.pyplot as plt
    from scipy.special import ndtri

    y, s = [0, 0, 1, 1, 0, 1], [0.1, 0.6, 0.35, 0.8, 0.2, 0.9]
    rate = fm.equal_error_rate(y, s)
    display = fm.DetCurveDisplay.from_predictions(y, s, equal_error_rate=True)
    assert display.equal_error_rate == rate
    x, miss = display.point_.get_data()
    assert (x.tolist(), miss.tolist()) == ([ndtri(rate)], [ndtri(rate)])
    assert fm.DetCurveDisplay.from_predictions(y, s).point_ is None
    with pytest.raises(TypeError, match="equal_error_rate"):
        fm.DetCurveDisplay.from_predictions(y, s, equal_error_rate=0.2)
    plt.close("all")


Y = ["cat", "dog", "cow", "cat", "dog", "cow", "cat"]
NAMES = ["cat", "cow", "dog"]


class TestThresholdsPerClass:
    @one_case(
        "options",
        [
            {"criterion": "f1"},
            {"criterion": "mcc"},
            {"criterion": "equal_error_rate"},
            {"criterion": "fpr_at_tpr", "at": 0.6},
            {"cost_fn": 3.0},
        ],
    )
    def test_each_against_the_others(self, rng, options):
        scores = rng.dirichlet([1, 1, 1], len(Y))
        found = fm.optimal_threshold(Y, scores, labels=NAMES, **options)
        twin = reference.optimal_threshold(Y, scores.tolist(), labels=NAMES, **options)
        assert found[0].tolist() == twin[0]
        np.testing.assert_allclose(found[1], twin[1], rtol=1e-14)
        for k, name in enumerate(NAMES):
            alone = fm.optimal_threshold(Y, scores[:, k], pos_label=name, **options)
            assert alone == (found[0][k], found[1][k])

    def test_several_labels_per_row(self, rng):
        y = rng.integers(0, 2, (30, 2))
        scores = rng.random((30, 2))
        thresholds, values = fm.optimal_threshold(
            y, scores, criterion="f1", labels=["a", "b"]
        )
        for k in range(2):
            alone = fm.optimal_threshold(y[:, k], scores[:, k], criterion="f1")
            assert alone == (thresholds[k], values[k])

    def test_bad_labels(self):
        scores = np.ones((7, 3))
        with pytest.raises(ValueError, match=r"a column for each of the 2 labels"):
            fm.optimal_threshold(Y, scores, labels=["cat", "dog"])
        with pytest.raises(ValueError, match="must be distinct"):
            fm.optimal_threshold(Y, scores, labels=["cat", "dog", "dog"])
        with pytest.raises(ValueError, match="must name all classes"):
            fm.optimal_threshold(Y, scores, labels=["cat", "dog", "pig"])
        with pytest.raises(ValueError, match="exclude each other"):
            fm.optimal_threshold(Y, scores, labels=NAMES, pos_label="cat")
        with pytest.raises(ValueError, match="a number for each class"):
            fm.confidence_interval(
                "best_f1", [0, 1], y_score=[1, 2], metric_params={"labels": [0, 1]}
            )
