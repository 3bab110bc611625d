"""What the letters of scores stand for: pairs, thresholds, and pieces of curves."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np

import fastmetrics
from docs.formulas import Data
from fastmetrics.catalog import Metric

__all__ = ["data"]

Given = Mapping[str, Any]
Rows = dict[str, list[Any]]


def data(row: Metric, columns: Mapping[str, Any], given: Given) -> Data:
    """Return what letters are of true classes and scores."""
    truth, scores = columns.values()
    positive, negative = (
        [score for label, score in zip(truth, scores, strict=True) if label == kind]
        for kind in (1, 0)
    )
    pairs = [(one > other) - (one < other) for one in positive for other in negative]
    counts = {"<": pairs.count(-1), "=": pairs.count(0), ">": pairs.count(1)}
    letters: dict[str, float | str] = {
        **{rf"\#\{{s^+ {sign} s^-\}}": one for sign, one in counts.items()},
        "n_+": len(positive),
        "n_-": len(negative),
        "n": len(truth),
        "P": len(positive),
        "c_{fn}": given.get("cost_fn", 1),
        "c_{fp}": given.get("cost_fp", 1),
    }
    rows = _thresholds(truth, scores)
    special = OF_FUNCTION.get(row.name, OF_FUNCTION.get(row.function))
    if special is None:
        seen = {"s_i": rows["t"]["t"]}
        return Data(letters, rows, {"R_i": seen, "t_i": seen})
    more = special(truth, scores, given)
    return Data({**letters, **more.letters}, {**rows, **more.rows})


def _columns(rows: Any) -> Rows:
    made: Rows = {}
    for row in rows:
        for letter, one in row.items():
            made.setdefault(letter, []).append(one)
    return made


def _thresholds(truth: Any, scores: Any) -> dict[str, Rows]:
    """Return the counts and rates from the highest score on."""
    *cells, thresholds = fastmetrics.confusion_matrix_at_thresholds(truth, scores)
    counted = [*zip(*(one.astype(int).tolist() for one in cells), strict=True)]
    positive, negative = counted[-1][3], counted[-1][1]
    by_threshold = {
        "t": thresholds.tolist(),
        **_columns(
            {
                r"\mathrm{tp}(t)": tp,
                r"\mathrm{fp}(t)": fp,
                r"\mathrm{fn}(t)": fn,
                r"\mathrm{tn}(t)": tn,
                r"\mathrm{TPR}(t)": tp / positive,
                r"\mathrm{FPR}(t)": fp / negative,
            }
            for tn, fp, fn, tp in counted
        ),
    }
    by_number = _columns(
        {
            "i": k + 1,
            "R_i": tp / positive,
            "R_{i-1}": last / positive,
            "P_i": tp / (tp + fp),
            "t_i": tp,
            "f_i": fp,
            "t_{i-1}": last,
        }
        for k, ((_, fp, _, tp), last) in enumerate(
            zip(counted, [0, *(one[3] for one in counted[:-1])], strict=True)
        )
    )
    return {"t": by_threshold, "i": by_number}


def _pieces(x: Any, y: Any, low: float, high: float) -> Rows:
    """Return the ends of the straight pieces of a curve between two places."""
    inside = [
        (low, float(np.interp(low, x, y))),
        *(
            (a, b)
            for a, b in zip(x.tolist(), y.tolist(), strict=True)
            if low < a < high
        ),
        (high, float(np.interp(high, x, y))),
    ]
    return _columns(
        {"x_{i-1}": a, "x_i": b, "y_{i-1}": c, "y_i": d}
        for (a, c), (b, d) in pairwise(inside)
        if a < b
    )


def _part(truth: Any, scores: Any, given: Given) -> Data:
    x, y, _ = fastmetrics.roc_curve(truth, scores)
    b = given["max_fpr"]
    area = fastmetrics.partial_auc_score(truth, scores, max_fpr=b)
    return Data({"A": area, "b": b}, {"i": _pieces(x, y, 0, b)})


def _log_part(truth: Any, scores: Any, given: Given) -> Data:
    x, y, _ = fastmetrics.roc_curve(truth, scores)
    a, b = given["fpr_range"]
    made = _pieces(x, y, a, b)
    ends = zip(*made.values(), strict=True)
    starts = [(c * right - d * left) / (right - left) for left, right, c, d in ends]
    return Data({"a": a, "b": b}, {"i": {**made, "c_i": starts}})


def _crossing(truth: Any, scores: Any, given: Given) -> Data:
    """Return the points of the ROC curve before and after FPR = FNR."""
    x, y, _ = fastmetrics.roc_curve(truth, scores, drop_intermediate=False)
    k = int(np.searchsorted(x + y, 1))
    points = {"x_1": x[k - 1], "x_2": x[k], "y_1": y[k - 1], "y_2": y[k]}
    return Data({letter: float(one) for letter, one in points.items()})


def _steps(truth: Any, scores: Any, given: Given) -> Data:
    """Return the pieces of the precision-recall curve, which are no straight lines."""
    found = _thresholds(truth, scores)["i"]
    points = [(0, 0), *zip(found["t_i"], found["f_i"], strict=True)]
    made = []
    for (t, f), (u, g) in pairwise(points):
        if u > t:
            a = 1 + (g - f) / (u - t)
            log = math.log((u + g) / (t + f)) if t + f else 0.0  # it starts at 0
            ends = {"t_{i-1}": t, "t_i": u, "f_{i-1}": f, "f_i": g}
            made.append({**ends, "a_i": a, "b_i": u + g - a * u, "l_i": log})
    return Data({}, {"i": _columns(made)})


def _break_even(truth: Any, scores: Any, given: Given) -> Data:
    """Return the thresholds before and after as many rows as are positive."""
    found = _thresholds(truth, scores)["i"]
    tp = [0, *found["t_i"]]
    many = [0, *(t + f for t, f in zip(found["t_i"], found["f_i"], strict=True))]
    k = int(np.searchsorted(many, sum(truth)))
    return Data({"t_1": tp[k - 1], "t_2": tp[k], "n_1": many[k - 1], "n_2": many[k]})


def _lift(truth: Any, scores: Any, given: Given) -> Data:
    share, recall, _ = fastmetrics.cumulative_gain_curve(truth, scores)
    a = given.get("at", 0.1)
    return Data({"a": a, "R(a)": float(np.interp(a, share, recall))})


def _groups(truth: Any, scores: Any, given: Given) -> Data:
    found = fastmetrics.roc_auc_by_group(truth, scores, given["groups"], average=None)
    return Data(
        {},
        {
            "g": {
                "g": np.asarray(found.groups).tolist(),
                "w_g": np.asarray(found.weights).tolist(),
                r"\mathrm{AUC}_g": np.asarray(found.scores).tolist(),
            }
        },
    )


def _costs(truth: Any, scores: Any, given: Given) -> Data:
    x, y, _ = fastmetrics.cost_curve(truth, scores)
    return Data({}, {"i": _pieces(x, y, *given.get("x_range", (0, 1)))})


def _risks(correct: Any, confidence: Any, given: Given) -> Data:
    """Return the risk and its lowest value at each rank, of ties the mean."""
    errors = np.zeros(len(correct))
    for score in {*confidence}:
        tied = [k for k, one in enumerate(confidence) if one == score]
        first = sum(one > score for one in confidence)
        share = np.mean([1 - correct[k] for k in tied])
        errors[first : first + len(tied)] = share
    risks, right = np.cumsum(errors), sum(correct)
    made = [
        {"r_k": float(risk / k), "b_k": max(k - right, 0) / k}
        for k, risk in enumerate(risks, start=1)
    ]
    return Data({}, {"k": _columns(made)})


def _generalized(correct: Any, confidence: Any, given: Given) -> Data:
    area = fastmetrics.roc_auc_score(correct, confidence)
    return Data({r"\mathrm{AUROC}": area, "p": 1 - sum(correct) / len(correct)})


OF_FUNCTION = {
    "augrc": _generalized,
    "aurc": _risks,
    "excess_aurc": _risks,
    "break_even_point": _break_even,
    "equal_error_rate": _crossing,
    "expected_cost": _costs,
    "lift_score": _lift,
    "log_auc_score": _log_part,
    "partial_auc_score": _part,
    "pr_auc_integral": _steps,
    "roc_auc_by_group": _groups,
}
