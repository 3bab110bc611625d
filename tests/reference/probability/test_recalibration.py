"""Calibration as a whole, against values worked by hand."""

import math

import pytest
from helpers.one_case import one_case

from fastmetrics import reference


def test_means_by_hand():
    y_true, y_proba = [0, 1, 1, 1], [0.25, 0.5, 0.75, 1.0]
    assert reference.calibration_in_the_large(y_true, y_proba) == -0.125
    assert reference.expected_observed_ratio(y_true, y_proba) == 2.5 / 3
    weights = [2, 0, 4, 2]
    assert (
        reference.calibration_in_the_large(y_true, y_proba, sample_weight=weights)
        == ((0.5 + 3 + 2) - 6) / 8
    )
    assert (
        reference.expected_observed_ratio(y_true, y_proba, sample_weight=weights)
        == 5.5 / 6
    )


def test_no_positive_row_has_no_ratio():
    with pytest.warns(reference.UndefinedMetricWarning, match="positive"):
        assert math.isnan(reference.expected_observed_ratio([0, 0], [0.5, 0.1]))


# Forecasts of 1/3 (logit -ln 2) and of 2/3 (+ln 2), of which 1 of 4 and 3 of 4 came
# true: the line goes through the logits of these shares, -ln 3 and ln 3.
TWO = ([1, 0, 0, 0, 1, 1, 1, 0], [1 / 3] * 4 + [2 / 3] * 4)


def test_an_intercept_of_one_forecast_by_hand():
    # 3 of 4 where 1/3 was forecast: from -ln 2 to ln 3; information 4 · 3/16.
    found = reference.calibration_intercept([1, 1, 1, 0], [1 / 3] * 4)
    assert found == pytest.approx((math.log(6), math.sqrt(4 / 3)), rel=1e-12)
    assert float(found) == found.intercept
    # Forecasts that err in opposite directions lack nothing on average.
    assert reference.calibration_intercept(*TWO)[0] == pytest.approx(0, abs=1e-12)
    weighted = reference.calibration_intercept(
        [1, 0], [1 / 3] * 2, sample_weight=[3, 1]
    )
    # The rows' variances, 3/16, are weighted by 3² and 1².
    error = math.sqrt((9 + 1) * 3 / 16) / (4 * 3 / 16)
    assert weighted == pytest.approx((found.intercept, error), rel=1e-12)


@one_case("y_true", [[1, 1], [0, 0], [1]])
def test_one_class_has_no_intercept(y_true):
    with pytest.warns(reference.UndefinedMetricWarning, match="one class"):
        found = reference.calibration_intercept(y_true, [0.25] * len(y_true))
    assert all(map(math.isnan, found))


def test_a_line_through_two_forecasts_by_hand():
    line = reference.calibration_slope(*TWO)
    # Information of a logit: 4 · 3/16 at each; the slope's error is that over ln 2.
    error = math.sqrt(1 / (2 * 4 * 3 / 16))
    assert line == pytest.approx(
        (math.log(3) / math.log(2), 0, error / math.log(2), error), abs=1e-12
    )
    assert float(line) == line.slope


def test_an_intercept_by_hand():
    # 1 of 2 and 3 of 4: logits 0 and ln 3; slope ln 3 / 2 ln 2, half of it between.
    y_true, y_proba = [1, 0, 1, 1, 1, 0], [1 / 3] * 2 + [2 / 3] * 4
    line = reference.calibration_slope(y_true, y_proba)
    assert line.slope == pytest.approx(math.log(3) / math.log(4), rel=1e-12)
    assert line.intercept == pytest.approx(math.log(3) / 2, rel=1e-12)
    found = reference.calibration_intercept(y_true, y_proba, method="logistic")
    assert found == (line.intercept, line.intercept_standard_error)


def test_a_weight_counts_in_the_line_and_its_square_in_the_errors():
    y_true, y_proba = [1, 0, 1, 0], [1 / 3, 1 / 3, 2 / 3, 2 / 3]
    weighted = reference.calibration_slope(y_true, y_proba, sample_weight=[1, 3, 3, 1])
    line = reference.calibration_slope(*TWO)
    assert weighted[:2] == pytest.approx(line[:2], abs=1e-12)
    # Four rows of weight 1 or 3 in place of eight: 10 for 4 at each forecast.
    assert weighted[2:] == pytest.approx([e * math.sqrt(10 / 4) for e in line[2:]])


def test_the_unit_of_weights_does_not_matter():
    for name in ("calibration_slope", "calibration_intercept"):
        plain = getattr(reference, name)(*TWO)
        for unit in (1e-6, 7.0):
            found = getattr(reference, name)(*TWO, sample_weight=[unit] * 8)
            assert found == pytest.approx(tuple(plain), abs=1e-12)


@one_case(
    ("y_true", "y_proba"),
    [
        ([0, 0, 1, 1], [0.1, 0.2, 0.3, 0.4]),
        ([0, 0, 1, 1], [0.1, 0.2, 0.2, 0.4]),  # they touch
        ([1, 1, 0, 0], [0.1, 0.2, 0.3, 0.4]),  # backwards
        ([0, 1, 1], [0.5, 0.5, 0.5]),
        ([1, 1], [0.1, 0.5]),
        ([0], [0.5]),
    ],
)
def test_classes_apart_have_no_line(y_true, y_proba):
    with pytest.warns(reference.UndefinedMetricWarning, match="overlap"):
        assert all(map(math.isnan, reference.calibration_slope(y_true, y_proba)))
