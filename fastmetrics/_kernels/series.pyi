import numpy as np
from numpy.typing import NDArray

def mean_errors(
    true: NDArray[np.number],
    pred: NDArray[np.number],
    ends: NDArray[np.int64],
    squared: bool,
    weights: NDArray[np.float64] | None = ...,
) -> tuple[NDArray[np.float64], NDArray[np.int32]]: ...
def mean_naive_errors(
    values: NDArray[np.number], ends: NDArray[np.int64], lag: int, squared: bool
) -> tuple[NDArray[np.float64], NDArray[np.int32]]: ...
