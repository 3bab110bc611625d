"""Gain and lift curves against their definitions on the four counts."""

import numpy as np
import pytest
from helpers.score_cases import TWO_CLASSES, weights_for

import fastmetrics as fm
from fastmetrics import UndefinedMetricWarning


@pytest.mark.parametrize("case", TWO_CLASSES)
@pytest.mark.parametrize("weighted", [False, True])
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


@pytest.mark.parametrize("at", [0.0, -0.1, 1.1, float("nan")])
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
