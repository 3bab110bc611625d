"""SlicedSummary: a summary of one kind for each slice of the rows, which adds up.

As bytes it is, in the frame of `fastmetrics._common.packing`, of version 1:

======  ==================  =========================================================
offset  type                content
======  ==================  =========================================================
0       8 bytes             ``FMSLICES``
8       uint16              version of the format, 1
10      uint64              b, the bytes of the text
18      b bytes             JSON, UTF-8: the name of the summaries' class
                            (``summary``), the columns that rows are sliced by
                            (``names``), and ``slices``, ascending: of each its values,
                            how many rows it has, and the number of its summary's bytes
..      ..                  the bytes of the summaries, in that order
end     uint32              CRC-32 (zlib) of all bytes before
======  ==================  =========================================================
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.packing import Format
from fastmetrics._common.warn import hold_warnings
from fastmetrics.adapters.batch_summaries import Batch, Kind, summary_classes, value_of
from fastmetrics.metrics.labels.counting.confusion_counts import ConfusionCounts
from fastmetrics.metrics.summary import Mergeable
from fastmetrics.report.sliced_rows import SlicedData, Slices, rows_of
from fastmetrics.resampling import plan_of
from fastmetrics.resampling.parts_plan import SummaryParts
from fastmetrics.resampling.plan import Data, Design, MetricCall, Plan
from fastmetrics.resampling.row_records import count_rows
from fastmetrics.resampling.sliced import SlicedCounts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fastmetrics.intervals.wanted import Wanted
    from fastmetrics.metrics.record import Metric
    from fastmetrics.resampling.plan import Sliced

__all__ = ["SlicedSummaries", "SlicedSummary", "check_keeps_no_rows", "summed_by_slice"]

_FORMAT = Format(
    b"FMSLICES", 1, "Q", "these bytes of slices are", "no summaries of slices"
)
# A slice: the values of the columns that rows are sliced by.
Key = tuple[Any, ...]


class _Slice(NamedTuple):
    """What is known of one slice."""

    n_rows: int
    summary: Any


class SlicedSummary(Mergeable):
    """Summaries of one kind, one a slice."""

    __slots__ = ("names", "slices", "summary")

    names: tuple[str, ...]  # the columns that rows are sliced by
    summary: str  # the name of the summaries' class
    slices: dict[Key, _Slice]

    def __init__(
        self, names: Sequence[str], summary: str, slices: Mapping[Key, _Slice]
    ) -> None:
        self.names, self.summary, self.slices = tuple(names), summary, dict(slices)

    def __add__(self, other: object) -> SlicedSummary:
        if not isinstance(other, SlicedSummary):
            return NotImplemented
        if (self.names, self.summary) != (other.names, other.summary):
            raise ValueError(
                f"slices by {', '.join(self.names)} and by {', '.join(other.names)} "
                "do not add up: name the columns of by alike, in one order"
            )
        slices = dict(self.slices)
        for key, one in other.slices.items():
            mine = slices.get(key)
            if mine is not None:
                one = _Slice(mine.n_rows + one.n_rows, mine.summary + one.summary)
            slices[key] = one
        made = SlicedSummary(self.names, self.summary, slices)
        made.keys()  # raises where values do not sort
        return made

    def keys(self) -> list[Key]:
        """Return the slices, ascending.

        Raises
        ------
        ValueError
            If texts and numbers are in one column.
        """
        try:
            return sorted(self.slices)
        except TypeError:
            raise ValueError(
                "by holds texts in one batch and numbers in another: make them alike"
            ) from None

    @property
    def kind(self) -> str | None:
        """The kind of the labels in all slices, None where they are none of classes."""
        if self.summary != ConfusionCounts.__name__:
            return None
        parts = (one.summary.labels.tolist() for one in self.slices.values())
        found = {label for labels in parts for label in labels}
        return "binary" if len(found) <= 2 else "multiclass"

    def total(self) -> Any:
        """Return the summary of all slices together."""
        parts = [one.summary for one in self.slices.values()]
        return type(parts[0]).merge(parts)

    def to_bytes(self) -> bytes:
        """Return all of it as bytes; the format is in this module."""
        keys = self.keys()
        parts = [self.slices[key].summary.to_bytes() for key in keys]
        slices = [
            [[*key], self.slices[key].n_rows, len(part)]
            for key, part in zip(keys, parts, strict=True)
        ]
        told = {"summary": self.summary, "names": self.names, "slices": slices}
        text = json.dumps(told, sort_keys=True).encode()
        return _FORMAT.seal((len(text),), [text, *parts])

    @classmethod
    def from_bytes(cls, data: Any) -> SlicedSummary:
        """Read what `to_bytes` has written."""
        (size,), reader = _FORMAT.open(data)
        text = bytes(reader.take_bytes(size))
        slices = {}
        try:
            told = json.loads(text)
            read = summary_classes()[told["summary"]].from_bytes
            for key, n_rows, length in told["slices"]:
                part = read(reader.take_bytes(length))
                slices[tuple(key)] = _Slice(int(n_rows), part)
            made = cls(told["names"], told["summary"], slices)
        except (KeyError, TypeError, IndexError, AttributeError) as error:
            raise _FORMAT.damaged(f"the text says {error!r}") from error
        reader.finish()
        return made


def check_keeps_no_rows(row: Metric, kind: Kind) -> None:
    """Raise where a metric's summary grows with the rows, as slices of it would."""
    if kind.summary == "ScoreSweep":
        raise ValueError(
            f"{row.name} cannot be accumulated by slices: it needs all scores of each; "
            "by_group takes all rows at once"
        )


def summed_by_slice(kind: Kind, batch: Batch, cut: Slices) -> SlicedSummary:
    """Return the summaries of a batch's slices.

    Raises
    ------
    ValueError, TypeError
        As the summary does of the rows of a slice, which is named.
    """
    n = len(cut.codes)
    order = np.argsort(cut.codes, kind="stable")
    ends = np.cumsum(np.bincount(cut.codes, minlength=len(cut)))
    found: dict[Key, _Slice] = {}
    for at, rows in enumerate(np.split(order, ends[:-1])):
        key = cut.key(at)
        parts = key if isinstance(key, tuple) else (key,)
        if not all(isinstance(one, str | int | float) for one in parts):
            raise TypeError(
                f"by must hold numbers or texts, got {shown(parts)}: give others as "
                "texts"
            )

        def mine(column: Any, rows: Any = rows) -> Any:
            return rows_of(column, rows) if _is_of_rows(column, n) else column

        own = Batch(
            {name: mine(column) for name, column in batch.columns.items()},
            mine(batch.weights),
            batch.options,
        )
        try:
            found[parts] = _Slice(len(rows), kind.make(own))
        except ValueError as error:
            raise ValueError(f"slice {shown(key)}: {error}") from error
    return SlicedSummary(cut.names, kind.summary, found)


def _is_of_rows(column: Any, n: int) -> bool:
    """Whether a column has as many rows as there are."""
    try:
        return column is not None and count_rows(column) == n
    except TypeError:  # a number
        return False


class SlicedSummaries(SlicedData):
    """What is found of metrics in slices of which nothing but summaries is known.

    ``parts[metric]`` has of each model the summaries that it is read off.
    """

    def __init__(
        self,
        wanted: Mapping[str, Wanted],
        parts: Mapping[str, Mapping[str, SlicedSummary]],
    ) -> None:
        self.wanted, self._parts = dict(wanted), parts
        first = next(iter(parts.values()))
        self.models = [*first]
        one = next(iter(first.values()))
        self._keys = one.keys()
        values = [np.array(column) for column in zip(*self._keys, strict=True)]
        self.slices = Slices([*one.names], values, np.zeros(0, np.int64))
        self.n_samples = np.array([one.slices[key].n_rows for key in self._keys])
        self._options = {"seed": 0, "progress": None}
        self._tables: dict[int, SlicedCounts] = {}

    def _asked(self, metric: str) -> MetricCall:
        row, _, parameters = self.wanted[metric]
        assert row is not None  # others cannot be accumulated
        return MetricCall(row, parameters)

    def _sliced(self, metric: str) -> Sequence[Sliced] | None:
        parts = [*self._parts[metric].values()]
        asked = self._asked(metric)
        is_table = parts[0].summary == ConfusionCounts.__name__
        if not is_table or plan_of(asked.row.task).sliced(asked) is None:
            return None
        return [self._table(one) for one in parts]

    def _table(self, part: SlicedSummary) -> SlicedCounts:
        """Return the tables of all slices as one."""
        if id(part) not in self._tables:
            counts = [part.slices[key].summary for key in self._keys]
            self._tables[id(part)] = SlicedCounts.of_tables(counts)
        return self._tables[id(part)]

    def _values_of(self, metric: str, at: int) -> list[float]:
        asked = self._asked(metric)
        with hold_warnings():
            return [
                value_of(one.slices[self._keys[at]].summary, *asked)
                for one in self._parts[metric].values()
            ]

    def _plan(self, metric: str, at: int | None) -> tuple[Plan, int]:
        asked = self._asked(metric)
        models = {
            model: [(self._summary(one, at), [asked])]
            for model, one in self._parts[metric].items()
        }
        parts = SummaryParts(asked.row.task, models)
        data = Data({}, {model: {} for model in models}, parts)
        with hold_warnings():
            plan: Plan = plan_of(parts.family, parts)(data, Design(), self._options)
            plan.ask([asked])
        return plan, 0

    def _summary(self, part: SlicedSummary, at: int | None) -> Any:
        return part.total() if at is None else part.slices[self._keys[at]].summary
