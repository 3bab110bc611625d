import numpy as np
from numpy.typing import NDArray

POSITIVE: int
OF_SECOND: int
LAST_OF_TIE: int
MOST_UNITS: int

def sum_swapped(
    values: NDArray[np.float64], seed: int, first: int, out: NDArray[np.float64]
) -> None: ...
def sum_dealt(
    values: NDArray[np.float64],
    wanted: int,
    seed: int,
    first: int,
    out: NDArray[np.float64],
) -> None: ...
def dealt(n: int, wanted: int, seed: int, first: int) -> NDArray[np.uint64]: ...
def swapped(seed: int, replicate: int, n: int) -> NDArray[np.bool_]: ...
def swap_areas(
    entries: NDArray[np.uint32],
    n_units: int,
    seed: int,
    first: int,
    out: NDArray[np.int64],
) -> None: ...
