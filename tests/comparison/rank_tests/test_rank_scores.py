"""Ranks of models, and what tables of scores may be."""

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

import fastmetrics as fm
from fastmetrics.reference.comparison.friedman import rank_scores

FEW = st.sampled_from([0.0, 0.25, 0.5, 1.0, 1e300, -1e300, 5e-324])
TABLES = hnp.arrays(
    float, st.tuples(st.integers(1, 5), st.integers(2, 6)), elements=FEW
)

ROWS = [[0.9, 0.8, 0.7], [0.6, 0.5, 0.5]]
RANKS = [[1, 2, 3], [1, 2.5, 2.5]]


@given(TABLES, st.booleans())
def test_as_the_reference_and_scipy(table, greater):
    found = fm.rank_scores(table, greater_is_better=greater)
    assert found.tolist() == rank_scores(table.tolist(), greater_is_better=greater)
    np.testing.assert_array_equal(
        found, stats.rankdata(-table if greater else table, axis=1)
    )


def test_rounding_ties_what_was_meant_to_tie():
    rows = [[0.1 + 0.2, 0.3, 0.1]]
    assert fm.rank_scores(rows).tolist() == [[1, 2, 3]]
    assert fm.rank_scores(rows, decimals=12).tolist() == [[1.5, 1.5, 3]]
    assert fm.rank_scores([[14, 11, 26]], decimals=-1).tolist() == [[2.5, 2.5, 1]]
    # What cannot be rounded in floats stays as it is.
    assert fm.rank_scores([[1e308, 1.0]], decimals=300).tolist() == [[1, 2]]


@one_case("library", ["pandas", "polars", "pyarrow"])
def test_tables_of_every_library(library):
    module = pytest.importorskip(library)
    columns = {"x": [0.9, 0.6], "y": [0.8, 0.5], "z": [0.7, 0.5]}
    make = module.table if library == "pyarrow" else module.DataFrame
    assert fm.rank_scores(make(columns)).tolist() == RANKS
    assert fm.nemenyi_test(make(columns)).names == ("x", "y", "z")
    # Nulls are missing cells.
    columns["x"] = [0.9, None]
    frame = make(columns)
    with pytest.raises(ValueError, match=r"scores\['x'\]|column 'x'"):
        fm.rank_scores(frame)
    columns = {name: [*column, 0.1] for name, column in columns.items()}
    columns = {name: [*column, 0.1] for name, column in columns.items()}
    assert fm.friedman_test(make(columns), missing="drop").n == 3


def test_dicts_and_lists():
    columns = {"x": [0.9, 0.6], "y": (0.8, 0.5), 3: np.array([0.7, 0.5])}
    assert fm.rank_scores(columns).tolist() == RANKS
    assert fm.nemenyi_test(columns).names == ("x", "y", 3)
    assert fm.rank_scores(ROWS).tolist() == RANKS
    gaps = [[1, 2], [None, 2], [3, 4]]
    assert fm.friedman_test(gaps, missing="drop").n == 2


@one_case(
    "scores, words",
    [
        ([1, 2, 3], r"table of shape \(n_datasets, n_models\).*\(3,\)"),
        ([[1], [2]], "two models or more, got 1"),
        ({"a": [1, 2]}, "two models or more, got 1"),
        ({}, "two models or more, got 0"),
        (np.empty((0, 2)), "scores is empty"),
        ({"a": [], "b": []}, "scores is empty"),
        ([[1, 2], [3, np.nan]], "got NaN in row 1 .* column 1: 1 of 4 cells"),
        ([[1, np.inf], [3, 4]], "got infinity in row 0 .* column 1"),
        ({"a": [1, 2], "b": [1, np.nan]}, "got NaN in row 1 .* column 'b'"),
        ({"a": [1, 2], "b": [1]}, "one length: 'a' has 2 rows, 'b' has 1"),
        ({"a": ["x", "y"], "b": [1, 2]}, r"scores\['a'\] must hold numbers"),
        ([["a", "b"]], "scores must hold numbers"),
        ([[1, 2], [3]], "rows of one length"),
    ],
)
def test_what_is_no_table(scores, words):
    with pytest.raises(ValueError, match=words):
        fm.rank_scores(scores)


def test_columns_of_one_name_are_refused():
    pd = pytest.importorskip("pandas")
    with pytest.raises(ValueError, match="different names, got 'a' twice"):
        fm.rank_scores(pd.DataFrame([[1, 2]], columns=["a", "a"]))


@one_case("scores", [None, 1, "table", object()])
def test_what_is_no_array(scores):
    with pytest.raises((TypeError, ValueError), match="scores must be"):
        fm.rank_scores(scores)


@one_case(
    "options, error, words",
    [
        ({"decimals": 1.5}, TypeError, "decimals must be a whole number or None"),
        ({"decimals": True}, TypeError, "decimals must be a whole number or None"),
        ({"decimals": 999}, ValueError, "decimals must lie between -300 and 300"),
        ({"greater_is_better": "no"}, TypeError, "greater_is_better must be True or"),
    ],
)
def test_options_are_checked(options, error, words):
    with pytest.raises(error, match=words):
        fm.rank_scores(ROWS, **options)


def test_scores_are_not_modified():
    scores = np.array(ROWS)
    fm.rank_scores(scores, decimals=0)
    assert scores.tolist() == ROWS
