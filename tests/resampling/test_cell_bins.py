"""Lists of bins against a table of what each cell adds to each."""

import numpy as np
from helpers.one_case import one_case

from fastmetrics.resampling.row_sums import BinsOfCells


def table_of(bins):
    """What a row of each cell adds to each bin, (cells, bins)."""
    starts, lists, amounts = bins.lists()
    table = np.zeros((len(starts) - 1, bins.n_bins), np.int64)
    for cell in range(len(table)):
        for e in range(starts[cell], starts[cell + 1]):
            assert table[cell, lists[e]] == 0  # no cell names a bin twice
            table[cell, lists[e]] = 1 if amounts is None else amounts[e]
    return table


@one_case("with_amounts", [False, True])
def test_runs_of_bins_end_up_with_their_cells(rng, with_amounts):
    m = 6
    bins = BinsOfCells(m)
    assert bins.add_each(1) == 0
    parts = [np.ones((m, 1), np.int64)]
    for size in (3, 4, 2):
        marked = (rng.random((m, size)) < 0.5).astype(np.int64)
        amounts = None
        if with_amounts and size == 4:
            marked *= rng.integers(1, 9, marked.shape)
            amounts = marked[marked > 0]
        which, places = np.nonzero(marked)
        assert bins.add(size, which, places, amounts) == sum(p.shape[1] for p in parts)
        parts.append(marked)
    places = rng.integers(0, 5, m)
    assert bins.add_each(5, places) == 10
    parts.append((places[:, None] == np.arange(5)).astype(np.int64))
    np.testing.assert_array_equal(table_of(bins), np.hstack(parts))


def test_a_run_in_which_some_cells_count_twice_and_others_do_not():
    bins = BinsOfCells(2)
    bins.add(3, np.array([1, 1]), np.array([0, 2]))
    assert table_of(bins).tolist() == [[0, 0, 0], [1, 0, 1]]
