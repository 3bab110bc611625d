from typing import Any, final

import numpy as np
from numpy.typing import NDArray

_Counts = tuple[int, int, int, int]

@final
class LabelledScores:
    rows: NDArray[Any]
    n_low: int
    n_pos: int
    kind: Any
    def __init__(
        self, rows: NDArray[Any], n_low: int, n_pos: int, kind: Any
    ) -> None: ...
    @property
    def n_neg(self) -> int: ...

@final
class LabelledSort:
    n_rows: int
    n_pieces: int
    n_ranges: int
    kind: Any
    def __new__(cls, pair: Any, kind: Any) -> LabelledSort: ...
    def count(self, piece: int) -> None: ...
    def place(self) -> bool: ...
    def deal(self, piece: int) -> None: ...
    def finish(self, number: int) -> None: ...
    def meet(self, number: int) -> _Counts: ...
    def result(self) -> LabelledScores: ...

def sort_plain(
    y_true: Any, y_score: Any, pos_label: Any, kinds: dict[np.dtype[Any], Any]
) -> LabelledScores | LabelledSort | None: ...
def sort(
    labels: NDArray[Any],
    scores: NDArray[Any],
    positive: bytes | None,
    negative: bytes | None,
    kind: Any,
) -> LabelledScores | LabelledSort | None: ...
def count_wins(scores: LabelledScores) -> _Counts: ...
