"""The law of the number of heads among m fair coins: of wins where nobody is better."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["critical_heads", "outermost_rank", "pvalue_of_heads"]


def pvalue_of_heads(
    heads: int, tosses: int, alternative: str, *, mid: bool = False
) -> float:
    """Return the p-value of a number of heads among so many tosses of a fair coin.

    ``mid``: count of what is as extreme as this only one half of what equals it.
    """
    upper = _upper_tail(heads, tosses, mid)
    lower = _upper_tail(tosses - heads, tosses, mid)
    if alternative == "two-sided":
        return min(1.0, 2 * min(upper, lower))
    return upper if alternative == "greater" else lower


def critical_heads(
    tosses: int, alternative: str, mid: bool, alpha: float
) -> float | tuple[float, float]:
    """Return the number that heads must exceed; two where both tails count.

    Nothing exceeds ``tosses``, and nothing is below 0: then there is no rejection.
    """
    if alternative == "two-sided":
        high = _least(tosses, mid, alpha / 2)
        return float(tosses - high), float(high)
    high = _least(tosses, mid, alpha)
    return float(high if alternative == "greater" else tosses - high)


def outermost_rank(tosses: int, tail: float) -> int:
    """Return the largest d with P(heads < d) ≤ tail; there is always 0."""
    return tosses - _least(tosses, False, tail)


def _least(tosses: int, mid: bool, tail: float) -> int:
    """Return the least c of which c + 1 heads have an upper tail of at most this."""

    def rejects(c: int) -> bool:
        return c >= tosses or _upper_tail(c + 1, tosses, mid) <= tail

    return _first(rejects, -2, tosses)


def _first(holds: Callable[[int], bool], below: int, above: int) -> int:
    """Return the first number at which it holds: above one, at most the other."""
    while above - below > 1:
        middle = (below + above) // 2
        if holds(middle):
            above = middle
        else:
            below = middle
    return above


def _upper_tail(heads: int, tosses: int, mid: bool) -> float:
    """Return P(X ≥ heads), or P(X > heads) + ½ P(X = heads)."""
    from scipy.special import betainc

    def at_least(x: int) -> float:
        if x <= 0:
            return 1.0
        return float(betainc(x, tosses - x + 1, 0.5)) if x <= tosses else 0.0

    if mid:  # their mean, as P(X = heads) is their difference
        return (at_least(heads) + at_least(heads + 1)) / 2
    return at_least(heads)
