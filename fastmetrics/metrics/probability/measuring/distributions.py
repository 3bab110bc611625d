"""What each row contributes to metrics of probabilities of classes, and of labels."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.levels import levels_of
from fastmetrics._common.names import listed
from fastmetrics._common.options import check_flag
from fastmetrics._inputs.probabilities import (
    Probabilities,
    read_distributions,
    read_probabilities,
)
from fastmetrics._inputs.score_tables import read_rankings
from fastmetrics._inputs.scores import sample_weights
from fastmetrics._kernels import distributions, label_rankings
from fastmetrics._kernels.sums import sum_f64, sum_products_f64
from fastmetrics.metrics.probability.measuring.blocks import readable, write_rows

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Sparse

    Rows = NDArray[np.float64]

__all__ = [
    "coverage_errors",
    "divergences",
    "half_way_divergences",
    "ranked_scores",
    "ranking_losses",
    "ranking_precisions",
    "spherical_scores",
    "weighted_mean",
]


def weighted_mean(
    values: NDArray[np.float64], sample_weight: ArrayLike | None
) -> float:
    """Return the mean of the rows' values, compensated.

    Rows of weight zero do not count, whatever their value.
    """
    if sample_weight is None:
        return sum_f64(values) / len(values)
    weights = sample_weights(sample_weight, len(values))
    total = sum_f64(weights)
    mean = sum_products_f64(values, weights) / total
    if np.isfinite(mean):
        return mean
    counts = weights > 0
    return sum_products_f64(values[counts], weights[counts]) / total


def spherical_scores(y_true: ArrayLike, y_proba: ArrayLike, **given: Any) -> Rows:
    """Return the spherical score of each row."""
    read = read_probabilities(y_true, y_proba, **given)
    return _score(distributions.score_spherically, read.codes, read.proba)


def ranked_scores(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    normalize: bool = False,
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return the ranked probability score of each row."""
    check_flag(normalize, "normalize")
    read = _ordered(y_true, y_proba, labels, sample_weight)
    scores = _score(distributions.score_ranked, read.codes, read.proba)
    return scores / (read.k - 1) if normalize else scores


def divergences(
    p_true: ArrayLike, p_pred: ArrayLike, *, sample_weight: ArrayLike | None = None
) -> Rows:
    """Return the Kullback-Leibler divergence of each row."""
    truth = read_distributions(p_true, "p_true")
    forecast = read_distributions(p_pred, "p_pred")
    if truth.shape != forecast.shape:
        raise ValueError(
            f"p_true and p_pred must be of one shape, got {truth.shape} and "
            f"{forecast.shape}."
        )
    n, k = len(truth), 2 if truth.ndim == 1 else truth.shape[1]
    if sample_weight is not None:
        sample_weights(sample_weight, n)

    def write(rows: slice, out: Any) -> None:
        both = _matrix(truth[rows]), _matrix(forecast[rows])
        if both[0].dtype != both[1].dtype:
            both = both[0].astype(np.float64), both[1].astype(np.float64)
        distributions.measure_divergences(*both, out)

    return write_rows(write, n, k)[0]


def half_way_divergences(
    p_true: ArrayLike, p_pred: ArrayLike, *, sample_weight: ArrayLike | None = None
) -> Rows:
    """Return the Jensen-Shannon divergence of each row.

    It is the mean of the divergences of both from the middle between them.
    """
    truth = _matrix(read_distributions(p_true, "p_true")).astype(np.float64)
    forecast = _matrix(read_distributions(p_pred, "p_pred")).astype(np.float64)
    if np.ndim(p_true) != np.ndim(p_pred) or truth.shape != forecast.shape:
        raise ValueError(
            "p_true and p_pred must be of one shape, got "
            f"{np.shape(p_true)} and {np.shape(p_pred)}."
        )
    if sample_weight is not None:
        sample_weights(sample_weight, len(truth))
    middle = truth / 2 + forecast / 2
    found = np.zeros(len(truth))
    for one in (truth, forecast):
        rows = np.empty(len(truth))
        distributions.measure_divergences(one, middle, rows)
        found += rows / 2
    return np.maximum(found, 0.0)


def _ordered(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    labels: ArrayLike | None,
    sample_weight: ArrayLike | None,
) -> Probabilities:
    """Return rows whose classes are in their order: of labels, or of categories."""
    read = read_probabilities(
        y_true,
        y_proba,
        labels=labels,
        sample_weight=sample_weight,
        rule="pos_label" if labels is None else "labels",
        ordinal=True,
    )
    known = read.classes.tolist()
    if labels is None and isinstance(known[0], str) and levels_of(known) is None:
        raise ValueError(
            "labels must give the order of classes that are strings, as in "
            f'["low", "mid", "high"]; y_true holds {listed(known)}.'
        )
    return read


def _score(kernel: Any, codes: NDArray[Any], proba: NDArray[Any]) -> Rows:
    n, k = len(proba), 2 if proba.ndim == 1 else proba.shape[1]

    def write(rows: slice, out: Any) -> None:
        kernel(codes[rows].astype(np.int32, copy=False), _matrix(proba[rows]), out)

    return write_rows(write, n, k)[0]


def _matrix(block: NDArray[Any]) -> NDArray[Any]:
    """Return a block as a kernel reads it, P(positive) as two columns."""
    if block.ndim == 2:
        return readable(block)
    positive = block.astype(np.float64, copy=False)
    return np.column_stack((1.0 - positive, positive))


def _measure_rankings(
    measure: int,
    y_true: ArrayLike | Sparse,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> Rows:
    one_label = measure == label_rankings.PRECISION
    read = read_rankings(y_true, y_score, one_label=one_label)
    if sample_weight is not None:
        sample_weights(sample_weight, read.n)

    def write(rows: slice, out: Any) -> bool:
        scores = readable(read.scores[rows])
        return label_rankings.measure_rankings(read.own(rows), scores, measure, out)

    values, finite = write_rows(write, read.n, read.k)
    if not finite:
        read.raise_not_finite()
    return values


# Of each row the labels that rank at or above the last of its own, the share of pairs
# of labels in the wrong order, and the mean precision at the ranks of its labels.
coverage_errors = partial(_measure_rankings, label_rankings.DEPTH)
ranking_losses = partial(_measure_rankings, label_rankings.PAIRS)
ranking_precisions = partial(_measure_rankings, label_rankings.PRECISION)
