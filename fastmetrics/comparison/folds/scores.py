"""The scores of two models on the same folds, read and subtracted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._inputs.number_pairs import quantity
from fastmetrics._inputs.scores import finite_matrix
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


__all__ = [
    "ESTIMATE",
    "SOUGHT",
    "WHAT",
    "Differences",
    "found_in",
    "read_differences",
    "read_folds",
    "read_sizes",
    "these_folds",
]

ESTIMATE = say("mean of A − B")
WHAT = "the differences"  # as a warning calls them
SOUGHT = say("a difference")  # as the last sentence calls what could be found


class Differences(NamedTuple):
    """What A's scores are above B's, and the largest of the numbers subtracted."""

    values: NDArray[np.float64]
    largest: float


def read_differences(
    scores_a: ArrayLike,
    scores_b: ArrayLike | None,
    shape: tuple[int, int] | None = None,
) -> Differences:
    """Return A - B by fold, or ``scores_a`` itself where there is nothing else.

    Two folds or more; ``shape``: the one that the scores must have.
    """
    a = read_folds(scores_a, "scores_a", shape)
    if scores_b is None:
        return Differences(a, float(np.abs(a).max()))
    b = read_folds(scores_b, "scores_b", shape)
    if a.shape != b.shape:
        raise ValueError(
            "scores_a and scores_b must be of the same folds: there are "
            f"{len(a):,} and {len(b):,} of them."
        )
    with np.errstate(over="ignore"):
        values = a - b
    if not np.isfinite(values).all():
        raise ValueError(
            "scores_a and scores_b are farther apart than a float can say, the first "
            f"of them in fold {int(np.argmin(np.isfinite(values).ravel()))}."
        )
    return Differences(values, float(max(np.abs(a).max(), np.abs(b).max())))


def read_folds(
    scores: ArrayLike, name: str, shape: tuple[int, int] | None = None
) -> NDArray[np.float64]:
    """Return a number per fold, of two folds or more, or an array of this shape."""
    array = finite_matrix(scores, name)
    if shape is None and array.ndim == 2 and 1 not in array.shape:
        raise ValueError(
            f"{name} must have one score per fold, got an array of shape "
            f"{array.shape}: use its ravel()."
        )
    if shape is None:
        array = array.ravel()
        if len(array) < 2:
            raise ValueError(f"{name} must have two folds or more, got 1.")
    elif array.shape != shape:
        raise ValueError(f"{name} must have the shape {shape}, got {array.shape}.")
    return array.astype(np.float64)


def read_sizes(n_train: Any, n_test: Any, n: int) -> tuple[float, float]:
    """Return the mean sizes of the training sets and of the test sets of n folds."""
    return _size(n_train, "n_train", n), _size(n_test, "n_test", n)


def _size(value: Any, name: str, n: int) -> float:
    sizes = quantity(value, name)
    if sizes.ndim > 1 or (sizes.ndim == 1 and len(sizes) != n):
        raise ValueError(
            f"{name} must be one number or one for each of the {n:,} folds, got an "
            f"array of shape {sizes.shape}."
        )
    if not (np.isfinite(sizes) & (sizes > 0)).all():
        wrong = sizes[~(np.isfinite(sizes) & (sizes > 0))].ravel()[0]
        raise ValueError(f"{name} must be finite and above 0, got {wrong:g}.")
    return float(sizes.mean())


def these_folds(n: int) -> str:
    """Return what the last sentence calls n folds."""
    return say("these {n} folds", n=f"{n:,}")


def found_in(values: NDArray[np.float64]) -> str:
    """Return how often which of the two was ahead."""
    ahead, behind = int((values > 0).sum()), int((values < 0).sum())
    return say(
        "of {n} folds, A scored higher on {a} and B on {b}",
        n=f"{values.size:,}",
        a=f"{ahead:,}",
        b=f"{behind:,}",
    )
