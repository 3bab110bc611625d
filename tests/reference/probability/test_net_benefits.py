"""Net benefit, against values worked by hand."""

import math

import pytest

from fastmetrics import reference

Y, P = [0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.8, 0.9]


def test_net_benefit_by_hand():
    # From a quarter on 3 positives and 1 negative are treated, at the odds 1/3.
    assert reference.net_benefit(Y, P, threshold=0.25) == (3 - 1 / 3) / 6
    # From a half on 2 and 1, at even odds; the threshold itself is treated.
    assert reference.net_benefit(Y, P, threshold=0.5) == 1 / 6
    assert reference.net_benefit(Y, [0.5] * 6, threshold=0.5) == 0.0
    assert reference.net_benefit(Y, P, threshold=0.0) == 0.5
    most = reference.net_benefit(Y, P, threshold=0.25, standardized=True)
    assert most == pytest.approx((3 - 1 / 3) / 3, rel=1e-15)
    weights = [1, 1, 2, 3, 1, 0]
    weighted = reference.net_benefit(Y, P, threshold=0.25, sample_weight=weights)
    assert weighted == (3 - 3 / 3) / 8


def test_the_curve_has_all_and_the_model():
    curve = reference.decision_curve(Y, P, thresholds=[0.5, 0.25])
    assert curve.thresholds == [0.25, 0.5]
    assert curve.net_benefit == [(3 - 1 / 3) / 6, 1 / 6]
    assert curve.treat_all == [(3 - 3 / 3) / 6, 0.0]
    assert len(reference.decision_curve(Y, P).thresholds) == 99


def test_without_positives_there_is_no_unit():
    with pytest.warns(reference.UndefinedMetricWarning, match="positive"):
        found = reference.net_benefit([0], [0.5], threshold=0.5, standardized=True)
    assert math.isnan(found)
    with pytest.raises(ValueError, match="threshold"):
        reference.net_benefit(Y, P, threshold=1.0)
