"""Effects that a test which did not reject would have found, in a sentence."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fastmetrics._common import binomial, student
from fastmetrics.comparison.planning import minimum_detectable_difference

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Alternative


__all__ = ["of_answers", "of_differences", "of_error", "of_rate", "of_wins"]

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


# --- of pairs of rows


def of_answers(n: int, discordant: int, alternative: Alternative, alpha: float) -> str:
    """Return which difference of accuracies so many rows would show."""
    rows = "row" if discordant == 1 else "rows"
    data = f"With {discordant:,} discordant {rows} in {n:,}"
    return _of_shares(data, "", n, discordant, alternative, alpha)


def of_wins(n: int, unequal: int, alternative: Alternative, alpha: float) -> str:
    """Return which difference of shares of wins so many pairs would show."""
    data = f"With {unequal:,} unequal pairs in {n:,}"
    between = " between the shares of wins and of losses"
    return _of_shares(data, between, n, unequal, alternative, alpha)


def of_differences(
    n: int, deviation: float, alternative: Alternative, alpha: float
) -> str:
    """Return which mean so many differences would show, were they normal."""
    if alpha >= POWER or not 0 < deviation < math.inf:
        return ""
    found = minimum_detectable_difference(
        n, standard_deviation=deviation, alpha=alpha, alternative=alternative
    )
    return (
        f"With {n:,} differences of standard deviation {deviation:.2g} one of about "
        f"{found:.2g} would be found with probability {POWER:g}."
    )


def _of_shares(
    data: str,
    between: str,
    n: int,
    discordant: int,
    alternative: Alternative,
    alpha: float,
) -> str:
    if alpha >= POWER:
        return ""
    found = minimum_detectable_difference(
        n, discordance=discordant / n, alpha=alpha, alternative=alternative
    )
    size = "no difference" if math.isnan(found) else f"a difference of {found:.2g}"
    return f"{data} {size}{between} would be found with probability {POWER:g}."
