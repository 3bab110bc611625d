"""Aggregates of runs on several benchmarks."""

from typing import Any

import numpy as np
from scipy import stats

import fastmetrics as fm
from benchmarks.case import Case, Floor, Peer


def _runs(n: int) -> Any:
    """Return n runs on 26 benchmarks."""
    return np.random.default_rng(0).lognormal(size=(n, 26))


def _two_models(n: int) -> Any:
    runs = _runs(n)
    return ({"a": runs, "b": runs[::-1] + 0.1},)


SORT = Floor("np.sort of all runs", lambda runs, *_: np.sort(runs, axis=None))
THRESHOLDS = np.linspace(0, 4, 101)


def _iqm(runs: Any) -> Any:
    return fm.interquartile_mean(runs).estimate  # type: ignore[union-attr]


def _trimmed(runs: Any) -> Any:
    return stats.trim_mean(runs, 0.25, axis=None)


def _gap(runs: Any) -> Any:
    return fm.optimality_gap(runs).estimate  # type: ignore[union-attr]


def _improvement(models: Any) -> Any:
    return fm.probability_of_improvement(models, "a", "b").estimate


def _wins_of_scipy(models: Any) -> Any:
    a, b = models.values()
    won = stats.mannwhitneyu(a, b, axis=0).statistic
    return np.mean(won) / (len(a) * len(b))


def _profile(runs: Any) -> Any:
    return fm.performance_profile(runs, THRESHOLDS).y  # type: ignore[union-attr]


def _band(runs: Any) -> Any:
    band = fm.performance_profile(runs, THRESHOLDS, simultaneous=True, random_state=0)
    return band.low  # type: ignore[union-attr]


def _case(name: str, ours: Any, peers: tuple[Peer, ...] = (), what: str = "") -> Case:
    return Case(
        f"{name}, 10 runs on 26 benchmarks{what}",
        10,
        lambda n: (_runs(n),),
        ours,
        covers=name,
        peers=peers,
        floor=SORT,
        fixed_n=True,
        measures_memory=False,
    )


CASES = [
    _case("interquartile_mean", _iqm, (Peer("SciPy", _trimmed),)),
    _case("optimality_gap", _gap),
    _case("performance_profile", _profile),
    _case("performance_profile", _band, what=", simultaneous"),
    Case(
        "probability_of_improvement, 10 runs on 26 benchmarks",
        10,
        _two_models,
        _improvement,
        covers="probability_of_improvement",
        peers=(Peer("SciPy", _wins_of_scipy),),
        floor=Floor("np.sort", lambda models: np.sort(models["a"], axis=0)),
        fixed_n=True,
        measures_memory=False,
    ),
]
