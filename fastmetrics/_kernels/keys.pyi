from typing import Any, Final, final

import numpy as np
from numpy.typing import NDArray

BAD_LABEL: int
BAD_SCORE: int

class Largest: ...

LARGEST: Final[Largest]

class OneOfTwo:
    value: Any
    def __init__(self, value: Any) -> None: ...

@final
class SplitScores:
    keys: NDArray[Any]
    n_pos: int
    kind: Any
    def __init__(self, keys: NDArray[Any], n_pos: int, kind: Any) -> None: ...

@final
class KeyBuffer:
    def __new__(cls, n: int, width: int) -> KeyBuffer: ...

@final
class Pair: ...

def split_plain(
    y_true: Any, y_score: Any, pos_label: Any, kinds: dict[np.dtype[Any], Any]
) -> SplitScores | None: ...
def split(
    labels: NDArray[Any],
    scores: NDArray[Any],
    positive: bytes | None,
    negative: bytes | None,
) -> tuple[NDArray[Any], int, int]: ...
def rows(
    labels: NDArray[Any],
    scores: NDArray[Any],
    positive: bytes | None,
    negative: bytes | None,
) -> tuple[NDArray[Any], NDArray[np.uint8], int]: ...
def find_others(labels: NDArray[Any]) -> tuple[int, int]: ...
def rank_labels(
    labels: NDArray[Any], low: int, ranks: NDArray[np.int32]
) -> NDArray[np.int32] | None: ...
def are_bools(array: NDArray[Any]) -> bool: ...
def check_weights(weights: NDArray[np.float64]) -> tuple[int, int, int, float]: ...
def decode_f64(keys: NDArray[np.uint64], out: NDArray[np.float64]) -> None: ...
def decode_f32(keys: NDArray[np.uint32], out: NDArray[np.float32]) -> None: ...
def decode_i64(keys: NDArray[np.uint64], out: NDArray[np.int64]) -> None: ...
def decode_i32(keys: NDArray[np.uint32], out: NDArray[np.int32]) -> None: ...
