"""Costs read off tables, and what is said of a matrix that will not do."""

import numpy as np
import pandas
import pytest
from helpers.count_tables import counts_of
from helpers.one_case import one_case

from fastmetrics.metrics.labels.formulas import FORMULAS
from fastmetrics.metrics.labels.formulas.agreement import read_costs

NAMES = ["total_cost", "cost_sensitive_error", "cost_sensitive_accuracy"]
COSTS = np.array([[0.0, 2.0, 5.0], [1.0, 0.5, 3.0], [4.0, 2.5, 0.0]])


def by_hand(table, costs):
    total = sum(
        table[i][j] * costs[i][j] for i in range(len(table)) for j in range(len(table))
    )
    highest = sum(sum(table[i]) * max(costs[i]) for i in range(len(table)))
    n = np.sum(table)
    return total, total / n, 1 - total / highest


def test_worked_numbers():
    table = [[50, 3, 2], [10, 20, 5], [1, 4, 5]]
    # 6 + 10 + 10 + 10 + 15 + 4 + 10 of at most 275 + 105 + 40.
    expected = (65.0, 0.65, 355 / 420)
    for name, value in zip(NAMES, expected, strict=True):
        assert FORMULAS[name].value(counts_of(table), cost_matrix=COSTS) == value
        assert FORMULAS[name].reads_table({"cost_matrix": COSTS})
    np.testing.assert_allclose(by_hand(table, COSTS), expected)


@one_case("which", range(3))
@one_case("dtype", [np.int64, np.float64])
def test_many_tables_at_once(rng, which, dtype):
    tables = rng.integers(0, 9, (4, 5, 3, 3)).astype(dtype)
    tables[0, 0] = 0
    value = FORMULAS[NAMES[which]].value
    found = value(counts_of(tables), cost_matrix=COSTS)
    assert found.shape == (4, 5)
    assert found.dtype == np.float64
    assert np.isnan(found[0, 0]) == (which > 0)
    for i in np.ndindex(4, 5):
        one = value(counts_of(tables[i]), cost_matrix=COSTS)
        np.testing.assert_allclose(found[i], one, rtol=1e-15)
        if i != (0, 0):
            np.testing.assert_allclose(one, by_hand(tables[i], COSTS)[which])


def test_labels_say_which_row_is_whose(rng):
    table = rng.integers(0, 9, (3, 3))
    counts = counts_of(table, ["a", "b", "c"])
    order = ["c", "x", "a", "b"]
    costs = rng.random((4, 4))
    places = [order.index(label) for label in "abc"]
    chosen = costs[np.ix_(places, places)]
    total = FORMULAS["total_cost"].value
    expected = (table * chosen).sum()
    assert total(counts, cost_matrix=costs, labels=order) == pytest.approx(expected)
    # The highest cost may be one of a label that is not in the data.
    found = FORMULAS["cost_sensitive_accuracy"].value(
        counts, cost_matrix=costs, labels=order
    )
    highest = (table.sum(axis=1) * costs.max(axis=1)[places]).sum()
    assert found == pytest.approx(1 - expected / highest)
    # A data frame names them itself, its columns in any order.
    frame = pandas.DataFrame(costs, index=order, columns=order)[["b", "x", "c", "a"]]
    assert total(counts, cost_matrix=frame) == pytest.approx(expected)


def test_order_of_columns_alone_is_not_that_of_rows():
    frame = pandas.DataFrame({"b": [5, 0], "a": [0, 7]}, index=["a", "b"])
    costs = read_costs(frame, None, np.array(["a", "b"]))
    assert costs.of.tolist() == [[0, 5], [7, 0]]
    assert costs.highest.tolist() == [5, 7]


FOUND = np.array(["a", "b", "c"])
THREE = np.ones((3, 3))
HOLE = np.array([[0, 1, 2], [3, np.nan, 5], [6, 7, 8]])
WRONG = {
    "not square": (np.ones((2, 3)), None, r"square.*\(2, 3\)"),
    "a vector": ([1.0, 2.0], None, r"square.*\(2,\)"),
    "empty": (np.ones((0, 0)), None, "square"),
    "a label without costs": (
        np.ones((2, 2)),
        None,
        r"class 'c' are missing.*2 x 2, for the labels \['a', 'b'\]",
    ),
    "more rows than labels": (np.ones((4, 4)), None, "labels must say which"),
    "labels lack one": (np.ones((2, 2)), ["a", "c"], "class 'b' are missing"),
    "labels not as many as rows": (THREE, ["a", "b", "c", "d"], "for 4 labels"),
    "labels twice": (THREE, ["a", "b", "a"], "'a' twice"),
    "NaN": (HOLE, None, r"\[1, 1\], the cost of predicting 'b' for class 'b', is miss"),
    "infinite": (
        THREE * [1, 1, np.inf],
        None,
        r"\[0, 2\].*'c' for class 'a', is infin",
    ),
    "masked": (
        np.ma.masked_equal(np.arange(9).reshape(3, 3), 5),
        None,
        r"\[1, 2\].*'c' for class 'b', is missing",
    ),
    "None": ([[0, 1, 1], [1, 0, None], [1, 1, 0]], None, r"\[1, 2\].*missing"),
    "frame lacks a row": (
        pandas.DataFrame(np.ones((2, 3)), index=["a", "b"], columns=["a", "b", "c"]),
        None,
        "no row for class 'c'",
    ),
    "frame lacks a column": (
        pandas.DataFrame(np.ones((3, 2)), index=["a", "b", "c"], columns=["a", "c"]),
        None,
        "no column for class 'b'",
    ),
    "frame of other labels": (
        pandas.DataFrame(np.ones((2, 2)), index=["a", "b"], columns=["a", "b"]),
        None,
        "class 'c' are missing",
    ),
    "frame with labels": (pandas.DataFrame(THREE), ["a", "b", "c"], "left out"),
}


@one_case("name", NAMES)
@one_case("case", WRONG)
def test_what_is_wrong_is_named(case, name):
    matrix, labels, message = WRONG[case]
    counts = counts_of(np.ones((3, 3), int), FOUND)
    with pytest.raises(ValueError, match=message):
        FORMULAS[name].value(counts, cost_matrix=matrix, labels=labels)


@one_case(
    ("matrix", "labels"),
    [
        ("abc", None),
        (np.ones((3, 3), complex), None),
        ([["0", "1"], ["1", "0"]], None),
        ([[0, "x"], [1, 0]], None),
        ([[0, 1], [1]], None),
        (None, None),
        (THREE, "abc"),
        (THREE, 3),
    ],
)
def test_what_is_no_matrix_or_no_labels(matrix, labels):
    with pytest.raises(TypeError, match="must be"):
        read_costs(matrix, labels, FOUND)


def test_a_long_list_of_labels_is_cut():
    with pytest.raises(ValueError, match=r"9, \.\.\.\]"):
        read_costs(np.ones((12, 12)), None, np.arange(13))


def test_gains():
    counts = counts_of([[3, 1], [0, 6]])
    matrix = [[0, 10], [4, -2]]
    assert FORMULAS["total_cost"].value(counts, cost_matrix=matrix) == -2
    found = FORMULAS["cost_sensitive_accuracy"].value(counts, cost_matrix=matrix)
    assert found == 1 + 2 / 64
    with pytest.raises(ValueError, match="class 1 it is -"):
        FORMULAS["cost_sensitive_accuracy"].value(
            counts, cost_matrix=[[0, 1], [-4, -2]]
        )


def test_masked_array_without_a_masked_entry():
    matrix = np.ma.array([[0, 1], [2, 0]])
    assert read_costs(matrix, None, np.arange(2)).of.tolist() == [[0, 1], [2, 0]]


def test_inputs_are_not_modified():
    matrix = COSTS.copy()
    matrix.flags.writeable = False
    read_costs(matrix, [2, 1, 0], np.arange(3))
    assert (matrix == COSTS).all()


def test_margins_alone_will_not_do():
    counts = counts_of([[3, 1], [0, 6]])._replace(table=None)
    with pytest.raises(ValueError, match="table"):
        FORMULAS["total_cost"].value(counts, cost_matrix=np.eye(2))
