from typing import Any

import numpy as np
from numpy.typing import NDArray

PIECE: int

def sum_around(
    true: NDArray[Any],
    origin: float,
    weights: NDArray[np.float64] | None,
    piece: int,
) -> tuple[float, float]: ...
def sum_pinball(
    true: NDArray[Any],
    pred: NDArray[Any],
    constant: float,
    shift: float,
    alpha: float,
    weights: NDArray[np.float64] | None,
    piece: int,
) -> tuple[tuple[float, float], tuple[float, float]]: ...
