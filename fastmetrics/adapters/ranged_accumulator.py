"""RangedAccumulator: an accumulator that keeps a bounded number of scores at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fastmetrics.adapters.accumulator import Accumulator
from fastmetrics.adapters.batch_columns import summed
from fastmetrics.adapters.key_ranges import KeyRange, rows_of
from fastmetrics.metrics.scores.class_sweeps import ClassSweeps
from fastmetrics.resampling.plan import Design

if TYPE_CHECKING:
    from fastmetrics.adapters.batch_columns import PlainBatch
    from fastmetrics.adapters.batch_summaries import Batch, Kind
    from fastmetrics.adapters.held_summaries import State
    from fastmetrics.metrics.scores.continued_sweep import ContinuedSweep
    from fastmetrics.metrics.summary import Handed

__all__ = ["RangedAccumulator"]

_SWEEP, _SCORES = "ScoreSweep", "binary_scores"


class RangedAccumulator(Accumulator):
    """What is accumulated of rows that are read again and again.

    The first pass takes all: `update`. Where scores are more than may be kept, each
    further pass takes a range of them: `take_scores`. After each, `finish` says whether
    that was the last.
    """

    __slots__ = ("_again", "_most", "_of_classes", "_ranges", "_rows_in_all")

    _again: PlainBatch | None  # what the last batch of scores was like
    _most: int
    _of_classes: int  # bytes that sweeps of classes take at most
    _rows_in_all: int | None
    _ranges: dict[tuple[Kind, str], KeyRange]

    def __init__(
        self, metrics: Any, most: int, n_rows: int | None, **settings: Any
    ) -> None:
        super().__init__(metrics, **settings)
        self._most, self._rows_in_all, self._ranges = most, n_rows, {}
        self._again, self._of_classes = None, 0

    @property
    def outgrows(self) -> bool:
        """Whether scores are more than may be kept at a time."""
        return any(one.is_cut for one in self._ranges.values())

    @property
    def n_passes(self) -> int:
        """How many passes there are still to be, about."""
        return max((one.n_passes for one in self._ranges.values()), default=0)

    def _made(self, kind: Kind, batch: Batch) -> Any:
        return rows_of(batch) if kind.summary == _SWEEP else super()._made(kind, batch)

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
                model: {k: one for k, one in kinds.items() if k.summary != _SWEEP}
                for model, kinds in pieces.items()
            }
        )

    def _add(self, pieces: State) -> None:
        for model, kinds in pieces.items():
            for kind, piece in kinds.items():
                if kind.summary != _SWEEP:
                    continue
                if (kind, model) not in self._ranges:
                    share = self._most // len(pieces)
                    self._ranges[kind, model] = KeyRange(share, self._rows_in_all)
                if not self._ranges[kind, model].is_done:
                    self._ranges[kind, model].add(piece)

    def _asked_of(self, kind: Kind) -> list[tuple[Any, dict[str, Any]]]:
        return [
            reading
            for part in self._parts
            if part.kind == kind
            for reading in part.readings()
        ]

    def take_scores(self, given: Mapping[str, Any], sample_weight: Any = None) -> None:
        """Take the scores of a batch that was taken whole before."""
        design = Design(sample_weight)
        gathered, self._again = self._gathered(given, design, {_SCORES}, self._again)
        parts = [one for one in self._parts if one.kind.summary == _SWEEP]
        options = self._settings
        pieces, _ = summed(
            parts, gathered, sample_weight, options, None, "raise", self._made
        )
        self._add(pieces)

    def take_again(
        self, given: Mapping[str, Any], by: Any, sample_weight: Any = None
    ) -> None:
        """Take a batch in a later pass; ``by``: what its rows are sliced by."""
        self.take_scores(given, sample_weight)

    def finish(self) -> bool:
        """End a pass; return whether it was the last."""
        for (kind, _), one in self._ranges.items():
            if not one.is_done:
                one.finish(self._asked_of(kind))
        return all(one.is_done for one in self._ranges.values())

    def sweep_of(self, kind: Kind, model: str) -> ContinuedSweep:
        """Return the sweep of a model, when all passes are done."""
        return self._ranges[kind, model].sweep

    def handed_out(self) -> Mapping[str, Mapping[str, Sequence[Handed]]]:
        """Return by family and by model each summary, and what is read off it."""
        found: dict[str, dict[str, list[Handed]]] = {
            family: {model: [*parts] for model, parts in by_model.items()}
            for family, by_model in super().handed_out().items()
        }
        for part in self._parts:
            for (kind, model), one in self._ranges.items():
                if kind == part.kind:
                    by_model = found.setdefault(part.family, {})
                    handed: Any = one.sweep, self._asked_of(kind)
                    by_model.setdefault(model, []).append(handed)
        return found


def _bytes_of_classes(state: State) -> int:
    return sum(
        one.n_bytes
        for kinds in state.values()
        for one in kinds.values()
        if isinstance(one, ClassSweeps)
    )
