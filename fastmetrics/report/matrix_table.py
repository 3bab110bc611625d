"""A matrix of counts as a table that is no wider than it may be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import written as name_of
from fastmetrics.show.numbers import count
from fastmetrics.show.tables import Table
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

# More classes than this are not read as a matrix, nor row by row.
MOST_CLASSES = 20
# Column headers are cut to this many characters where the matrix is too wide else.
SHORT = 8


class Words(NamedTuple):
    """How a matrix of counts is called, and one of shares of its rows."""

    counts: str
    shares: str


def matrix_table(
    words: Words,
    sides: tuple[Sequence[Any], Sequence[Any]],
    values: NDArray[Any],
    empty: NDArray[Any],
    width: int | None,
    titled: Callable[[str], str] = str,
) -> Table | None:
    """Return the matrix, None if it would be too wide; what is `empty` is a dot in it.

    Where counts are too wide, they become percentages of the true class. ``sides`` are
    the labels of the rows and of the columns; ``titled`` finishes a title.
    """
    rows, labels = ([name_of(label) for label in side] for side in sides)
    true = values.sum(axis=1, keepdims=True)
    shares = 100.0 * np.divide(values, true, out=0.0 * values, where=true > 0)
    short = [_cut(label) for label in labels]
    for head, numbers, heads, gap in (
        (words.counts, values, labels, 2),
        (words.counts, values, short, 2),
        (words.counts, values, short, 1),
        (words.shares, np.round(shares), short, 1),
    ):
        table = Table(
            titled(head),
            [say("True"), *heads],
            [
                [label, *_cells(*row)]
                for label, *row in zip(rows, numbers, empty, strict=True)
            ],
            frozenset(range(1, len(labels) + 1)),
            gap,
        )
        if width is None or table.width <= width:
            return table
    return None


def _cells(numbers: NDArray[Any], empty: NDArray[Any]) -> list[str]:
    return [
        "·" if is_empty else count(number.item())
        for number, is_empty in zip(numbers, empty, strict=True)
    ]


def _cut(label: str) -> str:
    return label if len(label) <= SHORT else f"{label[: SHORT - 1]}…"
