"""Rates of errors in transcripts, as exact fractions of counts of tokens."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import check_choice, warn_undefined
from fastmetrics.reference.speech.alignments import Costs
from fastmetrics.reference.speech.counted_edits import (
    EditNumbers,
    count_pair,
    summed,
)
from fastmetrics.reference.speech.normalizing import Normalize
from fastmetrics.reference.speech.tokens import read_pairs

__all__ = [
    "character_error_rate",
    "match_error_rate",
    "sentence_error_rate",
    "token_error_rate",
    "word_error_rate",
    "word_information_lost",
    "word_information_preserved",
]

Rate = Callable[[EditNumbers], Fraction]


def error_rate(n: EditNumbers) -> Fraction:
    """(S + D + I) / N; the number of insertions where N is 0."""
    return Fraction(n.edits, n.reference_tokens or 1)


def match_rate(n: EditNumbers) -> Fraction:
    """(S + D + I) / (N + I); 0 where there is nothing on either side."""
    return Fraction(n.edits, n.reference_tokens + n.insertions or 1)


def preserved(n: EditNumbers) -> Fraction:
    """H / N times H / (H + S + I); 1 where there is nothing on either side."""
    if not n.reference_tokens and not n.hypothesis_tokens:
        return Fraction(1)
    if not n.reference_tokens or not n.hypothesis_tokens:
        return Fraction(0)
    return Fraction(n.hits, n.reference_tokens) * Fraction(n.hits, n.hypothesis_tokens)


def averaged(
    rate: Rate,
    reference: Any,
    hypothesis: Any,
    average: str | None,
    costs: Costs,
    empty: str,
    **cutting: Any,
) -> Any:
    """Return a rate of all pairs, the mean of the pairs' rates, or these.

    ``empty`` says what becomes of a rate whose reference has no token: of the corpus
    that is a corpus without one, else a pair.
    """
    check_choice("average", average, ["corpus", "mean", None])
    check_choice("empty", empty, ["insertions", "nan", "error"])
    counted = [
        count_pair(*pair, costs)
        for pair in read_pairs(reference, hypothesis, **cutting)
    ]
    parts = [summed(counted)] if average == "corpus" else counted
    is_empty = [part.reference_tokens == 0 for part in parts]
    if empty == "error" and any(is_empty):
        raise ValueError("a reference without tokens")
    rates = [
        math.nan if empty == "nan" and none else rate(part)
        for part, none in zip(parts, is_empty, strict=True)
    ]
    if average is None:
        return [float(one) for one in rates]
    return float(sum(rates) / len(rates))


def word_error_rate(
    reference: Any,
    hypothesis: Any,
    *,
    average: str | None = "corpus",
    normalize: Normalize = None,
    delimiter: str | None = None,
    costs: Costs = "levenshtein",
    empty: str = "insertions",
) -> Any:
    """Return the edits per word of the reference."""
    cutting: dict[str, Any] = {
        "unit": "word",
        "normalize": normalize,
        "delimiter": delimiter,
    }
    return averaged(error_rate, reference, hypothesis, average, costs, empty, **cutting)


def character_error_rate(
    reference: Any,
    hypothesis: Any,
    *,
    average: str | None = "corpus",
    normalize: Normalize = None,
    unit: str = "code_point",
    costs: Costs = "levenshtein",
    empty: str = "insertions",
) -> Any:
    """Return the edits per character of the reference."""
    check_choice("unit", unit, ["code_point", "grapheme"])
    cutting: dict[str, Any] = {"unit": unit, "normalize": normalize}
    return averaged(error_rate, reference, hypothesis, average, costs, empty, **cutting)


def token_error_rate(
    reference: Any,
    hypothesis: Any,
    *,
    average: str | None = "corpus",
    costs: Costs = "levenshtein",
    empty: str = "insertions",
) -> Any:
    """Return the edits per token of the reference, of lists of tokens.

    Two lists without tokens have none.
    """
    if empty == "insertions" and not len(reference) and not len(hypothesis):
        warn_undefined("the token error rate", "there are no tokens")
        empty = "nan"
    return averaged(
        error_rate, reference, hypothesis, average, costs, empty, unit="token"
    )


def match_error_rate(
    reference: Any,
    hypothesis: Any,
    *,
    average: str | None = "corpus",
    normalize: Normalize = None,
    delimiter: str | None = None,
    costs: Costs = "levenshtein",
    empty: str = "insertions",
) -> Any:
    """Return the share of edits among all that is aligned."""
    cutting: dict[str, Any] = {
        "unit": "word",
        "normalize": normalize,
        "delimiter": delimiter,
    }
    return averaged(match_rate, reference, hypothesis, average, costs, empty, **cutting)


def word_information_preserved(
    reference: Any,
    hypothesis: Any,
    *,
    average: str | None = "corpus",
    normalize: Normalize = None,
    delimiter: str | None = None,
    costs: Costs = "levenshtein",
    empty: str = "insertions",
) -> Any:
    """Return the share of right words in the reference times that in the hypothesis."""
    cutting: dict[str, Any] = {
        "unit": "word",
        "normalize": normalize,
        "delimiter": delimiter,
    }
    return averaged(preserved, reference, hypothesis, average, costs, empty, **cutting)


def word_information_lost(
    reference: Any,
    hypothesis: Any,
    *,
    average: str | None = "corpus",
    normalize: Normalize = None,
    delimiter: str | None = None,
    costs: Costs = "levenshtein",
    empty: str = "insertions",
) -> Any:
    """Return 1 less the word information preserved."""
    cutting: dict[str, Any] = {
        "unit": "word",
        "normalize": normalize,
        "delimiter": delimiter,
    }
    return averaged(
        lambda n: 1 - preserved(n),
        *(reference, hypothesis, average, costs, empty),
        **cutting,
    )


def sentence_error_rate(
    reference: Any,
    hypothesis: Any,
    *,
    normalize: Normalize = None,
    delimiter: str | None = None,
) -> float:
    """Return the share of pairs that differ."""
    pairs = read_pairs(reference, hypothesis, normalize=normalize, delimiter=delimiter)
    return float(Fraction(sum(one != other for one, other in pairs), len(pairs)))
