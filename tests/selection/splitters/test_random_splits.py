"""Random splits: those of scikit-learn, and those of plain Python."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from helpers.one_case import one_case
from sklearn import model_selection

import fastmetrics as fm
from fastmetrics import reference

KINDS = ["ShuffleSplit", "GroupShuffleSplit", "StratifiedShuffleSplit"]
SIZES = [
    {},
    {"test_size": 0.3},
    {"train_size": 0.5},
    {"test_size": 4},
    {"test_size": 0.25, "train_size": 4},
    {"test_size": 0.4, "train_size": 0.4},
]


def outcome(splitter, *args, **kwargs):
    """Return the splits with their dtypes, or the error."""
    try:
        return [
            (side.dtype, side.tolist())
            for split in splitter.split(*args, **kwargs)
            for side in split
        ]
    except ValueError as error:
        return str(error)


def drawn(rng):
    """Draw a problem: rows, classes of some kind, groups and a seed."""
    n = int(rng.integers(2, 90))
    codes = rng.integers(0, rng.integers(1, 6), n)
    kinds = [
        codes,
        codes * 0.5,
        codes.astype(bool),
        np.array(list("qwertz"))[codes],
        np.array(list("qwertz"), object)[codes],
        np.column_stack([codes, codes % 2]),
        codes[:, None] * 7,
    ]
    y = kinds[rng.integers(len(kinds))]
    ids = rng.integers(0, rng.integers(1, 14), n)
    groups = [ids, np.array(list("qwertzuiopasdf"))[ids]][rng.integers(2)]
    return np.zeros(n), y, groups, int(rng.integers(2**32))


@one_case("sizes", SIZES)
@one_case("name", KINDS)
def test_splits_are_those_of_scikit_learn(rng, name, sizes):
    n_errors = 0
    for _ in range(20):
        X, y, groups, seed = drawn(rng)
        given = (X, y) if name != "GroupShuffleSplit" else (X, y, groups)
        ours, theirs = (
            outcome(getattr(where, name)(3, **sizes, random_state=seed), *given)
            for where in (fm, model_selection)
        )
        if isinstance(theirs, str):
            n_errors += 1
            theirs = theirs.replace("samples", "groups") if len(given) > 2 else theirs
        assert ours == theirs
    assert n_errors < 18


@one_case("name", KINDS)
def test_splits_are_those_of_plain_python(rng, name):
    for _ in range(30):
        n, seed = int(rng.integers(12, 40)), int(rng.integers(2**32))
        y = rng.permutation(np.arange(n) % 4).tolist()
        options = {"test_size": 5, "train_size": 0.4, "random_state": seed}
        if name == "GroupShuffleSplit":
            options["test_size"] = 2
        ours = getattr(fm, name)(2, **options).split(n, y, *[y] * ("Group" in name))
        twin = getattr(reference, name)(2, **options).split(n, y, y)
        assert [(a.tolist(), b.tolist()) for a, b in ours] == list(twin)


@one_case("name", KINDS)
@one_case("used", [0, 17, 623, 624])
def test_a_random_state_is_left_where_scikit_learn_leaves_it(name, used):
    states = []
    for where in (fm, model_selection):
        state = np.random.RandomState(3)
        state.bytes(4 * used)
        labels = np.arange(30) % 7
        given = (labels, labels, labels)[: 3 if "Group" in name else 2]
        found = getattr(where, name)(2, test_size=0.5, random_state=state)
        parts = [side.tolist() for split in found.split(*given) for side in split]
        states.append((parts, state.randint(2**31, size=9).tolist()))
    assert states[0] == states[1]


def test_none_draws_from_numpy():
    np.random.seed(5)  # noqa: NPY002
    [(train, test)] = fm.ShuffleSplit(1).split(20)
    np.random.seed(5)  # noqa: NPY002
    [(expected, other)] = model_selection.ShuffleSplit(1).split(np.zeros(20))
    assert (train.tolist(), test.tolist()) == (expected.tolist(), other.tolist())


def test_a_generator_gives_a_seed():
    generator = np.random.default_rng(8)
    seed = int(np.random.default_rng(8).integers(2**32, dtype=np.uint32))
    assert outcome(fm.ShuffleSplit(2, random_state=generator), 9) == outcome(
        fm.ShuffleSplit(2, random_state=seed), 9
    )


@one_case(
    "y",
    [
        list("abcab") * 3,
        pd.Series(list("abcab") * 3, dtype="category"),
        pl.Series(list("abcab") * 3),
        pl.Series(list("abcab") * 3, dtype=pl.Categorical),
    ],
)
def test_classes_come_in_every_container(y):
    splitter = fm.StratifiedShuffleSplit(2, test_size=5, random_state=1)
    expected = splitter.split(15, np.array(list("abcab") * 3))
    assert outcome(splitter, None, y) == [
        (np.dtype(np.intp), side.tolist()) for split in expected for side in split
    ]


@one_case("name", KINDS)
def test_repr_and_number_of_splits_are_those_of_scikit_learn(name):
    for options in ({}, {"n_splits": 3, "test_size": 0.25, "random_state": 1}):
        ours = getattr(fm, name)(**options)
        theirs = getattr(model_selection, name)(**options)
        assert repr(ours) == repr(theirs)
        assert ours.get_n_splits() == theirs.get_n_splits()


@one_case(
    "sizes, message",
    [
        ({"test_size": 0}, "test_size=0 should be either positive and smaller"),
        ({"test_size": 10}, "smaller than the number of samples 10"),
        ({"test_size": 1.0}, "float in the \\(0, 1\\) range"),
        ({"test_size": np.nan}, "float in the \\(0, 1\\) range"),
        ({"train_size": -1}, "train_size=-1 should be"),
        ({"test_size": True}, "Invalid value for test_size: True"),
        ({"train_size": "5"}, "Invalid value for train_size: '5'"),
        ({"test_size": [0.5]}, "Invalid value for test_size"),
        ({"test_size": 0.6, "train_size": 0.6}, "sum of test_size and train_size = 1"),
        ({"test_size": 6, "train_size": 6}, "= 12, should be smaller"),
        ({"train_size": 0.05}, "train set will be empty"),
        ({"n_splits": 0}, "n_splits must be a whole number of at least 1"),
    ],
)
def test_sizes_that_do_not_fit_raise(sizes, message):
    with pytest.raises(ValueError, match=message):
        next(fm.ShuffleSplit(**sizes).split(10))


def test_what_is_missing_raises():
    with pytest.raises(ValueError, match="'groups' parameter should not be None"):
        fm.GroupShuffleSplit().split(9)
    with pytest.raises(ValueError, match="'y' parameter should not"):
        next(fm.StratifiedShuffleSplit().split(9, None))
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        next(fm.StratifiedShuffleSplit().split(9, [0, 1]))
    with pytest.raises(ValueError, match="groups contains NaN"):
        next(fm.GroupShuffleSplit().split(None, groups=[1.0, np.nan]))


@one_case("name", ["ShuffleSplit", "StratifiedShuffleSplit"])
def test_groups_are_ignored_with_a_warning(name):
    with pytest.warns(UserWarning, match=f"groups parameter is ignored by {name}"):
        getattr(fm, name)(test_size=0.5).split(8, [0, 1] * 4, range(8))
