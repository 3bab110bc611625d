"""How much better a model is on its training rows, and what may be read off that."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from fastmetrics.selection.validation.fold_intervals import corrected, differences

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.interval import Interval

__all__ = ["GAP", "Verdict", "gain", "gap", "verdict"]

Verdict = Literal["overfits", "underfits", "neither", "cannot tell"]

GAP = "the expected difference between training rows and test rows"
GAIN = "the expected advantage on training rows"


def gap(
    train: ArrayLike,
    test: ArrayLike,
    n_train: float,
    n_test: float,
    confidence_level: float,
    *,
    greater_is_better: bool,
    approximate: str = "",
) -> Interval:
    """Return the value on training rows less that on test rows, fold by fold.

    Positive means worse on test rows, whichever direction is the better one. The
    interval is that of `corrected`.
    """
    found = _better_by(train, test, greater_is_better)
    return _apart(found, n_train, n_test, confidence_level, approximate, GAP)


def gain(
    train: ArrayLike,
    other: ArrayLike,
    n_train: float,
    n_test: float,
    confidence_level: float,
    *,
    greater_is_better: bool,
    approximate: str = "",
) -> Interval:
    """Return by how much a model is better on its training rows than something else.

    ``other`` is what no information, or a baseline model, reaches on these rows; it is
    one value per fold, or one for all. Positive means that the model is better.
    """
    found = _better_by(train, other, greater_is_better)
    return _apart(found, n_train, n_test, confidence_level, approximate, GAIN)


def _better_by(
    first: ArrayLike, second: ArrayLike, greater_is_better: bool
) -> NDArray[np.float64]:
    """Return differences, positive where the first is better."""
    return (
        differences(first, second) if greater_is_better else differences(second, first)
    )


def _apart(
    values: NDArray[np.float64],
    n_train: float,
    n_test: float,
    confidence_level: float,
    approximate: str,
    target: str,
) -> Interval:
    found = corrected(
        values, n_train, n_test, confidence_level, approximate=approximate
    )
    return replace(found, target=target)


def verdict(gap: Interval, gains: Sequence[Interval]) -> Verdict:
    """Say which of four cases the intervals allow.

    "underfits": on its training rows the model is not better than no information, or
    than the baseline; each of ``gains`` is one of these comparisons. "overfits": it is
    better there than on test rows. "neither": it learned something, and no gap is
    shown. "cannot tell": the rows do not show whether it learned anything, or whether
    there is a gap.
    """
    if any(_is_none(one) for one in gains):
        return "underfits"
    if gap.low > 0:
        return "overfits"
    if math.isnan(gap.low) and not _is_none(gap):
        return "cannot tell"
    return "neither" if all(one.low > 0 for one in gains) else "cannot tell"


def _is_none(one: Interval) -> bool:
    """Whether there is no advantage: not above 0, or exactly 0 in every fold."""
    return one.high <= 0 or (math.isnan(one.low) and one.estimate == 0)
