"""IndicatorCounts as bytes: the format, version 1.

In the frame of `fastmetrics._common.packing`:

======  =========================  ==================================================
offset  type                       content
======  =========================  ==================================================
0       8 bytes                    ``FMLABELS``
8       uint16                     version of the format, 1
10      uint8                      weights: 0 none, 1 whole numbers, 2 any
11      uint64                     k, the number of labels
19      uint64                     m, the number of kinds of rows
27      k numbers                  rows that have each label and were predicted to
..      k numbers                  rows that have each label
..      k numbers                  rows that were predicted to have each label
..      m int64                    kinds: labels that such a row has
..      m int64                    labels that it was predicted to have
..      m int64                    labels that it has and was predicted to have
..      m int64                    labels in which truth and prediction differ
..      m int64                    rows of the data, at least 1
..      m numbers, m float64       sums of their weights and of the squares; only with
                                   weights
end     uint32                     CRC-32 (zlib) of all bytes before
======  =========================  ==================================================

Numbers are int64, float64 with weights of any kind. Kinds ascend by their four columns
in this order; of two that are equal in these the first has no weight.
"""

from __future__ import annotations

from itertools import pairwise
from operator import mul
from typing import Any

import numpy as np

from fastmetrics._common.packing import Format
from fastmetrics.metrics.labels.counting.row_kinds import Kinds, key_of

_FORMAT = Format(
    b"FMLABELS", 1, "BQQ", "these IndicatorCounts are", "no IndicatorCounts"
)
_NUMBERS = ("<i8", "<i8", "<f8")  # by what weights are


def pack(margins: Any, kinds: Kinds) -> bytes:
    """Return the bytes of the sums per label (3, k) and of the kinds of rows."""
    weights = 0 if kinds.sums is None else 2 if margins.dtype.kind == "f" else 1
    dtype = _NUMBERS[weights]
    parts = [margins.astype(dtype), *(part.astype("<i8") for part in kinds[:5])]
    if weights:
        parts += [kinds.sums.astype(dtype), kinds.squares.astype("<f8")]
    fields = weights, margins.shape[1], len(kinds.n)
    return _FORMAT.seal(fields, [part.tobytes() for part in parts])


def unpack(data: Any) -> tuple[Any, Kinds]:
    """Return what `pack` was given.

    Raises
    ------
    ValueError
        If the bytes are anything else, or damaged.
    """
    (weights, k, m), reader = _FORMAT.open(data)
    if weights > 2:
        raise _FORMAT.damaged("weights are of unknown kind")
    dtype = _NUMBERS[weights]
    margins = reader.take(dtype, 3 * k).reshape(3, k)
    columns = [reader.take("<i8", m) for _ in range(5)]
    if weights:
        columns += [reader.take(dtype, m), reader.take("<f8", m)]
    reader.finish()
    kinds = Kinds(*columns)
    if weights == 1 and not np.array_equal(kinds.squares, np.trunc(kinds.squares)):
        raise _FORMAT.damaged("squares of whole weights have fractions")
    if not (k and m and _fit(margins, kinds)):
        raise _FORMAT.damaged("counts contradict")
    return margins, kinds


def _fit(margins: Any, kinds: Kinds) -> bool:
    """Whether such counts can be, and those of labels and of rows are of one data."""
    k = margins.shape[1]
    weights = kinds.n if kinds.sums is None else kinds.sums
    for part in (margins, *kinds):
        if part is not None and not (np.all(part >= 0) and np.isfinite(part).all()):
            return False
    true, predicted, hits, wrong, n = kinds[:5]
    right = bool(np.all((true <= k) & (predicted <= k) & (wrong <= k)))
    right &= bool(np.all(hits <= np.minimum(true, predicted)) and np.all(n > 0))
    right &= sum(n.tolist()) < 2**63 and sum(weights.tolist()) < 2**63
    rows = list(zip(*(part.tolist() for part in key_of(kinds)), strict=True))
    right &= all(a < b for a, b in pairwise(rows))
    tolerance = 1e-9 if margins.dtype.kind == "f" else 0
    for sums, labels in zip(margins, (hits, true, predicted), strict=True):
        of_labels = sum(sums.tolist())
        of_rows = sum(map(mul, labels.tolist(), weights.tolist()))
        right &= abs(of_labels - of_rows) <= tolerance * of_rows
    return right
