"""Censored times: columns of times and events, times of evaluation, and forecasts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_real
from fastmetrics._inputs.columns import (
    NamedMatrix,
    as_array,
    as_column,
    convert,
    raise_no_rows,
    raise_not_finite,
)
from fastmetrics._inputs.scores import numbers

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

# Survival may increase by this much along a row, by rounding.
ROUNDING = 1e-9
# Arguments that only metrics of censored times have.
_OF_THE_FAMILY = ("time", "event", "risk", "survival", "incidence")


class CensoredColumns(NamedTuple):
    """Times, and codes of their events: 0 for censored, 1, 2, ... for causes."""

    time: Floats
    code: NDArray[Any]


class Forecasts(NamedTuple):
    """Probabilities of survival, or of an event, by each of some times."""

    matrix: Floats
    of_survival: bool
    times: Floats
    is_one_time: bool


class Predictions(NamedTuple):
    """Predictions of a model under the name of an argument.

    ``given`` is a column, a matrix with a column per time, or a list of functions of
    time, one per row. ``times`` are the times of the columns, if they are known.
    """

    name: str
    given: Any
    times: Floats | None

    @property
    def is_one(self) -> bool:
        """Whether there is one prediction for all times."""
        return not isinstance(self.given, list) and self.given.ndim == 1

    @property
    def lacks_times(self) -> bool:
        """Whether there are several columns whose times are not known."""
        is_matrix = not isinstance(self.given, list) and self.given.ndim == 2
        return is_matrix and self.times is None

    def at(self, wanted: Any) -> tuple[Any, Any]:
        """Return the predictions for one or several times, and the times.

        ``wanted`` None: all times that are known.
        """
        wanted = self.times if wanted is None else wanted
        if isinstance(self.given, list):
            times = read_times(required_times(wanted, self.name), np.inf)
            values = _evaluated(self.given, times, self.name, len(self.given))
            return (values[:, 0] if is_real(wanted) else values), wanted
        if self.times is None:
            if self.lacks_times:
                required_times(wanted, self.name)
            return self.given, wanted
        place = {time: at for at, time in enumerate(self.times.tolist())}
        each = [wanted] if is_real(wanted) else np.asarray(wanted).tolist()
        for time in each:
            if time not in place:
                raise ValueError(
                    f"{self.name} has no column for time {time:g}: its times are "
                    f"{shown(self.times.tolist())}."
                )
        columns = self.given[:, [place[time] for time in each]]
        return (columns[:, 0] if is_real(wanted) else columns), wanted


def _floats(array: NDArray[Any], name: str) -> Floats:
    """Return an array of numbers as float64."""
    with np.errstate(over="ignore"):  # of long doubles, to infinity, which is refused
        return numbers(array, name).astype(np.float64, copy=False)


def finite_column(column: ArrayLike, name: str) -> Floats:
    """Return a column of finite numbers as float64."""
    values = _floats(as_column(column, name), name)
    raise_not_finite(values, name)
    return values


def read_censored(time: Any, event: Any) -> CensoredColumns:
    """Read times and events; both are in ``time`` if that is a structured array."""
    if is_structured(time):
        if event is not None:
            raise ValueError(
                "time is a structured array, which contains the events: event must "
                f"be None, got {shown(event)}."
            )
        time, event = _fields(time)
    if event is None:
        raise ValueError(
            "event is missing: give it, or a structured array of both as time."
        )
    times = finite_column(time, "time")
    if len(times) == 0:
        raise_no_rows("time")
    codes = as_column(event, "event")
    check_length("event", len(codes), len(times))
    wrong = np.flatnonzero(times < 0)
    if len(wrong):
        raise ValueError(
            f"time must not be negative, got {times[wrong[0]]:g} in row {wrong[0]}."
        )
    return CensoredColumns(times, _codes(codes))


def is_structured(array: Any) -> bool:
    """Whether this is a structured array."""
    return getattr(getattr(array, "dtype", None), "names", None) is not None


def time_and_event(truth: Any) -> tuple[Any, Any]:
    """Return the two columns of a truth: of a pair, or of a structured array."""
    if is_structured(truth):
        return _fields(truth)
    if isinstance(truth, list | tuple) and len(truth) == 2:
        return truth[0], truth[1]
    raise ValueError(
        "y_true must be (time, event), or a structured array of both, got "
        f"{shown(truth)}."
    )


def censored_columns(
    data: Mapping[str, Any], options: Mapping[str, Any], is_named: bool
) -> dict[str, Any] | None:
    """Return the arguments of metrics of censored times; None for other data.

    ``y_true`` is (time, event), or a structured array of both, and ``y_pred`` is what
    the option "y_pred" says, or risk. See `Family.other_forms`.
    """
    given = {**data}
    truth = given.pop("y_true", None)
    is_asked = is_named or "y_pred" in options  # the family, or one of its metrics
    if not (is_asked or {*_OF_THE_FAMILY} & {*given} or is_structured(truth)):
        return None
    if truth is not None:
        twice = [name for name in ("time", "event") if name in given]
        if twice:
            raise TypeError(f"y_true contains time and event, got {twice[0]} as well")
        given["time"], given["event"] = time_and_event(truth)
    elif is_structured(given.get("time")) and given.get("event") is None:
        given["time"], given["event"] = _fields(given["time"])
    name = options.get("y_pred", "risk")
    if given.get(name) is None and given.get("y_pred") is not None:
        given[name] = given.pop("y_pred")
    return given


def _codes(column: NDArray[Any]) -> NDArray[Any]:
    """Return codes of events as int64, or as they are if they are bool."""
    if column.dtype.kind == "b":
        return column
    codes = finite_column(column, "event")
    wrong = np.flatnonzero((codes < 0) | (codes != np.floor(codes)) | (codes > 2**31))
    if len(wrong):
        raise ValueError(
            "event must be 0 (censored), 1, 2, ... (causes), or bool, got "
            f"{codes[wrong[0]]:g} in row {wrong[0]}."
        )
    return codes.astype(np.int64)


def _fields(array: Any) -> tuple[Any, Any]:
    """Return the field of numbers and the field of bool of a structured array."""
    kinds = {name: array.dtype[name].kind for name in array.dtype.names}
    events = [name for name, kind in kinds.items() if kind == "b"]
    times = [name for name, kind in kinds.items() if kind in "iuf"]
    if len(events) != 1 or len(times) != 1:
        raise ValueError(
            "a structured array must have one field of bool, the events, and one of "
            f"numbers, the times, got the fields {', '.join(kinds)}."
        )
    return array[times[0]], array[events[0]]


def check_length(name: str, n: int, n_rows: int, other: str = "time") -> None:
    """Raise ValueError if a column has not as many rows as the times."""
    if n != n_rows:
        raise ValueError(
            "Found input variables with inconsistent numbers of samples: "
            f"{other} has {n_rows}, {name} has {n}."
        )


def read_times(times: Any, largest: float, argument: str = "times") -> Floats:
    """Return times of evaluation, which increase and are below the largest time.

    ``largest`` is the largest time observed; infinity for no limit.
    """
    given = [times] if is_real(times) else times
    values = finite_column(given, argument)
    if len(values) == 0:
        raise ValueError(f"{argument} must contain a time, got none.")
    if values[0] < 0:
        raise ValueError(f"{argument} must not be negative, got {values[0]:g}.")
    steps = np.flatnonzero(np.diff(values) <= 0)
    if len(steps):
        before, after = values[steps[0]], values[steps[0] + 1]
        raise ValueError(f"{argument} must increase, got {after:g} after {before:g}.")
    if values[-1] >= largest:
        raise ValueError(
            f"{argument} must be below {largest:g}, the largest time that is known "
            f"here, got {values[-1]:g}."
        )
    return values


def read_risk(risk: Any, n_rows: int, n_times: int) -> Floats:
    """Return scores as a column, or as a matrix with a column per time."""
    array = as_array(risk, "risk")
    if array.ndim > 2:
        raise ValueError(
            "risk must have one column, or one per time, got an array of shape "
            f"{array.shape}."
        )
    values = _floats(array, "risk")
    raise_not_finite(values, "risk")
    check_length("risk", len(values), n_rows)
    if values.ndim == 1:
        return values
    if values.shape[1] == 1:
        return values[:, 0]
    if values.shape[1] != n_times:
        raise ValueError(
            f"risk has {values.shape[1]} columns, and there are {n_times} times."
        )
    return np.ascontiguousarray(values)


def read_forecasts(
    survival: Any, incidence: Any, times: Any, n_rows: int, largest: float
) -> Forecasts:
    """Read probabilities of survival or of an event, and their times.

    Forecasts are a matrix with a column per time, a data frame whose columns are named
    by times, or a list of functions of time. Their values are checked where they are
    used.
    """
    if (survival is None) == (incidence is None):
        what = "none" if survival is None else "both"
        raise ValueError(f"give one of survival and incidence, got {what}.")
    name = "survival" if incidence is None else "incidence"
    given = survival if incidence is None else incidence
    if _are_functions(given):
        wanted = read_times(required_times(times, name), largest)
        return Forecasts(
            _evaluated(given, wanted, name, n_rows), incidence is None, wanted,
            is_real(times),
        )  # fmt: skip
    columns = _names_of(given)
    array = convert(given, name)
    matrix = np.asarray(as_array(array, name))
    is_one = is_real(times)
    if times is None:
        if columns is None:
            required_times(times, name)
        times = columns
    values = read_times(times, largest)
    matrix = _floats(matrix, name)
    if matrix.ndim == 1 and len(values) == 1:
        matrix = matrix[:, None]
    if matrix.ndim != 2 or matrix.shape[1] != len(values):
        raise ValueError(
            f"{name} must have a row per time of observation and a column for each of "
            f"the {len(values)} times, got an array of shape {matrix.shape}."
        )
    check_length(name, len(matrix), n_rows)
    if columns is not None and not is_one:
        _check_columns(columns, values, name)
    return Forecasts(np.ascontiguousarray(matrix), incidence is None, values, is_one)


def read_predictions(given: Any, name: str, times: Any, n_rows: int) -> Predictions:
    """Read the predictions of a model, whose times may be asked for later.

    ``times``: of the columns of a matrix; a data frame may have them as names. A single
    column has no time of its own.
    """
    known = None if times is None else read_times(times, np.inf)
    if _are_functions(given):
        check_length(name, len(given), n_rows)
        return Predictions(name, list(given), known)
    names = _names_of(given)
    matrix = numbers(as_array(convert(given, name), name), name)
    check_length(name, len(matrix), n_rows)
    if matrix.ndim == 2 and matrix.shape[1] == 1:
        matrix = matrix[:, 0]
    if matrix.ndim > 2:
        raise ValueError(
            f"{name} must have one column, or one per time, got an array of shape "
            f"{matrix.shape}."
        )
    if matrix.ndim == 1:
        return Predictions(name, matrix, None)
    if names is not None:
        known = read_times(names, np.inf)
    elif known is not None and len(known) != matrix.shape[1]:
        raise ValueError(
            f"{name} has {matrix.shape[1]} columns, and there are {len(known)} times."
        )
    return Predictions(name, matrix, known)


def required_times(times: Any, name: str) -> Any:
    """Return times; raise ValueError if there are none."""
    if times is None:
        raise ValueError(
            f"times are missing: only a data frame of {name} with times as names of "
            "columns tells them."
        )
    return times


def _names_of(given: Any) -> list[float] | None:
    """Return the names of the columns if all are times."""
    names = getattr(given, "names", None) if isinstance(given, NamedMatrix) else None
    if names is None:
        names = getattr(given, "columns", None)
        if names is None or callable(names):
            return None
    try:
        values = [float(name) for name in names]
    except (TypeError, ValueError):
        return None
    return values if len(values) > 1 and np.isfinite(values).all() else None


def _check_columns(columns: list[float], times: Floats, name: str) -> None:
    """Raise if the columns of a frame are named by other times."""
    if list(times) != columns and columns != list(range(len(columns))):
        raise ValueError(
            f"the columns of {name} are named {shown(columns)}, but times are "
            f"{shown(times.tolist())}."
        )


def _are_functions(given: Any) -> bool:
    """Whether these are functions of time, one per row."""
    if isinstance(given, np.ndarray) and given.ndim == 0:
        return False
    is_list = isinstance(given, list | tuple | np.ndarray)
    return is_list and len(given) > 0 and callable(given[0])


def _evaluated(functions: Any, times: Floats, name: str, n_rows: int) -> Floats:
    """Return the values of functions of time, a row each."""
    check_length(name, len(functions), n_rows)
    rows = [np.asarray(function(times), dtype=np.float64) for function in functions]
    wrong = next((i for i, row in enumerate(rows) if row.shape != times.shape), None)
    if wrong is not None:
        raise ValueError(
            f"{name} of row {wrong} returned an array of shape {rows[wrong].shape} for "
            f"{len(times)} times."
        )
    return np.array(rows)


def raise_forecast(forecasts: Forecasts, row: int) -> NoReturn:
    """Raise ValueError for a row with a wrong probability, with its time."""
    name = "survival" if forecasts.of_survival else "incidence"
    values, times = forecasts.matrix[row], forecasts.times
    outside = ~((values >= 0) & (values <= 1))
    if outside.any():
        at = int(np.argmax(outside))
        raise ValueError(
            f"{name} must be in [0, 1], got {values[at]:g} in row {row} at time "
            f"{times[at]:g}."
        )
    rises = np.diff(values) if forecasts.of_survival else -np.diff(values)
    at = int(np.argmax(rises > ROUNDING))
    change = "increases" if forecasts.of_survival else "decreases"
    raise ValueError(
        f"{name} {change} in row {row}: {values[at]:g} at time {times[at]:g}, "
        f"{values[at + 1]:g} at time {times[at + 1]:g}."
    )
