"""Pieces that topics share.

One sweep read as one number, the ends of a curve, the warning where a value is
undefined, and options checked.
"""

from __future__ import annotations

import math
import warnings
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.summaries.score_sweep import reduce_scores

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def read(
    name: str,
    y_true: ArrayLike,
    y_score: ArrayLike,
    pos_label: Any,
    sample_weight: ArrayLike | None,
    *reducer: Any,
) -> float:
    """Reduce one sweep to the value of the metric ``name``, NaN with a warning."""
    value, n_pos, _ = reduce_scores(y_true, y_score, pos_label, sample_weight, *reducer)
    if math.isnan(value):
        return undefined(name, n_pos, stacklevel=4)
    return value


def undefined(name: str, n_positive: float, stacklevel: int = 3) -> float:
    """Warn that a class is missing and return NaN."""
    missing = "negative" if n_positive else "positive"
    warnings.warn(
        f"y_true holds no {missing} row (of weight above 0), so {name} is undefined "
        "and returned as NaN.",
        UndefinedMetricWarning,
        stacklevel=stacklevel,
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


def number(value: Any, name: str) -> float:
    """Return an option that is a real number."""
    if not isinstance(value, Real):
        raise TypeError(f"{name} must be a number, got {type(value).__name__}.")
    return float(value)


def check_flag(value: Any, name: str) -> None:
    """Raise unless an option is True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be True or False, got {value!r}.")


def stretch(values: Any, name: str) -> tuple[float, float]:
    """Return the two ends of a part of [0, 1]."""
    try:
        low, high = (number(value, name) for value in values)
    except (TypeError, ValueError):
        low = high = math.nan
    if not 0 <= low < high <= 1:
        raise ValueError(f"{name} must be (a, b) with 0 <= a < b <= 1, got {values!r}.")
    return low, high


def check_cost(value: float, name: str) -> None:
    """Raise unless a cost is finite and not negative."""
    if not 0 <= number(value, name) < math.inf:
        raise ValueError(f"{name} must be finite and not negative, got {value!r}.")
