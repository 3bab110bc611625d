from typing import Any

from numpy import float32, float64, int32, int64, uint32
from numpy.typing import NDArray

def add_numbers(
    predictions: NDArray[float32] | NDArray[float64],
    origin: NDArray[float64],
    sums: NDArray[float64],
    squares: NDArray[float64],
    start: int,
    stop: int,
) -> None: ...
def count_labels(
    labels: NDArray[Any], low: int, places: NDArray[int32], counts: NDArray[uint32]
) -> bool: ...
def find_modes(
    counts: NDArray[uint32],
) -> tuple[NDArray[int32], NDArray[int64], NDArray[float64]]: ...
