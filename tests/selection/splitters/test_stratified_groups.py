"""Whole groups with shares of the classes: against the twin, and what is promised."""

import itertools
import warnings

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.reference.selection.group_splits import objective


def problem(rng, most_rows=40, most_groups=10, most_classes=4):
    n = int(rng.integers(6, most_rows))
    y = rng.integers(0, rng.integers(1, most_classes + 1), n)
    groups = rng.integers(0, rng.integers(2, most_groups + 1), n)
    return y, groups


def drawn(seed, n_problems, k=None):
    """Yield problems that can be split, and of how many folds."""
    rng = np.random.default_rng(seed)
    for _ in range(n_problems):
        y, groups = problem(rng)
        most = min(len(set(groups.tolist())), np.bincount(y).max())
        if most >= 2:
            yield y, groups, k or int(rng.integers(2, min(most, 6) + 1))


def table(y, groups):
    return [
        [int(((groups == g) & (y == c)).sum()) for c in np.unique(y)]
        for g in np.unique(groups)
    ]


def part_of_groups(ids, groups):
    """Return the fold of each group, of sorted groups; all rows must be in one."""
    found = [set(ids[groups == g].tolist()) for g in np.unique(groups)]
    assert all(len(folds) == 1 for folds in found)
    return [folds.pop() for folds in found]


@pytest.fixture(autouse=True)
def _few_rows_are_allowed():
    """Classes of few rows, and folds that stay empty, have tests of their own."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The least populated class")
        warnings.filterwarnings("ignore", ".*folds of StratifiedGroupKFold are empty")
        yield


@one_case("method", ["greedy", "balanced"])
def test_folds_are_those_of_the_twin(method):
    for i, (y, groups, k) in enumerate(drawn(1, 50)):
        keywords = {"shuffle": True, "random_state": i} if i % 2 else {}
        ours = fm.StratifiedGroupKFold(k, method=method, **keywords)
        twin = reference.StratifiedGroupKFold(k, method=method, **keywords)
        expected = twin.fold_ids(None, y.tolist(), groups.tolist())
        assert ours.fold_ids(None, y, groups).tolist() == expected


def test_balanced_folds_keep_what_they_promise():
    for y, groups, k in drawn(2, 60):
        counts = table(y, groups)
        greedy = fm.StratifiedGroupKFold(k).fold_ids(None, y, groups)
        ids = fm.StratifiedGroupKFold(k, method="balanced").fold_ids(None, y, groups)
        parts = part_of_groups(ids, groups)
        assert set(parts) == set(range(k))
        start = part_of_groups(greedy, groups)
        assert objective(counts, parts, k) <= objective(counts, start, k)


def test_balanced_folds_do_not_depend_on_the_order_of_rows():
    rng = np.random.default_rng(3)
    splitter = fm.StratifiedGroupKFold(3, method="balanced")
    for y, groups, _ in drawn(3, 40, k=3):
        if len(set(groups.tolist())) < 3 or np.bincount(y).max() < 3:
            continue
        order = rng.permutation(len(y))
        ids = splitter.fold_ids(None, y, groups)
        again = splitter.fold_ids(None, y[order], groups[order])
        assert again.tolist() == ids[order].tolist()


def test_balanced_folds_are_near_the_best_there_are():
    # All divisions of seven groups into two folds: most searches find the least.
    found, n = 0, 0
    rng = np.random.default_rng(4)
    for _ in range(25):
        counts = rng.integers(0, 9, (7, 3)) + 1
        y = np.concatenate([np.repeat(np.arange(3), row) for row in counts])
        groups = np.repeat(np.arange(7), counts.sum(1))
        ids = fm.StratifiedGroupKFold(2, method="balanced").fold_ids(None, y, groups)
        rows = counts.tolist()
        values = [
            objective(rows, [0, *parts], 2)
            for parts in itertools.product(range(2), repeat=6)
        ]
        own = objective(rows, part_of_groups(ids, groups), 2)
        n += 1
        found += own == min(values)
        assert own <= sorted(values)[6]
    assert found >= 0.6 * n


def test_an_empty_fold_warns_and_balanced_has_none():
    y, groups = [1, 1, 1, 1, 0, 0, 0, 1, 1], list("aabbcdddd")
    with pytest.warns(UserWarning, match="1 of 4 folds of StratifiedGroupKFold are em"):
        ids = fm.StratifiedGroupKFold(4).fold_ids(None, y, groups)
    assert ids.tolist() == [3, 3, 0, 0, 3, 1, 1, 1, 1]
    with warnings.catch_warnings():
        warnings.filterwarnings("error", ".*are empty")
        ids = fm.StratifiedGroupKFold(4, method="balanced").fold_ids(None, y, groups)
    assert set(ids.tolist()) == {0, 1, 2, 3}


def test_repeats_are_those_of_the_twin():
    for i, (y, groups, k) in enumerate(drawn(6, 30)):
        for name in ("RepeatedGroupKFold", "RepeatedStratifiedGroupKFold"):
            keywords = {"n_splits": k, "n_repeats": 3, "random_state": i}
            ours = getattr(fm, name)(**keywords)
            twin = getattr(reference, name)(**keywords)
            expected = twin.fold_ids(None, y.tolist(), groups.tolist())
            assert ours.fold_ids(None, y, groups).tolist() == expected
            splits = list(ours.split(None, y, groups))
            assert len(splits) == ours.get_n_splits() == 3 * k
            for fold, (train, test) in enumerate(splits):
                column = np.array(expected[fold // k])
                assert test.tolist() == np.flatnonzero(column == fold % k).tolist()
                assert train.tolist() == np.flatnonzero(column != fold % k).tolist()


def test_a_random_state_is_gone_on_with():
    y, groups = np.arange(40) % 2, np.arange(40) // 2
    state = np.random.RandomState(0)
    splitter = fm.StratifiedGroupKFold(4, shuffle=True, random_state=state)
    first, second = (splitter.fold_ids(None, y, groups).tolist() for _ in range(2))
    assert first != second
    state.seed(0)
    repeated = fm.RepeatedStratifiedGroupKFold(
        n_splits=4, n_repeats=2, random_state=state
    )
    assert repeated.fold_ids(None, y, groups).tolist() == [first, second]


@one_case(
    "keywords, error, said",
    [
        ({"method": "best"}, ValueError, "method must be 'greedy' or 'balanced'"),
        ({"method": None}, ValueError, "method must be"),
        ({"n_splits": 1}, ValueError, "n_splits=2 or more"),
        ({"n_splits": 2.0}, ValueError, "Integral"),
        ({"shuffle": 1}, TypeError, "shuffle must be True or False"),
        ({"random_state": 0}, ValueError, "random_state"),
    ],
)
def test_wrong_options_are_refused(keywords, error, said):
    with pytest.raises(error, match=said):
        fm.StratifiedGroupKFold(**keywords)


@one_case("method", ["greedy", "balanced"])
@one_case(
    "y, groups, said",
    [
        ([0, 1, 0, 1], None, "'groups' parameter should not be None"),
        (None, "aabb", "'y' parameter should not be None"),
        ([0, 1, 0, 1], "aaaa", "number of groups: 1"),
        ([0, 1, 2, 3], "abcd", "number of members in each class"),
        ([0.5, 1.5, 0.5, 2.5], "abcd", "continuous"),
        ([0, 1, 0, 1], "abc", "inconsistent"),
        ([0], "a", "number of samples"),
    ],
)
def test_what_cannot_be_split_is_refused(method, y, groups, said):
    splitter = fm.StratifiedGroupKFold(2, method=method)
    groups = None if groups is None else list(groups)
    with pytest.raises(ValueError, match=said):
        next(splitter.split(None, y, groups))
    with pytest.raises(ValueError, match=said):
        splitter.fold_ids(None, y, groups)


def test_too_many_folds_to_balance_are_refused():
    # 2**18 folds of two classes: squared and doubled they are 2**37.
    k = 2**18
    splitter = fm.StratifiedGroupKFold(k, method="balanced")
    y = np.zeros(k + 1, np.int8)
    y[0] = 1
    with pytest.raises(ValueError, match=r"n_splits=262144 and 2 classes are too many"):
        splitter.fold_ids(None, y, np.arange(k + 1))
