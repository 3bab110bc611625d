"""Candidates of a search, and what they said of rows that they had not seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.intervals.positives import of_event
from fastmetrics.intervals.wanted import Wanted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval
    from fastmetrics.selection.searching.fits import Prepared, Tried

__all__ = ["OutOfFold", "SearchCandidate", "out_of_fold"]


@dataclass(frozen=True, eq=False)
class SearchCandidate:
    """One combination of parameters, and how good it was on the folds.

    Attributes
    ----------
    parameters : dict
    value : float
        The mean over folds; NaN if a fold has no score.
    interval : Interval
        Of the value, corrected for what training parts share.
    train : float
        The mean score on the rows learnt from.
    gap : Interval
        The score on the rows learnt from less that on the rows held out; positive means
        worse on the rows held out.
    difference : Interval
        By how much the best candidate was better, on the same folds.
    rank : int
        1 is the best; equal values share the smaller rank.
    fit_time, score_time : float
        Seconds of a fold, on average.
    n_train : float
        How many rows a model learnt from, on average.
    scores, train_scores : ndarray of float64
        Both kinds of scores, by fold.
    """

    parameters: dict[str, Any]
    value: float
    interval: Interval
    train: float
    gap: Interval
    difference: Interval
    rank: int
    fit_time: float
    score_time: float
    n_train: float
    scores: NDArray[np.float64]
    train_scores: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class OutOfFold:
    """What candidates said of rows that they had not seen; what is needed to judge it.

    Attributes
    ----------
    wanted : Wanted or None
        The metric; None: it is no function of predictions.
    sign : int
        What its values are multiplied by to be scores.
    y_true : object
        The target.
    predictions : ndarray of shape (n_samples, n_candidates[, n_classes])
    folds : ndarray of shape (n_samples,)
    places : list of int
        Which candidates these are.
    """

    wanted: Wanted | None
    sign: int
    y_true: Any
    predictions: NDArray[Any]
    folds: NDArray[Any]
    places: list[int]


def out_of_fold(
    made: Prepared, found: Sequence[Tried], finalists: Sequence[int]
) -> OutOfFold | str:
    """Return the predictions of the finalists for all rows; or why there are none."""
    folds = _folds(made)
    if folds is None:
        return "not every row is tested once"
    order = np.concatenate([test for _, test in made.splits])
    columns, places = [], []
    for k in finalists:
        column = _column(made, found[k])
        if column is not None:
            columns.append(column)
            places.append(k)
    if not columns or any(each.shape != columns[0].shape for each in columns):
        return "the candidates have no predictions of one kind"
    joined = np.stack(columns, axis=1)
    by_row = np.empty_like(joined)
    by_row[order] = joined
    wanted, y = _metric(made), made.task.y
    if wanted is not None and wanted.row is not None:
        positive = made.scorer.positive(made.task.classes)
        wanted, y = of_event(wanted, y, [by_row[:, 0]], positive)
    return OutOfFold(wanted, made.scorer.sign, y, by_row, folds, places)


def _folds(made: Prepared) -> NDArray[np.intp] | None:
    """Return the fold that tests each row; None where one is not tested once."""
    found = np.full(made.task.n, -1, np.intp)
    for k, (_, test) in enumerate(made.splits):
        if (found[test] >= 0).any():
            return None
        found[test] = k
    return None if (found < 0).any() else found


def _metric(made: Prepared) -> Wanted | None:
    """Return the metric of the scorer, as a function of the target and a column."""
    scorer = made.scorer
    if made.task.y is None or scorer.kind != "metric" or scorer.function is None:
        return None
    parameters = scorer.call_of(made.task.classes)
    if scorer.item is not None:
        return Wanted(None, _Item(scorer.function, scorer.item), parameters)
    return Wanted(scorer.row, scorer.function, parameters)


def _column(made: Prepared, one: Tried) -> NDArray[Any] | None:
    """Return what one candidate said of the rows of all folds, one behind the other."""
    scorer = made.scorer
    methods = scorer.methods if scorer.kind == "metric" else ("predict",)
    classes = made.task.classes if made.task.classifier else None
    parts = []
    for each, (_, test) in zip(one.fits, made.splits, strict=True):
        said = each.predictions
        method = next((name for name in methods if name in said), None)
        if method is None or (method != "predict" and isinstance(said[method], list)):
            return None
        found = said[method]
        if scorer.kind == "metric":
            found = scorer.read(said, len(test), classes)
        parts.append(np.asarray(found))
    if any(part.shape[1:] != parts[0].shape[1:] for part in parts):
        return None
    return np.concatenate(parts)


class _Item:
    """One of the several values of a function."""

    def __init__(self, function: Callable[..., Any], item: int) -> None:
        self._function, self._item = function, item

    def __call__(self, *columns: Any, **parameters: Any) -> Any:
        return self._function(*columns, **parameters)[self._item]
