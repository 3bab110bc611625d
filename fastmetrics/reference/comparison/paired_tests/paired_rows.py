"""What the tests of right and wrong answers count."""

from collections.abc import Sequence
from typing import Any

from fastmetrics.reference.inputs import check_labels, same_length


def right(y_true: Sequence[Any], y_pred: Sequence[Any]) -> list[bool]:
    """Return for each row whether the predicted label is the true one."""
    same_length(y_true=y_true, y_pred=y_pred)
    labels = check_labels([*y_true, *y_pred])
    n = len(y_true)
    return [a == b for a, b in zip(labels[:n], labels[n:], strict=True)]
