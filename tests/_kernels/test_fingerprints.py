"""Fingerprints of keys: the same as in plain Python, whatever the columns are."""

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._kernels.fingerprints import fingerprint_rows
from fastmetrics.reference.selection.splitters import fingerprint

NO_SALT = np.empty(0, np.uint8)


def texts_of(texts):
    written = [text.encode() for text in texts]
    ends = np.cumsum([0, *map(len, written)], dtype=np.int64)
    return np.frombuffer(b"".join(written), np.uint8), ends


def test_texts_of_every_length():
    texts = ["é" * (n // 2) + "a" * (n % 2) for n in range(300)]
    places = np.arange(300, dtype=np.uint64)
    found = fingerprint_rows([(places, False, *texts_of(texts))], NO_SALT)
    assert found.dtype == np.uint64
    assert found.tolist() == [fingerprint(text.encode()) for text in texts]


def test_whole_numbers_are_written_out():
    signed = np.array([0, 9, 10, -1, 2**63 - 1, -(2**63)], np.int64)
    unsigned = np.array([0, 7, 2**64 - 1], np.uint64)
    for numbers in (signed, unsigned):
        column = (numbers.view(np.uint64), numbers.dtype.kind == "i", None, None)
        found = fingerprint_rows([column], NO_SALT)
        assert found.tolist() == [fingerprint(b"%d" % x) for x in numbers.tolist()]


def test_columns_are_joined_behind_the_salt():
    numbers = np.array([5, -3, 5], np.int64)
    column = (numbers.view(np.uint64), True, None, None)
    places = np.array([1, 0, 0], np.uint64)
    names = (places, False, *texts_of(["", "long " * 20]))
    found = fingerprint_rows([column, names, column], np.frombuffer(b"salt", np.uint8))
    rows = ["5\x1f" + "long " * 20 + "\x1f5", "-3\x1f\x1f-3", "5\x1f\x1f5"]
    assert found.tolist() == [fingerprint(b"salt" + row.encode()) for row in rows]


def test_no_rows():
    column = (np.empty(0, np.uint64), True, None, None)
    assert len(fingerprint_rows([column], NO_SALT)) == 0


@one_case(
    ("columns", "message"),
    [
        ([], "at least one column"),
        (
            [
                (np.zeros(2, np.uint64), True, None, None),
                (np.zeros(3, np.uint64), True, None, None),
            ],
            "same number of rows",
        ),
        ([(np.array([1], np.uint64), False, *texts_of(["a"]))], "one of the texts"),
        (
            [(np.zeros(1, np.uint64), False, NO_SALT, np.array([0, 1]))],
            "shorter than their ends",
        ),
        (
            [(np.zeros(1, np.uint64), False, NO_SALT, np.array([0, -1]))],
            "ends of the texts must rise",
        ),
    ],
)
def test_columns_that_do_not_fit_raise(columns, message):
    with pytest.raises(ValueError, match=message):
        fingerprint_rows(columns, NO_SALT)
