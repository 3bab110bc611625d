"""Cross-validations side by side: whether they are of the same rows and folds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._inputs.columns import as_array

if TYPE_CHECKING:
    from fastmetrics.selection.validation.result import CrossValidation

__all__ = ["check_same_folds"]


def check_same_folds(found: Mapping[str, CrossValidation]) -> None:
    """Raise unless cross-validations can be compared fold by fold.

    Raises
    ------
    ValueError
        If targets, folds or weights differ.
    """
    (name, first), *others = found.items()
    for other, one in others:
        pair = f"{shown(name)} and {shown(other)}"
        if first.n_rows != one.n_rows or not _are_equal(first.y, one.y):
            raise ValueError(
                f"{pair} are cross-validations of different data: they have not the "
                "same target, row by row"
            )
        if not _have_same_folds(first, one):
            raise ValueError(
                f"{pair} were cross-validated on different folds: give both calls the "
                "same cv, a splitter that is not shuffled or has a random_state, or "
                "the same list of splits"
            )
        if not _are_equal(first.score_weight, one.score_weight):
            raise ValueError(f"{pair} were scored with different sample_weight")


def _have_same_folds(first: CrossValidation, other: CrossValidation) -> bool:
    return (
        first.n_folds == other.n_folds
        and np.array_equal(first.n_train, other.n_train)
        and all(
            np.array_equal(a, b)
            for a, b in zip(first.test_rows, other.test_rows, strict=True)
        )
    )


def _are_equal(first: Any, other: Any) -> bool:
    if first is None or other is None:
        return first is other
    if first is other:
        return True
    return np.array_equal(as_array(first, "y"), as_array(other, "y"))
