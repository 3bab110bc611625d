"""Splits by keys: those of plain Python, and nobody else's business."""

import numpy as np
import pandas as pd
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference

KEYS = [f"user {i // 2}" for i in range(300)]


@one_case("salt", ["", "another "])
def test_folds_are_those_of_plain_python(salt):
    ours = fm.HashKFold(4, salt=salt)
    twin = reference.HashKFold(4, salt=salt)
    ids = ours.fold_ids(None, groups=KEYS)
    assert ids.dtype == np.uint8
    assert ids.tolist() == twin.fold_ids(None, groups=KEYS)
    splits = [(a.tolist(), b.tolist()) for a, b in ours.split(300, groups=KEYS)]
    assert splits == list(twin.split(None, groups=KEYS))
    assert ours.get_n_splits() == 4


def test_parts_are_those_of_plain_python():
    frame = pd.DataFrame({"key": KEYS, "row": range(300)})
    columns = [*zip(frame["key"], frame["row"], strict=True)]
    for size in (0.1, 0.5, 0.999999):
        ours = fm.hash_split(frame, KEYS, key=frame, test_size=size, salt="x")
        twin = reference.hash_split(KEYS, key=columns, test_size=size, salt="x")
        assert [one["key"].tolist() for one in ours[:2]] == twin == ours[2:]


def test_many_folds_need_wider_numbers():
    keys = range(2000)
    for k, dtype in ((256, np.uint8), (257, np.uint16), (65_537, np.uint32)):
        ids = fm.HashKFold(k).fold_ids(None, groups=keys)
        assert ids.dtype == dtype
        assert ids.tolist() == reference.HashKFold(k).fold_ids(None, groups=keys)


def test_rows_that_come_and_go_move_nobody(rng):
    splitter = fm.HashKFold(7)
    known = dict(zip(KEYS, splitter.fold_ids(None, groups=KEYS).tolist(), strict=True))
    others = [KEYS[i] for i in rng.integers(0, 300, 50)] + ["somebody new"]
    found = splitter.fold_ids(None, groups=others).tolist()
    assert found[:-1] == [known[key] for key in others[:-1]]


def test_shares_are_nearly_what_was_asked_for():
    keys = np.arange(20_000)
    train, test = fm.hash_split(keys, key=keys, test_size=0.25)
    assert abs(len(test) - 5_000) < 4 * np.sqrt(20_000 * 0.25 * 0.75)
    counts = np.bincount(fm.HashKFold(5).fold_ids(None, groups=keys))
    assert (abs(counts - 4_000) < 4 * np.sqrt(20_000 * 0.2 * 0.8)).all()
    assert sorted([*train, *test]) == keys.tolist()


def test_an_empty_fold_warns():
    with pytest.warns(UserWarning, match="falls into 4 of the 5 folds"):
        splits = list(fm.HashKFold(5).split(None, groups=["a", "a"]))
    assert sorted(len(test) for _, test in splits) == [0, 0, 0, 0, 2]


@one_case(
    "make, error, message",
    [
        (lambda: fm.HashKFold(1), ValueError, "n_splits=2 or more, got n_splits=1"),
        (lambda: fm.HashKFold(salt=5), TypeError, "salt must be a str, got int"),
        (lambda: fm.HashKFold().split(3), ValueError, "'groups' parameter should not"),
        (
            lambda: fm.HashKFold().split(3, groups=["a"]),
            ValueError,
            "groups has 1, expected 3",
        ),
        (lambda: fm.HashKFold().split(None, groups=[]), ValueError, "groups is empty"),
        (
            lambda: fm.HashKFold().split(None, groups=[0.5, 1]),
            ValueError,
            "groups must hold texts or whole numbers.*0.5 in row 0",
        ),
        (lambda: fm.hash_split(key=["a"]), ValueError, "At least one array"),
        (lambda: fm.hash_split([1], key=["a", "b"]), ValueError, "key has 2"),
        (lambda: fm.hash_split([1], key=[None]), ValueError, "missing values"),
        (lambda: fm.hash_split([1], key=["a"], test_size=1), ValueError, "got 1"),
        (
            lambda: fm.hash_split([1], key=["a"], test_size=1e-9),
            ValueError,
            "millionth",
        ),
        (lambda: fm.hash_split([1], key=["a"], test_size="1"), TypeError, "a number"),
    ],
)
def test_bad_input_raises(make, error, message):
    with pytest.raises(error, match=message):
        list(make())


@one_case("dtype", ["f2", "f4", "f8", "g"])
def test_whole_floats_of_any_width_are_keys(dtype):
    keys = np.array([0, 1, 7, 2048, 5, 3])
    whole = fm.HashKFold(3).fold_ids(None, groups=keys)
    assert fm.HashKFold(3).fold_ids(None, groups=keys.astype(dtype)).tolist() == (
        whole.tolist()
    )


def test_more_folds_than_a_column_tells_apart_are_refused():
    with pytest.raises(ValueError, match=r"n_splits must be at most 2\*\*32"):
        fm.HashKFold(2**32 + 1)
