"""Random splits of groups with shares of classes: against the twin, and promises."""

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference


def drawn(seed, n_problems):
    rng = np.random.default_rng(seed)
    for i in range(n_problems):
        n = int(rng.integers(8, 40))
        groups = rng.integers(0, rng.integers(2, 10), n)
        if len(set(groups.tolist())) < 2:
            continue
        sizes = [{"test_size": 0.25}, {"test_size": 2, "train_size": n // 2}, {}]
        yield rng.integers(0, rng.integers(1, 4), n), groups, sizes[i % 3], i


def test_splits_are_those_of_the_twin():
    for y, groups, sizes, seed in drawn(1, 60):
        ours, twin = (
            of.StratifiedGroupShuffleSplit(3, **sizes, random_state=seed)
            for of in (fm, reference)
        )
        found = [
            (train.tolist(), test.tolist())
            for train, test in ours.split(None, y, groups)
        ]
        assert found == list(twin.split(None, y.tolist(), groups.tolist()))


def test_groups_stay_whole_and_no_part_is_empty():
    for y, groups, sizes, seed in drawn(2, 60):
        splits = fm.StratifiedGroupShuffleSplit(3, **sizes, random_state=seed)
        for train, test in splits.split(None, y, groups):
            assert len(train)
            assert len(test)
            assert not {*groups[train]} & {*groups[test]}
            if "train_size" not in sizes:
                assert len(train) + len(test) == len(y)


def test_classes_come_near_their_shares(rng):
    # 200 groups of rows that are mostly of one class: a fifth of each, to some rows.
    groups = np.repeat(np.arange(200), rng.integers(1, 12, 200))
    y = np.where(rng.random(len(groups)) < 0.9, groups % 3, rng.integers(0, 3))
    splits = fm.StratifiedGroupShuffleSplit(5, test_size=0.2, random_state=0)
    tests = []
    for train, test in splits.split(None, y, groups):
        off = np.bincount(y[test], minlength=3) - 0.2 * np.bincount(y)
        assert abs(off).max() <= 1
        assert len(train) + len(test) == len(y)
        tests.append(tuple(test.tolist()))
    assert len(set(tests)) == 5


def test_each_group_is_tested_about_as_often(rng):
    groups = np.repeat(np.arange(30), 4)
    y = np.tile([0, 1], 60)
    splits = fm.StratifiedGroupShuffleSplit(400, test_size=0.2, random_state=1)
    often = np.zeros(30, int)
    for _, test in splits.split(None, y, groups):
        often[np.unique(groups[test])] += 1
    # All groups are alike, 6 of 30 are drawn 400 times: 80 each, deviation 8.
    assert often.sum() == 6 * 400
    assert abs(often - 80).max() < 5 * 8


def test_two_parts_of_groups_and_classes():
    y = np.tile([0, 1], 60)
    groups = np.repeat(np.arange(30), 4)
    rows = np.arange(120)
    given = {"stratify": y, "groups": groups, "random_state": 3, "test_size": 0.2}
    train, test = fm.train_test_split(rows, **given)
    split = fm.StratifiedGroupShuffleSplit(1, test_size=0.2, random_state=3)
    expected = next(split.split(None, y, groups))
    assert (train.tolist(), test.tolist()) == tuple(map(np.ndarray.tolist, expected))
    plain = {**given, "stratify": y.tolist(), "groups": groups.tolist()}
    twin = reference.train_test_split(rows.tolist(), **plain)
    assert [train.tolist(), test.tolist()] == twin
    assert np.bincount(y[test]).tolist() == [12, 12]


def test_three_parts_of_groups_and_classes():
    y, groups, rows = np.tile([0, 1], 60), np.repeat(np.arange(30), 4), np.arange(120)
    given = {"stratify": y, "groups": groups, "random_state": 3}
    parts = fm.train_validation_test_split(rows, **given)
    assert [len(part) for part in parts] == [72, 24, 24]
    for part in parts:
        assert np.ptp(np.bincount(y[part])) == 0
    assert len({*groups[parts[0]]} | {*groups[parts[1]]} | {*groups[parts[2]]}) == 30
    plain = {**given, "stratify": y.tolist(), "groups": groups.tolist()}
    twin = reference.train_validation_test_split(rows.tolist(), **plain)
    assert [part.tolist() for part in parts] == twin


@one_case(
    "y, groups, sizes, said",
    [
        ([0, 1, 0, 1], None, {}, "'groups' parameter should not be None"),
        (None, [1, 1, 2, 2], {}, "'y' parameter should not be None"),
        ([0, 1, 0, 1], [1, 1, 1, 1], {}, "at least 2 different ones"),
        ([0, 1, 0, 1], [1, 1, 2, 2], {"test_size": 4}, "test_size=4"),
        ([0.5, 1.5, 0.3, 1], [1, 1, 2, 2], {}, "continuous"),
        ([0, 1, 0], [1, 1, 2, 2], {}, "inconsistent"),
    ],
)
def test_what_cannot_be_split_is_refused(y, groups, sizes, said):
    splits = fm.StratifiedGroupShuffleSplit(1, **sizes, random_state=0)
    with pytest.raises(ValueError, match=said):
        next(splits.split(None, y, groups))
