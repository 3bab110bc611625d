"""Risk and coverage of small samples, by hand."""

import math
from fractions import Fraction

import pytest

from fastmetrics import reference

# In descending order of confidence: right, wrong, right, right.
FOUR = [1, 0, 1, 1], [0.9, 0.8, 0.7, 0.3]


def test_the_area_is_the_mean_of_the_error_rates_of_the_first_rows():
    # Error rates 0, 1/2, 1/3 and 1/4.
    expected = (Fraction(1, 2) + Fraction(1, 3) + Fraction(1, 4)) / 4
    assert reference.aurc(*FOUR) == float(expected)


def test_the_lowest_area_has_all_errors_last():
    # Error rates 0, 0, 0 and 1/4.
    best = Fraction(1, 16)
    found = reference.excess_aurc(*FOUR)
    assert found == float(Fraction(13, 48) - best)
    assert reference.excess_aurc([1, 1, 1, 0], FOUR[1]) == 0


def test_the_generalized_area_counts_each_error_by_its_rank():
    # The error is answered if coverage reaches its rank: from 1/4 to 1/2 in part, and
    # always from 1/2 on: 1/4 of all rows for 1/2, and half of that for 1/4.
    expected = Fraction(1, 4) * Fraction(1, 2) + Fraction(1, 8) * Fraction(1, 4)
    assert reference.augrc(*FOUR) == float(expected)
    # AUROC is 1/3 and p is 1/4.
    p, auroc = Fraction(1, 4), Fraction(1, 3)
    assert expected == (1 - auroc) * p * (1 - p) + p**2 / 2


def test_rows_with_equal_confidence_count_with_the_mean_over_their_orders():
    # Wrong first: (1 + 1/2) / 2; right first: (0 + 1/2) / 2.
    assert reference.aurc([1, 0], [0.5, 0.5]) == 0.5
    # 3 rows tied with one error: 1/3 at each rank.
    assert reference.aurc([1, 0, 1], [2, 2, 2]) == float(Fraction(1, 3))


def test_one_kind_of_answers():
    assert reference.aurc([1, 1], [1, 2]) == reference.augrc([1, 1], [1, 2]) == 0
    assert reference.aurc([0, 0], [1, 2]) == 1
    assert reference.augrc([0, 0], [1, 2]) == 0.5
    assert reference.excess_aurc([0, 0], [1, 2]) == 0


def test_the_curve():
    curve = reference.risk_coverage_curve(*FOUR, band="pointwise")
    assert curve.coverage == [0.25, 0.5, 0.75, 1.0]
    assert curve.risk == [0, 1 / 2, 1 / 3, 1 / 4]
    assert curve.thresholds == FOUR[1]
    # No error among one row: 1 - 0.025.
    assert curve.low[0] == 0
    assert curve.high[0] == pytest.approx(0.975, abs=1e-9)  # found by halving


def test_certified_coverage():
    # One test at the level 0.05, of all rows: no error among 59 rows is just enough
    # for a risk of 5 %, as 0.95^59 = 0.0485 and 0.95^58 = 0.0510.
    options = {"max_risk": 0.05, "n_coverages": 1}
    found = reference.coverage_at_risk([1] * 59, range(59), **options)
    assert found[:3] == (1.0, -math.inf, 0.0)
    assert found.risk_bound == pytest.approx(1 - 0.05 ** (1 / 59), abs=1e-9)  # halving
    found = reference.coverage_at_risk([1] * 58, range(58), **options)
    assert found.coverage == 0
    assert found.n_tested == 0
    # Two tests: all 200 rows have 20 errors, and the upper half has none.
    correct = [0] * 20 + [1] * 180
    found = reference.coverage_at_risk(
        correct, range(200), max_risk=0.05, n_coverages=2
    )
    assert found[:3] == (0.5, 99.0, 0.0)
    assert found.risk_bound == pytest.approx(1 - 0.025 ** (1 / 100), abs=1e-9)
