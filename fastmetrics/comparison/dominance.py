"""Whether one scorer's curve lies above another's, where they cross, by how much."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common.options import check_choice, check_flag
from fastmetrics._kernels.sweep import roc_hull
from fastmetrics.metrics.scores.score_sweep import steps

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label
    from fastmetrics.metrics.scores.score_sweep import Classes, Scores

    Floats = NDArray[np.float64]
    Sums = tuple[Floats, Floats]

_CURVES = ("roc", "precision_recall")
# Differences of this size are rounding: of counts, and of sums of weights.
_OF_COUNTS, _OF_WEIGHTS = 2e-15, 1e-12


class Gap(NamedTuple):
    """By how much one curve is above the other where that is most.

    Attributes
    ----------
    size : float
        The vertical distance; 0 where the curve is nowhere above the other.
    at : float
        Where that is, on the horizontal axis; NaN where it is nowhere.
    """

    size: float
    at: float


class Dominance(NamedTuple):
    """How the curves of two scorers lie.

    Attributes
    ----------
    verdict : str
        "a": A's curve is nowhere below B's, and somewhere above; "b": the other way
        round; "equal"; "cross": each is somewhere above the other.
    share_a, share_b, share_equal : float
        Proportions of the horizontal axis on which A's curve is above, B's is, neither
        is; their sum is 1.
    crossings : tuple of float
        Where on that axis the upper curve changes, rising; of a stretch on which they
        are equal its end.
    largest_gap_a, largest_gap_b : Gap
        By how much A's curve, or B's, is above the other at most.
    """

    verdict: str
    share_a: float
    share_b: float
    share_equal: float
    crossings: tuple[float, ...]
    largest_gap_a: Gap
    largest_gap_b: Gap


def curve_dominance(
    y_true: Classes,
    score_a: Scores,
    score_b: Scores,
    *,
    curve: Literal["roc", "precision_recall"] = "roc",
    hull: bool = False,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> Dominance:
    """Determine whether the curve of one scorer dominates the curve of another.

    The curves are compared at equal false positive rates, or recalls, never at equal
    thresholds: the thresholds of two scorers have nothing to do with each other.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``.
    score_a, score_b : array_like of shape (n_samples,)
        Scores of the two scorers on the same rows, any finite real numbers; larger
        means more positive.
    curve : {"roc", "precision_recall"}, default="roc"
        Which curves. The ROC curve is linear between its points, and at a vertical
        piece has the value of its upper end. Precision is constant between two recalls,
        as in average precision: the precision at the higher recall.
    hull : bool, default=False
        Compare the convex hulls of the ROC curves: which scorer is the best for some
        costs and shares of positives.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    Dominance
        The verdict on these rows, the proportions of the axis, crossings and largest
        gaps.

    Raises
    ------
    ValueError
        If a class has no weight, a score is NaN or infinite, lengths differ, an option
        is unknown, or ``hull`` is asked for of precision.

    See Also
    --------
    roc_band : How far a curve is known.
    delong_roc_test : Whether the areas differ by more than chance.

    Notes
    -----
    Between the points of either curve both are linear (ROC) or constant, so the answer
    is exact. A curve that dominates in ROC space does so in precision-recall space, and
    the other way round, where no scores tie [1]_; steps and lines join the points
    differently. It is a statement on these rows: `compare` tests whether the difference
    may be due to chance.

    References
    ----------
    .. [1] J. Davis and M. Goadrich, "The relationship between Precision-Recall and
       ROC curves", ICML 2006, 233-240.
    .. [2] F. Provost and T. Fawcett, "Robust classification for imprecise
       environments", Machine Learning 42, 2001, 203-231.

    Examples
    --------
    >>> from fastmetrics import curve_dominance
    >>> y = [1, 0, 1, 0]
    >>> found = curve_dominance(y, [0.9, 0.1, 0.8, 0.2], [0.9, 0.8, 0.7, 0.1])
    >>> found.verdict, found.share_a, found.largest_gap_a
    ('a', 0.5, Gap(size=0.5, at=0.0))
    """
    check_choice(curve, _CURVES, "curve")
    check_flag(hull, "hull")
    if hull and curve != "roc":
        raise ValueError("hull=True is of ROC curves, got curve='precision_recall'.")
    made = []
    for name, score in (("score_a", score_a), ("score_b", score_b)):
        tps, fps = _sums(y_true, score, pos_label, sample_weight, curve, name)
        if curve == "precision_recall":
            made.append(_precision_recall(tps, fps))
        else:
            made.append(_roc(*roc_hull(tps, fps)) if hull else _roc(tps, fps))
    return _compared(*made, is_counted=sample_weight is None)


def roc_dominance(a: Sums, b: Sums, *, is_counted: bool) -> Dominance:
    """Tell how two ROC curves lie by the sums of both classes at each step.

    Steps on a straight line may be left out, the last one not. Both classes have
    rows; ``is_counted`` says that these are numbers of rows, not sums of weights.
    """
    return _compared(_roc(*a), _roc(*b), is_counted=is_counted)


class _Points(NamedTuple):
    """A curve by its points from the left: straight between them, or in steps."""

    x: Floats
    y: Floats
    is_stepped: bool

    def pieces(self, at: Floats) -> tuple[Floats, Floats]:
        """Return y at the beginning and at the end of each piece between places.

        All x are among the places, and the first and the last are the same.
        """
        if self.is_stepped:
            value = self.y[np.searchsorted(self.x, at[1:], side="left")]
            return value, value
        # Of points with one x the last one is where the next piece begins.
        after = np.searchsorted(self.x, at[:-1], side="right")
        before = after - 1
        x, y = self.x[before], self.y[before]
        slope = (self.y[after] - y) / (self.x[after] - x)
        start = y + slope * (at[:-1] - x)
        end = np.where(self.x[after] == at[1:], self.y[after], y + slope * (at[1:] - x))
        return start, end


def _sums(
    y_true: Any, y_score: Any, pos_label: Any, weight: Any, curve: str, name: str
) -> Sums:
    """Return the weight of each class at or above each threshold a curve needs."""
    drop = "roc" if curve == "roc" else None
    try:
        _, tps, fps = steps(y_true, y_score, pos_label, weight, drop)
    except ValueError as error:
        raise ValueError(str(error).replace("y_score", name)) from error
    if not (tps[-1] and fps[-1]):
        raise ValueError(
            "y_true must have rows of both classes, of weight above 0, got a weight "
            f"of {tps[-1]:g} positive and {fps[-1]:g} negative ones."
        )
    return tps, fps


def _precision_recall(tps: Floats, fps: Floats) -> _Points:
    """Return the steps of average precision, from the left."""
    found = tps > np.concatenate([[0.0], tps[:-1]])  # where recall rises
    tps, fps = tps[found], fps[found]
    x = np.concatenate([[0.0], tps / tps[-1]])
    precision = tps / (tps + fps)
    return _Points(x, np.concatenate([precision[:1], precision]), True)


def _roc(tps: Floats, fps: Floats) -> _Points:
    """Return the points of a ROC curve, from the left."""
    tps, fps = np.concatenate([[0.0], tps]), np.concatenate([[0.0], fps])
    return _Points(fps / fps[-1], tps / tps[-1], False)


def _compared(a: _Points, b: _Points, *, is_counted: bool) -> Dominance:
    """Return how curves lie, on the pieces between all their points."""
    at = np.union1d(a.x, b.x)
    if not is_counted:
        # Sums in another order round otherwise: a jump of both is at one place.
        at = at[np.concatenate([[True], np.diff(at) > _OF_WEIGHTS])]
        a, b = (
            one._replace(x=at[np.searchsorted(at, one.x, side="right") - 1])
            for one in (a, b)
        )
    (start_a, end_a), (start_b, end_b) = a.pieces(at), b.pieces(at)
    least = _OF_COUNTS if is_counted else _OF_WEIGHTS
    return _told(at, start_a - start_b, end_a - end_b, least)


def _told(at: Floats, start: Floats, end: Floats, least: float) -> Dominance:
    """Return how curves lie, by their differences at both ends of each piece."""
    start = np.where(np.abs(start) <= least, 0.0, start)
    end = np.where(np.abs(end) <= least, 0.0, end)
    width = np.diff(at)
    crosses = start * end < 0
    part = np.divide(start, start - end, out=np.zeros_like(start), where=crosses)
    first = np.where(crosses, width * part, width)  # until the sign changes
    before = np.where(start != 0, np.sign(start), np.sign(end))
    share_a = float(first[before > 0].sum() + (width - first)[end > 0].sum())
    share_b = float(first[before < 0].sum() + (width - first)[end < 0].sum())
    equal = float(width[(start == 0) & (end == 0)].sum())
    gap_a, gap_b = _gap(at, start, end, 1), _gap(at, start, end, -1)
    if gap_a.size and gap_b.size:
        verdict = "cross"
    else:
        verdict = "a" if gap_a.size else "b" if gap_b.size else "equal"
    # Signs in order, each with the place where it begins; equal stretches left out.
    signs = np.stack([before, np.where(crosses, np.sign(end), before)], axis=1).ravel()
    places = np.stack([at[:-1], at[:-1] + first], axis=1).ravel()
    places, signs = places[signs != 0], signs[signs != 0]
    changes = np.flatnonzero(signs[1:] != signs[:-1]) + 1
    crossings = tuple(places[changes].tolist())
    return Dominance(verdict, share_a, share_b, equal, crossings, gap_a, gap_b)


def _gap(at: Floats, start: Floats, end: Floats, sign: int) -> Gap:
    """Return the largest difference of one sign, the leftmost of several."""
    sizes = np.stack([sign * start, sign * end], axis=1).ravel()
    largest = int(np.argmax(sizes))
    if sizes[largest] <= 0:
        return Gap(0.0, math.nan)
    return Gap(float(sizes[largest]), float(at[(largest + 1) // 2]))
