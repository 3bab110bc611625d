from typing import Any, final

import numpy as np
from numpy.typing import NDArray

PINBALL: int
NOT_ABOVE: int
COVERED: int
WIDTH: int
INTERVAL: int
ENSEMBLE: int
NORMAL_CRPS: int
NORMAL_LOG: int
ALLOW: int
SORT: int
WATCH: int
NOT_FINITE: int
DISORDER: int
NEGATIVE: int

@final
class NumberForecasts:
    n: int
    k: int
    def measure_rows(
        self,
        start: int,
        stop: int,
        measure: int,
        *,
        penalty: float = 0.0,
        fair: bool = False,
        weights: NDArray[np.float64] | None = None,
        out: NDArray[np.float64] | None = None,
    ) -> tuple[float, float, int]: ...
    def sum_columns(
        self,
        start: int,
        stop: int,
        measure: int,
        *,
        weights: NDArray[np.float64] | None = None,
    ) -> tuple[NDArray[np.float64], int]: ...

def open_quantiles(
    y_true: NDArray[Any],
    y_quantiles: NDArray[Any],
    levels: NDArray[np.float64],
    crossing: int,
) -> NumberForecasts: ...
def open_members(y_true: NDArray[Any], y_ensemble: NDArray[Any]) -> NumberForecasts: ...
def open_pairs(
    y_true: NDArray[Any], first: NDArray[Any], last: NDArray[Any]
) -> NumberForecasts: ...
