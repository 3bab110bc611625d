"""Closed forms of areas under curves: their bounds, and their values without one row.

The plain definitions are in ``fastmetrics.reference.intervals``.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.bounds import normal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    _Values = tuple[NDArray[np.float64], NDArray[np.float64]]


def logit_auc(
    auc: float, standard_error: float, confidence_level: float
) -> tuple[float, float]:
    """Make a normal interval on the logit scale: it stays inside (0, 1)."""
    centre = math.log(auc / (1 - auc))
    low, high = normal(centre, standard_error / (auc * (1 - auc)), confidence_level)
    return 1 / (1 + math.exp(-low)), 1 / (1 + math.exp(-high))


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
    wins_of_negative = tps - dp / 2
    wins = np.dot(dp, wins_of_positive)
    with np.errstate(divide="ignore", invalid="ignore"):
        values = np.concatenate(
            [
                (wins - wins_of_positive) / ((P - 1) * N),
                (wins - wins_of_negative) / (P * (N - 1)),
            ]
        )
    return values, np.concatenate([dp, dn])


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
