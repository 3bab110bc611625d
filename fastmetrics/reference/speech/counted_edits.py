"""How many tokens are right, substituted, deleted and inserted."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import check_choice
from fastmetrics.reference.speech.alignments import (
    DELETION,
    HIT,
    INSERTION,
    SUBSTITUTION,
    Costs,
    operations,
)
from fastmetrics.reference.speech.normalizing import Normalize
from fastmetrics.reference.speech.tokens import Tokens, read_pairs

__all__ = ["EditNumbers", "edit_counts", "edit_distance"]


class EditNumbers(NamedTuple):
    """Of some pairs, or of each in a list: tokens by what became of them, and pairs."""

    hits: Any
    substitutions: Any
    deletions: Any
    insertions: Any
    pairs: Any
    wrong_pairs: Any

    @property
    def reference_tokens(self) -> Any:
        """N, the tokens of the reference."""
        return self.hits + self.substitutions + self.deletions

    @property
    def hypothesis_tokens(self) -> Any:
        """The tokens of the hypothesis."""
        return self.hits + self.substitutions + self.insertions

    @property
    def edits(self) -> Any:
        """S + D + I."""
        return self.substitutions + self.deletions + self.insertions


def count_pair(reference: Tokens, hypothesis: Tokens, costs: Costs) -> EditNumbers:
    """Count the operations of one pair."""
    way = operations(reference, hypothesis, costs)
    return EditNumbers(
        way.count(HIT),
        way.count(SUBSTITUTION),
        way.count(DELETION),
        way.count(INSERTION),
        pairs=1,
        wrong_pairs=int(reference != hypothesis),
    )


def summed(counted: Sequence[EditNumbers]) -> EditNumbers:
    """Add the numbers of all pairs up."""
    return EditNumbers(*map(sum, zip(*counted, strict=True)))


def edit_counts(
    reference: Any,
    hypothesis: Any,
    *,
    unit: str = "word",
    average: str | None = "corpus",
    normalize: Normalize = None,
    delimiter: str | None = None,
    costs: Costs = "levenshtein",
) -> EditNumbers:
    """Count hits, substitutions, deletions and insertions, of all pairs or of each."""
    check_choice("average", average, ["corpus", None])
    pairs = read_pairs(
        reference, hypothesis, unit=unit, normalize=normalize, delimiter=delimiter
    )
    counted = [count_pair(*pair, costs) for pair in pairs]
    if average is None:
        return EditNumbers(*map(list, zip(*counted, strict=True)))
    return summed(counted)


def edit_distance(
    reference: Any,
    hypothesis: Any,
    *,
    unit: str = "word",
    average: str | None = "corpus",
    normalize: Normalize = None,
    delimiter: str | None = None,
    costs: Costs = "levenshtein",
) -> Any:
    """Return S + D + I: all together, per pair on average, or of each pair."""
    check_choice("average", average, ["corpus", "mean", None])
    pairs = read_pairs(
        reference, hypothesis, unit=unit, normalize=normalize, delimiter=delimiter
    )
    found = [count_pair(*pair, costs).edits for pair in pairs]
    if average is None:
        return found
    return (
        sum(found) if average == "corpus" else float(Fraction(sum(found), len(pairs)))
    )
