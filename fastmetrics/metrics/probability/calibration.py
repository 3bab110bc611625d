"""Calibration: observed-expected ratio, intercept, slope, and tests of calibration."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, number, warn
from fastmetrics._common.test_result import check_alternative
from fastmetrics._kernels.sums import sum_f64, sum_products_f64
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.probability.formulas import pearson_statistic
from fastmetrics.metrics.probability.measuring.bin_edges import judged_column
from fastmetrics.metrics.probability.measuring.calibration_bins import (
    read_column,
    summed_before,
)
from fastmetrics.metrics.probability.measuring.recalibrated_rows import (
    observed_and_expected,
    read_fitted,
)
from fastmetrics.show.numbers import numerals, pvalue_numeral

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Alternative, Label
    from fastmetrics.metrics.probability.measuring.calibration_bins import (
        Binned,
        BinStrategy,
        Probable,
    )


_METHODS = ("offset", "logistic")


class CalibrationIntercept(NamedTuple):
    """Calibration intercept: shift of the logits, 0 if they are right on average."""

    intercept: float
    """Above 0 forecasts are too low, below 0 too high."""
    standard_error: float
    """Standard error of the intercept."""

    def __float__(self) -> float:
        """Return the intercept, which is what stands for it as one number."""
        return self.intercept


class CalibrationSlope(NamedTuple):
    """The line of logit P(positive) over logit p; (1, 0) if forecasts are right."""

    slope: float
    """Below 1 forecasts are too extreme, above 1 too moderate."""
    intercept: float
    """What is left to be added on the scale of the logit."""
    slope_standard_error: float
    """Standard error of the slope."""
    intercept_standard_error: float
    """Standard error of the intercept."""

    def __float__(self) -> float:
        """Return the slope, which is what stands for it as one number."""
        return self.slope


def calibration_in_the_large(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Calibration in the large: mean forecast minus mean outcome.

    .. math:: \frac{\sum_i w_i \, (p_i - y_i)}{\sum_i w_i}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_proba : array_like of shape (n_samples,)
        Probability of the positive class, in [0, 1].
    pos_label : int, float, bool or str, optional
        The positive label; by default 1 if the labels are in {0, 1} or {-1, 1}, else
        the larger number.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [-1, 1]: 0 is best, above 0 forecasts are too high on average.

    Raises
    ------
    ValueError
        On empty, NaN or mismatched input, on values outside [0, 1], and on labels of
        more than two classes or that need a ``pos_label``.

    See Also
    --------
    expected_observed_ratio : quotient of the same two means.
    calibration_intercept : calibration in the large on the logit scale.
    calibration_slope : whether forecasts are too extreme.

    Notes
    -----
    Some authors use the same name for `calibration_intercept`, which is on the logit
    scale and has the opposite sign. The value is also 0 if errors in opposite
    directions cancel. O(n) time.

    References
    ----------
    .. [1] E. W. Steyerberg et al., "Assessing the performance of prediction models: a
       framework for traditional and novel measures", Epidemiology 21(1), 2010,
       128-138.

    Examples
    --------
    >>> from fastmetrics import calibration_in_the_large
    >>> calibration_in_the_large([0, 1, 1, 1], [0.25, 0.5, 0.75, 1.0])
    -0.125
    """
    column = read_column(y_true, y_proba, pos_label, sample_weight)
    observed, expected = observed_and_expected(column)
    total = column.n if column.weights is None else sum_f64(column.weights)
    return (expected - observed) / total


def expected_observed_ratio(
    y_true: Binned,
    y_proba: Probable,
    *,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Expected-to-observed ratio: expected number of positives over observed number.

    .. math:: \frac{\sum_i w_i \, p_i}{\sum_i w_i \, y_i}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; or `CalibrationBins`, with None for
        ``y_proba``.
    y_proba : array_like of shape (n_samples,)
        Probability of the positive class, in [0, 1].
    pos_label : int, float, bool or str, optional
        The positive label; by default 1 if the labels are in {0, 1} or {-1, 1}, else
        the larger number.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, inf): 1 is best, above 1 forecasts are too high on average.

    Raises
    ------
    ValueError
        On empty, NaN or mismatched input, on values outside [0, 1], and on labels of
        more than two classes or that need a ``pos_label``.

    Warns
    -----
    UndefinedMetricWarning
        If there are no positive rows; the ratio is then NaN.

    See Also
    --------
    calibration_in_the_large : difference of the same two means.

    Notes
    -----
    Some authors report the reciprocal, observed over expected. O(n) time.

    References
    ----------
    .. [1] T. P. A. Debray et al., "A guide to systematic review and meta-analysis of
       prediction model performance", BMJ 356, 2017, i6460.

    Examples
    --------
    >>> from fastmetrics import expected_observed_ratio
    >>> expected_observed_ratio([0, 1, 1, 0], [0.25, 0.5, 0.75, 1.0])
    1.25
    """
    observed, expected = _two_sums(y_true, y_proba, pos_label, sample_weight)
    if not observed:
        warn(
            "y_true has no positive row (of weight above 0), so "
            "expected_observed_ratio is undefined and returned as NaN.",
            UndefinedMetricWarning,
        )
        return math.nan
    return expected / observed


def _two_sums(
    y_true: Any, y_proba: Any, pos_label: Any, sample_weight: Any
) -> tuple[float, float]:
    """Return the weight of positive rows and the sum of forecasts, of bins or rows."""
    options = {"pos_label": pos_label, "sample_weight": sample_weight}
    bins = summed_before(y_true, "uniform", y_proba=y_proba, **options)
    if bins is None:
        return observed_and_expected(read_column(y_true, y_proba, *options.values()))
    return float(np.sum(bins[0].outcomes)), float(np.sum(bins[0].forecasts))


def calibration_intercept(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    method: Literal["offset", "logistic"] = "offset",
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> CalibrationIntercept:
    r"""Calibration intercept: the correction to add to the logits of the forecasts.

    The maximum likelihood estimate of :math:`a` in a logistic regression of the
    outcomes. The logits of the forecasts are an offset (calibration in the large on the
    logit scale), or have a fitted slope :math:`b`, as in `calibration_slope`:

    .. math:: \operatorname{logit} P(y = 1) = a + \operatorname{logit} p
              \quad\text{or}\quad
              \operatorname{logit} P(y = 1) = a + b \operatorname{logit} p

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_proba : array_like of shape (n_samples,)
        Probability of the positive class, in [0, 1], clipped to [eps, 1 - eps] with
        the eps of their dtype.
    method : {"offset", "logistic"}, default="offset"
        Whether the slope is held at 1, or fitted as well.
    pos_label : int, float, bool or str, optional
        The positive label; by default 1 if the labels are in {0, 1} or {-1, 1}, else
        the larger number.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. A row of weight 2 counts
        twice; standard errors treat rows, not units of weight, as independent.

    Returns
    -------
    CalibrationIntercept
        Named tuple ``(intercept, standard_error)``. The intercept is in (-inf, inf),
        and 0 is best: above 0 forecasts are too low on average, below 0 too high.

    Raises
    ------
    ValueError
        On empty, NaN or mismatched input, on values outside [0, 1], on labels of more
        than two classes or that need a ``pos_label``, and on an unknown ``method``.

    Warns
    -----
    UndefinedMetricWarning
        If there is one class only (of weight above 0), or with "logistic" the forecasts
        of both classes do not overlap; both numbers are then NaN.

    See Also
    --------
    calibration_in_the_large : mean forecast minus mean outcome, with opposite sign.
    calibration_slope : the slope that "logistic" also fits.
    confidence_interval : jackknife confidence interval, valid also if the slope is not
        1.

    Notes
    -----
    At the estimate, the recalibrated forecasts sum to the number of positives. It is
    found by Newton's method inside bounds, in about five passes over the data. The
    standard error is the square root of the inverse Fisher information, as in logistic
    regression. With weights w, it is the square root of the same sum with w² in place
    of w, divided by the information.

    "offset" is the mean calibration of [2]_. "logistic" is the "Intercept" of R's
    ``rms::val.prob``. It measures the error of forecasts of ½, and the average error
    only if the slope is 1.

    References
    ----------
    .. [1] D. R. Cox, "Two further applications of a model for binary regression",
       Biometrika 45(3/4), 1958, 562-565.
    .. [2] B. Van Calster et al., "A calibration hierarchy for risk models was defined:
       from utopia to empirical data", Journal of Clinical Epidemiology 74, 2016,
       167-176.

    Examples
    --------
    >>> from fastmetrics import calibration_intercept
    >>> y_true, y_proba = [0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.8, 0.9]
    >>> found = calibration_intercept(y_true, y_proba)
    >>> round(found.intercept, 3), round(found.standard_error, 3)
    (0.105, 1.024)
    >>> round(calibration_intercept(y_true, y_proba, method="logistic").intercept, 3)
    0.123
    """
    if not is_one_of(method, _METHODS):
        raise ValueError(f"method must be one of {_METHODS}, got {shown(method)}.")
    if method == "logistic":
        line = _fitted(
            "calibration_intercept", y_true, y_proba, pos_label, sample_weight
        )
        return CalibrationIntercept(line.intercept, line.intercept_standard_error)
    shift = read_fitted(
        y_true, y_proba, pos_label=pos_label, sample_weight=sample_weight
    ).shift
    if shift is None:
        warn(
            "y_true has rows of one class only (of weight above 0), so "
            "calibration_intercept is undefined and returned as NaN.",
            UndefinedMetricWarning,
        )
        return CalibrationIntercept(math.nan, math.nan)
    return CalibrationIntercept(shift.intercept, math.sqrt(shift.variance))


def calibration_slope(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> CalibrationSlope:
    r"""Calibration slope and intercept from a logistic regression on the logits.

    The maximum likelihood estimates of :math:`a` and :math:`b` in a logistic regression
    of the outcomes on the logits of the forecasts:

    .. math:: \operatorname{logit} P(y = 1) = a + b \operatorname{logit} p

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_proba : array_like of shape (n_samples,)
        Probability of the positive class, in [0, 1], clipped to [eps, 1 - eps] with
        the eps of their dtype.
    pos_label : int, float, bool or str, optional
        The positive label; by default 1 if the labels are in {0, 1} or {-1, 1}, else
        the larger number.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. A row of weight 2 counts
        twice; standard errors treat rows, not units of weight, as independent.

    Returns
    -------
    CalibrationSlope
        Named tuple ``(slope, intercept, slope_standard_error,
        intercept_standard_error)``. Slope 1 and intercept 0 are best. A slope below 1
        means that forecasts are too extreme, as for an overfitted model. A slope above
        1 means that forecasts are too moderate.

    Raises
    ------
    ValueError
        On empty, NaN or mismatched input, on values outside [0, 1], and on labels of
        more than two classes or that need a ``pos_label``.

    Warns
    -----
    UndefinedMetricWarning
        If the estimates do not exist: no positive row has a lower forecast than a
        negative row, or none has a higher one, or there is only one class. All values
        are then NaN.

    See Also
    --------
    reliability_curve : any nondecreasing curve instead of a line.
    calibration_in_the_large : whether forecasts are too high or too low on average.

    Notes
    -----
    Newton's method with step halving takes about six passes over the data. Standard
    errors come from the inverse Fisher information, as in logistic regression. With
    weights w they come from A⁻¹ B A⁻¹, with A the information and B the same sum with
    w² in place of w. The unit of the weights therefore does not matter. With the slope
    held at 1 the intercept is a different number, which `calibration_intercept` returns
    by default.

    References
    ----------
    .. [1] D. R. Cox, "Two further applications of a model for binary regression",
       Biometrika 45(3/4), 1958, 562-565.
    .. [2] B. Van Calster et al., "Calibration: the Achilles heel of predictive
       analytics", BMC Medicine 17, 2019, 230.

    Examples
    --------
    >>> from fastmetrics import calibration_slope
    >>> line = calibration_slope([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.8, 0.9])
    >>> round(line.slope, 3), round(line.intercept, 3)
    (1.11, 0.123)
    >>> round(line.slope_standard_error, 3)
    0.833
    """
    return _fitted("calibration_slope", y_true, y_proba, pos_label, sample_weight)


def _fitted(name: str, *columns: Any) -> CalibrationSlope:
    """Return the calibration line of forecasts; ``name`` is the requested value."""
    y_true, y_proba, pos_label, sample_weight = columns
    line = read_fitted(
        y_true, y_proba, pos_label=pos_label, sample_weight=sample_weight
    ).line
    if line is None:
        warn(
            "The forecasts of positive and of negative rows in y_true (of weight above "
            f"0) do not overlap, so {name} is undefined and returned as NaN.",
            UndefinedMetricWarning,
        )
        return CalibrationSlope(math.nan, math.nan, math.nan, math.nan)
    of_intercept, of_slope = map(math.sqrt, line.variances)
    return CalibrationSlope(line.slope, line.intercept, of_slope, of_intercept)


# -------------------------------------------------------------------- calibration tests


class _StatisticAndPvalue(NamedTuple):
    statistic: float
    pvalue: float


class HosmerLemeshowResult(_StatisticAndPvalue):
    """The statistic and its p-value: see `fastmetrics.hosmer_lemeshow_test`.

    Attributes
    ----------
    df : float
        Degrees of freedom of the distribution for the p-value.
    """

    df: float

    def __new__(cls, statistic: float, pvalue: float, *, df: float = math.nan) -> Self:
        """Return the pair, with the degrees of freedom as an attribute."""
        self = super().__new__(cls, statistic, pvalue)
        self.df = df
        return self

    def __repr__(self) -> str:
        return (
            f"HosmerLemeshowResult(statistic={self.statistic!r}, "
            f"pvalue={self.pvalue!r}, df={self.df:g})"
        )

    def __str__(self) -> str:
        statistic, p = numerals(self.statistic)[0], pvalue_numeral(self.pvalue)
        return f"Hosmer-Lemeshow test: χ²({self.df:g}) = {statistic}, p = {p}."


def hosmer_lemeshow_test(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    n_bins: int = 10,
    strategy: BinStrategy = "quantile",
    df: float | None = None,
    pos_label: Any = None,
) -> HosmerLemeshowResult:
    r"""Hosmer-Lemeshow test of calibration, over bins of the probability.

    .. math:: \chi^2 = \sum_b n_b \, \frac{(\bar y_b - \bar p_b)^2}
        {\bar p_b (1 - \bar p_b)}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_proba : array_like of shape (n_samples,)
        Probability of the positive class, in [0, 1].
    n_bins : int, default=10
        How many bins; ignored if ``strategy`` is an array of edges.
    strategy : {"uniform", "quantile"} or array_like, default="quantile"
        Bins of one width, bins with equal numbers of rows, or all edges, ascending from
        0 to 1; (low, high], the first [low, high].
    df : float, optional
        Degrees of freedom; by default the number of nonempty bins, which is correct for
        data that the model was not fitted to. Subtract two for its training data.
    pos_label : int, float, bool or str, optional
        The positive label; by default 1 if the labels are in {0, 1} or {-1, 1}, else
        the larger number.

    Returns
    -------
    statistic : float
        At least 0. A bin with all probabilities 0, or all 1, contributes 0 if its
        outcomes agree; otherwise the statistic is infinite.
    pvalue : float
        Probability of a statistic at least as large if the model is calibrated. The
        degrees of freedom are the attribute ``df`` of the result.

    Raises
    ------
    ValueError
        If probabilities are not in [0, 1], there are more than two labels or the
        positive label is ambiguous, lengths differ, ``df`` is not positive, or an
        option is unknown.
    TypeError
        If ``n_bins`` is not a whole number, or ``df`` is not a number.

    See Also
    --------
    squared_calibration_error : size of the deviation.

    Notes
    -----
    The result depends on the number of bins. With a large sample almost any model is
    rejected, with a small sample almost none.

    References
    ----------
    .. [1] D. W. Hosmer and S. Lemeshow, "Goodness of fit tests for the multiple
       logistic regression model", Communications in Statistics A 9, 1980, 1043-1069.

    Examples
    --------
    >>> from fastmetrics import hosmer_lemeshow_test
    >>> found = hosmer_lemeshow_test([0, 1, 1, 1], [0.5, 0.5, 0.5, 0.5], n_bins=1)
    >>> found.statistic, round(found.pvalue, 4)
    (1.0, 0.3173)
    >>> print(found)
    Hosmer-Lemeshow test: χ²(1) = 1.0000, p = 0.3173.
    """
    if df is not None and not 0 < number(df, "df") < math.inf:
        raise ValueError(f"df must be positive and finite, got {shown(df)}.")
    column = judged_column(y_true, y_proba, pos_label=pos_label)
    statistic, n_used = pearson_statistic(column.sums(column.edges(strategy, n_bins)))
    from scipy.special import chdtrc

    freedom = n_used if df is None else float(df)
    return HosmerLemeshowResult(
        statistic, float(chdtrc(freedom, statistic)), df=freedom
    )


class SpiegelhalterResult(NamedTuple):
    """How far the Brier score is from what calibrated forecasts would have."""

    statistic: float
    """The distance in units of its standard error, normal if they are calibrated."""
    pvalue: float
    """Chance of a statistic as extreme, in the direction of the alternative."""


def spiegelhalter_test(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    pos_label: Label | None = None,
) -> SpiegelhalterResult:
    r"""Spiegelhalter's test of calibration, based on the Brier score.

    .. math:: Z = \frac{\sum_i (y_i - p_i)(1 - 2 p_i)}
                       {\sqrt{\sum_i (1 - 2 p_i)^2 \, p_i (1 - p_i)}}

    compared with the standard normal distribution.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_proba : array_like of shape (n_samples,)
        Probability of the positive class, in [0, 1].
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the Brier score is higher than expected under calibration, as for an
        overconfident model; "less": lower than expected.
    pos_label : int, float, bool or str, optional
        The positive label; by default 1 if the labels are in {0, 1} or {-1, 1}, else
        the larger number.

    Returns
    -------
    SpiegelhalterResult
        Named tuple ``(statistic, pvalue)``.

    Raises
    ------
    ValueError
        On empty, NaN or mismatched input, on values outside [0, 1], on labels of more
        than two classes or that need a ``pos_label``, and if ``alternative`` is
        unknown.

    Warns
    -----
    UndefinedMetricWarning
        If all forecasts are 0, 1/2 or 1, for which the statistic has variance 0. Both
        values are then NaN.

    See Also
    --------
    hosmer_lemeshow_test : compare outcomes and forecasts in bins.
    brier_score_loss : the score itself.

    Notes
    -----
    The test has no power against errors in both directions that leave the Brier score
    at its expected value. The p-value is asymptotic. O(n) time.

    References
    ----------
    .. [1] D. J. Spiegelhalter, "Probabilistic prediction in patient management and
       clinical trials", Statistics in Medicine 5(5), 1986, 421-433.

    Examples
    --------
    >>> from fastmetrics import spiegelhalter_test
    >>> y_true, y_proba = [0, 1, 0, 1, 1, 0], [0.1, 0.2, 0.3, 0.7, 0.9, 0.95]
    >>> result = spiegelhalter_test(y_true, y_proba)
    >>> round(result.statistic, 3), round(result.pvalue, 3)
    (1.772, 0.076)
    """
    check_alternative(alternative)
    column = read_column(y_true, y_proba, pos_label)
    p = column.proba.astype(np.float64)
    lean = 1 - 2 * p
    variance = sum_products_f64(lean * lean, p * (1 - p))
    if variance == 0:
        warn(
            "All values in y_proba are 0, 0.5 or 1, so spiegelhalter_test is undefined "
            "and returned as NaN.",
            UndefinedMetricWarning,
        )
        return SpiegelhalterResult(math.nan, math.nan)
    statistic = sum_f64((column.codes - p) * lean) / math.sqrt(variance)
    above, below = (math.erfc(side * statistic / math.sqrt(2)) / 2 for side in (1, -1))
    both = min(1.0, 2 * min(above, below))
    pvalue = {"greater": above, "less": below, "two-sided": both}[alternative]
    return SpiegelhalterResult(statistic, pvalue)
