"""Swapped labels: a swap moves a row from one cell, (y, a, b), to another, (y, b, a).

Only rows that the models predict differently move, and all rows of a cell and of its
mirror image are of one kind.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.arrays import distinct
from fastmetrics._inputs.label_pairs import union
from fastmetrics.comparison.permutation.laws import (
    Found,
    SwapOptions,
    Swaps,
    compare_differences,
    drawn_tail,
    grid_tail,
    too_many,
)
from fastmetrics.comparison.permutation.sign_flips import integer_tail
from fastmetrics.metrics.labels.formulas.counts import CellSums, Counts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fastmetrics.resampling.count_plan import CountPlan
    from fastmetrics.resampling.joint_cells import JointCells
    from fastmetrics.resampling.model_sums import Reading

# Metrics that are shares, or numbers, of right or wrong rows.
_OF_RIGHT_ROWS = {"accuracy_score", "error_rate", "zero_one_loss", "hamming_loss"}


def only_right_rows_count(function: str) -> bool:
    """Whether a function looks at nothing but how many rows are right."""
    return function in _OF_RIGHT_ROWS


@dataclass(frozen=True, eq=False)
class PairedLabels:
    """What two models predicted for the same rows, counted.

    Attributes
    ----------
    labels : ndarray
        All that occur in the truth or in a prediction, ascending.
    true, first, second : ndarray of int
        Of each entry the places of its label, of A's and of B's.
    rows : ndarray of int64
        How many rows it stands for.
    unit : ndarray of int or None
        The group that these rows are of; None: each row is swapped on its own.
    """

    labels: NDArray[Any]
    true: NDArray[Any]
    first: NDArray[Any]
    second: NDArray[Any]
    rows: NDArray[np.int64]
    unit: NDArray[Any] | None = None

    @classmethod
    def of_cells(
        cls, joint: JointCells, counts: Sequence[Any], i: int = 0, j: int = 1
    ) -> PairedLabels:
        """Take two of the models of some joint cells; ``counts`` are the models'."""
        labels, of_first, of_second = union(counts[i].labels, counts[j].labels)
        true, first, second = (
            of_first[joint.true[i]],
            of_first[joint.predicted[i]],
            of_second[joint.predicted[j]],
        )
        by_unit = joint.by_unit
        if by_unit is None:
            return cls(labels, true, first, second, joint.rows)
        entries = np.repeat(
            np.arange(len(joint.rows)), np.diff(by_unit.ends, prepend=0)
        )
        rows = by_unit.weights
        if rows is None:
            rows = np.ones(len(entries), np.int64)
        true, first, second = (each[entries] for each in (true, first, second))
        return cls(labels, true, first, second, rows.astype(np.int64), by_unit.units)

    @property
    def kind(self) -> str:
        """Either "binary", if there are at most two labels, or "multiclass"."""
        return "binary" if len(self.labels) <= 2 else "multiclass"

    @property
    def n_rows(self) -> int:
        """How many rows there are."""
        return int(self.rows.sum())

    def gains(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return by how many right rows A is ahead in a unit, and how many units so."""
        ahead = (self.first == self.true).astype(np.int64)
        ahead -= self.second == self.true
        if self.unit is None:
            return np.array([-1, 1]), np.array(
                [self.rows[ahead == sign].sum() for sign in (-1, 1)]
            )
        sums = np.bincount(self.unit, weights=ahead * self.rows).astype(np.int64)
        return np.unique(sums, return_counts=True)


class ReadTables:
    """The sums of A's table that a metric is read off, and how swaps change them.

    Parameters
    ----------
    pair : PairedLabels
    reading : Reading
        The metric; of the margins of the table, of all of it, or of its cells.

    Attributes
    ----------
    swaps : Swaps
        With the hits and the predictions of each label as sums, and the cells of the
        table where they are needed.
    """

    def __init__(self, pair: PairedLabels, reading: Reading) -> None:
        self._labels, self._kind, self._reading = pair.labels, pair.kind, reading
        self._size = k = len(pair.labels)
        sums = np.bincount(pair.true, weights=pair.rows, minlength=k)
        self._true = sums.astype(np.int64)
        # Cells that some swap can fill.
        self._cells = np.zeros(0, np.int64)
        if reading.view != "margins":
            cells = [pair.true * k + pair.first, pair.true * k + pair.second]
            self._cells = np.unique(np.concatenate(cells))
        self.swaps = self._swaps(pair)

    def _swaps(self, pair: PairedLabels) -> Swaps:
        k = self._size
        # The last column takes the hits of rows that are wrong.
        n_sums = 2 * k + len(self._cells) + 1
        sums = np.zeros(n_sums, np.int64)
        np.add.at(sums, self._places(pair.true, pair.first), pair.rows[:, None])
        moved = np.flatnonzero(pair.first != pair.second)
        true, first, second, rows = (
            column[moved] for column in (pair.true, pair.first, pair.second, pair.rows)
        )
        if pair.unit is None:
            units = None
            if len(moved):
                kinds, cell = distinct((true * k + first) * k + second)
                rows = np.bincount(cell, weights=rows).astype(np.int64)
                (true, first), second = np.divmod(kinds // k, k), kinds % k
            places, amounts = np.arange(len(true)), np.ones((len(true), 1), np.int64)
        else:
            units, places = np.unique(pair.unit[moved], return_inverse=True)
            amounts, rows = rows[:, None], np.ones(len(units), np.int64)
        changes = np.zeros((len(rows), n_sums), np.int64)
        at = places[:, None]
        np.add.at(changes, (at, self._places(true, second)), amounts)
        np.subtract.at(changes, (at, self._places(true, first)), amounts)
        return Swaps.of_changes(sums[:-1], changes[:, :-1], rows)

    def _places(self, true: NDArray[Any], predicted: NDArray[Any]) -> NDArray[np.int64]:
        """Return the sums that rows count towards, a row of places for each."""
        k = self._size
        hit = np.where(true == predicted, true, 2 * k + len(self._cells))
        places = [hit, k + predicted]
        if len(self._cells):
            places.append(2 * k + np.searchsorted(self._cells, true * k + predicted))
        return np.stack(places, axis=-1)

    def __call__(self, sums: NDArray[Any]) -> NDArray[np.float64]:
        """Return the metric of A, or of B, of its sums: (sums, ...)."""
        k = self._size
        hits, predicted = (
            np.moveaxis(part, 0, -1) for part in (sums[:k], sums[k : 2 * k])
        )
        # The same for all; copies would change the order that sums over classes go by.
        true = self._true.reshape(*[1] * (sums.ndim - 1), k)
        present = None
        if not self._true.all():
            present = (predicted != 0) | (self._true != 0)
        counts = Counts(
            self._labels,
            self._kind,
            hits,
            true,
            predicted,
            np.broadcast_to(self._true.sum(), hits.shape[:-1]),
            None if present is None or present.all() else present,
        )
        if len(self._cells):
            counts = self._with_cells(counts, np.moveaxis(sums[2 * k :], 0, -1))
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(self._reading(counts), np.float64)

    def _with_cells(self, counts: Counts, sums: NDArray[Any]) -> Counts:
        k = self._size
        if self._reading.view == "cells":
            return counts._replace(cells=CellSums(*np.divmod(self._cells, k), sums))
        table = np.zeros((*sums.shape[:-1], k * k), sums.dtype)
        table[..., self._cells] = sums
        return counts._replace(table=table.reshape(*sums.shape[:-1], k, k))


# --- the permutation test of metrics that are read off counts of labels

# Rows times models that are looked at together.
_BLOCK = 1 << 22


def swapped_labels(
    plan: CountPlan,
    metric: int,
    pairs: Sequence[tuple[int, int]],
    options: SwapOptions,
) -> list[Found]:
    """Test a metric of the labels of pairs of models.

    A law of too many points is drawn from.
    """
    row, reading = plan.asked[metric].row, plan.reading(metric)
    counts = [*plan.summaries.values()]
    estimates = plan.estimates[:, metric].tolist()
    right_rows = only_right_rows_count(row.function) and not options.draws_only
    wins = None
    if right_rows and plan.joint.by_unit is None:
        wins = _wins(plan.joint)
    found = [Found.undefined(estimates[i], estimates[j]) for i, j in pairs]
    for at, (i, j) in enumerate(pairs):
        if math.isnan(estimates[i] - estimates[j]):
            continue
        if wins is None:
            pair = PairedLabels.of_cells(plan.joint, counts, i, j)
        if right_rows:
            if wins is None:
                gains, units = pair.gains()
            else:
                gains, units = np.array([1, -1]), wins[[i, j], [j, i]]
            if not row.greater_is_better:
                gains = -gains
            tail = integer_tail(gains, units, options.alternative)
            if tail is not None:
                found[at] = Found.of(estimates[i], estimates[j], tail)
                continue
        found[at] = _test_tables(ReadTables(pair, reading), options)
    return found


def _test_tables(tables: ReadTables, options: SwapOptions) -> Found:
    """Test the metric of the tables of two models."""
    swaps = tables.swaps
    # As a block of two tables, so that all values are computed alike.
    first, second = (
        float(tables(swaps.sums_at(numbers)[:, None])[0])
        for numbers in (swaps.found, swaps.trials - swaps.found)
    )
    if math.isnan(first - second):
        return Found.undefined(first, second)
    compared = compare_differences(first, second, options.alternative)
    if not options.draws_only:
        tail = grid_tail(swaps, tables, compared)
        if tail is not None:
            return Found.of(first, second, tail)
        too_many(options)
    drawn = drawn_tail(
        swaps,
        tables,
        compared,
        n_resamples=options.n_resamples,
        seed=options.seed,
        progress=options.progress,
    )
    return Found.of(first, second, drawn)


def _wins(joint: JointCells) -> NDArray[np.int64]:
    """Return how many rows each model has right and each other one wrong.

    That is a matrix product for all pairs together.
    """
    k = len(joint.true)
    both = np.zeros((k, k))
    step = max(1, _BLOCK // k)
    for start in range(0, len(joint.rows), step):
        at = slice(start, start + step)
        right = np.array(
            [
                true[at] == predicted[at]
                for true, predicted in zip(joint.true, joint.predicted, strict=True)
            ],
            np.float64,
        )
        # Whole numbers below 2**53 add up exactly.
        both += (right * joint.rows[at]) @ right.T
    return (np.diag(both)[:, None] - both).astype(np.int64)
