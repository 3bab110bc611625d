"""BiasVarianceSums as bytes: the format, version 1.

In the frame of `fastmetrics._common.packing`, which also says how labels are written:

======  =========================  ==================================================
offset  type                       content
======  =========================  ==================================================
0       8 bytes                    ``FMBIASVA``
8       uint16                     version of the format, 1
10      uint8                      loss: 0 squared, 1 zero-one
11      uint8                      1 with weights, plus 2 with best predictions, plus
                                   4 with all labels given
12      uint8                      kind of the labels; 0 of the squared loss
13      uint64                     how often targets were observed
21      uint64                     n, the number of rows
29      uint64                     number of models
37      uint64                     k, the number of labels; 0 of the squared loss
45      uint64                     bytes that the labels take
53      k labels                   numbers, or the ends of strings and their UTF-8
..      n float64                  weights, if there are
======  =========================  ==================================================

Of the squared loss there follow n float64 each: means of the observations, their mean
squared distances from these, best predictions (if there are), origins, sums of the
deviations of predictions from these, sums of the squares of the deviations. Of the
zero-one loss: n int32, the places of the best predictions among the labels (if there
are), then n times k uint32 each, row by row: how often each label was observed, and how
often it was predicted. The end is a uint32, the CRC-32 (zlib) of all bytes before.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fastmetrics._common.packing import Format, Reader, pack_labels, unpack_labels
from fastmetrics.selection.decomposition.label_counts import LabelCounts
from fastmetrics.selection.decomposition.number_sums import NumberSums

__all__ = ["pack", "unpack"]

_FORMAT = Format(
    b"FMBIASVA", 1, "BBBQQQQQ", "these BiasVarianceSums are", "no BiasVarianceSums"
)
_WEIGHTS, _OPTIMAL, _FIXED = 1, 2, 4


def pack(held: NumberSums | LabelCounts) -> bytes:
    """Return the bytes of sums."""
    flags = _WEIGHTS * (held.weights is not None) + _OPTIMAL * (
        held.optimal is not None
    )
    parts: list[Any] = [] if held.weights is None else [held.weights.astype("<f8")]
    kind, k, text = 0, 0, b""
    if isinstance(held, LabelCounts):
        flags += _FIXED * held.is_fixed
        kind, text = pack_labels(held.classes)
        k = held.k
        if held.optimal is not None:
            parts.append(held.optimal.astype("<i4"))
        parts += [held.observed.astype("<u4"), held.counts.astype("<u4")]
    else:
        columns = [held.observed, held.spread, held.optimal]
        columns += [held.origin, held.sums, held.squares]
        parts += [one.astype("<f8") for one in columns if one is not None]
    fields = (
        *(int(isinstance(held, LabelCounts)), flags, kind),
        *(held.n_observations, held.n_samples, held.n_models, k, len(text)),
    )
    return _FORMAT.seal(fields, [text, *(part.tobytes() for part in parts)])


def unpack(data: Any) -> NumberSums | LabelCounts:
    """Return what `pack` was given.

    Raises
    ------
    ValueError
        If the bytes are anything else, or damaged.
    """
    fields, reader = _FORMAT.open(data)
    loss, flags, kind, n_observations, n, n_models, k, size = fields
    of_labels = kind, k, size, flags & _FIXED
    if loss > 1 or flags >= 8 or not n or not n_observations or loss < any(of_labels):
        raise _FORMAT.damaged("the head cannot be")
    text = reader.take_bytes(size)
    weights = reader.take("<f8", n) if flags & _WEIGHTS else None
    if weights is not None:
        right = np.isfinite(weights) & (weights >= 0)
        if not right.all() or not 0 < weights.sum() < np.inf:
            raise _FORMAT.damaged("the weights cannot be")
    held: NumberSums | LabelCounts
    if loss:
        held = _labels(reader, n, k, bool(flags & _OPTIMAL))
        held.classes = unpack_labels(_FORMAT, kind, k, text)
        held.is_fixed = bool(flags & _FIXED)
        if len(set(held.classes.tolist())) < k:
            raise _FORMAT.damaged("a label comes twice")
        for counts, total in (
            (held.observed, n_observations),
            (held.counts, n_models),
        ):
            if (counts.sum(axis=1, dtype=np.uint64) != total).any():
                raise _FORMAT.damaged("the counts do not add up")
    else:
        held = _numbers(reader, n, bool(flags & _OPTIMAL))
    reader.finish()
    held.weights = weights
    held.n_observations, held.n_models = n_observations, n_models
    return held


def _numbers(reader: Reader, n: int, has_optimal: bool) -> NumberSums:
    held = object.__new__(NumberSums)
    held.observed, held.spread = reader.take("<f8", n), reader.take("<f8", n)
    held.optimal = reader.take("<f8", n) if has_optimal else None
    held.origin, held.sums, held.squares = (reader.take("<f8", n) for _ in range(3))
    columns = [held.observed, held.spread, held.origin, held.sums, held.squares]
    columns += [] if held.optimal is None else [held.optimal]
    if not all(np.isfinite(one).all() for one in columns):
        raise _FORMAT.damaged("a number is not finite")
    if (held.spread < 0).any() or (held.squares < 0).any():
        raise _FORMAT.damaged("a sum of squares is negative")
    return held


def _labels(reader: Reader, n: int, k: int, has_optimal: bool) -> LabelCounts:
    held = object.__new__(LabelCounts)
    held.optimal = reader.take("<i4", n) if has_optimal else None
    if (
        held.optimal is not None
        and not ((held.optimal >= 0) & (held.optimal < k)).all()
    ):
        raise _FORMAT.damaged("there is no such label")
    held.observed, held.counts = (
        reader.take("<u4", n * k).reshape(n, k) for _ in range(2)
    )
    return held
