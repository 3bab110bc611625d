"""RowSums: sums for a mean over rows, users or queries, which merge.

The bytes, in the frame of `fastmetrics._common.packing`, have version 1:

======  ==================  =========================================================
offset  type                content
======  ==================  =========================================================
0       8 bytes             ``FMROWSUM``
8       uint16              version of the format, 1
10      uint64              rows, whatever they weigh
18      uint64              rows that have no value
26      uint64              rows that have one and weigh something
34      uint8               whether all values are 0 or 1
35      float64             the origin o
43      9 float64           sums of w, wx, w², w²x, w²x², w³, w³x, w³x² and w³x³ over
                            rows of value l and weight w; x = l - o
115     uint64              b, the bytes of the metric
123     uint64              m, the number of queries whose ids are known
131     b bytes             JSON, UTF-8: the metric's name and its parameters
..      16 m bytes          BLAKE2b of 128 bits of each id, ascending
end     uint32              CRC-32 (zlib) of all bytes before
======  ==================  =========================================================
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import json
import math
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from fastmetrics._common.means import ROUNDING, Mean, mean_of_sums
from fastmetrics._common.names import shown
from fastmetrics._common.options import hold_warnings
from fastmetrics._common.packing import Format
from fastmetrics._common.records import loaded
from fastmetrics._inputs.scores import sample_weights
from fastmetrics.metrics.how import ListMeasure, RowMean
from fastmetrics.metrics.record import ROW_SUMS
from fastmetrics.metrics.summary import Summary, ValueSums, add_up, merged, moved
from fastmetrics.show.notebook import Shown, amount

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.record import Metric

    Numbers = TypeVar("Numbers", float, "NDArray[np.float64]")

_FORMAT = Format(b"FMROWSUM", 1, "QQQBd9dQQ", "these RowSums are", "no RowSums")
_HASH = 16


def make(row: Metric, mean: Numbers, total: float) -> Numbers:
    """Value of a metric, from means over rows with this total weight."""
    if row.made_of == "root":
        return np.sqrt(mean)
    if row.made_of == "exp":
        return np.exp(mean)
    return total * mean if row.made_of == "sum" else mean


def spread_of(sums: ValueSums, mean: float) -> Mean:
    """Return the mean of values that were summed up, and how much it varies."""
    total, _, square, *_ = sums.sums.tolist()
    by = mean - sums.origin
    _, _, _, _, squares, *_, cubes = moved(sums.sums, by).tolist()
    noise = ROUNDING * abs(mean) * math.sqrt(square)
    powers = (max(squares, 0.0), cubes)
    return mean_of_sums(mean, sums.counts[2], (total, square), powers, noise)


class ReadRows(NamedTuple):
    """Contribution of each row to a metric.

    Attributes
    ----------
    metric : str
        Its name in the catalog.
    parameters : dict
        Parameters of the call, apart from data and weights, as JSON.
    values : ndarray of float64, of shape (n,)
        NaN for a row without a value.
    weights : ndarray of float64, of shape (n,), or None
    lists : object
        The lists that were read; None if the rows are not lists.
    """

    metric: str
    parameters: dict[str, Any]
    values: NDArray[np.float64]
    weights: NDArray[np.float64] | None
    lists: Any

    @classmethod
    def of(
        cls,
        metric: str | Callable[..., Any],
        columns: Sequence[Any],
        sample_weight: Any,
        parameters: Mapping[str, Any],
    ) -> ReadRows:
        """Read rows as `RowSums.from_rows` does."""
        row, options = _wanted(metric, parameters)
        data = {n: value for n, value in options.items() if n in row.data_parameters}
        kept = {n: value for n, value in options.items() if n not in data}
        lists = None
        known = inspect.signature(row.public).parameters
        if isinstance(row.how, ListMeasure):
            lists = loaded(row.how.read)(*columns, **data)
            columns, options = (lists, None)[: 1 + ("y_score" in known)], kept
        if sample_weight is not None:
            options = {**options, "sample_weight": sample_weight}
        with hold_warnings():
            # Checks the data and the parameters.
            row.public(*columns, **options)
            values = _row_values(row, columns, options)
        weights = None
        if sample_weight is not None:
            weights = sample_weights(sample_weight, len(values))
        own = row.parameters
        written = {n: _written(value, n) for n, value in kept.items() if n not in own}
        return cls(row.name, written, values, weights, lists)


class RowSums(Summary):
    """Sums of what rows contribute to a metric that is their mean, merged with ``+``.

    For every metric that is a mean over rows, over users or over queries and has no
    other summary: percentage and logarithmic errors, deviances, pinball losses, CRPS,
    top-k accuracy, all of retrieval.

    Attributes
    ----------
    metric : str
        The name of the metric in the catalog.
    parameters : dict
        Parameters of the call, apart from data and weights.
    n_samples : int
        Rows, users or queries, of any weight, including those without a value.
    n_undefined : int
        Rows without a value, left out of the mean: users without a list, or queries
        without a relevant document if these are skipped.
    weight : float
        Total weight of the rows with a value; without weights their number.
    value : float
        The metric; NaN if no row has a value.

    See Also
    --------
    fastmetrics.ErrorSums : for metrics that are made of moments of errors.
    fastmetrics.Accumulator : keeps one of every summary that metrics need.

    Notes
    -----
    `from_rows` makes them. ``confidence_interval(metric, sums)`` and ``evaluate(sums)``
    accept them in place of the columns. Intervals are closed forms of the first three
    powers of the values, which are summed about an origin near their mean.
    ``fastmetrics metrics`` lists the metrics that they support.

    Examples
    --------
    >>> from fastmetrics import RowSums
    >>> name = "mean_absolute_percentage_error"
    >>> morning = RowSums.from_rows(name, [2.0, 4.0], [1.0, 4.0])
    >>> evening = RowSums.from_rows(name, [5.0, 8.0], [4.0, 8.0])
    >>> day = morning + evening
    >>> round(day.value, 6), day.n_samples
    (0.175, 4)
    >>> RowSums.from_bytes(day.to_bytes()) == day
    True
    """

    __slots__ = ("_found", "_hashes", "metric", "parameters")

    metric: str
    parameters: dict[str, Any]
    _found: ValueSums
    _hashes: NDArray[Any]

    def __init__(self) -> None:
        raise TypeError("RowSums are made by from_rows, from_bytes or merge")

    @classmethod
    def from_rows(
        cls,
        metric: str | Callable[..., Any],
        *columns: Any,
        sample_weight: ArrayLike | None = None,
        **parameters: Any,
    ) -> RowSums:
        """Sum up the contributions of rows to a metric.

        Parameters
        ----------
        metric : str or callable
            A name of the catalog such as ``"nDCG@10"``, a function of this package, or
            a ``functools.partial`` of one.
        *columns
            The data: positional arguments of the metric's function.
        sample_weight : array_like of shape (n_samples,), optional
            Weight per row: finite, not negative, not all zero.
        **parameters
            Other arguments of the function, including data such as ``query_id``.

        Returns
        -------
        RowSums
            Takes twice the time of the function, and memory for the values of rows.

        Raises
        ------
        ValueError
            If the metric is not a mean over rows, a query occurs twice, or the function
            raises.
        TypeError
            If a parameter is missing, or cannot be written as JSON.
        """
        read = ReadRows.of(metric, columns, sample_weight, parameters)
        sums = add_up(read.values, read.weights)
        summary = cls.of_values(read.metric, read.parameters, sums)
        summary._hashes = _hashes(read.lists)
        return summary

    @classmethod
    def of_values(
        cls, metric: str, parameters: dict[str, Any], sums: ValueSums
    ) -> RowSums:
        """Create RowSums from sums over rows that are not queries."""
        summary = object.__new__(cls)
        summary.metric, summary.parameters, summary._found = metric, parameters, sums
        summary._hashes = _hashes(None)
        return summary

    # --- contents

    @property
    def row(self) -> Metric:
        """The record of the metric."""
        metric: Metric = import_module("fastmetrics").catalog.find(self.metric)
        return metric

    @property
    def task(self) -> str:  # type: ignore[override]
        """The family of the metric."""
        return self.row.task

    @property
    def n_samples(self) -> int:
        """Number of rows, of any weight."""
        count: int = self._found.counts[0]
        return count

    @property
    def n_undefined(self) -> int:
        """Number of rows without a value."""
        count: int = self._found.counts[1]
        return count

    @property
    def weight(self) -> float:
        """Total weight of the rows with a value."""
        return float(self._found.weight)

    @property
    def sums(self) -> ValueSums:
        """Sums of the values of the rows."""
        return self._found

    @property
    def is_share(self) -> bool:
        """True if all values are 0 or 1."""
        return bool(self._found.is_share)

    @property
    def value(self) -> float:
        """The metric."""
        return float(make(self.row, self._mean, self.weight))

    @property
    def _mean(self) -> float:
        return float(self._found.mean(self.row.leaves_out(self.parameters)))

    @property
    def spread(self) -> Mean:
        """The mean of the rows and its standard error."""
        return spread_of(self._found, self._mean)

    @staticmethod
    def queries_of(sums: Sequence[RowSums]) -> tuple[NDArray[Any], int]:
        """Hashes of all queries, and the number of duplicates."""
        hashes = np.sort(np.concatenate([summary._hashes for summary in sums]))
        return hashes, int(np.count_nonzero(hashes[1:] == hashes[:-1]))

    def compute(self, name: str = "", **parameters: Any) -> float:
        """Return the metric.

        Parameters
        ----------
        name : str, optional
            Its name or an alias; other metrics are not available.
        **parameters
            The same as when the rows were summed up.

        Returns
        -------
        float
            The value of the function with these parameters, for all rows.

        Raises
        ------
        ValueError
            If the metric or a parameter differs.
        """
        if name:
            row, own_parameters = _wanted(name, {**self.parameters, **parameters})
            kept = {k: v for k, v in own_parameters.items() if k not in row.parameters}
            self._check_same(row.name, {k: _written(v, k) for k, v in kept.items()})
        return self.value

    def _check_same(self, metric: str, parameters: Mapping[str, Any]) -> None:
        if metric != self.metric:
            raise ValueError(f"these are RowSums of {self.metric}, not of {metric}")
        for name in sorted({*parameters, *self.parameters}):
            ours, theirs = self.parameters.get(name), parameters.get(name)
            if ours != theirs:
                raise ValueError(
                    f"these are RowSums of {metric} with {name}={ours!r}, not with "
                    f"{name}={theirs!r}"
                )

    # --- merging, keeping, comparing

    def __add__(self, other: object) -> RowSums:
        if not isinstance(other, RowSums):
            return NotImplemented
        self._check_same(other.metric, other.parameters)
        hashes, n_twice = self.queries_of([self, other])
        if n_twice:
            raise ValueError(
                f"{n_twice} queries are in both of these RowSums; each may occur once"
            )
        sums = merged(self._found, other._found)
        summary = self.of_values(self.metric, self.parameters, sums)
        summary._hashes = hashes
        return summary

    def to_bytes(self) -> bytes:
        """Return the sums as bytes; the format is in this module.

        Returns
        -------
        bytes
            To be read by `from_bytes`, on any platform and by any later version.
        """
        header = {"metric": self.metric, "parameters": self.parameters}
        text = json.dumps(header, sort_keys=True).encode()
        counts, is_share, origin, sums = self._found
        numbers = (*counts, is_share, origin, *sums)
        sizes = len(text), len(self._hashes)
        return _FORMAT.seal((*numbers, *sizes), [text, self._hashes.tobytes()])

    @classmethod
    def from_bytes(cls, data: Any) -> RowSums:
        """Read what `to_bytes` has written.

        Parameters
        ----------
        data : bytes-like
            As written.

        Returns
        -------
        RowSums
            Equal to the one that was written.

        Raises
        ------
        ValueError
            If it is anything else, damaged, or of a metric that is not known here.
        """
        fields, reader = _FORMAT.open(data)
        *counts, is_share, origin = fields[:5]
        sums, (size, m) = fields[5:14], fields[14:]
        header = reader.take_told(size)
        hashes = np.frombuffer(reader.take_bytes(_HASH * m), f"S{_HASH}").copy()
        reader.finish()
        with _FORMAT.reading(ValueError):
            metric, parameters = header["metric"], dict(header["parameters"])
            row, _ = _wanted(metric, parameters)
        a, b, c = counts
        values = ValueSums((a, b, c), bool(is_share), origin, np.array(sums))
        wrong = (
            "the numbers of rows are impossible" if is_share > 1 else values.cannot_be()
        )
        if wrong:
            raise _FORMAT.damaged(wrong)
        if m > a or (hashes[1:] <= hashes[:-1]).any():
            raise _FORMAT.damaged("the queries are invalid")
        summary = cls.of_values(row.name, parameters, values)
        summary._hashes = hashes
        return summary

    def __len__(self) -> int:
        return 1

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RowSums):
            return NotImplemented
        return self.to_bytes() == other.to_bytes()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        parameters = "".join(
            f", {name}={value!r}" for name, value in self.parameters.items()
        )
        return f"RowSums({self.metric}{parameters}: {self.n_samples} rows)"

    def _shown(self) -> Shown:
        rows = [["value", f"{self.value:.4g}"], ["rows", amount(self.n_samples)]]
        return Shown(repr(self), ["", "value"], rows)


def _wanted(metric: Any, parameters: Mapping[str, Any]) -> tuple[Metric, Any]:
    """Record of a mean over rows, and all parameters of the call."""
    catalog: Any = import_module("fastmetrics").catalog
    options = dict(parameters)
    while isinstance(metric, functools.partial) and not metric.args:
        options = {**metric.keywords, **options}
        metric = metric.func
    row = catalog.metrics_named(metric)[0] if isinstance(metric, str) else None
    if row is None:
        row = catalog.by_function().get(metric)
    if row is None:
        raise ValueError(f"{shown(metric)} is not a metric of the catalog")
    is_mean = isinstance(row.how, RowMean | ListMeasure)
    if not is_mean or ROW_SUMS not in row.merges:
        why = f": {row.merging}" if row.merging else ""
        raise ValueError(f"{row.name} cannot be read off RowSums{why}")
    options = row.with_parameters(options)
    row.check_required(options)
    if "average" in options and options["average"] != "mean":
        raise ValueError("RowSums store a mean: average must be 'mean'")
    if options.get("normalize", True) is False:
        raise ValueError("RowSums store means: normalize must be True")
    if options.get("standardized", False):
        raise ValueError(
            "RowSums store means: standardized must be False, because it divides by "
            "the proportion of positive rows"
        )
    return row, options


def _row_values(row: Metric, columns: Any, options: Any) -> NDArray[np.float64]:
    """Contribution of each row; NaN for a row without a value."""
    if isinstance(row.how, ListMeasure):
        options = {k: v for k, v in options.items() if k != "sample_weight"}
        if options.get("empty") == "skip":
            options["empty"] = "nan"
        values = np.asarray(row.public(*columns, **options, average=None), np.float64)
        if row.made_of == "exp":
            values = np.log(values)
        return values
    function = loaded(row.how.values)  # type: ignore[union-attr]
    known = inspect.signature(function).parameters
    any_name = any(
        parameter.kind is parameter.VAR_KEYWORD for parameter in known.values()
    )
    taken = {k: v for k, v in options.items() if any_name or k in known}
    values = np.asarray(function(*columns, **taken), np.float64)
    if values.ndim != 1 or (row.made_of == "root" and np.ndim(columns[0]) > 1):
        raise ValueError(
            f"{row.name} of several columns is not a mean of rows: sum up each column"
        )
    return values


def _hashes(lists: Any) -> NDArray[Any]:
    """Hashes of the ids of queries, ascending; empty without ids."""
    ids = [] if lists is None or lists.numbered else lists.query_ids.tolist()
    hashes = [
        hashlib.blake2b(_id_text(query), digest_size=_HASH).digest() for query in ids
    ]
    return np.sort(np.frombuffer(b"".join(hashes), f"S{_HASH}"))


def _id_text(value: Any) -> bytes:
    """Return an id as bytes, the same for equal numbers."""
    whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    return f"i{int(value)}".encode() if whole else f"s{value}".encode()


def _written(value: Any, name: str) -> Any:
    """Convert a parameter to a value that JSON supports.

    Raises
    ------
    TypeError
        If it cannot be written as JSON.
    """
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, dict):
        value = [[_written(k, name), _written(v, name)] for k, v in value.items()]
    if isinstance(value, list | tuple | range):
        return [_written(item, name) for item in value]
    if value is None or isinstance(value, str | int | float | bool):
        return value
    raise TypeError(
        f"{name} must consist of numbers and texts to be stored in RowSums, got "
        f"{type(value).__name__}"
    )
