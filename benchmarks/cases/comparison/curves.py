"""Bands around curves, which of two curves lies above, and covariances of metrics."""

from typing import Any

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import SORT, Case


def _two(n: int) -> tuple[Any, Any, Any]:
    y, a = rows.float64(n)
    return y, a, a**2 + 0.1 * a[::-1]


def _bounds(band: Any) -> tuple[float, float]:
    return float(band.low.sum()), float(band.high.sum())


CASES = [
    Case(
        "roc_band",
        100_000,
        rows.float64,
        lambda y, score: _bounds(fm.roc_band(y, score)),
        covers="roc_band",
        floor=SORT,
    ),
    Case(
        "precision_recall_band, 99 replicates",
        10_000,
        rows.float64,
        lambda y, score: _bounds(
            fm.precision_recall_band(y, score, n_resamples=99, random_state=0)
        ),
        covers="precision_recall_band",
        floor=SORT,
    ),
    Case(
        "curve_dominance",
        100_000,
        _two,
        lambda y, a, b: fm.curve_dominance(y, a, b).share_a,
        covers="curve_dominance",
        floor=SORT,
    ),
    Case(
        "metric_covariance of AUC, two models",
        100_000,
        _two,
        lambda y, a, b: float(
            fm.metric_covariance("roc_auc_score", y, y_score={"a": a, "b": b})[1][0, 1]
        ),
        covers="metric_covariance",
        floor=SORT,
    ),
]
