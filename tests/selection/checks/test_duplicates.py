"""Equal rows, against the twin and the libraries of data frames, in every container."""

import datetime
import random

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from helpers.one_case import one_case
from scipy import sparse

import fastmetrics as fm
from fastmetrics import reference as ref

NAN = float("nan")
NUMBERS = [0.0, -0.0, 1.0, NAN, 1.5, 1.25, -1.25, 2.5]


def named(array):
    return {f"c{j}": array[:, j] for j in range(array.shape[1])}


FORMS = {
    "list": lambda x: x.tolist(),
    "array": lambda x: x,
    "float32": lambda x: x.astype(np.float32),
    "float16": lambda x: x.astype(np.float16),
    "long double": lambda x: x.astype(np.longdouble),
    "objects": lambda x: x.astype(object),
    "big-endian": lambda x: x.astype(">f8"),
    "by columns": np.asfortranarray,
    "backwards": lambda x: x[::-1, ::-1].copy()[::-1, ::-1],
    "every other": lambda x: np.repeat(x, 2, axis=1)[:, ::2],
    "unaligned": lambda x: (
        np.frombuffer(b"." + x.tobytes(), np.uint8)[1:]
        .view(np.float64)
        .reshape(x.shape)
    ),
    "dict": named,
    "pandas": pd.DataFrame,
    "pandas, nullable": lambda x: pd.DataFrame(x).astype("Float64"),
    "polars": lambda x: pl.DataFrame(named(x)),
    "polars with nulls": lambda x: pl.DataFrame(named(x)).fill_nan(None),
    "arrow": lambda x: pa.table(named(x)),
    "csr": sparse.csr_array,
    "coo": sparse.coo_matrix,
    "csc": sparse.csc_matrix,
}


@one_case("form", FORMS)
def test_numbers_as_the_twin(form):
    draw = random.Random(f"rows {form}")
    for _ in range(25):
        n, width = draw.randint(1, 12), draw.randint(1, 3)
        rows = [[draw.choice(NUMBERS) for _ in range(width)] for _ in range(n)]
        groups = [draw.choice("abcdefgh") for _ in range(n)]
        options = {
            "groups": draw.choice([None, groups]),
            "decimals": draw.choice([None, 0, 1, -1]),
        }
        found = fm.duplicate_groups(FORMS[form](np.array(rows)), **options)
        assert found.dtype == np.int64
        assert found.tolist() == ref.duplicate_groups(rows, **options)


def test_whole_numbers_are_rounded_below_no_decimals_only():
    for rows in (
        [[12], [14], [15], [25]],
        np.array([[12], [14], [15], [25]], np.uint8),
    ):
        assert fm.duplicate_groups(rows, decimals=0).tolist() == [0, 1, 2, 3]
        assert fm.duplicate_groups(rows, decimals=-1).tolist() == [0, 0, 1, 1]
    huge = np.array([[10**400], [10**400 + 1], [4], [-4]], object)
    assert fm.duplicate_groups(huge, decimals=-1).tolist() == [0, 1, 2, 2]
    bools = np.array([[True], [False]])
    assert fm.duplicate_groups(bools, decimals=-1).tolist() == [0, 1]
    assert fm.duplicate_groups(sparse.csr_array(bools), decimals=-1).tolist() == [0, 1]


@one_case("dtype", ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"])
def test_whole_numbers_of_every_type(dtype):
    rng = np.random.default_rng(3)
    X = rng.integers(0, 2, (40, 4)).astype(dtype)
    if dtype[-1] == "8":
        X[::3] += np.array(2**53, dtype)  # which a float would confuse with the next
    expected = ref.duplicate_groups(X.tolist())
    for form in (X, sparse.csr_array(X), pd.DataFrame(X), X.astype(object)):
        assert fm.duplicate_groups(form).tolist() == expected


MIXED = [
    ["x", 1, 0.5, True, datetime.date(2020, 1, 1)],
    ["y", 1, None, True, datetime.date(2020, 1, 1)],
    ["x", 1, 0.5, True, datetime.date(2020, 1, 1)],
    ["x", 2**62, 0.5, True, None],
    ["x", 2**62 + 1, 0.5, True, None],
    ["y", 1, None, True, datetime.date(2020, 1, 1)],
    [None, 1, 0.5, False, datetime.date(2021, 1, 1)],
]
COLUMNS = dict(zip("abcde", zip(*MIXED, strict=True), strict=True))


@one_case(
    "frame",
    [
        MIXED,
        {name: [*column] for name, column in COLUMNS.items()},
        pl.DataFrame({name: [*column] for name, column in COLUMNS.items()}),
        pa.table({name: [*column] for name, column in COLUMNS.items()}),
        pd.DataFrame(COLUMNS),
        pd.DataFrame(COLUMNS).convert_dtypes(),
        pd.DataFrame(COLUMNS).astype({"a": "category"}),
        pl.DataFrame(COLUMNS).with_columns(pl.col("a").cast(pl.Categorical)),
    ],
)
def test_frames_of_mixed_columns_with_missing_values(frame):
    assert fm.duplicate_groups(frame).tolist() == [0, 1, 0, 2, 3, 1, 4]


@one_case(
    "texts",
    [
        ["b", "a", "b", "c"],
        np.array(["b", "a", "b", "c"]),
        pd.Series(["b", "a", "b", "c"]),
        pl.Series(["b", "a", "b", "c"]),
        pa.chunked_array([["b", "a"], ["b", "c"]]),
        np.array([b"b", b"a", b"b", b"c"]),
        [("b", 1), ("a", 1), ("b", 1), ("b", 2)],
    ],
)
def test_a_column_by_itself_has_rows_of_one_value(texts):
    assert fm.duplicate_groups(texts).tolist() == [0, 1, 0, 2]


def test_items_of_more_dimensions_are_rows():
    images = np.zeros((3, 4, 4))
    images[1, 2, 3] = 1
    assert fm.duplicate_groups(images).tolist() == [0, 1, 0]
    assert fm.duplicate_groups(images.tolist()).tolist() == [0, 1, 0]


def test_sparse_rows_are_what_they_stand_for():
    # A zero that is held, an entry in two parts, positions out of order.
    starts, positions = [0, 2, 4, 6], [0, 1, 1, 1, 2, 0]
    values = [0.0, 3.0, 1.0, 2.0, -0.0, 0.0]
    X = sparse.csr_array((values, positions, starts), shape=(3, 3))
    kept = X.copy()
    assert fm.duplicate_groups(X).tolist() == [0, 0, 1]
    assert (X.data == kept.data).all()
    assert (X.indices == kept.indices).all()
    rounded = sparse.csr_array([[0.04, 0], [0, 0]])
    assert fm.duplicate_groups(rounded, decimals=1).tolist() == [0, 0]


def test_as_polars_and_pandas_of_many_rows():
    rng = np.random.default_rng(11)
    X = rng.integers(0, 6, (20_000, 5)).astype(np.float64)
    codes = fm.duplicate_groups(X)
    frame = pl.DataFrame(named(X))
    counts = np.bincount(codes)
    assert ((counts[codes] > 1) == frame.is_duplicated().to_numpy()).all()
    theirs = pd.DataFrame(X).groupby([*range(5)], sort=False).ngroup()
    assert (codes == theirs.to_numpy()).all()
    assert (fm.duplicate_groups(sparse.csr_array(X)) == codes).all()


def test_wide_rows_that_differ_in_one_value_are_told_apart():
    X = np.zeros((64, 3000))
    X[np.arange(64), np.arange(64) * 40] = 1
    assert fm.duplicate_groups(X).tolist() == [*range(64)]
    assert fm.duplicate_groups(np.vstack([X, X])).tolist() == [*range(64)] * 2


def test_keeps_duplicates_on_one_side():
    sklearn = pytest.importorskip("sklearn.model_selection")
    rng = np.random.default_rng(5)
    X = rng.integers(0, 4, (200, 3))
    codes = fm.duplicate_groups(X)
    together = fm.check_split(sklearn.GroupKFold(5), X, groups=codes)
    assert together.ok
    apart = fm.check_split(sklearn.KFold(5), X, groups=codes)
    assert apart.duplicates_on_both_sides != (0,) * 5
    # With equal rows as groups, both questions name the same splits.
    assert all(apart.groups_on_both_sides)


@one_case(
    "X, options, error, message",
    [
        ([], {}, ValueError, "X is empty"),
        ([[]], {}, ValueError, "X has no columns"),
        (np.zeros((3, 0)), {}, ValueError, "X has no columns"),
        (np.zeros((0, 3)), {}, ValueError, "X is empty"),
        ([[1], [1, 2]], {}, ValueError, "row 0 has 1 values, row 1 has 2"),
        ([[1, 2], 3], {}, ValueError, "row 1 has no"),
        ({"a": [1], "b": [1, 2]}, {}, ValueError, "'a' has 1 rows, 'b' has 2"),
        (3, {}, TypeError, "X must be array-like"),
        ("text", {}, TypeError, "X must be array-like"),
        (None, {}, TypeError, "X must be array-like"),
        (np.array([[1j]]), {}, ValueError, "Complex data not supported"),
        ([{"a": 1}], {}, TypeError, "X must hold hashable values"),
        (
            [[0.5, np.zeros(2)]],
            {},
            TypeError,
            "hashable values, .* got a ndarray",
        ),
        ([[1], [2]], {"groups": [1]}, ValueError, "groups has 1, expected 2"),
        ([[1], [2]], {"groups": [1, None]}, ValueError, "groups contains missing"),
        ([[1]], {"decimals": 1.5}, TypeError, "decimals must be a whole number"),
        ([[1]], {"decimals": True}, ValueError, "decimals must be a whole number"),
        ([[1]], {"decimals": 301}, ValueError, "from -300 to 300"),
    ],
)
def test_bad_input_is_named(X, options, error, message):
    with pytest.raises(error, match=message):
        fm.duplicate_groups(X, **options)
