import numpy as np
from numpy.typing import NDArray

_Proba = NDArray[np.float32] | NDArray[np.float64]

def score_spherically(
    codes: NDArray[np.int32], proba: _Proba, out: NDArray[np.float64]
) -> None: ...
def score_ranked(
    codes: NDArray[np.int32], proba: _Proba, out: NDArray[np.float64]
) -> None: ...
def measure_divergences(
    truth: _Proba, forecast: _Proba, out: NDArray[np.float64]
) -> None: ...
