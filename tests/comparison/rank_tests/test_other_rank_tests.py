"""Quade's, Page's, Kruskal and Wallis's and Dunn's tests, and that of aligned ranks."""

import itertools
import math
import pickle

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

import fastmetrics as fm
from fastmetrics.reference.comparison import friedman, rank_tests

TWINS = {
    "quade_test": friedman.quade_test,
    "aligned_ranks_test": friedman.aligned_ranks_test,
}
# Conover (1999), section 5.8: bottles of five lotions sold in seven stores, which is
# the example of R's quade.test too: F = 3.8293, df 4 and 24, p = 0.01519.
STORES = {
    "A": [5, 1, 16, 5, 10, 19, 10],
    "B": [4, 3, 12, 4, 9, 18, 7],
    "C": [7, 1, 22, 3, 7, 28, 6],
    "D": [10, 0, 22, 5, 13, 37, 8],
    "E": [12, 2, 35, 4, 10, 58, 7],
}
# R's kruskal.test example: mucociliary efficiency (Hollander and Wolfe 1973, p. 116).
SUBJECTS = {
    "normal": [2.9, 3.0, 2.5, 2.6, 3.2],
    "obstructive": [3.8, 2.7, 4.0, 2.4],
    "asbestosis": [2.8, 3.4, 3.7, 2.2, 2.0],
}
SMALL = hnp.arrays(
    float,
    st.tuples(st.integers(2, 4), st.integers(2, 3)),
    elements=st.integers(0, 4).map(float),
)
METHODS = st.sampled_from(["auto", "exact", "asymptotic"])


@given(SMALL, st.sampled_from([*TWINS]), METHODS, st.booleans())
@settings(deadline=None)
def test_as_the_reference(table, name, method, greater_is_better):
    options = {"method": method, "greater_is_better": greater_is_better}
    found = getattr(fm, name)(table, **options)
    twin = TWINS[name](table.tolist(), **options)
    # Statistics are quotients of whole numbers; the tails are summed in other orders.
    assert found.statistic == pytest.approx(twin.statistic, rel=1e-14)
    assert found.pvalue == pytest.approx(twin.pvalue, rel=1e-11)
    assert found.mean_ranks.tolist() == pytest.approx(twin.mean_ranks, rel=1e-15)
    assert found.kendall_w == pytest.approx(twin.kendall_w, rel=1e-14)


def test_quade_of_conover_and_r():
    found = fm.quade_test(STORES, method="asymptotic")
    assert found.statistic == pytest.approx(3.8293, abs=5e-5)
    assert found.df == (4, 24)
    assert found.pvalue == pytest.approx(0.01519, abs=5e-6)
    assert found.models == ("A", "B", "C", "D", "E")
    assert fm.quade_test(STORES).distribution == "F"  # 120⁶ orders are too many


def test_quade_of_two_models_is_wilcoxons():
    rng = np.random.default_rng(1)
    for _ in range(10):
        table = rng.integers(0, 9, (8, 2)) + rng.permutation(8)[:, None] * [0, 0.01]
        one, other = table.T
        if (one == other).any():
            continue
        theirs = fm.wilcoxon_signed_rank_test(one, other).pvalue
        assert fm.quade_test(table, method="exact").pvalue == pytest.approx(theirs)


def by_all_orders(rows):
    """P(squares of sums as large) over all orders of all rows but the first."""
    orders = [list(itertools.permutations(row)) for row in rows[1:]]
    least = np.sum(np.sum(rows, axis=0) ** 2)
    sums = [
        np.sum(np.sum([rows[0], *choice], axis=0) ** 2)
        for choice in itertools.product(*orders)
    ]
    return np.mean(np.array(sums) >= least - 1e-9)


@one_case("seed", range(4))
def test_exact_laws_by_all_orders(seed):
    table = np.random.default_rng(seed).integers(0, 9, (4, 3)).astype(float)
    ranks = stats.rankdata(-table, axis=1) - 2
    weighted = stats.rankdata(np.ptp(table, axis=1))[:, None] * ranks
    found = fm.quade_test(table, method="exact")
    assert found.pvalue == pytest.approx(by_all_orders(weighted), rel=1e-13)
    aligned = 3 * table - table.sum(axis=1, keepdims=True)
    ranks = stats.rankdata(-aligned).reshape(table.shape)
    found = fm.aligned_ranks_test(table, method="exact")
    centred = ranks - ranks.mean(axis=1, keepdims=True)
    assert found.pvalue == pytest.approx(by_all_orders(centred), rel=1e-13)


def test_aligned_ranks_by_hand():
    # Less the means 2 and 4: 1 0 −1 and 2 −2 0, ranks 2 3.5 5 and 1 6 3.5; sums of
    # models 3 9.5 8.5, of data sets 10.5 both. χ² = 2 (171.5 − 147) / (90.5 − 73.5).
    table = [[3, 2, 1], [6, 2, 4]]
    found = fm.aligned_ranks_test(table)
    assert found.mean_ranks.tolist() == [1.5, 4.75, 4.25]
    assert found.statistic == pytest.approx(49 / 17, rel=1e-15)
    ignored = fm.aligned_ranks_test(table, ties="ignored")
    assert ignored.statistic == pytest.approx(49 / 17.5, rel=1e-15)


def test_decimals_make_equal_distances_tie():
    table = [[0.9, 0.8, 0.7], [0.4, 0.3, 0.2]]
    found = fm.aligned_ranks_test(table, decimals=1)
    assert found.mean_ranks.tolist() == [1.5, 3.5, 5.5]
    assert not found.notes
    assert fm.aligned_ranks_test(table).notes
    assert fm.quade_test(table, decimals=1).mean_ranks.tolist() == [1, 2, 3]
    assert not fm.quade_test(table, decimals=1).notes


@one_case("test", [fm.quade_test, fm.aligned_ranks_test, fm.page_test])
def test_draws_come_near_the_exact_law(test):
    table = np.random.default_rng(2).random((6, 3))
    exact = test(table, method="exact").pvalue
    drawn = test(table, method="monte-carlo", n_resamples=20_000, random_state=1)
    assert drawn.pvalue == pytest.approx(exact, abs=5 * math.sqrt(0.25 / 20_000))
    assert "Monte Carlo" in drawn.method
    again = test(table, method="monte-carlo", n_resamples=20_000, random_state=1)
    assert again.pvalue == drawn.pvalue


@one_case("test", [fm.quade_test, fm.aligned_ranks_test, fm.page_test])
def test_huge_and_tiny_scores_are_ranked(test):
    table = np.random.default_rng(3).integers(0, 5, (5, 3)) / 8
    plain = test(table)
    for scale in (2.0**1020, 2.0**-1000):
        assert test(table * scale).statistic == plain.statistic
        assert test(table * scale).pvalue == plain.pvalue


@one_case("test", [fm.quade_test, fm.aligned_ranks_test])
def test_what_is_refused(test):
    table = [[1, 2], [3, 1]]
    with pytest.raises(ValueError, match="two data sets"):
        test([[1, 2]])
    with pytest.raises(ValueError, match="two models"):
        test([[1], [2]])
    with pytest.raises(ValueError, match="NaN"):
        test([[1, math.nan], [1, 2]])
    with pytest.raises(ValueError, match=r"method must be one of .*'exakt'"):
        test(table, method="exakt")
    with pytest.raises(ValueError, match="out of reach"):
        test(np.random.default_rng(0).random((60, 9)), method="exact")
    with pytest.raises(TypeError, match="decimals"):
        test(table, decimals=1.5)
    with pytest.raises((TypeError, ValueError), match="greater_is_better"):
        test(table, greater_is_better="yes")


# --- Page's test


@given(SMALL, METHODS, st.sampled_from(["greater", "less", "two-sided"]))
@settings(deadline=None)
def test_page_as_the_reference(table, method, alternative):
    options = {"method": method, "alternative": alternative}
    found = fm.page_test(table, **options)
    twin = rank_tests.page_test(table.tolist(), **options)
    assert found.statistic == twin.statistic
    # Tails are summed in other orders.
    assert found.pvalue == pytest.approx(twin.pvalue, rel=1e-12)
    assert found.estimate == pytest.approx(twin.estimate, rel=1e-14, abs=1e-15)


@one_case("n, k", [(3, 4), (12, 8), (10, 3), (2, 9)])
def test_page_as_scipys(n, k):
    table = np.random.default_rng(n).random((n, k))
    order = np.random.default_rng(k).permutation(k)
    # The ranks that SciPy expects rise with the scores.
    expected = np.empty(k, int)
    expected[order] = np.arange(k, 0, -1)
    for method in ("exact", "asymptotic") if k < 9 else ("asymptotic",):
        theirs = stats.page_trend_test(table, predicted_ranks=expected, method=method)
        found = fm.page_test(table, order=order, method=method)
        # Of ranks from the best down both sums are as large.
        assert found.statistic == theirs.statistic
        assert found.pvalue == pytest.approx(theirs.pvalue, rel=1e-12)


def test_page_printed_table():
    # Page (1963), table 2: of 3 models and 4 data sets L = 54 has p < 0.05, 55 < 0.01
    # ... and 53 does not reach 0.05.
    def pvalue(least):
        orders = [*itertools.permutations([1, 2, 3])]
        for rows in itertools.product(orders, repeat=4):
            table = -np.array(rows, float)
            if (np.array(rows).sum(axis=0) @ [1, 2, 3]) == least:
                return fm.page_test(table).pvalue
        raise AssertionError

    assert pvalue(54) <= 0.05 < pvalue(53)
    assert pvalue(55) <= 0.01 < pvalue(54)


def test_page_of_an_order_by_names():
    scores = {"b": [2, 2, 3], "a": [3, 4, 4], "c": [1, 1, 1]}
    found = fm.page_test(scores, order=["a", "b", "c"])
    assert found.statistic == 3 * 14
    assert found.estimate == 1
    assert found.pvalue == pytest.approx(6**-3)
    assert "a > b > c" in found.summary()
    reverse = fm.page_test(scores, order=["c", "b", "a"], alternative="less")
    assert reverse.pvalue == pytest.approx(found.pvalue)
    assert fm.page_test(scores, order=("c", "b", "a")).pvalue == 1
    for order in (["a", "b"], ["a", "b", "b"], ["a", "b", "d"], [["a"], "b", "c"]):
        with pytest.raises(ValueError, match="order must name each of the models"):
            fm.page_test(scores, order=order)
    for order in ("abc", 3, np.array("abc"), np.ma.masked):
        with pytest.raises(TypeError, match="order must be a sequence"):
            fm.page_test(scores, order=order)


def test_page_of_ties_alone():
    for method in ("exact", "asymptotic"):
        found = fm.page_test([[1, 1], [2, 2]], method=method, alternative="two-sided")
        assert found.pvalue == 1
        assert found.estimate == 0


# --- models on different data

SAMPLES = st.lists(
    st.lists(st.integers(0, 6).map(float), min_size=1, max_size=5),
    min_size=2,
    max_size=4,
)


@given(SAMPLES, st.booleans())
def test_values_as_the_reference(samples, greater_is_better):
    options = {"greater_is_better": greater_is_better}
    for ties in ("corrected", "ignored"):
        found = fm.kruskal_wallis_test(samples, ties=ties, **options)
        twin = rank_tests.kruskal_wallis_test(samples, ties=ties, **options)
        assert found.statistic == pytest.approx(twin.statistic, rel=1e-13, abs=1e-13)
        assert found.pvalue == pytest.approx(twin.pvalue, rel=1e-12)
        assert found.mean_ranks.tolist() == pytest.approx(twin.mean_ranks, rel=1e-14)
    pairs = fm.dunn_test(samples, **options)
    twin = rank_tests.dunn_test(samples, **options)
    for name in ("estimates", "statistics", "pvalues", "adjusted_pvalues"):
        expected = np.array(getattr(twin, name))
        # Square roots of quotients that are rounded once here, once more there.
        np.testing.assert_allclose(
            getattr(pairs, name), expected, rtol=1e-12, atol=1e-14
        )


@given(SAMPLES)
def test_values_as_scipys(samples):
    if len({one for own in samples for one in own}) < 2:
        return  # SciPy gives NaN
    theirs = stats.kruskal(*samples)
    found = fm.kruskal_wallis_test(samples)
    # SciPy's sums cancel.
    assert found.statistic == pytest.approx(theirs.statistic, rel=1e-9, abs=1e-9)
    assert found.pvalue == pytest.approx(theirs.pvalue, rel=1e-8)


def test_values_as_rs():
    found = fm.kruskal_wallis_test(SUBJECTS)
    assert found.statistic == pytest.approx(0.77143, abs=5e-6)  # R's kruskal.test
    assert found.pvalue == pytest.approx(0.68, abs=5e-4)
    assert found.df == 2
    assert found.sizes.tolist() == [5, 4, 5]
    assert found.estimate == pytest.approx(found.statistic / 13)
    two = {name: SUBJECTS[name] for name in ("normal", "obstructive")}
    u = stats.mannwhitneyu(*two.values(), use_continuity=False, method="asymptotic")
    assert fm.kruskal_wallis_test(two).pvalue == pytest.approx(u.pvalue, rel=1e-12)


def test_dunn_as_scikit_posthocs():
    # scikit_posthocs.posthoc_dunn(samples, p_adjust="holm"), version 0.17.1; ties
    # too.
    samples = [[1, 2, 3, 5, 1], [12, 31, 54, 12], [10, 12, 6, 74, 11]]
    found = fm.dunn_test(samples, adjust="holm")
    np.testing.assert_allclose(
        found.adjusted_pvalues[np.triu_indices(3, 1)],
        POSTHOCS,
        rtol=1e-12,
    )
    assert found.n_values == 14
    assert found.n_datasets == 0
    assert str(found) == (
        "Dunn test, 3 models with 14 values on different data, p-values adjusted by "
        "Holm's method: 3 pairs"
    )


POSTHOCS = [0.009344828059018073, 0.04517377632835934, 0.42011267955064]


def test_values_of_frames_and_decimals():
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"a": [0.1 + 0.2, 0.5], "b": [0.3, 0.5]})
    assert fm.kruskal_wallis_test(frame, decimals=9).statistic == 0
    assert fm.kruskal_wallis_test(frame).notes
    assert fm.kruskal_wallis_test(frame, decimals=9).models == ("a", "b")
    drawn = fm.kruskal_wallis_test(SUBJECTS, method="monte-carlo", random_state=3)
    assert drawn.pvalue == pytest.approx(0.71, abs=0.03)  # of all assignments
    assert pickle.loads(pickle.dumps(drawn)) == drawn


@one_case("test", [fm.kruskal_wallis_test, fm.dunn_test])
def test_which_values_are_refused(test):
    for samples, error, match in (
        ([[1, 2]], ValueError, "two models or more, got 1"),
        ({}, ValueError, "got 0"),
        (3, TypeError, "a sequence of columns"),
        ("ab", TypeError, "a sequence of columns"),
        ({"a": [1], "b": []}, ValueError, "b"),
        ({"a": [1], "b": [math.nan]}, ValueError, r"samples\['b'\]"),
        ([[1], [math.inf]], ValueError, "infinity"),
        ([[1], ["x"]], (TypeError, ValueError), "samples"),
        ([1, 2], (TypeError, ValueError), "samples"),
    ):
        with pytest.raises(error, match=match):
            test(samples)


def test_dunn_options():
    with pytest.raises(ValueError, match="control must be one of"):
        fm.dunn_test(SUBJECTS, control="x")
    with pytest.raises(ValueError, match="shaffer"):
        fm.dunn_test(SUBJECTS, control="normal", adjust="shaffer")
    with pytest.raises(ValueError, match="adjust must be one of"):
        fm.dunn_test(SUBJECTS, adjust="auto")
    raw = fm.dunn_test(SUBJECTS, adjust=None)
    against = fm.dunn_test(SUBJECTS, adjust="bonferroni", control="normal")
    assert against.pvalues[1:].tolist() == raw.pvalues[0, 1:].tolist()
    assert math.isnan(against.adjusted_pvalues[0])
    for result in (raw, against):
        [picture] = result._pictures()
        assert picture.name == "pvalues"
        assert result.to_svg().startswith("<svg")
        with pytest.raises(ValueError, match="style='heatmap'"):
            result.to_svg(style="bars")


def test_scores_too_large_for_decimals_are_aligned_as_they_are():
    scores = np.array([[0.1, 0.2, 0.4], [1e150, 5e149, 0], [0, 0, -1e300]])
    with_decimals = fm.aligned_ranks_test(scores, decimals=12)  # and without a warning
    assert with_decimals.pvalue == fm.aligned_ranks_test(scores).pvalue
