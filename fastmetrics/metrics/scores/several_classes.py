"""From a score of two classes to a score of several labels or classes.

Shared by the topics: one-vs-rest treats every class as a label of its own, one-vs-one
every pair of classes as a data set of its own: both are read off one count of pairs of
rows. Which inputs raise follows scikit-learn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common import threads
from fastmetrics._common.names import levels_of, shown
from fastmetrics._common.options import is_one_of
from fastmetrics._inputs.class_columns import arrange
from fastmetrics._inputs.columns import NamedMatrix, as_column
from fastmetrics._inputs.label_columns import ClassCodes
from fastmetrics._inputs.scores import map_rows, sample_weights
from fastmetrics.metrics.scores.class_pairs import ClassRows, average_areas
from fastmetrics.metrics.scores.sweep_values import undefined

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    # (labels, scores, weights or None) -> score
    BinaryScore = Callable[[Any, Any, Any], float]

# What an average of roc_auc_score is called among areas of several classes.
VARIANT = {
    ("ovr", "macro"): "aunu",
    ("ovr", "weighted"): "aunp",
    ("ovo", "macro"): "au1u",
    ("ovo", "weighted"): "au1p",
}

AVERAGES = ("micro", "macro", "weighted", "samples", None)


# Up to so many scores a round trip through the thread pool costs more than it saves;
# and rows enough for one.
_FEW_SCORES = 20_000
_MANY_ROWS = 1 << 15


def check_average(average: Any) -> None:
    """Raise unless ``average`` is one of the five there are."""
    if not is_one_of(average, AVERAGES):
        raise ValueError(
            "average must be 'micro', 'macro', 'weighted', 'samples' or None, got "
            f"{shown(average)}."
        )


def average_labels(
    score: BinaryScore,
    y_true: NDArray,
    y_score: NDArray,
    average: str | None,
    sample_weight: ArrayLike | None,
) -> Any:
    """Score every label (column) and average as asked.

    ``y_true`` and ``y_score`` are of shape (n_samples, n_labels). "micro" scores all
    cells together, "samples" scores rows instead of columns, None averages nothing.
    """
    if y_true.shape != y_score.shape:
        raise ValueError(
            "y_true and y_score must be of the same shape, got "
            f"{y_true.shape} and {y_score.shape}."
        )
    weights = None
    if sample_weight is not None:
        weights = sample_weights(sample_weight, len(y_true))

    if average == "micro":
        if weights is not None:
            weights = np.repeat(weights, y_true.shape[1])
        return score(y_true.ravel(), y_score.ravel(), weights)

    if average == "samples":
        rows = range(len(y_true))
        each = np.array([score(y_true[i], y_score[i], None) for i in rows])
        if weights is not None:
            each[weights == 0] = 0.0  # may be NaN, and counts for nothing
        return float(np.average(each, weights=weights))

    support = None
    if average == "weighted":
        support = y_true.sum(axis=0) if weights is None else weights @ y_true
        if support.sum() == 0:
            return 0
    labels, columns = _columns(y_true), _columns(y_score)

    def score_label(j: int) -> float:
        return score(labels[j], columns[j], weights)

    spread = threads.map_blocks if y_score.size > _FEW_SCORES else map
    scores = np.array([*spread(score_label, range(len(labels)))])
    if average is None:
        return scores
    if support is not None:
        scores[support == 0] = 0.0  # may be NaN, and counts for nothing
    return float(np.average(scores, weights=support))


def _columns(matrix: NDArray) -> NDArray:
    """Return the columns as rows that lie in one piece, copied once if need be."""
    if matrix.T.flags.c_contiguous:
        return matrix.T
    columns = np.empty(matrix.T.shape, dtype=matrix.dtype)

    def turn(begin: int) -> None:
        # By blocks of rows that fit the cache: twice as fast as all at once.
        for start in range(begin, min(begin + _MANY_ROWS, len(matrix)), 1024):
            columns[:, start : start + 1024] = matrix[start : start + 1024].T

    threads.map_blocks(turn, range(0, len(matrix), _MANY_ROWS))
    return columns


def one_hot(codes: NDArray, n_classes: int) -> NDArray:
    """Return the (n_samples, n_classes) bool matrix with True at each row's class."""
    # Laid out by class, as the columns will be read.
    return (codes == np.arange(n_classes)[:, None]).T


def score_classes(
    score: BinaryScore,
    y_true: NDArray,
    y_score: NDArray,
    *,
    labels: ArrayLike | None,
    multi_class: str,
    average: str | None,
    sample_weight: ArrayLike | None,
) -> Any:
    """Score probabilities of several classes, one-vs-rest or one-vs-one."""
    if multi_class == "raise":
        raise ValueError("multi_class must be in ('ovo', 'ovr') for several classes.")
    if y_score.ndim != 2:
        raise ValueError(
            "`y_score` needs to be of shape `(n_samples, n_classes)`, since y_true "
            f"contains multiple classes. Got shape {y_score.shape}."
        )
    check_sums(y_score, "y_score")
    options = ("macro", "weighted", None, *(("micro",) if multi_class == "ovr" else ()))
    if not is_one_of(average, options):
        raise ValueError(
            f"average must be one of {options} for multi_class={multi_class!r}, got "
            f"{shown(average)}."
        )
    if average is None and multi_class == "ovo":
        raise NotImplementedError(
            "average=None is not implemented for multi_class='ovo'."
        )
    codes, y_score = by_class(y_true, labels, y_score)
    if len(codes) != len(y_score):
        raise ValueError(
            "y_true and y_score must be of the same length, got "
            f"{len(codes)} and {len(y_score)}."
        )
    if average == "micro":
        indicators = one_hot(codes, y_score.shape[1])
        return average_labels(score, indicators, y_score, average, sample_weight)
    if multi_class == "ovo" and sample_weight is not None:
        raise ValueError(
            "sample_weight is not supported for multi_class='ovo': it must be None."
        )
    weights = None
    if sample_weight is not None:
        weights = sample_weights(sample_weight, len(codes))
    pairs = ClassRows(codes, y_score, weights).own_columns()
    if multi_class == "ovo":
        pairs = pairs.of_classes(pairs.present)
    else:
        for total in pairs.totals:
            if total in (0, pairs.totals.sum()):
                undefined("roc_auc_score", total)
    if average is None:
        return pairs.over_rest()
    area = average_areas(pairs, VARIANT[multi_class, average])
    # Of these areas alone scikit-learn's number is NumPy's.
    return np.float64(area) if multi_class == "ovo" else area


def check_sums(matrix: NDArray, name: str) -> None:
    """Raise unless the rows sum to 1."""

    def sums_to_one(rows: NDArray) -> bool:
        return np.allclose(1, rows.sum(axis=1))

    if not all(map_rows(sums_to_one, matrix)):
        raise ValueError(
            f"{name} needs to be probabilities for several classes, i.e. they should "
            "sum up to 1.0 over classes."
        )


def by_class(
    y_true: NDArray, labels: ArrayLike | None, y_score: NDArray
) -> tuple[NDArray, NDArray]:
    """Return the column that each row's label stands for, and y_score by class."""
    n_columns = y_score.shape[1]
    if isinstance(y_score, NamedMatrix) or levels_of(y_true[:1]) is not None:
        own = ClassCodes(y_true, "y_true")
        arranged = arrange(own, y_score, labels, "y_score", is_theirs=True)
        if arranged is not None:
            return arranged.codes, arranged.matrix
        y_score = np.asarray(y_score)
    return _class_codes(y_true, labels, n_columns), y_score


def _class_codes(y_true: NDArray, labels: ArrayLike | None, n_columns: int) -> NDArray:
    """Return the column of y_score that each row's label stands for."""
    labels_present, codes = np.unique(y_true, return_inverse=True)
    if labels is None:
        if len(labels_present) != n_columns:
            raise ValueError(
                "Number of classes in y_true not equal to the number of columns in "
                f"'y_score': {len(labels_present)} and {n_columns}."
            )
        return codes
    classes = as_column(labels, "labels")
    ordered = np.unique(classes)
    if len(ordered) != len(classes):
        raise ValueError("Parameter 'labels' must be unique.")
    if not np.array_equal(ordered, classes):
        raise ValueError("Parameter 'labels' must be ordered.")
    if len(classes) != n_columns:
        raise ValueError(
            f"Number of given labels, {len(classes)}, not equal to the number of "
            f"columns in 'y_score', {n_columns}."
        )
    if not np.isin(labels_present, classes).all():
        raise ValueError("'y_true' contains labels not in parameter 'labels'.")
    return np.searchsorted(classes, labels_present)[codes]
