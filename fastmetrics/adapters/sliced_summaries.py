"""Summaries of slices of the rows, and of pairs of models on the same rows.

A `SlicedSummary` as bytes, in the frame of `fastmetrics._common.packing`, version 1:

======  ==================  =========================================================
offset  type                content
======  ==================  =========================================================
0       8 bytes             ``FMSLICES``
8       uint16              version of the format, 1
10      uint64              b, the bytes of the text
18      uint64              s, the number of slices
26      b bytes             JSON, UTF-8: the name of the summaries' class
                            (``summary``), the columns that rows are sliced by
                            (``names``), and of each the kind of its values and the
                            number of their bytes (``values``), and the slices of rows
                            without a value in it (``missing``, if there are any)
..      columns of s        the values of each slice, which ascend by all columns; none
                            where rows have none
..      s int64             how many rows each has
end     uint32              CRC-32 (zlib) of all bytes before
======  ==================  =========================================================

Between come, of ConfusionCounts, k labels and m cells; the text has the labels' kind,
k and the number of their bytes (``labels``), m (``cells``), and whether there are
weights (``weights``: 0 none, 1 whole numbers, 2 any). Cells ascend by slice, then by
the true label's position times k plus the predicted one's:

==================  =================================================================
k labels            of all slices
m int64, m int64    slices, and these places in the table of labels
m int64             rows of data in each cell, at least 1
m float64           sums of weights, and so many of squared weights; only with weights
==================  =================================================================

For RowSums the text has the metric (``metric``) and its parameters (``parameters``):

==================  =================================================================
4 times s int64     rows, those without a value, those that have one and weigh
                    something; 1 where all values are 0 or 1, else 0
10 times s float64  the origins, and nine sums as RowSums have them
==================  =================================================================

For all other classes, and for RowSums of queries: s int64, the bytes of each summary,
and then the summaries.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import hold_warnings
from fastmetrics._common.packing import Format, pack_labels, unpack_labels
from fastmetrics._inputs.groups import (
    Slices,
    known_values,
    slices_of,
    united,
    with_missing,
)
from fastmetrics._inputs.scores import sample_weights
from fastmetrics.adapters.batch_summaries import (
    Batch,
    Kind,
    State,
    parameters_in,
    plain,
    row_columns,
    value_of,
)
from fastmetrics.adapters.slice_parts import (
    CountTable,
    RowTable,
    SliceParts,
    SummaryList,
)
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.how import RowMean
from fastmetrics.metrics.labels.counting.confusion_counts import ConfusionCounts
from fastmetrics.metrics.row_sums import RowSums
from fastmetrics.metrics.scores.score_sweep import ScoreSweep
from fastmetrics.metrics.summary import Mergeable, ValueSums, add_up, merged
from fastmetrics.report.grouped_metrics import GroupedMetrics
from fastmetrics.report.slice_groups import rows_of
from fastmetrics.report.sliced_rows import SlicedData
from fastmetrics.resampling import plan_of
from fastmetrics.resampling.callable_plans import SummaryParts
from fastmetrics.resampling.count_models import LabelCells
from fastmetrics.resampling.plan import Data, Design, Plan
from fastmetrics.resampling.row_intervals import count_rows, row_values_of, taken_by

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.record import Metric
    from fastmetrics.report.models import Gathered
    from fastmetrics.resampling.group_counts import SlicedCounts


_FORMAT = Format(
    b"FMSLICES", 1, "QQ", "these bytes of slices are", "no summaries of slices"
)


# What holds the summaries of all slices as one table, by the name of their class.
_TABLES: dict[str, type[CountTable | RowTable]] = {
    ConfusionCounts.__name__: CountTable,
    RowSums.__name__: RowTable,
}


class SlicedSummary(Mergeable):
    """Summaries of one kind, one a slice.

    Attributes
    ----------
    slices : Slices
        Their names, ascending; without rows.
    n_rows : ndarray of int64, of shape (slices,)
    parts : SliceParts
    """

    __slots__ = ("n_rows", "parts", "slices")

    def __init__(
        self, slices: Slices, n_rows: NDArray[np.int64], parts: SliceParts
    ) -> None:
        self.slices, self.n_rows, self.parts = slices, n_rows, parts

    def __add__(self, other: object) -> SlicedSummary:
        if not isinstance(other, SlicedSummary):
            return NotImplemented
        if (self.slices.names, self.summary) != (other.slices.names, other.summary):
            both_by = " and by ".join(", ".join(s.slices.names) for s in (self, other))
            raise ValueError(
                f"slices by {both_by} do not add up: name the columns of by alike, in "
                "one order"
            )
        both = united(self.slices, other.slices)
        mine, theirs = np.split(both.codes, [len(self.slices)])
        n_rows = np.zeros(len(both), np.int64)
        n_rows[mine] = self.n_rows
        n_rows[theirs] += other.n_rows
        parts = self.parts.added(other.parts, mine, theirs, len(both))
        return SlicedSummary(both.without_rows(), n_rows, parts)

    @property
    def summary(self) -> str:
        """The name of the summaries' class."""
        return self.parts.summary

    @property
    def kind(self) -> str | None:
        """The kind of the labels in all slices, None where they are none of classes."""
        return self.parts.kind

    def total(self) -> Any:
        """Return the summary of all slices together."""
        return self.parts.total()

    def to_bytes(self) -> bytes:
        """Return all of it as bytes; the format is in this module."""
        header, parts = self.parts.packed()
        known = [known_values(column) for column in self.slices.values]
        values = [pack_labels(column) for _, column in known]
        header |= {
            "summary": self.summary,
            "names": self.slices.names,
            "values": [[kind, len(text)] for kind, text in values],
        }
        if not all(has.all() for has, _ in known):
            header["missing"] = [np.flatnonzero(~has).tolist() for has, _ in known]
        text = json.dumps(header, sort_keys=True).encode()
        rows = self.n_rows.astype("<i8").tobytes()
        columns = [text for _, text in values]
        return _FORMAT.seal((len(text), len(rows) // 8), [text, *columns, *parts, rows])

    @classmethod
    def from_bytes(cls, data: Any) -> SlicedSummary:
        """Read what `to_bytes` has written."""
        (size, n), reader = _FORMAT.open(data)
        header = reader.take_told(size)
        with _FORMAT.reading():
            names = [str(name) for name in header["names"]]
            missing = header.get("missing", [[]] * len(header["values"]))
            values = [
                _spread(
                    unpack_labels(
                        _FORMAT, kind, n - len(places), reader.take_bytes(length)
                    ),
                    places,
                )
                for (kind, length), places in zip(
                    header["values"], missing, strict=True
                )
            ]
            table_class: type[CountTable | RowTable | SummaryList] = _TABLES.get(
                header["summary"], SummaryList
            )
            parts = table_class.taken(header, reader, n, _FORMAT)
        n_rows = reader.take("<i8", n)
        reader.finish()
        slices = Slices(names, values, np.zeros(0, np.int64))
        if not n or len(names) != len(values) or (n_rows < 1).any():
            raise _FORMAT.damaged("there are no such slices")
        if (united(slices, slices).codes[:n] != np.arange(n)).any():
            raise _FORMAT.damaged("slices come twice, or in another order")
        return cls(slices, n_rows, parts)


def _spread(values: NDArray[Any], places: Sequence[int]) -> NDArray[Any]:
    """Return values of slices, with the mark for missing values at some places."""
    if not places:
        return values
    n = len(values) + len(places)
    codes = np.full(n, len(values))
    codes[np.setdiff1d(np.arange(n), places)] = np.arange(len(values))
    return with_missing(values, "by")[codes]


def check_keeps_no_rows(row: Metric, kind: Kind) -> None:
    """Raise where a metric's summary grows with the rows, as slices of it would."""
    if kind.summary in ("ScoreSweep", "ClassSweeps"):
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
    cut = cut.plain("by")
    n_rows = np.bincount(cut.codes, minlength=len(cut))
    if batch.weights is not None:
        weights = np.bincount(cut.codes, plain(batch.weights), len(cut))
        for at in np.flatnonzero(weights == 0)[:1]:  # which raises
            _made(kind, batch, cut, int(at), np.flatnonzero(cut.codes == at))
    parts: SliceParts
    if kind.summary == ConfusionCounts.__name__:
        parts = CountTable.of_batch(batch, cut.codes)
    elif RowTable.holds(kind):
        own = parameters_in(kind.options)
        parts = RowTable.of_batch(batch, kind, own, cut.codes, len(cut))
    else:
        order = np.argsort(cut.codes, kind="stable")
        parts = SummaryList(
            _made(kind, batch, cut, at, rows)
            for at, rows in enumerate(np.split(order, np.cumsum(n_rows)[:-1]))
        )
    return SlicedSummary(cut.without_rows(), n_rows, parts)


def _made(
    kind: Kind, batch: Batch, cut: Slices, at: int, rows: NDArray[np.intp]
) -> Any:
    """Return the summary of one slice; errors name it."""
    n = len(cut.codes)

    def mine(column: Any) -> Any:
        return rows_of(column, rows) if _is_of_rows(column, n) else column

    own = Batch(
        {name: mine(column) for name, column in batch.columns.items()},
        mine(batch.weights),
        batch.options,
    )
    try:
        return kind.make(own)
    except ValueError as error:
        raise ValueError(f"slice {shown(cut.key(at))}: {error}") from error


def _is_of_rows(column: Any, n: int) -> bool:
    """Whether a column has as many rows as there are."""
    try:
        return column is not None and count_rows(column) == n
    except TypeError:  # a number
        return False


def grouped(
    known: SlicedSummaries,
    *,
    confidence_level: float = 0.95,
    method: Any = "auto",
    n_resamples: int | None = None,
    min_rows: int = 1,
) -> GroupedMetrics:
    """Return metrics of all slices."""
    return GroupedMetrics(
        known,
        confidence_level=confidence_level,
        method=method,
        n_resamples=n_resamples,
        min_rows=min_rows,
        backend="dict",
    )


class SlicedSummaries(SlicedData):
    """Metrics in slices that are known by summaries only.

    ``parts[metric]`` has of each model the summaries that it is read off.
    """

    def __init__(
        self,
        metrics: Mapping[str, BoundMetric],
        parts: Mapping[str, Mapping[str, SlicedSummary]],
    ) -> None:
        self.metrics, self._parts = dict(metrics), parts
        first = next(iter(parts.values()))
        self.models = [*first]
        summary = next(iter(first.values()))
        self.slices, self.n_samples = summary.slices, summary.n_rows
        self._options = {"seed": 0, "progress": None}
        self._tables: dict[int, SlicedCounts | None] = {}

    @classmethod
    def joined(
        cls, first_part: SlicedSummaries | None, other: SlicedSummaries | None
    ) -> SlicedSummaries | None:
        """Return the metrics of both, in the same slices."""
        if first_part is None or other is None:
            return first_part or other
        return cls(
            {**first_part.metrics, **other.metrics},
            {**first_part._parts, **other._parts},
        )

    def _sliced(self, metric: str) -> Sequence[Any] | None:
        call = self._asked(metric)
        tables = [self._table(part, call) for part in self._parts[metric].values()]
        return None if any(table is None for table in tables) else tables

    def _table(
        self, summary: SlicedSummary, metric_call: BoundMetric
    ) -> SlicedCounts | RowTable | None:
        """Return the table of a metric in all slices; None if there is none."""
        if isinstance(summary.parts, RowTable):
            return summary.parts
        if not isinstance(summary.parts, CountTable):
            return None
        if plan_of(metric_call.row.task).sliced(metric_call) is None:
            return None
        if id(summary) not in self._tables:
            self._tables[id(summary)] = summary.parts.table(len(summary.slices))
        return self._tables[id(summary)]

    def _values_of(self, metric: str, at: int) -> list[float]:
        metric_call = self._asked(metric)
        if ScoreSweep.__name__ in metric_call.row.merges:
            # Without a class an area is 0 for the function, and undefined here.
            return super()._values_of(metric, at)
        with hold_warnings():
            return [
                value_of(part.parts.at(at), *metric_call)
                for part in self._parts[metric].values()
            ]

    def _plan(self, metric: str, at: int | None) -> tuple[Plan, int]:
        metric_call = self._asked(metric)
        models = {
            model: [(self._summary(part, at), [metric_call])]
            for model, part in self._parts[metric].items()
        }
        parts = SummaryParts(metric_call.row.task, models)
        data = Data({}, {model: {} for model in models}, parts)
        with hold_warnings():
            plan: Plan = plan_of(parts.family, parts)(data, Design(), self._options)
            plan.ask([metric_call])
        return plan, 0

    def _summary(self, part: SlicedSummary, at: int | None) -> Any:
        return part.total() if at is None else part.parts.at(at)


# --- two models on the same rows: summaries of their differences
#
# Labels of two models are counted together with the true labels, in a table of slices
# by the true label. For a metric that is a mean over rows, `PairedSums` sums the
# differences of the two models' row values. As bytes, in the frame of
# `fastmetrics._common.packing`, of version 1:
#
# ======  ==================  =======================================================
# offset  type                content
# ======  ==================  =======================================================
# 0       8 bytes             ``FMPAIRED``
# 8       uint16              version of the format, 1
# 10      3 uint64            rows, rows without a value, rows with a value and a
#                             positive weight
# 34      uint8               whether all differences are 0 or 1
# 35      float64             the origin
# 43      9 float64           sums of differences, as in RowSums
# end     uint32              CRC-32 (zlib) of all bytes before
# ======  ==================  =======================================================


_PAIRED = Format(b"FMPAIRED", 1, "QQQB10d", "these PairedSums are", "no PairedSums")
_SUMS, _LABELS = "PairedSums", "PairedLabels"
# Pairs of more models than this are not kept: their number grows with its square.
MOST_MODELS = 10


class PairedSums(Mergeable):
    """Sums of the differences of two models' row values.

    Attributes
    ----------
    found : ValueSums
    """

    __slots__ = ("found",)

    def __init__(self, found: ValueSums) -> None:
        self.found = found

    def __add__(self, other: object) -> PairedSums:
        if not isinstance(other, PairedSums):
            return NotImplemented
        return PairedSums(merged(self.found, other.found))

    def to_bytes(self) -> bytes:
        """Return all of it as bytes; the format is in this module."""
        counts, is_share, origin, sums = self.found
        return _PAIRED.seal((*counts, is_share, origin, *sums), [])

    @classmethod
    def from_bytes(cls, data: Any) -> PairedSums:
        """Read what `to_bytes` has written."""
        (n, n_undefined, n_counted, is_share, origin, *sums), reader = _PAIRED.open(
            data
        )
        reader.finish()
        counts = n, n_undefined, n_counted
        sums_found = ValueSums(counts, bool(is_share), origin, np.array(sums))
        wrong = sums_found.cannot_be()
        if wrong:
            raise _PAIRED.damaged(wrong)
        return cls(sums_found)


def is_of_pair(kind: Kind) -> bool:
    """Whether a summary is of two models."""
    return kind.summary in (_SUMS, _LABELS)


def written_pair(kind: Kind) -> type[PairedSums] | type[SlicedSummary]:
    """Return the class of such a summary, whose bytes it reads."""
    return PairedSums if kind.summary == _SUMS else SlicedSummary


def add_pairs(
    pieces: State,
    parts: Sequence[Any],
    gathered: Gathered,
    weights: Any,
    settings: Mapping[str, Any],
) -> None:
    """Add to each model of a batch its summaries with each following model."""
    options = {**gathered.options, **settings}
    for part in parts:
        data = gathered.data[part.family]
        batches = {
            model: Batch({**data.shared, **own}, weights, options)
            for model, own in data.models.items()
        }
        if not 2 <= len(batches) <= MOST_MODELS:
            continue
        values = [
            (
                row,
                parameters,
                {k: _values(row, parameters, batch) for k, batch in batches.items()},
            )
            for row, parameters in part.readings()
            if isinstance(row.how, RowMean) and row.made_of == "mean"
        ]
        for a, b in combinations(batches, 2):
            if part.kind.summary == ConfusionCounts.__name__:
                kind = Kind(_LABELS, "", json.dumps({"minus": b}))
                pieces[a][kind] = _table(batches[a], batches[b])
            for row, params, own in values:
                mine, theirs = own[a], own[b]
                if mine is None or theirs is None:
                    continue
                options_text = json.dumps({"minus": b, "given": params}, sort_keys=True)
                in_rows = None
                if weights is not None:
                    in_rows = sample_weights(weights, len(mine))
                with np.errstate(invalid="ignore"):  # of infinite losses
                    sums = add_up(mine - theirs, in_rows)
                pieces[a][Kind(_SUMS, row.name, options_text)] = PairedSums(sums)


def _values(
    row: Metric, parameters: Mapping[str, Any], batch: Batch
) -> NDArray[np.float64] | None:
    """Return the contribution of each row to a mean; None if it is not one value."""
    kind, function = Kind("", row.name), row_values_of(row)
    columns, beside = row_columns(batch, kind, parameters)
    with hold_warnings():  # the metric's summary warns
        values = np.asarray(
            function(*columns, **taken_by(function, row.with_parameters(beside))),
            np.float64,
        )
    return values if values.ndim == 1 else None


def _table(first: Batch, other: Batch) -> SlicedSummary:
    """Return the table of the predictions of two models, for each true label."""
    true = first.columns["y_true"]
    both = {"y_true": first.columns["y_pred"], "y_pred": other.columns["y_pred"]}
    cut = slices_of(true, count_rows(true), "raise", "y_true").plain("y_true")
    n_rows = np.bincount(cut.codes, minlength=len(cut))
    with hold_warnings():  # of labels that one model predicts alone
        table = CountTable.of_batch(
            Batch(both, first.weights, first.options), cut.codes
        )
    return SlicedSummary(cut.without_rows(), n_rows, table)


def pairs_in(
    parts: Sequence[Any], state: State
) -> dict[str, dict[tuple[str, str], dict[str, Any]]]:
    """Return by family and by pair of models what metrics' differences are read off.

    That is `LabelCells`, or sums of values; of other metrics there is nothing.
    """
    reads: dict[str, dict[tuple[str, str], dict[str, Any]]] = {}
    for part in parts:
        judged = [model for model, kinds in state.items() if part.kind in kinds]
        pairs = reads.setdefault(part.family, {})
        for pair in combinations(judged, 2):
            pairs.setdefault(pair, {})
        for a in judged:
            for kind, summary in state[a].items():
                if not is_of_pair(kind):
                    continue
                options = parameters_in(kind.options)
                own = pairs.get((a, options["minus"]), {})
                if kind.summary == _SUMS:
                    for row, parameters in part.readings():
                        if (row.name, parameters) == (kind.metric, options["given"]):
                            own[row.name] = summary.found
                elif part.kind.summary == ConfusionCounts.__name__:
                    cells = _cells(summary)
                    own |= {row.name: cells for row, _ in part.readings()}
    return reads


def _cells(table: SlicedSummary) -> LabelCells | None:
    """Return the cells of two models' labels; None for dates, or rows with weights."""
    parts = table.parts
    assert isinstance(parts, CountTable)
    cells, true = parts.cells, table.slices.values[0]
    are_texts = [labels.dtype.kind in "OU" for labels in (true, parts.labels)]
    if cells.sums is not None or are_texts[0] != are_texts[1]:  # dates are texts there
        return None
    first, second = np.divmod(cells.columns, len(parts.labels))
    return LabelCells(
        true[cells.rows],
        [parts.labels[first], parts.labels[second]],
        np.asarray(cells.n, np.int64),
    )
