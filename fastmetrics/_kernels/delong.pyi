from numpy import float64, uint8, uint32, uint64
from numpy.typing import NDArray

_Keys = NDArray[uint32] | NDArray[uint64]

def squared_deviations(
    positives: _Keys,
    negatives: _Keys,
    positive_centre: float,
    negative_centre: float,
) -> tuple[float, float]: ...
def place_rows(
    positives: _Keys,
    positive_rows: NDArray[uint64],
    negatives: _Keys,
    negative_rows: NDArray[uint64],
    positive_places: NDArray[float64],
    negative_places: NDArray[float64],
) -> None: ...
def place_ordered(
    flags: NDArray[uint8],
    rows: NDArray[uint32],
    numbers: NDArray[uint32],
    positive_places: NDArray[float64],
    negative_places: NDArray[float64],
) -> int: ...
def cross_products(
    values: NDArray[float64], centres: NDArray[float64]
) -> NDArray[float64]: ...
