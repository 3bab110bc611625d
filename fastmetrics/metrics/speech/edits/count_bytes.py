"""EditCounts as bytes: the format, version 1.

In the frame of `fastmetrics._common.packing`:

======  ==================  =========================================================
offset  type                content
======  ==================  =========================================================
0       8 bytes             ``FMEDITED``
8       uint16              version of the format, 1
10      uint8               unit: 0 word, 1 code_point, 2 grapheme, 3 token
11      uint8               whether the counts are of each pair: 0 or 1
12      uint64              n, the number of pairs
20      uint64              pairs with an edit
28      4 or 4 n int64      hits, substitutions, deletions, insertions, pair by pair
end     uint32              CRC-32 (zlib) of all bytes before
======  ==================  =========================================================
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics._common.packing import Format

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["UNITS", "damaged", "pack", "unpack"]

_FORMAT = Format(b"FMEDITED", 1, "BBQQ", "these EditCounts are", "no EditCounts")

UNITS = ("word", "code_point", "grapheme", "token")


def pack(unit: str, counts: NDArray[np.int64], pairs: int, wrong_pairs: int) -> bytes:
    """Return the bytes of counts of shape (4,) or (n, 4)."""
    fields = (UNITS.index(unit), counts.ndim == 2, pairs, wrong_pairs)
    return _FORMAT.seal(fields, [counts.astype("<i8").tobytes()])


def unpack(data: Any) -> tuple[str, NDArray[np.int64], int, int]:
    """Return what `pack` was given, the shape checked and nothing else.

    Raises
    ------
    ValueError
        If the bytes are anything else, or damaged.
    """
    (unit, by_pair, pairs, wrong_pairs), reader = _FORMAT.open(data)
    if unit >= len(UNITS) or by_pair > 1:
        raise damaged("the unit or the kind is unknown")
    counts = reader.take("<i8", 4 * pairs if by_pair else 4)
    reader.finish()
    shape = (pairs, 4) if by_pair else (4,)
    return UNITS[unit], counts.reshape(shape), pairs, wrong_pairs


def damaged(why: str) -> ValueError:
    """Return the error to raise for bytes that say what cannot be."""
    return _FORMAT.damaged(why)
