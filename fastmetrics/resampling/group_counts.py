"""Values in slices and between groups of rows, without a plan for each group.

Labels are counted over slice and cell in one pass. Formulas of counts are vectorized,
so one call computes the values of all slices. The fairness plan compares rates between
groups.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common import bounds
from fastmetrics._common.bounds import MOST_SLICES, pairwise_bounds
from fastmetrics._common.interval import Interval, no_interval
from fastmetrics._common.laws import BoundsLaw
from fastmetrics._common.options import warn
from fastmetrics._common.pair_intervals import PairIntervals
from fastmetrics._inputs.label_pairs import LabelPair, pair_models, union
from fastmetrics._inputs.tables import encode_classes
from fastmetrics._kernels.confusion import count_by_set
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.fairness.group_rates import Apart, GroupRates, check_options
from fastmetrics.metrics.labels.counting.count_formulas import (
    Cells,
    CountFormula,
    count_formula,
    unmatched,
)
from fastmetrics.metrics.labels.counting.targets import check_positive
from fastmetrics.metrics.labels.formulas.counts import Counts
from fastmetrics.metrics.record import MOVER, PROPORTION
from fastmetrics.resampling import refusals
from fastmetrics.resampling.plan import Data, Design, Of, Plan, Refusal
from fastmetrics.resampling.sliced_means import in_range, shares_of

if TYPE_CHECKING:
    from fastmetrics.resampling.plan import Bounds, Floats

# Cells of all slices together, 128 MB; of more, slices are counted one by one.
_MOST_CELLS = 1 << 24
# Labels of which columns are added one by one; NumPy's sums are made for long axes.
_FEW = 8
# A step in a count by which a slope is measured, as a part of the rows.
_STEP = 1e-6


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
        self._margins = margins = _added_up(n_rows, 2), _added_up(n_rows, 1)
        self.present = margins[0] + margins[1] > 0
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
            counted = np.zeros((k * k, n_slices), np.int64)
            kind = np.result_type(true.codes, predicted.codes)
            first, second = (
                c.codes.astype(kind, copy=False) for c in (true, predicted)
            )
            count_by_set(slices, first, second, of_true * k, of_predicted, counted)
            shape = n_slices, k, k
            table = squares = n_rows = np.moveaxis(counted.reshape(k, k, -1), 2, 0)
            if weights is not None:
                cells = slices * (k * k)
                cells += (of_true * k)[true.codes]
                cells += of_predicted[predicted.codes]
                table = np.bincount(cells, weights, table.size).reshape(shape)
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
        """Return the function of Wilson's bounds of proportions, or of normal bounds.

        These are of the delta method, with half a row added to each cell, on the scale
        of the logit or of Fisher's z.
        """
        formula = self._formula(asked)
        share = self._share(formula)
        if share is not None:
            shares, trials = share

            def of_shares(level: float, places: Any = None) -> tuple[Floats, Floats]:
                at = slice(None) if places is None else places
                return bounds.wilson(shares[at] * trials[at], trials[at], level)

            return of_shares
        if asked.row.interval is None:
            return asked.row.reason
        plain = self._read(formula, self.table, self.present)
        values, errors = self._smoothed(formula)
        ends = asked.row.ends(asked.parameters)

        def made(level: float, places: Any = None) -> tuple[Floats, Floats]:
            at = slice(None) if places is None else places
            low, high = _on_scale(values[at], errors[at], ends, level)
            return np.minimum(low, plain[at]), np.maximum(high, plain[at])

        return made

    def intervals(self, asked: BoundMetric, level: float) -> PairIntervals | None:
        """Return the intervals of proportions of rows; None: by the slices' plans."""
        parts = self._formula(asked).proportion(self._counts(self.table))
        alike = self.squares is self.table and self.table.dtype.kind == "i"
        if parts is None or not alike or asked.row.interval != PROPORTION[0]:
            return None
        successes, trials = (np.asarray(part, np.float64) for part in parts)
        n_rows = self._n_rows.sum((1, 2))
        trials = np.broadcast_to(trials, n_rows.shape)
        made = shares_of(successes, trials, self.values(asked), level)
        return in_range(made, asked.row.ends(asked.parameters), n_rows)

    def shares(self, asked: BoundMetric) -> tuple[Floats, Floats] | None:
        """Return proportions and numbers of rows, or None for other metrics."""
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
        """Return proportions and numbers of rows; None if it is not a proportion.

        With weights this is the effective sample size (Kish).
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
        true, predicted = self._margins
        if table is not self._n_rows:
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


# ------------------------------------------------------------------------ fairness plan
# FairnessPlan: intervals of how far decisions differ between groups, without draws.


class FairnessPlan(Plan):
    """Plan of fairness metrics: counts of each group.

    Attributes
    ----------
    rates : dict of str to GroupRates
        Of each model.
    """

    def __init__(self, data: Data, design: Design, options: Mapping[str, Any]) -> None:
        self.names = list(data.models)
        self.summaries = {}
        self._data, self._design = data, design
        if "sensitive_features" not in data.shared:
            raise TypeError("sensitive_features, the group of each row, is missing")
        told = options.get("pos_label")
        self._pos_label = 1 if told is None else told
        self.rates = {
            model: GroupRates.from_rows(
                data.shared["y_true"],
                columns["y_pred"],
                data.shared["sensitive_features"],
                design.sample_weight,
                self._pos_label,
            )
            for model, columns in data.models.items()
        }
        first = next(iter(self.rates.values()))
        self.n_rows = int(first.n_samples.sum())

    def ask(self, asked: Sequence[BoundMetric]) -> None:
        """Say which metrics are wanted; raise for options that are unknown."""
        super().ask(asked)
        self.__dict__.pop("_apart", None)
        for _, parameters in asked:
            check_options(*_options(parameters))

    @cached_property
    def _apart(self) -> list[list[Apart]]:
        return [
            [
                self.rates[model].apart(row.how, *_options(parameters))  # type: ignore[arg-type]
                for row, parameters in self.asked
            ]
            for model in self.names
        ]

    @property
    def estimates(self) -> NDArray[np.float64]:
        """Values of the data themselves, (models, metrics)."""
        return np.array([[one.value for one in row] for row in self._apart], float)

    def value(self, metric: int, model: int) -> Any:
        """Return the value of a metric's function, with its errors and warnings."""
        row, parameters = self.asked[metric]
        shared, own = self._data.shared, self._data.models[self.names[model]]
        return row.public(
            shared["y_true"],
            own["y_pred"],
            sensitive_features=shared["sensitive_features"],
            sample_weight=self._design.sample_weight,
            **{"pos_label": self._pos_label, **parameters},
        )

    @property
    def n_units(self) -> int:
        """How many rows there are."""
        return self.n_rows

    @classmethod
    def methods(cls) -> frozenset[str]:
        """Return the methods that intervals of its metrics are made by."""
        return frozenset([MOVER])

    def method(self, metric: int, asked: str, of: Of) -> str | Refusal:
        """Name the way in which the interval of a metric will be made."""
        name = self.asked[metric].row.name
        if asked not in ("auto", MOVER):
            return refusals.only_mover(asked, name)
        if not self._design.is_independent:
            return Refusal(refusals.FAIRNESS_HAS_NO_GROUPS)
        for k in of:
            apart = self._apart[k][metric]
            if not apart.is_bounded:
                return Refusal(refusals.ONE_GROUP_WITH_A_RATE)
            if any(len(rate.trials) > MOST_SLICES for rate in apart.rates):
                return Refusal(refusals.TOO_MANY_GROUPS)
        return MOVER

    def kind_of_model(self, metric: int, model: int) -> int:
        """Return the model itself: whether it has bounds depends on its groups."""
        return model

    def analytic(self, metric: int, method: str, of: Of, level: float) -> Interval:
        """Make the interval of a metric of a model, or of the difference of two.

        Errors of two models are taken as independent. Those on the same rows are alike
        as a rule, so bounds of a difference are too wide rather than too narrow.
        """
        parts = [self._apart[k][metric] for k in of]
        values = [one.value for one in parts]
        estimate = values[0] - values[1] if len(of) > 1 else values[0]
        if math.isnan(estimate):
            return no_interval(estimate, level, refusals.UNDEFINED)
        distribution = None
        if len(of) == 1:
            low, high = parts[0].bounds(level)
        else:
            distribution = BoundsLaw(partial(_of_two, parts[0], parts[1]))
            low, high = distribution.bounds(level)
        return Interval(estimate, low, high, math.nan, level, method, law=distribution)


def _options(parameters: Mapping[str, Any]) -> tuple[Any, Any]:
    method = parameters.get("method", "between_groups")
    return method, parameters.get("agg", "worst_case")


def _of_two(first: Apart, second: Apart, level: float) -> tuple[float, float]:
    """Return bounds of the first model's value less the second's."""
    each = [
        tuple(np.array([x]) for x in (one.value, *one.bounds(level, cut=False)))
        for one in (first, second)
    ]
    low, high = pairwise_bounds(each[0], each[1])  # type: ignore[arg-type]
    return float(low[0]), float(high[0])
