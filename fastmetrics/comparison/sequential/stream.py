"""Tests of rows that arrive in batches, and the windows that they keep."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import hold_warnings, number
from fastmetrics._common.packing import BatchIds
from fastmetrics._common.records import plain_all
from fastmetrics.comparison.sequential.results import SHARES
from fastmetrics.intervals.single import confidence_interval
from fastmetrics.metrics.summary import Summary
from fastmetrics.resampling.row_intervals import count_rows
from fastmetrics.show.result import Result
from fastmetrics.show.words import Message, of_catalog

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fastmetrics.comparison.sequential.results import Bounds
    from fastmetrics.comparison.sequential.rows import Given, Judged, Piece
    from fastmetrics.metrics.record import Metric


# ------------------------------------------------------------------------------- stream
# Stream: what is kept of rows that arrive in batches, whatever looks at them.


# Beyond that many, numbers of rows that are floats are not exact.
MOST_ROWS = 2**53


class Stream(Result):
    """Base of tests and detectors: a state, and the ids of its batches.

    A class that takes part replaces its state whole, by `_fresh` and `_with`.
    """

    __slots__ = ("_asked", "_ids", "_judged", "_state")

    # What was asked for, as JSON has it: arguments of the class, and ``names``, where
    # somebody has said what its columns are called.
    _asked: dict[str, Any]
    _judged: Judged
    _state: Any  # has ``n`` and ``n_updates``
    _ids: BatchIds

    # --- what a class that takes part says

    def _fresh(self) -> Any:
        """Return the state of no rows."""
        raise NotImplementedError

    def _with(self, piece: Piece) -> Any:
        """Return the state after so many rows more, of which there are some."""
        raise NotImplementedError

    def _rows_of(self, other: Any) -> Piece:
        """Return the rows of another that is alike; raise ValueError if it is not."""
        raise NotImplementedError

    def _so_far(self) -> dict[str, Any]:
        """Return the results so far."""
        raise NotImplementedError

    def to_bytes(self) -> bytes:
        """Return all of it as bytes."""
        raise NotImplementedError

    @classmethod
    def from_bytes(cls, data: Any) -> Self:
        """Read what `to_bytes` has written."""
        raise NotImplementedError

    # --- updates

    def reset(self) -> None:
        """Forget all rows, what was found of them, and the ids of batches."""
        self._state, self._ids = self._fresh(), BatchIds()

    def _take(
        self,
        batch_id: int | str | None,
        other: Stream | None,
        columns: Sequence[Given],
        counts: Any,
    ) -> bool:
        """Take another's rows as one update, or those of each model, and look at all.

        False: a batch of this id was seen before. What raises changes nothing.
        """
        hashed = BatchIds.hash_of(batch_id)
        if hashed in self._ids:
            return False
        ids = self._ids
        if other is not None:
            piece, ids = self._rows_of(other), ids | other._ids
        elif all(map(_is_empty, columns)):
            return True
        else:
            piece = self._piece(columns, counts)
        if piece.n:
            check_rows(self._state.n + piece.n)
            self._state = self._with(piece)
        self._ids = ids
        self._ids.add(hashed)
        return True

    def _piece(self, models: Sequence[Given], counts: Any) -> Piece:
        """Return the rows of a batch, as bets take them."""
        [columns] = models
        return self._judged.piece(columns, counts)

    # --- what is known

    @property
    def metric(self) -> str | None:
        """The name of the metric in the catalog, None of given values."""
        return None if self._judged.row is None else self._judged.row.name

    @property
    def n_samples(self) -> int:
        """Rows that count."""
        return int(self._state.n)

    @property
    def n_updates(self) -> int:
        """Updates that had such rows."""
        return int(self._state.n_updates)

    def to_dict(self) -> dict[str, Any]:
        """Return all that was found so far, as JSON can hold it."""
        known = {"n_samples": self.n_samples, "n_updates": self.n_updates}
        content = {**self.told(), **known, **self._so_far()}
        return {name: plain_all(value) for name, value in content.items()}

    # --- keeping, comparing

    def told(self) -> dict[str, Any]:
        """Return the parameters, which must be equal when two are combined."""
        return {**self._judged.told(), **self._asked}

    @classmethod
    def of_told(cls, parameters: Mapping[str, Any]) -> Self:
        """Return one that has seen nothing, of which `told` has said this."""
        fresh = cls(
            **{name: value for name, value in parameters.items() if name != "names"}
        )
        return fresh.with_names(parameters["names"]) if "names" in parameters else fresh

    def with_names(self, names: Mapping[str, str]) -> Self:
        """Return the same with names of its columns, which are kept in the bytes."""
        renamed = self.copy()
        called = {str(role): str(name) for role, name in names.items()}
        renamed._asked = {**self._asked, "names": called}
        return renamed

    def copy(self) -> Self:
        """Return one that goes on by itself."""
        clone = object.__new__(type(self))
        clone._asked, clone._judged, clone._state = (
            self._asked,
            self._judged,
            self._state,
        )
        clone._ids = self._ids.copy()
        return clone

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.to_bytes() == other.to_bytes()

    __hash__ = None  # type: ignore[assignment]


def _is_empty(columns: Given) -> bool:
    """Whether a batch has columns, and these have no rows."""
    first = columns.first
    return first is not None and count_rows(first) == 0


def check_rows(n: int) -> None:
    """Raise ValueError if these are more rows than a state can count."""
    if n > MOST_ROWS:
        raise ValueError(f"there can be at most 2**53 rows, these would be {n:,}.")


def check_alike(what: str, ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> None:
    """Raise ValueError where two have not the same parameters.

    Names of columns must be the same if both have some.
    """
    for name in {**ours, **theirs}:
        own = ours.get(name)
        if name == "names" and None in (own, theirs.get(name)):
            continue
        if own != theirs.get(name):
            raise ValueError(
                f"{what} of different {name} do not go together: {shown(own)} and "
                f"{shown(theirs.get(name))}."
            )


def check_null(null: float | None, bounds: Bounds) -> float | None:
    """Return the null; raise ValueError unless it lies inside of the bounds."""
    if null is None:
        return None
    checked = number(null, "null")
    if not bounds.low < checked < bounds.high:
        raise ValueError(
            f"null must lie inside ({bounds.low:g}, {bounds.high:g}), the range of "
            f"the estimate, got {shown(null)}."
        )
    return checked


# ------------------------------------------------------------------------------ windows
# Windows of rows for metrics that are not means: estimate and standard error.


class Window(NamedTuple):
    """The metric of a window of n rows, and its standard error."""

    estimate: float
    standard_error: float
    n: int

    def log_wealth(self, null: float, *, mirrored: bool) -> NDArray[np.float64]:
        """Return by bet the logarithm of what a capital of 1 has become.

        With z the distance from the null in standard errors it is θ z - θ²/2, whose
        exponential has mean 1 where z is standard normal.
        """
        z = (self.estimate - null) / self.standard_error
        logs: NDArray[np.float64] = SHARES * (-z if mirrored else z) - SHARES**2 / 2
        return logs


class JudgedWindows(NamedTuple):
    """The metric of windows: one of the catalog with an interval."""

    row: Metric
    parameters: Mapping[str, Any]  # those that are not the record's own

    def told(self) -> dict[str, Any]:
        """Return the parameters for JSON, which must be equal when two are combined."""
        parameters = dict(self.parameters)
        return {"metric": self.row.name, "metric_params": parameters, "bounds": None}

    @property
    def title(self) -> Message:
        """What it is called."""
        return of_catalog(self.row.title)

    def piece(self, batch: Given, counts: Any) -> Window:
        """Return the estimate of a window, and its error."""
        if counts is not None or batch.values is not None:
            raise TypeError(
                f"{self.row.name} is judged by windows of rows or summaries: it takes "
                "neither counts nor values."
            )
        columns: dict[str, Any] = {}
        if isinstance(batch.y_true, Summary):
            n = _rows_of(batch.y_true)
        else:
            others = [column for column in batch[1:3] if column is not None]
            if batch.y_true is None or len(others) != 1:
                raise TypeError(
                    f"{self.row.name} is judged by y_true and one of y_pred, y_score "
                    "and y_proba."
                )
            columns, n = {"y_pred": others[0]}, count_rows(batch.y_true)
        parameters = dict(self.parameters)
        positive = parameters.pop("pos_label", None)
        with hold_warnings():
            interval = confidence_interval(
                self.row.name,
                batch.y_true,
                metric_params=parameters or None,
                pos_label=positive,
                random_state=0,
                **columns,
            )
        if not 0 < interval.standard_error < math.inf:
            why = f": {interval.reason}" if interval.reason else ""
            raise ValueError(
                f"{self.row.name} of this window has no standard error{why}. Give "
                "windows of more rows."
            )
        return Window(interval.estimate, interval.standard_error, n)


def _rows_of(summary: Any) -> int:
    """Return how many rows a summary is of; of a sweep what its classes weigh."""
    n = getattr(summary, "n_samples", None)
    if n is None:
        n = np.sum(summary.positives) + np.sum(summary.negatives)
    return max(1, round(float(n)))
