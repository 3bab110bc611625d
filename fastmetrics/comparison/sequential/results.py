"""What a look at a stream has found, as the results of other tests are shown."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fastmetrics._common.options import check_level
from fastmetrics._common.test_result import TestResult
from fastmetrics.comparison.sequential.pictures import evalue_picture
from fastmetrics.show.numbers import pvalue_numeral
from fastmetrics.show.words import Message, capital, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fastmetrics.comparison.sequential.bets import Cells
    from fastmetrics.show.pictures.picture import Picture

__all__ = [
    "SequentialResult",
    "claim_of",
    "evalue_numeral",
    "exp",
    "inverse",
    "look_at",
    "seen",
]

_SIDED = {
    "two-sided": say("two-sided, however often you look"),
    "greater": say("greater, however often you look"),
    "less": say("less, however often you look"),
}


@dataclass(frozen=True, kw_only=True, eq=False)
class SequentialResult(TestResult):
    """What a test that may be looked at every day has found so far.

    Attributes
    ----------
    log_evalue : float
        The logarithm of ``statistic``, which is finite where that is not. For all other
        attributes see `TestResult`.
    """

    __test__ = False

    log_evalue: float = math.nan

    def _pictures(self, alpha: float = 0.05, **options: Any) -> Sequence[Picture]:
        """Return how seldom e-values get so high if nothing differs."""
        alpha = check_level(alpha, "alpha")
        if math.isnan(self.log_evalue):
            return []
        title = say(
            "{test}: {measured}", test=capital(self.method), measured=self._measured()
        )
        return [evalue_picture(title, self.log_evalue, alpha)]

    def _bounded(self, size: Message, bounds: str) -> Message:
        return say(
            "{size} {bounds} (95 %, at all looks together)", size=size, bounds=bounds
        )

    def _measured(self) -> Message:
        return say(
            "e = {e}, p = {p} ({sides})",
            e=evalue_numeral(self.log_evalue),
            p=pvalue_numeral(self.pvalue),
            sides=_SIDED[self.alternative],
        )


def look_at(
    cells: Cells,
    *,
    method: str,
    log_evalue: float,
    pvalue: float,
    n: int,
    alternative: str,
    estimate_name: str,
    found: str,
    claim: str,
) -> SequentialResult:
    """Return what the bets on some cells say."""
    return SequentialResult(
        statistic=exp(log_evalue),
        pvalue=pvalue,
        method=method,
        statistic_name="e-value",
        distribution="betting",
        n=n,
        alternative=alternative,
        estimate=cells.mean,
        estimate_name=estimate_name,
        exact=True,
        found=found,
        claim=claim,
        bounds=cells.interval,
        critical=inverse,
        log_evalue=log_evalue,
    )


def seen(n: int, n_updates: int) -> Message:
    """Say how many rows there were."""
    if n_updates == 1:
        return say("after {n} rows in one update", n=f"{n:,}")
    return say("after {n} rows in {k} updates", n=f"{n:,}", k=f"{n_updates:,}")


def claim_of(what: str, null: float, alternative: str) -> Message:
    """Say what a rejection is evidence of."""
    said = {"what": what, "null": f"{null:g}".replace("-", "−")}
    if alternative == "two-sided":
        return say("{what} is not {null}", **said)
    if alternative == "greater":
        return say("{what} is above {null}", **said)
    return say("{what} is below {null}", **said)


def inverse(alpha: float) -> float:
    """Return the e-value from which on a test of a level rejects."""
    return 1 / alpha


def exp(log: float) -> float:
    """Return e to a power, infinity where that is beyond floats."""
    return math.exp(log) if log < 709 else math.inf


def evalue_numeral(log_evalue: float) -> str:
    """Write an e-value with three digits, as a power of ten where it is far from 1."""
    tens = log_evalue / math.log(10)
    if not math.isfinite(tens):
        return "0" if tens < 0 else "∞"
    if abs(tens) < 6:
        return (
            f"{math.exp(log_evalue):.3g}"
            if tens < 3
            else f"{math.exp(log_evalue):,.0f}"
        )
    power = math.floor(tens)
    return f"{10 ** (tens - power):.2f}e{power}".replace("-", "−")
