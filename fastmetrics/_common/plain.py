"""What was found as Python's own numbers, as JSON holds it, and as data frames."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import numpy as np

__all__ = [
    "data_frame",
    "one_number",
    "plain",
    "plain_all",
]


def one_number(value: Any) -> Any:
    """Return what stands for the value of a metric as one number.

    Of a tuple that says so itself that, as of a slope with its standard error; of a
    threshold and the value that it gives the latter.
    """
    if not isinstance(value, tuple):
        return value
    return float(value) if hasattr(value, "__float__") else value[-1]


def plain(value: Any) -> Any:
    """Return a NumPy scalar as Python's own, and what JSON cannot hold as None."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return str(value)


def plain_all(value: Any) -> Any:
    """Return the same of arrays, sequences and mappings of such, at any depth.

    >>> plain_all({"p": np.array([0.5, np.nan])})
    {'p': [0.5, None]}
    """
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {str(name): plain_all(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain_all(one) for one in value]
    return plain(value)


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
