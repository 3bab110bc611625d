"""Random splits of rows of several labels: against the twin, and what is promised."""

import pytest
from scipy import sparse

import fastmetrics as fm
from fastmetrics import reference


def test_splits_are_those_of_the_twin(rng):
    for seed in range(40):
        n = int(rng.integers(8, 30))
        y = (rng.random((n, 3)) < 0.3).astype(int)
        sizes = [{"test_size": 0.25}, {"test_size": 2, "train_size": n // 2}, {}]
        ours, twin = (
            of.MultilabelStratifiedShuffleSplit(2, **sizes[seed % 3], random_state=seed)
            for of in (fm, reference)
        )
        found = [(train.tolist(), test.tolist()) for train, test in ours.split(None, y)]
        assert found == list(twin.split(None, y.tolist()))


def test_parts_have_their_sizes_and_labels_their_shares(rng):
    y = rng.random((1000, 5)) < [0.5, 0.3, 0.1, 0.05, 0.02]
    splits = fm.MultilabelStratifiedShuffleSplit(
        4, test_size=0.2, train_size=0.5, random_state=0
    )
    assert splits.get_n_splits() == 4
    tests = set()
    for train, test in splits.split(None, sparse.csr_array(y)):
        assert (len(train), len(test)) == (500, 200)
        assert not {*train} & {*test}
        assert abs(y[test].sum(0) - 0.2 * y.sum(0)).max() <= 3
        assert abs(y[train].sum(0) - 0.5 * y.sum(0)).max() <= 3
        tests.add(tuple(test.tolist()))
    assert len(tests) == 4


def test_what_cannot_be_split_is_refused():
    splits = fm.MultilabelStratifiedShuffleSplit(1, test_size=9, random_state=0)
    with pytest.raises(ValueError, match="test_size=9"):
        next(splits.split(None, [[0, 1]] * 4))
    with pytest.raises(ValueError, match="matrix of indicators"):
        next(splits.split(None, [0, 1] * 4))
