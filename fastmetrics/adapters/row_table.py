"""RowTable: what rows contribute to a mean, added up in each slice, as one table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.adapters.batch_summaries import row_columns
from fastmetrics.adapters.slice_parts import SliceParts, SummaryList
from fastmetrics.catalog import find
from fastmetrics.metrics.how import RowMean
from fastmetrics.metrics.row_sums import ReadRows, RowSums, make
from fastmetrics.metrics.value_sums import ValueSums, add_up, merged

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.packing import Format, Reader
    from fastmetrics.adapters.batch_summaries import Batch, Kind
    from fastmetrics.adapters.slice_parts import Places
    from fastmetrics.resampling.plan import MetricCall

__all__ = ["RowTable"]


class RowTable(SliceParts):
    """The sums of a mean over rows in each slice, side by side.

    Of means over queries, whose ids are kept, there is a list of summaries.
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
        a, b, c = (int(one[place]) for one in counts)
        one = ValueSums(
            *((a, b, c), bool(is_share[place]), float(origin[place])),
            np.ascontiguousarray(sums[:, place]),
        )
        return self._of(one)

    def total(self) -> RowSums:
        """Return the sums of all slices."""
        held = self._sums
        while (n := len(held.origin)) > 1:
            h = n // 2
            both = merged(_at(held, slice(h)), _at(held, slice(h, 2 * h)))
            held = _joined([both, _at(held, slice(n - 1, n))]) if n % 2 else both
        return RowTable(self._metric, self._parameters, held).at(0)

    def _of(self, sums: ValueSums) -> RowSums:
        return RowSums.of_values(self._metric, self._parameters, sums)

    def added(
        self, other: Any, mine: Places, theirs: Places, n: int
    ) -> RowTable | SummaryList:
        """Return both, among n slices."""
        sides = _placed(self._sums, mine, n), _placed(other._sums, theirs, n)
        return RowTable(self._metric, self._parameters, merged(*sides))

    def values(self, asked: MetricCall) -> NDArray[np.float64]:
        """Return the value of each slice, NaN where it is undefined."""
        mean = self._sums.mean(asked.row.leaves_out(self._parameters))
        return make(asked.row, mean, self._sums.weight)

    def closed_bounds(self, asked: MetricCall) -> None:
        """Leave bounds to the plans of single slices."""

    def packed(self) -> tuple[dict[str, Any], list[bytes]]:
        """Return it as JSON and bytes."""
        counts, is_share, origin, sums = self._sums
        whole = [*counts, is_share]
        parts = [one.astype("<i8").tobytes() for one in whole]
        parts += [one.astype("<f8").tobytes() for one in (origin, *sums)]
        return {"metric": self._metric, "parameters": self._parameters}, parts

    @classmethod
    def taken(
        cls, told: Mapping[str, Any], reader: Reader, n: int, of: Format
    ) -> RowTable | SummaryList:
        """Read what `packed` has written of n slices, or a list of such summaries."""
        if "metric" not in told:
            listed = SummaryList.taken(told, reader, n, of)
            return cls.of_list([listed.at(place) for place in range(n)]) or listed
        # Which judges the metric and its parameters.
        metric, parameters = str(told["metric"]), dict(told["parameters"])
        counts = [reader.take("<i8", n) for _ in range(3)]
        is_share = reader.take("<i8", n)
        origin, *sums = (reader.take("<f8", n) for _ in range(10))
        found = ValueSums(
            *((counts[0], counts[1], counts[2]), is_share == 1, origin), np.array(sums)
        )
        wrong = found.cannot_be()
        if wrong or np.min(counts) < 0 or (is_share > 1).any() or (is_share < 0).any():
            raise of.damaged(wrong or "the numbers of rows cannot be")
        made = cls(metric, parameters, found)
        if n:
            RowSums.from_bytes(made.at(0).to_bytes())  # there is such a metric
        return made

    @classmethod
    def of_list(cls, parts: Sequence[RowSums]) -> RowTable | None:
        """Return a table of the sums of slices; None where they are of queries."""
        if not parts or not isinstance(parts[0].row.how, RowMean):
            return None
        sums = _joined([_alone(one.sums) for one in parts])
        return cls(parts[0].metric, parts[0].parameters, sums)


def _mapped(way: Any, *given: ValueSums) -> ValueSums:
    """Return what a function makes of all arrays, whose last axis is that of slices."""
    counts = (way(*each) for each in zip(*(one.counts for one in given), strict=True))
    rest = (way(*each) for each in zip(*(one[1:] for one in given), strict=True))
    return ValueSums(tuple(counts), *rest)


def _at(sums: ValueSums, places: Any) -> ValueSums:
    return _mapped(lambda one: one[..., places], sums)


def _alone(sums: ValueSums) -> ValueSums:
    """Return the sums of one set of rows as those of one of many."""
    return _mapped(lambda one: np.asarray(one)[..., None], sums)


def _joined(parts: Iterable[ValueSums]) -> ValueSums:
    return _mapped(lambda *each: np.concatenate(each, axis=-1), *parts)


def _placed(sums: ValueSums, places: Places, n: int) -> ValueSums:
    """Return sums of n sets of rows, of which others have none."""

    def placed(one: NDArray[Any]) -> NDArray[Any]:
        # All values of no rows are shares.
        found = np.full((*one.shape[:-1], n), one.dtype == bool, one.dtype)
        found[..., places] = one
        return found

    return _mapped(placed, sums)
