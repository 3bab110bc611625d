"""Lists of recommended items against their twins, on drawn lists."""

import math

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.random_cases import examples
from hypothesis import given, settings
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import reference

pytestmark = pytest.mark.filterwarnings(
    "ignore::fastmetrics.UndefinedMetricWarning",
    "ignore::fastmetrics.reference.UndefinedMetricWarning",
)

# Sums of a few dozen terms, in another order than the definition's.
CLOSE = {"rtol": 1e-12, "atol": 1e-13}
NAMES = [
    range(9),
    [3, 1, 4, 15, 9, 2, 6, 5, 35],
    [f"item {i}" for i in "cabdefghi"],
    [-(2**62), 2**62, 0, 1, -1, 5, 7, 8, 9],
    [0.5, 1.5, -2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
]
CUTS = st.sampled_from([None, None, 1, 2, 9])


@st.composite
def cases(draw, names=None):
    """Return all items, a list of some of them for each user, and a cut-off."""
    items = [*draw(st.sampled_from(NAMES))] if names is None else [*names]
    one = st.lists(st.sampled_from(items), max_size=6, unique=True)
    lists = draw(st.lists(one, min_size=1, max_size=6))
    return items, lists, draw(CUTS)


def agree(name, *args, **given_options):
    found, expected = (
        getattr(module, name)(*args, **given_options) for module in (fm, reference)
    )
    np.testing.assert_allclose(found, expected, **CLOSE)
    return found


@settings(max_examples=examples(200, same=10))
@given(case=cases(), least=st.integers(1, 3), data=st.data())
def test_counts_are_those_of_the_twin(case, least, data):
    items, lists, k = case
    agree("catalog_coverage", lists, items, k=k)
    agree("item_gini", lists, items, k=k)
    agree("user_coverage", lists, 9, k=k, min_items=least)
    agree(
        "distributional_coverage", lists, k=k, base=data.draw(st.sampled_from([2, 3]))
    )
    agree("inter_user_diversity", lists, k=k)
    some = data.draw(st.lists(st.sampled_from(items), min_size=1))
    agree("prediction_coverage", some, items)
    # The same as columns of users and items, in any order of users.
    rows = [(f"u{u}", item) for u, one in enumerate(lists) for item in one]
    if not rows:
        return
    users, column = map(list, zip(*rows, strict=True))
    agree("catalog_coverage", column, items, user_id=users, k=k)
    agree("inter_user_diversity", column, user_id=users, k=k)


FEATURE = st.sampled_from([-2.0, -1.0, 0.0, 0.0, 1.0, 0.5, 3.0])


@settings(max_examples=examples(150, same=10))
@given(
    case=cases(names=range(6)),
    data=st.data(),
    width=st.integers(1, 4),
    metric=st.sampled_from(["cosine", "jaccard", "euclidean"]),
)
def test_pairs_of_items_are_those_of_the_twin(case, data, width, metric):
    _, lists, k = case
    row = st.lists(FEATURE, min_size=width, max_size=width)
    rows = data.draw(st.lists(row, min_size=6, max_size=6))
    for name in ("intra_list_diversity", "intra_list_similarity"):
        if name.endswith("similarity") and metric == "euclidean":
            continue
        found = agree(name, lists, rows, metric=metric, k=k)
        function = getattr(fm, name)
        for form in (sp.csr_array, sp.csc_matrix, np.asfortranarray):
            other = function(lists, form(np.array(rows)), metric=metric, k=k)
            np.testing.assert_allclose(other, found, **CLOSE)
    history = data.draw(
        st.lists(
            st.lists(st.sampled_from(range(6)), max_size=4),
            min_size=len(lists),
            max_size=len(lists),
        )
    )
    agree("unexpectedness", lists, history, rows, k=k)


@settings(max_examples=examples(150, same=10))
@given(case=cases(), data=st.data())
def test_popularity_and_surprise_are_those_of_the_twin(case, data):
    items, lists, k = case
    many = st.integers(1, 9)
    popularity = dict(zip(items, (data.draw(many) for _ in items), strict=True))
    agree("mean_popularity", lists, popularity, k=k)
    base = data.draw(st.sampled_from([2, math.e, 10]))
    agree("novelty", lists, popularity, n_users=9, base=base, k=k)
    agree("novelty", lists, [*popularity.values()], items=items, base=base, k=k)
    some = st.lists(st.sampled_from(items), max_size=4)
    of_users = st.lists(some, min_size=len(lists), max_size=len(lists))
    relevant, expected = data.draw(of_users), data.draw(of_users)
    agree("serendipity", lists, relevant, expected=expected, k=k)
    agree("serendipity", lists, [{*one} for one in relevant], expected=items[:2], k=k)


@settings(max_examples=examples(150, same=10))
@given(case=cases(), data=st.data())
def test_relevant_items_are_those_of_python(case, data):
    items, lists, _ = case
    some = st.lists(st.sampled_from(items), max_size=5)
    relevant = data.draw(st.lists(some, min_size=len(lists), max_size=len(lists)))
    ranked = fm.RankedLists.from_lists(lists, relevant)
    hits = [len({*one} & {*known}) for one, known in zip(lists, relevant, strict=True)]
    n_relevant = [len({*known}) for known in relevant]
    found = fm.recall_at_k(ranked, k=9, average=None, empty="zero")
    expected = [h / n if n else 0 for h, n in zip(hits, n_relevant, strict=True)]
    assert found.tolist() == expected


@settings(max_examples=examples(60, same=10))
@given(case=cases(), more=cases())
def test_parts_and_bytes(case, more):
    """Counts that are joined, or were written and read, are the same counts."""
    items, lists, _ = case
    others = [[items[more[0].index(item)] for item in one] for one in more[1]]
    whole = fm.ItemCounts.from_lists([*lists, *others])
    parts = fm.ItemCounts.from_lists(lists) + fm.ItemCounts.from_lists(others)
    assert fm.ItemCounts.from_bytes(parts.to_bytes()) == parts
    for name in ("catalog_coverage", "item_gini"):
        options = {"catalog": items}
        found, expected = (x.compute(name, **options) for x in (parts, whole))
        np.testing.assert_array_equal(found, expected)
    # Sums of roots of the lists' lengths, in another order.
    found, expected = (x.compute("inter_user_diversity") for x in (parts, whole))
    np.testing.assert_allclose(found, expected, **CLOSE)
