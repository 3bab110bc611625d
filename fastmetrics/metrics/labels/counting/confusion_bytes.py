"""ConfusionCounts as bytes: the format, version 1.

All numbers are little-endian; there is no padding.

======  =========================  ==================================================
offset  type                       content
======  =========================  ==================================================
0       8 bytes                    ``FMCOUNTS``
8       uint16                     version of the format, 1
10      uint8                      labels: 0 int64, 1 uint64, 2 float64, 3 bool (uint8
                                   each), 4 strings
11      uint8                      weights: 0 none, 1 whole numbers, 2 any
12      uint64                     k, the number of labels
20      uint64                     m, the number of cells
28      uint64                     bytes that the labels take
36      k labels                   numbers as named; of strings first k uint64, the
                                   end of each in what follows, then UTF-8
..      m int64, m int64           rows and columns: positions of the labels
..      m int64                    rows of data in each cell, at least 1
..      m float64, m float64       sums of weights and of squared weights; only with
                                   weights
end     uint32                     CRC-32 (zlib) of all bytes before
======  =========================  ==================================================

Labels are all different. Cells ascend by row, then column.
"""

import struct
import zlib
from typing import Any, NamedTuple

import numpy as np


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


_MAGIC = b"FMCOUNTS"
_VERSION = 1
_HEAD = struct.Struct("<8sHBBQQQ")
_TAIL = struct.Struct("<I")

# What a label may be: kind of dtype -> (its number, how it is written)
_KINDS = {"i": (0, "<i8"), "u": (1, "<u8"), "f": (2, "<f8"), "b": (3, "?")}
_DTYPES = {number: dtype for number, dtype in _KINDS.values()}
_STRINGS = 4


def pack(labels, cells, whole):
    """Return the bytes of labels and cells; ``whole``: whether weights are.

    Raises
    ------
    TypeError
        If the format has no place for such labels: dates, or numbers of more digits.
    """
    number, text = _pack_labels(labels)
    weights = 0 if cells.sums is None else 1 if whole else 2
    parts = [
        _HEAD.pack(
            _MAGIC, _VERSION, number, weights, len(labels), len(cells.n), len(text)
        ),
        text,
        *(part.astype("<i8").tobytes() for part in cells[:3]),
    ]
    if weights:
        parts += [part.astype("<f8").tobytes() for part in cells[3:]]
    data = b"".join(parts)
    return data + _TAIL.pack(zlib.crc32(data))


def unpack(data):
    """Return what `pack` was given.

    Raises
    ------
    ValueError
        If the bytes are anything else, or damaged.
    """
    data = memoryview(data).cast("B")
    if len(data) < _HEAD.size + _TAIL.size or data[: len(_MAGIC)] != _MAGIC:
        raise ValueError("these bytes are no ConfusionCounts")
    _, version, number, weights, k, m, size = _HEAD.unpack_from(data)
    if version != _VERSION:
        raise ValueError(
            f"these ConfusionCounts are of version {version} of the format; this "
            f"version of fastmetrics reads {_VERSION}"
        )
    (checksum,) = _TAIL.unpack_from(data, len(data) - _TAIL.size)
    if zlib.crc32(data[: -_TAIL.size]) != checksum:
        raise ValueError("these ConfusionCounts are damaged: the checksum is wrong")
    dtypes = ["<i8", "<i8", "<i8", *(["<f8", "<f8"] if weights else [])]
    start = _HEAD.size + size
    if len(data) != start + 8 * m * len(dtypes) + _TAIL.size or weights > 2:
        raise ValueError("these ConfusionCounts are damaged: the length is wrong")
    labels = _unpack_labels(number, k, data[_HEAD.size : start])
    parts = [
        np.frombuffer(data, dtype, m, start + 8 * m * i).astype(
            np.dtype(dtype).newbyteorder("=")
        )
        for i, dtype in enumerate(dtypes)
    ]
    cells = Cells(*parts)
    _check(labels, cells)
    return labels, cells, weights != 2


def _pack_labels(labels):
    kind = labels.dtype.kind
    if kind in _KINDS:
        number, dtype = _KINDS[kind]
        written = labels.astype(dtype)
        if np.array_equal(written, labels):
            return number, written.tobytes()
    found = labels.tolist()
    if not all(isinstance(label, str) for label in found):
        raise TypeError(
            f"labels of dtype {labels.dtype} cannot be written: the format holds "
            "strings, and numbers that int64, uint64 or float64 hold exactly"
        )
    texts = [label.encode() for label in found]
    ends = np.cumsum([len(text) for text in texts], dtype="<u8")
    return _STRINGS, ends.tobytes() + b"".join(texts)


def _unpack_labels(number, k, data):
    if number == _STRINGS:
        if len(data) < 8 * k:
            raise ValueError("these ConfusionCounts are damaged: labels are missing")
        ends = np.frombuffer(data, "<u8", k).tolist()
        texts = bytes(data[8 * k :])
        if ends != sorted(ends) or (ends[-1] if ends else 0) != len(texts):
            raise ValueError("these ConfusionCounts are damaged: labels overlap")
        try:
            return np.array(
                [texts[a:b].decode() for a, b in zip([0, *ends], ends, strict=False)],
                dtype=np.str_,
            )
        except UnicodeDecodeError as error:
            raise ValueError(
                "these ConfusionCounts are damaged: a label is no text"
            ) from error
    if number not in _DTYPES:
        raise ValueError(f"these ConfusionCounts have labels of unknown kind {number}")
    dtype = np.dtype(_DTYPES[number])
    if len(data) != k * dtype.itemsize:
        raise ValueError("these ConfusionCounts are damaged: labels are missing")
    return np.frombuffer(data, dtype).astype(dtype.newbyteorder("="))


def _check(labels, cells):
    """Raise for cells that no counts can have."""
    rows, columns, n, *weights = cells
    k = len(labels)
    right = len(set(labels.tolist())) == k
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
        raise ValueError("these ConfusionCounts are damaged: cells contradict")
