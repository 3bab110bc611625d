"""Bias and variance, from the predictions of many models."""

from typing import Any

import numpy as np

import fastmetrics as fm
from benchmarks.case import READ, Case, Floor, Peer
from benchmarks.cases.selection.validation import Threshold, two_classes

MODELS = 200
CLASSES = 10
ROUNDS = 50
READ_PREDICTIONS = Floor("reading the predictions", lambda y, f: f.max())


def _numbers(n: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(0)
    return rng.normal(size=n), rng.normal(size=(MODELS, n))


def _labels(n: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(0)
    return rng.integers(0, CLASSES, n), rng.integers(0, CLASSES, (MODELS, n))


def _squared(y: Any, f: Any) -> tuple[float, float, float]:
    found = fm.bias_variance_decomposition(y, f)
    return found.loss, found.bias_squared, found.variance


def _squared_by_numpy(y: Any, f: Any) -> tuple[float, float, float]:
    main = f.mean(axis=0)
    parts = (f - y) ** 2, (main - y) ** 2, (f - main) ** 2
    loss, bias, variance = (float(part.mean()) for part in parts)
    return loss, bias, variance


def _squared_of_mlxtend(y: Any, f: Any) -> tuple[float, float, float]:
    # What bias_variance_decomp does with the predictions that it has made.
    loss = np.apply_along_axis(lambda x: ((x - y) ** 2).mean(), axis=1, arr=f).mean()
    main = np.mean(f, axis=0)
    bias = np.sum((main - y) ** 2) / y.size
    return float(loss), float(bias), float(np.sum((main - f) ** 2) / f.size)


def _zero_one(y: Any, f: Any) -> tuple[float, float, float]:
    found = fm.bias_variance_decomposition(y, f, loss="zero_one")
    return found.loss, found.bias, found.variance


def _zero_one_of_mlxtend(y: Any, f: Any) -> tuple[float, float, float]:
    main = np.apply_along_axis(lambda x: np.argmax(np.bincount(x)), axis=0, arr=f)
    loss = np.apply_along_axis(lambda x: (x != y).mean(), axis=1, arr=f).mean()
    variance = np.zeros(y.shape)
    for predicted in f:
        variance += (predicted != main).astype(np.int_)
    return (
        float(loss),
        float(np.sum(main != y) / y.size),
        float((variance / len(f)).sum() / y.size),
    )


def _estimated(X: Any, y: Any) -> tuple[float, float]:
    found = fm.estimate_bias_variance(
        Threshold(), X, y, X, y, loss="zero_one", n_rounds=ROUNDS, random_state=0
    )
    return found.loss, found.bias


def _estimated_by_loop(X: Any, y: Any) -> tuple[float, float]:
    rng = np.random.default_rng(0)
    models = []
    for _ in range(ROUNDS):
        drawn = rng.integers(0, len(y), len(y))
        models.append(Threshold().fit(X[drawn], y[drawn]).predict(X))
    loss, bias, _ = _zero_one_of_mlxtend(y, np.stack(models))
    return loss, bias


def _agree_about(ours: Any, theirs: Any) -> None:
    """Raise AssertionError unless estimates of other resamples are about the same."""
    np.testing.assert_allclose(ours, theirs, atol=0.02)


class _Moved(Threshold):
    """Tells two classes by a number that is some way from the mean."""

    def __init__(self, by: float = 0.0) -> None:
        self.by = by

    def predict(self, X: Any) -> Any:
        return super().predict(X - self.by)


def _curve(X: Any, y: Any) -> Any:
    return fm.bias_variance_curve(
        _Moved(),
        *(X, y, X, y),
        param_name="by",
        param_range=[-1.0, 0.0, 1.0],
        loss="zero_one",
        n_rounds=ROUNDS,
        random_state=0,
    ).loss


CASES = [
    Case(
        "bias and variance, squared loss, 200 models",
        100_000,
        _numbers,
        _squared,
        covers="bias_variance_decomposition",
        peers=(
            Peer("NumPy", _squared_by_numpy, 8),
            Peer("mlxtend's arithmetic", _squared_of_mlxtend),
        ),
        floor=READ_PREDICTIONS,
    ),
    Case(
        "bias and variance, 0-1 loss, 200 models, 10 classes",
        100_000,
        _labels,
        _zero_one,
        covers="bias_variance_decomposition",
        peers=(Peer("mlxtend's arithmetic", _zero_one_of_mlxtend, 12),),
        floor=READ_PREDICTIONS,
    ),
    Case(
        "estimate_bias_variance, 50 resamples, a model that costs nothing",
        10_000,
        two_classes,
        _estimated,
        covers="estimate_bias_variance",
        peers=(Peer("a loop over resamples", _estimated_by_loop, agree=_agree_about),),
        floor=READ,
        measures_memory=False,
    ),
    Case(
        "bias_variance_curve, 3 values, 50 resamples, a model that costs nothing",
        10_000,
        two_classes,
        _curve,
        covers="bias_variance_curve",
        floor=READ,
        measures_memory=False,
    ),
]
