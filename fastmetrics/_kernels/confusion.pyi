from typing import Any

import numpy as np
from numpy.typing import NDArray

NOT_WHOLE: int
TOO_LARGE: int

def count_pairs(
    true: NDArray[Any], predicted: NDArray[Any], weights: Any = None
) -> tuple[int, Any]: ...
def count_plain(true: Any, predicted: Any) -> Any: ...
def count_binary_plain(
    true: Any, predicted: Any, pos_label: Any
) -> tuple[int, int, int, int] | None: ...
def count_equal_plain(true: Any, predicted: Any) -> int | None: ...
def order_cells(rows: Any, columns: Any) -> tuple[NDArray[Any], bool]: ...
def sum_margins(rows: Any, columns: Any, values: Any, k: int) -> Any: ...
def count_right(
    true: NDArray[np.signedinteger],
    a: NDArray[np.signedinteger],
    b: NDArray[np.signedinteger],
) -> tuple[int, int, int]: ...
def count_by_set(
    sets: NDArray[np.int64],
    true: NDArray[Any],
    predicted: NDArray[Any],
    of_true: NDArray[np.int64],
    of_predicted: NDArray[np.int64],
    table: NDArray[np.int64],
) -> None: ...
