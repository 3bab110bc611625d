"""Means over rows of what a prediction loses: ten million rows, and a small call."""

from functools import lru_cache, partial
from typing import Any

import numpy as np
import sklearn.metrics as sk
from scipy.special import gammaln

import fastmetrics as fm
from benchmarks.case import READ, Case, Peer, agree_to


@lru_cache(maxsize=1)
def _column(n: int) -> tuple[Any, Any]:
    """Positive numbers, and predictions that are off by a third or so."""
    rng = np.random.default_rng(20240229)
    true = rng.gamma(2.0, 3.0, n) + 0.1
    return true, true * rng.lognormal(0.0, 0.3, n)


def _case(
    function: str, at_least: float | None = None, name: str = "", **more: Any
) -> Case:
    peers = ()
    given = more.pop("given", {})
    if hasattr(sk, function):
        peer = partial(getattr(sk, function), **given)
        # Its terms cancel where predictions are close.
        peers = (Peer("scikit-learn", peer, at_least, agree=agree_to(1e-9)),)
    settings: dict[str, Any] = {
        "n": 10**7,
        "inputs": _column,
        "ours": partial(getattr(fm, function), **given),
        "covers": function,
        "peers": peers,
        "floor": READ,
        "memory_at_most": 0.01,
        "column": "losses",
    }
    return Case(name or function, **{**settings, **more})


def _small(function: str, at_least: float) -> Case:
    name = f"{function}, one small call"
    return _case(function, at_least, name, n=1000, fixed_n=True, memory_at_most=None)


def _power(power: float, at_least: float | None = None) -> Case:
    name = f"mean_tweedie_deviance, power {power:g}"
    return _case(
        "mean_tweedie_deviance", at_least, name, given={"power": power}, n=10**6
    )


def _poisson_losses(y_true: Any, y_pred: Any) -> Any:
    return np.mean(y_pred - y_true * np.log(y_pred) + gammaln(y_true + 1))


CASES = [
    _case("mean_absolute_percentage_error", 8),
    _small("mean_absolute_percentage_error", 15),
    _case("symmetric_mean_absolute_percentage_error"),
    _case("percent_bias"),
    _case("mean_squared_log_error", 8),
    _case("root_mean_squared_log_error", 8),
    _case("mean_pinball_loss", 10),
    _small("mean_pinball_loss", 15),
    _case("huber_loss"),
    _case("pseudo_huber_loss"),
    _case("log_cosh_error"),
    _case("linex_loss", given={"a": 0.1}),
    _case("mean_poisson_deviance", 4),
    _small("mean_poisson_deviance", 15),
    _case("mean_gamma_deviance", 3),
    _case(
        "poisson_log_loss",
        n=10**6,
        peers=(Peer("SciPy", _poisson_losses),),
        memory_at_most=None,
    ),
    _power(1.5),
    _power(1.9),
    _power(3),
    _case("d2_tweedie_score", given={"power": 1}),
]
