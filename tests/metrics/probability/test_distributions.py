"""Spherical and ranked probability scores, divergences: edges and refusals."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm

P = np.array([[0.5, 0.25, 0.25], [0.0, 1.0, 0.0], [0.125, 0.375, 0.5]])


def test_ordered_classes_go_by_their_labels():
    names = ["low", "mid", "high"]
    truth = ["mid", "high", "low"]
    value = fm.ranked_probability_score(truth, P, labels=names)
    assert value == fm.ranked_probability_score([1, 2, 0], P)
    with pytest.raises(ValueError, match="labels must give the order"):
        fm.ranked_probability_score(truth, P)
    with pytest.raises(ValueError, match="labels must be unique"):
        fm.ranked_probability_score(truth, P, labels=["low", "mid", "low"])
    with pytest.raises(ValueError, match="high"):
        fm.ranked_probability_score(truth, P, labels=["low", "mid", "top"])
    with pytest.raises(TypeError, match="normalize must be True or False"):
        fm.ranked_probability_score([1, 2, 0], P, normalize=2)


def test_the_worst_forecast_of_ordered_classes():
    worst = np.array([[1.0, 0, 0], [0, 0, 1.0]])
    labels = [0, 1, 2]
    assert fm.ranked_probability_score([2, 0], worst, labels=labels) == 2
    assert (
        fm.ranked_probability_score([2, 0], worst, labels=labels, normalize=True) == 1
    )


def test_small_numbers_keep_their_digits():
    tiny = np.array([[3e-320, 4e-320], [3e-170, 4e-170], [0, 0]])
    with pytest.warns(UserWarning, match="do not sum to one"):
        value = fm.spherical_score([0, 1, 1], tiny)
    # Denormals of some 1e-320 are off by parts in ten thousand themselves.
    share = tiny[0, 0] / 5e-324 / math.hypot(*(tiny[0] / 5e-324))
    assert value == pytest.approx((share + 0.8) / 3, rel=1e-12)


def test_divergence_of_certain_truth_is_the_log_loss():
    truth, forecast = np.array([0, 1, 1]), np.array([0.25, 0.5, 0.75])
    expected = -np.mean(np.log([0.75, 0.5, 0.75]))
    assert fm.kl_divergence(truth, forecast) == pytest.approx(expected, rel=1e-14)


def test_divergence_of_what_is_nearly_equal_keeps_its_digits():
    # (p - q)² / (2 p (1 - p)) but for a part in 10⁸.
    value = fm.kl_divergence([0.5], [0.5 + 1e-8])
    assert value == pytest.approx(2e-16, rel=1e-7)
    assert fm.kl_divergence(P, P) == 0


def test_divergence_is_infinite_unless_the_row_weighs_nothing():
    truth, forecast = [0.5, 0.5], [0.0, 0.5]
    assert fm.kl_divergence(truth, forecast) == math.inf
    assert fm.kl_divergence(truth, forecast, sample_weight=[0, 1]) == 0
    # 5e-324 is 2⁻¹⁰⁷⁴: ½ log(2¹⁰⁷³) + ½ log(½).
    value = fm.kl_divergence([0.5], [5e-324])
    assert value == pytest.approx(536 * math.log(2), rel=1e-14)


@one_case(
    ("truth", "forecast", "said"),
    [
        ([0.5], [1.5], "p_pred"),
        ([-0.5], [0.5], "p_true"),
        ([np.nan], [0.5], "p_true contains NaN"),
        ([0.5, 0.5], [0.5], r"one shape, got \(2,\) and \(1,\)"),
        (P, P[:, :2] / P[:, :2].sum(1, keepdims=True), "one shape"),
        ([], [], "empty"),
    ],
)
def test_wrong_distributions_are_refused(truth, forecast, said):
    with pytest.raises(ValueError, match=said):
        fm.kl_divergence(truth, forecast)


@one_case("name", ["spherical_score", "ranked_probability_score", "kl_divergence"])
def test_values_do_not_depend_on_layout_or_threads(name, rng):
    proba = rng.dirichlet(np.ones(7), 200_000)
    truth = rng.integers(0, 7, len(proba))
    first = proba[::-1] if name == "kl_divergence" else truth
    record = np.zeros(proba.shape, [("a", "u1"), ("s", "f8")])
    record["s"] = proba
    with fm.num_threads(1):
        value = getattr(fm, name)(first, proba)
    for held in (proba, np.asfortranarray(proba), record["s"]):
        assert getattr(fm, name)(first, held) == value
