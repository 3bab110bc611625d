"""Values of the rows of a batch by a metric, counted into the cells of bets.

A metric can be bet on if it is the mean of values of rows that lie between two known
bounds. Rates are means over their own rows, of zeros and ones.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastmetrics._common.names import shown
from fastmetrics._common.options import LARGEST_COUNT, hold_warnings, is_real
from fastmetrics._inputs.columns import as_column, convert
from fastmetrics._inputs.scores import numbers
from fastmetrics.catalog import FAMILIES
from fastmetrics.comparison.paired_rows import count_answers, read_pair, right_rows
from fastmetrics.comparison.sequential.results import (
    DIFFERENCE_STEPS,
    STEPS,
    Bounds,
    Cells,
)
from fastmetrics.intervals.bind import is_of_numbers, of_event
from fastmetrics.intervals.resolve import resolve
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.how import Formula, RowMean
from fastmetrics.metrics.labels.counting.confusion_counts import ConfusionCounts
from fastmetrics.metrics.labels.counting.count_formulas import count_formula, counts_of
from fastmetrics.metrics.record import PROPORTION, Metric
from fastmetrics.resampling.row_intervals import count_rows, row_values_of, taken_by
from fastmetrics.show.words import Message, of_catalog, say

# Means over rows differ if their relative difference is larger.
_OTHERWISE = (
    "sequential_z_test(estimate, standard_error, n_samples) takes the estimate with "
    "its standard error"
)
# Rounding of the metrics' own values, as a proportion of the range.
_ROUNDING = 1e-12
_SHARE = Bounds(0.0, 1.0)


class Piece(NamedTuple):
    """The cells of a batch, and how many rows it has that count."""

    cells: Cells
    n: int


class Given(NamedTuple):
    """The columns of one model: the parameters of its rows."""

    y_true: Any
    y_pred: Any
    y_proba: Any
    values: Any
    suffix: str = ""  # of their names: "_a"

    @property
    def first(self) -> Any:
        """The first that there is, None where there is none."""
        for one in (self.values, self.y_true):
            if one is not None:
                return one
        return None


class Judged(NamedTuple):
    """The metric of rows: one of the catalog, or given values.

    ``shares`` are of a rate: of rows of the cells tn, fp, fn, tp whether they count
    (the second) and whether they are a success (the first).
    """

    row: Metric | None
    parameters: Mapping[str, Any]  # those that are not the record's own
    bounds: Bounds
    shares: tuple[tuple[int, int], ...] | None = None

    def told(self) -> dict[str, Any]:
        """Return the parameters for JSON, which must be equal when two are combined."""
        return {
            "metric": None if self.row is None else self.row.name,
            "metric_params": dict(self.parameters),
            "bounds": [*self.bounds],
        }

    @property
    def title(self) -> Message:
        """Name of the mean."""
        return say("mean") if self.row is None else of_catalog(self.row.title)

    # --- one model

    def empty(self, *, paired: bool = False) -> Cells:
        """Return the cells of no rows."""
        if paired:
            return Cells.empty(self.bounds.apart, DIFFERENCE_STEPS)
        return Cells.empty(self.bounds, STEPS)

    def piece(self, given: Given, counts: Any) -> Piece:
        """Return the cells of a batch of one model."""
        if self.shares is not None:
            return self._rate(given, counts)
        values = self._values(given)
        times = _read_counts(counts, len(values))
        return self._put(self.empty(), values, times, f"values{given.suffix}")

    def _put(
        self,
        into: Cells,
        values: NDArray[np.float64],
        times: NDArray[np.int64] | None,
        name: str,
    ) -> Piece:
        cells, bad = into.filled(values, times)
        if bad >= 0 and self.row is not None:  # an end may be missed by rounding
            low, high = into.bounds
            ends = np.clip(values, low, high)
            if bool((np.abs(ends - values) <= _ROUNDING * (high - low)).all()):
                cells, bad = into.filled(ends, times)
        if bad >= 0:
            raise_outside(values, bad, into.bounds, name)
        return Piece(cells, len(values) if times is None else int(times.sum()))

    def _rate(self, given: Given, counts: Any) -> Piece:
        cells = self.empty()
        hits, trials = self._shares_of(given, counts)
        cells.rows[[0, -1]] = trials - hits, hits
        return Piece(cells, trials)

    def _shares_of(self, given: Given, counts: Any) -> tuple[int, int]:
        """Return how many rows are a success, and how many count."""
        row = self.row
        assert row is not None
        own = row.with_parameters(self.parameters)
        _check_columns(given, ("y_true", "y_pred"), row.name)
        table = given.y_true
        if not isinstance(table, ConfusionCounts):
            if counts is None and "normalize" in row.options:
                free = {k: v for k, v in own.items() if k != "normalize"}
                hits = row.public(table, given.y_pred, **free, normalize=False)
                return int(hits), count_rows(table)
            if counts is None:
                table = ConfusionCounts.from_labels(table, given.y_pred)
            else:
                times: Any = _read_counts(counts, count_rows(table))
                table = ConfusionCounts.from_counts(table, given.y_pred, times)
        if table.weighted:
            raise ValueError(
                "y_true is a ConfusionCounts of rows with weights, which no bet is "
                "for: counts= says how often each row occurs."
            )
        with hold_warnings():
            row.public(table, None, **own)  # it checks the labels
        formula = count_formula(row, table.kind, own)
        found = formula.proportion(counts_of(table, formula.view))
        assert found is not None
        return int(found[0]), int(found[1])

    def _values(self, given: Given) -> NDArray[np.float64]:
        """Return the contribution of each row of a model."""
        if self.row is None:
            _check_columns(given, ("values",), "metric=None")
            return read_values(given.values, f"values{given.suffix}")
        names = FAMILIES[self.row.task].leading(self.row)
        _check_columns(given, names, self.row.name)
        columns = [getattr(given, name) for name in names]
        own = dict(self.parameters)
        positive = own.pop("pos_label", None)
        wanted = BoundMetric(self.row, self.row.with_parameters(own))
        wanted, columns[0] = of_event(
            wanted, columns[0], columns[1:], positive, in_parts=True
        )
        own = dict(wanted.parameters)
        with hold_warnings():
            function = row_values_of(self.row)  # it checks the data as the metric does
            values = np.asarray(function(*columns, **taken_by(function, own)))
        if values.ndim != 1:
            raise ValueError(
                f"{self.row.name} of several columns has several values a row: take "
                "the mean of each row, and give these as values."
            )
        return np.ascontiguousarray(values, np.float64)

    # --- two models on the same rows

    def pairs(self, a: Given, b: Given, counts: Any) -> Piece:
        """Return the cells of what two models differ by on the same rows."""
        if self.shares is not None:
            return self._answers(a, b, counts)
        first, second = self._values(a), self._values(b)
        if len(first) != len(second):
            raise ValueError(
                "both models must have the same rows, got "
                f"{len(first):,} and {len(second):,}."
            )
        for values, given in ((first, a), (second, b)):
            self._put(self.empty(), values, None, f"values{given.suffix}")
        times = _read_counts(counts, len(first))
        return self._put(self.empty(paired=True), first - second, times, "values")

    def _answers(self, a: Given, b: Given, counts: Any) -> Piece:
        """Return the answers of a rate: of rows that one of both alone has right."""
        row, shares = self.row, self.shares
        assert row is not None
        assert shares is not None
        for given in (a, b):
            _check_columns(given, ("y_true", "y_pred"), row.name)
        cells = self.empty(paired=True)
        (tn, _), (fp, _), (fn, _), (tp, _) = shares
        places = [0, DIFFERENCE_STEPS // 2, -1]
        if counts is None and (tn, fp) == (tp, fn) and shares[0][1]:
            both, first, second, neither = count_answers(a.y_true, a.y_pred, b.y_pred)
            if tn < fp:
                first, second = second, first
            cells.rows[places] = second, both + neither, first
            return Piece(cells, both + neither + first + second)
        true = convert(a.y_true, "y_true")
        right = [
            right_rows(read_pair(true, one.y_pred, f"y_pred{one.suffix}"))
            for one in (a, b)
        ]
        gains = np.zeros(len(right[0]), np.int64) + (tn - fp)
        kept = np.zeros(len(right[0]), np.bool_) | bool(shares[0][1])
        if (tn, fp, shares[0][1]) != (tp, fn, shares[3][1]):
            own = row.with_parameters(self.parameters)
            with hold_warnings():
                for one in (a, b):  # it checks the labels
                    row.public(one.y_true, one.y_pred, **own)
            positive = as_column(a.y_true, "y_true") == own.get("pos_label", 1)
            gains[positive], kept[positive] = tp - fn, bool(shares[3][1])
        times = _read_counts(counts, len(kept))
        gains *= right[0].astype(np.int64) - right[1]
        weights = None if times is None else times[kept].astype(np.float64)
        found = np.bincount(gains[kept] + 1, weights, minlength=3)
        cells.rows[places] = found
        return Piece(cells, int(found.sum()))

    # --- two models, each on rows of its own

    def all_pairings(self, a: Given, b: Given) -> Piece:
        """Return the cells of all pairs of a row of A and a row of B, as n pairs.

        The mean factor of a bet over all pairings is at least this.
        """
        first, second = (self.piece(given, None) for given in (a, b))
        shares = first.cells.rows / first.n, second.cells.rows[::-1] / second.n
        n = min(first.n, second.n)
        cells = self.empty(paired=True)
        cells.rows[:] = n * np.convolve(*shares)
        return Piece(cells, n)


def judged_by(
    metric: Any, parameters: Any, bounds: Any, pos_label: Any, *, paired: bool = False
) -> Judged:
    """Return the metric of rows; raise ValueError if there is no bet for it."""
    ends = None if bounds is None else _read_bounds(bounds)
    if metric is None:
        if parameters:
            raise ValueError("metric_params need a metric, and there is none.")
        if ends is None:
            raise ValueError(
                "bounds=(lo, hi), between which all values lie, are needed where there "
                "is no metric."
            )
        return Judged(None, {}, ends)
    if isinstance(parameters, Mapping) and "sample_weight" in parameters:
        raise ValueError(
            "sample_weight is given, and no bet is for weights: counts= says how often "
            "each row occurs."
        )
    row, kept = asked_for(metric, parameters, pos_label)
    if isinstance(row.how, Formula) and row.interval in PROPORTION:
        return _rate_of(row, kept, ends, paired=paired)
    if not is_row_mean(row):
        raise ValueError(
            f"{row.name} is not a mean over rows of labels, numbers or probabilities: "
            f"{_OTHERWISE}; of a mean over queries, users or forecasts give their "
            "values, with bounds."
        )
    row.check_required(kept)
    if ends is None:
        ends = _ends_of(row, _without_positive(kept))
    return Judged(row, kept, ends)


def asked_for(
    metric: Any, parameters: Any, pos_label: Any
) -> tuple[Metric, dict[str, Any]]:
    """Return a metric's record, and the parameters that are not the record's own."""
    parameters = dict(parameters) if isinstance(parameters, Mapping) else parameters
    wanted = resolve(metric, parameters and _without_positive(parameters))
    row = wanted.row
    if not wanted.in_catalog:
        raise ValueError(
            f"{shown(metric)} is not a metric of the catalog: pass each row's "
            "contribution as values, with bounds."
        )
    given = dict(wanted.parameters)
    positive = (parameters or {}).get("pos_label", pos_label)
    if ("pos_label" in row.options or is_of_numbers(row)) and positive is not None:
        given.setdefault("pos_label", _plain(positive))
    return row, {k: _plain(v) for k, v in given.items() if k not in row.parameters}


def is_row_mean(row: Metric) -> bool:
    """Whether a metric is a mean over rows of labels, numbers or probabilities."""
    names = {*FAMILIES[row.task].leading(row)}
    is_mean = isinstance(row.how, RowMean) and row.made_of == "mean"
    return is_mean and not row.by_group and names <= {"y_true", "y_pred", "y_proba"}


def goes_by_windows(row: Metric, parameters: Mapping[str, Any], bounds: Any) -> bool:
    """Whether windows of rows have an estimate with an error, but rows no bounds."""
    if row.interval is None:
        return False
    if isinstance(row.how, Formula) and row.interval in PROPORTION:
        own = row.with_parameters(parameters)
        return own.get("normalize", True) is not False and _shares(row, own) is None
    if not is_row_mean(row):
        return FAMILIES[row.task].leading(row)[0] == "y_true"
    return bounds is None and not all(
        map(math.isfinite, row.ends(_without_positive(parameters)))
    )


def _without_positive(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return parameters without the positive label, which not all functions take."""
    return {name: one for name, one in parameters.items() if name != "pos_label"}


def _ends_of(row: Metric, parameters: Mapping[str, Any]) -> Bounds:
    low, high = row.ends(row.with_parameters(parameters))
    halved = parameters.get("scale_by_half", row.parameters.get("scale_by_half"))
    if row.options.get("scale_by_half") == "auto" and halved in (None, "auto", True):
        high = 1.0  # of two classes
    if math.isinf(low) or math.isinf(high):
        side = "upper" if math.isinf(high) else "lower"
        raise ValueError(
            f"{row.name} of a row has no {side} bound: clip it and give "
            f"bounds=(lo, hi), or {_OTHERWISE}."
        )
    return Bounds(low, high)


def _rate_of(
    row: Metric, parameters: dict[str, Any], ends: Bounds | None, *, paired: bool
) -> Judged:
    if ends is not None and ends != _SHARE:
        raise ValueError(f"{row.name} is a rate, whose bounds are (0, 1); got {ends}.")
    own = row.with_parameters(parameters)
    shares = None
    if own.get("normalize", True) is not False:
        shares = _shares(row, own)
    if shares is None:
        told = ", ".join(f"{k}={v!r}" for k, v in parameters.items() if k != "labels")
        raise ValueError(
            f"{row.name}, with {told}, is not a mean over rows: {_OTHERWISE}."
        )
    counted = [counts for _, counts in shares]
    if paired and (counted[0] != counted[1] or counted[2] != counted[3]):
        raise ValueError(
            f"{row.name} of two models is of other rows each, of those that it predicts"
            f" so: {_OTHERWISE}, as `compare` gives them for the difference."
        )
    return Judged(row, parameters, _SHARE, shares)


def _shares(row: Metric, own: dict[str, Any]) -> tuple[tuple[int, int], ...] | None:
    """Return contributions of tn, fp, fn and tp to a rate; None for other metrics."""
    positive = own.get("pos_label", 1)
    negative = f"no {positive}" if isinstance(positive, str) else int(positive == 0)
    labels = np.array([negative, positive])
    found = []
    for cell in range(4):
        table = np.zeros((2, 2), np.int64)
        table[divmod(cell, 2)] = 1
        counts = ConfusionCounts(labels, table)
        formula = count_formula(row, "binary", own)
        pair = formula.proportion(counts_of(counts, formula.view))
        if pair is None:
            return None
        found.append((int(pair[0]), int(pair[1])))
    return tuple(found)


def _check_columns(given: Given, names: tuple[str, ...], asked_by: str) -> None:
    """Raise TypeError unless these columns are there, and no others."""
    counted = isinstance(given.y_true, ConfusionCounts)
    for name in ("y_true", "y_pred", "y_proba", "values"):
        column = getattr(given, name)
        called = name if name == "y_true" else f"{name}{given.suffix}"
        if column is None and name in names and not (counted and name == "y_pred"):
            raise TypeError(f"{called} is missing: {asked_by} needs it.")
        if column is not None and (name not in names or (counted and name != "y_true")):
            raise TypeError(
                f"{called} is given, but {asked_by} evaluates rows by "
                f"{' and '.join(names)}."
            )


def read_values(values: ArrayLike, name: str) -> NDArray[np.float64]:
    """Return a column of numbers; of NaN the bets' kernel tells the row."""
    column = numbers(as_column(values, name), name)
    return np.ascontiguousarray(column, np.float64)


def raise_outside(
    values: NDArray[np.float64], row: int, bounds: Bounds, name: str
) -> None:
    """Raise ValueError for the row that is not between the bounds."""
    value = float(values[row])
    what = "a number" if math.isnan(value) else f"between {bounds[0]:g} and"
    end = "" if math.isnan(value) else f" {bounds[1]:g}: clip it, or give wider bounds"
    raise ValueError(f"{name} must be {what}{end}, got {value:g} in row {row}.")


def _read_counts(counts: Any, n: int) -> NDArray[np.int64] | None:
    if counts is None:
        return None
    column = as_column(counts, "counts")
    if column.dtype.kind not in "iu":
        raise TypeError(
            f"counts must be whole numbers of rows, got dtype {column.dtype}: no bet "
            "is for weights."
        )
    if len(column) != n:
        raise ValueError(f"counts has {len(column):,} numbers for {n:,} rows.")
    if (column < 0).any() or sum(column.tolist()) > LARGEST_COUNT:
        raise ValueError("counts must be at least 0 and add up to at most 2**53.")
    return np.ascontiguousarray(column, np.int64)


def _read_bounds(bounds: Any) -> Bounds:
    try:
        low, high = bounds
        known = is_real(low) and is_real(high)
    except (TypeError, ValueError):
        known = False
    if not known or not -math.inf < low < high < math.inf:
        raise ValueError(
            f"bounds must be (lo, hi), finite and in order, got {shown(bounds)}."
        )
    found = Bounds(float(low), float(high))
    if not 0 < found.high - found.low < math.inf:
        raise ValueError(f"bounds are too far apart for a float, got {shown(bounds)}.")
    return found


def _plain(value: Any) -> Any:
    """Return a parameter as JSON holds it."""
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, list | tuple | range):
        return [_plain(one) for one in value]
    if value is None or isinstance(value, str | int | float | bool):
        return value
    raise TypeError(
        "the metric and its parameters must be made of numbers and texts, got "
        f"{type(value).__name__}"
    )
