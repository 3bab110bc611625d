"""Prediction sets: matrices and lists, intervals, comparisons and errors."""

import warnings

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


# ------------------------------------------------------------------------- worst slab


@one_case("seed", range(30))
def test_worst_slab_is_that_of_the_reference(seed):
    rng = np.random.default_rng(seed)
    n, d = rng.integers(2, 40), rng.integers(1, 4)
    y_true, sets = np.arange(n) % 3, rng.random((n, 3)) < 0.7
    X = rng.normal(size=(n, d)) if seed % 2 else 1.0 * rng.integers(0, 3, (n, d))
    options = {
        "min_mass": rng.choice([0.1, 0.25, 0.5, 1.0]),
        "n_directions": 5,
        "labels": [0, 1, 2],
        "random_state": seed,
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", fm.UndefinedMetricWarning)
        found = fm.worst_slab_coverage(y_true, sets, X, **options)
    lists = y_true.tolist(), sets.tolist(), X.tolist()
    expected = reference.worst_slab_coverage(*lists, **options)._asdict()
    for name, atol in (("low", 1e-8), ("high", 1e-8), ("direction", 1e-15)):
        one = expected.pop(name)  # the reference finds bounds by halving
        np.testing.assert_allclose(getattr(found, name), one, atol=atol)
    for name, one in expected.items():
        assert getattr(found, name) == pytest.approx(one, abs=1e-14, nan_ok=True), name


@pytest.mark.long
def test_worst_slab_finds_where_sets_fail():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20_000, 2))
    in_slab = np.abs(X @ [0.6, 0.8] - 1) < 0.4
    hits = rng.random(20_000) < np.where(in_slab, 0.5, 0.95)
    y_true = np.arange(20_000) % 2
    sets = hits[:, None] & (np.arange(2) == y_true[:, None])
    found = fm.worst_slab_coverage(y_true, sets, X, random_state=1)
    assert abs(found.direction @ [0.6, 0.8]) > 0.99
    assert found.chosen_coverage <= found.coverage < 0.55
    assert found.low < 0.5 < found.high
    assert float(found) == found.coverage
    assert found.overall_coverage == pytest.approx(hits.mean(), abs=0.01)
    again = fm.worst_slab_coverage(y_true, sets, X, random_state=1)
    assert again == found
    assert found.to_dict()["direction"] == found.direction.tolist()
    assert str(found).startswith("Coverage in the worst slab: 0.")


def test_worst_slab_without_rows():
    y_true, sets = [0, 0], [[0], [0]]
    with pytest.warns(fm.UndefinedMetricWarning, match="no evaluation rows"):
        found = fm.worst_slab_coverage(y_true, sets, [[0.0], [1.0]], random_state=0)
    assert np.isnan(found.coverage)
    assert (found.low, found.high, found.n_rows) == (0, 1, 0)
    assert found.to_dict()["coverage"] is None


@one_case(
    ("X", "options", "error", "match"),
    [
        ([[1], [2]], {}, ValueError, "y_true has 3 rows, X has 2"),
        ([1, 2, 3], {}, ValueError, "X must have a row"),
        ([[1], [2], [np.nan]], {}, ValueError, "X"),
        ([[1e308] * 2] * 3, {}, ValueError, "X must have rows with finite sums"),
        ([[1], [2], [3]], {"min_mass": 0}, ValueError, r"min_mass must be in \(0, 1\]"),
        ([[1], [2], [3]], {"min_mass": 1.5}, ValueError, "got 1.5"),
        ([[1], [2], [3]], {"n_directions": 0}, ValueError, "n_directions"),
        ([[1], [2], [3]], {"n_directions": 2.5}, ValueError, "n_directions"),
        ([[1], [2], [3]], {"random_state": -1}, ValueError, "random_state"),
        ([[1], [2], [3]], {"confidence_level": 1}, ValueError, "confidence_level"),
    ],
)
def test_bad_slabs(X, options, error, match):
    with pytest.raises(error, match=match):
        fm.worst_slab_coverage([0, 1, 0], [[0], [0, 1], []], X, **options)


def test_a_slab_of_one_row():
    with pytest.raises(ValueError, match="at least 2 rows"):
        fm.worst_slab_coverage([0], [[0]], [[1.0]])
