"""The parts of a score, against values worked by hand."""

import math

import pytest

from fastmetrics import reference


def test_the_parts_of_the_brier_score_by_hand():
    # Recalibrated to 0, 1/2, 1/2, 1: (0 + 1/4 + 1/4 + 0) / 4 is left of it.
    parts = reference.score_decomposition([0, 1, 0, 1], [0.25, 0.5, 0.5, 1.0])
    assert parts == (9 / 64, 1 / 64, 1 / 8, 1 / 4)


def test_the_parts_of_the_log_loss_by_hand():
    # One row of the four is right with probability 3/4, two with 1/2, one with 1.
    parts = reference.score_decomposition(
        [0, 1, 0, 1], [0.25, 0.5, 0.5, 1.0], loss="log"
    )
    half = math.log(2)
    expected = (math.log(4 / 3) + 2 * half) / 4, math.log(4 / 3) / 4, half / 2, half
    assert parts == pytest.approx(expected, rel=1e-14)


def test_perfect_forecasts_have_no_loss():
    for loss in ("brier", "log"):
        parts = reference.score_decomposition([0, 1], [0, 1], loss=loss)
        assert parts[:2] == pytest.approx((0, 0), abs=1e-15)
        assert parts.discrimination == pytest.approx(parts.uncertainty)


def test_a_certain_miss_costs_the_clipped_logarithm():
    parts = reference.score_decomposition([1, 0], [0, 1], loss="log")
    assert parts.score == pytest.approx(52 * math.log(2))
    assert parts[2:] == pytest.approx((0, math.log(2)), abs=1e-15)


def test_one_forecast_discriminates_nothing():
    parts = reference.score_decomposition([0, 1, 1, 1], [0.5] * 4)
    assert parts == (0.25, 0.0625, 0, 0.1875)


def test_weights_are_rows():
    weighted = reference.score_decomposition(
        [0, 1, 1], [0.5, 0.25, 0.75], sample_weight=[2, 1, 3]
    )
    repeated = reference.score_decomposition(
        [0, 0, 1, 1, 1, 1], [0.5, 0.5, 0.25, 0.75, 0.75, 0.75]
    )
    assert weighted == pytest.approx(repeated, rel=1e-15)
