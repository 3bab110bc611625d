"""fm_keys.h: numbers as unsigned integers of the same order."""

import struct

import numpy as np
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st

from fastmetrics._kernels import keys, sort


def turn_back(decode, dtype):
    """Return a function from keys to the numbers they were made of."""

    def back(made):
        numbers = np.empty(len(made), dtype)
        decode(made, numbers)
        return numbers

    return back


FLOATS = {
    np.float64: (sort._py_key_f64, turn_back(keys.decode_f64, np.float64)),
    np.float32: (sort._py_key_f32, turn_back(keys.decode_f32, np.float32)),
}
INTEGERS = {
    np.int64: (sort._py_key_i64, turn_back(keys.decode_i64, np.int64)),
    np.int32: (sort._py_key_i32, turn_back(keys.decode_i32, np.int32)),
}


def ascending_floats(dtype):
    """Distinct floats of every kind in ascending order, zero once."""
    info = np.finfo(dtype)
    ones = np.nextafter(dtype(1), dtype([0, 2]))
    positive = [info.smallest_subnormal, 3 * info.smallest_subnormal]
    positive += [info.tiny, ones[0], 1, ones[1], 1.5, 2, 3, 1e30, info.max, np.inf]
    positive = np.array(positive, dtype)
    return np.concatenate([-positive[::-1], dtype([0]), positive])


@one_case("dtype", FLOATS)
def test_floats_keep_their_order_and_come_back(dtype):
    key, unkey = FLOATS[dtype]
    x = ascending_floats(dtype)
    assert np.all(x[1:] > x[:-1])
    keys = key(x)
    assert np.all(keys[1:] > keys[:-1])
    back = unkey(keys)
    assert back.dtype == dtype
    np.testing.assert_array_equal(back, x)
    assert not np.any(np.signbit(back[x == 0]))


@one_case("dtype", FLOATS)
def test_both_zeros_are_one_key(dtype):
    key, unkey = FLOATS[dtype]
    keys = key(np.array([-0.0, 0.0], dtype))
    assert keys[0] == keys[1]
    assert not np.signbit(unkey(keys)).any()


@given(st.lists(st.floats(allow_nan=False, width=64)))
def test_float64_is_the_documented_formula(values):
    def expected(x):
        bits = int.from_bytes(struct.pack(">d", x + 0.0), "big")
        return bits ^ (2**64 - 1 if bits >> 63 else 1 << 63)

    x = np.array(values, np.float64)
    assert sort._py_key_f64(x).tolist() == [expected(v) for v in values]


@given(st.lists(st.floats(allow_nan=False, width=32)))
def test_float32_is_the_documented_formula(values):
    def expected(x):
        bits = int.from_bytes(struct.pack(">f", x + 0.0), "big")
        return bits ^ (2**32 - 1 if bits >> 31 else 1 << 31)

    x = np.array(values, np.float32)
    assert sort._py_key_f32(x).tolist() == [expected(v) for v in values]


@one_case("dtype", INTEGERS)
def test_integers_keep_their_order_and_come_back(dtype):
    key, unkey = INTEGERS[dtype]
    info = np.iinfo(dtype)
    x = [info.min, info.min + 1, -2, -1, 0, 1, 2, info.max - 1, info.max]
    x = np.array(x, dtype)
    keys = key(x)
    assert [int(k) for k in keys] == [int(v) - int(info.min) for v in x]
    back = unkey(keys)
    assert back.dtype == dtype
    np.testing.assert_array_equal(back, x)


@one_case("dtype", [*FLOATS, *INTEGERS])
def test_nothing_in_nothing_out(dtype):
    key, unkey = {**FLOATS, **INTEGERS}[dtype]
    keys = key(np.empty(0, dtype))
    assert keys.size == 0
    assert unkey(keys).size == 0
