"""Rows as a data frame of pandas or Polars, which are asked for when needed."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

__all__ = ["data_frame"]


def data_frame(
    rows: Sequence[dict[str, Any]],
    *,
    index: Sequence[str],
    columns: Sequence[str],
    backend: str,
    asked_by: str,
) -> Any:
    """Return rows as a frame: of pandas with an index, of Polars with it first.

    The columns are those of the rows, or ``columns`` where there are no rows.
    """
    if backend not in ("pandas", "polars"):
        raise ValueError(f"backend is {backend!r}; it must be 'pandas' or 'polars'")
    try:
        library = import_module(backend)
    except ImportError as error:
        raise ImportError(
            f"{asked_by} needs {backend}: pip install {backend}"
        ) from error
    named = None if rows else [*index, *columns]
    if backend == "polars":
        return library.DataFrame(rows, schema=named, infer_schema_length=None)
    return library.DataFrame(rows, columns=named).set_index([*index])
