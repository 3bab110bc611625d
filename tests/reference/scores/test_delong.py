"""DeLong's variance and test by hand."""

import itertools
import math

import pytest
from helpers.worked import LABELS, SCORES
from scipy import stats

from fastmetrics import reference
from fastmetrics.reference.scores.delong import exact_delong, mean


def test_delong_variance_by_hand():
    # Placements of the positives 1, ¾, ⅝, ¼ and of the negatives ¼, ⅝, ¾, 1: each has
    # mean 21/32 and sample variance 25/256, so the variance is 2 · 25/256 / 4.
    assert reference.delong_roc_variance(LABELS, SCORES) == (0.65625, 25 / 512)


def test_delong_covariance_and_test_by_hand():
    # Positives (a, b): (3, 3) (2, 1); negatives (1, 2) (0, 0).
    labels, a, b = [1, 1, 0, 0], [3, 2, 1, 0], [3, 1, 2, 0]
    aucs, covariance = reference.delong_roc_variance(
        labels, list(zip(a, b, strict=True))
    )
    assert aucs == [1, 0.75]
    # b: placements 1, ½ and ½, 1, each of variance 1/8; a never varies.
    assert covariance == [[0, 0], [0, 1 / 8]]
    result = reference.delong_roc_test(labels, a, b)
    assert result.difference == 0.25
    assert result.standard_error == math.sqrt(1 / 8)
    assert result.statistic == 0.25 / math.sqrt(1 / 8)
    assert result.pvalue == pytest.approx(
        2 * stats.norm.sf(result.statistic), rel=1e-14
    )
    greater, less = (
        reference.delong_roc_test(labels, a, b, alternative=side).pvalue
        for side in ("greater", "less")
    )
    assert greater == pytest.approx(result.pvalue / 2, rel=1e-14)
    assert greater + less == pytest.approx(1, rel=1e-14)
    low, high = result.confidence_interval(0.9)
    half = stats.norm.ppf(0.95) * result.standard_error
    assert (low, high) == pytest.approx((0.25 - half, 0.25 + half), rel=1e-12)


def test_delong_test_of_equal_and_of_flat_scores():
    same = reference.delong_roc_test(LABELS, SCORES, SCORES)
    assert same[:4] == (0, 1, 0, 0)
    with pytest.warns(reference.UndefinedMetricWarning, match="no variance"):
        flat = reference.delong_roc_test([1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 1, 1])
    assert math.isnan(flat.statistic)
    assert math.isnan(flat.pvalue)
    assert flat.difference == 1


def test_delong_with_one_row_of_a_class_has_no_variance():
    with pytest.warns(reference.UndefinedMetricWarning, match="one row"):
        auc, variance = reference.delong_roc_variance([1, 0, 0], [2, 1, 3])
    assert auc == 0.5
    assert math.isnan(variance)


def test_the_unbiased_variance_by_hand():
    # Pairs (a, b), positives down: (1, 1) (1, ½); (1, 1) (0, 0). Pairs without a common
    # row: 11 with 22 and 12 with 21, both ways: (0 + 1 + 1 + 0) / 4 for a with a.
    labels, a, b = [1, 1, 0, 0], [4, 2, 1, 3], [3, 2, 1, 3]
    aucs, covariance = reference.delong_roc_variance(
        labels, list(zip(a, b, strict=True)), unbiased=True
    )
    assert aucs == [3 / 4, 5 / 8]
    assert covariance == [
        [9 / 16 - 2 / 4, 15 / 32 - 3 / 8],  # 12 with 21, and ½ times 1: (1 + ½) / 4
        [15 / 32 - 3 / 8, 25 / 64 - 1 / 4],
    ]
    result = reference.delong_roc_test(labels, a, b, unbiased=True)
    variance = 1 / 16 + 9 / 64 - 2 * 3 / 32
    assert result.standard_error == math.sqrt(variance)
    assert result.statistic == (1 / 8) / math.sqrt(variance)


def test_the_unbiased_variance_of_a_difference_may_fall_below_zero():
    # psi: 1 0; 1 1 and 0 0; 1 0. Their difference 1 0; 0 1 has the mean ½, and pairs
    # apart have the mean (1 + 1 + 0 + 0) / 4: ¼ - ½ is below 0.
    labels, a, b = [1, 1, 0, 0], [1, 3, 0, 2], [0, 2, 1, 3]
    with pytest.warns(reference.UndefinedMetricWarning, match="below 0"):
        result = reference.delong_roc_test(labels, a, b, unbiased=True)
    assert result.difference == 0.5
    assert all(map(math.isnan, (*result[:2], result.standard_error)))


def every_sample(population, n):
    """Samples of n rows, drawn alike from a population."""
    return itertools.product(population, repeat=n)


def test_its_expectation_is_the_variance_of_the_area():
    # Rows (score a, score b) are drawn from three alike, 2 positives and 2 negatives.
    positives, negatives = [(3, 1), (1, 2), (2, 2)], [(1, 1), (2, 0), (0, 3)]
    areas, estimates, plain = [], [], []
    for drawn in itertools.product(
        every_sample(positives, 2), every_sample(negatives, 2)
    ):
        rows = [*drawn[0], *drawn[1]]
        models = list(zip(*rows, strict=True))
        found, covariance = exact_delong([1, 1, 0, 0], models, None, unbiased=True)
        areas.append(found)
        estimates.append(covariance)
        plain.append(exact_delong([1, 1, 0, 0], models, None)[1])
    for i, j in ((0, 0), (0, 1), (1, 1)):
        products = mean([area[i] * area[j] for area in areas])
        truth = products - mean([a[i] for a in areas]) * mean([a[j] for a in areas])
        assert mean([estimate[i][j] for estimate in estimates]) == truth
        if i == j:
            assert mean([estimate[i][j] for estimate in plain]) > truth
