"""Agreement by information: against scikit-learn, decimal arithmetic, known values."""

import math
import warnings
from collections import Counter
from decimal import Decimal, localcontext

import numpy as np
import pytest
import sklearn.metrics as sk
import sklearn.metrics.cluster as sk_cluster
from helpers.one_case import one_case
from helpers.random_cases import examples
from hypothesis import given, settings
from hypothesis import strategies as st

import fastmetrics
from fastmetrics.metrics.clustering import homogeneity, information, partitions
from fastmetrics.metrics.clustering.formulas import AVERAGE_METHODS

OF_TWO = {
    "mutual_info_score": sk.mutual_info_score,
    "normalized_mutual_info_score": sk.normalized_mutual_info_score,
    "adjusted_mutual_info_score": sk.adjusted_mutual_info_score,
    "homogeneity_score": sk.homogeneity_score,
    "completeness_score": sk.completeness_score,
    "v_measure_score": sk.v_measure_score,
    "homogeneity_completeness_v_measure": sk.homogeneity_completeness_v_measure,
}
AVERAGED = ("normalized_mutual_info_score", "adjusted_mutual_info_score")


def call(name, *args, **options):
    return getattr(fastmetrics, name)(*args, **options)


@st.composite
def labellings(draw, least=1):
    n = draw(st.integers(least, 30))
    most = draw(st.sampled_from([1, 3, 40]))
    labels = st.one_of(st.integers(-1, most), st.just(0))
    return tuple(draw(st.lists(labels, min_size=n, max_size=n)) for _ in range(2))


@settings(max_examples=examples(100, same=8))
@given(pair=labellings())
@one_case("name", OF_TWO)
def test_values_are_scikit_learns(name, pair):
    found, expected = call(name, *pair), OF_TWO[name](*pair)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)
    assert type(found) is type(expected)
    mixed = call(name, np.array(pair[0], np.float32), [f"x{x}" for x in pair[1]])
    np.testing.assert_allclose(mixed, found, rtol=1e-14, atol=1e-15)


@settings(max_examples=examples(100, same=8))
@given(pair=labellings(0))
@one_case("method", AVERAGE_METHODS)
@one_case("name", AVERAGED)
def test_means_are_scikit_learns(name, method, pair):
    found = call(name, *pair, average_method=method)
    expected = OF_TWO[name](*pair, average_method=method)
    n, sizes = len(pair[0]), [len(set(side)) for side in pair]
    if name == "adjusted_mutual_info_score" and method == "min" and n in sizes:
        # 0 / 0, of which rounding makes 1 or -1 there.
        assert found == (0.0 if n > 1 and 1 in sizes else 1.0)
    else:
        np.testing.assert_allclose(found, expected, rtol=1e-8, atol=1e-8)


@given(labellings(), st.sampled_from([0.1, 0.5, 1, 2.0, 1e6]))
def test_beta_is_scikit_learns(pair, beta):
    found = homogeneity.homogeneity_completeness_v_measure(*pair, beta=beta)
    expected = sk.homogeneity_completeness_v_measure(*pair, beta=beta)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
    assert homogeneity.v_measure_score(*pair, beta=beta) == found[2]
    assert homogeneity.homogeneity_score(*pair) == found[0]
    assert homogeneity.completeness_score(*pair) == found[1]


@given(labellings())
def test_a_table_gives_what_labels_do(pair):
    from scipy import sparse

    expected = information.mutual_info_score(*pair)
    table = partitions.contingency_matrix(*pair)
    for contingency in (table, table.tolist(), table * 1.0, sparse.coo_matrix(table)):
        found = information.mutual_info_score(None, None, contingency=contingency)
        assert found == expected
    by_chance = information.expected_mutual_information(table, len(pair[0]))
    theirs = sk_cluster.expected_mutual_information(table, len(pair[0]))
    assert by_chance == pytest.approx(theirs, rel=1e-10, abs=1e-10)
    assert by_chance == information.expected_mutual_information(
        sparse.csr_matrix(table), np.int64(len(pair[0]))
    )


def test_entropy(recwarn):
    for labels in ([0, 0, 42.0], ["a", "b"], [1, 1, 1], [], [0.5, 0.25, 0.5]):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected = sk_cluster.entropy(np.array(labels))
        assert information.partition_entropy(labels) == pytest.approx(expected)
    assert information.partition_entropy([True] * 5) == 0.0
    assert information.partition_entropy(range(1000)) == pytest.approx(math.log(1000))
    # Nearly one cluster: -log1p(-1e-6) · (1 - 1e-6) + 1e-6 · ln(10**6)
    labels = np.zeros(10**6, np.int8)
    labels[7] = 1
    expected = -math.log1p(-1e-6) * (1 - 1e-6) + 1e-6 * math.log(10**6)
    assert information.partition_entropy(labels) == pytest.approx(expected, rel=1e-15)
    with pytest.raises(ValueError, match="labels must be 1D"):
        information.partition_entropy([[1, 2]])
    with pytest.raises(ValueError, match="Input labels contains NaN"):
        information.partition_entropy([1.0, math.nan])


def test_worked_example():
    # Manning, Raghavan and Schütze (2008), section 16.3: NMI ≈ 0.36, arithmetic mean.
    pred = [1] * 6 + [2] * 6 + [3] * 5
    true = ["x"] * 5 + ["o"] + ["x"] + ["o"] * 4 + ["d"] + ["x"] * 2 + ["d"] * 3
    nmi = information.normalized_mutual_info_score(true, pred)
    assert round(nmi, 2) == 0.36
    assert homogeneity.v_measure_score(true, pred) == pytest.approx(nmi, rel=1e-15)


# ------------------------------------------------------------------ accuracy


def exact_parts(first, second):
    """MI, E[MI] and the entropies with 50 digits, by the textbook's sums."""
    n = len(first)
    with localcontext() as context:
        context.prec = 50
        cells = Counter(zip(first, second, strict=True))
        rows, columns = Counter(first), Counter(second)
        mutual = sum(
            c * (Decimal(n * c) / (rows[a] * columns[b])).ln()
            for (a, b), c in cells.items()
        )
        by_chance = Decimal(0)
        for a in rows.values():
            for b in columns.values():
                for m in range(max(1, a + b - n), min(a, b) + 1):
                    ways = math.comb(b, m) * math.comb(n - b, a - m)
                    share = Decimal(ways) / math.comb(n, a)
                    by_chance += share * m * (Decimal(n * m) / (a * b)).ln()
        entropies = [
            sum(c * (Decimal(n) / c).ln() for c in side.values())
            for side in (rows, columns)
        ]
        return mutual / n, by_chance / n, entropies[0] / n, entropies[1] / n


@pytest.mark.long
@one_case("n", [10, 60, 400])
@one_case("k", [2, 5])
@one_case("agreement", [0.0, 0.3, 0.95])
def test_nothing_cancels(n, k, agreement, rng):
    first = rng.integers(0, k, n)
    second = np.where(rng.random(n) < agreement, first, rng.integers(0, k + 1, n))
    pair = first.tolist(), second.tolist()
    mutual, by_chance, *entropies = exact_parts(*pair)
    found = information.mutual_info_score(*pair)
    assert found == pytest.approx(float(mutual), rel=1e-14)
    table = partitions.contingency_matrix(*pair)
    found = information.expected_mutual_information(table, n)
    assert found == pytest.approx(float(by_chance), rel=1e-14)
    mean = sum(entropies) / 2
    found = information.adjusted_mutual_info_score(*pair)
    tolerance = 1e-14 * float(mutual / (mean - by_chance))
    assert abs(found - float((mutual - by_chance) / (mean - by_chance))) <= tolerance
    found = information.normalized_mutual_info_score(*pair)
    assert found == pytest.approx(float(mutual / mean), rel=1e-14)


def test_near_independence_the_digits_stay():
    # A table of 10**8 rows, one row away from what is expected everywhere: phi of four
    # cells that are off by 1 is 1 / (2 · 25,000,000) each, to first order.
    n = 25 * 10**6
    found = information.mutual_info_score(
        None, None, contingency=[[n + 1, n - 1], [n - 1, n + 1]]
    )
    # I = (1 + e) / 2 · ln(1 + e) + (1 - e) / 2 · ln(1 - e), e = 1 / n
    with localcontext() as context:
        context.prec = 50
        e = Decimal(1) / n
        exact = (1 + e) / 2 * (1 + e).ln() + (1 - e) / 2 * (1 - e).ln()
    assert found == pytest.approx(float(exact), rel=1e-14)
    assert information.mutual_info_score(None, None, contingency=[[n, n], [n, n]]) == 0


def test_equal_partitions_have_one_exactly(rng):
    for k in (2, 3, 17, 500):
        labels = rng.integers(0, k, 1000)
        other = np.array([f"{(7919 * x) % 1009}" for x in labels])
        for method in AVERAGE_METHODS:
            for name in AVERAGED:
                assert call(name, labels, other, average_method=method) == 1.0
        found = homogeneity.homogeneity_completeness_v_measure(labels, other)
        assert found == (1.0, 1.0, 1.0)


# ------------------------------------------------------------------ conventions

CASES = {
    "no rows": ([], []),
    "one row": ([0], [1]),
    "one cluster each": ([3, 3, 3], ["a", "a", "a"]),
    "one cluster": ([3, 3, 3], [0, 0, 1]),
    "one predicted cluster": ([0, 0, 1], [3, 3, 3]),
    "single rows": ([0, 1, 2], [2, 1, 0]),
    "single rows on one side": ([0, 1, 2], [0, 0, 1]),
    "single rows predicted": ([0, 0, 1], [0, 1, 2]),
    "one cluster and single rows": ([0, 0, 0], [0, 1, 2]),
}


@one_case("case", CASES)
@one_case("name", OF_TWO)
def test_trivial_partitions(name, case):
    pair = CASES[case]
    if name == "mutual_info_score" and case == "no rows":
        with pytest.raises(ValueError, match="no row"):
            call(name, *pair)
        return
    np.testing.assert_allclose(call(name, *pair), OF_TWO[name](*pair), atol=2e-15)
    for method in AVERAGE_METHODS if name in AVERAGED else ():
        found = call(name, *pair, average_method=method)
        expected = OF_TWO[name](*pair, average_method=method)
        np.testing.assert_allclose(found, expected, atol=2e-15)


def test_v_measure_without_a_weight():
    # Only homogeneity counts. scikit-learn divides by zero here.
    assert homogeneity.v_measure_score([0, 0], [0, 1], beta=0) == 1.0
    pair = [0, 0, 1, 1], [0, 0, 1, 2]
    assert homogeneity.v_measure_score(*pair, beta=0) == 1.0


# ------------------------------------------------------------------ options


@one_case("name", OF_TWO)
def test_noise_policies(name):
    true, pred = [0, 0, 1, 1, 1, -1, -1], [4, 4, 5, -1, -1, -1, 5]
    assert call(name, true, pred, noise="one_cluster") == call(name, true, pred)
    found = call(name, true, pred, noise="drop")
    assert found == call(name, true[:3], pred[:3])
    found = call(name, true, pred, noise="own_clusters")
    apart = call(name, [0, 0, 1, 1, 1, 6, 7], [4, 4, 5, 1, 2, 3, 5])
    np.testing.assert_allclose(found, apart, rtol=1e-14)
    with pytest.raises(ValueError, match="noise must be one of"):
        call(name, true, pred, noise="keep")


def test_options_raise():
    for name in AVERAGED:
        with pytest.raises(ValueError, match="average_method must be"):
            call(name, [0], [0], average_method="mean")
    for name in ("v_measure_score", "homogeneity_completeness_v_measure"):
        for beta in (-1, math.nan, math.inf):
            with pytest.raises(ValueError, match="beta must be"):
                call(name, [0], [0], beta=beta)
        with pytest.raises(TypeError, match="beta must be"):
            call(name, [0], [0], beta="1")
    with pytest.raises(ValueError, match="contingency table has no noise"):
        information.mutual_info_score(None, None, contingency=[[1]], noise="drop")
    with pytest.raises(TypeError, match="labels_true must be"):
        information.mutual_info_score(None, None)


def test_expected_information_of_other_totals():
    # Of any total the sum is over the laws with these margins.
    table = np.array([[3, 1], [2, 4]])
    for n in (10, 20, 1000):
        theirs = sk_cluster.expected_mutual_information(table, n)
        ours = information.expected_mutual_information(table, n)
        assert ours == pytest.approx(theirs, rel=1e-9)
    assert information.expected_mutual_information([[70_000]], 70_000) == 0.0
    assert information.expected_mutual_information([[3, 0], [2, 0]], 5) == 0.0
    with pytest.raises(ValueError, match="n_samples must not be below"):
        information.expected_mutual_information(table, 5)
    with pytest.raises(TypeError, match="integer"):
        information.expected_mutual_information(table, 10.0)


@one_case("name", OF_TWO)
def test_labels_that_are_none_raise(name):
    with pytest.raises(ValueError, match=r"inconsistent numbers of samples: \[2, 3\]"):
        call(name, [0, 1], [0, 1, 1])
    with pytest.raises(ValueError, match=r"labels_true must be 1D: shape is \(2, 2\)"):
        call(name, [[0, 1], [1, 0]], [1, 1, 1])
    with pytest.raises(ValueError, match="Input labels_true contains NaN"):
        call(name, [math.nan, 1.0], [0, 1])
    with pytest.warns(UserWarning, match="expects discrete") as caught:
        call(name, [0.5, 1.0], [0.5, 0.25])
    assert caught[0].filename == __file__
