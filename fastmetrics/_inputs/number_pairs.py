"""Two columns of numbers, or two matrices of several outputs: observed and predicted.

They are handed on as they lie, whatever their type, strides and order: kernels read
them a block at a time. Whether numbers are finite is seen there too, on the way; only
where sums are not is `NumberPair.check_finite` asked for the error to raise.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from fastmetrics._common.options import is_real, number
from fastmetrics._inputs.columns import as_array, raise_no_rows, raise_not_finite
from fastmetrics._inputs.index_order import warn_other_order
from fastmetrics._inputs.scores import map_rows, numbers, sample_weights

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


__all__ = [
    "NumberPair",
    "Outputs",
    "average_outputs",
    "check_shapes",
    "number_array",
    "plain",
    "quantity",
    "read_multioutput",
    "read_numbers",
]


def quantity(value: ArrayLike, name: str) -> NDArray[np.float64]:
    """Return a number, or an array-like of numbers, as float64."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    if is_real(value):
        return np.asarray(number(value, name))
    with np.errstate(over="ignore"):  # of long doubles
        return numbers(as_array(value, name), name).astype(np.float64)


def check_shapes(**found: NDArray[Any]) -> None:
    """Raise unless quantities, by their names, have one shape or are single numbers."""
    shapes = {name: array.shape for name, array in found.items()}
    try:
        np.broadcast_shapes(*shapes.values())
    except ValueError:
        *names, last = shapes
        raise ValueError(
            f"{', '.join(names)} and {last} must have the same shape or be single "
            f"numbers, got the shapes {', '.join(map(str, shapes.values()))}."
        ) from None


def plain(value: NDArray[Any]) -> Any:
    """Return a number as a float and an array as it is."""
    return float(value) if np.ndim(value) == 0 else value


# --- two columns of numbers, or two matrices of several outputs: observed and predicted
#
# They are handed on as they lie, whatever their type, strides and order: kernels read
# them a block at a time. Whether numbers are finite is seen there too, on the way; only
# where sums are not is `NumberPair.check_finite` asked for the error to raise.

# What kernels read in place; half floats and long doubles are converted.
_PLAIN = frozenset(np.dtype(code) for code in "bBhHiIlLqQfd")
_AS_BYTES = np.dtype(np.uint8)

_MODES = ("raw_values", "uniform_average")


class Outputs:
    """How values of several outputs become one.

    Attributes
    ----------
    k : int
        Outputs.
    multioutput : str
        "raw_values", "uniform_average", "variance_weighted" or "weights".
    output_weights : ndarray of float64, or None
        What outputs count in the average; None: all the same.
    """

    __slots__ = ("k", "multioutput", "output_weights")

    k: int
    multioutput: str
    output_weights: NDArray[np.float64] | None

    def __init__(self, k: int) -> None:
        self.k = k
        self.multioutput = "uniform_average"
        self.output_weights = None


class NumberPair(Outputs):
    """Observed and predicted numbers of the same rows, and how outputs are averaged.

    Attributes
    ----------
    true, pred : ndarray of shape (n,) or (n, k)
        Integers, float32 or float64: the caller's own memory, to be read only.
    weights : ndarray of float64, or None
        The rows' weights.
    n : int
        Rows.
    is_column : bool
        Whether there is one output.
    names : tuple of two str
        What errors call the columns.
    """

    __slots__ = ("is_column", "n", "names", "pred", "true", "weights")

    true: NDArray[Any]
    pred: NDArray[Any]
    weights: NDArray[np.float64] | None
    n: int
    is_column: bool
    names: tuple[str, str]

    def __init__(
        self, true: NDArray[Any], pred: NDArray[Any], names: tuple[str, str]
    ) -> None:
        super().__init__(1 if true.ndim == 1 else true.shape[1])
        self.true = true
        self.pred = pred
        self.n = len(true)
        self.is_column = true.ndim == 1
        self.weights = None
        self.names = names

    def check_finite(self) -> None:
        """Raise if a number is NaN or infinite; one pass over each column."""
        for array, name in zip((self.true, self.pred), self.names, strict=True):
            if array.dtype.kind == "f" and not all(map_rows(_are_finite, array)):
                raise_not_finite(array, name)

    def columns(self) -> list[tuple[NDArray[Any], NDArray[Any]]]:
        """Return observed and predicted numbers of each output."""
        if self.is_column:
            return [(self.true, self.pred)]
        return [(self.true[:, j], self.pred[:, j]) for j in range(self.k)]


def read_numbers(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: Any = "uniform_average",
    pred_name: str = "y_pred",
    variance_weighted: bool = False,
) -> NumberPair:
    """Return observed and predicted numbers, checked but for NaN and infinity.

    A matrix of one column is a column. ``variance_weighted``: whether the function
    knows that average, for which None stands too: as the uniform one.
    """
    if type(y_true) is not np.ndarray:
        weights = {"sample_weight": sample_weight}
        warn_other_order(y_true=y_true, **{pred_name: y_pred}, **weights)
    true = number_array(y_true, "y_true")
    pred = number_array(y_pred, pred_name)
    if len(true) != len(pred):
        raise ValueError(
            "Found input variables with inconsistent numbers of samples: y_true has "
            f"{len(true)}, {pred_name} has {len(pred)}."
        )
    if true.ndim != pred.ndim or (true.ndim == 2 and true.shape[1] != pred.shape[1]):
        shapes = [1 if x.ndim == 1 else x.shape[1] for x in (true, pred)]
        raise ValueError(
            f"y_true and {pred_name} have different number of output "
            f"({shapes[0]}!={shapes[1]})"
        )
    pair = NumberPair(true, pred, ("y_true", pred_name))
    if sample_weight is not None:
        pair.weights = sample_weights(sample_weight, pair.n)
    read_multioutput(pair, multioutput, variance_weighted)
    return pair


def number_array(x: Any, name: str) -> NDArray[Any]:
    """Return one or two dimensions of numbers that kernels read; they may be NaN."""
    array = x
    if type(x) is not np.ndarray or x.ndim != 1 or x.dtype not in _PLAIN:
        array = numbers(as_array(x, name), name)
        if array.ndim > 2:
            raise ValueError(
                f"Found array with dim {array.ndim}: {name} must have one or two "
                f"dimensions, got shape {array.shape}."
            )
        if array.ndim == 2:
            if array.shape[1] == 0:
                raise ValueError(
                    f"Found array with 0 feature(s) (shape={array.shape}) while a "
                    f"minimum of 1 is required: {name} has no column."
                )
            if array.shape[1] == 1:
                array = array[:, 0]
        array = _readable(array)
    if len(array) == 0:
        raise_no_rows(name)
    return array


def average_outputs(values: NDArray[np.float64], outputs: Outputs) -> Any:
    """Return the average of the outputs' values, or all of them if asked for.

    They are along the last axis.
    """
    if outputs.multioutput == "raw_values":
        return values
    weights = outputs.output_weights
    if outputs.k == 1:
        found = values[..., 0]
    elif weights is None:
        found = values.mean(axis=-1)
    else:
        found = values @ (weights / weights.sum())
    return float(found) if found.ndim == 0 else found


def read_multioutput(
    outputs: Outputs, multioutput: Any, variance_weighted: bool = False
) -> None:
    """Take how the outputs are to be averaged; ``variance_weighted`` as above."""
    if type(multioutput) is str and multioutput == "uniform_average":
        return
    if isinstance(multioutput, str):
        allowed = (*_MODES, "variance_weighted") if variance_weighted else _MODES
        if multioutput not in allowed:
            raise ValueError(
                f"Allowed 'multioutput' string values are {allowed}. You provided "
                f"multioutput={multioutput!r}"
            )
        outputs.multioutput = multioutput
        return
    if multioutput is None:
        if not variance_weighted:
            _refuse(multioutput)
        return
    try:
        weights = numbers(as_array(multioutput, "multioutput"), "multioutput")
    except TypeError:
        weights = None
    if weights is None:
        _refuse(multioutput)
    if weights.ndim != 1:
        raise ValueError(
            "multioutput must be a string or one weight per output, got shape "
            f"{weights.shape}."
        )
    if outputs.k == 1:
        raise ValueError("Custom weights are useful only in multi-output cases.")
    if len(weights) != outputs.k:
        raise ValueError(
            f"There must be equally many custom weights ({len(weights)}) as outputs "
            f"({outputs.k})."
        )
    weights = weights.astype(np.float64)
    raise_not_finite(weights, "multioutput")
    with np.errstate(over="ignore"):
        total = weights.sum()
    if (weights < 0).any() or not 0 < total < inf:
        raise ValueError(
            "multioutput must hold weights that are not negative and of a finite sum "
            f"above 0, got {weights.tolist()}."
        )
    outputs.output_weights = weights
    outputs.multioutput = "weights"


def _are_finite(array: NDArray[Any]) -> bool:
    return bool(np.isfinite(array).all())


def _readable(array: NDArray[Any]) -> NDArray[Any]:
    """Return the numbers in a type that kernels read."""
    if array.dtype in _PLAIN:
        return array
    if array.dtype.kind == "b":
        return array.view(_AS_BYTES)
    with np.errstate(over="ignore"):  # of long doubles; what is infinite is refused
        return array.astype(np.float64)


def _refuse(multioutput: Any) -> NoReturn:
    raise TypeError(
        "multioutput must be a string or one weight per output, got "
        f"{type(multioutput).__name__}."
    )
