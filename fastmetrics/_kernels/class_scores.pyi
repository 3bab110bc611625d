import numpy as np
from numpy.typing import NDArray

_Scores = NDArray[np.float32] | NDArray[np.float64]

def find_hits(
    codes: NDArray[np.int32], scores: _Scores, k: int, out: NDArray[np.uint8]
) -> float: ...
def measure_margins(
    codes: NDArray[np.int32], scores: _Scores, out: NDArray[np.float64]
) -> float: ...
