"""Scores of several models, sorted once, row by row or in cells."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastmetrics._common import arrays, threads
from fastmetrics._inputs.scores import RowScores, ScoreKind, row_scores
from fastmetrics._kernels import score_cells, sweep
from fastmetrics._kernels.sums import sum_f64
from fastmetrics.metrics.scores import sorted_scores
from fastmetrics.metrics.scores.sorted_scores import (
    SortedKeys,
    SortedRows,
    SortedScores,
)

if TYPE_CHECKING:
    from fastmetrics.metrics.scores.score_sweep import ScoreSweep
    from fastmetrics.resampling.plan import Progress


# --------------------------------------------------------------------------- score rows
# ScoreRows: the columns of one or several scorers, read and sorted once.
#
# One scorer whose rows are independent and count alike needs its keys and their labels
# alone, and sorts just these. All others are drawn, weighted or compared row by
# row, and remember which row is where.
#
# Canonical order of rows is score descending and, inside a tie, positives first.


_ROWS_AT_ONCE = 1 << 16
_RANKS = ScoreKind(np.dtype(np.uint64), np.uint64, None)


class Totals(NamedTuple):
    """Number of rows with a positive weight, and their weight."""

    n_samples: int
    n_positive: int
    n_negative: int
    weight_positive: float
    weight_negative: float


class OrderedRows(NamedTuple):
    """The rows of one model in canonical order.

    ``flags`` are bits as ``sweep.labelled_flags`` makes them. ``order`` says which row
    each was; None of a single model, of which only keys were sorted. ``packed`` are the
    keys and labels of rows that count alike. Of rows with weights, ``keys`` are
    inverted to ascend, and ``kind`` converts them back into scores.
    """

    flags: NDArray[np.uint8]
    packed: SortedKeys | None = None
    order: NDArray[np.uint32] | None = None
    keys: NDArray[Any] | None = None
    kind: ScoreKind | None = None

    @property
    def labels(self) -> NDArray[np.uint8]:
        """1 for a positive row, in canonical order."""
        return self.flags & np.uint8(1)

    @property
    def sizes(self) -> tuple[int, int]:
        """How many rows are positive, and how many there are."""
        return int(np.count_nonzero(self.labels)), len(self.flags)

    @property
    def tie_ends(self) -> NDArray[np.intp]:
        """The last row of each tie, in canonical order."""
        return np.flatnonzero(self.flags >> 1)

    def steps_in_parts(
        self, weights: NDArray[np.float64] | None
    ) -> Iterator[tuple[NDArray[np.intp], NDArray[np.float64], NDArray[np.float64]]]:
        """Yield the last row of each tie, and what both classes weigh up to it.

        In parts, for of many rows each such column would be as large as the scores.
        ``weights`` are in canonical order.
        """
        tp = fp = 0.0
        for start in range(0, len(self.flags), _ROWS_AT_ONCE):
            part = slice(start, start + _ROWS_AT_ONCE)
            flags = self.flags[part]
            positive = flags & np.uint8(1)
            counts = np.float64(1) if weights is None else weights[part]
            mine, others = counts * positive, counts * (1 - positive)
            mine[0] += tp
            others[0] += fp
            tps, fps = np.cumsum(mine), np.cumsum(others)
            tp, fp = tps[-1], fps[-1]
            ends = np.flatnonzero(flags >> 1)
            yield ends + start, tps[ends], fps[ends]

    def sorted_scores(self, weights: NDArray[np.float64] | None) -> SortedScores:
        """Return the object that public functions take in place of the columns."""
        if self.packed is not None:
            return self.packed
        assert weights is not None
        assert self.keys is not None
        assert self.kind is not None
        signed = sweep.sign_weights(weights[self.order], self.labels)
        return SortedRows(self.keys, signed, self.kind)

    def falling_keys(self) -> NDArray[Any]:
        """Return the keys in canonical order, of models that have an order."""
        if self.packed is not None:
            return self.packed.keys()[::-1]
        assert self.keys is not None
        return np.invert(self.keys)


class ScoreRows:
    """The rows of one or several scorers of the same labels.

    Attributes
    ----------
    n_given : int
        Rows, including rows of weight 0.
    totals : Totals
    models : list of OrderedRows
    labels : ndarray of uint8 or None
        1 for a positive row, in the order given; None where keys alone were sorted.
    weights : ndarray of float64 or None
        Likewise, if any were given.
    kept : ndarray or None
        The rows that do not weigh 0; None if all do not.
    """

    n_given: int
    totals: Totals
    models: list[OrderedRows]
    labels: NDArray[np.uint8] | None = None
    weights: NDArray[np.float64] | None = None
    kept: NDArray[np.int64] | None = None

    @classmethod
    def from_keys(cls, y_true: Any, y_score: Any, positive: Any) -> ScoreRows:
        """Read one scorer of rows that count alike, without remembering them."""
        return cls._alone(sorted_scores.sort_keys(y_true, y_score, positive))

    @classmethod
    def from_sweep(cls, summary: ScoreSweep) -> ScoreRows:
        """Lay out the rows that were counted, by the rank of their score."""
        positives, negatives = summary.positives[::-1], summary.negatives[::-1]
        return cls._alone(SortedKeys.from_counts(positives, negatives, _RANKS))

    @classmethod
    def _alone(cls, ordered: SortedKeys) -> ScoreRows:
        made = cls()
        made.models = [OrderedRows(ordered.flags(), ordered)]
        n_pos, n_neg = ordered.scores.n_pos, ordered.scores.n_neg
        made.n_given = n_pos + n_neg
        made.totals = Totals(n_pos + n_neg, n_pos, n_neg, n_pos, n_neg)
        return made

    @classmethod
    def from_rows(
        cls,
        y_true: Any,
        y_scores: Sequence[Any],
        positive: Any,
        sample_weight: ArrayLike | None,
    ) -> ScoreRows:
        """Read scorers whose rows are drawn, weighted or compared one by one."""
        made = cls()
        first = row_scores(
            y_true,
            y_scores[0],
            pos_label=positive,
            sample_weight=sample_weight,
            drop_zero_weight=False,
        )
        encoded = first.labels
        made._take(encoded, first.weights)
        made.models = [made._sorted(first)]
        del first
        for y_score in y_scores[1:]:  # by the labels that were found first
            rows = made._sorted(row_scores(encoded, y_score, pos_label=1))
            made.models.append(rows)
        return made

    def _take(
        self, labels: NDArray[np.uint8], weights: NDArray[np.float64] | None
    ) -> None:
        """Keep the labels and weights of the rows that count."""
        self.n_given = len(labels)
        if weights is not None and not weights.all():
            self.kept = np.flatnonzero(weights)
            labels, weights = labels[self.kept], weights[self.kept]
        check_numbered(len(labels))
        self.labels, self.weights = labels, weights
        n, n_pos = len(labels), int(np.count_nonzero(labels))
        positive_weight, negative_weight = float(n_pos), float(n - n_pos)
        if weights is not None:
            positive = labels.astype(bool)
            positive_weight = sum_f64(weights[positive])
            negative_weight = sum_f64(weights[~positive])
        self.totals = Totals(n, n_pos, n - n_pos, positive_weight, negative_weight)

    def _sorted(self, rows: RowScores) -> OrderedRows:
        """Bring the rows of one model into canonical order."""
        assert self.labels is not None
        keys, kind = rows.keys, rows.kind
        del rows  # so that its keys are freed before they are sorted
        if self.kept is not None:
            keys = keys[self.kept]
        positive = self.labels.astype(bool)
        # A stable sort of positives before negatives leaves them so inside a tie;
        # inverted keys ascend where scores descend.
        order = np.concatenate([np.flatnonzero(positive), np.flatnonzero(~positive)])
        order = order.astype(np.uint64)
        keys, order = arrays.sort_pairs(np.invert(keys[order]), order)
        numbers = order.astype(np.uint32)
        labels = self.labels[numbers]
        flags = sweep.flag_rows(keys, labels)
        if self.weights is not None:
            return OrderedRows(flags, None, numbers, keys, kind)
        del order  # which takes as much as the packed keys
        packed = SortedKeys.from_order(np.invert(keys[::-1]), labels[::-1], kind)
        return OrderedRows(flags, packed, numbers)


class SummariesOnDemand(Mapping[str, SortedScores]):
    """Sorted scores of each model by its name, made when first looked at.

    Not everybody looks at all of them, and several threads may at one each.
    """

    def __init__(self, names: Sequence[str], rows: ScoreRows) -> None:
        self._rows = rows
        self._models = dict(zip(names, rows.models, strict=True))
        self._made: dict[str, SortedScores] = {}

    def __getitem__(self, name: str) -> SortedScores:
        if name not in self._made:
            self._made[name] = self._models[name].sorted_scores(self._rows.weights)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._models)

    def __len__(self) -> int:
        return len(self._models)


def check_numbered(n: int) -> None:
    """Raise if rows are too many to be numbered in 32 bits."""
    if n > 2**32:
        raise ValueError(
            f"there are {n:,} rows; with several models, weights, groups or strata, "
            "at most 2**32 rows can be resampled"
        )


def stratum_ranks(labels: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """Return a number for each row: positives first, then negatives, each in order."""
    positive = labels.astype(bool)
    n_pos = np.count_nonzero(positive)
    ranks = np.empty(len(labels), np.uint32)
    ranks[positive] = np.arange(n_pos)
    ranks[~positive] = np.arange(n_pos, len(labels))
    return ranks


# -------------------------------------------------------------------------- score cells
# Scores of many rows in cells: replicates whose cost hardly depends on the rows.
#
# A sweep of a million thresholds varies over replicates as one of some thousand does.
# The weight of a replicate in each cell between two of these follows from how many of
# its rows are heavy (``fm_heavy.h``), and one pass draws that for 64 replicates. Their
# values are corrected by the loss of the data's own values by the cut.
# Rows keep their relative weights in a replicate. Rows of a group are heavy together;
# where groups are no more than rows that are walked, they are drawn with replacement as
# ever, and only thresholds inside cells are not looked at.
# ``fastmetrics.reference.cell_intervals`` has the definitions.


# With more rows, replicates are computed from cells. Up to so many groups are drawn
# with replacement.
MOST_WALKED = 50_000
# With more rows of each class, replicates are computed from cells, too.
MOST_WALKED_OF_CLASS = 1_000
# Largest number of parts of a class. Without ties, a cell holds at most one part of
# each class, so there are at most twice as many cells.
MOST_SHARES = 4096
# Drawing so many rows once more takes as long as reducing one more threshold.
_ROWS_PER_STEP = 128
# No cell has more rows of a class.
MOST_IN_CELL = 2**31 - 1


class ScoreCells(NamedTuple):
    """The cells of one model, scores falling.

    Attributes
    ----------
    counts : ndarray of int64, shape (cells, 2)
        Positive and negative rows of each cell.
    weights : ndarray of float64, shape (cells, 2)
        What these weigh on average over replicates.
    units : ndarray of uint32 or None
        The rows, cell by cell, positives first, or the group of each; None: by this
        order they are numbered.
    own : ndarray of float64 or None
        What each of these rows weighs in the data, if they do not count alike.
    spread : tuple of two float
        What the deviation of a positive and of a negative row counts: the root of the
        number of rows that it stands for, if the rows are a sample.
    """

    counts: NDArray[np.int64]
    weights: NDArray[np.float64]
    units: NDArray[np.uint32] | None = None
    own: NDArray[np.float64] | None = None
    spread: tuple[float, float] = (1.0, 1.0)

    @classmethod
    def of_rows(
        cls,
        model: OrderedRows,
        weights: NDArray[np.float64] | None = None,
        units: NDArray[np.uint32] | None = None,
        *,
        alone: bool = True,
    ) -> ScoreCells:
        """Cut the thresholds of a model into cells.

        Parameters
        ----------
        model : OrderedRows
        weights : ndarray of float64 or None
            Of the rows given.
        units : ndarray of uint32 or None
            The group of each of the rows given.
        alone : bool
            Whether rows without groups are numbered by cell; else as they were given.
        """
        if weights is None:
            n_pos = int(np.count_nonzero(model.labels))
            n_neg = len(model.flags) - n_pos
            shares = shares_of(len(model.flags))
            ends = score_cells.cut(model.flags, n_pos, n_neg, shares)
        else:
            ends = _ends_by_weight(model, weights)
        counts = score_cells.count_cells(model.flags, ends)
        if weights is None and units is None and alone:
            return cls(counts, counts.astype(np.float64))
        assert model.order is not None
        rows = score_cells.arrange(model.flags, model.order, ends, counts)
        numbers = None if alone else rows
        if units is not None:
            numbers = units[rows]
        if weights is None:
            return cls(counts, counts.astype(np.float64), numbers)
        own = weights[rows]
        return cls(counts, score_cells.sum_cells(counts, own), numbers, own)

    @classmethod
    def of_counts(
        cls, positives: NDArray[np.int64], negatives: NDArray[np.int64]
    ) -> ScoreCells:
        """Cut thresholds with so many rows each, as those rows are cut."""
        n_rows = int(positives.sum()) + int(negatives.sum())
        starts = starts_of_cells(positives, negatives, shares_of(n_rows))
        columns = [np.add.reduceat(one, starts) for one in (positives, negatives)]
        counts = np.ascontiguousarray(np.stack(columns, axis=1))
        counts = counts[counts.any(axis=1)]  # thresholds without rows come last
        return cls(counts, counts.astype(np.float64))

    def values(self, reducers: Sequence[Any]) -> NDArray[np.float64]:
        """Return values of thresholds between cells only."""
        return _reduced(self.weights, reducers)

    def without_groups(
        self, reducers: Sequence[Any], groups: NDArray[np.uint16], n_groups: int
    ) -> NDArray[np.float64]:
        """Return these values without each group of units, (groups, reducers)."""
        units = self.units
        if units is None:
            units = np.arange(len(groups), dtype=np.uint32)
        rows = score_cells.CellRows(
            self.counts, self.weights, units, self.own, reducers, self.spread
        )
        out = np.empty((n_groups, len(reducers)))

        def run(first: int) -> None:
            block = out[first : first + score_cells.BATCH_SIZE]
            score_cells.leave_out(rows, groups, first, block)

        threads.map_blocks(run, range(0, n_groups, score_cells.BATCH_SIZE))
        return out


def starts_of_cells(
    positives: NDArray[np.int64], negatives: NDArray[np.int64], n_shares: int
) -> NDArray[np.intp]:
    """Return where cells start among falling thresholds with so many rows each."""
    is_end = np.zeros(len(positives), bool)
    for each in (positives, negatives):
        reached = np.cumsum(each)
        if len(reached) and reached[-1] >= 2**63 // n_shares:
            reached = reached.astype(object)
        if len(reached):
            shares = reached * n_shares // (reached[-1] or 1)
            is_end |= np.diff(shares, prepend=0) > 0
    return np.flatnonzero(np.append(True, is_end)[: len(is_end)])


def _ends_by_weight(
    model: OrderedRows, weights: NDArray[np.float64]
) -> NDArray[np.int64]:
    """Return the ends of cells with equal proportions of a class's weight."""
    ordered, last = weights[model.order], len(model.flags) - 1
    [(_, *sums)] = deque(model.steps_in_parts(ordered), maxlen=1)  # of all rows
    totals = np.array([reached[-1] for reached in sums])
    scales = shares_of(last + 1) / np.where(totals == 0, 1.0, totals)
    before, found = np.zeros((2, 1)), []
    for ends, *sums in model.steps_in_parts(ordered):
        shares = np.floor(np.stack(sums) * scales[:, None])
        is_end = (np.diff(shares, prepend=before) > 0).any(axis=0) | (ends == last)
        found.append(ends[is_end] + 1)
        before = np.append(before, shares, axis=1)[:, -1:]
    return np.concatenate(found)


def replicates(
    models: Sequence[ScoreCells],
    reducers: Sequence[Any],
    seed: int,
    n_resamples: int,
    progress: Progress = None,
    *,
    stratified: bool = False,
    n_units: int = 0,
) -> NDArray[np.float64]:
    """Return values of replicates of the cells, (n_resamples, models, reducers).

    A replicate depends on ``seed`` and its number alone. So many units are drawn with
    replacement; of 0 which are heavy is drawn.
    """
    out = np.empty((n_resamples, len(models), len(reducers)))
    flat = out.reshape(n_resamples, -1)
    rows = [score_cells.CellRows(*one[:4], reducers, one.spread) for one in models]
    size = score_cells.BATCH_SIZE

    def run(first: int) -> None:
        block = flat[first : first + size]
        score_cells.replicate(rows, stratified, n_units, seed, first // size, block)

    threads.map_blocks(run, range(0, n_resamples, size), progress=progress)
    return out


def replicates_of_values(
    models: Sequence[ScoreCells],
    observed: NDArray[np.float64],
    reducers: Sequence[Any],
    *drawing: Any,
    **options: Any,
) -> NDArray[np.float64]:
    """Return the same as `replicates`, corrected by the data's loss by the cut.

    ``observed`` are these, (models, reducers).
    """
    drawn = replicates(models, reducers, *drawing, **options)
    drawn += observed - np.array([one.values(reducers) for one in models])
    return drawn


def _reduced(weights: NDArray[Any], reducers: Sequence[Any]) -> NDArray[np.float64]:
    """Return values of cells with these weights; cells without weight are not steps."""
    filled = weights[weights.any(axis=1)]
    tps, fps = np.cumsum(filled, axis=0, dtype=np.float64).T.copy()
    found: NDArray[np.float64] = sweep.reduce_steps(tps, fps, reducers)[0]
    return found


def are_many(totals: Totals) -> bool:
    """Return whether replicates of so many rows are read off cells."""
    rarer = min(totals.n_positive, totals.n_negative)
    return totals.n_samples > MOST_WALKED or rarer > MOST_WALKED_OF_CLASS


def shares_of(n_rows: int) -> int:
    """Return the number of parts into which cells divide a class, a power of two.

    It exceeds 4√n for n rows, so the rounding to cells is small compared with a
    standard error. The maximum is `MOST_SHARES`.
    """
    power = (64 * max(n_rows, 1)).bit_length() - 1
    return min(MOST_SHARES, 1 << power // 2)


def rows_worth(n_rows: int) -> int:
    """Return the number of rows with the cost of a replicate of cells."""
    return min(n_rows, 2 * shares_of(n_rows) + n_rows // _ROWS_PER_STEP)
