"""Prediction sets: matrices and lists, intervals, comparisons and errors."""

import numpy as np
import pandas as pd
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference

BOTH = ("set_coverage", "mean_set_size")


def drawn(rng, n=60, k=4):
    """Labels, and sets of several sizes, some of them empty."""
    return np.arange(n) % k, rng.random((n, k)) < rng.random((n, 1))


@one_case("name", BOTH)
def test_values_are_those_of_the_reference(name):
    rng = np.random.default_rng(0)
    y_true, sets = drawn(rng)
    for weights in (None, rng.random(60)):
        given = {} if weights is None else {"sample_weight": weights}
        found = getattr(fm, name)(y_true, sets, **given)
        expected = getattr(reference, name)(
            y_true.tolist(),
            sets.tolist(),
            sample_weight=None if weights is None else weights.tolist(),
        )
        assert found == pytest.approx(expected, rel=1e-14)  # a sum of floats


@one_case("name", BOTH)
def test_sets_come_in_several_forms(name):
    y_true, sets = drawn(np.random.default_rng(1))
    function = getattr(fm, name)
    expected = function(y_true, sets)
    lists = [np.flatnonzero(row).tolist() for row in sets]
    for one in (sets.astype(int), sets.tolist(), lists, [*map(set, lists)]):
        assert function(y_true, one) == expected
    named = np.array(["a", "b", "c", "d"])
    frame = pd.DataFrame(sets[:, ::-1], columns=[*"dcba"])
    assert function(named[y_true], frame) == expected
    turned = function(named[y_true], sets[:, ::-1], labels=[*"dcba"])
    assert turned == expected


def test_an_empty_set_does_not_cover():
    assert fm.set_coverage([0, 1], [[], [1]]) == 0.5
    assert fm.mean_set_size([0, 1], [[], [1, 1]]) == 0.5  # a set has a class once


def test_parts_are_those_of_the_reference():
    rng = np.random.default_rng(2)
    y_true, sets = drawn(rng)
    for groups in (None, rng.integers(5, 8, 60), np.array([*"xyz"])[y_true % 3]):
        found = fm.conditional_set_coverage(y_true, sets, groups)
        expected = reference.conditional_set_coverage(
            y_true.tolist(),
            sets.tolist(),
            None if groups is None else groups.tolist(),
        )
        assert found.groups.tolist() == expected.groups
        assert found.n_rows.tolist() == expected.n_rows
        assert found.coverage.tolist() == expected.coverage
        # The reference finds bounds by halving.
        np.testing.assert_allclose(found.low, expected.low, atol=1e-8)
        np.testing.assert_allclose(found.high, expected.high, atol=1e-8)


def test_intervals():
    y_true, sets = drawn(np.random.default_rng(3), 200)
    found = fm.confidence_interval("set_coverage", y_true, sets)
    assert found.method == "wilson"
    hits = sets[np.arange(200), y_true]
    assert found.estimate == hits.mean()
    exact = fm.confidence_interval(
        "set_coverage", y_true, sets, method="clopper-pearson"
    )
    assert exact.method == "clopper-pearson"
    size = fm.confidence_interval("mean_set_size", y_true, sets)
    assert size.method == "skew-t"
    assert size.estimate == sets.sum(axis=1).mean()


def test_comparisons_are_paired():
    rng = np.random.default_rng(4)
    y_true, sets = drawn(rng, 300)
    larger = sets | (rng.random(sets.shape) < 0.3)
    found = fm.compare("set_coverage", y_true, {"larger": larger, "given": sets})
    assert found.best_set == ("larger",)
    found = fm.compare("mean_set_size", y_true, {"larger": larger, "given": sets})
    assert found.best_set == ("given",)


@one_case(
    "y_set, labels, error, match",
    [
        ([[True, False, True]] * 3, None, ValueError, "column for each of 2 classes"),
        ([[1, 0], [0, 1], [1, 1]], None, ValueError, "may be a matrix of 0 and 1 or"),
        (np.array([[0.5, 1]] * 3), None, ValueError, "True and False, got 0.5"),
        (np.ones((2, 2), bool), None, ValueError, "3 rows, y_set has 2"),
        (np.ones(3, bool), None, ValueError, "a list of labels for each row"),
        ([["a"], 3, ["b"]], None, TypeError, "a list of labels for each row, got 3"),
        ([["a"], ["x"], []], ["a", "b"], ValueError, "'x', which is not among labels"),
    ],
)
def test_bad_sets(y_set, labels, error, match):
    for function in (fm.set_coverage, fm.mean_set_size, fm.conditional_set_coverage):
        with pytest.raises(error, match=match):
            function(["a", "b", "a"], y_set, labels=labels)
