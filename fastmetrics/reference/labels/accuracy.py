"""Right and wrong labels: their number and their cost."""

import math
import warnings
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import warn_undefined
from fastmetrics.reference.labels.confusion import (
    Table,
    exact_matrix,
    read_targets,
    single_labels,
    table_of,
)

Column = Sequence[Any]


def right_and_total(y_true, y_pred, sample_weight):
    """Return the weight of the rows that are right in every label, and of all rows."""
    targets = read_targets(y_true, y_pred, sample_weight)
    right = sum(
        weight
        for truth, predicted, weight in zip(
            targets.truth, targets.predicted, targets.weights, strict=True
        )
        if truth == predicted
    )
    return right, sum(targets.weights)


def accuracy_score(y_true, y_pred, *, normalize=True, sample_weight=None):
    """Share of the rows that are right, or their number (weight) if not `normalize`."""
    right, total = right_and_total(y_true, y_pred, sample_weight)
    return float(Fraction(right) / total if normalize else right)


def zero_one_loss(y_true, y_pred, *, normalize=True, sample_weight=None):
    """Share of the rows that are wrong, or their number (weight) if not `normalize`."""
    right, total = right_and_total(y_true, y_pred, sample_weight)
    wrong = total - right
    return float(Fraction(wrong) / total if normalize else wrong)


def error_rate(y_true, y_pred, *, normalize=True, sample_weight=None):
    """Return 1 - accuracy: the zero-one loss under its other name."""
    return zero_one_loss(
        y_true, y_pred, normalize=normalize, sample_weight=sample_weight
    )


def hamming_loss(y_true, y_pred, *, sample_weight=None):
    """Share of the labels that are wrong, over rows and labels.

    With one label per row that is the zero-one loss.
    """
    targets = read_targets(y_true, y_pred, sample_weight)
    if not targets.multilabel:
        return zero_one_loss(y_true, y_pred, sample_weight=sample_weight)
    wrong = sum(
        weight * sum(t != p for t, p in zip(truth, predicted, strict=True))
        for truth, predicted, weight in zip(
            targets.truth, targets.predicted, targets.weights, strict=True
        )
    )
    return float(Fraction(wrong) / (len(targets.labels) * sum(targets.weights)))


def balanced_accuracy_score(y_true, y_pred, *, sample_weight=None, adjusted=False):
    """Mean of the recalls of the classes in `y_true`.

    That is the accuracy with the weights w_i / Σ w_j, j over the rows of i's class.
    Adjusted, chance (1 / number of classes) is 0 and a perfect prediction stays 1.
    """
    matrix = exact_matrix(y_true, y_pred, None, sample_weight)
    recalls = [
        Fraction(row[i]) / sum(row) for i, row in enumerate(matrix) if sum(row) != 0
    ]
    if len(recalls) < len(matrix):
        warnings.warn("y_pred has classes that y_true lacks", UserWarning, stacklevel=2)
    score = sum(recalls) / len(recalls)
    if not adjusted:
        return float(score)
    chance = Fraction(1, len(recalls))
    if chance == 1:
        # (score - 1) / 0
        warnings.warn("one class has no chance level", RuntimeWarning, stacklevel=2)
        return math.nan if score == 1 else -math.inf
    return float((score - chance) / (1 - chance))


Costs = dict[tuple[Any, Any], Fraction]


def check_costs(cost_matrix, labels, present):
    """Return {(true, predicted): cost}; every label present must have its costs.

    Without `labels`, rows and columns are the labels present in ascending order.
    """
    labels = list(present if labels is None else labels)
    k = len(labels)
    if len(set(labels)) != k:
        raise ValueError(f"labels {labels} are not distinct")
    for label in present:
        if label not in labels:
            raise ValueError(f"class {label!r} has no costs: it is not in {labels}")
    if len(cost_matrix) != k or any(len(row) != k for row in cost_matrix):
        raise ValueError(f"cost_matrix is not {k} × {k}, for the classes {labels}")
    for row in cost_matrix:
        for cost in row:
            if not math.isfinite(cost):
                raise ValueError(f"cost_matrix has {cost!r}, which is not finite")
    return {
        (true, pred): Fraction(cost_matrix[i][j])
        for i, true in enumerate(labels)
        for j, pred in enumerate(labels)
    }


def read_costs(y_true, y_pred, cost_matrix, labels, sample_weight):
    """Return the table and the cost of each of its cells."""
    targets = single_labels(y_true, y_pred, sample_weight)
    return table_of(targets), check_costs(cost_matrix, labels, targets.labels)


def summed_cost(table: Table, costs: Costs) -> Fraction:
    """Return Σ cost[true, predicted] × weight."""
    return sum((costs[cell] * weight for cell, weight in table.items()), Fraction(0))


def total_cost(y_true, y_pred, cost_matrix, *, labels=None, sample_weight=None):
    """Sum of the costs of all rows, times their weights."""
    return float(
        summed_cost(*read_costs(y_true, y_pred, cost_matrix, labels, sample_weight))
    )


def cost_sensitive_error(
    y_true, y_pred, cost_matrix, *, labels=None, sample_weight=None
):
    """Mean cost of a row (Zhou 2016, eq. 2.23)."""
    table, costs = read_costs(y_true, y_pred, cost_matrix, labels, sample_weight)
    return float(summed_cost(table, costs) / sum(table.values()))


def cost_sensitive_accuracy(
    y_true, y_pred, cost_matrix, *, labels=None, sample_weight=None
):
    """Return 1 - total cost / the highest cost that predictions could have had."""
    table, costs = read_costs(y_true, y_pred, cost_matrix, labels, sample_weight)
    highest: dict[Any, Fraction] = {}
    for (true, _), cost in costs.items():
        highest[true] = max(cost, highest.get(true, cost))
    for label in {label for cell in table for label in cell}:
        if highest[label] < 0:
            raise ValueError(f"class {label!r} costs less than nothing at the worst")
    worst = sum(weight * highest[true] for (true, _), weight in table.items())
    if worst == 0:
        return warn_undefined("the accuracy", "no prediction could cost anything")
    return float(1 - summed_cost(table, costs) / worst)
