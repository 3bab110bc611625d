"""Alignments of transcripts, rates of their errors, and segments of sentences."""

import math
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from numbers import Integral
from statistics import NormalDist, mean, variance
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import check_choice, warn_undefined
from fastmetrics.reference.speech.tokens import Tokens, one_pair, read_pairs

HIT, SUBSTITUTION, DELETION, INSERTION = "hit", "substitution", "deletion", "insertion"

SCLITE = (4, 3, 3)

Costs = str | Sequence[int]


class Step(NamedTuple):
    """Neighbouring tokens of one kind, and where they stand: from, up to before."""

    operation: str
    reference: tuple[int, int]
    hypothesis: tuple[int, int]


def check_costs(costs: Any) -> tuple[int, int, int] | None:
    """Return the costs of a substitution, insertion and deletion; None: of any edit 1.

    With "levenshtein" the rule for ties is another one, so it is not (1, 1, 1).
    """
    if isinstance(costs, str):
        if costs not in ("levenshtein", "sclite"):
            raise ValueError(f"costs={costs!r}")
        return SCLITE if costs == "sclite" else None
    if not isinstance(costs, list | tuple) or len(costs) != 3:
        raise ValueError(f"costs={costs!r} are not three")
    if not all(isinstance(one, Integral) and int(one) > 0 for one in costs):
        raise ValueError(f"costs={costs!r} are not whole numbers above 0")
    return tuple(costs)


def distances(reference, hypothesis, costs):
    """Return what it costs to make the first j of the one of the first i of the other.

    ``[i][j]``, for all i from 0 and all j from 0.
    """
    substitution, insertion, deletion = costs
    found = [[j * insertion for j in range(len(hypothesis) + 1)]]
    for i, token in enumerate(reference, 1):
        row = [i * deletion]
        for j, other in enumerate(hypothesis, 1):
            row.append(
                min(
                    found[i - 1][j - 1] + (0 if token == other else substitution),
                    found[i - 1][j] + deletion,
                    row[j - 1] + insertion,
                )
            )
        found.append(row)
    return found


def common_prefix(reference: Tokens, hypothesis: Tokens) -> int:
    """Return how many tokens both begin with."""
    n = 0
    while n < min(len(reference), len(hypothesis)) and reference[n] == hypothesis[n]:
        n += 1
    return n


def levenshtein_way(reference: Tokens, hypothesis: Tokens) -> list[str]:
    """Return the operations in order, in the order that RapidFuzz goes.

    The common prefix, and the common suffix of what is left, are hits. Read from the
    end of the middle: a deletion where one is on a shortest way; else an insertion
    where it is cheaper than going on the diagonal; else the diagonal.
    """
    prefix = common_prefix(reference, hypothesis)
    suffix = common_prefix(reference[prefix:][::-1], hypothesis[prefix:][::-1])
    ours = reference[prefix : len(reference) - suffix]
    theirs = hypothesis[prefix : len(hypothesis) - suffix]
    d = distances(ours, theirs, (1, 1, 1))
    i, j = len(ours), len(theirs)
    way = []
    while i or j:
        if i and d[i][j] == d[i - 1][j] + 1:
            way.append(DELETION)
            i -= 1
        elif j and (i == 0 or d[i][j - 1] < d[i - 1][j - 1]):
            way.append(INSERTION)
            j -= 1
        else:
            way.append(HIT if ours[i - 1] == theirs[j - 1] else SUBSTITUTION)
            i, j = i - 1, j - 1
    return [HIT] * prefix + way[::-1] + [HIT] * suffix


def costed_way(reference, hypothesis, costs):
    """Return the operations in order, of ties as NIST's sclite breaks them.

    Read from the end: the hit or substitution where it reaches the minimum, else the
    insertion, else the deletion.
    """
    substitution, insertion, _ = costs
    d = distances(reference, hypothesis, costs)
    i, j = len(reference), len(hypothesis)
    way = []
    while i or j:
        both = i > 0 and j > 0
        same = both and reference[i - 1] == hypothesis[j - 1]
        if both and d[i][j] == d[i - 1][j - 1] + (0 if same else substitution):
            way.append(HIT if same else SUBSTITUTION)
            i, j = i - 1, j - 1
        elif j and d[i][j] == d[i][j - 1] + insertion:
            way.append(INSERTION)
            j -= 1
        else:
            way.append(DELETION)
            i -= 1
    return way[::-1]


def operations(reference: Tokens, hypothesis: Tokens, costs: Costs) -> list[str]:
    """Return the operation for each token of either, in order."""
    checked = check_costs(costs)
    if checked is None:
        return levenshtein_way(reference, hypothesis)
    return costed_way(reference, hypothesis, checked)


def align(
    reference,
    hypothesis,
    *,
    unit="word",
    normalize=None,
    delimiter=None,
    costs="levenshtein",
):
    """Return the steps that lead from one text (or token list) to the other."""
    pair = one_pair(
        reference, hypothesis, unit=unit, normalize=normalize, delimiter=delimiter
    )
    steps: list[Step] = []
    i = j = 0
    for operation in operations(*pair, costs):
        i_after, j_after = i + (operation != INSERTION), j + (operation != DELETION)
        if steps and steps[-1].operation == operation:
            _, (i, _), (j, _) = steps.pop()
        steps.append(Step(operation, (i, i_after), (j, j_after)))
        i, j = i_after, j_after
    return steps


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
    reference,
    hypothesis,
    *,
    unit="word",
    average="corpus",
    normalize=None,
    delimiter=None,
    costs="levenshtein",
):
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
    reference,
    hypothesis,
    *,
    unit="word",
    average="corpus",
    normalize=None,
    delimiter=None,
    costs="levenshtein",
):
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


Rate = Callable[[EditNumbers], Fraction]


def error_rate(n):
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


def averaged(rate, reference, hypothesis, average, costs, empty, **cutting):
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
    reference,
    hypothesis,
    *,
    average="corpus",
    normalize=None,
    delimiter=None,
    costs="levenshtein",
    empty="insertions",
):
    """Return the edits per word of the reference."""
    cutting: dict[str, Any] = {
        "unit": "word",
        "normalize": normalize,
        "delimiter": delimiter,
    }
    return averaged(error_rate, reference, hypothesis, average, costs, empty, **cutting)


def character_error_rate(
    reference,
    hypothesis,
    *,
    average="corpus",
    normalize=None,
    unit="code_point",
    costs="levenshtein",
    empty="insertions",
):
    """Return the edits per character of the reference."""
    check_choice("unit", unit, ["code_point", "grapheme"])
    cutting: dict[str, Any] = {"unit": unit, "normalize": normalize}
    return averaged(error_rate, reference, hypothesis, average, costs, empty, **cutting)


def token_error_rate(
    reference, hypothesis, *, average="corpus", costs="levenshtein", empty="insertions"
):
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
    reference,
    hypothesis,
    *,
    average="corpus",
    normalize=None,
    delimiter=None,
    costs="levenshtein",
    empty="insertions",
):
    """Return the share of edits among all that is aligned."""
    cutting: dict[str, Any] = {
        "unit": "word",
        "normalize": normalize,
        "delimiter": delimiter,
    }
    return averaged(match_rate, reference, hypothesis, average, costs, empty, **cutting)


def word_information_preserved(
    reference,
    hypothesis,
    *,
    average="corpus",
    normalize=None,
    delimiter=None,
    costs="levenshtein",
    empty="insertions",
):
    """Return the share of right words in the reference times that in the hypothesis."""
    cutting: dict[str, Any] = {
        "unit": "word",
        "normalize": normalize,
        "delimiter": delimiter,
    }
    return averaged(preserved, reference, hypothesis, average, costs, empty, **cutting)


def word_information_lost(
    reference,
    hypothesis,
    *,
    average="corpus",
    normalize=None,
    delimiter=None,
    costs="levenshtein",
    empty="insertions",
):
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


def sentence_error_rate(reference, hypothesis, *, normalize=None, delimiter=None):
    """Return the share of pairs that differ."""
    pairs = read_pairs(reference, hypothesis, normalize=normalize, delimiter=delimiter)
    return float(Fraction(sum(one != other for one, other in pairs), len(pairs)))


class ConfusionPairs(NamedTuple):
    """What went wrong and how often, the most frequent first, of ties the earlier."""

    substitutions: list[tuple[Hashable, Hashable, int]]
    deletions: list[tuple[Hashable, int]]
    insertions: list[tuple[Hashable, int]]


def confusion_pairs(
    reference,
    hypothesis,
    *,
    n=None,
    unit="word",
    normalize=None,
    delimiter=None,
    costs="levenshtein",
):
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


def segments_of(errors_a, errors_b, min_boundary):
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
    reference,
    hypothesis_a,
    hypothesis_b,
    *,
    min_boundary=2,
    normalize=None,
    delimiter=None,
    costs="sclite",
    alternative="two-sided",
):
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
