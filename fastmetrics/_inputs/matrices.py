"""Looking at all of a matrix, on several threads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from fastmetrics._common import threads

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = ["map_rows"]

_Result = TypeVar("_Result")

# Numbers of a block of rows: some megabytes.
_BLOCK = 1 << 19


def map_rows(
    function: Callable[[NDArray[Any]], _Result], matrix: NDArray[Any]
) -> list[_Result]:
    """Return what a function makes of each block of rows, in their order."""
    step = max(1, _BLOCK // max(matrix[:1].size, 1))
    if len(matrix) <= step:
        return [function(matrix)]
    starts = range(0, len(matrix), step)
    return threads.map_blocks(lambda at: function(matrix[at : at + step]), starts)
