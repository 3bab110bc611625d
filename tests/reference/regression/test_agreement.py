"""Agreement, by hand."""

import math

import pytest
from helpers.one_case import one_case

from fastmetrics.reference.inputs import UndefinedMetricWarning
from fastmetrics.reference.regression.correlation import (
    concordance_correlation_coefficient as ccc,
)
from fastmetrics.reference.regression.correlation import (
    cosine_similarity as cosine,
)
from fastmetrics.reference.regression.correlation import (
    kling_gupta_efficiency as kge,
)

# Means 2 and 3, both variances 2/3, and the product: perfectly correlated, one apart.
Y, P = [1, 2, 3], [2, 3, 4]


def test_concordance_by_hand():
    assert ccc(Y, P) == 4 / 7  # 2 · 2/3 / (2/3 + 2/3 + 1)
    assert ccc(Y, P, ddof=1) == 2 / 3  # 2 · 1 / (1 + 1 + 1)
    assert ccc(Y, [3, 2, 1]) == -1
    assert ccc(Y, [5, 5, 5]) == 0
    assert ccc([1, 1, 2, 3], [2, 2, 3, 4]) == ccc(Y, P, sample_weight=[2, 1, 1])
    # Of effectively 16/6 rows: variances 11/16, times 8/5, and one apart.
    found = ccc([1, 1, 2, 3], [2, 2, 3, 4], ddof=1)
    assert found == pytest.approx(2 * 11 / 12 / (2 * 11 / 12 + 1), rel=1e-15)
    found = ccc(Y, P, sample_weight=[2, 1, 1], ddof=1)
    assert found == pytest.approx(2.2 / 3.2, rel=1e-15)
    with pytest.warns(UndefinedMetricWarning, match="constants"):
        assert math.isnan(ccc([1, 1], [1, 1]))
    with pytest.warns(UndefinedMetricWarning, match="ddof"):
        assert math.isnan(ccc([1], [2], ddof=1))
    assert ccc([1, 1], [2, 2]) == 0


def test_cosine_by_hand():
    assert cosine([3, 4], [4, 3]) == 24 / 25  # 3 · 4 + 4 · 3, over 5 · 5
    assert cosine([3, 4], [-4, 3]) == 0
    assert cosine([3, 4], [30, 40]) == 1
    assert cosine([3, 4], [-6, -8]) == -1
    # (3 · 12 + 2 · 4 · 3) / √(9 + 2 · 16) √(144 + 2 · 9)
    weighted = cosine([3, 4], [12, 3], sample_weight=[1, 2])
    assert weighted == pytest.approx(60 / math.sqrt(41 * 162), rel=1e-15)
    assert weighted == cosine([3, 4, 4], [12, 3, 3])
    assert cosine([3, 4], [4, 3], sample_weight=[0, 1]) == 1
    both = cosine([[3, 3], [4, 4]], [[4, -4], [3, 3]], multioutput="raw_values")
    assert both == [24 / 25, 0]
    for y, p in (([0, 0], [1, 2]), ([1, 2], [0, 0])):
        with pytest.warns(UndefinedMetricWarning, match="all 0"):
            assert math.isnan(cosine(y, p))


def test_efficiency_by_hand():
    # r = 1, α = 1, β = 3/2; the coefficient of variation is 2/3 of the other.
    assert kge(Y, P) == 0.5
    assert kge(Y, P, variant="2012") == pytest.approx(
        1 - math.hypot(1 / 3, 1 / 2), rel=1e-15
    )
    # r = -1: 2 away from 1.
    assert kge(Y, [3, 2, 1]) == -1
    assert kge(Y, [2, 4, 6]) == pytest.approx(1 - math.sqrt(2), rel=1e-15)
    for y, p in (([1, 1], [1, 2]), ([1, 2], [1, 1]), ([-1, 1], [1, 2])):
        with pytest.warns(UndefinedMetricWarning, match="divisor"):
            assert math.isnan(kge(y, p))
    assert kge([1, 2], [-1, 1]) == 1 - math.hypot(1, 1)
    with pytest.warns(UndefinedMetricWarning, match="divisor"):
        assert math.isnan(kge([1, 2], [-1, 1], variant="2012"))


def test_outputs_by_hand():
    y, p = [[1, 1], [2, 2], [3, 3]], [[2, 3], [3, 2], [4, 1]]
    assert ccc(y, p, multioutput="raw_values") == [4 / 7, -1]
    assert ccc(y, p) == pytest.approx(-3 / 14, rel=1e-15)
    assert kge(y, p, multioutput=[3, 1]) == (1.5 - 1) / 4


@one_case(
    "call",
    [
        lambda: ccc([1], [1, 2]),
        lambda: ccc(Y, P, ddof=-1),
        lambda: ccc(Y, P, multioutput="variance_weighted"),
        lambda: kge(Y, P, variant="2021"),
        lambda: kge(Y, P, sample_weight=[0, 0, 0]),
    ],
)
def test_refused(call):
    with pytest.raises(ValueError, match=r"unequal|ddof|multioutput|variant|zero"):
        call()
