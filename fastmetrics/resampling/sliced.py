"""What reads a metric in all slices of the rows at once, without a plan for each.

A plan names it: `Plan.sliced`. Labels are counted over slice and cell in one pass;
formulas of counts are vectorised, so that the values of all slices are one call. Areas
under ROC curves come from rows that are sorted inside their slice.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common import bounds
from fastmetrics._common.options import warn
from fastmetrics._inputs.label_pairs import LabelPair, pair_models, union
from fastmetrics._inputs.tables import encode_classes
from fastmetrics.metrics.labels.counting.count_formulas import (
    CountFormula,
    count_formula,
    unmatched,
)
from fastmetrics.metrics.labels.counting.targets import check_positive
from fastmetrics.metrics.labels.formulas.counts import Counts
from fastmetrics.metrics.scores.areas import GroupedScores

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.bound import BoundMetric
    from fastmetrics.metrics.labels.counting.count_formulas import Cells
    from fastmetrics.resampling.plan import Bounds, Floats

# Cells of all slices together, 128 MB; of more, slices are counted one by one.
_MOST_CELLS = 1 << 24
# Labels of which columns are added one by one; NumPy's sums are made for long axes.
_FEW = 8
# A step in a count by which a slope is measured, as a part of the rows.
_STEP = 1e-6


class SlicedAreas:
    """The areas under the ROC curve of one model's scores in all slices."""

    def __init__(self, areas: Floats) -> None:
        self.areas = areas

    @classmethod
    def of_rows(
        cls,
        y_true: Any,
        columns: Sequence[Any],
        slices: NDArray[np.int64],
        n_slices: int,
        sample_weight: Any,
        pos_label: Any,
    ) -> list[SlicedAreas]:
        """Sort each model's scores inside their slices."""
        made = []
        for scores in columns:
            found = GroupedScores.from_rows(
                y_true, scores, slices, pos_label, sample_weight
            )
            areas = np.full(n_slices, np.nan)
            areas[found.group_ids()] = found.areas
            made.append(cls(areas))
        return made

    def values(self, asked: BoundMetric) -> Floats:
        """Return what a metric makes of the areas."""
        reduction = asked.row.reduce(asked.parameters)
        assert reduction is not None  # or it would not be read off areas
        return reduction.scale * self.areas + reduction.offset

    def closed_bounds(self, asked: BoundMetric) -> Bounds | str | None:
        """Leave bounds to the plans, which have the scores."""
        return None


class SlicedCounts:
    """The counts of one model's labels in all slices.

    Attributes
    ----------
    labels : ndarray of shape (k,)
        Those of all slices.
    table : ndarray of shape (slices, k, k)
        int64, or float64 where rows have weights.
    squares : ndarray of shape (slices, k, k)
        The sums of squared weights; of rows without weights the table itself.
    present : ndarray of bool, of shape (slices, k)
        Which labels rows of a slice have, whatever these weigh.
    """

    def __init__(
        self,
        labels: NDArray[Any],
        table: NDArray[Any],
        squares: NDArray[Any],
        n_rows: NDArray[np.int64],
    ) -> None:
        self.labels, self.table, self.squares = labels, table, squares
        self._n_rows = n_rows
        self.present = _added_up(n_rows, 2) + _added_up(n_rows, 1) > 0
        self.kind = "binary" if len(labels) <= 2 else "multiclass"

    @classmethod
    def of_rows(
        cls,
        y_true: Any,
        columns: Sequence[Any],
        slices: NDArray[np.int64],
        n_slices: int,
        sample_weight: Any,
        pos_label: Any,
    ) -> list[SlicedCounts] | None:
        """Count each model's labels; None of several a row, and of too many cells.

        Raises as a metric of labels does for bad columns.
        """
        pairs = [
            pair
            for pair in pair_models(y_true, columns, sample_weight)
            if isinstance(pair, LabelPair)
        ]
        if not pairs:
            return None
        true, weights = encode_classes(y_true, "y_true"), pairs[0].weights
        made = []
        for y_pred in columns:
            predicted = encode_classes(y_pred, "y_pred")
            odd = unmatched(true.values.tolist(), predicted.values.tolist())
            if odd is not None:
                warn(odd)
            labels, of_true, of_predicted = union(true.values, predicted.values)
            k = len(labels)
            if n_slices * k * k > _MOST_CELLS:
                return None
            cells = slices * (k * k)
            cells += (of_true * k)[true.codes]
            cells += of_predicted[predicted.codes]
            shape = n_slices, k, k
            table = np.bincount(cells, weights, n_slices * k * k).reshape(shape)
            squares = n_rows = table
            if weights is not None:
                n_rows = np.bincount(cells, minlength=table.size).reshape(shape)
                with np.errstate(over="ignore"):  # of huge weights there are no bounds
                    of_weights = np.asarray(weights, np.float64) ** 2
                squares = np.bincount(cells, of_weights, table.size).reshape(shape)
            made.append(cls(labels, table, squares, n_rows))
        return made

    @classmethod
    def of_cells(
        cls, labels: NDArray[Any], cells: Cells, n_slices: int
    ) -> SlicedCounts | None:
        """Take cells that are counted by slice; None where they are too many.

        Their rows are slices, their columns cells of the table of these labels.
        """
        k = len(labels)
        if n_slices * k * k > _MOST_CELLS:
            return None
        places = cells.rows * (k * k) + cells.columns
        shape = n_slices, k, k
        n_rows = np.zeros(shape, np.int64)
        n_rows.ravel()[places] = cells.n
        table: NDArray[Any] = n_rows
        if cells.sums is not None:
            table = np.zeros(shape)
            table.ravel()[places] = cells.sums
        squares = table
        if cells.squares is not None:
            squares = np.zeros(shape)
            squares.ravel()[places] = cells.squares
        return cls(labels, table, squares, n_rows)

    def values(self, asked: BoundMetric) -> Floats:
        """Return the value of each slice, NaN where it is undefined.

        Raises ValueError where the positive label is none of the labels of all slices.
        """
        check_positive(self, *asked)
        return self._read(self._formula(asked), self.table, self.present)

    def closed_bounds(self, asked: BoundMetric) -> Bounds | str:
        """Return what gives Wilson's bounds of shares, or else normal ones.

        These are of the delta method, with half a row added to each cell, on the scale
        of the logit or of Fisher's z.
        """
        formula = self._formula(asked)
        share = self._share(formula)
        if share is not None:
            return lambda level: _wilson(*share, level)
        if asked.row.interval is None:
            return asked.row.reason
        plain = self._read(formula, self.table, self.present)
        values, errors = self._smoothed(formula)
        ends = asked.row.ends(asked.parameters)

        def made(level: float) -> tuple[Floats, Floats]:
            low, high = _on_scale(values, errors, ends, level)
            return np.minimum(low, plain), np.maximum(high, plain)

        return made

    def shares(self, asked: BoundMetric) -> tuple[Floats, Floats] | None:
        """Return shares of rows and of how many, None where a metric is no share."""
        return self._share(self._formula(asked))

    def rest(self) -> SlicedCounts:
        """Return for each slice the counts of all other rows."""
        table = self.table.sum(axis=0) - self.table
        squares = table
        if self.squares is not self.table:
            squares = self.squares.sum(axis=0) - self.squares
        n_rows = self._n_rows.sum(axis=0) - self._n_rows
        return SlicedCounts(self.labels, table, squares, n_rows)

    def _formula(self, asked: BoundMetric) -> CountFormula:
        return count_formula(asked.row, self.kind, asked.parameters)

    def _share(self, formula: CountFormula) -> tuple[Floats, Floats] | None:
        """Return shares of rows and of how many, None where it is no share.

        With weights these are as many as they are worth (Kish).
        """
        parts = formula.proportion(self._counts(self.table))
        if parts is None:
            return None
        successes, trials = (np.asarray(part, np.float64) for part in parts)
        with np.errstate(divide="ignore", invalid="ignore"):
            shares = successes / trials
            if self.squares is not self.table:
                of_squares = formula.proportion(self._counts(self.squares))
                assert of_squares is not None  # the sums themselves are a share
                trials = trials**2 / of_squares[1]
        return shares, trials

    def _smoothed(self, formula: CountFormula) -> tuple[Floats, Floats]:
        """Return values and standard errors with half a row added to each cell.

        A formula of counts does not change where all are multiplied, so its variance
        is the sum of counts times squared slopes.
        """
        rows = self.table.sum((1, 2), keepdims=True)
        with np.errstate(invalid="ignore"):  # of rows that weigh nothing
            weight = self.squares.sum((1, 2), keepdims=True) / rows  # 1 of rows alike
        table, squares = self.table + weight / 2, self.squares + weight**2 / 2
        step = _STEP * rows[:, 0, 0]
        variances = np.zeros(len(table))
        for i, j in np.ndindex(*table.shape[1:]):
            ends = []
            for sign in (1, -1):
                moved = table.copy()
                moved[:, i, j] += sign * step
                ends.append(self._read(formula, moved))
            with np.errstate(invalid="ignore"):
                slope = (ends[0] - ends[1]) / (2 * step)
            variances += squares[:, i, j] * slope**2
        return self._read(formula, table), np.sqrt(variances)

    def _read(
        self,
        formula: CountFormula,
        table: NDArray[Any],
        present: NDArray[np.bool_] | None = None,
    ) -> NDArray[np.float64]:
        with np.errstate(divide="ignore", invalid="ignore"):
            found = np.asarray(formula(self._counts(table, present)), np.float64)
        return np.broadcast_to(found, len(table)).copy()

    def _counts(
        self, table: NDArray[Any], present: NDArray[np.bool_] | None = None
    ) -> Counts:
        true, predicted = _added_up(table, 2), _added_up(table, 1)
        return Counts(
            self.labels,
            self.kind,
            np.einsum("...ii->...i", table),
            true,
            predicted,
            _added_up(true, 1),
            present=true + predicted > 0 if present is None else present,
            table=table,
        )


def _added_up(table: NDArray[Any], axis: int) -> NDArray[Any]:
    """Return sums over an axis; over a short one, of tables side by side."""
    if table.shape[axis] > _FEW:
        found: NDArray[Any] = table.sum(axis)
        return found
    return functools.reduce(np.add, np.moveaxis(table, axis, 0))


def _wilson(shares: Floats, trials: Floats, level: float) -> tuple[Floats, Floats]:
    found = np.full((2, len(shares)), np.nan)
    for at in np.flatnonzero(trials > 0):
        n = float(trials[at])
        found[:, at] = bounds.proportion("wilson", float(shares[at]) * n, n, level)
    return found[0], found[1]


def _on_scale(
    values: Floats, errors: Floats, ends: tuple[float, float], level: float
) -> tuple[Floats, Floats]:
    """Return normal bounds on the scale on which a value's ends are infinite."""
    from scipy import special

    half = float(special.ndtri((1 + level) / 2)) * errors
    with np.errstate(divide="ignore", invalid="ignore"):
        if ends[0] == 0 and ends[1] == 1:
            half = half / (values * (1 - values))
            centre = special.logit(values)
            return special.expit(centre - half), special.expit(centre + half)
        if ends[0] == -1 and ends[1] == 1:
            half = half / (1 - values**2)
            centre = np.arctanh(values)
            return np.tanh(centre - half), np.tanh(centre + half)
    return values - half, values + half
