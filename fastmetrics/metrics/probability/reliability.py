"""Reliability curves, net benefit and decision curves."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common.means import mean_of_sums, skew_t
from fastmetrics._common.names import shown
from fastmetrics._common.options import (
    check_flag,
    check_level,
    check_resamples,
    is_one_of,
    seed_of,
    warn,
)
from fastmetrics._inputs.columns import as_column
from fastmetrics._inputs.labels import Labels
from fastmetrics._inputs.probabilities import read_probabilities
from fastmetrics._inputs.scores import lowest_positive
from fastmetrics._kernels import bins
from fastmetrics._kernels.keys import OneOfTwo
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.probability.measuring.bin_edges import (
    STRATEGIES,
    ProbabilityColumn,
)
from fastmetrics.metrics.probability.measuring.calibration_bins import (
    Forecasts,
    bin_forecasts,
    count_decided,
    odds_at,
    read_column,
    read_forecasts,
    replicate_bounds,
    summed_before,
)
from fastmetrics.metrics.scores.score_sweep import steps

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label
    from fastmetrics._inputs.probabilities import Probabilities
    from fastmetrics.metrics.probability.measuring.calibration_bins import (
        Binned,
        Outcomes,
        Probable,
        ReliabilityBand,
        ReliabilityMethod,
    )

    Floats = NDArray[np.float64]


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
            f"{asked} needs single rows, but the sweep passed as y_true has sums of "
            "weights: pass the columns, or neither a band nor quantiles."
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


# ------------------------------------------------------------------------- net benefits


# Where nobody says: from 1 % to 99 %.
_THRESHOLDS = np.arange(1, 100) / 100


class DecisionCurve(NamedTuple):
    """Net benefit over thresholds; the net benefit of treating nobody is 0."""

    thresholds: NDArray[np.float64]
    """Probabilities from which rows are treated, rising."""
    net_benefit: NDArray[np.float64]
    """Of treating the rows whose probability is as large, or larger."""
    treat_all: NDArray[np.float64]
    """Of treating every row."""
    low: NDArray[np.float64]
    """Lower bound at each threshold on its own; NaN where all rows gain alike."""
    high: NDArray[np.float64]
    """Upper bound."""


def net_benefit(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    threshold: float,
    strict: bool = False,
    standardized: bool = False,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Net benefit of decisions at a threshold, in true positives per row.

    .. math:: \frac{\mathrm{tp}}{n} - \frac{\mathrm{fp}}{n} \cdot \frac{t}{1 - t}

    Treatment at a probability threshold :math:`t` implies that a false positive costs
    :math:`t / (1 - t)` true positives. With :math:`t = 0.2`, one true positive is worth
    four false positives.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_proba : array_like of shape (n_samples,)
        Probability of the positive class, in [0, 1].
    threshold : float in [0, 1)
        The lowest probability at which a row is predicted positive (treated), t.
    strict : bool, default=False
        Whether a row's probability has to be above the threshold.
    standardized : bool, default=False
        Divide by the proportion of positives, which is the largest possible value.
    pos_label : int, float, bool or str, optional
        The positive label; by default 1 if the labels are in {0, 1} or {-1, 1}, else
        the larger number.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        At most the proportion of positives, or 1 if standardized; higher is better.
        Treating no row has value 0. There is no lower bound.

    Raises
    ------
    ValueError
        On empty, NaN or mismatched input, on values outside [0, 1], on labels of more
        than two classes or that need a ``pos_label``, and on a threshold outside
        [0, 1).

    Warns
    -----
    UndefinedMetricWarning
        If there are no positive rows and ``standardized`` is True. The value is then
        NaN.

    See Also
    --------
    decision_curve : at all thresholds, next to treating all and treating none.
    confidence_interval : interval for this mean over rows.

    Notes
    -----
    Compare models at a threshold that the application dictates, not at one chosen on
    these rows. Unweighted counts are exact. O(n) time.

    References
    ----------
    .. [1] A. J. Vickers and E. B. Elkin, "Decision curve analysis: a novel method for
       evaluating prediction models", Medical Decision Making 26(6), 2006, 565-574.
    .. [2] K. F. Kerr et al., "Assessing the clinical impact of risk prediction models
       with decision curves: guidance for correct interpretation and appropriate use",
       Journal of Clinical Oncology 34(21), 2016, 2534-2540.

    Examples
    --------
    >>> from fastmetrics import net_benefit
    >>> y_true, y_proba = [0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.8, 0.9]
    >>> net_benefit(y_true, y_proba, threshold=0.25)
    0.4444444444444444
    """
    check_flag(strict, "strict")
    check_flag(standardized, "standardized")
    odds = odds_at(threshold)
    column = read_column(y_true, y_proba, pos_label, sample_weight)
    decided = count_decided(column, threshold, strict)
    if standardized and not decided.positives:
        return _no_positives("net_benefit")
    return decided.benefit(odds, standardized=standardized)


def decision_curve(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    thresholds: ArrayLike | None = None,
    strict: bool = False,
    standardized: bool = False,
    confidence_level: float = 0.95,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> DecisionCurve:
    r"""Compute the decision curve: net benefit at each threshold.

    .. math:: \mathrm{NB}(t) = \frac{\mathrm{tp}(t)}{n}
              - \frac{\mathrm{fp}(t)}{n} \cdot \frac{t}{1 - t},\qquad
              \mathrm{NB}_{\mathrm{all}}(t) = \pi - (1 - \pi) \frac{t}{1 - t}

    with :math:`\pi` the proportion of positives and :math:`\mathrm{NB}_{\mathrm{all}}`
    the net benefit of treating all rows. Treating none has net benefit 0.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_proba : array_like of shape (n_samples,)
        Probability of the positive class, in [0, 1].
    thresholds : array_like of shape (n_thresholds,), optional
        Probability thresholds in [0, 1) for treatment; by default from 0.01 to 0.99 in
        steps of 0.01.
    strict : bool, default=False
        Whether a row's probability has to be above the threshold.
    standardized : bool, default=False
        Divide by the proportion of positives, which is the largest possible value.
    confidence_level : float, default=0.95
        Nominal coverage of the bounds at each threshold on its own, in (0, 1).
    pos_label : int, float, bool or str, optional
        The positive label; by default 1 if the labels are in {0, 1} or {-1, 1}, else
        the larger number.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    DecisionCurve
        Named tuple ``(thresholds, net_benefit, treat_all, low, high)`` of arrays. A
        model is useful at thresholds where its curve is above both 0 and ``treat_all``.

    Raises
    ------
    ValueError
        On empty, NaN or mismatched input, on values outside [0, 1], on labels of more
        than two classes or that need a ``pos_label``, and on a threshold outside
        [0, 1).

    Warns
    -----
    UndefinedMetricWarning
        If there are no positive rows and ``standardized`` is True. All values are then
        NaN.

    See Also
    --------
    net_benefit : at one threshold.
    DecisionCurveDisplay : plot the curve.

    Notes
    -----
    The counts at all thresholds come from one sort. The bounds at each threshold agree
    with `confidence_interval` for `net_benefit`, in closed form from these counts.
    Bounds are pointwise, and do not apply to the difference of two models; use
    `compare` for that. O(n log n) time.

    References
    ----------
    .. [1] A. J. Vickers and E. B. Elkin, "Decision curve analysis: a novel method for
       evaluating prediction models", Medical Decision Making 26(6), 2006, 565-574.

    Examples
    --------
    >>> from fastmetrics import decision_curve
    >>> y_true, y_proba = [0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.8, 0.9]
    >>> curve = decision_curve(y_true, y_proba, thresholds=[0.25, 0.5, 0.75])
    >>> curve.net_benefit.round(3)
    array([0.444, 0.167, 0.333])
    >>> curve.treat_all.round(3)
    array([ 0.333,  0.   , -1.   ])
    """
    check_flag(strict, "strict")
    check_flag(standardized, "standardized")
    level = check_level(confidence_level)
    at = _places(thresholds)
    column = read_column(y_true, y_proba, pos_label, sample_weight)
    # The lowest probability that each treats.
    each = [lowest_positive(t, column.dtype, strict) for t in at]
    lowest = np.array(each, np.float64)
    # Sums of weights, of their squares and of their cubes; without weights alike.
    cells = _Cells.of(column, 1, lowest)
    squared = cubed = cells
    if column.weights is not None:
        squared, cubed = (_Cells.of(column, power, lowest) for power in (2, 3))
    odds = at / (1 - at)
    share = cells.positives / cells.total
    benefit = (cells.tp - cells.fp * odds) / cells.total
    treat_all = share - (1 - share) * odds
    unit = 1.0
    if standardized:
        unit = share or _no_positives("decision_curve")
        benefit, treat_all = benefit / unit, treat_all / unit
    n = column.n if column.weights is None else int(np.count_nonzero(column.weights))
    low, high = np.full(len(at), np.nan), np.full(len(at), np.nan)
    for k in range(len(at) if n > 1 and not math.isnan(unit) else 0):
        # What a row of each kind adds to the mean: the weight of the positives is
        # itself an estimate, where it is what is divided by.
        value, cost = float(benefit[k]), float(odds[k])
        part = value if standardized else 0.0
        centre = 0.0 if standardized else value
        gains = np.array([1 - part, -part, -cost, 0.0]) / unit - centre
        squares = float(np.sum(squared.at(k) * gains**2))
        cubes = float(np.sum(cubed.at(k) * gains**3))
        weights = cells.total, squared.total
        mean = mean_of_sums(value, n, weights, (squares, cubes))
        if mean.standard_error:
            low[k], high[k] = skew_t(mean, level)
    return DecisionCurve(at, benefit, treat_all, low, np.minimum(high, 1.0))


class _Cells(NamedTuple):
    """Sums of a power of the weights, above thresholds and in all."""

    tp: Floats
    fp: Floats
    positives: float
    negatives: float

    @classmethod
    def of(cls, column: Probabilities, power: int, at: Floats) -> _Cells:
        """Add them up at thresholds."""
        weights = column.weights
        if weights is not None:
            # Only ratios count: scaled by a power of two, squares stay finite.
            weights = np.ldexp(weights, -int(np.frexp(weights.max())[1])) ** power
        scores, tps, fps = steps(
            column.codes, np.asarray(column.proba, np.float64), 1, weights
        )
        # How many distinct scores, which fall, are at least as large.
        above = len(scores) - np.searchsorted(scores[::-1], at, side="left")
        tps, fps = np.append(0.0, tps), np.append(0.0, fps)
        return cls(tps[above], fps[above], float(tps[-1]), float(fps[-1]))

    @property
    def total(self) -> float:
        return self.positives + self.negatives

    def at(self, k: int) -> Floats:
        """Return tp, fn, fp and tn at one threshold."""
        tp, fp = self.tp[k], self.fp[k]
        return np.array([tp, self.positives - tp, fp, self.negatives - fp])


def _places(thresholds: ArrayLike | None) -> Floats:
    """Return thresholds, rising; each is one."""
    if thresholds is None:
        return _THRESHOLDS.copy()
    given = np.asarray(thresholds)
    if given.ndim != 1 or not len(given) or given.dtype.kind not in "buif":
        raise ValueError(
            f"thresholds must be a row of probabilities in [0, 1), got "
            f"{shown(thresholds)}."
        )
    at = np.sort(given.astype(np.float64))
    if not (at[0] >= 0 and at[-1] < 1):
        raise ValueError(f"thresholds must lie in [0, 1), got {shown(thresholds)}.")
    return at


def _no_positives(name: str) -> float:
    warn(
        f"y_true has no positive row (of weight above 0), so a standardized {name} "
        "is undefined and returned as NaN.",
        UndefinedMetricWarning,
    )
    return math.nan
