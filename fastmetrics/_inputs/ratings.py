"""Ratings of units by several raters, some of them missing: a matrix of numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common.texts import distinct_labels
from fastmetrics._inputs.columns import as_array, as_column, is_number
from fastmetrics._inputs.missing_rows import missing_rows
from fastmetrics._inputs.row_takers import take_rows
from fastmetrics._inputs.score_tables import named_columns
from fastmetrics._inputs.scores import numbers

__all__ = ["read_ratings"]


def read_ratings(ratings: Any, *, as_numbers: bool) -> NDArray[np.float64]:
    """Return ratings as float64, of a row per unit, NaN where there is none.

    Texts are numbered in their order; ``as_numbers`` refuses them. None is NaN, too.
    """
    array = _of_frame(ratings)
    if array is None:
        array = as_array(ratings, "ratings")
    if array.dtype.kind in "US" and isinstance(ratings, list | tuple):
        array = np.array(ratings, object)  # or a number, and NaN, would be a text
    if array.ndim != 2 or array.shape[1] < 2:
        raise ValueError(
            "ratings must be of shape (n_units, n_raters), of two raters at least, got "
            f"an array of shape {array.shape}."
        )
    if array.dtype.kind in "OUST":
        array = _of_objects(array, as_numbers)
    elif array.dtype.kind not in "biuf":
        raise TypeError(
            f"ratings must hold numbers or texts, got an array of dtype {array.dtype}."
        )
    found = np.ascontiguousarray(array, np.float64)
    if np.isinf(found).any():
        raise ValueError("ratings must be finite or missing, got an infinite one.")
    return found


def _of_frame(ratings: Any) -> NDArray[Any] | None:
    """Return the ratings of a frame with nulls, NaN or None in their place; else None.

    Arrays have no place for nulls, so that whoever reads frames as such refuses them.
    """
    library = type(ratings).__module__.partition(".")[0]
    if library not in ("pandas", "polars", "pyarrow"):
        return None
    columns = [column for _, column in named_columns(ratings) or []]
    missing = [missing_rows(column, "ratings") for column in columns]
    if not any(one.any() for one in missing):
        return None
    rows = [np.flatnonzero(~one) for one in missing]
    kept = [
        as_column(take_rows(column, there), "ratings")
        for column, there in zip(columns, rows, strict=True)
    ]
    numeric = all(one.dtype.kind in "biuf" or not len(one) for one in kept)
    table = np.full((len(missing[0]), len(columns)), np.nan if numeric else None)
    for j, (there, values) in enumerate(zip(rows, kept, strict=True)):
        table[there, j] = values
    return table


def _of_objects(array: NDArray[Any], as_numbers: bool) -> NDArray[np.float64]:
    """Return the numbers of objects, or of texts where they stand in order."""
    given = array.ravel().tolist()
    missing = np.array([_is_missing(one) for one in given], bool)
    kept = [one for one, gone in zip(given, missing, strict=True) if not gone]
    n_texts = sum(isinstance(one, str) for one in kept)
    if n_texts not in (0, len(kept)):
        raise TypeError("ratings must be all numbers or all texts, got both.")
    found = np.full(len(given), np.nan)
    if not n_texts:
        if not all(map(is_number, kept)):
            wrong = next(one for one in kept if not is_number(one))
            raise TypeError(
                f"ratings must hold numbers or texts, got {type(wrong).__name__}."
            )
        if kept:
            found[~missing] = numbers(np.array(kept, object), "ratings")
    elif as_numbers:
        raise TypeError(
            "ratings must be numbers where their order or distance counts, got texts: "
            "number the labels in their order."
        )
    else:
        found[~missing] = distinct_labels(np.array(kept))[1]
    return found.reshape(array.shape)


def _is_missing(one: Any) -> bool:
    return one is None or (is_number(one) and bool(one != one))
