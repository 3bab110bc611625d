"""Net benefit: what deciding by a probability is worth, and decision curves."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fastmetrics._common.means import mean_of_sums, skew_t
from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, check_level, warn
from fastmetrics._inputs.scores import lowest_positive
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.probability.measuring.forecasts import (
    count_decided,
    odds_at,
    read_column,
)
from fastmetrics.metrics.scores.score_sweep import steps

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label
    from fastmetrics._inputs.probabilities import Probabilities

    Floats = NDArray[np.float64]


# Where nobody says: from 1 % to 99 %.
_THRESHOLDS = np.arange(1, 100) / 100


class DecisionCurve(NamedTuple):
    """Net benefit over thresholds; that of treating nobody is 0 everywhere."""

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
            # Only their ratios count: by a power of two, so that squares stay finite.
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
        """Return those of tp, fn, fp and tn at one threshold."""
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
        f"y_true holds no positive row (of weight above 0), so a standardized {name} "
        "is undefined and returned as NaN.",
        UndefinedMetricWarning,
    )
    return math.nan
