"""Agreement of clusterings without each row, from cells of their table."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common import threads
from fastmetrics._inputs.columns import as_array
from fastmetrics._kernels import information
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.clustering.formulas import (
    Assignment,
    Association,
    Information,
    PairCounts,
)
from fastmetrics.metrics.clustering.measuring.contingency import (
    Contingency,
    expected_information,
)
from fastmetrics.metrics.clustering.partitions import (
    count_clusterings,
    treat_noise,
)
from fastmetrics.metrics.record import Metric
from fastmetrics.resampling import refusals
from fastmetrics.resampling.plan import Jackknife

if TYPE_CHECKING:
    from numpy.typing import NDArray


# ------------------------------------------------------------------------ left out rows
# LeftOutRows, LeftOutCells: what two partitions share when one row is left out.
#
# Removing a row takes 1 from a cell, from its row and from its column; so all rows of
# cells that are alike in these three numbers give the same table in all that counts,
# and a jackknife of a million rows is often one of a thousand values. Where more counts
# than these numbers, each cell is a kind of its own.


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
    >>> from fastmetrics.metrics.clustering.partitions import count_clusterings
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


# ---------------------------------------------------------------------- agreement cells
# The agreement of two labellings, and what it would be without each of their rows.
#
# All rows of a cell are alike, so that a value for each kind of cell tells all. Where
# rows of several models are compared, each row is placed in its cell.


_NOISE = -1
# How the intervals of metrics are made that are biased in few rows.
_CORRECTED = "corrected-jackknife"

# The methods that give what formulas read; of some a cell tells more than its sizes.
_READ_BY = {
    "pairs": "pair_counts",
    "assignment": "assignment",
    "association": "association",
}
_BY_CELL = ("assignment", "association")

# Rows for each pair of clusters. In simulations (5 to 20 clusters, nominal 95 %) the
# intervals of information covered 90-97 % from ten on, 78-95 % at three or four, and
# 40-76 % at one; those of Cramér's V (3 to 8 clusters) 90-94, 89-96 and 78-90 %.
_ENOUGH_PER_CELL = 10
_LEAST_PER_CELL = 2
# Rows for each cluster: those of purity covered 92 % at ten, and 76 % at three.
_ENOUGH_PER_CLUSTER = 10

_FEW = (
    "with less than ten rows for each pair of clusters, not all of the bias can be seen"
)
_TOO_FEW = "with less than two rows for each pair of clusters, the bias cannot be seen"
_SMALL = (
    "with less than ten rows for each cluster, its largest class is partly a matter of "
    "chance"
)


class Labelling:
    """One labelling of the rows, its clusters numbered."""

    def __init__(self, labels: Any, name: str) -> None:
        array = as_array(labels, name)
        self.codes = np.unique(array, return_inverse=True)[1]
        self.is_noise = np.zeros(len(array), bool)
        if array.dtype.kind in "ifO":
            self.is_noise[:] = array == _NOISE

    def numbers(self, noise: str) -> NDArray[np.int64]:
        """Return a number for each row's cluster; rows of noise may be one each."""
        if noise != "own_clusters":
            return self.codes
        apart = np.arange(len(self.codes)) + len(self.codes)
        return np.where(self.is_noise, apart, self.codes)


class Agreement:
    """The agreement of a labelling with the true one.

    ``table`` has noise as a cluster like any other; ``sides`` gives both labellings,
    and is called when values are wanted row by row.
    """

    def __init__(
        self, table: Contingency, sides: Callable[[], tuple[Labelling, Labelling]]
    ) -> None:
        self._table, self._sides = table, sides
        self._treated: dict[str, _Treated] = {}

    def table(self, noise: Any) -> Contingency:
        """Return the table with the noise treated in one of the ways."""
        return self._by_noise(noise).table

    def prepared(self, asked: BoundMetric) -> tuple[Any, ...]:
        """Return what public functions take in place of the labels."""
        return self._table, None

    def value(self, asked: BoundMetric) -> float:
        """Compute a metric of the table."""
        treated, options = self._of(asked)
        return float(treated.whole.value(asked.row, options))

    def refusal(self, asked: BoundMetric) -> str:
        """Say why no rows can be left out, if so."""
        row, table = asked.row, self._of(asked)[0].table
        if table.total < 2:
            return refusals.NOT_LEFT_OUT if table.total else refusals.NO_ROWS
        if row.interval == _CORRECTED:
            few = table.total < _LEAST_PER_CELL * math.prod(table.shape)
            return _TOO_FEW if few else ""
        return ""

    def note(self, asked: BoundMetric) -> str:
        """Say why an interval is approximate, if so."""
        row, table = asked.row, self._of(asked)[0].table
        if row.interval == _CORRECTED:
            few = table.total < _ENOUGH_PER_CELL * math.prod(table.shape)
            return _FEW if few else ""
        if row.function in ("purity_score", "clustering_accuracy"):
            few = table.total < _ENOUGH_PER_CLUSTER * table.shape[1]
            return _SMALL if few else ""
        return ""

    def without_each(self, asked: BoundMetric) -> Jackknife:
        """Compute a metric without a row of each kind of cell."""
        treated, options = self._of(asked)
        left_out, rest = treated.without_each(asked.row)
        values = rest.value(asked.row, options)
        return Jackknife(np.asarray(values)[:, None], left_out.counts)

    def by_row(self, asked: BoundMetric) -> NDArray[Any]:
        """Compute a metric without each row; one that is dropped changes nothing."""
        options = self._of(asked)[1]
        treated, cells = self._placed(_noise_of(asked))
        left_out, rest = treated.without_each(asked.row)
        values = rest.value(asked.row, options)
        kinds = np.append(left_out.kind_of_cell, len(values))
        values = np.append(values, self.value(asked))
        return values[kinds[cells]]

    def _placed(self, noise: str) -> tuple[_Treated, NDArray[np.int64]]:
        """Return the table and the cell of each row, -1 for rows that are dropped."""
        treated = self._by_noise(noise)
        if treated.placed is None:
            counted, cells = _place_rows(*self._sides(), noise)
            same = all(
                np.array_equal(getattr(counted, name), getattr(treated.table, name))
                for name in ("rows", "columns", "n")
            )
            # Rows of noise apart are counted in another order.
            treated.placed = treated if same else _Treated(counted), cells
        return treated.placed

    def _of(self, asked: BoundMetric) -> tuple[_Treated, dict[str, Any]]:
        given = asked.parameters.items()
        options = {key: value for key, value in given if key != "noise"}
        return self._by_noise(_noise_of(asked)), options

    def _by_noise(self, noise: str) -> _Treated:
        if noise not in self._treated:
            self._treated[noise] = _Treated(treat_noise(self._table, noise))
        return self._treated[noise]


class _Treated:
    """A table whose noise has been treated, and what is read off it when asked for."""

    def __init__(self, table: Contingency) -> None:
        self.table = table
        self.whole = _Reading(table, _purity)
        self.placed: tuple[_Treated, NDArray[np.int64]] | None = None
        self._left_out: dict[bool, tuple[Any, _Reading]] = {}

    def without_each(self, row: Metric) -> tuple[Any, _Reading]:
        """Return the tables with a row less, and what is read off these."""
        by_cell = row.formula is not None and row.formula.reads in _BY_CELL
        if by_cell not in self._left_out:
            made = LeftOutCells(self.table) if by_cell else LeftOutRows(self.table)
            self._left_out[by_cell] = made, _Reading(made, LeftOutRows.purities)
        return self._left_out[by_cell]


class _Reading:
    """Metrics of a table, or arrays of them, of all tables with a row less."""

    def __init__(self, source: Any, purity: Callable[[Any], Any]) -> None:
        self._source, self._purity = source, purity
        self._parts: dict[str, Any] = {}

    def value(self, row: Metric, options: Mapping[str, Any]) -> Any:
        formula = row.formula
        if formula is None:
            return self._purity(self._source)
        return formula.value(self._part(row, formula.reads), **options)

    def _part(self, row: Metric, reads: str) -> Any:
        """Return what the formula of a metric takes, made once."""
        expected = row.function == "adjusted_mutual_info_score"
        known = self._parts.get(reads)
        if reads == "information" and (
            known is None or (expected and known.expected is None)
        ):
            self._parts[reads] = self._source.information(expected=expected)
        elif known is None:
            self._parts[reads] = getattr(self._source, _READ_BY[reads])()
        return self._parts[reads]


def _purity(table: Contingency) -> float:
    hits = int(table.largest_overlaps().sum())
    return hits / table.total if table.total else math.nan


def _noise_of(asked: BoundMetric) -> Any:
    return asked.parameters.get("noise", "one_cluster")


def _place_rows(
    true: Labelling, predicted: Labelling, noise: str
) -> tuple[Contingency, NDArray[np.int64]]:
    """Count the rows; return their cells too, -1 for rows that are dropped."""
    kept = np.arange(len(true.codes))
    if noise == "drop":
        kept = np.flatnonzero(~(true.is_noise | predicted.is_noise))
    sides = [side.numbers(noise)[kept] for side in (true, predicted)]
    table = count_clusterings(sides[0], sides[1], warn=False)
    width = len(table.column_labels)
    rows = np.searchsorted(table.row_labels, sides[0])
    columns = np.searchsorted(table.column_labels, sides[1])
    cells = np.full(len(true.codes), -1)
    cells[kept] = np.searchsorted(
        table.rows * width + table.columns, rows * width + columns
    )
    return table, cells
