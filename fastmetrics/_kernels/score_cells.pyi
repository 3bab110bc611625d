from collections.abc import Sequence
from typing import Any, final

from numpy import float64, int32, int64, uint8, uint16, uint32, uint64
from numpy.typing import NDArray

BATCH_SIZE: int

def cut(
    flags: NDArray[uint8], n_positive: int, n_negative: int, shares: int
) -> NDArray[int64]: ...
def count_cells(flags: NDArray[uint8], ends: NDArray[int64]) -> NDArray[int64]: ...
def arrange(
    flags: NDArray[uint8],
    order: NDArray[uint32],
    ends: NDArray[int64],
    counts: NDArray[int64],
) -> NDArray[uint32]: ...
def sum_cells(counts: NDArray[int64], values: NDArray[float64]) -> NDArray[float64]: ...
def place_copies(
    cells: NDArray[int32],
    distances: NDArray[int32],
    n_cells: int,
    labels: NDArray[uint8],
    seed: int,
) -> NDArray[uint16]: ...

@final
class CellRows:
    def __new__(
        cls,
        counts: NDArray[int64],
        weights: NDArray[float64],
        rows: NDArray[uint32] | None,
        values: NDArray[float64] | None,
        reducers: Sequence[tuple[Any, ...]],
        spread: tuple[float, float] = ...,
    ) -> CellRows: ...

def replicate(
    models: list[CellRows],
    keep_classes: bool,
    n_units: int,
    seed: int,
    batch: int,
    out: NDArray[float64],
) -> None: ...
def leave_out(
    model: CellRows, groups: NDArray[uint16], first: int, out: NDArray[float64]
) -> None: ...
def _test_heavy(
    seed: int, batch: int, rows: NDArray[uint32] | None, start: int, n: int
) -> tuple[NDArray[uint64], NDArray[uint32]]: ...
