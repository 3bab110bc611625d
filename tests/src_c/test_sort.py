"""fm_sort.h: sorting keys, alone and with a payload, against NumPy's stable argsort."""

import itertools
import os
import subprocess
import sys

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st

import fastmetrics
from fastmetrics._common.arrays import sort_pairs
from fastmetrics._kernels import sort

KEYS = [np.uint64, np.uint32]

# Around every switch of method: insertion up to 24 keys, another count of digits at
# powers of two, buckets from 2**17 + 1 on, a second piece of rows from 2**18 + 1 on.
SIZES = [0, 1, 2, 3, 7, 23, 24, 25, 26, 63, 64, 65, *range(199, 301, 7), 1023, 1025]
# Without buckets and with them: every kind of keys is sorted in both ways.
LARGE_SIZES = [[65536, 65537, 2**17], [2**17 + 1, 2**18 + 1, 2**18, 600_000]]


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


def confident(n, rng):
    """Probabilities most of which differ from 1 in their last bits only."""
    return sort._py_key_f64(1 / (1 + np.exp(-8 * rng.normal(size=n) - 6)))


def softmax_of_floats(n, rng):
    logits = rng.normal(scale=4, size=(n, 5)).astype(np.float32)
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares = (shares / shares.sum(axis=1, keepdims=True))[:, 0]
    return sort._py_key_f32(np.ascontiguousarray(shares)).astype(np.uint64)


def decades(n, rng):
    return sort._py_key_f64(rng.choice([-1, 1], n) * 10 ** rng.uniform(-300, 300, n))


def half_equal(n, rng):
    return sort._py_key_f64(np.where(rng.random(n) < 0.5, 0.25, rng.normal(size=n)))


def around_a_half(n, rng):
    """Dense at a point from both sides, and everywhere else as well."""
    near = 0.5 + rng.choice([-1, 1], n) * 10 ** rng.uniform(-16, -1, n)
    return sort._py_key_f64(np.where(rng.random(n) < 0.5, near, rng.normal(size=n)))


def outliers_of_the_other_sign(n, rng):
    """So few that a sample need not have seen them."""
    scores = rng.random(n)
    scores[[0, n // 3, n - 1][:n]] = [-1e300, -0.5, -5e-324][:n]
    return sort._py_key_f64(scores)


def outliers_above(n, rng):
    scores = -rng.random(n)
    scores[[0, n // 3, n - 1][:n]] = [1e300, 0.5, 5e-324][:n]
    return sort._py_key_f64(scores)


def integers(n, rng):
    return sort._py_key_i64(rng.integers(-(2**63), 2**63, n))


def few_integers(n, rng):
    return sort._py_key_i64(rng.integers(-5, 5, n))


def seen_by_no_sample(n, rng):
    """Keys that repeat with a period, so that a sample in step would see one value."""
    return sort._py_key_f64(np.where(np.arange(n) % 256 == 0, 0.0, rng.normal(size=n)))


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
    confident,
    softmax_of_floats,
    decades,
    half_equal,
    around_a_half,
    outliers_of_the_other_sign,
    outliers_above,
    integers,
    few_integers,
    seen_by_no_sample,
]


def sort_keys(keys):
    """Sort keys alone, in steps whatever their number."""
    job = sort.ColumnSort(keys)
    for piece in range(job.n_pieces):
        job.count(piece)
    job.place()
    for piece in reversed(range(job.n_pieces)):
        job.deal(piece)
    for number in reversed(range(job.n_ranges)):
        job.finish(number)
    found, payload = job.result()
    assert payload is None
    return found


def check(keys):
    """Sort with the row numbers along, and alone, and compare with NumPy."""
    order = np.argsort(keys, kind="stable")
    before, rows = keys.copy(), np.arange(keys.size, dtype=np.uint64)
    got, payload = sort_pairs(keys, rows)
    assert got.dtype == keys.dtype
    np.testing.assert_array_equal(payload, order)
    np.testing.assert_array_equal(got, keys[order])
    np.testing.assert_array_equal(sort_keys(keys), got)
    if keys.size <= sort.FEW:
        np.testing.assert_array_equal(sort.sort_few(keys)[0], got)
    np.testing.assert_array_equal(keys, before)


def narrowed(keys, dtype):
    """The keys in that width: their upper half, or the lower where that is alone."""
    if dtype == np.uint64:
        return np.ascontiguousarray(keys)
    half = keys >> np.uint64(32)
    return (half if half.any() else keys).astype(np.uint32)


@pytest.mark.long
@one_case("dtype", KEYS)
def test_agrees_with_argsort(dtype, rng):
    for kind in KINDS:
        for n in SIZES:
            check(narrowed(kind(n, rng), dtype))


@pytest.mark.long
@pytest.mark.parametrize("dtype", KEYS)
def test_agrees_with_argsort_when_large(dtype, rng):
    for i, kind in enumerate(KINDS):
        sizes = LARGE_SIZES[(i + KEYS.index(dtype)) % 2]
        check(narrowed(kind(sizes[i // 2 % len(sizes)], rng), dtype))


@pytest.mark.parametrize("dtype", KEYS)
def test_short_columns_of_any_length(dtype, rng):
    """Networks and cuts have other tails for every length."""
    for i, kind in enumerate(KINDS):
        for n in range(i % 5, 600, 5):
            keys = narrowed(kind(n, rng), dtype)
            assert np.array_equal(sort.sort_few(keys)[0], np.sort(keys)), (kind, n)


@one_case("dtype", KEYS)
def test_columns_that_defeat_a_sampled_pivot(dtype, rng):
    """The keys that pivots are made of, at evenly spread places, are the smallest."""
    n = 60_000
    keys = narrowed(every_bit(n, rng), dtype)
    for _ in range(30):
        last = len(keys) - 8
        for place in [*np.linspace(0, last, 19, dtype=int), last // 6, last // 2]:
            keys[place : place + 8] = rng.integers(0, 1000, 8)
        np.testing.assert_array_equal(sort.sort_few(keys)[0], np.sort(keys))
        keys = keys[: len(keys) - len(keys) // 8]


@one_case("dtype", KEYS)
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
    for n in (1000, 300_000):
        keys, payload = every_bit(n, rng), every_bit(n, rng)
        order = np.argsort(keys, kind="stable")
        np.testing.assert_array_equal(sort_pairs(keys, payload)[1], payload[order])


def test_weights_ride_as_bits(rng):
    weights = rng.random(500)
    keys = rng.integers(0, 50, 500, dtype=np.uint64)
    expected = weights[np.argsort(keys, kind="stable")]
    got = sort_pairs(keys, weights.view(np.uint64))[1].view(np.float64)
    np.testing.assert_array_equal(got, expected)


def test_threads_change_nothing(rng):
    keys = np.concatenate([nested(300_000, rng), few_integers(300_000, rng)])
    rows = np.arange(len(keys), dtype=np.uint64)
    order = np.argsort(keys, kind="stable")
    for n_threads in (1, 2, 3, 8):
        with fastmetrics.num_threads(n_threads):
            got, payload = sort_pairs(keys, rows)
        np.testing.assert_array_equal(payload, order)
        np.testing.assert_array_equal(got, keys[order])


@one_case("n", [0, 5, 140_000])
def test_different_lengths_are_refused(n):
    for dtype in KEYS:
        for made in (sort_pairs, sort.ColumnSort):
            with pytest.raises(ValueError, match=f"differ in length: {n} and {n + 1}"):
                made(np.zeros(n, dtype), np.zeros(n + 1, np.uint64))


@one_case("n", [3, 140_000])
def test_other_arrays_are_refused(n):
    payload = np.zeros(n, np.uint64)
    for dtype in (np.int64, np.float32, np.uint16):
        with pytest.raises(ValueError, match="mismatch"):
            sort_pairs(np.zeros(n, dtype), payload)
    with pytest.raises(ValueError, match="contiguous"):
        sort_pairs(np.zeros(2 * n, np.uint64)[::2], payload)


def test_read_only_arrays_are_taken():
    keys = np.arange(140_000, dtype=np.uint64)[::-1].copy()
    keys.flags.writeable = False
    check(keys)
    check(keys[:100])


def test_none_is_refused():
    with pytest.raises(TypeError):
        sort.sort_few(None, np.zeros(3, np.uint64))
    with pytest.raises(TypeError):
        sort.ColumnSort(None)


def test_steps_out_of_turn_are_refused():
    job = sort.ColumnSort(np.arange(70_000, dtype=np.uint64))
    with pytest.raises(IndexError):
        job.count(1)
    with pytest.raises(IndexError):
        job.deal(0)
    with pytest.raises(IndexError):
        job.finish(0)
    job.count(0)
    job.place()
    with pytest.raises(IndexError):
        job.deal(1)
    with pytest.raises(IndexError):
        job.finish(job.n_ranges)


# Runs out of memory in NumPy's arrays as well as, as the limit is raised, in the C
# function's own allocations.
STARVED = """
import resource
import numpy as np
from fastmetrics._kernels import sort
from fastmetrics._common.arrays import sort_pairs
n = 2**17 + 2**16
keys = np.arange(n, dtype=np.uint64)[::-1].copy()
payload = np.arange(n, dtype=np.uint64)
sort_pairs(keys[:sort.FEW + 1], payload[:sort.FEW + 1])
with open("/proc/self/statm") as statm:
    used = int(statm.read().split()[0]) * resource.getpagesize()
for more in range(0, 2**24, 2**15):
    resource.setrlimit(resource.RLIMIT_AS, (used + more, resource.RLIM_INFINITY))
    try:
        got = sort_pairs(keys, payload)
    except MemoryError as error:
        print(error)
    else:
        assert got[0][0] == 0 and got[1][0] == n - 1
        print("sorted")
        break
assert keys[0] == n - 1 and payload[0] == 0, "spoilt"
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
    assert any("Unable to allocate" in line for line in lines)
    assert lines[-1] == "sorted"


def test_alloc_refuses_what_does_not_fit():
    assert sort._py_fits(10, 8)
    assert sort._py_fits(0, 8)
    size = np.iinfo(np.uintp).max
    # 2**61 + 1 elements of 8 bytes are 8 bytes after the product has wrapped.
    assert not sort._py_fits(int(size) // 8 + 2, 8)
    assert not sort._py_fits(int(size), 1)


# --- columns that are dealt by one map


@one_case("kind", [normals, decimals, denormals, every_bit, all_equal, two_values])
def test_columns_dealt_by_one_map_lie_in_its_buckets(kind, rng):
    for dtype in KEYS:
        check_buckets(kind, dtype, rng)


def check_buckets(kind, dtype, rng):
    keys = narrowed(kind(60_000, rng), dtype)
    # The map knows few of the keys, and none of those of the second column.
    sample = keys[:2_000]
    buckets = sort.Buckets(sample, 2**22)
    columns = keys[:50_000], keys[50_000:], keys[:0]
    below = None
    dealt = []
    for column in columns:
        rows = np.arange(len(column), dtype=np.uint64)
        got, payload, starts = buckets.deal(column, rows)
        alone, none, _ = buckets.deal(column)
        np.testing.assert_array_equal(alone, got)
        assert none is None
        assert len(starts) == buckets.n_buckets + 1
        assert (starts[0], starts[-1]) == (0, len(column))
        np.testing.assert_array_equal(got, column[payload.astype(int)])
        dealt.append((got, payload, starts))
    top = dtype(1 << (8 * keys.itemsize - 1))
    for number in range(buckets.n_buckets):
        here = [one[at[number] : at[number + 1]] for one, _, at in dealt]
        for _, payload, at in dealt:  # stable
            assert np.all(np.diff(payload[at[number] : at[number + 1]].astype(int)) > 0)
        every = np.concatenate(here)
        if len(every):
            assert below is None or below < every.min()
            assert np.all((every < top) == (number < buckets.n_low))
            below = every.max()


def test_a_map_of_nothing_and_columns_of_other_types_are_refused():
    keys = np.arange(10, dtype=np.uint64)
    with pytest.raises(ValueError, match="at least one key"):
        sort.Buckets(keys[:0], 10)
    with pytest.raises(ValueError, match="no more than all"):
        sort.Buckets(keys, 9)
    buckets = sort.Buckets(keys, 10)
    with pytest.raises(ValueError, match="another type"):
        buckets.deal(keys.astype(np.uint32))
    with pytest.raises(ValueError, match="differ in length: 10 and 9"):
        buckets.deal(keys, keys[:9].copy())
    with pytest.raises(TypeError):
        buckets.deal(None)


@one_case(("dtype", "n"), [*itertools.product(KEYS, [0, 1, 1_000])])
def test_keys_between_two_are_those_of_numpy(dtype, n, rng):
    most = np.iinfo(dtype).max
    keys = rng.integers(0, most, n, dtype, endpoint=True)
    keys[:2] = [0, most][:n]
    payload = rng.integers(0, 2**63, n, np.uint64)
    few = [0, most, most // 3, most // 2, *keys[2:4].tolist()]
    for low in few:
        for last in few:
            inside = (keys >= dtype(low)) & (keys <= dtype(last))
            got, carried = sort.between(keys, payload, low, last)
            np.testing.assert_array_equal(got, keys[inside])
            np.testing.assert_array_equal(carried, payload[inside])
            alone, none = sort.between(keys, None, low, last)
            np.testing.assert_array_equal(alone, got)
            assert none is None
    with pytest.raises(ValueError, match="differ in length"):
        sort.between(keys, np.zeros(n + 1, np.uint64), 0, 1)
