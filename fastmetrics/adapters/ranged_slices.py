"""Metrics by slices of rows that do not fit into memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._inputs.groups import Slices, slices_of, united
from fastmetrics._inputs.rows import check_missing
from fastmetrics._inputs.scores import RowScores, row_scores, split_scores
from fastmetrics.adapters.accumulator import Accumulator
from fastmetrics.adapters.key_ranges import KeyRange, RangedAccumulator
from fastmetrics.adapters.slice_parts import SliceParts
from fastmetrics.adapters.sliced_summaries import (
    SlicedSummaries,
    SlicedSummary,
    grouped,
)
from fastmetrics.adapters.tables import WEIGHT, filled, put, weighs_nothing
from fastmetrics.catalog import find, namesakes
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.scores.continued_sweep import ContinuedSweep
from fastmetrics.metrics.scores.score_sweep import ScoreSweep
from fastmetrics.report.models import metric_names
from fastmetrics.report.sections import section_of
from fastmetrics.report.sliced_rows import has_closed_form
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.adapters.batch_summaries import Batch, Kind, State
    from fastmetrics.adapters.sources import Block
    from fastmetrics.report.result import Report

# The first pass counts the rows of each slice. Each further one keeps the scores of as
# many slices as fit, and reads their metrics off; of a slice that does not fit alone
# there is a pass for each range of its scores.


# Bytes of a row that is kept, its key, slice and label, and of its weight. When a pass
# ends they are brought in order, which takes as much once more.
_ROW, _WEIGHT, _TIMES = 17, 8, 2
# Rows that are kept however little there is.
_LEAST = 1 << 10


class RangedSlices(RangedAccumulator):
    """Metrics of scores by slices, of rows that are read again and again.

    Each pass: `take`, and then `finish`, which says whether that was the last.
    """

    __slots__ = ("_by_slice", "_cut", "_jobs", "_n_rows", "_pass", "_seen", "_slices")

    _cut: Slices  # of the batch that is taken
    _slices: Slices | None  # all, when they are counted
    _n_rows: NDArray[np.int64]
    _pass: int  # of those that keep scores; -1: they are counted
    _jobs: NDArray[np.int64]  # in which of these each slice is read
    # Of a model: what this pass has kept, the slice of each row with its score; and of
    # each slice the sweep.
    _seen: dict[tuple[Kind, str], list[tuple[NDArray[np.int64], RowScores]]]
    _by_slice: dict[tuple[Kind, str], list[Any]]

    def __init__(self, metrics: Any, most: int, **settings: Any) -> None:
        # It is not an accumulator by slices, because it keeps the rows of slices
        # itself.
        missing = settings.pop("missing", "raise")
        super().__init__(metrics, most, None, **settings)
        self._missing = check_missing(missing, sliced=True, settings={})
        self._slices, self._n_rows, self._pass = None, np.zeros(0, np.int64), -1
        self._jobs = np.zeros(0, np.int64)
        self._seen, self._by_slice = {}, {}

    # --- a pass

    def take(
        self, columns: Mapping[str, Any], by: Any, sample_weight: Any = None
    ) -> None:
        """Add a batch of any pass; ``by`` has the columns of its slices by name."""
        n = len(next(iter(by.values())))
        cut = slices_of(by, n, self._missing)
        known = self._slices
        both = cut if known is None else united(known, cut)
        codes = both.codes if known is None else both.codes[len(known) :][cut.codes]
        self._cut = Slices(both.names, both.values, codes)
        if self._pass >= 0:
            if known is None or len(both) > len(known):
                raise ValueError(
                    f"{', '.join(cut.names)} has changed while it was read"
                )
            self.take_scores(columns, sample_weight)
            return
        self.update(**columns, sample_weight=sample_weight)
        rows = np.bincount(codes, minlength=len(both))
        if known is not None:
            rows[both.codes[: len(known)]] += self._n_rows
        self._slices, self._n_rows = both.without_rows(), rows

    take_again = take

    def _made(self, kind: Kind, batch: Batch) -> Any:
        if kind.summary != ScoreSweep.__name__:
            return super()._made(kind, batch)
        return row_scores(
            batch.columns["y_true"],
            batch.columns["y_score"],
            pos_label=batch.options.get("pos_label"),
            sample_weight=batch.weights,
        )

    def _add(self, pieces: State) -> None:
        for model, kinds in pieces.items():
            for kind, rows in kinds.items():
                self._keep((kind, model), rows)

    def _keep(self, key: tuple[Kind, str], rows: RowScores) -> None:
        kept_rows = self._seen.setdefault(key, [])
        if self._pass < 0:
            kept_rows[:] = [(self._cut.codes[:0], rows)]  # whether rows have weights
            return
        codes = self._cut.codes if rows.rows is None else self._cut.codes[rows.rows]
        mine = self._jobs[codes] == self._pass
        if key in self._ranges and not mine.any():  # files may be sorted by slice
            return
        weights = None if rows.weights is None else rows.weights[mine]
        kept = rows._replace(
            keys=rows.keys[mine], labels=rows.labels[mine], weights=weights, rows=None
        )
        if key not in self._ranges:
            kept_rows.append((codes[mine], kept))
        elif weights is not None:
            self._ranges[key].add(kept)
        else:
            scores = kept.kind.decode(kept.keys)
            self._ranges[key].add(split_scores(kept.labels, scores, pos_label=1))

    # --- the end of a pass

    @property
    def n_passes(self) -> int:
        """The approximate number of remaining passes."""
        last = int(self._jobs.max(initial=-1))
        return max(last + 1 - self._pass, 0) + max(super().n_passes - 1, 0)

    def finish(self) -> bool:
        """End a pass; return whether it was the last."""
        if self._pass < 0:
            self._plan()
        elif self._ranges:
            if not super().finish():
                return False
            [at] = np.flatnonzero(self._jobs == self._pass)
            for key, range_ in self._ranges.items():
                self._by_slice[key][at] = range_.sweep
        else:
            for key, parts in self._seen.items():
                self._read(key, parts)
        self._pass += 1
        self._seen = {key: [] for key in self._seen}
        self._ranges = {}
        mine = self._n_rows[self._jobs == self._pass]
        if len(mine) == 1 and mine[0] > self._room:
            share = self._most // len(self._seen)
            n = int(mine[0])
            self._ranges = {key: KeyRange(share, n) for key in self._seen}
        return not len(mine)

    @property
    def _room(self) -> int:
        """Return the number of rows that a pass may keep."""
        weighted = any(
            rows.weights is not None
            for batches in self._seen.values()
            for _, rows in batches
        )
        row = _TIMES * (_ROW + _WEIGHT * weighted) * max(len(self._seen), 1)
        return max(self._most // row, _LEAST)

    def _plan(self) -> None:
        """Assign slices to passes; a slice that does not fit has its own pass."""
        half = self._room // 2
        large = self._n_rows > half
        before = np.cumsum(np.where(large, 0, self._n_rows))
        _, self._jobs = np.unique(
            np.where(large, before[-1] + np.cumsum(large), before // half),
            return_inverse=True,
        )
        self._by_slice = {key: [None] * len(large) for key in self._seen}

    def _read(
        self,
        key: tuple[Kind, str],
        parts: Sequence[tuple[NDArray[np.int64], RowScores]],
    ) -> None:
        """Make the sweeps of all slices that this pass has kept."""
        slices = np.flatnonzero(self._jobs == self._pass)
        codes = np.concatenate([slices_of_rows for slices_of_rows, _ in parts])
        order = np.argsort(codes, kind="stable")
        kind = parts[0][1].kind
        if any(rows.kind != kind for _, rows in parts):
            raise ValueError("y_score has several dtypes: all files must have one")
        keys, labels = (
            np.concatenate([getattr(rows, name) for _, rows in parts])[order]
            for name in ("keys", "labels")
        )
        weights = None
        if parts[0][1].weights is not None:
            weights = np.concatenate([rows.weights for _, rows in parts])[order]
        starts = np.searchsorted(codes[order], slices)
        ends = np.append(starts[1:], len(codes))
        readings = self._asked_of(key[0])
        for at, start, end in zip(slices, starts, ends, strict=True):
            mine = slice(start, end)
            own = None if weights is None else weights[mine]
            positive = labels[mine] == 1
            sides: list[Any] = [
                int(np.count_nonzero(side)) if own is None else float(own[side].sum())
                for side in (positive, ~positive)
            ]
            sweep = ContinuedSweep(
                readings,
                *sides,
                weighted=own is not None,
                variance=own is None,
            )
            if end > start:
                scores = kind.decode(keys[mine])
                sweep.add(labels[mine], scores, pos_label=1, sample_weight=own)
            sweep.finish()
            self._by_slice[key][at] = sweep

    # --- when all is read

    def swept(self, whole: RangedAccumulator) -> SlicedSummaries:
        """Return the sweeps of all slices; ``whole`` has the sweeps of all rows."""
        assert self._slices is not None
        summaries: dict[Any, dict[str, SlicedSummary]] = {}
        for (kind, model), sweeps in self._by_slice.items():
            parts = _SweptSlices(sweeps, whole.sweep_of(kind, model))
            summary = SlicedSummary(self._slices, self._n_rows, parts)
            summaries.setdefault(kind, {})[model] = summary
        metrics = self.wanted_of(self.names)
        return SlicedSummaries(
            {name: metric for name, (_, metric) in metrics.items()},
            {name: summaries[kind] for name, (kind, _) in metrics.items()},
        )


class _SweptSlices(SliceParts):
    """The sweep of each slice, and the sweep of all rows."""

    __slots__ = ("_sweeps", "_whole")

    is_table = False

    def __init__(self, sweeps: Sequence[ContinuedSweep], whole: ContinuedSweep) -> None:
        self._sweeps, self._whole = sweeps, whole

    @property
    def summary(self) -> str:
        """The name of their class."""
        return ContinuedSweep.__name__

    def at(self, place: int) -> ContinuedSweep:
        """Return the sweep of a slice."""
        return self._sweeps[place]

    def total(self) -> ContinuedSweep:
        """Return the sweep of all rows."""
        return self._whole

    def added(self, other: Any, mine: Any, theirs: Any, n: int) -> Any:
        """Raise: sweeps that were read in ranges do not add up."""
        raise TypeError("sweeps that were read in ranges do not add up")

    def packed(self) -> Any:
        """Raise: sweeps that were read in ranges are not serialized."""
        raise TypeError("sweeps that were read in ranges have no bytes")


# --- slices of rows that do not fit into memory, next to all rows


def of_slices(metrics: Any) -> tuple[list[str] | None, list[str]]:
    """Return the metrics that are accumulated by slices, and all others.

    None stands for all that are, where none was asked for. All scores of each slice
    would have to be kept.
    """
    names = metric_names(metrics)
    if names is None:
        return None, []
    needs_scores = {
        called: all(ScoreSweep.__name__ in row.merges for row in namesakes(called))
        for called in names.values()
    }
    return (
        [name for name, needs in needs_scores.items() if not needs],
        [name for name, needs in needs_scores.items() if needs],
    )


class SlicesApart:
    """The slices of rows that are read several times, in addition to all rows.

    Parameters
    ----------
    metrics : object
        Those that were asked for.
    named : mapping
        The columns by argument, those that rows are sliced by too.
    settings : mapping
    most : int or None
        How many bytes scores may take; None: they cannot be read again.
    """

    def __init__(
        self,
        metrics: Any,
        named: Mapping[str, Any],
        settings: Mapping[str, Any],
        most: int | None,
    ) -> None:
        self._metrics, self._named, self._most = metrics, named, most
        self._settings = settings
        self._is_new = True
        self._counted: Accumulator | None = None
        self._left_out: list[str] = []
        self.scored: RangedSlices | None = None

    def put(self, block: Block, whole: Accumulator) -> None:
        """Add a block of the first pass, after it was added to ``whole``."""
        if not whole.n_batches:
            return  # nothing weighs anything so far
        if self._is_new:
            self._begin(whole)
            self._is_new = False
        if self._counted is not None:
            put(self._counted, block, self._named)
        columns = filled(self._named, block.columns)
        if self.scored is not None and not weighs_nothing(columns):
            self.scored.take(columns, columns.pop("by"), columns.pop(WEIGHT, None))

    def _begin(self, whole: Accumulator) -> None:
        names, scores = of_slices(self._metrics)
        if names is None:  # metrics that a report shows by default
            leading = section_of("binary_scores").leading
            scores = [name for name in leading if name in whole.names]
            scores = [name for name in scores if has_closed_form(_call(name))]
            if of_slices(whole.names)[0] == []:
                names = []
        if names != []:
            self._counted = Accumulator(names, by=True, **self._settings)
        if scores and self._most is not None:
            self.scored = RangedSlices(scores, self._most, **self._settings)
        else:
            self._left_out = scores

    def put_to(
        self, report: Report, whole: Accumulator, judged: Mapping[str, Any]
    ) -> Report:
        """Return a report of all rows with the report of their slices."""
        scored = None
        if self.scored is not None:
            assert isinstance(whole, RangedAccumulator)
            scored = self.scored.swept(whole)
        results = self._counted, self._left_out, self._metrics, judged
        return with_slices(report, *results, scored)


def _call(name: str) -> BoundMetric:
    return BoundMetric(find(name), {})


def with_slices(
    report: Report,
    apart: Accumulator | None,
    left_out: Sequence[str],
    metrics: Any,
    judged: Mapping[str, Any],
    scored: SlicedSummaries | None = None,
) -> Report:
    """Return a report of all rows with the report of their slices, if any.

    ``metrics`` are those that were asked for, ``judged`` the options of intervals,
    ``scored`` the slices of metrics of scores.
    """
    if apart is not None or scored is not None:
        options = ("confidence_level", "method", "n_resamples", "min_rows")
        sections = (section_of(family) for family in report.sections)
        leading = [name for section in sections for name in section.leading]
        requested = metric_names(metrics) or {}
        summaries = None if apart is None else apart.slices_of(leading, requested)
        summaries = SlicedSummaries.joined(summaries, scored)
        if summaries is not None:
            report_options = {name: judged[name] for name in options if name in judged}
            report = replace(report, slices=grouped(summaries, **report_options))
    if not left_out:
        return report
    note = say(
        "no slices of {metrics}: the scores of each do not fit into memory",
        metrics=", ".join(left_out),
    )
    return replace(report, notes=(*report.notes, note))
