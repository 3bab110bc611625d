from typing import final

from numpy import float64, int64
from numpy.typing import NDArray

def fill_cells(
    values: NDArray[float64],
    low: float,
    high: float,
    cells: NDArray[float64],
    counts: NDArray[int64] | None = None,
) -> int: ...

@final
class Bets:
    def __init__(
        self, shares: NDArray[float64], steps: int, mean: float, mirrored: bool
    ) -> None: ...
    def log_wealth(self, cells: NDArray[float64]) -> NDArray[float64]: ...
