"""Losses of probabilities: forecasts of two classes, and of ten."""

from functools import lru_cache
from typing import Any

import numpy as np
import sklearn.metrics as sk

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import READ, Case, Peer, agree_to

N_CLASSES = 10


@lru_cache(maxsize=1)
def _column(n: int) -> tuple[Any, Any]:
    """Two classes, and the logistic function of a score."""
    truth, scores = rows.float64(n)
    return truth, 1.0 / (1.0 + np.exp(-scores))


def _single(n: int) -> tuple[Any, Any]:
    truth, proba = _column(n)
    return truth, proba.astype(np.float32)


@lru_cache(maxsize=1)
def _matrix(n: int) -> tuple[Any, Any]:
    """Ten classes, and a probability for each."""
    rng = np.random.default_rng(20240229)
    truth = rng.integers(0, N_CLASSES, n)
    truth[:N_CLASSES] = np.arange(min(N_CLASSES, n))
    return truth, rng.dirichlet(np.ones(N_CLASSES), n)


def _case(function: str, at_least: float | None, name: str = "", **more: Any) -> Case:
    peers = ()
    if hasattr(sk, function):
        peers = (Peer("scikit-learn", getattr(sk, function), at_least),)
    settings: dict[str, Any] = {
        "n": 10**7,
        "inputs": _column,
        "ours": getattr(fm, function),
        "covers": function,
        "peers": peers,
        "floor": READ,
        "memory_at_most": 0.05,
    }
    return Case(name or function, **{**settings, **more})


def _small(function: str, at_least: float) -> Case:
    name = f"{function}, one small call"
    small = {"n": 1000, "fixed_n": True, "memory_at_most": None}
    return _case(function, at_least, name, **small)


CASES = [
    _case("log_loss", 120),
    _case(
        "log_loss",
        None,
        "log_loss, float32",
        inputs=_single,
        # It adds up in single precision.
        peers=(Peer("scikit-learn", sk.log_loss, 150, agree=agree_to(1e-4)),),
    ),
    _case("log_loss", 60, "log_loss, 10 classes", n=10**6, inputs=_matrix),
    _small("log_loss", 60),
    _case("brier_score_loss", 70),
    _small("brier_score_loss", 60),
    _case("multiclass_brier_score", None, n=10**6, inputs=_matrix),
    _case("d2_log_loss_score", 300),
    _case("d2_brier_score", None),
    _case("normalized_cross_entropy", None),
    Case(
        "ProbabilitySums.from_proba",
        10**6,
        _matrix,
        fm.ProbabilitySums.from_proba,
        floor=READ,
    ),
]
