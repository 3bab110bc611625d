"""How far ahead, and how often, the score of the right class is."""

import math
import warnings
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import (
    UndefinedMetricWarning,
    check_choice,
    check_weights,
    same_length,
)
from fastmetrics.reference.probability.rows import (
    Column,
    known_classes,
    read_matrix,
    weighted_mean,
)

__all__ = [
    "hinge_loss",
    "top_k_accuracy_score",
    "top_k_f1_score",
    "top_k_precision_score",
    "top_k_recall_score",
]


def hinge_loss(
    y_true: Column,
    pred_decision: Sequence[Any],
    *,
    labels: Column | None = None,
    sample_weight: Column | None = None,
) -> float:
    """Mean of max(0, 1 - margin).

    Of two classes the margin is the decision, its sign turned for the smaller class; of
    more it is that of the own class less the largest of all others (Crammer and
    Singer). A single class that is found where none are named is the smaller one.
    """
    same_length(y_true=y_true, pred_decision=pred_decision, sample_weight=sample_weight)
    classes = known_classes(y_true, labels)
    decisions = [
        [Fraction(x) for x in row]
        for row in read_matrix("pred_decision", pred_decision)
    ]
    width = 1 if len(classes) <= 2 else len(classes)
    if len(decisions[0]) != width:
        raise ValueError(f"pred_decision has {len(decisions[0])} columns, not {width}")
    losses = []
    for label, row in zip(y_true, decisions, strict=True):
        own = classes.index(label)
        if width == 1:
            margin = row[0] if own == 1 else -row[0]
        else:
            margin = row[own] - max(row[:own] + row[own + 1 :])
        losses.append(max(Fraction(0), 1 - margin))
    return float(weighted_mean(losses, sample_weight))


def top_k_accuracy_score(
    y_true: Column,
    y_score: Sequence[Any],
    *,
    k: int = 2,
    normalize: bool = True,
    sample_weight: Column | None = None,
    labels: Column | None = None,
) -> float:
    """Share of the rows whose class is among the k with the largest scores.

    Of classes with equal scores the later column comes first. A single score per row is
    that of the larger of two classes: it is the first one if the score is above one
    half, or above zero where not all scores lie in [0, 1].
    """
    own, best, _ = best_classes(y_true, y_score, k, labels, sample_weight)
    weights = check_weights(sample_weight, len(y_true))
    rows = zip(own, best, weights, strict=True)
    hits = sum(weight for one, found, weight in rows if one in found)
    return float(hits / sum(weights) if normalize else hits)


def best_classes(
    y_true: Column,
    y_score: Sequence[Any],
    k: int,
    labels: Column | None,
    sample_weight: Column | None,
) -> tuple[list[int], list[list[int]], int]:
    """Return the columns of the rows' classes, their k best, and how many there are."""
    same_length(y_true=y_true, y_score=y_score, sample_weight=sample_weight)
    if k < 1:
        raise ValueError(f"k={k!r} is below 1")
    classes = known_classes(y_true, labels)
    if labels is not None and list(labels) != classes:
        raise ValueError("labels must be unique and in ascending order")
    scores = read_matrix("y_score", y_score)
    width = 1 if len(classes) <= 2 else len(classes)
    if len(classes) < 2 or len(scores[0]) != width:
        raise ValueError(f"{len(classes)} classes, {len(scores[0])} columns of scores")
    if k >= len(classes):
        warnings.warn("every class is taken", UndefinedMetricWarning, stacklevel=2)
    if len(classes) == 2:
        inside = all(0 <= row[0] <= 1 for row in scores)
        threshold = 0.5 if inside else 0
        scores = [[0, 1] if row[0] > threshold else [1, 0] for row in scores]
    best = [
        sorted(range(len(row)), key=lambda j: (row[j], j), reverse=True)[:k]
        for row in scores
    ]
    return [classes.index(label) for label in y_true], best, len(classes)


def top_k_precision_score(
    y_true: Column,
    y_score: Sequence[Any],
    *,
    k: int = 2,
    average: str | None = "macro",
    labels: Column | None = None,
    sample_weight: Column | None = None,
    zero_division: Any = "warn",
) -> float | list[float]:
    """Return tp / (tp + fp) of each class, averaged; see `averaged`."""
    best = best_classes(y_true, y_score, k, labels, sample_weight)
    weights = check_weights(sample_weight, len(y_true))
    return averaged("precision", *best, weights, average, zero_division)


def top_k_recall_score(
    y_true: Column,
    y_score: Sequence[Any],
    *,
    k: int = 2,
    average: str | None = "macro",
    labels: Column | None = None,
    sample_weight: Column | None = None,
    zero_division: Any = "warn",
) -> float | list[float]:
    """Return tp / (tp + fn) of each class, averaged; see `averaged`."""
    best = best_classes(y_true, y_score, k, labels, sample_weight)
    weights = check_weights(sample_weight, len(y_true))
    return averaged("recall", *best, weights, average, zero_division)


def top_k_f1_score(
    y_true: Column,
    y_score: Sequence[Any],
    *,
    k: int = 2,
    average: str | None = "macro",
    labels: Column | None = None,
    sample_weight: Column | None = None,
    zero_division: Any = "warn",
) -> float | list[float]:
    """Return 2 tp / (2 tp + fp + fn) of each class, averaged; see `averaged`."""
    best = best_classes(y_true, y_score, k, labels, sample_weight)
    weights = check_weights(sample_weight, len(y_true))
    return averaged("f1", *best, weights, average, zero_division)


def averaged(
    measure: str,
    own: list[int],
    best: list[list[int]],
    n_classes: int,
    weights: Sequence[Any],
    average: str | None,
    zero_division: Any,
) -> float | list[float]:
    """Return a measure of rows that are predicted as each of their k best classes.

    Of a class tp are its rows that have it among the k, fn its others, and fp the rows
    of other classes that have it there. "macro" is the mean over classes, "weighted"
    that by their rows, and "micro" the measure of the sums over classes.
    """
    check_choice("average", average, [None, "macro", "micro", "weighted"])
    rows = list(zip(own, best, weights, strict=True))
    cells: list[list[Any]] = []
    for c in range(n_classes):
        tp = sum(Fraction(w) for a, b, w in rows if a == c and c in b)
        fp = sum(Fraction(w) for a, b, w in rows if a != c and c in b)
        fn = sum(Fraction(w) for a, b, w in rows if a == c and c not in b)
        cells.append([tp, fp, fn])
    supports = [tp + fn for tp, _, fn in cells]
    if average == "micro":
        cells = [[sum(column) for column in zip(*cells, strict=True)]]
    values = []
    for tp, fp, fn in cells:
        top, bottom = {
            "precision": (tp, tp + fp),
            "recall": (tp, tp + fn),
            "f1": (2 * tp, 2 * tp + fp + fn),
        }[measure]
        if bottom:
            values.append(float(Fraction(top) / Fraction(bottom)))
        elif zero_division == "warn":
            warnings.warn("a quotient of 0", UndefinedMetricWarning, stacklevel=3)
            values.append(0.0)
        else:
            values.append(float(zero_division))
    if average is None:
        return values
    if average == "micro":
        return values[0]
    known = [j for j, value in enumerate(values) if not math.isnan(value)]
    if not known:
        return math.nan
    shares = [supports[j] if average == "weighted" else 1 for j in known]
    if not any(shares):
        shares = [1] * len(known)
    total = sum(
        share * Fraction(values[j]) for share, j in zip(shares, known, strict=True)
    )
    return float(total / sum(shares))
