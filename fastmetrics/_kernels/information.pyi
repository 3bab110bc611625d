from numpy import float64, int64
from numpy.typing import NDArray

def sum_phi(
    rows: NDArray[int64],
    columns: NDArray[int64],
    n: NDArray[int64],
    row_sizes: NDArray[int64],
    column_sizes: NDArray[int64],
    total: int,
) -> tuple[float, float]: ...
def sum_missing(
    rows: NDArray[int64],
    columns: NDArray[int64],
    row_sizes: NDArray[int64],
    column_sizes: NDArray[int64],
    total: int,
) -> tuple[float, float]: ...
def sum_expected_phi(
    a: NDArray[int64],
    times_a: NDArray[int64],
    b: NDArray[int64],
    times_b: NDArray[int64],
    total: int,
) -> tuple[float, float]: ...
def expected_phi(
    a: NDArray[int64], b: NDArray[int64], total: int, out: NDArray[float64]
) -> None: ...
def sum_surprise(sizes: NDArray[int64], total: int) -> tuple[float, float]: ...
