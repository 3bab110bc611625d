"""Twins of losses relative to those of a constant, on numbers worked by hand."""

import math
from fractions import Fraction

import pytest

from fastmetrics import reference as ref

TRUE = [3, -0.5, 2, 7]  # median 5/2, mean 23/8
PRED = [2.5, 0.0, 2, 8]  # errors 1/2, 1/2, 0, 1


def test_d2_of_four_rows():
    # From 5/2: 1/2 + 3 + 1/2 + 9/2.
    assert ref.d2_absolute_error_score(TRUE, PRED) == float(1 - Fraction(4, 17))


def test_d2_of_upper_quantiles():
    """The quantile 3/4 of 0, 1, 2, 3 is 5/2: losses 5/8, 3/8, 1/8 and 3/8."""
    true, pred = [0, 1, 2, 3], [1, 1, 1, 1]  # lose 1/4, 0, 3/4, 3/2
    score = ref.d2_pinball_score(true, pred, alpha=0.75)
    assert score == float(1 - Fraction(5, 2) / Fraction(3, 2))


def test_d2_of_constant_rows():
    assert ref.d2_absolute_error_score([2, 2], [2, 2]) == 1
    assert ref.d2_absolute_error_score([2, 2], [2, 3]) == 0
    with pytest.warns(ref.UndefinedMetricWarning):
        assert math.isnan(ref.d2_absolute_error_score([2], [2]))


def test_relative_absolute_error():
    # From 23/8: 1/8 + 27/8 + 7/8 + 33/8 = 68/8.
    assert ref.relative_absolute_error(TRUE, PRED) == float(Fraction(4, 17))
    # Weights 1, 0, 3, 0: mean 9/4, distances 3/4 and 1/4, errors 1/2 and 0.
    weighted = ref.relative_absolute_error(TRUE, PRED, sample_weight=[1, 0, 3, 0])
    assert weighted == float(Fraction(1, 2) / Fraction(3, 2))


def test_relative_absolute_error_of_constant_rows():
    with pytest.warns(ref.UndefinedMetricWarning):
        assert math.isnan(ref.relative_absolute_error([2, 2], [1, 3]))
