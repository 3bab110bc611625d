"""What a report says of each class: precision, recall, F1 and support."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics import _bounds
from fastmetrics._interval import Interval, no_interval

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "ClassScores",
    "class_scores",
    "class_support",
    "joint_kind",
    "joint_labels",
    "n_rows",
    "plain_labels",
    "totals",
]

NO_ROWS = "no rows"
GROUPED = "rows of one group are not independent"
NO_SQUARES = "weighted labels of several columns: their squares are not kept"


@dataclass(frozen=True, slots=True)
class ClassScores:
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


def n_rows(counts: Any) -> int:
    """Return how many rows were counted."""
    if counts.kind == "multilabel-indicator":
        weights = counts.row_weights
        return counts.total if weights is None else len(weights)
    return counts.n_samples


def joint_labels(counts: Iterable[Any]) -> list[Any]:
    """Return the labels of the truth and of all models, sorted."""
    return sorted({label for one in counts for label in plain_labels(one)})


def joint_kind(counts: Iterable[Any]) -> str:
    """Return what the labels of all models together are.

    A model that only knows two of three classes is judged as the others are.
    """
    counts = list(counts)
    kinds = {one.kind for one in counts}
    if kinds == {"binary"} and len(joint_labels(counts)) > 2:
        return "multiclass"
    return "binary" if kinds == {"binary"} else max(kinds)


def class_support(counts: Iterable[Any]) -> dict[Any, float]:
    """Return the rows of each class in the truth, by weight where there are weights."""
    found: dict[Any, float] = {}
    for one in counts:
        found.update(zip(plain_labels(one), one.margins.true.tolist(), strict=True))
    return dict(sorted(found.items()))


class Totals(NamedTuple):
    """Rows, and those of either class of a binary target; None where there are none."""

    n_samples: int
    n_positive: int | None = None
    n_negative: int | None = None
    weight_positive: float | None = None
    weight_negative: float | None = None


def totals(counts: Mapping[str, Any], kind: str | None, positive: Any) -> Totals:
    """Return how many rows there are, and of which class."""
    one = next(iter(counts.values()))
    n = n_rows(one)
    if kind != "binary":
        return Totals(n)
    rows, _, cells, sums, _ = one.cells
    is_positive = np.array([label == positive for label in plain_labels(one)])[rows]
    weights = cells if sums is None else sums
    n_positive = int(cells[is_positive].sum())
    return Totals(
        n,
        n_positive,
        n - n_positive,
        weights[is_positive].sum().item(),
        weights[~is_positive].sum().item(),
    )


def class_scores(
    counts: Any, confidence_level: float, method: str, grouped: bool
) -> list[ClassScores]:
    """Return one row per class, in the order of the labels.

    ``method`` is one for proportions; rows in groups have no such interval.
    """
    margins = counts.margins
    hits, true, predicted = margins.hits, margins.true, margins.predicted
    kept = _effective(counts)
    reason = GROUPED if grouped else NO_SQUARES if kept is None else ""
    of_true, of_predicted = (true, predicted) if kept is None else kept
    how = confidence_level, method, reason
    recalls = _proportions(hits, true, of_true, *how)
    precisions = _proportions(hits, predicted, of_predicted, *how)
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


def _effective(counts: Any) -> tuple[NDArray[Any], NDArray[Any]] | None:
    """Return how many rows the true and the predicted of each class are worth.

    Of rows with weights that is Kish's (Σw)² / Σw²; None where that is not known.
    """
    if counts.kind == "multilabel-indicator":
        if counts.row_weights is not None:
            return None
        return counts.margins.true, counts.margins.predicted
    rows, columns, _, sums, squares = counts.cells
    if sums is None:
        return counts.margins.true, counts.margins.predicted
    k = len(counts.labels)

    def kish(classes: NDArray[Any]) -> NDArray[Any]:
        total = np.bincount(classes, weights=sums, minlength=k)
        square = np.bincount(classes, weights=squares, minlength=k)
        return np.divide(total**2, square, out=np.zeros(k), where=square > 0)

    return kish(rows), kish(columns)


def _proportions(
    hits: NDArray[Any],
    trials: NDArray[Any],
    effective: NDArray[Any],
    confidence_level: float,
    method: str,
    reason: str,
) -> list[Interval]:
    """Return hits / trials of each class with an interval, or a reason for none."""
    made = []
    rows = zip(hits.tolist(), trials.tolist(), effective.tolist(), strict=True)
    for successes, total, n in rows:
        if total <= 0:
            made.append(no_interval(math.nan, confidence_level, NO_ROWS))
            continue
        share = successes / total
        if reason:
            made.append(no_interval(share, confidence_level, reason))
            continue
        low, high = _bounds.proportion(method, share * n, n, confidence_level)
        error = math.sqrt(share * (1 - share) / n)
        made.append(Interval(share, low, high, error, confidence_level, method))
    return made
