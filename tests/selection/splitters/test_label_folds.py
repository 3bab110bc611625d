"""Rows of several labels in folds: against the twin and iterative-stratification."""

import numpy as np
import pytest
from helpers.one_case import one_case
from scipy import sparse

import fastmetrics as fm
from fastmetrics import reference


def labels(rng, n, n_labels):
    return (rng.random((n, n_labels)) < rng.random(n_labels) ** 2).astype(int)


def test_folds_are_those_of_the_twin(rng):
    for i in range(60):
        k = int(rng.integers(2, 6))
        y = labels(rng, int(rng.integers(k, 30)), int(rng.integers(2, 5)))
        keywords = {"shuffle": True, "random_state": i} if i % 2 else {}
        ours = fm.MultilabelStratifiedKFold(k, **keywords)
        twin = reference.MultilabelStratifiedKFold(k, **keywords)
        expected = twin.fold_ids(None, y.tolist())
        ids = ours.fold_ids(None, y)
        assert ids.tolist() == expected
        assert set(expected) == set(range(k))  # none is empty
        for fold, (train, test) in enumerate(ours.split(None, y)):
            assert test.tolist() == np.flatnonzero(ids == fold).tolist()
            assert train.tolist() == np.flatnonzero(ids != fold).tolist()


@one_case(
    "dress",
    [
        np.ndarray.tolist,
        np.asfortranarray,
        lambda y: y.astype(bool),
        lambda y: y.astype("f4"),
        sparse.csr_array,
        sparse.csc_matrix,
        sparse.coo_array,
    ],
)
def test_containers_make_no_difference(rng, dress):
    y = labels(rng, 50, 4)
    splitter = fm.MultilabelStratifiedKFold(3)
    assert (
        splitter.fold_ids(None, dress(y)).tolist()
        == splitter.fold_ids(None, y).tolist()
    )


def test_shares_are_as_even_as_those_of_iterative_stratification():
    # python -m pip install iterative-stratification==0.1.9
    # from iterstrat.ml_stratifiers import MultilabelStratifiedKFold
    # y = (np.random.RandomState(0).rand(1000, 6) < [.5, .3, .2, .1, .05, .01]) * 1
    # its = MultilabelStratifiedKFold(5, shuffle=True, random_state=0).split(y, y)
    # max(abs(y[test].sum(0) - y.sum(0) / 5).max() for _, test in its)
    its_worst = 0.8
    y = (np.random.RandomState(0).rand(1000, 6) < [0.5, 0.3, 0.2, 0.1, 0.05, 0.01]) * 1
    for shuffle in ({}, {"shuffle": True, "random_state": 0}):
        ids = fm.MultilabelStratifiedKFold(5, **shuffle).fold_ids(None, y)
        off = [abs(y[ids == f].sum(0) - y.sum(0) / 5).max() for f in range(5)]
        assert max(off) <= its_worst + 1e-9
        assert np.bincount(ids).tolist() == [200] * 5


@one_case(
    "y, said",
    [
        (None, "'y' parameter should not be None"),
        ([0, 1, 0], "matrix of indicators"),
        ([[0], [1], [0]], "matrix of indicators"),
        ([[0, 1], [2, 1], [0, 0]], "matrix of indicators"),
        ([[0.5, 1], [0, 1], [0, 0]], "matrix of indicators"),
        ([[0, np.nan], [0, 1], [0, 0]], "NaN"),
        ([[0, 1], [1, 1]], "number of samples"),
    ],
)
def test_what_cannot_be_split_is_refused(y, said):
    splitter = fm.MultilabelStratifiedKFold(3)
    with pytest.raises(ValueError, match=said):
        splitter.fold_ids(None, y)
    with pytest.raises(ValueError, match=said):
        next(splitter.split(None, y))


def test_rows_of_another_number_are_refused():
    with pytest.raises(ValueError, match="inconsistent"):
        fm.MultilabelStratifiedKFold(2).fold_ids(5, [[0, 1]] * 4)


def test_groups_are_ignored_with_a_warning():
    with pytest.warns(UserWarning, match="groups parameter is ignored"):
        fm.MultilabelStratifiedKFold(2).fold_ids(None, [[0, 1]] * 4, [1, 2, 3, 4])
