import numpy as np
from numpy.typing import NDArray

def count_below(
    terms: NDArray[np.float64], bound: float, inclusive: bool
) -> NDArray[np.int64]: ...
