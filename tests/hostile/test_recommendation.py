"""Lists of items that cannot be judged: one error that says what and where."""

import math
import re
from functools import partial

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.score_cases import outcome

import fastmetrics as fm

GENRES = [[1, 0], [0, 1], [1, 1]]
TWO = [[0, 1], [1, 2]]


def catalog(lists, **given):
    return fm.catalog_coverage(lists, 5, **given)


LISTS = [
    ([], ValueError, "has no lists"),
    (np.zeros((0, 3), int), ValueError, "has no lists"),
    (np.zeros((3, 0), int), ValueError, "a column at least"),
    (np.zeros((2, 2, 2), int), ValueError, r"shape \(n_users, k\)"),
    ([1, 2], TypeError, "a column of ids needs user_id"),
    (np.arange(3), TypeError, "a column of ids needs user_id"),
    (None, TypeError, "a list of ids for each user"),
    ("ab", TypeError, "a list of ids for each user"),
    ({1: [2]}, TypeError, "a list of ids for each user"),
    ([[1], 2], TypeError, "place 1 holds 2"),
    ([[1], "ab"], TypeError, "place 1 holds 'ab'"),
    ([[1], None], TypeError, "place 1 holds None"),
    ([[1], {2}], TypeError, "list 1 is a set"),
    ([[1, 1]], ValueError, "list 0 has 1 twice"),
    ([["a"], ["b", "b"]], ValueError, "list 1 has 'b' twice"),
    ([[1, None]], ValueError, "missing values"),
    ([["a", None]], ValueError, "missing values"),
    ([[1.0, math.nan]], ValueError, "NaN"),
    ([[0, 7]], ValueError, "the item 7, which is not in catalog"),
    ([[-1]], ValueError, "the item -1, which is not in catalog"),
    ([["a"]], ValueError, "'a'; catalog is a number"),
    ([[0.5]], ValueError, "0.5; catalog is a number"),
]
OPTIONS = [
    ({"k": 0}, "k must be a whole number of at least 1"),
    ({"k": -1}, "k must be a whole number of at least 1"),
    ({"k": 1.5}, "k must be a whole number"),
    ({"user_id": [1]}, "user_id"),
    ({"user_id": [1, 1]}, "user_id must have one id per list: 1 has two"),
    ({"user_id": [1, None]}, "user_id"),
]
WRONG_VALUES = [
    (lambda: fm.catalog_coverage(TWO, 0), "catalog must be a whole number"),
    (lambda: fm.catalog_coverage(TWO, []), "catalog is empty"),
    (lambda: fm.catalog_coverage(TWO, [0, 1]), "item 2, which is not in catalog"),
    (lambda: fm.prediction_coverage([5], 5), "predictable has the item 5"),
    (lambda: fm.user_coverage(TWO, 1), "at least the 2 users"),
    (lambda: fm.user_coverage(TWO, 2, min_items=0), "min_items"),
    (lambda: fm.distributional_coverage(TWO, base=1), "base must be above 1"),
    (lambda: fm.intra_list_similarity(TWO, [[1, 0]]), "has the item 1"),
    (lambda: fm.intra_list_similarity(TWO, [1, 0, 2]), "a row for each item"),
    (lambda: fm.intra_list_similarity(TWO, [[math.nan]] * 3), "features contains"),
    (lambda: fm.intra_list_similarity(TWO, GENRES, metric="l1"), "metric must be"),
    (
        lambda: fm.intra_list_similarity(TWO, GENRES, metric="euclidean"),
        "intra_list_diversity takes it",
    ),
    (
        lambda: fm.intra_list_similarity(TWO, GENRES, items=[0, 1]),
        "items must name the 3 rows",
    ),
    (
        lambda: fm.intra_list_similarity(TWO, GENRES, items=[0, 1, 1]),
        "1 occurs twice",
    ),
    (
        lambda: fm.intra_list_similarity([["a", "b"]], GENRES),
        "give the ids of the rows as items",
    ),
    (
        lambda: fm.intra_list_similarity(TWO, similarity=[[1, 0]]),
        "similarity must be square",
    ),
    (
        lambda: fm.intra_list_similarity(TWO, similarity=np.arange(9).reshape(3, 3)),
        r"symmetric: its entries \(2, 1\) and \(1, 2\) are 7.0 and 5.0",
    ),
    (lambda: fm.mean_popularity(TWO, [1, 2]), "popularity has nothing"),
    (lambda: fm.mean_popularity(TWO, {0: 1}), "popularity has nothing"),
    (lambda: fm.mean_popularity(TWO, [1, -2, 3]), "not be negative"),
    (lambda: fm.mean_popularity(TWO, [1, math.inf, 3]), "popularity contains"),
    (lambda: fm.mean_popularity(TWO, [1e308] * 3), "finite number"),
    (lambda: fm.novelty(TWO, [1, 0, 2]), "unseen='omit'"),
    (lambda: fm.novelty(TWO, [1, 2, 9], n_users=5), "at most n_users"),
    (lambda: fm.novelty(TWO, [1, 2, 3], unseen="skip"), "unseen must be"),
    (lambda: fm.unexpectedness(TWO, [[0]], GENRES), "a list for each of the 2"),
    (lambda: fm.unexpectedness(TWO, [[0], [5]], GENRES), "history has the item 5"),
    (lambda: fm.unexpectedness(TWO, {0: [1]}, GENRES), "give user_id"),
    (
        lambda: fm.serendipity(TWO, [[1], [2]], unexpectedness=[[1], [1, 1]]),
        "list 0 has 2 items",
    ),
    (
        lambda: fm.serendipity(TWO, [[1], [2]], unexpectedness=[[1, math.nan]] * 2),
        "unexpectedness contains NaN",
    ),
]
WRONG_TYPES = [
    (lambda: fm.intra_list_similarity(TWO), "got neither"),
    (
        lambda: fm.intra_list_similarity(TWO, GENRES, similarity=np.eye(3)),
        "got both",
    ),
    (lambda: fm.serendipity(TWO, [[1], [2]]), "got neither"),
    (lambda: fm.serendipity(TWO, [[1], [2]], expected=3), "expected must hold ids"),
    (
        lambda: fm.serendipity(TWO, [[1], [2]], unexpectedness=np.array(0.5)),
        "unexpectedness must have a number for each",
    ),
    (
        lambda: fm.serendipity(TWO, [1, 2], expected=[3]),
        "relevant must have a list",
    ),
    (lambda: fm.catalog_coverage(TWO, "abc"), "catalog must hold ids"),
    (lambda: fm.mean_popularity(TWO, {0: 1}, items=[0]), "popularity is a mapping"),
]


def wrong(error, message, call):
    """Say what is wrong with a refusal; "" if nothing is."""
    _, found, warned = outcome(call)
    as_expected = isinstance(found, error) and re.search(message, str(found))
    return "" if as_expected and not warned else f"{message!r}: {found!r} {warned}"


def test_lists():
    for lists, error, message in LISTS:
        assert not wrong(error, message, partial(catalog, lists))
        assert not wrong(error, "recommended", partial(catalog, lists))
    for given, message in OPTIONS:
        assert not wrong(ValueError, message, partial(catalog, TWO, **given))


def test_what_goes_with_lists():
    for call, message in WRONG_VALUES:
        assert not wrong(ValueError, message, call)
    for call, message in WRONG_TYPES:
        assert not wrong(TypeError, message, call)


def test_a_series_that_names_its_items_is_not_read_by_position():
    pd = pytest.importorskip("pandas")
    counted = pd.Series(["b", "a", "b"]).value_counts()
    with pytest.raises(ValueError, match=r"items=popularity\.index"):
        fm.mean_popularity([["a"]], counted)
    assert fm.mean_popularity([["a"]], counted, items=counted.index) == 1
    assert fm.mean_popularity([["a"]], counted.to_dict()) == 1
    assert fm.mean_popularity([[1]], pd.Series([4, 5])) == 5


def test_damaged_sparse_features():
    broken = sp.csr_array(np.eye(3))
    broken.indices[0] = 99
    with pytest.raises(ValueError, match="features is not a valid sparse matrix"):
        fm.intra_list_similarity(TWO, broken)
    unsorted = sp.csr_array(
        (np.array([2.0, 1.0, 3.0, 0.0]), np.array([1, 0, 0, 1]), np.array([0, 2, 3, 4]))
    )
    kept = unsorted.indices.copy()
    found = fm.intra_list_similarity([[0, 1]], unsorted)
    assert found == pytest.approx(1 / math.sqrt(5))
    assert np.array_equal(unsorted.indices, kept)  # the caller's own stays as it is


def test_texts_and_numbers_are_not_each_other():
    with pytest.raises(ValueError, match="'1'"):
        fm.catalog_coverage([["1"]], [1, 2])
    assert fm.catalog_coverage([[1.0]], [1, 2]) == 0.5


def test_lone_surrogates_and_long_ids():
    names = ["\ud800", "x" * 100_000]
    assert fm.catalog_coverage([names], [*names, "b"]) == 2 / 3
    with pytest.raises(ValueError, match="which is not in catalog") as raised:
        fm.catalog_coverage([names], ["b"])
    assert len(str(raised.value)) < 200


def test_a_list_of_very_many_items():
    lists = [list(range(90_000)), [3]]
    assert fm.catalog_coverage(lists, 180_000) == 0.5
    assert fm.inter_user_diversity(lists) == pytest.approx(1 - 1 / 300)
