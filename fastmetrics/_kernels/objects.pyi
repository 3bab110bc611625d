from typing import Any

import numpy as np
from numpy.typing import NDArray

def is_null(value: Any) -> bool: ...
def scan_objects(
    array: NDArray[np.object_],
) -> tuple[NDArray[np.uint8], int, int, int, int]: ...
def match_objects(array: NDArray[np.object_], value: Any) -> NDArray[np.uint8]: ...
