"""Functions of a column of probabilities on what people pass by mistake.

They raise where `brier_score_loss` raises, and give the same numbers for the same
columns, whatever these are held in.
"""

from functools import partial

import numpy as np
import pytest
from helpers.score_cases import outcome
from hostile.checks import call, check_refused, complaints, differs
from hostile.score_cases import (
    AS_THEIRS,
    CLOTHES,
    NOT_FOR_LABELS,
    WEIGHTS_REFUSED,
    S,
    W,
    Y,
    s,
    w,
    y,
)

import fastmetrics as fm

# Of which there is a line.
OVERLAPPING = [0.625, *S[1:]]
NAMES = ("y_true", "y_proba", "pos_label")
CURVES = {
    f"reliability_curve({band})": partial(
        fm.reliability_curve, band=band, n_resamples=9, random_state=0
    )
    for band in ("consistency", "confidence")
}
CURVES["reliability_curve"] = partial(fm.reliability_curve, band=None)
WEIGHTED = {
    **CURVES,
    "score_decomposition": fm.score_decomposition,
    "score_decomposition(log)": partial(fm.score_decomposition, loss="log"),
    "calibration_in_the_large": fm.calibration_in_the_large,
    "expected_observed_ratio": fm.expected_observed_ratio,
    "calibration_intercept": fm.calibration_intercept,
    "calibration_slope": fm.calibration_slope,
}
ALL = {**WEIGHTED, "spiegelhalter_test": fm.spiegelhalter_test}


@pytest.mark.parametrize("case", AS_THEIRS)
def test_they_raise_where_the_brier_score_does(case):
    y_true, y_proba = AS_THEIRS[case]
    expected = outcome(fm.brier_score_loss, y_true, y_proba)[1]
    if case == "rows":  # of several classes each, which only sums over columns know
        assert expected is None
        expected = ValueError()

    def check(name, function):
        found = _, error, warned = call(function, y_true, y_proba)
        if expected is not None:
            return check_refused(found, NAMES)
        if error is not None:
            return f"raises {error!r}"
        odd = set(warned) - {"UndefinedMetricWarning"}
        return f"warns {odd}" if odd else ""

    assert complaints(ALL, check) == {}


@pytest.mark.parametrize("clothes", CLOTHES)
def test_clothes_change_nothing(clothes):
    put_on = CLOTHES[clothes]
    y_true = Y if clothes in NOT_FOR_LABELS else put_on(Y)
    y_proba, weight = put_on(S), put_on(W)

    def check(name, function):
        clips = name.endswith("(log)") or name == "calibration_intercept"
        if clips and clothes in ("float16", "float32"):
            return ""  # 0 and 1 are clipped by the precision of the dtype
        same = partial(differs, dtypes=False, rtol=1e-14)
        text = same(call(function, y_true, y_proba), outcome(function, y, s))
        if text or name not in WEIGHTED:
            return text
        return same(
            call(function, y_true, y_proba, sample_weight=weight),
            outcome(function, y, s, sample_weight=w),
        )

    assert complaints(ALL, check) == {}


@pytest.mark.parametrize("case", WEIGHTS_REFUSED)
def test_weights_refused(case):
    weight, kinds = WEIGHTS_REFUSED[case]

    def check(name, function):
        found = call(function, Y, S, sample_weight=weight)
        return check_refused(found, ("sample_weight",), kinds)

    assert complaints(WEIGHTED, check) == {}


@pytest.mark.parametrize("power", [-1030, -664, 664, 1020])
def test_weights_of_any_size(power):
    """Rows of one weight: the value without weights, though products overflow."""
    weight = np.full(6, 2.0**power)

    def check(name, function):
        values = outcome(function, Y, OVERLAPPING)[0]
        found, error, warned = call(function, Y, OVERLAPPING, sample_weight=weight)
        if error is not None or warned:
            return f"{error!r} {warned}"
        if name.startswith("reliability_curve"):
            found, values = found[:2], values[:2]  # the weights are others
        if name == "calibration_intercept":
            found, values = found[:1], values[:1]
        if name == "calibration_slope":
            found, values = found[:2], values[:2]  # so many rows have small errors
        close = np.allclose(np.array(found), np.array(values), rtol=1e-9, atol=1e-12)
        return "" if close else f"{found} for {values}"

    assert complaints(WEIGHTED, check) == {}


@pytest.mark.parametrize("pos_label", [[1], (1,), np.array([1]), {}, object()])
def test_positive_label_refused(pos_label):
    def check(name, function):
        return check_refused(call(function, Y, S, pos_label=pos_label), ("pos_label",))

    assert complaints(ALL, check) == {}
