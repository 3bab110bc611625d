"""Groups in time: those of plain Python, and TimeSeriesSplit of groups of one row."""

import numpy as np
import pytest
from helpers.one_case import one_case
from sklearn import model_selection

import fastmetrics as fm
from fastmetrics import reference


def test_splits_are_those_of_plain_python(rng):
    n_split = 0
    for _ in range(60):
        sizes = rng.integers(1, 4, rng.integers(3, 20))
        groups = np.repeat(rng.permutation(len(sizes)), sizes).tolist()
        options = {
            "test_size": [None, 1, 2][rng.integers(3)],
            "gap": int(rng.integers(0, 3)),
            "max_train_size": [None, 1, 3][rng.integers(3)],
        }
        splitter = fm.GroupTimeSeriesSplit(3, **options)
        try:
            splits = [*splitter.split(None, groups=groups)]
        except ValueError:  # too few groups
            continue
        n_split += 1
        ours = [(train.tolist(), test.tolist()) for train, test in splits]
        twin = reference.GroupTimeSeriesSplit(3, **options)
        assert ours == list(twin.split(None, groups=groups))
    assert n_split > 30


def test_groups_of_a_row_are_rows():
    assert fm.GroupTimeSeriesSplit(3).get_n_splits() == 3
    names = [f"day {i}" for i in range(13)]
    for options in ({}, {"gap": 1, "test_size": 2}, {"max_train_size": 3}):
        ours = fm.GroupTimeSeriesSplit(3, **options).split(None, groups=names)
        theirs = model_selection.TimeSeriesSplit(3, **options).split(np.zeros(13))
        for one, other in zip(ours, theirs, strict=True):
            for side, expected in zip(one, other, strict=True):
                assert side.dtype == np.intp
                np.testing.assert_array_equal(side, expected)


@one_case(
    "make, message",
    [
        (lambda: fm.GroupTimeSeriesSplit(1), "got n_splits=1"),
        (lambda: fm.GroupTimeSeriesSplit(gap=-1), "gap must be a whole number"),
        (lambda: fm.GroupTimeSeriesSplit(test_size=0), "test_size must be a whole"),
        (lambda: fm.GroupTimeSeriesSplit().split(9), "'groups' parameter should not"),
        (
            lambda: fm.GroupTimeSeriesSplit(2).split(None, groups=list("aabca")),
            "group 'a' comes back in row 4",
        ),
        (
            lambda: fm.GroupTimeSeriesSplit(2).split(None, groups=[1, 2, 1, 2]),
            "group 1 comes back in row 2",
        ),
        (
            lambda: fm.GroupTimeSeriesSplit(3).split(None, groups=[1, 2, 2]),
            "greater than the number of groups=2",
        ),
        (
            lambda: fm.GroupTimeSeriesSplit(2, gap=2).split(None, groups=[1, 2, 3]),
            "Too many splits=2 for number of groups=3",
        ),
    ],
)
def test_bad_input_raises(make, message):
    with pytest.raises(ValueError, match=message):
        list(make())
