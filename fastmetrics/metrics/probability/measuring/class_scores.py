"""What each row contributes to metrics of a score per class."""

from __future__ import annotations

from math import isfinite
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics import _inputs
from fastmetrics._common.warn import warn
from fastmetrics._inputs.class_codes import ClassCodes
from fastmetrics._inputs.columns import raise_not_finite
from fastmetrics._inputs.scores import number_matrix
from fastmetrics._kernels import class_scores
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.probability.measuring.blocks import side_by_side, write_rows

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Rows = NDArray[np.float64]

__all__ = ["hinge_losses", "top_k_hits"]


def hinge_losses(
    y_true: ArrayLike,
    pred_decision: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return the hinge loss of each row."""
    found = ClassCodes(y_true, "y_true")
    decisions = _floats(pred_decision, "pred_decision", found.n, sample_weight)
    known = found if labels is None else ClassCodes(labels, "labels")
    if known.k <= 2:
        column = _inputs.as_column(decisions, "pred_decision")
        raise_not_finite(column, "pred_decision")
        signs = np.where(found.among(known) == 1, 1.0, -1.0)
        return _hinge(signs * column)
    if decisions.ndim < 2 or decisions.shape[1] != known.k:
        raise ValueError(
            "pred_decision must be of shape (n_samples, n_classes), that is "
            f"{(found.n, known.k)} here, got {decisions.shape}. Include all labels in "
            "y_true or pass them as labels."
        )
    codes = found.among(known)

    def write(rows: slice, out: Any) -> bool:
        block = side_by_side(decisions[rows])
        return isfinite(class_scores.measure_margins(codes[rows], block, out))

    margins, finite = write_rows(write, found.n, known.k)
    if not finite:
        raise_not_finite(decisions, "pred_decision")
    return _hinge(margins)


def _hinge(margins: Rows) -> Rows:
    """Turn margins into losses, in place."""
    np.subtract(1.0, margins, out=margins)
    return np.maximum(margins, 0.0, out=margins)


def top_k_hits(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    k: int = 2,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[Any]:
    """Return for each row 1.0 if its class is among the first k, else 0.0."""
    return find_hits(y_true, y_score, k, labels, sample_weight).astype(np.float64)


def find_hits(
    y_true: ArrayLike,
    y_score: ArrayLike,
    k: int,
    labels: ArrayLike | None,
    sample_weight: ArrayLike | None,
) -> NDArray[np.bool_]:
    """Return whether the class of each row is among the k with the largest scores."""
    top = _checked_top(k)
    found = ClassCodes(y_true, "y_true")
    scores = _floats(y_score, "y_score", found.n, sample_weight)
    known = found
    if labels is not None:
        known = ClassCodes(labels, "labels")
        if not known.in_order:
            raise ValueError(
                f"labels must be unique and ordered, got {known.n} labels of which "
                f"{known.k} differ; in order: {known.classes.tolist()}."
            )
    several = max(found.k, known.k) > 2
    if not several:
        scores = _one_column(scores)
    elif scores.ndim != 2:
        raise ValueError(
            "y_score must be of shape (n_samples, n_classes), since there are several "
            f"classes, got {scores.shape}."
        )
    n_classes = scores.shape[1] if several else 2
    if known.k != n_classes:
        raise ValueError(
            f"Number of classes in {known.name} ({known.k}) not equal to the number "
            f"of classes in y_score ({n_classes}). All classes that there are can be "
            "given as labels."
        )
    codes = found.among(known)
    if top >= known.k or not several:
        raise_not_finite(scores, "y_score")
    if top >= known.k:
        warn(
            f"k = {k} is not below the number of classes, {known.k}: the score is "
            "perfect whatever the scores, and means nothing.",
            UndefinedMetricWarning,
        )
        return np.ones(found.n, np.bool_)
    if not several:
        inside = scores.min() >= 0 and scores.max() <= 1
        return (scores > (0.5 if inside else 0)) == (codes == 1)

    def write(rows: slice, out: Any) -> bool:
        block = side_by_side(scores[rows])
        return isfinite(class_scores.find_hits(codes[rows], block, top, out))

    hits, finite = write_rows(write, found.n, known.k, np.uint8)
    if not finite:
        raise_not_finite(scores, "y_score")
    return hits.view(np.bool_)


def _checked_top(k: int) -> int:
    try:
        top = index(k)
    except TypeError:
        raise TypeError(
            f"k must be a whole number, got a {type(k).__name__}."
        ) from None
    if top < 1:
        raise ValueError(f"k must be at least 1, got {k}.")
    return top


def _one_column(scores: NDArray[Any]) -> NDArray[Any]:
    if scores.ndim == 2 and scores.shape[1] != 1:
        raise ValueError(
            f"y_true is binary while y_score has {scores.shape[1]} columns. If y_true "
            "does not hold all labels, they must be given as labels."
        )
    return scores.ravel()


def _floats(
    values: ArrayLike, name: str, n: int, sample_weight: ArrayLike | None
) -> NDArray[Any]:
    """Return numbers in one or two dimensions, float32 or float64.

    They need not be finite.
    """
    array = number_matrix(values, name)
    if len(array) != n:
        raise ValueError(
            "Found input variables with inconsistent numbers of samples: y_true has "
            f"{n}, {name} has {len(array)}."
        )
    if sample_weight is not None:
        _inputs.sample_weights(sample_weight, n)
    if array.dtype.char in "fd":
        return array
    with np.errstate(over="ignore"):  # of long doubles: to infinity, which is refused
        return array.astype(np.float64)
