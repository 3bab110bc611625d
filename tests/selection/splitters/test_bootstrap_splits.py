"""Resamples: those of plain Python, and as many rows left out as there should be."""

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference


@one_case("design", [None, "stratified", "groups"])
def test_splits_are_those_of_plain_python(rng, design):
    for _ in range(15):
        n, seed = int(rng.integers(4, 30)), int(rng.integers(2**63))
        kinds = rng.permutation(np.arange(n) % 2).tolist()
        given = {"stratified": (None, kinds), "groups": (None, None, kinds)}
        options = {"stratified": design == "stratified", "random_state": seed}
        ours = fm.BootstrapSplit(3, **options)
        twin = reference.BootstrapSplit(3, **options)
        data = given.get(design, (n,))
        counts = list(ours.counts(*data))
        assert {one.dtype for one in counts} == {np.dtype(np.uint8)}
        assert [one.tolist() for one in counts] == list(twin.counts(*data))
        splits = [(a.tolist(), b.tolist()) for a, b in ours.split(*data)]
        assert splits == list(twin.split(*data))


def test_a_split_depends_on_the_seed_and_its_number_alone():
    few = list(fm.BootstrapSplit(3, random_state=7).counts(50))
    many = list(fm.BootstrapSplit(9, random_state=7).counts(50))
    np.testing.assert_array_equal(few, many[:3])
    assert len({one.tobytes() for one in many}) == 9


def test_the_share_never_drawn():
    n, b = 2_000, 100
    left = [len(test) for _, test in fm.BootstrapSplit(b, random_state=1).split(n)]
    share = (1 - 1 / n) ** n
    # The variance of one is n (1/e - 2/e²) with draws that exclude one another.
    error = np.sqrt(n * (np.exp(-1) - 2 * np.exp(-2)) / b)
    assert abs(np.mean(left) - n * share) < 4 * error


def test_an_empty_test_part_is_drawn_again():
    # Of two rows half of all resamples have both.
    for train, test in fm.BootstrapSplit(60, random_state=0).split(2):
        assert len(test) == 1
        assert train.tolist() == [1 - test[0]] * 2


def test_classes_keep_their_sizes(rng):
    y = rng.permutation(list("aaabbbbccccccccc"))
    splitter = fm.BootstrapSplit(20, stratified=True, random_state=3)
    for train, _ in splitter.split(None, y):
        np.testing.assert_array_equal(np.sort(y[train]), np.sort(y))


def test_groups_stay_whole(rng):
    groups = rng.integers(0, 6, 40)
    for train, test in fm.BootstrapSplit(20, random_state=3).split(40, None, groups):
        assert not {*groups[train]} & {*groups[test]}
        assert {*groups[train]} | {*groups[test]} == {*groups}


def test_states_and_generators_give_a_seed():
    found = [
        next(fm.BootstrapSplit(1, random_state=make(5)).counts(30)).tolist()
        for make in (np.random.RandomState, np.random.default_rng) * 2
    ]
    assert found[:2] == found[2:]
    assert found[0] != found[1]
    fresh = [next(fm.BootstrapSplit().counts(30)).tolist() for _ in range(2)]
    assert fresh[0] != fresh[1]


@one_case(
    "make, error, message",
    [
        (lambda: fm.BootstrapSplit(0), ValueError, "n_splits must be a whole number"),
        (lambda: fm.BootstrapSplit(stratified=1), TypeError, "stratified must be"),
        (lambda: fm.BootstrapSplit().split(1), ValueError, "two are needed.*got 1"),
        (lambda: fm.BootstrapSplit().split(0), ValueError, "two are needed.*got 0"),
        (
            lambda: fm.BootstrapSplit().split(3, groups=["a"] * 3),
            ValueError,
            "two are needed.*got 1",
        ),
        (
            lambda: fm.BootstrapSplit(stratified=True).split(None, [0, 1, 2]),
            ValueError,
            "two are needed in one class, got one in each",
        ),
        (
            lambda: fm.BootstrapSplit(stratified=True).split(3),
            ValueError,
            "'y' parameter should not be None",
        ),
        (
            lambda: fm.BootstrapSplit(stratified=True).split(3, [0, 0, 1], [0, 1, 1]),
            ValueError,
            "exclude each other",
        ),
        (
            lambda: fm.BootstrapSplit(random_state=-1).split(3),
            ValueError,
            "random_state must be",
        ),
    ],
)
def test_bad_input_raises(make, error, message):
    with pytest.raises(error, match=message):
        list(make())
