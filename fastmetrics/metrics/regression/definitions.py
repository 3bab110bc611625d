"""Types of arguments, and decorators for losses of rows and formulas of error sums."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from numpy.typing import ArrayLike, NDArray

from fastmetrics._common.definitions import as_public, number_or_array
from fastmetrics._common.options import warn_undefined
from fastmetrics._inputs.number_pairs import average_outputs, read_numbers
from fastmetrics.metrics.regression.measuring.error_sums import ErrorSums, read_errors
from fastmetrics.metrics.regression.measuring.point_losses import Loss, mean_loss

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    class HasArray(Protocol):
        """An array, or what NumPy makes one of: a column of pandas or Polars."""

        def __array__(self) -> NDArray[Any]: ...

    # What is done about quantiles of a row that are not in the order of their levels.
    Crossing: TypeAlias = Literal["allow", "sort", "raise"]
    # Whether spreads are compared as they are, or as shares of the means.
    GuptaVariant: TypeAlias = Literal["2009", "2012"]
    KendallVariant: TypeAlias = Literal["a", "b", "c"]
    # The level of each column of quantiles, or a single one.
    Levels: TypeAlias = ArrayLike
    # Losses that are least, on average, of the mean.
    MeanLoss: TypeAlias = Literal["squared", "poisson", "gamma"]
    # How several outputs become one number; numbers are their weights.
    MultiOutput: TypeAlias = Literal["raw_values", "uniform_average"] | ArrayLike
    VarianceOutput: TypeAlias = (
        Literal["raw_values", "uniform_average", "variance_weighted"] | ArrayLike | None
    )
    # A value for each; and what makes one of them, where a word is not any array-like.
    EachOutput: TypeAlias = Literal["raw_values"]
    OneOutput: TypeAlias = Literal["uniform_average"] | Sequence[float] | HasArray
    OneVariance: TypeAlias = OneOutput | Literal["variance_weighted"] | None
    # What an error is divided by.
    Normalization: TypeAlias = Literal["mean", "range", "std", "iqr"]
    # The observed numbers, or the sums of both columns, which have None beside them.
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
