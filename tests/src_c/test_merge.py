"""fm_merge.h: merging two sorted runs of keys, against NumPy's sort."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastmetrics._kernels import sort

KEYS = [np.uint64, np.uint32]


def check(a, b):
    expected = np.sort(np.concatenate([a, b]))
    before = a.copy(), b.copy()
    got = sort.merge(a, b)
    assert got.dtype == a.dtype
    np.testing.assert_array_equal(got, expected)
    np.testing.assert_array_equal(a, before[0])
    np.testing.assert_array_equal(b, before[1])


@pytest.mark.parametrize("dtype", KEYS)
def test_every_pair_of_small_sizes(dtype, rng):
    for na in range(12):
        for nb in range(12):
            for values in (2, 10, 10**6):
                a = np.sort(rng.integers(0, values, na).astype(dtype))
                b = np.sort(rng.integers(0, values, nb).astype(dtype))
                check(a, b)


@pytest.mark.parametrize("dtype", KEYS)
@pytest.mark.parametrize(("na", "nb"), [(1000, 2000), (3, 5000), (5000, 1), (0, 7)])
def test_larger_and_lopsided(dtype, na, nb, rng):
    most = np.iinfo(dtype).max
    a = np.sort(rng.integers(0, most, na, dtype=dtype, endpoint=True))
    b = np.sort(rng.integers(0, most, nb, dtype=dtype, endpoint=True))
    check(a, b)
    check(b, a)


@pytest.mark.parametrize("dtype", KEYS)
def test_runs_that_do_not_interleave(dtype):
    a = np.arange(1000, dtype=dtype)
    check(a, a + dtype(1000))
    check(a + dtype(1000), a)
    check(a, a)
    check(a[::2].copy(), a[1::2].copy())
    check(np.zeros(100, dtype), np.zeros(77, dtype))
    ends = np.array([0, np.iinfo(dtype).max], dtype)
    check(ends, a)


@given(
    st.lists(st.integers(0, 2**64 - 1) | st.integers(0, 3), max_size=60),
    st.lists(st.integers(0, 2**64 - 1) | st.integers(0, 3), max_size=60),
)
def test_any_keys(a, b):
    check(np.array(sorted(a), np.uint64), np.array(sorted(b), np.uint64))


def test_read_only_runs_are_taken():
    a = np.arange(5, dtype=np.uint64)
    a.flags.writeable = False
    check(a, a)


def test_mixed_dtypes_are_refused():
    for a, b in [KEYS, KEYS[::-1]]:
        with pytest.raises(ValueError, match="mismatch"):
            sort.merge(np.zeros(3, a), np.zeros(3, b))


def test_none_is_refused():
    with pytest.raises(TypeError):
        sort.merge(None, np.zeros(3, np.uint64))
    with pytest.raises(TypeError):
        sort.merge(np.zeros(3, np.uint64), None)
