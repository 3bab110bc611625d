"""Columns and matrices of labels that are not reduced to two classes here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._inputs.columns import (
    as_array,
    as_column,
    one_dimension,
    raise_no_rows,
    raise_not_finite,
    raise_nulls,
)
from fastmetrics._inputs.labels import Labels, type_of_matrix
from fastmetrics._kernels import objects

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def target(y_true: Any, name: str = "y_true") -> tuple[NDArray[Any], str]:
    """Return the labels as an array and what they are.

    One of "binary", "multiclass", "multilabel-indicator", "continuous",
    "continuous-multioutput", "multiclass-multioutput" and "unknown", told apart as
    scikit-learn does; a single column comes back as of one dimension.
    """
    array = as_array(y_true, name)
    if array.ndim == 2 and array.shape[1] != 1:
        if array.shape[0] == 0:
            raise_no_rows(name)
        _check_numbers(array, name)
        return array, type_of_matrix(array)
    array = one_dimension(array, name)
    labels = Labels(array, name)
    labels.check_types(labels.classes())
    _check_numbers(array, name)
    if array.dtype.kind == "f" and (array != np.trunc(array)).any():
        return array, "continuous"
    if array.dtype.kind == "O" and not isinstance(array[0], str):
        array = np.array(array.tolist())
    return array, "multiclass" if labels.third >= 0 else "binary"


def count_classes(y_true: ArrayLike, name: str = "y_true") -> int:
    """Return how many distinct labels there are."""
    labels = Labels(y_true, name)
    if labels.third < 0:
        return 1 if labels.other < 0 else 2
    # Of objects only the first two are told apart by number.
    source = labels.source
    return len(set(source) if source.dtype.kind == "O" else np.unique(source))


def label_values(y_true: ArrayLike, name: str = "y_true") -> NDArray[Any]:
    """Return a column of labels as they are, none of them missing."""
    column = as_column(y_true, name)
    if len(column) == 0:
        raise_no_rows(name)
    if column.dtype.kind == "O":
        return _checked_objects(column, name)
    _check_numbers(column, name)
    return column


def check_length(column: NDArray[Any], n: int, name: str) -> None:
    """Raise unless there is a value for each of n rows."""
    if len(column) != n:
        raise ValueError(
            f"Found input variables with inconsistent numbers of samples: {name} has "
            f"{len(column)}, expected {n}."
        )


def _check_numbers(array: NDArray[Any], name: str) -> None:
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise_not_finite(array, name)


def _checked_objects(column: NDArray[Any], name: str) -> NDArray[Any]:
    """Return objects, none of them null, as strings or numbers if they are such."""
    _, _, _, n_null, first = objects.scan_objects(column)
    if n_null:
        raise_nulls(name, n_null, len(column), first)
    if isinstance(column[0], str):
        return column
    try:
        return np.array(column.tolist())
    except ValueError as error:  # some of them are sequences
        raise ValueError(f"{name} must hold one label per row: {error}") from error
