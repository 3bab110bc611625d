from typing import Any

import numpy as np
from numpy.typing import NDArray

def rows_by_class(
    codes: NDArray[Any], starts: NDArray[np.int64], out: NDArray[Any]
) -> None: ...
