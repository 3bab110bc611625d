"""What candidates said of the rows that they had not seen, as metrics take it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.catalog import find
from fastmetrics.intervals.asking import Wanted
from fastmetrics.selection.searching.search_result import OutOfFold

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.selection.searching.evaluations import Tried
    from fastmetrics.selection.searching.fits import Prepared
    from fastmetrics.selection.validation.scorers import Scorer

__all__ = ["out_of_fold"]

# What the ``score`` of scikit-learn's estimators is, by the class that has it.
_OWN = {"ClassifierMixin.score": "accuracy_score", "RegressorMixin.score": "r2_score"}


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
    return OutOfFold(
        _metric(made), made.scorer.sign, made.task.y, by_row, folds, places
    )


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
    if made.task.y is None:
        return None
    if scorer.kind == "own":
        method = getattr(type(made.example), "score", None)
        name = _OWN.get(getattr(method, "__qualname__", ""))
        row = find(name) if name else None
        return None if row is None else Wanted(row, row.public, {})
    if scorer.kind == "call" or scorer.function is None:
        return None
    parameters = _parameters(made, scorer)
    if scorer.item is not None:
        return Wanted(None, _Item(scorer.function, scorer.item), parameters)
    return Wanted(scorer.row, scorer.function, parameters)


def _parameters(made: Prepared, scorer: Scorer) -> Mapping[str, Any]:
    """Return those of the metric's call; all classes where columns are for them."""
    classes = made.task.classes
    takes = "labels" in scorer.takes and "labels" not in scorer.parameters
    if classes is None or not takes or scorer.methods == ("predict",):
        return scorer.parameters
    return {**scorer.parameters, "labels": classes}


def _column(made: Prepared, one: Tried) -> NDArray[Any] | None:
    """Return what one candidate said of the rows of all folds, one behind the other."""
    scorer = made.scorer
    parts = []
    for each in one.fits:
        said = each.predictions
        methods = scorer.methods if scorer.kind == "metric" else ("predict",)
        method = next((name for name in methods if name in said), None)
        if method is None or (method != "predict" and isinstance(said[method], list)):
            return None
        parts.append(_positive(made, scorer, np.asarray(said[method]), method))
    if any(part.shape[1:] != parts[0].shape[1:] for part in parts):
        return None
    return np.concatenate(parts)


def _positive(
    made: Prepared, scorer: Scorer, said: NDArray[Any], method: str
) -> NDArray[Any]:
    """Return the column of the positive class, of two classes."""
    classes = made.task.classes
    if method == "predict" or classes is None or len(classes) != 2:
        return said
    if not made.task.classifier or said.ndim != 2:
        return said
    wanted = scorer.parameters.get("pos_label", classes[1])
    return said[:, int(np.flatnonzero(classes == wanted)[0])]


class _Item:
    """One of the several values of a function."""

    def __init__(self, function: Callable[..., Any], item: int) -> None:
        self._function, self._item = function, item

    def __call__(self, *columns: Any, **parameters: Any) -> Any:
        return self._function(*columns, **parameters)[self._item]
