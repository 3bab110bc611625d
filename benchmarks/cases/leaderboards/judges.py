"""Few human labels and a judge's labels of all rows."""

from __future__ import annotations

from typing import Any

import numpy as np

import fastmetrics as fm
from benchmarks.case import READ, Case, Floor

_LABELLED = 500


def _labels(n: int) -> tuple[Any, Any]:
    """Return human labels of 500 rows at most, and those of a judge."""
    rng = np.random.default_rng(20240229)
    truth = rng.random(n) < 0.8
    judge = np.where(rng.random(n) < 0.9, truth, ~truth).astype(float)
    human = np.full(n, np.nan)
    labelled = rng.permutation(n)[:_LABELLED]
    human[labelled] = truth[labelled]
    return human, judge


def _scores(n: int) -> tuple[Any, Any]:
    human, judge = _labels(n)
    return human, judge + np.random.default_rng(1).normal(0, 0.3, n)


def _pairs(n: int) -> tuple[Any, ...]:
    human, judge = _labels(n)
    return human, judge, 1 - human, np.roll(judge, 1)


def _predictions(n: int) -> tuple[Any, ...]:
    human, judge = _labels(n)
    rng = np.random.default_rng(2)
    return human, judge, np.where(rng.random(n) < 0.8, judge, 1 - judge)


def _rates(*arguments: Any) -> Any:
    return fm.rogan_gladen(300, 1000, sensitivity=(45, 50), specificity=(90, 100))


CASES = [
    Case(
        "judge_corrected_mean",
        1_000_000,
        _labels,
        fm.judge_corrected_mean,
        covers="judge_corrected_mean",
        floor=READ,
    ),
    Case(
        "judge_corrected_mean, scores of a judge",
        1_000_000,
        _scores,
        fm.judge_corrected_mean,
        covers="judge_corrected_mean",
        floor=READ,
    ),
    Case(
        "judge_corrected_difference",
        1_000_000,
        _pairs,
        fm.judge_corrected_difference,
        covers="judge_corrected_difference",
        floor=READ,
    ),
    Case(
        "judge_corrected, F1",
        1_000_000,
        _predictions,
        lambda *columns: fm.judge_corrected("f1", *columns),
        covers="judge_corrected",
        floor=READ,
    ),
    Case(
        "rogan_gladen",
        1000,
        lambda n: (n,),
        _rates,
        covers="rogan_gladen",
        floor=Floor("a call", lambda *_: None),
        fixed_n=True,
        measures_memory=False,
    ),
]
