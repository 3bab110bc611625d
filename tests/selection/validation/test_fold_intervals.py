"""Intervals of cross-validated values against their plain definitions."""

import math
import warnings

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics.reference.selection import validation as reference
from fastmetrics.selection.validation import fold_intervals
from fastmetrics.selection.validation.fold_intervals import (
    EXPECTED,
    FEW_ROWS,
    OF_MODELS,
    REPEATED_SQUARES,
    Split,
    caution,
    method_for,
)
from fastmetrics.selection.validation.intervals_by_fold import OF_ALL_ROWS, nested

# Sums in another order, and roots and quantiles of other routines.
CLOSE = {"rel": 1e-12, "abs": 1e-14}


def same(found, plain):
    for name in ("estimate", "standard_error", "low", "high"):
        assert getattr(found, name) == pytest.approx(getattr(plain, name), **CLOSE)


@one_case("seed", range(5))
def test_against_the_definitions(seed):
    rng = np.random.default_rng(seed)
    level = float(rng.uniform(0.5, 0.99))
    losses, errors = rng.exponential(size=200), rng.uniform(0.01, 0.1, 7)
    values = rng.normal(0.8, 0.1, 7)
    found = fold_intervals.pooled(losses, level)
    same(found, reference.pooled(losses.tolist(), level))
    assert (found.method, found.target) == ("pooled", OF_MODELS)
    found = fold_intervals.folds(values, errors, level)
    same(found, reference.of_folds(values.tolist(), errors.tolist(), level))
    assert (found.method, found.target) == ("folds", OF_MODELS)
    found = fold_intervals.corrected(values, 60.0, 10.0, level)
    same(found, reference.corrected(values.tolist(), 60, 10, level))
    assert (found.method, found.target) == ("corrected", EXPECTED)
    with pytest.warns(UserWarning, match="not a standard error"):
        found = fold_intervals.naive(values, level)
    same(found, reference.naive(values.tolist(), level))
    assert (found.method, found.approximate) == ("naive", True)


def nearest_mean(values):
    """What losses a mean of the training rows makes, by our arrays and by lists."""

    def losses(train, test):
        return (values[test] - values[train].mean()) ** 2

    def plain(train, test):
        return losses(np.array(train), np.array(test)).tolist()

    return losses, plain


@one_case("seed", range(3))
def test_nested_against_the_definition(seed):
    rng = np.random.default_rng(seed)
    k, n = 3 + seed, 40
    ids = np.array([rng.permutation(np.arange(n) % k) for _ in range(2)])
    calls = []
    losses, plain = nearest_mean(rng.normal(size=n))

    def counted(train, test):
        calls.append(len(test))
        return losses(train, test)

    found = nested(counted, ids, 0.9)
    same(found, reference.nested(plain, ids.tolist(), 0.9))
    assert (found.method, found.target) == ("nested", OF_ALL_ROWS)
    assert len(calls) == 2 * k * (k + 1) // 2


def test_nested_needs_folds_to_compare():
    losses, _ = nearest_mean(np.arange(6.0))
    with pytest.raises(ValueError, match="got 2 folds, the smallest of 3 rows"):
        nested(losses, np.array([[0, 0, 0, 1, 1, 1]]), 0.95)
    with pytest.raises(ValueError, match="got 3 folds, the smallest of 1 rows"):
        nested(losses, np.array([[0, 0, 0, 1, 1, 2]]), 0.95)


def test_losses_that_say_nothing():
    for found in (
        fold_intervals.pooled(np.zeros(50), 0.95),
        fold_intervals.folds([0.9, 0.9], [0.0, 0.0], 0.95),
        fold_intervals.corrected([0.9, 0.9, 0.9], 2.0, 1.0, 0.95),
        nested(lambda _, test: np.zeros(len(test)), np.arange(9)[None] % 3, 0.95),
    ):
        assert math.isnan(found.low)
        assert found.method == "none"
        assert "no variance to estimate" in found.reason
        assert found.target


def test_folds_without_a_value_are_left_out_and_counted():
    values = np.append(np.linspace(0.7, 0.9, 19), math.nan)
    found = fold_intervals.corrected(values, 19.0, 1.0, 0.95)
    assert found.n_undefined == 1
    assert found.estimate == pytest.approx(0.8)
    assert found.reason == "undefined on 1 of 20 folds"
    assert not found.approximate
    same(found, reference.corrected(values[:19].tolist(), 19, 1, 0.95))
    many = fold_intervals.folds([0.8, 0.9, math.nan], [0.1, 0.1, math.nan], 0.95)
    assert many.estimate == pytest.approx(0.85)
    assert math.isnan(many.low)
    assert many.reason == "undefined on 1 of 3 folds"
    none = fold_intervals.corrected([math.nan] * 3, 2.0, 1.0, 0.95)
    assert math.isnan(none.estimate)
    assert none.reason == "undefined on these data"


def test_a_single_fold_and_infinite_values():
    found = fold_intervals.corrected([0.8], 2.0, 1.0, 0.95)
    assert "single fold" in found.reason
    found = fold_intervals.folds([0.8, math.inf], [0.1, 0.1], 0.95)
    assert "infinite" in found.reason
    found = fold_intervals.folds([0.8, 0.9], [0.1, math.nan], 0.95)
    assert found.reason == "a fold has no standard error"


@one_case("scale", [1e-200, 1e200])
def test_values_whose_squares_leave_the_floats(scale):
    values = [0.25, 0.5, 0.75]
    found = fold_intervals.corrected(np.array(values) * scale, 2.0, 1.0, 0.95)
    plain = reference.corrected(values, 2, 1, 0.95)
    assert found.standard_error == pytest.approx(plain.standard_error * scale)


def test_around_another_centre():
    found = fold_intervals.corrected([0.7, 0.8, 0.9], 2.0, 1.0, 0.95, centre=0.79)
    assert found.estimate == 0.79
    assert (found.low + found.high) / 2 == pytest.approx(0.79)


def test_the_rule_of_targets():
    def auto(split, target, is_row_mean=True):
        return method_for("auto", target, split, is_row_mean=is_row_mean)

    k_fold, few = Split(1000, 900.0, 100.0), Split(999, 900.0, 99.0)
    repeated = Split(1000, 900.0, 100.0, n_repeats=10)
    shuffled = Split(5000, 4000.0, 1000.0, is_partition=False)
    for split in (k_fold, few, repeated, shuffled):
        for target in (None, "learner"):
            assert auto(split, target) == auto(split, target, False) == "corrected"
    for split in (k_fold, few):
        assert auto(split, "models") == "pooled"
        assert auto(split, "models", False) == "folds"
    for split in (repeated, shuffled):
        with pytest.raises(ValueError, match="target='models' is for folds that test"):
            auto(split, "models")
    left_out = Split(50, 49.0, 1.0)
    for target in (None, "models"):
        assert auto(left_out, target) == auto(left_out, target, False) == "pooled"
    with pytest.raises(ValueError, match=r"leave-one-out.*target='models'"):
        auto(left_out, "learner")
    with pytest.raises(ValueError, match="'pooled' is not for target='learner'"):
        method_for("pooled", "learner", k_fold, is_row_mean=True)
    with pytest.raises(ValueError, match="target must be 'learner'"):
        auto(k_fold, "mean")


def test_where_intervals_are_approximate():
    assert caution(Split(1000, 900.0, 100.0), is_squared=True) == ""
    assert caution(Split(999, 900.0, 99.0), is_squared=False) == FEW_ROWS
    repeated = Split(1000, 900.0, 100.0, n_repeats=10)
    assert caution(repeated, is_squared=True) == REPEATED_SQUARES
    assert caution(repeated, is_squared=False) == ""


def test_only_naive_warns():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fold_intervals.corrected([0.7, 0.8], 2.0, 1.0, 0.95)
        fold_intervals.folds([0.7, 0.8], [0.1, 0.1], 0.95)
