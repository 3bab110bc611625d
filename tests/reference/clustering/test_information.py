"""Shared information of partitions: worked by hand, and against scikit-learn."""

import inspect
import math
import random
import statistics
from fractions import Fraction
from itertools import permutations
from math import log

import numpy as np
import pytest
import sklearn.metrics.cluster
from helpers.one_case import one_case
from helpers.worked import rows
from reference.clustering.test_partitions import CASES, MANNING

from fastmetrics.reference.clustering import information as reference

LN2, LN3 = log(2), log(3)
METHODS = ["min", "geometric", "arithmetic", "max"]
TWO_LABELLINGS = [
    reference.mutual_info_score,
    reference.normalized_mutual_info_score,
    reference.adjusted_mutual_info_score,
    reference.homogeneity_score,
    reference.completeness_score,
    reference.v_measure_score,
    reference.homogeneity_completeness_v_measure,
]


def theirs(function):
    return getattr(sklearn.metrics.cluster, function.__name__)


def close(ours, expected, rel=1e-15):
    assert ours == pytest.approx(expected, rel=rel, abs=1e-16)


# --------------------------------------------------------------------- worked by hand


def test_logarithms_have_50_digits():
    ln2 = Fraction("0.69314718055994530941723212145817656807550013436025525")
    assert abs(reference.ln(Fraction(2)) - ln2) < Fraction(1, 10**50)
    assert reference.ln(Fraction(1)) == 0
    # ln(1 + x) = x - x²/2 + ... is as good when it is small.
    x = Fraction(1, 10**30)
    assert abs(reference.ln(1 + x) - x) < x * x


def test_roots_of_squares_are_exact():
    assert reference.root(Fraction(4, 9)) == Fraction(2, 3)
    assert abs(reference.root(Fraction(2)) ** 2 - 2) < Fraction(1, 10**49)


def test_entropy_by_hand():
    # ½ ln 2 + ¼ ln 4 + ¼ ln 4
    close(reference.partition_entropy(["a", "a", "b", "c"]), 1.5 * LN2)
    close(reference.partition_entropy(list(range(7))), log(7))
    assert reference.partition_entropy([5, 5.0]) == 0
    # as in scikit-learn
    assert reference.partition_entropy([]) == 1
    # -1 is a label like any other
    close(reference.partition_entropy([-1, -1, 0, 0]), LN2)


def test_manning_by_hand():
    # Table 16.2 has NMI 0.36.
    value = reference.normalized_mutual_info_score(*MANNING)
    assert round(value, 2) == 0.36
    # Σ n_ij/17 ln(17 n_ij / (a_i b_j)) with classes 8, 5, 4 and clusters 6, 6, 5
    cells = [(5, 8, 6), (1, 8, 6), (2, 8, 5), (1, 5, 6), (4, 5, 6), (1, 4, 6)]
    cells += [(3, 4, 5)]
    shared = sum(n / 17 * log(17 * n / (a * b)) for n, a, b in cells)
    close(reference.mutual_info_score(*MANNING), shared, 1e-14)
    classes = sum(a / 17 * log(17 / a) for a in (8, 5, 4))
    clusters = sum(b / 17 * log(17 / b) for b in (6, 6, 5))
    close(value, 2 * shared / (classes + clusters), 1e-14)


# Rows 2 and 2, columns 3 and 1:
#   ½ ln(4·2/6) + ¼ ln(4·1/6) + ¼ ln(4·1/2) = 3/2 ln 2 - 3/4 ln 3
SMALL = [[2, 0], [1, 1]]
SMALL_SHARED = 1.5 * LN2 - 0.75 * LN3


def test_mutual_information_by_hand():
    close(reference.mutual_info_score(*rows(SMALL)), SMALL_SHARED)
    close(reference.mutual_info_score(None, None, contingency=SMALL), SMALL_SHARED)
    # The table is taken, not the labels.
    ours = reference.mutual_info_score([1], [1], contingency=SMALL)
    close(ours, SMALL_SHARED)
    wider = [[2, 0, 0], [0, 0, 0], [1.0, 0, True]]
    assert reference.mutual_info_score(None, None, contingency=wider) == ours


def test_means_of_the_entropies_by_hand():
    # H(true) = ln 2; H(pred) = 3/4 ln(4/3) + 1/4 ln 4 = 2 ln 2 - 3/4 ln 3
    true, predicted = LN2, 2 * LN2 - 0.75 * LN3
    expected = {
        "min": predicted,
        "max": true,
        "arithmetic": (true + predicted) / 2,
        "geometric": math.sqrt(true * predicted),
    }
    for method in METHODS:
        value = reference.normalized_mutual_info_score(
            *rows(SMALL), average_method=method
        )
        close(value, SMALL_SHARED / expected[method])


def test_v_measure_by_hand():
    # Each cluster has one class; ln 2 of 3/2 ln 2 is found.
    labels = [0, 0, 1, 1], [0, 0, 1, 2]
    found = reference.homogeneity_completeness_v_measure(*labels)
    assert found == (1, 2 / 3, 0.8)
    assert reference.homogeneity_score(*labels) == 1
    assert reference.completeness_score(*labels) == 2 / 3
    assert reference.v_measure_score(*labels) == 0.8
    # (1 + β) h c / (β h + c) = 3 · ⅔ / (2 + ⅔)
    assert reference.v_measure_score(*labels, beta=2) == 0.75
    assert reference.v_measure_score(*labels, beta=0) == 1
    assert reference.v_measure_score(*labels[::-1], beta=0) == 2 / 3
    # V is the mutual information over the arithmetic mean.
    value = reference.v_measure_score(*MANNING)
    assert value == reference.normalized_mutual_info_score(*MANNING)


def test_completeness_without_weight_does_not_count():
    # One class in three clusters: homogeneity 1 by convention, completeness 0.
    assert reference.v_measure_score([0, 0, 0], [1, 2, 3]) == 0
    assert reference.v_measure_score([0, 0, 0], [1, 2, 3], beta=1e-300) == 0
    assert reference.v_measure_score([0, 0, 0], [1, 2, 3], beta=0) == 1
    assert reference.v_measure_score([1, 2, 3], [0, 0, 0], beta=0) == 0


def test_expected_information_by_hand():
    # Margins 2, 2 and 2, 2: of C(4,2) = 6 ways two give ln 2, the others nothing.
    close(reference.expected_mutual_information([[1, 1], [1, 1]], 4), LN2 / 3)
    # Margins 3, 3 and 3, 3: of C(6,3) = 20 ways two give ln 2, the others
    # 2/3 ln(6·2/9) + 1/3 ln(6·1/9) = 5/3 ln 2 - ln 3.
    mixed = 5 / 3 * LN2 - LN3
    expected = 0.1 * LN2 + 0.9 * mixed
    table = [[2, 1], [1, 2]]
    close(reference.mutual_info_score(None, None, contingency=table), mixed, 1e-14)
    close(reference.expected_mutual_information(table, 6), expected, 1e-15)
    close(reference.expected_mutual_information([[3, 0], [0, 3]], 6), expected, 1e-15)
    value = reference.adjusted_mutual_info_score(*rows(table))
    close(value, (mixed - expected) / (LN2 - expected), 1e-14)


def test_worst_adjusted_information_of_four_rows():
    # (0 - ⅓ ln 2) / (ln 2 - ⅓ ln 2)
    for method in METHODS:
        assert (
            reference.adjusted_mutual_info_score(
                [0, 0, 1, 1], [0, 1, 0, 1], average_method=method
            )
            == -0.5
        )


@one_case(
    ("true", "predicted"),
    [
        ([0, 0, 1, 1, 2], [5, 5, 5, 6, 6]),
        ([0, 0, 0, 1, 2, 2], [5, 5, 6, 6, 7, 8]),
        ([0, 1, 2, 3], [0, 0, 1, 1]),
        ([0, 0, 0], [0, 1, 1]),
    ],
)
def test_expected_information_is_the_mean_over_all_shuffles(true, predicted):
    found = [reference.mutual_info_score(true, p) for p in permutations(predicted)]
    table = [
        [
            sum(pair == (i, j) for pair in zip(true, predicted, strict=True))
            for j in sorted(set(predicted))
        ]
        for i in sorted(set(true))
    ]
    value = reference.expected_mutual_information(table, len(true))
    close(value, statistics.fmean(found), 1e-14)


def test_zeros_of_a_table_are_no_clusters():
    value = reference.expected_mutual_information([[3, 1], [2, 4]], 10)
    wider = [[3, 0, 1], [0, 0, 0], [2, 0, 4]]
    assert reference.expected_mutual_information(wider, 10) == value
    assert reference.expected_mutual_information([[0, 0], [2, 4]], 6) == 0


def test_independence_is_exactly_zero_and_near_it_digits_are_kept():
    assert reference.mutual_info_score(*rows([[2, 4], [3, 6]])) == 0
    assert reference.normalized_mutual_info_score(*rows([[2, 4], [3, 6]])) == 0
    # Cells are μ(1 ± ε), ε = 4e-6: ((1+ε) ln(1+ε) + (1-ε) ln(1-ε))/2 = ε²/2 + ε⁴/12...
    table = [[250_001, 249_999], [249_999, 250_001]]
    value = reference.mutual_info_score(None, None, contingency=table)
    assert value == pytest.approx(8e-12 * (1 + 16e-12 / 6), rel=1e-15, abs=0)


def test_ends():
    for n, labels in ((0, []), (1, [1]), (3, [1, 1, 1]), (3, [1, 2, 3])):
        for method in METHODS:
            given = {"average_method": method}
            assert reference.normalized_mutual_info_score(labels, labels, **given) == 1
            assert reference.adjusted_mutual_info_score(labels, labels, **given) == 1
        found = reference.homogeneity_completeness_v_measure(labels, labels)
        assert found == (1, 1, 1)
        if n:
            shared = reference.mutual_info_score(labels, labels)
            assert shared == reference.partition_entropy(labels)
    with pytest.raises(ValueError, match="no rows"):
        reference.mutual_info_score([], [])
    with pytest.raises(ValueError, match="no rows"):
        reference.mutual_info_score([-1, 2], [3, -1], noise="drop")


def test_one_partition_of_one_cluster():
    one, many = [0, 0, 0], [1, 2, 2]
    for labels in ((one, many), (many, one)):
        assert reference.mutual_info_score(*labels) == 0
        for method in METHODS:
            given = {"average_method": method}
            assert reference.normalized_mutual_info_score(*labels, **given) == 0
            assert reference.adjusted_mutual_info_score(*labels, **given) == 0
    assert reference.homogeneity_completeness_v_measure(one, many) == (1, 0, 0)
    assert reference.homogeneity_completeness_v_measure(many, one) == (0, 1, 0)


def test_single_rows_share_what_any_shuffle_does():
    # Nothing in excess of chance; with "min" chance is the most there can be, too.
    labels = [0, 0, 1, 2], [1, 2, 3, 4]
    for method in METHODS:
        value = reference.adjusted_mutual_info_score(*labels, average_method=method)
        assert value == (1 if method == "min" else 0)


def test_noise():
    # As in test_partitions.py: rows 0, 1 and 3 without noise.
    true, predicted = [0, 0, 0, 1, -1, -1], [5, 5, -1, 6, 6, -1]
    given = {"noise": "drop"}
    assert reference.adjusted_mutual_info_score(true, predicted, **given) == 1
    close(reference.mutual_info_score(true, predicted, **given), LN3 - 2 / 3 * LN2)
    # Apart: clusters {0, 1, 2} and three of one row, {0, 1}, {3, 4} and two:
    # 2/6 ln(6·2/(3·2)) + 1/6 ln(6/3) + 2 · 1/6 ln(6/2) + 1/6 ln 6
    apart = reference.mutual_info_score(true, predicted, noise="own_clusters")
    close(apart, (2 * LN2 + LN2 + 2 * LN3 + log(6)) / 6)
    with pytest.raises(ValueError, match="noise"):
        reference.mutual_info_score(None, None, contingency=SMALL, noise="drop")


# --------------------------------------------------------------------------- refusals


@one_case(
    "table", [[[1, -1]], [[1, 0.5]], [[0, 0]], [[]], [], [[1, 2], [3]], [[math.nan, 1]]]
)
def test_bad_tables_raise(table):
    with pytest.raises(ValueError, match=r"."):
        reference.mutual_info_score(None, None, contingency=table)
    with pytest.raises(ValueError, match=r"."):
        reference.expected_mutual_information(table, 3)


@one_case(("n", "error"), [(4, ValueError), (10.0, TypeError)])
def test_bad_numbers_of_rows_raise(n, error):
    # The first column holds 5.
    with pytest.raises(error):
        reference.expected_mutual_information([[3, 1], [2, 4]], n)


@one_case("beta", [-1, math.nan, math.inf])
def test_bad_weights_raise(beta):
    with pytest.raises(ValueError, match="beta"):
        reference.v_measure_score([0, 1], [0, 1], beta=beta)


@one_case(
    "function",
    [reference.normalized_mutual_info_score, reference.adjusted_mutual_info_score],
)
def test_unknown_means_raise(function):
    with pytest.raises(ValueError, match="average_method"):
        function([0, 1], [0, 1], average_method="harmonic")


@one_case("function", TWO_LABELLINGS)
def test_bad_labels_raise(function):
    with pytest.raises(TypeError):
        function(None, [0, 1])
    with pytest.raises(ValueError, match="labels_pred"):
        function([0], [0, 1])
    with pytest.warns(UserWarning, match="continuous"):
        function([0.5, 1], [0, 1])


# ---------------------------------------------------------------------- scikit-learn

OPTIONS = {
    "average_method": METHODS,
    "beta": [0, 0.5, 1, 1.0, 3],
}


@pytest.mark.long
@pytest.mark.filterwarnings("ignore:continuous", "ignore:Clustering metrics")
@one_case("case", [*CASES[:12:3], *CASES[12:]])
@one_case("function", TWO_LABELLINGS)
def test_values_are_those_of_scikit_learn(function, case):
    if not case[0] and function is reference.mutual_info_score:
        with pytest.raises(ValueError, match="domain"), np.errstate(all="ignore"):
            theirs(function)(*case)
        return
    for option in set(OPTIONS) & set(inspect.signature(function).parameters) or [None]:
        for value in OPTIONS.get(option, [None]):
            given = {} if option is None else {option: value}
            if value == 0 and case == ([0, 0, 0], [1, 2, 3]):
                # Theirs divides by zero.
                with pytest.raises(ZeroDivisionError):
                    theirs(function)(*case, **given)
                continue
            # Differences of sums of theirs, divided by what is left of another.
            atol = 1e-10 if "adjusted" in function.__name__ else 1e-13
            np.testing.assert_allclose(
                function(*case, **given),
                theirs(function)(*case, **given),
                rtol=1e-12,
                atol=atol,
            )


@one_case("sparse", [False, True])
def test_tables_as_in_scikit_learn(sparse):
    rng = random.Random(0)
    for _ in range(12):
        k, m, most = rng.randint(1, 5), rng.randint(1, 5), rng.choice([2, 9, 30])
        table = [[rng.randint(0, most) for _ in range(m)] for _ in range(k)]
        table[0][0] += 1
        n = sum(map(sum, table))
        array = np.array(table)
        if sparse:
            array = sklearn.metrics.cluster.contingency_matrix(
                *rows(table), sparse=True
            )
        shared = theirs(reference.mutual_info_score)(None, None, contingency=array)
        ours = reference.mutual_info_score(None, None, contingency=table)
        assert ours == pytest.approx(shared, abs=1e-13)
        if not array.sum(axis=0).all() or not array.sum(axis=1).all():
            continue  # with empty clusters theirs divides by zero
        for size in (n, n + 1, 3 * n):
            expected = theirs(reference.expected_mutual_information)(array, size)
            ours = reference.expected_mutual_information(table, size)
            assert ours == pytest.approx(expected, abs=1e-12)


@pytest.mark.filterwarnings("ignore::FutureWarning")
def test_entropy_as_in_scikit_learn():
    for true, predicted in CASES:
        for labels in (true, predicted):
            value = reference.partition_entropy(labels)
            expected = sklearn.metrics.cluster.entropy(np.asarray(labels))
            assert value == pytest.approx(expected, abs=1e-14)


@one_case("function", [*TWO_LABELLINGS, reference.expected_mutual_information])
def test_signature_is_that_of_scikit_learn_and_noise(function):
    ours = list(inspect.signature(function).parameters.values())
    expected = inspect.signature(theirs(function)).parameters.values()
    if function in TWO_LABELLINGS:
        noise = ours.pop()
        assert (noise.name, noise.kind) == ("noise", noise.KEYWORD_ONLY)
        assert noise.default == "one_cluster"
    assert [(p.name, p.kind, p.default) for p in ours] == [
        (p.name, p.kind, p.default) for p in expected
    ]
