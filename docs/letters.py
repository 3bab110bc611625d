"""What the letters of formulas stand for in the example of a passport.

A function for each family that has formulas of letters: of the columns of the example,
by their names, and of what the metric is given besides. A letter stands for a number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import fastmetrics
from docs import clustering, regression
from docs.formulas import Data
from fastmetrics.catalog import Metric

__all__ = ["letters_of"]

Columns = Mapping[str, Any]
Letters = dict[str, str]


def letters_of(row: Metric, columns: Columns, given: Mapping[str, Any]) -> Data:
    """Return what the letters stand for: numbers, formulas of these, and rows."""
    family = FAMILIES.get(row.task)
    found = family(row, columns, given) if family else {}
    return found if isinstance(found, Data) else Data(found)


def _labels(row: Metric, columns: Columns, given: Mapping[str, Any]) -> Letters:
    first, second = [*columns.values()][:2] if len(columns) > 1 else ((), ())
    if not all(one in (0, 1) for one in first):
        return {}
    tn, fp, fn, tp = map(int, fastmetrics.binary_counts(first, second))
    counts = {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
    rates = {
        r"\mathrm{TPR}": (tp, tp + fn),
        r"\mathrm{FNR}": (fn, tp + fn),
        r"\mathrm{FPR}": (fp, fp + tn),
        r"\mathrm{TNR}": (tn, fp + tn),
        "P": (tp, tp + fp),
        "R": (tp, tp + fn),
    }
    return {
        **{rf"\mathrm{{{name}}}": str(one) for name, one in counts.items()},
        **{name: rf"\frac{{{a}}}{{{b}}}" for name, (a, b) in rates.items()},
        **({r"\beta": f"{given['beta']:g}"} if "beta" in given else {}),
    }


def _scores(row: Metric, columns: Columns, given: Mapping[str, Any]) -> Letters:
    labels, scores = [*columns.values()][:2]
    positive, negative = (
        [score for label, score in zip(labels, scores, strict=True) if label == kind]
        for kind in (1, 0)
    )
    pairs = [(one > other) - (one < other) for one in positive for other in negative]
    counts = {"<": pairs.count(-1), "=": pairs.count(0), ">": pairs.count(1)}
    return {
        **{rf"\#\{{s^+ {sign} s^-\}}": str(one) for sign, one in counts.items()},
        "n_+": str(len(positive)),
        "n_-": str(len(negative)),
    }


def _speech(row: Metric, columns: Columns, given: Mapping[str, Any]) -> Letters:
    counted = fastmetrics.edit_counts(*columns.values())
    return {
        "H": str(counted.hits),
        "S": str(counted.substitutions),
        "D": str(counted.deletions),
        "I": str(counted.insertions),
    }


FAMILIES: dict[str, Callable[..., Letters | Data]] = {
    "binary_scores": _scores,
    "clustering": clustering.data,
    "labels": _labels,
    "regression": regression.data,
    "speech": _speech,
}
