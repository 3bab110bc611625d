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

from fastmetrics.metrics.scores.class_areas import known_classes, read_classes
from fastmetrics.metrics.scores.class_averages import average_areas

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.scores.class_pairs import ClassPairs, ClassRows

    # The weight of each class over each other, and the part of each class.
    Weights = tuple[NDArray[np.float64], NDArray[np.float64]]

__all__ = ["place_classes", "values_of_rows"]


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
    return values_of_rows(rows, pairs, variant)


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
    found = place(every)
    by_class = np.zeros(rows.k)
    by_class[present] = shared
    return average_areas(pairs, variant) + rows.centred(found) + by_class[rows.codes]


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
    factors = (outer / (1 - p))[:, None]
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
