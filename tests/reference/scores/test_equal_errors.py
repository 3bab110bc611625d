"""The equal error rate by hand."""

import pytest

from fastmetrics import reference

Y, S = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]


def test_between_two_thresholds():
    # Two of three negatives lie above one of two positives: from (1/3, 1/2) up to
    # (1/3, 1) in (FPR, TPR) the miss rate falls from 1/2 to 0, past 1/3.
    y, s = [1, 0, 1, 0, 0], [5, 4, 3, 2, 1]
    assert reference.equal_error_rate(y, s) == 1 / 3
    # One tie of everything goes straight from (0, 0) to (1, 1).
    assert reference.equal_error_rate([0, 1, 1], [1, 1, 1]) == 0.5
    # From (0, 1/2) the tie goes to (1/2, 1), and meets 1 - FPR at 1/4.
    assert reference.equal_error_rate(Y, [0.1, 0.4, 0.4, 0.8]) == 0.25


def test_hull():
    # The points (0, 1/2) and (1/2, 1): TPR = 1/2 + FPR meets 1 - FPR at 1/4.
    assert reference.equal_error_rate(Y, S) == 0.5
    assert reference.equal_error_rate(Y, S, convex_hull=True) == 0.25
    assert reference.equal_error_rate([1, 0], [1, 2], convex_hull=True) == 0.5


def test_weights_and_one_class():
    # Of the weight 3 of the positives 2 are found before any negative.
    weights = [2, 1, 1, 1]
    found = reference.equal_error_rate(
        [1, 0, 1, 0], [4, 3, 2, 1], sample_weight=weights
    )
    assert found == 1 / 3
    with pytest.warns(reference.UndefinedMetricWarning):
        reference.equal_error_rate([1, 1], [1, 2])
