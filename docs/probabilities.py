"""What the letters of probabilities stand for: of rows, bins, and areas of classes."""

from __future__ import annotations

import inspect
import math
import statistics
from collections.abc import Mapping
from itertools import combinations, permutations
from typing import Any

import fastmetrics
from docs.formulas import Data
from docs.labels import FN, FP, TP
from fastmetrics.catalog import Metric
from fastmetrics.reference.probability.calibration_errors import (
    Forecast,
    fill_bins,
    judged_columns,
    mean_forecast,
    mean_outcome,
)
from fastmetrics.reference.probability.class_scores import best_classes

__all__ = ["data"]

OF_BEST = {"top_k_precision_score", "top_k_recall_score", "top_k_f1_score"}

Given = Mapping[str, Any]
Rows = dict[str, list[Any]]


def data(row: Metric, columns: Mapping[str, Any], given: Given) -> Data:
    """Return what letters are of what occurred and of the probabilities of it."""
    truth, proba = columns.values()
    if isinstance(truth[0], list) or row.function == "hinge_loss":
        return Data({})
    names = sorted({*truth})
    many = isinstance(proba[0], list)
    each = proba if many else [[1 - p, p] for p in proba]
    places = [names.index(one) for one in truth]
    occurred = [[int(k == j) for j in range(len(names))] for k in places]
    shares = [truth.count(one) / len(truth) for one in names]
    letters: dict[str, float | str] = {"n": len(truth), "c": len(names)}
    of_rows: Rows = {
        "o_i": [p[k] for p, k in zip(each, places, strict=True)],
        r"\pi_i": [shares[k] for k in places],
        r"\sum_j (p_{ij} - y_{ij})^2": [*map(_square, each, occurred)],
        r"\sum_j (\pi_j - y_{ij})^2": [_square(shares, one) for one in occurred],
    }
    both: Rows = {"p_{ij}": each, "y_{ij}": occurred}
    squares = r"\sum_j (p_{ij} - y_{ij})^2"
    seen = {"y_i": truth, "p_i": proba}
    made_of = {"o_i": seen, "l_i": seen, squares: both}
    if row.function in OF_BEST:
        return Data({"C": len(names)}, {"c": _best(truth, proba, names, given)})
    if many:
        index, areas = _areas(row, truth, proba, names)
        rows = {"i": of_rows, index: areas} if areas else {"i": of_rows}
        return Data(letters, rows, made_of)
    of_rows |= {
        "p_i": proba,
        "y_i": truth,
        "l_i": [math.log(p / (1 - p)) for p in proba],
    }
    if row.name == "calibration_slope":
        letters["a"] = fastmetrics.calibration_slope(truth, proba).intercept
    return Data(letters, {"i": of_rows, "b": _bins(truth, proba, row, given)}, made_of)


def _best(truth: Any, proba: Any, names: list[Any], given: Given) -> Rows:
    """Return the counts of each class where the k best of a row are predicted."""
    own, best, _ = best_classes(truth, proba, given.get("k", 2), None, None)
    rows = [*zip(own, best, strict=True)]
    classes = range(len(names))
    return {
        "c": names,
        TP: [sum(k == c and c in among for k, among in rows) for c in classes],
        FP: [sum(k != c and c in among for k, among in rows) for c in classes],
        FN: [sum(k == c and c not in among for k, among in rows) for c in classes],
    }


def _square(forecast: list[float], occurred: list[int]) -> float:
    return sum((p - y) ** 2 for p, y in zip(forecast, occurred, strict=True))


def _bins(truth: Any, proba: Any, row: Metric, given: Given) -> Rows:
    """Return the bins of the probability that the function makes by default."""
    asked = inspect.signature(row.public).parameters
    if "n_bins" not in asked:
        return {}
    usual = asked["strategy"].default if "strategy" in asked else "quantile"
    number = given.get("n_bins", asked["n_bins"].default)
    (judged,) = judged_columns(truth, proba, "auto", None, None, None)
    bins = fill_bins(judged, number, given.get("strategy", usual))
    made: Rows = {
        "n_b": [*map(len, bins)],
        "w_b": [len(rows) / len(truth) for rows in bins],
        r"\bar y_b": [float(mean_outcome(rows)) for rows in bins],
        r"\bar p_b": [float(mean_forecast(rows)) for rows in bins],
    }
    if row.function != "squared_calibration_error":
        return made
    kept = [k for k, rows in enumerate(bins) if len(rows) > 1]  # others add 0
    of_kept = {letter: [column[k] for k in kept] for letter, column in made.items()}
    variances = [statistics.variance(map(_residual, bins[k])) for k in kept]
    return {**of_kept, "s_b^2": variances}


def _residual(row: Forecast) -> float:
    return row.outcome - row.p


def _areas(row: Metric, truth: Any, proba: Any, names: list[Any]) -> tuple[str, Rows]:
    """Return the areas of classes against all others, or two by two."""
    column = [[p[j] for p in proba] for j in range(len(names))]
    less = [
        [[a - b for a, b in zip(one, other, strict=True)] for other in column]
        for one in column
    ]

    def area(i: int, scores: list[float], *others: int) -> float:
        """Return the area of class i by these scores, against one or all."""
        kept = [k for k, one in enumerate(truth) if names.index(one) in (i, *others)]
        return fastmetrics.roc_auc_score(
            [int(truth[k] == names[i]) for k in kept], [scores[k] for k in kept]
        )

    variant = row.parameters.get("variant", "aunu")
    classes = range(len(names))
    shares = [truth.count(one) / len(truth) for one in names]
    if row.function != "multiclass_auc_score":
        return "", {}
    if variant in ("aunu", "aunp"):
        areas = [area(i, column[i], *classes) for i in classes]
        return "i", {"i": names, r"\pi_i": shares, "A_i": areas}
    pairs = [*(combinations if variant == "mu" else permutations)(classes, 2)]
    return "ij", {
        "ij": [f"{names[i]}, {names[j]}" for i, j in pairs],
        r"\pi_i": [shares[i] for i, _ in pairs],
        "A_{ij}": [area(i, column[i], j) for i, j in pairs],
        "A_{ji}": [area(j, column[j], i) for i, j in pairs],
        "B_{ij}": [area(i, less[i][j], j) for i, j in pairs],
    }
