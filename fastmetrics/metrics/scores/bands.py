"""Bounds around a ROC or a precision-recall curve: at one place, or at all at once.

A point of either curve belongs to a threshold, and there are two things that rows do
not tell for certain: which threshold has the rate at which the curve is read, and how
often the other class lies above it. Negatives speak of one, positives of the other, so
that both are independent. What is random in a band is the rows, not the draws: there
are none.
"""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

BANDS = ("pointwise", "simultaneous")
# How each is made without replicates, and whether that is approximate.
METHODS = {"pointwise": ("clopper-pearson", True), "simultaneous": ("ks", False)}

# A curve at some places, and its bounds.
Bounds = tuple["NDArray[np.float64]", "NDArray[np.float64]", "NDArray[np.float64]"]


class CurveBand(NamedTuple):
    """A curve and its bounds at a row of places.

    Attributes
    ----------
    x : ndarray of shape (n_places,)
        The places: rates, recalls or forecasts in [0, 1], rising.
    y : ndarray of shape (n_places,)
        The curve there.
    low, high : ndarray of shape (n_places,)
        Its bounds.
    kind : str
        What is in the bounds with the confidence level: "simultaneous", all of the
        curve; "pointwise", the curve at one place.
    method : str
        How they were made.
    approximate : bool
        Whether that is more or less so, or for certain.
    confidence_level : float
        In (0, 1).
    """

    x: NDArray[Any]
    y: NDArray[Any]
    low: NDArray[Any]
    high: NDArray[Any]
    kind: str
    method: str
    approximate: bool
    confidence_level: float


def roc_bounds(
    tps: NDArray[Any],
    fps: NDArray[Any],
    at: NDArray[Any],
    kind: str,
    confidence_level: float,
) -> Bounds:
    """Return the true positive rate at false positive rates, and its bounds.

    Parameters
    ----------
    tps, fps : ndarray of shape (n_thresholds,)
        How many rows of each class score at least as high as each threshold, rising;
        of both classes there are some.
    at : ndarray of shape (n,)
        False positive rates in [0, 1].
    kind : {"pointwise", "simultaneous"}
        What is to be in the bounds with the probability of the confidence level: the
        curve at one place, or all of it.
    confidence_level : float
        In (0, 1).

    Notes
    -----
    Simultaneous: with the probability of the level both empirical distributions are
    nowhere farther from the true ones than the quantile of Kolmogorov's distance, each
    at the level's square root; so each point of the curve is in a rectangle of that
    size around a point of the empirical one [1]_ [2]_. The quantile is the exact one of
    so many rows, and ties make distances smaller.

    Pointwise: Clopper and Pearson's interval of the true positive rate at the
    threshold, and what that rate is at the thresholds whose false positive rate may be
    the given one, put together as the bounds of a sum of independent parts [3]_. It is
    approximate.

    References
    ----------
    .. [1] G. Campbell, "Advances in statistical methodology for the evaluation of
       diagnostic and laboratory tests", Statistics in Medicine 13, 1994, 499-508.
    .. [2] G. Marsaglia, W. W. Tsang and J. Wang, "Evaluating Kolmogorov's
       distribution", Journal of Statistical Software 8(18), 2003, 1-4.
    .. [3] G. Y. Zou and A. Donner, "Construction of confidence limits about effect
       measures: a general approach", Statistics in Medicine 27, 2008, 1693-1702.
    """
    curve = _Curve(fps, tps)
    estimate = curve.read(at)
    if kind == "simultaneous":
        return estimate, *curve.everywhere(at, math.sqrt(confidence_level))
    z = NormalDist().inv_cdf((1 + confidence_level) / 2)
    parts = [_exact(estimate, curve.n_y, confidence_level), curve.beside(at, z)]
    return estimate, *_together(estimate, parts)


def precision_at(
    recall: NDArray[Any], share: Any, rate: NDArray[Any]
) -> NDArray[np.float64]:
    """Return the precision, of a share of positives and false positive rates."""
    positives, total = share * recall, share * recall + (1 - share) * rate
    return np.divide(positives, total, out=np.ones(len(recall)), where=total > 0)


def precision_recall_bounds(
    tps: NDArray[Any],
    fps: NDArray[Any],
    at: NDArray[Any],
    kind: str,
    confidence_level: float,
) -> Bounds:
    """Return the precision at given recalls, and its bounds; see `roc_bounds`.

    Notes
    -----
    Precision at a recall r is π r / (π r + (1 - π) f), where π is the share of the
    positives and f the false positive rate at the threshold that has this recall. The
    bounds are those of f, as `roc_bounds` has them with both classes exchanged, with
    those of π: Hoeffding's [1]_, or Clopper and Pearson's where the bounds are
    pointwise. Rows are taken to be drawn together, so that π is not known either. At
    recall 0 no precision is ruled out.

    References
    ----------
    .. [1] W. Hoeffding, "Probability inequalities for sums of bounded random
       variables", Journal of the American Statistical Association 58, 1963, 13-30.
    """
    curve = _Curve(tps, fps)
    n = curve.n_x + curve.n_y
    share = curve.n_x / n

    rate = curve.read(at)

    def precision(share: Any, rate: Any) -> NDArray[np.float64]:
        return precision_at(at, share, rate)

    if kind == "simultaneous":
        each = confidence_level ** (1 / 3)
        low_rate, high_rate = curve.everywhere(at, each)
        off = _hoeffding(n, each)
        low = precision(max(share - off, 0.0), high_rate)
        high = precision(min(share + off, 1.0), low_rate)
    else:
        z = NormalDist().inv_cdf((1 + confidence_level) / 2)
        parts = [_exact(rate, curve.n_y, confidence_level), curve.beside(at, z)]
        shares = _exact(np.array(share), n, confidence_level)
        low, high = _together(
            precision(share, rate),
            [
                *(
                    (precision(share, top), precision(share, foot))
                    for foot, top in parts
                ),
                (precision(shares[0], rate), precision(shares[1], rate)),
            ],
        )
    estimate = precision(share, rate)
    return estimate, np.where(at > 0, low, 0.0), np.where(at > 0, high, 1.0)


class _Curve:
    """Shares of one class above each threshold over those of the other class."""

    def __init__(self, x: NDArray[Any], y: NDArray[Any]) -> None:
        self.n_x, self.n_y = float(x[-1]), float(y[-1])
        self.x = np.concatenate([[0.0], x / self.n_x])
        self.y = np.concatenate([[0.0], y / self.n_y])

    def read(self, at: NDArray[Any]) -> NDArray[np.float64]:
        """Return y, points being joined by straight lines."""
        return np.asarray(np.interp(at, self.x, self.y))

    def between(self, low: Any, high: Any) -> tuple[Any, Any]:
        """Return the least and the greatest y of thresholds with x in these bounds.

        Where there is no such threshold, those of the ones next to them.
        """
        last = len(self.x) - 1
        first = np.minimum(np.searchsorted(self.x, low, side="left"), last)
        final = np.maximum(np.searchsorted(self.x, high, side="right") - 1, 0)
        return self.y[first], self.y[final]

    def everywhere(self, at: NDArray[Any], each: float) -> tuple[Any, Any]:
        """Return bounds that hold at all places, each class at a level of its own."""
        off_x = _kolmogorov(round(self.n_x), each)
        off_y = _kolmogorov(round(self.n_y), each)
        low, high = self.between(at - off_x, at + off_x)
        return np.maximum(low - off_y, 0.0), np.minimum(high + off_y, 1.0)

    def beside(self, at: NDArray[Any], z: float) -> tuple[Any, Any]:
        """Return y at the thresholds whose true x may be the given one."""
        off = z * np.sqrt(at * (1 - at) / self.n_x) + 0.5 / self.n_x
        return self.between(at - off, at + off)


@lru_cache(maxsize=1024)
def _kolmogorov(n: int, level: float) -> float:
    """Return how far an empirical distribution is from the true one at most."""
    from scipy.stats import kstwo

    return float(kstwo.ppf(level, n))


def _hoeffding(n: float, level: float) -> float:
    """Return how far a share of n rows is from the true one at most."""
    return math.sqrt(math.log(2 / (1 - level)) / (2 * n))


def _exact(share: NDArray[Any], n: float, level: float) -> tuple[Any, Any]:
    """Return Clopper and Pearson's bounds of a share of n rows."""
    from scipy.special import betaincinv

    tail = (1 - level) / 2
    hits = np.minimum(share * n, n)
    inside = np.clip(hits, 1e-9, n - 1e-9)
    low = np.where(hits > 0, betaincinv(inside, n - inside + 1, tail), 0.0)
    high = np.where(hits < n, betaincinv(inside + 1, n - inside, 1 - tail), 1.0)
    return low, high


def _together(estimate: NDArray[Any], parts: Any) -> tuple[Any, Any]:
    """Return bounds from those that each independent part would have alone."""
    below = sum(np.maximum(estimate - low, 0.0) ** 2 for low, _ in parts)
    above = sum(np.maximum(high - estimate, 0.0) ** 2 for _, high in parts)
    low, high = estimate - np.sqrt(below), estimate + np.sqrt(above)
    return np.maximum(low, 0.0), np.minimum(high, 1.0)
