from numpy import float64, int32, int64, uint8
from numpy.typing import NDArray

def count_pairs(
    order: NDArray[int64],
    tied: NDArray[uint8],
    lane: NDArray[int32],
    kind: NDArray[uint8],
    weight: NDArray[float64],
    group: NDArray[int32],
    n_groups: int,
    n_lanes: int,
) -> tuple[NDArray[float64], NDArray[float64]]: ...
def place_rows(
    order: NDArray[int64],
    tied: NDArray[uint8],
    lane: NDArray[int32],
    kind: NDArray[uint8],
    weight: NDArray[float64],
    group: NDArray[int32],
    alive: NDArray[float64],
    of_cases: bool,
    places: NDArray[float64],
) -> None: ...
def squared_errors(
    forecasts: NDArray[float64],
    of_survival: bool,
    slack: float,
    lane: NDArray[int32],
    kind: NDArray[uint8],
    weight: NDArray[float64],
    group: NDArray[int32],
    alive: NDArray[float64],
    terms: NDArray[float64] | None = None,
) -> tuple[NDArray[float64], int]: ...
def add_censoring_terms(
    values: NDArray[float64],
    order: NDArray[int64],
    after: NDArray[int64],
    hazard: NDArray[float64],
    inverse: NDArray[float64],
    lane: NDArray[int32],
    rows: NDArray[int64],
    starts: NDArray[int64],
    censored: NDArray[uint8],
    into: NDArray[float64],
) -> None: ...
def meet_in_time(
    order: NDArray[int64],
    starts: NDArray[int64],
    roles: NDArray[uint8],
    ranks: NDArray[int64],
    weights: NDArray[float64],
    n_ranks: int,
    backward: bool,
) -> NDArray[float64]: ...
def weigh_places(
    places: NDArray[float64],
    lane: NDArray[int32],
    kind: NDArray[uint8],
    weight: NDArray[float64],
    group: NDArray[int32],
    alive: NDArray[float64],
    slopes: NDArray[float64],
    of_cases: NDArray[float64],
    of_controls: NDArray[float64],
) -> None: ...
