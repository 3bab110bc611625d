"""Tests of error rates: of one model against a number, of several on different rows."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Literal

from fastmetrics._common import binomial, bounds
from fastmetrics._common.names import shown
from fastmetrics._common.null_laws import binomial_law
from fastmetrics._common.options import is_one_of, share, whole
from fastmetrics._common.student import resampling_factor
from fastmetrics._common.test_result import TestResult, check_alternative
from fastmetrics.comparison import detectable_effects
from fastmetrics.comparison.folds.scores import read_folds, read_sizes
from fastmetrics.comparison.student_tests import moments_of, student_test
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Alternative

__all__ = ["binomial_test", "error_count_probability", "error_rate_t_test"]

_BINOMIAL_METHODS = ("exact", "mid-p")
_METHODS = {
    "exact": say("exact binomial test"),
    "mid-p": say("mid-p binomial test"),
}
_MID_P_NOTE = say(
    "A mid-p value is not exact: the level can be passed by a little, where that of "
    "the exact test is far from reached."
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
    if not is_one_of(method, _BINOMIAL_METHODS):
        raise ValueError(
            f"method must be one of {_BINOMIAL_METHODS}, got {shown(method)}."
        )
    mid = method == "mid-p"
    return TestResult(
        statistic=x / n,
        pvalue=binomial.pvalue(x, n, rate, alternative, mid),
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
        detectable=partial(detectable_effects.of_rate, n, rate, alternative, mid),
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
    return math.exp(binomial.log_pmf(x, n, share(error_rate, "error_rate")))


def read_counts(n_errors: int, n_samples: int) -> tuple[int, int]:
    """Return errors and rows, of which there are at least as many."""
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
    return binomial.mid_p_interval(x, n, level, low, high) if mid else (low, high)


def _critical_rate(
    n: int, rate: float, alternative: str, mid: bool, alpha: float
) -> float | tuple[float, float]:
    low, high = binomial.critical_counts(n, rate, alternative, alpha, mid)
    if alternative == "two-sided":
        return low / n, high / n
    return low / n if alternative == "less" else high / n
