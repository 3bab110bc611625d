from typing import Any

import numpy as np
from numpy.typing import NDArray

def encode_whole(
    column: NDArray[Any], low: int, span: int
) -> tuple[NDArray[Any], NDArray[np.int64], int]: ...
def encode_text(
    array: NDArray[np.str_],
) -> tuple[NDArray[Any], NDArray[np.int64]]: ...
