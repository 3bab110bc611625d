"""Every splitter that scikit-learn has, against scikit-learn 1.9.1 on random problems.

Rows, classes, groups, seeds and containers are drawn. The splits must be the same, row
by row and of the same dtype, or an error of the same type; with the same warnings.
"""

import warnings

import numpy as np
import pandas
import polars
import pytest
from helpers.one_case import one_case
from helpers.random_cases import examples
from scipy import sparse

import fastmetrics as fm

sk = pytest.importorskip("sklearn.model_selection")

# Labels or groups of any kind, in the order of the codes and in none.
KINDS = {
    "integers": lambda codes: codes,
    "few bytes": lambda codes: codes.astype(np.int8),
    "wide": lambda codes: codes.astype(np.int64) * 10**15 - 7,
    "unsigned": lambda codes: (3 - codes % 4).astype(np.uint16),
    "floats": lambda codes: codes * 2.0 - 3.0,
    "bools": lambda codes: codes > 0,
    "strings": lambda codes: np.array(["b", "a", "zz", "", "ä"])[codes % 5],
    "objects": lambda codes: np.array(["b", "a", "zz", "c", "ä"], object)[codes % 5],
    "list": lambda codes: codes.tolist(),
    "list of strings": lambda codes: [f"g{code * 7 % 10}" for code in codes.tolist()],
    "pandas": lambda codes: pandas.Series(codes, index=codes[::-1]),
    "pandas strings": lambda codes: pandas.Series([f"s{9 - c}" for c in codes]),
    "polars": lambda codes: polars.Series(codes),
    "polars strings": lambda codes: polars.Series([f"s{9 - c}" for c in codes]),
}
DATA = {
    "array": lambda n: np.zeros((n, 2)),
    "list": lambda n: [[0.0, 1.0]] * n,
    "frame": lambda n: pandas.DataFrame({"a": range(n)}, index=range(n, 0, -1)),
    "polars": lambda n: polars.DataFrame({"a": range(n)}),
    "sparse": lambda n: sparse.csr_array((n, 3)),
    "one column": lambda n: np.arange(n),
}


class Problem:
    """Rows with classes and groups, and draws for what a splitter is asked for."""

    def __init__(self, seed, most_rows=400, most_groups=40):
        self.rng = rng = np.random.default_rng(seed)
        self.n = int(rng.choice([2, 3, 5, 8, 13, 30, 31, 64, 100, most_rows]))
        self.n = min(self.n, most_rows)
        classes = rng.integers(0, rng.integers(1, 6), self.n)
        groups = rng.integers(0, rng.integers(1, most_groups + 1), self.n)
        self.X = self.pick(DATA)(self.n)
        self.y = self.pick(KINDS)(classes)
        self.groups = self.pick(KINDS)(groups)
        self.seed = int(rng.choice([0, 1, 42, 2**31, 2**32 - 1, rng.integers(2**32)]))

    def pick(self, kinds):
        return kinds[self.rng.choice([*kinds])]

    def whole(self, low, high):
        return int(self.rng.integers(low, high))

    def maybe(self, share=0.5):
        return bool(self.rng.random() < share)

    def shuffled(self):
        if not self.maybe(0.7):
            return {}
        return {"shuffle": True, "random_state": self.seed}

    def folds(self):
        return {"n_splits": self.whole(2, 8), **self.shuffled()}

    def sizes(self, n):
        """Sizes of parts: shares, numbers or none, some of them too large."""
        sizes = [0.2, 0.5, 1 / 3, 0.9, 1, max(1, n // 4), max(1, n // 2), n]
        found = {"n_splits": self.whole(1, 4), "random_state": self.seed}
        for name in ("test_size", "train_size"):
            if self.maybe():
                found[name] = sizes[self.whole(0, len(sizes))]
        return found


def time_series(problem):
    return {
        "n_splits": problem.whole(2, 6),
        "gap": problem.whole(0, 3),
        "test_size": problem.whole(1, 5) if problem.maybe() else None,
        "max_train_size": problem.whole(1, 20) if problem.maybe() else None,
    }


def repeats(problem):
    return {
        "n_splits": problem.whole(2, 5),
        "n_repeats": problem.whole(1, 4),
        "random_state": problem.seed,
    }


def nothing(problem):
    return {}


# splitter -> what it is made with, what it takes, and limits of the problems
SPLITTERS = {
    "KFold": (Problem.folds, "X", {}),
    "StratifiedKFold": (Problem.folds, "Xy", {}),
    "GroupKFold": (Problem.folds, "Xyg", {}),
    "StratifiedGroupKFold": (Problem.folds, "Xyg", {"most_rows": 100}),
    "TimeSeriesSplit": (time_series, "X", {}),
    "RepeatedKFold": (repeats, "X", {}),
    "RepeatedStratifiedKFold": (repeats, "Xy", {}),
    "LeaveOneOut": (nothing, "X", {"most_rows": 64}),
    "LeavePOut": (lambda problem: {"p": problem.whole(1, 4)}, "X", {"most_rows": 9}),
    "LeaveOneGroupOut": (nothing, "Xyg", {}),
    "LeavePGroupsOut": (
        lambda problem: {"n_groups": problem.whole(1, 4)},
        "Xyg",
        {"most_rows": 64, "most_groups": 7},
    ),
    "ShuffleSplit": (lambda problem: problem.sizes(problem.n), "X", {}),
    "StratifiedShuffleSplit": (lambda problem: problem.sizes(problem.n), "Xy", {}),
    "GroupShuffleSplit": (lambda problem: problem.sizes(10), "Xyg", {}),
}
# All of them with random cases, for the first are the same again and again.
N_PROBLEMS = examples(150, same=16)


def outcome(splitter, given):
    """Return splits, the type of the error or None, and what is warned of."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            splits = list(splitter.split(*given))
            error = None
        except (ValueError, TypeError) as found:
            splits, error = [], type(found)
    said = {
        (one.category, str(one.message).rstrip("."))
        for one in caught
        # scikit-learn says nothing of a fold that stays empty.
        if "of StratifiedGroupKFold are empty" not in str(one.message)
    }
    return splits, error, said


def check_same(ours, theirs, given):
    splits, error, said = outcome(ours, given)
    expected, their_error, their_said = outcome(theirs, given)
    assert error == their_error
    assert len(splits) == len(expected)
    for own, other in zip(splits, expected, strict=True):
        for rows, their_rows in zip(own, other, strict=True):
            assert rows.dtype == their_rows.dtype == np.intp
            assert np.array_equal(rows, their_rows)
    if error is None:
        assert said == their_said
        assert ours.get_n_splits(*given) == theirs.get_n_splits(*given) == len(splits)
    return error is None


def made(make, keywords):
    """Return a splitter, or the type of the error that making it raises."""
    try:
        return make(**keywords)
    except (ValueError, TypeError) as error:
        return type(error)


@pytest.mark.long
@one_case("name", SPLITTERS)
def test_splits_are_those_of_scikit_learn(name):
    draw, takes, limits = SPLITTERS[name]
    n_split = 0
    for seed in range(N_PROBLEMS):
        problem = Problem(seed, **limits)
        keywords = draw(problem)
        ours, theirs = (made(getattr(of, name), keywords) for of in (fm, sk))
        if isinstance(theirs, type):
            assert ours == theirs
            continue
        assert repr(ours) == repr(theirs)
        given = (problem.X, problem.y, problem.groups)[: len(takes)]
        n_split += check_same(ours, theirs, given)
    assert n_split >= N_PROBLEMS / 4


RANDOM = [name for name in SPLITTERS if name not in (
    "TimeSeriesSplit", "LeaveOneOut", "LeavePOut", "LeaveOneGroupOut", "LeavePGroupsOut"
)]  # fmt: skip


SHUFFLING = ("KFold", "StratifiedKFold", "GroupKFold", "StratifiedGroupKFold")


@one_case("name", RANDOM)
def test_a_random_state_is_left_where_scikit_learn_leaves_it(name):
    y, groups = np.arange(60) % 3, np.arange(60) // 4
    given = (np.zeros((60, 1)), y, groups)[: len(SPLITTERS[name][1])]
    shuffle = {"shuffle": True} if name in SHUFFLING else {}
    ours, theirs = np.random.RandomState(7), np.random.RandomState(7)
    own = getattr(fm, name)(random_state=ours, **shuffle)
    other = getattr(sk, name)(random_state=theirs, **shuffle)
    for _ in range(2):
        assert check_same(own, other, given)
        assert ours.randint(2**31) == theirs.randint(2**31)


@one_case("name", RANDOM)
def test_without_a_random_state_numpy_own_is_drawn_from(name):
    y, groups = np.arange(60) % 3, np.arange(60) // 4
    given = (np.zeros((60, 1)), y, groups)[: len(SPLITTERS[name][1])]
    shuffle = {"shuffle": True} if name in SHUFFLING else {}
    before = np.random.get_state()  # noqa: NPY002
    found = []
    try:
        for of in (fm, sk):
            np.random.seed(5)  # noqa: NPY002
            splits = list(getattr(of, name)(**shuffle).split(*given))
            found.append([[rows.tolist() for rows in pair] for pair in splits])
            found[-1].append(np.random.randint(2**31))  # noqa: NPY002
    finally:
        np.random.set_state(before)  # noqa: NPY002
    assert found[0] == found[1]


PARTITIONS = [name for name in SPLITTERS if hasattr(getattr(fm, name), "fold_ids")]


@one_case("name", PARTITIONS)
def test_the_column_of_folds_makes_the_same_splits(name):
    draw, _, limits = SPLITTERS[name]
    n_made = 0
    for seed in range(examples(40, same=8)):
        problem = Problem(seed, **limits)
        keywords = draw(problem)
        splitter = getattr(fm, name)(**keywords)
        given = (problem.X, problem.y, problem.groups)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                splits = list(splitter.split(*given))
            except ValueError:
                continue
            columns = np.atleast_2d(splitter.fold_ids(*given))
        assert columns.dtype == np.uint8
        again = [
            pair
            for column in columns
            for pair in sk.PredefinedSplit(column.astype(int)).split()
        ]
        tested = [test.tolist() for _, test in splits if len(test)]
        assert tested == [test.tolist() for _, test in again]
        n_made += 1
    assert n_made >= 5
