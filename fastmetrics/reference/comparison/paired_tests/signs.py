"""The sign test: heads of a fair coin."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.comparison.paired_tests.pairs import (
    PairedTest,
    between,
    coin_law,
    differences,
    median,
    outermost,
    pvalue_by,
)
from fastmetrics.reference.inputs import check_choice


def sign_test(
    x: Sequence[Any],
    y: Sequence[Any] | None = None,
    *,
    ties: str = "drop",
    alternative: str = "two-sided",
) -> PairedTest:
    """Count the differences above 0, among those that are not 0 or halves of these."""
    check_choice("ties", ties, ["drop", "split"])
    found = differences(x, y)
    wins = sum(d > 0 for d in found)
    losses = sum(d < 0 for d in found)
    if ties == "split":
        half = (len(found) - wins - losses) // 2
        wins, losses = wins + half, losses + half
    p = pvalue_by(coin_law(wins + losses), Fraction(wins), alternative)
    k = outermost(coin_law(len(found)), Fraction(1, 40))
    return PairedTest(float(wins), float(p), median(found), between(found, k))
