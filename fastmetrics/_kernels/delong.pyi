from numpy import float64, uint8, uint32
from numpy.typing import NDArray

from fastmetrics._kernels.labelled import LabelledScores

def squared_deviations(
    scores: LabelledScores, positive_centre: float, negative_centre: float
) -> tuple[float, float]: ...
def place_rows(
    flags: NDArray[uint8],
    numbers: NDArray[uint32],
    positive_places: NDArray[float64],
    negative_places: NDArray[float64],
) -> int: ...
def cross_products(
    values: NDArray[float64], centres: NDArray[float64]
) -> NDArray[float64]: ...
