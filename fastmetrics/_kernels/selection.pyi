from typing import Any, final

import numpy as np
from numpy.typing import NDArray

@final
class Selection:
    n_pieces: int
    finite: bool
    values: NDArray[np.float64]
    def __new__(
        cls,
        true: NDArray[Any],
        pred: NDArray[Any] | None,
        kind: int,
        weights: NDArray[np.float64] | None,
        targets: NDArray[np.float64],
    ) -> Selection: ...
    def plan(self) -> bool: ...
    def look(self, piece: int) -> None: ...
    def settle(self) -> None: ...
