"""Prediction intervals, worked by hand."""

import pytest

from fastmetrics import reference

Y, LOWER, UPPER = [1.0, 5.0, 9.0], [1.0, 2.0, 3.0], [2.0, 4.0, 8.0]


def test_coverage_counts_the_ends_in():
    assert reference.interval_coverage(Y, LOWER, UPPER) == 1 / 3
    assert reference.interval_coverage(Y, LOWER, UPPER, sample_weight=[2, 1, 1]) == 0.5


def test_width_is_that_of_the_intervals():
    assert reference.mean_interval_width(Y, LOWER, UPPER) == (1 + 2 + 5) / 3


def test_what_lies_outside_costs_two_over_alpha():
    # alpha = 1/2: 4 per unit; both last rows are 1 outside.
    score = reference.interval_score(Y, LOWER, UPPER, confidence_level=0.5)
    assert score == (1 + 6 + 9) / 3


def test_an_interval_upside_down_is_refused():
    with pytest.raises(ValueError, match="above"):
        reference.interval_coverage(Y, UPPER, LOWER)
    with pytest.raises(ValueError, match="confidence_level"):
        reference.interval_score(Y, LOWER, UPPER, confidence_level=1)
