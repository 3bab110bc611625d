from typing import final

import numpy as np
from numpy.typing import NDArray

_Sums = NDArray[np.int64] | NDArray[np.float64]

LANES: int

@final
class CellLayout:
    def __new__(
        cls,
        starts: NDArray[np.int64],
        bins: NDArray[np.int32],
        n_bins: int,
        amounts: NDArray[np.int64] | None = None,
        values: NDArray[np.float64] | None = None,
    ) -> CellLayout: ...

@final
class Rows:
    n_units: int
    def __new__(
        cls,
        ends: NDArray[np.int64],
        n_units: int,
        units: NDArray[np.uint32] | None = None,
        weights: _Sums | None = None,
    ) -> Rows: ...

def draw_cells(
    cells: CellLayout,
    counts: NDArray[np.float64],
    strata: NDArray[np.int64],
    seed: int,
    first: int,
    out: NDArray[np.int64],
    values: NDArray[np.float64],
) -> None: ...
def draw_rows(
    cells: CellLayout,
    rows: Rows,
    strata: NDArray[np.int64],
    seed: int,
    first: int,
    out: _Sums,
    values: NDArray[np.float64],
) -> None: ...
def leave_out(
    cells: CellLayout,
    rows: Rows,
    groups: NDArray[np.uint16],
    first: int,
    out: _Sums,
    values: NDArray[np.float64],
) -> None: ...
