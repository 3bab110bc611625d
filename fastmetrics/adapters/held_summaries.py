"""The summaries that an accumulator holds, and scores that are not yet sorted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fastmetrics._common.arrays import sort_column
from fastmetrics._common.packing import Format
from fastmetrics._inputs.scores import ScoreKind, score_kind, split_scores
from fastmetrics._kernels.keys import SplitScores
from fastmetrics.adapters.batch_summaries import Kind
from fastmetrics.metrics.scores.score_sweep import ScoreSweep

# --- GatheredScores: scores without weights that are not yet a sweep
#
# They travel from one process to another in the frame of `fastmetrics._common.packing`,
# of version 1:
#
# ======  =========================  ==================================================
# offset  type                       content
# ======  =========================  ==================================================
# 0       8 bytes                    ``FMSCORES``
# 8       uint16                     version of the format, 1
# 10      1 byte                     scores: ``i``, ``u``, ``f`` or ``b`` for bool
# 11      uint8                      bytes of each: 1, 2, 4 or 8
# 12      uint64, uint64             rows of the positive class, and of the other
# 28      as many numbers            their keys, uint64 or uint32, ascending in a class
# end     uint32                     CRC-32 (zlib) of all bytes before
# ======  =========================  ==================================================

_FORMAT = Format(
    b"FMSCORES", 1, "cBQQ", "these gathered scores are", "no gathered scores"
)
# Bytes of a sweep for each of its thresholds.
_STEP = 24


class GatheredScores:
    """Scores of rows that count alike, as keys by class, until a sweep is asked for.

    They are sorted once. Where ties make a sweep of them smaller than the keys are, it
    takes their place.
    """

    __slots__ = ("_n", "_pieces", "_sweep", "_tied")

    # From so many rows on, ties are looked for, in a part of one batch.
    _ROWS, _LOOKED_AT = 1 << 20, 1 << 13

    def __init__(self, sweep: ScoreSweep | None = None) -> None:
        self._sweep = sweep
        self._pieces: list[SplitScores] = []
        self._n = 0
        self._tied = True

    def fits(self, kind: ScoreKind) -> bool:
        """Whether scores of this kind can be put to these."""
        if self._sweep is not None and self._sweep.thresholds.dtype != kind.dtype:
            return False
        return not self._pieces or self._pieces[0].kind == kind

    def add(self, piece: SplitScores) -> None:
        """Take the scores of a batch."""
        self._pieces.append(piece)
        self._n += len(piece.keys)

    def make_room(self) -> None:
        """Put a sweep in the place of many keys, where ties make it smaller."""
        if self._n >= self._ROWS and self._tied:
            first = self._pieces[0].keys[: self._LOOKED_AT]
            self._tied = len(np.unique(first)) <= len(first) // 2
            if self._tied:
                self.sweep()

    @property
    def columns(self) -> tuple[Any, Any] | None:
        """The labels and scores of all rows; None where a sweep holds some."""
        return self._columns() if self._sweep is None else None

    def _columns(self) -> tuple[Any, Any]:
        kind = self._pieces[0].kind
        keys = np.concatenate(
            [piece.keys[: piece.n_pos] for piece in self._pieces]
            + [piece.keys[piece.n_pos :] for piece in self._pieces]
        )
        labels = np.zeros(len(keys), np.uint8)
        labels[: sum(piece.n_pos for piece in self._pieces)] = 1
        return labels, kind.decode(keys, reuse=True)

    def sweep(self) -> ScoreSweep:
        """Return the sweep of all."""
        if self._pieces:
            sweep = ScoreSweep.from_scores(*self._columns())
            self._sweep = sweep if self._sweep is None else self._sweep + sweep
            self._pieces, self._n = [], 0
        assert self._sweep is not None  # a piece was added, or a sweep given
        return self._sweep

    def with_all(self, other: GatheredScores) -> GatheredScores:
        """Return the scores of both; neither changes."""
        joined_scores = self.copy()
        if self._dtype != other._dtype:
            return GatheredScores(joined_scores.sweep() + other.copy().sweep())
        joined_scores._pieces += other._pieces
        joined_scores._n += other._n
        sweeps = [sweep for sweep in (self._sweep, other._sweep) if sweep is not None]
        joined_scores._sweep = sum(sweeps[1:], sweeps[0]) if sweeps else None
        return joined_scores

    @property
    def _dtype(self) -> np.dtype[Any]:
        if self._sweep is None:
            return self._pieces[0].kind.dtype
        return self._sweep.thresholds.dtype

    def to_bytes(self) -> bytes:
        """Return all as bytes: sorted keys, or a sweep where that takes fewer.

        The keys of 8 bytes a row are sorted here, so that who gets many of these only
        merges them.
        """
        kind = self._pieces[0].kind if self._pieces else None
        if self._sweep is not None or kind is None or score_kind(kind.dtype) != kind:
            return self.copy().sweep().to_bytes()
        sides = (
            [piece.keys[: piece.n_pos] for piece in self._pieces],
            [piece.keys[piece.n_pos :] for piece in self._pieces],
        )
        classes = [sort_column(np.concatenate(side)) for side in sides]
        n_distinct = 0
        for keys in classes:
            steps = np.count_nonzero(keys[1:] != keys[:-1])
            n_distinct += min(len(keys), 1) + int(steps)
        if n_distinct * _STEP < self._n * kind.key_dtype.itemsize:
            return self.copy().sweep().to_bytes()
        written = kind.key_dtype.newbyteorder("<")
        fields = kind.dtype.kind.encode(), kind.dtype.itemsize, *map(len, classes)
        return _FORMAT.seal(
            fields, [keys.astype(written, copy=False).data for keys in classes]
        )

    @staticmethod
    def reads(data: Any) -> bool:
        """Whether these are bytes of keys, and not of a sweep."""
        return _FORMAT.begins(data)

    @classmethod
    def from_bytes(cls, data: Any) -> GatheredScores:
        """Read what `to_bytes` has written.

        Raises
        ------
        ValueError
            If it is anything else, or damaged.
        """
        (letter, size, n_pos, n_neg), reader = _FORMAT.open(data)
        try:
            kind = score_kind(np.dtype(f"{letter.decode('latin-1')}{size}"))
        except TypeError:
            kind = None
        if kind is None:
            raise _FORMAT.damaged("scores are of unknown kind")
        keys = reader.take(f"<u{kind.key_dtype.itemsize}", n_pos + n_neg)
        reader.finish()
        if not n_pos + n_neg or not _are_keys(keys[:n_pos], keys[n_pos:], kind):
            raise _FORMAT.damaged("keys are of no scores, or out of order")
        scores = cls()
        scores.add(SplitScores(keys, n_pos, kind))
        return scores

    def copy(self) -> GatheredScores:
        """Return an independent copy."""
        copy_ = GatheredScores(self._sweep)
        copy_._pieces, copy_._n, copy_._tied = [*self._pieces], self._n, self._tied
        return copy_


def _are_keys(positives: Any, negatives: Any, kind: ScoreKind) -> bool:
    """Whether keys ascend in each class, from those of a score to those of another."""
    if any((keys[1:] < keys[:-1]).any() for keys in (positives, negatives)):
        return False
    ends = np.concatenate(
        [positives[:1], positives[-1:], negatives[:1], negatives[-1:]]
    )
    try:
        decoded = split_scores(np.ones(len(ends), int), kind.decode(ends)).keys
    except ValueError:  # not finite
        return False
    return np.array_equal(decoded, ends)


def sweep_of(piece: Any) -> Any:
    """Return the sweep of scores; other summaries as they are."""
    if isinstance(piece, SplitScores):
        gathered = GatheredScores()
        gathered.add(piece)
        piece = gathered
    return piece.sweep() if isinstance(piece, GatheredScores) else piece


# --- the summaries of all updates, or of the last ones

# Summaries of a model, by kind.
State = dict[str, dict[Kind, Any]]


class Update:
    """The state after an update, which takes effect if nothing raises."""

    __slots__ = ("_held", "_later", "state")

    def __init__(
        self,
        held: HeldSummaries,
        state: State,
        later: Sequence[tuple[GatheredScores, SplitScores]] = (),
    ) -> None:
        self._held, self.state, self._later = held, state, later

    def total(self) -> State:
        """Return the summaries of all updates then; scores are not yet in place."""
        return self._held.total()

    def done(self) -> HeldSummaries:
        """Put scores to those that are gathered in place; this does not raise."""
        for growing, piece in self._later:
            growing.add(piece)
        return self._held


class AllUpdates:
    """All that there were: one summary of each kind."""

    __slots__ = ("_n_batches", "_n_samples", "_state")

    def __init__(
        self, state: State | None = None, n_samples: int = 0, n_batches: int = 0
    ) -> None:
        self._state: State = {} if state is None else state
        self._n_samples, self._n_batches = n_samples, n_batches

    @classmethod
    def of_states(cls, states: Sequence[State], sizes: Sequence[int]) -> AllUpdates:
        """Read what `states` and `told` have said."""
        return cls(_growing(states[0]), *sizes) if states else cls()

    @property
    def n_samples(self) -> int:
        """Rows of all."""
        return self._n_samples

    @property
    def n_batches(self) -> int:
        """The number of updates."""
        return self._n_batches

    def total(self) -> State:
        """Return the summaries of all."""
        return self._state

    def updated(self, pieces: State, n_rows: int) -> Update:
        """Return them with one more; scores are put to what is held when it is done."""
        state: State = {}
        later: list[tuple[GatheredScores, SplitScores]] = []
        for model, kinds in pieces.items():
            mine = self._state.get(model, {})
            state[model] = {
                kind: _grown(mine.get(kind), piece, later)
                for kind, piece in kinds.items()
                if kind in mine or not self._n_batches  # else pairs are not of all
            }
        held = AllUpdates(state, self._n_samples + n_rows, self._n_batches + 1)
        return Update(held, state, later)

    def states(self) -> list[State]:
        """Return the one, if there was an update."""
        return [self._state] if self._n_batches else []

    def told(self) -> dict[str, Any]:
        """Return the rows and updates, if there were any."""
        sizes = [self._n_samples, self._n_batches] if self._n_batches else []
        return {"sizes": sizes, "front": 0}

    def copy(self) -> AllUpdates:
        """Return an independent copy."""
        return AllUpdates(_copied(self._state), self._n_samples, self._n_batches)

    def __add__(self, other: AllUpdates) -> AllUpdates:
        """Return the updates of both, neither without any; scores stay keys."""

        def both(mine: Any, theirs: Any) -> Any:
            if isinstance(mine, GatheredScores) and isinstance(theirs, GatheredScores):
                return mine.with_all(theirs)
            return sweep_of(mine) + sweep_of(theirs)

        state = _pairwise(both, self._state, other._state)
        n_samples = self._n_samples + other._n_samples
        return AllUpdates(state, n_samples, self._n_batches + other._n_batches)


class LastUpdates:
    """The last ones, in two stacks, so that an update costs two merges.

    The front has the first of them, each as a sum of it with all up to the last of the
    front: the oldest is taken off without the others being added up again.
    """

    __slots__ = ("_batches", "_front", "_most", "_sizes", "_state")

    _front: list[State]  # the oldest last
    _batches: list[State]  # those that came after these
    _state: State  # their sum
    _sizes: list[int]  # rows of each

    def __init__(self, most: int) -> None:
        self._most = most
        self._front, self._batches, self._state, self._sizes = [], [], {}, []

    @classmethod
    def of_states(
        cls, most: int, states: Sequence[State], sizes: Sequence[int], n_front: int
    ) -> LastUpdates:
        """Read what `states` and `told` have said."""
        last = cls(most)
        last._front = [*states[:n_front]][::-1]
        last._batches, last._sizes = [*states[n_front:]], [*sizes]
        for batch in last._batches:
            last._state = joined(last._state, batch)
        return last

    @property
    def n_samples(self) -> int:
        """Rows of them."""
        return sum(self._sizes)

    @property
    def n_batches(self) -> int:
        """The number of updates, up to the width of the window."""
        return len(self._sizes)

    def total(self) -> State:
        """Return the summaries of them."""
        return joined(self._front[-1], self._state) if self._front else self._state

    def updated(self, pieces: State, n_rows: int) -> Update:
        """Return them with one more, the oldest taken off if they are too many."""
        batch_state = swept(pieces)
        held = LastUpdates(self._most)
        held._sizes = [*self._sizes, n_rows][-self._most :]
        front, batches = self._front, [*self._batches, batch_state]
        state = joined(self._state, batch_state)
        if len(front) + len(batches) > self._most:
            if not front:
                total: State = {}
                for batch in reversed(batches):
                    total = joined(batch, total)
                    front = [*front, total]
                batches, state = [], {}
            front = front[:-1]
        held._front, held._batches, held._state = front, batches, state
        return Update(held, state)

    def states(self) -> list[State]:
        """Return them, the oldest first, those of the front as sums."""
        return [*reversed(self._front), *self._batches]

    def told(self) -> dict[str, Any]:
        """Return the rows of each, and how many of the states are sums."""
        return {"sizes": self._sizes, "front": len(self._front)}

    def copy(self) -> LastUpdates:
        """Return a copy; the summaries are never changed in place."""
        copy_ = LastUpdates(self._most)
        copy_._front, copy_._batches = self._front, self._batches
        copy_._state, copy_._sizes = _copied(self._state), self._sizes
        return copy_


# The summaries of the updates that count.
HeldSummaries = AllUpdates | LastUpdates


def _grown(held: Any, piece: Any, later: list[tuple[Any, Any]]) -> Any:
    """Return a summary with that of a batch.

    Or gathered scores; ``later`` gets what is to be put to them in place.
    """
    if isinstance(piece, SplitScores):
        if held is None:
            held = GatheredScores()
        if isinstance(held, GatheredScores) and held.fits(piece.kind):
            held.make_room()
            later.append((held, piece))
            return held
        piece = sweep_of(piece)
    if isinstance(held, GatheredScores):
        held = held.sweep()
    return piece if held is None else held + piece


def joined(first: State, other: State) -> State:
    """Return the summaries of two states; either may be empty."""
    if not first or not other:
        return first or other

    def both(mine: Any, theirs: Any) -> Any:
        return sweep_of(mine) + sweep_of(theirs)

    return _pairwise(both, first, other)


def swept(state: State) -> State:
    """Return the state with sweeps in place of scores."""
    return _each(sweep_of, state)


def _growing(state: State) -> State:
    """Return the state with growing scores in place of sweeps without weights."""

    def growing(summary: Any) -> Any:
        plain = isinstance(summary, ScoreSweep) and not summary.weighted
        return GatheredScores(summary) if plain else summary

    return _each(growing, state)


def _copied(state: State) -> State:
    """Return the state with independent copies of the scores."""

    def copied(summary: Any) -> Any:
        return summary.copy() if isinstance(summary, GatheredScores) else summary

    return _each(copied, state)


def _each(function: Callable[[Any], Any], state: State) -> State:
    return {
        model: {kind: function(summary) for kind, summary in kinds.items()}
        for model, kinds in state.items()
    }


def _pairwise(both: Callable[[Any, Any], Any], first: State, other: State) -> State:
    return {
        model: {
            kind: both(mine, other[model][kind])
            for kind, mine in kinds.items()
            if kind in other[model]  # pairs may be known of one side alone
        }
        for model, kinds in first.items()
    }
