"""Measures of errors against their definitions and against scikit-learn."""

import math
import warnings
from itertools import product

import numpy as np
import pytest
import sklearn.metrics as sk
from differential.number_strategies import number_columns
from helpers.one_case import one_case
from helpers.random_cases import examples
from hypothesis import assume, given, note, settings

import fastmetrics as fm
from fastmetrics import reference

MEANS = (
    *("mean_squared_error", "root_mean_squared_error", "mean_absolute_error"),
    *("mean_error", "error_standard_deviation", "sum_squared_error"),
    *("sum_absolute_error", "max_squared_error"),
)
RELATIVE = (
    *("relative_squared_error", "root_relative_squared_error"),
    *("weighted_absolute_percentage_error", "normalized_root_mean_squared_error"),
    "explained_to_total_ratio",
)
SHARES = ("r2_score", "explained_variance_score")


def quiet(function, *args, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", fm.UndefinedMetricWarning)
        warnings.simplefilter("ignore", reference.UndefinedMetricWarning)
        return function(*args, **options)


def agree(ours, plain, size, tolerance=1e-12):
    """Equal but for roundings: e is rounded once, so are sums.

    A share of 1 less a quotient is as right as the quotient is.
    """
    for found, wanted in zip(np.ravel(ours), np.ravel(plain), strict=True):
        if math.isnan(wanted) or math.isinf(wanted):
            assert found == wanted or (math.isnan(found) and math.isnan(wanted))
        else:
            assert abs(found - wanted) <= tolerance * max(abs(wanted), size)


# One draw of numbers is asked of all measures.
@given(columns=number_columns())
@settings(max_examples=examples(100, same=8), deadline=None)
def test_means_and_quotients_are_the_definition(columns):
    true, pred, weights, multioutput = columns
    largest = float(np.abs([true, pred]).max())
    for name in (*MEANS, *RELATIVE):
        note(name)
        options = {"multioutput": multioutput}
        if name != "max_squared_error":
            options["sample_weight"] = weights
        ours = quiet(getattr(fm, name), true, pred, **options)
        plain = quiet(getattr(reference, name), true.tolist(), pred.tolist(), **options)
        # What cancels: means of errors of both signs, and spreads of errors alike.
        cancels = name in ("mean_error", "error_standard_deviation")
        spread = name.startswith(("normalized", "relative", "root_rel", "explained_to"))
        with np.errstate(all="ignore"):
            size = 1e-3 * largest if cancels else 0.0
        if name == "explained_to_total_ratio":
            # The mean of y is rounded at the size of y: so is a product of it with
            # itself, over the variance.
            quotient = np.nan_to_num(plain, posinf=0.0, neginf=0.0)
            size = max(1e-15, 1e-3 * math.sqrt(np.max(quotient)))
        if not spread or well_spread(true, name, weights):
            agree(ours, plain, size)


def well_spread(true, name, weights):
    """Whether what is divided by has not cancelled nearly to nothing."""
    matrix = true.reshape(len(true), -1)
    shares = np.ones(len(matrix)) if weights is None else np.array(weights, float)
    counted = shares > 0
    if not counted.any():
        return True  # then there is nothing to divide by
    matrix, shares = matrix[counted], shares[counted]
    large = np.abs(matrix).max(0)
    if name.startswith("normalized"):
        scaled = matrix / np.where(large > 0, large, 1)
        mean = np.abs(np.average(scaled, axis=0, weights=shares / shares.max()))
        return bool(((mean > 1e-4) | (large == 0)).all())
    apart = matrix.max(0) - matrix.min(0)
    return bool(((apart == 0) | (apart >= 1e-4 * large)).all())


@given(columns=number_columns())
@settings(max_examples=examples(100, same=10), deadline=None)
def test_shares_are_the_definition(columns):
    true, pred, weights, multioutput = columns
    options = {"multioutput": multioutput, "sample_weight": weights}
    for name, finite in product(SHARES, (True, False)):
        if well_spread(true, name, weights):
            note(f"{name} with force_finite={finite}")
            given_too = {**options, "force_finite": finite}
            ours = quiet(getattr(fm, name), true, pred, **given_too)
            twin = getattr(reference, name)
            plain = quiet(twin, true.tolist(), pred.tolist(), **given_too)
            agree(ours, plain, 1.0)


@given(columns=number_columns(most=12))
@settings(max_examples=examples(100, same=8), deadline=None)
def test_scikit_learn_has_the_same(columns):
    true, pred, weights, multioutput = columns
    size = np.abs([true, pred]).max()
    # Where squares leave the range, ours do not.
    assume(1e-90 < size < 1e90 or size == 0)
    assume(not isinstance(multioutput, list) or true.ndim > 1)
    options = {"multioutput": multioutput, "sample_weight": weights}
    # Their mean of equal numbers may differ from them.
    kept = true if weights is None else true[np.asarray(weights) > 0]
    constant = any((np.ptp(some, axis=0) == 0).any() for some in (true, kept))
    for name in (*MEANS[:3], *SHARES):
        if not well_spread(true, name, weights) or (name in SHARES and constant):
            continue
        note(name)
        ours = quiet(getattr(fm, name), true, pred, **options)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs = getattr(sk, name)(true, pred, **options)
        agree(ours, theirs, 1.0 if name in SHARES else 0.0, 1e-9)


@given(columns=number_columns(outputs=False))
@settings(max_examples=examples(40, same=10), deadline=None)
def test_the_largest_error_is_exact(columns):
    true, pred, *_ = columns
    assert fm.max_error(true, pred) == np.abs(pred - true).max()


def test_variance_weighted():
    true = [[1.0, 5.0, 0.5], [2.0, 5.0, 1.5], [4.0, 5.0, 1.0]]
    pred = [[1.5, 5.0, 0.0], [2.5, 5.5, 1.0], [3.0, 5.0, 1.0]]
    for name in SHARES:
        for weights in (None, [1.0, 0.5, 2.0]):
            options = {"multioutput": "variance_weighted", "sample_weight": weights}
            ours = getattr(fm, name)(true, pred, **options)
            assert ours == pytest.approx(getattr(sk, name)(true, pred, **options))
            plain = getattr(reference, name)(true, pred, **options)
            assert ours == pytest.approx(plain, rel=1e-14)
            with pytest.warns(RuntimeWarning):
                theirs = getattr(sk, name)(true, pred, **options, force_finite=False)
            ours = getattr(fm, name)(true, pred, **options, force_finite=False)
            assert math.isnan(ours)
            assert math.isnan(theirs)


@one_case("n_features", [0, 1, 2, 2.5])
def test_adjusted(n_features, rng):
    true, pred = rng.normal(size=(2, 5))
    options = {"n_features": n_features, "sample_weight": [1, 2, 0, 1, 1]}
    ours = quiet(fm.adjusted_r2_score, true, pred, **options)
    plain = quiet(reference.adjusted_r2_score, true, pred, **options)
    agree(ours, plain, 1.0)
    assert math.isnan(ours) == (n_features >= 3)


@one_case("normalization", ["mean", "range", "std", "iqr"])
def test_normalized(normalization, rng):
    for n in (1, 2, 3, 4, 7, 50):
        true = rng.integers(-5, 20, n).astype(float)
        pred = true + rng.normal(size=n)
        for weights in (None, rng.integers(1, 4, n)):
            options = {"normalization": normalization, "sample_weight": weights}
            ours = quiet(fm.normalized_root_mean_squared_error, true, pred, **options)
            plain = quiet(
                reference.normalized_root_mean_squared_error,
                true.tolist(),
                pred.tolist(),
                **{
                    **options,
                    "sample_weight": None if weights is None else weights.tolist(),
                },
            )
            agree(ours, plain, 0.0)
