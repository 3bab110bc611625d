from typing import Any

import numpy as np
from numpy.typing import NDArray

_Numbers = NDArray[np.float64]
_Places = NDArray[np.int64]

def lengths_of(rows: NDArray[Any]) -> _Numbers: ...
def cosine_similarities(
    starts: _Places, codes: _Places, rows: NDArray[Any], lengths: _Numbers
) -> _Numbers: ...
def cosine_diversities(
    starts: _Places, codes: _Places, rows: NDArray[Any], lengths: _Numbers
) -> _Numbers: ...
def mean_distances(starts: _Places, codes: _Places, rows: NDArray[Any]) -> _Numbers: ...
def cross_cosines(
    starts: _Places,
    codes: _Places,
    other_starts: _Places,
    other_codes: _Places,
    rows: NDArray[Any],
    lengths: _Numbers,
) -> _Numbers: ...
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
