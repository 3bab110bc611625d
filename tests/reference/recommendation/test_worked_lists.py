"""The definitions of recommendation on lists that can be worked by hand."""

import math
from fractions import Fraction

import pytest
from helpers.one_case import one_case

from fastmetrics import reference as ref

LISTS = [[1, 2], [2, 3], [3, 4]]


def test_coverage():
    assert ref.catalog_coverage(LISTS, range(1, 6)) == 0.8
    assert ref.catalog_coverage(LISTS, 5) == 0.8  # the items 0 to 4
    assert ref.catalog_coverage(LISTS, 5, k=1) == 0.6
    assert ref.prediction_coverage([0, 1, 3, 3], 4) == 0.75
    assert ref.user_coverage([["a", "b"], ["a"], []], 4) == 0.5
    assert ref.user_coverage([["a", "b"], ["a"], []], 4, min_items=2) == 0.25
    with pytest.raises(ValueError, match="not in the catalog"):
        ref.catalog_coverage(LISTS, 4)


def test_concentration():
    assert ref.item_gini([[0, 1], [2, 3]], 4) == 0
    assert ref.item_gini([["a"], ["a"]], "abcd") == 0.75  # 1 - 1/4, the most
    # Counts 0, 1, 1, 2, 2: the sum of (2i - n - 1) x is -2 + 0 + 4 + 8 = 10 of 5 · 6.
    assert ref.item_gini(LISTS, 5) == pytest.approx(1 / 3)
    assert ref.distributional_coverage([[0, 1], [2, 3]]) == 2
    shares = [Fraction(1, 6), Fraction(1, 3), Fraction(1, 3), Fraction(1, 6)]
    bits = -sum(float(p) * math.log2(p) for p in shares)
    assert ref.distributional_coverage(LISTS) == pytest.approx(bits)


def test_diversity_between_users():
    # One of three pairs has nothing in common, the others one of two items.
    assert ref.inter_user_diversity(LISTS) == pytest.approx(2 / 3)
    assert ref.inter_user_diversity([[1], [1, 2, 3, 4]]) == 0.5  # 1 / √(1 · 4)
    assert ref.inter_user_diversity([[1], [1], []]) == 0
    flat = ref.inter_user_diversity([1, 2, 2, 3, 3, 4], user_id=[*"aabbcc"])
    assert flat == ref.inter_user_diversity(LISTS)


def test_similarity_inside_lists():
    genres = [[1, 0], [1, 1], [0, 3], [0, 0]]
    half = math.sqrt(0.5)
    assert ref.intra_list_similarity([[0, 1]], genres) == pytest.approx(half)
    assert ref.intra_list_similarity([[0, 2]], genres) == 0
    three = ref.intra_list_similarity([[0, 1, 2]], genres)
    assert three == pytest.approx(2 * half / 3)
    assert ref.intra_list_diversity([[0, 1, 2]], genres) == pytest.approx(1 - three)
    assert ref.intra_list_similarity([[0, 3]], genres) == 0  # a vector of zeros
    assert ref.intra_list_similarity([[0, 1], [0]], genres) == pytest.approx(half)
    jaccard = ref.intra_list_similarity([[0, 1]], genres, metric="jaccard")
    assert jaccard == 0.5
    apart = ref.intra_list_diversity([[0, 2]], genres, metric="euclidean")
    assert apart == pytest.approx(math.sqrt(10))
    matrix = [[1, 0.25], [0.25, 1]]
    known = ref.intra_list_similarity([["x", "y"]], similarity=matrix, items=["x", "y"])
    assert known == 0.25


def test_popularity_and_novelty():
    assert ref.mean_popularity([[0, 1], [1, 2]], [10, 4, 2]) == 5
    # Means of lists, not of all items.
    assert ref.mean_popularity([[0], [1, 2, 3]], [8, 1, 2, 3]) == 5
    assert ref.novelty([[0, 1], [1, 2]], [8, 4, 2], n_users=8) == 1
    by_sum = ref.novelty([[0]], {0: 1, 1: 3})
    assert by_sum == 2
    assert ref.novelty([[0, 5]], {0: 1, 1: 3, 5: 0}, unseen="omit") == 2
    with pytest.raises(ValueError, match="no popularity"):
        ref.novelty([[0, 5]], {0: 1, 1: 3, 5: 0})


def test_surprise():
    genres = [[1, 0], [1, 0], [0, 1]]
    assert ref.unexpectedness([[1, 2], [2]], [[0], [0]], genres) == 0.75
    assert ref.unexpectedness([[1], [2]], [[0], []], genres) == 0
    lists, relevant = [[*"abc"], [*"ad"]], [{"a", "c"}, {"d", "e"}]
    # c of a, b, c; d of a, d.
    one = ref.serendipity(lists, relevant, expected=["a", "b"])
    assert one == pytest.approx((1 / 3 + 1 / 2) / 2)
    own = ref.serendipity(lists, relevant, expected=[["c"], ["a"]])
    assert own == pytest.approx((1 / 3 + 1 / 2) / 2)
    by = ref.serendipity(lists, relevant, unexpectedness=[[0.5, 1, 0], [1, 0.25]])
    assert by == pytest.approx((0.5 / 3 + 0.25 / 2) / 2)
    named = ref.serendipity(
        lists, {"u": {"a", "c"}, "v": {"d"}}, expected={"u": ["a"]}, user_id=["u", "v"]
    )
    assert named == pytest.approx((1 / 3 + 1 / 2) / 2)


@one_case(
    "call",
    [
        lambda: ref.item_gini([[]], 3),
        lambda: ref.distributional_coverage([[], []]),
        lambda: ref.inter_user_diversity([[1]]),
        lambda: ref.intra_list_similarity([[0]], [[1]]),
        lambda: ref.mean_popularity([[]], [1]),
        lambda: ref.unexpectedness([[0]], [[]], [[1]]),
    ],
)
def test_what_is_undefined_is_nan(call):
    with pytest.warns(ref.UndefinedMetricWarning):
        assert math.isnan(call())
