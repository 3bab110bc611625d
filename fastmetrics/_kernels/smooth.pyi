from collections.abc import Sequence
from typing import Any, final

from numpy import float64, int32, int64, uint8, uint32
from numpy.typing import NDArray

@final
class SmoothRows:
    def __new__(
        cls,
        cells: NDArray[int32],
        distances: NDArray[int32],
        n_cells: int,
        reducers: Sequence[tuple[Any, ...]],
    ) -> SmoothRows: ...

def replicate(
    models: list[SmoothRows],
    labels: NDArray[uint8],
    units: NDArray[uint32] | None,
    weights: NDArray[float64] | None,
    strata: NDArray[int64],
    seed: int,
    first: int,
    out: NDArray[float64],
) -> None: ...
