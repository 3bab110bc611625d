from numpy import float64, int64, intp, uint8
from numpy.typing import NDArray

def sum_rows(
    values: NDArray[float64], weights: NDArray[float64] | None = None
) -> tuple[float, float, float]: ...
def sum_powers(
    values: NDArray[float64],
    centre: float,
    weights: NDArray[float64] | None = None,
) -> tuple[float, float]: ...
def sum_pairs(
    values: NDArray[float64],
    first: NDArray[intp],
    second: NDArray[intp],
    weight: float,
    weights: NDArray[float64] | None = None,
) -> NDArray[float64]: ...
def sum_runs(values: NDArray[float64], ends: NDArray[int64]) -> NDArray[float64]: ...
def sum_f64(x: NDArray[float64]) -> float: ...
def sum_products_f64(x: NDArray[float64], y: NDArray[float64]) -> float: ...
def split_sum(
    x: NDArray[float64], flags: NDArray[uint8]
) -> tuple[tuple[float, float], tuple[float, float]]: ...
