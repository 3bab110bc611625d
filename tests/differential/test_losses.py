"""Losses of probabilities against their twins, and against scikit-learn.

Sums of logarithms and of squares are rounded: 1e-14 relative or 1e-16 absolute per row,
whichever is larger, is what is promised. Shares of what the base rates lose divide two
of them.
"""

import math
import warnings
from itertools import compress

import numpy as np
import pytest
from differential.strategies import MOST_ROWS
from helpers.one_case import one_case
from hypothesis import given, note
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import reference as ref

sk = pytest.importorskip("sklearn.metrics")

NAMES = [
    "log_loss",
    "brier_score_loss",
    "multiclass_brier_score",
    "d2_log_loss_score",
    "d2_brier_score",
    "normalized_cross_entropy",
]
SHARED = [name for name in NAMES if hasattr(sk, name)]
LABELS = {
    "int64": lambda codes: np.array(codes),
    "int8": lambda codes: np.array(codes, np.int8) - 1,
    "float32": lambda codes: np.array(codes, np.float32),
    "text": lambda codes: np.array(["ape", "bee", "cow", "dog", "elk"])[codes],
    "objects": lambda codes: np.array(["ape", "bee", "cow", "dog", "elk"], "O")[codes],
    "list": lambda codes: [int(code) + 3 for code in codes],
}
# Multiples of 1/64 are exact in float32, and so are the sums of a row.
PARTS = st.integers(0, 64)


@st.composite
def forecasts(draw):
    """Labels, probabilities, weights, and the parameters that name the classes."""
    n = draw(st.integers(1, MOST_ROWS))
    k = draw(st.sampled_from([1, 2, 2, 3, 5]))
    classes = max(k, 2)
    codes = draw(st.lists(st.integers(0, classes - 1), min_size=n, max_size=n))
    dtype = draw(st.sampled_from([np.float64, np.float32]))
    if k == 1:
        proba = np.array(draw(st.lists(PARTS, min_size=n, max_size=n))) / 64
    else:
        cuts = [
            sorted(draw(st.lists(PARTS, min_size=k - 1, max_size=k - 1)))
            for _ in range(n)
        ]
        proba = np.diff(np.array(cuts), prepend=0, append=64, axis=1) / 64
    proba = proba.astype(dtype)
    weights = draw(
        st.none()
        | st.lists(st.sampled_from([0, 1, 2, 0.3, 1e-3]), min_size=n, max_size=n)
    )
    if weights is not None and not any(weights):
        weights[0] = 1
    made = LABELS[draw(st.sampled_from(sorted(LABELS)))](np.array(codes))
    known = sorted(set(np.asarray(made).tolist()))
    named = {}
    if draw(st.booleans()) or len(known) < classes:
        every = LABELS["text"] if isinstance(known[0], str) else None
        if every is not None:
            named["labels"] = every(np.arange(classes)).tolist()
        else:
            low = min(known) - min(codes)
            named["labels"] = [low + code for code in range(classes)]
    return made, proba, weights, named


def dressed(proba, how):
    if how == "strided":
        wide = np.full((len(proba), 2, *proba.shape[1:]), np.nan, proba.dtype)
        wide[:, 0] = proba
        return wide[:, 0]
    if how == "fortran":
        return np.asfortranarray(proba)
    if how == "reversed":
        return proba[::-1].copy()[::-1]
    return proba


def parameters(name, made, proba, named):
    """What to call a function with, of those that name the classes."""
    if name in ("log_loss", "d2_log_loss_score"):
        return named
    if proba.ndim == 2:
        return named
    return {"pos_label": named["labels"][1]} if "labels" in named else {}


def outcome(function, *columns, **keywords):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value = function(*columns, **keywords)
        except ValueError:
            return None, []
    return value, sorted({one.category.__name__ for one in caught})


# One draw of forecasts is asked of all losses.
@given(data=forecasts(), how=st.sampled_from(["", "strided", "fortran", "reversed"]))
def test_twins_agree(data, how):
    made, proba, weights, named = data
    lists = np.asarray(made).tolist(), proba.tolist()
    for name in NAMES:
        note(name)
        keywords = {**parameters(name, made, proba, named), "sample_weight": weights}
        if name == "log_loss":
            keywords["eps"] = 2.0**-30
        expected = outcome(getattr(ref, name), *lists, **keywords)
        found = outcome(getattr(fm, name), made, dressed(proba, how), **keywords)
        assert found[1] == expected[1]
        if expected[0] is None:
            assert found[0] is None
        elif name in ("log_loss", "brier_score_loss", "multiclass_brier_score"):
            assert found[0] == pytest.approx(expected[0], rel=1e-14, abs=1e-16)
        elif proba.dtype == np.float64 or "brier" in name:
            # The base rates lose little where one class has hardly any weight: so few
            # digits of 1 less its square are left.
            close = {"rel": 1e-10, "abs": 1e-14, "nan_ok": True}
            assert found[0] == pytest.approx(expected[0], **close)


@given(data=forecasts())
def test_scikit_learn_agrees(data):
    made, proba, weights, named = data
    proba = proba.astype(np.float64)
    labels = np.asarray(made).tolist()
    counted = {*labels} if weights is None else {*compress(labels, weights)}
    for name in SHARED:
        if name.startswith("d2_") and weights is not None and len(counted) < 2:
            # The share of the only class comes out below 1 there by rounding of
            # weights.
            continue
        note(name)
        keywords = parameters(name, made, proba, named)
        theirs, ours = (
            outcome(getattr(each, name), made, proba, sample_weight=weights, **keywords)
            for each in (sk, fm)
        )
        # Where it divides by 0, NumPy's own warning is all that there is.
        theirs[1][:] = [
            w.replace("RuntimeWarning", "UndefinedMetricWarning") for w in theirs[1]
        ]
        assert ours[1] == theirs[1]
        if theirs[0] is None:
            assert ours[0] is None
        else:
            close = {"rel": 1e-11, "abs": 1e-12, "nan_ok": True}
            assert ours[0] == pytest.approx(theirs[0], **close)


@st.composite
def marked(draw):
    """Rows that have any number of classes, their probabilities, and weights."""
    n, k = draw(st.integers(2, 12)), draw(st.integers(2, 5))
    marks = st.lists(st.integers(0, 1), min_size=k, max_size=k)
    truth = draw(st.lists(marks, min_size=n, max_size=n))
    cuts = [
        sorted(draw(st.lists(PARTS, min_size=k - 1, max_size=k - 1))) for _ in range(n)
    ]
    proba = np.diff(np.array(cuts), prepend=0, append=64, axis=1) / 64
    weights = st.lists(st.sampled_from([0, 1, 2, 0.3]), min_size=n, max_size=n)
    return truth, proba, draw(st.none() | weights.filter(any))


@given(data=marked(), kind=st.sampled_from([int, bool, np.float32]))
def test_rows_of_any_number_of_classes(data, kind):
    truth, proba, weights = data
    ours = np.array(truth, kind)
    counted = truth if weights is None else np.array(truth)[np.array(weights) > 0]
    close = {"rel": 1e-12, "abs": 1e-13, "nan_ok": True}
    for name in NAMES:
        note(name)
        found, expected = (
            outcome(getattr(module, name), *columns, sample_weight=weights)
            for module, columns in [(fm, (ours, proba)), (ref, (truth, proba.tolist()))]
        )
        assert found[1] == expected[1]
        assert found[0] == pytest.approx(expected[0], **close)
        if name in SHARED and np.any(counted) and not math.isinf(found[0]):
            theirs, _ = outcome(getattr(sk, name), ours, proba, sample_weight=weights)
            assert found[0] == pytest.approx(theirs, **{**close, "rel": 1e-11})


@one_case("dtype", [np.float64, np.float32, np.float16])
def test_clipping_goes_by_the_dtype(dtype):
    y, p = np.array([0, 1]), np.array([1, 1], dtype)
    assert fm.log_loss(y, p) == pytest.approx(
        -math.log(np.finfo(dtype).eps) / 2, rel=1e-3
    )
    assert fm.log_loss(y, p) == pytest.approx(sk.log_loss(y, p), rel=1e-3)


def test_float32_gives_the_value_of_its_cast(rng):
    y = rng.integers(0, 2, 5000)
    p = rng.uniform(1e-6, 1 - 1e-6, 5000).astype(np.float32)
    wide = p.astype(np.float64)
    for name in NAMES:
        function = getattr(fm, name)
        assert function(y, p) == pytest.approx(function(y, wide), rel=1e-12)


@pytest.mark.filterwarnings("ignore::fastmetrics.UndefinedMetricWarning")
def test_weights_near_nothing_say_nothing_of_overflow():
    value = fm.d2_brier_score([1, 0], [0.625, 1.0], sample_weight=[1e-320, 1.0])
    assert value < -1e300
