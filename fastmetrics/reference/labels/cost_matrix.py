"""What wrong (and right) labels cost, by a matrix of costs.

``cost_matrix[i][j]`` is the cost of predicting class j for a row of class i.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import warn_undefined
from fastmetrics.reference.labels.confusion_counts import Table, single_labels, table_of

__all__ = ["cost_sensitive_accuracy", "cost_sensitive_error", "total_cost"]

Column = Sequence[Any]
Costs = dict[tuple[Any, Any], Fraction]


def check_costs(
    cost_matrix: Sequence[Column], labels: Column | None, present: Column
) -> Costs:
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


def read_costs(
    y_true: Column,
    y_pred: Column,
    cost_matrix: Sequence[Column],
    labels: Column | None,
    sample_weight: Column | None,
) -> tuple[Table, Costs]:
    """Return the table and the cost of each of its cells."""
    targets = single_labels(y_true, y_pred, sample_weight)
    return table_of(targets), check_costs(cost_matrix, labels, targets.labels)


def summed_cost(table: Table, costs: Costs) -> Fraction:
    """Return Σ cost[true, predicted] × weight."""
    return sum((costs[cell] * weight for cell, weight in table.items()), Fraction(0))


def total_cost(
    y_true: Column,
    y_pred: Column,
    cost_matrix: Sequence[Column],
    *,
    labels: Column | None = None,
    sample_weight: Column | None = None,
) -> float:
    """Sum of the costs of all rows, times their weights."""
    return float(
        summed_cost(*read_costs(y_true, y_pred, cost_matrix, labels, sample_weight))
    )


def cost_sensitive_error(
    y_true: Column,
    y_pred: Column,
    cost_matrix: Sequence[Column],
    *,
    labels: Column | None = None,
    sample_weight: Column | None = None,
) -> float:
    """Mean cost of a row (Zhou 2016, eq. 2.23)."""
    table, costs = read_costs(y_true, y_pred, cost_matrix, labels, sample_weight)
    return float(summed_cost(table, costs) / sum(table.values()))


def cost_sensitive_accuracy(
    y_true: Column,
    y_pred: Column,
    cost_matrix: Sequence[Column],
    *,
    labels: Column | None = None,
    sample_weight: Column | None = None,
) -> float:
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
