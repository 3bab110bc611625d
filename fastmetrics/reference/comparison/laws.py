"""Tails of the laws that statistics of tests are compared with."""

import math

from fastmetrics.reference.area_intervals import student_p_value
from fastmetrics.reference.intervals import incomplete_beta

__all__ = ["f_tail", "normal_tail", "one_sided", "student_tail"]


def student_tail(t: float, df: float, alternative: str) -> float:
    """Return the p-value of t under Student's law."""
    return one_sided(student_p_value(t, df), t, alternative)


def normal_tail(z: float, alternative: str) -> float:
    """Return the p-value of z under the standard normal law."""
    return one_sided(math.erfc(abs(z) / math.sqrt(2)), z, alternative)


def f_tail(f: float, above: float, below: float) -> float:
    """Return the chance of a larger F with so many degrees of freedom."""
    return incomplete_beta(below / (below + above * f), below / 2, above / 2)


def one_sided(both: float, statistic: float, alternative: str) -> float:
    """Return the p-value of one side, from that of both sides of a symmetric law."""
    if alternative == "two-sided":
        return both
    asked_for = statistic > 0 if alternative == "greater" else statistic < 0
    return both / 2 if asked_for else 1 - both / 2
