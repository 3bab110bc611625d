"""Two systems on the same utterances: whether one makes more errors per segment."""

import math
from statistics import NormalDist, mean, variance
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import check_choice, warn_undefined
from fastmetrics.reference.speech.alignments import (
    HIT,
    INSERTION,
    Costs,
    operations,
)
from fastmetrics.reference.speech.normalizing import Normalize
from fastmetrics.reference.speech.tokens import Tokens, read_pairs

__all__ = ["SegmentTest", "matched_pair_sentence_segment_test"]


class SegmentTest(NamedTuple):
    """z, its p-value, segments, and the mean difference of errors per segment."""

    statistic: float
    pvalue: float
    n_segments: int
    estimate: float


def errors_by_place(reference: Tokens, hypothesis: Tokens, costs: Costs) -> list[int]:
    """Return the errors at each place of a reference of n words, 2n + 1 places.

    Even places are before, between and behind the words: how many were put in there.
    Odd places are the words: 1 where it is substituted or deleted.
    """
    errors = [0] * (2 * len(reference) + 1)
    word = 0
    for operation in operations(reference, hypothesis, costs):
        if operation == INSERTION:
            errors[2 * word] += 1
        else:
            errors[2 * word + 1] += operation != HIT
            word += 1
    return errors


def segments_of(
    errors_a: list[int], errors_b: list[int], min_boundary: int
) -> list[tuple[int, int]]:
    """Return the errors of both systems in each segment of an utterance.

    A segment begins with an error of either. It ends before ``min_boundary`` words in
    a row that both have right, without anything put in between them, or with the
    utterance.
    """
    segments: list[tuple[int, int]] = []
    is_open, right = False, 0
    for place, (a, b) in enumerate(zip(errors_a, errors_b, strict=True)):
        if a or b:
            if is_open:
                a, b = a + segments[-1][0], b + segments.pop()[1]
            segments.append((a, b))
            is_open, right = True, 0
        elif place % 2:
            right += 1
            is_open = is_open and right < min_boundary
    return segments


def matched_pair_sentence_segment_test(
    reference: Any,
    hypothesis_a: Any,
    hypothesis_b: Any,
    *,
    min_boundary: int = 2,
    normalize: Normalize = None,
    delimiter: str | None = None,
    costs: Costs = "sclite",
    alternative: str = "two-sided",
) -> SegmentTest:
    """Compare the errors of two systems in segments that may be taken as independent.

    z is the mean difference over its standard error, p by the normal law.
    """
    check_choice("alternative", alternative, ["two-sided", "greater", "less"])
    if min_boundary < 1:
        raise ValueError(f"min_boundary={min_boundary!r} is not at least 1")
    cutting: dict[str, Any] = {"normalize": normalize, "delimiter": delimiter}
    sides = (
        read_pairs(reference, system, **cutting)
        for system in (hypothesis_a, hypothesis_b)
    )
    differences = []
    for pair_a, pair_b in zip(*sides, strict=True):
        one, other = (
            errors_by_place(ours, theirs, costs) for ours, theirs in (pair_a, pair_b)
        )
        found = segments_of(one, other, min_boundary)
        differences += [a - b for a, b in found]
    n = len(differences)
    if n < 2:
        return SegmentTest(
            warn_undefined("z", f"{n} segments"),
            *(math.nan, n, float(differences[0]) if n else math.nan),
        )
    estimate, spread = mean(differences), variance(differences)
    if spread == 0:
        if estimate == 0:
            return SegmentTest(0.0, 1.0, n, 0.0)
        z = warn_undefined("z", "the differences do not vary")
        return SegmentTest(z, math.nan, n, float(estimate))
    z = estimate / math.sqrt(spread / n)
    tails = {
        "greater": NormalDist().cdf(-z),
        "less": NormalDist().cdf(z),
        "two-sided": 2 * NormalDist().cdf(-abs(z)),
    }
    return SegmentTest(z, tails[alternative], n, float(estimate))
