"""Double-double arithmetic against Python's integers and fractions."""

from fractions import Fraction

import numpy as np
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from fastmetrics._common import arrays as module
from fastmetrics._common.arrays import Wide

TINY = Fraction(1, 10**31)
INTEGERS = st.integers(-(2**63), 2**63 - 1) | st.integers(-(2**20), 2**20)
FLOATS = st.floats(-1e30, 1e30, allow_subnormal=False).map(
    lambda x: x if abs(x) > 1e-30 else 0.0
)


def widen(array):
    (found,) = module.widen(array)
    return found


def columns(elements, dtype, n=2):
    """n arrays of one shape (rows, k)."""
    shape = st.tuples(st.integers(1, 3), st.integers(1, 9))
    return shape.flatmap(
        lambda s: st.tuples(
            *(hnp.arrays(dtype, s, elements=elements) for _ in "ab"[:n])
        )
    )


def exact(wide):
    """The numbers as fractions, in a nested list of the shape of the arrays."""

    def fraction(high, low):
        return Fraction(float(high)) + Fraction(float(low))

    return np.vectorize(fraction, otypes=[object])(wide.high, wide.low)


def fractions(array):
    return np.vectorize(lambda x: Fraction(x), otypes=[object])(array)


def check_parts(wide):
    """The low part is at most half a unit in the last place of the high one."""
    assert (np.abs(wide.low) <= np.spacing(np.abs(wide.high)) / 2).all()


EITHER = columns(INTEGERS, np.int64) | columns(FLOATS, np.float64)


@given(EITHER)
def test_numbers_are_kept_as_they_are(pair):
    wide = widen(pair[0])
    assert (exact(wide) == fractions(pair[0])).all()
    assert (np.asarray(wide) == pair[0].astype(np.float64)).all()
    check_parts(wide)


@given(EITHER)
def test_product(pair):
    a, b = pair
    product = widen(a) * widen(b)
    truth = fractions(a) * fractions(b)
    assert (abs(exact(product) - truth) <= TINY * abs(truth)).all()
    check_parts(product)


@given(EITHER)
def test_sum_and_difference_of_products(pair):
    a, b = pair
    squares, product = widen(a) * widen(a), widen(a) * widen(b)
    for found, truth in [
        (squares + product, exact(squares) + exact(product)),
        (squares - product, exact(squares) - exact(product)),
        (-product, -exact(product)),
    ]:
        assert (abs(exact(found) - truth) <= TINY * abs(truth)).all()
        check_parts(found)


@given(EITHER)
def test_sums_along_the_last_axis(pair):
    a, b = pair
    found = (widen(a) * widen(b)).sum()
    assert found.high.shape == a.shape[:-1]
    terms = fractions(a) * fractions(b)
    allowed = 10 * TINY * abs(terms).sum(axis=-1)
    assert (abs(exact(found) - terms.sum(axis=-1)) <= allowed).all()
    check_parts(found)


@given(EITHER)
def test_running_sums(pair):
    a, _ = pair
    found = widen(a).cumsum()
    allowed = 10 * TINY * abs(fractions(a)).cumsum(axis=-1)
    assert (abs(exact(found) - fractions(a).cumsum(axis=-1)) <= allowed).all()


@given(columns(st.integers(0, 2**52), np.int64))
def test_differences_of_products_are_exact_below_2_to_the_53(pair):
    # Products of integers below 2**53 fit, so a difference of two has no error at all,
    # however little is left of it.
    a, b = pair
    found = widen(a + 1) * widen(b) - widen(a) * widen(b)
    assert (exact(found) == fractions(b)).all()


def test_cancellation_leaves_what_remains():
    # n² - (n - 1)(n + 1) = 1, far below the last bit of float64.
    n = np.array([[2**52 - 1, 2**31, 7]], np.int64)
    found = widen(n) * widen(n) - widen(n - 1) * widen(n + 1)
    assert np.asarray(found).tolist() == [[1.0, 1.0, 1.0]]


def test_extremes_of_64_bits():
    wide = widen(np.array([[2**63 - 1, -(2**63), 0]], np.int64))
    assert exact(wide).tolist() == [[2**63 - 1, -(2**63), 0]]
    squares = np.asarray(wide * wide)
    assert squares.tolist() == [[float((2**63 - 1) ** 2), 2.0**126, 0.0]]


@one_case("dtype", [np.bool_, np.int8, np.uint8, np.int32, np.uint32])
def test_small_integers(dtype):
    ends = [0, 1] if dtype is np.bool_ else [np.iinfo(dtype).min, np.iinfo(dtype).max]
    wide = widen(np.array([ends], dtype))
    assert isinstance(wide, Wide)
    assert np.asarray(wide).tolist() == [[float(end) for end in ends]]


def test_few_integers_are_those_of_python():
    a = np.array([2**63 - 1, 2**62, 3], np.int64)
    wide = widen(a)
    assert not isinstance(wide, Wide)
    found = (wide * wide - wide).sum(axis=-1)
    assert found == sum(x * x - x for x in a.tolist())
    assert np.asarray(found, np.float64) == float(found)
    # Of one kind, when one of them is not for Python.
    for other in (np.array([1.5, 2.5, 3.5]), np.ones((2, 3), int), np.ones(999, int)):
        both = module.widen(a, other)
        assert [type(x) for x in both] == [Wide, Wide]
    kept = wide.sum(axis=-1, keepdims=True) - wide.cumsum(axis=-1)
    assert kept.tolist() == [2**62 + 3, 3, 0]


def test_shapes():
    empty = widen(np.zeros((3, 0), np.int64)).sum()
    assert np.asarray(empty).tolist() == [0.0, 0.0, 0.0]
    number = widen(np.int64(7))
    assert np.asarray(number, np.float64) == 7.0
    rows = widen(np.arange(6).reshape(2, 3))
    difference = rows.sum(axis=-1, keepdims=True) - rows
    assert np.asarray(difference).tolist() == [[3, 2, 1], [9, 8, 7]]
    assert isinstance(difference, Wide)


def test_inputs_are_not_modified():
    a = np.array([[3.0, 4.0, 5.0]])
    wide = widen(a)
    wide.cumsum()
    wide.sum()
    assert a.tolist() == [[3.0, 4.0, 5.0]]
