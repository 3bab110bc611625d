"""What a report says of two ROC curves: which one is above the other, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics._common.plain import plain
from fastmetrics.show.numbers import count, percent
from fastmetrics.show.words import Message, say

if TYPE_CHECKING:
    from fastmetrics.comparison.dominance import Dominance

__all__ = ["dominance_dict", "how_curves_lie"]


def how_curves_lie(a: str, b: str, found: Dominance) -> Message:
    """Return the verdict on two curves; the one that is above more often is first.

    It is one on these rows, which need not tell the models apart.
    """
    if found.verdict == "equal":
        return say(
            "On these rows the ROC curves of {a} and {b} are the same.", a=a, b=b
        )
    above, below, share, other = a, b, found.share_a, found.share_b
    if share < other:
        above, below, share, other = below, above, other, share
    fields = {"above": above, "below": below, "share": _percent(share)}
    if found.verdict != "cross":
        return say(
            "On these rows the ROC curve of {above} lies above that of {below} at "
            "{share} of the false positive rates, and nowhere below it.",
            **fields,
        )
    fields["other"] = _percent(other)
    n = len(found.crossings)
    if n == 1:
        return say(
            "On these rows the ROC curve of {above} lies above that of {below} at "
            "{share} of the false positive rates, below it at {other}; they cross "
            "once.",
            **fields,
        )
    return say(
        "On these rows the ROC curve of {above} lies above that of {below} at {share} "
        "of the false positive rates, below it at {other}; they cross {n} times.",
        n=count(n),
        **fields,
    )


def _percent(share: float) -> str:
    """Write a share so that one near none or all is not taken for it."""
    if 0 < share < 0.0005:
        return say("less than 0.1 %")
    if 0.9995 <= share < 1:
        return say("more than 99.9 %")
    return percent(share)


def dominance_dict(found: Dominance) -> dict[str, Any]:
    """Return the verdict as JSON has it, with the number of crossings."""
    told = {name: plain(one) for name, one in found._asdict().items()}
    told["crossings"] = len(found.crossings)
    for name in ("largest_gap_a", "largest_gap_b"):
        gap = getattr(found, name)
        told[name] = {part: plain(one) for part, one in gap._asdict().items()}
    return told
