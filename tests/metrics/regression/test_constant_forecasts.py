"""Shares of what the best constant forecast loses."""

import pytest

import fastmetrics as fm


def test_a_large_number_of_weight_zero_hides_no_small_ones():
    # Of the others the quantile is 2.9e-272: it loses 0.9 · 1e-9 of that, zeros 0.1.
    y, weights = [2.1e37, 0.0, 2.9e-272], [0, 1e-9, 1]
    found = fm.d2_pinball_score(y, [0.0, 0.0, 0.0], sample_weight=weights, alpha=0.1)
    assert found == pytest.approx(1 - 0.1 / 0.9e-9, rel=1e-12)  # rounded quotients


def test_a_large_prediction_hides_no_small_loss():
    # The lowest target is the quantile 0, which loses nothing: 0 where a model loses.
    y = [0.0, -2.2e-308, 0.0]
    assert fm.d2_pinball_score(y, [0.0, 0.0, -1e30], alpha=0) == 0
    assert fm.d2_pinball_score(y, [-2.2e-308, -2.2e-308, -1e30], alpha=0) == 1
