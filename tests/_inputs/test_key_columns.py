"""Keys of every kind and container have the fingerprint of their text."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from helpers.one_case import one_case

from fastmetrics._inputs.key_columns import fingerprint_keys
from fastmetrics.reference.selection.splitters import fingerprint


def of_texts(*texts):
    return [fingerprint(text.encode()) for text in texts]


NUMBERS = [3, 40, -5, 3]
TEXTS = ["3", "40", "-5", "3"]


@one_case(
    "key",
    [
        NUMBERS,
        tuple(NUMBERS),
        np.array(NUMBERS, np.int8),
        np.array(NUMBERS, np.int64)[::-1][::-1],
        np.array(NUMBERS, np.float32),
        np.array(NUMBERS, np.float64)[:, None],
        np.array([3, "40", -5.0, np.int16(3)], object),
        pd.Series(NUMBERS, dtype="Int64"),
        pl.Series(NUMBERS),
        pa.chunked_array([NUMBERS[:2], NUMBERS[2:]]),
        TEXTS,
        np.array(TEXTS),
        np.array(TEXTS, object),
        [text.encode() for text in TEXTS],
        pd.Series(TEXTS, dtype="category"),
        pd.Categorical(TEXTS, categories=["unused", "3", "-5", "40"]),
        pl.Series(TEXTS, dtype=pl.Categorical),
        pa.array(TEXTS).dictionary_encode(),
    ],
)
def test_keys_are_what_they_read_as(key):
    found = fingerprint_keys(key, "")
    assert found.dtype == np.uint64
    assert found.tolist() == of_texts(*TEXTS)


def test_unsigned_numbers_keep_all_their_bits():
    key = np.array([2**64 - 1, 2**63], np.uint64)
    assert fingerprint_keys(key, "").tolist() == of_texts(*map(str, key.tolist()))


@one_case("key", [[True, False], np.array([1, 0], bool)])
def test_truth_is_written_as_databases_do(key):
    assert fingerprint_keys(key, "").tolist() == of_texts("true", "false")


COLUMNS = {"number": [1, 2], "text": ["x", "y"]}


@one_case(
    "key",
    [
        (COLUMNS["number"], COLUMNS["text"]),
        (np.array(COLUMNS["number"]), pd.Series(COLUMNS["text"])),
        [["1", "x"], ["2", "y"]],
        pd.DataFrame(COLUMNS),
        pl.DataFrame(COLUMNS),
        pa.table(COLUMNS),
    ],
)
def test_several_columns_are_joined(key):
    expected = of_texts("s1\x1fx", "s2\x1fy")
    assert fingerprint_keys(key, "s", 2).tolist() == expected


def test_blocks_of_rows_make_no_difference(monkeypatch):
    key = np.arange(10)
    whole = fingerprint_keys(key, "")
    monkeypatch.setattr("fastmetrics._inputs.key_columns._BLOCK", 3)
    np.testing.assert_array_equal(fingerprint_keys(key, ""), whole)


@one_case(
    ("key", "error", "message"),
    [
        ([1.5], ValueError, "texts or whole numbers.*got 1.5 in row 0"),
        ([2.0**60], ValueError, "floats are up to 2\\*\\*53"),
        (np.array([1, 1.5], object), ValueError, "floats are up to.*got 1.5"),
        ([None, "a"], ValueError, "missing values"),
        ([0.0, np.nan], ValueError, "contains NaN"),
        (np.array(["2020-01-01"], "M8[D]"), TypeError, "write it out as text"),
        ([object()], TypeError, "key must hold texts or whole numbers"),
        ([np.timedelta64(1, "D"), "a"], TypeError, "key must hold texts or whole"),
        (np.array([{}], object), TypeError, "key must hold texts or whole numbers"),
        (["\ud800"], ValueError, "text that UTF-8 can write"),
        ("abc", TypeError, "array-like"),
        (pd.DataFrame(), ValueError, "at least one column"),
        (([1, 2], [3]), ValueError, "key has 1, expected 2"),
    ],
)
def test_bad_keys_raise(key, error, message):
    with pytest.raises(error, match=message):
        fingerprint_keys(key, "")


def test_another_number_of_rows_raises():
    with pytest.raises(ValueError, match="key has 2, expected 3"):
        fingerprint_keys([1, 2], "", 3)
