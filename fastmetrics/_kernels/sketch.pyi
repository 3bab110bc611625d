from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fastmetrics._kernels.labelled import LabelledScores

_Keys: TypeAlias = NDArray[np.uint64]
_Rows: TypeAlias = NDArray[np.int64]
_Columns: TypeAlias = tuple[_Keys, _Keys, NDArray[Any], NDArray[Any], _Rows]

def fold(
    low: _Keys,
    high: _Keys,
    positives: NDArray[Any],
    negatives: NDArray[Any],
    rows: _Rows,
    most_positive: float,
    most_negative: float,
) -> _Columns: ...
def has_more_keys(scores: LabelledScores, most: int) -> bool: ...
def fold_rows(
    scores: LabelledScores, most_positive: int, most_negative: int
) -> tuple[_Keys, _Keys, _Rows, _Rows]: ...
def merge(
    low: _Keys,
    high: _Keys,
    positives: NDArray[Any],
    negatives: NDArray[Any],
    rows: _Rows,
    other_low: _Keys,
    other_high: _Keys,
    other_positives: NDArray[Any],
    other_negatives: NDArray[Any],
    other_rows: _Rows,
) -> _Columns: ...
def walk_down(low: _Keys, high: _Keys) -> tuple[NDArray[np.uint8], _Rows]: ...
