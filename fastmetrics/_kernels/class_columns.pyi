from typing import Any, final

from numpy import float64, int64
from numpy.typing import NDArray

MOST_COLUMNS: int
MOST_ROWS: int

@final
class ClassColumns:
    order: NDArray[int64]
    starts: NDArray[int64]
    def __new__(
        cls,
        matrix: NDArray[Any],
        codes: NDArray[int64],
        weights: NDArray[float64] | None = None,
    ) -> ClassColumns: ...
    def count_pairs(self, first: int, last: int) -> NDArray[Any]: ...
    def place_rows(
        self,
        first: int,
        last: int,
        shares: NDArray[float64],
        totals: NDArray[float64],
    ) -> NDArray[float64]: ...
    def count_differences(self, i: int) -> NDArray[Any]: ...
    def place_differences(
        self, i: int, shares: NDArray[float64], totals: NDArray[float64]
    ) -> NDArray[float64]: ...
