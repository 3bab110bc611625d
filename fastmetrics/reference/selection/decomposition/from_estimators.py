"""Bias and variance of a way of learning, by fitting it to many training sets.

An estimator is any object with ``fit`` and ``predict``; a copy is fitted. The draws are
given: ``random_state`` is a function of the round and the number of training rows that
returns the rows of its training set.
"""

import copy
from collections.abc import Callable, Sequence
from typing import Any

from fastmetrics.reference.selection.decomposition.from_predictions import (
    SquaredParts,
    ZeroOneParts,
    bias_variance_decomposition,
)

__all__ = ["bias_variance_curve", "estimate_bias_variance"]

Parts = SquaredParts | ZeroOneParts
Draw = Callable[[int, int], Sequence[int]]


def estimate_bias_variance(
    estimator: Any,
    X_train: Sequence[Any],
    y_train: Sequence[Any],
    X_test: Sequence[Any],
    y_test: Sequence[Any],
    *,
    random_state: Draw,
    n_rounds: int = 200,
    **options: Any,
) -> Parts:
    """Return the decomposition of what the models of all rounds predict."""
    predictions = []
    for i in range(n_rounds):
        rows = random_state(i, len(y_train))
        model = copy.deepcopy(estimator)
        model.fit([X_train[j] for j in rows], [y_train[j] for j in rows])
        predictions.append(list(model.predict(X_test)))
    return bias_variance_decomposition(y_test, predictions, **options)


def bias_variance_curve(
    estimator: Any,
    X_train: Sequence[Any],
    y_train: Sequence[Any],
    X_test: Sequence[Any],
    y_test: Sequence[Any],
    *,
    param_name: str,
    param_range: Sequence[Any],
    **options: Any,
) -> list[Parts]:
    """Return the decomposition for each value of an attribute of the estimator."""
    found = []
    for value in param_range:
        model = copy.deepcopy(estimator)
        setattr(model, param_name, value)
        found.append(
            estimate_bias_variance(model, X_train, y_train, X_test, y_test, **options)
        )
    return found
