"""ConfusionCounts: how often each label was predicted for each label.

Every metric of hard labels is a formula of it. Only cells that occur are stored, so it
supports a hundred thousand labels; the square table is built on request.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.arrays import count_cells, count_few, distinct, in_order
from fastmetrics._common.names import levels_of, shown
from fastmetrics._common.options import is_one_of
from fastmetrics._inputs.columns import as_column
from fastmetrics._inputs.label_pairs import LabelPair, label_pair, union
from fastmetrics._kernels import confusion
from fastmetrics.metrics.labels.counting import count_formulas
from fastmetrics.metrics.labels.counting.count_formulas import Cells, unmatched
from fastmetrics.metrics.labels.formulas.counts import CellSums, Counts
from fastmetrics.metrics.summary import Summary
from fastmetrics.show.notebook import Shown, matrix

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, DTypeLike, NDArray

    from fastmetrics.show.words import Message

# Up to this, float64 sums of whole weights are exact.
_EXACT = 2.0**53
# Up to this many numbers, bytes are compared first.
_FEW = 1024


class ConfusionCounts(Summary):
    """Counts of pairs of a true and a predicted label, which merge with ``+``.

    Parameters
    ----------
    labels : array_like of shape (n_labels,)
        Numbers or strings, all different.
    counts : array_like of shape (n_labels, n_labels)
        ``counts[i, j]``: rows of ``labels[i]`` predicted as ``labels[j]``; whole
        numbers of at least 0.

    Attributes
    ----------
    labels : ndarray of shape (n_labels,)
        In ascending order, unless given otherwise.
    kind : {"binary", "multiclass"}
        "binary" if there are at most two labels.
    counts : ndarray of shape (n_labels, n_labels)
        int64; float64 if weights are not whole numbers, or if their sum is 2⁵³ or more.
        Each access builds the n_labels² numbers.
    n_samples : int
        Rows, whatever their weights.
    total : int or float
        The sum of ``counts``.

    See Also
    --------
    fastmetrics.confusion_matrix : The counts as a plain array.

    Notes
    -----
    Functions of hard labels take the counts in place of ``y_true``, with None for
    ``y_pred``: ``confusion_matrix(counts, None)``.

    Counts of rows are exact up to 2⁶³. With weights, each cell also stores the sum of
    their squares, which gives the effective number of rows; such tables can be merged
    before an interval is computed.

    References
    ----------
    .. [1] Stehman, S. V. (1997). Selecting and interpreting measures of thematic
       classification accuracy. Remote Sensing of Environment, 62(1), 77-89.

    Examples
    --------
    >>> from fastmetrics import ConfusionCounts
    >>> morning = ConfusionCounts.from_labels(["cat", "dog"], ["cat", "cat"])
    >>> evening = ConfusionCounts.from_labels(["dog", "fox"], ["dog", "fox"])
    >>> day = morning + evening
    >>> day.labels.tolist()
    ['cat', 'dog', 'fox']
    >>> day.counts
    array([[1, 0, 0],
           [1, 1, 0],
           [0, 0, 1]])
    >>> day.compute("accuracy_score")
    0.75
    >>> ConfusionCounts.from_bytes(day.to_bytes()) == day
    True
    """

    __slots__ = ("_whole", "cells", "labels", "matches")

    task = "labels"

    labels: Any
    cells: Cells
    _whole: bool  # whether weights are whole numbers
    # What rows with equal labels weigh and all rows, exactly, if that is known: cells
    # have rounded sums.
    matches: tuple[Any, Any] | None

    def __init__(self, labels: ArrayLike, counts: ArrayLike) -> None:
        table = np.array(counts)
        if table.dtype.kind not in "biu":
            raise TypeError(
                f"counts must be whole numbers of rows, got dtype {table.dtype}; "
                "weighted counts are made by from_labels"
            )
        names = as_column(labels, "labels")
        k = len(names)
        if table.shape != (k, k):
            raise ValueError(
                f"counts must be of shape ({k}, {k}) for {k} labels, got {table.shape}"
            )
        if k:
            _check_labels(names)
        if len(set(names.tolist())) < k:
            raise ValueError(f"labels must all be different, got {names.tolist()}")
        rows, columns = map(np.ascontiguousarray, np.nonzero(table))
        n = table[rows, columns]
        if (n < 0).any() or sum(n.tolist()) >= 2**63:
            raise ValueError("counts must be at least 0 and add up to less than 2**63")
        self.labels = names
        self.cells = Cells(rows, columns, n.astype(np.int64))
        self._whole = True
        self.matches = None

    @classmethod
    def of_cells(
        cls, labels: NDArray[Any], cells: Cells, whole: bool = True
    ) -> ConfusionCounts:
        """Wrap `Cells`, unchecked; ``whole`` if weights are whole numbers."""
        counts = object.__new__(cls)
        counts.labels, counts.cells, counts._whole = labels, cells, whole
        counts.matches = None
        return counts

    @classmethod
    def from_labels(
        cls,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        labels: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> ConfusionCounts:
        """Count the labels of rows.

        Parameters
        ----------
        y_true, y_pred : array_like of shape (n_samples,)
            True and predicted labels: numbers, strings or categories.
        labels : array_like of shape (n_labels,), optional
            The labels of the table, in its order; rows with another are left out. By
            default all that occur, ascending.
        sample_weight : array_like of shape (n_samples,), optional
            Non-negative finite weights.

        Returns
        -------
        ConfusionCounts
            O(n) time; memory does not grow with n for numbers and categories.

        Raises
        ------
        ValueError
            If input is empty, missing or mismatched, labels are not classes, or no
            entry of ``labels`` occurs in ``y_true``.
        TypeError
            On strings among numbers.
        """
        cells = count_few(y_true, y_pred) if sample_weight is None else None
        if cells is not None:
            counts = cls.of_plain(cells, y_true, y_pred)  # type: ignore[arg-type]
        else:
            pair = label_pair(y_true, y_pred, sample_weight)
            if not isinstance(pair, LabelPair):
                raise ValueError("multilabel-indicator is not supported")
            counts = cls.of_pair(pair)
        return counts if labels is None else counts.restrict(labels)

    @classmethod
    def from_counts(
        cls, y_true: ArrayLike, y_pred: ArrayLike, counts: ArrayLike
    ) -> ConfusionCounts:
        """Take counted pairs of labels, as a query with ``GROUP BY`` returns them.

        Parameters
        ----------
        y_true, y_pred : array_like of shape (n_pairs,)
            True and predicted labels, as of `from_labels`; a pair may come again.
        counts : array_like of shape (n_pairs,)
            How many rows have both: whole numbers of at least 0, not all 0.

        Returns
        -------
        ConfusionCounts
            As `from_labels` makes it of these rows.

        Raises
        ------
        ValueError
            If input is empty, missing or mismatched, labels are not classes, or counts
            are negative, all 0, or add up to 2**63 or more.
        TypeError
            If counts are not whole numbers.

        Examples
        --------
        >>> from fastmetrics import ConfusionCounts
        >>> pairs = ["a", "a", "b"], ["a", "b", "b"]
        >>> table = ConfusionCounts.from_counts(*pairs, [5, 1, 4])
        >>> table.compute("accuracy_score")
        0.9
        """
        n = as_column(counts, "counts")
        if n.dtype.kind not in "iu":
            raise TypeError(
                f"counts must be whole numbers of rows, got dtype {n.dtype}"
            )
        if (n < 0).any() or not n.any() or sum(n.tolist()) >= 2**63:
            raise ValueError(
                "counts must be at least 0, not all 0, and add up to less than 2**63"
            )
        n_pairs = cls.from_labels(y_true, y_pred).n_samples  # it checks the labels
        if n_pairs != len(n):
            raise ValueError(f"counts has {len(n)} numbers for {n_pairs} pairs")
        kept = np.flatnonzero(n)
        columns = as_column(y_true, "y_true"), as_column(y_pred, "y_pred")
        labels, *places = union(*(one[kept] for one in columns))
        cells = in_order(*places, n[kept].astype(np.int64), None, None)
        return cls.of_cells(labels, Cells(*cells))

    @classmethod
    def of_plain(
        cls, cells: Any, y_true: NDArray[Any], y_pred: NDArray[Any]
    ) -> ConfusionCounts:
        """Return the counts of a result of `confusion.count_plain` for two arrays."""
        labels, *parts = cells
        counts = cls.of_cells(labels, Cells(*parts))
        if y_true.dtype == y_pred.dtype:
            return counts._with_dtype(y_true.dtype)
        return counts._decoded(
            lambda items: items.astype(y_true.dtype),
            lambda items: items.astype(y_pred.dtype),
        )

    @classmethod
    def of_pair(cls, pair: LabelPair) -> ConfusionCounts:
        """Count two columns that have been checked."""
        found = count_cells(pair.true.items, pair.predicted.items, pair.weights)
        if found is None:
            pair.raise_wrong()
        whole = pair.weights is None or pair.integer_weights
        pieces = [cls.of_cells(part[0], Cells(*part[1:]), whole) for part in found]
        total = pieces[0]
        for piece in pieces[1:]:
            total = total + piece
        true, predicted = pair.true, pair.predicted
        same = true.values is None and predicted.values is None
        if same and true.dtype == predicted.dtype:
            return total._with_dtype(true.dtype)
        return total._decoded(true.labels, predicted.labels)

    # --- contents

    @property
    def kind(self) -> str:
        """Either "binary", if there are at most two labels, or "multiclass"."""
        return "binary" if len(self.labels) <= 2 else "multiclass"

    @property
    def unmatched(self) -> Message | None:
        """Message about labels that do not match; None if they do."""
        rows, columns = self.cells.rows, self.cells.columns
        if self.labels.dtype.kind not in "OU" and (rows == columns).any():
            return None
        sides = (self.labels[np.unique(one)].tolist() for one in (rows, columns))
        return unmatched(*sides)

    @property
    def weighted(self) -> bool:
        """True if rows have weights."""
        return self.cells.sums is not None

    @property
    def _values(self) -> NDArray[np.int64 | np.float64]:
        if self.cells.sums is None:
            return self.cells.n
        sums = self.cells.sums
        exact = self._whole and sums.sum() < _EXACT
        return sums.astype(np.int64) if exact else sums

    @property
    def counts(self) -> NDArray[np.int64 | np.float64]:
        """The square table."""
        return self._table(self._values)

    @property
    def n_samples(self) -> int:
        """Rows, whatever their weights."""
        return int(self.cells.n.sum())

    @property
    def total(self) -> int | float:
        """The sum of all counts."""
        return self._values.sum().item()

    @property
    def margins(self) -> Counts:
        """`Counts` of the classes, without the table."""
        return self._margins(self._values)

    @property
    def full(self) -> Counts:
        """`Counts` with the table."""
        return self.margins._replace(table=self.counts)

    @property
    def by_cell(self) -> Counts:
        """`Counts` with the cells that are not empty."""
        sums = CellSums(self.cells.rows, self.cells.columns, self._values)
        return self.margins._replace(cells=sums)

    @property
    def squared(self) -> Counts:
        """`Counts` of squared weights, which tell the effective number of rows."""
        return self._margins(
            self.cells.n if self.cells.squares is None else self.cells.squares
        )

    def _table(self, values: NDArray[Any]) -> NDArray[Any]:
        k = len(self.labels)
        table = np.zeros((k, k), values.dtype)
        table[self.cells.rows, self.cells.columns] = values
        return table

    def _margins(self, values: NDArray[Any]) -> Counts:
        k = len(self.labels)
        sums = confusion.sum_margins(self.cells.rows, self.cells.columns, values, k)
        return Counts(self.labels, self.kind, *sums)

    # --- what can be read off it

    def normalize(self, over: Literal["true", "pred", "all"]) -> NDArray[np.float64]:
        """Return the counts as shares.

        Parameters
        ----------
        over : {"true", "pred", "all"}
            Rows whose number is the divisor: the rows of a true label, the rows of a
            predicted label, or all rows.

        Returns
        -------
        ndarray of shape (n_labels, n_labels), float64
            0 if there is nothing to divide by.
        """
        axes = {"true": 1, "pred": 0, "all": None}
        if not is_one_of(over, axes):
            raise ValueError(
                f"over must be one of {', '.join(axes)}; got {shown(over)}"
            )
        values = self._values
        sums = self._table(values).sum(axis=axes[over])
        if over != "all":
            sums = sums[self.cells.rows if over == "true" else self.cells.columns]
        shares = np.zeros(len(values))
        return self._table(np.divide(values, sums, out=shares, where=sums != 0))

    def restrict(self, labels: ArrayLike) -> ConfusionCounts:
        """Return the table of these labels in this order, all others left out.

        Raises
        ------
        ValueError
            If none of them occurs in the true labels.
        """
        wanted = as_column(labels, "labels")
        if len(wanted) == 0:
            raise ValueError("'labels' should contain at least one label.")
        at = {label: i for i, label in enumerate(wanted.tolist())}
        where = np.array([at.get(label, -1) for label in self.labels.tolist()])
        if not (where[self.cells.rows] >= 0).any():
            raise ValueError("At least one label specified must be in y_true")
        return self._moved(wanted, where)

    def _moved(self, labels: NDArray[Any], where: NDArray[np.int64]) -> ConfusionCounts:
        """Each label to position ``where`` among ``labels``; those at -1 go."""
        rows, columns = where[self.cells.rows], where[self.cells.columns]
        kept = np.flatnonzero((rows >= 0) & (columns >= 0))
        kept = kept[np.lexsort((columns[kept], rows[kept]))]
        cells = self.cells._replace(rows=rows, columns=columns)
        cells = Cells(*(part if part is None else part[kept] for part in cells))
        return self.of_cells(labels, cells, self._whole)

    def _with_dtype(self, dtype: DTypeLike) -> ConfusionCounts:
        """Labels as of the dtype they had before they were counted as int64."""
        self.labels = self.labels.astype(dtype, copy=False)
        return self

    def _decoded(
        self,
        true_labels: Callable[[NDArray[Any]], Any],
        predicted_labels: Callable[[NDArray[Any]], Any],
    ) -> ConfusionCounts:
        """Replace the codes on either side by labels."""
        at_true, rows = distinct(self.cells.rows)
        at_pred, columns = distinct(self.cells.columns)
        labels, of_true, of_pred = union(
            true_labels(self.labels[at_true]), predicted_labels(self.labels[at_pred])
        )
        rows, columns = of_true[rows], of_pred[columns]
        cells = Cells(*in_order(rows, columns, *self.cells[2:]))
        return self.of_cells(labels, cells, self._whole)

    # --- merging, keeping, comparing

    def __add__(self, other: object) -> ConfusionCounts:
        if not isinstance(other, ConfusionCounts):
            return NotImplemented
        sorts_plainly = (
            other.labels.dtype.kind != "O" or levels_of(other.labels) is None
        )
        if sorts_plainly and _are_equal(self.labels, other.labels):
            labels, ours, theirs = self.labels, self, other
        else:
            labels, first, second = union(self.labels, other.labels)
            ours = self._moved(labels, first)
            theirs = other._moved(labels, second)
        sides = ours.cells, theirs.cells
        if sides[0].sums is not None or sides[1].sums is not None:
            sides = weighted_cells(sides[0]), weighted_cells(sides[1])
        cells = _together(len(labels), *sides)
        if (
            np.add.reduce(cells.n) < 0
        ):  # both are below 2**63, so the sum overflows once
            raise OverflowError("together these are 2**63 rows or more")
        return self.of_cells(labels, cells, ours._whole and theirs._whole)

    def to_bytes(self) -> bytes:
        """Return the counts as bytes.

        Returns
        -------
        bytes
            To be read by `from_bytes`, on any platform and by any later version.

        Raises
        ------
        TypeError
            If labels are dates, or numbers that do not fit 64 bits.
        """
        return count_formulas.pack(self.labels, self.cells, self._whole)

    @classmethod
    def from_bytes(cls, data: Any) -> ConfusionCounts:
        """Read what `to_bytes` has written.

        Parameters
        ----------
        data : bytes-like
            The whole of it.

        Returns
        -------
        ConfusionCounts

        Raises
        ------
        ValueError
            If the bytes are not such counts, are damaged, or of a later version.
        """
        return cls.of_cells(*count_formulas.unpack(data))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConfusionCounts):
            return NotImplemented
        if not np.array_equal(self.labels, other.labels):
            return False
        return all(
            (ours is None) == (theirs is None)
            and (ours is None or np.array_equal(ours, theirs))
            for ours, theirs in zip(self.cells, other.cells, strict=True)
        )

    __hash__ = None  # type: ignore[assignment]  # mutable arrays

    def __len__(self) -> int:
        return len(self.labels)

    def __repr__(self) -> str:
        weight = "" if self.cells.sums is None else f", total weight {self.total:g}"
        return f"ConfusionCounts({len(self)} labels, {self.n_samples} rows{weight})"

    def _shown(self) -> Shown:
        corner = "true \\ predicted"
        return matrix(repr(self), corner, self.labels, self.labels, lambda: self.counts)


def _check_labels(labels: NDArray[Any]) -> None:
    """Raise if a value cannot be a label."""
    pair = label_pair(labels, labels, names=("labels", "labels"))
    assert isinstance(pair, LabelPair)  # labels are one column
    if pair.true.first_fraction() is not None:
        pair.raise_wrong()


def _together(k: int, one: Cells, other: Cells) -> Cells:
    """Add up the cells of two tables of k labels."""
    rows, columns, n, sums, squares = one
    if _are_equal(rows, other.rows) and _are_equal(columns, other.columns):
        n = n + other.n
        if sums is not None:
            with np.errstate(over="ignore"):  # sums of huge weights are infinite
                sums, squares = sums + other.sums, squares + other.squares
        return Cells(rows, columns, n, sums, squares)
    if len(rows) == k * k:  # every cell of the other has a place
        at = other.rows * k + other.columns
        n = _added_at(at, n, other.n)
        if sums is not None:
            with np.errstate(over="ignore"):
                sums = _added_at(at, sums, other.sums)
                squares = _added_at(at, squares, other.squares)
        return Cells(rows, columns, n, sums, squares)
    joined = [
        None if a is None else np.concatenate([a, b])
        for a, b in zip(one, other, strict=True)
    ]
    return Cells(*in_order(*joined))


def _added_at(
    at: NDArray[np.int64], one: NDArray[Any], other: NDArray[Any]
) -> NDArray[Any]:
    """Return an array with another added at some places, each named once."""
    result = one.copy()
    result[at] += other
    return result


def _are_equal(one: NDArray[Any], other: NDArray[Any]) -> bool:
    """Whether arrays are equal; short arrays of one type are compared as bytes."""
    if one.size < _FEW and one.dtype == other.dtype and one.dtype.kind != "O":
        has_same_bytes = one.shape == other.shape and one.tobytes() == other.tobytes()
        if has_same_bytes or one.dtype.kind in "biuUS":  # floats may be equal yet
            return has_same_bytes
    return np.array_equal(one, other)


def weighted_cells(cells: Cells) -> Cells:
    """Return cells with weights: 1 per row if they have none."""
    if cells.sums is not None:
        return cells
    weights = cells.n.astype(np.float64)
    return cells._replace(sums=weights, squares=weights)
