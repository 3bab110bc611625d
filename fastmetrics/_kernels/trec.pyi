from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

_Ids: TypeAlias = tuple[NDArray[np.uint32], NDArray[np.uint8], NDArray[np.int64]]
_Rows: TypeAlias = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint32]]

NO_ID: int

class LineError(ValueError): ...

def read_lines(
    content: Any, n_fields: int, most: int | None = None
) -> tuple[
    _Ids, _Ids, _Ids | None, NDArray[np.float64] | None, NDArray[np.int64] | None, int
]: ...
def write_numbers(
    numbers: NDArray[np.uint64], is_signed: bool
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]: ...
def match_ids(
    known: NDArray[np.uint8],
    known_ends: NDArray[np.int64],
    ids: NDArray[np.uint8],
    ends: NDArray[np.int64],
) -> NDArray[np.uint32]: ...
def order_by_group(
    groups: NDArray[np.uint32], n_groups: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
def find_repeated(
    offsets: NDArray[np.int64],
    order: NDArray[np.int64],
    docs: NDArray[np.uint32],
    n_docs: int,
) -> int: ...
def join_run(
    judged: _Rows, judged_grades: NDArray[np.float64], run: _Rows, n_docs: int
) -> tuple[
    NDArray[np.float64], NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]
]: ...
def rank_as_trec(
    run: _Rows,
    scores: NDArray[np.float64],
    ids: NDArray[np.uint8],
    ends: NDArray[np.int64],
) -> NDArray[np.int64]: ...
