from numpy import float64
from numpy.typing import NDArray

def sum_rows(
    values: NDArray[float64], weights: NDArray[float64] | None = None
) -> tuple[float, float, float]: ...
def sum_powers(
    values: NDArray[float64],
    centre: float,
    weights: NDArray[float64] | None = None,
) -> tuple[float, float]: ...
