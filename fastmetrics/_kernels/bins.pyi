from typing import Any, final

import numpy as np
from numpy.typing import NDArray

N_SUMS: int
CELLS: NDArray[np.float64]

@final
class Edges:
    n_bins: int
    def __new__(
        cls, n_bins: int, inner: NDArray[np.float64] | None = None
    ) -> Edges: ...

@final
class BinRows:
    @property
    def n(self) -> int: ...
    def count(
        self,
        edges: Edges,
        begin: int,
        end: int,
        flush: int,
        counts: NDArray[np.int64],
        sums: NDArray[np.float64],
    ) -> bool: ...
    def weigh(
        self,
        edges: Edges,
        weights: NDArray[np.float64] | None,
        begin: int,
        end: int,
        flush: int,
        counts: NDArray[np.int64],
        sums: NDArray[np.float64],
    ) -> bool: ...
    def find(self, edges: Edges, begin: int, end: int) -> NDArray[np.int32] | None: ...
    def hits(self) -> NDArray[np.uint8]: ...

def open_plain_rows(y_true: Any, y_proba: Any, pos_label: Any) -> BinRows | None: ...
def open_rows(
    labels: NDArray[Any],
    proba: NDArray[Any],
    positive: bytes | None,
    negative: bytes | None,
) -> BinRows: ...
def count_cells(
    proba: NDArray[Any], begin: int, end: int, counts: NDArray[np.int64]
) -> bool: ...
def pick_cells(
    proba: NDArray[Any],
    begin: int,
    end: int,
    wanted: NDArray[np.uint8],
    out: NDArray[np.uint64],
) -> int: ...
