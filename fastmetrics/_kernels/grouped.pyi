from typing import Any, final

import numpy as np
from numpy.typing import NDArray

MOST_SQUARED: int

def join_keys(
    ids: NDArray[Any], low: int, span: int, labels: NDArray[np.uint8]
) -> NDArray[Any]: ...
def rank_ids(
    ids: NDArray[Any], low: int, span: int
) -> tuple[NDArray[np.int64], NDArray[np.uint64]]: ...

@final
class GroupedRows:
    n_blocks: int
    groups: NDArray[np.uint64]
    positives: NDArray[Any]
    negatives: NDArray[Any]
    doubled: NDArray[Any]
    over_positives: NDArray[np.uint64]
    over_negatives: NDArray[np.uint64]
    @property
    def most_rows(self) -> int: ...
    def __new__(
        cls,
        keys: NDArray[Any],
        scores: NDArray[np.uint64],
        weights: NDArray[np.float64] | None = None,
    ) -> GroupedRows: ...
    def count(self, block: int) -> None: ...
    def place(self) -> None: ...
    def meet(self, block: int) -> None: ...
    def square(self, block: int) -> None: ...
