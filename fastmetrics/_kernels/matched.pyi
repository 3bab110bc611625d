import numpy as np
from numpy.typing import NDArray

def count_right(
    true: NDArray[np.signedinteger],
    a: NDArray[np.signedinteger],
    b: NDArray[np.signedinteger],
) -> tuple[int, int, int]: ...
