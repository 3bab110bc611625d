"""The kernel of tables drawn anew against the plain draws, added up by NumPy."""

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._kernels import cells, random


def layout(rng, m=7, n_bins=5, amounts=False, n_values=0):
    """Cells that each add to some of the bins, and the matrix of what they add."""
    marked = rng.random((m, n_bins)) < 0.5
    marked[2] = False  # a cell that adds to nothing
    starts = np.concatenate([[0], np.cumsum(marked.sum(axis=1))])
    owners, bins = np.nonzero(marked)
    matrix = marked.astype(np.int64)
    given = None
    if amounts:
        given = rng.integers(1, 9, len(bins))
        matrix[owners, bins] = given
    values = rng.normal(size=(m, n_values))
    made = cells.CellLayout(
        starts.astype(np.int64), bins.astype(np.int32), n_bins, given, values
    )
    return made, matrix, values


def filled(kernel, n, n_bins, n_values, dtype=np.int64):
    out, values = np.full((n, n_bins), -1, dtype), np.full((n, n_values), -1.0)
    kernel(out, values)
    return out, values


@one_case("amounts", [False, True])
@one_case("n_values", [0, 3])
@one_case("first", [0, 17])
def test_cells_are_the_multinomial_added_up(rng, amounts, n_values, first):
    made, matrix, values = layout(rng, amounts=amounts, n_values=n_values)
    counts = np.array([4.0, 0, 30, 1, 1000, 7, 2])
    out, sums = filled(
        lambda o, v: cells.draw_cells(made, counts, np.array([7]), 5, first, o, v),
        40,
        5,
        n_values,
    )
    drawn = random.multinomial(5, first, 40, 1044, counts)
    np.testing.assert_array_equal(out, drawn @ matrix)
    np.testing.assert_allclose(sums, drawn @ values, rtol=1e-12, atol=1e-9)


def test_strata_of_cells_keep_their_rows(rng):
    made = cells.CellLayout(np.arange(6), np.arange(5, dtype=np.int32), 5)
    counts = np.array([4.0, 3, 0, 10, 90])
    out, _ = filled(
        lambda o, v: cells.draw_cells(made, counts, np.array([2, 5]), 5, 0, o, v),
        50,
        5,
        0,
    )
    np.testing.assert_array_equal(out[:, :2].sum(axis=1), 7)
    np.testing.assert_array_equal(out[:, 2:].sum(axis=1), 100)
    for r in range(50):
        # Cell j is the binomial at index j, whatever the stratum.
        assert out[r, 0] == random.binomial(5, r, 0, 1, 7, 4 / 7)[0]
        assert out[r, 3] == random.binomial(5, r, 3, 1, 100, 0.1)[0]
    assert len(np.unique(out[:, 0])) > 1


def test_a_single_cell_and_no_replicates():
    made = cells.CellLayout(np.array([0, 1]), bins(0), 1)
    out, _ = filled(
        lambda o, v: cells.draw_cells(made, np.array([9.0]), np.array([1]), 0, 0, o, v),
        3,
        1,
        0,
    )
    assert out.ravel().tolist() == [9, 9, 9]
    cells.draw_cells(
        made, np.array([9.0]), np.array([1]), 0, 0, np.empty((0, 1), np.int64),
        np.empty((0, 0)),
    )  # fmt: skip


ENDS = np.array([3, 3, 10, 11, 40, 41, 50])


def rows_of(rng, units, weights):
    """Rows of 50, and the matrix of what each unit adds to each cell."""
    n_units = 12 if units else 50
    unit = rng.integers(0, n_units, 50).astype(np.uint32) if units else None
    own = {
        "none": None,
        "whole": rng.integers(1, 5, 50),
        "float": rng.random(50),
    }[weights]
    cell = np.searchsorted(ENDS, np.arange(50), "right")
    matrix = np.zeros((n_units, 7), np.float64 if weights == "float" else np.int64)
    np.add.at(
        matrix,
        (np.arange(50) if unit is None else unit, cell),
        1 if own is None else own,
    )
    return cells.Rows(ENDS, n_units, unit, own), matrix


@one_case("units", [False, True])
@one_case("weights", ["none", "whole", "float"])
def test_rows_are_the_weights_added_up(rng, units, weights):
    made, matrix, values = layout(rng, amounts=True, n_values=2)
    rows, of_unit = rows_of(rng, units, weights)
    strata = np.array([5, rows.n_units - 5])
    drawn = np.array([random.draw_weights(8, 3 + r, strata) for r in range(20)])
    out, sums = filled(
        lambda o, v: cells.draw_rows(made, rows, strata, 8, 3, o, v),
        20,
        5,
        2,
        of_unit.dtype,
    )
    np.testing.assert_allclose(out, drawn @ of_unit @ matrix, rtol=1e-13)
    np.testing.assert_allclose(sums, drawn @ of_unit @ values, rtol=1e-12, atol=1e-12)


@one_case("units", [False, True])
@one_case("weights", ["none", "float"])
def test_groups_left_out(rng, units, weights):
    made, matrix, values = layout(rng, n_values=1)
    rows, of_unit = rows_of(rng, units, weights)
    groups = rng.integers(0, 4, rows.n_units).astype(np.uint16)
    out, sums = filled(
        lambda o, v: cells.leave_out(made, rows, groups, 1, o, v),
        3,
        5,
        1,
        of_unit.dtype,
    )
    kept = groups != np.arange(1, 4)[:, None]
    np.testing.assert_allclose(out, kept @ of_unit @ matrix, rtol=1e-13)
    np.testing.assert_allclose(sums, kept @ of_unit @ values, rtol=1e-12, atol=1e-12)


def ints(*values):
    return np.array(values, np.int64)


def bins(*values):
    return np.array(values, np.int32)


@one_case(
    ("call", "match"),
    [
        (lambda: cells.CellLayout(ints(0), bins(), 1), "no cells"),
        (lambda: cells.CellLayout(ints(0, 2), bins(0), 1), "starts and bins"),
        (lambda: cells.CellLayout(ints(0, 2, 1, 3), bins(0, 0, 0), 1), "ascend"),
        (lambda: cells.CellLayout(ints(0, 1), bins(1), 1), "beyond"),
        (lambda: cells.CellLayout(ints(0, 1), bins(1), 2**31), "too many"),
        (lambda: cells.CellLayout(ints(0, 1), bins(0), 1, ints(1, 2)), "amounts"),
        (
            lambda: cells.CellLayout(ints(0, 1), bins(0), 1, None, np.zeros((2, 1))),
            "values",
        ),
        (lambda: cells.Rows(ints(), 1), "no cells"),
        (lambda: cells.Rows(ints(0), 1), "no rows"),
        (lambda: cells.Rows(ints(2, 1), 1), "ascend"),
        (lambda: cells.Rows(ints(2), 1), "n_units"),
        (lambda: cells.Rows(ints(2), 1, np.zeros(1, np.uint32)), "units and rows"),
        (lambda: cells.Rows(ints(2), 1, np.ones(2, np.uint32)), "beyond"),
        (lambda: cells.Rows(ints(2), 2, None, np.ones(3)), "weights"),
    ],
)
def test_what_does_not_fit_together_raises(call, match):
    with pytest.raises(ValueError, match=match):
        call()


MADE = cells.CellLayout(ints(0, 1, 2), bins(0, 1), 2)


@one_case(
    ("changed", "match"),
    [
        ({"counts": np.array([1.0])}, "counts and cells"),
        ({"counts": np.array([1.0, 0.5])}, "whole numbers"),
        ({"counts": np.array([1.0, -1.0])}, "whole numbers"),
        ({"counts": np.array([1.0, np.nan])}, "whole numbers"),
        ({"counts": np.array([1.0, 2.0**53 + 2])}, "2\\*\\*53"),
        ({"strata": ints(1)}, "strata"),
        ({"strata": ints(0, 2)}, "strata"),
        ({"out": np.empty((3, 1), np.int64)}, "columns"),
        ({"values": np.empty((2, 0))}, "outputs"),
        ({"values": np.empty((3, 1))}, "columns"),
    ],
)
def test_what_does_not_fit_the_cells_raises(changed, match):
    call = {
        "counts": np.array([1.0, 2.0]),
        "strata": ints(2),
        "seed": 0,
        "first": 0,
        "out": np.empty((3, 2), np.int64),
        "values": np.empty((3, 0)),
    }
    with pytest.raises(ValueError, match=match):
        cells.draw_cells(MADE, **{**call, **changed})


def test_what_does_not_fit_the_rows_raises():
    whole, real = np.empty((1, 2), np.int64), np.empty((1, 2))
    none = np.empty((1, 0))
    plain, weighted = (
        cells.Rows(ints(1, 3), 3),
        cells.Rows(ints(1, 3), 3, None, np.ones(3)),
    )
    with pytest.raises(ValueError, match="float64"):
        cells.draw_rows(MADE, weighted, ints(3), 0, 0, whole, none)
    with pytest.raises(ValueError, match="float64"):
        cells.draw_rows(MADE, plain, ints(3), 0, 0, real, none)
    with pytest.raises(ValueError, match="rows and cells"):
        cells.draw_rows(MADE, cells.Rows(ints(3), 3), ints(3), 0, 0, whole, none)
    with pytest.raises(ValueError, match="add up"):
        cells.draw_rows(MADE, plain, ints(2), 0, 0, whole, none)
    with pytest.raises(ValueError, match="negative"):
        cells.draw_rows(MADE, plain, ints(4, -1), 0, 0, whole, none)
    with pytest.raises(ValueError, match="groups"):
        cells.leave_out(MADE, plain, np.zeros(2, np.uint16), 0, whole, none)


@one_case("amounts", [False, True])
@one_case("kind", ["cells", "rows", "weights", "left out"])
def test_replicates_together_are_those_made_one_by_one(rng, kind, amounts):
    # To the bit, weights and values too: lanes add in the order of the cells.
    made, _, _ = layout(rng, amounts=amounts, n_values=3)
    counts = np.array([4.0, 0, 30, 1, 1000, 7, 2])
    weights = "float" if kind == "weights" else "none"
    rows, of_unit = rows_of(rng, kind == "left out", weights)
    groups = rng.integers(0, 40, rows.n_units).astype(np.uint16)
    n, dtype = cells.LANES + 5, of_unit.dtype

    def draw(first, n):
        def kernel(out, values):
            if kind == "cells":
                strata = np.array([3, 7])
                cells.draw_cells(made, counts, strata, 5, first, out, values)
            elif kind == "left out":
                cells.leave_out(made, rows, groups, first, out, values)
            else:
                strata = np.array([5, rows.n_units - 5])
                cells.draw_rows(made, rows, strata, 5, first, out, values)

        return filled(kernel, n, 5, 3, dtype)

    together = draw(2, n)
    each = [draw(2 + r, 1) for r in range(n)]
    for k in range(2):
        np.testing.assert_array_equal(together[k], np.concatenate([e[k] for e in each]))
    assert len(np.unique(together[0], axis=0)) > 1
