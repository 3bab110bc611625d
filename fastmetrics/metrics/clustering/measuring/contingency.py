"""Contingency: numbers of rows in each pair of clusters of two partitions.

Every measure of agreement of two clusterings is a formula of it. Only cells that occur
are stored, so it supports a hundred thousand clusters on either side.

Its bytes, version 1 of the format, are in the frame of `fastmetrics._common.packing`,
which also describes the labels:

======  =========================  ==================================================
offset  type                       content
======  =========================  ==================================================
0       8 bytes                    ``FMCLUSTR``
8       uint16                     version of the format, 1
10      uint8, uint8               kind of the labels of the rows, of the columns
12      uint64, uint64             r and c, the number of clusters of each
28      uint64                     m, the number of cells
36      uint64, uint64             bytes that the labels of each take
52      r labels, c labels         numbers, or the ends of strings and their UTF-8
..      m int64, m int64           rows and columns: positions of the labels
..      m int64                    rows of data in each cell, at least 1
end     uint32                     CRC-32 (zlib) of all bytes before
======  =========================  ==================================================

Every label has a cell. Cells ascend by row, then column.
"""

from __future__ import annotations

import math
from itertools import starmap
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common import threads
from fastmetrics._common.arrays import in_order
from fastmetrics._common.packing import Format, pack_labels, unpack_labels
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.label_pairs import union
from fastmetrics._inputs.rows import check_sparse, is_sparse
from fastmetrics._kernels import confusion, information
from fastmetrics.metrics.clustering.formulas import (
    Assignment,
    Association,
    Information,
    PairCounts,
    count_row_pairs,
)
from fastmetrics.metrics.summary import Summary
from fastmetrics.show.notebook import Shown, matrix

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import DTypeLike, NDArray

    from fastmetrics.metrics.record import Metric

_NOISE = -1

# Cells and pairs of sizes are added up in pieces of this size for any number of
# threads, so the sums do not depend on it.
_CELLS = 1 << 16
_PAIRS = 1 << 12

# The largest total whose square fits int64.
_SQUARED = 3_037_000_499


class Contingency(Summary):
    """Counts of pairs of labels of two partitions, which merge with ``+``.

    Attributes
    ----------
    row_labels, column_labels : ndarray
        The clusters of the first (true) and of the second (predicted) partition, each
        of its own kind, ascending.
    rows, columns, n : ndarray of int64, of shape (n_cells,)
        Cells that occur, by row and then by column: positions of the two labels, and
        rows of the data, at least 1.
    row_sizes, column_sizes : ndarray of int64
        Rows of the data in each cluster, at least 1.
    total : int
        All rows of the data; 0 is allowed.

    Notes
    -----
    Functions of two labellings accept it in place of the first, with None for the
    second: ``rand_score(table, None)``. They then treat noise, the label -1, as
    requested. Silhouettes, distances and dispersion need the points.

    Examples
    --------
    >>> from fastmetrics.metrics.clustering.partitions import count_clusterings
    >>> morning = count_clusterings(["a", "a", "b"], [0, 0, 7])
    >>> both = morning + count_clusterings(["b"], [0])
    >>> both.table()
    array([[2, 0],
           [1, 1]])
    >>> both.pair_counts()
    PairCounts(same_same=1, same_different=1, different_same=2, different_different=2)
    """

    __slots__ = (
        "column_labels",
        "column_sizes",
        "columns",
        "n",
        "row_labels",
        "row_sizes",
        "rows",
        "total",
    )

    task = "clustering"

    row_labels: NDArray[Any]
    column_labels: NDArray[Any]
    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    n: NDArray[np.int64]
    row_sizes: NDArray[np.int64]
    column_sizes: NDArray[np.int64]
    total: int

    def __init__(
        self,
        row_labels: NDArray[Any],
        column_labels: NDArray[Any],
        rows: NDArray[np.int64],
        columns: NDArray[np.int64],
        n: NDArray[np.int64],
    ) -> None:
        """Take cells in order; every label must have one. Unchecked."""
        self.row_labels, self.column_labels = row_labels, column_labels
        self.rows, self.columns, self.n = rows, columns, n
        self.row_sizes = _sum_by(rows, n, len(row_labels))
        self.column_sizes = _sum_by(columns, n, len(column_labels))
        self.total = int(self.row_sizes.sum())

    @classmethod
    def of_cells(
        cls,
        labels: NDArray[Any],
        rows: NDArray[np.int64],
        columns: NDArray[np.int64],
        n: NDArray[np.int64],
    ) -> Contingency:
        """Create a table from cells, as `confusion.count_pairs` finds them."""
        _, row_sizes, column_sizes, total = confusion.sum_margins(
            rows, columns, n, len(labels)
        )
        table = object.__new__(cls)
        table.row_labels, table.rows, table.row_sizes = _occurring(
            labels, rows, row_sizes
        )
        table.column_labels, table.columns, table.column_sizes = _occurring(
            labels, columns, column_sizes
        )
        table.n, table.total = n, int(total)
        return table

    @classmethod
    def from_table(cls, table: Any) -> Contingency:
        """Take a table of counts, dense or sparse; rows and columns of zeros go.

        Raises if entries are negative or no whole numbers, or all are 0.
        """
        rows, columns, n = _entries(table)
        if len(n) == 0:
            raise ValueError("the contingency table must hold at least one row.")
        row_labels, rows = np.unique(rows, return_inverse=True)
        column_labels, columns = np.unique(columns, return_inverse=True)
        return cls(row_labels, column_labels, *in_order(rows, columns, n))

    # --- contents

    @property
    def shape(self) -> tuple[int, int]:
        """Clusters of the first and of the second partition."""
        return len(self.row_labels), len(self.column_labels)

    def table(self, dtype: DTypeLike = np.int64) -> NDArray[Any]:
        """Return the table with all its zeros."""
        table = np.zeros(self.shape, dtype)
        table[self.rows, self.columns] = self.n
        return table

    def sparse_table(self, dtype: DTypeLike = np.int64) -> Any:
        """Return the table as a csr_matrix."""
        from scipy import sparse

        starts = np.zeros(len(self.row_labels) + 1, np.int64)
        np.cumsum(np.bincount(self.rows, minlength=len(starts) - 1), out=starts[1:])
        parts = self.n.astype(dtype), self.columns, starts
        return sparse.csr_matrix(parts, shape=self.shape)

    # --- parts that formulas read

    def pair_counts(self) -> PairCounts[int]:
        """Count pairs of rows, as Python integers."""
        total = self.total
        return count_row_pairs(
            _sum_squares(self.n, total),
            _sum_squares(self.row_sizes, total),
            _sum_squares(self.column_sizes, total),
            total,
        )

    def largest_overlaps(self) -> NDArray[np.int64]:
        """Rows in the largest cell of each column."""
        largest = np.zeros(len(self.column_labels), np.int64)
        np.maximum.at(largest, self.columns, self.n)
        return largest

    def assignment(self) -> Assignment:
        """Correct rows after the best matching of clusters to labels."""
        return Assignment(int(self.n[self.assigned_cells()].sum()), self.total)

    def assigned_cells(self) -> NDArray[np.int64]:
        """Cells of the matching, at most one per row and column, with the most rows.

        Only cells that occur are candidates. An unmatched row gets a place of its own
        with weight 1, and each cell has its number of rows plus 1.
        """
        if not self.total:
            return np.empty(0, np.int64)
        from scipy.sparse import csgraph, csr_matrix

        sides = [(len(self.row_labels), self.rows)]
        sides.append((len(self.column_labels), self.columns))
        (few, own), (many, others) = sorted(sides, key=lambda side: side[0])
        alone = np.arange(few)
        places = np.concatenate([own, alone]), np.concatenate([others, many + alone])
        worth = np.concatenate([self.n, np.zeros(few, np.int64)]) + 1.0
        table = csr_matrix((worth, places), (few, many + few))
        chosen = csgraph.min_weight_full_bipartite_matching(table, maximize=True)[1]
        return np.flatnonzero(chosen[own] == others)

    def association(self) -> Association:
        """Deviation of the table from independence.

        The mean square is a sum of nonnegative terms: (n N - a b)² / (N² a b) of cells
        that occur, with exact integers, and the expected proportion of empty cells.
        """
        total, (r, c) = self.total, self.shape
        if not total:
            return Association(math.nan, r, c, total)
        n, a, b = self.n, self.row_sizes[self.rows], self.column_sizes[self.columns]
        if total > _SQUARED:
            n, a, b = (term.astype(object) for term in (n, a, b))
        by_chance = a * b
        more = (n * total - by_chance).astype(np.float64) / total
        empty = total * total - int(by_chance.sum())
        terms = more * (more / by_chance.astype(np.float64))
        square = math.fsum([*terms.tolist(), empty / total / total])
        return Association(square, r, c, total)

    def information(self, *, expected: bool = False) -> Information:
        """Return `Information`, with the expected mutual information if ``expected``.

        If one partition determines the other, entropies that are equal by definition
        are computed once, so they are equal to the bit.
        """
        n_rows, n_columns = self.shape
        n_cells, total = len(self.n), self.total
        true = entropy(self.row_sizes, total)
        perfect = n_cells == n_rows == n_columns
        predicted = true if perfect else entropy(self.column_sizes, total)
        if min(n_rows, n_columns) <= 1:
            mutual = 0.0
        elif n_cells == n_rows:
            mutual = predicted
        elif n_cells == n_columns:
            mutual = true
        else:
            mutual = min(self._sum_phi() / total, true, predicted)
        by_chance = self._by_chance(true, predicted) if expected else None
        return Information(mutual, true, predicted, by_chance)

    def _by_chance(self, true: float, predicted: float) -> float:
        n_rows, n_columns = self.shape
        if min(n_rows, n_columns) <= 1:
            return 0.0
        # A partition into single rows determines any other, even if shuffled.
        if n_rows == self.total:
            return predicted
        if n_columns == self.total:
            return true
        return expected_information(self.row_sizes, self.column_sizes, self.total)

    def _sum_phi(self) -> float:
        rows, columns = self.rows, self.columns
        margins = self.row_sizes, self.column_sizes, self.total

        def add(start: int) -> Iterable[float]:
            piece = slice(start, start + _CELLS)
            cells = rows[piece], columns[piece], self.n[piece]
            return information.sum_phi(*cells, *margins)

        parts = threads.map_blocks(add, range(0, len(self.n), _CELLS))
        parts.append(information.sum_missing(rows, columns, *margins))
        return _sum_parts(parts)

    # --- noise

    def without_noise(self) -> Contingency:
        """Return the table without rows that are noise in either partition."""
        noise = _noise(self.row_labels), _noise(self.column_labels)
        kept = np.flatnonzero((self.rows != noise[0]) & (self.columns != noise[1]))
        if len(kept) == len(self.n):
            return self
        row_at, rows = np.unique(self.rows[kept], return_inverse=True)
        column_at, columns = np.unique(self.columns[kept], return_inverse=True)
        labels = self.row_labels[row_at], self.column_labels[column_at]
        return type(self)(*labels, rows, columns, self.n[kept])

    def with_noise_apart(self) -> Contingency:
        """Return the table with a cluster for each row of noise.

        The clusters take the place and the label of the noise.
        """
        noise = _noise(self.row_labels), _noise(self.column_labels)
        labels = [self.row_labels, self.column_labels]
        places, n = [self.rows, self.columns], self.n
        for side, at in enumerate(noise):
            if at < 0:
                continue
            is_noise = places[side] == at
            cells = np.repeat(np.arange(len(n)), np.where(is_noise, n, 1))
            is_noise = is_noise[cells]
            n = np.where(is_noise, 1, n[cells])
            places = [place[cells] for place in places]
            m = int(np.count_nonzero(is_noise))
            places[side] += np.where(places[side] > at, m - 1, 0)
            places[side][is_noise] = at + np.arange(m)
            times = np.ones(len(labels[side]), np.int64)
            times[at] = m
            labels[side] = np.repeat(labels[side], times)
        return type(self)(labels[0], labels[1], places[0], places[1], n)

    # --- merging, keeping, comparing

    def __add__(self, other: object) -> Contingency:
        if not isinstance(other, Contingency):
            return NotImplemented
        if self.total + other.total >= 2**63:
            raise OverflowError("together these are 2**63 rows or more")
        for labels in (*self._labels(), *other._labels()):
            if len(set(labels.tolist())) < len(labels):
                raise ValueError(
                    "tables with a cluster for each row of noise cannot be merged: "
                    "merge first, then set noise apart."
                )
        row_labels, *row_places = union(self.row_labels, other.row_labels)
        column_labels, *column_places = union(self.column_labels, other.column_labels)
        both = (self, other)
        rows = [
            place[table.rows] for place, table in zip(row_places, both, strict=True)
        ]
        columns = [
            place[table.columns]
            for place, table in zip(column_places, both, strict=True)
        ]
        cells = map(np.concatenate, (rows, columns, [self.n, other.n]))
        return type(self)(row_labels, column_labels, *in_order(*cells))

    def _labels(self) -> tuple[NDArray[Any], NDArray[Any]]:
        return self.row_labels, self.column_labels

    def to_bytes(self) -> bytes:
        """Return the table as bytes.

        Returns
        -------
        bytes
            To be read by `from_bytes`, on any platform and by any later version.

        Raises
        ------
        TypeError
            If labels are dates, or numbers that do not fit 64 bits.
        """
        cells = self.rows, self.columns, self.n
        return _pack(self._labels(), cells)

    @classmethod
    def from_bytes(cls, data: Any) -> Contingency:
        """Read what `to_bytes` has written.

        Parameters
        ----------
        data : bytes-like
            The whole of it.

        Returns
        -------
        Contingency

        Raises
        ------
        ValueError
            If the bytes are not such a table, are damaged, or of a later version.
        """
        labels, cells = _unpack(data)
        return cls(*labels, *cells)

    def _row(self, name: str) -> Metric:
        row = super()._row(name)
        if row.targets and "agreement" not in row.targets:
            raise ValueError(
                f"{name!r} cannot be read off a Contingency: it is of one partition, "
                "or of points and their clusters"
            )
        return row

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Contingency):
            return NotImplemented
        names = ("row_labels", "column_labels", "rows", "columns", "n")
        pairs = ((getattr(self, name), getattr(other, name)) for name in names)
        return all(starmap(np.array_equal, pairs))

    __hash__ = None  # type: ignore[assignment]  # mutable arrays

    def __len__(self) -> int:
        return len(self.n)

    def __repr__(self) -> str:
        n_rows, n_columns = self.shape
        return f"Contingency({n_rows} and {n_columns} clusters, {self.total} rows)"

    def _shown(self) -> Shown:
        sides = self.row_labels, self.column_labels
        return matrix(repr(self), "true \\ cluster", *sides, self.table)


# --- cells


def _entries(table: Any) -> tuple[Any, Any, Any]:
    """Rows, columns and counts of the nonzero entries of a dense or sparse table."""
    if hasattr(table, "tocoo"):
        if is_sparse(table):
            _check_two_dimensions(table.shape)
            check_sparse(table, "contingency")
        entries = table.tocoo()
        rows, columns, n = entries.row, entries.col, entries.data
    else:
        array = as_array(table, "contingency")
        _check_two_dimensions(array.shape)
        rows, columns = np.nonzero(array)
        n = array[rows, columns]
    counts = _whole(n)
    kept = np.flatnonzero(counts)
    return rows[kept].astype(np.int64), columns[kept].astype(np.int64), counts[kept]


def _check_two_dimensions(shape: tuple[int, ...]) -> None:
    if len(shape) != 2:
        raise ValueError(f"Expected 2D array for contingency, got shape {shape}.")


def _whole(n: NDArray[Any]) -> NDArray[np.int64]:
    if n.dtype.kind not in "biuf":
        raise TypeError(f"contingency must hold numbers, got dtype {n.dtype}.")
    if n.size and not (n.min() >= 0 and n.max() < 2.0**53):  # so that NaN fails
        raise ValueError("contingency must hold counts of at least 0 and below 2**53.")
    counts = n.astype(np.int64)
    if n.dtype.kind == "f" and (counts != n).any():
        raise ValueError("contingency must hold whole numbers of rows.")
    return counts


def _occurring(
    labels: NDArray[Any], positions: NDArray[np.int64], sizes: NDArray[np.int64]
) -> tuple[NDArray[Any], NDArray[np.int64], NDArray[np.int64]]:
    """Return the labels of one side, the cells' positions among them, their sizes."""
    at = np.flatnonzero(sizes)
    if len(at) == len(labels):
        return labels, positions, sizes
    new = np.zeros(len(labels), np.int64)
    new[at] = np.arange(len(at))
    return labels[at], new[positions], sizes[at]


def _sum_by(
    positions: NDArray[np.int64], n: NDArray[np.int64], size: int
) -> NDArray[np.int64]:
    sums = np.zeros(size, np.int64)
    np.add.at(sums, positions, n)
    return sums


def _noise(labels: NDArray[Any]) -> int:
    """Return the position of the label of noise; -1 if there is none."""
    if labels.dtype.kind not in "ifO":
        return -1
    rows = np.flatnonzero(labels == _NOISE)
    return int(rows[0]) if len(rows) else -1


# --- sums


def _sum_squares(sizes: NDArray[np.int64], total: int) -> int:
    if total <= _SQUARED:
        return int(np.dot(sizes, sizes))
    return sum(size * size for size in sizes.tolist())


def _sum_parts(parts: Iterable[Iterable[float]]) -> float:
    return math.fsum(number for part in parts for number in part)


def entropy(sizes: NDArray[np.int64], total: int) -> float:
    """Entropy of clusters of these sizes, in nats; 0.0 if there are none."""
    if len(sizes) <= 1:
        return 0.0
    return _sum_parts([information.sum_surprise(sizes, total)]) / total


def expected_information(
    row_sizes: NDArray[np.int64], column_sizes: NDArray[np.int64], total: int
) -> float:
    """Return the expected mutual information of clusters of these sizes, in nats.

    Each pair of distinct sizes is computed once.
    """
    a, times_a = np.unique(row_sizes, return_counts=True)
    b, times_b = np.unique(column_sizes, return_counts=True)
    step = max(1, _PAIRS // len(b))

    def add(start: int) -> Iterable[float]:
        piece = slice(start, start + step)
        return information.sum_expected_phi(a[piece], times_a[piece], b, times_b, total)

    parts = threads.map_blocks(add, range(0, len(a), step))
    return _sum_parts(parts) / total


# --- bytes

_FORMAT = Format(b"FMCLUSTR", 1, "BBQQQQQ", "this Contingency is", "no Contingency")


def _pack(labels: tuple[Any, Any], cells: tuple[Any, Any, Any]) -> bytes:
    """Return the bytes of the labels of both sides and of (rows, columns, n).

    Raises
    ------
    TypeError
        If the format does not support the labels: dates, or numbers beyond 64 bits.
    """
    numbers, texts = zip(*map(pack_labels, labels), strict=True)
    sizes = *map(len, labels), len(cells[2]), *map(len, texts)
    parts = [part.astype("<i8").tobytes() for part in cells]
    return _FORMAT.seal((*numbers, *sizes), [*texts, *parts])


def _unpack(data: Any) -> tuple[tuple[Any, Any], tuple[Any, Any, Any]]:
    """Return the arguments of `_pack`.

    Raises
    ------
    ValueError
        If the bytes are anything else, or damaged.
    """
    (of_rows, of_columns, r, c, m, *sizes), reader = _FORMAT.open(data)
    row_text, column_text = map(reader.take_bytes, sizes)
    rows, columns, n = (reader.take("<i8", m) for _ in range(3))
    reader.finish()
    row_labels = unpack_labels(_FORMAT, of_rows, r, row_text)
    column_labels = unpack_labels(_FORMAT, of_columns, c, column_text)
    cells = rows, columns, n
    if not (_all_occur(rows, r) and _all_occur(columns, c) and _fit(*cells)):
        raise _FORMAT.damaged("cells are inconsistent")
    return (row_labels, column_labels), cells


def _all_occur(positions: Any, k: int) -> bool:
    """Whether all of 0, ..., k - 1 occur, and nothing else."""
    occurring = np.unique(positions)
    return len(occurring) == k and bool(np.all(occurring == np.arange(len(occurring))))


def _fit(rows: Any, columns: Any, n: Any) -> bool:
    """Whether cells are in order and not empty."""
    down, across = np.diff(rows), np.diff(columns)
    in_order = bool(np.all((down > 0) | ((down == 0) & (across > 0))))
    return in_order and bool(np.all(n > 0)) and sum(n.tolist()) < 2**63
