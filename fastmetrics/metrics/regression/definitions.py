"""Types of arguments, and decorators for losses of rows and formulas of error sums."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from numpy.typing import ArrayLike, NDArray

from fastmetrics._common.options import warn_undefined
from fastmetrics._common.records import as_public, number_or_array
from fastmetrics._inputs.number_pairs import average_outputs, read_numbers
from fastmetrics.metrics.regression.measuring.error_sums import ErrorSums, read_errors
from fastmetrics.metrics.regression.measuring.point_losses import Loss, mean_loss

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    class HasArray(Protocol):
        """An array, or a column of pandas or Polars that NumPy converts."""

        def __array__(self) -> NDArray[Any]: ...

    # Treatment of rows whose quantiles are not in the order of their levels.
    Crossing: TypeAlias = Literal["allow", "sort", "raise"]
    # Whether spreads are compared directly, or relative to the means.
    GuptaVariant: TypeAlias = Literal["2009", "2012"]
    KendallVariant: TypeAlias = Literal["a", "b", "c"]
    # The level of each column of quantiles, or a single one.
    Levels: TypeAlias = ArrayLike
    # Losses whose expectation is lowest for the mean.
    MeanLoss: TypeAlias = Literal["squared", "poisson", "gamma"]
    # How several outputs become one number; numbers are their weights.
    MultiOutput: TypeAlias = Literal["raw_values", "uniform_average"] | ArrayLike
    VarianceOutput: TypeAlias = (
        Literal["raw_values", "uniform_average", "variance_weighted"] | ArrayLike | None
    )
    # A value per output, or options for a single value.
    EachOutput: TypeAlias = Literal["raw_values"]
    OneOutput: TypeAlias = Literal["uniform_average"] | Sequence[float] | HasArray
    OneVariance: TypeAlias = OneOutput | Literal["variance_weighted"] | None
    # Divisor of an error.
    Normalization: TypeAlias = Literal["mean", "range", "std", "iqr"]
    # The observed numbers, or the sums of both columns, with None as the predictions.
    ObservedNumbers: TypeAlias = ArrayLike | ErrorSums
    PredictedNumbers: TypeAlias = ArrayLike | None


# With several outputs, this parameter decides whether functions return an array.
_OUTPUTS = ("multioutput", "OneOutput", "EachOutput")
averaged = number_or_array(*_OUTPUTS)


def row_loss(definition: Callable[..., Loss]) -> Callable[..., Any]:
    """Make a public function of the mean of a loss; the definition returns the loss."""

    def function(
        y_true: ArrayLike,
        y_pred: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        multioutput: MultiOutput = "uniform_average",
        **own: Any,
    ) -> float | NDArray[np.float64]:
        pair = read_numbers(
            y_true, y_pred, sample_weight=sample_weight, multioutput=multioutput
        )
        return mean_loss(pair, definition(**own))

    return as_public(function, definition, before="multioutput", array_if=_OUTPUTS)


def pair_formula(definition: Callable[..., Any]) -> Callable[..., Any]:
    """Make a public function of a formula of a `NumberPair`: a value per output.

    A single float is the value for all outputs, and is not averaged.
    """

    def function(
        y_true: ArrayLike,
        y_pred: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        multioutput: MultiOutput = "uniform_average",
        **own: Any,
    ) -> float | NDArray[np.float64]:
        pair = read_numbers(
            y_true, y_pred, sample_weight=sample_weight, multioutput=multioutput
        )
        values = definition(pair, **own)
        return values if isinstance(values, float) else average_outputs(values, pair)

    return as_public(function, definition, before="multioutput", array_if=_OUTPUTS)


def error_formula(
    groups: int, undefined: str = ""
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make a public function of a formula of `ErrorTotals`.

    The formula needs these ``groups`` of sums (fm_errors.h). A warning that a value is
    NaN gives the reason ``undefined``.
    """

    def decorate(definition: Callable[..., Any]) -> Callable[..., Any]:
        def function(
            y_true: ObservedNumbers,
            y_pred: PredictedNumbers,
            *,
            sample_weight: ArrayLike | None = None,
            multioutput: MultiOutput = "uniform_average",
            **own: Any,
        ) -> float | NDArray[np.float64]:
            of, outputs, _ = read_errors(
                y_true, y_pred, groups, sample_weight, multioutput
            )
            values = definition(of, **own)
            if undefined:
                warn_undefined(values, definition.__name__, undefined)
            return average_outputs(values, outputs)

        return as_public(
            function, definition, before="sample_weight", array_if=_OUTPUTS
        )

    return decorate
