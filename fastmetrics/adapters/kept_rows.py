"""Kept rows of scores: their keys by class, and the numbers of their slices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.arrays import sort_pairs
from fastmetrics._inputs.groups import Slices, slices_of, united
from fastmetrics._inputs.rows import check_missing
from fastmetrics._inputs.scores import row_scores, split_scores
from fastmetrics._kernels import sort

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.adapters.batch_summaries import Batch

# Rows that are counted at a time, which takes several times their memory.
_COUNTED = 1 << 20


def rows_of(batch: Batch, in_order: bool) -> Any:
    """Return the scores of a batch before any is chosen, in order or split by class."""
    columns, positive = batch.columns, batch.options.get("pos_label")
    true, scores = columns["y_true"], columns["y_score"]
    if batch.weights is None and not in_order:
        return split_scores(true, scores, pos_label=positive)
    return row_scores(true, scores, pos_label=positive, sample_weight=batch.weights)


class Side(NamedTuple):
    """The keys of the rows of one class, and columns that go with them.

    ``counts`` are there if equal rows were counted once; their weights are then sums.
    """

    keys: NDArray[Any]
    weights: NDArray[np.float64] | None = None
    slices: NDArray[np.unsignedinteger[Any]] | None = None
    counts: NDArray[np.int64] | None = None

    @property
    def n_bytes(self) -> int:
        """The memory in bytes."""
        return sum(column.nbytes for column in self if column is not None)

    def taken(self, rows: Any) -> Side:
        """Return some of the rows."""
        columns: Any = (None if column is None else column[rows] for column in self)
        return Side(*columns)

    def between(self, low: int, last: int) -> Side:
        """Return the rows with keys from one bound to the other."""
        return self._with(*sort.between(self.keys, self._numbers(), low, last))

    def dealt(self, buckets: sort.Buckets) -> tuple[Side, list[int]]:
        """Return the rows bucket by bucket, and where each bucket starts."""
        keys, rows, starts = buckets.deal(self.keys, self._numbers())
        return self._with(keys, rows), starts.tolist()

    def _numbers(self) -> NDArray[np.uint64] | None:
        """Return the number of each row; None if no columns go with the keys."""
        if all(column is None for column in self[1:]):
            return None
        return np.arange(len(self.keys), dtype=np.uint64)

    def _with(self, keys: NDArray[Any], rows: NDArray[np.uint64] | None) -> Side:
        """Return rows of these keys and numbers."""
        if rows is None:
            return Side(keys)
        at = rows.view(np.intp)
        beside: Any = (None if c is None else c[at] for c in self[1:])
        return Side(keys, *beside)

    def counted(self) -> Side:
        """Return the rows with equal ones counted once."""
        starts = range(0, len(self.keys), _COUNTED)
        parts = [self.taken(slice(at, at + _COUNTED))._counted() for at in starts]
        if len(parts) > 1:
            return Side.joined(parts)._counted()
        return parts[0] if parts else self._counted()

    def _counted(self) -> Side:
        keys, order = self.keys, np.arange(len(self.keys))
        if self.slices is not None:
            order = np.argsort(self.slices, kind="stable")
            keys = keys[order]
        keys, numbers = sort_pairs(keys, order.view(np.uint64))
        rows = self._with(keys, numbers)
        is_first = np.append(True, keys[1:] != keys[:-1])[: len(keys)]
        if rows.slices is not None:
            is_first[1:] |= rows.slices[1:] != rows.slices[:-1]
        starts = np.flatnonzero(is_first)
        counts, weights = np.diff(starts, append=len(keys)), rows.weights
        if rows.counts is not None:
            counts = np.add.reduceat(rows.counts, starts)
        if weights is not None:
            weights = np.add.reduceat(weights, starts)
        return rows.taken(starts)._replace(weights=weights, counts=counts)

    @staticmethod
    def joined(parts: Sequence[Side]) -> Side:
        """Return the rows of several; if some were counted, so are all."""
        if any(part.counts is not None for part in parts):
            ones = [np.ones(len(part.keys), np.int64) for part in parts]
            parts = [
                part if part.counts is not None else part._replace(counts=one)
                for part, one in zip(parts, ones, strict=True)
            ]
        columns = zip(*parts, strict=True)
        joined: Any = (None if c[0] is None else np.concatenate(c) for c in columns)
        return Side(*joined)


class Rows(NamedTuple):
    """The rows of either class, in the order in which they came."""

    positives: Side
    negatives: Side

    @property
    def n_bytes(self) -> int:
        """The memory in bytes."""
        return self.positives.n_bytes + self.negatives.n_bytes

    @property
    def size(self) -> int:
        """How many rows there are, or counts of rows."""
        return len(self.positives.keys) + len(self.negatives.keys)

    @property
    def are_counted(self) -> bool:
        """Whether equal rows were counted once."""
        return self.positives.counts is not None

    def between(self, low: int, high: int | None) -> Rows:
        """Return the rows with keys from one bound to below the other; None: no end."""
        n_bits = 8 * self.positives.keys.itemsize
        last = (1 << n_bits if high is None else high) - 1
        return Rows(*(side.between(low, last) for side in self))

    def counted(self) -> Rows:
        """Return the rows with equal ones counted once."""
        return Rows(*(side.counted() for side in self))

    def spaced(self) -> NDArray[Any]:
        """Return some of the keys, evenly spaced."""
        step = max(1, self.size // 1024)
        return np.concatenate([side.keys[::step] for side in self])

    @classmethod
    def joined(cls, parts: Sequence[Rows]) -> Rows:
        """Return the rows of several; if some were counted, so are all."""
        return cls(*(Side.joined(sides) for sides in zip(*parts, strict=True)))

    def by_slice(self) -> Iterator[tuple[int, Rows]]:
        """Yield the number of each slice that has rows, and these."""
        slices: list[Any] = [side.slices for side in self]
        orders = [np.argsort(of_side, kind="stable") for of_side in slices]
        sides = [side.taken(order) for side, order in zip(self, orders, strict=True)]
        slices = [side.slices for side in sides]
        numbers = np.union1d(*slices)
        starts, ends = (
            [np.searchsorted(of_side, numbers, end).tolist() for of_side in slices]
            for end in ("left", "right")
        )
        for number, *places in zip(numbers.tolist(), *starts, *ends, strict=True):
            bounds = map(slice, places[:2], places[2:])
            parts = (side.taken(at) for side, at in zip(sides, bounds, strict=True))
            yield number, Rows(*parts)


class NumberedSlices:
    """The slices of all batches, numbered in the order in which they come.

    Parameters
    ----------
    missing : {"raise", "group"}
        What becomes of rows that lack a value.

    Attributes
    ----------
    n_rows : ndarray of int64
        How many rows each slice has, by its number.
    """

    def __init__(self, missing: str) -> None:
        self._missing = check_missing(missing, sliced=True, settings={})
        self._slices: Slices | None = None  # ascending
        self._numbers = np.zeros(0, np.int64)  # of each of these
        self.n_rows = np.zeros(0, np.int64)

    def numbers_of(
        self, by: Mapping[str, Any], *, is_first_pass: bool
    ) -> NDArray[np.unsignedinteger[Any]]:
        """Return the slice of each row of a batch; the first pass counts the rows.

        Raises
        ------
        ValueError
            If there is a slice that was not there in the first pass.
        """
        cut = slices_of(by, len(next(iter(by.values()))), self._missing)
        known = self._slices
        both = cut if known is None else united(known, cut)
        places = np.arange(len(cut)) if known is None else both.codes[len(known) :]
        n_known = len(self._numbers)
        if len(both) > n_known:
            if not is_first_pass:
                raise ValueError(
                    f"{', '.join(cut.names)} has changed while it was read"
                )
            numbers = np.full(len(both), -1)
            if known is not None:
                numbers[both.codes[:n_known]] = self._numbers
            numbers[numbers < 0] = np.arange(n_known, len(both))
            self._slices, self._numbers = both.without_rows(), numbers
        kind = np.min_scalar_type(len(self._numbers) - 1)
        codes = self._numbers[places].astype(kind)[cut.codes]
        if is_first_pass:
            self.n_rows = np.bincount(codes, minlength=len(both)) + np.pad(
                self.n_rows, (0, len(both) - n_known)
            )
        return codes

    def ascending(self) -> tuple[Slices, NDArray[np.int64]]:
        """Return all slices, and the number of each."""
        assert self._slices is not None
        return self._slices, self._numbers
