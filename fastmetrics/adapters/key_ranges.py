"""Scores that outgrow memory, read in passes over ranges of the scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from fastmetrics._common.arrays import sort_column, spread
from fastmetrics._inputs.scores import ScoreKind
from fastmetrics._kernels import sort
from fastmetrics._kernels.labelled import LabelledScores
from fastmetrics.adapters.accumulated_metrics import PlainBatch, summed
from fastmetrics.adapters.kept_rows import Rows, Side, rows_of
from fastmetrics.adapters.paired_scores import (
    SWEEP,
    PairedAccumulator,
    are_compared,
    shares_for,
)
from fastmetrics.metrics.scores.class_areas import ClassSweeps
from fastmetrics.metrics.scores.continued_sweep import ContinuedSweep
from fastmetrics.metrics.scores.score_sweep import ScoreSweep
from fastmetrics.metrics.scores.sorted_scores import SortedKeys
from fastmetrics.resampling.plan import Design

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.adapters.batch_summaries import Batch, Kind, State
    from fastmetrics.adapters.kept_rows import NumberedSlices
    from fastmetrics.metrics.record import Metric
    from fastmetrics.metrics.summary import Handed

# A pass keeps the keys of one range, the highest first; when it ends, they go into a
# `ContinuedSweep`, which goes on from there in the next pass. A sample of all keys,
# taken in the first pass, says how far down a range may reach; where it was wrong, the
# range is cut shorter while it is gathered, and the next one is the longer. Slices have
# a sweep each: kept rows know their slice, and each range goes into all sweeps.


# So much of what may be kept a range is meant to fill: a sample is not exact.
_FILLED = 0.9
# Rows that are sorted and reduced in one go, while they are in the cache.
_TILE = 1 << 16
# Rows of each slice, on average, that are worth a call.
_TILE_OF_SLICE = 1 << 12
# Batches are joined to about so many parts of what may be kept. A part is copied when
# it is cut or dealt into tiles; large ones go back to the system when they are freed.
_PARTS = 32
# Rows of each class that tell how many are equal.
_LOOKS = 1 << 17
# Bytes that a row takes, at most, while its tile goes into sweeps.
_BYTES_IN_TILE = 64
# Bytes that a range may take however little there is.
_LEAST = 1 << 16
# Keys that say where ranges are cut.
_SAMPLE = 1 << 16


# Requested metrics and their parameters.
Readings: TypeAlias = "Sequence[tuple[Metric, Mapping[str, Any]]]"


class KeyRange:
    """The keys of a model that one pass after the other keeps.

    Parameters
    ----------
    n_bytes : int
        What may be kept.
    n_rows : int or None
        How many rows there are in all, if that is known.
    """

    def __init__(self, n_bytes: int, n_rows: int | None) -> None:
        self._n_rows = n_rows
        self._most = max(n_bytes, _LEAST)
        self._kind: ScoreKind | None = None
        self._sample: list[NDArray[Any]] = []
        self._stride, self._sampled = 1, 0
        self._low, self._high = 0, None  # type: int, int | None
        self._batches: list[Rows] = []  # the last ones
        self._held: list[Rows] = []  # those before, in parts
        self._bytes = self._bytes_of_batches = 0
        self._seen = 0  # rows, in this pass
        self._totals: list[Any] = [0, 0]
        self._totals_by_slice = [np.zeros(0), np.zeros(0)]
        self._sweep: ContinuedSweep | None = None
        self.sweeps: list[ContinuedSweep] = []  # of slices
        self._row_bytes = 0
        self.weighted = False
        # Whether there is more than one range.
        self.is_cut = False
        self.is_done = False

    # --- a pass

    def add(self, rows: Any, slices: NDArray[Any] | None = None) -> None:
        """Add a batch; rows in the range are kept. ``slices``: the slice of each."""
        is_first = self._sweep is None
        if self._kind is None:
            self._kind = rows.kind
        elif self._kind != rows.kind:
            raise ValueError(
                f"y_score has dtype {rows.kind.dtype} here and {self._kind.dtype} "
                "before: all files must have one"
            )
        self._seen += len(rows.keys)
        mine = self._split(rows, slices)
        if is_first:
            self._look_at(rows.keys)
            self._add_totals(mine)
        if self._low or self._high is not None:
            mine = mine.between(self._low, self._high)
        if mine.size:
            self._batches.append(mine)
            self._bytes += mine.n_bytes
            self._bytes_of_batches += mine.n_bytes
            if self._bytes_of_batches > self._most // _PARTS:
                self._join_batches()
            if self._bytes > self._most:
                self._make_room()

    def _join_batches(self) -> None:
        """Make a part of the last batches."""
        if self._batches:
            self._held.append(Rows.joined(self._batches))
        self._batches, self._bytes_of_batches = [], 0

    def _look_at(self, keys: NDArray[Any]) -> None:
        """Put some of the keys to the sample."""
        self._sample.append(keys[:: self._stride].copy())
        self._sampled += len(self._sample[-1])
        if self._sampled > _SAMPLE:
            whole = np.concatenate(self._sample)[::4]
            self._sample, self._sampled = [whole.copy()], len(whole)
            self._stride *= 4

    def _split(self, rows: Any, slices: NDArray[Any] | None) -> Rows:
        """Return the rows by their class."""
        keys = rows.keys
        n_pos = getattr(rows, "n_pos", None)
        if n_pos is not None:
            return Rows(Side(keys[:n_pos]), Side(keys[n_pos:]))
        if slices is not None and rows.rows is not None:
            slices = slices[rows.rows]
        self.weighted = rows.weights is not None
        every = Side(keys, rows.weights, slices)
        return Rows(*(every.taken(np.flatnonzero(rows.labels == k)) for k in (1, 0)))

    def _add_totals(self, rows: Rows) -> None:
        """Add up the weight of each class, in all rows and in each slice."""
        for k, side in enumerate(rows):
            weights = side.weights
            self._totals[k] += len(side.keys) if weights is None else weights.sum()
            if side.slices is not None:
                known = self._totals_by_slice[k]
                sums = np.bincount(side.slices, weights, len(known)).astype(float)
                sums[: len(known)] += known
                self._totals_by_slice[k] = sums
        self._row_bytes = max(self._row_bytes, -(-rows.n_bytes // max(rows.size, 1)))

    # --- where there is too much

    def _make_room(self) -> None:
        """Cut the range shorter, or count equal scores together."""
        self._join_batches()
        if self._has_ties():
            self._count()
            if 2 * self._bytes > self._most:
                self._cut(self._middle())
            return
        n = sum(rows.size for rows in self._held)
        part = 0.5
        if self._n_rows and self._sweep is None:
            # The same proportion of the remaining rows lies in the range.
            part = _FILLED * self._seen / self._n_rows
        keep = max(int(min(part, 0.75) * n), 1)
        every = np.sort(np.concatenate([rows.spaced() for rows in self._held]))
        at = len(every) - max(int(keep / n * len(every)), 1)
        low = int(every[at]) + 1
        left = sum(np.count_nonzero(side.keys >= low) for r in self._held for side in r)
        if 4 * left < keep:
            # One score has so many rows: they are counted, and stay.
            self._count()
            if 2 * self._bytes <= self._most:
                return
            low = self._middle()
        self._cut(low)

    def _has_ties(self) -> bool:
        """Whether of some rows each score has two on average."""
        uncounted = [rows for rows in self._held if not rows.are_counted]
        some = max(uncounted, key=lambda rows: rows.size)
        keys = np.concatenate([side.keys[:_LOOKS] for side in some])
        return 2 * len(np.unique(keys)) <= len(keys)

    def _middle(self) -> int:
        """Return the key above which a half of the kept rows is, or of their counts."""
        every = np.sort(np.concatenate([rows.spaced() for rows in self._held]))
        return int(every[len(every) // 2])

    def _cut(self, low: int) -> None:
        """Keep the rows from a key on; each batch is let go of when it was cut."""
        self._low, self.is_cut = low, True
        for at, rows in enumerate(self._held):
            self._held[at] = rows.between(low, None)
        self._held = [rows for rows in self._held if rows.size]
        self._bytes = sum(rows.n_bytes for rows in self._held)

    def _count(self) -> None:
        """Count equal rows once."""
        for at, rows in enumerate(self._held):
            self._held[at] = rows.counted()
        self._held = [Rows.joined(self._held).counted()]
        self._bytes = sum(rows.n_bytes for rows in self._held)

    # --- the end of a pass

    def finish(
        self, readings: Readings, of_slices: Readings, n_slices: int, shares: int
    ) -> None:
        """Add the kept rows to the sweeps, and move on to the next range.

        ``readings``: the metrics to compute from the sweep of all rows, ``of_slices``
        from the sweeps of slices. ``shares``: the parts of a class that cells of the
        sweep of all rows are cut by.
        """
        if self._sweep is None:
            n_pos, n_neg = self._totals
            self._sweep = self._begun(readings, n_pos, n_neg, shares)
            sides = [np.pad(t, (0, n_slices))[:n_slices] for t in self._totals_by_slice]
            self.sweeps = [
                self._begun(of_slices, *totals)
                for totals in zip(*map(np.ndarray.tolist, sides), strict=True)
            ]
            self._n_rows = self._seen
        elif self._seen != self._n_rows:
            raise ValueError(
                f"there were {self._n_rows} rows before and are {self._seen} now: they "
                "have changed while they were read"
            )
        self._seen = 0
        self._join_batches()
        for tile, is_low in self._tiles():
            self._add_tile(tile, is_low)
        self._bytes = 0
        self.is_done = self._low == 0
        if not self.is_done:
            self._high = self._low
            self._low = self._next_low()
        else:
            for sweep in self.sweeps:
                sweep.finish()

    def _begun(
        self, readings: Readings, n_pos: float, n_neg: float, shares: int = 0
    ) -> ContinuedSweep:
        """Return the sweep of so many rows, or of rows of such weights."""
        kind = float if self.weighted else int
        return ContinuedSweep(
            readings,
            kind(n_pos),
            kind(n_neg),
            weighted=self.weighted,
            variance=not self.weighted,
            shares=shares,
        )

    def _add_tile(self, tile: Rows, is_low: bool) -> None:
        """Add neighbouring rows to the sweep of all rows, and to those of slices."""
        assert self._sweep is not None
        self._add_to(self._sweep, tile, is_low)
        if self.sweeps:
            parts = [*tile.by_slice()]

            def add(at: int) -> None:
                number, rows = parts[at]
                self._add_to(self.sweeps[number], rows, is_low)

            spread(tile.size)(add, range(len(parts)))

    def _add_to(self, sweep: ContinuedSweep, rows: Rows, is_low: bool) -> None:
        assert self._kind is not None
        if not rows.are_counted and not self.weighted:
            sweep.add(_in_order(rows, is_low, self._kind))
            return
        keys = np.concatenate([side.keys for side in rows])
        n_pos = len(rows.positives.keys)
        if not rows.are_counted:
            labels = np.zeros(len(keys), np.uint8)
            labels[:n_pos] = 1
            own: list[Any] = [side.weights for side in rows]
            weights = np.concatenate(own)
            scores = self._kind.decode(keys, reuse=True)
            sweep.add(labels, scores, pos_label=1, sample_weight=weights)
            return
        distinct, places = np.unique(keys, return_inverse=True)
        sides = []
        for side, at in zip(rows, np.split(places, [n_pos]), strict=True):
            values: Any = side.counts if side.weights is None else side.weights
            sums = np.bincount(at, values, len(distinct))
            sides.append(sums.astype(values.dtype)[::-1])
        sweep.add(ScoreSweep(self._kind.decode(distinct[::-1]), *sides))

    def _tiles(self) -> Iterator[tuple[Rows, bool]]:
        """Yield the rows that were kept in parts, the highest scores first.

        And whether their keys are without their highest bit.
        """
        if not self._held:
            return
        n = sum(rows.size for rows in self._held)
        most = max(_TILE, min(_TILE_OF_SLICE * len(self.sweeps), self._room_for_tile()))
        buckets = sort.Buckets(np.concatenate([r.spaced() for r in self._held]), n)
        dealt: list[list[tuple[Side, list[int]]]] = [[], []]
        sizes = np.zeros(buckets.n_buckets, np.int64)
        while self._held:  # each part is let go of when it is dealt
            for side, of_side in zip(self._held.pop(0), dealt, strict=True):
                of_side.append(side.dealt(buckets))
                sizes += np.diff(of_side[-1][1])
        first = last = buckets.n_buckets
        while last:
            first, held = last - 1, sizes[last - 1]
            while first not in (0, buckets.n_low) and held + sizes[first - 1] <= most:
                first -= 1
                held += sizes[first]
            if held:
                tile = Rows(*(_cut_out(of_side, first, last) for of_side in dealt))
                yield tile, last <= buckets.n_low
            last = first

    def _room_for_tile(self) -> int:
        """Return for how many rows of a tile there is memory."""
        left = max(self._most - self._bytes, self._most // _PARTS)
        return left // _BYTES_IN_TILE

    def _next_low(self) -> int:
        """Return the lower end of the next range."""
        sample = np.sort(np.concatenate(self._sample))
        assert self._n_rows is not None
        left = int(np.searchsorted(sample, sample.dtype.type(self._high)))
        share = _FILLED * self._most / (self._row_bytes * self._n_rows)
        at = left - max(int(share * len(sample)), 1)
        return int(sample[at]) if at > 0 else 0

    @property
    def n_passes(self) -> int:
        """About how many passes there are still to be."""
        if self.is_done or not self._sample:
            return 0 if self.is_done else 1
        sample = np.concatenate(self._sample)
        below = sample if self._high is None else sample[sample < self._high]
        assert self._n_rows is not None
        left = len(below) / max(len(sample), 1) * self._n_rows * self._row_bytes
        return max(1, -int(-left // (_FILLED * self._most)))

    @property
    def sweep(self) -> ContinuedSweep:
        """The sweep of all rows, when all passes are done."""
        assert self._sweep is not None
        return self._sweep


def _cut_out(dealt: Sequence[tuple[Side, list[int]]], first: int, last: int) -> Side:
    """Return the rows in some buckets."""
    return Side.joined([side.taken(slice(at[first], at[last])) for side, at in dealt])


def _in_order(rows: Rows, is_low: bool, kind: ScoreKind) -> SortedKeys:
    """Sort rows whose keys all have the same highest bit."""
    positives, negatives = (side.keys for side in rows)
    n_pos, bit = len(positives), positives.dtype.type(1)
    labelled = np.concatenate([positives, negatives])
    labelled <<= bit
    labelled[:n_pos] |= bit
    n_low = len(labelled) if is_low else 0
    return SortedKeys(LabelledScores(sort_column(labelled), n_low, n_pos, kind))


# --- RangedAccumulator: an accumulator that keeps a bounded number of scores at a time

_SCORES = "binary_scores"


class RangedAccumulator(PairedAccumulator):
    """Accumulator of rows that are read in several passes.

    The first pass takes all: `update`. Where scores are more than may be kept, each
    further pass takes a range of them: `take_scores`. After each, `finish` says whether
    that was the last. Where rows have slices, `cut` comes before each of the two. If
    models are compared, one more pass takes all scores.
    """

    __slots__ = (
        *("_again", "_codes", "_most", "_of_classes", "_pass"),
        *("_compares", "_rows_in_all"),
        *("ranges", "sliced_metrics", "slices"),
    )

    _again: PlainBatch | None  # kind of the last batch of scores
    _codes: NDArray[Any] | None  # the slice of each row of the next batch
    _most: int
    _of_classes: int  # bytes that sweeps of classes take at most
    _pass: int
    _compares: bool  # whether rows can be read once more, for pairs of models
    _rows_in_all: int | None
    ranges: dict[tuple[Kind, str], KeyRange]
    slices: NumberedSlices | None
    # Names of the metrics that are computed in each slice.
    sliced_metrics: Sequence[str]

    def __init__(
        self,
        metrics: Any,
        most: int,
        n_rows: int | None,
        slices: NumberedSlices | None = None,
        compares: bool = False,
        **settings: Any,
    ) -> None:
        super().__init__(metrics, **settings)
        self._most, self._rows_in_all, self.ranges = most, n_rows, {}
        self._again, self._of_classes, self._pass = None, 0, 0
        self.slices, self.sliced_metrics, self._codes = slices, (), None
        self.paired, self._compares = {}, compares

    @property
    def outgrows(self) -> bool:
        """Whether scores are more than may be kept at a time."""
        return any(range_.is_cut for range_ in self.ranges.values())

    @property
    def n_passes(self) -> int:
        """The approximate number of remaining passes."""
        left = max((range_.n_passes for range_ in self.ranges.values()), default=0)
        return left + any(map(self._is_compared, self._kinds()))

    def _made(self, kind: Kind, batch: Batch) -> Any:
        if kind.summary != SWEEP:
            return super()._made(kind, batch)
        return rows_of(batch, self._codes is not None or bool(self.paired))

    def _kept(self, pieces: State) -> State:
        self._add(pieces)
        more = _bytes_of_classes(pieces)
        self._of_classes += more
        if self._of_classes > self._most:  # equal scores are one when added up
            before = self._held.total() if self._held.n_batches else {}
            self._of_classes = _bytes_of_classes(before) + more
            if self._of_classes > self._most:
                raise ValueError(
                    "the probabilities of all classes, which multiclass_auc_score "
                    "keeps, do not fit: give more memory, or leave it out"
                )
        return super()._kept(
            {
                model: {k: s for k, s in kinds.items() if k.summary != SWEEP}
                for model, kinds in pieces.items()
            }
        )

    def _kinds(self) -> set[Kind]:
        """Return the kinds of sweeps."""
        return {kind for kind, _ in self.ranges}

    def _is_compared(self, kind: Kind) -> bool:
        """Whether models are compared, for which rows are read once more."""
        return self._compares and are_compared(self._ranges_of(kind))

    def _ranges_of(self, kind: Kind) -> dict[str, KeyRange]:
        """Return the ranges of all models."""
        return {m: range_ for (own, m), range_ in self.ranges.items() if own == kind}

    def _add(self, pieces: State) -> None:
        for model, kinds in pieces.items():
            for kind, piece in kinds.items():
                if kind.summary != SWEEP:
                    continue
                if (kind, model) not in self.ranges:
                    share = self._most // len(pieces)
                    self.ranges[kind, model] = KeyRange(share, self._rows_in_all)
                if not self.ranges[kind, model].is_done:
                    self.ranges[kind, model].add(piece, self._codes)

    def cut(self, by: Mapping[str, Any]) -> None:
        """Find the slice of each row of the next batch."""
        assert self.slices is not None
        self._codes = self.slices.numbers_of(by, is_first_pass=self._pass == 0)

    def take_scores(
        self, columns: Mapping[str, Any], sample_weight: Any = None
    ) -> None:
        """Add the scores of a batch whose other columns were added before."""
        design = Design(sample_weight)
        gathered, self._again = self._gathered(columns, design, {_SCORES}, self._again)
        parts = [part for part in self._parts if part.kind.summary == SWEEP]
        options = self._settings
        pieces, _ = summed(
            parts, gathered, sample_weight, options, None, "raise", self._made
        )
        for kind, paired in self.paired.items():
            paired.place({model: kinds[kind] for model, kinds in pieces.items()})
        self._add(pieces)

    def finish(self) -> bool:
        """End a pass; return whether it was the last."""
        self._pass += 1
        wanted = self.wanted_of(self.sliced_metrics).values()
        n_slices = 0
        if self.slices is not None and self.sliced_metrics:
            n_slices = len(self.slices.n_rows)
        for (kind, _), range_ in self.ranges.items():
            if not range_.is_done:
                of_slices = [(m.row, m.parameters) for own, m in wanted if own == kind]
                readings = self.readings_of(kind)
                shares = shares_for(readings, self._is_compared(kind))
                range_.finish(readings, of_slices, n_slices, shares)
        if not all(range_.is_done for range_ in self.ranges.values()):
            return False
        if self.paired or not any(map(self._is_compared, self._kinds())):
            return True
        for kind in filter(self._is_compared, self._kinds()):
            ranges = self._ranges_of(kind).items()
            self.compare(kind, {m: range_.sweep for m, range_ in ranges}, self._most)
        return False

    def handed_out(self) -> Mapping[str, Mapping[str, Sequence[Handed]]]:
        """Return each summary and the metrics computed from it, by family and model."""
        reads: dict[str, dict[str, list[Handed]]] = {
            family: {model: [*parts] for model, parts in by_model.items()}
            for family, by_model in super().handed_out().items()
        }
        for part in self._parts:
            for (kind, model), range_ in self.ranges.items():
                if kind == part.kind:
                    by_model = reads.setdefault(part.family, {})
                    summary_reads: Any = range_.sweep, self.readings_of(kind)
                    by_model.setdefault(model, []).append(summary_reads)
        return reads


def _bytes_of_classes(state: State) -> int:
    return sum(
        summary.n_bytes
        for kinds in state.values()
        for summary in kinds.values()
        if isinstance(summary, ClassSweeps)
    )
