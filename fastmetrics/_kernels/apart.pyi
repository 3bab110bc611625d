from numpy import float64, int64, intp
from numpy.typing import NDArray

def pairs_apart(
    values: NDArray[float64],
    first: NDArray[intp],
    second: NDArray[intp],
    estimate: NDArray[float64],
    rounding: float,
    z: float,
    width: int,
) -> tuple[NDArray[float64], NDArray[int64], NDArray[float64]]: ...
def largest_deviations(
    values: NDArray[float64],
    first: NDArray[intp],
    second: NDArray[intp],
    spread: NDArray[float64],
    sign: int = 0,
) -> NDArray[float64]: ...
