"""What the topics share: one sweep as one number, the ends of a curve, the warning."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import warn
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.scores.score_sweep import reduce_scores

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.scores.annotations import Classes, Scores


def reduced(
    name: str,
    y_true: Classes,
    y_score: Scores,
    pos_label: Any,
    sample_weight: ArrayLike | None,
    *reducer: Any,
) -> float:
    """Reduce one sweep to the value of the metric ``name``, NaN with a warning."""
    value, n_pos, _ = reduce_scores(y_true, y_score, pos_label, sample_weight, *reducer)
    if math.isnan(value):
        return undefined(name, n_pos)
    return value


def undefined(name: str, n_positive: float) -> float:
    """Warn that a class is missing and return NaN."""
    missing = "negative" if n_positive else "positive"
    known = "ROC AUC score" if name == "roc_auc_score" else name
    warn(
        f"Only one class is present in y_true. {known} is not defined in that case. "
        f"There is no {missing} row (of weight above 0), and NaN is returned.",
        UndefinedMetricWarning,
    )
    return math.nan


def standardized(area: float, chance: float, best: float) -> float:
    """McClish's scale for a partial area: chance becomes one half, the best 1."""
    return 0.5 * (1.0 + (area - chance) / (best - chance))


def rate_from_zero(counts: NDArray) -> NDArray | None:
    """Return ``counts`` over their last, a 0 put in front; None if the last is 0."""
    if counts[-1] <= 0:
        return None
    rate = np.empty(len(counts) + 1)
    rate[0] = 0.0
    np.divide(counts, counts[-1], out=rate[1:])
    return rate


def from_infinity(thresholds: NDArray) -> NDArray:
    """Return the thresholds as float64 with ``inf`` put in front."""
    extended = np.empty(len(thresholds) + 1)
    extended[0] = np.inf
    extended[1:] = thresholds
    return extended
