"""Calibration errors over bins, and distances from a smooth calibration curve."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from fastmetrics._common.options import check_flag, warn
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.probability.formulas import (
    debiased_square,
    largest_gap,
    mean_gap,
    mean_square,
)
from fastmetrics.metrics.probability.measuring.bin_edges import (
    judged_columns,
    squared_gap,
)
from fastmetrics.metrics.probability.measuring.calibration_bins import (
    bins_of_columns,
    mean_over_columns,
    summed_before,
)
from fastmetrics.metrics.probability.measuring.calibration_spline import (
    measure_distance,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Label
    from fastmetrics.metrics.probability.measuring.calibration_bins import (
        Binned,
        BinStrategy,
        JudgedMode,
        Probable,
    )


def expected_calibration_error(
    y_true: Binned,
    y_proba: Probable,
    *,
    n_bins: int = 15,
    strategy: BinStrategy = "uniform",
    mode: JudgedMode = "auto",
    pos_label: Any = None,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""ECE, the expected calibration error: mean calibration gap over bins.

    .. math:: \sum_b w_b \, |\bar y_b - \bar p_b|

    The calibration gap of bin b is the distance between its proportion of positives
    :math:`\bar y_b` and its mean probability :math:`\bar p_b`. The weight :math:`w_b`
    is the proportion of the (weighted) rows in the bin.

    **The ECE is biased upwards**: with 15 bins it is about 0.16, 0.08 and 0.04 for a
    calibrated model at n = 50, 200 and 1000. It has no confidence interval for that
    reason; `squared_calibration_error` corrects the bias and has one.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,), or CalibrationBins
        True labels, of two classes or, with a matrix, of several. Bins, with None for
        ``y_proba``, have their own edges.
    y_proba : array_like of shape (n_samples,) or (n_samples, n_classes)
        Probability of the positive class, or a column per class, the classes sorted;
        in [0, 1].
    n_bins : int, default=15
        How many bins; ignored if ``strategy`` is an array of edges.
    strategy : {"uniform", "quantile"} or array_like, default="uniform"
        Bins of one width, bins with equal numbers of rows, or all edges, ascending from
        0 to 1. Bins are (low, high], the first [low, high]; rows with equal
        probabilities are never split. Weights do not change quantile edges.
    mode : {"auto", "top-label", "classwise"}, default="auto"
        Events whose probabilities are evaluated. "auto": a column as it is [1]_; with a
        matrix, the same as "top-label". "top-label": the largest probability in each
        row (the first column, if several are equal) and whether that class is correct
        [2]_. "classwise": each column of a matrix, and the mean over classes [3]_.
    pos_label : int, float, bool or str, optional
        The positive label, with a column; by default 1 if the labels are in {0, 1} or
        {-1, 1}, else the larger number.
    labels : array_like of shape (n_classes,), optional
        All classes, with a matrix. By default all that occur, sorted.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        From 0 to 1, smaller is better.

    Raises
    ------
    ValueError
        If probabilities are not in [0, 1], the numbers of columns and classes differ,
        the positive class is ambiguous, lengths differ, or an option is unknown.
    TypeError
        If ``n_bins`` is not a whole number.

    Warns
    -----
    UserWarning
        If rows of a matrix do not sum to one.

    See Also
    --------
    squared_calibration_error : corrected for bias, with a confidence interval.
    maximum_calibration_error : the largest distance instead of the mean.
    adaptive_calibration_error : bins with equal numbers of rows, class by class.
    calibration_curve : proportion of positives and mean probability per bin.

    Notes
    -----
    netcal treats a column in the same way; torchmetrics calls a matrix "multiclass" and
    uses the largest probability. torchmetrics and MAPIE close bins on the left, which
    differs only for probabilities on an edge. Packages that evaluate the more probable
    class of a column correspond to ``mode="top-label"``.

    References
    ----------
    .. [1] M. P. Naeini, G. F. Cooper and M. Hauskrecht, "Obtaining well calibrated
       probabilities using Bayesian binning", AAAI 2015, 2901-2907.
    .. [2] C. Guo, G. Pleiss, Y. Sun and K. Q. Weinberger, "On calibration of modern
       neural networks", ICML 2017, 1321-1330.
    .. [3] M. Kull et al., "Beyond temperature scaling", NeurIPS 2019.

    Examples
    --------
    >>> from fastmetrics import expected_calibration_error
    >>> expected_calibration_error([0, 0, 1, 1], [0.25, 0.25, 0.75, 1.0], n_bins=2)
    0.1875
    """
    found = bins_of_columns(
        y_true,
        y_proba,
        n_bins,
        strategy,
        mode=mode,
        pos_label=pos_label,
        labels=labels,
        sample_weight=sample_weight,
    )
    return mean_over_columns(mean_gap, found)


def maximum_calibration_error(
    y_true: Binned,
    y_proba: Probable,
    *,
    n_bins: int = 15,
    strategy: BinStrategy = "uniform",
    mode: JudgedMode = "auto",
    pos_label: Any = None,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Maximum calibration error: largest calibration gap of any bin.

    .. math:: \max_b |\bar y_b - \bar p_b|

    over bins with rows, as in `expected_calibration_error`. A bin with few rows can
    increase it as much as a bad model. Interpret it only with many rows in each bin.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,), or CalibrationBins
        True labels, of two classes or, with a matrix, of several. Bins, with None for
        ``y_proba``, have their own edges.
    y_proba : array_like of shape (n_samples,) or (n_samples, n_classes)
        Probability of the positive class, or a column per class, the classes sorted;
        in [0, 1].
    n_bins : int, default=15
        How many bins; ignored if ``strategy`` is an array of edges.
    strategy : {"uniform", "quantile"} or array_like, default="uniform"
        Bins of one width, bins with equal numbers of rows, or all edges, ascending from
        0 to 1; (low, high], the first [low, high].
    mode : {"auto", "top-label", "classwise"}, default="auto"
        Events whose probabilities are evaluated: see `expected_calibration_error`.
        "classwise" is the mean over classes of the largest distance in each class.
    pos_label : int, float, bool or str, optional
        The positive label, with a column; by default 1 if the labels are in {0, 1} or
        {-1, 1}, else the larger number.
    labels : array_like of shape (n_classes,), optional
        All classes, with a matrix. By default all that occur, sorted.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        From 0 to 1, smaller is better.

    Raises
    ------
    ValueError
        If probabilities are not in [0, 1], the numbers of columns and classes differ,
        the positive class is ambiguous, lengths differ, or an option is unknown.
    TypeError
        If ``n_bins`` is not a whole number.

    Warns
    -----
    UserWarning
        If rows of a matrix do not sum to one.

    See Also
    --------
    expected_calibration_error : the mean distance.

    References
    ----------
    .. [1] M. P. Naeini, G. F. Cooper and M. Hauskrecht, "Obtaining well calibrated
       probabilities using Bayesian binning", AAAI 2015, 2901-2907.

    Examples
    --------
    >>> from fastmetrics import maximum_calibration_error
    >>> maximum_calibration_error([0, 0, 1, 1], [0.25, 0.25, 0.75, 1.0], n_bins=2)
    0.25
    """
    found = bins_of_columns(
        y_true,
        y_proba,
        n_bins,
        strategy,
        mode=mode,
        pos_label=pos_label,
        labels=labels,
        sample_weight=sample_weight,
    )
    return mean_over_columns(largest_gap, found)


def adaptive_calibration_error(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    n_bins: int = 15,
    pos_label: Any = None,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Adaptive calibration error: ECE over bins with equal numbers of rows.

    The `expected_calibration_error` with ``strategy="quantile"`` and
    ``mode="classwise"``: each column has its own bins, and the mean is over classes.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of two classes or, with a matrix, of several.
    y_proba : array_like of shape (n_samples,) or (n_samples, n_classes)
        Probability of the positive class, or a column per class, the classes sorted;
        in [0, 1].
    n_bins : int, default=15
        How many bins.
    pos_label : int, float, bool or str, optional
        The positive label, with a column; by default 1 if the labels are in {0, 1} or
        {-1, 1}, else the larger number.
    labels : array_like of shape (n_classes,), optional
        All classes, with a matrix. By default all that occur, sorted.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. Weights do not move edges.

    Returns
    -------
    float
        From 0 to 1, smaller is better. Biased upwards, as `expected_calibration_error`
        is.

    Raises
    ------
    ValueError
        If probabilities are not in [0, 1], the numbers of columns and classes differ,
        the positive class is ambiguous, lengths differ, or ``n_bins`` is below 1.
    TypeError
        If ``n_bins`` is not a whole number.

    Warns
    -----
    UserWarning
        If rows of a matrix do not sum to one.

    See Also
    --------
    expected_calibration_error : over bins of one width.
    squared_calibration_error : corrected for bias.

    Notes
    -----
    In [1]_ all bins have equal numbers of rows and equal weight. Here rows with equal
    probabilities are never split. Ties therefore make bins unequal, and each bin counts
    by its weight.

    References
    ----------
    .. [1] J. Nixon et al., "Measuring calibration in deep learning", CVPR Workshops
       2019.

    Examples
    --------
    >>> from fastmetrics import adaptive_calibration_error
    >>> adaptive_calibration_error([0, 1, 1, 1], [0.25, 0.25, 0.5, 0.5], n_bins=2)
    0.375
    """
    columns = judged_columns(
        y_true,
        y_proba,
        mode="classwise",
        pos_label=pos_label,
        labels=labels,
        sample_weight=sample_weight,
    )
    found = (column.sums(column.edges("quantile", n_bins)) for column in columns)
    return mean_over_columns(mean_gap, found)


def squared_calibration_error(
    y_true: Binned,
    y_proba: Probable,
    *,
    n_bins: int = 15,
    strategy: BinStrategy = "quantile",
    mode: JudgedMode = "auto",
    debias: bool = True,
    pos_label: Any = None,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Squared calibration error, corrected for bias.

    .. math:: \sum_b w_b \left[ (\bar y_b - \bar p_b)^2 - \frac{s_b^2}{n_b} \right]

    with :math:`s_b^2` the variance (divisor :math:`n_b - 1`) of y - p in bin b. Each
    term is the mean product of the residuals y - p of two different rows of a bin. The
    value is therefore unbiased for its population value with these bins. A bin with one
    row counts 0.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,), or CalibrationBins
        True labels, of two classes or, with a matrix, of several. Bins, with None for
        ``y_proba``, have their own edges, which ``strategy="uniform"`` uses. Quantile
        edges depend on the rows and cannot be computed from bins.
    y_proba : array_like of shape (n_samples,) or (n_samples, n_classes)
        Probability of the positive class, or a column per class, the classes sorted;
        in [0, 1].
    n_bins : int, default=15
        How many bins; ignored if ``strategy`` is an array of edges.
    strategy : {"uniform", "quantile"} or array_like, default="quantile"
        Bins of one width, bins with equal numbers of rows, or all edges, ascending from
        0 to 1; (low, high], the first [low, high].
    mode : {"auto", "top-label", "classwise"}, default="auto"
        Events whose probabilities are evaluated: see `expected_calibration_error`.
    debias : bool, default=True
        Whether the bias is corrected. If False, the square root of the value is the l2
        calibration error of torchmetrics.
    pos_label : int, float, bool or str, optional
        The positive label, with a column; by default 1 if the labels are in {0, 1} or
        {-1, 1}, else the larger number.
    labels : array_like of shape (n_classes,), optional
        All classes, with a matrix. By default all that occur, sorted.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. The weight of a pair of rows
        is the product of their weights.

    Returns
    -------
    float
        At most 1, smaller is better. About 0 if the model is calibrated, and then
        negative about half of the time.

    Raises
    ------
    ValueError
        If probabilities are not in [0, 1], the numbers of columns and classes differ,
        the positive class is ambiguous, lengths differ, or an option is unknown.
    TypeError
        If ``n_bins`` is not a whole number, or if ``debias`` is neither True nor False.

    Warns
    -----
    UserWarning
        If rows of a matrix do not sum to one.

    See Also
    --------
    expected_calibration_error : the mean distance, without bias correction.

    Notes
    -----
    In [1]_ the bias correction is :math:`\bar y_b (1 - \bar y_b) / (n_b - 1)`. It is
    the same as here if all probabilities in a bin are equal.

    References
    ----------
    .. [1] A. Kumar, P. Liang and T. Ma, "Verified uncertainty calibration", NeurIPS
       2019.

    Examples
    --------
    >>> from fastmetrics import squared_calibration_error
    >>> squared_calibration_error([0, 0, 1, 1], [0.5, 0.5, 0.75, 0.5], n_bins=1)
    -0.0625
    """
    check_flag(debias, "debias")
    made = summed_before(
        y_true,
        strategy,
        y_proba=y_proba,
        labels=labels,
        pos_label=pos_label,
        sample_weight=sample_weight,
    )
    if made is not None:
        return debiased_square(*made) if debias else mean_square(made[0])
    columns = judged_columns(
        y_true,
        y_proba,
        mode=mode,
        pos_label=pos_label,
        labels=labels,
        sample_weight=sample_weight,
    )
    values = [
        squared_gap(column, column.edges(strategy, n_bins), debias=bool(debias))
        for column in columns
    ]
    return sum(values) / len(values)


# ---------------------------------------------------------------- calibration distances


def integrated_calibration_index(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    quantile: float | None = None,
    n_knots: int = 4,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Integrated calibration index (ICI), or a quantile: E50, E90, Emax.

    The ICI is the mean distance of the forecasts from a smooth calibration curve. E50
    is the median of these distances, E90 their 0.9 quantile and Emax their maximum.

    .. math:: \mathrm{ICI} = \frac{\sum_i w_i \, |p_i - c(p_i)|}{\sum_i w_i}

    The curve :math:`c` is a logistic regression of the outcomes on a restricted cubic
    spline of the logits of the forecasts.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_proba : array_like of shape (n_samples,)
        Probability of the positive class, in [0, 1], clipped to [eps, 1 - eps] with
        the eps of their dtype.
    quantile : float, optional
        Level of a quantile in [0, 1] in place of the mean: 0.5 for E50, 0.9 for E90, 1
        for Emax.
    n_knots : int, default=4
        Number of knots of the spline, from 3 to 7. Knots are at the quantiles of the
        logits that Harrell recommends: with 4 knots 0.05, 0.35, 0.65 and 0.95.
    pos_label : int, float, bool or str, optional
        The positive label; by default 1 if the labels are in {0, 1} or {-1, 1}, else
        the larger number.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, 1]: 0 is best. The expected value is above 0 even for calibrated
        forecasts, because the curve is fitted to random outcomes; the interval accounts
        for this bias.

    Raises
    ------
    ValueError
        On empty, NaN or mismatched input, on values outside [0, 1], on labels of more
        than two classes or that need a ``pos_label``, and on a ``quantile`` or an
        ``n_knots`` out of range.
    TypeError
        If ``quantile`` is not a number.

    Warns
    -----
    UndefinedMetricWarning
        If there is only one class, the forecasts have too few distinct values for the
        knots, or the classes overlap too little for a maximum likelihood fit. The value
        is then NaN. Fewer knots may help.

    See Also
    --------
    expected_calibration_error : distances of means in bins.
    reliability_curve : a nondecreasing curve with a band.
    calibration_slope : a straight line in the logits.
    confidence_interval : an interval that contains 0 for calibrated forecasts.

    Notes
    -----
    R's ``rms::val.prob`` reports the same summaries, "Eavg", "E90" and "Emax", for a
    lowess curve. The spline has a covariance matrix, and includes the curve of
    calibrated forecasts. Quantiles, also those at the knots, are averaged inverses of
    the distribution function.

    Newton's method with step halving takes about ten passes over the data.

    References
    ----------
    .. [1] P. C. Austin and E. W. Steyerberg, "The Integrated Calibration Index (ICI)
       and related metrics for quantifying the calibration of logistic regression
       models", Statistics in Medicine 38(21), 2019, 4051-4065.
    .. [2] F. E. Harrell, "Regression Modeling Strategies", 2nd ed., Springer, 2015,
       section 2.4.

    Examples
    --------
    >>> from fastmetrics import integrated_calibration_index
    >>> y_true = [0, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 1]
    >>> y_proba = [0.1, 0.1, 0.2, 0.3, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.9]
    >>> round(integrated_calibration_index(y_true, y_proba, n_knots=3), 3)
    0.044
    >>> emax = integrated_calibration_index(y_true, y_proba, quantile=1, n_knots=3)
    >>> round(emax, 3)
    0.063
    """
    found = measure_distance(
        y_true,
        y_proba,
        quantile=quantile,
        n_knots=n_knots,
        pos_label=pos_label,
        sample_weight=sample_weight,
    )
    if isinstance(found, str):
        warn(
            f"{found}, so integrated_calibration_index is undefined and returned as "
            "NaN.",
            UndefinedMetricWarning,
        )
        return math.nan
    return found.value
