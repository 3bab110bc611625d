"""The twister against NumPy's, whose draws it has to be, and against its twin."""

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._kernels.twister import Twister
from fastmetrics.reference.selection import splitters as plain

SEEDS = [0, 1, 5489, 2**31, 2**32 - 1]
# About the ends of blocks of draws, of words and of masks.
SIZES = [0, 1, 2, 3, 5, 8, 9, 255, 256, 257, 258, 511, 512, 513, 624, 625, 1250, 5000]


@one_case("seed", SEEDS)
def test_shuffles_are_numpys(seed):
    ours, theirs = Twister(seed), np.random.RandomState(seed)
    for n in SIZES:
        for dtype in ("u1", "i2", "f4", "f8", "M8[s]", "?"):
            items = np.arange(n).astype(dtype)
            expected = items.copy()
            ours.shuffle(items)
            theirs.shuffle(expected)
            np.testing.assert_array_equal(items, expected)
    key, used = ours.state()
    state = theirs.get_state(legacy=False)["state"]
    np.testing.assert_array_equal(key, state["key"])
    assert used == state["pos"]


@one_case("seed", SEEDS)
def test_the_twin_draws_the_same(seed):
    ours, twin = Twister(seed), plain.Twister(seed)
    for n in (1, 2, 700, 20):
        assert ours.permutation(n).tolist() == twin.shuffled(range(n))
    for largest in (0, 1, 6, 2**32 - 1, 2**32, 2**50 + 1, 2**64 - 1):
        assert ours.interval(largest) == twin.interval(largest)


@one_case("seed", SEEDS)
def test_intervals_are_numpys(seed):
    ours, theirs = Twister(seed), np.random.RandomState(seed)
    for largest in (1, 2, 6, 2**31, 2**32 - 1, 2**32, 2**40, 2**63 - 2):
        for _ in range(5):
            assert ours.interval(largest) == theirs.randint(largest + 1)


def test_permutations_are_of_the_type_of_row_numbers():
    assert Twister(1).permutation(9).dtype == np.intp
    assert Twister(1).order(9).dtype == np.uint32
    np.testing.assert_array_equal(
        Twister(1).order(99), np.random.RandomState(1).permutation(99)
    )


@one_case("dtype", ["u1", "u2", "u4"])
@one_case("n", SIZES)
def test_unshuffled_items_go_where_the_permutation_says(n, dtype):
    order = Twister(7).permutation(n)
    items = np.arange(n).astype(dtype)
    expected = np.empty_like(items)
    expected[order] = items
    Twister(7).unshuffle(items)
    np.testing.assert_array_equal(items, expected)


def test_places_of_items_that_no_array_here_has():
    """Shuffles of 2³² − 1 items are too large to be made; what they draw is not."""
    first, last = 2**32 - 1, 2**32 - 700
    twin = plain.Twister(3)
    places = Twister(3).places(first, last)
    expected = [twin.interval(i) for i in range(first, last - 1, -1)]
    assert places[::-1].tolist() == expected
    with pytest.raises(ValueError, match=r"2\*\*32"):
        Twister(3).places(2**32, 5)


def test_a_state_is_gone_on_with():
    one = Twister(11)
    one.interval(100)
    other = Twister(0)
    other.resume(*one.state())
    assert [one.interval(999) for _ in range(700)] == [
        other.interval(999) for _ in range(700)
    ]
    with pytest.raises(ValueError, match="not a state"):
        other.resume(np.zeros(3, np.uint32), 0)
    with pytest.raises(ValueError, match="not a state"):
        other.resume(np.zeros(624, np.uint32), 625)


def test_what_cannot_be_shuffled_raises():
    with pytest.raises(TypeError, match="cannot shuffle"):
        Twister(0).shuffle(np.empty(3, object))
    with pytest.raises(TypeError, match="cannot shuffle"):
        Twister(0).shuffle(np.empty(3, "U4"))
    with pytest.raises(OverflowError):
        Twister(2**32)
    with pytest.raises(ValueError, match="negative"):
        Twister(0).order(-1)
