"""Student's t tests, and the effects that a test could have detected."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common import bounds, null_laws
from fastmetrics._common.test_result import (
    TestResult,
    is_constant,
    pvalue_of,
    standardized,
)
from fastmetrics.comparison.planning import minimum_detectable_difference
from fastmetrics.show.numbers import rows_of
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.annotations import Alternative


# ------------------------------------------------------------------- detectable effects
# Effects that a test which did not reject would have found, in a sentence.


POWER = 0.8


def of_error(
    data: str,
    what: str,
    standard_error: float,
    df: float | None,
    alternative: Alternative,
    alpha: float,
) -> str:
    """Return the size of an estimate that is detectable with this standard error.

    ``data``: "these 10 folds"; ``what``: "a difference". The law is Student's, or the
    normal one where ``df`` is None.
    """
    tail = alpha / 2 if alternative == "two-sided" else alpha
    if tail >= 0.5 or alpha >= POWER or not 0 < standard_error < math.inf:
        return ""
    if df is None:
        size = minimum_detectable_difference(
            1,
            standard_deviation=standard_error,
            power=POWER,
            alpha=alpha,
            alternative=alternative,
        )
    else:
        critical = bounds.quantile(df, 1 - 2 * tail)
        size = (critical + bounds.quantile(df, 2 * POWER - 1)) * standard_error
    return say(
        "With {data} {what} of about {size} would be found with probability {power}.",
        data=data,
        what=what,
        size=f"{size:.2g}",
        power=f"{POWER:g}",
    )


def of_rate(
    n: int, rate: float, alternative: Alternative, mid: bool, alpha: float
) -> str:
    """Return the error rates that are detectably different on n rows."""
    low, high = null_laws.critical_counts(n, rate, alternative, alpha, mid)
    parts = []
    if alternative != "greater" and 0 < low <= n:
        rate = null_laws.rate_of_fewer(low, n, POWER)
        parts.append(say("below {rate}", rate=f"{rate:.2g}"))
    if alternative != "less" and 0 <= high < n:
        rate = null_laws.rate_of_more(high, n, POWER)
        parts.append(say("above {rate}", rate=f"{rate:.2g}"))
    if not parts or alpha >= POWER:
        return ""
    where = parts[0] if len(parts) == 1 else say("{a} or {b}", a=parts[0], b=parts[1])
    return say(
        "With {rows} an error rate {where} would be found with probability {power}.",
        rows=_rows(n),
        where=where,
        power=f"{POWER:g}",
    )


def _rows(n: int) -> str:
    return rows_of(n, f"{n:,}")


# --- of pairs of rows


def of_answers(n: int, discordant: int, alternative: Alternative, alpha: float) -> str:
    """Return the detectable difference of accuracies."""
    size = _of_shares(n, discordant, alternative, alpha)
    if size is None:
        return ""
    fields = {"size": size, "k": f"{discordant:,}", "n": f"{n:,}", "power": POWER}
    if discordant == 1:
        return say(
            "With {k} discordant row in {n} {size} would be found with probability "
            "{power}.",
            **fields,
        )
    return say(
        "With {k} discordant rows in {n} {size} would be found with probability "
        "{power}.",
        **fields,
    )


def of_wins(n: int, unequal: int, alternative: Alternative, alpha: float) -> str:
    """Return the detectable difference of proportions of wins."""
    size = _of_shares(n, unequal, alternative, alpha)
    if size is None:
        return ""
    return say(
        "With {k} unequal pairs in {n} {size} between the shares of wins and of losses "
        "would be found with probability {power}.",
        k=f"{unequal:,}",
        n=f"{n:,}",
        size=size,
        power=POWER,
    )


def of_differences(
    n: int, deviation: float, alternative: Alternative, alpha: float
) -> str:
    """Return the detectable mean of normal differences."""
    if alpha >= POWER or not 0 < deviation < math.inf:
        return ""
    size = minimum_detectable_difference(
        n, standard_deviation=deviation, alpha=alpha, alternative=alternative
    )
    return say(
        "With {n} differences of standard deviation {deviation} one of about {size} "
        "would be found with probability {power}.",
        n=f"{n:,}",
        deviation=f"{deviation:.2g}",
        size=f"{size:.2g}",
        power=f"{POWER:g}",
    )


def _of_shares(
    n: int, discordant: int, alternative: Alternative, alpha: float
) -> str | None:
    if alpha >= POWER:
        return None
    size = minimum_detectable_difference(
        n, discordance=discordant / n, alpha=alpha, alternative=alternative
    )
    if math.isnan(size):
        return say("no difference")
    return say("a difference of {size}", size=f"{size:.2g}")


# ------------------------------------------------------------------------ student tests
# Student's t of a mean, whatever its variance is: the part that t tests share.


class Moments(NamedTuple):
    """The mean of some numbers and how much they vary, in units of their own.

    Attributes
    ----------
    mean, deviation : float
        Mean, and standard deviation with divisor n - 1, over ``unit``.
    unit : float
        A power of two near the largest of the numbers: no square leaves the floats.
    constant : bool
        Whether the numbers are all equal, but for rounding.
    """

    mean: float
    deviation: float
    unit: float
    constant: bool


def moments_of(
    values: NDArray[np.float64], largest: float = 0.0, around: float = 0.0
) -> Moments:
    """Return the moments of values less ``around``; a mean of noise alone is 0.

    ``largest``: the largest of the numbers that they are differences of.
    """
    largest = max(largest, abs(around), float(np.abs(values).max()))
    unit = 2.0 ** (math.frexp(largest)[1] - 1) if largest else 1.0
    scaled = values / unit
    constant = is_constant(values, largest)
    mean = float(scaled.mean()) - around / unit
    if constant and abs(mean) <= 4 * math.ulp(largest) / unit:
        mean = 0.0
    return Moments(mean, float(scaled.std(ddof=1)), unit, constant)


def student_test(
    moments: Moments,
    *,
    factor: float,
    df: int,
    alternative: Alternative,
    what: str,
    sought: tuple[str, str],
    around: float = 0.0,
    within: tuple[float, float] = (-math.inf, math.inf),
    **facts: Any,
) -> TestResult:
    """Return the test that the mean is 0; its variance is ``factor`` · deviation².

    ``what`` a warning calls the numbers; ``around`` is added to the estimate and its
    bounds, which lie ``within`` what can be; ``sought``: what the last sentence calls
    the data and what they could show; ``facts``: the other attributes.
    """
    error = moments.deviation * math.sqrt(factor)
    statistic, pvalue = standardized(
        moments.mean, error, constant=moments.constant, what=what
    )
    if pvalue is None:
        pvalue = pvalue_of(statistic, "t", df, alternative)
    estimate = moments.mean * moments.unit + around
    error = math.nan if moments.constant else error * moments.unit
    return TestResult(
        statistic=statistic,
        pvalue=pvalue,
        statistic_name="t",
        distribution="t",
        df=df,
        alternative=alternative,
        estimate=estimate,
        bounds=partial(_bounds, estimate, error, df, within),
        detectable=partial(of_error, *sought, error, df, alternative),
        **facts,
    )


def _bounds(
    estimate: float, error: float, df: int, within: tuple[float, float], level: float
) -> tuple[float, float]:
    if math.isnan(error):  # a variance of 0 says nothing
        return math.nan, math.nan
    low, high = bounds.student(estimate, error, df, level)
    return max(low, within[0]), min(high, within[1])


# --- where a difference lies: below, in or above a region of practical equivalence


class RopeProbabilities(NamedTuple):
    """How probable it is that a difference A - B lies where, the three adding up to 1.

    Attributes
    ----------
    p_less : float
        That it lies below the region: A is practically smaller.
    p_rope : float
        That it lies in it: they are practically equivalent.
    p_greater : float
        That it lies above: A is practically greater.
    """

    p_less: float
    p_rope: float
    p_greater: float
