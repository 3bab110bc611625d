from numpy import float64, int64
from numpy.typing import NDArray

def fill_cells(
    values: NDArray[float64],
    low: float,
    high: float,
    cells: NDArray[float64],
    counts: NDArray[int64] | None = None,
) -> int: ...
def log_wealth(
    cells: NDArray[float64],
    shares: NDArray[float64],
    mean: float,
    mirrored: bool,
    out: NDArray[float64],
) -> None: ...
