"""Columns and arrays of scores, checked, and names of items and runs for messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import listed, shown
from fastmetrics._inputs.columns import as_array, as_column
from fastmetrics._inputs.score_tables import join_columns, named_columns
from fastmetrics._inputs.scores import numbers
from fastmetrics.metrics.items.cells import coded_names, first_rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fastmetrics._inputs.groups import GroupIds
    from fastmetrics.metrics.items.cells import Items


def columns_of(frame: Any) -> dict[Any, Any]:
    """Return the columns of a frame or a dict, by name."""
    columns = named_columns(frame)
    if columns is None:
        raise TypeError(
            "frame must be a data frame, an Arrow table or a dict of columns, got "
            f"{type(frame).__name__}."
        )
    return dict(columns)


def named_column(columns: dict[Any, Any], name: Any, argument: str) -> Any:
    """Return the column that an argument names."""
    if name not in columns:
        raise ValueError(
            f"frame has no column {shown(name)} for {argument}: its columns are "
            f"{listed(columns)}."
        )
    return columns[name]


def read_array(scores: Any) -> tuple[NDArray[Any], list[Any] | None]:
    """Return scores of three dimensions, and the names of columns of a frame."""
    columns = named_columns(scores)
    if columns is not None:
        array = join_columns(columns, "scores", missing=True)
    else:
        array = as_array(scores, "scores")
    if array.ndim not in (2, 3):
        raise ValueError(
            "scores must have the shape (n_items, n_models) or (n_items, n_models, "
            f"n_runs), got {array.shape}."
        )
    for size, what in zip(array.shape, ("item", "model", "run"), strict=False):
        if size == 0:
            raise ValueError(
                f"scores must have one {what} at least, got shape {array.shape}."
            )
    array = numbers(array, "scores")
    if array.dtype != bool:
        array = array.astype(np.float64, copy=False)
    named = None if columns is None else [name for name, _ in columns]
    return array.reshape(*array.shape[:2], -1), named


def as_flags(values: NDArray[Any]) -> NDArray[Any]:
    """Return scores as bool if all are 0 or 1."""
    if values.dtype == bool:
        return values
    flags = values != 0
    return flags if np.array_equal(flags, values) else values


def check_finite(values: NDArray[Any], cell: Callable[[int], str]) -> None:
    """Raise for infinite scores, naming the first one's cell."""
    finite = np.isfinite(values)
    if not finite.all():
        row = int(np.argmin(finite))
        raise ValueError(
            f"scores must be finite, got {values[row]} for {cell(row)}: "
            f"{np.count_nonzero(~finite)} of {len(values)} scores are infinite."
        )


def different_names(names: Any, k: int, argument: str) -> list[Any]:
    """Return k different names, which are 0, 1, ... by default."""
    if names is None:
        return [*range(k)]
    known = names if isinstance(names, list) else as_column(names, argument).tolist()
    if len(known) != k:
        raise ValueError(f"{argument} must have {k} names, got {len(known)}.")
    if len({*known}) < k:
        twice = next(name for i, name in enumerate(known) if name in known[:i])
        raise ValueError(f"{argument} must be different, got {shown(twice)} twice.")
    return known


def by_appearance(
    column: Any, n: int, name: str
) -> tuple[list[Any], NDArray[np.int64]]:
    """Return the distinct names in order of first appearance, and each row's place."""
    ids = coded_names(column, n, name)
    assert ids.values is not None  # coded ids have them
    order = np.argsort(first_rows(ids.numbers, ids.span))
    places = np.empty(ids.span, np.int64)
    places[order] = np.arange(ids.span)
    return ids.values[order].tolist(), places[ids.numbers]


def cell_name(models: list[Any], items: Items, cell: int) -> str:
    """Return a cell as errors name it."""
    model, item = divmod(cell, items.n)
    return f"{items.name(item)} and model {shown(models[model])}"


def run_name(runs: GroupIds, row: int) -> str:
    """Return the run of a row as errors name it."""
    assert runs.values is not None  # coded ids have them
    return f"run {shown(runs.values[[int(runs.numbers[row])]].tolist()[0])}"


def cannot_repeat(first: int, second: int) -> ValueError:
    """Return what `Runs.of_rows` raises for an array, whose runs differ: nothing."""
    raise AssertionError("runs of an array have different names")


def means_of(sums: NDArray[Any], counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the mean of each cell; NaN without runs."""
    with np.errstate(invalid="ignore"):
        return sums / counts
