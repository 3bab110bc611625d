from typing import Any, final

import numpy as np
from numpy.typing import NDArray

OF_ERRORS: int
OF_TRUTH: int
OF_DEVIATIONS: int
OF_PREDICTIONS: int
OF_POWERS: int
OF_SIZES: int
OF_PRODUCTS: int
SUMS: int
NOT_FINITE: int
TINY: int

@final
class ErrorColumns:
    n: int
    k: int
    def __init__(
        self,
        true: NDArray[Any],
        pred: NDArray[Any],
        weights: NDArray[np.float64] | None = None,
    ) -> None: ...
    def origins(self) -> NDArray[np.float64]: ...
    def sum_rows(
        self,
        start: int,
        stop: int,
        groups: int,
        origins: NDArray[np.float64] | None = None,
    ) -> tuple[
        NDArray[np.float64],
        NDArray[np.float64],
        NDArray[np.float64],
        NDArray[np.int64],
        int,
        int,
    ]: ...

def scale_for(largest: float) -> float: ...
def merge_sums(
    places: tuple[int, ...],
    one: tuple[NDArray[Any] | None, ...],
    other: tuple[NDArray[Any] | None, ...],
    n_before: int = 0,
) -> tuple[
    NDArray[np.float64],
    NDArray[np.float64],
    NDArray[np.float64],
    NDArray[np.float64],
    NDArray[np.int64],
]: ...
