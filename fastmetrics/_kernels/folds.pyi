from typing import Any

import numpy as np
from numpy.typing import NDArray

def count_codes(codes: NDArray[Any], k: int) -> NDArray[np.int64]: ...
def deal(
    codes: NDArray[Any],
    starts: NDArray[np.int64],
    decks: NDArray[Any],
    out: NDArray[Any],
) -> None: ...
def look_up(table: NDArray[Any], codes: NDArray[Any], out: NDArray[Any]) -> None: ...
def fold_indices(
    ids: NDArray[Any], fold: int, n_inside: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]: ...
def block_indices(
    n: int, start: int, stop: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]: ...
def fill_lightest(sizes: NDArray[np.int64], k: int) -> NDArray[np.uint32]: ...
