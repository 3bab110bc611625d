"""The test of error rates on test sets that have no row in common."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common import bounds
from fastmetrics._common.options import check_flag
from fastmetrics._common.test_result import TestResult, check_alternative, pvalue_of
from fastmetrics._inputs.columns import as_column
from fastmetrics._inputs.number_pairs import quantity
from fastmetrics.comparison import detectable_effects
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Alternative

__all__ = ["proportions_test"]

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
        Yates' correction for continuity, of two rates: deviations of counts from what
        is expected are made smaller by 1/2, and to 0 at most.

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
            detectable_effects.of_error,
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
    found = quantity(values, name)
    if found.size == 0:
        raise ValueError(f"{name} is empty.")
    with np.errstate(invalid="ignore"):
        wrong = ~((found >= at_least) & (found <= _MOST) & (found == np.floor(found)))
    if wrong.any():
        raise ValueError(
            f"{name} must hold whole numbers from {at_least} to 2**53, got "
            f"{found[wrong].ravel()[0]:g}."
        )
    return found


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
        told = (f"{one:,.0f}" for one in (*x, *sizes))
        return say(
            "{x} of {n} rows against {y} of {m}",
            **dict(zip("xynm", told, strict=True)),
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
