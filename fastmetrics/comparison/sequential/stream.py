"""Streams of rows: batches and their windows, and recorded confidence sequences."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastmetrics._common.names import shown
from fastmetrics._common.options import (
    check_flag,
    check_level,
    hold_warnings,
    is_integral,
    number,
    warn,
)
from fastmetrics._common.packing import BatchIds
from fastmetrics._common.records import data_frame, plain_all, plain_fields
from fastmetrics._inputs.columns import as_column, raise_not_finite
from fastmetrics.comparison.sequential.results import (
    FIRST_LOOK,
    SHARES,
    Bounds,
    Looks,
    critical_z,
    stream_picture,
)
from fastmetrics.comparison.sequential.rows import (
    Given,
    Judged,
    Piece,
    judged_by,
    raise_outside,
    read_values,
)
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.intervals.single import confidence_interval
from fastmetrics.metrics.summary import Summary
from fastmetrics.resampling.row_intervals import count_rows
from fastmetrics.show.numbers import numerals
from fastmetrics.show.result import Result
from fastmetrics.show.text import Document
from fastmetrics.show.words import Message, of_catalog, say

if TYPE_CHECKING:
    from fastmetrics.metrics.record import Metric
    from fastmetrics.show.pictures import Picture


# ------------------------------------------------------------------------------- stream
# Stream: the state of rows that arrive in batches, for any test.


# Beyond that many, numbers of rows that are floats are not exact.
MOST_ROWS = 2**53


class Stream(Result):
    """Base of tests and detectors: a state, and the ids of its batches.

    A class that takes part replaces its state whole, by `_fresh` and `_with`.
    """

    __slots__ = ("_asked", "_ids", "_judged", "_state")

    # The request as JSON: arguments of the class, and ``names``, where
    # somebody has said what its columns are called.
    _asked: dict[str, Any]
    _judged: Judged
    _state: Any  # has ``n`` and ``n_updates``
    _ids: BatchIds

    # --- hooks of subclasses

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
        """Forget all rows, results and ids of batches."""
        self._state, self._ids = self._fresh(), BatchIds()

    def _take(
        self,
        batch_id: int | str | None,
        other: Stream | None,
        columns: Sequence[Given],
        counts: Any,
    ) -> bool:
        """Take another test's rows as one update, for each model, and look at all.

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

    # --- state

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
        """Return the logarithm of the wealth of each bet.

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
        """Title of the result."""
        return of_catalog(self.row.title)

    def piece(self, batch: Given, counts: Any) -> Window:
        """Return the estimate of a window, and its error."""
        if counts is not None or batch.values is not None:
            raise TypeError(
                f"{self.row.name} is evaluated by windows of rows or summaries: it "
                "takes neither counts nor values."
            )
        columns: dict[str, Any] = {}
        if isinstance(batch.y_true, Summary):
            n = _rows_of(batch.y_true)
        else:
            others = [column for column in batch[1:3] if column is not None]
            if batch.y_true is None or len(others) != 1:
                raise TypeError(
                    f"{self.row.name} is evaluated from y_true and one of y_pred, "
                    "y_score and y_proba."
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


@dataclass(frozen=True, eq=False)
class ConfidenceSequence(Result):
    """A mean with its interval at several looks, which hold at all of them together.

    Attributes
    ----------
    n : ndarray of int64, shape (n_looks,)
        After how many rows each look was.
    estimate, low, high : ndarray of float64, shape (n_looks,)
        The mean of these rows, and the bounds of the truth.
    confidence_level : float
        The chance that no bound is wrong.
    method : str
        "betting" between bounds, else "asymptotic".
    """

    n: NDArray[np.int64]
    estimate: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    confidence_level: float
    method: str

    def __iter__(self) -> Iterator[NDArray[Any]]:
        """Unpack: rows, estimates, lower and upper bounds."""
        return iter((self.n, self.estimate, self.low, self.high))

    def to_dict(self) -> dict[str, Any]:
        """Return all looks, as JSON can hold them."""
        return plain_fields(self, "n estimate low high confidence_level method")

    def to_frame(self, *, backend: Literal["pandas", "polars"] = "pandas") -> Any:
        """Return a data frame with a row for each look.

        Parameters
        ----------
        backend : {"pandas", "polars"}, default="pandas"
            Whose frame it is: of pandas with the rows as index, of Polars with these
            first.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            Estimate and bounds.

        Raises
        ------
        ValueError
            If ``backend`` is unknown.
        ImportError
            If it is not installed.
        """
        names = ("n", "estimate", "low", "high")
        columns = [row.tolist() for row in self]
        rows = [
            dict(zip(names, look, strict=True)) for look in zip(*columns, strict=True)
        ]
        asked_by = "ConfidenceSequence.to_frame"
        return data_frame(rows, ["n"], backend, asked_by, names[1:])

    def _document(self, width: int | None = None, **options: Any) -> Document:
        value, *ends = numerals(
            *(float(column[-1]) for column in (self.estimate, self.low, self.high))
        )
        sentence = say(
            "After {n} rows the mean is {value} {bounds} ({level} %, at all looks "
            "together).",
            n=f"{int(self.n[-1]):,}",
            value=value,
            bounds=f"[{', '.join(ends)}]",
            level=f"{100 * self.confidence_level:g}",
        )
        sentences = [sentence]
        if self.method == "asymptotic":
            sentences.append(
                say(
                    "Asymptotic: the bounds hold if the means are nearly normal at all "
                    "looks."
                )
            )
        return Document(sentences=sentences, title=say("Confidence sequence"))

    def _pictures(self, **options: Any) -> Sequence[Picture]:
        looks = Looks(*(column.astype(np.float64) for column in self))
        level = self.confidence_level
        return [stream_picture(looks, say("mean"), level=level)]


def confidence_sequence(
    values: ArrayLike,
    *,
    bounds: tuple[float, float] | None,
    looks: int | ArrayLike = 200,
    confidence_level: float = 0.95,
    running: bool = False,
) -> ConfidenceSequence:
    r"""Intervals of a mean after more and more rows, which hold all together.

    At each look all means m are left that no bet has refuted [1]_: with
    :math:`E^{\pm}` the e-values of `SequentialTest` against a mean of m,

    .. math:: \{m : \max(E^+(m), E^-(m)) < 2 / (1 - \mathrm{level})\}

    Parameters
    ----------
    values : array_like of shape (n_samples,)
        Values to average, in the order of arrival.
    bounds : (float, float) or None
        Lowest and highest possible value. None: asymptotic intervals by the normal
        distribution, as of `sequential_z_test`, from 100 rows on.
    looks : int or array_like of int, default=200
        How many looks, at numbers of rows that grow by a factor; or these numbers,
        ascending.
    confidence_level : float, default=0.95
        Nominal coverage of all looks together, in (0, 1).
    running : bool, default=False
        Intersect each interval with those before it. It is for a mean that stays as it
        is: under drift nothing may be left, and a bound is then on the wrong side.

    Returns
    -------
    ConfidenceSequence
        It unpacks as ``n, estimate, low, high``, arrays of a number for each look, and
        has ``to_frame()`` and ``plot()``.

    Raises
    ------
    ValueError
        If there are no rows, a value is NaN or out of bounds, there are fewer than 100
        rows and no bounds, or an option is out of range.
    TypeError
        If a parameter is not a number.

    Warns
    -----
    UndefinedMetricWarning
        If there are no bounds and all values up to a look are equal: they do not say
        how much the mean varies, and the bounds at that look are NaN.

    See Also
    --------
    SequentialTest : the same while rows arrive.

    Notes
    -----
    Give the bounds if there are any. Intervals between bounds hold for any number of
    rows; asymptotic intervals hold if the means are nearly normal at all looks.

    5 ms a look at most. Intervals of rates are 1.7 to 2 times as wide as those for one
    look, from a hundred rows to a hundred millions.

    References
    ----------
    .. [1] I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables
       by betting", Journal of the Royal Statistical Society B 86(1), 2024, 1-27.

    Examples
    --------
    >>> from fastmetrics import confidence_sequence
    >>> right = [1, 1, 0, 1, 1, 1, 1, 0] * 25
    >>> n, estimate, low, high = confidence_sequence(
    ...     right, bounds=(0, 1), looks=[50, 100, 200])
    >>> low.round(3), high.round(3)
    (array([0.516, 0.582, 0.633]), array([0.92 , 0.877, 0.845]))
    """
    level = check_level(confidence_level)
    check_flag(running, "running")
    column = read_values(values, "values")
    if not len(column):
        raise ValueError("values must have at least one row, got none.")
    first = 1 if bounds is not None else FIRST_LOOK
    if len(column) < first:
        raise ValueError(
            f"values must have {first} rows or more where there are no bounds, got "
            f"{len(column)}: give bounds=(lo, hi)."
        )
    at = _looks(looks, first, len(column))
    if bounds is None:
        method, columns = "asymptotic", _by_normal(column, at, level)
    else:
        method, columns = "betting", _by_bets(column, at, level, bounds)
    estimate, low, high = columns
    if running:  # bounds that are NaN say nothing
        low, high = np.fmax.accumulate(low), np.fmin.accumulate(high)
    return ConfidenceSequence(at, estimate, low, high, level, method)


def _by_bets(
    values: NDArray[np.float64], at: NDArray[np.int64], level: float, bounds: Any
) -> NDArray[np.float64]:
    metric = judged_by(None, None, bounds, None)
    cells, rows = metric.empty(), []
    for start, end in zip([0, *at.tolist()], at.tolist(), strict=False):
        piece, bad = cells.filled(values[start:end], None)
        if bad >= 0:
            raise_outside(values, start + bad, metric.bounds, "values")
        cells = cells + piece
        rows.append((cells.mean, *cells.interval(level)))
    return np.array(rows).T


def _by_normal(
    values: NDArray[np.float64], at: NDArray[np.int64], level: float
) -> NDArray[np.float64]:
    raise_not_finite(values, "values")
    centre = float(values.mean())
    apart = values - centre  # squares do not cancel then
    sums, squares = np.cumsum(apart)[at - 1], np.cumsum(apart * apart)[at - 1]
    means = sums / at
    variances = np.maximum(squares - sums * means, 0.0) / (at - 1)
    most = math.log(2 / (1 - level))
    half = np.array([critical_z(most, n) for n in at.tolist()])
    half *= np.sqrt(variances / at)
    differ = values != values[0]
    n_equal = int(differ.argmax()) if differ.any() else len(values)
    if at[0] <= n_equal:
        half[at <= n_equal] = math.nan
        warn(
            f"the first {n_equal:,} values are all equal and do not say how much the "
            "mean varies, so its bounds are undefined and NaN at looks at these; give "
            "bounds=(lo, hi).",
            UndefinedMetricWarning,
        )
    estimates = centre + means
    return np.array([estimates, estimates - half, estimates + half])


def _looks(looks: Any, first: int, n: int) -> NDArray[np.int64]:
    """Return after how many rows to look."""
    if is_integral(looks):
        if not 1 <= looks <= 2**20:
            raise ValueError(f"looks must be from 1 to 2**20, got {shown(looks)}.")
        grown = np.geomspace(first, n, int(looks)) if looks > 1 else np.array([n])
        return np.unique(np.rint(grown).astype(np.int64))
    column = as_column(looks, "looks")
    if column.dtype.kind not in "iu" or not len(column):
        raise ValueError(
            f"looks must be a whole number, or numbers of rows, got {shown(looks)}."
        )
    places = column.astype(np.int64)
    if places[0] < first or places[-1] > n or (np.diff(places) <= 0).any():
        raise ValueError(
            f"looks must be ascending numbers of rows from {first} to {n:,}, got "
            f"{shown(looks)}."
        )
    return places
