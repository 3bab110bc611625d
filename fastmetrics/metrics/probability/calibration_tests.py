"""Whether chance alone explains how far outcomes lie from their probabilities."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import number, warn
from fastmetrics._common.test_result import check_alternative
from fastmetrics._kernels.sums import sum_f64, sum_products_f64
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.probability.formulas import pearson_statistic
from fastmetrics.metrics.probability.measuring.bin_edges import judged_column
from fastmetrics.metrics.probability.measuring.forecasts import read_column
from fastmetrics.show.numbers import numerals, pvalue_numeral

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Alternative, Label
    from fastmetrics.metrics.probability.annotations import BinStrategy


class _StatisticAndPvalue(NamedTuple):
    statistic: float
    pvalue: float


class HosmerLemeshowResult(_StatisticAndPvalue):
    """The statistic and its p-value: see `fastmetrics.hosmer_lemeshow_test`.

    Attributes
    ----------
    df : float
        Degrees of freedom of the law that the p-value is read off.
    """

    df: float

    def __new__(cls, statistic: float, pvalue: float, *, df: float = math.nan) -> Self:
        """Return the pair, with the degrees of freedom beside it."""
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
