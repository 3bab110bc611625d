"""All thresholds at once, and the best of them."""

from functools import partial
from typing import Any

import numpy as np
import sklearn.metrics as sk

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import Case, Floor, Peer


def _sk_best_f1(y: Any, score: Any) -> Any:
    precision, recall, thresholds = sk.precision_recall_curve(y, score)
    with np.errstate(invalid="ignore"):
        f1 = np.nan_to_num(2 * precision * recall / (precision + recall))
    best = np.flatnonzero(f1 == f1.max())[-1]  # ties go to the higher threshold
    return thresholds[best], f1[best]


def _fm_accuracies(y: Any, score: Any) -> Any:
    return fm.metric_at_thresholds(y, score, sk.accuracy_score)


def _sk_accuracies(y: Any, score: Any) -> Any:
    return sk.metric_at_thresholds(y, score, sk.accuracy_score)


def _fm_f1s(y: Any, score: Any) -> Any:
    return fm.metric_at_thresholds(y, score, fm.f1_score)


def _sk_f1s(y: Any, score: Any) -> Any:
    return sk.metric_at_thresholds(y, score, sk.f1_score)


def _callable_alone(y: Any, score: Any) -> None:
    for _ in range(len(y)):
        sk.accuracy_score(y, y)


CASES = [
    Case(
        "confusion_matrix_at_thresholds",
        10**6,
        rows.float64,
        fm.confusion_matrix_at_thresholds,
        covers="confusion_matrix_at_thresholds",
        peers=(Peer("scikit-learn", sk.confusion_matrix_at_thresholds),),
    ),
    Case(
        # A callable is asked once per threshold: the time is the callable's.
        "metric_at_thresholds, a callable",
        200,
        rows.float64,
        _fm_accuracies,
        covers="metric_at_thresholds",
        peers=(Peer("scikit-learn", _sk_accuracies),),
        floor=Floor("the calls", _callable_alone),
    ),
    Case(
        "metric_at_thresholds, F₁",
        2000,
        rows.float64,
        _fm_f1s,
        covers="metric_at_thresholds",
        peers=(Peer("scikit-learn", _sk_f1s, 1000),),
    ),
    Case(
        "metric_at_thresholds, F₁, n = 10⁶",
        10**6,
        rows.float64,
        _fm_f1s,
        covers="metric_at_thresholds",
    ),
    Case(
        "optimal_threshold, F₁",
        10**6,
        rows.float64,
        partial(fm.optimal_threshold, criterion="f1"),
        covers="optimal_threshold",
        peers=(Peer("scikit-learn's curve, argmax", _sk_best_f1),),
    ),
]
