"""The reliability curve and the isotonic fit, against values worked by hand."""

from fractions import Fraction

import pytest
from helpers.one_case import one_case

from fastmetrics import reference
from fastmetrics.reference.probability.calibration_errors import isotonic_fit


@one_case(
    ("positives", "totals", "expected"),
    [
        ([0, 1, 2], [2, 2, 2], ["0", "1/2", "1"]),  # rises already
        ([2, 1, 0], [2, 2, 2], ["1/2"] * 3),  # falls all along
        ([0, 1, 0, 1], [1, 1, 1, 1], ["0", "1/2", "1/2", "1"]),
        # 3/4 and 1/4 make 1/2, which 0 of 1 draws down to 4/9.
        ([3, 1, 0, 5], [4, 4, 1, 5], ["4/9", "4/9", "4/9", "1"]),
        # A pool below an earlier one takes that in, too: 1/2, then 1 and 0, 0.
        ([1, 1, 0, 0], [2, 1, 1, 1], ["2/5"] * 4),
        # Of no weight: as the next higher one; above all, as the highest.
        ([0, 0, 1, 0], [1, 0, 1, 0], ["0", "1", "1", "1"]),
        ([0, 0, 1], [0, 2, 2], ["0", "0", "1/2"]),
    ],
)
def test_shares_are_pooled_until_they_rise(positives, totals, expected):
    assert isotonic_fit(positives, totals) == [Fraction(one) for one in expected]


def test_a_curve_by_hand():
    # 0.3 came true, 0.4 once of twice: together 2/3; 0.1 never and 0.9 always.
    curve = reference.reliability_curve(
        [0, 1, 0, 1, 1], [0.1, 0.3, 0.4, 0.4, 0.9], band=None
    )
    assert curve == (
        [0.1, 0.3, 0.4, 0.9],
        [0, 2 / 3, 2 / 3, 1],
        None,
        None,
        [1, 1, 2, 1],
    )


def test_weights_by_hand():
    # 2 of 2 at 0.2, 1 of 4 at 0.6: together 3 of 6.
    curve = reference.reliability_curve(
        [1, 1, 0, 0], [0.2, 0.6, 0.6, 0.1], band=None, sample_weight=[2, 1, 3, 0]
    )
    assert curve[:2] == ([0.2, 0.6], [0.5, 0.5])
    assert curve.weight == [2, 4]


def test_certain_forecasts_are_drawn_as_they_are():
    # Outcomes drawn of forecasts of 0 and 1 are 0 and 1, whatever was observed.
    curve = reference.reliability_curve(
        [1, 0, 1, 1], [0, 0, 1, 1], n_resamples=7, random_state=3
    )
    assert curve.calibrated == [0.5, 1]
    assert (curve.low, curve.high) == ([0, 1], [0, 1])


def test_rows_of_one_class_are_drawn_as_they_are():
    curve = reference.reliability_curve(
        [1, 1, 1], [0.2, 0.2, 0.9], band="confidence", n_resamples=7, random_state=3
    )
    assert (curve.low, curve.high) == ([1, 1], [1, 1])


def test_outcomes_are_drawn_as_often_as_forecast():
    # 40 forecasts of 1/4, and a single one: the bounds of a binomial share.
    low, high = reference.reliability_curve(
        [0] * 40, [0.25] * 40, n_resamples=400, random_state=0
    )[2:4]
    assert 0.1 < low[0] < 0.175 < 0.325 < high[0] < 0.45
    low, high = reference.reliability_curve(
        [0], [0.5], n_resamples=200, random_state=0
    )[2:4]
    assert (low, high) == ([0], [1])


@one_case("p", [[0.5, 1.5], [-0.1, 0.5]])
def test_what_is_no_probability_is_refused(p):
    with pytest.raises(ValueError, match="y_proba"):
        reference.reliability_curve([0, 1], p)


@one_case("option", [{"method": "bins"}, {"band": "wide"}])
def test_unknown_words_are_refused(option):
    with pytest.raises(ValueError, match=next(iter(option))):
        reference.reliability_curve([0, 1], [0.2, 0.7], **option)
