"""fm_sort.h: stable sorting of pairs, against NumPy's stable argsort."""

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastmetrics._kernels import sort

KEYS = [np.uint64, np.uint32]

# Around every switch of method: insertion up to 24 pairs, another count of digits at
# powers of two, dealing into buckets from 2**17 + 1 on.
SIZES = [0, 1, 2, 3, 7, 23, 24, 25, 26, 63, 64, 65, *range(199, 301, 7), 1023, 1025]
LARGE_SIZES = [65536, 65537, 2**17, 2**17 + 1, 300_000]


def sigmoid(n, rng):
    return sort._py_key_f64(1 / (1 + np.exp(-3 * rng.normal(size=n))))


def doubles(n, rng):
    return sort._py_key_f64(rng.random(n))


def normals(n, rng):
    return sort._py_key_f64(rng.normal(size=n))


def decimals(n, rng):
    return sort._py_key_f64(np.round(rng.random(n), 3))


def zeros(n, rng):
    return sort._py_key_f64(rng.choice([-0.0, 0.0, 5e-324, -5e-324], n))


def denormals(n, rng):
    return sort._py_key_f64(rng.integers(-1000, 1000, n) * 5e-324)


def huge(n, rng):
    return sort._py_key_f64(rng.choice([-1, 1], n) * 10 ** rng.uniform(290, 308, n))


def every_bit(n, rng):
    return rng.integers(0, 2**64 - 1, n, dtype=np.uint64, endpoint=True)


def all_equal(n, rng):
    return np.full(n, 0x0123_4567_89AB_CDEF, np.uint64)


def two_values(n, rng):
    return rng.choice(np.array([3, 2**63 + 3], np.uint64), n)


def extremes(n, rng):
    return rng.choice(np.array([0, 2**32 - 1, 2**64 - 1], np.uint64), n)


def ascending(n, rng):
    return np.sort(every_bit(n, rng))


def descending(n, rng):
    return np.sort(every_bit(n, rng))[::-1]


def organ_pipe(n, rng):
    i = np.arange(n, dtype=np.uint64)
    return np.minimum(i, i[::-1])


def saw(n, rng):
    return np.arange(n, dtype=np.uint64) % np.uint64(17)


def last_out_of_place(n, rng):
    keys = np.sort(every_bit(n, rng))
    return np.roll(keys, 1)


def one_outlier(n, rng):
    """Leading bits that tell one key from all others."""
    keys = rng.integers(0, 1000, n, dtype=np.uint64)
    keys[n // 2 : n // 2 + 1] = 2**64 - 1
    return keys


def clusters(n, rng):
    """Many keys that agree in all but the last bits."""
    centres = every_bit(50, rng) & np.uint64(2**64 - 2**20)
    return rng.choice(centres, n) + rng.integers(0, 2**20, n, dtype=np.uint64)


def nested(n, rng):
    """Half of the keys share 16 leading bits, half of these 16 more, and so on."""
    keys = every_bit(n, rng)
    for shared in (16, 32, 48):
        chosen = rng.random(n) < 0.6
        keys[chosen] &= np.uint64(2 ** (64 - shared) - 1)
    return keys


def low_bits(n, rng):
    return rng.integers(0, 2, n, dtype=np.uint64)


def middle_bits(n, rng):
    return rng.integers(0, 2**10, n, dtype=np.uint64) << np.uint64(27)


KINDS = [
    doubles,
    sigmoid,
    normals,
    decimals,
    zeros,
    denormals,
    huge,
    every_bit,
    all_equal,
    two_values,
    extremes,
    ascending,
    descending,
    organ_pipe,
    saw,
    last_out_of_place,
    one_outlier,
    clusters,
    nested,
    low_bits,
    middle_bits,
]


def check(keys):
    """Sort a copy with the row numbers along and compare both with NumPy."""
    order = np.argsort(keys, kind="stable")
    got, payload = keys.copy(), np.arange(keys.size, dtype=np.uint64)
    sort.sort_pairs(got, payload)
    np.testing.assert_array_equal(payload, order)
    np.testing.assert_array_equal(got, keys[order])


def narrowed(keys, dtype):
    """The keys in that width: their upper half, or the lower where that is alone."""
    if dtype == np.uint64:
        return np.ascontiguousarray(keys)
    half = keys >> np.uint64(32)
    return (half if half.any() else keys).astype(np.uint32)


@pytest.mark.parametrize("dtype", KEYS)
@pytest.mark.parametrize("kind", KINDS)
def test_agrees_with_argsort(kind, dtype, rng):
    for n in SIZES:
        check(narrowed(kind(n, rng), dtype))


@pytest.mark.parametrize("dtype", KEYS)
@pytest.mark.parametrize("kind", KINDS)
def test_agrees_with_argsort_when_large(kind, dtype, rng):
    for n in LARGE_SIZES:
        check(narrowed(kind(n, rng), dtype))


@pytest.mark.parametrize("dtype", KEYS)
def test_buckets_larger_than_one_sort_takes(dtype, rng):
    # Half a million keys in a single cell of the leading 16 bits: dealt again.
    n = 600_000
    keys = nested(n, rng)
    keys[rng.random(n) < 0.9] &= np.uint64(2**48 - 1)
    check(narrowed(keys, dtype))


@given(
    st.lists(
        st.one_of(
            st.integers(0, 2**64 - 1),
            st.integers(0, 3),
            st.integers(8, 63).map(lambda bit: 2**bit + 1),
        ),
        max_size=400,
    ),
    st.sampled_from(KEYS),
)
def test_any_keys(keys, dtype):
    check(narrowed(np.array(keys, np.uint64), dtype))


@given(st.integers(0, 2**32), st.integers(25, 3000), st.integers(0, 64))
def test_keys_with_any_bits_masked(seed, n, bits):
    # Random masks leave gaps in what the leading digits tell.
    rng = np.random.default_rng(seed)
    mask = np.bitwise_and.reduce(every_bit(2, rng)) | np.uint64(2**bits - 1)
    check(every_bit(n, rng) & mask)


def test_payload_is_carried_untouched(rng):
    keys, payload = every_bit(1000, rng), every_bit(1000, rng)
    order = np.argsort(keys, kind="stable")
    expected = payload[order]
    sort.sort_pairs(keys, payload)
    np.testing.assert_array_equal(payload, expected)


def test_weights_ride_as_bits(rng):
    weights = rng.random(500)
    keys = rng.integers(0, 50, 500, dtype=np.uint64)
    expected = weights[np.argsort(keys, kind="stable")]
    sort.sort_pairs(keys, weights.view(np.uint64))
    np.testing.assert_array_equal(weights, expected)


@pytest.mark.parametrize("dtype", KEYS)
@pytest.mark.parametrize("n", [0, 5])
def test_different_lengths_are_refused(dtype, n):
    with pytest.raises(ValueError, match=f"differ in length: {n} and {n + 1}"):
        sort.sort_pairs(np.zeros(n, dtype), np.zeros(n + 1, np.uint64))


@pytest.mark.parametrize("dtype", [np.int64, np.float32, np.uint16])
def test_other_dtypes_are_refused(dtype):
    with pytest.raises(ValueError, match="mismatch"):
        sort.sort_pairs(np.zeros(3, dtype), np.zeros(3, np.uint64))


def test_read_only_and_strided_arrays_are_refused():
    keys = np.zeros(6, np.uint64)
    with pytest.raises(ValueError, match="contiguous"):
        sort.sort_pairs(keys[::2], np.zeros(3, np.uint64))
    keys.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        sort.sort_pairs(keys, np.zeros(6, np.uint64))


def test_none_is_refused():
    with pytest.raises(TypeError):
        sort.sort_pairs(None, np.zeros(3, np.uint64))
    with pytest.raises(TypeError):
        sort.sort_pairs(np.zeros(3, np.uint64), None)


# Runs out of memory in NumPy's scratch arrays first, then, as the limit is raised, in
# the C function's own allocation.
STARVED = """
import resource
import numpy as np
from fastmetrics._kernels import sort
n = 2**17 + 1
keys = np.arange(n, dtype=np.uint64)[::-1].copy()
payload = np.arange(n, dtype=np.uint64)
with open("/proc/self/statm") as statm:
    used = int(statm.read().split()[0]) * resource.getpagesize()
for more in range(0, 2**24, 2**17):
    resource.setrlimit(resource.RLIMIT_AS, (used + more, resource.RLIM_INFINITY))
    try:
        sort.sort_pairs(keys, payload)
    except MemoryError as error:
        assert keys[0] == n - 1 and payload[0] == 0, "spoilt"
        print(error)
    else:
        assert keys[0] == 0 and payload[0] == n - 1
        print("sorted")
        break
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")
@pytest.mark.skipif(
    os.environ.get("FASTMETRICS_DEBUG", "0") not in ("", "0"),
    reason="the sanitizers need address space of their own",
)
def test_no_memory_raises_and_changes_nothing():
    run = [sys.executable, "-c", STARVED]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert "Unable to allocate" in lines[0]
    assert lines[-2:] == ["no memory left to sort in", "sorted"]


def test_alloc_refuses_what_does_not_fit():
    assert sort._py_fits(10, 8)
    assert sort._py_fits(0, 8)
    size = np.iinfo(np.uintp).max
    # 2**61 + 1 elements of 8 bytes are 8 bytes after the product has wrapped.
    assert not sort._py_fits(int(size) // 8 + 2, 8)
    assert not sort._py_fits(int(size), 1)
