"""The definitions of censored times, on numbers worked by hand.

Six rows: events at 1, 3, 4 and 6, censored at 2 and 5. Rows at risk: 6, 5, 4, 3, 2, 1.
Survival: 5/6, 5/6, 5/8, 5/12, 5/12, 0. No censoring: 1, 4/5, 4/5, 4/5, 2/5, 2/5.
"""

import math
from fractions import Fraction

import pytest

from fastmetrics import reference
from fastmetrics.reference.survival import rows as estimates

TIME, EVENT = [1, 2, 3, 4, 5, 6], [1, 0, 1, 1, 0, 1]
RISK = [5, 4, 6, 2, 3, 1]
# Three rows at the time 2: an event, another and a censored one.
TIED = [1, 2, 2, 2, 3], [1, 1, 1, 0, 1]


def test_the_estimates():
    rows = estimates.read_rows(TIME, EVENT)
    alive = [estimates.survival(rows, t) for t in TIME]
    assert alive == pytest.approx([5 / 6, 5 / 6, 5 / 8, 5 / 12, 5 / 12, 0])
    kept = [estimates.no_censoring(rows, t) for t in TIME]
    assert kept == pytest.approx([1, 4 / 5, 4 / 5, 4 / 5, 2 / 5, 2 / 5])


def test_events_come_before_censorings_at_a_time():
    rows = estimates.read_rows(*TIED)
    # Two of four rows die at 2, so one of the two that are left is censored.
    assert estimates.no_censoring(rows, 2) == 1 / 2
    assert estimates.survival(rows, 2) == pytest.approx(4 / 5 * 2 / 4)


def test_weights():
    # Row 2 is censored by time 4; events before 2 weigh 1, others 5/4.
    expected = [1, 0, 1.25, 1.25, 1.25, 1.25]
    assert reference.censoring_weights(TIME, EVENT, 4) == pytest.approx(expected)


def test_area_at_a_time():
    # At 4: cases weigh 1, 5/4, 5/4 (rows 1, 3, 4); controls are rows 5 and 6.
    # Only the pair of rows 4 and 5 is in the wrong order.
    wrong = Fraction(5, 4) / (2 * (1 + Fraction(5, 2)))
    found = reference.time_dependent_auc(TIME, EVENT, RISK, [2, 4])
    assert found.values == pytest.approx([3 / 4, float(1 - wrong)])
    # The probability of an event is 1/6 by 2 and 7/12 by 4.
    mean = (3 / 4 / 6 + float(1 - wrong) * 5 / 12) / (7 / 12)
    assert found.mean == pytest.approx(mean)


def test_controls_with_two_causes():
    causes = [1, 2, 1, 0]
    risk = [3, 4, 1, 2]
    # By 3.5: rows 1 and 3 are cases, row 2 is a control only of all others.
    everybody = reference.time_dependent_auc([1, 2, 3, 4], causes, risk, 3.5)
    assert everybody.values == [1 / 4]
    free = reference.time_dependent_auc(
        [1, 2, 3, 4], causes, risk, 3.5, controls="event-free"
    )
    assert free.values == [1 / 2]


def test_concordance():
    # Row 1 has 5 pairs of weight 1, row 3 has 3 and row 4 has 2 of weight 25/16.
    wrong = 1 + Fraction(25, 16)  # row 1 below row 3, row 4 below row 5
    right = 1 - wrong / (5 + 5 * Fraction(25, 16))
    found = reference.concordance_index_ipcw(TIME, EVENT, RISK)
    assert found == pytest.approx(float(right))
    # Only row 1 is before 3.
    assert reference.concordance_index_ipcw(TIME, EVENT, RISK, tau=3) == 4 / 5


def test_a_row_censored_at_the_time_of_an_event_is_later():
    assert reference.concordance_index_ipcw([2, 2, 3], [1, 0, 0], [1, 2, 0]) == 1 / 2


def test_brier_score():
    alive = [0.3, 0.8, 0.4, 0.6, 0.7, 0.9]
    # By 3: rows 1 and 3 have the event, rows 4 to 6 have not; row 2 is censored.
    squares = [0.3**2, 0, 1.25 * 0.4**2, 1.25 * 0.4**2, 1.25 * 0.3**2, 1.25 * 0.1**2]
    score = reference.survival_brier_score(TIME, EVENT, alive, 3)
    assert score == pytest.approx(sum(squares) / 6)
    # The same forecast for all, 3/8, has 3/8 · 5/8.
    scaled = reference.scaled_brier_score(TIME, EVENT, alive, 3)
    assert scaled == pytest.approx(1 - sum(squares) / 6 / (15 / 64))


def test_integrals_of_the_brier_score():
    alive = [[1.0, 0.5], [1.0, 0.5]]
    # Without censoring; events at 1 and 4. BS(0) = 0 and BS(2) = 1/4.
    rows = [1, 4], [1, 1], alive, [0, 2]
    found = {
        method: reference.integrated_brier_score(*rows, method=method)
        for method in ("trapezoid", "left", "exact")
    }
    # The forecast 1 holds until 2, and row 1 dies at 1: 1/2 from then on.
    assert found == {"trapezoid": 1 / 8, "left": 0, "exact": 1 / 4}


def test_log_loss():
    # Row 1: a density of (1 - 0.5)/2; row 2: half way from 0.8 to 0.6.
    found = reference.survival_log_loss(
        [1, 3], [1, 0], [[0.5, 0.2], [0.8, 0.6]], [2, 4]
    )
    assert found == pytest.approx(-(math.log(0.25) + math.log(0.7)) / 2)


def test_greenwoods_standard_error_and_the_median():
    curve = reference.kaplan_meier(TIME, EVENT)
    # At 3: 1/(6·5) + 1/(4·3).
    expected = 5 / 8 * math.sqrt(1 / 30 + 1 / 12)
    assert curve.standard_error[2] == pytest.approx(expected)
    assert math.isnan(curve.standard_error[-1])


def test_incidence_of_a_cause():
    curve = reference.aalen_johansen([1, 2, 3, 4], [1, 2, 1, 0])
    assert curve.values == pytest.approx([1 / 4, 1 / 4, 1 / 2, 1 / 2])
    # Without censoring it is a proportion, with the variance of one.
    assert curve.standard_error[2] == pytest.approx(math.sqrt(1 / 4 / 4))


def test_restricted_mean():
    found = reference.restricted_mean_survival_time(TIME, EVENT, tau=5)
    assert found == pytest.approx(1 + 2 * 5 / 6 + 5 / 8 + 5 / 12)


def test_log_rank():
    # Groups a: 1, 3 and b: 2, 4, all events. At 1 to 4: 2/4, 1/3, 1/2, 0 of a at risk.
    found = reference.log_rank_test([1, 2, 3, 4], [1, 1, 1, 1], ["a", "b", "a", "b"])
    excess = 2 - (2 / 4 + 1 / 3 + 1 / 2)
    variance = 1 / 4 + 2 / 9 + 1 / 4
    assert found.statistic == pytest.approx(excess**2 / variance)
    assert found.df == 1


def test_d_calibration():
    # A row censored at 0.75 is shared out: a third to the upper half.
    alive, event = [0.25, 0.75], [1, 0]
    found = reference.d_calibration_test([1, 2], event, alive, bins=2, method="haider")
    assert found.counts == pytest.approx([1 + 2 / 3, 1 / 3])
    assert found.statistic == pytest.approx(2 * (2 / 3) ** 2)


def test_calibration():
    # Half of the rows have the event by 2 and all are predicted 1/2.
    found = reference.survival_calibration(
        [1, 1, 3, 3], [1, 1, 1, 1], [0.5] * 4, 2, bins=2
    )
    assert found.observed_expected == pytest.approx(1)
    assert found.intercept == pytest.approx(0, abs=1e-9)
    assert math.isnan(found.slope)
