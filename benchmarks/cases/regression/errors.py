"""Measures of errors that are made of moments, and all their sums at once."""

from functools import partial
from typing import Any

import numpy as np
import sklearn.metrics as sk

import fastmetrics as fm
from benchmarks.case import READ, Case, Peer
from benchmarks.cases.regression.columns import numbers, weighted_numbers


def _weighted(function: Any, y: Any, p: Any, w: Any) -> Any:
    return function(y, p, sample_weight=w)


def _case(function: str, at_least: float | None, name: str = "", **more: Any) -> Case:
    peers = ()
    if hasattr(sk, function):
        peers = (Peer("scikit-learn", getattr(sk, function), at_least),)
    settings: dict[str, Any] = {
        "n": 10**7,
        "inputs": numbers,
        "ours": getattr(fm, function),
        "covers": function,
        "peers": peers,
        "floor": READ,
        "memory_at_most": 0.05,
    }
    return Case(name or function, **{**settings, **more})


def _small(function: str, at_least: float | None) -> Case:
    name = f"{function}, one small call"
    small = {"n": 1000, "fixed_n": True, "memory_at_most": None}
    return _case(function, at_least, name, **small)


def _bias(y: Any, p: Any) -> Any:
    return np.mean(p - y)


def _wape(y: Any, p: Any) -> Any:
    return np.abs(p - y).sum() / np.abs(y).sum()


def _normalized(y: Any, p: Any) -> Any:
    return sk.root_mean_squared_error(y, p) / abs(y.mean())


CASES = [
    _case("mean_squared_error", 5),
    _case(
        "mean_squared_error",
        None,
        "mean_squared_error, weighted",
        inputs=weighted_numbers,
        ours=partial(_weighted, fm.mean_squared_error),
        peers=(Peer("scikit-learn", partial(_weighted, sk.mean_squared_error)),),
    ),
    _small("mean_squared_error", 25),
    _case("root_mean_squared_error", 5),
    _case("mean_absolute_error", 5),
    _case("max_error", 5),
    _case("r2_score", 6),
    _small("r2_score", None),
    _case("explained_variance_score", 10),
    _case("mean_error", None, peers=(Peer("NumPy", _bias),)),
    _case("error_standard_deviation", None),
    _case("sum_squared_error", None),
    _case("sum_absolute_error", None),
    _case("max_squared_error", None),
    _case("adjusted_r2_score", None, ours=partial(fm.adjusted_r2_score, n_features=10)),
    _case("explained_to_total_ratio", None),
    _case("explained_sum_of_squares", None),
    _case(
        "total_sum_of_squares",
        None,
        ours=lambda y_true, y_pred: fm.total_sum_of_squares(y_true),
    ),
    _case("relative_squared_error", None),
    _case("root_relative_squared_error", None),
    _case("weighted_absolute_percentage_error", None, peers=(Peer("NumPy", _wape),)),
    _case(
        "normalized_root_mean_squared_error",
        None,
        peers=(Peer("scikit-learn and NumPy", _normalized),),
    ),
    Case("ErrorSums.from_values", 10**7, numbers, fm.ErrorSums.from_values, floor=READ),
]
