"""ItemPlan: the plan of means over items, of all models of a table."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from fastmetrics._common import means
from fastmetrics._common.bounds import ROUNDING
from fastmetrics._common.effective_sizes import are_unequal_and_few
from fastmetrics._common.interval import Interval, from_jackknife, no_interval
from fastmetrics._common.laws import StudentLaw
from fastmetrics._common.names import by_text
from fastmetrics._common.options import check_choice, warn_undefined
from fastmetrics._common.pair_intervals import PairIntervals
from fastmetrics._common.paired_differences import PairedDifferences, PairSums
from fastmetrics._common.records import loaded
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.how import ItemMean
from fastmetrics.metrics.items.item_means import NO_ITEMS, ItemMeans, place_of
from fastmetrics.metrics.items.item_scores import ItemScores, as_item_scores
from fastmetrics.metrics.record import (
    BOOTSTRAP,
    EFFECTIVE,
    JACKKNIFE,
    SKEWED_T,
)
from fastmetrics.resampling import refusals
from fastmetrics.resampling.additive_model import adjusted_numbers, check_connected
from fastmetrics.resampling.item_units import (
    ItemUnits,
    RunVariance,
    UnitSums,
    Variance,
    added,
)
from fastmetrics.resampling.plan import (
    MOST_GROUPS,
    Data,
    Design,
    Jackknife,
    Of,
    Plan,
    Progress,
    Refusal,
    of_models,
)
from fastmetrics.resampling.row_intervals import (
    JACKKNIFE_T,
    effective_interval,
    paired_intervals,
    taken_by,
)
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.items.item_numbers import ItemMeasure
    from fastmetrics.show.words import Message

    Floats: TypeAlias = NDArray[np.float64]

TARGETS = ("items", "runs")
STUDENT = "t"
# Options of a call that are parameters of the metrics.
_COMMON = ("average", "weights", "short")
# The quantity of intervals for new runs, as `Interval.target` names it.
OF_RUNS = "new runs of these items"


class ItemPlan(Plan):
    """Plan of means over items.

    A unit is a cluster, or an item without clusters; models are paired by item. With
    several benchmarks, units are drawn within each of them. Options of the call are
    "model", "target", "average", "weights", "short", "missing" and "compared": models
    are compared, so they have texts as names, and the values of models with missing
    numbers are least-squares means.

    Attributes
    ----------
    scores : ItemScores
    units : ItemUnits
        The units of the items.
    models : list of int
        Place of each model of the plan in the table.
    """

    def __init__(self, data: Data, design: Design, options: Mapping[str, Any]) -> None:
        self.scores = _read(data, design, options.get("missing") or "raise")
        self.units = ItemUnits.of_scores(self.scores)
        self._options = options
        self._target = options.get("target") or "items"
        check_choice(self._target, TARGETS, "target")
        model = options.get("model")
        self.models = [*range(len(self.scores.models))]
        if model is not None:
            self.models = [place_of(self.scores, model)]
        self.names = [self.scores.models[place] for place in self.models]
        self._is_compared = bool(options.get("compared"))
        if self._is_compared:
            self.names = [*by_text(dict.fromkeys(self.names), "scores", "models")]
        self.n_rows = self.scores.n_items
        self.summaries = dict.fromkeys(self.names, self.scores)
        self._means: dict[int, ItemMeans] = {}
        self._adjusted: dict[int, ItemMeans] = {}
        self._pairs: dict[int, PairedDifferences] = {}
        self._sums: dict[int, UnitSums] = {}
        self._found: Floats | None = None

    @classmethod
    def methods(cls) -> frozenset[str]:
        """Return the methods that intervals of some of its metrics are made by."""
        return frozenset((EFFECTIVE, SKEWED_T, STUDENT, JACKKNIFE[0], *BOOTSTRAP))

    @classmethod
    def options_for(cls, asked: BoundMetric) -> dict[str, Any]:
        """Return the options of a plan that is asked this metric only."""
        model = asked.parameters.get("model")
        return {} if model is None else {"model": model}

    def ask(self, asked: Sequence[BoundMetric]) -> None:
        """Take the metrics that are wanted."""
        common = {
            name: self._options[name]
            for name in _COMMON
            if self._options.get(name) is not None
        }
        if self.scores.is_binary:  # so all values are, and bounds are cut there
            asked = [
                BoundMetric(replace(row, lower=0.0, upper=1.0), given)
                for row, given in asked
            ]
        self.asked = [BoundMetric(row, {**common, **given}) for row, given in asked]
        for row, given in self.asked:
            row.check_required(row.with_parameters(given))
        self._means, self._sums, self._found = {}, {}, None
        self._adjusted, self._pairs = {}, {}

    # --- values

    def measure(self, metric: int) -> ItemMeasure:
        """Return the number of an item that a metric is the mean of."""
        row, given = self.asked[metric]
        assert isinstance(row.how, ItemMean)
        make = loaded(row.how.measure)
        measure: ItemMeasure = make(**taken_by(make, row.with_parameters(given)))
        return measure

    def means(self, metric: int) -> ItemMeans:
        """Return the numbers of the items of all models."""
        if metric not in self._means:
            row, given = self.asked[metric]
            self._means[metric] = ItemMeans(
                row.name,
                self.scores,
                self.measure(metric),
                models=self.models,
                missing=self._options.get("missing"),
                **{name: given[name] for name in _COMMON if name in given},
            )
        return self._means[metric]

    def has_gaps(self, metric: int) -> bool:
        """Whether some model lacks the number of an item."""
        return bool(np.isnan(self.means(metric).numbers).any())

    def compared_means(self, metric: int) -> ItemMeans:
        """Return the same, in a comparison with gaps those of least-squares means."""
        means = self.means(metric)
        if not (self._is_compared and self.has_gaps(metric)):
            return means
        if metric not in self._adjusted:
            check_connected(means.numbers, self.names)
            self._adjusted[metric] = means.with_numbers(
                adjusted_numbers(means.numbers, means.weights_of_all())
            )
        return self._adjusted[metric]

    def unit_sums(self, metric: int) -> UnitSums:
        """Return the sums of these numbers by unit."""
        if metric not in self._sums:
            means = self.compared_means(metric)
            self._sums[metric] = UnitSums.of_means(means, self.units)
        return self._sums[metric]

    def pairs(self, metric: int) -> PairedDifferences:
        """Return the differences of all pairs of models on their common items."""
        if metric not in self._pairs:
            self._pairs[metric] = self._compare_pairs(metric)
        return self._pairs[metric]

    def _compare_pairs(self, metric: int) -> PairedDifferences:
        means = self.means(metric)
        numbers, codes = means.numbers, self.units.codes
        known = ~np.isnan(numbers)
        if not self.scores.is_binary:  # numbers that all models share cost digits
            counts = np.maximum(known.sum(axis=1, keepdims=True), 1)
            totals = np.where(known, numbers, 0.0).sum(axis=1, keepdims=True)
            numbers = numbers - totals / counts
        strata = []
        ends = [*means.starts[1:].tolist(), len(numbers)]
        for start, end in zip(means.starts.tolist(), ends, strict=True):
            part = slice(start, end)
            own = codes[part] - codes[part].min()
            if not known[part].all():
                alone = not self.units.has_clusters
                strata.append(
                    PairSums.of_items(numbers[part])
                    if alone
                    else PairSums.of_clusters(numbers[part], own)
                )
                continue
            columns = [np.bincount(own, column) for column in numbers[part].T]
            sizes = np.bincount(own).astype(np.float64)
            strata.append(PairSums.of_units(np.stack(columns, axis=1), sizes))
        weights = None if means.by_items else means.weights[:, 0].tolist()
        least = 1.0 if self.scores.is_binary else 0.0
        found = PairedDifferences.of_strata(strata, weights, least)
        # Smaller errors are rounding: the difference is the same in all items.
        error = found.standard_error
        error[error <= ROUNDING * self._size(metric)] = 0.0
        return found

    @property
    def estimates(self) -> Floats:
        """Values of the data themselves, (models, metrics)."""
        if self._found is None:
            metrics = range(len(self.asked))
            values = [self.compared_means(metric).values() for metric in metrics]
            self._found = np.array(values, np.float64).T.reshape(len(self.names), -1)
        return self._found

    def value(self, metric: int, model: int) -> float:
        """Return the value of a metric's function, with its errors and warnings."""
        value = float(self.estimates[model, metric])
        warn_undefined(value, self.asked[metric].row.name, NO_ITEMS)
        return value

    def common_items(self, metric: int) -> NDArray[np.int64]:
        """Return the number of items that two models have in common, (k, k)."""
        known = (~np.isnan(self.means(metric).numbers)).astype(np.float64)
        return (known.T @ known).astype(np.int64)

    def remarks(self, metric: int) -> Sequence[Message]:
        """Return what a comparison does about missing cells, if there are some."""
        if not (self._is_compared and self.has_gaps(metric)):
            return ()
        counts = self.common_items(metric)[np.triu_indices(len(self.names), 1)]
        few, many = f"{counts.min():,}", f"{counts.max():,}"
        if few == many:
            common = say("Two models have {n} items in common.", n=few)
        else:
            common = say(
                "Two models have {few} to {many} items in common.", few=few, many=many
            )
        adjusted = say(
            "Not all models have all items: values are least-squares means over all "
            "items, and differences are of the items that two models have in common."
        )
        return adjusted, common

    def pairs_by_values(self, metric: int) -> bool:
        """Whether the difference of two models is the difference of their values."""
        return not self.has_gaps(metric)

    def exact(self, metric: int, model: int, estimate: float) -> float:
        """Return the estimate, which is the value as its function has it."""
        return estimate

    @property
    def n_units(self) -> int:
        """How many clusters, or items, are drawn."""
        return self.units.n

    @property
    def rows_per_replicate(self) -> int:
        """Numbers that a replicate reads, of all models."""
        return self.n_units * len(self.names)

    def adds_up(self, metric: int) -> bool:
        """Whether a metric is the mean of a value of each item."""
        return len(self.unit_sums(metric).starts) == 1

    def row_values(self, metric: int, model: int) -> Floats:
        """Return the number of each item of a model, NaN if it does not count."""
        return self.means(metric).numbers[:, model]

    def _size(self, metric: int) -> float:
        """Return the largest number of an item in size."""
        return float(np.nanmax(np.abs(self.means(metric).numbers)))

    # --- how an interval is made

    def method(self, metric: int, asked: str, of: Of) -> str | Refusal:
        """Name the way in which the interval of a metric will be made."""
        row = self.asked[metric].row
        known = self._methods(of)
        if asked != "auto" and asked not in known:
            return refusals.not_for_rows(asked, row.name, known)
        if np.isnan(self.estimates[list(of), metric]).any():
            return Refusal(refusals.UNDEFINED)
        way = known[0] if asked == "auto" else asked
        if way in BOOTSTRAP or way == EFFECTIVE or self._target == "runs":
            return way
        if way == SKEWED_T and asked == "auto" and self.units.has_clusters:
            way = SKEWED_T if self.n_units > MOST_GROUPS else JACKKNIFE[0]
        return JACKKNIFE_T if way == JACKKNIFE[0] else way

    def _methods(self, of: Of) -> tuple[str, ...]:
        """Return the methods of intervals of such data, the default first."""
        share = (EFFECTIVE,) if self.scores.is_binary and len(of) == 1 else ()
        if self._target == "runs":
            return (*share, STUDENT)
        if len(of) > 1:
            return (STUDENT, *BOOTSTRAP)
        if len(self.units.starts) > 1:
            return (*share, STUDENT, *BOOTSTRAP)
        return (*share, SKEWED_T, STUDENT, JACKKNIFE[0], *BOOTSTRAP)

    def note(self, metric: int, asked: str, of: Of) -> str:
        """Say why that interval is approximate on these data; empty: it is not."""
        if len(of) > 1 or self._target == "runs" or not self.units.has_clusters:
            return ""
        sizes = self.unit_sums(metric).sizes[:, of[0]]
        if self.scores.is_binary and sizes.any() and are_unequal_and_few(sizes):
            return refusals.FEW_UNEQUAL_GROUPS
        return ""

    def analytic(self, metric: int, method: str, of: Of, level: float) -> Interval:
        """Make an interval in closed form."""
        if self._target == "runs":
            return self._of_runs(metric, method, of, level)
        [model] = of
        sums = self.unit_sums(metric)
        estimate = float(self.estimates[model, metric])
        note = self.note(metric, "auto", of)
        n_units = np.count_nonzero(sums.sizes[:, model])
        if method == EFFECTIVE:
            size = float(sums.effective_sizes[model])
            return effective_interval(estimate, size, level, note)
        if n_units < 2:
            return no_interval(estimate, level, refusals.ALONE)
        if method == JACKKNIFE_T:
            values, _ = sums.without_each(model)
            return from_jackknife(
                estimate, values, None, JACKKNIFE_T, level, scale="plain"
            )
        if len(sums.starts) == 1:
            return self._of_mean(metric, model, method, estimate, level)
        variance = sums.jackknife_variance(model)
        return _student(estimate, variance, level, self._size(metric))

    def _of_mean(
        self, metric: int, model: int, method: str, estimate: float, level: float
    ) -> Interval:
        """Make the interval of a mean over items of one benchmark."""
        numbers = self.compared_means(metric).numbers[:, model]
        known = ~np.isnan(numbers)
        if self.units.has_clusters:
            groups, places = np.unique(self.units.codes[known], return_inverse=True)
            mean = means.mean_of_groups(numbers[known], None, places, len(groups))
        else:
            mean = means.mean_of_rows(np.ascontiguousarray(numbers[known]))
        if mean.standard_error == 0:
            return no_interval(estimate, level, refusals.NO_SPREAD)
        find = means.skew_t if method == SKEWED_T else means.student_t
        low, high = find(mean._replace(value=estimate), level)
        return Interval(estimate, low, high, mean.standard_error, level, method)

    def analytic_pairs(
        self, metric: int, method: str, pairs: NDArray[np.intp], level: float
    ) -> PairIntervals:
        """Make the intervals of differences on common items, (pairs, 2)."""
        if self._target == "runs":
            return super().analytic_pairs(metric, method, pairs, level)
        why = refusals.FEW_COMMON_ITEMS
        return paired_intervals(self.pairs(metric), pairs, level, why)

    # --- new runs of the same items

    def run_variance(self, metric: int, model: int) -> RunVariance:
        """Return the variance of a model's mean if its runs are drawn anew.

        Raises
        ------
        ValueError
            If an item has too few runs.
        """
        means, measure = self.means(metric), self.measure(metric)
        name = self.names[model]
        one = self.scores.of_model(name)
        counted = ~np.isnan(means.numbers[:, model])
        few = counted & (one.counts < measure.least_runs)
        if few.any():
            item = int(np.argmax(few))
            raise ValueError(
                f"target='runs' needs {measure.least_runs} runs of each item for "
                f"{self.asked[metric].row.name}, got {one.counts[item]} of "
                f"{self.scores.cell(item, name)}, one of {np.count_nonzero(few)} such "
                "items"
            )
        if self.scores.is_binary:
            found = measure.variances_of_successes(one.counts, one.sums)
        else:
            found = measure.variances_of_scores(one.runs, one.starts)
        weights = means.item_weights(model)
        return RunVariance.of_items(
            weights[counted], found[counted], one.counts[counted].astype(np.float64)
        )

    def _of_runs(self, metric: int, method: str, of: Of, level: float) -> Interval:
        """Make the interval of a value, or a difference, for new runs of the items."""
        estimate = float(of_models(self.estimates[:, metric], of))
        each = [self.run_variance(metric, model) for model in of]
        if method == EFFECTIVE:
            size = each[0].effective_size(estimate)
            return effective_interval(estimate, size, level, target=OF_RUNS)
        parts = np.array([one.value for one in each])
        freedom = np.array([one.degrees_of_freedom for one in each])
        variance = added(parts[parts > 0], freedom[parts > 0])
        return _student(estimate, variance, level, self._size(metric), OF_RUNS)

    # --- data drawn anew, and without a unit

    def replicates(
        self, metrics: Sequence[int], seed: int, n: int, progress: Progress
    ) -> Floats:
        """Return values of units drawn anew, (n, models, metrics)."""
        found = [self.unit_sums(one).replicates(seed, n, progress) for one in metrics]
        return np.stack(found, axis=2)

    def jackknife(self, metric: int, models: Of, seed: int) -> Jackknife:
        """Return the values of a metric without each unit."""
        return Jackknife(self.unit_sums(metric).left_out(models))

    def each_left_out(self, metrics: Sequence[int]) -> Jackknife:
        """Return values without each unit, (units, models, metrics)."""
        models = tuple(range(len(self.names)))
        found = [self.jackknife(metric, models, 0).values for metric in metrics]
        return Jackknife(np.stack(found, axis=2))


def _read(data: Data, design: Design, missing: Any) -> ItemScores:
    """Return the table of a call, of which groups may be the clusters.

    Raises
    ------
    TypeError, ValueError
        If rows have weights or strata, or a table has clusters already.
    """
    for name, given in (
        ("sample_weight", design.sample_weight is not None),
        ("stratified", design.stratified),
    ):
        if given:
            raise ValueError(
                f"{name} is not for scores of items: benchmarks are the strata, and "
                "weights= has their weights"
            )
    if design.order is not None:
        raise ValueError("order is not for scores of items, which are not in time")
    scores = data.summary
    if scores is None:
        [columns] = data.models.values()
        scores = columns["scores"]
    if design.groups is None:
        return as_item_scores(scores, missing)
    if isinstance(scores, ItemScores):
        raise TypeError(
            "groups is for arrays of scores; ItemScores have their own clusters"
        )
    return ItemScores.from_arrays(scores, clusters=design.groups, missing=missing)


def _student(
    estimate: float, variance: Variance, level: float, size: float, target: str = ""
) -> Interval:
    """Make an interval by Student's t distribution.

    ``size``: the largest number of an item, of which smaller errors are rounding.
    """
    value, freedom = variance
    if math.isnan(value):
        return no_interval(estimate, level, refusals.ONE_UNIT)
    if math.sqrt(value) <= ROUNDING * size:
        return no_interval(estimate, level, refusals.NO_SPREAD)
    law = StudentLaw(estimate, math.sqrt(value), freedom)
    low, high = law.bounds(level)
    return Interval(
        estimate, low, high, law.standard_error, level, STUDENT, target=target, law=law
    )
