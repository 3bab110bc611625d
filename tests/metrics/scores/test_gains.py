"""Gain, lift and single points of curves, against definitions and other ways."""

import numpy as np
import pytest
import sklearn.metrics as sk
from helpers.one_case import one_case
from helpers.score_cases import BAD, ONE_CLASS, TWO_CLASSES, outcome, weights_for
from scipy.stats import ks_2samp

import fastmetrics as fm
from fastmetrics import UndefinedMetricWarning


@one_case("case", TWO_CLASSES)
@one_case("weighted", [False, True])
def test_curves_are_ratios_of_counts(case, weighted):
    y_true, y_score = TWO_CLASSES[case]
    weights = weights_for(y_true) if weighted else None
    _, fps, _, tps, thresholds = fm.confusion_matrix_at_thresholds(
        y_true, y_score, sample_weight=weights
    )
    x, gain, at = fm.cumulative_gain_curve(y_true, y_score, sample_weight=weights)
    np.testing.assert_allclose(x[1:], (tps + fps) / (tps[-1] + fps[-1]), rtol=1e-15)
    np.testing.assert_array_equal(gain[1:], tps / tps[-1])
    np.testing.assert_array_equal(at[1:], thresholds.astype(float))
    assert (x[0], gain[0], at[0]) == (0, 0, np.inf)
    assert x.dtype == gain.dtype == at.dtype == np.float64

    x_lift, lift, lift_at = fm.lift_curve(y_true, y_score, sample_weight=weights)
    np.testing.assert_array_equal(x_lift, x[1:])
    np.testing.assert_allclose(lift, gain[1:] / x[1:], rtol=1e-15)
    np.testing.assert_array_equal(lift_at, thresholds)
    assert lift_at.dtype == thresholds.dtype
    assert lift[-1] == 1


def test_lift_at_a_threshold_is_on_the_curve():
    y_true, y_score = TWO_CLASSES["ties"]
    x, lift, _ = fm.lift_curve(y_true, y_score)
    for share, value in zip(x, lift, strict=True):
        assert fm.lift_score(y_true, y_score, at=share) == pytest.approx(value)


def test_lift_inside_a_tie_is_linear():
    # One tie group of four rows, half of them positive: recall grows as the share.
    assert fm.lift_score([0, 1, 1, 0], [1.0] * 4, at=0.1) == pytest.approx(1.0)
    # The first of four rows is positive, one more is among the next three.
    y_true, y_score = [1, 1, 0, 0], [3.0, 1.0, 1.0, 1.0]
    assert fm.lift_score(y_true, y_score, at=0.5) == pytest.approx(
        (1 + 1 / 3) / 2 / 0.5
    )
    # A share smaller than one row takes part of that row.
    assert fm.lift_score(y_true, y_score, at=0.05) == pytest.approx(2.0)


def test_weights_count_as_repeated_rows():
    rng = np.random.default_rng(0)
    y_true, y_score = TWO_CLASSES["ties"]
    times = rng.integers(0, 4, len(y_true))
    repeated = np.repeat(y_true, times), np.repeat(y_score, times)
    for at in (0.01, 0.1, 0.37, 1.0):
        assert fm.lift_score(
            y_true, y_score, at=at, sample_weight=times
        ) == pytest.approx(fm.lift_score(*repeated, at=at))


@one_case("at", [0.0, -0.1, 1.1, float("nan")])
def test_share_out_of_range(at):
    with pytest.raises(ValueError, match="at must be"):
        fm.lift_score([0, 1], [0.1, 0.2], at=at)


def test_no_positives():
    y_true, y_score = [0, 0], [0.1, 0.2]
    with pytest.warns(UndefinedMetricWarning, match="no positive"):
        assert np.isnan(fm.lift_score(y_true, y_score))
    with pytest.warns(UndefinedMetricWarning, match="no positive"):
        _, gain, _ = fm.cumulative_gain_curve(y_true, y_score)
    assert np.isnan(gain).all()
    with pytest.warns(UndefinedMetricWarning, match="no positive"):
        _, lift, _ = fm.lift_curve(y_true, y_score)
    assert np.isnan(lift).all()


def test_only_positives_are_no_problem():
    y_true, y_score = [1, 1], [0.1, 0.2]
    assert fm.lift_score(y_true, y_score, at=0.5) == 1
    _, gain, _ = fm.cumulative_gain_curve(y_true, y_score)
    np.testing.assert_array_equal(gain, [0, 0.5, 1])


class TestBreakEvenPoint:
    def test_precision_and_recall_at_the_number_of_positives(self):
        y_true, y_score = TWO_CLASSES["spread"]
        top = np.argsort(-y_score)[: y_true.sum()]
        assert fm.break_even_point(y_true, y_score) == y_true[top].mean()

    def test_inside_a_tie(self):
        # Two positives; the highest row is one, half of the next two rows is taken.
        assert fm.break_even_point([1, 1, 0], [2.0, 1.0, 1.0]) == 0.75

    def test_weights_count_as_repeated_rows(self):
        y_true, y_score = TWO_CLASSES["ties"]
        times = np.random.default_rng(1).integers(0, 4, len(y_true))
        repeated = np.repeat(y_true, times), np.repeat(y_score, times)
        assert fm.break_even_point(
            y_true, y_score, sample_weight=times
        ) == pytest.approx(fm.break_even_point(*repeated))


class TestKs:
    @one_case("case", TWO_CLASSES)
    def test_equals_scipy(self, case):
        y_true, y_score = TWO_CLASSES[case]
        positive = np.ravel(y_true) > 0
        scores = np.ravel(y_score)
        if scores.dtype.kind == "b" or scores.dtype.itemsize < 4:
            scores = scores.astype(float)  # newer SciPy computes in the scores' dtype
        expected = ks_2samp(scores[positive], scores[~positive], method="exact")
        assert fm.ks_statistic(y_true, y_score) == pytest.approx(
            expected.statistic, rel=1e-14
        )

    def test_weighted_is_the_greatest_distance_on_the_curve(self):
        y_true, y_score = TWO_CLASSES["ties"]
        weights = weights_for(y_true)
        fpr, tpr, _ = sk.roc_curve(y_true, y_score, sample_weight=weights)
        assert fm.ks_statistic(y_true, y_score, sample_weight=weights) == pytest.approx(
            np.abs(tpr - fpr).max(), rel=1e-13
        )

    def test_direction_does_not_matter(self):
        y_true, y_score = TWO_CLASSES["spread"]
        assert fm.ks_statistic(y_true, y_score) == fm.ks_statistic(y_true, -y_score)


POINTS = [fm.break_even_point, fm.ks_statistic, fm.lift_score]


@one_case("function", POINTS)
class TestPoints:
    def test_no_positives(self, function):
        y_true, y_score = ONE_CLASS["only negatives"]
        with pytest.warns(UndefinedMetricWarning, match="no positive") as caught:
            assert np.isnan(function(y_true, y_score))
        assert caught[0].filename == __file__  # points at the caller

    def test_no_negatives(self, function):
        y_true, y_score = ONE_CLASS["only positives"]
        value, error, warned = outcome(function, y_true, y_score)
        assert error is None
        if function is not fm.ks_statistic:
            assert (value, warned) == (pytest.approx(1, rel=1e-15), [])
        else:
            assert np.isnan(value)
            assert warned == ["UndefinedMetricWarning"]

    @one_case("case", BAD)
    def test_bad_input(self, function, case):
        y_true, y_score, kwargs = BAD[case]
        with pytest.raises((ValueError, TypeError)):
            function(y_true, y_score, **kwargs)

    def test_positive_label(self, function):
        y_true, y_score = TWO_CLASSES["ties"]
        words = np.where(y_true, "ill", "well")
        assert function(words, y_score, pos_label="ill") == function(y_true, y_score)
        with pytest.raises(ValueError, match="pos_label"):
            function(words, y_score)

    def test_plain_float(self, function):
        assert type(function([0, 1], np.float32([1, 2]))) is float
