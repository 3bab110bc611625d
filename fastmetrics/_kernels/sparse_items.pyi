import numpy as np
from numpy.typing import NDArray

_Numbers = NDArray[np.float64]
_Places = NDArray[np.int64]

def sparse_pairs(
    starts: _Places,
    codes: _Places,
    row_starts: _Places,
    positions: NDArray[np.int32],
    values: _Numbers,
    lengths: _Numbers,
    what: str,
) -> _Numbers: ...
def sparse_similarities(
    starts: _Places,
    codes: _Places,
    row_starts: _Places,
    positions: NDArray[np.int32],
    values: _Numbers,
    lengths: _Numbers,
    n_columns: int,
) -> _Numbers: ...
def sparse_cross_cosines(
    starts: _Places,
    codes: _Places,
    other_starts: _Places,
    other_codes: _Places,
    row_starts: _Places,
    positions: NDArray[np.int32],
    values: _Numbers,
    lengths: _Numbers,
    n_columns: int,
) -> _Numbers: ...
