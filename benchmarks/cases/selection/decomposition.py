"""Bias and variance, from the predictions of many models."""

from typing import Any

import numpy as np

import fastmetrics as fm
from benchmarks.case import Case, Floor, Peer

MODELS = 200
CLASSES = 10
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
]
