import numpy as np
from numpy.typing import NDArray

def sum_swapped(
    values: NDArray[np.float64], seed: int, first: int, out: NDArray[np.float64]
) -> None: ...
def swapped(seed: int, replicate: int, n: int) -> NDArray[np.bool_]: ...
