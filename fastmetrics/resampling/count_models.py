"""Replicates of counts of several models on the same rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastmetrics._common import threads
from fastmetrics._common.arrays import distinct
from fastmetrics._inputs.label_pairs import Indicators, LabelPair, pair_models
from fastmetrics._kernels import cells
from fastmetrics.metrics.labels.counting.confusion_counts import ConfusionCounts
from fastmetrics.metrics.labels.counting.count_formulas import Cells
from fastmetrics.metrics.labels.counting.targets import IndicatorRows
from fastmetrics.resampling.joint_cells import (
    Codes,
    DrawnRows,
    JointCells,
    JointPatterns,
    LabelCodes,
    cells_of_codes,
    cells_of_counts,
    cells_of_indicators,
    encode,
    encode_pairs,
)
from fastmetrics.resampling.plan import jackknife_groups
from fastmetrics.resampling.row_sums import ModelSums, Reading

# ----------------------------------------------------------------------- counted labels
# CountedLabels: a truth and several models' labels, read once and counted.


# Weights below 2 to this power, and above 1 over it, have squares that add up.
_LARGE = 400


class LabelCells(NamedTuple):
    """Rows of one truth and of several models, counted: a cell for labels alike.

    Attributes
    ----------
    y_true : ndarray
        The true label of each cell.
    y_preds : list of ndarray
        The predicted ones, of each model.
    rows : ndarray of int64
        How many rows are in each.
    """

    y_true: NDArray[Any]
    y_preds: list[NDArray[Any]]
    rows: NDArray[np.int64]


class CountedLabels:
    """Labels of the same rows by several models, and the cells that a replicate draws.

    Parameters
    ----------
    y_true, y_preds
        Labels, and a sequence of columns (or matrices) of predictions.
    sample_weight, groups
        As ``confidence_interval``.
    once : callable, optional
        ``once(key, make)`` makes what other readers of ``y_true`` can use too.

    Attributes
    ----------
    counts : list of ConfusionCounts or of IndicatorCounts
        Of each model.
    tame : list
        The same with weights scaled to keep their squares in range; proportions of
        rows need these squares, and a common factor cancels.
    weights : ndarray or None
        Of the rows, scaled likewise.
    exponent : int
        The power of two by which they have been divided.
    has_rows : bool
        Whether it was made of columns, not of counts.
    n_rows, n_units : int
        Rows that were given, and rows or groups that a replicate draws.
    """

    def __init__(
        self,
        y_true: ArrayLike,
        y_preds: Sequence[ArrayLike],
        *,
        sample_weight: ArrayLike | None = None,
        groups: ArrayLike | None = None,
        once: Callable[[str, Callable[[], Codes | None]], Codes | None] | None = None,
    ) -> None:
        self.has_rows = True
        pairs = pair_models(y_true, y_preds, sample_weight)
        first = pairs[0]
        self.n_rows = first.n
        self._drawn = DrawnRows(first.n, first.weights, groups)
        self.n_units = self._drawn.n_units
        self.weights, self.exponent = _in_range(first.weights)
        self._patterns: list[Indicators] = []
        self._codes: LabelCodes | None = None
        plain = first.weights is None and groups is None
        self.counts: list[Any]
        if isinstance(first, Indicators):
            self._patterns = [p for p in pairs if isinstance(p, Indicators)]
            self.counts = [IndicatorRows(pair) for pair in self._patterns]
            self.tame = self.counts
            return
        columns = [pair for pair in pairs if isinstance(pair, LabelPair)]
        if plain and len(columns) == 1:
            self.counts = self.tame = [ConfusionCounts.of_pair(first)]
            return

        def encode_truth() -> Codes | None:
            return encode(first.true)

        true = encode_truth() if once is None else once("label codes", encode_truth)
        self._codes = encode_pairs(columns, true)
        if self.weights is None:
            self.counts = self.tame = self._count_cells(self._codes)
        else:
            self._count_weights(self._codes, first, self.weights)
            for counts, pair in zip(self.counts, columns, strict=True):
                counts.matches = pair.count_equal()

    @classmethod
    def of_counts(cls, counts: Any) -> CountedLabels:
        """Make it of the counts of a single model, whose rows are not at hand."""
        made = object.__new__(cls)
        made.counts = made.tame = [counts]
        made.weights, made.exponent = None, 0
        made.has_rows = False
        made._patterns, made._codes = [], None
        made.n_rows = made.n_units = counts.n_samples
        return made

    @classmethod
    def of_cells(cls, cells: LabelCells) -> CountedLabels:
        """Make it of the cells of several models, whose rows are not at hand."""
        made = cls(cells.y_true, cells.y_preds)  # each cell as a row
        assert made._codes is not None  # there are several models
        of_cells = [each.of_row for each in (made._codes.true, *made._codes.predicted)]
        rows = cells.rows[np.lexsort(of_cells[::-1])]
        made.__dict__["joint"] = replace(made.joint, rows=rows)
        made.counts = made.tame = made._count_cells(made._codes)
        made.n_rows = made.n_units = int(rows.sum())
        return made

    @property
    def kind(self) -> str:
        """Kind of the labels of all models together."""
        return joint_kind(self.counts)

    @cached_property
    def joint(self) -> JointCells:
        """The cells of all models together; raises if they are no longer known."""
        if self._patterns:
            return cells_of_indicators(self._patterns, self._drawn)
        if self._codes is not None:
            return cells_of_codes(self._codes, self._drawn)
        return cells_of_counts(self.counts[0])

    def _count_cells(self, codes: LabelCodes) -> list[Any]:
        """Return each model's counts, which are margins of the joint cells."""
        counts = []
        for k in range(len(codes.predicted)):
            labels = codes.places(k)[0]
            true, predicted = self.joint.true[k], self.joint.predicted[k]
            found, cell = distinct(true * len(labels) + predicted)
            n = np.zeros(len(found), np.int64)
            np.add.at(n, cell, self.joint.rows)
            rows, columns = np.divmod(found, len(labels))
            counts.append(ConfusionCounts.of_cells(labels, Cells(rows, columns, n)))
        return counts

    def _count_weights(
        self,
        codes: LabelCodes,
        given: LabelPair,
        in_range: NDArray[np.float64],
    ) -> None:
        """Count rows with weights, in their own order: so sums have the same bits.

        Weights are counted as scaled, and sums are scaled back, unless the smallest
        weights vanish against the largest when scaled.
        """
        true = codes.true.column("y_true")

        def count(weights: Any) -> list[Any]:
            return [
                ConfusionCounts.of_pair(
                    LabelPair(
                        true, each.column("y_pred"), weights, given.integer_weights
                    )
                )
                for each in codes.predicted
            ]

        self.tame = count(in_range)
        if not self.exponent:
            self.counts = self.tame
        elif (np.ldexp(in_range, self.exponent) == given.weights).all():
            self.counts = [_scaled(one, self.exponent) for one in self.tame]
        else:
            self.counts = count(given.weights)


def joint_labels(counts: Iterable[Any]) -> list[Any]:
    """Return the labels of the truth and of all models, sorted."""
    return sorted({label for one in counts for label in one.labels.tolist()})


def joint_kind(counts: Sequence[Any]) -> str:
    """Return the kind of the labels of all models together.

    A model that knows only two of three classes is evaluated like the others.
    """
    kinds = {one.kind for one in counts}
    if kinds == {"binary"} and len(joint_labels(counts)) > 2:
        return "multiclass"
    return max(kinds)


def _in_range(weights: NDArray[Any] | None) -> tuple[NDArray[np.float64] | None, int]:
    """Return weights whose squares add up, and the power of two they were divided by.

    They are the given ones themselves, and the power 0, if these will do.
    """
    if weights is None:
        return None, 0
    weights = np.asarray(weights, np.float64)
    exponent = int(np.frexp(weights.max())[1])
    if abs(exponent) < _LARGE:
        return weights, 0
    return np.ldexp(weights, -exponent), exponent


def _scaled(counts: ConfusionCounts, exponent: int) -> ConfusionCounts:
    """Return counts of weights that are larger by a power of two."""
    cells = counts.cells
    with np.errstate(over="ignore", under="ignore"):
        cells = cells._replace(
            sums=np.ldexp(cells.sums, exponent),
            squares=np.ldexp(cells.squares, 2 * exponent),
        )
    return ConfusionCounts.of_cells(counts.labels, cells, whole=False)


# ------------------------------------------------------------------------- count models
# CountModels: one or several models' labels as cells of a joint table, to be drawn.
#
# Rows with the same label that every model predicted the same are one cell: which of
# them a replicate draws makes no difference, only how many. So a replicate is one
# multinomial over the cells, at a cost that does not depend on the number of rows. With
# weights or groups it draws rows or groups instead, and so it does where most cells
# hold few rows. Either way the distribution equals drawing rows with replacement.


# Numbers that a block of replicates holds at once: 8 MB, and formulas need some more.
_BLOCK = 1 << 20
# Nanoseconds that a block takes about: long enough to make threads worth their while,
# short enough to stop and to show progress.
_JOB = 4_000_000
_NS_PER_CELL = 100
# Rows are drawn in place of cells where there are at least so many cells and at most so
# many rows in each on average: a row costs 1 ns or 2, a binomial number about 100.
_MANY_CELLS = 256
_FEW_ROWS = 64
# Leave-one-out tables hold so many numbers at most, all together: seconds of work.
_MOST_LEFT_OUT = 10_000_000
# Units beyond which the acceleration cannot be seen in the bounds.
_MOST_JACKKNIFED = 100_000


def draws_cells(joint: JointCells) -> bool:
    """Whether a replicate draws cells, at a cost that is not a matter of the rows."""
    m = len(joint.rows)
    few_rows = m >= _MANY_CELLS and joint.rows.sum() <= _FEW_ROWS * m
    return joint.by_unit is None and not few_rows


class CountModels:
    """Predictions of the same rows, ready for any number of replicates.

    Parameters
    ----------
    joint : JointCells
        The cells of all models together.
    counts : sequence
        The counts of each model, weights included.
    readings : sequence of callable
        The metrics; the same for each model.
    stratified : bool
        As ``confidence_interval``; not with groups.

    Attributes
    ----------
    counts : list
    n_units : int
        How many rows, or groups, a replicate draws.
    touches_rows : bool
        Whether the cost of a replicate grows with them.
    """

    def __init__(
        self,
        joint: JointCells,
        counts: Sequence[Any],
        readings: Sequence[Reading],
        *,
        stratified: bool = False,
    ) -> None:
        if stratified and joint.by_unit is not None and joint.by_unit.units is not None:
            raise ValueError(
                "groups and stratified exclude each other: a cluster of rows may hold "
                "several classes"
            )
        if stratified and isinstance(joint, JointPatterns):
            raise ValueError("stratified needs one label per row")
        self.counts = list(counts)
        self._shape = len(self.counts), len(readings)
        self._joint = joint
        self._weighted = joint.by_unit is not None and joint.by_unit.weighted
        self._sums = made = ModelSums(joint, self.counts, readings)
        self._cells = cells.CellLayout(
            made.starts, made.places, made.n_bins, made.amounts, made.values
        )
        self._n_cells = m = len(joint.rows)
        n = int(joint.rows.sum())
        self._multinomial = draws_cells(joint)
        self.touches_rows = not self._multinomial
        if joint.by_unit is None:
            self.n_units = n
            self._rows = cells.Rows(np.cumsum(joint.rows), n)
        else:
            self.n_units = joint.by_unit.n_units
            self._rows = cells.Rows(*joint.by_unit)
        # Where the label changes, cells and the rows in them begin a new stratum.
        ends = np.array([m])
        if stratified:
            ends = np.append(np.flatnonzero(np.diff(joint.true[0])) + 1, m)
        self._strata = ends.astype(np.int64)
        if stratified:
            sizes = np.diff(np.cumsum(joint.rows)[ends - 1], prepend=0)
        else:
            sizes = np.array([self.n_units])
        self._sizes = sizes.astype(np.int64)

    # --- values

    def _fill(
        self, n: int, kernel: Callable[[Any, Any], None]
    ) -> tuple[NDArray[Any], NDArray[np.float64]]:
        sums = np.empty(
            (n, self._sums.n_bins), np.float64 if self._weighted else np.int64
        )
        values = np.empty((n, self._sums.values.shape[1]))
        kernel(sums, values)
        return sums, values

    def replicates(
        self,
        seed: int,
        n_resamples: int,
        progress: Callable[[int, int], object] | None = None,
    ) -> NDArray[np.float64]:
        """Bootstrap values, (n_resamples, n_models, n_metrics).

        A replicate depends on ``seed`` and its number alone, so the values do not
        depend on the number of threads.
        """
        out = np.empty((n_resamples, *self._shape))
        rows = self._joint.rows.astype(np.float64)
        work = _NS_PER_CELL * len(rows)
        if not self._multinomial:
            entries = 0 if self._joint.by_unit is None else self._joint.by_unit.n_rows
            work = self.n_units + entries
        work += self._sums.n_bins + len(self._sums.places) // cells.LANES
        step = max(1, min(_BLOCK // self._sums.n_bins, _whole_lanes(_JOB // work)))

        def run(first: int) -> None:
            def draw(sums: Any, values: Any) -> None:
                if self._multinomial:
                    cells.draw_cells(
                        self._cells, rows, self._strata, seed, first, sums, values
                    )
                else:
                    cells.draw_rows(
                        self._cells, self._rows, self._sizes, seed, first, sums, values
                    )

            block = out[first : first + step]
            block[:] = self._sums.read(*self._fill(len(block), draw))

        threads.map_blocks(run, range(0, n_resamples, step), progress=progress)
        return out

    def jackknife(self, seed: int) -> tuple[NDArray[np.float64], Any] | None:
        """Values without one row or group, and how many rows each of them stands for.

        With weights or groups, and where there are too many cells to leave out one row
        of each, it is one of up to 200 random groups of units that is left out in turn.
        None where there are so many units that it cannot make a difference.
        """
        each = self.leave_one_out()
        if each is not None:
            return each
        left_out = self.delete_groups(seed)
        return None if left_out is None else (left_out, 1)

    def leave_one_out(self) -> tuple[NDArray[np.float64], NDArray[np.int64]] | None:
        """Values without one row, (cells, n_models, n_metrics), and rows of each cell.

        All rows of a cell have the same value. None where rows have weights or come in
        groups, and where the tables would be too many numbers.
        """
        m = self._n_cells
        if self._joint.by_unit is not None or m * self._sums.n_bins > _MOST_LEFT_OUT:
            return None
        return self._with_rows(*self._sum_up(), -1), self._joint.rows

    def each_cell(self) -> NDArray[np.float64]:
        """Values of a single row of each cell, (cells, n_models, n_metrics)."""
        sums = np.zeros(self._sums.n_bins, np.int64)
        return self._with_rows(sums, np.zeros(self._sums.values.shape[1]), 1)

    def _with_rows(
        self, whole: NDArray[Any], sums_of_values: NDArray[np.float64], sign: int
    ) -> NDArray[np.float64]:
        """Return values of sums with one row of each cell more, or fewer."""
        m = self._n_cells
        out = np.empty((m, *self._shape))
        step = max(1, _BLOCK // self._sums.n_bins)

        def run(first: int) -> None:
            stop = min(first + step, m)
            sums = np.repeat(whole[None], stop - first, axis=0)
            at = slice(self._sums.starts[first], self._sums.starts[stop])
            degrees = np.diff(self._sums.starts[first : stop + 1])
            owners = np.repeat(np.arange(stop - first), degrees)
            # No cell names a bin twice.
            amounts = 1 if self._sums.amounts is None else self._sums.amounts[at]
            sums[owners, self._sums.places[at]] += sign * amounts
            values = sums_of_values + sign * self._sums.values[first:stop]
            out[first:stop] = self._sums.read(sums, values)

        threads.map_blocks(run, range(0, m, step))
        return out

    def leave_each_group_out(self) -> NDArray[np.float64] | None:
        """Values without each group of rows, (groups, n_models, n_metrics).

        None where rows do not come in groups.
        """
        by_unit = self._joint.by_unit
        if by_unit is None or by_unit.units is None:
            return None
        starts = np.concatenate([[0], by_unit.ends[:-1]])
        cell = np.repeat(np.arange(self._n_cells), by_unit.ends - starts)
        order = np.argsort(by_unit.units, kind="stable")
        cell, units = cell[order], by_unit.units[order].astype(np.int64)
        # Groups always have them: the number of rows, or their weight.
        assert by_unit.weights is not None
        weights = by_unit.weights[order]
        whole, sums_of_values = self._sum_up()
        out = np.empty((self.n_units, *self._shape))
        step = max(1, _BLOCK // self._sums.n_bins)

        def run(first: int) -> None:
            stop = min(first + step, self.n_units)
            at = slice(*np.searchsorted(units, [first, stop]))
            owners, cells_of = units[at] - first, cell[at]
            sums = np.repeat(whole[None], stop - first, axis=0)
            values = np.repeat(sums_of_values[None], stop - first, axis=0)
            np.subtract.at(
                values, owners, weights[at, None] * self._sums.values[cells_of]
            )
            # Each entry counts with its weight in the bins of its cell.
            first_bin = self._sums.starts[cells_of]
            degrees = self._sums.starts[cells_of + 1] - first_bin
            ends = np.cumsum(degrees)
            bins = np.arange(ends[-1] if len(ends) else 0)
            bins += np.repeat(first_bin - (ends - degrees), degrees)
            each = np.repeat(weights[at], degrees)
            if self._sums.amounts is not None:
                each = each * self._sums.amounts[bins]
            np.subtract.at(
                sums, (np.repeat(owners, degrees), self._sums.places[bins]), each
            )
            out[first:stop] = self._sums.read(sums, values)

        threads.map_blocks(run, range(0, self.n_units, step))
        return out

    def _sum_up(self) -> tuple[NDArray[Any], NDArray[np.float64]]:
        """Return the sums of the data, at a cost that depends on the cells alone."""
        joint, rows = self._joint, self._joint.rows
        by_unit = joint.by_unit
        if by_unit is not None and by_unit.weights is not None:
            starts = np.concatenate([[0], by_unit.ends[:-1]])
            rows = np.add.reduceat(by_unit.weights, starts)
        each = np.repeat(rows, np.diff(self._sums.starts))
        if self._sums.amounts is not None:
            each = each * self._sums.amounts
        sums = np.zeros(self._sums.n_bins, rows.dtype)
        np.add.at(sums, self._sums.places, each)
        return sums, rows @ self._sums.values

    def delete_groups(self, seed: int) -> NDArray[np.float64] | None:
        """Jackknife values, each with one random group of units left out.

        Shape (n_groups, n_models, n_metrics). None where there are so many units that
        it cannot make a difference.
        """
        if self.n_units > _MOST_JACKKNIFED:
            return None
        codes, n_groups = jackknife_groups(seed, self.n_units)
        out = np.empty((n_groups, *self._shape))
        step = max(1, _BLOCK // self._sums.n_bins)

        def run(first: int) -> None:
            block = out[first : first + step]
            block[:] = self._sums.read(
                *self._fill(
                    len(block),
                    lambda s, v: cells.leave_out(
                        self._cells, self._rows, codes, first, s, v
                    ),
                )
            )

        threads.map_blocks(run, range(0, n_groups, step))
        return out


def _whole_lanes(n: int) -> int:
    """Return about as many replicates, none of whose lanes go empty."""
    return max(1, round(n / cells.LANES)) * cells.LANES
