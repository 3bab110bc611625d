"""Purged folds: those of plain Python, and nothing that knows the test's labels."""

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference


def test_splits_are_those_of_plain_python(rng):
    n_split = 0
    for _ in range(60):
        n, k = int(rng.integers(6, 40)), int(rng.integers(2, 6))
        ends = (np.arange(n) + rng.integers(0, rng.integers(1, 6), n)).tolist()
        options = {
            "label_end": [None, ends][rng.integers(2)],
            "embargo": [0, 2, 0.15, 0.29][rng.integers(4)],
        }
        try:
            ours = [
                (a.tolist(), b.tolist())
                for a, b in fm.PurgedKFold(k, **options).split(n)
            ]
        except ValueError:
            twin = list(reference.PurgedKFold(k, **options).split(n))
            assert not all(train for train, _ in twin)
        else:
            n_split += 1
            assert ours == list(reference.PurgedKFold(k, **options).split(n))
    assert n_split > 40


def test_without_labels_and_embargo_it_is_k_fold():
    ours = list(fm.PurgedKFold(4).split(np.zeros(11)))
    for split, other in zip(ours, fm.KFold(4).split(11), strict=True):
        for one, two in zip(split, other, strict=True):
            assert one.dtype == two.dtype
            np.testing.assert_array_equal(one, two)


def test_labels_may_reach_beyond_the_last_row():
    far = fm.PurgedKFold(2, label_end=np.arange(8, dtype=np.uint64) + 2)
    near = fm.PurgedKFold(2, label_end=np.minimum(np.arange(8) + 2, 7))
    for one, other in zip(far.split(8), near.split(8), strict=True):
        np.testing.assert_array_equal(one[0], other[0])


@one_case(
    "make, error, message",
    [
        (lambda: fm.PurgedKFold(1), ValueError, "got n_splits=1"),
        (lambda: fm.PurgedKFold(embargo=-1), ValueError, "embargo must be"),
        (lambda: fm.PurgedKFold(embargo=1.5), ValueError, "embargo must be.*got 1.5"),
        (lambda: fm.PurgedKFold(embargo=np.nan), ValueError, "embargo must be"),
        (lambda: fm.PurgedKFold(embargo=True), ValueError, "embargo must be"),
        (lambda: fm.PurgedKFold(5).split(4), ValueError, "n_splits=5 greater than"),
        (
            lambda: fm.PurgedKFold(2, label_end=[0, 1]).split(4),
            ValueError,
            "label_end has 2, expected 4",
        ),
        (
            lambda: fm.PurgedKFold(2, label_end=[0, 1, 1, 3]).split(4),
            ValueError,
            "the entry of row 2 is 1",
        ),
        (
            lambda: fm.PurgedKFold(2, label_end=[0.0, 1.0]).split(2),
            TypeError,
            "the number of a row for each row, got dtype float64",
        ),
        (
            lambda: fm.PurgedKFold(2, embargo=9).split(8),
            ValueError,
            "No rows are left to train on for the test on rows 0 to 3",
        ),
    ],
)
def test_bad_input_raises(make, error, message):
    with pytest.raises(error, match=message):
        list(make())


def test_groups_are_ignored_with_a_warning():
    with pytest.warns(UserWarning, match="ignored by PurgedKFold"):
        fm.PurgedKFold(2).split(4, groups=[0, 0, 1, 1])


def test_an_embargo_may_be_longer_than_any_float():
    with pytest.raises(ValueError, match="No rows are left to train on"):
        list(fm.PurgedKFold(embargo=10**400).split(np.zeros(12)))
