"""What the letters of formulas stand for in the example of a page.

A function for each family that has formulas of letters: of the columns of the example,
by their names, and of what the metric is given besides. A letter stands for a number.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import fastmetrics
from docs import (
    clustering,
    labels,
    lists,
    probabilities,
    regression,
    scores,
    survival,
)
from docs.formulas import Data
from fastmetrics.catalog import Metric

__all__ = ["SOLVED", "WORKED", "letters_of"]

# Formulas to work with where the definition is an integral, a crossing or all pairs.
WORKED = {
    "break_even_point": r"\frac{1}{P} \left(t_1 + (t_2 - t_1) "
    r"\frac{P - n_1}{n_2 - n_1}\right), "
    r"\quad t = \mathrm{tp}, \quad n = \mathrm{tp} + \mathrm{fp}",
    "equal_error_rate": r"x_1 + (x_2 - x_1) \frac{1 - x_1 - y_1}"
    r"{x_2 - x_1 + y_2 - y_1}, \quad x = \mathrm{FPR}, \quad y = \mathrm{TPR}",
    "expected_cost": r"\sum_i (x_i - x_{i-1}) \frac{y_{i-1} + y_i}{2}",
    "integrated_brier_score": r"\frac{1}{t_m - t_1} \sum_i (t_i - t_{i-1}) "
    r"\frac{b_{i-1} + b_i}{2}, \quad b = \mathrm{BS}",
    "log_auc_score": r"\frac{1}{\ln (b/a)} \sum_i "
    r"\left(y_i - y_{i-1} + c_i \ln \frac{x_i}{x_{i-1}}\right), "
    r"\quad c_i = y_i - x_i \frac{y_i - y_{i-1}}{x_i - x_{i-1}}",
    "partial_auc_score": r"\sum_i (x_i - x_{i-1}) \frac{y_{i-1} + y_i}{2}, "
    r"\quad x = \mathrm{FPR}, \quad y = \mathrm{TPR}",
    "pr_auc_integral": r"\frac{1}{P} \sum_i "
    r"\left(\frac{t_i - t_{i-1}}{a_i} - \frac{b_i}{a_i^2}\,l_i\right), "
    r"\quad a_i = 1 + \frac{f_i - f_{i-1}}{t_i - t_{i-1}}, "
    r"\quad b_i = t_i + f_i - a_i t_i, "
    r"\quad l_i = \ln \frac{t_i + f_i}{t_{i-1} + f_{i-1}}",
}
# Of what has no formula: the letter of the value, and two sides equal for it alone.
SOLVED = {
    "calibration_intercept": (
        "a",
        r"\sum_i \frac{1}{1 + \exp(-a - l_i)}",
        r"\sum_i y_i",
    ),
    "calibration_slope": (
        "b",
        r"\sum_i \frac{l_i}{1 + \exp(-a - b\,l_i)}",
        r"\sum_i l_i y_i",
    ),
    "minimum_detectable_difference": (
        r"\delta",
        r"\left(z_\alpha \sqrt{\psi} + z_\beta \sqrt{\psi - \delta^2}\right)^2",
        r"n \delta^2",
    ),
}


def letters_of(
    row: Metric, columns: Mapping[str, Any], given: Mapping[str, Any]
) -> Data:
    """Return what the letters stand for: numbers, formulas of these, and rows."""
    family = FAMILIES.get(row.task)
    return family(row, columns, given) if family else Data({})


def _speech(row: Metric, columns: Mapping[str, Any], given: Mapping[str, Any]) -> Data:
    asked = inspect.signature(row.public).parameters
    unit: Any = asked["unit"].default if "unit" in asked else "word"
    counted = fastmetrics.edit_counts(*columns.values(), unit=unit)
    pairs = zip(*columns.values(), strict=True)
    return Data(
        {
            "H": counted.hits,
            "S": counted.substitutions,
            "D": counted.deletions,
            "I": counted.insertions,
            "w": sum(one != other for one, other in pairs),
            "n": len(columns["y_true"]),
        }
    )


def _fairness(
    row: Metric, columns: Mapping[str, Any], given: Mapping[str, Any]
) -> Data:
    by = {**columns, **given}["sensitive_features"]
    found = fastmetrics.by_group(
        {"s_g": "selection_rate", "t_g": "tpr", "f_g": "fpr"},
        columns["y_true"],
        columns["y_pred"],
        by=by,
    )
    rates = {letter: found.by_group[letter].tolist() for letter in found.metrics}
    return Data({}, {"g": {"g": sorted({*by}), **rates}})


def _items(row: Metric, columns: Mapping[str, Any], given: Mapping[str, Any]) -> Data:
    means = [sum(runs) / len(runs) for [runs] in columns["scores"]]
    places = [*range(1, len(means) + 1)]
    return Data({"m": len(means)}, {"i": {"i": places, "x_i": means}})


FAMILIES: dict[str, Callable[..., Data]] = {
    "binary_scores": scores.data,
    "clustering": clustering.data,
    "fairness": _fairness,
    "items": _items,
    "labels": labels.data,
    "probabilities": probabilities.data,
    "recommendation": lists.recommendation,
    "regression": regression.data,
    "retrieval": lists.retrieval,
    "speech": _speech,
    "survival": survival.data,
}
