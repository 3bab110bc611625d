"""Pairs of rows, overlaps of clusters: worked by hand, and against scikit-learn."""

import inspect
import math
import random
import warnings
from itertools import permutations

import numpy as np
import pytest
import sklearn.metrics.cluster
from helpers.one_case import one_case
from helpers.worked import rows

from fastmetrics.reference import UndefinedMetricWarning
from fastmetrics.reference.clustering import partitions as reference

# Manning, Raghavan and Schütze (2008), fig. 16.4: 17 points of three classes (down) in
# three clusters (across).
MANNING = rows([[5, 1, 2], [1, 4, 0], [0, 1, 3]])

# Yeung and Ruzzo (2001), "Details of the adjusted Rand index": ten objects.
YEUNG = rows([[1, 1, 0], [1, 2, 1], [0, 0, 4]])

# Rand (1971), sec. 2: {a, b, c}, {d, e, f} against {a, b}, {c, d, e}, {f}.
RAND = ["abc", "abc", "abc", "def", "def", "def"], [1, 1, 2, 2, 2, 3]

TWO_LABELLINGS = [
    reference.contingency_matrix,
    reference.pair_confusion_matrix,
    reference.pair_counts,
    reference.rand_score,
    reference.adjusted_rand_score,
    reference.fowlkes_mallows_score,
    reference.pairwise_jaccard_score,
    reference.pairwise_precision_recall,
    reference.purity_score,
]
SHARED = [f for f in TWO_LABELLINGS if hasattr(sklearn.metrics.cluster, f.__name__)]


def theirs(function):
    return getattr(sklearn.metrics.cluster, function.__name__)


# --------------------------------------------------------------------- worked by hand


def test_pairs_of_manning_by_hand():
    # Together in both: C(5,2) + C(2,2) + C(4,2) + C(3,2) = 10 + 1 + 6 + 3
    # in the classes: C(8,2) + C(5,2) + C(4,2) = 28 + 10 + 6 = 44
    # in the clusters: C(6,2) + C(6,2) + C(5,2) = 15 + 15 + 10 = 40
    # of C(17,2) = 136 in all
    pairs = reference.pair_counts(*MANNING)
    assert pairs == (20, 24, 20, 72)
    assert pairs.same_same == 20
    assert pairs.same_different == 44 - 20
    assert pairs.different_same == 40 - 20
    assert pairs.different_different == 136 - 20 - 24 - 20


def test_scores_of_manning_by_hand():
    # Table 16.2 has purity 0.71 and Rand index 0.68; the text P = 0.5, R = 0.455.
    assert reference.purity_score(*MANNING) == (5 + 4 + 3) / 17
    assert round(reference.purity_score(*MANNING), 2) == 0.71
    assert reference.rand_score(*MANNING) == (20 + 72) / 136
    assert round(reference.rand_score(*MANNING), 2) == 0.68
    assert reference.pairwise_precision_recall(*MANNING) == (20 / 40, 20 / 44)
    assert reference.pairwise_jaccard_score(*MANNING) == 20 / (20 + 24 + 20)
    # √(P R)
    fowlkes_mallows = reference.fowlkes_mallows_score(*MANNING)
    assert fowlkes_mallows == pytest.approx(20 / math.sqrt(40 * 44), rel=1e-15)
    # Expected are 44 · 40 / 136 pairs; 42 is the mean of 44 and 40.
    adjusted = reference.adjusted_rand_score(*MANNING)
    assert adjusted == pytest.approx((20 - 1760 / 136) / (42 - 1760 / 136), rel=1e-14)


def test_yeung_and_ruzzo():
    # a = C(2,2) + C(4,2) = 7; classes 1 + 6 + 6 = 13, clusters 1 + 3 + 10 = 14, of 45
    assert reference.pair_counts(*YEUNG) == (7, 6, 7, 25)
    assert reference.rand_score(*YEUNG) == 32 / 45
    assert round(reference.rand_score(*YEUNG), 3) == 0.711
    # (7 - 13 · 14/45) / (13.5 - 13 · 14/45) = 133 / 425.5
    assert reference.adjusted_rand_score(*YEUNG) == 133 / 425.5
    assert round(reference.adjusted_rand_score(*YEUNG), 3) == 0.313


def test_rand_1971():
    # Alike are ab, de (together) and ad, ae, af, bd, be, bf, cf (apart): 9 of 15.
    assert reference.pair_counts(*RAND) == (2, 4, 2, 7)
    assert reference.rand_score(*RAND) == 0.6


def test_matrices_by_hand():
    assert reference.contingency_matrix(*RAND) == [[2, 1, 0], [0, 2, 1]]
    # Down: different and same in the first; both orders of each pair.
    assert reference.pair_confusion_matrix(*RAND) == [[14, 4], [8, 4]]
    more = reference.contingency_matrix(*RAND, eps=0.5)
    assert more == [[2.5, 1.5, 0.5], [0.5, 2.5, 1.5]]
    assert reference.contingency_matrix(*RAND, sparse=True) == {
        (0, 0): 2,
        (0, 1): 1,
        (1, 1): 2,
        (1, 2): 1,
    }
    floats = reference.contingency_matrix(*RAND, dtype=float)
    assert floats == [[2, 1, 0], [0, 2, 1]]
    assert isinstance(floats[0][0], float)


def test_worst_adjusted_rand_is_minus_one_half():
    # No pair together in both of 6, 2 in either: (0 - 4/6) / (2 - 4/6)
    assert reference.adjusted_rand_score([0, 0, 1, 1], [0, 1, 0, 1]) == -0.5


def test_adjusted_rand_is_zero_in_the_mean_of_all_shuffles():
    # Sizes stay the same, so that the largest index does.
    labels, others = [0, 0, 1, 2, 2], [5, 5, 5, 6, 6]
    found = [reference.adjusted_rand_score(labels, o) for o in permutations(others)]
    assert math.fsum(found) == pytest.approx(0, abs=1e-13)


# ------------------------------------------------------------------------------- noise

# row          0  1   2  3   4   5
NOISY_TRUE = [0, 0, 0, 1, -1, -1]
NOISY_PRED = [5, 5, -1, 6, 6, -1]


def test_noise_is_a_cluster_unless_told():
    # Pairs 01, 02, 12 and 45 are together in the first; 01, 25 and 34 in the second.
    assert reference.pair_counts(NOISY_TRUE, NOISY_PRED) == (1, 3, 2, 9)
    assert reference.contingency_matrix(NOISY_TRUE, NOISY_PRED) == [
        [1, 0, 1],
        [1, 2, 0],
        [0, 0, 1],
    ]


def test_noise_is_dropped():
    # Rows 0, 1 and 3 are left.
    given = {"noise": "drop"}
    assert reference.pair_counts(NOISY_TRUE, NOISY_PRED, **given) == (1, 0, 0, 2)
    assert reference.contingency_matrix(NOISY_TRUE, NOISY_PRED, **given) == [
        [2, 0],
        [0, 1],
    ]
    assert reference.purity_score(NOISY_TRUE, NOISY_PRED, **given) == 1


def test_rows_of_noise_are_clusters_of_their_own():
    # Together in the first: 01, 02, 12; in the second: 01, 34.
    given = {"noise": "own_clusters"}
    assert reference.pair_counts(NOISY_TRUE, NOISY_PRED, **given) == (1, 2, 1, 11)
    # Down: rows 5 and 4 (-1 and 6 in the second), then 0 and 1;
    # across: rows 5 and 2 (-1 and 0 in the first), then 5 and 6.
    assert reference.contingency_matrix(NOISY_TRUE, NOISY_PRED, **given) == [
        [1, 0, 0, 0],
        [0, 0, 0, 1],
        [0, 1, 2, 0],
        [0, 0, 0, 1],
    ]
    # The largest overlaps are 1, 1, 2 and 1.
    assert reference.purity_score(NOISY_TRUE, NOISY_PRED, **given) == 5 / 6


def test_own_clusters_stand_in_the_place_of_noise_whatever_the_order_of_rows():
    given = {"noise": "own_clusters"}
    true, predicted = [-2, -1, 0, -1, -1], ["b", "b", "a", "a", "a"]
    expected = [[0, 1], [1, 0], [1, 0], [0, 1], [1, 0]]
    assert reference.contingency_matrix(true, predicted, **given) == expected
    backwards = reference.contingency_matrix(true[::-1], predicted[::-1], **given)
    assert backwards == expected


def test_noise_is_minus_one_by_value():
    given = {"noise": "drop"}
    assert reference.pair_counts([-1.0, 0.0, 0.0], [1, 1, 1], **given) == (1, 0, 0, 0)
    assert reference.pair_counts(["-1", "0", "0"], [1, 1, 1], **given).same_same == 1
    assert sum(reference.pair_counts(["-1", "0", "0"], [1, 1, 1], **given)) == 3


@one_case("function", TWO_LABELLINGS)
@pytest.mark.filterwarnings("ignore")
def test_noise_where_there_is_none_changes_nothing(function):
    given = function(*MANNING)
    for noise in ("one_cluster", "drop", "own_clusters"):
        assert function(*MANNING, noise=noise) == given
    with pytest.raises(ValueError, match="noise"):
        function(*MANNING, noise="ignore")


# ------------------------------------------------------------------ ends and refusals


@one_case("labels", [[], [3], [-1]])
def test_without_a_pair(labels):
    assert reference.pair_counts(labels, labels) == (0, 0, 0, 0)
    assert reference.rand_score(labels, labels) == 1
    assert reference.adjusted_rand_score(labels, labels) == 1
    assert reference.fowlkes_mallows_score(labels, labels) == 0
    with pytest.warns(UndefinedMetricWarning, match="Jaccard"):
        assert math.isnan(reference.pairwise_jaccard_score(labels, labels))
    with (
        pytest.warns(UndefinedMetricWarning, match="precision"),
        pytest.warns(UndefinedMetricWarning, match="recall"),
    ):
        precision, recall = reference.pairwise_precision_recall(labels, labels)
    assert math.isnan(precision)
    assert math.isnan(recall)


def test_purity_of_no_rows_is_undefined():
    with pytest.warns(UndefinedMetricWarning, match="purity"):
        assert math.isnan(reference.purity_score([], []))
    with pytest.warns(UndefinedMetricWarning, match="purity"):
        assert math.isnan(reference.purity_score([-1, 2], [3, -1], noise="drop"))
    assert reference.purity_score([7], ["x"]) == 1


def test_only_what_is_undefined_is_nan():
    # All apart in the second: there is no precision, and no pair is found.
    with pytest.warns(UndefinedMetricWarning, match="precision"):
        precision, recall = reference.pairwise_precision_recall([0, 0, 1], [0, 1, 2])
    assert math.isnan(precision)
    assert recall == 0
    assert reference.pairwise_jaccard_score([0, 0, 1], [0, 1, 2]) == 0


@one_case("function", TWO_LABELLINGS)
@one_case(
    ("labels", "error"),
    [
        ([0, 1], ValueError),  # of three
        ([math.nan, 0, 1], ValueError),
        ([math.inf, 0, 1], ValueError),
        ([None, 0, 1], ValueError),
        ([[0], [1], [1]], ValueError),
        (["a", 1, 2], TypeError),
        (None, TypeError),
    ],
)
def test_bad_labels_raise(function, labels, error):
    with pytest.raises(error):
        function(labels, [0, 0, 1])
    with pytest.raises(error):
        function([0, 0, 1], labels)


@one_case(
    "options",
    [{"eps": 1, "sparse": True}, {"eps": -1}, {"eps": math.nan}, {"eps": math.inf}],
)
def test_bad_options_raise(options):
    with pytest.raises(ValueError, match="eps"):
        reference.contingency_matrix([0, 1], [0, 1], **options)


@one_case("labels", [[0.5, 1, 2], [1e300, 1.0, 2.0]])
@one_case("function", SHARED)
def test_fractions_are_warned_of(function, labels):
    for given in ((labels, [0, 0, 1]), ([0, 0, 1], labels)):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            function(*given)
        expected = [] if function is reference.contingency_matrix else [UserWarning]
        assert [one.category for one in caught] == expected


# ---------------------------------------------------------------------- scikit-learn


def draw(seed, n=30):
    """Return two labellings of n rows: half alike, of up to n clusters."""
    rng = random.Random(seed)
    k = rng.choice([1, 2, 3, 8, n])
    true = [rng.randrange(-1, k) for _ in range(n)]
    return true, [t if rng.random() < 0.5 else rng.randrange(-1, k) for t in true]


CASES = [
    *map(draw, range(12)),
    MANNING,
    YEUNG,
    RAND,
    ([], []),
    ([4], ["x"]),
    ([0, 0, 0], [1, 1, 1]),
    ([0, 0, 0], [1, 2, 3]),
    ([1, 2, 3], [1, 2, 3]),
    ([1, 2, 3], [0, 0, 0]),
    ([True, False, True], [2, 1, 2]),
    ([0.0, 2.0, 2.0], [-0.0, 0.0, 1.0]),
    ([0.5, 2.25, 2.25], ["b", "a", "b"]),
]


@pytest.mark.filterwarnings("ignore:Clustering metrics", "ignore:continuous")
@one_case("case", CASES)
@one_case("function", SHARED)
def test_values_are_those_of_scikit_learn(function, case):
    ours = function(*case)
    if ours == []:
        assert theirs(function)(*case).shape == (0, 0)
        return
    np.testing.assert_allclose(ours, theirs(function)(*case), rtol=1e-13, atol=1e-14)


@one_case("case", CASES)
@one_case("eps", [0, 0.5, 1e-300])
@one_case("dtype", [int, float])
def test_contingency_options_are_those_of_scikit_learn(case, eps, dtype):
    if case == ([], []):
        return
    expected = theirs(reference.contingency_matrix)(*case, eps=eps, dtype=dtype)
    ours = reference.contingency_matrix(*case, eps=eps, dtype=dtype)
    assert ours == expected.tolist()
    sparse = theirs(reference.contingency_matrix)(*case, sparse=True, dtype=dtype)
    ours = reference.contingency_matrix(*case, sparse=True, dtype=dtype)
    assert ours == {tuple(place): n for place, n in sparse.todok().items()}


@pytest.mark.filterwarnings("ignore:continuous", "ignore:Clustering metrics")
@one_case("case", CASES)
@one_case("function", SHARED)
def test_noise_is_what_relabelling_gives_in_scikit_learn(function, case):
    true, predicted = case
    kept = [r for r, pair in enumerate(zip(*case, strict=True)) if -1 not in pair]
    left = [true[r] for r in kept], [predicted[r] for r in kept]
    assert function(*case, noise="drop") == function(*left)
    apart = [
        [1000 + row if label == -1 else label for row, label in enumerate(side)]
        for side in case
    ]
    given, expected = function(*case, noise="own_clusters"), theirs(function)(*apart)
    if function is reference.contingency_matrix:
        # The clusters stand elsewhere.
        given, expected = (sorted(map(sorted, table)) for table in (given, expected))
        assert given == expected
    else:
        np.testing.assert_allclose(given, expected, rtol=1e-13, atol=1e-14)


@one_case("function", SHARED)
def test_signature_is_that_of_scikit_learn_and_noise(function):
    *ours, noise = inspect.signature(function).parameters.values()
    expected = inspect.signature(theirs(function)).parameters.values()
    assert [(p.name, p.kind) for p in ours] == [(p.name, p.kind) for p in expected]
    assert [p.default for p in ours if p.name != "dtype"] == [
        p.default for p in expected if p.name != "dtype"
    ]
    assert (noise.name, noise.kind) == ("noise", noise.KEYWORD_ONLY)
    assert noise.default == "one_cluster"
