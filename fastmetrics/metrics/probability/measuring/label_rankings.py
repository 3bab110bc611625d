"""What each row contributes to metrics of how its labels are ranked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._inputs.score_tables import read_rankings
from fastmetrics._inputs.scores import sample_weights
from fastmetrics._kernels import label_rankings
from fastmetrics.metrics.probability.measuring.blocks import readable, write_rows

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Sparse

    Rows = NDArray[np.float64]

__all__ = ["coverage_errors", "ranking_losses", "ranking_precisions"]


def coverage_errors(
    y_true: ArrayLike | Sparse,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return for each row the labels that rank at or above the last of its own."""
    return _measure(y_true, y_score, sample_weight, label_rankings.DEPTH)


def ranking_losses(
    y_true: ArrayLike | Sparse,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return the share of pairs of labels that each row ranks in the wrong order."""
    return _measure(y_true, y_score, sample_weight, label_rankings.PAIRS)


def ranking_precisions(
    y_true: ArrayLike | Sparse,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return the mean precision at the ranks of each row's labels."""
    measure = label_rankings.PRECISION
    return _measure(y_true, y_score, sample_weight, measure, one_label=True)


def _measure(
    y_true: ArrayLike | Sparse,
    y_score: ArrayLike,
    sample_weight: ArrayLike | None,
    measure: int,
    *,
    one_label: bool = False,
) -> Rows:
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
