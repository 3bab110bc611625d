"""Means over items, and their intervals: models on a benchmark, with several runs."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

import fastmetrics as fm
from benchmarks.case import Case, Floor, Peer

N_MODELS, N_RUNS = 300, 10
READ_RUNS = Floor("reading the scores", lambda scores: scores.sums.max())


def _matrix(n: int) -> tuple[Any]:
    """Return one run of 300 models on n items."""
    return (np.random.default_rng(20240229).random((n, N_MODELS)) < 0.7,)


def _table(n: int) -> tuple[Any]:
    return (fm.ItemScores.from_arrays(*_matrix(n)),)


def _runs(n: int) -> tuple[Any]:
    """Return ten runs of a model on n items."""
    rng = np.random.default_rng(20240229)
    scores = rng.random((n, 1, N_RUNS)) < rng.random((n, 1, 1))
    return (fm.ItemScores.from_arrays(scores),)


def _other_runs(n: int) -> tuple[Any]:
    scores = np.random.default_rng(20240229).random((n, 1, N_RUNS))
    return (fm.ItemScores.from_arrays(scores),)


def _intervals(scores: Any, **options: Any) -> Any:
    found = fm.confidence_interval("mean_score", scores, **options)
    return [one.low for one in found.values()]


def _product(scores: Any) -> float:
    """Return pass@5 as published by Chen et al. (2021), item by item."""
    n, c = scores.n_runs[:, 0], scores.sums[:, 0]

    def estimate(n: int, c: int, k: int) -> float:
        if n - c < k:
            return 1.0
        return float(1.0 - np.prod(1.0 - k / np.arange(n - c + 1, n + 1)))

    return float(np.mean([estimate(*pair, 5) for pair in zip(n, c, strict=True)]))


CASES = [
    Case(
        f"mean_score, {N_MODELS} models",
        2000,
        _table,
        lambda scores: [*fm.mean_score(scores).values()],
        "mean_score",
        floor=READ_RUNS,
        column="items",
    ),
    Case(
        f"confidence_interval of mean_score, {N_MODELS} models",
        2000,
        _table,
        _intervals,
        "mean_score",
        floor=READ_RUNS,
        column="items",
        seconds_at_most=1.0,
    ),
    Case(
        "pass_at_k, ten runs",
        10**5,
        _runs,
        partial(fm.pass_at_k, k=5),
        "pass_at_k",
        peers=(Peer("Chen et al., item by item", _product, at_least=20),),
        floor=READ_RUNS,
        column="items",
    ),
    Case(
        "pass_hat_k, ten runs",
        10**5,
        _runs,
        partial(fm.pass_hat_k, k=5),
        "pass_hat_k",
        floor=READ_RUNS,
        column="items",
    ),
    Case(
        "best_of_k, ten runs",
        10**5,
        _other_runs,
        partial(fm.best_of_k, k=5),
        "best_of_k",
        floor=READ_RUNS,
        column="items",
    ),
    Case(
        "worst_of_k, ten runs",
        10**5,
        _other_runs,
        partial(fm.worst_of_k, k=5),
        "worst_of_k",
        floor=READ_RUNS,
        column="items",
    ),
]
