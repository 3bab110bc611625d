"""Make a Comparison of a plan's answers: intervals, tests, ranks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics.comparison.adjustments import adjust_pvalues
from fastmetrics.comparison.compared_models import Comparison, Difference
from fastmetrics.comparison.permutation.asked import Asking, Limits
from fastmetrics.comparison.permutation.of_plans import swapped_sums, swaps_of_plan
from fastmetrics.comparison.simultaneous import (
    Deviations,
    Null,
    deviations_of,
    rank_sets,
    standardized_pvalues,
)
from fastmetrics.metrics.record import DELONG, MEAN, NORMAL_DELONG

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval
    from fastmetrics.intervals.engine import Intervals
    from fastmetrics.resampling.plan import Design, Plan

__all__ = ["LIMITS", "TESTS", "PairTests", "Setting", "compared", "test_pairs"]

TESTS = ("auto", "permutation", "delong", "bootstrap", "jackknife")
# Shares of undefined replicates above which they say nothing.
_MOST_UNDEFINED = 0.10

# Of all pairs together, each some seconds' work: points of exact laws that are looked
# at, and signs that are drawn.
LIMITS = Limits(points=50_000_000, signs=10_000_000_000)

_NAMES = {
    "delong": "DeLong's test",
    "bootstrap": "paired bootstrap test",
    "jackknife": "paired jackknife test",
    "t": "paired t test",
}


@dataclass(frozen=True, kw_only=True)
class Setting:
    """What was asked for, but for the metric; see `compare`."""

    pairs: Sequence[tuple[int, int]]
    baseline: str | None
    test: str
    adjust: str | None
    simultaneous: bool
    confidence_level: float
    margin: float
    seed: int
    n_resamples: int | None
    design: Design
    limits: Limits


class Tested(NamedTuple):
    """p-values of pairs, and the name of the test."""

    pvalues: NDArray[np.float64]
    name: str


class PairTests(NamedTuple):
    """Tests of the differences of any two models by one metric.

    Attributes
    ----------
    test : str
        The test, as a paper would print it.
    pvalues, adjusted : dict of (str, str) to float
        By pair, as they are and adjusted for how many pairs there are; NaN where the
        difference does not vary or is undefined.
    """

    test: str
    pvalues: dict[tuple[str, str], float]
    adjusted: dict[tuple[str, str], float]

    def pvalue(self, pair: tuple[str, str], adjusted: bool = False) -> float | None:
        """Return the p-value of two models in either order; None where it is NaN."""
        known = self.adjusted if adjusted else self.pvalues
        value = known.get(pair, known.get(pair[::-1], math.nan))
        return None if math.isnan(value) else value


def compared(plan: Plan, metric: int, made: Intervals, setting: Setting) -> Comparison:
    """Return what is known of all models by one metric of a plan.

    ``made`` are the intervals of the setting's pairs, with the replicates of the metric
    if there are any.
    """
    return _Comparing(plan, metric, made, setting).result()


def test_pairs(
    plan: Plan, metric: int, made: Intervals, setting: Setting
) -> PairTests | None:
    """Return tests of all pairs that cost next to nothing; None where there is none.

    Where no replicates were drawn they are read off the intervals' standard errors.
    """
    making = _Comparing(plan, metric, made, setting, quick=True)
    deviations = making.deviations()
    tested = making.test(deviations)
    if not tested.name:
        return None
    names = [(plan.names[i], plan.names[j]) for i, j in setting.pairs]
    adjusted = making.adjust(tested, deviations)
    return PairTests(
        tested.name,
        dict(zip(names, tested.pvalues.tolist(), strict=True)),
        dict(zip(names, adjusted.tolist(), strict=True)),
    )


class _Comparing:
    """One metric of several models, on its way to a Comparison."""

    def __init__(
        self,
        plan: Plan,
        metric: int,
        made: Intervals,
        setting: Setting,
        quick: bool = False,
    ) -> None:
        self._quick = quick
        self._plan, self._metric, self._setting = plan, metric, setting
        self._row = row = plan.asked[metric].row
        self._names = plan.names
        self._values = {name: made.values[name][row.name] for name in plan.names}
        self._intervals = [
            made.differences[plan.names[i], plan.names[j]][row.name]
            for i, j in setting.pairs
        ]
        self._estimates = np.array(plan.estimates[:, metric], np.float64)
        self._known = np.isfinite(self._estimates)
        self._notes: list[str] = []
        sign = 0
        if setting.margin:
            if row.greater_is_better is None:
                raise ValueError(
                    f"margin needs a metric with a direction; {row.name} has none."
                )
            sign = 1 if row.greater_is_better else -1
        self._null = Null(sign, setting.margin)
        drawn = made.replicates.get(row.name)
        self._n_resamples = 0 if drawn is None else len(drawn)
        self._replicates = None if drawn is None else self._defined(drawn)

    def _defined(self, drawn: NDArray[np.float64]) -> NDArray[np.float64] | None:
        """Return the replicates on which all models are defined, if they are most."""
        if not self._known.any():
            return None
        defined = np.isfinite(drawn[:, self._known]).all(axis=1)
        n_undefined = len(drawn) - int(defined.sum())
        if n_undefined > _MOST_UNDEFINED * len(drawn) or defined.sum() < 2:
            self._notes.append(
                f"{self._row.name} is undefined on {n_undefined} of {len(drawn)} "
                "replicates, so that these tell nothing of its differences"
            )
            return None
        return drawn[defined] if n_undefined else drawn

    def result(self) -> Comparison:
        setting = self._setting
        pairs = [*setting.pairs]
        deviations = self.deviations()
        tested = self.test(deviations)
        adjusted = self.adjust(tested, deviations)
        low, high = self._simultaneous(pairs, deviations)
        names = self._names
        differences = {
            (names[i], names[j]): Difference(
                one.estimate,
                one.low,
                one.high,
                one.standard_error,
                float(low[at]),
                float(high[at]),
                float(tested.pvalues[at]),
                float(adjusted[at]),
                tested.name,
                one.method,
            )
            for at, ((i, j), one) in enumerate(zip(pairs, self._intervals, strict=True))
        }
        ranking = self._ranking()
        return Comparison(
            metric=self._row.name,
            title=self._row.title,
            greater_is_better=self._row.greater_is_better,
            values=self._values,
            differences=differences,
            baseline=setting.baseline,
            ranking=tuple(names[k] for k in ranking),
            rank_intervals=self._rank_intervals(deviations),
            test=setting.test,
            adjust=setting.adjust,
            margin=setting.margin,
            confidence_level=setting.confidence_level,
            n_rows=self._plan.n_rows,
            n_units=self._plan.n_units,
            n_resamples=self._n_resamples,
            seed=setting.seed,
            notes=tuple(self._notes),
            errors=self._errors(differences, deviations),
        )

    # --- what replicates say

    def _usable(self, pairs: Sequence[tuple[int, int]]) -> list[int]:
        """Return which pairs are of models on which the metric is defined."""
        return [
            at for at, (i, j) in enumerate(pairs) if self._known[i] and self._known[j]
        ]

    def deviations(self) -> Deviations | None:
        """Return how the differences that are tested deviate in replicates."""
        return self._deviations(self._setting.pairs)

    def _deviations(self, pairs: Sequence[tuple[int, int]]) -> Deviations | None:
        """Return how differences deviate in replicates, NaN where undefined."""
        usable = self._usable(pairs)
        if self._replicates is None or not usable:
            return None
        found = deviations_of(
            self._replicates, self._estimates, [pairs[at] for at in usable], self._null
        )
        if len(usable) == len(pairs):
            return found
        errors, pvalues = np.full((2, len(pairs)), np.nan)
        errors[usable], pvalues[usable] = found.standard_errors, found.pvalues
        return found._replace(standard_errors=errors, pvalues=pvalues)

    def _observed(self, pairs: Sequence[tuple[int, int]]) -> NDArray[np.float64]:
        first, second = np.array(pairs).T
        with np.errstate(invalid="ignore"):
            found: NDArray[np.float64] = (
                self._estimates[first] - self._estimates[second]
            )
        return found

    def _bounds(
        self, pairs: Sequence[tuple[int, int]], deviations: Deviations | None
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return simultaneous bounds of the differences of pairs."""
        nothing = np.full(len(pairs), np.nan)
        if deviations is None:
            return nothing, nothing
        observed, errors = self._observed(pairs), deviations.standard_errors
        width = deviations.quantile(self._setting.confidence_level)
        with np.errstate(invalid="ignore", divide="ignore"):
            half = np.where(errors > 0, width * errors, 0.0)
            half[np.isnan(errors) | ((errors == 0) & (observed != 0))] = np.nan
            low, high = observed - half, observed + half
            # Rounding must not tell another tale than the p-values.
            within = np.abs(observed) / errors <= width
            low = np.where(within, np.minimum(low, 0.0), low)
            high = np.where(within, np.maximum(high, 0.0), high)
        return low, high

    def _simultaneous(
        self, pairs: Sequence[tuple[int, int]], deviations: Deviations | None
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        if not self._setting.simultaneous:
            deviations = None
        return self._bounds(pairs, deviations)

    def _rank_intervals(
        self, deviations: Deviations | None
    ) -> dict[str, tuple[int, int]]:
        """Return simultaneous sets of ranks, from all pairs."""
        k = len(self._names)
        pairs = list(combinations(range(k), 2))
        if self._setting.baseline is not None:
            deviations = self._deviations(pairs)
        low, high = self._bounds(pairs, deviations)
        first, second = np.array(pairs).T
        better = np.zeros((k, k), bool)
        if self._row.greater_is_better is False:
            low, high = -high, -low
        better[first, second] = low > 0
        better[second, first] = high < 0
        return dict(zip(self._names, rank_sets(better, k), strict=True))

    def _ranking(self) -> list[int]:
        """Return the models' places, the best first; what is undefined last."""
        values = np.where(np.isnan(self._estimates), -np.inf, self._estimates)
        if self._row.greater_is_better is False:
            values = np.where(np.isnan(self._estimates), np.inf, self._estimates)
            values = -values
        return [int(k) for k in np.argsort(-values, kind="stable")]

    def _errors(
        self,
        differences: dict[tuple[str, str], Difference],
        deviations: Deviations | None,
    ) -> dict[tuple[str, str], float]:
        """Return standard errors of replicates where intervals have none."""
        if deviations is None:
            return {}
        return {
            pair: float(error)
            for (pair, one), error in zip(
                differences.items(), deviations.standard_errors, strict=True
            )
            if math.isnan(one.standard_error)
        }

    # --- tests

    def test(self, deviations: Deviations | None) -> Tested:
        """Return the p-values of all pairs by the test that suits, or was named."""
        asked = self._setting.test
        for way in (asked,) if asked != "auto" else self._suitable():
            found, why = self._by(way, deviations)
            if found is not None:
                return found
            if asked != "auto":
                raise ValueError(f"test={asked!r} is not for {self._row.name}: {why}.")
        self._notes.append(f"there is no test of differences of {self._row.name}")
        return Tested(np.full(len(self._setting.pairs), np.nan), "")

    def _suitable(self) -> tuple[str, ...]:
        last = "interval" if self._quick else "jackknife"
        return ("delong", "permutation", "bootstrap", last)

    def _by(self, way: str, deviations: Deviations | None) -> tuple[Tested | None, str]:
        """Return the p-values of a test, or why it cannot be made."""
        if way == "delong":
            return self._by_delong()
        if way == "permutation":
            return self._by_permutation()
        if way == "bootstrap":
            if deviations is None:
                return None, "its data cannot be drawn anew"
            return Tested(deviations.pvalues, _NAMES[way]), ""
        return self._by_interval() if way == "interval" else self._by_jackknife()

    def _by_delong(self) -> tuple[Tested | None, str]:
        # That of their intervals; where there are none, that which they would have.
        ways: set[Any] = {one.method for one in self._intervals} - {"none"}
        if not ways:
            pair = tuple(sorted(self._setting.pairs[0]))
            ways = {self._plan.method(self._metric, "auto", pair)}
        if not ways <= {*DELONG}:
            return None, "it is not linear in the AUC of rows that count alike"
        plan: Any = self._plan
        errors, freedom = np.empty((2, len(self._setting.pairs)))
        for at, (pair, interval) in enumerate(
            zip(self._setting.pairs, self._intervals, strict=True)
        ):
            variance = plan.delong_variance(tuple(sorted(pair)))
            if variance is None:
                return None, "a class has less than two rows"
            errors[at] = _error_of(interval, variance.standard_error)
            freedom[at] = variance.degrees_of_freedom if errors[at] else 1.0
        observed = self._observed(self._setting.pairs)
        law = None if ways <= {*NORMAL_DELONG} else freedom
        pvalues = standardized_pvalues(observed, errors, self._null, law)
        return Tested(pvalues, _NAMES["delong"]), ""

    def _by_interval(self) -> tuple[Tested | None, str]:
        """Return the p-values that standard errors of the intervals give."""
        errors = np.array([one.standard_error for one in self._intervals])
        observed = self._observed(self._setting.pairs)
        errors[np.isnan(errors) & (observed == 0)] = 0.0  # all rows are alike
        if np.isnan(errors).all():
            return None, "its intervals have no standard errors"
        methods = {one.method for one in self._intervals} - {"none"}
        if any(one not in MEAN and "jackknife" not in one for one in methods):
            return None, "its intervals are of no standard errors"
        is_mean, freedom = methods <= {*MEAN}, None
        if is_mean or any(one.startswith("jackknife-t") for one in methods):
            freedom = np.full(len(errors), max(self._plan.n_units - 1.0, 1.0))
        pvalues = standardized_pvalues(observed, errors, self._null, freedom)
        return Tested(pvalues, _NAMES["t" if is_mean else "jackknife"]), ""

    def _by_permutation(self) -> tuple[Tested | None, str]:
        setting = self._setting
        if self._null.sign:
            return None, "it tests exchangeability, of which there is no margin"
        sums = swapped_sums(self._plan, self._metric)
        if not sums or setting.design.sample_weight is not None:
            return None, "it is of labels, means and AUC, of rows that count alike"
        is_asked = setting.test == "permutation"
        if not is_asked and (sums == "areas" or (self._quick and sums == "losses")):
            return None, "others are quicker"
        usable = self._usable(setting.pairs)
        found = swaps_of_plan(
            self._plan,
            self._metric,
            [setting.pairs[at] for at in usable],
            Asking(n_resamples=setting.n_resamples or 9999, seed=setting.seed),
            setting.design.groups,
            limits=None if is_asked else setting.limits,
        )
        if found is None:
            self._notes.append(
                "the paired permutation test of all differences would take too much "
                "work; test='permutation' does it nevertheless"
            )
            return None, "it takes too much work"
        pvalues = np.full(len(setting.pairs), np.nan)
        pvalues[usable] = [one.pvalue for one in found]
        exact = all(one.exact for one in found)
        name = "paired permutation test"
        return Tested(pvalues, f"exact {name}" if exact else name), ""

    def _by_jackknife(self) -> tuple[Tested | None, str]:
        every = tuple(range(len(self._names)))
        try:
            left_out = self._plan.jackknife(self._metric, every, self._setting.seed)
        except NotImplementedError:
            left_out = None
        if left_out is None:
            return None, "it has no jackknife on these data"
        values, counts = left_out
        counts = np.ones(len(values)) if counts is None else counts
        errors = np.full(len(self._setting.pairs), np.nan)
        n = float(counts.sum())
        for at in self._usable(self._setting.pairs):
            i, j = self._setting.pairs[at]
            apart = values[:, i] - values[:, j]
            centred = apart - (counts @ apart) / n
            if np.ptp(apart) <= 1e-13 * np.abs(values[:, [i, j]]).max():
                errors[at] = 0.0
            else:
                errors[at] = math.sqrt((n - 1) / n * float(counts @ centred**2))
        observed = self._observed(self._setting.pairs)
        pvalues = standardized_pvalues(observed, errors, self._null)
        return Tested(pvalues, _NAMES["jackknife"]), ""

    def adjust(
        self, tested: Tested, deviations: Deviations | None
    ) -> NDArray[np.float64]:
        """Return p-values adjusted for how many pairs there are."""
        how, pairs = self._setting.adjust, self._setting.pairs
        if how is None:
            return tested.pvalues
        if how == "maxt":
            if deviations is None:
                raise ValueError(
                    f"adjust='maxt' is not for {self._row.name}: it needs replicates, "
                    "and its data cannot be drawn anew."
                )
            return deviations.adjusted(self._observed(pairs), self._null)
        if how == "shaffer":
            k = len(self._names)
            matrix = np.ones((k, k))
            first, second = np.array(pairs).T
            matrix[first, second] = matrix[second, first] = tested.pvalues
            found: NDArray[np.float64] = adjust_pvalues(matrix, method=how)
            return found[first, second]
        return adjust_pvalues(tested.pvalues, method=how)


def _error_of(interval: Interval, of_area: float) -> float:
    """Return the standard error on the metric's own scale; 0 where there is none."""
    if of_area == 0 or math.isnan(interval.standard_error):
        return 0.0
    return interval.standard_error
