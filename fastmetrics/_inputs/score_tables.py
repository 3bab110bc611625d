"""Tables of results: a row per data set, a column per model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._inputs.columns import as_array, as_column, raise_no_rows
from fastmetrics._inputs.scores import numbers
from fastmetrics._kernels import objects

__all__ = ["ScoreTable", "named_columns", "read_score_table"]


class ScoreTable(NamedTuple):
    """Scores in float64, and what the models are called.

    ``values`` is of shape (n_datasets, n_models), with NaN in missing cells where these
    are allowed; ``models`` are the names of the columns, or their positions.
    """

    values: np.ndarray[Any, np.dtype[np.float64]]
    models: tuple[Any, ...]


def read_score_table(
    scores: Any, name: str = "scores", *, missing: bool = False
) -> ScoreTable:
    """Return a table with two models or more, and data sets or more than none.

    ``scores`` is a matrix, a data frame or a dict of columns. ``missing`` allows NaN
    and nulls, which otherwise are an error that names the first such cell.
    """
    columns = named_columns(scores)
    if columns is None:
        values = _matrix(scores, name, missing)
        models: tuple[Any, ...] = tuple(range(values.shape[1]))
    else:
        models = tuple(model for model, _ in columns)
        _check_names(models, name)
        values = _joined(columns, name, missing)
    if values.shape[1] < 2:
        raise ValueError(
            f"{name} must have a column for each of two models or more, got "
            f"{values.shape[1]}."
        )
    if len(values) == 0:
        raise_no_rows(name)
    _check_cells(values, models, name, missing)
    return ScoreTable(values, models)


def named_columns(scores: Any) -> list[tuple[Any, Any]] | None:
    """Return names with columns, of a dict or a frame of any library; else None."""
    if isinstance(scores, Mapping):
        return list(scores.items())
    if hasattr(scores, "get_columns"):  # Polars
        return [(column.name, column) for column in scores.get_columns()]
    if hasattr(scores, "itercolumns"):  # PyArrow
        return list(zip(scores.column_names, scores.itercolumns(), strict=True))
    if hasattr(scores, "iloc") and getattr(scores, "ndim", 0) == 2:  # pandas
        names = scores.columns.tolist()
        return [(names[i], scores.iloc[:, i]) for i in range(len(names))]
    return None


def _check_names(models: tuple[Any, ...], name: str) -> None:
    twice = [model for i, model in enumerate(models) if model in models[:i]]
    if twice:
        raise ValueError(
            f"{name} must have columns of different names, got {shown(twice[0])} twice."
        )


def _matrix(scores: Any, name: str, missing: bool) -> Any:
    array = as_array(scores, name)
    if array.ndim != 2:
        raise ValueError(
            f"{name} must be a table of shape (n_datasets, n_models), got an array of "
            f"shape {array.shape}."
        )
    return _floats(array, name, missing)


def _joined(columns: list[tuple[Any, Any]], name: str, missing: bool) -> Any:
    """Return the matrix of columns, which errors call by their names."""
    arrays: list[Any] = []
    for model, column in columns:
        of = f"{name}[{shown(model)}]"
        array = as_column(_with_gaps(column) if missing else column, of)
        arrays.append(_floats(array, of, missing))
        if len(array) != len(arrays[0]):
            raise ValueError(
                f"The columns of {name} must be of one length: "
                f"{shown(columns[0][0])} has {len(arrays[0])} rows, {shown(model)} has "
                f"{len(array)}."
            )
    return np.column_stack(arrays) if arrays else np.empty((0, 0))


def _with_gaps(column: Any) -> Any:
    """Return a column of a library with NaN for its nulls."""
    if getattr(column, "null_count", None) is not None:  # Polars, PyArrow
        return column.to_numpy()
    if hasattr(column, "isna") and column.dtype.kind in "biuf":  # pandas
        return column.to_numpy(dtype=np.float64, na_value=np.nan)
    return column


def _floats(array: Any, name: str, missing: bool) -> Any:
    empty = None
    if missing and array.dtype.kind == "O":
        nulls = [objects.is_null(value) for value in array.ravel().tolist()]
        empty = np.reshape(nulls, array.shape)
        array = np.where(empty, 0.0, array)
    with np.errstate(over="ignore"):  # to infinity, which is refused with its cell
        found = numbers(array, name).astype(np.float64)
    if empty is not None:
        found[empty] = np.nan
    return found


def _check_cells(
    values: Any, models: tuple[Any, ...], name: str, missing: bool
) -> None:
    finite = np.isfinite(values)
    if missing:
        finite |= np.isnan(values)
    if finite.all():
        return
    row, column = (int(i) for i in np.argwhere(~finite)[0])
    found = "NaN" if np.isnan(values[row, column]) else "infinity"
    raise ValueError(
        f"{name} must be finite numbers, got {found} in row {row} (counted from 0) of "
        f"the column {shown(models[column])}: {np.count_nonzero(~finite)} of "
        f"{values.size} cells are not."
    )
