"""LeftOutRows, LeftOutCells: what two partitions share when one row is left out.

Removing a row takes 1 from a cell, from its row and from its column; so all rows of
cells that are alike in these three numbers give the same table in all that counts, and
a jackknife of a million rows is often one of a thousand values. Where more counts than
these numbers, each cell is a kind of its own.
"""

import numpy as np

from fastmetrics._common import threads
from fastmetrics._kernels import information
from fastmetrics.metrics.clustering.formulas.association import Association
from fastmetrics.metrics.clustering.formulas.information import Information
from fastmetrics.metrics.clustering.formulas.partitions import Assignment, PairCounts
from fastmetrics.metrics.clustering.measuring.contingency import expected_information

# Sizes, or pairs of them, in one piece of work.
_SIZES = 16
_PAIRS = 1 << 12

# So many clusters are assigned anew without a row of each.
_ASSIGNED = 100

# The most rows whose pairs fit int64.
_MOST = 1 << 32


class LeftOutRows:
    """Every table with one row less than a Contingency, once for cells that are alike.

    Attributes
    ----------
    kind_of_cell : ndarray of int64, of shape (n_cells,)
        Of each cell of the table, which of the kinds below it is.
    counts : ndarray of int64, of shape (n_kinds,)
        Rows of the data in cells of a kind.

    Examples
    --------
    >>> from fastmetrics.metrics.clustering.measuring import clusterings
    >>> count_clusterings = clusterings.count_clusterings
    >>> left_out = LeftOutRows(count_clusterings([0, 0, 1, 1], [0, 0, 1, 2]))
    >>> left_out.counts
    array([2, 2])
    >>> left_out.pair_counts().same_same
    array([1, 0])
    """

    __slots__ = ("_a", "_b", "_is_largest", "_n", "_table", "counts", "kind_of_cell")

    def __init__(self, table):
        """Take a Contingency of at least two rows."""
        if not 2 <= table.total <= _MOST:
            raise ValueError("rows can be left out of two to 2**32 of them")
        self._table = table
        a, b = table.row_sizes[table.rows], table.column_sizes[table.columns]
        is_largest = _alone_largest(table)
        # Sizes are ranked, so that the key of a kind is a number of 64 bits.
        key = is_largest.astype(np.int64)
        for sizes in (table.n, a, b):
            values, ranks = np.unique(sizes, return_inverse=True)
            key = key * len(values) + ranks
            # Kinds are at most as many as cells, and so are the keys from here on.
            values, key = np.unique(key, return_inverse=True)
        first = np.empty(len(values), np.int64)
        first[key[::-1]] = np.arange(len(key) - 1, -1, -1)
        self.kind_of_cell = key
        self.counts = np.zeros(len(values), np.int64)
        np.add.at(self.counts, key, table.n)
        self._n, self._a, self._b = table.n[first], a[first], b[first]
        self._is_largest = is_largest[first]

    def pair_counts(self):
        """Return the pairs of rows of each table: PairCounts of arrays."""
        ss, sd, ds, dd = self._table.pair_counts()
        n, a, b = self._n, self._a, self._b
        return PairCounts(
            ss - (n - 1),
            sd - (a - n),
            ds - (b - n),
            dd - (self._table.total - a - b + n),
        )

    def purities(self):
        """Return the share of rows in the largest cell of their column."""
        hits = int(self._table.largest_overlaps().sum())
        return (hits - self._is_largest) / (self._table.total - 1)

    def information(self, *, expected=False):
        """Return Information of arrays, as that of each table would be."""
        table, total = self._table, self._table.total - 1
        whole = table.information()
        n_rows, n_columns = table.shape
        n_rows = n_rows - (self._a == 1)
        n_columns = n_columns - (self._b == 1)
        n_cells = len(table.n) - (self._n == 1)
        of_cell, of_row, of_column = map(_last_term, (self._n, self._a, self._b))
        of_all = _last_term(np.int64(table.total))
        # N H is f(N) less the sum of f over the clusters, f(x) being x log(x).
        true = ((total + 1) * whole.true - of_all + of_row) / total
        predicted = ((total + 1) * whole.predicted - of_all + of_column) / total
        gained = of_row - of_cell + of_column - of_all
        mutual = ((total + 1) * whole.mutual + gained) / total
        # What is equal, or 0, by definition is so to the bit.
        true = np.where(n_rows <= 1, 0.0, true)
        perfect = (n_cells == n_rows) & (n_cells == n_columns)
        predicted = np.where(n_columns <= 1, 0.0, np.where(perfect, true, predicted))
        mutual = np.clip(mutual, 0.0, np.minimum(true, predicted))
        mutual = np.where(n_cells == n_columns, true, mutual)
        mutual = np.where(n_cells == n_rows, predicted, mutual)
        mutual = np.where(np.minimum(n_rows, n_columns) <= 1, 0.0, mutual)
        by_chance = None
        if expected:
            by_chance = self._by_chance() if min(table.shape) > 1 else 0.0 * mutual
            by_chance = np.where(n_columns == total, true, by_chance)
            by_chance = np.where(n_rows == total, predicted, by_chance)
            trivial = np.minimum(n_rows, n_columns) <= 1
            by_chance = np.where(trivial, 0.0, by_chance)
        return Information(mutual, true, predicted, by_chance)

    def _by_chance(self):
        """Mutual information by chance.

        Of the sum over all pairs of sizes only what is in the row and in the column of
        the row that is left out changes, and where they cross it changes twice.
        """
        table, total = self._table, self._table.total - 1
        row_sizes, column_sizes = table.row_sizes, table.column_sizes
        sums = total * expected_information(row_sizes, column_sizes, total)
        in_row = _lost(self._a, column_sizes, total)
        in_column = _lost(self._b, row_sizes, total)
        pairs, of_kind = np.unique(
            self._a * (int(self._b.max()) + 1) + self._b, return_inverse=True
        )
        a, b = np.divmod(pairs, int(self._b.max()) + 1)
        crossing = (
            _expected(a, b, total)
            - _expected(a - 1, b, total)
            - _expected(a, b - 1, total)
            + _expected(a - 1, b - 1, total)
        )
        return (sums - in_row - in_column + crossing[of_kind]) / total


class LeftOutCells:
    """Every table with one row less than a Contingency, one for each of its cells.

    That is for what depends on which cells are beside the row's, not on sizes alone.

    Attributes
    ----------
    kind_of_cell, counts : ndarray of int64, of shape (n_cells,)
        As of `LeftOutRows`, each cell a kind of its own.
    """

    __slots__ = ("_table", "counts", "kind_of_cell")

    def __init__(self, table):
        """Take a Contingency of at least two rows."""
        self._table = table
        self.kind_of_cell = np.arange(len(table.n))
        self.counts = table.n

    def assignment(self):
        """Return what is right, at best, in each table: Assignment of arrays.

        A row less in a cell that is assigned costs one, unless others are as good. Of
        more than so many clusters that is not looked for: there the assignment stays.
        """
        table = self._table
        assigned = table.assigned_cells()
        right = np.full(len(table.n), int(table.n[assigned].sum()))
        right[assigned] -= 1
        if len(assigned) <= _ASSIGNED:
            for cell in assigned:
                n = table.n - (np.arange(len(table.n)) == cell)
                kept = np.flatnonzero(n)
                cells = table.rows[kept], table.columns[kept], n[kept]
                labels = table.row_labels, table.column_labels
                right[cell] = type(table)(*labels, *cells).assignment().right
        return Assignment(right, table.total - 1)

    def association(self):
        """Return how far each table is from its margins: Association of arrays.

        One more than the mean square is the sum of n² / (a b), of which the terms of
        one row and of one column change.
        """
        table = self._table
        whole = table.association()
        n = table.n.astype(np.float64)
        a = table.row_sizes[table.rows].astype(np.float64)
        b = table.column_sizes[table.columns].astype(np.float64)
        of_row = np.bincount(table.rows, n * n / b)[table.rows]
        of_column = np.bincount(table.columns, n * n / a)[table.columns]
        kept_row = (of_row - n * n / b) / np.maximum(a - 1, 1)
        kept_column = (of_column - n * n / a) / np.maximum(b - 1, 1)
        crossing = (n - 1) * (n - 1) / np.maximum((a - 1) * (b - 1), 1)
        gone = of_row / a + of_column / b - n * n / (a * b)
        r, c = table.shape
        return Association(
            np.maximum(whole.mean_square - gone + kept_row + kept_column + crossing, 0),
            r - (a == 1),
            c - (b == 1),
            table.total - 1,
        )


def _alone_largest(table):
    """Whether each cell is larger than any other of its column."""
    largest = table.largest_overlaps()[table.columns]
    is_largest = table.n == largest
    how_many = np.bincount(
        table.columns[is_largest], minlength=len(table.column_labels)
    )
    return is_largest & (how_many[table.columns] == 1)


def _last_term(x):
    """f(x) - f(x - 1), f(x) being x log(x): log(x) and a little less than 1."""
    x = np.asarray(x, np.float64)
    before = np.maximum(x - 1, 1)  # f(1) = f(0) = 0
    return np.where(x > 1, np.log(x) - before * np.log1p(-1 / np.maximum(x, 2)), 0.0)


def _lost(sizes, others, total):
    """Return by how much the sum over all others is more than with one row less."""
    values, of_kind = np.unique(sizes, return_inverse=True)
    needed = np.union1d(values, values - 1)
    needed = needed[needed > 0]
    others, times = np.unique(others, return_counts=True)
    once = np.ones(1, np.int64)

    def add(start):
        return [
            information.sum_expected_phi(needed[i : i + 1], once, others, times, total)
            for i in range(start, min(start + _SIZES, len(needed)))
        ]

    pieces = threads.map_blocks(add, range(0, len(needed), _SIZES))
    sums = np.array([sum(pair) for piece in pieces for pair in piece])
    of_value = sums[np.searchsorted(needed, values)]
    before = np.searchsorted(needed, np.maximum(values - 1, 1))
    return (of_value - np.where(values > 1, sums[before], 0.0))[of_kind]


def _expected(a, b, total):
    """E[phi] of pairs of sizes; 0 where one of them is."""
    result = np.zeros(len(a))
    kept = np.flatnonzero((a > 0) & (b > 0))

    def compute(start):
        at = kept[start : start + _PAIRS]
        values = np.empty(len(at))
        information.expected_phi(a[at], b[at], total, values)
        result[at] = values

    threads.map_blocks(compute, range(0, len(kept), _PAIRS))
    return result
