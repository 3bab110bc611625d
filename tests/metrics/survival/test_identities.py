"""What must be equal: sums of weights, and metrics without censoring."""

import math

import numpy as np
import pytest
from helpers.censored_cases import drawn, falling, largest_time
from helpers.one_case import one_case

import fastmetrics as fm

N = 60


@one_case("ties", [True, False])
@one_case("causes", [1, 2])
def test_weights_add_up(rng, ties, causes):
    time, code, _ = drawn(rng, N, ties=ties, causes=causes)
    times = np.array([0.2, 0.5, 0.8]) * time.max()
    weights = fm.censoring_weights(time, code, times)
    np.testing.assert_allclose(weights.sum(axis=0), N)
    curve = fm.aalen_johansen(time, code)
    for m, t in enumerate(times):
        cases = (time <= t) & (code == 1)
        assert weights[cases, m].sum() == pytest.approx(N * curve.at(t))
    assert fm.censoring_weights(time, code, times[1]).shape == (N,)


@one_case("ties", [True, False])
@one_case("causes", [1, 2])
def test_an_area_is_the_weighted_one_of_the_outcome(rng, ties, causes):
    time, code, risk = drawn(rng, N, ties=ties, causes=causes)
    t = 0.5 * time.max()
    weights = fm.censoring_weights(time, code, t)
    outcome = (time <= t) & (code == 1)
    known = weights > 0
    expected = fm.roc_auc_score(
        outcome[known], risk[known], sample_weight=weights[known]
    )
    found = fm.time_dependent_auc(time, code, risk, t)
    assert found == pytest.approx(expected, rel=1e-13)


def test_without_censoring_metrics_are_those_of_the_outcome(rng):
    time, _, risk = drawn(rng, N, censored=1e9)
    died = np.ones(N, bool)
    t = 0.4 * time.max()
    outcome = time <= t
    area = fm.time_dependent_auc(time, died, risk, t)
    assert area == fm.roc_auc_score(outcome, risk)
    alive = rng.uniform(size=N)
    score = fm.survival_brier_score(time, died, alive, t)
    assert score == pytest.approx(fm.brier_score_loss(outcome, 1 - alive), rel=1e-14)
    concordance = fm.concordance_index_ipcw(time, died, risk)
    assert concordance == pytest.approx(fm.concordance_index(time, -risk), rel=1e-14)
    # The standard error is DeLong's, but for n in place of n - 1 in each class.
    variance = fm.delong_roc_variance(outcome, risk)[1]
    assert area.standard_error**2 == pytest.approx(variance, rel=0.2)
    test = fm.d_calibration_test(time, died, alive, bins=5)
    counts = np.bincount((alive * 5).astype(int), minlength=5)
    assert test.counts == tuple(counts)
    assert test.statistic == pytest.approx(((counts - 12) ** 2 / 12).sum())


def test_greenwood_is_the_error_of_influence_values(rng):
    time, code, _ = drawn(rng, N)
    curve = fm.kaplan_meier(time, code)
    incidence = fm.aalen_johansen(time, code)
    np.testing.assert_allclose(incidence.incidence, 1 - curve.survival)
    # Greenwood's is not known once nobody survives.
    known = ~np.isnan(curve.standard_error)
    np.testing.assert_allclose(
        incidence.standard_error[known], curve.standard_error[known], rtol=1e-10
    )
    np.testing.assert_allclose(incidence.low[known], 1 - curve.high[known])


def test_the_median_of_times_without_censoring_is_theirs(rng):
    for n in (4, 7, 10):
        time = rng.permutation(n) + 1.0
        assert fm.kaplan_meier(time, np.ones(n)).quantile(0.5).estimate == np.median(
            time
        )
    curve = fm.kaplan_meier([1, 2, 3], [1, 0, 0])
    assert curve.quantile(0.5).estimate == math.inf
    assert curve.quantile(1 / 3).estimate == 1


def test_the_log_loss_depends_on_the_unit_by_a_constant(rng):
    time, code, _ = drawn(rng, N)
    times = np.array([0.3, 0.6, 1.1]) * time.max()
    losses = []
    for unit in (1, 12):
        a, b = (
            fm.survival_log_loss(time * unit, code, alive, times * unit)
            for alive in (falling(np.random.default_rng(s), N, 3) for s in (1, 2))
        )
        losses.append((float(a), float(b)))
    (a, b), (c, d) = losses
    assert c - a == pytest.approx(np.mean(code > 0) * math.log(12))
    assert c - d == pytest.approx(a - b)


def test_equal_rows_of_censoring_are_the_own_ones(rng):
    time, code, risk = drawn(rng, N)
    t = 0.5 * time.max()
    own = fm.time_dependent_auc(time, code, risk, t)
    same = fm.time_dependent_auc(time, code, risk, t, censoring=(time, code))
    np.testing.assert_array_equal(own.influence, same.influence)
    assert own.standard_error == same.standard_error


def test_one_group_is_no_group(rng):
    time, code, risk = drawn(rng, N)
    alone = {"conditional": np.zeros(N)}
    t = 0.5 * largest_time(time, {})
    for found, grouped in (
        (fm.time_dependent_auc(time, code, risk, t, **given) for given in ({}, alone)),
        (fm.concordance_index_ipcw(time, code, risk, **given) for given in ({}, alone)),
    ):
        assert found == pytest.approx(grouped, rel=1e-13)
        np.testing.assert_allclose(found.influence, grouped.influence, atol=1e-12)


def test_a_shift_of_all_risks_changes_nothing(rng):
    time, code, risk = drawn(rng, N, causes=2)
    times = np.array([0.3, 0.7]) * time.max()
    first = fm.time_dependent_auc(time, code, risk, times)
    moved = fm.time_dependent_auc(time, code, np.exp(risk / 9), times)
    np.testing.assert_array_equal(first.values, moved.values)
    mirrored = fm.time_dependent_auc(time, code, -risk, times)
    np.testing.assert_allclose(mirrored.values, 1 - first.values)
