"""The reliability curve: how often what was forecast came true, per forecast or bin."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_level, check_resamples, is_one_of, seed_of
from fastmetrics._inputs.columns import as_column
from fastmetrics._inputs.labels import Labels
from fastmetrics._inputs.probabilities import read_probabilities
from fastmetrics._kernels import bins
from fastmetrics._kernels.keys import OneOfTwo
from fastmetrics.metrics.probability.measuring.bin_edges import (
    STRATEGIES,
    ProbabilityColumn,
)
from fastmetrics.metrics.probability.measuring.calibration_bins import summed_before
from fastmetrics.metrics.probability.measuring.forecasts import (
    Forecasts,
    bin_forecasts,
    read_forecasts,
    replicate_bounds,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label
    from fastmetrics.metrics.probability.annotations import (
        Binned,
        Outcomes,
        Probable,
        ReliabilityBand,
        ReliabilityMethod,
    )


def calibration_curve(
    y_true: Binned,
    y_prob: Probable,
    *,
    pos_label: Any = None,
    n_bins: int = 5,
    strategy: Literal["uniform", "quantile"] = "uniform",
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Compute the calibration curve (reliability diagram) over bins.

    The points of a calibrated model lie near the diagonal.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,), or CalibrationBins
        True labels, of at most two classes. Bins, with None for ``y_prob``, have
        their own edges.
    y_prob : array_like of shape (n_samples,)
        Probability of the positive class, in [0, 1].
    pos_label : int, float, bool or str, optional
        The positive label; by default 1 if the labels are in {0, 1} or {-1, 1}.
    n_bins : int, default=5
        How many bins. Bins without rows are not returned.
    strategy : {"uniform", "quantile"}, default="uniform"
        Bins of one width, or with edges at quantiles of ``y_prob`` for equal numbers of
        rows. Rows with equal values are never split, so ties reduce the number of bins.

    Returns
    -------
    prob_true : ndarray of shape (at most n_bins,), float64
        Proportion of positives in each bin.
    prob_pred : ndarray of shape (at most n_bins,), float64
        Mean of ``y_prob`` in each bin.

    Raises
    ------
    ValueError
        If there are more than two labels, the positive label is ambiguous, or
        ``pos_label`` is neither of two, probabilities are not in [0, 1], lengths
        differ, or ``strategy`` is unknown.
    TypeError
        If ``n_bins`` is not a whole number.

    See Also
    --------
    expected_calibration_error : the mean distance from the diagonal.

    Notes
    -----
    Results are bit for bit identical to scikit-learn. Bins are (low, high], the first
    closed on both sides. Quantiles agree with ``np.percentile``, and sums are
    accumulated row by row.

    References
    ----------
    .. [1] A. Niculescu-Mizil and R. Caruana, "Predicting good probabilities with
       supervised learning", ICML 2005, 625-632.

    Examples
    --------
    >>> from fastmetrics import calibration_curve
    >>> y_prob = [0.1, 0.2, 0.3, 0.4, 0.65, 0.7, 0.8, 0.9, 1.0]
    >>> prob_true, prob_pred = calibration_curve(
    ...     [0, 0, 0, 0, 1, 1, 1, 1, 1], y_prob, n_bins=3
    ... )
    >>> prob_true
    array([0. , 0.5, 1. ])
    >>> prob_pred
    array([0.2  , 0.525, 0.85 ])
    """
    made = summed_before(y_true, strategy, y_prob=y_prob, pos_label=pos_label)
    if made is not None:
        found = made[0].filled()
        return found.outcomes / found.weights, found.forecasts / found.weights
    if not isinstance(strategy, str) or strategy not in STRATEGIES:
        raise ValueError(
            f"strategy must be 'uniform' or 'quantile', got {shown(strategy)}."
        )
    column = _column(y_true, y_prob, pos_label)
    counts, sums = column.curve(column.edges(strategy, n_bins))
    total = counts.sum(axis=1)
    used = total > 0
    return counts[used, 1] / total[used], sums[used] / total[used]


def _column(y_true: Any, y_prob: Any, pos_label: Any) -> ProbabilityColumn:
    """Read the columns by scikit-learn's rule of the positive label for curves."""
    asked = None if pos_label is None else OneOfTwo(pos_label)
    rows = bins.open_plain_rows(y_true, y_prob, asked)
    if rows is not None:

        def explain() -> None:
            _checked(y_true, y_prob, pos_label)
            raise RuntimeError("y_prob was modified while it was being read.")

        return ProbabilityColumn(rows, y_prob, None, explain)
    found = _checked(y_true, y_prob, pos_label)
    rows = bins.open_rows(found.codes, found.proba, b"\1", b"\0")
    return ProbabilityColumn(rows, found.proba, None, found.raise_out_of_range)


def _checked(y_true: ArrayLike, y_prob: ArrayLike, pos_label: Any) -> Any:
    column = as_column(y_prob, "y_prob")
    if pos_label is None:
        Labels(y_true, "y_true").choose(None)  # raises where it is left open
    return read_probabilities(y_true, column, pos_label=pos_label, proba_name="y_prob")


METHODS = ("isotonic", "uniform", "quantile")
BANDS = ("consistency", "confidence")


class ReliabilityCurve(NamedTuple):
    """Forecasts and how often they came true, in ascending order."""

    y_proba: NDArray[np.float64]
    """The distinct forecasts, or the mean forecast of each bin."""
    calibrated: NDArray[np.float64]
    """The recalibrated probability of each, or the share of positives in the bin."""
    low: NDArray[np.float64] | None
    """The lower bound at each; None without a band."""
    high: NDArray[np.float64] | None
    """The upper bound at each; None without a band."""
    weight: NDArray[np.float64]
    """The number of rows of each, or their weight."""


def reliability_curve(
    y_true: Outcomes,
    y_proba: Probable,
    *,
    method: ReliabilityMethod = "isotonic",
    n_bins: int = 15,
    band: ReliabilityBand | None = "consistency",
    confidence_level: float = 0.95,
    n_resamples: int = 999,
    random_state: int | np.random.Generator | None = None,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> ReliabilityCurve:
    r"""Compute the reliability curve by isotonic regression (CORP), without bins.

    The recalibrated probabilities :math:`c` are the nondecreasing function of the
    forecasts that is closest to the outcomes. They minimise

    .. math:: \sum_i w_i \, (y_i - c(p_i))^2,\qquad c(p) \le c(q)\ \text{for}\ p < q

    For calibrated forecasts the curve lies near the diagonal :math:`c(p) = p`. A curve
    below the diagonal means that forecasts are too high, a curve above it that they are
    too low. CORP reliability diagrams need no choice of bins; the two methods with bins
    are included for comparison.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,), or ScoreSweep
        True labels, of at most two classes. Or a sweep of labels and forecasts, which
        is not sorted again, with None for ``y_proba``.
    y_proba : array_like of shape (n_samples,)
        Probability of the positive class, in [0, 1].
    method : {"isotonic", "uniform", "quantile"}, default="isotonic"
        Recalibrate each distinct forecast by isotonic regression; or compute means in
        bins of equal width, or in bins with about equal numbers of rows, as
        `calibration_curve` does.
    n_bins : int, default=15
        How many bins, for the two methods with bins; empty bins are left out.
    band : {"consistency", "confidence"} or None, default="consistency"
        "consistency": pointwise bounds for the curve of a calibrated model, from
        outcomes drawn from the forecasts. "confidence": bounds for the curve itself,
        from rows drawn with replacement; with bins, Wilson bounds for the proportion of
        positives. None: no bounds.
    confidence_level : float, default=0.95
        Proportion of the replicates between the bounds.
    n_resamples : int, default=999
        How many replicates are drawn.
    random_state : int, Generator or None, default=None
        Where the draws begin; the same number gives the same bounds, whatever the
        number of threads.
    pos_label : int, float, bool or str, optional
        The positive label; by default 1 if the labels are in {0, 1} or {-1, 1}, else
        the larger number.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    ReliabilityCurve
        Named tuple ``(y_proba, calibrated, low, high, weight)`` of arrays of shape
        (n_forecasts,) or (n_bins,), in ascending order of ``y_proba``. ``low`` and
        ``high`` are None without a band.

    Raises
    ------
    ValueError
        On empty, NaN or mismatched input, on values outside [0, 1], on labels of more
        than two classes or that need a ``pos_label``, on options out of range, and if
        bounds or quantiles are requested for a sweep of weighted rows, which does not
        store the rows.

    See Also
    --------
    score_decomposition : the part of a loss due to miscalibration.
    calibration_curve : scikit-learn's curve, with bins.
    CalibrationDisplay : plot the curve.

    Notes
    -----
    Equal forecasts are one point, and neighbours with equal proportions are pooled. O(n
    log n) time, O(n) for a sweep, and O(n) for each replicate, which is not sorted.
    With more than 1,000 distinct forecasts, bounds are computed at 1,000 of them, with
    equal numbers of rows between them, and interpolated linearly. Bounds are pointwise:
    for a calibrated model about 5 % of the curve is outside.

    In a bootstrap replicate, a forecast that is not drawn has the value of the next
    higher drawn forecast. Forecasts above all drawn ones have the value of the highest
    drawn one. Wilson bounds for weighted rows use the effective number of rows, (Σw)² /
    Σw².

    References
    ----------
    .. [1] T. Dimitriadis, T. Gneiting and A. I. Jordan, "Stable reliability diagrams
       for probabilistic classifiers", Proceedings of the National Academy of Sciences
       118(8), 2021, e2016191118.
    .. [2] J. Bröcker and L. A. Smith, "Increasing the reliability of reliability
       diagrams", Weather and Forecasting 22(3), 2007, 651-661.

    Examples
    --------
    >>> from fastmetrics import reliability_curve
    >>> curve = reliability_curve([0, 1, 0, 1, 1], [0.1, 0.3, 0.4, 0.4, 0.9], band=None)
    >>> curve.y_proba
    array([0.1, 0.3, 0.4, 0.9])
    >>> curve.calibrated.round(3)
    array([0.   , 0.667, 0.667, 1.   ])
    >>> curve.weight
    array([1., 1., 2., 1.])
    """
    if not is_one_of(method, METHODS) or method is None:
        raise ValueError(f"method must be one of {METHODS}, got {shown(method)}.")
    if not is_one_of(band, (None, *BANDS)):
        raise ValueError(f"band must be one of {BANDS} or None, got {shown(band)}.")
    confidence_level = check_level(confidence_level)
    check_resamples(n_resamples)
    forecasts = read_forecasts(y_true, y_proba, pos_label, sample_weight)
    if band is not None or method == "quantile":
        _check_rows(forecasts, method, band)
    replicated = partial(
        replicate_bounds,
        forecasts,
        redraws_rows=band == "confidence",
        confidence_level=confidence_level,
        n_resamples=n_resamples,
        seed=seed_of(random_state),
    )
    bounds = None
    if method == "isotonic":
        if band is not None:
            bounds = replicated()
        calibrated = forecasts.recalibrate().of_each()
        return _ascending(forecasts.values, calibrated, bounds, forecasts.totals)
    binned = bin_forecasts(forecasts, method, n_bins)
    if band == "consistency":
        bounds = replicated(bins=binned.ends)
    elif band == "confidence":
        bounds = binned.wilson(confidence_level)
    return _ascending(binned.values, binned.shares, bounds, binned.totals)


def _check_rows(forecasts: Forecasts, method: str, band: str | None) -> None:
    """Raise if rows that are drawn anew, or counted, are not known one by one."""
    if forecasts.weighted and forecasts.row_weights is None:
        asked = f"method={method!r}" if band is None else f"band={band!r}"
        raise ValueError(
            f"{asked} is about single rows, but the sweep given as y_true holds sums "
            "of weights: give the columns, or ask for no band and no quantiles."
        )


def _ascending(
    values: NDArray[np.float64],
    calibrated: NDArray[np.float64],
    bounds: tuple[NDArray[np.float64], NDArray[np.float64]] | None,
    weight: NDArray[np.float64],
) -> ReliabilityCurve:
    """Turn what descends the other way round."""

    def turned(each: Any) -> NDArray[np.float64]:
        return np.ascontiguousarray(each[::-1])

    low, high = (None, None) if bounds is None else map(turned, bounds)
    return ReliabilityCurve(
        turned(values), turned(calibrated), low, high, turned(weight)
    )
