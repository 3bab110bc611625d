from typing import Any

from numpy import uint8
from numpy.typing import NDArray

def merge_runs(
    first: NDArray[Any], second: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[uint8]]: ...
def add_values(
    sources: NDArray[uint8], first: NDArray[Any], second: NDArray[Any]
) -> NDArray[Any]: ...
