from typing import Any, final

import numpy as np
from numpy.typing import NDArray

def count_classes(
    groups: NDArray[Any], classes: NDArray[Any], n_groups: int, n_classes: int
) -> NDArray[np.int64]: ...
def spread_counts(counts: NDArray[np.int64]) -> NDArray[np.float64]: ...
def deal_groups(
    counts: NDArray[np.int64], order: NDArray[np.int64], n_folds: int
) -> NDArray[np.uint32]: ...

@final
class Balance:
    def __new__(
        cls,
        counts: NDArray[np.int64],
        weights: NDArray[np.uint64],
        n_parts: int,
        pulls: NDArray[np.uint64] | None = None,
    ) -> Balance: ...
    def place(self, order: NDArray[np.int64]) -> NDArray[np.uint32]: ...
    def improve(
        self, part_of: NDArray[np.uint32], n_needed: int, most_tried: int
    ) -> NDArray[np.uint32]: ...
    def cost(self, part_of: NDArray[np.uint32]) -> int: ...

def deal_labels(
    indptr: NDArray[np.int64],
    indices: NDArray[np.int64],
    n_labels: int,
    shares: NDArray[np.int64],
    order: NDArray[np.int64] | None = None,
    exact: bool = False,
) -> NDArray[np.uint32]: ...
