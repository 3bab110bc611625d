"""Ratings of units by several raters, some of them missing: a matrix of numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common.texts import distinct_labels
from fastmetrics._inputs.columns import as_array, is_number
from fastmetrics._inputs.scores import numbers

__all__ = ["read_ratings"]


def read_ratings(ratings: Any, *, as_numbers: bool) -> NDArray[np.float64]:
    """Return ratings as float64, of a row per unit, NaN where there is none.

    Texts are numbered in their order; ``as_numbers`` refuses them. None is NaN, too.
    """
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


def _of_objects(array: NDArray[Any], as_numbers: bool) -> NDArray[np.float64]:
    """Return the numbers of objects, or of texts where they stand in order."""
    given = array.ravel().tolist()
    missing = np.array([one is None or one != one for one in given], bool)
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
