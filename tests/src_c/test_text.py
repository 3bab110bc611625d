"""fm_text.h: codes of fixed-width text, against a dictionary."""

import numpy as np
import pytest
from helpers.input_cases import spread
from hypothesis import given
from hypothesis import strategies as st

from fastmetrics._kernels.codes import encode_text


def by_dictionary(column):
    known = {}
    codes = [known.setdefault(x, len(known)) for x in column.tolist()]
    return codes, [codes.index(code) for code in range(len(known))]


def narrowest(n_distinct):
    """The smallest unsigned dtype that holds the codes."""
    return np.min_scalar_type(max(n_distinct - 1, 0))


def check(column):
    codes, first = encode_text(column)
    expected_codes, expected_first = by_dictionary(column)
    assert codes.tolist() == expected_codes
    assert first.tolist() == expected_first
    assert codes.dtype == narrowest(len(first))
    assert first.dtype == np.int64


def test_any_width_and_layout(rng):
    for width in (1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 33):
        texts = [chr(97 + i) * (1 + i % width) for i in range(12)]
        column = np.array(texts, f"U{width}")[rng.integers(0, 12, 300)]
        for layout in spread(column).values():
            if layout.ndim == 1 and layout.dtype.isnative:
                check(np.asarray(layout))


def test_every_position_of_a_text_tells():
    for at in range(9):
        texts = ["a" * at + letter + "a" * (8 - at) for letter in "abcdé\U0001f600"]
        check(np.array(texts * 3))


def test_as_many_distinct_as_rows():
    """Around every size at which the table or the codes grow."""
    for n in (0, 1, 31, 32, 33, 64, 65, 255, 256, 257, 258, 1000):
        check(np.array([str(i) for i in range(n)], "U4"))


def test_codes_get_wider_midway(rng):
    numbers = np.concatenate([np.arange(70_000), rng.integers(0, 70_000, 10_000)])
    column = numbers.astype("U5")
    codes, first = encode_text(column)
    assert codes.dtype == np.uint32
    assert np.array_equal(codes, numbers)
    assert np.array_equal(first, np.arange(70_000))


def test_similar_texts_do_not_collide(rng):
    """Texts that differ in few bits spread over the table: else this takes hours."""
    n = 100_000
    for step in (1, 2**10, 2**15):
        points = (np.arange(n) * step) % 0xD7FF
        pairs = np.stack([points, np.arange(n) // 1000 + 1], axis=1).astype(np.uint32)
        column = pairs.view("U2")[:, 0]
        codes, first = encode_text(column)
        assert len(first) == len(np.unique(pairs.view(np.uint64)))
        assert (column[first][codes] == column).all()


def test_zeros_at_the_end_are_padding():
    column = np.array(["a\0b", "a", "a\0\0", ""], "U4")
    assert encode_text(column)[0].tolist() == [0, 1, 1, 2]


def test_text_of_no_width():
    column = np.zeros(3, dtype=[("a", "i1"), ("b", "U0")])["b"]
    assert column.itemsize == 0
    codes, first = encode_text(column)
    assert (codes.tolist(), first.tolist()) == ([0, 0, 0], [0])


@given(st.lists(st.text(max_size=5), max_size=20))
def test_any_text(texts):
    check(np.array(texts, "U5"))


def test_other_columns_are_refused():
    objects = np.array(["a"], object)
    for column in (np.zeros(3), np.array([b"a"]), objects, np.array([["a"]])):
        with pytest.raises(TypeError, match="not a column of text"):
            encode_text(column)


def test_a_column_cannot_be_changed_through_it():
    column = np.array(["b", "a"])
    column.flags.writeable = False
    assert encode_text(column)[0].tolist() == [0, 1]
