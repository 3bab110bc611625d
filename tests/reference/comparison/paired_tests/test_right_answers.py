"""McNemar's test and Cochran's by hand and as they were printed."""

import math
from itertools import product

import pytest
from scipy import stats

from fastmetrics import reference
from fastmetrics.reference.comparison.paired_tests import chi2_tail

Y = [1, 1, 1, 1, 1, 1, 0, 0, 0, 0]
A = [1, 1, 1, 1, 1, 1, 0, 0, 0, 1]
B = [1, 1, 0, 0, 0, 0, 0, 0, 1, 0]


def test_mcnemar_by_hand():
    assert reference.mcnemar_table(Y, A, B) == [[4, 5], [1, 0]]
    # Five heads of six, or more, or as few: 2 (6 + 1) / 64.
    found = reference.mcnemar_test(Y, A, B)
    assert (found.statistic, found.pvalue, found.estimate) == (5, 14 / 64, 0.4)
    assert found.odds_ratio == 5
    mid = reference.mcnemar_test(Y, A, B, method="mid-p")
    assert mid.pvalue == (2 * 1 + 6) / 64
    chi2 = reference.mcnemar_test(Y, A, B, method="chi2")
    assert chi2.statistic == 9 / 6
    assert chi2.pvalue == pytest.approx(stats.chi2.sf(1.5, 1), rel=1e-13)
    plain = reference.mcnemar_test(Y, A, B, method="chi2-uncorrected")
    assert plain.statistic == 16 / 6
    # (5 + 1) / 12 - (1 + 1) / 12 and its error √((8/12 - (4/12)²) / 12).
    half = stats.norm.ppf(0.975) * math.sqrt((8 / 12 - 1 / 9) / 12)
    assert found.interval == pytest.approx((1 / 3 - half, 1 / 3 + half), rel=1e-12)


def test_mcnemar_where_as_many_are_right():
    for method in ("mid-p", "chi2", "chi2-uncorrected"):
        found = reference.mcnemar_test_from_table([[1, 3], [3, 1]], method=method)
        assert found.pvalue == 1
    for method, side in product(
        ("exact", "mid-p", "chi2", "chi2-uncorrected"), ("two-sided", "greater", "less")
    ):
        none = reference.mcnemar_test_from_table(
            [[1, 0], [0, 1]], method=method, alternative=side
        )
        assert none[:3] == (0, 1, 0)


def test_cochran_as_it_was_printed():
    # Cochran (1950), four media for cultures of diphtheria on 69 specimens: the numbers
    # of specimens by which media grew. Q = 8.05, 3 degrees of freedom, p 0.045.
    patterns = {"1111": 4, "1101": 2, "0111": 3, "0101": 1, "0000": 59}
    rows = [
        [int(x) for x in pattern] for pattern, n in patterns.items() for _ in range(n)
    ]
    models = dict(enumerate(zip(*rows, strict=True)))
    found = reference.cochran_q_test([1] * 69, models)
    assert found.statistic == pytest.approx(8.05, abs=0.005)
    assert found.pvalue == pytest.approx(0.045, abs=0.0005)


def test_cochran_by_hand():
    # Right answers 3, 1 and 2, of rows 3, 1, 1, 1: Q = 2 (3 · 14 - 36) / (18 - 12).
    models = {"a": [1, 1, 1, 0], "b": [1, 0, 0, 0], "c": [1, 0, 0, 1]}
    found = reference.cochran_q_test([1] * 4, models)
    assert (found.statistic, found.estimate) == (2, 0.5)
    # Three answers dealt to three models: all but the six of 27 ways in which each
    # model gets one are as uneven.
    dealt = reference.cochran_q_test([1] * 4, models, method="permutation")
    assert dealt.pvalue == 21 / 27


def test_tails_of_chi2():
    for df in range(1, 12):
        for x in (0.0, 0.3, 4.0, 50.0):
            assert chi2_tail(x, df) == pytest.approx(stats.chi2.sf(x, df), rel=1e-12)
