"""Contingency as bytes: the format, version 1.

In the frame of `fastmetrics._common.packing`, which also says how labels are written:

======  =========================  ==================================================
offset  type                       content
======  =========================  ==================================================
0       8 bytes                    ``FMCLUSTR``
8       uint16                     version of the format, 1
10      uint8, uint8               kind of the labels of the rows, of the columns
12      uint64, uint64             r and c, the number of clusters of each
28      uint64                     m, the number of cells
36      uint64, uint64             bytes that the labels of each take
52      r labels, c labels         numbers, or the ends of strings and their UTF-8
..      m int64, m int64           rows and columns: positions of the labels
..      m int64                    rows of data in each cell, at least 1
end     uint32                     CRC-32 (zlib) of all bytes before
======  =========================  ==================================================

Every label has a cell. Cells ascend by row, then column.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fastmetrics._common.packing import Format, pack_labels, unpack_labels

_FORMAT = Format(b"FMCLUSTR", 1, "BBQQQQQ", "this Contingency is", "no Contingency")


def pack(labels: tuple[Any, Any], cells: tuple[Any, Any, Any]) -> bytes:
    """Return the bytes of the labels of both sides and of (rows, columns, n).

    Raises
    ------
    TypeError
        If the format has no place for such labels: dates, or numbers of more digits.
    """
    numbers, texts = zip(*map(pack_labels, labels), strict=True)
    sizes = *map(len, labels), len(cells[2]), *map(len, texts)
    parts = [part.astype("<i8").tobytes() for part in cells]
    return _FORMAT.seal((*numbers, *sizes), [*texts, *parts])


def unpack(data: Any) -> tuple[tuple[Any, Any], tuple[Any, Any, Any]]:
    """Return what `pack` was given.

    Raises
    ------
    ValueError
        If the bytes are anything else, or damaged.
    """
    (of_rows, of_columns, r, c, m, *sizes), reader = _FORMAT.open(data)
    row_text, column_text = map(reader.take_bytes, sizes)
    rows, columns, n = (reader.take("<i8", m) for _ in range(3))
    reader.finish()
    row_labels = unpack_labels(_FORMAT, of_rows, r, row_text)
    column_labels = unpack_labels(_FORMAT, of_columns, c, column_text)
    cells = rows, columns, n
    if not (_all_occur(rows, r) and _all_occur(columns, c) and _fit(*cells)):
        raise _FORMAT.damaged("cells contradict")
    return (row_labels, column_labels), cells


def _all_occur(positions: Any, k: int) -> bool:
    """Whether positions are all of 0, ..., k - 1."""
    found = np.unique(positions)
    return len(found) == k and bool(np.all(found == np.arange(len(found))))


def _fit(rows: Any, columns: Any, n: Any) -> bool:
    """Whether cells are in order, and hold rows."""
    down, across = np.diff(rows), np.diff(columns)
    in_order = bool(np.all((down > 0) | ((down == 0) & (across > 0))))
    return in_order and bool(np.all(n > 0)) and sum(n.tolist()) < 2**63
