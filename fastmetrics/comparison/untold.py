"""Which models are not told apart, in a sentence."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import TYPE_CHECKING

from fastmetrics._common.names import some
from fastmetrics.comparison.groups import MOST_GROUPS, TooManyGroups

if TYPE_CHECKING:
    from fastmetrics.comparison.pairwise_result import PairwiseResult

__all__ = ["sentence_on_untold"]


def sentence_on_untold(
    pairs: PairwiseResult, alpha: float, written: Mapping[Hashable, str]
) -> Iterator[str]:
    """Yield the sentence on models that are not told apart, if there are any.

    ``written`` says how it writes the names.
    """
    try:
        groups = [group for group in pairs.groups(alpha) if len(group) > 1]
    except TooManyGroups:
        yield f"More than {MOST_GROUPS:,} groups of models are not told apart."
        return
    named = [
        some([written[name] for name in group if name != pairs.control], ", ")
        for group in groups
    ]
    if not named:
        return
    if pairs.control is None:
        yield f"There is no evidence of differences within {some(named, ' | ')}."
        return
    yield (
        "There is no evidence of a difference from "
        f"{written[pairs.control]} of {''.join(named)}."
    )
