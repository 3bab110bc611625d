from typing import Any

import numpy as np
from numpy.typing import NDArray

_Numbers = NDArray[np.float64]
_Places = NDArray[np.int64]

def square_pairs(
    starts: _Places, codes: _Places, matrix: NDArray[Any]
) -> tuple[_Numbers, tuple[int, int] | None]: ...
def square_cross(
    starts: _Places,
    codes: _Places,
    other_starts: _Places,
    other_codes: _Places,
    matrix: NDArray[Any],
) -> _Numbers: ...
