from typing import Any, final

import numpy as np
from numpy.typing import NDArray

ERROR: int
ABSOLUTE: int
SQUARE: int
PINBALL: int
PERCENTAGE: int
SIGNED_PERCENTAGE: int
SYMMETRIC: int
SQUARED_LOG: int
HUBER: int
PSEUDO_HUBER: int
LOG_COSH: int
LINEX: int
POISSON: int
GAMMA: int
TWEEDIE: int

@final
class ErrorRows:
    n: int
    def __new__(cls, truth: NDArray[Any], predicted: NDArray[Any]) -> ErrorRows: ...
    def sum_losses(
        self,
        loss: tuple[int, float, float],
        start: int,
        stop: int,
        weights: NDArray[np.float64] | None = None,
    ) -> tuple[float, float, bool]: ...
    def write_losses(
        self,
        loss: tuple[int, float, float],
        start: int,
        stop: int,
        out: NDArray[np.float64],
    ) -> bool: ...
    def sum_around(
        self,
        loss: tuple[int, float, float],
        start: int,
        stop: int,
        centre: float,
    ) -> tuple[float, float, float, bool]: ...
