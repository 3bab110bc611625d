"""Each class in the eyes of a model: precision, recall, F1 and support."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.interval import Interval, no_interval, of_share
from fastmetrics._common.records import ByFields
from fastmetrics.resampling.refusals import NO_SQUARES

if TYPE_CHECKING:
    from numpy.typing import NDArray

# The columns of a data frame with a row per class.
CLASS_COLUMNS = (
    "precision", "precision_low", "precision_high",
    "recall", "recall_low", "recall_high",
    "f1", "support", "predicted", "hits",
)  # fmt: skip

NO_ROWS = "no rows"
GROUPED = "rows of one group are not independent"


@dataclass(frozen=True, slots=True, eq=False)
class ClassScores(ByFields):
    """One class (or one column of a multilabel target) in the eyes of one model.

    Attributes
    ----------
    label : object
        The class, or the column's number.
    precision, recall : Interval
        With an interval for proportions, Wilson's score interval by default; NaN where
        no row was predicted as the class, or is of it.
    f1 : float
        Their harmonic mean, as 2·hits / (support + predicted).
    support, predicted, hits : int or float
        Rows of the class, rows predicted as it, rows that are both; sums of weights
        where rows have weights.
    """

    label: object
    precision: Interval
    recall: Interval
    f1: float
    support: float
    predicted: float
    hits: float


def plain_labels(counts: Any) -> list[Any]:
    """Return the labels as Python's own objects."""
    return np.asarray(counts.labels).tolist()


def class_support(counts: Iterable[Any]) -> dict[Any, float]:
    """Return the rows of each class in the truth, by weight where there are weights."""
    found: dict[Any, float] = {}
    for one in counts:
        found.update(zip(plain_labels(one), one.margins.true.tolist(), strict=True))
    return dict(sorted(found.items()))


def class_scores(
    counts: Any, confidence_level: float, method: str, grouped: bool
) -> list[ClassScores]:
    """Return one row per class, in the order of the labels.

    ``method`` is one for proportions; rows in groups have no such interval.
    """
    margins = counts.margins
    hits, true, predicted = margins.hits, margins.true, margins.predicted
    squares: tuple[Any, Any] = (None, None)
    reason = GROUPED if grouped else ""
    if counts.kind == "multilabel-indicator":
        if counts.weighted:
            reason = reason or NO_SQUARES
    elif counts.cells.squares is not None:
        squares = counts.squared.true, counts.squared.predicted
    how = confidence_level, method, reason
    recalls = _proportions(hits, true, squares[0], *how)
    precisions = _proportions(hits, predicted, squares[1], *how)
    both = true + predicted
    with np.errstate(invalid="ignore"):
        f1 = np.where(both > 0, 2 * hits / both, math.nan)
    return [
        ClassScores(*one)
        for one in zip(
            plain_labels(counts),
            precisions,
            recalls,
            f1.tolist(),
            true.tolist(),
            predicted.tolist(),
            hits.tolist(),
            strict=True,
        )
    ]


def flat(row: ClassScores) -> dict[str, float]:
    """Return the numbers of one class by the name of their column."""
    intervals = (
        number
        for one in (row.precision, row.recall)
        for number in (one.estimate, one.low, one.high)
    )
    numbers = (*intervals, row.f1, row.support, row.predicted, row.hits)
    return dict(zip(CLASS_COLUMNS, numbers, strict=True))


def _proportions(
    hits: NDArray[Any],
    trials: NDArray[Any],
    squares: NDArray[Any] | None,
    confidence_level: float,
    method: str,
    reason: str,
) -> list[Interval]:
    """Return hits / trials of each class with an interval, or a reason for none."""
    made = []
    of_class = [None] * len(hits) if squares is None else squares.tolist()
    rows = zip(hits.tolist(), trials.tolist(), of_class, strict=True)
    for successes, total, square in rows:
        if total <= 0:
            one = no_interval(math.nan, confidence_level, NO_ROWS)
        elif reason:
            one = no_interval(successes / total, confidence_level, reason)
        else:
            one = of_share(successes, total, square, method, confidence_level)
        made.append(one)
    return made
