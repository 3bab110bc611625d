from collections.abc import Sequence
from typing import Any, Literal, final

from numpy import float64, int64, uint8, uint32, uint64
from numpy.typing import NDArray

from fastmetrics._kernels.labelled import LabelledScores

_Keys = NDArray[uint32] | NDArray[uint64]
_Steps = tuple[_Keys, NDArray[float64], NDArray[float64]]
_Values = tuple[NDArray[float64], NDArray[int64]]
_Drop = Literal["roc", "pr"] | None

def labelled_steps(scores: LabelledScores, drop: _Drop = None) -> _Steps: ...
def sign_weights(
    weights: NDArray[float64], labels: NDArray[uint8]
) -> NDArray[float64]: ...
def weighted_steps(
    keys_sorted: _Keys, signed_weights: NDArray[float64], drop: _Drop = None
) -> _Steps: ...
def labelled_flags(scores: LabelledScores) -> NDArray[uint8]: ...
def flag_rows(keys_sorted: _Keys, labels_sorted: NDArray[uint8]) -> NDArray[uint8]: ...

@final
class SweepReducers:
    tp: float
    fp: float
    def __new__(
        cls,
        reducers: Sequence[tuple[Any, ...]],
        n_positive: float,
        n_negative: float,
        shares: int = 0,
    ) -> SweepReducers: ...
    def add_labelled(self, scores: LabelledScores) -> None: ...
    def add_rows(
        self, keys_sorted: _Keys, signed_weights: NDArray[float64]
    ) -> None: ...
    def add_steps(
        self,
        keys: NDArray[uint64],
        positives: NDArray[float64],
        negatives: NDArray[float64],
    ) -> None: ...
    def finish(self) -> tuple[NDArray[float64], NDArray[int64], NDArray[uint64]]: ...
    def counted_cells(
        self,
    ) -> tuple[NDArray[uint64], NDArray[float64], NDArray[float64]]: ...

def reduce_steps(
    tps: NDArray[float64], fps: NDArray[float64], reducers: Sequence[tuple[Any, ...]]
) -> _Values: ...
def reduce_labelled(
    scores: LabelledScores, reducers: Sequence[tuple[Any, ...]]
) -> _Values: ...
def reduce_rows(
    keys_sorted: _Keys,
    signed_weights: NDArray[float64],
    reducers: Sequence[tuple[Any, ...]],
) -> tuple[NDArray[float64], tuple[float, float]]: ...
def roc_hull(
    tps: NDArray[float64], fps: NDArray[float64]
) -> tuple[NDArray[float64], NDArray[float64]]: ...
