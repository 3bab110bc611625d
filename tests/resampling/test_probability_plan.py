"""ProbabilityPlan: intervals of probabilities, from columns and from their sums."""

import math
import warnings

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import catalog
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.probability.measuring import (
    probability_sums,
    recalibrated_rows,
)
from fastmetrics.reference import mean_intervals as plain
from fastmetrics.resampling import area_plans, plan_of, refusals
from fastmetrics.resampling.plan import Data, Design

N = 120
OF_SUMS = (
    "log_loss",
    "brier_score_loss",
    "multiclass_brier_score",
    "d2_log_loss_score",
    "d2_brier_score",
    "normalized_cross_entropy",
)


@pytest.fixture
def column(rng):
    p = rng.random(N)
    return (rng.random(N) < p).astype(int), p


@pytest.fixture
def matrix(rng):
    p = rng.dirichlet(np.ones(3), N)
    classes = np.array(["high", "low", "mid"])
    return classes[(p.cumsum(axis=1) > rng.random(N)[:, None]).argmax(axis=1)], p


@pytest.fixture(params=["column", "matrix"])
def data(request):
    return request.getfixturevalue(request.param)


@pytest.fixture
def weights(rng):
    return rng.exponential(size=N)


def bounds(one):
    return one.estimate, one.low, one.high, one.standard_error


def test_log_loss_is_the_definition(column):
    y, p = column
    losses = [-math.log(q if label else 1 - q) for label, q in zip(y, p, strict=True)]
    one = fm.confidence_interval("log_loss", y, y_proba=p)
    assert (one.low, one.high) == pytest.approx(
        plain.skew_t_interval(losses, lower=0.0), rel=1e-12
    )
    assert one.estimate == fm.log_loss(y, p)
    assert one.method == "skew-t"


@one_case("name", OF_SUMS)
@one_case("weighted", [False, True])
def test_sums_give_the_intervals_of_their_rows(data, weights, name, weighted):
    w = weights if weighted else None
    sums = fm.ProbabilitySums.from_proba(*data, sample_weight=w)
    of_rows = fm.confidence_interval(name, *data, sample_weight=w)
    of_sums = fm.confidence_interval(name, sums)
    assert bounds(of_sums) == pytest.approx(bounds(of_rows), rel=1e-11)
    assert of_sums.method == of_rows.method


def test_sums_of_merged_parts(column):
    y, p = column
    parts = [fm.ProbabilitySums.from_proba(y[i::3], p[i::3]) for i in range(3)]
    found = fm.confidence_interval("log_loss", sum(parts))
    expected = fm.confidence_interval("log_loss", y, y_proba=p)
    assert bounds(found) == pytest.approx(bounds(expected), rel=1e-12)


def test_what_sums_cannot_do(column):
    sums = fm.ProbabilitySums.from_proba(*column)
    with pytest.raises(ValueError, match="needs rows"):
        fm.confidence_interval("log_loss", sums, method="bca")
    with pytest.raises(TypeError, match="cannot be read off ProbabilitySums"):
        fm.confidence_interval("spherical_score", sums)
    for name in ("groups", "sample_weight"):
        with pytest.raises(TypeError, match=f"no rows that {name} belong to"):
            fm.confidence_interval("log_loss", sums, **{name: np.ones(N)})
    one = fm.confidence_interval("log_loss", sums, stratified=True)
    assert one.reason == refusals.SUMS_HAVE_NO_ROWS


def test_scores_of_half_are_those_of_sums(column):
    y, p = column
    sums = fm.ProbabilitySums.from_proba(y, p)
    for half in (True, False):
        given = {"scale_by_half": half}
        of_sums = fm.confidence_interval("brier_score_loss", sums, metric_params=given)
        of_rows = fm.confidence_interval(
            "brier_score_loss", y, y_proba=p, metric_params=given
        )
        assert bounds(of_sums) == pytest.approx(bounds(of_rows), rel=1e-12)


# --- many rows


@one_case("name", ["log_loss", "brier_score_loss"])
def test_one_pass_over_many_rows(data, name, monkeypatch):
    expected = fm.confidence_interval(name, *data)
    monkeypatch.setattr(area_plans, "_MANY", N)
    called = []
    for own in ("log_loss_moments", "brier_moments"):
        moments = getattr(probability_sums, own)

        def spy(*columns, _moments=moments, **given):
            called.append(1)
            return _moments(*columns, **given)

        monkeypatch.setattr(probability_sums, own, spy)
    found = fm.confidence_interval(name, *data)
    assert called == [1]
    assert bounds(found) == pytest.approx(bounds(expected), rel=1e-13)
    # What the function judges itself, it is called for.
    with pytest.raises((TypeError, ValueError)):
        fm.confidence_interval(
            "log_loss", *data, metric_params={"normalize": "perhaps"}
        )
    with pytest.raises(ValueError, match="y_proba"):
        fm.confidence_interval(name, data[0], y_proba=data[1] + 1)


def test_one_pass_warns_once(matrix, monkeypatch):
    y, p = matrix
    for many in (N, 10 * N):
        monkeypatch.setattr(area_plans, "_MANY", many)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            fm.confidence_interval("log_loss", y, y_proba=p * 0.9)
        assert ["do not sum to one" in str(one.message) for one in caught] == [True]


def test_moments_do_not_depend_on_the_first_rows(rng):
    """The sums are taken around their mean, wherever that lies."""
    p = np.sort(rng.random(5000))
    y = np.ones(5000, int)
    y[-1] = 0
    losses = probability_sums.log_losses(y, p)
    found = probability_sums.log_loss_moments(y, p)
    d = losses - math.fsum(losses) / 5000
    assert found.value == pytest.approx(math.fsum(losses) / 5000, rel=1e-14)
    squares = math.fsum(d**2)
    error = math.sqrt(squares / 4999 / 5000)
    assert found.standard_error == pytest.approx(error, rel=1e-12)
    assert found.skewness == pytest.approx(math.fsum(d**3) / squares**1.5, rel=1e-12)


@one_case("name", ["log_loss", "brier_score_loss"])
def test_losses_all_alike(name, monkeypatch):
    """0.9 is 1 - 0.1, so that either class loses the same."""
    y = np.arange(1001) % 2
    p = np.where(y == 1, 0.9, 0.1)
    sums = fm.ProbabilitySums.from_proba(y, p)
    for many in (1, 10_000):
        monkeypatch.setattr(area_plans, "_MANY", many)
        for data in ((y, p), (sums,)):
            one = fm.confidence_interval(name, *data)
            assert math.isnan(one.low)
            assert one.reason == refusals.NO_SPREAD


# --- parameters, strata, several models


def test_the_sum_of_losses_is_drawn(column):
    y, p = column
    given = {"normalize": False}
    one = fm.confidence_interval(
        "log_loss", y, y_proba=p, metric_params=given, random_state=0, n_resamples=99
    )
    assert one.method == "percentile"
    assert one.estimate == fm.log_loss(y, p, normalize=False)


def test_strata_are_classes(data):
    one = fm.confidence_interval(
        "log_loss", *data, stratified=True, random_state=0, n_resamples=99
    )
    assert one.method == "bca"
    with pytest.raises(ValueError, match="one-dimensional labels"):
        fm.confidence_interval(
            "label_ranking_loss", np.eye(3), y_proba=np.eye(3), stratified=True
        )


def test_all_functions_judge_the_class_that_the_plan_is_told(rng):
    y = np.array(["no", "yes"])[rng.integers(0, 2, N)]
    p = rng.random(N)
    plan = plan_of("probabilities")(
        Data({"y_true": y}, {"a": {"y_proba": p}, "b": {"y_proba": 1 - p}}),
        Design(),
        {"pos_label": "no", "seed": 0},
    )
    rows = [catalog.find(name) for name in ("brier_score_loss", "log_loss")]
    plan.ask([BoundMetric(row, {}) for row in rows])
    expected = [
        [fm.brier_score_loss(y, q, pos_label="no"), fm.log_loss(y == "no", q)]
        for q in (p, 1 - p)
    ]
    assert plan.estimates == pytest.approx(np.array(expected), rel=1e-13)


def test_an_infinite_loss(monkeypatch):
    y, p = [1, 0, 1, 0], [0.9, 0.2, 0.0, 0.4]
    for many in (1, 100):
        monkeypatch.setattr(area_plans, "_MANY", many)
        one = fm.confidence_interval("log_loss", y, y_proba=p, metric_params={"eps": 0})
        assert (one.estimate, one.reason) == (math.inf, refusals.INFINITE)
    sums = fm.ProbabilitySums.from_proba(y, p, eps=0)
    one = fm.confidence_interval("log_loss", sums)
    assert (one.estimate, one.reason) == (math.inf, refusals.INFINITE)


def test_one_row_of_a_class_has_no_share_without_it():
    """D² is undefined where that row is left out."""
    y, p = [1, 0, 0, 0, 0], [0.8, 0.1, 0.3, 0.2, 0.4]
    one = fm.confidence_interval("d2_brier_score", y, y_proba=p)
    assert math.isnan(one.low)
    assert one.reason == refusals.UNDEFINED_WITHOUT


# --- calibration


def test_a_line_and_a_shift_are_fitted_once_for_each_model(column, monkeypatch):
    fitted = []
    for name in ("fit_line", "fit_shift"):
        fit = getattr(recalibrated_rows, name)

        def spy(*rows, _fit=fit, _name=name):
            fitted.append(_name)
            return _fit(*rows)

        monkeypatch.setattr(recalibrated_rows, name, spy)
    y, p = column
    fm.evaluate(y, y_proba={"a": p, "b": p**2}, random_state=0)
    assert sorted(fitted) == ["fit_line"] * 2 + ["fit_shift"] * 2


@one_case("name", ["calibration_slope", "calibration_intercept"])
def test_replicates_are_fitted_with_their_own_weights(column, weights, name):
    y, p = column
    given = {"method": "percentile", "n_resamples": 20, "random_state": 0}
    one = fm.confidence_interval(name, y, y_proba=p, sample_weight=weights, **given)
    assert one.low < one.estimate < one.high
    function = getattr(fm, name)
    fitted = recalibrated_rows.read_fitted(y, p, sample_weight=weights)
    for other in (weights[::-1].copy(), None):
        again = fitted.weighted(other)
        assert function(again, None, sample_weight=other) == function(
            y, p, sample_weight=other
        )
    assert fitted.weighted(weights) is fitted
