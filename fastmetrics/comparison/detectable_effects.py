"""Effects that a test which did not reject would have found, in a sentence."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fastmetrics._common import binomial, student
from fastmetrics.comparison.planning import minimum_detectable_difference
from fastmetrics.show.numbers import rows_of
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Alternative


__all__ = ["of_answers", "of_differences", "of_error", "of_rate", "of_wins"]

POWER = 0.8


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
    """Return which error rates so many rows would tell from the one that is held."""
    low, high = binomial.critical_counts(n, rate, alternative, alpha, mid)
    parts = []
    if alternative != "greater" and 0 < low <= n:
        rate = binomial.rate_of_fewer(low, n, POWER)
        parts.append(say("below {rate}", rate=f"{rate:.2g}"))
    if alternative != "less" and 0 <= high < n:
        rate = binomial.rate_of_more(high, n, POWER)
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
    """Return which difference of accuracies so many rows would show."""
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
    """Return which difference of shares of wins so many pairs would show."""
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
    """Return which mean so many differences would show, were they normal."""
    if alpha >= POWER or not 0 < deviation < math.inf:
        return ""
    found = minimum_detectable_difference(
        n, standard_deviation=deviation, alpha=alpha, alternative=alternative
    )
    return say(
        "With {n} differences of standard deviation {deviation} one of about {size} "
        "would be found with probability {power}.",
        n=f"{n:,}",
        deviation=f"{deviation:.2g}",
        size=f"{found:.2g}",
        power=f"{POWER:g}",
    )


def _of_shares(
    n: int, discordant: int, alternative: Alternative, alpha: float
) -> str | None:
    if alpha >= POWER:
        return None
    found = minimum_detectable_difference(
        n, discordance=discordant / n, alpha=alpha, alternative=alternative
    )
    if math.isnan(found):
        return say("no difference")
    return say("a difference of {size}", size=f"{found:.2g}")
