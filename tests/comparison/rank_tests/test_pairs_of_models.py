"""Tests of pairs of models on several data sets."""

import itertools
import math
import pickle

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

import fastmetrics as fm
from fastmetrics.reference.comparison import rank_tests as reference

TESTS = ["nemenyi", "rank-z", "conover", "wilcoxon", "sign", "t"]
TABLES = hnp.arrays(
    float,
    st.tuples(st.integers(3, 6), st.integers(2, 4)),
    elements=st.integers(-30, 30).map(lambda i: i / 4),
)
MODELS = {"A": [9, 8, 7, 9], "B": [8, 6, 6, 8], "C": [7, 6, 5, 6]}


def varies(table, test):
    """Whether no two models differ by the same everywhere, nor all ranks agree."""
    if test == "conover":
        ranks = stats.rankdata(table, axis=1)
        return (ranks != ranks[0]).any()
    return test != "t" or all(
        np.ptp(table[:, i] - table[:, j]) > 0
        for i, j in itertools.combinations(range(table.shape[1]), 2)
    )


@given(TABLES, st.sampled_from(TESTS), st.booleans(), st.booleans())
def test_as_the_reference(table, test, with_control, greater):
    if not varies(table, test):
        return
    options = {"test": test, "greater_is_better": greater}
    if with_control and test != "nemenyi":
        options["control"] = 1
    found = fm.pairwise_tests(table, **options)
    twin = reference.pairwise_tests(table.tolist(), **options)
    for what in ("estimates", "statistics", "pvalues", "adjusted_pvalues"):
        ours, theirs = getattr(found, what), np.array(getattr(twin, what))
        # The same sums in another order, and p-values by another rule.
        np.testing.assert_allclose(ours, theirs, rtol=1e-10, atol=1e-12, err_msg=what)
    assert found.mean_ranks.tolist() == pytest.approx(twin.mean_ranks, rel=1e-15)


def test_textbook_groups():
    found = fm.nemenyi_test(MODELS)
    assert found.names == ("A", "B", "C")
    assert found.mean_ranks.tolist() == [1, 2.125, 2.875]
    assert found.groups() == (("A", "B"), ("B", "C"))
    assert found.letters() == {"A": "a", "B": "ab", "C": "b"}
    cd = found.critical_difference()
    assert cd == fm.critical_difference(3, 4) == pytest.approx(1.657, abs=5e-4)
    assert (np.abs(found.estimates) > cd).tolist() == (
        found.adjusted_pvalues < 0.05
    ).tolist()


# Demšar's Table 6; his ranks of C4.5 and its three variants.
DEMSAR = np.array(
    [
        [0.763, 0.768, 0.771, 0.798], [0.599, 0.591, 0.590, 0.569],
        [0.954, 0.971, 0.968, 0.967], [0.628, 0.661, 0.654, 0.657],
        [0.882, 0.888, 0.886, 0.898], [0.936, 0.931, 0.916, 0.931],
        [0.661, 0.668, 0.609, 0.685], [0.583, 0.583, 0.563, 0.625],
        [0.775, 0.838, 0.866, 0.875], [1.000, 1.000, 1.000, 1.000],
        [0.940, 0.962, 0.965, 0.962], [0.619, 0.666, 0.614, 0.669],
        [0.972, 0.981, 0.9751, 0.975], [0.957, 0.978, 0.946, 0.970],
    ]
)  # fmt: skip


def test_demsar_with_a_control():
    found = fm.bonferroni_dunn_test(DEMSAR, control=0, adjust=None)
    # He prints z 2.416, 2.343 and 0.512 with p 0.016, 0.019 and 0.607.
    assert found.statistics[1:] == pytest.approx([-2.343, -0.512, -2.416], abs=1e-3)
    assert found.pvalues[1:] == pytest.approx([0.019, 0.607, 0.016], abs=2e-3)
    # Bonferroni and Dunn: 1.16 at 0.05 tells none apart that differ by 1.15.
    dunn = fm.bonferroni_dunn_test(DEMSAR, control=0)
    assert dunn.test == "Bonferroni–Dunn test"
    assert dunn.critical_difference(0.10) == pytest.approx(1.04, abs=0.005)
    told = dunn.adjusted_pvalues[1:] <= 0.10
    assert told.tolist() == [True, False, True]


def test_as_peers():
    # scikit-posthocs 0.17.1: posthoc_nemenyi_friedman(DEMSAR) and
    # posthoc_conover_friedman(DEMSAR), as .to_numpy()[np.triu_indices(4, 1)].
    theirs = {
        "nemenyi": [0.08867271, 0.95617718, 0.0741848, 0.25922807, 0.99985945,
                    0.22669689],
        "conover": [0.00958815, 0.55462519, 0.00771339, 0.03966477, 0.9325845,
                    0.03276777],
    }  # fmt: skip
    for test, pvalues in theirs.items():
        found = fm.pairwise_tests(DEMSAR, test=test, adjust=None).pvalues
        np.testing.assert_allclose(found[np.triu_indices(4, 1)], pvalues, atol=1e-8)


def test_two_models_tests_are_those_of_the_two():
    rng = np.random.default_rng(4)
    table = rng.integers(0, 9, (11, 3)).astype(float)
    for test, single in (("wilcoxon", fm.wilcoxon_signed_rank_test),
                         ("sign", fm.sign_test)):  # fmt: skip
        found = fm.pairwise_tests(table, test=test, adjust=None)
        for i, j in itertools.permutations(range(3), 2):
            alone = single(table[:, i], table[:, j])
            assert found.pvalues[i, j] == pytest.approx(alone.pvalue, rel=1e-14)
            assert found.statistics[i, j] == alone.statistic
            assert found.estimates[i, j] == pytest.approx(alone.estimate, abs=1e-14)
    found = fm.pairwise_tests(table, test="t", adjust=None)
    theirs = stats.ttest_rel(table[:, 0], table[:, 2])
    assert found.statistics[0, 2] == pytest.approx(theirs.statistic, rel=1e-13)
    assert found.pvalues[0, 2] == pytest.approx(theirs.pvalue, rel=1e-12)


def test_a_third_model_changes_no_verdict_but_of_mean_ranks():
    rng = np.random.default_rng(1)
    two = rng.random((10, 2))
    three = np.column_stack([two, two.mean(axis=1) + 1e-3])
    for test in ("wilcoxon", "sign", "t"):
        p = [fm.pairwise_tests(x, test=test, adjust=None).pvalues[0, 1]
             for x in (two, three)]  # fmt: skip
        assert p[0] == p[1]
    p = [fm.pairwise_tests(x, adjust=None).pvalues[0, 1] for x in (two, three)]
    assert p[0] != p[1]


def test_adjustments():
    rng = np.random.default_rng(2)
    table = rng.random((9, 4)) + np.arange(4) / 5
    raw = fm.pairwise_tests(table, test="sign", adjust=None)
    assert raw.adjust is None
    assert raw.adjusted_pvalues is raw.pvalues
    for adjust in ("holm", "shaffer", "bh"):
        found = fm.pairwise_tests(table, test="sign", adjust=adjust)
        assert found.adjust == adjust
        expected = fm.adjust_pvalues(raw.pvalues, method=adjust)
        np.testing.assert_array_equal(found.adjusted_pvalues, expected)
        assert math.isnan(found.critical_difference())
    default = fm.pairwise_tests(table, test="sign")
    assert default.adjust == "holm"
    assert fm.pairwise_tests(table).adjust is None


@one_case("adjust", [None, "bonferroni"])
@one_case("control", [None, 2])
def test_critical_difference_is_where_verdicts_change(adjust, control):
    table = np.random.default_rng(3).random((15, 5)) + np.arange(5) / 4
    found = fm.pairwise_tests(table, test="rank-z", adjust=adjust, control=control)
    for alpha in (0.3, 0.05, 0.001):
        told = np.abs(found.estimates) > found.critical_difference(alpha)
        np.testing.assert_array_equal(told, found.adjusted_pvalues <= alpha)


def test_decimals_and_direction():
    table = [[0.1 + 0.2, 0.3], [0.5, 0.4], [0.7, 0.6]]
    for test in ("rank-z", "sign"):
        raw = fm.pairwise_tests(table, test=test)
        tied = fm.pairwise_tests(table, test=test, decimals=9)
        assert raw.statistics[0, 1] != tied.statistics[0, 1]
    losses = fm.pairwise_tests(MODELS, test="rank-z", greater_is_better=False)
    np.testing.assert_array_equal(losses.mean_ranks, [3, 1.875, 1.125])
    scores = fm.pairwise_tests(MODELS, test="rank-z")
    np.testing.assert_array_equal(losses.pvalues, scores.pvalues)


@one_case("test", TESTS)
def test_models_that_are_alike(test):
    found = fm.pairwise_tests([[1, 1, 1]] * 4, test=test)
    assert (found.adjusted_pvalues == 1).all()
    assert (found.estimates == 0).all()
    assert found.groups() == ((0, 1, 2),)
    if test in ("nemenyi", "rank-z", "conover", "t"):
        assert (found.statistics == 0).all()


@one_case("test", ["t", "conover"])
def test_certainty_out_of_nothing(test):
    # Halves that rounding makes unequal are no variance either.
    table = np.array([[0.9, 0.8], [0.8, 0.7], [0.3, 0.2]])
    with pytest.warns(fm.UndefinedMetricWarning, match="a variance of 0 says nothing"):
        found = fm.pairwise_tests(table, test=test)
    assert math.isnan(found.pvalues[0, 1])
    assert math.isnan(found.statistics[0, 1])
    assert found.groups() == ((0, 1),)


@one_case(
    "options, words",
    [
        ({"test": "dunn"}, "test must be one of"),
        ({"test": None}, "test must be one of"),
        ({"test": ["t"]}, "test must be one of"),
        (
            {"control": "D", "test": "t"},
            r"one of the models \['A', 'B', 'C'\], got 'D'",
        ),
        ({"control": 0, "test": "t"}, "control must be one of the models"),
        ({"control": "A"}, "test='nemenyi' compares all pairs"),
        ({"adjust": "holm"}, "p-values of test='nemenyi' already are of all pairs"),
        ({"adjust": "fdr", "test": "t"}, "adjust must be one of"),
        (
            {"adjust": "shaffer", "test": "t", "control": "A"},
            "for all pairs, not for a",
        ),
    ],
)
def test_hostile_options(options, words):
    with pytest.raises(ValueError, match=words):
        fm.pairwise_tests(MODELS, **options)


def test_hostile_tables():
    with pytest.raises(ValueError, match="two data sets or more, got 1"):
        fm.nemenyi_test([[1, 2, 3]])
    with pytest.raises(ValueError, match="two models or more, got 1"):
        fm.pairwise_tests([[1], [2]])
    with pytest.raises(ValueError, match="NaN in row 0"):
        fm.pairwise_tests([[math.nan, 2], [1, 2]], test="sign")
    with pytest.raises(ValueError, match="control must be the name of a model"):
        fm.bonferroni_dunn_test(MODELS, control=None)


def test_many_models():
    table = np.random.default_rng(0).random((8, 300)) + np.arange(300)
    found = fm.nemenyi_test(table)
    assert found.pvalues.shape == (300, 300)
    assert found.groups()[0][0] == 299


def test_results_are_pickled():
    for found in (
        fm.nemenyi_test(MODELS),
        fm.bonferroni_dunn_test(MODELS, control="B"),
    ):
        copy = pickle.loads(pickle.dumps(found))
        assert copy.critical_difference(0.1) == found.critical_difference(0.1)
        assert copy.summary() == found.summary()


# --- levels


@pytest.mark.slow
@one_case("test, said", [("nemenyi", 0.039), ("dunn", 0.041), ("wilcoxon", 0.037)])
def test_family_wise_levels_are_those_of_the_docstrings(test, said):
    rng = np.random.default_rng(11)
    n_tables = 2_000
    hits = 0
    for _ in range(n_tables):
        table = rng.random((10, 5))
        if test == "dunn":
            found = fm.bonferroni_dunn_test(table, control=0)
        else:
            found = fm.pairwise_tests(table, test=test)
        hits += np.nanmin(found.adjusted_pvalues) <= 0.05
    error = math.sqrt(said * (1 - said) / n_tables)
    assert abs(hits / n_tables - said) < 3 * error
