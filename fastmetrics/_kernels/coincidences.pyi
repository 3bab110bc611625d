from numpy import float64, int64
from numpy.typing import NDArray

def count_coincidences(
    ratings: NDArray[float64], low: float, pairs: NDArray[int64]
) -> bool: ...
