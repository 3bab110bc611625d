"""CountPlan: intervals of metrics on predicted labels, from counts and their cells."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common import bounds
from fastmetrics._common.interval import Interval, no_interval, of_share
from fastmetrics._common.options import warn
from fastmetrics._common.pair_intervals import PairIntervals
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.labels.counting.count_formulas import (
    INDICATOR,
    CountFormula,
    count_formula,
    counts_of,
)
from fastmetrics.metrics.labels.counting.targets import IndicatorRows, check_positive
from fastmetrics.metrics.record import (
    BOOTSTRAP,
    EFFECTIVE,
    MEAN,
    PROPORTION,
    RATIO,
    SKEWED_T,
    SMOOTHED,
)
from fastmetrics.resampling import refusals
from fastmetrics.resampling.count_models import (
    CountedLabels,
    CountModels,
    LabelCells,
    draws_cells,
)
from fastmetrics.resampling.group_counts import SlicedCounts
from fastmetrics.resampling.joint_cells import (
    JointCells,
    label_rows,
    rows_of_several_labels,
)
from fastmetrics.resampling.plan import (
    Data,
    Design,
    Jackknife,
    Of,
    Plan,
    Progress,
    Refusal,
)
from fastmetrics.resampling.row_intervals import (
    GROUP_JACKKNIFE,
    PAIRED,
    Means,
    UnitShares,
    interval_of,
    intervals_of_pairs,
    means_of,
    shares_by_unit,
    suits,
)
from fastmetrics.resampling.row_sums import RowUnits

# "auto" for a proportion of rows if its own methods do not apply: with strata, or for
# the difference of proportions of other rows.
BOOTSTRAPPED = "bca"

# Their micro averages count the rows that are rightly not of a label.
_OF_ALL_LABELS = ("multilabel_cohen_kappa_score", "multilabel_matthews_corrcoef")

# Classes of fewer rows than this may be missing from a replicate.
_FEW = 10


class _Part(NamedTuple):
    """The successes of a proportion, or its trials, as a formula on counts."""

    of: CountFormula
    which: int

    @property
    def view(self) -> str:
        return self.of.view

    @property
    def columns(self) -> Any:
        return self.of.columns

    def __call__(self, counts: Any) -> Any:
        parts = self.of.proportion(counts)
        assert parts is not None  # asked only of a proportion
        return parts[self.which]


class CountPlan(Plan):
    """The plan of metrics on one label per row, or on several.

    Labels are read and counted when it is made. The cells of the labels of all models,
    which a replicate draws, are counted on first use; with several models or groups the
    counts come from these cells.
    """

    def __init__(self, data: Data, design: Design, options: Mapping[str, Any]) -> None:
        self.names = list(data.models)
        self._data, self._design = data, design
        if data.summary is None:
            self._labels = CountedLabels(
                data.shared["y_true"],
                [columns["y_pred"] for columns in data.models.values()],
                sample_weight=design.sample_weight,
                groups=design.groups,
                once=data.once,
            )
        else:
            for name in ("groups", "sample_weight"):
                if getattr(design, name) is not None:
                    raise TypeError(
                        f"a table of labels has no rows that {name} belong to"
                    )
            made: Any = CountedLabels.of_counts
            if isinstance(data.summary, LabelCells):
                made = CountedLabels.of_cells
            self._labels = made(data.summary)
        self._counts = self._labels.counts
        for odd in dict.fromkeys(
            getattr(one, "unmatched", None) for one in self._counts
        ):
            if odd is not None:
                warn(odd)
        self.summaries = dict(zip(self.names, self._counts, strict=True))
        self.kinds = (self._labels.kind,)
        self.n_rows = self._labels.n_rows
        self._readings: list[CountFormula] = []
        self._drawn: tuple[tuple[int, ...], CountModels] | None = None
        self._left_out: tuple[int, Any] | None = None
        self._shares: dict[int, UnitShares] = {}
        self._means: dict[int, Means] = {}
        self._values: dict[tuple[int, int], Any] = {}

    def ask(self, asked: Sequence[BoundMetric]) -> None:
        """Say which metrics are wanted; raise where one is not of such labels."""
        super().ask(asked)
        self._readings = [
            count_formula(row, self._counts[0].kind, parameters)
            for row, parameters in asked
        ]
        for one in asked:
            for counts in self._counts:
                check_positive(counts, *one)
        self._drawn = self._left_out = None
        self._shares, self._means, self._values = {}, {}, {}

    @property
    def joint(self) -> JointCells:
        """The cells of the labels of all models together."""
        return self._labels.joint

    def value(self, metric: int, model: int) -> Any:
        """Return the value of a metric's function, with its errors and warnings."""
        self._values[metric, model] = super().value(metric, model)
        return self._values[metric, model]

    def exact(self, metric: int, model: int, estimate: float) -> float:
        """Return the value as its function has it, computed once for each model."""
        known = self._values.get((metric, model))
        if known is None or not math.isfinite(estimate):
            return super().exact(metric, model, estimate)
        return float(known) if math.isfinite(known) else estimate

    def reading(self, metric: int) -> CountFormula:
        """Return a metric as a formula on counts."""
        return self._readings[metric]

    def adds_up(self, metric: int) -> bool:
        """Whether a metric is the mean, or the sum, of its values on each row."""
        formula = self.asked[metric].row.formula
        is_declared = formula is not None and formula.of_each_row
        return is_declared or self._readings[metric].view == "samples"

    def row_values(self, metric: int, model: int) -> NDArray[np.float64]:
        """Return each row's contribution to such a metric of a model."""
        reading, counts = self._readings[metric], self._counts[model]
        if isinstance(counts, IndicatorRows):
            return rows_of_several_labels(counts.pair, reading)
        predicted = self._data.models[self.names[model]]["y_pred"]
        return label_rows(self._data.shared["y_true"], predicted, reading)

    def _is_mean(self, metric: int) -> bool:
        """Whether a metric is the mean of a value of each row with several labels."""
        return self._readings[metric].view in ("samples", "entries")

    @cached_property
    def _units(self) -> RowUnits:
        """The rows or groups of a mean; rows with several labels have no strata."""
        return RowUnits(self.n_rows, self._design)

    def _means_of(self, metric: int) -> Means:
        """Return the means of all models and pairs, from one pass over the rows."""
        if metric not in self._means:
            values = [self.row_values(metric, k) for k in range(len(self.names))]
            self._means[metric] = means_of(
                self.asked[metric].row,
                values,
                self._units.mean,
                self._units.means_of_pairs,
            )
        return self._means[metric]

    @cached_property
    def _is_share(self) -> list[bool]:
        first = self._counts[0]
        return [
            reading.proportion(counts_of(first, reading.view)) is not None
            for reading in self._readings
        ]

    @cached_property
    def estimates(self) -> NDArray[np.float64]:
        """Values of the data themselves, (models, metrics)."""
        values = [
            [self._estimate(metric, k) for metric in range(len(self._readings))]
            for k in range(len(self._counts))
        ]
        return np.array(values, np.float64).reshape(len(self._counts), -1)

    def _estimate(self, metric: int, model: int) -> float:
        if self._is_mean(metric) and self._labels.has_rows:
            return float(self._means_of(metric).of((model,)).value)
        return self._readings[metric].of(self._counts[model])

    @property
    def n_units(self) -> int:
        """How many rows or groups are drawn."""
        return self._labels.n_units

    @property
    def rows_per_replicate(self) -> int:
        """Rows of all models, where they have weights, groups or several labels."""
        if self._design.is_plain and self.kinds != (INDICATOR,):
            return 0
        return self.n_rows * len(self.names)

    @property
    def touches_rows(self) -> bool:
        """Whether rows are drawn, not the cells that they are in."""
        return not draws_cells(self._labels.joint)

    @property
    def advice(self) -> str:
        """Say that strata help, if a class may be missing from a replicate."""
        if self.kinds == (INDICATOR,):
            return ""
        rows, _, n, *_ = self._counts[0].cells
        of_class = np.bincount(rows, weights=n)
        if (of_class[of_class > 0] >= _FEW).all():
            return ""
        return refusals.advice_on_undefined(self._design)

    # --- how an interval is made

    @classmethod
    def sliced(cls, asked: BoundMetric) -> type[SlicedCounts] | None:
        """Return the counts of labels in all slices at once."""
        own = asked.row.with_parameters(asked.parameters)
        by_place = own.get("weights") is not None
        of_all = own.get("average") == "micro" and asked.row.function in _OF_ALL_LABELS
        if (by_place or of_all) and own.get("labels") is None:
            return None  # these go by which labels a slice has
        return SlicedCounts if asked.row.formula is not None else None

    @classmethod
    def methods(cls) -> frozenset[str]:
        """Return the methods that intervals of some of its metrics are made by."""
        return frozenset((*PROPORTION, RATIO, *MEAN, *BOOTSTRAP))

    def method(self, metric: int, asked: str, of: Of) -> str | Refusal:
        """Name the way in which the interval of a metric will be made."""
        row = self.asked[metric].row
        if shares_by_unit(row, asked):
            by_unit = self._way_by_unit(metric, of)
            if by_unit is not None:
                return by_unit
        if row.interval is not None and suits(row, asked, self._design, self.n_units):
            return GROUP_JACKKNIFE
        if asked == SMOOTHED:
            return refusals.cannot_be_smoothed(row.name, refusals.NOT_OPTIMISED)
        if asked != "auto" and asked not in self.methods():
            return refusals.is_for_others(asked, row.name)
        if asked in PROPORTION:
            return self._share_by_name(metric, asked, of)
        if asked == RATIO:
            return self._ratio_by_name(metric, of)
        if asked in MEAN and not self._is_mean(metric):
            return refusals.is_for_others(asked, row.name)
        if asked == "auto" and row.interval is None:
            return Refusal(row.reason)
        how = row.interval if asked == "auto" else asked
        assert how is not None  # or it had been refused
        if self._is_mean(metric) and (asked == "auto" or asked in MEAN):
            return self._mean_of_rows(metric, asked, of)
        if how in PROPORTION:
            rows_are_alike = self._design.groups is None and not self._design.stratified
            if rows_are_alike and self._is_share[metric] and len(of) == 1:
                return self._with_squares(how)
            how = BOOTSTRAPPED
        if how == RATIO:
            # Strata do no harm: its variance takes the sizes of the classes as given.
            if self._rows_are_alike and len(of) == 1:
                return how
            how = BOOTSTRAPPED
        return self._cannot_be_drawn(asked) or how

    def _mean_of_rows(self, metric: int, asked: str, of: Of) -> str | Refusal:
        """Name the way of a mean of a value of each row."""
        cannot_be_drawn = self._cannot_be_drawn(asked)
        if cannot_be_drawn is not None:
            return cannot_be_drawn
        if self._design.stratified:
            return BOOTSTRAPPED if asked == "auto" else refusals.takes_no_strata(asked)
        if np.isnan(self.estimates[list(of), metric]).any():
            return Refusal(refusals.UNDEFINED)
        return SKEWED_T if asked == "auto" else asked

    def _way_by_unit(self, metric: int, of: Of) -> str | None:
        """Name the way of a proportion of rows in groups, or of a difference."""
        needed = len(of) > 1 or self._design.groups is not None
        if not (needed and self._is_share[metric] and self._labels.has_rows):
            return None
        return self.unit_shares(metric).way(self._design, of)

    def unit_shares(self, metric: int) -> UnitShares:
        """Return the successes and trials of each unit: a group, a row or a cell."""
        if metric not in self._shares:
            self._shares[metric] = self._count_units(metric)
        return self._shares[metric]

    def _count_units(self, metric: int) -> UnitShares:
        joint, reading = self._labels.joint, self._readings[metric]
        parts = [_Part(reading, 0), _Part(reading, 1)]
        each = CountModels(joint, self._counts, parts).each_cell()
        totals, sizes = each[..., 0], each[..., 1]
        if joint.by_unit is None:
            return UnitShares(totals, sizes, joint.rows)
        weights, square = self._labels.weights, 1.0
        given = joint.by_unit.weights
        assert given is not None  # groups and weights always have them
        if weights is not None:
            square = float(weights @ weights) / np.count_nonzero(weights)
            given = np.ldexp(given, -self._labels.exponent)
        cell = np.repeat(np.arange(len(each)), np.diff(joint.by_unit.ends, prepend=0))
        units = joint.by_unit.units
        summed = np.zeros((2, self.n_units, len(self.names)))
        for out, values in zip(summed, (totals, sizes), strict=True):
            added = values[cell] * given[:, None]
            if units is None:
                out[:] = added
            else:
                np.add.at(out, units, added)
        return UnitShares(summed[0], summed[1], mean_square=square)

    def _share_by_name(self, metric: int, asked: str, of: Of) -> str | Refusal:
        if not self._is_share[metric]:
            return refusals.not_a_share(
                asked,
                self.asked[metric].row.name,
                because="with these parameters and labels",
            )
        if self._design.groups is not None:
            return refusals.shares_take_no_groups(asked)
        if len(of) > 1:
            return Refusal(refusals.NO_SHARE)
        return self._with_squares(asked)

    @property
    def _rows_are_alike(self) -> bool:
        """Whether rows, or rows of a table, are independent with equal weights."""
        return self._design.is_plain and not self._counts[0].weighted

    def _ratio_by_name(self, metric: int, of: Of) -> str | Refusal:
        if self._readings[metric].spread is None:
            return refusals.is_for_others(RATIO, self.asked[metric].row.name)
        if not self._rows_are_alike:
            return refusals.ratios_take_rows_alike()
        return RATIO if len(of) == 1 else Refusal(refusals.NO_RATIO)

    def _with_squares(self, how: str) -> str | Refusal:
        """Refuse proportions of rows with several labels whose weights are added up."""
        known = self._labels.weights is not None
        if self.kinds == (INDICATOR,) and self._counts[0].weighted and not known:
            return Refusal(refusals.NO_SQUARES)
        return how

    def _cannot_be_drawn(self, asked: str) -> Refusal | None:
        """Refuse replicates of counts that lack the labels of each row."""
        if self._labels.has_rows:
            return None
        if self.kinds == (INDICATOR,):
            reason = refusals.COUNTS_HAVE_NO_PATTERNS
            return Refusal(reason, "" if asked == "auto" else reason)
        try:
            self._labels.joint  # noqa: B018  # raises for a table that has no such rows
        except ValueError as error:
            if asked == "auto" and self._counts[0].weighted:
                return Refusal(refusals.TABLES_HAVE_NO_WEIGHTS)
            return Refusal(str(error), str(error))
        return None

    def analytic(self, metric: int, method: str, of: Of, level: float) -> Interval:
        """Make the interval of a mean, a share or a ratio of shares.

        For a proportion, weights count for their effective number of rows.
        """
        [k] = of
        estimate = float(self.estimates[k, metric])
        if method in MEAN:
            mean, total = self._means_of(metric).of(of), self._units.total
            row = self.asked[metric].row
            return interval_of(row, mean, estimate, total, method, of, level, "")
        if method == EFFECTIVE:
            return self.unit_shares(metric).interval(estimate, k, level)
        if method == RATIO:
            return self._on_log_scale(metric, k, estimate, level)
        successes, trials, squares = self._share(self._readings[metric], k)
        if not trials > 0:
            return no_interval(estimate, level, refusals.UNDEFINED)
        found = of_share(successes, trials, squares, method, level)
        return replace(found, estimate=estimate)

    def analytic_pairs(
        self, metric: int, method: str, pairs: NDArray[np.intp], level: float
    ) -> PairIntervals:
        """Make the intervals of differences of means or proportions of rows."""
        if method in MEAN:
            first, second = pairs.T
            values = self.estimates[:, metric]
            estimate = values[first] - values[second]
            mean, total = self._means_of(metric).at(first, second), self._units.total
            row = self.asked[metric].row
            return intervals_of_pairs(row, mean, estimate, total, method, level, "")
        assert method == PAIRED  # there is no other closed form
        return self.unit_shares(metric).intervals(pairs, level)

    def _on_log_scale(
        self, metric: int, k: int, estimate: float, level: float
    ) -> Interval:
        """Make a normal interval of the logarithm of a ratio."""
        reading = self._readings[metric]
        if math.isnan(estimate):
            return no_interval(estimate, level, refusals.UNDEFINED)
        if estimate == 0:
            return no_interval(estimate, level, refusals.RATIO_OF_ZERO)
        variance = reading.log_variance(counts_of(self._counts[k], reading.view))
        if not variance:
            return no_interval(estimate, level, refusals.NO_VARIANCE)
        error = math.sqrt(variance)
        low, high = bounds.log_ratio(estimate, error, level)
        return Interval(estimate, low, high, estimate * error, level, RATIO)

    def _share(
        self, reading: CountFormula, k: int
    ) -> tuple[float, float, float | None]:
        """Return successes, trials, and the sum of the trials' squared weights, if any.

        All are of weights so scaled that their squares are in range.
        """
        if self.kinds == (INDICATOR,):  # all rows are trials
            parts = reading.proportion(counts_of(self._counts[k], reading.view))
            weights, exponent = self._labels.weights, self._labels.exponent
            squares = None if weights is None else float(np.dot(weights, weights))
            return *_scaled_down(parts, exponent), squares
        counts = self._labels.tame[k]
        parts = reading.proportion(counts_of(counts, reading.view))
        squares = None
        if counts.cells.squares is not None:
            of_squares = reading.proportion(counts.squared)
            assert of_squares is not None  # the sums themselves are a share
            squares = float(of_squares[1])
        return *_scaled_down(parts, 0), squares

    # --- data drawn anew, and without a row

    def _models(self, metrics: Sequence[int]) -> CountModels:
        """Return the models that draw these metrics, cached by metrics."""
        if self._drawn is None or self._drawn[0] != tuple(metrics):
            models = CountModels(
                self._labels.joint,
                self._counts,
                [self._readings[metric] for metric in metrics],
                stratified=self._design.stratified,
            )
            self._drawn, self._left_out = (tuple(metrics), models), None
        return self._drawn[1]

    def replicates(
        self, metrics: Sequence[int], seed: int, n: int, progress: Progress
    ) -> NDArray[np.float64]:
        """Return values of data drawn anew, (n, models, metrics asked for here)."""
        return self._models(metrics).replicates(seed, n, progress)

    def jackknife(self, metric: int, models: Of, seed: int) -> Jackknife | None:
        """Return the values of a metric without each row, by cell, or each group."""
        if self._is_mean(metric) and self._design.groups is not None:
            without = [
                self._units.means_without_each(self.row_values(metric, k))
                for k in models
            ]
            return Jackknife(np.stack(without, axis=1))
        drawn = self._drawn[0] if self._drawn else ()
        if metric not in drawn:
            drawn = (metric,)
        left_out = self._models(drawn)
        if self._left_out is None or self._left_out[0] != seed:
            self._left_out = seed, left_out.jackknife(seed)
        if self._left_out[1] is None:
            return None
        values, rows = self._left_out[1]
        found = values[:, list(models), drawn.index(metric)]
        if self.asked[metric].row.made_of == "sum":
            # Without one of n units a sum is of n - 1: what n of these would add up to.
            with np.errstate(over="ignore"):  # sums of huge costs are infinite
                found = found * (self.n_units / (self.n_units - 1))
        return Jackknife(found, rows if isinstance(rows, np.ndarray) else None)

    def each_left_out(self, metrics: Sequence[int]) -> Jackknife | None:
        """Return values without each group, or without a row of each cell."""
        models = self._models(metrics)
        by_cell = models.leave_one_out()
        if by_cell is not None:
            return Jackknife(*by_cell)
        each = models.leave_each_group_out()
        return None if each is None else Jackknife(each)


def _scaled_down(parts: Any, exponent: int) -> tuple[float, float]:
    """Return successes and trials by a power of two smaller."""
    successes, trials = (math.ldexp(float(part), -exponent) for part in parts)
    return successes, trials
