"""What the letters of labels stand for: counts, rates, classes, cells and costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import fastmetrics
from docs.formulas import Data
from fastmetrics.catalog import Metric

__all__ = ["FN", "FP", "TP", "counts_of", "data", "fraction"]

Rows = dict[str, list[Any]]
TP, FP, FN, TN = (rf"\mathrm{{{name}}}_c" for name in ("tp", "fp", "fn", "tn"))
# What is to be seen before a measure of a class.
MADE_OF = {
    "P_c": (TP, FP),
    "R_c": (TP, FN),
    "F_c": (TP, FP, FN),
    "J_c": (TP, FP, FN),
    r"\varphi_c": (TP, FP, FN, TN),
    r"\kappa_c": (TP, FP, FN, TN),
}


def data(row: Metric, columns: Mapping[str, Any], given: Mapping[str, Any]) -> Data:
    """Return what letters are of true and predicted labels."""
    if len(columns) != 2:
        return Data({})
    first, second = columns.values()
    letters: dict[str, float | str] = {"n": len(first), r"\beta": given.get("beta", 1)}
    rows: dict[str, Rows] = {}
    if isinstance(first[0], list):
        names: list[Any] = [*range(len(first[0]))]
        counts = fastmetrics.multilabel_confusion_matrix(first, second)
    else:
        names = sorted({*first, *second})
        counts = fastmetrics.multilabel_confusion_matrix(first, second, labels=names)
        rows["ij"] = _cells(first, second, names)
    if "cost_matrix" in given:
        rows["i"] = _costs(first, second, given["cost_matrix"])
    cells = [[*map(int, one)] for one in counts.reshape(-1, 4).tolist()]
    letters["k"] = len(names)
    rows["c"] = {"c": names, **_classes(cells)}
    if row.function.startswith("multilabel"):
        letters |= counts_of(*map(sum, zip(*cells, strict=True)))
    elif names == [0, 1]:
        letters |= counts_of(*cells[1])
    else:
        of = first, second
        letters[r"\bar P"] = fastmetrics.precision_score(*of, average="macro")
        letters[r"\bar R"] = fastmetrics.recall_score(*of, average="macro")
    made_of = {
        letter: {name: rows["c"][name] for name in seen}
        for letter, seen in MADE_OF.items()
    }
    return Data(letters, rows, made_of)


def fraction(above: float, below: float) -> str:
    """Return a ratio of counts as a formula has it."""
    return rf"\frac{{{above:g}}}{{{below:g}}}"


def counts_of(tn: int, fp: int, fn: int, tp: int) -> dict[str, float | str]:
    """Return the four counts, and the rates of these."""
    counts = {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
    return {
        **{rf"\mathrm{{{name}}}": one for name, one in counts.items()},
        r"\mathrm{TPR}": fraction(tp, tp + fn),
        r"\mathrm{FNR}": fraction(fn, tp + fn),
        r"\mathrm{FPR}": fraction(fp, fp + tn),
        r"\mathrm{TNR}": fraction(tn, fp + tn),
        "P": fraction(tp, tp + fp),
        "R": fraction(tp, tp + fn),
        "H": fraction(tp, tp + fn),
        "F": fraction(fp, fp + tn),
    }


def _classes(cells: list[list[int]]) -> Rows:
    """Return the counts of classes against the rest, and the measures of each."""
    counts: Rows = {
        TP: [tp for *_, tp in cells],
        FP: [fp for _, fp, *_ in cells],
        FN: [fn for *_, fn, _ in cells],
        TN: [tn for tn, *_ in cells],
        "n_c": [fn + tp for *_, fn, tp in cells],
        "t_c": [fn + tp for *_, fn, tp in cells],
        "p_c": [fp + tp for _, fp, _, tp in cells],
        "h_c": [tp for *_, tp in cells],
    }
    measures: Rows = {letter: [] for letter in MADE_OF}
    for tn, fp, fn, tp in cells:
        apart = tp * tn - fp * fn
        margins = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
        by_chance = (tp + fp) * (fp + tn) + (tp + fn) * (fn + tn)
        for letter, above, below in (
            ("P_c", tp, tp + fp),
            ("R_c", tp, tp + fn),
            ("F_c", 2 * tp, 2 * tp + fp + fn),
            ("J_c", tp, tp + fp + fn),
            (r"\varphi_c", apart, margins**0.5),
            (r"\kappa_c", 2 * apart, by_chance),
        ):
            measures[letter].append(above / below if below else 0.0)
    return counts | measures


def _cells(first: Any, second: Any, names: list[Any]) -> Rows:
    """Return the cells of the confusion matrix, by true and predicted class."""
    matrix = fastmetrics.confusion_matrix(first, second, labels=names).astype(int)
    places = [(i, j) for i in range(len(names)) for j in range(len(names))]
    return {
        "ij": [f"{names[i]}, {names[j]}" for i, j in places],
        "C_{ij}": [int(matrix[place]) for place in places],
        "d_{ij}": [int(i != j) for i, j in places],
        "r_i": [int(matrix[i].sum()) for i, _ in places],
        "s_j": [int(matrix[:, j].sum()) for _, j in places],
    }


def _costs(first: Any, second: Any, matrix: Any) -> Rows:
    """Return the costs of rows by a matrix."""
    pairs = [*zip(first, second, strict=True)]
    return {
        "y_i": first,
        r"\hat y_i": second,
        "w_i": [1] * len(first),
        r"c(y_i, \hat y_i)": [matrix[one][other] for one, other in pairs],
        r"\max_j c(y_i, j)": [max(matrix[one]) for one in first],
    }
