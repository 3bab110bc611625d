"""Closed forms of areas under curves: their bounds, and their values without one row.

The plain definitions are in ``fastmetrics.reference.intervals``.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common import bounds
from fastmetrics._common.bounds import normal

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fastmetrics.metrics.scores.placements import DelongVariance

    _Values = tuple[NDArray[np.float64], NDArray[np.float64]]


def logit_auc(
    auc: float, standard_error: float, confidence_level: float
) -> tuple[float, float]:
    """Make a normal interval on the logit scale: it stays inside (0, 1)."""
    centre = math.log(auc / (1 - auc))
    low, high = normal(centre, standard_error / (auc * (1 - auc)), confidence_level)
    return 1 / (1 + math.exp(-low)), 1 / (1 + math.exp(-high))


def raw_auc(
    auc: float, standard_error: float, confidence_level: float
) -> tuple[float, float]:
    """Make a normal interval of the area itself, cut at 0 and 1."""
    low, high = normal(auc, standard_error, confidence_level)
    return max(low, 0.0), min(high, 1.0)


def inverted_auc(
    auc: float, variance: DelongVariance, confidence_level: float
) -> tuple[float, float]:
    """Find the areas that a t test does not reject, each with a variance of its own.

    How the variance of an area θ grows and shrinks is taken from exponential scores,
    H(θ), and how large it is from the data: v H(θ) / H(A), with v = DeLong's variance
    V drawn towards H(A) as the mean of these two, m of the smaller class that showed V
    against k = 1 / (2 A (1 - A)). Near 0 and 1 the placements of m rows are few unlike
    the rest, so that the relative variance of V is about 1 / (m A (1 - A)): what V
    says there is little, and it is drawn the more. The bounds are where
    (A - θ)² = t² v H(θ) / H(A).
    """
    sizes = variance.n_positive, variance.n_negative
    smaller, prior = min(sizes), 0.5 / (auc * (1 - auc))
    model = exponential_variance(auc, *sizes)
    drawn = (smaller * variance.total + prior * model) / (smaller + prior)
    t = bounds.quantile(variance.degrees_of_freedom, confidence_level)
    reach = t * t * drawn / model

    def is_rejected(area: float) -> bool:
        return (area - auc) ** 2 > reach * exponential_variance(area, *sizes)

    # Each term of H has a logarithm that rises by less than 2 / θ, and (A - θ)² one
    # that rises by more: above A there is one bound, and below it by symmetry.
    return _boundary(is_rejected, 0.0, auc), _boundary(is_rejected, 1.0, auc)


def exponential_variance(area: float, n_positive: int, n_negative: int) -> float:
    """Variance of an area of exponential scores, those of the rarer class the wider.

    J. Hanley and B. McNeil (1982), whose positives are the wider ones; so that it does
    not matter which class is called positive, the greater of both is taken.
    """
    rest = 1 - area
    terms = area * rest * rest / (1 + rest), area * area * rest / (1 + area)
    larger, smaller = max(n_positive, n_negative), min(n_positive, n_negative)
    return (area * rest + (larger - 1) * max(terms) + (smaller - 1) * min(terms)) / (
        larger * smaller
    )


def _boundary(
    is_rejected: Callable[[float], bool], outside: float, inside: float
) -> float:
    """Return the number between both where rejection ends, by bisection."""
    while (middle := (outside + inside) / 2) not in (outside, inside):
        if is_rejected(middle):
            outside = middle
        else:
            inside = middle
    return inside


def perfect_auc(
    auc: float, n_positive: int, n_negative: int, confidence_level: float
) -> tuple[float, float]:
    """Exact bound where the AUC is 0 or 1 and its estimated variance is 0.

    The rows of the smaller class are so many independent successes: below
    (α/2)^(1/m), Clopper and Pearson's bound, that has a probability under α/2.
    """
    tail = (1 - confidence_level) / 2
    low = tail ** (1 / min(n_positive, n_negative))
    return (low, 1.0) if auc == 1 else (0.0, 1 - low)


def leave_one_out_auc(tps: NDArray[Any], fps: NDArray[Any]) -> _Values:
    """AUC without one row: (values, rows each stands for), from cumulative counts.

    Without a positive the pairs that it was in are gone, so that many wins and ties.
    """
    dp, dn = np.diff(tps, prepend=0.0), np.diff(fps, prepend=0.0)
    P, N = tps[-1], fps[-1]
    wins_of_positive = N - fps + dn / 2
    wins = np.dot(dp, wins_of_positive)
    found = areas_without(wins, (P, wins_of_positive), (N, tps - dp / 2))
    return np.concatenate(found), np.concatenate([dp, dn])


def areas_without(
    wins: float,
    positives: tuple[float, NDArray[np.float64]],
    negatives: tuple[float, NDArray[np.float64]],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """AUC without each positive and without each negative.

    ``wins`` of all pairs of rows, ties one half. Of each class: how many rows it has,
    and the wins of pairs that each one, or one of each step, is in.
    """
    (n_pos, of_positives), (n_neg, of_negatives) = positives, negatives
    with np.errstate(divide="ignore", invalid="ignore"):
        return (
            (wins - of_positives) / ((n_pos - 1) * n_neg),
            (wins - of_negatives) / (n_pos * (n_neg - 1)),
        )


def leave_one_out_average_precision(tps: NDArray[Any], fps: NDArray[Any]) -> _Values:
    """Average precision without one row, as :func:`leave_one_out_auc`.

    A row at step h changes the terms of h and of all later steps: sums from either
    end give all of them in O(n).
    """
    dp, dn = np.diff(tps, prepend=0.0), np.diff(fps, prepend=0.0)
    P = tps[-1]
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = dp * tps / (tps + fps)
        before = np.cumsum(terms) - terms
        less_positive = np.nan_to_num((tps - 1) / (tps - 1 + fps))
        later = dp * less_positive
        after = np.cumsum(later[::-1])[::-1] - later
        positive = (before + after + (dp - 1) * less_positive) / (P - 1)
        fewer_negatives = np.nan_to_num(dp * tps / (tps + fps - 1))
        negative = (before + np.cumsum(fewer_negatives[::-1])[::-1]) / P
    return np.concatenate([positive, negative]), np.concatenate([dp, dn])
