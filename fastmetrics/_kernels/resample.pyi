from collections.abc import Sequence
from typing import Any, final

from numpy import float64, int64, uint8, uint16, uint32
from numpy.typing import NDArray

@final
class SweepRows:
    n_reducers: int
    n_units: int
    def __new__(
        cls,
        flags: NDArray[uint8],
        reducers: Sequence[tuple[Any, ...]],
        units: NDArray[uint32] | None = None,
        row_weights: NDArray[float64] | None = None,
        n_units: int | None = None,
    ) -> SweepRows: ...

def replicate(
    models: list[SweepRows],
    strata: NDArray[int64],
    seed: int,
    first: int,
    out: NDArray[float64],
) -> None: ...
def leave_out(
    models: list[SweepRows], groups: NDArray[uint16], first: int, out: NDArray[float64]
) -> None: ...
def deal(
    models: list[SweepRows],
    order: NDArray[uint32],
    wanted: int,
    seed: int,
    first: int,
    out: NDArray[float64],
) -> None: ...
def _test_count_pairs(
    flags: NDArray[uint8], w: NDArray[uint8]
) -> tuple[int, int, int]: ...
