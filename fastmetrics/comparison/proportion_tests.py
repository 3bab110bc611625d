"""Tests of error rates and of proportions, paired and independent."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastmetrics._common import bounds, null_laws
from fastmetrics._common.bounds import resampling_factor
from fastmetrics._common.null_laws import binomial_law
from fastmetrics._common.options import check_choice, check_flag, share, whole
from fastmetrics._common.test_result import TestResult, check_alternative, pvalue_of
from fastmetrics._inputs.columns import as_column
from fastmetrics._inputs.number_pairs import quantity
from fastmetrics.comparison import student_tests
from fastmetrics.comparison.student_tests import (
    moments_of,
    read_folds,
    read_sizes,
    student_test,
)
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Alternative


# -------------------------------------------------------------- independent proportions
# The test of error rates on test sets that have no row in common.


_MOST = 2.0**53  # the largest count that a float holds with all below it


def proportions_test(
    counts: ArrayLike,
    n: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    correction: bool = False,
) -> TestResult:
    r"""Chi-squared test for equal proportions on different test sets.

    .. math:: \chi^2 = \sum_{j=1}^{k}
              \frac{(x_j - n_j \bar p)^2}{n_j\,\bar p\,(1 - \bar p)},\qquad
              \bar p = \frac{\sum_j x_j}{\sum_j n_j}

    against the :math:`\chi^2` distribution with k - 1 degrees of freedom. For two rates
    it is the square of z, their difference over its standard error.

    Parameters
    ----------
    counts : array_like of shape (n_models,)
        How many rows each model got wrong (or right), x; of two models or more.
    n : int or array_like of shape (n_models,)
        How many rows each was tested on. No row is in two of the test sets.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the rate of the first is the greater one, of two.
    correction : bool, default=False
        Yates' correction for continuity, of two rates: deviations of counts from their
        expectation shrink by 1/2, at most to 0.

    Returns
    -------
    TestResult
        :math:`\chi^2`, for a one-sided alternative z. The estimate is the difference of
        the first and the second rate, with Newcombe's interval of hybrid scores; for
        more rates it is the difference of the largest and the smallest, without an
        interval. All counts 0, or all as large as they can be: the statistic is 0, the
        p-value 1.

    Raises
    ------
    ValueError
        If there are fewer than two counts, a count is negative, no whole number or more
        than its number of rows, lengths differ, or an alternative with a direction or a
        correction is asked for of more than two rates.
    TypeError
        If ``correction`` is neither True nor False.

    See Also
    --------
    binomial_test : of one rate against a number.

    Notes
    -----
    Rates on the same rows are not independent: two models that were tested on one test
    set are compared by McNemar's test. The distribution is approximate: of two test
    sets of 100 rows and a rate of 0.2 the level is 0.051 where 0.05 is asked for, and
    0.032 with the correction; of 20 rows and a rate of 0.1 it is 0.039 and 0.004.

    References
    ----------
    .. [1] R. G. Newcombe, "Interval estimation for the difference between independent
       proportions: comparison of eleven methods", Statistics in Medicine 17(8), 1998,
       873-890.
    .. [2] F. Yates, "Contingency tables involving small numbers and the χ² test",
       Supplement to the Journal of the Royal Statistical Society 1(2), 1934, 217-235.

    Examples
    --------
    >>> from fastmetrics import proportions_test
    >>> found = proportions_test([15, 25], [50, 60])
    >>> round(found.statistic, 4), round(found.pvalue, 4)
    (1.6042, 0.2053)
    >>> low, high = found.confidence_interval()
    >>> round(low, 4), round(high, 4)
    (-0.2833, 0.0632)
    """
    check_alternative(alternative)
    check_flag(correction, "correction")
    x, sizes = _counts_and_sizes(counts, n)
    k = len(x)
    if k > 2 and alternative != "two-sided":
        raise ValueError(
            f'alternative must be "two-sided" of more than two counts, got '
            f"{alternative!r} and {k:,} counts."
        )
    if k > 2 and correction:
        raise ValueError(f"correction=True is for two counts, there are {k:,} of them.")
    statistic, pvalue = _test(x, sizes, correction, alternative)
    rates = x / sizes
    of_two = k == 2
    signed = alternative != "two-sided"
    size = float(rates[0] - rates[1] if of_two else np.ptp(rates))
    error = math.nan
    if of_two:
        pooled = x.sum() / sizes.sum()
        error = math.sqrt(pooled * (1 - pooled) * (1 / sizes).sum())
    return TestResult(
        statistic=statistic,
        pvalue=pvalue,
        method=say("test of equal proportions with Yates' correction")
        if correction
        else say("test of equal proportions"),
        statistic_name="z" if signed else "χ²",
        distribution="normal" if signed else "chi2",
        df=None if signed else k - 1,
        n=int(sizes.sum()),
        alternative=alternative,
        estimate=size,
        estimate_name=say("rate of A − B")
        if of_two
        else say("largest − smallest rate"),
        found=_found(x, sizes),
        claim=_CLAIMS[alternative],
        has_sides=of_two,
        bounds=partial(_newcombe, x.tolist(), sizes.tolist()) if of_two else None,
        detectable=partial(
            student_tests.of_error,
            say("these rows"),
            say("a difference"),
            error,
            None,
            alternative,
        ),
    )


_CLAIMS = {
    "two-sided": say("the rates differ"),
    "greater": say("A's rate is the greater one"),
    "less": say("A's rate is the smaller one"),
}


def _counts_and_sizes(counts: ArrayLike, n: ArrayLike) -> tuple[NDArray, NDArray]:
    x = _wholes(as_column(counts, "counts"), "counts", 0)
    if len(x) < 2:
        raise ValueError("counts must be of two models or more, got 1.")
    sizes = _wholes(n, "n", 1)
    if sizes.ndim == 0:
        sizes = np.full(len(x), float(sizes))
    if sizes.shape != x.shape:
        raise ValueError(
            f"n must be one number or one for each of the {len(x):,} counts, got an "
            f"array of shape {sizes.shape}."
        )
    too_many = np.flatnonzero(x > sizes)
    if len(too_many):
        j = too_many[0]
        raise ValueError(
            f"counts must be at most n: number {j} is {x[j]:,.0f} of {sizes[j]:,.0f}."
        )
    return x, sizes


def _wholes(values: ArrayLike, name: str, at_least: int) -> NDArray[np.float64]:
    numbers = quantity(values, name)
    if numbers.size == 0:
        raise ValueError(f"{name} is empty.")
    with np.errstate(invalid="ignore"):
        wrong = ~(
            (numbers >= at_least) & (numbers <= _MOST) & (numbers == np.floor(numbers))
        )
    if wrong.any():
        raise ValueError(
            f"{name} must hold whole numbers from {at_least} to 2**53, got "
            f"{numbers[wrong].ravel()[0]:g}."
        )
    return numbers


def _test(
    x: NDArray, sizes: NDArray, correction: bool, alternative: Alternative
) -> tuple[float, float]:
    """Return the statistic, z if there is a direction, and its p-value."""
    pooled = x.sum() / sizes.sum()
    if pooled in (0, 1):  # no rate differs from another
        return 0.0, 1.0
    deviations = np.abs(x - sizes * pooled)
    if correction:
        deviations -= np.minimum(0.5, deviations)
    # p̄ (1 - p̄) without 1 - p̄, which would lose digits next to 1.
    spread = pooled * ((sizes - x).sum() / sizes.sum())
    statistic = float((deviations**2 / (sizes * spread)).sum())
    if alternative == "two-sided":
        return statistic, pvalue_of(statistic, "chi2", len(x) - 1, alternative)
    sign = np.sign(x[0] * sizes[1] - x[1] * sizes[0])
    z = float(sign) * math.sqrt(statistic)
    return z, pvalue_of(z, "normal", None, alternative)


def _found(x: NDArray, sizes: NDArray) -> str:
    if len(x) == 2:
        texts = (f"{number:,.0f}" for number in (*x, *sizes))
        return say(
            "{x} of {n} rows against {y} of {m}",
            **dict(zip("xynm", texts, strict=True)),
        )
    rates = x / sizes
    return say(
        "{n} rates from {low} to {high}",
        n=f"{len(x):,}",
        low=f"{rates.min():.4f}",
        high=f"{rates.max():.4f}",
    )


def _newcombe(x: list[float], sizes: list[float], level: float) -> tuple[float, float]:
    """Return bounds of a difference from Wilson's bounds of both rates."""
    (low_a, high_a), (low_b, high_b) = (
        bounds.proportion("wilson", c, n, level) for c, n in zip(x, sizes, strict=True)
    )
    a, b = x[0] / sizes[0], x[1] / sizes[1]
    return (
        a - b - math.hypot(a - low_a, high_b - b),
        a - b + math.hypot(high_a - a, b - low_b),
    )


# --------------------------------------------------------------------- proportion tests
# Tests of error rates: of one model against a number, of several on different rows.


_BINOMIAL_METHODS = ("exact", "mid-p")
_METHODS = {"exact": say("exact binomial test"), "mid-p": say("mid-p binomial test")}
_MID_P_NOTE = say(
    "A mid-p value is not exact: the level can be exceeded slightly when the exact "
    "test is far below it."
)


def binomial_test(
    n_errors: int,
    n_samples: int,
    *,
    error_rate: float,
    alternative: Alternative = "two-sided",
    method: Literal["exact", "mid-p"] = "exact",
) -> TestResult:
    r"""Binomial test for the error rate of a model.

    The number of errors in m independent rows has a binomial distribution. With the
    smallest c for which

    .. math:: \sum_{i=c+1}^{m} \binom{m}{i} \epsilon_0^i (1-\epsilon_0)^{m-i}
              \le \alpha

    the hypothesis that the error rate is at most :math:`\epsilon_0` is rejected at
    level :math:`\alpha` by more than c errors; c / m is the critical error rate.

    Parameters
    ----------
    n_errors : int
        How many rows the model got wrong, x.
    n_samples : int
        How many rows there are, m: 1 or more. They must not have been used in training.
    error_rate : float in [0, 1]
        The error rate under the null hypothesis, :math:`\epsilon_0`.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the error rate of the model is above ``error_rate``.
    method : {"exact", "mid-p"}, default="exact"
        "exact": the chance of x or more errors ("greater"), of x or fewer ("less"), or
        of all numbers of errors no likelier than x. "mid-p": x itself counts half, and
        the two-sided p-value is twice the smaller of the one-sided ones, at most 1.

    Returns
    -------
    TestResult
        The statistic and the estimate are the error rate x / m. The interval is the
        Clopper–Pearson interval, or for "mid-p" all rates whose mid-p values are not
        too small. ``critical_value(alpha)`` is the critical error rate; two-sided, it
        is the pair of rates below and above which the test rejects.

    Raises
    ------
    ValueError
        If there are fewer rows than 1 or than errors or more than 2**53, ``error_rate``
        lies outside [0, 1], or an option is unknown.
    TypeError
        If ``error_rate`` is not a number.

    See Also
    --------
    error_rate_t_test : of the error rates of several test sets.

    Notes
    -----
    In the critical error rate the sum begins at the limit that is looked for and
    its powers are of :math:`\epsilon_0`. A condition that has it the other way round,
    as a textbook prints it, gives 0.177 for the example below, where 0.45 is right.

    The exact test holds its level at any m; mid-p is close to it on average.

    References
    ----------
    .. [1] C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits
       illustrated in the case of the binomial", Biometrika 26(4), 1934, 404-413.
    .. [2] H. O. Lancaster, "Significance tests in discrete distributions", Journal of
       the American Statistical Association 56(294), 1961, 223-234.

    Examples
    --------
    >>> from fastmetrics import binomial_test
    >>> found = binomial_test(10, 20, error_rate=0.3, alternative="greater")
    >>> round(found.pvalue, 4)
    0.048
    >>> found.critical_value(alpha=0.05)
    0.45
    """
    x, n = read_counts(n_errors, n_samples)
    rate = share(error_rate, "error_rate")
    check_alternative(alternative)
    check_choice(method, _BINOMIAL_METHODS, "method")
    mid = method == "mid-p"
    return TestResult(
        statistic=x / n,
        pvalue=null_laws.pvalue(x, n, rate, alternative, mid),
        method=_METHODS[method],
        statistic_name=say("error rate"),
        distribution="binomial",
        n=n,
        alternative=alternative,
        estimate=x / n,
        estimate_name=say("error rate"),
        exact=not mid,
        notes=(_MID_P_NOTE,) if mid else (),
        found=say("{x} errors in {n} rows", x=f"{x:,}", n=f"{n:,}"),
        claim=_claim(rate, alternative),
        bounds=partial(_interval_of_rate, x, n, mid),
        critical=partial(_critical_rate, n, rate, alternative, mid),
        detectable=partial(student_tests.of_rate, n, rate, alternative, mid),
        null_law=partial(binomial_law, n, rate, n),
    )


def error_count_probability(
    n_errors: int, n_samples: int, *, error_rate: float
) -> float:
    r"""Probability that a model of a given error rate makes so many errors in a test.

    .. math:: P(\hat\epsilon; \epsilon) = \binom{m}{\hat\epsilon m}
              \epsilon^{\hat\epsilon m} (1 - \epsilon)^{m - \hat\epsilon m}

    with :math:`\hat\epsilon m` errors in m independent rows: the binomial distribution
    of the test error rate :math:`\hat\epsilon`.

    Parameters
    ----------
    n_errors : int
        How many rows the model got wrong, x.
    n_samples : int
        How many rows there are, m: 1 or more.
    error_rate : float in [0, 1]
        The model's error rate on all rows there could be, :math:`\epsilon`.

    Returns
    -------
    float
        In [0, 1]; it is largest near :math:`\hat\epsilon = \epsilon`.

    Raises
    ------
    ValueError
        If there are fewer rows than 1 or than errors, or ``error_rate`` lies outside
        [0, 1].
    TypeError
        If ``error_rate`` is not a number.

    See Also
    --------
    binomial_test : whether a model has that error rate, by the tails of this
        distribution.

    References
    ----------
    .. [1] C. Loader, "Fast and accurate computation of binomial probabilities", 2000.

    Examples
    --------
    >>> from fastmetrics import error_count_probability
    >>> round(error_count_probability(3, 10, error_rate=0.3), 4)
    0.2668
    """
    x, n = read_counts(n_errors, n_samples)
    return math.exp(null_laws.log_pmf(x, n, share(error_rate, "error_rate")))


def read_counts(n_errors: int, n_samples: int) -> tuple[int, int]:
    """Return the numbers of errors and of rows, which are not smaller."""
    n = whole(n_samples, "n_samples", 1)
    x = whole(n_errors, "n_errors")
    if x > n:
        raise ValueError(
            f"n_errors must be at most n_samples, got {x:,} errors in {n:,} rows."
        )
    return x, n


def error_rate_t_test(
    error_rates: ArrayLike,
    *,
    error_rate: float,
    n_train: ArrayLike | None = None,
    n_test: ArrayLike | None = None,
    alternative: Alternative = "two-sided",
) -> TestResult:
    r"""One-sample t test for the mean of several error rates.

    .. math:: t = \frac{\sqrt{k}\,(\mu - \epsilon_0)}{\sigma}

    of the k rates' mean :math:`\mu` and their standard deviation :math:`\sigma` with
    divisor k - 1, against Student's t distribution with k - 1 degrees of freedom. With
    ``n_train`` and ``n_test`` the variance of the mean is :math:`\sigma^2 (1/k +
    n_{test} / n_{train})`, which is Nadeau and Bengio's for training sets that overlap.

    Parameters
    ----------
    error_rates : array_like of shape (n_folds,)
        Error rates of one model on two test sets or more, in [0, 1].
    error_rate : float in [0, 1]
        The error rate under the null hypothesis, :math:`\epsilon_0`.
    n_train, n_test : float or array_like of shape (n_folds,), optional
        How many rows each fold was trained and tested on; of several numbers the mean
        is taken. Pass both for rates from cross-validation or repeated hold-out,
        otherwise neither.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the error rate of the model is above ``error_rate``.

    Returns
    -------
    TestResult
        t, its p-value, and the mean error rate with Student's interval, cut off at 0
        and 1. All rates equal to ``error_rate``: t is 0 and the p-value 1.

    Raises
    ------
    ValueError
        If there is only one rate, a rate lies outside [0, 1], sizes are not above 0 or
        only one of them is given, or ``alternative`` is unknown.
    TypeError
        If ``error_rate`` is not a number.

    Warns
    -----
    UndefinedMetricWarning
        If the rates are all equal, but not to ``error_rate``; t and the p-value are
        then NaN.

    See Also
    --------
    binomial_test : of a single test set, exact.
    corrected_resampled_t_test : of two models.

    Notes
    -----
    The quantiles of Student's t distribution apply to t, not to the deviation
    :math:`|\mu - \epsilon_0|` itself, as one can read.

    Rates of k-fold cross-validation or of repeated hold-out are not independent, for
    their training sets overlap. In a simulation of a linear classifier on 300 rows,
    held against its expected error rate, the test rejects at level 0.05 in 0.05 of
    10-fold cross-validations, but in 0.59 of 30 hold-outs of a third; with
    ``n_train`` and ``n_test`` in 0.01 and 0.04.

    References
    ----------
    .. [1] C. Nadeau and Y. Bengio, "Inference for the generalization error", Machine
       Learning 52(3), 2003, 239-281.

    Examples
    --------
    >>> from fastmetrics import error_rate_t_test
    >>> found = error_rate_t_test([0.21, 0.25, 0.22, 0.24, 0.23], error_rate=0.2)
    >>> round(found.statistic, 4), round(found.pvalue, 4)
    (4.2426, 0.0132)
    """
    rate = share(error_rate, "error_rate")
    check_alternative(alternative)
    rates = read_folds(error_rates, "error_rates")
    wrong = rates[(rates < 0) | (rates > 1)]
    if len(wrong):
        raise ValueError(
            f"error_rates must lie between 0 and 1: {len(wrong):,} of {len(rates):,} "
            f"do not, the first is {wrong[0]:g}."
        )
    k = len(rates)
    factor = 1 / k
    if (n_train is None) != (n_test is None):
        raise ValueError("n_train and n_test must both be given, or neither.")
    if n_train is not None and n_test is not None:
        factor = resampling_factor(k, *read_sizes(n_train, n_test, k))
    return student_test(
        moments_of(rates, around=rate),
        factor=factor,
        df=k - 1,
        alternative=alternative,
        what="the error rates",
        around=rate,
        within=(0.0, 1.0),
        sought=(
            say("these {n} error rates", n=f"{k:,}"),
            say("a deviation from {rate}", rate=f"{rate:g}"),
        ),
        method=say("t test of an error rate"),
        n=k,
        estimate_name=say("mean error rate"),
        found=say(
            "{n} error rates from {low} to {high}",
            n=f"{k:,}",
            low=f"{rates.min():.4f}",
            high=f"{rates.max():.4f}",
        ),
        claim=_claim(rate, alternative),
    )


def _claim(rate: float, alternative: Alternative) -> str:
    if alternative == "two-sided":
        return say("the error rate differs from {rate}", rate=f"{rate:g}")
    if alternative == "greater":
        return say("the error rate is above {rate}", rate=f"{rate:g}")
    return say("the error rate is below {rate}", rate=f"{rate:g}")


def _interval_of_rate(x: int, n: int, mid: bool, level: float) -> tuple[float, float]:
    low, high = bounds.proportion("clopper-pearson", x, n, level)
    return null_laws.mid_p_interval(x, n, level, low, high) if mid else (low, high)


def _critical_rate(
    n: int, rate: float, alternative: str, mid: bool, alpha: float
) -> float | tuple[float, float]:
    low, high = null_laws.critical_counts(n, rate, alternative, alpha, mid)
    if alternative == "two-sided":
        return low / n, high / n
    return low / n if alternative == "less" else high / n
