"""How far ahead, and how often, the score of the right class is."""

import warnings
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import (
    UndefinedMetricWarning,
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
    weights = check_weights(sample_weight, len(y_true))
    hits = 0
    for label, row, weight in zip(y_true, scores, weights, strict=True):
        order = sorted(range(len(row)), key=lambda j: (row[j], j), reverse=True)
        if classes.index(label) in order[:k]:
            hits += weight
    return float(hits / sum(weights) if normalize else hits)
