"""How far the decision for a row's own class is ahead of the others."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import same_length
from fastmetrics.reference.probability.rows import (
    Column,
    known_classes,
    read_matrix,
    weighted_mean,
)

__all__ = ["hinge_loss"]


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
