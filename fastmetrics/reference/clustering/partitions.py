"""Agreement of two partitions: which pairs of rows they put together, and overlaps.

A partition gives every row a cluster. Labels are names of clusters and nothing else,
so the two sides may have names of different kinds, and there may be no row at all.
"""

import math
import warnings
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from numbers import Integral, Real
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import (
    check_choice,
    classes_of,
    is_matrix,
    warn_undefined,
)

__all__ = [
    "PairCounts",
    "adjusted_rand_score",
    "clustering_accuracy",
    "contingency_matrix",
    "fowlkes_mallows_score",
    "pair_confusion_matrix",
    "pair_counts",
    "pairwise_jaccard_score",
    "pairwise_precision_recall",
    "purity_score",
    "rand_score",
]

Column = Sequence[Any]

NOISE = -1  # the label that clusterers give to rows of no cluster


class PairCounts(NamedTuple):
    """Unordered pairs of rows; the first word is of labels_true, then labels_pred."""

    same_same: int
    same_different: int
    different_same: int
    different_different: int


# ----------------------------------------------------------------------------- reading


def check_partition(name: str, labels: Column | None) -> list[Any]:
    """Return the labels if they are all strings or all finite numbers."""
    if labels is None:
        raise TypeError(f"{name} is missing")
    if is_matrix(labels):
        raise ValueError(f"{name} holds several labels per row")
    for label in labels:
        if isinstance(label, str | Integral):
            continue
        if not isinstance(label, Real) or not math.isfinite(label):
            raise ValueError(f"{name}: {label!r} is not a label")
    if len({isinstance(label, str) for label in labels}) > 1:
        raise TypeError(f"{name} mixes strings and numbers")
    return list(labels)


def is_continuous(label: Any) -> bool:
    """Tell whether a number is written as a float and is not an int64."""
    if not isinstance(label, float):
        return False
    return label != math.floor(label) or not -(2**63) <= label < 2**63


def two_partitions(labels_true, labels_pred, noise="one_cluster", *, warn=True):
    """Return the clusters of the rows in both partitions, after a look at noise.

    "one_cluster": -1 is a label like any other. "drop": a row that is noise in either
    partition goes. "own_clusters": a row of noise is a cluster of its own in the
    partition that says so. Clusters are tuples, so that these sort in the place of -1:
    by the row's label on the other side, and then by where the row stands.
    """
    check_choice("noise", noise, ["one_cluster", "drop", "own_clusters"])
    true = check_partition("labels_true", labels_true)
    predicted = check_partition("labels_pred", labels_pred)
    if len(true) != len(predicted):
        raise ValueError(f"{len(true)} labels_true, {len(predicted)} labels_pred")
    if warn and any(map(is_continuous, true + predicted)):
        warnings.warn("continuous labels for clusters", UserWarning, stacklevel=3)

    def cluster(row: int, label: Any, other: Any) -> tuple[Any, ...]:
        if noise == "own_clusters" and label == NOISE:
            return (label, other, row)
        return (label,)

    rows = [
        (cluster(row, mine, yours), cluster(row, yours, mine))
        for row, (mine, yours) in enumerate(zip(true, predicted, strict=True))
        if noise != "drop" or NOISE not in (mine, yours)
    ]
    return [first for first, _ in rows], [second for _, second in rows]


# --------------------------------------------------------------------------- the table


def contingency_matrix(
    labels_true, labels_pred, *, eps=None, sparse=False, dtype=int, noise="one_cluster"
):
    """Rows of each cluster of the first (down) and the second partition (across).

    `eps` is added to each of them. Sparse, it is a dict {(i, j): rows} without those
    that are 0.
    """
    if eps is not None:
        if sparse:
            raise ValueError("eps would leave no zeros for a sparse matrix")
        if not 0 <= eps < math.inf:
            raise ValueError(f"eps={eps!r} is not finite and >= 0")
    true, predicted = two_partitions(labels_true, labels_pred, noise, warn=False)
    together = Counter(zip(true, predicted, strict=True))
    matrix = [
        [dtype(together[i, j]) for j in classes_of(predicted)] for i in classes_of(true)
    ]
    if sparse:
        return {
            (i, j): n for i, row in enumerate(matrix) for j, n in enumerate(row) if n
        }
    return matrix if eps is None else [[n + eps for n in row] for row in matrix]


def purity_score(labels_true, labels_pred, *, noise="one_cluster"):
    """Share of rows that are in the class most frequent in their cluster."""
    true, predicted = two_partitions(labels_true, labels_pred, noise)
    if not true:
        return warn_undefined("the purity", "no rows")
    together = Counter(zip(true, predicted, strict=True))
    largest = [max(together[i, j] for i in set(true)) for j in set(predicted)]
    return float(Fraction(sum(largest), len(true)))


def clustering_accuracy(labels_true, labels_pred, *, noise="one_cluster"):
    """Share of rows that are right where clusters stand for different classes, at best.

    One cluster more is given a class again and again, such that what is gained is the
    most; others change their classes for it. What is best of so many clusters is so
    found for each number of them.
    """
    true, predicted = two_partitions(labels_true, labels_pred, noise)
    if not true:
        return warn_undefined("the accuracy", "no rows")
    together = Counter(zip(true, predicted, strict=True))
    stands_for: dict[Any, Any] = {}
    while (change := best_change(together, stands_for)) is not None:
        stands_for.update(change)
    right = sum(together[i, j] for j, i in stands_for.items())
    return float(Fraction(right, len(true)))


def best_change(together, stands_for):
    """Return new classes of some clusters, one of which had none; None: no gain.

    A change takes a class from the cluster that has it, which takes another one, and so
    on up to a class that nobody has.
    """
    owner = {i: j for j, i in stands_for.items()}
    # cluster -> what is gained up to it, which loses its class, and the classes taken
    start: tuple[int, dict[Any, Any]] = (0, {})
    reached = {j: start for _, j in together if j not in stands_for}
    best = start
    waiting = list(reached)
    while waiting:
        j = waiting.pop(0)
        gained, taken = reached[j]
        for (i, own), n in together.items():
            if own != j or i in taken.values():
                continue
            found = gained + n, {**taken, j: i}
            if i not in owner:
                best = max(best, found, key=lambda one: one[0])
                continue
            loser = owner[i]
            lost = found[0] - together[i, loser], found[1]
            if loser not in reached or lost[0] > reached[loser][0]:
                reached[loser] = lost
                waiting.append(loser)
    return best[1] or None


# ------------------------------------------------------------------------------- pairs


def pair_counts(labels_true, labels_pred, *, noise="one_cluster"):
    """Pairs of rows by whether they are in the same cluster in the two partitions."""
    true, predicted = two_partitions(labels_true, labels_pred, noise)
    counts = Counter(
        (true[i] == true[j], predicted[i] == predicted[j])
        for j in range(len(true))
        for i in range(j)
    )
    return PairCounts(*(counts[t, p] for t in (True, False) for p in (True, False)))


def pair_confusion_matrix(labels_true, labels_pred, *, noise="one_cluster"):
    """Pairs of rows, (i, j) and (j, i) being two, by the same in the two partitions.

    Down: different, same cluster in `labels_true`; across: in `labels_pred`.
    """
    ss, sd, ds, dd = pair_counts(labels_true, labels_pred, noise=noise)
    return [[2 * dd, 2 * ds], [2 * sd, 2 * ss]]


def rand_score(labels_true, labels_pred, *, noise="one_cluster"):
    """Share of pairs that the partitions treat alike (Rand 1971); 1 without pairs."""
    ss, sd, ds, dd = pair_counts(labels_true, labels_pred, noise=noise)
    pairs = ss + sd + ds + dd
    return float(Fraction(ss + dd, pairs)) if pairs else 1.0


def adjusted_rand_score(labels_true, labels_pred, *, noise="one_cluster"):
    """(index - expected) / (largest - expected) of the Rand index (Hubert 1985).

    The index is the number of pairs together in both. Of `true` and `predicted` pairs
    together, true · predicted / all are expected to be; their mean is taken for the
    largest index. 1 for equal partitions.
    """
    ss, sd, ds, dd = pair_counts(labels_true, labels_pred, noise=noise)
    if sd == ds == 0:
        return 1.0
    true, predicted = ss + sd, ss + ds
    expected = Fraction(true * predicted, ss + sd + ds + dd)
    largest = Fraction(true + predicted, 2)
    return float((ss - expected) / (largest - expected))


def fowlkes_mallows_score(labels_true, labels_pred, *, noise="one_cluster"):
    """Geometric mean of pairwise precision and recall; 0 if no pair is right."""
    ss, sd, ds, _ = pair_counts(labels_true, labels_pred, noise=noise)
    if ss == 0:
        return 0.0
    return math.sqrt(Fraction(ss, ss + ds) * Fraction(ss, ss + sd))


def pairwise_jaccard_score(labels_true, labels_pred, *, noise="one_cluster"):
    """Pairs together in both partitions over those together in either."""
    ss, sd, ds, _ = pair_counts(labels_true, labels_pred, noise=noise)
    if ss + sd + ds == 0:
        return warn_undefined("the pairwise Jaccard index", "no pairs together")
    return float(Fraction(ss, ss + sd + ds))


def pairwise_precision_recall(labels_true, labels_pred, *, noise="one_cluster"):
    """Pairs together in both, over those that are in labels_pred; in labels_true."""
    ss, sd, ds, _ = pair_counts(labels_true, labels_pred, noise=noise)
    shares = []
    for name, together in (("precision", ss + ds), ("recall", ss + sd)):
        if together:
            shares.append(float(Fraction(ss, together)))
        else:
            shares.append(warn_undefined(f"pairwise {name}", "no pairs together"))
    return shares[0], shares[1]
