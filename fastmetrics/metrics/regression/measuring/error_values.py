"""What each row contributes to means of errors, averaged over its outputs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._inputs.number_pairs import average_outputs, read_numbers

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.number_pairs import NumberPair

__all__ = [
    "absolute_errors",
    "errors",
    "root_squared_errors",
    "rows_of_errors",
    "squared_errors",
]


def squared_errors(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: Any = "uniform_average",
) -> NDArray[np.float64]:
    """Return e² of each row."""
    return _averaged(y_true, y_pred, sample_weight, multioutput, np.square)


def absolute_errors(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: Any = "uniform_average",
) -> NDArray[np.float64]:
    """Return abs(e) of each row."""
    return _averaged(y_true, y_pred, sample_weight, multioutput, np.abs)


def errors(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: Any = "uniform_average",
) -> NDArray[np.float64]:
    """Return e of each row."""
    return _averaged(y_true, y_pred, sample_weight, multioutput)


def root_squared_errors(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: Any = "uniform_average",
) -> NDArray[np.float64]:
    """Return e² of each row.

    Of several outputs what a row adds to the squared average r of their roots: the
    average of r e² / (root of the output). Its mean is r², and it varies as r² does.
    """
    pair = rows_of_errors(y_true, y_pred, sample_weight, multioutput)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        found = np.subtract(pair.pred, pair.true, dtype=np.float64)
        found = np.square(found, out=found)
        if pair.is_column:
            return found
        roots = np.sqrt(np.average(found, axis=0, weights=pair.weights))
        found = np.where(found == 0, 0.0, found / roots)
    averaged: NDArray[np.float64] = average_outputs(found, pair)
    return averaged * average_outputs(roots, pair)


def rows_of_errors(
    y_true: Any, y_pred: Any, sample_weight: Any, multioutput: Any, **more: Any
) -> NumberPair:
    """Return the checked columns, whose outputs become one number."""
    pair = read_numbers(
        y_true, y_pred, sample_weight=sample_weight, multioutput=multioutput, **more
    )
    pair.check_finite()
    if pair.multioutput == "raw_values":
        if pair.k > 1:
            raise ValueError(
                "multioutput='raw_values' gives a value per output: rows contribute to "
                "an average of them only."
            )
        pair.multioutput = "uniform_average"
    return pair


def _averaged(
    y_true: Any,
    y_pred: Any,
    sample_weight: Any,
    multioutput: Any,
    function: Callable[..., Any] | None = None,
) -> NDArray[np.float64]:
    pair = rows_of_errors(y_true, y_pred, sample_weight, multioutput)
    with np.errstate(over="ignore"):
        found = np.subtract(pair.pred, pair.true, dtype=np.float64)
        if function is not None:
            found = function(found, out=found)
    if pair.is_column:
        return found
    averaged: NDArray[np.float64] = average_outputs(found, pair)
    return np.atleast_1d(averaged)
