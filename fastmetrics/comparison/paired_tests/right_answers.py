"""Which rows models got right, by labels of any kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._inputs.columns import convert
from fastmetrics._inputs.indicators import Indicators
from fastmetrics._inputs.label_pairs import label_pair, union
from fastmetrics._kernels import matched
from fastmetrics.resampling.label_codes import encode

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.label_pairs import LabelPair

__all__ = ["count_answers", "read_pair", "right_rows"]


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
    return matched.count_right(*(np.ascontiguousarray(x).view(signed) for x in items))


def _whole(pair: LabelPair, items: NDArray[np.generic]) -> NDArray[np.generic]:
    """Return floats as the whole numbers that they are; raise if they are none."""
    if items.dtype.kind != "f":
        return items
    with np.errstate(invalid="ignore"):
        whole = items.astype(np.int64)
    if not np.array_equal(whole, items):
        pair.raise_wrong()
    return whole
