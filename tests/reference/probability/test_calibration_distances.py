"""Distances from a smooth calibration curve, against values worked by hand."""

import math

import pytest
from helpers.one_case import one_case

from fastmetrics import reference

# Three forecasts are the three knots, so the curve goes through the proportions of
# positives, 1/4, 1/2 and 3/4: distances of 0.05, 0 and 0.05 in 4, 4 and 8 rows.
P = [0.2] * 4 + [0.5] * 4 + [0.8] * 8
Y = [1, 0, 0, 0] + [1, 1, 0, 0] + [1, 1, 1, 0] * 2


def distance(*columns, **options):
    return reference.integrated_calibration_index(*columns, n_knots=3, **options)


def test_a_curve_through_three_forecasts_by_hand():
    # The quantile at the level 0.1 is the first of 16 rows' 4, that at 0.9 the last.
    assert distance(Y, P) == pytest.approx(0.05 * 12 / 16, abs=1e-12)
    for level, value in ((0, 0), (0.2, 0), (0.3, 0.05), (1, 0.05)):
        found = distance(Y, P, quantile=level)
        assert found == pytest.approx(value, abs=1e-12), level


def test_a_weight_counts_rows():
    # Proportions of 1/2, 1/2 and 3/4, by weights 3 and 1 in the first forecast.
    weights = [3, 1, 1, 1] + [1] * 12
    expected = (6 * 0.3 + 4 * 0 + 8 * 0.05) / 18
    assert distance(Y, P, sample_weight=weights) == pytest.approx(expected, abs=1e-12)
    repeated = [*Y, 1, 1], [*P, 0.2, 0.2]
    assert distance(*repeated) == pytest.approx(expected, abs=1e-12)
    zero = [*weights, 0]
    found = distance([*Y, 0], [*P, 0.99], sample_weight=zero)
    assert found == pytest.approx(expected, abs=1e-12)


def test_more_knots_than_distinct_forecasts():
    with pytest.warns(reference.UndefinedMetricWarning, match="distinct"):
        assert math.isnan(reference.integrated_calibration_index(Y, P))


@one_case(
    "y_true, why",
    [([1] * 16, "one class"), ([0] * 8 + [1] * 8, "overlap")],
)
def test_no_curve(y_true, why):
    with pytest.warns(reference.UndefinedMetricWarning, match=why):
        assert math.isnan(distance(y_true, P))
