from collections.abc import Iterable
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

LOG_LOSS: int
QUADRATIC_LOSS: int
POWERS: int
WEIGHTED_POWERS: int

@final
class Forecasts:
    n: int
    k: int
    single: bool
    def multiply(
        self, start: int, stop: int, low: float, high: float
    ) -> tuple[float, int, tuple[int, int, float]]: ...
    def sum_losses(
        self,
        start: int,
        stop: int,
        loss: int,
        low: float,
        high: float,
        weights: NDArray[np.float64] | None = None,
    ) -> tuple[float, float, tuple[int, int, float]]: ...
    def write_losses(
        self,
        start: int,
        stop: int,
        loss: int,
        low: float,
        high: float,
        out: NDArray[np.float64],
    ) -> tuple[int, int, float]: ...
    def sum_around(
        self,
        start: int,
        stop: int,
        loss: int,
        low: float,
        high: float,
        centre: float,
    ) -> tuple[float, float, float, tuple[int, int, float]]: ...
    def sum_powers(
        self,
        start: int,
        stop: int,
        low: float,
        high: float,
        weights: NDArray[np.float64] | None = None,
    ) -> tuple[
        NDArray[np.int64],
        NDArray[np.float64],
        NDArray[np.float64],
        tuple[int, int, float],
    ]: ...

def combine_products(parts: Iterable[tuple[float, int]]) -> float: ...
def open_plain_forecasts(
    y_true: Any, y_proba: Any, pos_label: Any
) -> Forecasts | None: ...
def open_column_forecasts(
    items: NDArray[Any],
    proba: NDArray[Any],
    positive: bytes | None,
    negative: bytes | None,
) -> Forecasts: ...
def open_matrix_forecasts(
    codes: NDArray[np.int32], proba: NDArray[Any]
) -> Forecasts: ...
