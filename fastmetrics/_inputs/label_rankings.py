"""Which labels each row has, and the scores by which all labels are ranked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._inputs.columns import as_array, raise_no_rows, raise_not_finite
from fastmetrics._inputs.indicators import INDICATOR, indicator_matrix
from fastmetrics._inputs.scores import numbers

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Sparse

__all__ = ["LabelRankings", "read_rankings"]


class LabelRankings:
    """The labels of rows and the scores of all labels.

    Attributes
    ----------
    true : ndarray or csr_array of shape (n, k)
        A row has a label where its entry is not zero. It may be the caller's own.
    scores : ndarray of shape (n, k)
        float32, float64, int64 or uint64. It may be the caller's own, and need not be
        finite: see `raise_not_finite`.
    """

    __slots__ = ("scores", "true")

    def __init__(self, true: Any, scores: NDArray[Any]) -> None:
        self.true = true
        self.scores = scores

    @property
    def n(self) -> int:
        """How many rows there are."""
        return len(self.scores)

    @property
    def k(self) -> int:
        """How many labels there are."""
        return self.scores.shape[1]

    def own(self, rows: slice) -> NDArray[np.uint8]:
        """Return which labels some rows have, as a C-contiguous block of 0 and 1."""
        block = self.true[rows]
        if not isinstance(block, np.ndarray):
            block = block.toarray()
        return np.ascontiguousarray(block != 0).view(np.uint8)

    def raise_not_finite(self) -> None:
        """Raise that a score is NaN or infinite, if one is."""
        raise_not_finite(self.scores, "y_score")


def read_rankings(
    y_true: ArrayLike | Sparse, y_score: ArrayLike, *, one_label: bool = False
) -> LabelRankings:
    """Return a matrix of indicators, dense or sparse, and scores of its shape.

    ``one_label``: whether a single column will do, too.
    """
    true, kind = indicator_matrix(y_true, "y_true")
    scores = _scores(y_score)
    if true.shape != scores.shape:
        raise ValueError(
            "y_true and y_score have different shape: each must have a row per sample "
            f"and a column per label, got {true.shape} and {scores.shape}."
        )
    if kind != INDICATOR and not (one_label and kind == "binary" and true.ndim == 2):
        raise ValueError(
            f"{kind} format is not supported: y_true must say which of several labels "
            f"each row has, got shape {true.shape}."
        )
    return LabelRankings(true, scores)


def _scores(y_score: ArrayLike) -> NDArray[Any]:
    """Return scores of a type that the kernels read, by which nothing gets equal."""
    scores = numbers(as_array(y_score, "y_score"), "y_score")
    if len(scores) == 0:
        raise_no_rows("y_score")
    if scores.dtype.char in "fd":
        return scores
    if scores.dtype.kind in "bi":
        return scores.astype(np.int64, copy=False)
    if scores.dtype.kind == "u":
        return scores.astype(np.uint64, copy=False)
    if scores.dtype.char == "e":
        return scores.astype(np.float32)
    raise_not_finite(scores, "y_score")
    with np.errstate(over="ignore"):  # of long doubles: to infinity, which raises
        return scores.astype(np.float64)
