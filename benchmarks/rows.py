"""The rows that all cases run on.

30 % positives (int64 labels 0 and 1), normal scores of unit variance in both classes,
their means 0.954 apart: AUC 0.75. So scores carry signal, the classes overlap as they
do in practice, and nearly all scores are distinct. Weights are uniform in (0, 2).

Hard labels are int64, of 10 classes of about one size; 80 % of the predictions are
right and the rest is any class. Binary ones have 30 % positives.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

SEPARATION = 0.9538725524  # √2·Φ⁻¹(0.75)


@dataclass(frozen=True)
class Rows:
    y_true: Any
    y_score: Any
    weights: Any


@lru_cache(maxsize=2)
def make_rows(n: int) -> Rows:
    """Return the n rows; the same on each call."""
    rng = np.random.default_rng(20240229)
    positive = np.zeros(n, np.int64)
    positive[: max(1, round(0.3 * n))] = 1
    rng.shuffle(positive)
    scores = rng.normal(size=n)
    scores += SEPARATION * positive
    return Rows(positive, scores, 2.0 - 2.0 * rng.random(n))


def float64(n: int) -> tuple[Any, Any]:
    """Labels and scores."""
    rows = make_rows(n)
    return rows.y_true, rows.y_score


def float32(n: int) -> tuple[Any, Any]:
    """Labels and float32 scores."""
    rows = make_rows(n)
    return rows.y_true, rows.y_score.astype(np.float32)


def weighted(n: int) -> tuple[Any, Any, Any]:
    """Labels, scores and weights."""
    rows = make_rows(n)
    return rows.y_true, rows.y_score, rows.weights


def rounded(n: int) -> tuple[Any, Any]:
    """Labels and scores with many ties: some thousand distinct ones."""
    rows = make_rows(n)
    return rows.y_true, np.round(rows.y_score, 3)


def two_models(n: int) -> tuple[Any, Any]:
    """Labels and the correlated scores of two models, one per column."""
    rows = make_rows(n)
    other = np.random.default_rng(1).normal(size=n) + SEPARATION * rows.y_true
    return rows.y_true, np.column_stack([rows.y_score, 0.6 * rows.y_score + other])


RIGHT = 0.8


@lru_cache(maxsize=2)
def _labels(n: int, k: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(20240229)
    truth = (rng.random(n) < 0.3).astype(np.int64) if k == 2 else rng.integers(0, k, n)
    guess = np.where(rng.random(n) < RIGHT, truth, rng.integers(0, k, n))
    # All classes in both, however few rows there are.
    truth[:k] = guess[:k] = np.arange(min(k, n))
    return truth, guess


def labels(n: int) -> tuple[Any, Any]:
    """Labels and predictions of ten classes."""
    return _labels(n, 10)


def labels_of_1000(n: int) -> tuple[Any, Any]:
    """Labels and predictions of a thousand classes: a table of a million cells."""
    return _labels(n, 1000)


def fifty_models(n: int) -> tuple[Any, Any]:
    """Labels 0 and 1 and what fifty models predict, a row for each: 80 % right."""
    truth, _ = _labels(n, 2)
    rng = np.random.default_rng(1)
    wrong = rng.random((50, n)) >= RIGHT
    return truth, np.where(wrong, 1 - truth, truth)


def binary_labels(n: int) -> tuple[Any, Any]:
    """Labels 0 and 1 and predictions of them."""
    return _labels(n, 2)


def weighted_labels(n: int) -> tuple[Any, Any, Any]:
    """Labels and predictions of ten classes, and weights."""
    return *labels(n), make_rows(n).weights


NAMES = np.array([f"class {c}" for c in "abcdefghij"], dtype=object)


def string_labels(n: int) -> tuple[Any, Any]:
    """The same as Python strings, ten objects in all."""
    truth, guess = labels(n)
    return NAMES[truth], NAMES[guess]


def dictionary_labels(n: int) -> tuple[Any, Any]:
    """The same as Arrow dictionaries."""
    import pyarrow as pa

    truth, guess = (
        pa.DictionaryArray.from_arrays(codes.astype(np.int32), pa.array(NAMES))
        for codes in labels(n)
    )
    return truth, guess


def indicators(n: int) -> tuple[Any, Any]:
    """Five labels a row, each of them there in 30 % of the rows."""
    rng = np.random.default_rng(20240229)
    truth = (rng.random((n, 5)) < 0.3).astype(np.int64)
    wrong = rng.random((n, 5)) < 0.2
    return truth, truth ^ wrong


@lru_cache(maxsize=1)
def fifty_classes(n: int) -> tuple[Any, Any]:
    """Labels of 50 classes and a row of probabilities for each."""
    rng = np.random.default_rng(20240229)
    y_true = rng.integers(0, 50, n)
    logits = rng.normal(size=(n, 50))
    logits[np.arange(n), y_true] += 1.5
    proba = np.exp(logits, out=logits)
    proba /= proba.sum(axis=1, keepdims=True)
    return y_true, proba
