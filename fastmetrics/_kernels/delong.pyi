from numpy import float64, uint32, uint64
from numpy.typing import NDArray

from fastmetrics._kernels.labelled import LabelledScores

_Keys = NDArray[uint32] | NDArray[uint64]

def squared_deviations(
    scores: LabelledScores, positive_centre: float, negative_centre: float
) -> tuple[float, float]: ...
def place_rows(
    positives: _Keys,
    positive_rows: NDArray[uint64],
    negatives: _Keys,
    negative_rows: NDArray[uint64],
    positive_places: NDArray[float64],
    negative_places: NDArray[float64],
) -> None: ...
def cross_products(
    values: NDArray[float64], centres: NDArray[float64]
) -> NDArray[float64]: ...
