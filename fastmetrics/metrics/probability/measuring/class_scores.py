"""What rows contribute to metrics of a score per class, and what that adds up to."""

from __future__ import annotations

from functools import partial
from math import isfinite
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import listed
from fastmetrics._common.threads import map_blocks
from fastmetrics._common.warn import warn
from fastmetrics._inputs.class_codes import ClassCodes
from fastmetrics._inputs.columns import as_column, raise_not_finite
from fastmetrics._inputs.scores import number_matrix, sample_weights
from fastmetrics._kernels import class_scores
from fastmetrics._kernels.sums import sum_f64, sum_rows
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.probability.measuring.blocks import row_blocks, side_by_side

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    Rows = NDArray[np.float64]
    # One of the kernel, with all that is not rows.
    Judge = Callable[..., tuple[float, float, float] | None]

__all__ = ["Summed", "hinge_losses", "sum_hinge_losses", "sum_top_k_hits", "top_k_hits"]

# Labels that may be numbers of columns as they are.
_NUMBERS = frozenset(map(np.dtype, ("i4", "i8")))


class Summed(NamedTuple):
    """What rows come to, with their weights, and the sum of these.

    ``rows`` is what each comes to, if it was asked for.
    """

    total: float
    weight: float
    rows: Rows | None = None


def hinge_losses(
    y_true: ArrayLike,
    pred_decision: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return the hinge loss of each row."""
    found = sum_hinge_losses(y_true, pred_decision, labels, sample_weight, keep=True)
    assert found.rows is not None
    return found.rows


def sum_hinge_losses(
    y_true: ArrayLike,
    pred_decision: ArrayLike,
    labels: ArrayLike | None,
    sample_weight: ArrayLike | None,
    *,
    keep: bool = False,
) -> Summed:
    """Return the sum of the hinge losses."""
    given = _Given(y_true, pred_decision, "pred_decision", sample_weight, keep)
    if labels is None:
        summed = given.sum_numbers(class_scores.sum_hinges)
        if summed is not None:
            return summed
    found = ClassCodes(y_true, "y_true")
    decisions = given.checked_scores(found.n)
    known = found if labels is None else ClassCodes(labels, "labels")
    if known.k <= 2:
        column = as_column(decisions, "pred_decision")
        raise_not_finite(column, "pred_decision")
        signs = np.where(found.among(known) == 1, 1.0, -1.0)
        return given.sum_rows(np.maximum(1.0 - signs * column, 0.0))
    if decisions.ndim < 2 or decisions.shape[1] != known.k:
        raise ValueError(
            "pred_decision must be of shape (n_samples, n_classes), that is "
            f"{(found.n, known.k)} here, got {decisions.shape}. Include all labels in "
            "y_true or pass them as labels."
        )
    return given.sum_codes(class_scores.sum_hinges, found.among(known))


def top_k_hits(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    k: int = 2,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return for each row 1.0 if its class is among the first k, else 0.0."""
    found = sum_top_k_hits(y_true, y_score, k, labels, sample_weight, keep=True)
    assert found.rows is not None
    return found.rows


def sum_top_k_hits(
    y_true: ArrayLike,
    y_score: ArrayLike,
    k: int,
    labels: ArrayLike | None,
    sample_weight: ArrayLike | None,
    *,
    keep: bool = False,
) -> Summed:
    """Return how many rows have their class among the k with the largest scores."""
    top = _checked_top(k)
    judge = partial(_count_hits, top)
    given = _Given(y_true, y_score, "y_score", sample_weight, keep)
    if labels is None:
        summed = given.sum_numbers(judge, more_than=top)
        if summed is not None:
            return summed
    found = ClassCodes(y_true, "y_true")
    scores = given.checked_scores(found.n)
    known = found
    if labels is not None:
        known = ClassCodes(labels, "labels")
        if not known.in_order:
            raise ValueError(
                f"labels must be unique and ordered, got {known.n} labels of which "
                f"{known.k} differ; in order: {listed(known.classes.tolist())}."
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
        return given.sum_rows(np.ones(found.n))
    if not several:
        inside = scores.min() >= 0 and scores.max() <= 1
        hits = (scores > (0.5 if inside else 0)) == (codes == 1)
        return given.sum_rows(hits.astype(np.float64))
    return given.sum_codes(judge, codes)


def _count_hits(
    top: int, codes: NDArray[Any], scores: NDArray[Any], *rest: Any
) -> tuple[float, float, float] | None:
    return class_scores.count_hits(codes, scores, top, *rest)


class _Given:
    """Labels, scores and weights, of which each is read when it is needed."""

    def __init__(
        self,
        y_true: ArrayLike,
        scores: ArrayLike,
        name: str,
        sample_weight: ArrayLike | None,
        keep: bool,
    ) -> None:
        self._y_true = y_true
        self._given = scores
        self._name = name
        self._sample_weight = sample_weight
        self._keep = keep
        self._scores: NDArray[Any] | None = None
        self._weights: Rows | None = None

    def checked_scores(self, n: int) -> NDArray[Any]:
        """Return numbers in one or two dimensions, float32 or float64, of n rows.

        They need not be finite. Weights are checked, too.
        """
        if self._scores is not None:
            return self._scores
        array = number_matrix(self._given, self._name)
        if len(array) != n:
            raise ValueError(
                "Found input variables with inconsistent numbers of samples: y_true "
                f"has {n}, {self._name} has {len(array)}."
            )
        if self._sample_weight is not None:
            self._weights = sample_weights(self._sample_weight, n)
        if array.dtype.char not in "fd":
            with np.errstate(over="ignore"):  # of long doubles: refused as infinite
                array = array.astype(np.float64)
        self._scores = array
        return array

    def sum_numbers(self, judge: Judge, more_than: int = 2) -> Summed | None:
        """Judge rows whose labels are numbers of columns, of which each occurs.

        None if they are anything else, or columns are not more than so many, or two.
        """
        labels = self._y_true
        if type(labels) is not np.ndarray or labels.ndim != 1 or not len(labels):
            return None
        if labels.dtype not in _NUMBERS or not labels.flags.aligned:
            return None
        scores = self.checked_scores(len(labels))
        if scores.ndim != 2 or scores.shape[1] <= max(more_than, 2):
            return None
        return self._sum(judge, labels, complete=True)

    def sum_codes(self, judge: Judge, codes: NDArray[np.int32]) -> Summed:
        """Judge rows whose columns are known."""
        found = self._sum(judge, codes, complete=False)
        assert found is not None
        return found

    def sum_rows(self, rows: Rows) -> Summed:
        """Add up what rows come to."""
        total, weight, _ = sum_rows(rows, self._weights)
        return Summed(total, weight, rows)

    def _sum(
        self, judge: Judge, codes: NDArray[Any], *, complete: bool
    ) -> Summed | None:
        scores, weights = self._scores, self._weights
        assert scores is not None
        n, k = scores.shape
        out = np.empty(n) if self._keep else None
        blocks = row_blocks(n, k)
        seen = np.zeros((len(blocks), k), np.uint8)

        def sum_block(i: int) -> tuple[float, float, float] | None:
            rows = blocks[i]
            return judge(
                codes[rows],
                side_by_side(scores[rows]),
                None if weights is None else weights[rows],
                seen[i],
                None if out is None else out[rows],
            )

        found = map_blocks(sum_block, range(len(blocks)))
        parts = [part for part in found if part is not None]
        if len(parts) < len(found) or (complete and not seen.any(axis=0).all()):
            return None
        totals, sizes, sums = np.array(parts).T
        if not all(map(isfinite, sums)):
            raise_not_finite(scores, self._name)
        total, size = (sum_f64(np.ascontiguousarray(x)) for x in (totals, sizes))
        return Summed(total, size, out)


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
