"""Classes and groups as whole numbers, by first appearance."""

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._inputs.tables import (
    class_target,
    encode_classes,
    encode_groups,
    encode_runs,
)
from fastmetrics._kernels.codes import encode_whole


def by_first_appearance(values):
    known = {}
    return [known.setdefault(value, len(known)) for value in values], list(known)


def check(encoded, values):
    codes, distinct = by_first_appearance(values)
    assert encoded.codes.tolist() == codes
    assert encoded.values.tolist() == distinct
    assert encoded.counts.tolist() == np.bincount(codes).tolist()
    ordered = encoded.in_order()
    assert ordered.values.tolist() == sorted(distinct)
    places = {value: i for i, value in enumerate(sorted(distinct))}
    assert ordered.codes.tolist() == [places[value] for value in values]
    width = 1 if encoded.k <= 256 else 2
    assert encoded.codes.itemsize == ordered.codes.itemsize == width


@one_case("n", [1, 5000])
@one_case("k", [1, 3, 256, 257, 2000])
def test_whole_numbers(n, k, rng):
    values = rng.integers(-k // 2, k - k // 2, n)
    for scale in (1, 7, 10**6, 2**50):
        check(encode_groups(values * scale, n), (values * scale).tolist())
        check(encode_classes(values * scale), (values * scale).tolist())
    for dtype in ("i2", "i4", "f4", "f8"):
        check(encode_classes(values.astype(dtype)[::-1]), values.tolist()[::-1])
        check(encode_groups(values.astype(dtype)[::-1], n), values.tolist()[::-1])
    check(encode_classes(values % 2 == 0), (values % 2 == 0).tolist())


def test_groups_of_adjacent_rows(rng):
    ids = rng.permutation(500) * 10**6
    sizes = rng.integers(5, 20, 500)
    for values in (ids, ids.astype(str), ids / 4, ids.astype("M8[s]")):
        groups = np.repeat(values, sizes)
        encoded, starts = encode_runs(groups, len(groups))
        check(encoded, values.tolist())
        assert starts.tolist() == (np.cumsum(sizes) - sizes).tolist()
        apart = np.append(groups, groups[:5])  # the first group comes once more
        encoded, starts = encode_runs(apart, len(apart))
        assert starts is None
        check(encoded, apart.tolist())


def test_texts_dates_and_fractions(rng):
    values = rng.integers(0, 300, 900)
    texts = [f"{value:x}" for value in values]
    for held in (texts, np.array(texts), np.array(texts, object)):
        check(encode_classes(held), texts)
        check(encode_groups(held, 900), texts)
    dates = values.astype("M8[D]")
    check(encode_groups(dates, 900), dates.tolist())
    check(encode_groups(values / 4, 900), (values / 4).tolist())


def test_the_last_rows_may_be_of_classes_that_the_first_ones_lack(rng):
    values = np.r_[np.zeros(5000, int), [10**5, 3, -(10**5), 3]]
    check(encode_classes(values), values.tolist())
    far = np.r_[np.zeros(5000, int), [2**60, -(2**60)]]
    check(encode_classes(far), far.tolist())
    check(encode_groups(far, len(far)), far.tolist())


def test_numbers_at_the_ends_of_their_types():
    for ends in (
        np.array([2**64 - 1, 0, 2**63, 2**64 - 1], np.uint64),
        np.array([2**63, 2**63 + 5], np.uint64),
        np.array([-(2**63), 2**63 - 1, -(2**63)]),
        np.array([-(2**63), 5 - 2**63]),
    ):
        check(encode_classes(ends), ends.tolist())
        check(encode_groups(ends, len(ends)), ends.tolist())


def test_equal_objects_are_one_class():
    values = [True, 1, 0, False, 1.0]
    encoded = encode_classes(np.array(values, object))
    assert encoded.codes.tolist() == [0, 0, 1, 1, 0]
    pd = pytest.importorskip("pandas")
    held = pd.Categorical.from_codes([2, 0, 2], ["c", "b", "a"])
    encoded = encode_classes(held)
    assert (encoded.codes.tolist(), encoded.values.tolist()) == ([0, 1, 0], ["a", "c"])


def test_what_names_classes():
    assert class_target([0, 1.0, 1])
    assert class_target(["a", "a"])
    assert class_target([[1], [2]])
    assert not class_target([0, 1.5])
    assert not class_target([[0, 1], [1, 0]])


def test_the_table_says_where_it_ends():
    codes, distinct, done = encode_whole(np.array([5, 4, 5, 9, 4]), 4, 3)
    assert codes[:done].tolist() == [0, 1, 0]
    assert (distinct.tolist(), done) == ([5, 4], 3)
    assert encode_whole(np.array([1.0, 1.5]), 0, 3)[2] == 1
    assert encode_whole(np.array([np.nan]), 0, 3)[2] == 0
    with pytest.raises(TypeError, match="column"):
        encode_whole(np.array(["a"]), 0, 3)
