"""Sums of drawn rows: RowUnits for columns of values, ModelSums for joint cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common import threads
from fastmetrics._common.arrays import distinct
from fastmetrics._common.means import (
    Mean,
    each_pair,
    mean_of_groups,
    mean_of_rows,
    means_of_pairs,
)
from fastmetrics._inputs.groups import group_codes
from fastmetrics._inputs.scores import sample_weights
from fastmetrics._kernels import cells, random
from fastmetrics.metrics.labels.counting.count_formulas import one_class
from fastmetrics.metrics.labels.formulas.counts import CellSums, Counts
from fastmetrics.resampling.joint_cells import JointCells, JointPatterns
from fastmetrics.resampling.plan import Design, Progress, jackknife_groups

# ---------------------------------------------------------------------------- row units
# RowUnits: which rows count, how much, and which of them are drawn together.


# Units times columns that one job goes over before it looks up.
_JOB = 4_000_000
# Weights beyond these powers of two are scaled to near 1, so squares are in range.
_LARGE = 200


class RowUnits:
    """The rows of a data set as its design has them drawn.

    A unit is a row whose weight is above 0, or a group of such rows. Values of rows are
    arrays over all rows that were given.

    Parameters
    ----------
    n_rows : int
    design : Design
    classes : callable, optional
        Gives the number of each row's stratum, of all rows; asked if stratified.

    Attributes
    ----------
    n : int
        How many units are drawn.
    weights : ndarray of float64 or None
        Those that were given, of all rows.
    total : float
        Σ of those given, or how many rows there are.
    """

    def __init__(
        self,
        n_rows: int,
        design: Design,
        classes: Callable[[], NDArray[Any]] | None = None,
    ) -> None:
        self._n_rows = n_rows
        self.weights: NDArray[np.float64] | None = None
        self.total = float(n_rows)
        self._kept: NDArray[np.int64] | None = None
        self._weights: NDArray[np.float64] | None = None
        self._groups: NDArray[np.int64] | None = None
        if design.sample_weight is not None:
            self._weigh(sample_weights(design.sample_weight, n_rows))
        self.n = n_rows if self._kept is None else len(self._kept)
        # The units in the order in which draws address them; None: as they are.
        self._order: NDArray[np.int64] | None = None
        self._strata = np.array([self.n], np.int64)
        if design.groups is not None:
            if design.stratified:
                raise ValueError("groups and stratified exclude each other")
            self._group(design.groups)
        elif design.stratified:
            assert classes is not None  # such rows have classes
            found = np.unique(
                self._counted(classes()), return_inverse=True, return_counts=True
            )
            self._order = np.argsort(found[1], kind="stable")
            self._strata = found[2].astype(np.int64)

    def _weigh(self, weights: NDArray[np.float64]) -> None:
        self.weights = weights
        with np.errstate(over="ignore"):
            self.total = float(np.sum(weights))
        if not weights.all():
            self._kept = np.flatnonzero(weights)
        counted = np.ascontiguousarray(self._counted(weights))
        power = int(np.frexp(counted.max())[1])
        if abs(power) > _LARGE:
            counted = np.ldexp(counted, -power)
        self._weights = counted

    def _group(self, groups: Any) -> None:
        codes, self.n = group_codes(groups, self._n_rows)
        if self._kept is not None:  # a group of rows of weight 0 is out as well
            found, codes = np.unique(codes[self._kept], return_inverse=True)
            self.n = len(found)
        self._groups = codes
        self._strata = np.array([self.n], np.int64)

    def _counted(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return the values of rows whose weight is above 0."""
        return values if self._kept is None else values[self._kept]

    # --- closed forms

    @property
    def mean_square(self) -> float:
        """Mean of the squared weights of rows, as scaled for sums."""
        w = self._weights
        return 1.0 if w is None else float(np.dot(w, w)) / len(w)

    def mean(self, values: NDArray[np.float64]) -> Mean:
        """Return the mean of values of rows, and how much it varies."""
        counted = np.ascontiguousarray(self._counted(values))
        if self._groups is None:
            return mean_of_rows(counted, self._weights)
        return mean_of_groups(counted, self._weights, self._groups, self.n)

    def means_of_pairs(self, values: Sequence[NDArray[np.float64]]) -> Mean:
        """Return the means of the differences of each two columns, as matrices."""
        if self._groups is not None:
            return each_pair(self.mean, values)
        counted = np.stack([self._counted(own) for own in values])
        return means_of_pairs(counted, self._weights)

    # --- units drawn anew, and left out

    def sums(self, values: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
        """Return Σ w l of the rows of each unit; without values Σ w."""
        w = self._weights
        if values is not None:
            values = self._counted(values)
            w = values if w is None else w * values
        if self._groups is not None:
            return np.bincount(self._groups, w, self.n).astype(np.float64, copy=False)
        return np.ones(self.n) if w is None else w

    def means_without_each(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the means of values of rows without each unit."""
        weights, sums = self.sums(), self.sums(values)
        with np.errstate(divide="ignore", invalid="ignore"):
            found: NDArray[np.float64] = float(np.sum(sums)) - sums
            return found / (float(np.sum(weights)) - weights)

    def drawn_means(
        self, sums: list[NDArray[np.float64]], seed: int, n: int, progress: Progress
    ) -> NDArray[np.float64]:
        """Return the means of units drawn anew, (n, columns).

        ``sums``: of each column the sums of the units. Σ w is drawn with them.
        """
        columns = np.stack([self.sums(), *sums], axis=1)
        if self._order is not None:
            columns = columns[self._order]
        # Each unit is a cell of its own, which counts towards no bin.
        ends = np.arange(1, self.n + 1)
        nothing = np.zeros(self.n + 1, np.int64), np.zeros(0, np.int32)
        layout = cells.CellLayout(*nothing, 1, None, columns)
        rows = cells.Rows(ends, self.n)
        found = np.empty((n, columns.shape[1]))
        unused = np.empty((n, 1), np.int64)
        step = max(1, min(64, _JOB // columns.size))

        def run(first: int) -> None:
            block = slice(first, first + step)
            cells.draw_rows(
                layout, rows, self._strata, seed, first, unused[block], found[block]
            )

        threads.map_blocks(run, range(0, n, step), progress=progress)
        return found[:, 1:] / found[:, :1]

    def counts(self, values: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return Σ of counts of rows, (rows, columns), over the rows of each unit."""
        counted = self._counted(values).astype(np.float64)
        if self._groups is None:
            return counted
        columns = [np.bincount(self._groups, one, self.n) for one in counted.T]
        return np.stack(columns, axis=1)

    def drawn_counts(
        self, counts: NDArray[np.float64], seed: int, n: int, progress: Progress
    ) -> NDArray[np.float64]:
        """Return the sums of counts of units drawn anew, (n, columns).

        ``counts`` are (units, columns), whole numbers: so are the sums, which are exact
        in whatever order they are added up.
        """
        if self._order is not None:
            counts = counts[self._order]
        by_column = np.ascontiguousarray(counts.T)
        found = np.empty((n, len(by_column)))
        step = max(1, min(64, _JOB // max(by_column.size, 1)))

        def run(first: int) -> None:
            times = np.empty(self.n)
            for i in range(first, min(first + step, n)):
                np.copyto(times, random.draw_weights(seed, i, self._strata))
                # By own loops: BLAS would start more threads.
                np.einsum("cn,n->c", by_column, times, out=found[i])

        threads.map_blocks(run, range(0, n, step), progress=progress)
        return found

    def drawn_weights(self, seed: int, replicate: int) -> NDArray[np.float64]:
        """Return the weight of each row in a replicate, for all rows."""
        drawn = random.draw_weights(seed, replicate, self._strata)
        if self._order is not None:
            by_unit = np.empty_like(drawn)
            by_unit[self._order] = drawn
            drawn = by_unit
        return self._of_rows(drawn)

    def weights_without(self, seed: int) -> list[NDArray[np.float64]]:
        """Return the rows' weights with each of up to 200 random groups left out."""
        codes, n_groups = jackknife_groups(seed, self.n)
        return [self._of_rows(codes != group) for group in range(n_groups)]

    def weights_without_each(self) -> Iterator[NDArray[np.float64]]:
        """Yield the rows' weights with each unit left out."""
        every = np.arange(self.n)
        for unit in range(self.n):
            yield self._of_rows(every != unit)

    def _of_rows(self, times: NDArray[Any]) -> NDArray[np.float64]:
        """Return weights of all rows, from how often each unit is there."""
        if self._groups is not None:
            times = times[self._groups]
        weights = np.zeros(self._n_rows)
        kept = slice(None) if self._kept is None else self._kept
        given = 1.0 if self.weights is None else self.weights[kept]
        weights[kept] = times * given
        return weights


# Views of rows with several labels that need no counts of single labels.
_OF_ROWS = {"samples", "exact", "entries"}


class Reading(Protocol):
    """A metric as a formula on counts: the part used here.

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
        """For "samples", the labels to use; None: all."""

    def __call__(self, counts: Counts) -> Any:
        """Return the values of a block of counts."""


class _Alike(NamedTuple):
    """Models with the same labels, and where their sums start among the bins.

    One model's sums follow another's; the sums of the true labels are the same for all.
    """

    models: list[int]
    labels: NDArray[Any]
    kind: str
    true: int
    margins: int | None  # by model: hits, then predictions; or errors of both
    runs: int  # their number: with two labels, an error of one is an error of the other
    table: int | None
    # By model: its start, and the rows and columns of its cells.
    cells: list[tuple[int, NDArray[Any], NDArray[Any]]]
    others: int | None  # of each model: rows right in all labels, then wrong entries
    never_drawn: NDArray[np.bool_] | None  # labels of rows of weight 0 alone


class ModelSums:
    """The sums of several models, of the same rows.

    Parameters
    ----------
    joint : JointCells
        The cells of all models together.
    counts : sequence
        The counts of each model.
    readings : sequence of Reading
        The metrics; the same for each model.

    Attributes
    ----------
    n_bins : int
        How many sums there are. The first is the sum of all rows.
    starts, places, amounts
        Towards which bins each cell counts, as ``cells.CellLayout`` takes them.
    values : ndarray of float64, shape (cells, columns)
        Values that each row of a cell has, to be summed too.
    """

    def __init__(
        self, joint: JointCells, counts: Sequence[Any], readings: Sequence[Reading]
    ) -> None:
        self._joint, self._readings = joint, list(readings)
        self._n_models = len(counts)
        # Errors are counted, and hits are the labels minus the errors
        # when sums are read: most rows of a good model are hits. Differences of whole
        # numbers are exact; sums of weights are not.
        self._by_errors = joint.by_unit is None or not joint.by_unit.weighted
        bins = BinsOfCells(len(joint.rows))
        bins.add_each(1)
        self._alike = [
            self._lay_out(models, counts[models[0]], bins) for models in _alike(counts)
        ]
        self.n_bins = bins.n_bins
        self.starts, self.places, self.amounts = bins.lists()
        self.values = self._row_values()

    def _lay_out(self, models: list[int], counts: Any, bins: BinsOfCells) -> _Alike:
        """Give every sum of some models with the same labels a bin."""
        joint, views = self._joint, {reading.view for reading in self._readings}
        size = len(counts.labels)
        margins: list[int] = []
        # Means over rows with several labels need no counts of single labels.
        of_rows = isinstance(joint, JointPatterns) and views <= _OF_ROWS
        # With two labels, a missed label determines the predicted one.
        are_two = size == 2 and self._by_errors and not isinstance(joint, JointPatterns)
        true = bins.n_bins
        for k in () if of_rows else models:
            hits, labels, predicted, missed, wrong = joint.marked(k)
            if not margins:
                bins.add(size, *labels)
            first, second = (missed, wrong) if self._by_errors else (hits, predicted)
            margins.append(bins.add(size, *first))
            if not are_two:
                bins.add(size, *second)
        table: list[int] = []
        cell_sums = []
        others: list[int] = []
        never = None
        if isinstance(joint, JointPatterns):
            for k in models:
                others.append(_add_others(joint.wrong[k], bins))
        else:
            pairs = [joint.true[k] * size + joint.predicted[k] for k in models]
            if "table" in views:
                table = [bins.add_each(size * size, each) for each in pairs]
            if "cells" in views:
                for each in pairs:
                    found, cell = distinct(each)
                    at = bins.add_each(len(found), cell)
                    cell_sums.append((at, *np.divmod(found, size)))
            drawn = np.zeros((len(models), size), bool)
            drawn[:, joint.true[models[0]]] = True
            for i, k in enumerate(models):
                drawn[i, joint.predicted[k]] = True
            never = None if drawn.all() else ~drawn
        return _Alike(
            models,
            counts.labels,
            counts.kind,
            true,
            margins[0] if margins else None,
            1 if are_two else 2,
            table[0] if table else None,
            cell_sums,
            others[0] if others else None,
            never,
        )

    def _row_values(self) -> NDArray[np.float64]:
        """Values of single rows, by cell: a column per model and such a metric."""
        joint = self._joint
        columns = []
        if isinstance(joint, JointPatterns):
            columns = [
                reading(joint.row_counts(k, reading.columns))
                for k in range(self._n_models)
                for reading in self._readings
                if reading.view == "samples"
            ]
        values = np.empty((len(joint.rows), len(columns)))
        for k, column in enumerate(columns):
            values[:, k] = column
        return values

    # --- from sums to values

    def read(self, sums: NDArray[Any], values: NDArray[Any]) -> NDArray[np.float64]:
        """Return the metrics of tables, (tables, models, metrics).

        ``sums`` are their bins, ``values`` the sums of the values of rows.
        """
        out = np.empty((len(sums), self._n_models, len(self._readings)))
        # Where no row is left there is nothing to divide by.
        with np.errstate(divide="ignore", invalid="ignore"):
            self._read_rows(sums[:, 0], values, out)
            for alike in self._alike:
                views: dict[str, Counts] = {}
                for j, reading in enumerate(self._readings):
                    view = reading.view
                    if view == "samples":
                        continue
                    if view not in views:
                        views[view] = self._counts(sums, alike, view)
                    if view != "cells":
                        out[:, alike.models, j] = reading(views[view])
                        continue
                    for i, k in enumerate(alike.models):
                        out[:, k, j] = reading(_with_cells(views[view], sums, alike, i))
        return out

    def _read_rows(
        self, total: NDArray[Any], values: NDArray[Any], out: NDArray[np.float64]
    ) -> None:
        """Take the means of what single rows have."""
        of_rows = [j for j, one in enumerate(self._readings) if one.view == "samples"]
        for column, j in enumerate(of_rows):
            out[:, :, j] = values[:, column :: len(of_rows)] / total[:, None]

    def _counts(self, sums: NDArray[Any], alike: _Alike, view: str) -> Counts:
        """Return the counts of a view for all these models: (tables, models, …)."""
        n, m, size = len(sums), len(alike.models), len(alike.labels)
        total = np.broadcast_to(sums[:, :1], (n, m))

        def run(start: int, *shape: int) -> NDArray[Any]:
            stop = start + m * int(np.prod(shape))
            return sums[:, start:stop].reshape(n, m, *shape)

        if view in ("exact", "entries"):
            assert alike.others is not None  # only asked of several labels per row
            others = run(alike.others, 2)
            if view == "exact":
                return one_class(others[..., 0], total)
            return one_class(total * size - others[..., 1], total * size)
        assert alike.margins is not None  # the view has been laid out
        margins = run(alike.margins, alike.runs, size)
        true = sums[:, None, alike.true : alike.true + size]
        true = np.broadcast_to(true, (n, m, size))
        if self._by_errors:
            missed = margins[:, :, 0]
            hits = true - missed
            predicted = hits + (
                missed[..., ::-1] if alike.runs == 1 else margins[:, :, 1]
            )
        else:
            hits, predicted = margins[:, :, 0], margins[:, :, 1]
        present = None
        if alike.others is None:
            present = (true != 0) | (predicted != 0)
            if alike.never_drawn is not None:
                present |= alike.never_drawn
            if present.all():
                present = None
        table = None
        if view == "table":
            assert alike.table is not None  # the view has been laid out
            table = run(alike.table, size, size)
        return Counts(
            alike.labels, alike.kind, hits, true, predicted, total, present, table
        )


def _with_cells(counts: Counts, sums: NDArray[Any], alike: _Alike, i: int) -> Counts:
    """Return the counts of one of some models alike, with its cells."""
    at, rows, columns = alike.cells[i]
    present = None if counts.present is None else counts.present[:, i]
    return counts._replace(
        hits=counts.hits[:, i],
        true=counts.true[:, i],
        predicted=counts.predicted[:, i],
        total=counts.total[:, i],
        present=None if present is None or present.all() else present,
        cells=CellSums(rows, columns, sums[:, at : at + len(rows)]),
    )


def _alike(counts: Sequence[Any]) -> list[list[int]]:
    """Return which models have the same labels, in their order.

    So have the rows, then, among these labels: the truth is the same for all models.
    """
    found: list[list[int]] = []
    for k, one in enumerate(counts):
        for models in found:
            first = counts[models[0]]
            if first.kind == one.kind and np.array_equal(first.labels, one.labels):
                models.append(k)
                break
        else:
            found.append([k])
    return found


def _add_others(wrong: NDArray[np.int64], bins: BinsOfCells) -> int:
    """Add sums of rows that are right in all labels, and of entries that are not."""
    right, some = np.flatnonzero(wrong == 0), np.flatnonzero(wrong)
    start = bins.add(1, right, np.zeros(len(right), np.int64))
    bins.add(1, some, np.zeros(len(some), np.int64), wrong[some])
    return start


class BinsOfCells:
    """Lists of bins, cell by cell, as ``cells.CellLayout`` takes them.

    Runs of bins are added one after the other, each with the cells that count towards
    it; `lists` then puts the bins of each cell next to one another.

    Parameters
    ----------
    n_cells : int

    Attributes
    ----------
    n_bins : int
        How many bins there are so far.

    Examples
    --------
    >>> bins = BinsOfCells(3)
    >>> bins.add_each(2, np.array([0, 1, 1]))
    0
    >>> bins.add(1, np.array([2]), np.array([0]))
    2
    >>> starts, places, amounts = bins.lists()
    >>> [places[a:b].tolist() for a, b in zip(starts, starts[1:])], amounts
    ([[0], [1], [1, 2]], None)
    """

    def __init__(self, n_cells: int) -> None:
        self.n_bins = 0
        self._n_cells = n_cells
        self._degrees = np.zeros(n_cells, np.int64)
        # The first bin, its cells (None: each of them once), places, and amounts.
        self._runs: list[tuple[int, Any, Any, Any]] = []

    def add(
        self,
        size: int,
        which: NDArray[Any],
        places: NDArray[Any],
        amounts: NDArray[np.int64] | None = None,
    ) -> int:
        """Add a run of ``size`` bins; return the first.

        Cell ``which[i]`` counts towards bin ``places[i]`` of the run, each row with
        ``amounts[i]``, or 1. ``which`` ascends; no pair comes twice.
        """
        if amounts is None and len(which) == self._n_cells and _is_each(which):
            return self.add_each(size, places)
        self._degrees += np.bincount(which, minlength=self._n_cells)
        return self._append(size, (which, places, amounts))

    def add_each(self, size: int, places: NDArray[Any] | None = None) -> int:
        """Add a run of bins of which each cell counts towards one, or the first."""
        if places is None:
            places = np.zeros(self._n_cells, np.int64)
        self._degrees += 1
        return self._append(size, (None, places, None))

    def _append(self, size: int, run: tuple[Any, Any, Any]) -> int:
        first = self.n_bins
        self.n_bins += size
        which, places, amounts = (_small(each) for each in run)
        self._runs.append((first, which, places, amounts))
        return first

    def lists(self) -> tuple[NDArray[np.int64], NDArray[np.int32], Any]:
        """Return where the list of each cell starts, the lists, and the amounts.

        Amounts are None where all are 1.
        """
        starts = np.zeros(self._n_cells + 1, np.int64)
        np.cumsum(self._degrees, out=starts[1:])
        lists = np.empty(starts[-1], np.int32)
        amounts: Any = None
        if any(given is not None for *_, given in self._runs):
            amounts = np.ones(starts[-1], np.int64)
        free = starts[:-1].copy()  # where the next bin of each cell goes
        for first, which, places, given in self._runs:
            if which is None:
                lists[free] = first + places
                free += 1
                continue
            degrees = np.bincount(which, minlength=self._n_cells)
            before = np.cumsum(degrees) - degrees
            at = free[which] + (np.arange(len(which)) - before[which])
            lists[at] = first + places
            if given is not None:
                amounts[at] = given
            free += degrees
        return starts, lists, amounts


def _small(numbers: NDArray[Any] | None) -> NDArray[np.int32] | None:
    """Return numbers of cells, bins or labels in half the room."""
    return None if numbers is None else numbers.astype(np.int32, copy=False)


def _is_each(which: NDArray[Any]) -> bool:
    """Whether ascending numbers are the numbers of all cells."""
    return bool((np.diff(which) == 1).all())
