"""Pairs of rows: their differences, and which of them two models answered right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._inputs.columns import as_column, convert, raise_not_finite
from fastmetrics._inputs.indicators import Indicators
from fastmetrics._inputs.label_pairs import label_pair, union
from fastmetrics._inputs.scores import numbers
from fastmetrics._kernels.confusion import count_right
from fastmetrics.resampling.label_codes import encode

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.label_pairs import LabelPair


__all__ = [
    "Differences",
    "count_answers",
    "halfway",
    "median",
    "pair_of_columns",
    "read_differences",
    "read_pair",
    "right_rows",
]


class Differences(NamedTuple):
    """What pairs differ by, and the largest number that it was taken of."""

    values: NDArray[np.float64]
    largest: float
    name: str  # of what they are: "x − y"


def read_differences(
    x: ArrayLike, y: ArrayLike | None, names: tuple[str, str] = ("x", "y")
) -> Differences:
    """Return x - y, or ``x`` where it already holds the differences.

    Raises ValueError unless there are two pairs or more, of finite numbers.
    """
    both = " and ".join(names)
    first = _finite_numbers(x, names[0])
    if y is None:
        found, largest, name = first, _largest(first), names[0]
    else:
        second = _finite_numbers(y, names[1])
        if len(first) != len(second):
            raise ValueError(
                f"{both} must hold a number each for the same rows, got "
                f"{len(first)} and {len(second)}."
            )
        with np.errstate(over="ignore"):
            found = first - second
        if not np.isfinite(found).all():
            raise ValueError(f"{both} must not differ by more than a float can hold.")
        largest, name = max(_largest(first), _largest(second)), " − ".join(names)
    if len(found) < 2:
        raise ValueError(f"{names[0]} must hold two numbers or more, got {len(found)}.")
    return Differences(found, largest, name)


def median(ordered: NDArray[np.float64]) -> float:
    """Return the median of ascending numbers."""
    n = len(ordered)
    return halfway(float(ordered[(n - 1) // 2]), float(ordered[n // 2]))


def halfway(low: float, high: float) -> float:
    """Return the mean of two numbers, which may be as large as floats get."""
    return low if low == high else low / 2 + high / 2


def _finite_numbers(column: ArrayLike, name: str) -> NDArray[np.float64]:
    with np.errstate(over="ignore"):  # of long doubles, to infinity
        found = numbers(as_column(column, name), name).astype(np.float64)
    raise_not_finite(found, name)
    return found


def _largest(values: NDArray[np.float64]) -> float:
    return float(np.abs(values).max(initial=0.0))


# --- which rows models got right, by labels of any kind


def count_answers(
    y_true: ArrayLike, y_pred_a: ArrayLike, y_pred_b: ArrayLike
) -> tuple[int, int, int, int]:
    """Return on how many rows both are right, A alone, B alone, and neither."""
    true = convert(y_true, "y_true")
    first = read_pair(true, y_pred_a, "y_pred_a")
    second = read_pair(true, y_pred_b, "y_pred_b")
    right_a, right_b, both = _count_alike(first, second) or _count(first, second)
    return both, right_a - both, right_b - both, first.n - right_a - right_b + both


def read_pair(y_true: ArrayLike, y_pred: ArrayLike, name: str) -> LabelPair:
    """Return true labels with those of a model, a label per row."""
    pair = label_pair(y_true, y_pred, names=("y_true", name))
    if isinstance(pair, Indicators):
        raise ValueError(
            f"y_true and {name} must hold one label per row, got matrices."
        )
    return pair


def right_rows(pair: LabelPair) -> NDArray[np.bool_]:
    """Return for each row whether the predicted label is the true one."""
    true, predicted = pair.true, pair.predicted
    if true.values is None and predicted.values is None:
        if true.kind == "number" or true.dtype == predicted.dtype:
            return _whole(pair, true.items) == _whole(pair, predicted.items)
    codes, others = encode(true), encode(predicted)
    if codes is None or others is None:
        pair.raise_wrong()
    _, places, other_places = union(codes.labels, others.labels)
    return places[codes.of_row] == other_places[others.of_row]


def _count(first: LabelPair, second: LabelPair) -> tuple[int, int, int]:
    """Return how many rows the first got right, the second, and both."""
    of_a, of_b = right_rows(first), right_rows(second)
    n_a, n_b, both = (int(np.count_nonzero(x)) for x in (of_a, of_b, of_a & of_b))
    return n_a, n_b, both


def _count_alike(first: LabelPair, second: LabelPair) -> tuple[int, int, int] | None:
    """Do that in one pass where all columns are whole numbers of one width."""
    columns = [first.true, first.predicted, second.predicted]
    items = [column.items for column in columns]
    if any(column.values is not None for column in columns) or any(
        x.dtype != items[0].dtype for x in items
    ):
        return None
    if items[0].dtype.kind not in "biu" or columns[0].kind != "number":
        return None
    signed = f"i{items[0].dtype.itemsize}"
    return count_right(*(np.ascontiguousarray(x).view(signed) for x in items))


def _whole(pair: LabelPair, items: NDArray[np.generic]) -> NDArray[np.generic]:
    """Return floats as the whole numbers that they are; raise if they are none."""
    if items.dtype.kind != "f":
        return items
    with np.errstate(invalid="ignore"):
        whole = items.astype(np.int64)
    if not np.array_equal(whole, items):
        pair.raise_wrong()
    return whole


def pair_of_columns(**given: tuple[Any, Any]) -> tuple[str, tuple[Any, Any]]:
    """Return the one pair of columns that was given, and what it is called."""
    some = {
        name: pair
        for name, pair in given.items()
        if any(column is not None for column in pair)
    }
    names = ", ".join(given)
    if len(some) != 1:
        got = " and ".join(some) or "none"
        raise TypeError(f"give exactly one of {names}, of A and of B; got {got}")
    [(name, pair)] = some.items()
    for column, model in zip(pair, "ab", strict=True):
        if column is None:
            raise TypeError(f"{name}_{model} is missing: give {name} of A and of B")
    return name, pair
