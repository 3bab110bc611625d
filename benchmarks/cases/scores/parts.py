"""Rows that come in parts: batches that are added up, ranges that go on."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import Case, Floor, Peer
from fastmetrics.catalog import find
from fastmetrics.metrics.scores.continued_sweep import ContinuedSweep

_RANGES = 8


def _batches(n: int, many: int = 1000) -> Iterator[slice]:
    step = max(n // many, 1)
    return (slice(start, start + step) for start in range(0, n, step))


def _accumulated(y_true: Any, y_score: Any) -> Any:
    seen = fm.Accumulator(["roc_auc"])
    for part in _batches(len(y_true)):
        seen.update(y_true[part], y_score=y_score[part])
    return seen.compute("roc_auc")


def _sketched(y_true: Any, y_score: Any) -> Any:
    parts = (
        fm.ScoreSketch.from_scores(y_true[part], y_score[part])
        for part in _batches(len(y_true), 10)
    )
    low, high = fm.ScoreSketch.merge(parts).bounds("roc_auc_score")
    return low, high


def _bounded(ours: Any, theirs: Any) -> None:
    low, high = ours
    assert low <= theirs <= high


def _concatenated(y_true: Any, y_score: Any) -> Any:
    columns = (
        np.concatenate([column[part] for part in _batches(len(column))])
        for column in (y_true, y_score)
    )
    return fm.roc_auc_score(*columns)


def _in_ranges(*names: str) -> Callable[..., Any]:
    asked = [(find(name), {}) for name in names]

    def value(y_true: Any, y_score: Any, ends: Any) -> Any:
        n_positive = int(np.count_nonzero(y_true))
        totals = n_positive, len(y_true) - n_positive
        found = ContinuedSweep(asked, *totals, variance=True)
        for start, end in pairwise(ends):
            found.add(y_true[start:end], y_score[start:end])
        return found.value(*asked[0])

    return value


def _ranges(n: int) -> tuple[Any, ...]:
    """Return rows whose ranges of scores, the highest first, end at these rows."""
    y_true, y_score = rows.float64(n)
    order = np.argsort(-y_score, kind="stable")
    y_true, y_score = y_true[order], y_score[order]
    last = np.flatnonzero(np.append(y_score[1:] != y_score[:-1], True)) + 1
    ends = [
        0,
        *np.unique(last[np.searchsorted(last, np.arange(1, _RANGES) * (n // 8))]),
    ]
    return y_true, y_score, np.unique([*ends, n])


def _whole(y_true: Any, y_score: Any, ends: Any) -> Any:
    return fm.roc_auc_score(y_true, y_score)


def _updates(metric: str) -> Callable[..., Any]:
    def value(y_true: Any, y_pred: Any) -> Any:
        seen = fm.Accumulator([metric])
        for part in _batches(len(y_true)):
            seen.update(y_true[part], y_pred[part])
        return seen.compute(metric)

    return value


def _each(make: Callable[..., Any]) -> Callable[..., Any]:
    def made(*columns: Any) -> Any:
        return [make(*(c[part] for c in columns)) for part in _batches(len(columns[0]))]

    return made


def _errors(n: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(0)
    return rng.normal(size=n), rng.normal(size=n)


def _sum_of_errors(y_true: Any, y_pred: Any) -> Any:
    made = _each(fm.ErrorSums.from_values)(y_true, y_pred)
    return sum(made).compute("mean_squared_error")


CASES = [
    Case(
        "Accumulator, AUC of 1,000 batches",
        10**7,
        rows.float64,
        _accumulated,
        floor=Floor("concatenating and one call", _concatenated),
        floor_at_most=1.5,
    ),
    Case(
        "ScoreSketch of ten batches, bounds of the AUC",
        10**7,
        rows.float64,
        _sketched,
        covers="ScoreSketch",
        peers=(Peer("roc_auc_score", fm.roc_auc_score, agree=_bounded),),
        floor_at_most=1.5,
    ),
    Case(
        "AUC and its variance, in eight ranges",
        10**7,
        _ranges,
        _in_ranges("roc_auc"),
        floor=Floor("one call", _whole),
    ),
    Case(
        "average precision, in eight ranges",
        10**7,
        _ranges,
        _in_ranges("average_precision"),
        floor=Floor("one call", lambda y, s, _: fm.average_precision_score(y, s)),
    ),
    Case(
        "Accumulator, accuracy of 1,000 batches of 100 rows",
        10**5,
        rows.binary_labels,
        _updates("accuracy"),
        floor=Floor("the counts alone", _each(fm.ConfusionCounts.from_labels)),
    ),
    Case(
        "Accumulator, errors of 1,000 batches of 100 rows",
        10**5,
        _errors,
        _updates("mean_squared_error"),
        floor=Floor("the sums alone", _each(fm.ErrorSums.from_values)),
    ),
    Case(
        "Accumulator, accuracy of 1,000 batches of 10 rows",
        10**4,
        rows.binary_labels,
        _updates("accuracy"),
        floor=Floor("the counts alone", _each(fm.ConfusionCounts.from_labels)),
        fixed_n=True,
        seconds_at_most=0.02,
        measures_memory=False,
    ),
    Case(
        "Accumulator, errors of 1,000 batches of 10 rows",
        10**4,
        _errors,
        _updates("mean_squared_error"),
        floor=Floor("the sums alone", _each(fm.ErrorSums.from_values)),
        fixed_n=True,
        seconds_at_most=0.02,
        measures_memory=False,
    ),
    Case(
        "ErrorSums of 1,000 batches of 100 rows",
        10**5,
        _errors,
        _sum_of_errors,
        floor=Floor("the sums alone", _each(fm.ErrorSums.from_values)),
        floor_at_most=2.5,
    ),
]
