"""Differences between slices, between two models in slices, and from all other rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common import bounds as slice_bounds
from fastmetrics._common.bounds import (
    MOST_SLICES,
    Spread,
    level_of_each_difference,
    pairwise_bounds,
)
from fastmetrics._common.interval import Interval, no_interval
from fastmetrics._common.null_laws import studentized_range_law
from fastmetrics._common.test_result import TestResult
from fastmetrics.report.sliced_rows import bounds_at
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics.report.slice_groups import Rest
    from fastmetrics.report.sliced_rows import SlicedData
    from fastmetrics.resampling.plan import Bounds, Floats


# ------------------------------------------------------------------------------ slices
# SliceComparison: how much the values of a metric differ between slices.


# Bounds of this level are a standard error to either side.
_ONE_ERROR = math.erf(math.sqrt(0.5))
# A common mean and the spread around it are estimated of no fewer slices.
_FEWEST = 4


class SliceComparison:
    """What differences of slices are by one metric of one model.

    Parameters
    ----------
    rows : SlicedData
    metric : str
    model : int
    values : ndarray of shape (slices,)
        NaN where a slice has none.
    overall : float
        The value of all rows.
    level : float
        The confidence level.
    """

    def __init__(
        self,
        rows: SlicedData,
        metric: str,
        model: int,
        values: Floats,
        overall: float,
        level: float,
    ) -> None:
        self._rows, self._metric, self._model = rows, metric, model
        self._level = level
        self.spread = Spread(values, overall)
        self._places = np.flatnonzero(~np.isnan(values))
        self._values = values[self._places]
        self._made: dict[str, Interval] = {}

    @cached_property
    def _bounds(self) -> Bounds | str:
        """What gives bounds of the slices that have values, or why nothing does."""
        if len(self._places) < 2:
            return say("there are not two slices with a value")
        if len(self._places) > MOST_SLICES:
            return say("there are more than 1000 slices")
        found = self._rows.closed_bounds(self._metric, self._model)
        if isinstance(found, str):
            return found
        made = bounds_at(found, self._places)
        if np.isnan(made(self._level)).any():
            return say("a slice has no interval")
        return made

    @cached_property
    def _correlations(self) -> Floats | None:
        return self._rows.correlations(self._metric, self._model, self._places)

    @property
    def farthest(self) -> tuple[Any, Any] | None:
        """The slices with the lowest and the highest value; None of fewer than two."""
        if len(self._places) < 2:
            return None
        low, high = np.argmin(self._values), np.argmax(self._values)
        at = self._places[[low, high if high != low else low + 1]]  # all are equal
        return self._rows.slices.key(int(at[0])), self._rows.slices.key(int(at[1]))

    def apart(self, what: Literal["difference", "ratio"]) -> Interval:
        """Return the difference or the ratio, with bounds for all pairs together."""
        if what not in self._made:
            self._made[what] = self._apart(what)
        return self._made[what]

    def _apart(self, what: Literal["difference", "ratio"]) -> Interval:
        value = getattr(self.spread, what)("between_groups")
        if math.isnan(value):
            return no_interval(value, self._level, "undefined on these data")
        if isinstance(self._bounds, str):
            return no_interval(value, self._level, self._bounds)
        n = len(self._places)
        each = slice_bounds.level_of_each(self._level, n)
        of = getattr(slice_bounds, f"{what}_bounds")
        low, high = of(
            self._values, *self._bounds(each), correlations=self._correlations
        )
        n_undefined = len(self.spread.values) - n
        return Interval(
            value, low, high, math.nan, self._level, "mover", n_undefined=n_undefined
        )

    @cached_property
    def equality_test(self) -> TestResult:
        """The test that inverts the bounds of the largest difference."""
        statistic, p, at_limit = math.nan, math.nan, False
        n, bounds = len(self._places), self._bounds
        notes: tuple[str, ...] = ()
        if isinstance(bounds, str):
            notes = (bounds,)
        else:
            correlations = self._correlations
            # Slices that do not differ from others do not at a higher level either.
            places = np.arange(n)

            def lowest(level: float) -> float:
                nonlocal places
                values, ends = self._values[places], bounds(level, places)
                if correlations is not None:
                    return slice_bounds.difference_bounds(
                        values, *ends, correlations=correlations
                    )[0]
                apart = slice_bounds.values_apart(values, *ends)
                places = places[apart] if len(apart) else places
                return float(len(apart))

            statistic, p, at_limit = slice_bounds.equality_test(lowest, n)
        return TestResult(
            statistic=statistic,
            pvalue=p,
            method=say("Test of equal slices"),
            statistic_name="z" if n == 2 else "q",
            distribution="normal" if n == 2 else "studentized range",
            n=n,
            estimate=self.spread.difference("between_groups"),
            estimate_name=say("largest difference"),
            claim=say("slices differ"),
            has_sides=False,
            at_limit=at_limit,
            notes=notes,
            null_law=None if n <= 2 else partial(studentized_range_law, n),
        )

    @cached_property
    def _errors(self) -> Floats | str:
        """The standard errors of the slices, or why there are none.

        Of shares of rows those of the share of all, else the distance of the bound of
        one standard error that lies towards the mean of all slices: so errors do not
        go with the values.
        """
        if isinstance(self._bounds, str):
            return self._bounds
        if self._shares is not None:
            shares, trials = self._shares
            with np.errstate(divide="ignore", invalid="ignore"):  # of no row
                mean = float(shares @ trials / trials.sum())
                errors: Floats = np.sqrt(mean * (1 - mean) / trials)
        else:
            low, high = self._bounds(_ONE_ERROR)
            if not (high > low).all():
                return say("slices do not vary")
            weights = 1 / (high - low) ** 2
            mean = float(weights @ self._values / weights.sum())
            above = self._values > mean
            errors = np.where(above, self._values - low, high - self._values)
        if not (errors > 0).all():
            return say("slices do not vary")
        return errors

    @cached_property
    def _shares(self) -> tuple[Floats, Floats] | None:
        """Shares of rows and of how many, where the metric is such."""
        found = self._rows.shares(self._metric, self._model)
        return (
            None if found is None else (found[0][self._places], found[1][self._places])
        )

    def heterogeneity_test(self) -> TestResult:
        """Return the χ² test that all slices have the same value.

        Pearson's of shares of rows, Cochran's Q of other metrics, and with groups of
        rows Hotelling's, with the correlations of slices that share groups.
        """
        from scipy import stats

        n, errors = len(self._places), self._errors
        freedom, statistic, p = n - 1, math.nan, math.nan
        title, name, law = say("Cochran's Q test of slices"), "χ²", "chi-squared"
        notes: tuple[str, ...] = ()
        if self._shares is not None:  # by the error of equal shares Q is Pearson's
            title = say("Pearson's χ² test of slices")
        if isinstance(errors, str):
            notes = (errors,)
        elif self._correlations is not None:
            title, name, law = say("Hotelling's test of slices"), "F", "F"
            rest = (self._rows.n_groups or 0) - n + 1
            if rest < 1:
                notes = (say("there are no more groups than slices"),)
            else:
                statistic = self._hotelling(errors) * rest / (rest + n - 2) / freedom
                p = float(stats.f.sf(statistic, freedom, rest))
        else:
            statistic = slice_bounds.chi_square(self._values, errors)
            p = float(stats.chi2.sf(statistic, freedom))
        return TestResult(
            statistic=statistic,
            pvalue=p,
            method=title,
            statistic_name=name,
            distribution=law,
            df=float(freedom),
            n=n,
            estimate=self.spread.difference("between_groups"),
            estimate_name=say("largest difference"),
            claim=say("slices differ"),
            has_sides=False,
            notes=notes,
        )

    def _hotelling(self, errors: Floats) -> float:
        """Return T²: how far values are apart by the covariance of their errors."""
        assert self._correlations is not None  # there are groups
        covariance = self._correlations * errors[:, None] * errors
        apart = self._values[1:] - self._values[0]
        contrast = np.hstack([-np.ones((len(apart), 1)), np.eye(len(apart))])
        solved = np.linalg.lstsq(contrast @ covariance @ contrast.T, apart, rcond=None)
        return float(apart @ solved[0])

    def shrunken(self) -> dict[Any, Interval]:
        """Return each slice's value drawn towards the common mean (empirical Bayes)."""
        keys = self._rows.slices.keys()
        found = dict.fromkeys(
            keys, no_interval(math.nan, self._level, "undefined on these data")
        )
        errors = self._errors
        why = errors if isinstance(errors, str) else ""
        if not why and len(self._places) < _FEWEST:
            why = say("there are fewer than 4 slices")
        if why:
            return {key: no_interval(math.nan, self._level, why) for key in keys}
        assert not isinstance(errors, str)
        parts: Sequence[Floats] = slice_bounds.shrunken(
            self._values, errors, self._level
        )
        for at, place in enumerate(self._places.tolist()):
            value, low, high = (float(one[at]) for one in parts)
            found[keys[place]] = Interval(
                value, low, high, math.nan, self._level, "empirical-bayes"
            )
        return found


# ------------------------------------------------------------------------- differences
# Differences in every slice: of two models, or from all other rows.


Pair = tuple[str, str]
# Replicates that tell how two models go together, where bounds are in closed form.
_FOR_CORRELATIONS = 999


def n_of_models(rows: SlicedData) -> int:
    """Return how many differences of models there are by one metric."""
    return len(rows.models) * (len(rows.models) - 1) // 2 * len(rows.slices)


def of_models(
    rows: SlicedData,
    metric: str,
    values: Floats,
    level: float,
    method: str,
    n_resamples: int | None,
) -> dict[Pair, list[Interval]]:
    """Return the differences of any two models, slice by slice.

    ``values`` are of models and slices, NaN where there is none. Differences are made
    as `compare` makes them; where that would be by replicates, and the interval of each
    model is in closed form, by MOVER with the correlation that the replicates have.
    """
    known = ~np.isnan(values)
    pairs = [*combinations(range(len(rows.models)), 2)]
    each = level_of_each_difference(
        level, sum(int((known[i] & known[j]).sum()) for i, j in pairs)
    )
    closed: list[Floats] = []
    if method == "auto":
        made = [rows.closed_bounds(metric, k) for k in range(len(rows.models))]
        closed = [
            np.array([values[k], *one(each)])
            for k, one in enumerate(made)
            if not isinstance(one, str)
        ]
    if len(closed) < len(rows.models):
        closed = []
    elif n_resamples is None:
        n_resamples = _FOR_CORRELATIONS
    found: dict[Pair, list[Interval]] = {
        (rows.models[i], rows.models[j]): [] for i, j in pairs
    }
    for at, several in enumerate(known.sum(axis=0) > 1):
        alone, of_two = (
            rows.of_all_models(metric, at, each, method, n_resamples)
            if several
            else ({}, {})
        )
        for (i, j), (a, b) in zip(pairs, found, strict=True):
            difference = float(values[i, at] - values[j, at])
            one = of_two.get((a, b))
            if not (known[i, at] and known[j, at]):
                one = no_interval(math.nan, level, "undefined on these data")
            elif one is None:
                reason = say("it is not known which rows of two models are the same")
                one = no_interval(difference, level, reason)
            elif closed and one.n_resamples:
                together = _correlation(one, alone[a], alone[b])
                if together is not None:
                    first, second = closed[i][:, at], closed[j][:, at]
                    one = _by_mover(first, second, together, level, one)
            found[a, b].append(replace(one, confidence_level=level))
    return found


def _correlation(one: Interval, a: Interval, b: Interval) -> float | None:
    """Return how two models go together, by the errors of both and of ``one``."""
    product = 2 * a.standard_error * b.standard_error
    if not product > 0:
        return None
    squares = a.standard_error**2 + b.standard_error**2 - one.standard_error**2
    return min(1.0, max(-1.0, squares / product))


def from_rest(
    rows: SlicedData, metric: str, model: int, values: Floats, level: float
) -> list[Interval]:
    """Return each slice minus all other rows; ``values`` are those of one model."""
    known = ~np.isnan(values)
    n = int(known.sum())
    bounds: Bounds | str = say("there are more than 1000 slices")
    rest: Rest | str = ""
    if n < 2:
        bounds = say("there are not two slices with a value")
    elif n <= MOST_SLICES:
        bounds = rows.closed_bounds(metric, model)
    if not isinstance(bounds, str):
        rest = rows.rest(metric, model)
    if isinstance(bounds, str) or isinstance(rest, str):
        why = bounds if isinstance(bounds, str) else str(rest)
        return [no_interval(math.nan, level, why)] * len(values)
    # Two slices have one difference.
    each = level_of_each_difference(level, 1 if n == 2 else n)
    mine = np.array([values, *bounds(each)])
    others = np.array([rest.values, *rest.bounds(each)])
    together = np.zeros(len(values)) if rest.correlations is None else rest.correlations
    return [
        _by_mover(mine[:, at], others[:, at], together[at], level)
        if known[at]
        else no_interval(math.nan, level, "undefined on these data")
        for at in range(len(values))
    ]


def _by_mover(
    first: Floats,
    second: Floats,
    correlation: float,
    level: float,
    drawn: Interval | None = None,
) -> Interval:
    """Return first minus second, each a value and its bounds.

    ``drawn``: what replicates of the difference say, for its standard error.
    """
    value = float(first[0] - second[0])
    ends = pairwise_bounds(tuple(first), tuple(second), np.array(correlation))
    low, high = map(float, ends)
    if not np.isfinite([value, low, high]).all():
        return no_interval(value, level, say("a slice has no interval"))
    if drawn is None:
        return Interval(value, low, high, math.nan, level, "mover")
    return replace(
        drawn, low=low, high=high, method="mover", law=None, distribution=None
    )
