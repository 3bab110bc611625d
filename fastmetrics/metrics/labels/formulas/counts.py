"""Counts of a confusion matrix, as formulas read them, and accuracy."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics.metrics.how import Formula
from fastmetrics.metrics.record import Metric

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray


# ------------------------------------------------------------------------------- counts
# Counts: the input of every formula of hard labels, of one table or of many.


# Kinds of labels that a metric supports, for its record.
BINARY = ("binary",)
SINGLE = ("binary", "multiclass")
SEVERAL = ("multiclass", "multilabel-indicator")
MULTILABEL = ("multilabel-indicator",)
ANY = ("binary", "multiclass", "multilabel-indicator")


def as_python(label: Any) -> Any:
    """Convert a label to a Python object.

    NumPy compares labels in the smaller type: as half floats, 2**62 equals infinity.
    """
    return label.item() if isinstance(label, np.generic) else label


class CellSums(NamedTuple):
    """Cells that are not empty, of one table or of many.

    Attributes
    ----------
    rows, columns : ndarray of shape (m,)
        True and predicted class of each cell.
    sums : ndarray of shape (..., m)
        Number, or weight, of the rows in each cell.
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
        Correctly predicted rows of a class, all rows of it, rows predicted as it.
        int64, or float64 with weights.
    total : number or ndarray of shape (...)
        All rows, including rows of classes that were not selected.
    present : ndarray of bool, shape (..., k), or None
        Whether each class occurs; None if all do.
    table : ndarray of shape (..., k, k) or None
        Rows of class i predicted as j, if the formula needs them.
    cells : CellSums or None
        The cells that are not empty, if the formula needs them.
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
        """The cells; all cells of the table if only the table is known."""
        if self.cells is not None or self.table is None:
            return self.cells
        k = self.table.shape[-1]
        rows, columns = np.divmod(np.arange(k * k), k)
        sums = self.table.reshape(*self.table.shape[:-2], k * k)
        return CellSums(rows, columns, sums)

    def position(self, label: Any) -> int:
        """Position of a label among the labels; -1 if it is not one of them."""
        wanted = as_python(label)
        for k, known in enumerate(self.labels.tolist()):
            if known == wanted:
                return k
        return -1

    def select(self, labels: Any) -> Counts:
        """Return the counts of these labels, in this order; zeros for unknown ones."""
        wanted = np.asarray(labels)
        known = {label: k for k, label in enumerate(self.labels.tolist())}
        where = np.array([known.get(label, -1) for label in wanted.tolist()], np.intp)
        hits, true, predicted = (
            np.where(where >= 0, np.take(sums, where, axis=-1), sums.dtype.type(0))
            for sums in (self.hits, self.true, self.predicted)
        )
        return Counts(wanted, self.kind, hits, true, predicted, self.total)

    def each_vs_rest(self) -> tuple[Any, Any, Any, Any]:
        """Cells (tn, fp, fn, tp) of each class against the rest, (..., k) each."""
        tp = self.hits
        fp, fn = self.predicted - tp, self.true - tp
        return np.asarray(self.total)[..., None] - tp - fp - fn, fp, fn, tp

    def one_vs_rest(self, label: Any) -> tuple[Any, Any, Any, Any]:
        """Cells (tn, fp, fn, tp) with one label as the positive class."""
        k = self.position(label)
        if k < 0:
            nothing = self.total * 0
            return self.total, nothing, nothing, nothing
        tp = self.hits[..., k]
        if self.hits.shape[-1] != 2:
            fp = self.predicted[..., k] - tp
            fn = self.true[..., k] - tp
            return self.total - tp - fp - fn, fp, fn, tp
        # Counted cells if they are known: differences of weights are rounded, and may
        # be below 0.
        other = 1 - k
        if self.table is not None:
            fp, fn = self.table[..., other, k], self.table[..., k, other]
        else:
            fp, fn = self.predicted[..., k] - tp, self.true[..., k] - tp
        return self.hits[..., other], fp, fn, tp


# ----------------------------------------------------------------------------- accuracy
# Accuracy and related proportions of correct and wrong rows.


def _right(counts: Counts) -> Any:
    return counts.hits.sum(axis=-1)


def _wrong(counts: Counts) -> Any:
    # Class by class, so the result is exactly 0 if all rows of each class are hits.
    return (counts.true - counts.hits).sum(axis=-1)


def _all(counts: Counts) -> Any:
    # Added up in the order of the hits, so perfect labels give exactly 1.
    return counts.true.sum(axis=-1)


def _divided(parts: Any, whole: Any) -> Any:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.true_divide(parts, whole)


def accuracy(counts: Counts, *, normalize: bool = True) -> Any:
    """Proportion or number of correct rows."""
    if normalize:
        return _divided(_right(counts), _all(counts))
    return np.asarray(_right(counts), np.float64)


def error(counts: Counts, *, normalize: bool = True) -> Any:
    """Proportion or number of wrong rows."""
    if normalize:
        return _divided(_wrong(counts), _all(counts))
    return np.asarray(_wrong(counts), np.float64)


def hamming(counts: Counts) -> Any:
    """Proportion of wrong rows; of wrong entries with several labels per row."""
    if counts.kind != "multilabel-indicator":
        return error(counts)
    wrong = counts.true + counts.predicted - 2 * counts.hits
    n_entries = np.asarray(counts.total, np.float64) * wrong.shape[-1]
    return _divided(wrong.sum(axis=-1), n_entries)


def balanced_accuracy(counts: Counts, *, adjusted: bool = False) -> Any:
    """Mean recall of the classes that occur in y_true."""
    found = counts.true > 0
    recalls = np.where(found, _divided(counts.hits, counts.true), 0.0)
    n_classes = found.sum(axis=-1)
    score = _divided(recalls.sum(axis=-1), n_classes)
    if not adjusted:
        return score
    chance = _divided(1.0, n_classes)
    return _divided(score - chance, 1.0 - chance)


def _proportion(
    successes: Callable[[Counts], Any], counts: Counts, *, normalize: bool = True
) -> Any:
    if not normalize or counts.kind == "multilabel-indicator":
        return None
    return successes(counts), _all(counts)


# Not nested functions: results contain records of the catalog and are pickled.
_RIGHT, _WRONG = partial(_proportion, _right), partial(_proportion, _wrong)
_ERROR = Formula(error, "margins", _WRONG, share_of="exact", of_each_row=True)

RECORDS = (
    Metric(
        "accuracy_score",
        "Accuracy",
        chance="largest class",
        how=Formula(accuracy, "margins", _RIGHT, share_of="exact", of_each_row=True),
        leaves_range=("normalize",),
        targets=ANY,
        interval="wilson",
        aliases=("accuracy", "acc"),
    ),
    Metric(
        "error_rate",
        "Error rate",
        how=_ERROR,
        leaves_range=("normalize",),
        targets=ANY,
        greater_is_better=False,
        interval="wilson",
        in_report=False,
        aliases=("ce",),
    ),
    Metric(
        "zero_one_loss",
        "Zero-one loss",
        how=_ERROR,
        leaves_range=("normalize",),
        targets=ANY,
        greater_is_better=False,
        interval="wilson",
        in_report=False,
    ),
    Metric(
        "hamming_loss",
        "Hamming loss",
        how=Formula(
            hamming,
            "margins",
            _WRONG,
            multilabel=True,
            share_of="entries",
            of_each_row=True,
        ),
        targets=ANY,
        greater_is_better=False,
        interval="wilson",
        reported_for=MULTILABEL,
    ),
    Metric(
        "balanced_accuracy_score",
        "Balanced accuracy",
        chance="one of the classes",
        how=Formula(balanced_accuracy, "margins"),
        leaves_range=("adjusted",),
        targets=SINGLE,
        interval="bca",
        aliases=("balanced_accuracy", "bacc"),
    ),
)
