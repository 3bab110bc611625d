"""Codes of Python objects against a dictionary, lists of numbers against NumPy."""

import decimal
import fractions
import sys

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st

from fastmetrics._kernels.objects import encode_objects, encode_texts, read_numbers


def column_of(labels):
    column = np.empty(len(labels), object)
    column[:] = labels
    return column


def check(labels):
    known = {}
    expected = [known.setdefault(x, len(known)) for x in labels]
    codes, values, n_null, first = encode_objects(column_of(labels))
    assert codes.tolist() == expected
    assert values == list(known)
    assert codes.dtype == np.min_scalar_type(max(len(known) - 1, 0))
    assert (n_null, first) == (0, -1)


@given(
    st.lists(st.text(max_size=2) | st.integers(-3, 3) | st.booleans(), max_size=50),
)
def test_any_labels(labels):
    check(labels)


@one_case("n", [1, 255, 256, 257, 1023, 1024, 1025, 5000])
def test_more_objects_than_are_remembered_by_address(n):
    labels = [f"label {i}" for i in range(n)]
    check(labels + labels[::-1] + labels)


def test_equal_objects_at_many_addresses():
    check(["".join(["a", str(i % 3)]) for i in range(5000)])


def test_codes_get_wider_midway():
    numbers = [*range(66_000), *range(100)]
    codes, values, *_ = encode_objects(column_of(numbers))
    assert codes.dtype == np.uint32
    assert codes.tolist() == numbers
    assert values == list(range(66_000))


def test_equal_means_equal():
    check([1, 1.0, True, decimal.Decimal(1), fractions.Fraction(1), np.int8(1)])
    check(["a", np.str_("a"), "b", type("Text", (str,), {})("b")])
    check([-1, -2, -1.0])  # hashes of the first two are the same


def test_strided_columns():
    column = column_of(["a", "b", "c", "a", "d", "c"])
    assert encode_objects(column[::-2])[0].tolist() == [0, 1, 2]
    assert encode_objects(column[::3])[0].tolist() == [0, 0]
    assert encode_objects(column[:0])[:2][1] == []


@one_case(
    "null",
    [None, float("nan"), np.nan, np.datetime64("NaT", "D"), decimal.Decimal("nan")],
)
def test_nulls_are_counted_and_are_no_labels(null):
    codes, values, n_null, first = encode_objects(column_of(["a", null, "b", null]))
    assert (values, n_null, first) == (["a", "b"], 2, 1)
    assert codes[[0, 2]].tolist() == [0, 1]


def test_never_filled():
    assert encode_objects(np.empty(3, object))[2:] == (3, 0)


def test_what_cannot_be_hashed_raises():
    with pytest.raises(TypeError, match="unhashable"):
        encode_objects(column_of([[1], [2]]))

    class Unlike:
        def __hash__(self):
            return 1

        def __eq__(self, other):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        encode_objects(column_of([Unlike(), Unlike()]))


def test_nothing_leaks():
    labels = ["x" * 50, "y" * 50, 10**20, 3.5]
    column = column_of(labels * 300)
    before = [sys.getrefcount(label) for label in labels]
    for _ in range(5):
        encode_objects(column)
    assert [sys.getrefcount(label) for label in labels] == before


def test_tuples_are_read_like_arrays():
    labels = ["a", 1, "b", 1.0, "a"]
    of_array, of_tuple = encode_objects(column_of(labels)), encode_objects((*labels,))
    assert of_tuple[0].tolist() == of_array[0].tolist() == [0, 1, 2, 1, 0]
    assert of_tuple[1:] == of_array[1:]
    assert encode_objects((None, 1))[2:] == (1, 0)


# --- lists of texts


@given(st.lists(st.text("ab\0é\ud800", max_size=3), max_size=30), st.booleans())
def test_lists_of_texts(texts, scalars):
    given_texts = [np.str_(x) if scalars and i % 2 else x for i, x in enumerate(texts)]
    known = {}
    codes, values = encode_texts(given_texts)
    assert codes.tolist() == [known.setdefault(x, len(known)) for x in given_texts]
    assert values == list(known)
    assert {type(value) for value in values} <= {str}


class Text(str):
    def __hash__(self):
        return 7


@one_case("other", [1, None, b"a", Text("a"), float("nan")])
def test_lists_that_do_not_hold_texts_alone(other):
    for items in ([other], ["a", other], ["a"] * 2000 + [other]):
        assert encode_texts(items) is None
        assert encode_texts((*items,)) is None


# --- lists of numbers

INTEGERS = st.integers(-(2**63), 2**63 - 1)


@given(
    st.lists(INTEGERS, min_size=1)
    | st.lists(st.floats(), min_size=1)
    | st.lists(st.booleans(), min_size=1)
)
def test_numbers_of_one_type_are_read_as_numpy_does(numbers):
    wanted = np.asarray(numbers)
    scalars = numbers if wanted.dtype == bool else [*wanted]
    for items in (numbers, (*numbers,), scalars, (*scalars,)):
        found = read_numbers(items)
        assert found.dtype == wanted.dtype
        assert found.tobytes() == wanted.tobytes()
        assert found.flags.writeable


@one_case(
    "items",
    [
        [],
        [1, 2.0],
        [1.0, 2],
        [True, 1],
        [1, True],
        [1, None],
        ["a"],
        [[1], [2]],
        [2**63],
        [1, -(2**63) - 1],
        [1, 10**400],
        [np.int32(1)],
        [np.int64(1), 1],
        [1, np.int64(1)],
        [1.0, np.float32(1)],
        [True, np.True_],
    ],
)
def test_other_lists_are_left_to_numpy(items):
    assert read_numbers(items) is None


def test_lists_that_say_they_are_longer_or_shorter_than_they_are():
    class Odd(list):
        def __len__(self):
            return self.says

    for items in ([1, 2], [1.0, 2.0], [True, False]):
        odd = Odd(items)
        for odd.says in (1, 3):
            assert read_numbers(odd) is None
