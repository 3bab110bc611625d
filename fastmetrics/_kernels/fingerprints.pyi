import numpy as np
from numpy.typing import NDArray

def fingerprint_rows(
    columns: list[
        tuple[
            NDArray[np.uint64], bool, NDArray[np.uint8] | None, NDArray[np.int64] | None
        ]
    ],
    salt: NDArray[np.uint8],
) -> NDArray[np.uint64]: ...
