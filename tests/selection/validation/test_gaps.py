"""Train against test, and the four verdicts."""

import math

import pytest
from helpers.one_case import one_case

from fastmetrics.reference.selection import validation as reference
from fastmetrics.selection.validation.fold_intervals import (
    GAIN,
    GAP,
    gain,
    gap,
    verdict,
)

SIZES = (80.0, 20.0, 0.95)
TEST = [0.80, 0.82, 0.78, 0.81, 0.79]
TRAIN = [0.95, 0.96, 0.94, 0.95, 0.97]


def test_a_gap_is_positive_where_test_rows_are_worse():
    found = gap(TRAIN, TEST, *SIZES, greater_is_better=True)
    differences = [a - b for a, b in zip(TRAIN, TEST, strict=True)]
    plain = reference.corrected(differences, *SIZES)
    assert found.estimate == pytest.approx(plain.estimate, rel=1e-13)
    assert found.low == pytest.approx(plain.low, rel=1e-12)
    assert found.target == GAP
    # Errors: 1 - accuracy, the smaller the better.
    errors = gap([1 - a for a in TRAIN], [1 - a for a in TEST], *SIZES,
                 greater_is_better=False)  # fmt: skip
    assert errors.estimate == pytest.approx(found.estimate, rel=1e-12)
    assert errors.low == pytest.approx(found.low, rel=1e-12)


def gains(train, other):
    return gain(train, other, *SIZES, greater_is_better=True)


@one_case(
    "train, test, none, expected",
    [
        (TRAIN, TEST, 0.5, "overfits"),
        # The majority class, everywhere: exactly what no information gives.
        ([0.6, 0.61, 0.59, 0.6, 0.6], [0.61] * 5, [0.6, 0.61, 0.59, 0.6, 0.6],
         "underfits"),
        ([0.4, 0.42, 0.41, 0.4, 0.43], [0.4] * 5, 0.5, "underfits"),
        ([0.8, 0.81, 0.79, 0.8, 0.82], [0.7, 0.9, 0.8, 0.75, 0.86], 0.5, "neither"),
        ([0.5, 0.6, 0.45, 0.55, 0.4], [0.6, 0.5, 0.4, 0.45, 0.55], 0.49,
         "cannot tell"),
        (TRAIN, [0.8, 0.8, 0.8, 0.8, math.nan], 0.5, "cannot tell"),
    ],
)  # fmt: skip
def test_the_four_cases(train, test, none, expected):
    found = gap(train, test, *SIZES, greater_is_better=True)
    assert verdict(found, [gains(train, none)]) == expected


def test_a_baseline_that_is_as_good_is_underfitting():
    found = gap(TRAIN, TEST, *SIZES, greater_is_better=True)
    better, equal = gains(TRAIN, 0.5), gains(TRAIN, TRAIN)
    assert better.target == GAIN
    assert verdict(found, [better]) == "overfits"
    assert verdict(found, [better, equal]) == "underfits"


def test_rounding_is_no_advantage():
    shares = [0.1 + 0.2, 0.3, 0.7 - 0.4, 0.3, 0.3]
    found = gap(TRAIN, TRAIN, *SIZES, greater_is_better=True)
    assert verdict(found, [gains(shares, 0.3)]) == "underfits"


def test_no_gap_at_all_is_no_overfitting():
    same = gap(TRAIN, TRAIN, *SIZES, greater_is_better=True)
    assert verdict(same, [gains(TRAIN, 0.5)]) == "neither"
