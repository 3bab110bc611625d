"""CountModels: one or several models' labels as cells of a joint table, to be drawn.

Rows with the same label that every model predicted the same are one cell: which of
them a replicate draws makes no difference, only how many. So a replicate is one
multinomial over the cells, at a cost that does not depend on the number of rows. With
weights or groups it draws rows or groups instead, and so it does where most cells hold
few rows. Either way the law is that of drawing rows with replacement.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from fastmetrics._common import threads
from fastmetrics._common.cells import distinct
from fastmetrics._kernels import cells
from fastmetrics.metrics.labels.counting.count_views import one_class
from fastmetrics.metrics.labels.formulas.counts import CellSums, Counts
from fastmetrics.resampling.cell_bins import BinsOfCells
from fastmetrics.resampling.groups import jackknife_groups
from fastmetrics.resampling.joint_cells import (
    JointCells,
    JointPatterns,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

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


class Reading(Protocol):
    """A metric as a formula on counts: what is needed to know of it here.

    ``view`` says which counts: those of the classes ("margins", or with all of the
    "table", or with its "cells" that are not empty), or for several labels per row the
    rows ("exact"), all entries ("entries") or each row by itself ("samples"), of which
    values are then averaged.
    """

    @property
    def view(self) -> str:
        """Which counts it is read off."""

    @property
    def columns(self) -> Any:
        """Of "samples", the labels to look at; None: all."""

    def __call__(self, counts: Counts) -> Any:
        """Return the values of a block of counts."""


class _Model(NamedTuple):
    """Where the sums of a model start among the bins."""

    labels: NDArray[Any]
    kind: str
    hits: int
    true: int  # models with the same labels share these
    predicted: int
    table: int | None  # where it starts, if it is there
    cells: tuple[int, NDArray[Any], NDArray[Any]] | None  # start, rows and columns
    others: int | None  # rows right in all labels, then wrong entries
    never_drawn: NDArray[np.bool_] | None  # labels of rows of weight 0 alone


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
        self._readings = list(readings)
        self._joint = joint
        self._weighted = joint.by_unit is not None and joint.by_unit.weighted
        self._lay_out()
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

    def _lay_out(self) -> None:
        """Give every sum a bin: one for all rows, then each model's one by one.

        Labels of the rows are counted once for all models that have the same ones, and
        hits are counted among the predicted only when sums are read: most rows of a
        good model are hits. Not so with weights, whose sums must be of the rows in
        their order to have the same bits.
        """
        joint, views = self._joint, {reading.view for reading in self._readings}
        bins = BinsOfCells(len(joint.rows))
        at = bins.add_each(1)  # all rows
        assert at == 0
        self._models: list[_Model] = []
        for k, counts in enumerate(self.counts):
            size = len(counts.labels)
            hits, true, predicted, wrong = joint.marked(k)
            table = cell_sums = others = never = None
            of_hits = bins.add(size, *hits)
            of_true = self._known_labels(k)
            if of_true is None:
                of_true = bins.add(size, *true)
            of_predicted = bins.add(size, *(predicted if self._weighted else wrong))
            if isinstance(joint, JointPatterns):
                exact = np.flatnonzero(joint.wrong[k] == 0)
                others = bins.add(1, exact, np.zeros(len(exact), np.int64))
                some = np.flatnonzero(joint.wrong[k])
                bins.add(1, some, np.zeros(len(some), np.int64), joint.wrong[k][some])
            else:
                found = np.zeros(size, bool)
                found[joint.true[k]] = found[joint.predicted[k]] = True
                never = None if found.all() else ~found
                pairs = joint.true[k] * size + joint.predicted[k]
                if "table" in views:
                    table = bins.add_each(size * size, pairs)
                if "cells" in views:
                    found_pairs, cell = distinct(pairs)
                    at = bins.add_each(len(found_pairs), cell)
                    cell_sums = at, *np.divmod(found_pairs, size)
            self._models.append(
                _Model(
                    counts.labels,
                    counts.kind,
                    of_hits,
                    of_true,
                    of_predicted,
                    table,
                    cell_sums,
                    others,
                    never,
                )
            )
        self._n_bins = bins.n_bins
        self._starts, self._places, self._amounts = bins.lists()
        self._values = self._row_values()
        self._cells = cells.CellLayout(
            self._starts, self._places, self._n_bins, self._amounts, self._values
        )

    def _known_labels(self, k: int) -> int | None:
        """Return where labels are counted for an earlier model, if as this one's."""
        true = self._joint.true
        for before, model in enumerate(self._models):
            same = true[before] is true[k] or (
                len(model.labels) == len(self.counts[k].labels)
                and np.array_equal(true[before], true[k])
            )
            if same:
                return model.true
        return None

    def _row_values(self) -> NDArray[np.float64]:
        """Values of single rows, by cell: a column per model and such a metric."""
        joint = self._joint
        columns = []
        if isinstance(joint, JointPatterns):
            columns = [
                reading(joint.row_counts(k, reading.columns))
                for k in range(len(self.counts))
                for reading in self._readings
                if reading.view == "samples"
            ]
        values = np.empty((len(joint.rows), len(columns)))
        for k, column in enumerate(columns):
            values[:, k] = column
        return values

    # --- from sums to values

    def _read(self, sums: NDArray[Any], values: NDArray[Any]) -> NDArray[np.float64]:
        """Values of (blocks of) tables, (…, models, metrics)."""
        out = np.empty((len(sums), len(self._models), len(self._readings)))
        # Where no row is left there is nothing to divide by.
        with np.errstate(divide="ignore", invalid="ignore"):
            total = sums[:, 0]
            column = 0
            for k in range(len(self._models)):
                views: dict[str, Counts] = {}
                for j, reading in enumerate(self._readings):
                    if reading.view == "samples":
                        out[:, k, j] = values[:, column] / total
                        column += 1
                        continue
                    if reading.view not in views:
                        views[reading.view] = self._counts(sums, k, reading.view)
                    out[:, k, j] = reading(views[reading.view])
        return out

    def _counts(self, sums: NDArray[Any], k: int, view: str) -> Counts:
        model, total = self._models[k], sums[:, 0]
        size = len(model.labels)
        if view in ("exact", "entries"):
            assert model.others is not None  # only asked of several labels per row
            exact, wrong = (sums[:, model.others + i] for i in (0, 1))
            if view == "exact":
                return one_class(exact, total)
            return one_class(total * size - wrong, total * size)
        hits, true, predicted = (
            sums[:, start : start + size]
            for start in (model.hits, model.true, model.predicted)
        )
        if not self._weighted:  # what is counted as predicted is wrong
            predicted = predicted + hits
        present = None
        if model.others is None:
            present = (true != 0) | (predicted != 0)
            if model.never_drawn is not None:
                present |= model.never_drawn
            if present.all():
                present = None
        table = None
        if view == "table":
            assert model.table is not None
            table = sums[:, model.table : model.table + size * size]
            table = table.reshape(-1, size, size)
        filled = None
        if view == "cells":
            assert model.cells is not None
            at, rows, columns = model.cells
            filled = CellSums(rows, columns, sums[:, at : at + len(rows)])
        return Counts(
            model.labels,
            model.kind,
            hits,
            true,
            predicted,
            total,
            present,
            table,
            filled,
        )

    # --- values

    def _fill(
        self, n: int, kernel: Callable[[Any, Any], None]
    ) -> tuple[NDArray[Any], NDArray[np.float64]]:
        sums = np.empty((n, self._n_bins), np.float64 if self._weighted else np.int64)
        values = np.empty((n, self._values.shape[1]))
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
        out = np.empty((n_resamples, len(self._models), len(self._readings)))
        rows = self._joint.rows.astype(np.float64)
        work = _NS_PER_CELL * len(rows)
        if not self._multinomial:
            entries = 0 if self._joint.by_unit is None else self._joint.by_unit.n_rows
            work = self.n_units + entries
        work += self._n_bins + len(self._places) // cells.LANES
        step = max(1, min(_BLOCK // self._n_bins, _whole_lanes(_JOB // work)))

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
            block[:] = self._read(*self._fill(len(block), draw))

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
        if self._joint.by_unit is not None or m * self._n_bins > _MOST_LEFT_OUT:
            return None
        whole, sums_of_values = self._sum_up()
        out = np.empty((m, len(self._models), len(self._readings)))
        step = max(1, _BLOCK // self._n_bins)

        def run(first: int) -> None:
            stop = min(first + step, m)
            sums = np.repeat(whole[None], stop - first, axis=0)
            at = slice(self._starts[first], self._starts[stop])
            degrees = np.diff(self._starts[first : stop + 1])
            owners = np.repeat(np.arange(stop - first), degrees)
            # No cell names a bin twice.
            amounts = 1 if self._amounts is None else self._amounts[at]
            sums[owners, self._places[at]] -= amounts
            values = sums_of_values - self._values[first:stop]
            out[first:stop] = self._read(sums, values)

        threads.map_blocks(run, range(0, m, step))
        return out, self._joint.rows

    def _sum_up(self) -> tuple[NDArray[Any], NDArray[np.float64]]:
        """Return the sums of the data, at a cost that depends on the cells alone."""
        joint, rows = self._joint, self._joint.rows
        by_unit = joint.by_unit
        if by_unit is not None and by_unit.weights is not None:
            starts = np.concatenate([[0], by_unit.ends[:-1]])
            rows = np.add.reduceat(by_unit.weights, starts)
        each = np.repeat(rows, np.diff(self._starts))
        if self._amounts is not None:
            each = each * self._amounts
        sums = np.zeros(self._n_bins, rows.dtype)
        np.add.at(sums, self._places, each)
        return sums, rows @ self._values

    def delete_groups(self, seed: int) -> NDArray[np.float64] | None:
        """Jackknife values, each with one random group of units left out.

        Shape (n_groups, n_models, n_metrics). None where there are so many units that
        it cannot make a difference.
        """
        if self.n_units > _MOST_JACKKNIFED:
            return None
        codes, n_groups = jackknife_groups(seed, self.n_units)
        out = np.empty((n_groups, len(self._models), len(self._readings)))
        step = max(1, _BLOCK // self._n_bins)

        def run(first: int) -> None:
            block = out[first : first + step]
            block[:] = self._read(
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
