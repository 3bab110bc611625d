from typing import Any, final

from numpy import float64, int64
from numpy.typing import NDArray

@final
class Steps:
    def __new__(
        cls,
        forecasts: NDArray[float64],
        positives: NDArray[float64],
        totals: NDArray[float64],
        row_weights: NDArray[float64] | None = None,
        row_ends: NDArray[int64] | None = None,
        bins: NDArray[int64] | None = None,
    ) -> Steps: ...

def pool(
    positives: Any, totals: Any
) -> tuple[NDArray[float64], NDArray[float64], NDArray[float64], NDArray[int64]]: ...
def count_steps(
    tps: NDArray[float64], fps: NDArray[float64]
) -> tuple[NDArray[float64], NDArray[float64]]: ...
def replicate(
    steps: Steps,
    redraws_rows: bool,
    seed: int,
    first: int,
    places: NDArray[int64],
    out: NDArray[float64],
) -> None: ...
