"""ScoreSweep as bytes: the format, version 2.

In the frame of `fastmetrics._common.packing`:

======  =========================  ==================================================
offset  type                       content
======  =========================  ==================================================
0       8 bytes                    ``FMSWEEPS``
8       uint16                     version of the format, 2
10      1 byte                     thresholds: ``i``, ``u``, ``f`` or ``b`` for bool
11      uint8                      bytes of each: 1, 2, 4 or 8
12      uint8                      weight of the positives: 0 int64, 1 float64
13      uint8                      weight of the negatives, likewise
14      uint8                      whether sums are written: 0 or 1
15      uint64                     m, the number of thresholds
23      m numbers                  thresholds, descending
..      m numbers, m numbers       positives and negatives: their weight at each
..      m float64, m float64       their weight at or above each; only if they are
                                   written
end     uint32                     CRC-32 (zlib) of all bytes before
======  =========================  ==================================================

Sums of weights at or above a threshold are written where they are not to the last bit
those of the weights at each: if rows of one class tie, they depend on the order in
which rows were added up.

Version 1, which is read too, lacks the byte at 14; sums are written if one of the two
is float64.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.packing import Format

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

_NAMES = "this ScoreSweep is", "no ScoreSweep"
_FORMER = Format(b"FMSWEEPS", 1, "cBBBQ", *_NAMES)
_FORMAT = Format(b"FMSWEEPS", 2, "cBBBBQ", *_NAMES)

_KINDS = "iufb"
_WEIGHTS = ("<i8", "<f8")
# How far sums may lie apart that were taken in another order.
_ROUNDING = 1e-6


class Parts(NamedTuple):
    """What the bytes hold: ``(thresholds, positives, negatives)``, and running sums."""

    columns: tuple[Any, Any, Any]
    sums: tuple[Any, Any] | None


def pack(sweep: Any) -> bytes:
    """Return the bytes of a ScoreSweep.

    Raises
    ------
    TypeError
        If its thresholds have more than 64 bits.
    """
    dtype = sweep.thresholds.dtype
    if dtype.kind not in _KINDS or dtype.itemsize > 8:
        raise TypeError(
            f"thresholds of dtype {dtype} cannot be written: the format holds numbers "
            "of at most 64 bits"
        )
    of_positives, of_negatives = (
        int(each.dtype.kind == "f") for each in (sweep.positives, sweep.negatives)
    )
    parts = [
        sweep.thresholds.astype(dtype.newbyteorder("<")),
        sweep.positives.astype(_WEIGHTS[of_positives]),
        sweep.negatives.astype(_WEIGHTS[of_negatives]),
    ]
    sums = sweep.true_positives, sweep.false_positives
    weights = sweep.positives, sweep.negatives
    with_sums = not all(map(np.array_equal, sums, map(running_sum, weights)))
    if with_sums:
        parts += [each.astype("<f8") for each in sums]
    fields = dtype.kind.encode(), dtype.itemsize, of_positives, of_negatives
    head = *fields, int(with_sums), len(sweep.thresholds)
    return _FORMAT.seal(head, [part.tobytes() for part in parts])


def unpack(data: Any) -> Parts:
    """Return what the bytes hold.

    Raises
    ------
    ValueError
        If they are anything else, or damaged.
    """
    former = _FORMER.begins(data)
    (kind, size, *flags, m), reader = (_FORMER if former else _FORMAT).open(data)
    with_sums = max(flags) if former else flags.pop()
    kind = kind.decode("latin-1")
    sizes = {"b": (1,), "f": (2, 4, 8)}.get(kind, (1, 2, 4, 8))
    if kind not in _KINDS or size not in sizes or max(*flags, with_sums) > 1:
        raise _FORMAT.damaged("numbers are of unknown kind")
    # A byte that is neither 0 nor 1 is no bool.
    dtype = "|u1" if kind == "b" else f"<{kind}{size}"
    thresholds = reader.take(dtype, m)
    if kind == "b":
        if m and thresholds.max() > 1:
            raise _FORMAT.damaged("a threshold is neither true nor false")
        thresholds = thresholds.astype(bool)
    positives, negatives = (reader.take(_WEIGHTS[each], m) for each in flags)
    columns = thresholds, positives, negatives
    sums = None
    if with_sums:
        sums = reader.take("<f8", m), reader.take("<f8", m)
    reader.finish()
    for each, running in zip(columns[1:], sums or (None, None), strict=True):
        _check(each, running)
    return Parts(columns, sums)


def running_sum(each: NDArray[Any]) -> NDArray[np.float64]:
    """Return the weight at or above each threshold, of the weight at each."""
    return np.cumsum(each, dtype=np.float64)


def checked(make: Callable[[], Any]) -> Any:
    """Return what a constructor makes of the parts; what it refuses is damaged."""
    try:
        return make()
    except ValueError as error:
        raise _FORMAT.damaged(str(error)) from error


def _check(each: Any, running: Any) -> None:
    """Raise for weights that add up to too much, or not to these sums."""
    if each.dtype.kind == "i":
        right = not len(each) or (each.min() >= 0 and sum(each.tolist()) < 2**63)
    else:
        with np.errstate(over="ignore", invalid="ignore"):  # of signalling NaNs too
            right = bool(np.isfinite(each.sum()) and np.all(each >= 0))
    if right and running is not None:
        right = bool(np.isfinite(running).all() and np.all(np.diff(running) >= 0))
        with np.errstate(over="ignore"):
            exact = np.cumsum(each, dtype=np.float64)
        right = right and bool(np.allclose(running, exact, rtol=_ROUNDING, atol=0))
    if not right:
        raise _FORMAT.damaged("weights contradict")
