"""Student's t of a mean, whatever its variance is: the part that t tests share."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common import bounds
from fastmetrics._common.names import shown
from fastmetrics._common.options import number
from fastmetrics._common.test_result import (
    TestResult,
    is_constant,
    pvalue_of,
    standardized,
)
from fastmetrics.comparison import detectable_effects

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.annotations import Alternative


__all__ = ["Moments", "RopeProbabilities", "check_rope", "moments_of", "student_test"]


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
    **said: Any,
) -> TestResult:
    """Return the test that the mean is 0; its variance is ``factor`` · deviation².

    ``what`` a warning calls the numbers; ``around`` is added to the estimate and its
    bounds, which lie ``within`` what can be; ``sought``: what the last sentence calls
    the data and what they could show; ``said``: the other attributes.
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
        detectable=partial(
            detectable_effects.of_error, *sought, error, df, alternative
        ),
        **said,
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


def check_rope(rope: float) -> float:
    """Return the half-width of a region of practical equivalence."""
    width = number(rope, "rope")
    if not 0 <= width < math.inf:
        raise ValueError(f"rope must be finite and not negative, got {shown(rope)}.")
    return width
