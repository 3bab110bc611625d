"""Penalties on weights and norms: against the reference, by hand, and refused."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import example, given
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import reference

inf, nan = math.inf, math.nan
WEIGHTS = st.lists(st.floats(-1e150, 1e150) | st.integers(-9, 9), max_size=8)
POWERS = st.floats(0.05, 50) | st.sampled_from([0.5, 1, 2, 3])


@given(w=WEIGHTS, p=POWERS | st.just(inf))
@example([1e300, -1e300], 2)
@example([1e-300, 1e-300], 2)
@example([5e-324, 5e-324], 3)
@example([2.0, 1.0], 5000)
@example([2.0, 1.0], 1e-4)
@example([2.0, 1.0], 5e-324)
@example([2.0, 0.0], 5e-324)
def test_norms_agree_with_the_reference(w, p):
    found = fm.lp_norm(np.array(w), p)
    assert type(found) is float
    # Logarithms of quotients near 1 are rounded, as often as there are weights; a root
    # of a power below 1 makes more of that.
    near = 1e-13 * max(1.0, 1 / p if p else 1.0)
    assert found == pytest.approx(reference.lp_norm(w, p), rel=near, abs=1e-323)
    if len(w):
        assert fm.lp_norm(np.array(w).reshape(1, -1), p) == found


@given(
    loss=st.floats(-1e9, 1e9) | st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=5),
    w=st.lists(st.floats(-99, 99), max_size=8),
    strength=st.just(0) | st.floats(0, 1e3),
    p=POWERS,
)
def test_penalties_agree_with_the_reference(loss, w, strength, p):
    options = {"strength": strength, "p": p}
    expected = reference.penalized_loss(loss, w, **options)
    found = fm.penalized_loss(loss, np.array(w), **options)
    size = np.abs(loss).sum() + abs(expected)  # losses of both signs
    assert found == pytest.approx(expected, rel=1e-13, abs=1e-13 * size)


def test_equal_those_of_numpy(rng):
    w = rng.normal(size=50)
    for p in (1, 2, 3.5, inf):
        assert fm.lp_norm(w, p) == pytest.approx(np.linalg.norm(w, p), rel=1e-14)
    matrix = w.reshape(5, 10)
    assert fm.lp_norm(matrix, 2) == pytest.approx(np.linalg.norm(matrix), rel=1e-14)


def test_below_1_they_are_quasi_norms(rng):
    assert fm.lp_norm([1.0, 1.0], 0.5) == 4  # where the parts have 1 each
    for p in (0.3, 0.5, 0.9):
        for v, w in rng.normal(size=(50, 2, 3)):
            parts = fm.lp_norm(v, p) + fm.lp_norm(w, p)
            # That of a quasi-norm, up to its rounding.
            assert fm.lp_norm(v + w, p) <= 2 ** (1 / p - 1) * parts * (1 + 1e-12)
            assert fm.lp_norm(2 * v, p) == pytest.approx(2 * fm.lp_norm(v, p))
    # The course's ladder: the smaller p, the nearer to counting what is not 0.
    counted = [fm.penalized_loss(0, [0.5, 0, 2], strength=1, p=p) for p in (1, 1e-9)]
    assert counted == pytest.approx([2.5, 2], abs=1e-8)


def test_a_penalty_that_is_not_wanted():
    assert fm.penalized_loss(3.0, [1e300], strength=0, p=2) == 3
    assert fm.penalized_loss(3.0, [], strength=1, p=2) == 3


@one_case("p", [0, -0.5, -1, nan, None, "two", [2], 1j])
def test_powers_that_are_refused(p):
    with pytest.raises((ValueError, TypeError), match="p must be"):
        fm.lp_norm([1.0], p)
    with pytest.raises((ValueError, TypeError), match="p must be"):
        fm.penalized_loss(1.0, [1.0], strength=1, p=p)


def test_no_power_of_an_infinite_norm():
    with pytest.raises(ValueError, match="p must be finite"):
        fm.penalized_loss(1.0, [1.0], strength=1, p=inf)


@one_case("w", [[nan], [inf, 1], None, "a", ["a"], [1j], {}])
def test_weights_that_are_refused(w):
    with pytest.raises((ValueError, TypeError), match=r"\bw\b"):
        fm.lp_norm(w, 2)
    with pytest.raises((ValueError, TypeError), match=r"\bw\b"):
        fm.penalized_loss(1.0, w, strength=1, p=2)
    with pytest.raises((ValueError, TypeError), match=r"\bloss\b"):
        fm.penalized_loss(w, [1.0], strength=1, p=2)


@one_case("strength", [-1, nan, inf, None, "a", [1]])
def test_strengths_that_are_refused(strength):
    with pytest.raises((ValueError, TypeError), match="strength must be"):
        fm.penalized_loss(1.0, [1.0], strength=strength, p=2)
