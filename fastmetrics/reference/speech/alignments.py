"""Which token stands for which: the cheapest way from the reference to the hypothesis.

Of several ways that cost the same a rule takes one, so that there is one answer.
"""

from collections.abc import Hashable, Sequence
from numbers import Integral
from typing import Any, NamedTuple

from fastmetrics.reference.speech.normalizing import Normalize
from fastmetrics.reference.speech.tokens import Tokens, one_pair

__all__ = ["Step", "align"]

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


def distances(
    reference: Tokens, hypothesis: Tokens, costs: tuple[int, int, int]
) -> list[list[int]]:
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


def costed_way(
    reference: Tokens, hypothesis: Tokens, costs: tuple[int, int, int]
) -> list[str]:
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
    reference: str | Sequence[Hashable],
    hypothesis: str | Sequence[Hashable],
    *,
    unit: str = "word",
    normalize: Normalize = None,
    delimiter: str | None = None,
    costs: Costs = "levenshtein",
) -> list[Step]:
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
