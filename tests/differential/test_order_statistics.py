"""Quantiles of errors and shares of a constant's losses, against twins and peers.

Quantiles are values of rows, or the mean of two: they agree to the bit. Ratios of sums
are rounded: 1e-13 relative to the larger of the value and 1.
"""

import warnings

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import example, given, note
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import reference as ref

sk = pytest.importorskip("sklearn.metrics")

OF_OUTPUTS = (
    "median_absolute_error",
    "median_squared_error",
    "d2_absolute_error_score",
    "relative_absolute_error",
)
LEVELS = st.sampled_from([0, 0.1, 0.25, 1 / 3, 0.5, 0.75, 0.9, 1])
# Few different numbers make ties; the others are of any size that squares allow.
NUMBERS = st.one_of(
    st.integers(-3, 3).map(float),
    st.floats(-1e150, 1e150),
    st.floats(-1e3, 1e3),
)


@st.composite
def pairs(draw, most_outputs=3):
    """Observed and predicted numbers as lists, and weights or none."""
    n = draw(st.integers(1, 14))
    k = draw(st.integers(1, most_outputs))
    plain = st.lists(NUMBERS, min_size=k, max_size=k)
    if k == 1 and draw(st.booleans()):
        plain = NUMBERS
    columns = [draw(st.lists(plain, min_size=n, max_size=n)) for _ in range(2)]
    weight = st.sampled_from([0, 1, 2, 0.1, 0.3, 1e-9])
    weights = draw(st.none() | st.lists(weight, min_size=n, max_size=n))
    if weights is not None and not any(weights):
        weights[0] = 1
    return *columns, weights


HELD = {
    "array": np.array,
    "Fortran": lambda x: np.array(x, order="F"),
    "every other": lambda x: np.repeat(np.array(x), 2, axis=0)[::2],
    "backwards": lambda x: np.array(x[::-1])[::-1],
    "list": lambda x: x,
}


def call(function, *args, **kwargs):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*args, **kwargs)


@given(
    pairs(),
    st.sampled_from(sorted(HELD)),
    st.sampled_from(["uniform_average", "raw_values", "weights"]),
)
@example(([1e-293, 0.0], [1e16, 0.0], None), "array", "uniform_average")
@example(([0.0, 0.0, 1e-307], [0.0, 0.0, 1e16], None), "array", "uniform_average")
@example(([0.0, 1.0], [0.0, 0.0], [1.0, 1e-320]), "array", "uniform_average")
@example(([0.0, 0.0, 3e-313], [0.0, 1.0, 4e-266], [1, 0, 1]), "array", "raw_values")
def test_against_the_twins(drawn, held, multioutput):
    true, pred, weights = drawn
    if multioutput == "weights":
        k = len(true[0]) if isinstance(true[0], list) else 1
        multioutput = [1, 2, 0.5][:k] if k > 1 else "uniform_average"
    options = {"sample_weight": weights, "multioutput": multioutput}
    for name in OF_OUTPUTS:
        note(name)
        expected = call(getattr(ref, name), true, pred, **options)
        found = call(getattr(fm, name), HELD[held](true), HELD[held](pred), **options)
        if name.startswith("median") and isinstance(multioutput, str):
            if multioutput == "raw_values" or not isinstance(true[0], list):
                assert np.array_equal(found, expected)
        np.testing.assert_allclose(found, expected, rtol=1e-13, atol=1e-13)


@given(pairs(most_outputs=1), st.lists(LEVELS, min_size=1, max_size=6), st.booleans())
def test_quantiles_against_the_twins(drawn, levels, absolute):
    true, pred, weights = drawn
    options = {"sample_weight": weights, "absolute": absolute}
    expected = ref.error_quantiles(true, pred, levels, **options)
    found = fm.error_quantiles(np.array(true), np.array(pred), levels, **options)
    assert found.tolist() == expected
    one = fm.error_quantiles(true, pred, levels[0], **options)
    assert type(one) is float
    assert one == expected[0]


@given(pairs(), LEVELS)
def test_other_quantiles_of_pinball_losses(drawn, alpha):
    true, pred, weights = drawn
    options = {"sample_weight": weights, "multioutput": "raw_values", "alpha": alpha}
    expected = call(ref.d2_pinball_score, true, pred, **options)
    found = call(fm.d2_pinball_score, true, pred, **options)
    np.testing.assert_allclose(found, expected, rtol=1e-13, atol=1e-13)


@one_case("n", [1, 2, 3, 50, 5000, 20_000])
@one_case("ties", [False, True])
@one_case("weighted", [False, True])
def test_against_scikit_learn(rng, n, ties, weighted):
    true, pred = rng.normal(size=(2, n, 2))
    if ties:
        true, pred = np.round(true), np.round(pred)
    weights = rng.integers(0, 3, n) + 0.0 if weighted else None
    if weighted:
        weights[0] = 1.0
    options = {"sample_weight": weights, "multioutput": "raw_values"}
    expected = sk.median_absolute_error(true, pred, **options)
    assert np.array_equal(fm.median_absolute_error(true, pred, **options), expected)
    for alpha in (0, 0.1, 0.5, 1):
        given_too = {**options, "alpha": alpha}
        expected = call(sk.d2_pinball_score, true, pred, **given_too)
        found = call(fm.d2_pinball_score, true, pred, **given_too)
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
    expected = call(sk.d2_absolute_error_score, true, pred, **options)
    found = call(fm.d2_absolute_error_score, true, pred, **options)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


@one_case("n", [1, 10, 4097, 100_000])
def test_against_numpy(rng, n):
    true, pred = rng.normal(size=(2, n))
    levels = [0.5, 0.1, 0.9, 0.25, 0.999, 0.0, 1.0, 0.5]
    expected = np.quantile(pred - true, levels, method="averaged_inverted_cdf")
    found = fm.error_quantiles(true, pred, levels, absolute=False)
    # NumPy goes half of the way from one to the other, which rounds otherwise.
    np.testing.assert_allclose(found, expected, rtol=1e-14)
    assert fm.median_absolute_error(true, pred) == np.median(abs(pred - true))


def test_numbers_far_from_zero():
    """The mean is rounded by more than numbers differ from it."""
    true, pred = [1e9, 1e9 + 2**-20, 1e9, 1e9], [1e9] * 4
    for given_too in ({}, {"sample_weight": [0.5, 1, 2, 0]}):
        expected = ref.relative_absolute_error(true, pred, **given_too)
        found = fm.relative_absolute_error(true, pred, **given_too)
        assert found == pytest.approx(expected, rel=1e-13)


def test_a_row_that_dominates_the_mean():
    """Its own distance from the mean keeps its digits, wherever it stands."""
    for weights in ([1e-9, 1], [1, 1e-9]):
        expected = ref.relative_absolute_error([0, 1], [0, 0], sample_weight=weights)
        found = fm.relative_absolute_error([0, 1], [0, 0], sample_weight=weights)
        assert found == pytest.approx(expected, rel=1e-15)


def test_huge_and_tiny_numbers():
    """Sums leave the range of doubles on the way, but ratios do not."""
    true = np.array([1.5, -1.0, 0.5, 1.7])
    pred = np.array([1.0, 1.0, -0.5, 1.2])
    for name in OF_OUTPUTS[2:]:
        function = getattr(fm, name)
        expected = function(true, pred)
        for scale in (2.0**1023, 2.0**-1000):
            assert function(true * scale, pred * scale) == expected
            weights = np.full(4, scale)
            if scale < 1:
                assert function(true, pred, sample_weight=weights) == expected
    assert fm.median_absolute_error([1.5e308, 0], [-1.5e308, 0]) == np.inf
    assert fm.median_absolute_error([1.5e308] * 2, [0, 0]) == 1.5e308
    assert fm.error_quantiles([1.5e308, 0], [-1.5e308, 0], 0, absolute=False) == -np.inf


@one_case("n", [300_000, 1_200_000])
def test_threads_change_nothing(rng, n):
    true, pred = rng.normal(size=(2, n))
    weights = rng.random(n)
    for given_too in ({}, {"sample_weight": weights}):
        for name in OF_OUTPUTS:
            function = getattr(fm, name)
            found = set()
            for threads in (1, 2, 5):
                with fm.num_threads(threads):
                    found.add(function(true, pred, **given_too))
            assert len(found) == 1


def test_weights_that_are_alike_are_as_none(rng):
    true, pred = rng.normal(size=(2, 100_000))
    for weight in (0.1, 1e-300, 7.0):
        weights = np.full(100_000, weight)
        for name in OF_OUTPUTS[:2]:
            function = getattr(fm, name)
            assert function(true, pred, sample_weight=weights) == function(true, pred)
