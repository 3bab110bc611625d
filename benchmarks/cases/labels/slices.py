"""Metrics of each slice of the rows."""

from typing import Any

import numpy as np
import sklearn.metrics as sk

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import READ, Case, Peer

_METRICS = ["accuracy", "f1", "recall", "precision"]
_THEIRS = [sk.accuracy_score, sk.f1_score, sk.recall_score, sk.precision_score]


def _inputs(slices: int) -> Any:
    def made(n: int) -> tuple[Any, ...]:
        rng = np.random.default_rng(0)
        return *rows.binary_labels(n), rng.integers(0, slices, n)

    return made


def _ours(y_true: Any, y_pred: Any, by: Any) -> Any:
    found = fm.by_group(_METRICS, y_true, y_pred, by=by).by_group
    return np.array([found[name] for name in _METRICS])


def _theirs(y_true: Any, y_pred: Any, by: Any) -> Any:
    masks = [by == key for key in np.unique(by)]
    return np.array([[f(y_true[m], y_pred[m]) for m in masks] for f in _THEIRS])


def _f1(y_true: Any, y_pred: Any, by: Any) -> Any:
    return fm.by_group("f1", y_true, y_pred, by=by).by_group["f1"]


CASES = [
    Case(
        "by_group, four metrics, 50 slices",
        10**6,
        _inputs(50),
        _ours,
        covers="by_group",
        peers=(Peer("scikit-learn, slice by slice", _theirs),),
        floor=READ,
    ),
    Case("by_group, F₁, 10⁵ slices", 10**6, _inputs(10**5), _f1, floor=READ),
]
