"""Two areas of different rows, against values worked by hand."""

import math

import pytest

from fastmetrics import reference

LABELS = [1, 1, 0, 0]


def test_two_areas_by_hand():
    # 3 of 4 pairs and 1 of 4, each with the variance 1/8: t = 0.5 / 0.5 with
    # (1/4)² / (2 · (1/8)² / 3) = 6 degrees of freedom, of which the tail beyond 1 is
    # ½ - (1/√7 · ½) (1 + 3/7 + 27/98).
    found = reference.delong_roc_test_independent(
        LABELS, [4, 2, 3, 1], LABELS, [3, 1, 4, 2], alternative="greater"
    )
    tail = 0.5 - 0.5 / math.sqrt(7) * (1 + 3 / 7 + 27 / 98)
    assert found == pytest.approx((1.0, tail, 0.5, 6.0), rel=1e-12)
    both = reference.delong_roc_test_independent(
        LABELS, [4, 2, 3, 1], LABELS, [3, 1, 4, 2]
    )
    assert both.pvalue == pytest.approx(2 * tail, rel=1e-12)
    less = reference.delong_roc_test_independent(
        LABELS, [4, 2, 3, 1], LABELS, [3, 1, 4, 2], alternative="less"
    )
    assert less.pvalue == pytest.approx(1 - tail, rel=1e-12)


def test_what_has_no_variance():
    right, wrong = [4, 3, 2, 1], [1, 2, 3, 4]
    same = reference.delong_roc_test_independent(LABELS, right, LABELS, right)
    assert same[:3] == (0.0, 1.0, 0.0)
    with pytest.warns(reference.UndefinedMetricWarning, match="variance"):
        apart = reference.delong_roc_test_independent(LABELS, right, LABELS, wrong)
    assert math.isnan(apart.pvalue)
    with pytest.warns(reference.UndefinedMetricWarning, match="two rows"):
        few = reference.delong_roc_test_independent([1, 0, 0], [3, 2, 1], LABELS, right)
    assert math.isnan(few.estimate)
    with pytest.raises(ValueError, match="alternative"):
        reference.delong_roc_test_independent(
            LABELS, right, LABELS, wrong, alternative="more"
        )
