import numpy as np
from numpy.typing import NDArray

def order_keys(numbers: NDArray[np.generic]) -> NDArray[np.uint64] | None: ...
def rank(
    keys: NDArray[np.uint64],
) -> tuple[NDArray[np.uint64], tuple[int, int, int]]: ...
def count_ties(
    keys: NDArray[np.uint64], more: NDArray[np.uint64] | None = None
) -> tuple[int, int, int]: ...
def centred_ranks(
    keys: NDArray[np.uint64],
) -> tuple[NDArray[np.uint64], tuple[int, int, int]]: ...
def meet_centred_ranks(
    keys: NDArray[np.uint64], others: NDArray[np.uint64]
) -> tuple[int, tuple[int, int, int]]: ...
def count_inversions(
    ranks: NDArray[np.uint64], flags: NDArray[np.uint8] | None = None
) -> int: ...
def put_flagged_first(
    ranks: NDArray[np.uint64], flags: NDArray[np.uint8]
) -> tuple[NDArray[np.int64], NDArray[np.uint64]]: ...
def count_known(
    ranks: NDArray[np.uint64],
    others: NDArray[np.uint64],
    flags: NDArray[np.uint8],
) -> tuple[int, int]: ...
def count_below(ranks: NDArray[np.uint64]) -> NDArray[np.uint32]: ...
def meet_rows(
    ranks: NDArray[np.uint64],
    others: NDArray[np.uint64],
    weights: NDArray[np.float64] | None = None,
    flags: NDArray[np.uint8] | None = None,
    both_ways: bool = True,
) -> NDArray[np.float64]: ...
