"""Bands around the curves of a scorer, and dominance of one curve over another."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastmetrics._common.names import shown
from fastmetrics._common.options import (
    check_choice,
    check_flag,
    check_level,
    check_resamples,
    seed_of,
)
from fastmetrics._common.threads import map_blocks
from fastmetrics._kernels import random
from fastmetrics._kernels.sweep import roc_hull
from fastmetrics.metrics.scores.curves import (
    BANDS,
    METHODS,
    CurveBand,
    precision_at,
    precision_recall_bounds,
    roc_bounds,
)
from fastmetrics.metrics.scores.score_sweep import steps

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Label
    from fastmetrics.metrics.scores.score_sweep import Classes, Scores

    Floats = NDArray[np.float64]
    # Function that evaluates a curve at places, from counts above each threshold.
    _Read = Callable[[Floats, NDArray[Any], NDArray[Any]], Floats]
    # The same at the places of a band.
    _ReadHere = Callable[[NDArray[Any], NDArray[Any]], Floats]
    # Function that evaluates a curve and its bounds at places, by a formula.
    _Bounds = Callable[..., tuple[Floats, Floats, Floats]]
    Sums = tuple[Floats, Floats]


# Places of a band, evenly from 0 to 1.
PLACES = 1001
_BY_FORMULA = {method: kind for kind, (method, _) in METHODS.items()}
# Replicates with a smaller spread are equal up to rounding.
_LEAST = 1e-12
# Weights of rows that a job draws before it looks up.
_JOB = 4_000_000


def roc_band(
    y_true: Classes,
    y_score: Scores,
    *,
    kind: Literal["simultaneous", "pointwise"] = "simultaneous",
    method: Literal["auto", "ks", "clopper-pearson", "bootstrap"] = "auto",
    confidence_level: float = 0.95,
    n_resamples: int = 1999,
    random_state: int | np.random.Generator | None = None,
    pos_label: Label | None = None,
) -> CurveBand:
    r"""Bound the ROC curve of a scorer: all of it at once, or at each false alarm rate.

    "ks": with the probability of the level both empirical distributions of scores, of
    positives and of negatives, are nowhere farther from the true ones than the quantile
    of Kolmogorov's distance at the root of the level. So each point of the curve is in
    a rectangle around a point of the empirical one, and the band is their union [1]_.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``.
    y_score : array_like of shape (n_samples,)
        Any finite real scores; larger means more positive.
    kind : {"simultaneous", "pointwise"}, default="simultaneous"
        Coverage of the bounds at the confidence level: all of the curve, or the curve
        at any one place.
    method : {"auto", "ks", "clopper-pearson", "bootstrap"}, default="auto"
        How the bounds are made. "ks": simultaneous ones, as above. "clopper-pearson":
        pointwise ones, of Clopper and Pearson's interval at the threshold and of the
        threshold's own interval [2]_. "bootstrap": of curves of rows drawn anew, the
        quantiles at each place, or as far as the largest deviation in units of its
        standard error goes. "auto" is the first of these that has the kind.
    confidence_level : float, default=0.95
        Nominal coverage, in (0, 1).
    n_resamples : int, default=1999
        How many replicates the bootstrap draws.
    random_state : int or numpy.random.Generator, optional
        What rows are drawn with; the same number gives the same bounds.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.

    Returns
    -------
    CurveBand
        ``x``: 1,001 false positive rates from 0 to 1; ``y``: the true positive rates
        there, the upper end of a vertical piece; ``low`` and ``high``: the bounds.

    Raises
    ------
    ValueError
        If a class has no rows, a score is NaN or infinite, lengths differ, an option is
        none of those above, or ``method`` does not have the ``kind``.

    See Also
    --------
    roc_curve : The curve.
    precision_recall_band : The same of precision and recall.

    Notes
    -----
    The rows must be independent and count alike. "ks" covers all of the curve with at
    least the level at any number of rows, with ties too; in simulations always (it is
    wide: rectangles hold more than the curve). "bootstrap" is approximate, and nowhere
    narrower than "clopper-pearson", as replicates do not vary at the ends of a curve.
    In simulations of binormal scores (100 to 1,000 rows, AUC 0.69 to 0.98) with a
    nominal level of 0.95 it covered all of the curve with a probability of 0.97 to
    0.99, and each place with 0.96 or more.

    References
    ----------
    .. [1] G. Campbell, "Advances in statistical methodology for the evaluation of
       diagnostic and laboratory tests", Statistics in Medicine 13, 1994, 499-508.
    .. [2] G. Y. Zou and A. Donner, "Construction of confidence limits about effect
       measures: a general approach", Statistics in Medicine 27, 2008, 1693-1702.

    Examples
    --------
    >>> import numpy as np
    >>> from fastmetrics import roc_band
    >>> y = np.arange(200) % 2
    >>> band = roc_band(y, y + np.arange(200) % 7 / 4)
    >>> at = np.searchsorted(band.x, 0.2)
    >>> print(f"{band.y[at]:.2f} [{band.low[at]:.2f}, {band.high[at]:.2f}]")
    0.77 [0.56, 1.00]
    """
    options = _checked(kind, method, confidence_level, n_resamples, random_state)
    counts = _counts(y_true, y_score, pos_label)
    return _band(options, counts, roc_bounds, _true_positive_rates)


def precision_recall_band(
    y_true: Classes,
    y_score: Scores,
    *,
    kind: Literal["simultaneous", "pointwise"] = "simultaneous",
    method: Literal["auto", "ks", "clopper-pearson", "bootstrap"] = "bootstrap",
    confidence_level: float = 0.95,
    n_resamples: int = 1999,
    random_state: int | np.random.Generator | None = None,
    pos_label: Label | None = None,
) -> CurveBand:
    r"""Bound the precision of a scorer at all recalls at once, or at each of them.

    With :math:`\pi` the proportion of positives and :math:`f(r)` the false positive
    rate at which the recall is r, the precision is :math:`\pi r / (\pi r + (1 - \pi)
    f(r))`.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``.
    y_score : array_like of shape (n_samples,)
        Any finite real scores; larger means more positive.
    kind : {"simultaneous", "pointwise"}, default="simultaneous"
        Coverage of the bounds at the confidence level: all of the curve, or the curve
        at any one place.
    method : {"bootstrap", "ks", "clopper-pearson", "auto"}, default="bootstrap"
        How the bounds are made. "ks" (simultaneous) and "clopper-pearson" (pointwise)
        combine the bounds of `roc_band` with bounds of the proportion of positives; the
        other two are as there.
    confidence_level : float, default=0.95
        Nominal coverage, in (0, 1).
    n_resamples : int, default=1999
        How many replicates the bootstrap draws.
    random_state : int or numpy.random.Generator, optional
        What rows are drawn with; the same number gives the same bounds.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.

    Returns
    -------
    CurveBand
        ``x``: 1,001 recalls from 0 to 1; ``y``: the precision there, the false positive
        rate between two thresholds being linear in recall; ``low`` and ``high``: the
        bounds. At recall 0 no precision is ruled out.

    Raises
    ------
    ValueError
        If a class has no rows, a score is NaN or infinite, lengths differ, an option is
        none of those above, or ``method`` does not have the ``kind``.

    See Also
    --------
    precision_recall_curve : The curve.
    roc_band : The same of the two rates.

    Notes
    -----
    The rows must be independent, have equal weights, and be drawn together, so the
    proportion of positives is random as well. "ks" covers all of the curve with at
    least the level. "bootstrap" is approximate, and nowhere narrower than
    "clopper-pearson", as replicates do not vary at the ends of a curve. In the
    simulations of `roc_band` it covered all of the curve with a probability of 0.98 or
    more, at a nominal 0.95.

    References
    ----------
    .. [1] J. Davis and M. Goadrich, "The relationship between Precision-Recall and
       ROC curves", ICML 2006, 233-240.

    Examples
    --------
    >>> import numpy as np
    >>> from fastmetrics import precision_recall_band
    >>> y = np.arange(200) % 2
    >>> band = precision_recall_band(y, y + np.arange(200) % 7 / 4, random_state=0)
    >>> at = np.searchsorted(band.x, 0.5)
    >>> print(f"{band.y[at]:.2f} [{band.low[at]:.2f}, {band.high[at]:.2f}]")
    1.00 [0.93, 1.00]
    """
    options = _checked(kind, method, confidence_level, n_resamples, random_state)
    counts = _counts(y_true, y_score, pos_label)
    return _band(options, counts, precision_recall_bounds, _precisions)


class _BandOptions(NamedTuple):
    """The checked options of a band."""

    kind: Literal["simultaneous", "pointwise"]
    method: str
    level: float
    n_resamples: int
    seed: int


def _checked(
    kind: Literal["simultaneous", "pointwise"],
    method: str,
    confidence_level: float,
    n_resamples: int,
    random_state: int | np.random.Generator | None,
) -> _BandOptions:
    check_choice(kind, BANDS, "kind")
    choices = ("auto", *_BY_FORMULA, "bootstrap")
    check_choice(method, choices, "method")
    if method == "auto":
        method = METHODS[kind][0]
    if method in _BY_FORMULA and _BY_FORMULA[method] != kind:
        raise ValueError(
            f"method={method!r} is of kind={_BY_FORMULA[method]!r}, got {shown(kind)}."
        )
    confidence_level = check_level(confidence_level)
    check_resamples(n_resamples)
    seed = seed_of(random_state)
    return _BandOptions(kind, method, confidence_level, n_resamples, seed)


def _band(
    options: _BandOptions, counts: tuple[Floats, Floats], bounds: _Bounds, read: _Read
) -> CurveBand:
    """Return the band of a curve of counts, by its formula or by rows drawn anew."""
    kind, method, level, n_resamples, seed = options
    at = np.linspace(0.0, 1.0, PLACES)
    if method != "bootstrap":
        curves = bounds(*counts, at, kind, level)
        return CurveBand(at, *curves, kind, method, METHODS[kind][1], level)
    drawn = _Drawn(*counts, partial(read, at), seed, n_resamples)
    least = bounds(*counts, at, "pointwise", level)
    low, high = _widened(*drawn.bounds(kind, level), least)
    return CurveBand(at, drawn.y, low, high, kind, method, True, level)


def _counts(y_true: Any, y_score: Any, pos_label: Any) -> tuple[Floats, Floats]:
    """Return how many rows of each class are at or above each threshold."""
    _, tps, fps = steps(y_true, y_score, pos_label)
    if not (tps[-1] and fps[-1]):
        raise ValueError(
            f"y_true must have rows of both classes, got {tps[-1]:.0f} positive and "
            f"{fps[-1]:.0f} negative ones."
        )
    return tps, fps


def _true_positive_rates(at: Floats, tps: NDArray[Any], fps: NDArray[Any]) -> Floats:
    return _shares_at(at, fps, tps)


def _precisions(at: Floats, tps: NDArray[Any], fps: NDArray[Any]) -> Floats:
    share = tps[-1] / (tps[-1] + fps[-1])
    return precision_at(at, share, _shares_at(at, tps, fps))


def _shares_at(at: Floats, x: NDArray[Any], y: NDArray[Any]) -> Floats:
    """Return proportions of y at proportions of x, from rising counts from 0.

    Points are joined by straight lines; of points with one x the last one counts.
    """
    places = at * x[-1]
    after = np.minimum(np.searchsorted(x, places, side="right"), len(x) - 1)
    before = after - 1
    width = x[after] - x[before]
    part = np.divide(places - x[before], width, out=np.ones(len(at)), where=width > 0)
    shares: Floats = (y[before] + (y[after] - y[before]) * part) / y[-1]
    return shares


class _Drawn:
    """A curve and its bootstrap replicates.

    A row has the weight of its position: by falling score, positives before
    negatives where scores tie.
    """

    def __init__(
        self, tps: Floats, fps: Floats, read: _ReadHere, seed: int, n_resamples: int
    ) -> None:
        steps = np.concatenate([np.zeros((2, 1), np.int64), [tps, fps]], axis=1)
        positives, negatives = steps.astype(np.int64)
        self.y = read(positives, negatives)
        ends = positives + negatives  # of each step, whose negatives come last
        n = int(ends[-1])
        middles = ends[:-1] + np.diff(positives)
        sizes = np.array([n], np.int64)
        curves = np.empty((n_resamples, len(self.y)))

        def draw(first: int) -> None:
            for replicate in range(first, min(first + step, n_resamples)):
                weights = random.draw_weights(seed, replicate, sizes)
                sums = np.zeros(n + 1, np.int64)
                np.cumsum(weights, out=sums[1:])
                drawn = sums[ends]
                tps = np.zeros(len(ends), np.int64)
                np.cumsum(sums[middles] - drawn[:-1], out=tps[1:])
                fps = drawn - tps
                has_both = tps[-1] and fps[-1]
                curves[replicate] = read(tps, fps) if has_both else np.nan

        step = max(1, min(64, _JOB // n))
        map_blocks(draw, range(0, n_resamples, step))
        self.replicates = curves[~np.isnan(curves[:, 0])]

    def bounds(self, kind: str, level: float) -> tuple[Floats, Floats]:
        if len(self.replicates) < 2:
            raise ValueError(
                "y_true has too few rows of a class: hardly any replicate has both; "
                "use another method."
            )
        if kind == "pointwise":
            tails = (1 - level) / 2, (1 + level) / 2
            low, high = np.quantile(self.replicates, tails, axis=0)
            return low, high
        spread = self.replicates.std(axis=0, ddof=1)
        varies = spread > _LEAST
        deviations = np.abs(self.replicates - self.y)[:, varies] / spread[varies]
        largest = np.sort(deviations.max(axis=1, initial=0.0))
        place = math.ceil(level * (len(largest) + 1))
        # Beyond the replicates nothing is known.
        reach = largest[place - 1] if place <= len(largest) else math.inf
        off = np.zeros(len(spread))
        off[varies] = reach * spread[varies]
        return np.maximum(self.y - off, 0.0), np.minimum(self.y + off, 1.0)


def _widened(
    low: Floats, high: Floats, least: tuple[Floats, Floats, Floats]
) -> tuple[Floats, Floats]:
    """Return bounds that are nowhere narrower than others of the same curve."""
    _, inner_low, inner_high = least
    return np.minimum(low, inner_low), np.maximum(high, inner_high)


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
    """Dominance of one scorer's curve over another's.

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
        costs and proportions of positives.
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
        # Among points with the same x, the next piece begins at the last one.
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
