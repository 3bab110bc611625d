"""The one of two classes that scores or probabilities are of, and rows told by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import listed
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.labels import Labels
from fastmetrics._kernels import keys
from fastmetrics._kernels.keys import OneOfTwo

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Event", "check_event_told"]


class Event:
    """Labels of two classes as 1 and 0: of the positive class, and of the other.

    So told, functions that take the larger of two labels judge the same class as those
    that take a ``pos_label``.

    Attributes
    ----------
    classes : list
        The one or two classes that are known, sorted.
    ones : array_like of shape (n,)
        1 where the label is the positive one, else 0.
    is_alone : bool
        Whether the rows are of one class, so that the other must be told.

    Raises
    ------
    ValueError
        If there are more than two labels, or two of which ``pos_label`` is neither.
    """

    def __init__(self, y_true: Any, pos_label: Any) -> None:
        labels = Labels(y_true, "y_true")
        positive, negative = labels.choose(OneOfTwo(pos_label))
        self.classes = labels.with_other(pos_label)
        self.is_alone = labels.other < 0
        self.ones: Any = y_true
        if self.classes != [0, 1] or pos_label != 1:
            nothing = np.zeros(labels.n, np.float32)
            _, self.ones, status = keys.rows(labels.items, nothing, positive, negative)
            if status:
                labels.raise_wrong()

    def of_labels(self, labels: Any) -> list[int]:
        """Return the two classes that a parameter names, as the rows have them."""
        named: NDArray[Any] = as_array(labels, "labels")
        known = named.tolist()
        if known != [0, 1] and not (len(known) == 2 and {*self.classes} <= {*known}):
            raise ValueError(
                f"labels must name two classes, with {listed(self.classes)} among "
                f"them, got {listed(known)}."
            )
        return [0, 1]


def check_event_told(y_true: Any) -> None:
    """Raise where labels of two classes do not say which of them is the positive one.

    Of more classes than two others say what is wrong.
    """
    labels = Labels(y_true, "y_true")
    if labels.third < 0:
        labels.choose(None)
