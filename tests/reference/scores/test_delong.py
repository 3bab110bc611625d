"""DeLong's variance and test by hand."""

import math

import pytest
from helpers.worked import LABELS, SCORES
from scipy import stats

from fastmetrics import reference


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
