"""Proper scores of distributions over classes, ordered or not."""

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

from fastmetrics.reference.inputs import (
    check_labels,
    classes_of,
    positive_label,
    same_length,
)
from fastmetrics.reference.probability.rows import (
    Column,
    distributions,
    known_classes,
    weighted_mean,
)

__all__ = [
    "jensen_shannon_divergence",
    "kl_divergence",
    "ranked_probability_score",
    "spherical_score",
]


def spherical_score(
    y_true: Column,
    y_proba: Sequence[Any],
    *,
    labels: Column | None = None,
    pos_label: Any = None,
    sample_weight: Column | None = None,
) -> float:
    """Mean of the probability of the class that occurred over the length of the row.

    A row of zeros scores 0.
    """
    same_length(y_true=y_true, y_proba=y_proba, sample_weight=sample_weight)
    if isinstance(y_proba[0], list | tuple) and len(y_proba[0]) > 1:
        classes = known_classes(y_true, labels)
        rows = distributions("y_proba", y_proba, len(classes))
        own = [classes.index(label) for label in y_true]
    else:
        rows = distributions("y_proba", y_proba, 2)
        own = [int(label == positive_label(y_true, pos_label)) for label in y_true]
    scores = [
        float(row[i]) / math.hypot(*map(float, row)) if any(row) else 0.0
        for i, row in zip(own, rows, strict=True)
    ]
    return float(weighted_mean(scores, sample_weight))


def ranked_probability_score(
    y_true: Column,
    y_proba: Sequence[Any],
    *,
    labels: Column | None = None,
    normalize: bool = False,
    sample_weight: Column | None = None,
) -> float:
    """Mean of the squared distance of the cumulative distributions.

    That of the forecast is F_j, the probability of the first j classes; that of what
    was observed jumps from 0 to 1 at the class that occurred. The last F_j, which is
    always 1, does not count; `normalize` divides by the number of the others.
    """
    same_length(y_true=y_true, y_proba=y_proba, sample_weight=sample_weight)
    check_labels(y_true)
    if labels is None and isinstance(y_true[0], str):
        raise ValueError("labels must give the order of classes that are strings")
    classes = classes_of(y_true) if labels is None else list(labels)
    if len(set(classes)) != len(classes):
        raise ValueError(f"labels must be unique, got {classes}")
    if not set(y_true) <= set(classes):
        raise ValueError("y_true has labels that are not in labels")
    rows = distributions("y_proba", y_proba, len(classes))
    scores = []
    for label, row in zip(y_true, rows, strict=True):
        own = classes.index(label)
        score = sum(
            (cumulative - (own <= j)) ** 2
            for j, cumulative in enumerate(accumulate(row[:-1]))
        )
        scores.append(score / (len(classes) - 1) if normalize else score)
    return float(weighted_mean(scores, sample_weight))


def kl_divergence(
    p_true: Sequence[Any],
    p_pred: Sequence[Any],
    *,
    sample_weight: Column | None = None,
) -> float:
    """Mean of the sum of p log(p / q), in nats, over the classes of a row.

    0 log 0 is 0; the divergence is infinite where q = 0 < p.
    """
    same_length(p_true=p_true, p_pred=p_pred, sample_weight=sample_weight)
    truth = distributions("p_true", p_true, None)
    forecasts = distributions("p_pred", p_pred, len(truth[0]))
    divergences = [
        math.fsum(map(divergence, row, forecast))
        for row, forecast in zip(truth, forecasts, strict=True)
    ]
    return float(weighted_mean(divergences, sample_weight))


def divergence(p: Fraction, q: Fraction) -> float:
    """Return p log(p / q) of exact numbers."""
    if p == 0:
        return 0.0
    if q == 0:
        return math.inf
    ratio = p / q
    if abs(ratio - 1) < 0.5:
        return float(p) * math.log1p(float(ratio - 1))
    return float(p) * (math.log(ratio.numerator) - math.log(ratio.denominator))


def jensen_shannon_divergence(
    p_true: Sequence[Any],
    p_pred: Sequence[Any],
    *,
    sample_weight: Column | None = None,
) -> float:
    """Mean over rows of half the divergences of both from their mean (Lin 1991)."""
    same_length(p_true=p_true, p_pred=p_pred, sample_weight=sample_weight)
    truth = distributions("p_true", p_true, None)
    forecasts = distributions("p_pred", p_pred, len(truth[0]))
    rows = []
    for row, forecast in zip(truth, forecasts, strict=True):
        pairs = [(p, q, (p + q) / 2) for p, q in zip(row, forecast, strict=True)]
        terms = [divergence(p, m) + divergence(q, m) for p, q, m in pairs]
        rows.append(max(math.fsum(terms) / 2, 0.0))
    return float(weighted_mean(rows, sample_weight))
