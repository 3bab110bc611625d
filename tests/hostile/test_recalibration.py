"""Functions of a column of probabilities on what people pass by mistake.

They raise where `brier_score_loss` raises, and give the same numbers for the same
columns, whatever these are held in.
"""

from functools import cache, partial

import numpy as np
from helpers.score_cases import outcome
from hostile.checks import call, check_refused, differs, failures, in_turn
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
    "intercept(logistic)": partial(fm.calibration_intercept, method="logistic"),
    "calibration_slope": fm.calibration_slope,
}
ALL = {**WEIGHTED, "spiegelhalter_test": fm.spiegelhalter_test}


def test_they_raise_where_the_brier_score_does():
    @cache
    def raises(case):
        error = outcome(fm.brier_score_loss, *AS_THEIRS[case])[1]
        # Rows are of several classes each, which only sums over columns know.
        return case == "rows" or error is not None

    def check(case, name, function):
        found = _, error, warned = call(function, *AS_THEIRS[case])
        if raises(case):
            return check_refused(found, NAMES)
        if error is not None:
            return f"raises {error!r}"
        odd = set(warned) - {"UndefinedMetricWarning"}
        return f"warns {odd}" if odd else ""

    assert failures(AS_THEIRS, ALL, check) == {}


def test_clothes_change_nothing():
    @cache
    def plain(name, weighted):
        return outcome(ALL[name], y, s, **({"sample_weight": w} if weighted else {}))

    def check(clothes, name, function):
        clips = name.endswith("(log)") or "intercept" in name
        if clips and clothes in ("float16", "float32"):
            return ""  # 0 and 1 are clipped by the precision of the dtype
        weighted = name in WEIGHTED and in_turn((True, False), clothes, name)
        y_true, y_proba, weight = worn[clothes]
        option = {"sample_weight": weight} if weighted else {}
        found = call(function, y_true, y_proba, **option)
        return differs(found, plain(name, weighted), dtypes=False, rtol=1e-14)

    worn = {name: [*map(put_on, (Y, S, W))] for name, put_on in CLOTHES.items()}
    for name in NOT_FOR_LABELS:
        worn[name][0] = Y
    assert failures(worn, ALL, check) == {}


def test_weights_refused():
    def check(case, name, function):
        weight, kinds = WEIGHTS_REFUSED[case]
        found = call(function, Y, S, sample_weight=weight)
        return check_refused(found, ("sample_weight",), kinds)

    assert failures(WEIGHTS_REFUSED, WEIGHTED, check) == {}


def test_weights_of_any_size():
    """Rows of one weight: the value without weights, though products overflow."""

    def check(power, name, function):
        weight = np.full(6, 2.0**power)
        values = outcome(function, Y, OVERLAPPING)[0]
        found, error, warned = call(function, Y, OVERLAPPING, sample_weight=weight)
        if error is not None or warned:
            return f"{error!r} {warned}"
        if name.startswith("reliability_curve"):
            found, values = found[:2], values[:2]  # the weights are others
        if name in ("calibration_intercept", "intercept(logistic)"):
            found, values = found[:1], values[:1]
        if name == "calibration_slope":
            found, values = found[:2], values[:2]  # so many rows have small errors
        close = np.allclose(np.array(found), np.array(values), rtol=1e-9, atol=1e-12)
        return "" if close else f"{found} for {values}"

    assert failures([-1030, -664, 664, 1020], WEIGHTED, check) == {}


def test_positive_label_refused():
    def check(said, name, function):
        found = call(function, Y, S, pos_label=wrong[said])
        return check_refused(found, ("pos_label",))

    wrong = {repr(v): v for v in ([1], (1,), np.array([1]), {}, object())}
    assert failures(wrong, ALL, check) == {}
