"""Transcripts of every library, and what is no transcript."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from helpers.one_case import one_case
from helpers.tensor import Tensor

from fastmetrics._inputs.columns import Categories
from fastmetrics._inputs.transcripts import (
    pair_transcripts,
    read_column,
    read_transcripts,
)
from fastmetrics._kernels.edits import count_edits

REFERENCE = ["a b c", "d é", "", "😀 x"]
HYPOTHESIS = ["a c", "d e", "x", "😀"]
COUNTS = [[2, 0, 1, 0], [1, 1, 0, 0], [0, 0, 0, 1], [1, 0, 1, 0]]
LISTS = [[1, 2, 3], [4, 7], [], [5, 5]]
OTHERS = [[1, 3], [4, 5], [1], [5]]


def counted(reference, hypothesis, **options):
    pairs = read_transcripts(reference, hypothesis, **options)
    sides = (pairs.reference, pairs.hypothesis)
    how = (pairs.unit, pairs.delimiter, None, 0, len(pairs))
    return count_edits(*sides, *how).tolist()


def categories(column):
    return Categories(np.arange(len(column)), np.array(column, object))


COLUMNS = [
    list,
    tuple,
    np.array,
    lambda x: np.array(x, object),
    lambda x: np.array([*x, "z"], object)[::-1][:0:-1],
    lambda x: np.array(x, np.dtypes.StringDType()),
    lambda x: np.array(x)[:, None],
    categories,
    pd.Series,
    pd.Index,
    lambda x: pd.Series(x, dtype=object),
    lambda x: pd.Series(x, dtype="string[pyarrow]"),
    lambda x: pd.Series(x, dtype="string[python]"),
    lambda x: pd.Series(x, dtype="category"),
    lambda x: pd.Series(x, dtype=pd.ArrowDtype(pa.string())),
    lambda x: pd.Series(x).to_frame(),
    pl.Series,
    lambda x: pl.Series(x, dtype=pl.Categorical),
    lambda x: pl.concat([pl.Series(x[:1]), pl.Series(x[1:])], rechunk=False),
    pa.array,
    lambda x: pa.array(["z", *x, "z"])[1:-1],
    lambda x: pa.array(x, pa.large_string()),
    lambda x: pa.array(x, pa.string_view()),
    lambda x: pa.array(x).dictionary_encode(),
    lambda x: pa.chunked_array([x[:1], [], x[1:]]),
]


@one_case("column", COLUMNS)
def test_columns_of_texts(column):
    assert counted(column(REFERENCE), column(HYPOTHESIS)) == COUNTS
    assert counted(column(REFERENCE), HYPOTHESIS) == COUNTS
    assert counted(REFERENCE, column(HYPOTHESIS)) == COUNTS


@one_case(
    "column",
    [
        list,
        tuple,
        pl.Series,
        pa.array,
        pd.Series,
        lambda x: [np.array(one) for one in x],
        lambda x: [tuple(map(float, one)) for one in x],
        lambda x: pa.array(x, pa.list_(pa.int32())),
        lambda x: pa.chunked_array([x[:1], x[1:]]),
    ],
)
def test_columns_of_token_sequences(column):
    assert counted(column(LISTS), column(OTHERS)) == COUNTS
    assert counted(LISTS, column(OTHERS)) == COUNTS
    assert counted(column(LISTS), OTHERS, unit="token") == COUNTS


def test_rows_of_a_matrix_are_sequences():
    reference, hypothesis = [[1, 2], [3, 4]], [[1, 9], [4, 5]]
    wanted = [[1, 1, 0, 0], [0, 2, 0, 0]]
    for dtype in (np.int8, np.uint64, object, "U3"):
        sides = (np.array(reference).astype(dtype), np.array(hypothesis).astype(dtype))
        assert counted(*sides) == wanted
    assert counted(np.array(reference), hypothesis) == wanted
    assert counted(np.array(reference)[::-1], hypothesis[::-1]) == wanted[::-1]


def test_tokens_are_told_apart_as_python_does():
    big = 2**70
    reference = [["a", ("b", 1), big, 1, 2.5]]
    hypothesis = [["a", ("b", 2), big, 1.0, True]]
    assert counted(reference, hypothesis) == [[3, 2, 0, 0]]


@one_case("flat", [list, tuple, np.array, pa.array, pl.Series])
def test_a_flat_column_is_one_sequence_of_tokens(flat):
    for reference, hypothesis in ((["a", "b"], ["b"]), ([1, 2], [2])):
        made = read_transcripts(flat(reference), flat(hypothesis), unit="token")
        assert made.single
        assert len(made) == 1
        sides = (flat(reference), flat(hypothesis))
        assert counted(*sides, unit="token") == [[1, 0, 1, 0]]


def test_one_pair_of_texts():
    assert counted("a b", "a") == [[1, 0, 1, 0]]
    assert counted("a b", "a", unit="code_point") == [[1, 0, 2, 0]]
    assert counted("a,b", "b,", delimiter=",") == [[1, 0, 1, 0]]
    assert read_transcripts("a", "b").single
    assert not read_transcripts(["a"], ["b"]).single
    assert counted(np.str_("a b"), "a") == [[1, 0, 1, 0]]


@one_case(
    "held",
    [
        lambda rows: [Tensor(np.array(row, int)) for row in rows],
        lambda rows: [[Tensor(token) for token in row] for row in rows],
        lambda rows: [np.array(row, int) for row in rows],
        lambda rows: [pd.Series(row, dtype=int) for row in rows],
        lambda rows: [pl.Series(row, dtype=pl.Int64) for row in rows],
    ],
)
def test_tokens_in_arrays_and_tensors_are_equal_where_their_numbers_are(held):
    expected = counted(LISTS, OTHERS)
    assert counted(held(LISTS), held(OTHERS)) == expected
    assert counted(held(LISTS), OTHERS) == expected
    flat = [list(map(Tensor, row)) for row in (LISTS[0], OTHERS[0])]
    assert counted(*flat, unit="token") == expected[:1]


def test_a_column_that_was_read_serves_several_pairs():
    reference = read_column(REFERENCE, "reference")
    for other in (HYPOTHESIS, REFERENCE):
        made = pair_transcripts(reference, read_column(other, "hypothesis"))
        assert len(made) == 4


@one_case(
    ("reference", "message"),
    [
        (["a", None], r"Input ref contains missing values.*1 of 2, the first in row 1"),
        (["a", float("nan")], "Input ref contains missing values"),
        (["a", pd.NA], "Input ref contains missing values"),
        (pd.Series(["a", None]), "Input ref contains missing values.*1 of 2"),
        (pd.Series(["a", None], dtype=object), "Input ref contains missing values"),
        (pl.Series(["a", None]), "Input ref contains missing values.*1 of 2"),
        (pa.array(["a", None]), "Input ref contains missing values.*1 of 2"),
        (pa.array([[1], None]), "Input ref contains missing values.*1 of 2"),
        (["a", 3], r"ref must hold a text in each row, got 3 \(int\) in row 1"),
        ([3, "a"], r"ref must hold a text in each row, got 3 \(int\) in row 0"),
        ([1, 2], r"ref must hold a text in each row, got 1 \(int\) in row 0"),
        (np.array([1, 2]), r"ref must hold a text in each row, got 1 \(int\)"),
        (np.array([1.5, 2]), r"ref must hold a text in each row, got 1.5 \(float\)"),
        ([b"a", b"b"], r"got b'a' \(bytes\) in row 0. Decode it first"),
        (np.array([b"a", b"b"]), "Decode it first"),
        (["a", ["b"]], r"in row 1. Split all rows, or none"),
        (
            [["a"], "b"],
            "ref must hold a sequence of tokens in each row, got 'b' in row",
        ),
        ([["a"], None], "ref must hold a sequence of tokens in each row, got None"),
        ([[None], ["a"]], "ref has a missing token in row 0: None"),
        ([[float("nan")], ["a"]], "ref has a missing token in row 0: nan"),
        (
            [[["a"]], ["b"]],
            "ref must hold tokens that can be hashed, got a list in row",
        ),
        (np.zeros((2, 2, 2)), r"one transcript per row, got an array of shape \(2, 2"),
        ([], "ref is empty"),
        (np.array([], str), "ref is empty"),
        (pa.array([], pa.string()), "ref is empty"),
        (pl.Series([], dtype=pl.String), "ref is empty"),
        (["a"], "inconsistent numbers of samples: ref has 1 and hyp has 2"),
        (["a"] * 3, "inconsistent numbers of samples: ref has 3 and hyp has 2"),
        ("a", "ref and hyp must both be one transcript or both be columns, got one"),
        (
            [["a"], ["b"]],
            "both hold texts or both hold sequences of tokens, got tokens",
        ),
        (None, "ref must be array-like"),
        (3, "ref must be array-like"),
        (b"a", "ref must be array-like"),
        ({"a", "b"}, "ref must be array-like"),
        ({"a": 1, "b": 2}, "ref must be array-like"),
    ],
)
def test_what_is_no_transcript(reference, message):
    with pytest.raises((ValueError, TypeError), match=message):
        read_transcripts(reference, ["a", "b"], names=("ref", "hyp"))


@one_case(
    ("tokens", "message"),
    [
        ("a b", "ref must hold sequences of tokens, got a text: 'a b'"),
        (["a", None], "ref has a missing token in row 1: None"),
        ([{}, 3], "ref must hold tokens that can be hashed, got a dict in row 0"),
    ],
)
def test_what_is_no_token(tokens, message):
    with pytest.raises((ValueError, TypeError), match=message):
        read_transcripts(tokens, ["a"], unit="token", names=("ref", "hyp"))


def test_categories_that_are_lists_of_tokens():
    codes, tokens = pa.array([1, 0, 1], "i1"), pa.array([["a"], ["b", "c"]])
    reference = pa.DictionaryArray.from_arrays(codes, tokens)
    hypothesis = [["b", "c"], ["x"], ["b"]]
    expected = counted([["b", "c"], ["a"], ["b", "c"]], hypothesis)
    for column in (reference, pa.chunked_array([reference])):
        np.testing.assert_array_equal(counted(column, hypothesis), expected)
    holed = pa.DictionaryArray.from_arrays(codes, pa.array([["a"], None]))
    with pytest.raises(ValueError, match=r"missing values .*: 2 of 3"):
        counted(holed, hypothesis)
