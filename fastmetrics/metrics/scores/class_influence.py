"""What each row has part in, of areas of several classes: for intervals.

The value of a row is the area plus the row's influence on it, the derivative by the
row's weight: its chances in the pairs that it is of, against what is usual in its
class, and where the shares of classes are weights, what its class adds to the average.
The mean of these values is the area, and their variance is DeLong's, class by class.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._inputs.labels import target
from fastmetrics._inputs.scores import finite_matrix, sample_weights
from fastmetrics.metrics.scores import several_classes
from fastmetrics.metrics.scores.class_areas import known_classes, read_classes
from fastmetrics.metrics.scores.class_pairs import ClassPairs, ClassRows, average_areas
from fastmetrics.metrics.scores.score_sweep import count_wins

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    # The weight of each class over each other, and the part of each class.
    Weights = tuple[NDArray[np.float64], NDArray[np.float64]]


def place_classes(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    variant: str = "aunu",
    labels: ArrayLike | None = None,
    absent: str = "nan",
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return the value of each row, of which `multiclass_auc_score` is the mean."""
    rows = read_classes(y_true, y_proba, variant, labels, absent, sample_weight)
    pairs = known_classes(rows, variant, absent)
    if pairs is None:
        return np.full(rows.n, math.nan)
    assert isinstance(pairs, ClassPairs)
    return values_of_rows(rows, pairs, variant)


def place_scores(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    average: str = "macro",
    multi_class: str = "raise",
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return the value of each row, of which `roc_auc_score` of a matrix is the mean.

    Of several classes for "macro" and "weighted", of several labels for "samples" too.
    """
    truth, kind = target(y_true, "y_true")
    scores = finite_matrix(y_score, "y_score")
    weights = None
    if sample_weight is not None:
        weights = sample_weights(sample_weight, len(truth))
    if kind == "multilabel-indicator":
        if truth.shape != scores.shape:
            raise ValueError("y_true and y_score must be of the same shape")
        return _of_labels(truth != 0, np.asarray(scores), average, weights)
    codes, scores = several_classes.by_class(truth, labels, scores)
    rows = ClassRows(codes, scores, weights)
    pairs = rows.own_columns()
    if multi_class == "ovo" or average == "weighted":
        pairs = pairs.of_classes(pairs.present)
    if len(pairs.totals) < 2 or not pairs.present.all():
        return np.full(rows.n, math.nan)
    return values_of_rows(rows, pairs, several_classes.VARIANT[multi_class, average])


def _of_labels(
    truth: NDArray[np.bool_],
    scores: NDArray[np.generic],
    average: str,
    weights: NDArray[np.float64] | None,
) -> NDArray[np.float64]:
    """Return the value of each row where labels have a column each."""
    if average == "samples":
        both = zip(truth, scores, strict=True)
        return np.array([_area_of(*row) for row in both])
    each = np.ones(len(truth)) if weights is None else weights
    positive = each @ truth / each.sum()
    outer = np.full(len(positive), 1 / len(positive))
    if average == "weighted":
        outer = positive / positive.sum()
    influence, areas = np.zeros(len(truth)), np.zeros(len(positive))
    for j in np.flatnonzero(outer):
        # Two classes, both with the scores of the label.
        column = np.broadcast_to(scores[:, j, None], (len(truth), 2))
        rows = ClassRows(truth[:, j], column, weights)
        pairs = rows.own_columns()
        if not pairs.present.all():
            return np.full(len(truth), math.nan)
        areas[j] = pairs.over_each()[1, 0]
        placements = rows.place_own_columns(np.array([[0.0, 0.0], [1.0, 0.0]]))
        influence += outer[j] * rows.centred(placements)
    value = float(outer @ areas)
    if average == "weighted":
        influence += truth @ (areas - value) / positive.sum()
    return value + influence


def _area_of(truth: NDArray[np.bool_], scores: NDArray[np.generic]) -> float:
    """Return the area of one row's labels, NaN if they are all alike."""
    wins, ties, n_pos, n_neg = count_wins(truth, scores)
    return (2 * wins + ties) / (2 * n_pos * n_neg) if n_pos and n_neg else math.nan


def values_of_rows(
    rows: ClassRows, pairs: ClassPairs, variant: str
) -> NDArray[np.float64]:
    """Return the value of each row in a variant that is defined.

    ``pairs`` are those of the classes that occur.
    """
    weights, shared = _WEIGHTS[variant](pairs)
    present = rows.present
    every = np.zeros((rows.k, rows.k))
    every[np.ix_(present, present)] = weights
    place = rows.place_differences if variant == "mu" else rows.place_own_columns
    placements = place(every)
    by_class = np.zeros(rows.k)
    by_class[present] = shared
    return (
        average_areas(pairs, variant) + rows.centred(placements) + by_class[rows.codes]
    )


def _against_rest(pairs: ClassPairs) -> Weights:
    """Weights of A(a|b) in the mean of the areas against the rest, and the shares'."""
    p = pairs.shares()
    return _rest(pairs, np.full(len(p), 1 / len(p)))


def _against_rest_by_share(pairs: ClassPairs) -> Weights:
    p, areas = pairs.shares(), pairs.over_rest()
    weights, shared = _rest(pairs, p)
    return weights, shared + areas - p @ areas


def _rest(pairs: ClassPairs, outer: NDArray[np.float64]) -> Weights:
    """Weights and part of the shares where the areas against the rest are weighed.

    An area against the rest is that against each other class by its share among them.
    """
    p = pairs.shares()
    others = (1 - np.eye(len(p))) @ p  # 1 - p, of a class of nearly all weight too
    factors = (outer / others)[:, None]
    weights = factors * p
    np.fill_diagonal(weights, 0.0)
    gaps = factors * (pairs.over_each() - pairs.over_rest()[:, None])
    np.fill_diagonal(gaps, 0.0)
    return weights, gaps.sum(axis=0)


def _against_each(pairs: ClassPairs) -> Weights:
    k = len(pairs.totals)
    weights = np.full((k, k), 1 / (k * (k - 1)))
    np.fill_diagonal(weights, 0.0)
    return weights, np.zeros(k)


def _against_each_by_share(pairs: ClassPairs) -> Weights:
    p, areas = pairs.shares(), pairs.over_each()
    k = len(p)
    weights = (p[:, None] + p) / (2 * (k - 1))
    np.fill_diagonal(weights, 0.0)
    np.fill_diagonal(areas, 0.0)
    of_class = (areas + areas.T).sum(axis=1) / (2 * (k - 1))
    return weights, of_class - p @ of_class


def _by_difference(pairs: ClassPairs) -> Weights:
    # Each pair of classes is met once, by the earlier one.
    weights, shared = _against_each(pairs)
    return 2 * np.triu(weights), shared


# Of each variant: the weights with which the areas of pairs of classes add up to it,
# and what a row adds by being of its class.
_WEIGHTS = {
    "aunu": _against_rest,
    "aunp": _against_rest_by_share,
    "au1u": _against_each,
    "au1p": _against_each_by_share,
    "mu": _by_difference,
}
