"""LabelCodes: the labels of one truth and of several models as small whole numbers.

Each column is read once, when it is encoded; counts, joint cells and replicates are
made from the codes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.cells import distinct
from fastmetrics._inputs.label_columns import LabelColumn
from fastmetrics._inputs.label_pairs import LabelPair, union

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

# Differences of labels that are less than this fit an int64.
_MOST_SPAN = 1 << 62


class Codes(NamedTuple):
    """One column: its distinct labels, ascending, and the place of each row's label."""

    labels: NDArray[Any]
    of_row: NDArray[Any]

    def column(self, name: str) -> LabelColumn:
        """Return the codes as a column whose items stand for the labels."""
        return LabelColumn(name, self.of_row, self.labels.dtype, self.labels)


class LabelCodes(NamedTuple):
    """The columns of all models, and of the truth that they share."""

    true: Codes
    predicted: list[Codes]

    def places(self, k: int) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Return the labels of a model, and where those of its two columns are."""
        return union(self.true.labels, self.predicted[k].labels)


def encode_pairs(pairs: Sequence[LabelPair], true: Codes | None) -> LabelCodes:
    """Encode what several models predicted; ``true``: what `encode` made of the truth.

    Raises for floats that are no whole numbers.
    """
    if true is None:
        pairs[0].raise_wrong()
    predicted = []
    for pair in pairs:
        codes = encode(pair.predicted)
        if codes is None:
            pair.raise_wrong()
        predicted.append(codes)
    return LabelCodes(true, predicted)


def encode(column: LabelColumn) -> Codes | None:
    """Encode one column; None if it holds a float that is no whole number."""
    items = column.items
    if items.dtype.kind == "f":
        with np.errstate(invalid="ignore"):
            whole = items.astype(np.int64)
        if not np.array_equal(whole, items):
            return None
        items = whole
    low = int(items.min())
    if int(items.max()) - low < _MOST_SPAN:
        found, places = distinct(items.astype(np.int64, copy=False) - low)
        found = (found + low).astype(column.items.dtype)
    else:
        found, places = np.unique(items, return_inverse=True)
        found = found.astype(column.items.dtype)
    labels = column.labels(found)
    # Different items may stand for the same label, and in another order.
    labels, at, _ = union(labels, labels[:0])
    return Codes(labels, at.astype(np.min_scalar_type(len(labels)))[places])
