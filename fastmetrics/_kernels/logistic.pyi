from typing import Any

from numpy import float64
from numpy.typing import NDArray

def fit_rows(
    x: NDArray[float64],
    positive: NDArray[Any],
    weights: NDArray[float64] | None,
    a: float = 0.0,
    b: float = 1.0,
    *,
    rates: NDArray[float64] | None = None,
    slopes: NDArray[float64] | None = None,
    bends: NDArray[float64] | None = None,
) -> tuple[float, float, float, float, float, float]: ...
def logits(p: NDArray[float64], low: float) -> NDArray[float64]: ...
