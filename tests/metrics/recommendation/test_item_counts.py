"""ItemCounts: what is read off them, and what they are told by."""

import pickle
import struct
import zlib

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import ItemCounts

LISTS = [["a", "b", "c"], ["b"], [], ["c", "a"], ["d", "b", "a", "e"]]
POPULARITY = {"a": 9, "b": 5, "c": 4, "d": 2, "e": 1}
ASKED = {
    "catalog_coverage": {"catalog": [*"abcdefg"]},
    "user_coverage": {"n_users": 8, "min_items": 2},
    "item_gini": {"catalog": [*"abcdefg"]},
    "distributional_coverage": {"base": 10},
    "inter_user_diversity": {},
    "mean_popularity": {"popularity": POPULARITY},
    "novelty": {"popularity": POPULARITY, "n_users": 20},
}


@one_case("name", ASKED)
def test_what_is_read_off_is_what_lists_say(name):
    expected = getattr(fm, name)(LISTS, **ASKED[name])
    counts = ItemCounts.from_lists(LISTS)
    assert counts.compute(name, **ASKED[name]) == expected
    assert getattr(fm, name)(counts, **ASKED[name]) == expected
    parts = ItemCounts.merge(ItemCounts.from_lists([one]) for one in LISTS)
    assert parts.compute(name, **ASKED[name]) == pytest.approx(expected, rel=1e-14)
    again = ItemCounts.from_bytes(counts.to_bytes())
    assert again.compute(name, **ASKED[name]) == expected


def test_what_is_held():
    counts = ItemCounts.from_lists(LISTS)
    assert counts.items.tolist() == [*"abcde"]
    assert counts.counts.tolist() == [3, 3, 2, 1, 1]
    assert counts.shares == pytest.approx([13 / 12, 19 / 12, 5 / 6, 1 / 4, 1 / 4])
    assert dict(zip(counts.lengths, counts.users, strict=True)) == {
        0: 1,
        1: 1,
        2: 1,
        3: 1,
        4: 1,
    }
    assert (len(counts), counts.n_users, counts.n_empty) == (5, 5, 1)
    assert repr(counts) == "ItemCounts(5 items, 5 users)"


def test_forms_of_lists_are_one():
    array = np.array([[1, 2], [2, 3]])
    whole = ItemCounts.from_lists(array)
    assert ItemCounts.from_lists([1, 2, 2, 3], user_id=[7, 7, 8, 8]) == whole
    assert ItemCounts.from_lists([2, 1, 2, 3], user_id=[8, 7, 7, 8]) == whole
    assert ItemCounts.from_lists([(1, 2), np.array([2, 3])]) == whole
    longer = ItemCounts.from_lists([[1, 2, 9], [2, 3]], k=2)
    assert longer == whole
    for kind in (np.uint8, np.int32, float):
        assert ItemCounts.from_lists(array.astype(kind)) == whole


@one_case("library", ["pandas", "polars", "pyarrow"])
def test_columns_of_lists(library):
    made = pytest.importorskip(library)
    column = {"pandas": "Series", "polars": "Series", "pyarrow": "array"}[library]
    ragged = getattr(made, column)([["a", "b"], [], ["b"]])
    expected = ItemCounts.from_lists([["a", "b"], [], ["b"]])
    assert ItemCounts.from_lists(ragged) == expected
    items, users = (getattr(made, column)(one) for one in (["b", "a", "b"], [2, 1, 1]))
    flat = ItemCounts.from_lists(items, user_id=users)
    assert flat == ItemCounts.from_lists([["a", "b"], ["b"]])


def test_adding_leaves_the_parts_alone_and_keeps_order():
    a, b = ItemCounts.from_lists([[5, 1]]), ItemCounts.from_lists([[3, 5], []])
    kept = a.copy(), b.copy()
    assert a + b == b + a == ItemCounts.from_lists([[1, 5], [3, 5], []])
    assert (a, b) == kept
    nothing = ItemCounts.from_lists([[]])
    assert (nothing + a).items.tolist() == [1, 5]
    assert (nothing + a).n_empty == 1
    with pytest.raises(ValueError, match="texts and of numbers"):
        a + ItemCounts.from_lists([["1"]])
    with pytest.raises(TypeError):
        a + 1


@one_case(
    "lists", [[[1, 2], [3]], [["ä", "模型"]], [[]], [[2**63, 1]], [[-1, 2**53 + 1]]]
)
def test_bytes_of_all_kinds_of_ids(lists):
    made = ItemCounts.from_lists(lists)
    for again in (
        ItemCounts.from_bytes(made.to_bytes()),
        pickle.loads(pickle.dumps(made)),
    ):
        assert again == made
        assert again.items.dtype.kind == made.items.dtype.kind


def test_damaged_bytes():
    data = ItemCounts.from_lists(LISTS).to_bytes()
    with pytest.raises(ValueError, match="no ItemCounts"):
        ItemCounts.from_bytes(b"x" + data)
    for at in range(len(data)):
        broken = bytearray(data)
        broken[at] ^= 255
        with pytest.raises(ValueError, match="ItemCounts"):
            ItemCounts.from_bytes(bytes(broken))
        body = bytes(broken[:-4])
        sealed = body + struct.pack("<I", zlib.crc32(body))
        said = ""
        try:  # what is well-formed may say something else, but must not crash
            ItemCounts.from_bytes(sealed)
        except ValueError as error:
            said = str(error)
        assert not said or "ItemCounts" in said


@one_case(
    ("change", "message"),
    [
        ({"items": [2, 1]}, "ascend"),
        ({"counts": [0, 2]}, "at least 1"),
        ({"counts": [1.0, 2]}, "whole numbers"),
        ({"counts": [1, 2, 3]}, r"shape \(2,\)"),
        ({"counts": [1, 9]}, "do not add up"),
        ({"lengths": [2, 1]}, "ascend"),
        ({"users": [0, 1]}, "at least 1"),
        ({"shares": [0.5, 2.5]}, "at most the counts"),
        ({"roots": [np.nan, 1]}, "above 0"),
    ],
)
def test_what_cannot_be_is_refused(change, message):
    made = ItemCounts.from_lists([[1, 2], [2]])
    names = ("items", "counts", "roots", "shares", "lengths", "users")
    given = {name: getattr(made, name) for name in names} | change
    with pytest.raises((ValueError, TypeError), match=message):
        ItemCounts(**given)


def test_what_needs_lists_says_so():
    counts = ItemCounts.from_lists([[0, 1]])
    with pytest.raises(TypeError, match="needs the lists"):
        fm.intra_list_similarity(counts, [[1], [2]])
    with pytest.raises(TypeError, match="k must be None"):
        fm.item_gini(counts, 3, k=1)
    with pytest.raises(ValueError, match="unseen='omit' needs the lists"):
        fm.novelty(counts, [1, 0], unseen="omit")
    with pytest.raises(ValueError, match="cannot be read off a ItemCounts"):
        counts.compute("accuracy")
