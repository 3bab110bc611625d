"""Leave-one-out of linear models without refits, against refits."""

import math

import numpy as np
import pandas as pd
import polars as pl
import pytest
from helpers.one_case import one_case
from sklearn.linear_model import LinearRegression, Ridge

import fastmetrics as fm
from fastmetrics import reference

MODELS = {
    "least squares": (LinearRegression(), {}),
    "without intercept": (
        LinearRegression(fit_intercept=False),
        {"fit_intercept": False},
    ),
    "ridge": (Ridge(alpha=3.0), {"ridge": 3.0}),
    "ridge without intercept": (
        Ridge(alpha=0.5, fit_intercept=False),
        {"ridge": 0.5, "fit_intercept": False},
    ),
}


@one_case("weighted", [False, True])
@one_case("model, options", MODELS.values())
def test_is_what_refits_predict(model, options, weighted, rng):
    X, y = rng.normal(size=(15, 3)), rng.normal(size=15) + 10
    weights = rng.random(15) + 0.1 if weighted else np.ones(15)
    fitted = model.fit(X, y, sample_weight=weights).predict(X)
    h = fm.leverage(X, **options, sample_weight=weights if weighted else None)
    expected = np.empty(15)
    for i in range(15):
        others = np.arange(15) != i
        model.fit(X[others], y[others], sample_weight=weights[others])
        expected[i] = model.predict(X[[i]])[0]
    assert fm.leave_one_out_predict(y, fitted, h) == pytest.approx(expected, rel=1e-9)
    assert fm.press(y, fitted, h) == pytest.approx(
        ((y - expected) ** 2).sum(), rel=1e-9
    )


@one_case("ridge", [0, 0.25])
@one_case("fit_intercept", [True, False])
@one_case("shape", [(7, 2), (4, 6), (5, 1), (1, 2)])
def test_leverages_are_those_of_the_reference(shape, fit_intercept, ridge, rng):
    X = rng.integers(-3, 4, shape).astype(float)
    weights = rng.integers(0, 4, len(X)) + (np.arange(len(X)) == 0)
    for given in ({}, {"sample_weight": weights.tolist()}):
        options = {"ridge": ridge, "fit_intercept": fit_intercept, **given}
        found = fm.leverage(X, **options)
        expected = reference.leverage(X.tolist(), **options)
        assert found == pytest.approx(expected, rel=1e-10, abs=1e-13)


def test_leverages_add_up_to_the_number_of_parameters(rng):
    X = rng.normal(size=(50, 4))
    assert fm.leverage(X).sum() == pytest.approx(5)
    with_copies = np.hstack([X, X[:, :2] * 3, np.full((50, 1), 7.5)])
    assert fm.leverage(with_copies) == pytest.approx(fm.leverage(X), rel=1e-9)
    assert fm.leverage(X + 1e6) == pytest.approx(fm.leverage(X), rel=1e-8)


@one_case("unit", [1e-200, 1e200, 1e-5, 1e5])
def test_units_do_not_matter(unit, rng):
    X = rng.normal(size=(9, 2))
    assert fm.leverage(X * unit) == pytest.approx(fm.leverage(X), rel=1e-9)
    if 1e-10 < unit < 1e10:
        assert fm.leverage(X * unit, ridge=2 * unit**2) == pytest.approx(
            fm.leverage(X, ridge=2), rel=1e-9
        )
    weights = rng.random(9)
    assert fm.leverage(X, sample_weight=weights * unit) == pytest.approx(
        fm.leverage(X, sample_weight=weights), rel=1e-9
    )


def test_a_row_that_is_fitted_exactly_has_leverage_one():
    X = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [3.0, 1.0]]
    h = fm.leverage(X)
    assert h[3] == 1
    with pytest.warns(fm.UndefinedMetricWarning, match="1 of 4 rows"):
        left_out = fm.leave_one_out_predict([0, 1, 2, 9], [0, 1, 2, 9], h)
    assert np.isnan(left_out).tolist() == [False, False, False, True]
    with pytest.warns(fm.UndefinedMetricWarning):
        assert math.isnan(fm.press([0, 1, 2, 9], [0, 1, 2, 9], h))


def test_formulas_are_those_of_the_reference(rng):
    y, fitted, h = rng.normal(size=8), rng.normal(size=8), rng.random(8)
    given = y.tolist(), fitted.tolist(), h.tolist()
    found = fm.leave_one_out_predict(y, fitted, h)
    assert found == pytest.approx(reference.leave_one_out_predict(*given), rel=1e-12)
    assert fm.press(y, fitted, h) == pytest.approx(reference.press(*given), rel=1e-13)
    assert fm.generalized_cross_validation(y, fitted, 2.5) == pytest.approx(
        reference.generalized_cross_validation(*given[:2], 2.5), rel=1e-13
    )
    for ways in (list, pd.Series, pl.Series, np.float32, lambda x: x[:, None]):
        assert fm.press(ways(y), ways(fitted), ways(h)) == pytest.approx(
            fm.press(y, fitted, h), rel=1e-5
        )


def test_gcv_is_undefined_where_nothing_is_left():
    with pytest.warns(fm.UndefinedMetricWarning, match="trace is 2 of 2 rows"):
        assert math.isnan(fm.generalized_cross_validation([1, 2], [1, 2], 2))


@one_case(
    "call, error, says",
    [
        (lambda: fm.leverage([[1.0, math.nan]]), ValueError, "X contains NaN"),
        (lambda: fm.leverage([1.0, 2.0]), ValueError, "Expected 2D array"),
        (lambda: fm.leverage(np.empty((0, 2))), ValueError, "X is empty"),
        (lambda: fm.leverage([[1.0]], ridge=-1), ValueError, "ridge must be finite"),
        (lambda: fm.leverage([[1.0]], ridge="1"), TypeError, "ridge must be a number"),
        (lambda: fm.leverage([[1.0]], fit_intercept=1), TypeError, "fit_intercept"),
        (lambda: fm.leverage([[1.0]], sample_weight=[0]), ValueError, "non-zero"),
        (lambda: fm.press([1, 2], [1, 2], [0.5]), ValueError, "leverage has 1"),
        (lambda: fm.press([1, 2], [1], [0.5] * 2), ValueError, "y_pred has 1"),
        (lambda: fm.press([1, math.nan], [1, 2], [0, 0]), ValueError, "y_true"),
        (lambda: fm.press([1, 2], [1, 2], [0, math.inf]), ValueError, "leverage"),
        (lambda: fm.press([[1, 2]], [[1, 2]], [0]), ValueError, "one column"),
        (
            lambda: fm.generalized_cross_validation([1], [1], -1),
            ValueError,
            "trace must be finite",
        ),
        (
            lambda: fm.generalized_cross_validation([1], [1], [1]),
            TypeError,
            "trace must be a number",
        ),
    ],
)
def test_bad_input_raises(call, error, says):
    with pytest.raises(error, match=says):
        call()
