"""Many models on the items of a benchmark: all pairs, with simultaneous bounds."""

from itertools import combinations
from typing import Any

import numpy as np
from scipy import stats

import fastmetrics as fm
from benchmarks.case import READ, Case, Peer

N_MODELS = 300


def _scores(n: int) -> tuple[Any]:
    rng = np.random.default_rng(0)
    easy = rng.normal(size=(n, 1))
    skill = np.linspace(-1, 1, N_MODELS)
    return ((rng.random((n, N_MODELS)) < 1 / (1 + np.exp(-easy - skill))) * 1.0,)


def _compare(scores: Any) -> Any:
    found = fm.compare("mean_score", fm.ItemScores.from_arrays(scores))
    return found.differences.column("estimate")


def _loop(scores: Any) -> Any:
    """Return the differences of paired t tests, one pair after the other."""
    columns = np.ascontiguousarray(scores.T)
    found = []
    for one, other in combinations(columns, 2):
        stats.ttest_rel(one, other)
        found.append(one.mean() - other.mean())
    return np.array(found)


CASES = [
    Case(
        f"compare mean scores of {N_MODELS} models",
        2000,
        _scores,
        _compare,
        covers="compare",
        peers=(Peer("scipy.stats.ttest_rel, each pair", _loop),),
        floor=READ,
        seconds_at_most=1.0,
    )
]
