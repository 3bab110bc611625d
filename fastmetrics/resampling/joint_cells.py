"""Rows sorted into the cells of a joint table: label, and what each model predicted.

Cells come in canonical order: by label, then by the first model's prediction, then by
the second's. For several labels per row a cell is a pattern, the labels of the row
before the predicted ones, the first column first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics import _inputs
from fastmetrics._common.cells import distinct
from fastmetrics.metrics.labels.formulas.counts import Counts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import ArrayLike, NDArray

# Differences of labels that are less than this fit an int64.
_MOST_SPAN = 1 << 62


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
        """Which cells count as hits, true and predicted, and of which labels."""
        every = np.arange(len(self.rows))
        hits = np.flatnonzero(self.true[k] == self.predicted[k])
        yield hits, self.true[k][hits]
        yield every, self.true[k]
        yield every, self.predicted[k]


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
        """Which cells count as hits, true and predicted, and of which labels."""
        true, predicted = self.true[k], self.predicted[k]
        for marks in (true & predicted, true, predicted):
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


def cells_of_labels(
    y_true: ArrayLike,
    y_preds: Sequence[ArrayLike],
    counts: Sequence[Any],
    sample_weight: ArrayLike | None,
    groups: ArrayLike | None,
) -> JointCells:
    """Return the joint cells of several models' labels, or of rows with weights."""
    codes: list[NDArray[np.int64]] = []
    places_of_true = []
    for y_pred, each in zip(y_preds, counts, strict=True):
        pair = _inputs.label_pair(y_true, y_pred)
        assert isinstance(pair, _inputs.LabelPair)  # or they had not been counted
        true, places = _codes(pair.true, each.labels)
        if not codes:
            codes.append(places[true])
        places_of_true.append(places)
        predicted, places = _codes(pair.predicted, each.labels)
        codes.append(places[predicted])
    design = _Design(len(codes[0]), sample_weight, groups)
    columns = [design.keep(column) for column in codes]
    sizes = [len(each.labels) for each in (counts[0], *counts)]
    found, cell = _joint(columns, sizes)
    rows, by_unit = design.sort(cell, len(found[0]))
    # Each model has labels of its own, among which the true ones have other places.
    of_true = []
    for places in places_of_true:
        moved = np.zeros(sizes[0], np.int64)
        moved[places_of_true[0]] = places
        of_true.append(moved[found[0]])
    return JointCells(rows, by_unit, of_true, found[1:])


def cells_of_indicators(
    y_true: ArrayLike,
    y_preds: Sequence[ArrayLike],
    sample_weight: ArrayLike | None,
    groups: ArrayLike | None,
) -> JointPatterns:
    """Return the patterns of rows with several labels: 2 bits per entry while made."""
    pairs = [_inputs.indicator_pair(y_true, y_pred) for y_pred in y_preds]
    n, n_labels = pairs[0].n, pairs[0].n_labels
    design = _Design(n, sample_weight, groups)
    columns = [_packed(pairs[0].true), *(_packed(pair.predicted) for pair in pairs)]
    wrong = [_wrong_entries(pair) for pair in pairs]
    # Labels other than 0 and 1 may differ and both be there.
    marks = np.hstack(
        [*columns, *(w[:, None].astype(">u4").view(np.uint8) for w in wrong)]
    )
    marks = design.keep(marks)
    found, first, cell = np.unique(
        _sortable(marks), return_index=True, return_inverse=True
    )
    rows, by_unit = design.sort(cell.ravel(), len(found))
    width = columns[0].shape[1]
    true, *predicted = (
        np.unpackbits(
            marks[first, k * width : (k + 1) * width], axis=1, count=n_labels
        ).astype(bool)
        for k in range(len(columns))
    )
    kept = [design.keep(w)[first] for w in wrong]
    return JointPatterns(rows, by_unit, [true] * len(pairs), predicted, kept)


class _Design:
    """What is drawn: which rows take part, their weights and groups."""

    def __init__(
        self, n: int, sample_weight: ArrayLike | None, groups: ArrayLike | None
    ):
        self.weights = self.kept = self.groups = None
        self.n_groups = 0
        if sample_weight is not None:
            weights = np.asarray(_inputs.sample_weights(sample_weight, n), np.float64)
            if not weights.all():
                self.kept = np.flatnonzero(weights)
            self.weights = self.keep(weights)
        if groups is not None:
            codes, self.n_groups = _inputs.group_codes(groups, n)
            self.groups = self.keep(codes)
            if self.kept is not None:  # groups may be out with their rows
                _, self.groups = np.unique(self.groups, return_inverse=True)
                self.n_groups = int(self.groups.max()) + 1
        units = self.n_groups or n
        if (self.weights is not None or groups is not None) and units > 2**32:
            raise ValueError(
                f"there are {units:,} rows; with weights up to 2**32 can be resampled"
            )

    def keep(self, column: NDArray[Any]) -> NDArray[Any]:
        """Leave out the rows of weight 0."""
        return column if self.kept is None else column[self.kept]

    def sort(
        self, cell: NDArray[Any], n_cells: int
    ) -> tuple[NDArray[np.int64], ByUnit | None]:
        """Return how many rows each cell has, and the rows, sorted, where needed."""
        rows = np.bincount(cell, minlength=n_cells).astype(np.int64)
        if self.groups is not None:
            return rows, self._sort_groups(cell, n_cells)
        if self.weights is None:
            return rows, None
        order = np.argsort(cell, kind="stable")
        weights = self.weights[order]
        return rows, ByUnit(np.cumsum(rows), len(cell), None, weights)

    def _sort_groups(self, cell: NDArray[Any], n_cells: int) -> ByUnit:
        assert self.groups is not None  # the caller has looked
        found, entry = _joint([cell, self.groups], [n_cells, self.n_groups])
        if self.weights is None:
            weights = np.bincount(entry)
        else:
            weights = np.bincount(entry, weights=self.weights)
        ends = np.cumsum(np.bincount(found[0], minlength=n_cells))
        return ByUnit(
            ends.astype(np.int64), self.n_groups, found[1].astype(np.uint32), weights
        )


def _codes(column: Any, labels: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return codes of the rows' labels, and the place of each code among all labels."""
    items = column.items
    low, span = 0, _MOST_SPAN
    if items.dtype.kind != "f":
        low = int(items.min())
        span = int(items.max()) - low
    if span < _MOST_SPAN:
        found, codes = distinct(items.astype(np.int64) - low)
        found = (found + low).astype(items.dtype)
    else:
        found, codes = np.unique(items, return_inverse=True)
    # The union is the labels themselves, in their order.
    places = _inputs.union(labels, column.labels(found))[2]
    return codes, places


def _joint(
    columns: Sequence[NDArray[Any]], sizes: Sequence[int]
) -> tuple[list[NDArray[Any]], NDArray[np.int64]]:
    """Return the combinations of codes that occur, in order, and which each row has."""
    at, cell = distinct(columns[0])
    found = [at]
    for codes, size in zip(columns[1:], sizes[1:], strict=True):
        at, cell = distinct(cell * size + codes)
        before, own = np.divmod(at, size)
        found = [*(each[before] for each in found), own]
    return found, cell


def _packed(matrix: Any) -> NDArray[np.uint8]:
    """Return which entries are not zero, eight to a byte."""
    n, n_labels = matrix.shape
    packed = np.empty((n, -(-n_labels // 8)), np.uint8)
    for block in _inputs.row_blocks(n, n_labels):
        part = matrix[block]
        part = part if isinstance(part, np.ndarray) else part.toarray()
        packed[block] = np.packbits(part != 0, axis=1)
    return packed


def _wrong_entries(pair: Any) -> NDArray[np.int64]:
    """Return in how many columns each row differs, by value."""
    wrong = np.empty(pair.n, np.int64)
    for block in _inputs.row_blocks(pair.n, pair.n_labels):
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
