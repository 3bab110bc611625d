"""ErrorSums as bytes: the format, version 1.

In the frame of `fastmetrics._common.packing`:

======  =========================  ==================================================
offset  type                       content
======  =========================  ==================================================
0       8 bytes                    ``FMERRORS``
8       uint16                     version of the format, 1
10      uint8                      whether rows have weights: 0 or 1
11      uint64                     k, the number of outputs
19      uint64                     rows
27      uint64                     rows of a weight above 0
35      3 times k float64          powers of two that y, p and e were taken times
..      3 times k float64          their origins, in the same order
..      18 times k float64         sums, in the order of `SUMS`
..      18 times k float64         what their additions have rounded off
..      3 times k float64          the largest abs(e), the least y, the largest y
..      k int64                    the row with that error
end     uint32                     CRC-32 (zlib) of all bytes before
======  =========================  ==================================================
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics._common.packing import Format
from fastmetrics.metrics.regression.formulas.totals import SUMS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["damaged", "pack", "unpack"]

_FORMAT = Format(b"FMERRORS", 1, "BQQQ", "these ErrorSums are", "no ErrorSums")

# How many numbers of each output there are of: scales, origins, sums, what they have
# lost, extremes.
_PARTS = (3, 3, len(SUMS), len(SUMS), 3)


def pack(
    weighted: bool, counts: tuple[int, int], parts: Sequence[Any], row: NDArray[Any]
) -> bytes:
    """Return the bytes of what is held."""
    written = [part.astype("<f8").tobytes() for part in parts]
    written.append(row.astype("<i8").tobytes())
    return _FORMAT.seal((int(weighted), len(row), *counts), written)


def unpack(data: Any) -> tuple[bool, tuple[int, int], list[Any], Any]:
    """Return what `pack` was given, not checked further.

    Raises
    ------
    ValueError
        If the bytes are anything else, or damaged.
    """
    (weighted, k, n, n_counted), reader = _FORMAT.open(data)
    if weighted > 1:
        raise _FORMAT.damaged("weights are of unknown kind")
    parts = [reader.take("<f8", m * k).reshape(m, k) for m in _PARTS]
    row = reader.take("<i8", k)
    reader.finish()
    return bool(weighted), (n, n_counted), parts, row


def damaged(why: str) -> ValueError:
    """Return the error to raise for bytes that say what cannot be."""
    return _FORMAT.damaged(why)
