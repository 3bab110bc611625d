"""Correlation coefficients of Pearson, Spearman and Kendall, with p-values."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from fastmetrics._common import means
from fastmetrics._common.means import Mean
from fastmetrics._common.names import shown
from fastmetrics._common.options import check_level, is_one_of, warn
from fastmetrics._common.test_result import check_alternative
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.regression.formulas.totals import FORMULAS, products_of
from fastmetrics.metrics.regression.measuring.correlations import (
    multiply_deviations,
    multiply_ranks,
    pearson_values,
    read_columns,
    spearman_values,
    weigh_ranks,
)
from fastmetrics.metrics.regression.measuring.error_sums import ErrorSums
from fastmetrics.metrics.regression.measuring.pairs import (
    beta_p,
    count_pairs,
    kendall_p,
    pair_values,
    spearman_p,
    weigh_pairs,
)
from fastmetrics.show.notebook import Bar, Shown, bundle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Alternative
    from fastmetrics._inputs.number_pairs import NumberPair
    from fastmetrics.metrics.regression.definitions import (
        KendallVariant,
        ObservedNumbers,
        PredictedNumbers,
    )


class CorrelationResult(float):
    """Correlation coefficient with its p-value and its interval.

    It is a float. The p-value and the interval are computed on first use, from the
    columns as they are then.

    Attributes
    ----------
    statistic : float
        The number itself.
    pvalue : float
        p-value of the test of independence, in the direction of the alternative; NaN
        with weights.
    n : int
        Number of rows.

    Examples
    --------
    >>> from fastmetrics import kendall_tau
    >>> tau = kendall_tau([1, 2, 3, 4, 5, 6], [3, 1, 2, 4, 6, 5])
    >>> tau
    CorrelationResult(statistic=0.6, pvalue=0.1361111111111111, n=6)
    >>> tau > 0.5, round(tau + 1, 3)
    (True, 1.6)
    >>> low, high = tau.confidence_interval()
    >>> round(low, 3), round(high, 3)
    (-0.331, 0.939)
    """

    __slots__ = ("_pvalue", "_spread", "n")

    n: int
    _pvalue: float | Callable[[], float]
    _spread: Mean | Callable[[], Mean] | None

    def __new__(
        cls,
        statistic: float,
        n: int,
        pvalue: float | Callable[[], float] = math.nan,
        spread: Mean | Callable[[], Mean] | None = None,
    ) -> CorrelationResult:
        """Store the number, and the other results or functions for them.

        ``spread`` is the mean of its pseudo-values, with their variance.
        """
        self = super().__new__(cls, statistic)
        self.n = n
        self._pvalue = pvalue
        self._spread = spread
        return self

    @property
    def statistic(self) -> float:
        """The number itself."""
        return float(self)

    @property
    def pvalue(self) -> float:
        """p-value of the null hypothesis that the correlation is 0; see the class."""
        if callable(self._pvalue):
            self._pvalue = self._pvalue()
        return self._pvalue

    def confidence_interval(
        self, confidence_level: float = 0.95
    ) -> tuple[float, float]:
        """Return the jackknife interval, with Student's t on Fisher's z scale.

        Parameters
        ----------
        confidence_level : float in (0, 1), default=0.95
            Nominal coverage.

        Returns
        -------
        low, high : float
            The two-sided bounds of `confidence_interval`, for any alternative of the
            test. NaN for a correlation of 1 or -1 and for fewer than three rows.

        Warns
        -----
        UndefinedMetricWarning
            If there is no interval, with the reason.
        """
        bounds = self._bounds(check_level(confidence_level))
        if math.isnan(bounds[0]) and self == self:  # otherwise it has warned
            warn(f"There is no interval: {self._reason()}.", UndefinedMetricWarning)
        return bounds

    def _bounds(self, level: float) -> tuple[float, float]:
        mean = self._mean()
        if mean is None or not (mean.standard_error > 0 < mean.degrees_of_freedom):
            return math.nan, math.nan
        error, freedom = mean.standard_error, mean.degrees_of_freedom
        return means.on_scale(float(self), error, freedom, "fisher-z", level)

    def _reason(self) -> str:
        """Return the reason why there is no interval."""
        if abs(self) == 1:
            return (
                f"the correlation is {self:g} without each of the rows as well, so the "
                "jackknife cannot estimate its variance; pvalue is the evidence "
                "against independent columns"
            )
        if self._spread is None:
            return "sums do not contain the values without each row"
        return (
            f"the jackknife cannot estimate the variance from {self.n} rows, because "
            "the values without each row are undefined or all equal"
        )

    def _mean(self) -> Mean | None:
        """Return the mean of the pseudo-values; None if they are uninformative."""
        if callable(self._spread):
            self._spread = self._spread() if -1 < self < 1 and self.n > 1 else None
        return self._spread

    def __repr__(self) -> str:
        return (
            f"CorrelationResult(statistic={float(self)!r}, pvalue={self.pvalue!r}, "
            f"n={self.n})"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy the computed results, without the columns."""
        given = (float(self), self.n, self.pvalue, self._mean())
        return (CorrelationResult, given)

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str]:
        """Show the number, its interval and the p-value in notebooks."""
        low, high = self._bounds(0.95)
        line = f"{float(self):.4f} [{low:.4f}, {high:.4f}] (95 %, jackknife)"
        if math.isnan(low):
            line = f"{float(self):.4f} [no interval: {self._reason()}]"
        rows = [
            ["statistic", f"{float(self):.4f}"],
            ["p-value", f"{self.pvalue:.4g}"],
            ["rows", f"{self.n}"],
        ]
        bar = None if math.isnan(low) else Bar(low, float(self), high)
        return bundle(Shown(line, ["", "value"], rows, bar))


def correlation_result(
    statistic: float,
    pair: NumberPair,
    pvalue: float | Callable[[], float],
    values: Callable[[], NDArray[np.float64]],
) -> CorrelationResult:
    """Return a correlation of two columns, with ``values`` its pseudo-values."""

    def spread() -> Mean:
        weights = pair.weights
        if weights is None or weights.all():
            return means.mean_of_rows(values(), weights)
        kept = weights > 0
        return means.mean_of_rows(values()[kept], weights[kept])

    if pair.weights is not None:
        pvalue = math.nan
    return CorrelationResult(statistic, pair.n, pvalue, spread)


def undefined_result(name: str, n: int, of_true: bool) -> CorrelationResult:
    """Warn that a column is constant and return NaN."""
    column = "y_true" if of_true else "y_pred"
    warn(
        f"All values in {column} (of weight above 0) are equal, so {name} is undefined "
        "and returned as NaN.",
        UndefinedMetricWarning,
    )
    return CorrelationResult(math.nan, n)


_VARIANTS = ("a", "b", "c")


def pearson_r(
    y_true: ObservedNumbers,
    y_pred: PredictedNumbers,
    *,
    alternative: Alternative = "two-sided",
    sample_weight: ArrayLike | None = None,
) -> CorrelationResult:
    r"""Pearson's correlation coefficient r, a measure of linear association.

    .. math:: r = \frac{\sum_i w_i (y_i - \bar y)(\hat y_i - \bar{\hat y})}
                       {\sqrt{\sum_i w_i (y_i - \bar y)^2
                              \sum_i w_i (\hat y_i - \bar{\hat y})^2}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,), or ErrorSums
        Observed numbers, finite; or the sums of both columns.
    y_pred : array_like of shape (n_samples,)
        Predicted numbers, finite. None with ErrorSums.
    alternative : {"two-sided", "less", "greater"}, default="two-sided"
        Alternative hypothesis: a correlation that is not 0, below 0, above 0.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    CorrelationResult
        A float in [-1, 1] with ``pvalue``, ``n`` and ``confidence_interval()``: 1 on a
        line that rises, -1 on one that falls. Sums have no interval.

    Raises
    ------
    ValueError
        On empty, NaN, infinite or mismatched input, on more than one column, if
        weights are negative or all zero, and if ``alternative`` is unknown.
    TypeError
        If another argument is given with ErrorSums.

    Warns
    -----
    UndefinedMetricWarning
        If a column is constant; the result is NaN then.

    See Also
    --------
    concordance_correlation_coefficient : agreement with the line y = x.
    r2_score : the proportion of variance explained by the predictions themselves.
    spearman_rho : correlation of the ranks, robust against single rows.

    Notes
    -----
    A bias, or predictions of the wrong scale, do not change it. Deviations are taken
    from an origin inside each column, and values near the ends of the range are scaled,
    so no digits are lost. The p-value assumes normal columns, as SciPy's ``pearsonr``
    does; the interval does not. With weights there is no p-value. O(n)
    time, one pass over arrays read in place.

    References
    ----------
    .. [1] J. L. Rodgers and W. A. Nicewander, "Thirteen ways to look at the correlation
       coefficient", The American Statistician 42(1), 1988, 59-66.

    Examples
    --------
    >>> from fastmetrics import pearson_r
    >>> r = pearson_r([1, 2, 3, 4], [1, 3, 2, 6])
    >>> round(r, 4), round(r.pvalue, 4)
    (0.8367, 0.1633)
    """
    check_alternative(alternative)
    if isinstance(y_true, ErrorSums):
        y_true.check_alone(y_pred, sample_weight)
        if y_true.n_outputs != 1:
            raise ValueError(
                f"y_true must be sums of one output, got {y_true.n_outputs}."
            )
        return _of_sums(y_true, alternative)
    pair = read_columns(y_true, y_pred, sample_weight)
    products = multiply_deviations(pair)
    r = products.correlation()
    if r != r:
        return undefined_result("pearson_r", pair.n, not products.true)
    pvalue = partial(beta_p, r, pair.n, alternative)
    values = partial(pearson_values, y_true, y_pred, sample_weight=sample_weight)
    return correlation_result(r, pair, pvalue, values)


def _of_sums(sums: ErrorSums, alternative: str) -> CorrelationResult:
    """Return Pearson's correlation from sums of both columns."""
    n = sums.n_samples
    products = products_of(sums.totals)
    r = products.correlation()
    if r != r:
        return undefined_result("pearson_r", n, not products.true)
    if sums.weighted:
        return CorrelationResult(r, n)
    return CorrelationResult(r, n, partial(beta_p, r, n, alternative))


def spearman_rho(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    sample_weight: ArrayLike | None = None,
) -> CorrelationResult:
    r"""Spearman's rank correlation ρ: Pearson's correlation of the ranks.

    .. math:: \rho = \frac{\sum_i w_i (r_i - \bar r)(s_i - \bar s)}
                          {\sqrt{\sum_i w_i (r_i - \bar r)^2
                                 \sum_i w_i (s_i - \bar s)^2}}

    with r and s the ranks of the rows in the two columns; tied rows have the mean of
    their ranks.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers, finite.
    y_pred : array_like of shape (n_samples,)
        Predicted numbers, finite.
    alternative : {"two-sided", "less", "greater"}, default="two-sided"
        Alternative hypothesis: a correlation that is not 0, below 0, above 0.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. A rank is then the weight of
        the rows below plus half the weight of the tied rows.

    Returns
    -------
    CorrelationResult
        A float in [-1, 1] with ``pvalue``, ``n`` and ``confidence_interval()``: 1 if
        the larger of two predictions always goes with the larger observation, -1 if
        always with the smaller one.

    Raises
    ------
    ValueError
        On empty, NaN, infinite or mismatched input, on more than one column, if
        weights are negative or all zero, and if ``alternative`` is unknown.

    Warns
    -----
    UndefinedMetricWarning
        If a column is constant; the result is NaN then.

    See Also
    --------
    kendall_tau : correlation of pairs of rows, easier to interpret.
    pearson_r : correlation of the values, for linear association.

    Notes
    -----
    Ranks are multiplied as whole numbers; without weights nothing is rounded before the
    quotient. For up to 33 rows, with or without ties, the p-value comes from the
    permutation test: the proportion of all pairings of the values whose correlation is
    at least as extreme. It is exact if all pairings can be counted, as for 10 rows
    without ties, and otherwise from 9,999 fixed pairings and the observed one.
    For more rows it comes from Student's t distribution with n - 2 degrees of freedom,
    as in SciPy's ``spearmanr``. With weights there is none. O(n log n) time.

    References
    ----------
    .. [1] C. Spearman, "The proof and measurement of association between two things",
       American Journal of Psychology 15(1), 1904, 72-101.

    Examples
    --------
    >>> from fastmetrics import spearman_rho
    >>> rho = spearman_rho([1, 2, 3, 4, 5], [5, 6, 7, 8, 7])
    >>> round(rho, 4), round(rho.pvalue, 4)
    (0.8208, 0.1333)
    """
    check_alternative(alternative)
    pair = read_columns(y_true, y_pred, sample_weight)
    products = multiply_ranks(pair) if pair.weights is None else weigh_ranks(pair)
    rho = products.correlation()
    if rho != rho:
        return undefined_result("spearman_rho", pair.n, not products.true)
    pvalue = partial(spearman_p, rho, pair, alternative)
    values = partial(spearman_values, y_true, y_pred, sample_weight=sample_weight)
    return correlation_result(rho, pair, pvalue, values)


def kendall_tau(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    variant: KendallVariant = "b",
    alternative: Alternative = "two-sided",
    sample_weight: ArrayLike | None = None,
) -> CorrelationResult:
    r"""Kendall's rank correlation τ: concordant minus discordant pairs, normalized.

    .. math:: \tau_a = \frac{C - D}{n (n - 1) / 2}, \quad
              \tau_b = \frac{C - D}{\sqrt{(C + D + T_y)(C + D + T_x)}}, \quad
              \tau_c = \frac{2 k (C - D)}{n^2 (k - 1)}

    with C concordant pairs of rows, D discordant pairs, and the pairs tied in one
    column only; k is the smaller of the numbers of distinct values.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers, finite.
    y_pred : array_like of shape (n_samples,)
        Predicted numbers, finite.
    variant : {"a", "b", "c"}, default="b"
        "a" takes ties for pairs in neither order; "b" can be 1 with ties, if they are
        the same in both columns; "c" also if the columns have different numbers of
        values.
    alternative : {"two-sided", "less", "greater"}, default="two-sided"
        Alternative hypothesis: a tau that is not 0, below 0, above 0.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. A pair weighs the product.

    Returns
    -------
    CorrelationResult
        A float in [-1, 1] with ``pvalue``, ``n`` and ``confidence_interval()``. Without
        ties it is the probability that two rows are concordant minus the probability
        that they are discordant.

    Raises
    ------
    ValueError
        On empty, NaN, infinite or mismatched input, on more than one column, if
        weights are negative or all zero, and if an option is unknown.

    Warns
    -----
    UndefinedMetricWarning
        If a column is constant; the result is NaN then.

    See Also
    --------
    somers_d : relative to the pairs that are not tied in the observations.
    goodman_kruskal_gamma : relative to the pairs that are tied in neither column.
    spearman_rho : correlation of the ranks, usually about 1.5 times as large.

    Notes
    -----
    Pairs are counted exactly, in O(n log n) time: rows are sorted by both columns, and
    inversions are counted digit by digit. For up to 33 rows the p-value comes from the
    permutation test: the proportion of all pairings of the values with a C - D at least
    as extreme. It is exact if one column has no ties or if all pairings can be counted,
    and otherwise from 9,999 fixed pairings and the observed one.
    For more rows it comes from a normal distribution whose variance allows for ties, as
    in SciPy's ``kendalltau``. It is the same for all variants, which are 0 together;
    with weights there is none.

    References
    ----------
    .. [1] M. G. Kendall, "A new measure of rank correlation", Biometrika 30(1/2), 1938,
       81-93; "The treatment of ties in ranking problems", Biometrika 33(3), 1945,
       239-251.
    .. [2] A. Stuart, "The estimation and comparison of strengths of association in
       contingency tables", Biometrika 40(1/2), 1953, 105-110 (variant "c").

    Examples
    --------
    >>> from fastmetrics import kendall_tau
    >>> tau = kendall_tau([12, 2, 1, 12, 2], [1, 4, 7, 1, 0])
    >>> round(tau, 4), round(tau.pvalue, 4)
    (-0.4714, 0.3667)
    """
    if not is_one_of(variant, _VARIANTS):
        raise ValueError(f"variant must be one of {_VARIANTS}, got {shown(variant)}.")
    check_alternative(alternative)
    pair = read_columns(y_true, y_pred, sample_weight)
    counted = count_pairs(pair) if pair.weights is None else weigh_pairs(pair)
    tau = FORMULAS[variant](counted.pairs, counted.distinct).value()
    if counted.constant or tau != tau:
        return undefined_result("kendall_tau", pair.n, counted.true.constant)
    values = partial(
        pair_values, y_true, y_pred, variant=variant, sample_weight=sample_weight
    )
    pvalue = partial(kendall_p, counted, pair, alternative)
    return correlation_result(tau, pair, pvalue, values)
