"""Several outputs: one number of their values, and what rows contribute to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from fastmetrics._inputs.number_pairs import average_outputs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Concatenate

    from numpy.typing import NDArray

    from fastmetrics._inputs.number_pairs import NumberPair, Outputs
    from fastmetrics.metrics.regression.annotations import Averaged
    from fastmetrics.metrics.regression.formulas.totals import ErrorTotals

__all__ = ["average", "averaged", "mean_over_outputs"]

Observed = TypeVar("Observed")
Predicted = TypeVar("Predicted")


def averaged(
    function: Callable[
        Concatenate[Observed, Predicted, ...], float | NDArray[np.float64]
    ],
) -> Averaged[Observed, Predicted]:
    """Return a function itself; type checkers learn when it returns a number."""
    return cast("Averaged[Observed, Predicted]", function)


def average(values: Any, outputs: Outputs, of: ErrorTotals) -> Any:
    """Return their average, or all of them if asked for; outputs are the last axis.

    Weighted by the variance of y where that is asked for, evenly where all are 0.
    """
    if outputs.multioutput != "variance_weighted" or outputs.k == 1:
        return average_outputs(values, outputs)
    share = of.centred("t2", "t")
    if of.scales is not None:
        scale = of.scales[0]
        share = share * np.square(scale.min(axis=-1, keepdims=True) / scale)
    share = share / np.max(share, axis=-1, keepdims=True, initial=0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        total = share.sum(axis=-1)
        # A value of NaN or -inf makes the average NaN, though it weighs nothing.
        weighted = (share * values).sum(axis=-1) / total
        found = np.where(total > 0, weighted, np.mean(values, axis=-1))
    return float(found) if found.ndim == 0 else found


def mean_over_outputs(
    values: Sequence[NDArray[np.float64]], pair: NumberPair
) -> NDArray[np.float64]:
    """Return the average of what each row contributes to the outputs."""
    if pair.is_column:
        return values[0]
    if pair.multioutput == "raw_values":
        raise ValueError(
            "multioutput='raw_values' gives a value per output: rows have no one value."
        )
    weights = pair.output_weights
    shares = np.full(pair.k, 1 / pair.k) if weights is None else weights / weights.sum()
    return np.asarray(shares @ np.array(values))
