"""The parts of mean losses: against the reference, and against scikit-learn."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.random_cases import examples
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import mean_gamma_deviance, mean_poisson_deviance, r2_score

import fastmetrics as fm
from fastmetrics.reference.regression import relative_errors as reference

LOSSES = ("squared", "poisson", "gamma")
of_losses = one_case("loss", LOSSES)


@st.composite
def columns(draw, loss):
    n = draw(st.integers(1, 9))
    low = {"squared": -4, "poisson": 0, "gamma": 0.25}[loss]
    y = st.integers(math.ceil(low), 4) | st.floats(low, 1e3)
    p = st.integers(-4, 4) | st.floats(-1e3, 1e3)
    if loss != "squared":
        p = st.integers(1, 5) | st.floats(1e-3, 1e3)
    lists = [draw(st.lists(one, min_size=n, max_size=n)) for one in (y, p)]
    weights = draw(
        st.none() | st.lists(st.integers(0, 3), min_size=n, max_size=n).filter(any)
    )
    return *lists, weights


@of_losses
@settings(max_examples=examples(100, same=10))
@given(data=st.data())
def test_agrees_with_the_reference(loss, data):
    y_true, y_pred, weights = data.draw(columns(loss))
    given = {"loss": loss, "sample_weight": weights}
    expected = reference.error_decomposition(y_true, y_pred, **given)
    found = fm.error_decomposition(y_true, y_pred, **given)
    # A difference of means has the digits that these leave.
    scale = 1e-13 * (max(expected.score, expected.uncertainty) + 1)
    assert tuple(found) == pytest.approx(tuple(expected), rel=1e-12, abs=scale)
    assert all(type(one) is float and one >= -1e-13 for one in found)


@given(
    y=st.lists(st.floats(-1e300, 1e300), min_size=1, max_size=5),
    p=st.lists(st.floats(-1e300, 1e300), min_size=1, max_size=5),
)
@example([1e-200, 3e-200], [2e-200, 2e-200])
@example([1e200, 3e200], [2e200, 2e200])
def test_squares_at_the_ends_of_the_floats(y, p):
    n = min(len(y), len(p))
    y, p = y[:n], p[:n]
    found = fm.error_decomposition(y, p)
    power = math.frexp(max(map(abs, (*y, *p))))[1]
    scaled = reference.error_decomposition(
        [math.ldexp(one, -power) for one in y], [math.ldexp(one, -power) for one in p]
    )
    with np.errstate(over="ignore"):
        size, *_ = expected = np.ldexp([max(scaled), *scaled], 2 * power)
    for one, exact, tame in zip(found, expected[1:], scaled, strict=True):
        if np.isinf(exact):
            assert one == exact
        elif np.isinf(size):
            near = pytest.approx(tame, rel=1e-10, abs=1e-13 * max(scaled))
            assert np.ldexp(one, -2 * power) == near
        else:  # of the smallest few digits are left, or none
            assert one == pytest.approx(exact, rel=1e-9, abs=1e-13 * size + 1e-300)


def sk_parts(y, p, weights, mean_loss):
    # Isotonic regression of scikit-learn takes equal predictions as one.
    fitted = IsotonicRegression().fit(p, y, weights).predict(p)
    score, after = (mean_loss(y, one, sample_weight=weights) for one in (p, fitted))
    middle = np.full(len(y), np.average(y, weights=weights))
    uncertainty = mean_loss(y, middle, sample_weight=weights)
    return score, score - after, uncertainty - after, uncertainty


@one_case("weighted", [False, True])
@one_case("distinct", [7, 10**6])
def test_agrees_with_scikit_learn(weighted, distinct, rng):
    n = 3000
    p = 1 + rng.integers(0, distinct, n) / distinct
    y = rng.gamma(2, p / 2)
    weights = rng.integers(1, 4, n).astype(float) if weighted else None
    for loss, mean_loss in (
        ("gamma", mean_gamma_deviance),
        ("poisson", mean_poisson_deviance),
    ):
        found = fm.error_decomposition(y, p, loss=loss, sample_weight=weights)
        assert tuple(found) == pytest.approx(
            sk_parts(y, p, weights, mean_loss), rel=1e-10
        )
    found = fm.error_decomposition(y, p, sample_weight=weights)
    share = (found.discrimination - found.miscalibration) / found.uncertainty
    assert share == pytest.approx(r2_score(y, p, sample_weight=weights), abs=1e-12)


def test_a_large_mean_takes_no_digits(rng):
    y, p = rng.integers(0, 2**20, (2, 400)) / 2**20
    expected = fm.error_decomposition(y, p)
    found = fm.error_decomposition(y + 2**30, p + 2**30)
    assert tuple(found) == pytest.approx(tuple(expected), rel=1e-12)


def test_right_predictions_lose_nothing():
    y = np.array([3, 1, 2], np.uint8)
    for loss in LOSSES:
        parts = fm.error_decomposition(y, y, loss=loss)
        assert parts.score == parts.miscalibration == 0
        assert parts.discrimination == parts.uncertainty > 0
        constant = fm.error_decomposition(y, [2, 2, 2], loss=loss)
        assert constant.discrimination == constant.miscalibration == 0


def test_rows_in_any_order(rng):
    y, p = rng.normal(size=(2, 50)).round(1)
    weights, order = rng.integers(0, 3, 50), rng.permutation(50)
    found = fm.error_decomposition(y, p, sample_weight=weights)
    again = fm.error_decomposition(y[order], p[order], sample_weight=weights[order])
    assert tuple(again) == pytest.approx(tuple(found), rel=1e-13, abs=1e-15)
    # Both zeros are one prediction.
    zeros = fm.error_decomposition([1, 2, 3], [-0.0, 0.0, -0.0])
    assert zeros.discrimination == 0


@one_case(
    ("y_true", "y_pred", "options", "match"),
    [
        ([1], [1], {"loss": "absolute"}, "loss must be one of"),
        ([1], [1], {"loss": None}, "loss must be one of"),
        ([1], [1], {"loss": ["squared"]}, "loss must be one of"),
        ([-1], [1], {"loss": "poisson"}, "y_true must not be negative"),
        ([0], [1], {"loss": "gamma"}, "y_true must be positive"),
        ([0], [0], {"loss": "poisson"}, "y_pred must be positive"),
        ([1], [-1], {"loss": "gamma"}, "y_pred must be positive"),
        ([1, math.nan], [1, 1], {}, "y_true contains NaN"),
        ([1, 1], [1, math.inf], {}, "y_pred contains infinity"),
        ([1, 1], [1], {}, "inconsistent numbers of samples"),
        ([], [], {}, "0 sample"),
        ([[1, 2]], [[1, 2]], {}, "one column"),
        ([1], [1], {"sample_weight": [-1]}, "sample_weight"),
        (["a"], [1], {}, "y_true"),
    ],
)
def test_refused(y_true, y_pred, options, match):
    with pytest.raises(ValueError, match=match):
        fm.error_decomposition(y_true, y_pred, **options)
