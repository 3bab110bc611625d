"""ProbabilitySums as bytes: the format, version 1.

In the frame of `fastmetrics._common.packing`, which also says how labels are written:

======  =========================  ==================================================
offset  type                       content
======  =========================  ==================================================
0       8 bytes                    ``FMPROBAS``
8       uint16                     version of the format, 1
10      uint8                      kind of the labels
11      uint8                      whether rows have weights: 0 or 1
12      float64                    where log losses are clipped, eps
20      uint64                     k, the number of labels: 1, of a column of P(label),
                                   or that of the columns
28      uint64                     bytes that the labels take
36      k labels                   numbers, or the ends of strings and their UTF-8
..      m int64                    rows of each class: of a column m is 2, first those
                                   without the label; else k
..      m times p float64          class by class the sums of `SUMS`, 6 of them without
                                   weights and 19 with
end     uint32                     CRC-32 (zlib) of all bytes before
======  =========================  ==================================================
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fastmetrics._common.packing import Format, pack_labels, unpack_labels

__all__ = ["SUMS", "damaged", "pack", "unpack", "with_weights"]

# Over the rows of a class: l is the log loss of a row, q its squared error, w its
# weight. Without weights the first six, w being 1.
SUMS = (
    *("wl", "wl2", "wl3", "wq", "wq2", "wq3"),
    *("w", "w2", "w2l", "w2l2", "w2q", "w2q2"),
    *("w3", "w3l", "w3l2", "w3l3", "w3q", "w3q2", "w3q3"),
)

_FORMAT = Format(
    b"FMPROBAS", 1, "BBdQQ", "these ProbabilitySums are", "no ProbabilitySums"
)


def pack(labels: Any, counts: Any, sums: Any, eps: float) -> bytes:
    """Return the bytes of what is held.

    Raises
    ------
    TypeError
        If the format has no place for such labels: dates, or numbers of more digits.
    """
    number, text = pack_labels(labels)
    weighted = int(sums.shape[1] == len(SUMS))
    parts = [text, counts.astype("<i8").tobytes(), sums.astype("<f8").tobytes()]
    return _FORMAT.seal((number, weighted, eps, len(labels), len(text)), parts)


def unpack(data: Any) -> tuple[Any, Any, Any, float]:
    """Return what `pack` was given, not checked further.

    Raises
    ------
    ValueError
        If the bytes are anything else, or damaged.
    """
    (number, weighted, eps, k, size), reader = _FORMAT.open(data)
    if weighted > 1:
        raise _FORMAT.damaged("weights are of unknown kind")
    text = reader.take_bytes(size)
    m = 2 if k == 1 else k
    width = len(SUMS) if weighted else 6
    counts = reader.take("<i8", m)
    sums = reader.take("<f8", m * width).reshape(m, width)
    reader.finish()
    return unpack_labels(_FORMAT, number, k, text), counts, sums, eps


def damaged(why: str) -> ValueError:
    """Return the error to raise for bytes that say what cannot be."""
    return _FORMAT.damaged(why)


def with_weights(counts: Any, sums: Any) -> Any:
    """Return the sums of rows without weights as those of rows of weight 1."""
    if sums.shape[1] == len(SUMS):
        return sums
    of = {name.removeprefix("w"): sums[:, i] for i, name in enumerate(SUMS[:6])}
    of[""] = counts.astype(np.float64)
    return np.stack([of[name.lstrip("w23") or ""] for name in SUMS], axis=1)
