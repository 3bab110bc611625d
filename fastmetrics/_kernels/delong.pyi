from numpy import float64, int64, intp, uint8, uint32
from numpy.typing import NDArray

from fastmetrics._kernels.labelled import LabelledScores

def squared_placements(
    scores: LabelledScores, below: int = 0, above: int = 0
) -> tuple[int, int]: ...
def squared_placements_of_counts(
    positives: NDArray[int64],
    negatives: NDArray[int64],
    below: int = 0,
    above: int = 0,
) -> tuple[int, int]: ...
def place_rows(
    flags: NDArray[uint8],
    numbers: NDArray[uint32],
    positive_places: NDArray[float64],
    negative_places: NDArray[float64],
) -> int: ...
def cross_products(
    values: NDArray[float64], centres: NDArray[float64]
) -> NDArray[float64]: ...
def squares_of_pairs(
    values: NDArray[float64],
    first: NDArray[intp],
    second: NDArray[intp],
    centres: NDArray[float64],
) -> NDArray[float64]: ...
def invert_areas(
    areas: NDArray[float64],
    reach: NDArray[float64],
    larger: NDArray[float64],
    smaller: NDArray[float64],
) -> NDArray[float64]: ...
