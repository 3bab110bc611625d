import numpy as np
from numpy.typing import NDArray

def count_columns(
    t: NDArray[np.uint8], p: NDArray[np.uint8], sums: NDArray[np.int64]
) -> None: ...
def weigh_columns(
    t: NDArray[np.uint8],
    p: NDArray[np.uint8],
    weights: NDArray[np.float64],
    sums: NDArray[np.float64],
    low: NDArray[np.float64],
) -> None: ...
def weigh_columns_whole(
    t: NDArray[np.uint8],
    p: NDArray[np.uint8],
    weights: NDArray[np.int64],
    sums: NDArray[np.int64],
) -> None: ...
def count_rows(
    t: NDArray[np.uint8], p: NDArray[np.uint8], sums: NDArray[np.int64]
) -> None: ...
def sum_rows(block: NDArray[np.uint8], sums: NDArray[np.int64]) -> None: ...
def weigh_indices(
    indices: NDArray[np.integer],
    indptr: NDArray[np.integer],
    weights: NDArray[np.float64],
    sums: NDArray[np.float64],
    low: NDArray[np.float64],
) -> None: ...
