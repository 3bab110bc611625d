"""Parts of data: those of scikit-learn, of the type that came in."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from helpers.one_case import one_case
from scipy import sparse
from sklearn import model_selection

import fastmetrics as fm
from fastmetrics import reference


@one_case(
    "options",
    [
        {},
        {"test_size": 0.1},
        {"train_size": 7},
        {"test_size": 0.3, "train_size": 0.3},
        {"shuffle": False},
        {"shuffle": False, "test_size": 3},
        {"stratify": True},
        {"stratify": True, "test_size": 8},
    ],
)
def test_parts_are_those_of_scikit_learn(rng, options):
    for _ in range(6):
        n = int(rng.integers(20, 60))
        X, y = rng.random((n, 2)), rng.permutation(np.arange(n) % 4)
        more = {"stratify": y} if "stratify" in options else {}
        seed = int(rng.integers(2**32))
        ours, theirs = (
            where.train_test_split(
                X, y, y.tolist(), **{**options, **more, "random_state": seed}
            )
            for where in (fm, model_selection)
        )
        assert len(ours) == len(theirs) == 6
        for one, other in zip(ours, theirs, strict=True):
            assert type(one) is type(other)
            np.testing.assert_array_equal(one, other)


@one_case("design", [None, "stratify", "groups"])
def test_parts_are_those_of_plain_python(rng, design):
    for name in ("train_test_split", "train_validation_test_split"):
        for _ in range(8):
            rows = list(range(int(rng.integers(24, 44))))
            kinds = rng.permutation(np.asarray(rows) % 4).tolist()
            options = {design: kinds} if design else {}
            options["random_state"] = int(rng.integers(2**32))
            ours = getattr(fm, name)(rows, kinds, **options)
            assert ours == getattr(reference, name)(rows, kinds, **options)


CONTAINERS = [
    list,
    tuple,
    np.array,
    lambda x: np.array(x)[:, None],
    lambda x: sparse.csr_array(np.array(x)[:, None]),
    lambda x: sparse.coo_array(np.array(x)[:, None]),
    lambda x: pd.Series(x, index=x[::-1]),
    lambda x: pd.DataFrame({"x": x}, index=x[::-1]),
    lambda x: pd.Index(x),
    pl.Series,
    lambda x: pl.DataFrame({"x": x}),
    pa.array,
    lambda x: pa.table({"x": x}),
]


def values(x):
    if sparse.issparse(x):
        return x.toarray().ravel().tolist()
    if isinstance(x, (pa.Table, pl.DataFrame)):
        return list(x["x"].to_pylist() if isinstance(x, pa.Table) else x["x"])
    return x.to_pylist() if isinstance(x, pa.Array) else np.asarray(x).ravel().tolist()


@one_case("container", CONTAINERS)
def test_parts_are_of_the_type_that_came_in(container):
    x = container(list(range(1, 11)))
    train, test = fm.train_test_split(x, random_state=0)
    if not isinstance(x, tuple):
        assert type(train) is type(test)
    if not isinstance(x, (tuple, sparse.coo_array)):
        assert type(train) is type(x)
    assert values(train) == [10, 2, 7, 8, 4, 1, 6]
    assert values(test) == [3, 9, 5]


def test_a_group_is_on_one_side(rng):
    groups = np.array(list("abcdefgh"))[rng.integers(0, 8, 100)]
    for seed in range(10):
        train, test = fm.train_test_split(groups, groups=groups, random_state=seed)
        assert not {*train} & {*test}
        assert len({*test}) == 2
        expected = fm.GroupShuffleSplit(1, test_size=0.25, random_state=seed)
        [(_, rows)] = expected.split(None, groups=groups)
        np.testing.assert_array_equal(test, groups[rows])


def test_three_parts_are_two_calls_of_one_seed():
    rows, y = np.arange(40), np.arange(40) % 3
    found = fm.train_validation_test_split(
        rows, validation_size=0.25, test_size=8, stratify=y, random_state=6
    )
    rest, test, y_rest, _ = fm.train_test_split(
        rows, y, test_size=8, stratify=y, random_state=6
    )
    train, validation = fm.train_test_split(
        rest, test_size=10, stratify=y_rest, random_state=6
    )
    for one, other in zip(found, (train, validation, test), strict=True):
        np.testing.assert_array_equal(one, other)


def test_three_parts_of_a_generator_have_one_seed():
    generator = np.random.default_rng(4)
    seed = int(np.random.default_rng(4).integers(2**32, dtype=np.uint32))
    rows = list(range(30))
    assert fm.train_validation_test_split(
        rows, random_state=generator
    ) == fm.train_validation_test_split(rows, random_state=seed)


@one_case(
    "arrays, options, message",
    [
        ([], {}, "At least one array required as input"),
        ([[1, 2], [1]], {}, r"inconsistent numbers of samples: \[2, 1\] \(array 1"),
        ([[1, 2, 3]], {"stratify": [0, 1]}, "stratify has 2"),
        ([[1, 2, 3]], {"groups": [0, 1]}, "groups has 2"),
        ([[1, 2]], {"shuffle": False, "stratify": [0, 1]}, "Stratified train/test"),
        ([[1, 2]], {"shuffle": False, "groups": [0, 1]}, "Grouped train/test"),
        ([[1, 2]], {"test_size": 2}, "test_size=2 should be either positive"),
        ([[1, 2, 3, 4]], {"stratify": [0, 0, 0, 1]}, "only 1 member"),
        ([[1, 2]], {"groups": [0, 0]}, "number of groups 1|train set will be empty"),
        ([[1, 2]], {"random_state": -1}, "Seed must be between"),
        ([[1, 2]], {"random_state": "one"}, "cannot be used to seed"),
    ],
)
def test_bad_input_raises(arrays, options, message):
    with pytest.raises(ValueError, match=message):
        fm.train_test_split(*arrays, **options)


def test_what_is_no_data_raises():
    with pytest.raises(TypeError, match="array 1 must be data with rows"):
        fm.train_test_split(object())
    with pytest.raises(TypeError, match="shuffle must be True or False"):
        fm.train_test_split([1, 2], shuffle="yes")


@one_case(
    "options, message",
    [
        ({"validation_size": 0.6, "test_size": 0.5}, "leave nothing of 10 samples"),
        ({"validation_size": None}, "must be given, got None"),
        ({"test_size": 0}, "test_size=0 should be either"),
        ({"validation_size": 1.5}, "validation_size=1.5 should be either"),
        ({"groups": [0, 1] * 5}, "leave nothing of 2 groups"),
    ],
)
def test_three_parts_that_do_not_fit_raise(options, message):
    with pytest.raises(ValueError, match=message):
        fm.train_validation_test_split(range(10), **options)
