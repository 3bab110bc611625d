"""Whoever cuts scores by a threshold takes the same rows, in the scores' precision."""

import numpy as np
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics.metrics.scores.deriving import Cut

THRESHOLDS = np.arange(1, 100) / 100


@one_case("dtype", [np.float16, np.float32, np.float64, np.longdouble])
def test_all_cuts_agree(dtype):
    proba = np.repeat(THRESHOLDS.astype(dtype), 2)
    y = np.tile([1, 0], len(THRESHOLDS))
    for strict in (False, True):
        curve = fm.decision_curve(y, proba, thresholds=THRESHOLDS, strict=strict)
        for k, threshold in enumerate(THRESHOLDS.tolist()):
            tp = fp = len(THRESHOLDS) - k - strict
            worth = (tp - fp * threshold / (1 - threshold)) / len(y)
            options = {"threshold": threshold, "strict": strict}
            assert abs(curve.net_benefit[k] - worth) < 1e-12
            assert abs(fm.net_benefit(y, proba, **options) - worth) < 1e-12
            made = Cut(y, 1, threshold, strict)
            assert made.labels(proba).sum() == 2 * tp


@one_case("dtype", [np.float32, np.float64])
def test_one_report_has_one_cut(dtype):
    y = np.array([0, 0, 1, 0, 1, 1, 1, 0])
    proba = np.array([0.1, 0.3, 0.55, 0.6, 0.9, 0.9, 0.95, 0.2], dtype)
    report = fm.evaluate(
        y,
        y_proba=proba,
        threshold=0.9,
        metrics=["recall", "net_benefit:threshold=0.9"],
    )
    assert report["recall"].estimate == 3 / 4
    assert report["net_benefit:threshold=0.9"].estimate == 3 / 8
    seen = fm.Accumulator("net_benefit:threshold=0.9")
    seen.update(y, y_proba=proba)
    assert seen.compute("net_benefit:threshold=0.9") == 3 / 8
