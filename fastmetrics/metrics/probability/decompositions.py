"""The parts of a score: what miscalibration costs, and what discrimination gains."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.arrays import ScoreDecomposition, parts_of
from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of
from fastmetrics._kernels.sums import sum_products_f64
from fastmetrics.metrics.probability.formulas import BrierDecomposition, brier_parts
from fastmetrics.metrics.probability.measuring.bin_edges import (
    judged_column,
    split_sums,
)
from fastmetrics.metrics.probability.measuring.calibration_bins import summed_before
from fastmetrics.metrics.probability.measuring.forecasts import read_forecasts

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label
    from fastmetrics.metrics.probability.annotations import (
        Binned,
        BinStrategy,
        Outcomes,
        Probable,
        ProperLoss,
    )


def brier_decomposition(
    y_true: Binned,
    y_proba: Probable,
    *,
    n_bins: int = 15,
    strategy: BinStrategy = "uniform",
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
) -> BrierDecomposition:
    r"""Brier score decomposition: reliability, resolution and uncertainty over bins.

    .. math:: \frac{1}{n} \sum_i (p_i - y_i)^2 = \mathrm{REL} - \mathrm{RES} +
        \mathrm{UNC} + \mathrm{WBV} - \mathrm{WBC}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,), or CalibrationBins
        True labels, of at most two classes. Bins, with None for ``y_proba``, have
        their own edges.
    y_proba : array_like of shape (n_samples,)
        Probability of the positive class, in [0, 1].
    n_bins : int, default=15
        How many bins; ignored if ``strategy`` is an array of edges, or "distinct".
    strategy : {"uniform", "quantile", "distinct"} or array_like, default="uniform"
        Bins of one width, bins with equal numbers of rows, a bin for each distinct
        probability, or all edges, ascending from 0 to 1; (low, high], the first [low,
        high].
    pos_label : int, float, bool or str, optional
        The positive label; by default 1 if the labels are in {0, 1} or {-1, 1}, else
        the larger number.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    reliability : float
        REL, the mean of :math:`(\bar p_b - \bar y_b)^2` over rows; lower is better.
    resolution : float
        RES, the mean of :math:`(\bar y_b - \bar y)^2`; higher is better.
    uncertainty : float
        UNC, :math:`\bar y (1 - \bar y)`, independent of the model.
    within_bin_variance : float
        WBV, the mean of :math:`(p_i - \bar p_b)^2`.
    within_bin_covariance : float
        WBC, twice the mean of :math:`(p_i - \bar p_b)(y_i - \bar y_b)`. WBV and WBC are
        0 with "distinct".

    Raises
    ------
    ValueError
        If probabilities are not in [0, 1], there are more than two labels or the
        positive label is ambiguous, lengths differ, or an option is unknown.
    TypeError
        If ``n_bins`` is not a whole number.

    See Also
    --------
    squared_calibration_error : the reliability, corrected for bias.

    Notes
    -----
    Reliability and resolution are biased upwards, more so with more bins. The first
    three parts are Murphy's [1]_; the last two correct for different probabilities
    within a bin [2]_.

    References
    ----------
    .. [1] A. H. Murphy, "A new vector partition of the probability score", Journal of
       Applied Meteorology 12, 1973, 595-600.
    .. [2] D. B. Stephenson, C. A. S. Coelho and I. T. Jolliffe, "Two extra components
       in the Brier score decomposition", Weather and Forecasting 23, 2008, 752-757.

    Examples
    --------
    >>> from fastmetrics import brier_decomposition
    >>> parts = brier_decomposition([0, 1, 1, 1], [0.25, 0.25, 0.75, 0.75], n_bins=2)
    >>> parts.reliability, parts.resolution, parts.uncertainty
    (0.0625, 0.0625, 0.1875)
    """
    made = summed_before(
        y_true,
        strategy,
        y_proba=y_proba,
        pos_label=pos_label,
        sample_weight=sample_weight,
    )
    if made is not None:
        return brier_parts(*made)
    column = judged_column(
        y_true, y_proba, pos_label=pos_label, sample_weight=sample_weight
    )
    if isinstance(strategy, str) and strategy == "distinct":
        return brier_parts(column.distinct(), None)
    return brier_parts(*split_sums(*column.all_sums(column.edges(strategy, n_bins))))


LOSSES = ("brier", "log")


def score_decomposition(
    y_true: Outcomes,
    y_proba: Probable,
    *,
    loss: ProperLoss = "brier",
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> ScoreDecomposition:
    r"""Decompose a mean loss into miscalibration, discrimination and uncertainty.

    With :math:`\bar S(x)` the mean loss of forecasts :math:`x`, :math:`c` the
    forecasts recalibrated by isotonic regression and :math:`r` the base rate:

    .. math:: \bar S(p) = \underbrace{\bar S(p) - \bar S(c)}_{\mathrm{MCB}}
              - \underbrace{(\bar S(r) - \bar S(c))}_{\mathrm{DSC}}
              + \underbrace{\bar S(r)}_{\mathrm{UNC}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,), or ScoreSweep
        True labels, of at most two classes. Or a sweep of labels and forecasts, which
        is not sorted again, with None for ``y_proba``.
    y_proba : array_like of shape (n_samples,)
        Probability of the positive class, in [0, 1].
    loss : {"brier", "log"}, default="brier"
        The squared distance to the outcome, or the negative natural logarithm of the
        probability of the observed class. For "log", forecasts are clipped as in
        `log_loss`; recalibrated forecasts of 0 and 1 are always correct.
    pos_label : int, float, bool or str, optional
        The positive label; by default 1 if the labels are in {0, 1} or {-1, 1}, else
        the larger number.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    ScoreDecomposition
        Named tuple ``(score, miscalibration, discrimination, uncertainty)``; none is
        negative. Discrimination is 0 for a constant forecast, and equal to the
        uncertainty if all positives have higher forecasts than all negatives.

    Raises
    ------
    ValueError
        On empty, NaN or mismatched input, on values outside [0, 1], on labels of more
        than two classes or that need a ``pos_label``, and if the loss is unknown.

    See Also
    --------
    reliability_curve : the recalibrated probabilities against the forecasts.
    brier_decomposition : Murphy's decomposition of the Brier score, with bins.

    Notes
    -----
    Miscalibration is above 0 even for calibrated forecasts, because recalibration fits
    random outcomes. It has no confidence interval. O(n log n) time, O(n) for a sweep.

    References
    ----------
    .. [1] T. Dimitriadis, T. Gneiting and A. I. Jordan, "Stable reliability diagrams
       for probabilistic classifiers", Proceedings of the National Academy of Sciences
       118(8), 2021, e2016191118.

    Examples
    --------
    >>> from fastmetrics import score_decomposition
    >>> parts = score_decomposition([0, 1, 0, 1], [0.25, 0.5, 0.5, 1.0])
    >>> parts.score, parts.uncertainty
    (0.140625, 0.25)
    >>> parts.miscalibration, parts.discrimination
    (0.015625, 0.125)
    """
    if not is_one_of(loss, LOSSES) or loss is None:
        raise ValueError(f"loss must be one of {LOSSES}, got {shown(loss)}.")
    forecasts = read_forecasts(y_true, y_proba, pos_label, sample_weight)
    given = forecasts.values
    if loss == "log":
        given = np.clip(given, forecasts.eps, 1 - forecasts.eps)
    losses = _squares if loss == "brier" else _logarithms
    blocks = forecasts.recalibrate()
    total = float(forecasts.totals.sum())
    positive = np.array([forecasts.positives.sum()])

    def mean(p: NDArray[Any], positives: NDArray[Any], totals: NDArray[Any]) -> float:
        of_positive, of_negative = losses(p)
        hits = sum_products_f64(positives, of_positive)
        return (hits + sum_products_f64(totals - positives, of_negative)) / total

    score = mean(given, forecasts.positives, forecasts.totals)
    after = mean(blocks.means, blocks.sums, blocks.totals)
    uncertainty = mean(positive / total, positive, np.array([total]))
    return parts_of(score, after, uncertainty)


def _squares(p: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    return (1 - p) ** 2, p**2


def _logarithms(p: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the losses if the outcome is positive, and if not.

    Of 0 and 1 among the recalibrated, which are right, there is only one of them; the
    other is 0 here, since it has no weight.
    """
    inside = (p > 0) & (p < 1)
    safe = np.where(inside, p, 0.5)
    return np.where(inside, -np.log(safe), 0.0), np.where(inside, -np.log1p(-safe), 0.0)
