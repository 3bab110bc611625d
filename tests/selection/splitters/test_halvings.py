"""Five halvings: those of scikit-learn's repeated splits, as long as they differ."""

from itertools import combinations

import numpy as np
import pytest
from helpers.one_case import one_case
from sklearn import model_selection

import fastmetrics as fm
from fastmetrics import reference


@one_case("stratified", [True, False])
def test_splits_are_those_of_scikit_learn(rng, stratified):
    of = "RepeatedStratifiedKFold" if stratified else "RepeatedKFold"
    for _ in range(20):
        n, seed = int(rng.integers(30, 80)), int(rng.integers(2**32))
        y = rng.permutation(np.arange(n) % 3)
        theirs = getattr(model_selection, of)(
            n_splits=2, n_repeats=5, random_state=seed
        )
        ours = fm.FiveByTwo(stratified=stratified, random_state=seed)
        for one, other in zip(ours.split(y, y), theirs.split(y, y), strict=True):
            for side, expected in zip(one, other, strict=True):
                np.testing.assert_array_equal(side, expected)


@one_case("stratified", [True, False])
def test_halves_are_those_of_plain_python(rng, stratified):
    for _ in range(40):
        y = rng.permutation([0] * 4 + [1] * int(rng.integers(3, 6))).tolist()
        options = {"stratified": stratified, "random_state": int(rng.integers(2**32))}
        ids = fm.FiveByTwo(**options).fold_ids(None, y)
        assert ids.dtype == np.uint8
        assert ids.tolist() == reference.FiveByTwo(**options).fold_ids(None, y)


def ways(n):
    """Count the halvings of n rows one by one."""
    larger = {frozenset(half) for half in combinations(range(n), n - n // 2)}
    return len({frozenset({half, frozenset(range(n)) - half}) for half in larger})


@one_case("n", [2, 3, 4, 5, 6, 7, 40])
def test_too_few_halvings_raise(n):
    splitter = fm.FiveByTwo(stratified=False, random_state=0)
    if n < 40 and ways(n) < 5:
        with pytest.raises(ValueError, match=f"of these {n} rows there are {ways(n)}"):
            splitter.fold_ids(n)
    else:
        assert len(splitter.fold_ids(n)) == 5


@one_case(
    "y, n_ways",
    [
        ([0, 0, 1, 1], 2),  # 2 · 2 ways, each there twice
        ([0, 0, 1, 1, 1], 6),  # 2 · 3
        ([0, 0, 0, 1], 3),  # 3 · 1: the odd row of each class goes to its own half
        ([0, 0, 1, 1, 2, 2], 4),
        ([0, 0, 1, 1, 2, 2, 3, 3], 8),
    ],
)
@pytest.mark.filterwarnings("ignore:The least populated class")
def test_halvings_are_counted_class_by_class(y, n_ways):
    splitter = fm.FiveByTwo(random_state=1)
    if n_ways < 5:
        with pytest.raises(ValueError, match=f"there are {n_ways}"):
            splitter.fold_ids(None, y)
    found = set()
    folds = fm.StratifiedKFold(2, shuffle=True, random_state=np.random.RandomState(0))
    for _ in range(80):
        ids = folds.fold_ids(None, y)
        found.add((ids ^ ids[0]).tobytes())
    assert len(found) == n_ways


def test_the_order_is_that_of_the_test():
    splitter = fm.FiveByTwo(stratified=False, random_state=0)
    ids = splitter.fold_ids(20)
    splits = list(splitter.split(20))
    assert len(splits) == splitter.get_n_splits() == 10
    for place, (_, test) in enumerate(splits):
        expected = np.flatnonzero(ids[place // 2] == place % 2)
        np.testing.assert_array_equal(test, expected)


def test_what_it_is_called_with_is_shown():
    splitter = fm.FiveByTwo(random_state=3)
    assert repr(splitter) == "FiveByTwo(random_state=3, stratified=True)"


def test_bad_input_raises():
    with pytest.raises(TypeError, match="stratified must be True or False"):
        fm.FiveByTwo(stratified="no")
    with pytest.raises(ValueError, match="'y' parameter should not be None"):
        next(fm.FiveByTwo().split(9))
    with pytest.warns(UserWarning, match="ignored by FiveByTwo"):
        fm.FiveByTwo().split(9, [0, 1, 1] * 3, groups=range(9))
