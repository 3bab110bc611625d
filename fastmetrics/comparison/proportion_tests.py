"""Tests of error rates: of one model against a number, of several on different rows."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal

from fastmetrics._common import binomial, bounds
from fastmetrics._common.options import is_one_of, share, whole
from fastmetrics._common.test_result import TestResult, check_alternative

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Alternative

__all__ = ["binomial_test"]

_BINOMIAL_METHODS = ("exact", "mid-p")
_IS = {"two-sided": "differs from", "greater": "is above", "less": "is below"}
_MID_P_NOTE = (
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
    r"""Test whether the error rate of a model is a given number.

    The number of errors in m independent rows has a binomial law. With the least c for
    which

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
        The error rate to hold against what was found, :math:`\epsilon_0`.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the error rate of the model is above ``error_rate``.
    method : {"exact", "mid-p"}, default="exact"
        "exact": the chance of x or more errors ("greater"), of x or fewer ("less"), or
        of all numbers of errors no likelier than x. "mid-p": x itself counts half, and
        the two-sided p-value is twice the smaller of the one-sided ones, at most 1.

    Returns
    -------
    TestResult
        The statistic and the estimate are the error rate x / m. The interval is that of
        Clopper and Pearson, or for "mid-p" all rates whose mid-p values are not too
        small. ``critical_value(alpha)`` is the critical error rate; two-sided, it is
        the pair of rates below and above which the test rejects.

    Raises
    ------
    ValueError
        If there are fewer rows than 1 or than errors, ``error_rate`` lies outside
        [0, 1], or an option is unknown.
    TypeError
        If ``error_rate`` is no number.

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
    n = whole(n_samples, "n_samples", 1)
    x = whole(n_errors, "n_errors")
    if x > n:
        raise ValueError(
            f"n_errors must be at most n_samples, got {x:,} errors in {n:,} rows."
        )
    rate = share(error_rate, "error_rate")
    check_alternative(alternative)
    if not is_one_of(method, _BINOMIAL_METHODS):
        raise ValueError(f"method must be one of {_BINOMIAL_METHODS}, got {method!r}.")
    mid = method == "mid-p"
    return TestResult(
        statistic=x / n,
        pvalue=binomial.pvalue(x, n, rate, alternative, mid),
        method=f"{method} binomial test",
        statistic_name="error rate",
        distribution="binomial",
        n=n,
        alternative=alternative,
        estimate=x / n,
        estimate_name="error rate",
        exact=not mid,
        notes=(_MID_P_NOTE,) if mid else (),
        found=f"{x:,} errors in {n:,} rows",
        claim=f"the error rate {_IS[alternative]} {rate:g}",
        bounds=partial(_interval_of_rate, x, n, mid),
        critical=partial(_critical_rate, n, rate, alternative, mid),
    )


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
