"""Rows with alike distributions of a number: against the twin, and what is promised."""

import warnings

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference


def bins_of(y, n_bins):
    return [int(n_bins * (y < own).sum() // len(y)) for own in y]


@one_case("n_bins", ["auto", 1, 3, 500])
def test_folds_are_those_of_the_twin(rng, n_bins):
    for i in range(60):
        k = int(rng.integers(2, 6))
        y = rng.normal(size=int(rng.integers(k, 50))).round(int(rng.integers(0, 3)))
        keywords = {"shuffle": True, "random_state": i} if i % 2 else {}
        ours = fm.BinnedStratifiedKFold(k, n_bins=n_bins, **keywords)
        twin = reference.BinnedStratifiedKFold(k, n_bins=n_bins, **keywords)
        expected = twin.fold_ids(None, y.tolist())
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "The least populated class")
            if n_bins != "auto" and max(np.bincount(bins_of(y, n_bins))) < k:
                with pytest.raises(ValueError, match="members in each class"):
                    ours.fold_ids(None, y)
                continue
            assert ours.fold_ids(None, y).tolist() == expected


@one_case("shuffle", [False, True])
@one_case("n", [3, 4, 10, 301])
def test_each_block_of_ranks_is_in_all_folds(rng, shuffle, n):
    y = rng.permutation(n).astype(float)
    keywords = {"shuffle": True, "random_state": 1} if shuffle else {}
    ids = fm.BinnedStratifiedKFold(3, **keywords).fold_ids(None, y)
    in_order = ids[np.argsort(y)]
    for start in range(0, n, 3):
        block = in_order[start : start + 3].tolist()
        assert len(set(block)) == len(block) == min(3, n - start)


def test_every_permutation_of_a_block_is_as_likely():
    y = np.arange(60_000.0)
    folds = fm.BinnedStratifiedKFold(3, shuffle=True, random_state=0)
    blocks = folds.fold_ids(None, y).reshape(-1, 3) @ np.array([9, 3, 1])
    counts = np.unique(blocks, return_counts=True)[1]
    assert len(counts) == 6
    # 20,000 blocks: a multinomial's chi-square of 5 degrees, its 99.99 % point.
    assert ((counts - 20_000 / 6) ** 2 / (20_000 / 6)).sum() < 25.7


def test_means_of_folds_are_alike(rng):
    y = rng.lognormal(size=10_000)
    ids = fm.BinnedStratifiedKFold(5).fold_ids(None, y)
    means = [y[ids == fold].mean() for fold in range(5)]
    plain = fm.KFold(5).fold_ids(None, y)
    assert np.ptp(means) < np.ptp([y[plain == fold].mean() for fold in range(5)]) / 2


@one_case("dtype", ["i2", "u8", "f4", "f2", "?", "O"])
def test_numbers_of_any_kind(dtype):
    y = np.array([3, 0, 1, 7, 5, 2, 0, 1]).astype(dtype)
    ids = fm.BinnedStratifiedKFold(2).fold_ids(None, y)
    twin = reference.BinnedStratifiedKFold(2)
    assert ids.tolist() == twin.fold_ids(None, y.astype(float).tolist())


@one_case(
    "y, error, said",
    [
        (None, ValueError, "'y' parameter should not be None"),
        ([1.0, np.nan, 2.0], ValueError, "y.*NaN|NaN.*y"),
        ([1.0, np.inf, 2.0], ValueError, "y"),
        ([[1.0, 2.0]] * 3, ValueError, "y must have one number for each row"),
        (["a", "b", "c"], (TypeError, ValueError), "y"),
        ([], ValueError, "y"),
        ([1.0], ValueError, "number of samples"),
    ],
)
def test_what_cannot_be_split_is_refused(y, error, said):
    with pytest.raises(error, match=said):
        fm.BinnedStratifiedKFold(2).fold_ids(None, y)


@one_case("n_bins", [0, -1, 2.5, None, "ten", True])
def test_wrong_numbers_of_bins_are_refused(n_bins):
    with pytest.raises(ValueError, match="n_bins"):
        fm.BinnedStratifiedKFold(n_bins=n_bins)
