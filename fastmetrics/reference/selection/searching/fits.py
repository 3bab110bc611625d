"""Single fits of estimators in plain Python, and scores of both parts of a fold."""

import copy
from collections.abc import Callable, Sequence
from typing import Any

from fastmetrics.reference.selection.splitters.given_splits import check_cv

Scoring = Callable[[Any, list[Any], list[Any]], float]


def folds_of(cv: Any, X: Sequence[Any], y: Any) -> list[tuple[list[int], list[int]]]:
    """Return the row numbers of the training part and the test part of each fold."""
    pairs = check_cv(cv, y).split(X, y)
    return [([int(i) for i in train], [int(i) for i in test]) for train, test in pairs]


def both_scores(
    estimator: Any,
    X: Sequence[Any],
    y: Sequence[Any],
    train: Sequence[int],
    test: Sequence[int],
    scoring: Scoring | None,
) -> tuple[float, float]:
    """Fit a copy on some rows; return its scores on these and on the others."""
    model = copy.deepcopy(estimator)
    parts = [([X[i] for i in rows], [y[i] for i in rows]) for rows in (train, test)]
    model.fit(*parts[0])
    if scoring is None:
        return model.score(*parts[0]), model.score(*parts[1])
    return scoring(model, *parts[0]), scoring(model, *parts[1])


def with_value(estimator: Any, name: str, value: Any) -> Any:
    """Return a copy of an estimator with another value of a parameter."""
    model = copy.deepcopy(estimator)
    model.set_params(**{name: value})
    return model
