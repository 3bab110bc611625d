from numpy import float64
from numpy.typing import NDArray

def roc_hull(
    tps: NDArray[float64], fps: NDArray[float64]
) -> tuple[NDArray[float64], NDArray[float64]]: ...
