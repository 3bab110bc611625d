"""Permutation distributions of metrics: swaps of labels, and swaps of sums."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common import threads
from fastmetrics._common.arrays import distinct
from fastmetrics._common.null_laws import drawn_law
from fastmetrics._inputs.groups import group_codes
from fastmetrics._inputs.label_pairs import union
from fastmetrics._kernels import swaps as kernel
from fastmetrics.comparison.permutation_distributions import (
    Comparison,
    Drawn,
    Found,
    SwapOptions,
    Swaps,
    compare_differences,
    drawn_share,
    drawn_tail,
    grid_tail,
    too_many,
)
from fastmetrics.comparison.permutation_sums import flipped_signs, integer_tail
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.labels.counting.count_formulas import INDICATOR
from fastmetrics.metrics.labels.formulas.counts import CellSums, Counts
from fastmetrics.resampling.count_plan import CountPlan
from fastmetrics.resampling.row_intervals import is_mean
from fastmetrics.resampling.row_plan import RowPlan
from fastmetrics.resampling.sweep_plan import SweepPlan

if TYPE_CHECKING:
    from fastmetrics.resampling.joint_cells import JointCells
    from fastmetrics.resampling.plan import Plan
    from fastmetrics.resampling.row_sums import Reading
    from fastmetrics.resampling.score_rows import OrderedRows


# -------------------------------------------------------------------------- label swaps
# Swapped labels: a swap moves a row from one cell, (y, a, b), to another, (y, b, a).
#
# Only rows that the models predict differently move, and all rows of a cell and of its
# mirror image are of one kind.


# Metrics that are shares, or numbers, of right or wrong rows.
_OF_RIGHT_ROWS = {"accuracy_score", "error_rate", "zero_one_loss", "hamming_loss"}


def only_right_rows_count(function: str) -> bool:
    """Whether a function looks at nothing but how many rows are right."""
    return function in _OF_RIGHT_ROWS


@dataclass(frozen=True, eq=False)
class PairedLabels:
    """Counts of the predictions of two models for the same rows.

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
    plan: CountPlan, metric: int, pairs: Sequence[tuple[int, int]], options: SwapOptions
) -> list[Found]:
    """Test a metric of the labels of pairs of models.

    A distribution with too many points is sampled.
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
    # As a block of two tables, so all values are computed in the same way.
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


# -------------------------------------------------------------------------------- areas
# The permutation test of areas under ROC curves: pooled scores are sorted once.
#
# All scores of both models stand in one order. In each replicate an entry is of the one
# model or of the other, and one pass over the order gives both areas.


# Replicates that a thread draws at a time.
_JOB = 256


def places_of_ranks(rows: OrderedRows) -> NDArray[np.int64]:
    """Return twice the mean rank of each row's score from above, ties sharing it."""
    ends = rows.tie_ends
    lengths = np.diff(ends, prepend=-1)
    twice = 2 * ends - lengths + 1
    assert rows.order is not None  # of rows that are compared one by one
    places = np.empty(len(rows.order), np.int64)
    places[rows.order] = np.repeat(twice, lengths)
    return places


def places_of_values(
    first: NDArray[Any], second: NDArray[Any]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the positions of two models' scores in the pooled scores, from above."""
    found, places = np.unique(np.concatenate([first, second]), return_inverse=True)
    from_above = len(found) - 1 - places.ravel()
    return from_above[: len(first)], from_above[len(first) :]


def swapped_areas(
    places: tuple[NDArray[np.int64], NDArray[np.int64]],
    positive: NDArray[np.bool_],
    options: SwapOptions,
    units: NDArray[np.int64] | None = None,
    *,
    scale: float = 1.0,
) -> Drawn:
    """Return the p-value of the difference of two areas.

    ``scale``: slope of the metric in the area; ``units`` are the numbers
    of the groups that rows are swapped in.
    """
    n = len(positive)
    if units is None:
        units = np.arange(n)
    entries, common, found = _entries(places, positive, units)
    n_units = int(units.max()) + 1
    areas = np.empty(options.n_resamples, np.int64)

    def run(begin: int) -> None:
        out = areas[begin : begin + _JOB]
        kernel.swap_areas(entries, n_units, options.seed, begin, out)

    blocks = range(0, options.n_resamples, _JOB)
    threads.map_blocks(run, blocks, progress=options.progress)
    sign = -1 if scale < 0 else 1
    compared = Comparison(sign * found, options.alternative, 0)
    drawn = drawn_share(compared, sign * (areas - common))
    # From half pairs of rows to the metric.
    n_positive = int(np.count_nonzero(positive))
    unit = scale / (2 * n_positive * (n - n_positive))
    return drawn._replace(null_law=partial(drawn_law, (areas - common) * unit))


def _entries(
    places: tuple[NDArray[np.int64], NDArray[np.int64]],
    positive: NDArray[np.bool_],
    units: NDArray[np.int64],
) -> tuple[NDArray[np.uint32], int, int]:
    """Return all scores in order, and what to take off twice the areas' difference.

    The last is that difference, in pairs, of the data.
    """
    n = len(positive)
    if n > kernel.MOST_UNITS // 2:
        raise ValueError(f"there are {n:,} rows; up to 2**28 can be swapped")
    both = np.concatenate(places)
    order = np.argsort(both, kind="stable")
    both = both[order]
    last = np.append(both[1:] != both[:-1], True)
    of_second = order >= n
    rows = np.where(of_second, order - n, order)
    positive = positive[rows]
    entries = units[rows].astype(np.uint32) << 3
    entries |= np.where(positive, np.uint32(kernel.POSITIVE), np.uint32(0))
    entries |= np.where(of_second, np.uint32(kernel.OF_SECOND), np.uint32(0))
    entries |= np.where(last, np.uint32(kernel.LAST_OF_TIE), np.uint32(0))
    ends = np.flatnonzero(last)
    lengths = np.diff(ends, prepend=-1)

    def twice_above(counted: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Twice how many of these are above each entry, ties by halves."""
        until = np.cumsum(counted)[ends]
        return np.repeat(until + np.append(0, until[:-1]), lengths)

    negative = ~positive
    first, second = negative & ~of_second, negative & of_second
    found = twice_above(positive & ~of_second)[first].sum()
    found -= twice_above(positive & of_second)[second].sum()
    return (
        entries.astype(np.uint32),
        int(twice_above(positive)[negative].sum()),
        int(found),
    )


# ------------------------------------------------------------------------------ metrics
# The permutation test of a metric: of a plan's sums, or of any function.


def swapped_sums(plan: Plan, metric: int) -> Literal["", "labels", "losses", "areas"]:
    """Return the sums that swaps change, from which a metric is computed; "" for none.

    "labels": counts of labels; "losses": a mean over rows; "areas": the AUC, or a
    linear function of it.
    """
    if isinstance(plan, CountPlan):
        return "" if plan.kinds == (INDICATOR,) else "labels"
    if isinstance(plan, RowPlan):
        return "losses" if is_mean(plan.asked[metric].row) else ""
    if isinstance(plan, SweepPlan) and plan.reductions[metric].reducer == ("roc_auc",):
        return "areas"
    return ""


def swaps_of_plan(
    plan: Plan,
    metric: int,
    pairs: Sequence[tuple[int, int]],
    options: SwapOptions,
    groups: Any = None,
    *,
    places: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None,
) -> list[Found]:
    """Test whether two models of a plan, or of each pair, differ by one of its metrics.

    The metric has `swapped_sums`; ``groups`` are the plan's groups of rows, and rows
    have no weights. Models with scores swap ranks, unless ``places`` contains the
    pooled positions of the scores.
    """
    if isinstance(plan, CountPlan):
        return swapped_labels(plan, metric, pairs, options)
    if isinstance(plan, RowPlan):
        return _means(plan, metric, pairs, options, groups)
    assert isinstance(plan, SweepPlan)
    return [_areas(plan, metric, pair, options, groups, places) for pair in pairs]


def _means(
    plan: RowPlan,
    metric: int,
    pairs: Sequence[tuple[int, int]],
    options: SwapOptions,
    groups: Any,
) -> list[Found]:
    # For the root of a mean, and for a sum, the order of differences is the same.
    losses = {k: plan.row_values(metric, k) for k in {*chain.from_iterable(pairs)}}
    units = units_of(groups, plan.n_rows)
    tails = flipped_signs(losses, pairs, options, units)
    estimates = plan.estimates[:, metric].tolist()
    return [
        Found.undefined(estimates[i], estimates[j])
        if tail is None
        else Found.of(estimates[i], estimates[j], tail)
        for (i, j), tail in zip(pairs, tails, strict=True)
    ]


def _areas(
    plan: SweepPlan,
    metric: int,
    of: tuple[int, int],
    options: SwapOptions,
    groups: Any,
    places: tuple[NDArray[np.int64], NDArray[np.int64]] | None,
) -> Found:
    value_a, value_b = (float(plan.estimates[k, metric]) for k in of)
    rows = plan.rows
    assert rows is not None
    assert rows.labels is not None  # of two models
    if np.isnan(value_a - value_b):
        return Found.undefined(value_a, value_b)
    too_many(options)
    if places is None:
        first, second = (places_of_ranks(rows.models[k]) for k in of)
        places = first, second
    units = units_of(groups, plan.n_rows)
    positive = rows.labels.astype(np.bool_)
    drawn = swapped_areas(
        places, positive, options, units, scale=plan.reductions[metric].scale
    )
    return Found.of(value_a, value_b, drawn)


def units_of(groups: Any, n: int) -> NDArray[np.int64] | None:
    """Return the number of each row's group; None: each row is its own."""
    return None if groups is None else group_codes(groups, n)[0]


# --- the permutation test of any function, which is called anew for each replicate


def swapped_columns(
    function: Callable[[NDArray[Any]], float],
    columns: tuple[NDArray[Any], NDArray[Any]],
    options: SwapOptions,
    units: NDArray[np.int64] | None = None,
) -> Found:
    """Test any function of a model's column, whose rows the models swap.

    ``units`` are the numbers of the groups that rows are swapped in.
    """
    first, second = map(function, columns)
    if math.isnan(first - second):
        return Found.undefined(first, second)
    too_many(options)
    n = len(columns[0]) if units is None else int(units.max()) + 1
    compared = compare_differences(first, second, options.alternative)
    drawn = np.empty(options.n_resamples)
    with warnings.catch_warnings():
        # Warnings were given for the data themselves.
        warnings.simplefilter("ignore")
        for replicate in range(options.n_resamples):
            swapped = kernel.swapped(options.seed, replicate, n)
            rows = swapped if units is None else swapped[units]
            values = [_value(function, each) for each in _swap(columns, rows)]
            drawn[replicate] = values[0] - values[1]
            if options.progress is not None:
                options.progress(replicate + 1, options.n_resamples)
    return Found.of(first, second, drawn_share(compared, drawn))


def _swap(
    columns: tuple[NDArray[Any], NDArray[Any]], rows: NDArray[np.bool_]
) -> tuple[NDArray[Any], NDArray[Any]]:
    first, second = columns
    which = rows.reshape(-1, *[1] * (first.ndim - 1))
    return np.where(which, second, first), np.where(which, first, second)


def _value(function: Callable[[NDArray[Any]], float], column: NDArray[Any]) -> float:
    """Return its value; NaN where it says that it is undefined."""
    try:
        return function(column)
    except UndefinedMetricWarning:
        return math.nan
