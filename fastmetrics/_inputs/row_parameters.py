"""Parameters of a metric that have a value for each row, such as a group.

They go with the rows: what is drawn again, cut into slices or left out of the columns
is drawn again, cut or left out of them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from fastmetrics._inputs.row_takers import take_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["check_no_rows_inside", "row_parameters", "take_parameters"]


def row_parameters(
    parameters: Mapping[str, Any], n: int, names: Collection[str] | None
) -> dict[str, Any]:
    """Return those parameters that have n rows: arrays, series, frames and lists.

    Also a dict of such columns. ``names`` are all that may have rows; None: any may.
    """
    return {
        name: one
        for name, one in parameters.items()
        if (names is None or name in names) and _has_rows(one, n)
    }


def take_parameters(
    parameters: Mapping[str, Any],
    rows: NDArray[Any],
    n: int,
    names: Collection[str] | None,
) -> dict[str, Any]:
    """Return the parameters of some of n rows; ``names`` as above."""
    taken = {
        name: {key: take_rows(column, rows) for key, column in one.items()}
        if isinstance(one, Mapping)
        else take_rows(one, rows)
        for name, one in row_parameters(parameters, n, names).items()
    }
    return {**parameters, **taken}


def check_no_rows_inside(function: Any, n: int, name: str) -> None:
    """Raise ValueError if a partial function holds n rows that cannot be taken apart.

    These are its positional arguments, and keywords beside positional arguments.
    """
    while isinstance(function, partial):
        inside = *function.args, *function.keywords.values()
        if any(_has_rows(one, n) for one in inside):
            raise ValueError(
                f"{name} holds an argument with {n} rows, which does not follow the "
                "rows when these are drawn again: give it by name in metric_params."
            )
        function = function.func


def _has_rows(value: Any, n: int) -> bool:
    if isinstance(value, Mapping):
        return bool(value) and all(_is_column(one, n) for one in value.values())
    return _is_column(value, n)


def _is_column(value: Any, n: int) -> bool:
    """Whether a value is a column, or a table, of n rows.

    A tuple is one value: levels and ranges are tuples.
    """
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple):
        return bool(shape) and shape[0] == n
    if isinstance(value, str | bytes | tuple | Mapping) or isinstance(value, type):
        return False
    return (
        hasattr(value, "__len__") and hasattr(value, "__getitem__") and len(value) == n
    )
