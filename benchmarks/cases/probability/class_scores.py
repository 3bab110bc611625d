"""A score per class or per label."""

from functools import lru_cache, partial
from typing import Any

import numpy as np
import sklearn.metrics as sk

import fastmetrics as fm
from benchmarks.case import READ, Case, Peer

N_CLASSES, N_LABELS = 10, 20


@lru_cache(maxsize=1)
def _classes(n: int) -> tuple[Any, Any]:
    """Ten classes and a normal score for each, that of the row's own a unit higher."""
    rng = np.random.default_rng(20240229)
    truth = rng.integers(0, N_CLASSES, n)
    truth[:N_CLASSES] = np.arange(min(N_CLASSES, n))
    scores = rng.normal(size=(n, N_CLASSES))
    scores[np.arange(n), truth] += 1
    return truth, scores


@lru_cache(maxsize=1)
def _labels(n: int) -> tuple[Any, Any]:
    """Twenty labels, of which a row has three in ten, and a score for each."""
    rng = np.random.default_rng(20240229)
    truth = (rng.random((n, N_LABELS)) < 0.3).astype(np.int64)
    return truth, rng.normal(size=truth.shape) + truth


def _probabilities(n: int) -> tuple[Any, Any]:
    truth, scores = _classes(n)
    proba = np.exp(scores)
    return truth, proba / proba.sum(axis=1, keepdims=True)


def _two_forecasts(n: int) -> tuple[Any, Any]:
    _, proba = _probabilities(n)
    return proba, np.roll(proba, 1, axis=0)


def _of_classes(function: str, at_least: float, **options: Any) -> Case:
    return Case(
        function,
        10**6,
        _classes,
        partial(getattr(fm, function), **options),
        covers=function,
        peers=(
            Peer("scikit-learn", partial(getattr(sk, function), **options), at_least),
        ),
        floor=READ,
    )


def _indicators(truth: Any, scores: Any) -> tuple[Any, Any]:
    """The class, and the three best classes, as indicators."""
    rows = np.arange(len(truth))
    own, best = np.zeros((2, *scores.shape), np.int8)
    own[rows, truth] = 1
    best[rows[:, None], np.argpartition(scores, -3, axis=1)[:, -3:]] = 1
    return own, best


def _of_best(measure: str) -> Case:
    theirs = getattr(sk, f"{measure}_score")

    def peer(truth: Any, scores: Any) -> Any:
        return theirs(*_indicators(truth, scores), average="macro")

    name = f"top_k_{measure}_score"
    return Case(
        name,
        10**6,
        _classes,
        partial(getattr(fm, name), k=3),
        covers=name,
        peers=(Peer("scikit-learn, of indicators", peer),),
        floor=READ,
    )


def _of_labels(function: str, at_least: float | None = None) -> Case:
    return Case(
        function,
        10**5,
        _labels,
        getattr(fm, function),
        covers=function,
        peers=(Peer("scikit-learn", getattr(sk, function), at_least),),
        floor=READ,
    )


def _of_distributions(function: str, inputs: Any = _probabilities) -> Case:
    return Case(
        function, 10**6, inputs, getattr(fm, function), covers=function, floor=READ
    )


CASES = [
    _of_classes("top_k_accuracy_score", 20, k=3),
    *map(_of_best, ("precision", "recall", "f1")),
    _of_classes("hinge_loss", 20),
    _of_labels("coverage_error"),
    _of_labels("label_ranking_loss", 50),
    _of_labels("label_ranking_average_precision_score", 200),
    _of_distributions("spherical_score"),
    _of_distributions("ranked_probability_score"),
    _of_distributions("kl_divergence", _two_forecasts),
    _of_distributions("jensen_shannon_divergence", _two_forecasts),
]
