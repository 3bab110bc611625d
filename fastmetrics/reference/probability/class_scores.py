"""Scores of several classes: top-k accuracy, hinge loss, ranking of labels."""

import math
import warnings
from collections.abc import Sequence
from fractions import Fraction
from numbers import Real
from typing import Any

from fastmetrics.reference.inputs import (
    UndefinedMetricWarning,
    check_choice,
    check_labels,
    check_weights,
    classes_of,
    is_matrix,
    same_length,
)

Column = Sequence[Any]
Matrix = Sequence[Sequence[Any]]


def weighted_mean(values: Column, sample_weight: Column | None) -> Any:
    """Return the mean of exact or rounded values; infinite if one that counts is."""
    weights = check_weights(sample_weight, len(values))
    pairs = [(w, v) for w, v in zip(weights, values, strict=True) if w]
    if any(math.isinf(value) for _, value in pairs):
        return math.inf
    return sum(w * Fraction(v) for w, v in pairs) / sum(weights)


def read_matrix(name: str, rows: Sequence[Any]) -> list[list[Any]]:
    """Return rows of finite numbers, all of one length; single numbers are rows too."""
    matrix = [list(row) for row in rows] if is_matrix(rows) else [[x] for x in rows]
    same_length(**{f"row {i} of {name}": row for i, row in enumerate(matrix)})
    for row in matrix:
        for value in row:
            if isinstance(value, str) or not isinstance(value, Real):
                raise ValueError(f"{name}: {value!r} is not a real number")
            if not math.isfinite(value):
                raise ValueError(f"{name}: {value!r} is not finite")
    return matrix


def known_classes(y_true: Column, labels: Column | None) -> list[Any]:
    """Return the classes in ascending order: those of `labels`, else those found."""
    check_labels(y_true)
    if labels is None:
        return classes_of(y_true)
    classes = classes_of(labels)
    unknown = set(y_true) - set(classes)
    if unknown:
        raise ValueError(f"y_true has labels that are not in labels: {unknown}")
    return classes


def distributions(name, y_proba, n_classes):
    """Return a distribution per row, exact; a single p stands for (1 - p, p)."""
    rows = [[Fraction(p) for p in row] for row in read_matrix(name, y_proba)]
    if any(p < 0 or p > 1 for row in rows for p in row):
        raise ValueError(f"{name} holds values outside [0, 1]")
    if len(rows[0]) == 1:
        rows = [[1 - row[0], row[0]] for row in rows]
    if n_classes is not None and len(rows[0]) != n_classes:
        raise ValueError(f"{name} has {len(rows[0])} classes, expected {n_classes}")
    if any(abs(float(sum(row)) - 1) > 2.0**-26 for row in rows):
        warnings.warn(f"{name} has rows that do not sum to one", stacklevel=3)
    return rows


def hinge_loss(y_true, pred_decision, *, labels=None, sample_weight=None):
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
    y_true, y_score, *, k=2, normalize=True, sample_weight=None, labels=None
):
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
    y_true,
    y_score,
    *,
    k=2,
    average="macro",
    labels=None,
    sample_weight=None,
    zero_division="warn",
):
    """Return tp / (tp + fp) of each class, averaged; see `averaged`."""
    best = best_classes(y_true, y_score, k, labels, sample_weight)
    weights = check_weights(sample_weight, len(y_true))
    return averaged("precision", *best, weights, average, zero_division)


def top_k_recall_score(
    y_true,
    y_score,
    *,
    k=2,
    average="macro",
    labels=None,
    sample_weight=None,
    zero_division="warn",
):
    """Return tp / (tp + fn) of each class, averaged; see `averaged`."""
    best = best_classes(y_true, y_score, k, labels, sample_weight)
    weights = check_weights(sample_weight, len(y_true))
    return averaged("recall", *best, weights, average, zero_division)


def top_k_f1_score(
    y_true,
    y_score,
    *,
    k=2,
    average="macro",
    labels=None,
    sample_weight=None,
    zero_division="warn",
):
    """Return 2 tp / (2 tp + fp + fn) of each class, averaged; see `averaged`."""
    best = best_classes(y_true, y_score, k, labels, sample_weight)
    weights = check_weights(sample_weight, len(y_true))
    return averaged("f1", *best, weights, average, zero_division)


def averaged(measure, own, best, n_classes, weights, average, zero_division):
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


def ranked_rows(y_true, y_score, *, one_label=False):
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


def coverage_error(y_true, y_score, *, sample_weight=None):
    """Mean number of labels, best first, until all that the row has are among them.

    Labels that tie with the last of these count. Nothing is to be covered in a row
    without labels: 0.
    """
    depths = [
        sum(s >= min(relevant) for s in relevant + others) if relevant else 0
        for relevant, others in ranked_rows(y_true, y_score)
    ]
    return float(weighted_mean(depths, sample_weight))


def label_ranking_loss(y_true, y_score, *, sample_weight=None):
    """Mean share of the pairs (a label it has, one it has not) in the wrong order.

    Ties are wrong. A row without such pairs has loss 0.
    """
    losses = []
    for relevant, others in ranked_rows(y_true, y_score):
        wrong = sum(own <= other for own in relevant for other in others)
        pairs = len(relevant) * len(others)
        losses.append(Fraction(wrong, pairs) if pairs else Fraction(0))
    return float(weighted_mean(losses, sample_weight))


def label_ranking_average_precision_score(y_true, y_score, *, sample_weight=None):
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
