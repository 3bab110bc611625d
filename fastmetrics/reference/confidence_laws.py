"""p-values as intervals turned round: the least α whose interval leaves a value out.

An interval is taken as a function of its level, whatever it is made of, and asked again
and again. Of replicates its tails go on where these end.
"""

import math
from collections.abc import Callable, Sequence
from statistics import NormalDist

from fastmetrics.reference.intervals import (
    Bounds,
    basic_interval,
    bca_interval,
    percentile_interval,
    standard_error,
    tails,
)

__all__ = ["inverted", "one_sided", "replicate_interval"]


def inverted(interval: Callable[[float], Bounds], value: float = 0.0) -> float:
    """Return the least α at which the interval of the level 1 - α leaves a value out.

    Intervals grow with their level, so that α is found by bisection; 1 if none does.
    """

    def leaves_out(alpha: float) -> bool:
        low, high = interval(1 - alpha)
        return low > value or high < value

    return _least(leaves_out)


def one_sided(interval: Callable[[float], Bounds], value: float, sign: int) -> float:
    """Return the least α whose one-sided bound leaves a value out.

    That is the lower bound of the interval of the level 1 - 2 α, above the value; with
    a ``sign`` of -1 the upper one, below it. Beyond 1/2 it is 1 less that of the other
    side.
    """

    def leaves_out(alpha: float, above: bool) -> bool:
        low, high = interval(1 - alpha)
        return low > value if above else high < value

    here = _least(lambda alpha: leaves_out(alpha, sign > 0)) / 2
    if here < 0.5:
        return here
    return 1 - _least(lambda alpha: leaves_out(alpha, sign < 0)) / 2


def _least(leaves_out: Callable[[float], bool]) -> float:
    outside, inside = 1.0, 0.0
    while inside < (middle := (outside + inside) / 2) < outside:
        if 1 - middle == 1:  # no level is as high
            break
        if leaves_out(middle):
            outside = middle
        else:
            inside = middle
    return outside


def replicate_interval(
    method: str,
    estimate: float,
    replicates: Sequence[float],
    jackknife: Sequence[float] = (0.0,),
    confidence_level: float = 0.95,
    *,
    counts_itself: bool = False,
) -> Bounds:
    """Return the bootstrap interval of a difference, "percentile", "basic" or "bca".

    B replicates tell nothing of tails below 1/(B + 1). There the bounds are those of
    that tail, and go on outwards as a normal law with the replicates' standard
    deviation does.

    If the data count among the replicates, these have another value at each end, half
    as likely to be passed, so that the k-th of B is the quantile k / (B + 1); and
    beyond them bounds are no nearer than the normal ones around the estimate.
    """
    normal, least = NormalDist(), 1 / (len(replicates) + 1)
    error = standard_error(replicates)
    if counts_itself:
        further = error * (normal.inv_cdf(least) - normal.inv_cdf(least / 2))
        ends = [min(replicates) - further, max(replicates) + further]
        replicates = [*replicates, *ends]
        least = 1 / (len(replicates) + 1)
    tail, _ = tails(confidence_level)
    level = confidence_level if tail >= least else 1 - 2 * least
    if method == "percentile":
        low, high = percentile_interval(replicates, level)
    elif method == "basic":
        low, high = basic_interval(estimate, replicates, level)
    else:
        low, high = bca_interval(estimate, replicates, jackknife, level)
    if tail >= least:
        return low, high
    deviations = normal.inv_cdf(least) - normal.inv_cdf(tail)
    beyond = deviations * error
    if math.isnan(low):
        return low, high
    low, high = low - beyond, high + beyond
    if counts_itself:
        normal_half = -normal.inv_cdf(tail) * error
        low, high = min(low, estimate - normal_half), max(high, estimate + normal_half)
    return low, high
