"""The metrics of recommendation against their definitions, on lists of all kinds."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference as ref

# Sums of a few dozen terms, in another order than the definition's.
CLOSE = {"rel": 1e-12, "abs": 1e-14}
SEEDS = range(25)

pytestmark = [
    pytest.mark.filterwarnings("ignore::fastmetrics.UndefinedMetricWarning"),
    pytest.mark.filterwarnings("ignore::fastmetrics.reference.UndefinedMetricWarning"),
]


def drawn(seed):
    """Return lists of different lengths, some empty, and what goes with them."""
    rng = np.random.default_rng(seed)
    n_items, n_users = int(rng.integers(3, 12)), int(rng.integers(1, 7))
    sizes = rng.integers(0, min(n_items, 6), n_users)
    lists = [rng.permutation(n_items)[:size].tolist() for size in sizes]
    features = rng.integers(-2, 3, (n_items, 3)).astype(float)
    if seed % 2:
        features = rng.normal(size=(n_items, 4))
    names = [f"item {i}" for i in rng.permutation(n_items)]
    similar = rng.random((n_items, n_items))
    return SimpleNamespace(
        n_items=n_items,
        lists=lists,
        named=[[names[i] for i in one] for one in lists],
        names=names,
        features=features,
        similarity=similar + similar.T,
        popularity=rng.integers(1, 9, n_items).tolist(),
        history=[
            rng.permutation(n_items)[: rng.integers(0, 4)].tolist() for _ in sizes
        ],
        relevant=[
            rng.permutation(n_items)[: rng.integers(0, 5)].tolist() for _ in sizes
        ],
        rng=rng,
    )


def agree(name, *args, **given):
    """Compare a function with its twin, NaN equal to NaN."""
    found, expected = (
        getattr(fm, name)(*args, **given),
        getattr(ref, name)(*args, **given),
    )
    assert found == pytest.approx(expected, nan_ok=True, **CLOSE)
    return found


@one_case("seed", SEEDS)
def test_counts(seed):
    data = drawn(seed)
    for k in (None, 1, 2, 9):
        agree("catalog_coverage", data.lists, data.n_items, k=k)
        agree("user_coverage", data.lists, 9, k=k, min_items=2)
        agree("item_gini", data.lists, data.n_items, k=k)
        agree("distributional_coverage", data.lists, base=3, k=k)
        agree("inter_user_diversity", data.lists, k=k)
        agree("catalog_coverage", data.named, data.names, k=k)
        agree("item_gini", data.named, data.names, k=k)
        agree("inter_user_diversity", data.named, k=k)
    some = [0, *data.rng.integers(0, data.n_items, 4).tolist()]
    agree("prediction_coverage", some, data.n_items)


@one_case("seed", SEEDS)
@one_case("metric", ["cosine", "jaccard", "euclidean"])
def test_pairs_of_a_list(seed, metric):
    data = drawn(seed)
    functions = ["intra_list_diversity"]
    functions += ["intra_list_similarity"] * (metric != "euclidean")
    rows = data.features.tolist()
    for name in functions:
        found = agree(name, data.lists, rows, metric=metric)
        own = [data.names.index(n) for one in data.named for n in one]
        assert own == [i for one in data.lists for i in one]
        agree(name, data.named, rows, items=data.names, metric=metric)
        function = getattr(fm, name)
        for form in (sp.csr_array, sp.coo_matrix):
            sparse = function(data.lists, form(data.features), metric=metric)
            assert sparse == pytest.approx(found, nan_ok=True, **CLOSE)
        small = function(data.lists, data.features.astype("f4"), metric=metric)
        assert small == pytest.approx(found, nan_ok=True, rel=1e-5, abs=1e-6)


@one_case("seed", SEEDS)
def test_similarities(seed):
    data = drawn(seed)
    for name in ("intra_list_similarity", "intra_list_diversity"):
        agree(name, data.lists, similarity=data.similarity.tolist())
    past = data.lists, data.history
    agree("unexpectedness", *past, similarity=data.similarity.tolist())
    found = agree("unexpectedness", *past, data.features.tolist())
    sparse = fm.unexpectedness(*past, sp.csr_array(data.features))
    assert sparse == pytest.approx(found, nan_ok=True, **CLOSE)


@one_case("seed", SEEDS)
def test_popularity(seed):
    data = drawn(seed)
    agree("mean_popularity", data.lists, data.popularity)
    by_name = dict(zip(data.names, data.popularity, strict=True))
    agree("mean_popularity", data.named, by_name)
    agree("novelty", data.named, data.popularity, items=data.names, base=math.e)
    agree("novelty", data.lists, data.popularity, n_users=9, k=2)
    unknown = [p * (i % 3 > 0) for i, p in enumerate(data.popularity)]
    agree("novelty", data.lists, unknown, unseen="omit")


@one_case("seed", SEEDS)
def test_serendipity(seed):
    data = drawn(seed)
    agree("serendipity", data.lists, data.relevant, expected=[0, 2])
    agree("serendipity", data.lists, data.relevant, expected=data.history, k=2)
    surprises = [data.rng.random(len(one)).tolist() for one in data.lists]
    agree("serendipity", data.lists, data.relevant, unexpectedness=surprises)
    users = [f"u{i}" for i in range(len(data.lists))]
    by_user = dict(zip(users, data.relevant, strict=True))
    by_user.popitem()  # nothing is relevant to the last one
    agree("serendipity", data.lists, by_user, expected=[1], user_id=users)


# --- numbers that are hard to keep


def test_vectors_that_are_nearly_the_same_keep_their_digits():
    # The angle of neighbours is 1e-7: 1 - cos is 5e-15, and the cosine itself is 1 to
    # the last digit but one.
    angles = 1e-7 * np.arange(3)
    rows = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    expected = (2 * 0.5e-14 + 0.5 * 4e-14) / 3
    found = fm.intra_list_diversity([[0, 1, 2]], rows)
    assert found == pytest.approx(expected, rel=1e-7)
    sparse = fm.intra_list_diversity([[0, 1, 2]], sp.csr_array(rows))
    assert sparse == pytest.approx(expected, rel=1e-7)


def test_pairs_that_cancel_keep_their_digits():
    # Cosines of 1e-9 between axes: the length of the sum is that of right angles.
    rows = np.eye(4) + 0.5e-9
    expected = ref.intra_list_similarity([[0, 1, 2, 3]], rows.tolist())
    assert expected == pytest.approx(1e-9, rel=1e-6)
    for features in (rows, sp.csr_array(rows)):
        found = fm.intra_list_similarity([[0, 1, 2, 3]], features)
        assert found == pytest.approx(expected, rel=1e-12)


@one_case("size", [1e300, 1e-300])
def test_features_of_any_size(size):
    rows = np.array([[1.0, 0], [1, 1], [0, 0]]) * size
    expected = math.sqrt(0.5) / 3
    for features in (rows, sp.csr_array(rows)):
        found = fm.intra_list_similarity([[0, 1, 2]], features)
        assert found == pytest.approx(expected, rel=1e-14)
        far = fm.unexpectedness([[0]], [[1]], features)
        assert far == pytest.approx(1 - math.sqrt(0.5), rel=1e-14)


def test_many_lists_are_the_same_for_any_number_of_threads():
    rng = np.random.default_rng(3)
    lists = np.argsort(rng.random((20_000, 60)), axis=1)[:, :6]
    rows = rng.normal(size=(60, 40))
    with fm.num_threads(1):
        alone = fm.intra_list_similarity(lists, rows)
    with fm.num_threads(2):
        assert fm.intra_list_similarity(lists, rows) == alone
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    total = unit[lists].sum(axis=1)
    assert alone == pytest.approx(np.mean(((total**2).sum(axis=1) - 6) / 30), **CLOSE)


def test_the_worked_values():
    lists = [[1, 2], [2, 3], [3, 4]]
    assert fm.inter_user_diversity(lists) == pytest.approx(2 / 3, rel=1e-15)
    assert fm.catalog_coverage(lists, 5) == 0.8
