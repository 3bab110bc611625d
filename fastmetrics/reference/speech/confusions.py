"""Which words are taken for which, which are left out, and which are put in."""

from collections import Counter
from collections.abc import Hashable
from typing import Any, NamedTuple

from fastmetrics.reference.speech.alignments import (
    DELETION,
    INSERTION,
    SUBSTITUTION,
    Costs,
    operations,
)
from fastmetrics.reference.speech.normalizing import Normalize
from fastmetrics.reference.speech.tokens import read_pairs

__all__ = ["ConfusionPairs", "confusion_pairs"]


class ConfusionPairs(NamedTuple):
    """What went wrong and how often, the most frequent first, of ties the earlier."""

    substitutions: list[tuple[Hashable, Hashable, int]]
    deletions: list[tuple[Hashable, int]]
    insertions: list[tuple[Hashable, int]]


def confusion_pairs(
    reference: Any,
    hypothesis: Any,
    *,
    n: int | None = None,
    unit: str = "word",
    normalize: Normalize = None,
    delimiter: str | None = None,
    costs: Costs = "levenshtein",
) -> ConfusionPairs:
    """Count the pairs of tokens, and the tokens, that the alignments show as errors."""
    if n is not None and n < 1:
        raise ValueError(f"n={n!r} is not at least 1")
    substituted: Counter[Any] = Counter()
    deleted: Counter[Any] = Counter()
    inserted: Counter[Any] = Counter()
    for ours, theirs in read_pairs(
        reference, hypothesis, unit=unit, normalize=normalize, delimiter=delimiter
    ):
        i = j = 0
        for operation in operations(ours, theirs, costs):
            if operation == SUBSTITUTION:
                substituted[ours[i], theirs[j]] += 1
            elif operation == DELETION:
                deleted[ours[i]] += 1
            elif operation == INSERTION:
                inserted[theirs[j]] += 1
            i += operation != INSERTION
            j += operation != DELETION
    return ConfusionPairs(
        [(*pair, times) for pair, times in substituted.most_common(n)],
        deleted.most_common(n),
        inserted.most_common(n),
    )
