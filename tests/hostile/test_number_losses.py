"""Functions of observed and predicted numbers on what people pass by mistake."""

import decimal

import numpy as np
import pandas as pd
from helpers import error_losses
from helpers.score_cases import outcome
from hostile.checks import call, check_refused, complaints, differs, failures

import fastmetrics as fm

nan, inf = np.nan, np.inf
Y = [0.25, 0.5, 1.0, 3.0, 2.0, 1.0]
F = [0.5, 0.5, 2.0, 4.0, 1.0, 0.75]
ONE_OUTPUT = {
    name: getattr(fm, name) for name in ("d2_tweedie_score", *error_losses.ONE_OUTPUT)
}
SEVERAL = {
    name: getattr(fm, name) for name in ("percent_bias", *error_losses.SEVERAL_OUTPUTS)
}
FUNCTIONS = {**ONE_OUTPUT, **SEVERAL}
NAMES = ("y_true", "y_pred")


def with_first(value):
    return [value, *F[1:]]


BAD = {
    "no rows": ([], []),
    "rows without columns": (Y, np.zeros((6, 0))),
    "truth is shorter": (Y[:-1], F),
    "truth is longer": ([*Y, 1.0], F),
    "NaN": (Y, with_first(nan)),
    "infinite": (Y, with_first(inf)),
    "minus infinite": (Y, with_first(-inf)),
    "huge": (Y, with_first(10**400)),
    "None inside": (Y, with_first(None)),
    "text inside": (Y, with_first("a")),
    "text": (list("abcdef"), list("abcdef")),
    "complex": (Y, np.array(F, complex)),
    "decimal NaN": (Y, with_first(decimal.Decimal("NaN"))),
    "dates": (Y, np.zeros(6, "M8[D]")),
    "an object": (Y, object()),
    "None": (Y, None),
    "a dict": (Y, {"a": F}),
    "more axes": (Y, np.array(F)[:, None, None]),
    "no axes": (Y, np.array(0.5)),
    "more outputs": (Y, np.ones((6, 2))),
    "null": (Y, pd.Series([1, None, 2, 3, 4, 5], dtype="Int64")),
    "truth None": (None, F),
    "truth has None": ([None, *Y[1:]], F),
    "truth has NaN": ([nan, *Y[1:]], F),
    "truth is infinite": ([inf, *Y[1:]], F),
    "truth is an object": (object(), F),
}
WEIGHTS = {
    "too few": [1.0] * 5,
    "negative": [-1.0, *[1.0] * 5],
    "NaN": [nan, *[1.0] * 5],
    "infinite": [inf, *[1.0] * 5],
    "all zero": [0.0] * 6,
    "text": list("abcdef"),
    "a matrix": np.ones((6, 2)),
}
HELD = {
    "float32": lambda v: np.array(v, np.float32),
    "long double": lambda v: np.array(v, np.longdouble),
    "big endian": lambda v: np.array(v, ">f8"),
    "every other": lambda v: np.repeat(np.array(v), 2)[::2],
    "backwards": lambda v: np.array(v[::-1])[::-1],
    "a column of a matrix": lambda v: np.array(v)[:, None],
    "read only": lambda v: np.broadcast_to(np.array(v), np.shape(v)),
    "objects": lambda v: np.array(v, object),
    "decimals": lambda v: [decimal.Decimal(str(x)) for x in v],
    "pandas": pd.Series,
    "a list": lambda v: v,
}
OUTPUTS = {
    "a word": "mean",
    "None": None,
    "of others": [1.0, 2.0, 3.0],
    "negative": [1.0, -1.0],
    "all zero": [0.0, 0.0],
    "NaN": [1.0, nan],
    "text": ["a", "b"],
    "a number": 2,
}
OPTIONS = {
    **{("mean_pinball_loss", "alpha"): [-0.1, 1.1, nan, "a", None, [0.5], 1j]},
    **{(name, "delta"): [0, -1.0, nan, inf, "a", None] for name in
       ("huber_loss", "pseudo_huber_loss")},
    ("linex_loss", "a"): [0, nan, inf, "a", None],
    ("linex_loss", "b"): [0, -1, nan, inf, "a", None],
    **{(name, "power"): [0.5, nan, inf, -inf, "a", None, 10**400] for name in
       ("mean_tweedie_deviance", "d2_tweedie_score")},
}  # fmt: skip


def test_columns_refused():
    def check(case, _, function):
        return check_refused(call(function, *BAD[case]), NAMES)

    assert failures(BAD, FUNCTIONS, check) == {}


def test_weights_refused():
    def check(case, _, function):
        found = call(function, Y, F, sample_weight=WEIGHTS[case])
        return check_refused(found, ("sample_weight",))

    assert failures(WEIGHTS, FUNCTIONS, check) == {}


def test_averages_of_outputs_refused():
    pair = np.stack([Y, F], axis=1), np.stack([F, Y], axis=1)

    def check(case, _, function):
        found = call(function, *pair, multioutput=OUTPUTS[case])
        return check_refused(found, ("multioutput", "weights"))

    assert failures(OUTPUTS, SEVERAL, check) == {}


def test_several_outputs_refused():
    def check(_, function):
        return check_refused(call(function, [Y, F], [F, Y]), ("Multioutput",))

    assert complaints(ONE_OUTPUT, check) == {}


def test_options_refused():
    for (name, option), values in OPTIONS.items():
        for value in values:
            found = call(getattr(fm, name), Y, F, **{option: value})
            assert not check_refused(found, (option,)), (name, option, value)


def test_what_holds_them_changes_nothing():
    def check(held, _, function):
        found = call(function, HELD[held](Y), HELD[held](F))
        return differs(found, outcome(function, Y, F), rtol=0)

    assert failures(HELD, FUNCTIONS, check) == {}


def test_huge_numbers_have_means():
    assert fm.mean_pinball_loss([1e308, 1e308], [0, 0]) == 0.5e308
    assert fm.huber_loss([1e308] * 3, [0] * 3) == 1e308
    large = [2.0, 1e308]
    assert fm.huber_loss([1e308] * 2, [0] * 2, sample_weight=large) == 1e308
    assert fm.symmetric_mean_absolute_percentage_error([1e308], [-1e308]) == 2
    assert fm.linex_loss([0.0, 1.0], [1e4, 1.0], sample_weight=[0, 1]) == 0
    assert fm.linex_loss([0.0, 1.0], [1e4, 1.0]) == inf
