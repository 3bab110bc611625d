import numpy as np
from numpy.typing import NDArray

_Codes = NDArray[np.int32] | NDArray[np.int64]
_Scores = NDArray[np.float32] | NDArray[np.float64]

def count_hits(
    codes: _Codes,
    scores: _Scores,
    k: int,
    weights: NDArray[np.float64] | None,
    seen: NDArray[np.uint8],
    out: NDArray[np.float64] | None = None,
) -> tuple[float, float, float] | None: ...
def sum_hinges(
    codes: _Codes,
    scores: _Scores,
    weights: NDArray[np.float64] | None,
    seen: NDArray[np.uint8],
    out: NDArray[np.float64] | None = None,
) -> tuple[float, float, float] | None: ...
