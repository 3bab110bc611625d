"""Functions of observed and predicted numbers on what people pass by mistake."""

from functools import partial
from inspect import signature

import numpy as np
from helpers.examples import EXAMPLES
from helpers.score_cases import outcome
from hostile.checks import call, check_refused, differs, failures
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
    if row.function in PAIRED and "sample_weight" in signature(row.public).parameters
}


def test_columns_refused():
    def check(case, _, function):
        return check_refused(call(function, *BAD[case]), NAMES)

    assert failures(BAD, PAIRED, check) == {}


def test_weights_refused():
    def check(case, _, function):
        found = call(function, Y, P, sample_weight=WEIGHTS[case])
        return check_refused(found, ("sample_weight",))

    assert failures(WEIGHTS, WEIGHTED, check) == {}


def test_what_holds_them_changes_nothing():
    plain = {n: outcome(f, np.array(Y), np.array(P)) for n, f in PAIRED.items()}

    def check(held, name, function):
        found = call(function, HELD[held](Y), HELD[held](P))
        return differs(found, plain[name], rtol=1e-14)

    assert failures(HELD, PAIRED, check) == {}


def test_whole_numbers():
    """Not below 0, where unsigned numbers would wrap around."""
    bools, numbers = np.array([1.0, 1, 0, 1, 1, 0]), np.array([4.0, 2, 10, 3])

    def check(dtype, name, function):
        true = bools if dtype == "?" else numbers
        found = call(function, true.astype(dtype), true[::-1].astype(dtype))
        return differs(found, outcome(function, true, true[::-1].copy()), rtol=1e-14)

    assert failures("bBhHiIlLqQ?", PAIRED, check) == {}


def test_options_refused():
    for q in (-0.1, 1.1, np.nan, "a", None, [[0.5]], ["a"], 1j, {}):
        assert check_refused(call(fm.error_quantiles, Y, P, q), ("q",)) == "", q
    for alpha in (-0.1, 1.1, np.nan, "a", None, [0.5]):
        found = call(fm.d2_pinball_score, Y, P, alpha=alpha)
        assert check_refused(found, ("alpha",)) == "", alpha
    for flag in (None, 2, "yes", np.array([True])):
        found = call(fm.error_quantiles, Y, P, 0.5, absolute=flag)
        assert check_refused(found, ("absolute",)) == "", flag
        found = call(fm.r2_score, Y, P, force_finite=flag)
        assert check_refused(found, ("force_finite",)) == "", flag


def test_no_levels_have_no_quantiles():
    assert fm.error_quantiles(Y, P, []).shape == (0,)
    assert fm.error_quantiles(Y, P, [], sample_weight=Y).shape == (0,)
    found = call(fm.error_quantiles, [np.inf, 1.0], [1.0, 1.0], [])
    assert check_refused(found, ("y_true",)) == ""
    found = call(fm.error_quantiles, np.ones((3, 2)), np.ones((3, 2)), 0.5)
    assert check_refused(found, ("error_quantiles",)) == ""
