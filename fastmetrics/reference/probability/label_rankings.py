"""Whether the labels that a row has are ranked above those that it has not."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import same_length
from fastmetrics.reference.probability.rows import (
    Column,
    Matrix,
    read_matrix,
    weighted_mean,
)

__all__ = [
    "coverage_error",
    "label_ranking_average_precision_score",
    "label_ranking_loss",
]


def ranked_rows(
    y_true: Matrix, y_score: Matrix, *, one_label: bool = False
) -> Iterator[tuple[list[Any], list[Any]]]:
    """Yield for each row the scores of the labels that it has, and of the others."""
    same_length(y_true=y_true, y_score=y_score)
    truth, scores = read_matrix("y_true", y_true), read_matrix("y_score", y_score)
    if len(truth[0]) != len(scores[0]):
        raise ValueError("y_true and y_score have different shapes")
    if len(truth[0]) < 2 and not one_label:
        raise ValueError("there must be at least two labels")
    values = {value for row in truth for value in row}
    if len(values) > 2 or any(value != int(value) for value in values):
        raise ValueError("y_true must hold at most two values, whole numbers")
    for has, row in zip(truth, scores, strict=True):
        relevant = [s for s, h in zip(row, has, strict=True) if h]
        yield relevant, [s for s, h in zip(row, has, strict=True) if not h]


def coverage_error(
    y_true: Matrix, y_score: Matrix, *, sample_weight: Column | None = None
) -> float:
    """Mean number of labels, best first, until all that the row has are among them.

    Labels that tie with the last of these count. Nothing is to be covered in a row
    without labels: 0.
    """
    depths = [
        sum(s >= min(relevant) for s in relevant + others) if relevant else 0
        for relevant, others in ranked_rows(y_true, y_score)
    ]
    return float(weighted_mean(depths, sample_weight))


def label_ranking_loss(
    y_true: Matrix, y_score: Matrix, *, sample_weight: Column | None = None
) -> float:
    """Mean share of the pairs (a label it has, one it has not) in the wrong order.

    Ties are wrong. A row without such pairs has loss 0.
    """
    losses = []
    for relevant, others in ranked_rows(y_true, y_score):
        wrong = sum(own <= other for own in relevant for other in others)
        pairs = len(relevant) * len(others)
        losses.append(Fraction(wrong, pairs) if pairs else Fraction(0))
    return float(weighted_mean(losses, sample_weight))


def label_ranking_average_precision_score(
    y_true: Matrix, y_score: Matrix, *, sample_weight: Column | None = None
) -> float:
    """Mean over rows of the mean precision at the rank of each label that it has.

    The precision at a rank is the share of the labels with at least that score that the
    row has. It is 1 in a row that has none of the labels, or all.
    """
    precisions = []
    for relevant, others in ranked_rows(y_true, y_score, one_label=True):
        shares = [
            Fraction(sum(s >= own for s in relevant), sum(s >= own for s in both))
            for own in relevant
            for both in [relevant + others]
        ]
        precisions.append(sum(shares) / len(shares) if shares and others else 1)
    return float(weighted_mean(precisions, sample_weight))
