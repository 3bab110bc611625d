"""Sets of classes that are predicted for each row: their sizes and hits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.label_columns import ClassCodes
from fastmetrics._inputs.score_tables import arrange

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


class PredictionSets(NamedTuple):
    """What is read off prediction sets.

    Attributes
    ----------
    hits : ndarray of bool, of shape (n,)
        Whether the set of a row has its true class.
    sizes : ndarray of int64, of shape (n,)
        The number of classes in the set.
    """

    hits: NDArray[np.bool_]
    sizes: NDArray[np.int64]


def read_sets(
    y_true: ArrayLike, y_set: Any, labels: ArrayLike | None = None
) -> PredictionSets:
    """Read sets from a matrix with a column per class, or lists of labels per row.

    Raises
    ------
    ValueError
        If lengths or numbers of columns and classes differ, or an entry of a matrix is
        neither true nor false.
    TypeError
        If the set of a row is not a list of labels.
    """
    found = ClassCodes(y_true, "y_true")
    if _are_lists(y_set):
        return _of_lists(found, y_set, labels)
    matrix = as_array(y_set, "y_set")
    if matrix.ndim != 2:
        raise ValueError(
            "y_set must have a column for each class, or a list of labels for each "
            f"row, got an array of shape {matrix.shape}."
        )
    _check_length(found.n, len(matrix))
    arranged = arrange(found, matrix, labels, "y_set")
    if arranged is None:
        k = found.k if labels is None else len(np.asarray(labels))
        raise ValueError(
            f"y_set must have a column for each of {k} classes, got "
            f"{matrix.shape[1]}. Include all classes in y_true or pass them as labels."
        )
    matrix = arranged.matrix
    if matrix.dtype.kind != "b" and not ((matrix == 0) | (matrix == 1)).all():
        wrong = matrix[~((matrix == 0) | (matrix == 1))].tolist()[0]
        raise ValueError(f"y_set must hold True and False, got {shown(wrong)}.")
    inside = matrix.astype(bool)
    hits = np.take_along_axis(inside, arranged.codes[:, None], axis=1)[:, 0]
    return PredictionSets(hits, inside.sum(axis=1))


def _are_lists(y_set: Any) -> bool:
    """Whether there are labels of each row, and not a column for each class."""
    if not isinstance(y_set, list | tuple):
        return False
    return not all(
        isinstance(row, list | tuple)
        and row
        and all(isinstance(one, bool | np.bool_) for one in row)
        for row in y_set
    )


def _of_lists(found: ClassCodes, y_set: Any, labels: Any) -> PredictionSets:
    _check_length(found.n, len(y_set))
    if _may_be_a_matrix(y_set, found.k):
        raise ValueError(
            "y_set may be a matrix of 0 and 1 or lists of the labels 0 and 1: pass an "
            "array of True and False, or a list of sets."
        )
    known = None if labels is None else {*np.asarray(labels).tolist()}
    own = found.classes.tolist()
    hits, sizes = np.zeros(found.n, bool), np.zeros(found.n, np.int64)
    for at, row in enumerate(y_set):
        if isinstance(row, str) or not hasattr(row, "__iter__"):
            raise TypeError(
                f"y_set must have a list of labels for each row, got {shown(row)}."
            )
        try:
            classes = {
                each.item() if isinstance(each, np.generic) else each for each in row
            }
        except TypeError:  # a label that is itself a list
            raise TypeError(
                f"y_set must have a list of labels for each row, got {shown(row)}."
            ) from None
        if known is not None and not classes <= known:
            raise ValueError(
                f"y_set has {shown(min(classes - known, key=str))}, which is not among "
                "labels."
            )
        hits[at] = own[found.codes[at]] in classes
        sizes[at] = len(classes)
    return PredictionSets(hits, sizes)


def _may_be_a_matrix(y_set: Any, k: int) -> bool:
    """Whether lists of numbers could also be a column for each class."""
    return k > 1 and all(
        isinstance(row, list | tuple) and len(row) == k and {*row} <= {0, 1}
        for row in y_set
    )


def _check_length(n: int, n_sets: int) -> None:
    if n != n_sets:
        raise ValueError(f"y_true has {n} rows, y_set has {n_sets}.")
