"""What functions of censored times refuse, with row and time, and what is undefined."""

import math

import numpy as np
import pandas
import pytest
from helpers.one_case import one_case

import fastmetrics as fm

TIME, EVENT = [1, 2, 3, 4, 5, 6], [1, 0, 1, 1, 0, 1]
RISK = [5, 4, 6, 2, 3, 1]
ALIVE = [[0.4, 0.3], [0.9, 0.8], [0.6, 0.4], [0.8, 0.6], [0.9, 0.7], [1, 0.9]]


def with_row(row):
    return [*ALIVE[:3], row, *ALIVE[4:]]


def area(time=TIME, event=EVENT, risk=RISK, times=3, **options):
    return fm.time_dependent_auc(time, event, risk, times, **options)


def brier(survival=ALIVE, times=(2, 4), **options):
    return fm.survival_brier_score(TIME, EVENT, survival, times, **options)


REFUSED = [
    (lambda: area([1, -2, 3, 4, 5, 6]), "time must not be negative, got -2 in row 1"),
    (lambda: area([1, math.nan, 3, 4, 5, 6]), "time contains NaN"),
    (lambda: area([1, math.inf, 3, 4, 5, 6]), "time contains"),
    (lambda: area([]), "time"),
    (lambda: area(event=[1, 0, 1, 1]), "time has 6, event has 4"),
    (lambda: area(event=[1, 0, 1.5, 1, 0, 1]), "got 1.5 in row 2"),
    (lambda: area(event=[1, 0, -1, 1, 0, 1]), "got -1 in row 2"),
    (lambda: area(event=[1, 0, math.nan, 1, 0, 1]), "event contains NaN"),
    (lambda: area(event=None), "event is missing"),
    (lambda: area(event=[0] * 6), "no row has an event of cause 1"),
    (lambda: area(cause=2), "no row has an event of cause 2"),
    (lambda: area(cause=0), "cause must be"),
    (lambda: area(risk=RISK[:3]), "risk has 3"),
    (lambda: area(risk=[*RISK[:5], math.nan]), "risk contains NaN"),
    (lambda: area(risk=np.ones((6, 2)), times=[1, 2, 3]), "risk has 2 columns"),
    (lambda: area(times=6), "times must be below 6, the largest time"),
    (lambda: area(times=[3, 2]), "times must increase, got 2 after 3"),
    (lambda: area(times=[2, 2]), "times must increase, got 2 after 2"),
    (lambda: area(times=-1), "times must not be negative, got -1"),
    (lambda: area(times=[]), "times must contain a time"),
    (lambda: area(controls="all"), "controls must be"),
    (lambda: area(conditional=[1, 2]), "conditional has 2"),
    (lambda: area(conditional=[1] * 6, censoring=(TIME, EVENT)), "exclude each other"),
    (lambda: area(conditional=[*"aaabbb"], times=4), "times must be below 3"),
    (lambda: area(censoring=([1, 2], [1, 0])), "largest usable time is 1"),
    (lambda: brier(with_row([0.8, 1.5])), "got 1.5 in row 3 at time 4"),
    (lambda: brier(with_row([-0.1, -0.2])), "got -0.1 in row 3 at time 2"),
    (lambda: brier(with_row([math.nan, 0.5])), "got nan in row 3 at time 2"),
    (
        lambda: brier(with_row([0.5, 0.6])),
        "survival increases in row 3: 0.5 at time 2, 0.6 at time 4",
    ),
    (
        lambda: brier(None, incidence=ALIVE),
        "incidence decreases in row 0: 0.4 at time 2, 0.3 at time 4",
    ),
    (lambda: brier(incidence=ALIVE), "one of survival and incidence, got both"),
    (lambda: brier(None), "one of survival and incidence, got none"),
    (lambda: brier(times=None), "times are missing"),
    (lambda: brier(times=2), "a column for each of the 1 times"),
    (lambda: brier(ALIVE[:4]), "survival has 4"),
    (
        lambda: brier(pandas.DataFrame(ALIVE, columns=[4.0, 2.0]), [2, 4]),
        "columns of survival are named",
    ),
    (lambda: fm.integrated_brier_score(TIME, EVENT, [0.5] * 6, 2), "two times or more"),
    (lambda: fm.concordance_index_ipcw(TIME, EVENT, RISK, tau=0), "tau must be above"),
    (
        lambda: fm.restricted_mean_survival_time(TIME, EVENT, tau=7),
        "tau must be at most 6",
    ),
    (lambda: fm.log_rank_test(TIME, EVENT, [1] * 6), "two labels or more"),
    (lambda: fm.log_rank_test(TIME, EVENT, RISK, rho=math.inf), "rho must be finite"),
    (lambda: fm.log_rank_test(TIME, EVENT, RISK, rho=-2000), "rho is too low"),
    (lambda: area(risk=np.array([1e300] * 5 + [1], "g") ** 2), "risk contains"),
    (
        lambda: fm.d_calibration_test(TIME, EVENT, [0, 0.5, 1, 2, 0, 0]),
        "got 2 in row 3",
    ),
    (lambda: fm.survival_log_loss(TIME, EVENT, ALIVE, [0, 4]), "at time 0 must be 1"),
]


@one_case("call, said", REFUSED)
def test_refused(call, said):
    with pytest.raises(ValueError, match=said):
        call()


def test_a_pair_without_an_estimate_of_censoring():
    """The last row of a group is censored at the time of another group's event."""
    risk, group = [5, 4, 3, 2, 1], [*"aaabb"]
    given = {"conditional": group, "left_limit": False}
    with pytest.raises(ValueError, match="largest usable time"):
        fm.concordance_index_ipcw([1, 3, 5, 2, 3], [1, 1, 1, 0, 0], risk, **given)


UNDEFINED = [
    lambda: area(times=0.5),
    lambda: area([1, 1, 2], [1, 1, 0], [1, 2, 3], 0),
    lambda: fm.concordance_index_ipcw([1, 1], [1, 1], [1, 2]),
    lambda: fm.concordance_index_ipcw([1], [1], [1]),
    lambda: fm.scaled_brier_score(TIME, EVENT, [0.5] * 6, 0.5),
    lambda: fm.log_rank_test(TIME, [0] * 6, [1, 2] * 3).statistic,
    lambda: fm.d_calibration_test(TIME, EVENT, [0.5] * 6).statistic,
]


@one_case("call", UNDEFINED)
def test_undefined(call):
    with pytest.warns(fm.UndefinedMetricWarning):
        assert math.isnan(call())


def test_an_impossible_event_costs_everything():
    with pytest.warns(fm.UndefinedMetricWarning, match="1 of 6 rows"):
        loss = fm.survival_log_loss(TIME, EVENT, with_row([0.5, 0.5]), [3.5, 6])
    assert loss == math.inf


def test_nobody_has_an_event():
    curve = fm.kaplan_meier([1, 2, 3], [0, 0, 0])
    assert curve.survival.tolist() == [1, 1, 1]
    assert (curve.low.tolist(), curve.high.tolist()) == ([1, 1, 1], [1, 1, 1])
    assert fm.restricted_mean_survival_time([1, 2, 3], [0, 0, 0], tau=2) == 2


def test_groups_that_never_meet():
    """Strata divide four groups into two pairs: two degrees of freedom."""
    time, group = np.arange(1, 13), [*"abababcdcdcd"]
    event = np.array([1, 1, 0, 1, 1, 1] * 2)
    found = fm.log_rank_test(time, event, group, strata=[0] * 6 + [1] * 6)
    pairs = [fm.log_rank_test(time[k], event[k], group[k]) for k in HALVES]
    assert found.df == 2
    assert found.statistic == pytest.approx(sum(p.statistic for p in pairs))


HALVES = slice(6), slice(6, 12)


def test_many_bins_and_hardly_any_survival():
    with pytest.warns(fm.UndefinedMetricWarning):
        fm.d_calibration_test([0.5, 0], [0, 1], [5e-324, 0.1], bins=100_000)


def test_a_single_row():
    assert fm.kaplan_meier([2], [1]).survival.tolist() == [0]
    assert fm.aalen_johansen([2], [1]).incidence.tolist() == [1]
    assert fm.censoring_weights([2], [1], 1).tolist() == [1]
    assert fm.survival_brier_score([2], [1], [0.25], 1) == 0.5625


def test_both_zeros_are_the_same_time():
    curve = fm.kaplan_meier([0.0, -0.0, 1.0], [1, 1, 1])
    assert curve.times.tolist() == [0, 1]
    assert curve.events.tolist() == [2, 1]
