"""ItemCounts as bytes: the format, version 1.

In the frame of `fastmetrics._common.packing`:

======  ==================  =========================================================
offset  type                content
======  ==================  =========================================================
0       8 bytes             ``FMITEMCT``
8       uint16              version of the format, 1
10      uint64              m, the number of items
18      uint64              l, the number of different lengths of lists
26      uint8               kind of the ids, as `packing` numbers kinds
27      uint64              b, the bytes of the ids
35      b bytes             m ids of items, ascending
..      m int64             in how many lists each item is
..      m float64           of each item the sum over these lists of 1/√k, k being the
                            length of the list
..      m float64           the same of 1/k
..      l int64             lengths of lists, ascending
..      l int64             how many lists have each length
end     uint32              CRC-32 (zlib) of all bytes before
======  ==================  =========================================================
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics._common.packing import Format, pack_labels, unpack_labels

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

_FORMAT = Format(b"FMITEMCT", 1, "QQBQ", "these ItemCounts are", "no ItemCounts")


def pack(
    items: NDArray[Any],
    counts: NDArray[Any],
    roots: NDArray[Any],
    shares: NDArray[Any],
    lengths: NDArray[Any],
    users: NDArray[Any],
) -> bytes:
    """Return the bytes of these arrays."""
    of_items = [counts.astype("<i8"), roots.astype("<f8"), shares.astype("<f8")]
    of_lists = [lengths.astype("<i8"), users.astype("<i8")]
    parts = [part.tobytes() for part in (*of_items, *of_lists)]
    kind, ids = pack_labels(items)
    return _FORMAT.seal((len(items), len(lengths), kind, len(ids)), [ids, *parts])


def unpack(data: Any, make: Callable[..., Any]) -> Any:
    """Return what ``make`` makes of the arrays that `pack` was given.

    Raises
    ------
    ValueError
        If the bytes are anything else, or damaged, or ``make`` refuses them.
    """
    (m, n, kind, size), reader = _FORMAT.open(data)
    items = unpack_labels(_FORMAT, kind, m, reader.take_bytes(size))
    counts, roots, shares = (reader.take(dtype, m) for dtype in ("<i8", "<f8", "<f8"))
    lengths, users = reader.take("<i8", n), reader.take("<i8", n)
    reader.finish()
    try:
        return make(items, counts, roots, shares, lengths, users)
    except ValueError as error:
        raise _FORMAT.damaged(str(error)) from error
