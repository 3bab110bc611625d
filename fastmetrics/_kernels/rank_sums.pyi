import numpy as np
from numpy.typing import NDArray

def add_row(
    states: NDArray[np.int32],
    probabilities: NDArray[np.float64],
    row: NDArray[np.int32],
    largest: int,
) -> tuple[NDArray[np.int32], NDArray[np.float64]]: ...
def tail(
    states: NDArray[np.int32],
    probabilities: NDArray[np.float64],
    row: NDArray[np.int32],
    least: int,
) -> float: ...
def count_below(
    terms: NDArray[np.float64], bound: float, inclusive: bool
) -> NDArray[np.int64]: ...
