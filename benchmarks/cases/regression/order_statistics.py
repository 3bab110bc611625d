"""Medians and other quantiles of errors, and losses relative to those of a constant."""

from functools import lru_cache, partial
from typing import Any

import numpy as np
import sklearn.metrics as sk

import fastmetrics as fm
from benchmarks.case import READ, Case, Peer

LEVELS = [0.1, 0.25, 0.5, 0.75, 0.9]


@lru_cache(maxsize=1)
def _column(n: int) -> tuple[Any, Any]:
    """Normal numbers, and predictions with skewed errors."""
    rng = np.random.default_rng(20240229)
    true = rng.normal(size=n)
    return true, true + 0.5 * (rng.standard_exponential(n) - 1.0)


@lru_cache(maxsize=1)
def _weights(n: int) -> Any:
    return np.random.default_rng(1).random(n)


def _weighted(function: Any, y_true: Any, y_pred: Any) -> Any:
    return function(y_true, y_pred, sample_weight=_weights(len(y_true)))


def _numpy_quantiles(y_true: Any, y_pred: Any) -> Any:
    method = "averaged_inverted_cdf"
    return np.quantile(np.abs(y_pred - y_true), LEVELS, method=method)


def _case(function: str, *peers: Peer, name: str = "", **more: Any) -> Case:
    settings: dict[str, Any] = {
        "n": 10**7,
        "inputs": _column,
        "ours": getattr(fm, function),
        "covers": function,
        "peers": peers,
        "floor": READ,
        "memory_at_most": 0.1,
        "column": "errors",
    }
    return Case(name or function, **{**settings, **more})


def _with_weights(function: str, *at_least: float) -> Case:
    peers = [
        Peer("scikit-learn", partial(_weighted, getattr(sk, function)), one)
        for one in at_least
    ]
    ours = partial(_weighted, getattr(fm, function))
    # With a weight for each value that is kept.
    return _case(
        function, *peers, name=f"{function}, weighted", ours=ours, memory_at_most=0.3
    )


CASES = [
    _case("median_absolute_error", Peer("scikit-learn", sk.median_absolute_error, 5)),
    _with_weights("median_absolute_error", 10),
    _case(
        "median_absolute_error",
        Peer("scikit-learn", sk.median_absolute_error, 5),
        name="median_absolute_error, one small call",
        n=1000,
        fixed_n=True,
        memory_at_most=None,
    ),
    _case("median_squared_error"),
    _case(
        "error_quantiles",
        Peer("NumPy", _numpy_quantiles),
        ours=partial(fm.error_quantiles, q=LEVELS),
    ),
    _case(
        "d2_absolute_error_score", Peer("scikit-learn", sk.d2_absolute_error_score, 30)
    ),
    _with_weights("d2_absolute_error_score"),
    _case("d2_pinball_score", Peer("scikit-learn", sk.d2_pinball_score, 30)),
    _case("relative_absolute_error"),
]
