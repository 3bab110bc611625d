from typing import Any

import numpy as np
from numpy.typing import NDArray

def number_rows(
    columns: list[NDArray[Any]],
) -> tuple[NDArray[np.int64], int]: ...
def number_sparse_rows(
    starts: NDArray[np.int64], positions: NDArray[np.int64], values: NDArray[Any]
) -> tuple[NDArray[np.int64], int]: ...
def join_codes(
    a: NDArray[np.int64], n_a: int, b: NDArray[np.int64], n_b: int
) -> NDArray[np.int64]: ...
