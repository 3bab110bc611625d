"""The test of row losses by hand."""

import math

import pytest

from fastmetrics import reference

A, B = [1, 0, 0, 1], [0, 0, 0, 0]  # h = 1, 0, 0, 1
FOLDS = ["x", "x", "y", "y"]


def test_both_variances_by_hand():
    # mean 1/2; (h - mean)² is 1/4 of each: z = √4 · ½ / ½.
    found = reference.cv_loss_test(A, B, FOLDS)
    assert found == pytest.approx((2, math.erfc(math.sqrt(2)), 0.5, 0.25), rel=1e-15)
    # Either fold holds 1 and 0, of sample variance ½: z = √4 · ½ / √½.
    within = reference.cv_loss_test(A, B, FOLDS, variance="within")
    assert within.statistic == pytest.approx(math.sqrt(2), rel=1e-15)
    greater = reference.cv_loss_test(A, B, FOLDS, alternative="greater")
    assert greater.pvalue == found.pvalue / 2


def test_groups_by_hand():
    # Deviations ½, -½, -½, ½: the pairs of rows add up to 0 and 0.
    losses = [1, 0, 0, 1, 0, 0], [0, 0, 0, 0, 0, 0]
    folds, groups = ["x", "x", "y", "y", "y", "y"], [0, 0, 1, 1, 2, 3]
    # mean 1/3; deviations 2/3, -1/3, -1/3, 2/3, -1/3, -1/3; by group 1/3, 1/3, -1/3
    # and -1/3, their squares 4/9 in all: the error is √(4/9)/6 = 1/9.
    found = reference.cv_loss_test(*losses, folds, groups=groups)
    assert found.standard_error == pytest.approx(1 / 9, rel=1e-15)
    assert found.statistic == pytest.approx(3, rel=1e-15)
    with pytest.raises(ValueError, match="several folds"):
        reference.cv_loss_test(A, B, FOLDS, groups=[0, 1, 1, 2])


def test_losses_without_variance():
    assert reference.cv_loss_test(A, A, FOLDS)[:3] == (0, 1, 0)
    with pytest.warns(reference.UndefinedMetricWarning):
        found = reference.cv_loss_test([1, 1, 0, 0], B, FOLDS, variance="within")
    assert math.isnan(found.statistic)
    assert found.estimate == 0.5
