"""Agreement by pairs of rows: against scikit-learn, pair loops and known values."""

import inspect
import math
import warnings
from fractions import Fraction

import numpy as np
import pytest
import sklearn.metrics as sk
import sklearn.metrics.cluster as sk_cluster
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st

import fastmetrics
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.clustering import pairs, partitions

OF_SKLEARN = {
    "rand_score": sk.rand_score,
    "adjusted_rand_score": sk.adjusted_rand_score,
    "fowlkes_mallows_score": sk.fowlkes_mallows_score,
    "pair_confusion_matrix": sk_cluster.pair_confusion_matrix,
    "contingency_matrix": sk_cluster.contingency_matrix,
}
NAMES = [
    name
    for module in (pairs, partitions)
    for name, function in inspect.getmembers(module, inspect.isfunction)
    if function.__module__ == module.__name__ and name in fastmetrics.__all__
]
VALUES = [name for name in NAMES if name != "contingency_matrix"]


def call(name, *args, **options):
    return getattr(fastmetrics, name)(*args, **options)


LABELS = st.sampled_from(
    [
        st.integers(-1, 3),
        st.integers(0, 40),
        st.sampled_from(["a", "bb", "c"]),
        st.booleans(),
        st.sampled_from([0.0, 1.5, -1.0]),
    ]
)


@st.composite
def labellings(draw, least=0):
    n = draw(st.integers(least, 30))
    return tuple(
        np.array(draw(st.lists(draw(LABELS), min_size=n, max_size=n))) for _ in range(2)
    )


@pytest.mark.filterwarnings("ignore:Clustering metrics")
@given(pair=labellings())
@one_case("name", OF_SKLEARN)
def test_values_are_scikit_learns(name, pair):
    expected = OF_SKLEARN[name](*pair)
    found = call(name, *pair)
    assert type(found) is type(expected)
    np.testing.assert_allclose(found, expected, rtol=4e-16, atol=1e-16)
    if isinstance(found, np.ndarray):
        assert found.dtype == expected.dtype


@pytest.mark.filterwarnings("ignore:.*is undefined")
@given(labellings(1).filter(lambda pair: pair[0].dtype.kind != "f"))
def test_pairs_loops_agree(pair):
    first, second = (side.tolist() for side in pair)
    n = len(first)
    counts = dict.fromkeys([(s, t) for s in (1, 0) for t in (1, 0)], 0)
    for i in range(n):
        for j in range(i):
            counts[first[i] == first[j], second[i] == second[j]] += 1
    ss, sd, ds, dd = counts.values()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert pairs.pair_counts(*pair) == (ss, sd, ds, dd)
        jaccard = pairs.pairwise_jaccard_score(*pair)
        precision, recall = pairs.pairwise_precision_recall(*pair)
        purity = partitions.purity_score(*pair)
    for found, part, whole in (
        (jaccard, ss, ss + sd + ds),
        (precision, ss, ss + ds),
        (recall, ss, ss + sd),
    ):
        assert math.isnan(found) if whole == 0 else found == part / whole
    largest = sum(
        max(
            sum(x == a and y == b for x, y in zip(first, second, strict=True))
            for a in set(first)
        )
        for b in set(second)
    )
    assert purity == largest / n


def test_worked_example():
    # Manning, Raghavan and Schütze (2008), section 16.3, figure 16.4: 17 points.
    pred = [1] * 6 + [2] * 6 + [3] * 5
    true = ["x"] * 5 + ["o"] + ["x"] + ["o"] * 4 + ["d"] + ["x"] * 2 + ["d"] * 3
    assert pairs.pair_counts(true, pred) == (20, 24, 20, 72)
    assert partitions.purity_score(true, pred) == 12 / 17
    assert pairs.rand_score(true, pred) == 92 / 136
    assert pairs.pairwise_precision_recall(true, pred) == (20 / 40, 20 / 44)
    assert pairs.pairwise_jaccard_score(true, pred) == 20 / 64


# ------------------------------------------------------------------ conventions

SINGLES, ONE = [0, 1, 2], [7, 7, 7]


@one_case(
    ("name", "empty", "row", "singles", "one", "one_and_singles"),
    [
        ("rand_score", 1, 1, 1, 1, 0),
        ("adjusted_rand_score", 1, 1, 1, 1, 0),
        ("fowlkes_mallows_score", 0, 0, 0, 1, 0),
        ("pairwise_jaccard_score", math.nan, math.nan, math.nan, 1, 0),
        ("purity_score", math.nan, 1, 1, 1, 1),
    ],
)
def test_trivial_partitions(name, empty, row, singles, one, one_and_singles):
    cases = [
        ([], [], empty),
        ([0], [1], row),
        (SINGLES, SINGLES, singles),
        (ONE, ONE, one),
        (ONE, SINGLES, one_and_singles),
    ]
    for first, second, expected in cases:
        if math.isnan(expected):
            with pytest.warns(UndefinedMetricWarning, match=name) as caught:
                assert math.isnan(call(name, first, second))
            assert caught[0].filename == __file__
        else:
            found = call(name, first, second)
            assert found == expected
            assert type(found) is float


def test_precision_and_recall_undefined_by_one_side():
    with pytest.warns(
        UndefinedMetricWarning, match="labels_true puts no two"
    ) as caught:
        precision, recall = pairs.pairwise_precision_recall(SINGLES, ONE)
    assert precision == 0
    assert math.isnan(recall)
    assert len(caught) == 1
    with pytest.warns(UndefinedMetricWarning, match="labels_pred puts no two"):
        precision, recall = pairs.pairwise_precision_recall(ONE, SINGLES)
    assert math.isnan(precision)
    assert recall == 0


def test_no_rows():
    assert pairs.pair_counts([], []) == (0, 0, 0, 0)
    assert partitions.contingency_matrix([], []).shape == (0, 0)
    assert partitions.contingency_matrix([], [], sparse=True).shape == (0, 0)
    assert pairs.rand_score(np.empty(0, "U1"), np.empty(0, object)) == 1


# ------------------------------------------------------------------ options


@one_case("dtype", [np.int64, np.int8, np.float32, bool])
@one_case("eps", [None, 0, 0.5, np.float64(1e-9)])
def test_matrices_are_scikit_learns(dtype, eps):
    sides = ["a", "b", "a", "a"], [3, -1, 3, -1]
    expected = sk_cluster.contingency_matrix(*sides, eps=eps, dtype=dtype)
    found = partitions.contingency_matrix(*sides, eps=eps, dtype=dtype)
    np.testing.assert_array_equal(found, expected)
    assert found.dtype == expected.dtype
    expected = sk_cluster.contingency_matrix(*sides, sparse=True, dtype=dtype)
    found = partitions.contingency_matrix(*sides, sparse=True, dtype=dtype)
    assert type(found) is type(expected)
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found.toarray(), expected.toarray())
    assert found.has_canonical_format


def test_matrix_options_raise():
    with pytest.raises(ValueError, match="Cannot set 'eps' when sparse=True"):
        partitions.contingency_matrix([0], [0], eps=1e-9, sparse=True)
    for eps in (-1.0, math.nan, math.inf):
        with pytest.raises(ValueError, match="eps must be"):
            partitions.contingency_matrix([0], [0], eps=eps)
    with pytest.raises(TypeError, match="eps must be"):
        partitions.contingency_matrix([0], [0], eps="much")


@one_case("name", NAMES)
def test_noise_policies(name):
    true, pred = [0, 0, 1, 1, 1, -1, -1], [4, 4, 4, -1, -1, -1, 5]
    plain = call(name, true, pred)
    np.testing.assert_array_equal(call(name, true, pred, noise="one_cluster"), plain)
    np.testing.assert_array_equal(
        call(name, true, pred, noise="drop"), call(name, true[:3], pred[:3])
    )
    # Clusters of single rows stand in the place of the noise.
    np.testing.assert_array_equal(
        call(name, true, pred, noise="own_clusters"),
        call(name, [0, 0, 1, 1, 1, -2, -1], [4, 4, 4, 1, 2, 0, 5]),
    )
    with pytest.raises(ValueError, match="noise must be one of"):
        call(name, true, pred, noise="keep")


# ------------------------------------------------------------------ what comes in


@one_case("name", NAMES)
def test_labels_that_are_none_raise(name):
    with pytest.raises(ValueError, match=r"inconsistent numbers of samples: \[2, 3\]"):
        call(name, [0, 1], [0, 1, 1])
    with pytest.raises(ValueError, match=r"labels_true must be 1D: shape is \(2, 2\)"):
        call(name, [[0, 1], [1, 0]], [1, 1, 1])
    with pytest.raises(ValueError, match=r"labels_pred must be 1D: shape is \(2, 1\)"):
        call(name, [0, 1], [[0], [1]])
    for wrong in ([0.0, math.nan], [0.5, math.inf]):
        with pytest.raises(ValueError, match="Input labels_pred contains"):
            call(name, [0, 1], wrong)
    for wrong in (None, "ab", 3):
        with pytest.raises((TypeError, ValueError), match="labels_true must be"):
            call(name, wrong, [0, 1])
    with pytest.raises(TypeError, match="labels_pred must hold labels of one kind"):
        call(name, [0, 1], np.array(["a", 1], object))


@one_case("name", VALUES)
def test_labels_with_fractions_warn(name):
    with pytest.warns(UserWarning, match="value in labels_pred is a cluster") as caught:
        found = call(name, [0, 0, 1, 1], [0.5, 0.5, 0.5, 2.5])
    assert caught[0].filename == __file__
    np.testing.assert_array_equal(found, call(name, [0, 0, 1, 1], [0, 0, 0, 1]))


def test_matrix_does_not_warn_of_fractions():
    found = partitions.contingency_matrix([0.5, 0.25, 0.5], ["a", "a", "b"])
    assert found.tolist() == [[1, 0], [1, 1]]


@one_case("name", VALUES)
def test_columns_of_any_kind(name):
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    first, second = ["x", "y", "x", "y", "x"], [1, -1, 1, 1, -1]
    expected = call(name, first, second)
    for other in (
        (pandas.Series(first, dtype="category"), pandas.Series(second)),
        (polars.Series(first), np.array(second, np.int8)[::-1][::-1]),
        (np.array(first, object), np.array(second, ">i4")),
        (np.array(first), np.array(second, object)),
    ):
        np.testing.assert_array_equal(call(name, *other), expected)


# ------------------------------------------------------------------ size


def test_nothing_is_lost_where_products_are_large(rng):
    # 200,000 rows, nearly independent: exact fractions of what NumPy counts.
    first, second = rng.integers(0, 2, (2, 200_000), dtype=np.int8)
    ss, sd, ds, dd = pairs.pair_counts(first, second)
    expected = Fraction(
        2 * (ss * dd - sd * ds), (ss + sd) * (sd + dd) + (ss + ds) * (ds + dd)
    )
    assert pairs.adjusted_rand_score(first, second) == float(expected)
    assert sum((ss, sd, ds, dd)) == math.comb(200_000, 2)


def test_pairs_that_do_not_fit_raise(monkeypatch):
    from fastmetrics.metrics.clustering.measuring.contingency import Contingency

    large = Contingency.from_table([[2**40, 0], [0, 2**40]])
    monkeypatch.setattr(pairs, "count_clusterings", lambda *_: large)
    with pytest.raises(OverflowError):
        pairs.pair_confusion_matrix([0], [0])
    assert pairs.rand_score([0], [0]) == 1.0
