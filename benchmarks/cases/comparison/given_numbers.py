"""p-values, counts and replicates in: adjustments and intervals of given numbers."""

from typing import Any

import numpy as np
from scipy import stats

import fastmetrics as fm
from benchmarks.case import READ, Case, Floor, Peer


def _pvalues(n: int) -> tuple[Any]:
    return (np.random.default_rng(20240229).random(n) ** 2,)


def _replicates(n: int) -> tuple[float, Any]:
    return 0.1, np.random.default_rng(20240229).normal(size=n)


def _percentiles(estimate: float, replicates: Any) -> tuple[float, float]:
    found = fm.interval_from_replicates(estimate, replicates)
    return found.low, found.high


def _wilson(successes: int, n: int) -> tuple[float, float]:
    found = fm.proportion_interval(successes, n)
    return found.low, found.high


def _of_scipy(successes: int, n: int) -> tuple[float, float]:
    found = stats.binomtest(successes, n).proportion_ci(method="wilson")
    return found.low, found.high


CASES = [
    Case(
        "adjust_pvalues, Benjamini and Hochberg",
        10_000,
        _pvalues,
        lambda p: fm.adjust_pvalues(p, method="bh"),
        covers="adjust_pvalues",
        peers=(Peer("SciPy", stats.false_discovery_control),),
        floor=READ,
    ),
    Case(
        "interval_from_replicates",
        9999,
        _replicates,
        _percentiles,
        covers="interval_from_replicates",
        peers=(
            Peer("NumPy", lambda _, drawn: tuple(np.quantile(drawn, [0.025, 0.975]))),
        ),
        fixed_n=True,
    ),
    Case(
        "proportion_interval",
        1000,
        lambda n: (round(0.29 * n), n),
        _wilson,
        covers="proportion_interval",
        floor=Floor("a call", lambda *_: None),
        peers=(Peer("SciPy", _of_scipy),),
        fixed_n=True,
        measures_memory=False,
    ),
]
