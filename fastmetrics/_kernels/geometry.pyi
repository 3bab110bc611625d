from typing import Any, Final, final

from numpy import float64, int32, int64
from numpy.typing import NDArray

EUCLIDEAN: Final[int]
SQEUCLIDEAN: Final[int]
MANHATTAN: Final[int]
COSINE: Final[int]
GIVEN: Final[int]
PADDING: Final[int]

def sort_rows(
    codes: NDArray[int32], k: int
) -> tuple[NDArray[int64], NDArray[int64]]: ...
def take_columns(
    rows: NDArray[Any],
    order: NDArray[int64],
    columns: NDArray[Any],
    first: int,
    last: int,
) -> None: ...

@final
class Distances:
    @property
    def items(self) -> NDArray[Any]: ...
    @property
    def cluster(self) -> NDArray[int32]: ...
    @property
    def starts(self) -> NDArray[int64]: ...
    def __init__(
        self,
        items: NDArray[Any],
        metric: int,
        cluster: NDArray[int32],
        starts: NDArray[int64],
        order: NDArray[int64] | None = None,
        zero: NDArray[Any] | None = None,
    ) -> None: ...
    def centre(self, columns: NDArray[float64], norms: NDArray[float64]) -> None: ...
    def square_extremes(self) -> None: ...
    def pairs(
        self,
        i0: int,
        i1: int,
        j0: int,
        j1: int,
        sums: NDArray[float64] | None = None,
        own: NDArray[float64] | None = None,
        farthest: NDArray[float64] | None = None,
        nearest: NDArray[float64] | None = None,
    ) -> None: ...
    def rows(
        self,
        first: int,
        own: NDArray[int32],
        sums: NDArray[float64] | None = None,
        nearest: NDArray[float64] | None = None,
        farthest: NDArray[float64] | None = None,
    ) -> None: ...
    def table(self, queries: NDArray[float64]) -> NDArray[float64]: ...
    def leave_out(
        self,
        first: int,
        own: NDArray[int32],
        at: NDArray[int64],
        sums: NDArray[float64],
        out: NDArray[float64],
    ) -> None: ...

def add_rows(
    rows: NDArray[Any],
    codes: NDArray[int32],
    origins: NDArray[float64],
    sums: NDArray[float64],
) -> None: ...
def measure_rows(
    rows: NDArray[Any],
    codes: NDArray[int32],
    origins: NDArray[float64],
    offsets: NDArray[float64],
    squares: NDArray[float64],
) -> None: ...
def find_ranges(
    rows: NDArray[Any],
) -> tuple[NDArray[float64], NDArray[float64]]: ...
def add_squares(
    squares: NDArray[float64],
    codes: NDArray[int32],
    sums: NDArray[float64],
    roots: NDArray[float64],
) -> None: ...
