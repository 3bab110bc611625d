"""CalibrationBins as bytes: the format, version 1.

In the frame of `fastmetrics._common.packing`:

======  ==================  =========================================================
offset  type                content
======  ==================  =========================================================
0       8 bytes             ``FMCALBIN``
8       uint16              version of the format, 1
10      uint64              k, the number of bins
18      k + 1 float64       edges, ascending from 0 to 1
..      k int64             rows in each bin
..      9 k float64         of each bin the sums of w, wy, wp, wp², wr², wr³, wr⁴, w²
                            and w²r²
end     uint32              CRC-32 (zlib) of all bytes before
======  ==================  =========================================================
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics._common.packing import Format

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

_NAMES = "these CalibrationBins are", "no CalibrationBins"
_FORMAT = Format(b"FMCALBIN", 1, "Q", *_NAMES)


def pack(edges: NDArray[Any], counts: NDArray[Any], sums: NDArray[Any]) -> bytes:
    """Return the bytes of edges, counts and sums."""
    parts = edges.astype("<f8"), counts.astype("<i8"), sums.astype("<f8")
    return _FORMAT.seal((len(counts),), [part.tobytes() for part in parts])


def unpack(data: Any, n_sums: int, make: Callable[..., Any]) -> Any:
    """Return what ``make(edges, counts, sums)`` makes of the bytes.

    Raises
    ------
    ValueError
        If they are anything else, or damaged, or ``make`` refuses them.
    """
    (k,), reader = _FORMAT.open(data)
    edges, counts = reader.take("<f8", k + 1), reader.take("<i8", k)
    sums = reader.take("<f8", k * n_sums).reshape(k, n_sums)
    reader.finish()
    try:
        return make(edges, counts, sums)
    except ValueError as error:
        raise _FORMAT.damaged(str(error)) from error
