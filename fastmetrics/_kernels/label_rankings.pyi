import numpy as np
from numpy.typing import NDArray

DEPTH: int
PAIRS: int
PRECISION: int

_Scores = (
    NDArray[np.float32] | NDArray[np.float64] | NDArray[np.int64] | NDArray[np.uint64]
)

def measure_rankings(
    own: NDArray[np.uint8], scores: _Scores, measure: int, out: NDArray[np.float64]
) -> bool: ...
