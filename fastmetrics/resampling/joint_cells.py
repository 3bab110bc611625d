"""Labels of several models coded and counted into joint cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastmetrics._common.arrays import distinct
from fastmetrics._inputs.groups import group_codes
from fastmetrics._inputs.label_columns import LabelColumn
from fastmetrics._inputs.label_pairs import (
    Indicators,
    LabelPair,
    pair_models,
    row_blocks,
    union,
)
from fastmetrics.metrics.labels.counting.count_formulas import CountFormula, one_class
from fastmetrics.metrics.labels.counting.indicator_counts import wrong_labels
from fastmetrics.metrics.labels.counting.targets import IndicatorRows
from fastmetrics.metrics.labels.formulas.counts import Counts

# -------------------------------------------------------------------------- label codes
# LabelCodes: the labels of one truth and of several models as small whole numbers.
#
# Each column is read once, when it is encoded; counts, joint cells and replicates are
# made from the codes.


# Differences of labels that are less than this fit an int64.
_MOST_SPAN = 1 << 62


class Codes(NamedTuple):
    """One column: its distinct labels, ascending, and the place of each row's label."""

    labels: NDArray[Any]
    of_row: NDArray[Any]

    def column(self, name: str) -> LabelColumn:
        """Return the codes as a column whose items stand for the labels."""
        return LabelColumn(name, self.of_row, self.labels.dtype, self.labels)


class LabelCodes(NamedTuple):
    """The columns of all models, and of the truth that they share."""

    true: Codes
    predicted: list[Codes]

    def places(self, k: int) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Return a model's labels, and the places of its two columns' labels."""
        return union(self.true.labels, self.predicted[k].labels)


def encode_pairs(pairs: Sequence[LabelPair], true: Codes | None) -> LabelCodes:
    """Encode what several models predicted; ``true``: what `encode` made of the truth.

    Raises for floats that are not whole numbers.
    """
    if true is None:
        pairs[0].raise_wrong()
    predicted = []
    for pair in pairs:
        codes = encode(pair.predicted)
        if codes is None:
            pair.raise_wrong()
        predicted.append(codes)
    return LabelCodes(true, predicted)


def encode(column: LabelColumn) -> Codes | None:
    """Encode one column; None if it contains a float that is not a whole number."""
    items = column.items
    if items.dtype.kind == "f":
        with np.errstate(invalid="ignore"):
            whole = items.astype(np.int64)
        if not np.array_equal(whole, items):
            return None
        items = whole
    low = int(items.min())
    if int(items.max()) - low < _MOST_SPAN:
        found, places = distinct(items.astype(np.int64, copy=False) - low)
        found = (found + low).astype(column.items.dtype)
    else:
        found, places = np.unique(items, return_inverse=True)
        found = found.astype(column.items.dtype)
    labels = column.labels(found)
    # Different items may stand for the same label, and in another order.
    labels, at, _ = union(labels, labels[:0])
    return Codes(labels, at.astype(np.min_scalar_type(len(labels)))[places])


# -------------------------------------------------------------------------- joint cells
# Rows sorted into the cells of a joint table: label, and what each model predicted.
#
# Cells come in canonical order: by label, then by the first model's prediction, then by
# the second's. For several labels per row a cell is a pattern, the labels of the row
# before the predicted ones, the first column first.


class ByUnit(NamedTuple):
    """The rows of the cells, cell by cell, where which row it is makes a difference.

    Rows of one cell and group are added up. A unit is a group or, without groups, a row
    (then `units` is None).
    """

    ends: NDArray[np.int64]
    n_units: int
    units: NDArray[np.uint32] | None
    weights: NDArray[Any] | None

    @property
    def n_rows(self) -> int:
        """How many rows there are, once added up."""
        return int(self.ends[-1])

    @property
    def weighted(self) -> bool:
        """Whether sums are of weights, not whole numbers of rows."""
        return self.weights is not None and self.weights.dtype.kind == "f"


@dataclass(frozen=True, eq=False)
class JointCells:
    """The cells that are not empty.

    Attributes
    ----------
    rows : ndarray of int64
        How many rows (of weight above 0) each has.
    by_unit : ByUnit or None
        The rows themselves, where they have weights or groups.
    true, predicted : list of ndarray
        For each model the label of each cell, and the predicted one, by their places
        among the model's labels.
    """

    rows: NDArray[np.int64]
    by_unit: ByUnit | None
    true: list[NDArray[Any]]
    predicted: list[NDArray[Any]]

    def marked(self, k: int) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
        """Which cells count as hits, true, predicted, missed and wrongly predicted.

        And of which labels: each time (cells, labels).
        """
        every = np.arange(len(self.rows))
        right = self.true[k] == self.predicted[k]
        hits, wrong = np.flatnonzero(right), np.flatnonzero(~right)
        yield hits, self.true[k][hits]
        yield every, self.true[k]
        yield every, self.predicted[k]
        yield wrong, self.true[k][wrong]
        yield wrong, self.predicted[k][wrong]


@dataclass(frozen=True, eq=False)
class JointPatterns(JointCells):
    """Cells of rows with several labels each.

    Attributes
    ----------
    true, predicted : list of ndarray of bool, shape (cells, labels)
    wrong : list of ndarray
        For each model, in how many columns a row of the cell is predicted wrong.
    """

    wrong: list[NDArray[np.int64]]

    def marked(self, k: int) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
        """Which cells count as hits, true, predicted, missed and wrongly predicted."""
        true, predicted = self.true[k], self.predicted[k]
        missed, wrong = true & ~predicted, predicted & ~true
        for marks in (true & predicted, true, predicted, missed, wrong):
            which, columns = np.nonzero(marks)
            yield which, columns

    def row_counts(self, k: int, columns: ArrayLike | None) -> Counts:
        """Return the counts of a single row of each cell, in all or some columns."""
        true, predicted = self.true[k], self.predicted[k]
        if columns is not None:
            true, predicted = (
                marks[:, np.asarray(columns)] for marks in (true, predicted)
            )
        hits, of_true, of_predicted = (
            marks.sum(axis=1) for marks in (true & predicted, true, predicted)
        )
        return Counts(
            np.arange(len(hits)),
            "multilabel-indicator",
            hits,
            of_true,
            of_predicted,
            true.shape[1],
        )


def cells_of_counts(counts: Any) -> JointCells:
    """Return the cells of one model's table, of rows without weights."""
    true, predicted, n, sums, _ = counts.cells
    if not len(n):
        raise ValueError("a table without rows cannot be resampled")
    if sums is not None and not np.array_equal(sums, n):
        raise ValueError(
            "a table of weighted rows cannot be resampled: which row had which weight "
            "is no longer known; give y_true, y_pred and sample_weight"
        )
    return JointCells(np.asarray(n, np.int64), None, [true], [predicted])


def cells_of_codes(codes: LabelCodes, drawn: DrawnRows) -> JointCells:
    """Return the joint cells of the labels of several models, or of weighted rows."""
    columns = [drawn.keep(each.of_row) for each in (codes.true, *codes.predicted)]
    sizes = [len(each.labels) for each in (codes.true, *codes.predicted)]
    (true, *predicted), cell = _joint(columns, sizes)
    rows, by_unit = drawn.sort(cell, len(true))
    # Each model has labels of its own, among which the codes have other places.
    places = [codes.places(k) for k in range(len(predicted))]
    return JointCells(
        rows,
        by_unit,
        [of_true[true] for _, of_true, _ in places],
        [places[k][2][own] for k, own in enumerate(predicted)],
    )


def cells_of_indicators(pairs: Sequence[Indicators], drawn: DrawnRows) -> JointPatterns:
    """Return the patterns of rows with several labels: 2 bits per entry while made."""
    n_labels = pairs[0].n_labels
    columns = [_packed(pairs[0].true), *(_packed(pair.predicted) for pair in pairs)]
    wrong = [_wrong_entries(pair) for pair in pairs]
    # Labels other than 0 and 1 may differ and both be there.
    marks = np.hstack(
        [*columns, *(w[:, None].astype(">u4").view(np.uint8) for w in wrong)]
    )
    marks = drawn.keep(marks)
    found, first, cell = np.unique(
        _sortable(marks), return_index=True, return_inverse=True
    )
    rows, by_unit = drawn.sort(cell.ravel(), len(found))
    width = columns[0].shape[1]
    true, *predicted = (
        np.unpackbits(
            marks[first, k * width : (k + 1) * width], axis=1, count=n_labels
        ).astype(bool)
        for k in range(len(columns))
    )
    kept = [drawn.keep(w)[first] for w in wrong]
    return JointPatterns(rows, by_unit, [true] * len(pairs), predicted, kept)


class DrawnRows:
    """Which rows take part in a replicate, their weights and groups.

    Attributes
    ----------
    n_units : int
        How many rows of weight above 0, or groups of such rows, there are.
    weights : ndarray of float64 or None
        Of the rows that take part.
    """

    def __init__(
        self, n: int, weights: NDArray[Any] | None, groups: ArrayLike | None
    ) -> None:
        self.weights: NDArray[np.float64] | None = None
        self._kept: NDArray[np.intp] | None = None
        self._groups: NDArray[Any] | None = None
        self.n_units = n
        if weights is not None:
            weights = np.asarray(weights, np.float64)
            if not weights.all():
                self._kept = np.flatnonzero(weights)
                self.n_units = len(self._kept)
            self.weights = self.keep(weights)
        if groups is not None:
            codes, self.n_units = group_codes(groups, n)
            self._groups = self.keep(codes)
            if self._kept is not None:  # groups may be out with their rows
                _, self._groups = np.unique(self._groups, return_inverse=True)
                self.n_units = int(self._groups.max()) + 1
        if (weights is not None or groups is not None) and self.n_units > 2**32:
            raise ValueError(
                f"there are {self.n_units:,} rows; with weights up to 2**32 can be "
                "resampled"
            )

    def keep(self, column: NDArray[Any]) -> NDArray[Any]:
        """Leave out the rows of weight 0."""
        return column if self._kept is None else column[self._kept]

    def sort(
        self, cell: NDArray[Any], n_cells: int
    ) -> tuple[NDArray[np.int64], ByUnit | None]:
        """Return how many rows each cell has, and the rows, sorted, where needed."""
        rows = np.bincount(cell, minlength=n_cells).astype(np.int64)
        if self._groups is not None:
            return rows, self._sort_groups(cell, n_cells)
        if self.weights is None:
            return rows, None
        order = np.argsort(cell, kind="stable")
        weights = self.weights[order]
        return rows, ByUnit(np.cumsum(rows), len(cell), None, weights)

    def _sort_groups(self, cell: NDArray[Any], n_cells: int) -> ByUnit:
        assert self._groups is not None  # the caller has looked
        found, entry = _joint([cell, self._groups], [n_cells, self.n_units])
        if self.weights is None:
            weights = np.bincount(entry)
        else:
            weights = np.bincount(entry, weights=self.weights)
        ends = np.cumsum(np.bincount(found[0], minlength=n_cells))
        return ByUnit(
            ends.astype(np.int64), self.n_units, found[1].astype(np.uint32), weights
        )


def _joint(
    columns: Sequence[NDArray[Any]], sizes: Sequence[int]
) -> tuple[list[NDArray[Any]], NDArray[np.int64]]:
    """Return the combinations of codes that occur, in order, and which each row has."""
    _, cell = distinct(columns[0])
    for codes, size in zip(columns[1:], sizes[1:], strict=True):
        _, cell = distinct(cell * size + codes)
    # Any row of a cell shows its codes.
    row = np.empty(int(cell.max()) + 1, np.int64)
    row[cell] = np.arange(len(cell))
    return [column[row].astype(np.int64) for column in columns], cell


def _packed(matrix: Any) -> NDArray[np.uint8]:
    """Return which entries are not zero, eight to a byte."""
    n, n_labels = matrix.shape
    packed = np.empty((n, -(-n_labels // 8)), np.uint8)
    for block in row_blocks(n, n_labels):
        part = matrix[block]
        part = part if isinstance(part, np.ndarray) else part.toarray()
        packed[block] = np.packbits(part != 0, axis=1)
    return packed


def _wrong_entries(pair: Any) -> NDArray[np.int64]:
    """Return in how many columns each row differs, by value."""
    wrong = np.empty(pair.n, np.int64)
    for block in row_blocks(pair.n, pair.n_labels):
        true, predicted = (
            part if isinstance(part, np.ndarray) else part.toarray()
            for part in (pair.true[block], pair.predicted[block])
        )
        wrong[block] = (true != predicted).sum(axis=1)
    return wrong


def _sortable(marks: NDArray[np.uint8]) -> NDArray[Any]:
    """Return rows of bytes as single items that sort as the bytes do."""
    if marks.shape[1] <= 8:
        whole = np.zeros((len(marks), 8), np.uint8)
        whole[:, : marks.shape[1]] = marks
        return whole.view(">u8").ravel().astype(np.uint64)
    return np.ascontiguousarray(marks).view(f"V{marks.shape[1]}").ravel()


# --------------------------------------------------------------------------- label rows
# What each row of labels adds to a metric that is a mean, or a sum, over rows.


# Entries of the tables that are made at once, one for each cell that is not empty.
_MOST_ENTRIES = 1 << 22


def label_rows(
    y_true: ArrayLike, y_pred: ArrayLike, reading: CountFormula
) -> NDArray[np.float64]:
    """Return the value of a metric on each row alone, (n,)."""
    [pair] = pair_models(y_true, [y_pred], None)
    if isinstance(pair, Indicators):
        return rows_of_several_labels(pair, reading)
    assert isinstance(pair, LabelPair)
    codes = encode_pairs([pair], encode(pair.true))
    labels, true_at, predicted_at = codes.places(0)
    k = len(labels)
    # Position of the two in a k × k table, which is small.
    cell = (true_at * k)[codes.true.of_row]
    cell += predicted_at[codes.predicted[0].of_row]
    cells, of_row = distinct(cell)
    values = np.empty(len(cells))
    step = max(_MOST_ENTRIES // (k * k), 1)
    for start in range(0, len(cells), step):
        part = slice(start, start + step)
        rows, columns = np.divmod(cells[part], k)
        counts = _one_row_each(labels, rows, columns, reading.view)
        values[part] = reading(counts)
    return values[of_row]


def _one_row_each(
    labels: NDArray[Any], true: NDArray[Any], predicted: NDArray[Any], view: str
) -> Counts:
    """Return the counts of tables with a single row, which is in these cells."""
    m, k = len(true), len(labels)
    at = np.arange(m)
    ones, hits = np.zeros((2, m, k), np.int64), np.zeros((m, k), np.int64)
    ones[0, at, true] = ones[1, at, predicted] = 1
    hits[at, true] = true == predicted
    kind = "binary" if k <= 2 else "multiclass"
    table = None
    if view == "table":
        table = np.zeros((m, k, k), np.int64)
        table[at, true, predicted] = 1
    total = np.ones(m, np.int64)
    return Counts(labels, kind, hits, ones[0], ones[1], total, table=table)


def rows_of_several_labels(
    pair: Indicators, reading: CountFormula
) -> NDArray[np.float64]:
    """Return the value of a metric on each row with several labels, (n,)."""
    if reading.view == "samples":
        counts = IndicatorRows(pair).rows(reading.columns)
        return np.asarray(reading(counts), np.float64)
    parts = [wrong for _, wrong in wrong_labels(pair)]
    wrong = np.concatenate(parts) if parts else np.zeros(0, np.int64)
    if reading.view == "exact":
        counts = one_class((wrong == 0).astype(np.int64), np.ones_like(wrong))
    else:
        each = np.full_like(wrong, pair.n_labels)
        counts = one_class(each - wrong, each)
    return np.asarray(reading(counts), np.float64)
