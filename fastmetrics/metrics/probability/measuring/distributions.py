"""What each row contributes to metrics of probabilities of ordered or any classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import listed
from fastmetrics._common.options import check_flag
from fastmetrics._inputs.class_codes import ClassCodes
from fastmetrics._inputs.probabilities import (
    Probabilities,
    read_distributions,
    read_probabilities,
)
from fastmetrics._inputs.scores import sample_weights
from fastmetrics._kernels import distributions
from fastmetrics.metrics.probability.measuring.blocks import readable, write_rows

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label

    Rows = NDArray[np.float64]

__all__ = ["divergences", "ranked_scores", "spherical_scores"]


def spherical_scores(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return the spherical score of each row."""
    read = read_probabilities(
        y_true,
        y_proba,
        labels=labels,
        pos_label=pos_label,
        sample_weight=sample_weight,
    )
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
    codes, read = _ordered(y_true, y_proba, labels, sample_weight)
    scores = _score(distributions.score_ranked, codes, read.proba)
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


def _ordered(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    labels: ArrayLike | None,
    sample_weight: ArrayLike | None,
) -> tuple[NDArray[Any], Probabilities]:
    """Return the column of each row's class, classes being in the order of labels."""
    if labels is None:
        read = read_probabilities(y_true, y_proba, sample_weight=sample_weight)
        if isinstance(read.classes[0], str):
            raise ValueError(
                "labels must give the order of classes that are strings, as in "
                f'["low", "mid", "high"]; y_true holds {listed(read.classes.tolist())}.'
            )
        return read.codes, read
    given = ClassCodes(labels, "labels")
    if given.n != given.k:
        raise ValueError(
            f"labels must be unique, got {given.n} of which {given.k} differ."
        )
    read = read_probabilities(
        y_true,
        y_proba,
        labels=given.classes,
        sample_weight=sample_weight,
        rule="labels",
    )
    place = np.empty(given.k, np.int32)
    place[given.codes] = np.arange(given.k)
    return place[read.codes], read


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
