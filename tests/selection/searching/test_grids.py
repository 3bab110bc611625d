"""ParameterGrid: scikit-learn's combinations, and any of them by its number."""

import itertools
import sys

import numpy as np
import pytest
from helpers.one_case import one_case
from sklearn.model_selection import ParameterGrid as Theirs

from fastmetrics import ParameterGrid

GRIDS = [
    {},
    {"a": [1]},
    {"b": [1, 2, 3], "a": ["x", None]},
    {"b": range(4), "a": np.array([0.5, 1.0]), "c": (True, False)},
    [{"kernel": ["linear"]}, {"kernel": ["rbf"], "gamma": [1, 10]}],
    [{"C": [1, 10]}, {}, {"C": [0.5]}],
    [],
]


@one_case("given", GRIDS)
def test_the_combinations_are_scikit_learns(given):
    ours, theirs = ParameterGrid(given), Theirs(given)
    assert list(ours) == list(theirs)
    assert len(ours) == len(list(ours))
    assert [ours[k] for k in range(len(ours))] == list(theirs)
    assert [list(one) for one in ours] == [list(one) for one in theirs]  # the order
    assert all(list(ours[k]) == list(one) for k, one in enumerate(ours))


def test_values_are_those_that_came_in():
    values = [np.float32(0.1), object()]
    assert [one["a"] for one in ParameterGrid({"a": values})] == values
    assert ParameterGrid({"a": values})[0]["a"] is values[0]


def test_negative_numbers_count_from_the_end():
    grid = ParameterGrid(GRIDS[4])
    assert [grid[k] for k in range(-3, 0)] == list(grid)
    assert grid[np.int64(-1)] == list(grid)[-1]


@one_case("place", [3, -4, 10**30])
def test_a_number_out_of_range_raises(place):
    with pytest.raises(IndexError, match=f"{place} of 3 combinations"):
        ParameterGrid(GRIDS[4])[place]


def test_a_grid_may_have_more_combinations_than_anyone_can_count():
    grid = ParameterGrid({f"p{k:02d}": range(10) for k in range(40)})
    assert grid[10**39]["p00"] == 1
    assert {**grid[-1]} == {f"p{k:02d}": 9 for k in range(40)}
    assert list(itertools.islice(grid, 2))[1]["p39"] == 1
    with pytest.raises(IndexError):
        grid[10**40]
    assert sys.getsizeof(grid) < 1000


def test_an_iterator_of_dicts_is_read_once():
    grid = ParameterGrid(iter(GRIDS[4]))
    assert len(grid) == 3
    assert list(grid) == list(Theirs(GRIDS[4]))


@one_case(
    "given, error, says",
    [
        (0, TypeError, "should be a dict or a list, got: 0 of type int"),
        ([{"a": [0]}, 0], TypeError, r"is not a dict \(0\)"),
        ("ab", TypeError, r"is not a dict \('a'\)"),
        ({"a": 0}, TypeError, "'a' needs to be a list or a numpy array, but got 0"),
        ({"a": "xy"}, TypeError, "'a' needs to be a list .* but got 'xy'"),
        ({"a": {1, 2}}, TypeError, "'a' needs to be a list .* type set"),
        ({"a": []}, ValueError, "'a' need to be a non-empty sequence"),
        ({"a": np.ones((2, 2))}, ValueError, r"'a' should be one-dim(?s:.*) \(2, 2\)"),
    ],
)
def test_errors_are_scikit_learns(given, error, says):
    with pytest.raises(error, match=says):
        ParameterGrid(given)
    with pytest.raises(error):
        Theirs(given)


def test_it_shows_what_it_was_made_of():
    assert repr(ParameterGrid({"a": [1, 2]})) == "ParameterGrid({'a': [1, 2]})"
    assert repr(ParameterGrid([{}, {"a": [1]}])) == "ParameterGrid([{}, {'a': [1]}])"
