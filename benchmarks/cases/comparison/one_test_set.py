"""Models on one test set: all differences from one set of replicates."""

from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
import sklearn.metrics as sk

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import READ, Case, Floor, Peer

REPLICATES = 1000


def _models(n: int, k: int) -> tuple[Any, Any]:
    truth, predicted = rows.fifty_models(n)
    return truth, predicted[:k]


def _compare(truth: Any, predicted: Any) -> Any:
    """Return the differences and their simultaneous bounds."""
    models = {f"model {k}": one for k, one in enumerate(predicted)}
    options = {"n_resamples": REPLICATES, "random_state": 0, "test": "bootstrap"}
    with fm.num_threads(1):
        found = fm.compare("f1_score", truth, models, **options).differences
    return np.array([one.estimate for one in found.values()])


def _loop(truth: Any, predicted: Any, replicates: int) -> Any:
    """Return the differences, and draw so many replicates of all models."""
    rng = np.random.default_rng(0)
    values = np.array([sk.f1_score(truth, one) for one in predicted])
    for _ in range(replicates):
        at = rng.integers(0, len(truth), len(truth))
        for one in predicted:
            sk.f1_score(truth[at], one[at])
    pairs = combinations(range(len(predicted)), 2)
    return np.array([values[i] - values[j] for i, j in pairs])


def _peer(k: int, run: int, at_least: float | None = None) -> Peer:
    return Peer(
        f"loop over scikit-learn ({run} of {REPLICATES:,}, extrapolated)",
        partial(_loop, replicates=run),
        at_least,
        fraction=(run + 1) / (REPLICATES + 1),
    )


# --- many models: pairs are rows of arrays, so the metric's own function is the floor


def _many(n: int, kind: str) -> tuple[Any, Any]:
    """Return true values, and the outputs of 300 models, the best one first."""
    rng = np.random.default_rng(0)
    noise = rng.normal(size=(300, n)) * np.linspace(1, 2, 300)[:, None]
    if kind == "numbers":
        truth: Any = rng.normal(size=n)
        return truth, truth + noise
    truth = rng.integers(0, 2, n)
    return truth, np.where(noise > 1, 1 - truth, truth) if kind == "labels" else (
        truth + noise
    )


def _compare_many(truth: Any, outputs: Any, metric: str, argument: str) -> Any:
    """Return the estimates, and a bound and a rank of each model."""
    models = {f"model {k}": one for k, one in enumerate(outputs)}
    given: Any = {argument: models, "random_state": 0}
    found = fm.compare(metric, truth, **given)
    return np.array([found.values[name].estimate for name in models])


def _each(truth: Any, outputs: Any, metric: str) -> Any:
    function = getattr(fm, metric)
    return np.array([function(truth, one) for one in outputs])


CASES = [
    Case(
        f"compare {metric} of 300 models, 44,850 differences",
        2_000,
        partial(_many, kind=kind),
        partial(_compare_many, metric=metric, argument=argument),
        covers="compare",
        fixed_n=True,
        threads=2,
        floor=Floor("the function of each model", partial(_each, metric=metric)),
    )
    for metric, kind, argument in (
        ("accuracy_score", "labels", "y_pred"),
        ("f1_score", "labels", "y_pred"),
        ("roc_auc_score", "scores", "y_score"),
        ("mean_absolute_error", "numbers", "y_pred"),
    )
]
CASES += [
    Case(
        f"compare F₁ of {k} models, {k * (k - 1) // 2} differences",
        10**5,
        partial(_models, k=k),
        _compare,
        covers="compare",
        peers=(_peer(k, run, at_least),),
        floor=READ,
        column="labels",
    )
    for k, run, at_least in ((10, 3, 600.0), (50, 1, None))
]
