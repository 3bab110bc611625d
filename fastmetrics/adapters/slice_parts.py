"""Summaries of slices side by side, and tables of sums of rows."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from fastmetrics._common.arrays import count_cells, in_order
from fastmetrics._common.packing import Format, Reader, pack_labels, unpack_labels
from fastmetrics._inputs.label_pairs import LabelPair, label_pair, union
from fastmetrics._inputs.tables import encode_classes
from fastmetrics.adapters.batch_summaries import row_columns, summary_classes
from fastmetrics.catalog import find
from fastmetrics.metrics.how import RowMean
from fastmetrics.metrics.labels.counting.confusion_counts import (
    ConfusionCounts,
    weighted_cells,
)
from fastmetrics.metrics.labels.counting.count_formulas import Cells
from fastmetrics.metrics.row_sums import ReadRows, RowSums, make
from fastmetrics.metrics.summary import ValueSums, add_up, merged
from fastmetrics.resampling.group_counts import SlicedCounts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.adapters.batch_summaries import Batch, Kind
    from fastmetrics.metrics.bound import BoundMetric

    Places = NDArray[np.int64]


class SliceParts:
    """Summaries of slices, without their names and numbers of rows."""

    __slots__ = ()

    is_table: ClassVar[bool]

    @property
    @abstractmethod
    def summary(self) -> str:
        """The name of the class of each slice's summary."""

    @property
    def kind(self) -> str | None:
        """The kind of the labels in all slices, None where they are none of classes."""
        return None

    @abstractmethod
    def at(self, place: int) -> Any:
        """Return the summary of a slice."""

    @abstractmethod
    def total(self) -> Any:
        """Return the summary of all slices together."""

    def check(self) -> None:
        """Raise ValueError if the summaries of all slices do not add up."""

    @abstractmethod
    def added(self, other: Any, mine: Places, theirs: Places, n: int) -> Any:
        """Return both, among n slices: ``mine`` and ``theirs`` say where theirs are."""

    @abstractmethod
    def packed(self) -> tuple[dict[str, Any], list[bytes]]:
        """Return it as JSON and bytes, for `taken` to read."""


class CountTable(SliceParts):
    """Counts of pairs of labels in each slice: a table of slices and cells.

    Attributes
    ----------
    labels : ndarray of shape (k,)
        Those of all slices, ascending.
    cells : Cells
        The cells that occur: ``rows`` contains the slices, and ``columns`` the position
        of the true label times k plus the position of the predicted label.
    """

    __slots__ = ("_whole", "cells", "labels")

    is_table = True

    def __init__(self, labels: NDArray[Any], cells: Cells, whole: bool) -> None:
        self.labels, self.cells, self._whole = labels, cells, whole

    @classmethod
    def of_batch(cls, batch: Batch, codes: Places) -> CountTable:
        """Count the labels of a batch whose rows are in such slices, in one call."""
        columns = batch.columns["y_true"], batch.columns["y_pred"]
        pair = label_pair(*columns, batch.weights)
        assert isinstance(pair, LabelPair)  # or no table of them would be asked for
        true, predicted = map(encode_classes, columns, ("y_true", "y_pred"))
        labels, of_true, of_predicted = union(true.values, predicted.values)
        cells = (of_true * len(labels))[true.codes]
        cells += of_predicted[predicted.codes]
        counted = count_cells(codes, cells, pair.weights)
        assert counted is not None  # these are whole numbers
        pieces = [
            (of[rows], of[columns], *rest) for of, rows, columns, *rest in counted
        ]
        whole = pair.weights is None or pair.integer_weights
        if len(pieces) == 1:
            return cls(labels, Cells(*pieces[0]), whole)
        return cls(labels, Cells(*in_order(*map(_joined, *pieces))), whole)

    @property
    def summary(self) -> str:
        """The name of the class of each slice's summary."""
        return ConfusionCounts.__name__

    @property
    def kind(self) -> str:
        """The kind of the labels in all slices."""
        return "binary" if len(self.labels) <= 2 else "multiclass"

    def table(self, n: int) -> SlicedCounts | None:
        """Return the tables of n slices as one; None where it is too large."""
        return SlicedCounts.of_cells(self.labels, self.cells, n)

    def at(self, place: int) -> ConfusionCounts:
        """Return the counts of a slice, of the labels that it has."""
        ends = np.searchsorted(self.cells.rows, [place, place + 1])
        cells = Cells(*(a if a is None else a[slice(*ends)] for a in self.cells))
        return self._counts(cells)

    def total(self) -> ConfusionCounts:
        """Return the counts of all slices."""
        return self._counts(self.cells)

    def _counts(self, cells: Cells) -> ConfusionCounts:
        rows, columns = np.divmod(cells.columns, len(self.labels))
        occur, places = np.unique(np.concatenate([rows, columns]), return_inverse=True)
        sides = np.split(places.astype(np.int64), 2)
        counted = in_order(*sides, *cells[2:])
        return ConfusionCounts.of_cells(
            self.labels[occur], Cells(*counted), self._whole
        )

    def added(self, other: Any, mine: Places, theirs: Places, n: int) -> CountTable:
        """Return both, among n slices."""
        labels, of_mine, of_theirs = union(self.labels, other.labels)
        sides = (
            self._moved(labels, of_mine, mine),
            other._moved(labels, of_theirs, theirs),
        )
        if any(side.sums is not None for side in sides):
            sides = weighted_cells(sides[0]), weighted_cells(sides[1])
        cells = Cells(*in_order(*map(_joined, *sides)))
        return CountTable(labels, cells, self._whole and other._whole)

    def _moved(self, labels: NDArray[Any], of_mine: Places, slices: Places) -> Cells:
        """Return the cells among other labels, each slice elsewhere."""
        k = len(self.labels)
        columns = self.cells.columns
        if len(labels) > k:
            columns = of_mine[columns // k] * len(labels) + of_mine[columns % k]
        return self.cells._replace(rows=slices[self.cells.rows], columns=columns)

    def packed(self) -> tuple[dict[str, Any], list[bytes]]:
        """Return it as JSON and bytes."""
        number, text = pack_labels(self.labels)
        weights = 0 if self.cells.sums is None else 1 if self._whole else 2
        parts = [text, *(array.astype("<i8").tobytes() for array in self.cells[:3])]
        if weights:
            parts += [array.astype("<f8").tobytes() for array in self.cells[3:]]
        sizes = [number, len(self.labels), len(text)]
        header = {"labels": sizes, "weights": weights, "cells": len(self.cells.n)}
        return header, parts

    @classmethod
    def taken(
        cls, header: Mapping[str, Any], reader: Reader, n: int, of: Format
    ) -> CountTable:
        """Read what `packed` has written of n slices."""
        number, k, size = map(int, header["labels"])
        labels = unpack_labels(of, number, k, reader.take_bytes(size))
        m, weights = int(header["cells"]), int(header["weights"])
        cells = Cells(
            *(reader.take("<i8", m) for _ in range(3)),
            *(reader.take("<f8", m) for _ in range(2 if weights else 0)),
        )
        rows, columns, counts, *sums = cells
        right = m > 0 and 0 <= rows.min() and rows.max() < n and (counts > 0).all()
        right = right and 0 <= columns.min() and columns.max() < k * k
        later = (rows[1:] == rows[:-1]) & (columns[1:] > columns[:-1])
        if not right or not (later | (rows[1:] > rows[:-1])).all():
            raise of.damaged("cells are none of these slices and labels")
        if any(
            (weights_column < 0).any() or np.isnan(weights_column).any()
            for weights_column in sums
            if weights_column is not None
        ):
            raise of.damaged("weights cannot be")
        return cls(labels, cells, weights != 2)


class SummaryList(SliceParts):
    """A summary of each slice."""

    __slots__ = ("_parts",)

    is_table = False

    def __init__(self, parts: Iterable[Any]) -> None:
        self._parts = list(parts)

    @property
    def summary(self) -> str:
        """The name of their class."""
        return type(self._parts[0]).__name__

    def at(self, place: int) -> Any:
        """Return the summary of a slice."""
        return self._parts[place]

    def total(self) -> Any:
        """Return the summary of all slices together."""
        return type(self._parts[0]).merge(self._parts)

    def check(self) -> None:
        """Raise ValueError if a query is in several slices."""
        if isinstance(self._parts[0], RowSums):
            _, n_cut = RowSums.queries_of(self._parts)
            if n_cut:
                raise ValueError(
                    f"{n_cut:,} queries have rows in several slices: by must be the "
                    "same in all rows of a query, or by_group takes all rows at once"
                )

    def added(self, other: Any, mine: Places, theirs: Places, n: int) -> SummaryList:
        """Return both, among n slices."""
        parts: list[Any] = [None] * n
        for place, part in zip(mine.tolist(), self._parts, strict=True):
            parts[place] = part
        for place, part in zip(theirs.tolist(), other._parts, strict=True):
            parts[place] = part if parts[place] is None else parts[place] + part
        return SummaryList(parts)

    def packed(self) -> tuple[dict[str, Any], list[bytes]]:
        """Return them as JSON and bytes."""
        parts = [part.to_bytes() for part in self._parts]
        lengths = np.array([len(part) for part in parts], "<i8")
        return {}, [lengths.tobytes(), *parts]

    @classmethod
    def taken(
        cls, header: Mapping[str, Any], reader: Reader, n: int, of: Format
    ) -> SummaryList:
        """Read what `packed` has written of n slices."""
        read: Any = summary_classes()[header["summary"]]
        lengths = reader.take("<i8", n).tolist()
        if min(lengths, default=0) < 0:
            raise of.damaged("the length is wrong")
        return cls([read.from_bytes(reader.take_bytes(length)) for length in lengths])


def _joined(*parts: Any) -> Any:
    """Return arrays one after the other; None where there are none."""
    return None if parts[0] is None else np.concatenate(parts)


# --- RowTable: sums of a mean over rows in each slice, as one table


class RowTable(SliceParts):
    """The sums of a mean over rows in each slice, side by side.

    Means over queries, whose ids are kept, have a list of summaries.
    """

    __slots__ = ("_metric", "_parameters", "_sums")

    is_table = True

    def __init__(
        self, metric: str, parameters: Mapping[str, Any], sums: ValueSums
    ) -> None:
        self._metric, self._parameters = metric, dict(parameters)
        self._sums = sums  # of as many sets of rows as there are slices

    @staticmethod
    def holds(kind: Kind) -> bool:
        """Whether summaries of this kind are held as a table."""
        if kind.summary != RowSums.__name__:
            return False
        return isinstance(find(kind.metric).how, RowMean)

    @classmethod
    def of_batch(
        cls, batch: Batch, kind: Kind, own: Mapping[str, Any], codes: Places, n: int
    ) -> RowTable:
        """Add up a batch whose rows are in such slices, in one call."""
        columns, parameters = row_columns(batch, kind, own)
        read = ReadRows.of(kind.metric, columns, batch.weights, parameters)
        sums = add_up(read.values, read.weights, codes, n)
        return cls(read.metric, read.parameters, sums)

    @property
    def summary(self) -> str:
        """The name of the class of each slice's summary."""
        return RowSums.__name__

    def at(self, place: int) -> RowSums:
        """Return the sums of a slice."""
        counts, is_share, origin, sums = self._sums
        a, b, c = (int(count[place]) for count in counts)
        slice_sums = ValueSums(
            *((a, b, c), bool(is_share[place]), float(origin[place])),
            np.ascontiguousarray(sums[:, place]),
        )
        return self._of(slice_sums)

    def total(self) -> RowSums:
        """Return the sums of all slices."""
        held = self._sums
        while (n := len(held.origin)) > 1:
            h = n // 2
            both = merged(_at(held, slice(h)), _at(held, slice(h, 2 * h)))
            held = _joined_sums([both, _at(held, slice(n - 1, n))]) if n % 2 else both
        return RowTable(self._metric, self._parameters, held).at(0)

    def _of(self, sums: ValueSums) -> RowSums:
        return RowSums.of_values(self._metric, self._parameters, sums)

    def added(
        self, other: Any, mine: Places, theirs: Places, n: int
    ) -> RowTable | SummaryList:
        """Return both, among n slices."""
        sides = _placed(self._sums, mine, n), _placed(other._sums, theirs, n)
        return RowTable(self._metric, self._parameters, merged(*sides))

    def values(self, metric: BoundMetric) -> NDArray[np.float64]:
        """Return the value of each slice, NaN where it is undefined."""
        mean = self._sums.mean(metric.row.leaves_out(self._parameters))
        return make(metric.row, mean, self._sums.weight)

    def closed_bounds(self, metric: BoundMetric) -> None:
        """Leave bounds to the plans of single slices."""

    def intervals(self, metric: BoundMetric, level: float) -> None:
        """Leave intervals to the plans of single slices."""

    def packed(self) -> tuple[dict[str, Any], list[bytes]]:
        """Return it as JSON and bytes."""
        counts, is_share, origin, sums = self._sums
        whole = [*counts, is_share]
        parts = [array.astype("<i8").tobytes() for array in whole]
        parts += [array.astype("<f8").tobytes() for array in (origin, *sums)]
        return {"metric": self._metric, "parameters": self._parameters}, parts

    @classmethod
    def taken(
        cls, header: Mapping[str, Any], reader: Reader, n: int, of: Format
    ) -> RowTable | SummaryList:
        """Read what `packed` has written of n slices, or a list of such summaries."""
        if "metric" not in header:
            listed = SummaryList.taken(header, reader, n, of)
            return cls.of_list([listed.at(place) for place in range(n)]) or listed
        # It checks the metric and its parameters.
        metric, parameters = str(header["metric"]), dict(header["parameters"])
        counts = [reader.take("<i8", n) for _ in range(3)]
        is_share = reader.take("<i8", n)
        origin, *sums = (reader.take("<f8", n) for _ in range(10))
        sums_found = ValueSums(
            *((counts[0], counts[1], counts[2]), is_share == 1, origin), np.array(sums)
        )
        wrong = sums_found.cannot_be()
        if wrong or np.min(counts) < 0 or (is_share > 1).any() or (is_share < 0).any():
            raise of.damaged(wrong or "the numbers of rows cannot be")
        table = cls(metric, parameters, sums_found)
        if n:
            RowSums.from_bytes(table.at(0).to_bytes())  # there is such a metric
        return table

    @classmethod
    def of_list(cls, parts: Sequence[RowSums]) -> RowTable | None:
        """Return a table of the sums of slices; None where they are of queries."""
        if not parts or not isinstance(parts[0].row.how, RowMean):
            return None
        sums = _joined_sums([_alone(part.sums) for part in parts])
        return cls(parts[0].metric, parts[0].parameters, sums)


def _mapped(way: Any, *sums: ValueSums) -> ValueSums:
    """Apply a function to all arrays, whose last axis is the slice."""
    counts = (way(*each) for each in zip(*(part.counts for part in sums), strict=True))
    rest = (way(*each) for each in zip(*(part[1:] for part in sums), strict=True))
    return ValueSums(tuple(counts), *rest)


def _at(sums: ValueSums, places: Any) -> ValueSums:
    return _mapped(lambda array: array[..., places], sums)


def _alone(sums: ValueSums) -> ValueSums:
    """Return the sums of one set of rows with an axis of sets."""
    return _mapped(lambda array: np.asarray(array)[..., None], sums)


def _joined_sums(parts: Iterable[ValueSums]) -> ValueSums:
    return _mapped(lambda *each: np.concatenate(each, axis=-1), *parts)


def _placed(sums: ValueSums, places: Places, n: int) -> ValueSums:
    """Return sums of n sets of rows, of which others have none."""

    def placed(array: NDArray[Any]) -> NDArray[Any]:
        # All values of no rows are shares.
        values = np.full((*array.shape[:-1], n), array.dtype == bool, array.dtype)
        values[..., places] = array
        return values

    return _mapped(placed, sums)
