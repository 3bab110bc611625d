"""t tests of scores by fold, by hand."""

import math

import pytest

from fastmetrics import reference


def test_paired_t_by_hand():
    # Differences 1, 2, 3: mean 2, s = 1, t = √3 · 2; with 2 degrees of freedom
    # P(|T| > t) = 1 - t / √(2 + t²).
    found = reference.paired_cv_t_test([3, 4, 5], [2, 2, 2])
    assert found.estimate == 2
    assert found.standard_error == pytest.approx(1 / math.sqrt(3), rel=1e-15)
    assert found.statistic == pytest.approx(2 * math.sqrt(3), rel=1e-15)
    p = 1 - math.sqrt(12 / 14)
    assert found.pvalue == pytest.approx(p, rel=1e-13)
    assert reference.paired_cv_t_test([1, 2, 3]) == found
    sides = [
        reference.paired_cv_t_test([1, 2, 3], alternative=side).pvalue
        for side in ("greater", "less")
    ]
    assert sides == pytest.approx([p / 2, 1 - p / 2], rel=1e-13)


def test_the_correction_by_hand():
    # 1/3 + 20/30 = 1: the standard error is s.
    sizes = {"n_train": [20, 30, 40], "n_test": 20}
    found = reference.corrected_resampled_t_test([1, 2, 3], **sizes)
    assert (found.statistic, found.standard_error) == pytest.approx((2, 1), rel=1e-15)


def test_equal_differences_say_nothing():
    assert reference.paired_cv_t_test([0.3, 0.5], [0.1 + 0.2, 0.5])[:3] == (0, 1, 0)
    with pytest.warns(reference.UndefinedMetricWarning):
        found = reference.paired_cv_t_test([0.9, 0.8, 0.7], [0.8, 0.7, 0.6])
    assert math.isnan(found.statistic)
    assert math.isnan(found.pvalue)
    assert found.estimate == pytest.approx(0.1)
