"""Cramér's V and Theil's U: worked by hand, and against SciPy."""

import math

import pytest
from helpers.one_case import one_case
from helpers.worked import rows
from scipy.stats import contingency

from fastmetrics.reference import UndefinedMetricWarning
from fastmetrics.reference.clustering import information as reference
from fastmetrics.reference.clustering import partitions

# χ² of [[2, 0], [1, 3]] is 6 (2·3 - 0·1)² / (2·4·3·3) = 3, so that φ² is 1/2.
SMALL = rows([[2, 0], [1, 3]])


def test_cramers_v_by_hand():
    assert reference.cramers_v(*SMALL) == math.sqrt(1 / 2)
    # φ² - 1/5 = 3/10; r and c are 2 - 1/5 = 9/5, less 1: 4/5.
    corrected = reference.cramers_v(*SMALL, bias_correction=True)
    assert corrected == math.sqrt(3 / 8)


@one_case("table", [[[5, 1, 2], [1, 4, 0]], [[1, 2], [3, 4], [5, 9]]])
def test_cramers_v_of_scipy(table):
    expected = contingency.association(table, method="cramer")
    assert reference.cramers_v(*rows(table)) == pytest.approx(expected, rel=1e-14)


def test_theils_u_by_hand():
    # H is log 2 and, where two thirds are known, what is left is a third of it.
    true, predicted = ["a", "a", "b", "b", "a", "b"], [0, 0, 1, 1, 2, 2]
    assert reference.theils_u(true, predicted) == pytest.approx(2 / 3, rel=1e-15)
    assert reference.theils_u(predicted, true) == pytest.approx(
        (2 / 3) * math.log(2) / math.log(3), rel=1e-15
    )


def test_undefined():
    for function in (reference.cramers_v, reference.theils_u):
        with pytest.warns(UndefinedMetricWarning):
            assert math.isnan(function([1, 1], ["a", "b"]))
    with pytest.warns(UndefinedMetricWarning):
        assert math.isnan(reference.cramers_v([1, 2], [1, 2], bias_correction=True))


def test_clustering_accuracy_by_hand():
    # Of 3 4 / 4 1 the cells 4 and 4 are better than the largest and what is left: the
    # diagonal has 4 rows of 12.
    assert partitions.clustering_accuracy(*rows([[3, 4], [4, 1]])) == 8 / 12
    # The second cluster of the three classes stands for none.
    assert partitions.clustering_accuracy(*rows([[5, 4, 0], [0, 0, 1]])) == 6 / 10
