from collections.abc import Sequence
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

DCG: int
NDCG: int
IDEAL_DCG: int
ERR: int
RBP: int
RBP_RESIDUAL: int
TIED: int
AVERAGE_PRECISION: int
RECIPROCAL_RANK: int
INTERPOLATED: int
ELEVEN_POINTS: int
PRECISION: int
RECALL: int
F1: int
HIT: int
R_PRECISION: int
SET_PRECISION: int
SET_RECALL: int
SET_F: int
RETURNED: int
RELEVANT: int
RELEVANT_RETURNED: int
BPREF: int
INFERRED: int
JUDGED: int
NERR: int
COMPATIBILITY: int
HITS: int
NORMALIZED_GAIN: int
AVERAGED_NDCG: int
SMOOTHED: int
SET_RELATIVE: int
SET_AVERAGE: int
SET_UTILITY: int
NONRELEVANT: int
ALPHA_NDCG: int
ERR_IA: int
NRBP: int
SUBTOPIC_RECALL: int
SCORE_NOT_FINITE: int
GRADE_NOT_FINITE: int
NO_CUT: int

@final
class Measures:
    n: int
    longest: int
    def __init__(
        self,
        specs: Sequence[tuple[int, int, int, float, tuple[float, ...]]],
        longest: int,
    ) -> None: ...

@final
class QueryLists:
    n: int
    n_rows: int
    longest: int
    most_unreturned: int
    def __init__(
        self,
        grades: NDArray[Any],
        scores: NDArray[Any],
        n: int,
        offsets: NDArray[np.int64] | None = None,
        places: NDArray[np.int64] | None = None,
        unreturned: tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]]
        | None = None,
        all_judged: bool = True,
        subtopics: tuple[NDArray[np.int64], ...] | None = None,
    ) -> None: ...
    def measure(
        self,
        measures: Measures,
        start: int,
        stop: int,
        values: NDArray[np.float64],
    ) -> tuple[int, float, float]: ...
