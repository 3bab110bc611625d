"""Labels of a truth and of predictions that were not written alike."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from fastmetrics._common.names import shown
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics.show.words import Message

__all__ = ["unmatched"]

# Of more labels than this the first ones are named.
_MOST_NAMED = 3


def unmatched(true: Collection[Any], predicted: Collection[Any]) -> Message | None:
    """Say that labels of the two do not match; None where nothing is odd.

    Either a label of each differs from the other by blanks or letter case only, or they
    have no label in common, though there are three or more: of two labels a model may
    always predict the other one.
    """
    first, second = {*true}, {*predicted}
    only_true, only_predicted = first - second, second - first
    if not only_true or not only_predicted:
        return None
    folded = {_folded(one): one for one in only_true if isinstance(one, str)}
    for one in sorted(filter(_is_text, only_predicted)):
        other = folded.get(_folded(one))
        if other is not None:
            return say(
                "Labels that differ by blanks or letter case only are different "
                "labels: {true} in y_true and {predicted} in y_pred.",
                true=shown(other),
                predicted=shown(one),
            )
    if first & second or len(first | second) < 3:
        return None
    return say(
        "y_true and y_pred have no label in common: {true} and {predicted}.",
        true=_few(first),
        predicted=_few(second),
    )


def _is_text(label: Any) -> bool:
    return isinstance(label, str)


def _folded(label: str) -> str:
    """Return a label without blanks and letter case."""
    return "".join(label.split()).casefold()


def _few(labels: set[Any]) -> str:
    named = [shown(one) for one in sorted(labels)[:_MOST_NAMED]]
    return ", ".join([*named, "…"] if len(labels) > _MOST_NAMED else named)
