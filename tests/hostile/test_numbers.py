"""Functions of observed and predicted numbers on what people pass by mistake."""

from functools import partial

import numpy as np
import pytest
from helpers.examples import EXAMPLES
from helpers.score_cases import outcome
from hostile.checks import call, check_refused, complaints, differs
from hostile.number_cases import BAD, HELD, WEIGHTS, P, Y

import fastmetrics as fm
from fastmetrics import catalog

NAMES = ("y_true", "y_pred", "y_score")
FAMILY = catalog.FAMILIES["regression"]
PAIRED = {
    row.function: partial(row.public, **{name: EXAMPLES[name] for name in row.required})
    for row in FAMILY.metrics
    if FAMILY.leading(row) == ("y_true", "y_pred")
}
WEIGHTED = {
    row.function: PAIRED[row.function]
    for row in FAMILY.metrics
    if row.function in PAIRED and "sample_weight" in row.public.__kwdefaults__
}


@pytest.mark.parametrize("case", BAD)
def test_columns_refused(case):
    def check(_, function):
        return check_refused(call(function, *BAD[case]), NAMES)

    assert complaints(PAIRED, check) == {}


@pytest.mark.parametrize("case", WEIGHTS)
def test_weights_refused(case):
    def check(_, function):
        found = call(function, Y, P, sample_weight=WEIGHTS[case])
        return check_refused(found, ("sample_weight",))

    assert complaints(WEIGHTED, check) == {}


@pytest.mark.parametrize("held", HELD)
def test_what_holds_them_changes_nothing(held):
    def check(name, function):
        found = call(function, HELD[held](Y), HELD[held](P))
        plain = outcome(function, np.array(Y), np.array(P))
        return differs(found, plain, rtol=1e-14)

    assert complaints(PAIRED, check) == {}


@pytest.mark.parametrize("dtype", "bBhHiIlLqQ?")
def test_whole_numbers(dtype):
    def check(name, function):
        found = call(function, true.astype(dtype), pred.astype(dtype))
        plain = outcome(function, true, pred)
        return differs(found, plain, rtol=1e-14)

    true = np.array([1.0, 1, 0, 1, 1, 0]) if dtype == "?" else np.array([3.0, 1, 9, 2])
    pred = true[::-1].copy()
    true, pred = (true, pred) if dtype == "?" else (true + 1, pred + 1)
    # Not below 0, where unsigned numbers would wrap around.
    assert complaints(PAIRED, check) == {}


@pytest.mark.parametrize("q", [-0.1, 1.1, np.nan, "a", None, [[0.5]], ["a"], 1j, {}])
def test_levels_refused(q):
    found = call(fm.error_quantiles, Y, P, q)
    assert check_refused(found, ("q",)) == ""


@pytest.mark.parametrize("alpha", [-0.1, 1.1, np.nan, "a", None, [0.5]])
def test_level_of_the_pinball_loss_refused(alpha):
    found = call(fm.d2_pinball_score, Y, P, alpha=alpha)
    assert check_refused(found, ("alpha",)) == ""


@pytest.mark.parametrize("flag", [None, 2, "yes", np.array([True])])
def test_flags_refused(flag):
    found = call(fm.error_quantiles, Y, P, 0.5, absolute=flag)
    assert check_refused(found, ("absolute",)) == ""


def test_no_levels_have_no_quantiles():
    assert fm.error_quantiles(Y, P, []).shape == (0,)
    assert fm.error_quantiles(Y, P, [], sample_weight=Y).shape == (0,)
    found = call(fm.error_quantiles, [np.inf, 1.0], [1.0, 1.0], [])
    assert check_refused(found, ("y_true",)) == ""
    found = call(fm.error_quantiles, np.ones((3, 2)), np.ones((3, 2)), 0.5)
    assert check_refused(found, ("error_quantiles",)) == ""
