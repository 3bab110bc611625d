from typing import Any, final

import numpy as np
from numpy.typing import NDArray

@final
class Rows:
    @property
    def wrong(self) -> int: ...
    def __new__(cls, texts: Any = ...) -> Rows: ...
    @staticmethod
    def of_utf8(data: NDArray[np.uint8], offsets: NDArray[np.int64]) -> Rows: ...
    @staticmethod
    def of_ids(ids: NDArray[np.int64], offsets: NDArray[np.int64]) -> Rows: ...
    def __len__(self) -> int: ...
    @property
    def size(self) -> int: ...
    def text(self, row: int) -> str: ...

def steps(
    reference: Rows,
    hypothesis: Rows,
    unit: str,
    delimiter: str | None,
    costs: tuple[int, int, int] | None,
    start: int,
    stop: int,
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]: ...
def count_edits(
    reference: Rows,
    hypothesis: Rows,
    unit: str,
    delimiter: str | None,
    costs: tuple[int, int, int] | None,
    start: int,
    stop: int,
) -> NDArray[np.int64]: ...
def count_pair(
    reference: str,
    hypothesis: str,
    unit: str,
    delimiter: str | None,
    costs: tuple[int, int, int] | None,
) -> tuple[int, int, int, int]: ...
def measure_edits(
    reference: Rows,
    hypothesis: Rows,
    unit: str,
    delimiter: str | None,
    costs: tuple[int, int, int] | None,
    start: int,
    stop: int,
) -> NDArray[np.int64]: ...
