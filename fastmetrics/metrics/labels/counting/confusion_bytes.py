"""ConfusionCounts as bytes: the format, version 1.

In the frame of `fastmetrics._common.packing`, which also says how labels are written:

======  =========================  ==================================================
offset  type                       content
======  =========================  ==================================================
0       8 bytes                    ``FMCOUNTS``
8       uint16                     version of the format, 1
10      uint8                      kind of the labels
11      uint8                      weights: 0 none, 1 whole numbers, 2 any
12      uint64                     k, the number of labels
20      uint64                     m, the number of cells
28      uint64                     bytes that the labels take
36      k labels                   numbers, or the ends of strings and their UTF-8
..      m int64, m int64           rows and columns: positions of the labels
..      m int64                    rows of data in each cell, at least 1
..      m float64, m float64       sums of weights and of squared weights; only with
                                   weights
end     uint32                     CRC-32 (zlib) of all bytes before
======  =========================  ==================================================

Labels are all different. Cells ascend by row, then column.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fastmetrics._common.packing import Format, pack_labels, unpack_labels


class Cells(NamedTuple):
    """The cells of a table that occur, ascending by row, then by column.

    Attributes
    ----------
    rows, columns : ndarray of int64
        Positions of the true and of the predicted label.
    n : ndarray of int64
        Rows of data, at least 1.
    sums, squares : ndarray of float64, or None without weights
        Sums of the weights of these rows, and of their squares.
    """

    rows: Any
    columns: Any
    n: Any
    sums: Any = None
    squares: Any = None


_FORMAT = Format(
    b"FMCOUNTS", 1, "BBQQQ", "these ConfusionCounts are", "no ConfusionCounts"
)


def pack(labels: Any, cells: Cells, whole: bool) -> bytes:
    """Return the bytes of labels and cells; ``whole``: whether weights are.

    Raises
    ------
    TypeError
        If the format has no place for such labels: dates, or numbers of more digits.
    """
    number, text = pack_labels(labels)
    weights = 0 if cells.sums is None else 1 if whole else 2
    parts = [text, *(part.astype("<i8").tobytes() for part in cells[:3])]
    if weights:
        parts += [part.astype("<f8").tobytes() for part in cells[3:]]
    fields = number, weights, len(labels), len(cells.n), len(text)
    return _FORMAT.seal(fields, parts)


def unpack(data: Any) -> tuple[Any, Cells, bool]:
    """Return what `pack` was given.

    Raises
    ------
    ValueError
        If the bytes are anything else, or damaged.
    """
    (number, weights, k, m, size), reader = _FORMAT.open(data)
    if weights > 2:
        raise _FORMAT.damaged("weights are of unknown kind")
    text = reader.take_bytes(size)
    cells = Cells(
        *(reader.take("<i8", m) for _ in range(3)),
        *(reader.take("<f8", m) for _ in range(2 if weights else 0)),
    )
    reader.finish()
    labels = unpack_labels(_FORMAT, number, k, text)
    _check(labels, cells)
    if weights == 1 and not all(np.array_equal(x, np.trunc(x)) for x in cells[3:]):
        raise _FORMAT.damaged("sums of whole weights have fractions")
    return labels, cells, weights != 2


def _check(labels: Any, cells: Cells) -> None:
    """Raise for cells that no counts can have."""
    rows, columns, n, *weights = cells
    k = len(labels)
    right = len(set(labels.tolist())) == k
    if labels.dtype.kind == "f":
        right &= np.array_equal(labels, np.trunc(labels))
    if len(rows):
        right &= bool(rows.min() >= 0 and rows.max() < k)
        right &= bool(columns.min() >= 0 and columns.max() < k)
        right &= bool(n.min() > 0) and sum(n.tolist()) < 2**63
        steps, across = np.diff(rows), np.diff(columns)
        right &= bool(np.all((steps > 0) | ((steps == 0) & (across > 0))))
    for part in weights:
        if part is not None:
            right &= bool(np.all(part >= 0) and np.isfinite(part).all())
    if not right:
        raise _FORMAT.damaged("cells contradict")
