"""Counts: what every formula on hard labels reads, of one table or of many at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


# Kinds of labels that a metric can be asked of, for its record.
BINARY = ("binary",)
SINGLE = ("binary", "multiclass")
SEVERAL = ("multiclass", "multilabel-indicator")
MULTILABEL = ("multilabel-indicator",)
ANY = ("binary", "multiclass", "multilabel-indicator")


def as_python(label: Any) -> Any:
    """Return a label as Python holds it.

    NumPy would compare it with another in the smaller type of the two: 2**62 and
    infinity are one half float.
    """
    return label.item() if isinstance(label, np.generic) else label


class CellSums(NamedTuple):
    """Rows of the cells of a table that are not empty, or of those of many tables.

    Attributes
    ----------
    rows, columns : ndarray of shape (m,)
        Which class each cell is of, and which one was predicted.
    sums : ndarray of shape (..., m)
        Like the entries of a table.
    """

    rows: NDArray[Any]
    columns: NDArray[Any]
    sums: NDArray[Any]


class Counts(NamedTuple):
    """Sums per class of one table of labels, or of many along leading axes.

    Attributes
    ----------
    labels : ndarray of shape (k,)
        The classes, or the numbers of the columns of a multilabel target.
    kind : str
        "binary", "multiclass" or "multilabel-indicator".
    hits, true, predicted : ndarray of shape (..., k)
        Rows of a class that were predicted as it, rows of it, rows predicted as it.
        int64, or float64 where rows have weights.
    total : number or ndarray of shape (...)
        All rows, those of classes that were not selected included.
    present : ndarray of bool, shape (..., k), or None
        Which classes occur at all; None: all of them.
    table : ndarray of shape (..., k, k) or None
        Rows of class i predicted as j, where a formula has asked for it.
    cells : CellSums or None
        The same without the cells that are empty, likewise.
    """

    labels: NDArray[Any]
    kind: str
    hits: NDArray[Any]
    true: NDArray[Any]
    predicted: NDArray[Any]
    total: Any
    present: NDArray[np.bool_] | None = None
    table: NDArray[Any] | None = None
    cells: CellSums | None = None

    @property
    def filled_cells(self) -> CellSums | None:
        """The cells, those of the whole table if only that is known."""
        if self.cells is not None or self.table is None:
            return self.cells
        k = self.table.shape[-1]
        rows, columns = np.divmod(np.arange(k * k), k)
        sums = self.table.reshape(*self.table.shape[:-2], k * k)
        return CellSums(rows, columns, sums)

    def position(self, label: Any) -> int:
        """Return where a label stands among the labels; -1 if it does not."""
        wanted = as_python(label)
        for k, known in enumerate(self.labels.tolist()):
            if known == wanted:
                return k
        return -1

    def select(self, labels: Any) -> Counts:
        """Return the counts of these labels in this order, zeros for unknown ones."""
        wanted = np.asarray(labels)
        known = {label: k for k, label in enumerate(self.labels.tolist())}
        where = np.array([known.get(label, -1) for label in wanted.tolist()], np.intp)
        hits, true, predicted = (
            np.where(where >= 0, np.take(sums, where, axis=-1), sums.dtype.type(0))
            for sums in (self.hits, self.true, self.predicted)
        )
        return Counts(wanted, self.kind, hits, true, predicted, self.total)

    def each_vs_rest(self) -> tuple[Any, Any, Any, Any]:
        """Return (tn, fp, fn, tp) of every class, or column, in turn: (..., k) each."""
        tp = self.hits
        fp, fn = self.predicted - tp, self.true - tp
        return np.asarray(self.total)[..., None] - tp - fp - fn, fp, fn, tp

    def one_vs_rest(self, label: Any) -> tuple[Any, Any, Any, Any]:
        """Return (tn, fp, fn, tp) with one label as the positive class."""
        k = self.position(label)
        if k < 0:
            nothing = self.total * 0
            return self.total, nothing, nothing, nothing
        tp = self.hits[..., k]
        if self.hits.shape[-1] != 2:
            fp = self.predicted[..., k] - tp
            fn = self.true[..., k] - tp
            return self.total - tp - fp - fn, fp, fn, tp
        # Cells as they were counted, where they are known: differences of weights are
        # rounded, and what should be 0 may be below it.
        other = 1 - k
        if self.table is not None:
            fp, fn = self.table[..., other, k], self.table[..., k, other]
        else:
            fp, fn = self.predicted[..., k] - tp, self.true[..., k] - tp
        return self.hits[..., other], fp, fn, tp
