"""Areas under the ROC curve of several classes, pair by pair of rows."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from fastmetrics.reference.inputs import (
    check_choice,
    check_labels,
    check_weights,
    classes_of,
    is_matrix,
    same_length,
    warn_undefined,
)

__all__ = ["multiclass_auc_score"]

Column = Sequence[Any]

# A row: its class, its probabilities by class, its weight.
ClassRow = tuple[Any, dict[Any, float], Any]


def multiclass_auc_score(
    y_true: Column,
    y_proba: Sequence[Column],
    *,
    variant: str = "aunu",
    labels: Column | None = None,
    absent: str = "nan",
    sample_weight: Column | None = None,
) -> float:
    """Area under the ROC curve of several classes in one of five variants."""
    check_choice("variant", variant, ["aunu", "aunp", "au1u", "au1p", "mu"])
    check_choice("absent", absent, ["nan", "skip", "raise"])
    length = same_length(y_true=y_true, y_proba=y_proba, sample_weight=sample_weight)
    if not is_matrix(y_proba):
        raise ValueError("y_proba needs a column per class")
    if not all(0 <= p <= 1 for row in y_proba for p in row):
        raise ValueError("a probability is outside [0, 1]")
    sums = [math.fsum(row) for row in y_proba]
    if variant != "mu" and any(abs(1 - s) > 1e-8 + 1e-5 * s for s in sums):
        raise ValueError("the probabilities of a row must sum to 1")
    classes = classes_of(check_labels(y_true if labels is None else labels))
    if len(classes) != len(y_proba[0]) or not set(y_true) <= set(classes):
        raise ValueError("the columns of y_proba do not match the classes")
    weights = check_weights(sample_weight, length)
    rows = [
        (label, dict(zip(classes, probabilities, strict=True)), weight)
        for label, probabilities, weight in zip(y_true, y_proba, weights, strict=True)
        if weight > 0
    ]
    present = [c for c in classes if any(label == c for label, _, _ in rows)]
    if len(present) < len(classes):
        if absent == "raise":
            raise ValueError("a class has no rows")
        if absent == "skip" or variant == "aunp":
            classes = present  # its terms weigh nothing in "aunp"
        else:
            return warn_undefined(f"{variant} of a class without rows", "no rows")
    if len(classes) < 2:
        return warn_undefined(variant, "there is one class only")
    return float(_VARIANTS[variant](rows, classes))


def area(
    own: Sequence[ClassRow],
    others: Sequence[ClassRow],
    score: Callable[[dict[Any, float]], float],
) -> Fraction:
    """Return the chance that a row of `own` has the higher score, ties one half."""
    won = total = Fraction(0)
    for _, p, w in own:
        for _, q, v in others:
            total += w * v
            if score(p) > score(q):
                won += w * v
            elif score(p) == score(q):
                won += Fraction(w * v) / 2
    return won / total


def of_class(rows: Sequence[ClassRow], c: Any) -> list[ClassRow]:
    """Return the rows of a class."""
    return [row for row in rows if row[0] == c]


def share(rows: Sequence[ClassRow], c: Any) -> Fraction:
    """Return the share that a class has in all rows."""
    whole = sum(Fraction(w) for _, _, w in rows)
    return sum((Fraction(w) for _, _, w in of_class(rows, c)), Fraction(0)) / whole


def against_rest(rows: Sequence[ClassRow], c: Any) -> Fraction:
    """Return the area of a class against all others together."""
    rest = [row for row in rows if row[0] != c]
    return area(of_class(rows, c), rest, lambda p: p[c])


def against(rows: Sequence[ClassRow], i: Any, j: Any) -> Fraction:
    """Return A(i|j): class i against class j by the probability of i."""
    return area(of_class(rows, i), of_class(rows, j), lambda p: p[i])


def aunu(rows: Sequence[ClassRow], classes: Sequence[Any]) -> Fraction:
    """Each class against the rest, all alike."""
    return sum(against_rest(rows, c) for c in classes) / Fraction(len(classes))


def aunp(rows: Sequence[ClassRow], classes: Sequence[Any]) -> Fraction:
    """Each class against the rest, by its share."""
    return sum(
        (share(rows, c) * against_rest(rows, c) for c in classes), start=Fraction(0)
    )


def au1u(rows: Sequence[ClassRow], classes: Sequence[Any]) -> Fraction:
    """Each class against each other, all alike (Hand & Till's M)."""
    pairs = list(combinations(classes, 2))
    both = (against(rows, i, j) + against(rows, j, i) for i, j in pairs)
    return sum(both, start=Fraction(0)) / (2 * len(pairs))


def au1p(rows: Sequence[ClassRow], classes: Sequence[Any]) -> Fraction:
    """Each class against each other, by the share of the first."""
    total = Fraction(0)
    for i in classes:
        for j in classes:
            if i != j:
                both = against(rows, i, j) + against(rows, j, i)
                total += share(rows, i) * both / 2
    return total / (len(classes) - 1)


def mu(rows: Sequence[ClassRow], classes: Sequence[Any]) -> Fraction:
    """Each class against each other, by the difference of the two probabilities."""

    def between(i: Any, j: Any) -> Fraction:
        return area(of_class(rows, i), of_class(rows, j), lambda p: p[i] - p[j])

    pairs = list(combinations(classes, 2))
    return sum((between(i, j) for i, j in pairs), start=Fraction(0)) / len(pairs)


_VARIANTS = {"aunu": aunu, "aunp": aunp, "au1u": au1u, "au1p": au1p, "mu": mu}
