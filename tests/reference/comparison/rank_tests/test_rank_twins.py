"""The twins of tests of ranks, on numbers worked by hand or printed."""

import math

import pytest
from helpers.one_case import one_case

from fastmetrics.reference.comparison.friedman import (
    chi_squared_tail,
    critical_difference,
    friedman_test,
    rank_scores,
    skillings_mack_test,
    studentized_range_sf,
)
from fastmetrics.reference.comparison.rank_tests import (
    bonferroni_dunn_test,
    nemenyi_test,
    pairwise_tests,
)

# The textbook's: ranks 1 2 3; 1 2.5 2.5; 1 2 3; 1 2 3.
TEXTBOOK = [[9, 8, 7], [8, 6, 6], [7, 6, 5], [9, 8, 6]]


def test_ranks_by_counting():
    assert rank_scores([[3, 1, 1, 0]]) == [[1, 2.5, 2.5, 4]]
    assert rank_scores([[3, 1, 1, 0]], greater_is_better=False) == [[4, 2.5, 2.5, 1]]
    assert rank_scores({"a": [0.1 + 0.2], "b": [0.3]}, decimals=9) == [[1.5, 1.5]]
    with pytest.raises(ValueError, match="nan"):
        rank_scores([[1, math.nan]])


@one_case(
    ("options", "statistic", "pvalue"),
    [
        ({"statistic": "chi2", "ties": "ignored"}, 7.125, 2 / 216),
        ({"statistic": "chi2"}, 7.6, 2 / 216),
        ({"ties": "ignored", "method": "asymptotic"}, 171 / 7, 0.001308441),
        ({"method": "asymptotic"}, 57, 0.000125),
        ({"statistic": "chi2", "method": "asymptotic"}, 7.6, math.exp(-3.8)),
        ({"method": "exact"}, 57, 2 / 216),
    ],
)
def test_textbook_table(options, statistic, pvalue):
    found = friedman_test(TEXTBOOK, **options)
    assert found.statistic == pytest.approx(statistic, rel=1e-12)
    assert found.pvalue == pytest.approx(pvalue, rel=1e-6)
    assert found.mean_ranks == [1, 2.125, 2.875]


def test_rows_alike_have_the_exact_chance_of_it():
    alike = [[3, 2, 1]] * 3
    assert friedman_test(alike, method="asymptotic")[:2] == (math.inf, 1 / 36)
    assert friedman_test(alike, method="monte-carlo")[1] == 1 / 36
    tied = friedman_test([[3, 1, 1]] * 3)
    assert tied[:2] == (math.inf, pytest.approx(1 / 9))
    assert friedman_test([[1, 1]] * 3)[:2] == (0, 1)


def test_skillings_and_mack_of_a_full_table_is_friedmans():
    rows = [[1, 3, 2, 4], [2, 1, 3, 4], [1, 2, 4, 3], [4, 2, 3, 1]]
    gap = [*rows, [5, math.nan, math.nan, math.nan]]  # says nothing
    full = friedman_test(rows, statistic="chi2", method="asymptotic")
    found = friedman_test(gap, missing="skillings-mack")
    assert found.statistic == pytest.approx(full.statistic, rel=1e-12)
    assert found.pvalue == pytest.approx(full.pvalue, rel=1e-12)


def test_skillings_and_mack_by_hand():
    # Ranks 1 2; 1 2; 1 2 of (a, b), (b, c) and (a, c), weighted by 2 each: A is
    # (-1, 1) · 2 · 1/2 for a pair: a: -1 -1, b: 1 - 1, c: 1 + 1. V = ((2, -1, -1), ...)
    # has the generalised inverse (I - 1/3) / 3: 8 / 3.
    nan = math.nan
    found = skillings_mack_test([[2, 1, nan], [nan, 2, 1], [2, nan, 1]])
    assert found.statistic == pytest.approx(8 / 3, rel=1e-12)
    assert found.pvalue == pytest.approx(math.exp(-4 / 3), rel=1e-12)


def test_chi_squared_tails():
    # Tables: 3.841 and 7.815 are exceeded in 0.05 with 1 and 3 degrees of freedom.
    for x, df in ((3.841458820694124, 1), (5.991464547107979, 2), (7.814727903251, 3)):
        assert chi_squared_tail(x, df) == pytest.approx(0.05, rel=1e-11)


def test_tables_of_the_range():
    # Harter (1960), Table B2: upper 5 % points of the range of k normal variables.
    for k, q in ((2, 2.772), (3, 3.314), (5, 3.858), (10, 4.474), (20, 5.012)):
        assert studentized_range_sf(q, k) == pytest.approx(0.05, rel=2e-3)
    # Of two variables it is the normal law, wherever.
    for q in (0.1, 1.0, 5.0, 20.0):
        assert studentized_range_sf(q, 2) == pytest.approx(math.erfc(q / 2), rel=1e-11)
    assert studentized_range_sf([0, -1, math.inf], 3) == [1, 1, 0]


def test_critical_values_of_demsar():
    # Table 5 of Demšar (2006): q at 0.05 and 0.10, for 3 and 5 models.
    nemenyi = {3: (2.343, 2.052), 5: (2.728, 2.459)}
    dunn = {3: (2.241, 1.960), 5: (2.498, 2.241)}
    for test, table in (("nemenyi", nemenyi), ("bonferroni-dunn", dunn)):
        for k, printed in table.items():
            for q, alpha in [*zip(printed, (0.05, 0.10), strict=True)][k == 5 :]:
                found = critical_difference(k, 6, alpha=alpha, test=test)
                assert found / math.sqrt(k * (k + 1) / 36) == pytest.approx(q, abs=1e-3)


def test_pairs_worked_by_hand():
    rows = [[3, 2, 1]] * 3 + [[2, 3, 1]]
    # Mean ranks 1.25, 1.75, 3: differences over sqrt(12 / 24).
    found = nemenyi_test(rows)
    assert found.estimates[0] == [0, -0.5, -1.75]
    assert found.statistics[0][2] == pytest.approx(-1.75 * math.sqrt(2))
    assert found.pvalues[2][0] == found.pvalues[0][2]
    dunn = bonferroni_dunn_test(rows, control=2)
    assert dunn.pvalues[0] == pytest.approx(math.erfc(1.75))
    assert dunn.adjusted_pvalues[0] == pytest.approx(2 * math.erfc(1.75))
    assert math.isnan(dunn.pvalues[2])
    # Conover (1999): squares of ranks add up to 56, of rank sums 5, 7, 12 to 218.
    t = pairwise_tests(rows, test="conover", adjust=None).statistics[0][2]
    assert t == pytest.approx(-7 / math.sqrt(2 * (4 * 56 - 218) / 6))
