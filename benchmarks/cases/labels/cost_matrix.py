"""Costs of predicting one class for another."""

from typing import Any

import numpy as np

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import Case, Peer
from benchmarks.cases.labels.label_case import label_case


def _inputs(n: int) -> tuple[Any, Any, Any]:
    cost = np.random.default_rng(0).integers(0, 10, (10, 10)).astype(float)
    return *rows.labels(n), cost


def _numpy_mean(y_true: Any, y_pred: Any, cost: Any) -> Any:
    return cost[y_true, y_pred].mean()


def _numpy_sum(y_true: Any, y_pred: Any, cost: Any) -> Any:
    return cost[y_true, y_pred].sum()


def _numpy_saved(y_true: Any, y_pred: Any, cost: Any) -> Any:
    return 1 - cost[y_true, y_pred].sum() / cost.max(axis=1)[y_true].sum()


def _case(name: str, by_hand: Any) -> Case:
    ours, peers = getattr(fm, name), (Peer("NumPy, labels as indices", by_hand),)
    return label_case(name, inputs=_inputs, ours=ours, peers=peers)


CASES = [
    _case("cost_sensitive_error", _numpy_mean),
    _case("total_cost", _numpy_sum),
    _case("cost_sensitive_accuracy", _numpy_saved),
]
