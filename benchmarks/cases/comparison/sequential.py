"""Tests of streams: rows put into cells, and what a look at them takes."""

from typing import Any

import numpy as np
from sklearn import metrics as sk

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import READ, Case, Floor, Peer

NOTHING = Floor("a call of nothing", lambda *given: None)


def _labels(n: int) -> tuple[Any, Any]:
    return rows.binary_labels(n)


def _probabilities(n: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(4)
    proba = rng.random(n)
    return (rng.random(n) < proba).astype(np.int64), proba


def _losses(n: int) -> tuple[Any]:
    return (np.random.default_rng(3).beta(2, 5, n),)


def _accuracy(y: Any, p: Any) -> float:
    test = fm.SequentialTest("accuracy", null=0.5)
    test.update(y, p)
    return test.estimate


def _mean(values: Any) -> float:
    test = fm.SequentialTest(bounds=(0, 1), null=0.5)
    test.update(values=values)
    return test.estimate


def _two(n: int) -> tuple[Any, Any, Any]:
    y, a = rows.binary_labels(n)
    wrong = np.random.default_rng(2).random(n) < 0.1
    return y, a, np.where(wrong, 1 - y, y)


def _difference(y: Any, a: Any, b: Any) -> float:
    test = fm.SequentialComparison()
    test.update(y, a, b)
    return test.estimate


def _by_masks(y: Any, a: Any, b: Any) -> float:
    return float(np.mean(a == y) - np.mean(b == y))


def _filled(n: int) -> tuple[Any]:
    test = fm.SequentialTest(bounds=(0, 1), null=0.3)
    test.update(values=_losses(n)[0])
    return (test,)


def _watched(y: Any, p: Any) -> float:
    watch = fm.ChangeDetector("accuracy", null=0.5)
    watch.update(y, p)
    return watch.log_statistic


def _by_row(y: Any, proba: Any) -> float:
    test = fm.SequentialTest("brier_score", null=0.2)
    for row in range(len(y)):
        test.update(y[row : row + 1], y_proba=proba[row : row + 1])
    return test.estimate


def _briers(y: Any, proba: Any) -> float:
    found = [
        fm.brier_score_loss(y[row : row + 1], proba[row : row + 1])
        for row in range(len(y))
    ]
    return float(np.mean(found))


def _recorded(values: Any) -> float:
    return float(fm.confidence_sequence(values, bounds=(0, 1), looks=20).low[-1])


CASES = [
    Case(
        "SequentialTest, accuracy",
        10**6,
        _labels,
        _accuracy,
        covers="SequentialTest",
        peers=(Peer("scikit-learn's accuracy alone", sk.accuracy_score),),
        floor=READ,
        measures_memory=False,
    ),
    Case(
        "SequentialTest, losses",
        10**6,
        _losses,
        _mean,
        covers="SequentialTest",
        peers=(Peer("NumPy's mean alone", lambda values: float(np.mean(values))),),
        floor=READ,
        measures_memory=False,
    ),
    Case(
        "SequentialTest, Brier, 1,000 updates of one row",
        1000,
        _probabilities,
        _by_row,
        covers="SequentialTest",
        floor=Floor("brier_score_loss of each row", _briers),
        fixed_n=True,
        seconds_at_most=0.1,
        measures_memory=False,
    ),
    Case(
        "SequentialTest, an interval",
        10**6,
        _filled,
        lambda test: test.interval().low,
        covers="SequentialTest",
        floor=NOTHING,
        measures_memory=False,
    ),
    Case(
        "SequentialComparison, accuracy",
        10**6,
        _two,
        _difference,
        covers="SequentialComparison",
        peers=(Peer("NumPy, masks", _by_masks),),
        floor=READ,
        measures_memory=False,
    ),
    Case(
        "ChangeDetector, an update",
        10**6,
        _labels,
        _watched,
        covers="ChangeDetector",
        floor=READ,
        measures_memory=False,
    ),
    Case(
        "confidence_sequence, 20 looks",
        10**6,
        _losses,
        _recorded,
        covers="confidence_sequence",
        floor=READ,
        measures_memory=False,
    ),
    Case(
        "sequential_z_test",
        1,
        lambda n: (0.83, 0.011, 2_000),
        lambda *given: fm.sequential_z_test(*given, null=0.78).pvalue,
        covers="sequential_z_test",
        floor=NOTHING,
        fixed_n=True,
        measures_memory=False,
    ),
    Case(
        "sequential_sample_size",
        1,
        lambda n: (0.02,),
        lambda delta: float(fm.sequential_sample_size(delta, discordance=0.1)),
        covers="sequential_sample_size",
        floor=NOTHING,
        fixed_n=True,
        measures_memory=False,
    ),
]
