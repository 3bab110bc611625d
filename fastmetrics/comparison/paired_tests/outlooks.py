"""What a test that did not reject would have found: the last sentence of summaries."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fastmetrics.comparison.planning import minimum_detectable_difference

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Alternative

__all__ = ["of_answers", "of_differences", "of_wins"]

POWER = 0.8


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
