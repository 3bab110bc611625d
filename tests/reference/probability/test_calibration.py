"""Calibration curves, errors and tests, worked by hand."""

import math
from fractions import Fraction

import pytest
from helpers.one_case import one_case
from scipy.stats import chi2

from fastmetrics import reference
from fastmetrics.reference.probability import calibration_errors
from fastmetrics.reference.probability.recalibration import chi_squared_beyond

# Two bins: {1/8, 3/8} with one positive of two, {3/4, 1} with two of two.
Y, P = [0, 1, 1, 1], [0.125, 0.375, 0.75, 1.0]


def test_the_curve_by_hand():
    shares, means = reference.calibration_curve(Y, P, n_bins=2)
    assert (shares, means) == ([0.5, 1.0], [0.25, 0.875])
    # The bins in the middle are empty.
    shares, means = reference.calibration_curve([0, 1], [0.0, 1.0], n_bins=4)
    assert (shares, means) == ([0.0, 1.0], [0.0, 1.0])


def test_bins_are_closed_on_the_right_and_the_first_on_both_sides():
    p = [0.0, 0.25, 0.5, 0.75, 1.0]
    rows = [calibration_errors.Forecast(0, value, 1) for value in p]
    found = calibration_errors.fill_bins(rows, 4, "uniform")
    assert [[row.p for row in each] for each in found] == [
        [0, 0.25],
        [0.5],
        [0.75],
        [1],
    ]


def test_quantiles_by_hand():
    ordered = [0.0, 0.25, 0.5, 1.0]
    # Positions 0, 3/2 and 3 of the rows 0, 1, 2, 3.
    assert calibration_errors.bin_edges(ordered, 2, "quantile") == [0.0, 0.375, 1.0]
    # Rows of one value are never split.
    rows = [calibration_errors.Forecast(0, value, 1) for value in [0.5, 0.5, 0.5, 0.75]]
    assert [
        len(each) for each in calibration_errors.fill_bins(rows, 2, "quantile")
    ] == [3, 1]


def test_errors_by_hand():
    # Gaps 1/4 and 1/8, two rows each.
    found = reference.expected_calibration_error(Y, P, n_bins=2)
    assert found == (0.25 + 0.125) / 2
    assert reference.maximum_calibration_error(Y, P, n_bins=2) == 0.25
    found = reference.squared_calibration_error(Y, P, n_bins=2, debias=False)
    assert found == (0.25**2 + 0.125**2) / 2
    # Residuals -1/8 and 5/8, 1/4 and 0: products of the two rows.
    found = reference.squared_calibration_error(Y, P, n_bins=2)
    assert found == (-0.125 * 0.625 + 0.0) / 2


def test_the_debiased_square_is_the_variance_taken_off():
    y, p = [0, 1, 1, 0, 1], [0.25, 0.5, 0.375, 0.5, 0.125]
    r = [Fraction(a) - Fraction(b) for a, b in zip(y, p, strict=True)]
    mean = sum(r) / 5
    variance = sum((x - mean) ** 2 for x in r) / 4
    found = reference.squared_calibration_error(y, p, n_bins=1)
    assert found == pytest.approx(float(mean**2 - variance / 5), rel=1e-15)


def test_weights_stand_for_rows_by_hand():
    w = [3, 1, 1, 0]
    # Gaps |1/4 - 3/16| with weight 4 and 1 - 3/4 with weight 1.
    found = reference.expected_calibration_error(Y, P, n_bins=2, sample_weight=w)
    assert found == pytest.approx((4 * 0.0625 + 0.25) / 5, rel=1e-15)
    # A pair of rows weighs the product: the mean is that of the one pair there is.
    found = reference.squared_calibration_error(Y, P, n_bins=2, sample_weight=w)
    assert found == pytest.approx(4 * -0.125 * 0.625 / 5, rel=1e-15)


def test_several_classes_by_hand():
    y = ["a", "b", "c", "c"]
    p = [[0.5, 0.25, 0.25], [0.5, 0.25, 0.25], [0.25, 0.25, 0.5], [0.0, 0.0, 1.0]]
    # Largest: 1/2 right, 1/2 wrong, 1/2 right, 1 right.
    found = reference.expected_calibration_error(y, p, n_bins=2)
    assert found == pytest.approx(3 / 4 * (2 / 3 - 1 / 2), rel=1e-15)
    found = reference.maximum_calibration_error(y, p, n_bins=2)
    assert found == pytest.approx(2 / 3 - 1 / 2, rel=1e-15)
    # Class by class over one bin: |1 - 5/4|, |1 - 3/4| and |2 - 2| of 4 rows.
    found = reference.expected_calibration_error(y, p, n_bins=1, mode="classwise")
    assert found == pytest.approx((0.25 / 4 + 0.25 / 4 + 0) / 3, rel=1e-15)
    found = reference.adaptive_calibration_error(y, p, n_bins=1)
    assert found == pytest.approx((0.25 / 4 + 0.25 / 4 + 0) / 3, rel=1e-15)


def test_a_tie_in_a_row_goes_to_the_first_column():
    p = [[0.5, 0.5]]
    assert reference.maximum_calibration_error(["a"], p, labels=["a", "b"]) == 0.5
    assert reference.expected_calibration_error(["b"], p, labels=["a", "b"]) == 0.5
    column = reference.squared_calibration_error(
        [0, 1], [0.25, 0.5], n_bins=1, mode="top-label"
    )
    # 3/4 said of 0, which is right; 1/2 of 0, which is wrong.
    assert column == 0.25 * -0.5


def test_parts_of_the_brier_score_by_hand():
    parts = reference.brier_decomposition(Y, P, n_bins=2)
    # Base rate 3/4; within bins p is 1/8 off, and y 1/2 off in the first.
    assert parts.reliability == (0.25**2 + 0.125**2) / 2
    assert parts.resolution == 0.25**2
    assert parts.uncertainty == 0.1875
    assert parts.within_bin_variance == 0.125**2
    assert parts.within_bin_covariance == 2 * 0.125 * 0.5 / 2
    brier = sum((a - b) ** 2 for a, b in zip(Y, P, strict=True)) / 4
    assert parts[0] - parts[1] + parts[2] + parts[3] - parts[4] == brier
    assert reference.brier_decomposition(Y, P, strategy="distinct")[3:] == (0, 0)


def test_hosmer_lemeshow_by_hand():
    # Gaps 1/4 at 1/4 and 1/8 at 7/8, two rows each.
    found, pvalue = reference.hosmer_lemeshow_test(Y, P, n_bins=2, strategy="uniform")
    expected = 2 * (0.25**2 / (0.25 * 0.75) + 0.125**2 / (0.875 * 0.125))
    assert found == pytest.approx(expected, rel=1e-15)
    assert pvalue == pytest.approx(math.exp(-expected / 2), rel=1e-14)
    # Certain and right counts nothing; certain and wrong is impossible.
    assert reference.hosmer_lemeshow_test([0, 0], [0.0, 0.0])[0] == 0.0
    assert reference.hosmer_lemeshow_test([0, 1], [0.0, 0.0]) == (math.inf, 0.0)


@one_case("df", [1, 2, 3, 8, 11])
@one_case("x", [0.0, 0.3, 4.0, 30.0])
def test_chi_squared_is_that_of_scipy(x, df):
    assert chi_squared_beyond(x, df) == pytest.approx(chi2.sf(x, df), rel=1e-12)


def test_what_is_wrong_is_refused():
    with pytest.raises(ValueError, match="probability"):
        reference.expected_calibration_error([0, 1], [0.5, 1.5])
    with pytest.raises(ValueError, match="mode"):
        reference.expected_calibration_error([0, 1], [0.5, 0.5], mode="one")
    with pytest.raises(ValueError, match="strategy"):
        reference.expected_calibration_error([0, 1], [0.5, 0.5], strategy="one")
    with pytest.raises(ValueError, match="two classes"):
        reference.calibration_curve([0, 1, 2], [0.5] * 3, pos_label=1)
