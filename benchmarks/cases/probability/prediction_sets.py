"""Coverage and size of prediction sets, as boolean matrices."""

from functools import lru_cache
from typing import Any

import numpy as np

import fastmetrics as fm
from benchmarks.case import Case, Peer
from fastmetrics._kernels import random

N_CLASSES = 10


@lru_cache(maxsize=1)
def _sets(n: int) -> tuple[Any, Any]:
    """Labels, and sets that have a class in four."""
    rng = np.random.default_rng(20240229)
    truth = rng.integers(0, N_CLASSES, n)
    truth[:N_CLASSES] = np.arange(min(N_CLASSES, n))
    return truth, rng.random((n, N_CLASSES)) < 0.25


def _np_coverage(y: Any, sets: Any) -> float:
    return float(np.mean(sets[np.arange(len(y)), y]))


def _np_size(y: Any, sets: Any) -> float:
    return float(np.mean(sets.sum(axis=1)))


def _by_size(y: Any, sets: Any) -> Any:
    return fm.conditional_set_coverage(y, sets).coverage


def _np_by_size(y: Any, sets: Any) -> Any:
    hits, sizes = sets[np.arange(len(y)), y], sets.sum(axis=1)
    return np.array([hits[sizes == k].mean() for k in np.unique(sizes)])


@lru_cache(maxsize=1)
def _slabs(n: int) -> tuple[Any, Any, Any]:
    """Sets, and a feature: all directions have the same slabs."""
    return *_sets(n), np.random.default_rng(1).normal(size=(n, 1))


def _worst_slab(y: Any, sets: Any, X: Any) -> float:
    return fm.worst_slab_coverage(
        y, sets, X, n_directions=20, random_state=0
    ).chosen_coverage


def _np_worst_slab(y: Any, sets: Any, X: Any) -> float:
    """The lowest coverage of half of the rows: all ranges, by running sums."""
    rows = np.argsort(random.uniform(0, 0, 0, len(y)))[: len(y) // 2]
    hits, X = sets[rows, y[rows]], X[rows]
    n, least, worst = len(y) // 2, len(y) // 20, 1.0
    for sign in (-1, 1) * 10:
        ordered = hits[np.argsort(sign * X[:, 0])]
        for first in range(n - least):
            means = np.cumsum(ordered[first:]) / np.arange(1, n - first + 1)
            worst = min(worst, means[least - 1 :].min())
    return float(worst)


def _case(function: str, ours: Any, peer: Any) -> Case:
    peers = (Peer("NumPy", peer),)
    return Case(function, 10**6, _sets, ours, covers=function, peers=peers)


CASES = [
    _case("set_coverage", fm.set_coverage, _np_coverage),
    _case("mean_set_size", fm.mean_set_size, _np_size),
    _case("conditional_set_coverage", _by_size, _np_by_size),
    Case(
        "worst_slab_coverage",
        2000,
        _slabs,
        _worst_slab,
        covers="worst_slab_coverage",
        peers=(Peer("NumPy, all ranges", _np_worst_slab),),
    ),
]
