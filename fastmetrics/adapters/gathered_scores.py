"""GatheredScores: scores without weights that are not yet a sweep.

They travel from one process to another in the frame of `fastmetrics._common.packing`,
of version 1:

======  =========================  ==================================================
offset  type                       content
======  =========================  ==================================================
0       8 bytes                    ``FMSCORES``
8       uint16                     version of the format, 1
10      1 byte                     scores: ``i``, ``u``, ``f`` or ``b`` for bool
11      uint8                      bytes of each: 1, 2, 4 or 8
12      uint64, uint64             rows of the positive class, and of the other
28      as many numbers            their keys, uint64 or uint32, ascending in a class
end     uint32                     CRC-32 (zlib) of all bytes before
======  =========================  ==================================================
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fastmetrics._common.packing import Format
from fastmetrics._common.sorting import sort_column
from fastmetrics._inputs.scores import ScoreKind, score_kind, split_scores
from fastmetrics._kernels.keys import SplitScores
from fastmetrics.metrics.scores.score_sweep import ScoreSweep

__all__ = ["GatheredScores", "sweep_of"]

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
            [one.keys[: one.n_pos] for one in self._pieces]
            + [one.keys[one.n_pos :] for one in self._pieces]
        )
        labels = np.zeros(len(keys), np.uint8)
        labels[: sum(one.n_pos for one in self._pieces)] = 1
        return labels, kind.decode(keys, reuse=True)

    def sweep(self) -> ScoreSweep:
        """Return the sweep of all."""
        if self._pieces:
            made = ScoreSweep.from_scores(*self._columns())
            self._sweep = made if self._sweep is None else self._sweep + made
            self._pieces, self._n = [], 0
        assert self._sweep is not None  # a piece was added, or a sweep given
        return self._sweep

    def with_all(self, other: GatheredScores) -> GatheredScores:
        """Return the scores of both; neither changes."""
        made = self.copy()
        if self._dtype != other._dtype:
            return GatheredScores(made.sweep() + other.copy().sweep())
        made._pieces += other._pieces
        made._n += other._n
        sweeps = [one for one in (self._sweep, other._sweep) if one is not None]
        made._sweep = sum(sweeps[1:], sweeps[0]) if sweeps else None
        return made

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
            [one.keys[: one.n_pos] for one in self._pieces],
            [one.keys[one.n_pos :] for one in self._pieces],
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
        made = cls()
        made.add(SplitScores(keys, n_pos, kind))
        return made

    def copy(self) -> GatheredScores:
        """Return the same, to be added to on its own."""
        made = GatheredScores(self._sweep)
        made._pieces, made._n, made._tied = [*self._pieces], self._n, self._tied
        return made


def _are_keys(positives: Any, negatives: Any, kind: ScoreKind) -> bool:
    """Whether keys ascend in each class, from those of a score to those of another."""
    if any((keys[1:] < keys[:-1]).any() for keys in (positives, negatives)):
        return False
    ends = np.concatenate(
        [positives[:1], positives[-1:], negatives[:1], negatives[-1:]]
    )
    try:
        found = split_scores(np.ones(len(ends), int), kind.decode(ends)).keys
    except ValueError:  # not finite
        return False
    return np.array_equal(found, ends)


def sweep_of(piece: Any) -> Any:
    """Return the sweep of scores that are none yet; what is no scores as it is."""
    if isinstance(piece, SplitScores):
        gathered = GatheredScores()
        gathered.add(piece)
        piece = gathered
    return piece.sweep() if isinstance(piece, GatheredScores) else piece
