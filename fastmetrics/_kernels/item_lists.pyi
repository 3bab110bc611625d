import numpy as np
from numpy.typing import NDArray

_Numbers = NDArray[np.float64]
_Places = NDArray[np.int64]

def find_repeat(
    starts: _Places, codes: _Places, n_items: int
) -> tuple[int, int] | None: ...
def tally(
    starts: _Places, codes: _Places, n_items: int
) -> tuple[_Places, _Numbers, _Numbers]: ...
def overlaps(starts: _Places, codes: _Places, roots: _Numbers) -> _Numbers: ...
def find_in(
    starts: _Places,
    codes: _Places,
    other_starts: _Places,
    other_codes: _Places,
    n_items: int,
) -> _Places: ...
def list_means(starts: _Places, values: _Numbers) -> _Numbers: ...
