"""What a test that did not reject would have found: the last sentence of summaries."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fastmetrics._common import binomial, student
from fastmetrics.comparison.planning import minimum_detectable_difference

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Alternative

__all__ = ["of_error", "of_rate"]

POWER = 0.8

_FOUND = f"would be found with probability {POWER:g}."


def of_error(
    data: str,
    what: str,
    standard_error: float,
    df: float | None,
    alternative: Alternative,
    alpha: float,
) -> str:
    """Return which size an estimate would have to have, with an error as it was found.

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
        critical = student.quantile(df, 1 - 2 * tail)
        size = (critical + student.quantile(df, 2 * POWER - 1)) * standard_error
    return f"With {data} {what} of about {size:.2g} {_FOUND}"


def of_rate(
    n: int, rate: float, alternative: Alternative, mid: bool, alpha: float
) -> str:
    """Return which error rates so many rows would tell from the one that is held."""
    low, high = binomial.critical_counts(n, rate, alternative, alpha, mid)
    parts = []
    if alternative != "greater" and 0 < low <= n:
        parts.append(f"below {binomial.rate_of_fewer(low, n, POWER):.2g}")
    if alternative != "less" and 0 <= high < n:
        parts.append(f"above {binomial.rate_of_more(high, n, POWER):.2g}")
    if not parts or alpha >= POWER:
        return ""
    rows = "row" if n == 1 else "rows"
    return f"With {n:,} {rows} an error rate {' or '.join(parts)} {_FOUND}"
