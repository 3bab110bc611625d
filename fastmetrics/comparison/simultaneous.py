"""Intervals and p-values of differences, for each pair and for all pairs together.

The p-value of a difference is the smallest α at which its interval excludes 0. For
several differences, all intervals get the same higher level, at which the probability
that any of them misses its true value is at most α. The adjusted p-value is the
smallest α at which this interval excludes 0. Significant differences, letters and ranks
follow from these intervals.

The level is the one of the largest deviation of normal variables (single-step max-T),
with the correlations that the standard errors of the differences imply. If these are
unknown, or pairs are many, the level is Bonferroni's.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common import threads
from fastmetrics._common.bounds import ROUNDING, each, normal_quantiles
from fastmetrics._kernels.apart import largest_deviations
from fastmetrics.comparison.adjustments import adjust_pvalues
from fastmetrics.comparison.permutation_distributions import SwapOptions
from fastmetrics.comparison.permutation_metrics import swapped_sums, swaps_of_plan

if TYPE_CHECKING:
    from fastmetrics._common.pair_intervals import PairIntervals
    from fastmetrics._common.pair_laws import PairLaws
    from fastmetrics.resampling.plan import Design, Plan

    Floats: TypeAlias = NDArray[np.float64]


Pair = tuple[int, int]

_NORMAL = NormalDist()

# Points for the distribution of the largest deviation, and the most pairs.
_N_POINTS, MOST_PAIRS = 20_000, 2_000
# Points times pairs that one job goes over.
_BLOCK = 2_000_000
# Below this proportion of the points, tests are taken as independent.
_FEWEST = 0.005
# The relative rounding error of a variance.
_NOTHING = 1e-12


class Null(NamedTuple):
    """The null hypothesis of a difference.

    A is worse than B by ``margin`` or more; ``sign`` is 1 or -1 of a metric of which
    more, or less, is better.
    """

    sign: int
    margin: float

    def p_values(self, laws: PairLaws) -> Floats:
        """Return the smallest α whose one-sided bounds exclude the null."""
        against = laws if self.sign > 0 else laws.turned(np.ones(len(laws), bool))
        p = against.below(-self.margin)
        if (p < 0.5).all():
            return p
        return np.where(p < 0.5, p, 1 - against.above(-self.margin))


class Answers(NamedTuple):
    """Answers on differences, in the order of the pairs.

    Attributes
    ----------
    pvalues, adjusted : ndarray
        Of each alone, and among all; NaN where a difference has no bounds.
    low, high : ndarray
        Bounds that hold for all together; NaN where there are none.
    better : ndarray of bool, shape (models, models)
        ``better[i, j]``: i differs significantly from j, and has the greater value.
    """

    pvalues: NDArray[np.float64]
    adjusted: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    better: NDArray[np.bool_]


def answer(
    every: PairIntervals,
    pairs: Sequence[Pair],
    n_models: int,
    alpha: float,
    adjust: str | None,
    null: Null | None = None,
    *,
    n_compared: int | None = None,
) -> Answers:
    """Return the answers from the intervals of differences.

    Only the first ``n_compared`` pairs, by default all, are compared; the standard
    errors of the others tell correlations. With a margin p-values are against that, and
    all else is of differences.
    """
    places = np.array(pairs, np.intp).reshape(-1, 2)
    made = every.head(len(pairs) if n_compared is None else n_compared)
    is_tested, low, high = made.is_tested, made.low, made.high
    n_tested = int(is_tested.sum())
    family = _Family(adjust, n_tested, partial(_largest, every, places, n_models, made))
    wider = family.level_of_one(alpha)
    laws = made.laws
    # Small tails, of which few replicates know little, are where the adjusted p-values
    # of several differences come from.
    of_all = laws.counting_itself() if adjust is not None and n_tested > 1 else laws
    alone, among = (
        np.where(made.is_known, one.p_values(), np.where(is_tested, 1.0, np.nan))
        for one in (laws, of_all)
    )
    pvalues = _agreed(alone, alpha, low, high)
    among_all = np.maximum(among, pvalues)
    wide_low = wide_high = np.full(len(made), np.nan)
    if wider is not None:
        wide_low, wide_high = low, high
        if wider < alpha:
            ends = made.cut(*of_all.bounds(1 - wider))
            wide_low = np.where(made.is_known & (ends[0] < low), ends[0], low)
            wide_high = np.where(made.is_known & (ends[1] > high), ends[1], high)
    compared = places[: len(made)]
    adjusted = family.adjusted(among_all, compared, n_models)
    if wider is not None:
        adjusted = _agreed(adjusted, alpha, wide_low, wide_high)
    better = np.zeros((n_models, n_models), bool)
    first, second = compared.T
    differs, is_above = adjusted <= alpha, low > 0
    better[first, second] = differs & is_above
    better[second, first] = differs & ~is_above
    if null is not None:
        known = made.is_known
        pvalues = np.where(known, null.p_values(laws), np.nan)
        against_all = np.where(known, null.p_values(of_all), np.nan)
        against_all = np.maximum(against_all, pvalues)
        of_side = partial(_largest, every, places, n_models, made, null.sign)
        family = _Family(adjust, int(np.isfinite(pvalues).sum()), of_side, 1)
        adjusted = family.adjusted(against_all, compared, n_models)
    return Answers(pvalues, adjusted, wide_low, wide_high, better)


def _agreed(p: Floats, alpha: float, low: Floats, high: Floats) -> Floats:
    """Return p-values; rounding must not tell another tale than the bounds."""
    outside = (low > 0) | (high < 0)
    within = np.where(p <= alpha, math.nextafter(alpha, 2.0), p)
    return np.where(outside, np.minimum(p, alpha), within)


class _Family:
    """How p-values are adjusted for ``n`` of them.

    ``largest`` gives the deviations that the method "maxt" is of, or None, on two sides
    or on one.
    """

    def __init__(
        self,
        adjust: str | None,
        n: int,
        largest: Callable[[], NDArray[np.float64] | None],
        tails: int = 2,
    ) -> None:
        self._how, self._n, self._tails = adjust, n, tails
        self._largest = largest() if adjust == "maxt" and n > 1 else None

    def adjusted(
        self, pvalues: Floats, pairs: NDArray[np.intp], n_models: int
    ) -> NDArray[np.float64]:
        """Return adjusted p-values, NaN where there is none."""
        if self._how is None:
            return pvalues
        if self._is_single_step:
            return self._of_each(pvalues)
        if self._how != "shaffer":
            return adjust_pvalues(pvalues, method=self._how)
        matrix = np.ones((n_models, n_models))
        first, second = pairs.T
        matrix[first, second] = matrix[second, first] = pvalues
        found: NDArray[np.float64] = adjust_pvalues(matrix, method=self._how)
        return found[first, second]

    def level_of_one(self, alpha: float) -> float | None:
        """Return the largest p-value that is at most α when it is adjusted.

        None where that depends on the other p-values, or nothing is adjusted.
        """
        if not self._is_single_step:
            return None
        if self._of_each(np.array([alpha]))[0] <= alpha:
            return alpha
        low, high = 0.0, alpha
        while low < (low + high) / 2 < high:
            between = np.linspace(low, high, 65)
            first = int(np.argmax(self._of_each(between[1:]) > alpha))
            low, high = between[first : first + 2].tolist()
        return low

    @property
    def _is_single_step(self) -> bool:
        return self._how in ("maxt", "bonferroni", "sidak")

    def _of_each(self, p: Floats) -> Floats:
        """Return p-values adjusted by a method in which each matters alone."""
        n = max(self._n, 1)
        small = np.where(p < 1, p, 0.0)
        if self._how == "sidak":
            found = -each(math.expm1, n * each(math.log1p, -small))
        else:
            found = np.minimum(1.0, n * small)
            if self._largest is not None:
                share = _shares_beyond(self._largest, small, self._tails)
                found = np.minimum(np.maximum(share, small), found)
        return np.where(p < 1, found, p)


def _shares_beyond(ordered: Floats, p: Floats, tails: int) -> Floats:
    """Return the chances that one of several p-values is as small.

    ``ordered``: the largest deviations, on two sides or on one. Far out, with few
    points, p-values are nearly independent; their effective number is taken from less
    extreme deviations.
    """
    n = len(ordered)
    few = round(_FEWEST * n)
    z = -normal_quantiles(np.where(p > 0, p, 0.5) / tails)
    share = (n - np.searchsorted(ordered, z)) / n
    edge = tails * _NORMAL.cdf(-float(ordered[n - few]))
    as_many = math.log1p(-_FEWEST) / math.log1p(-edge)
    far = -each(math.expm1, as_many * each(math.log1p, -np.minimum(p, edge)))
    return np.where(p == 0, 0.0, np.where(share > _FEWEST, share, far))


def _largest(
    every: PairIntervals,
    pairs: NDArray[np.intp],
    n_models: int,
    compared: PairIntervals,
    sign: int = 0,
) -> Floats | None:
    """Return the largest deviations of the differences of pairs, in ascending order.

    In standard errors, at points that are spread as normal models are; None where their
    correlations are not known. With a ``sign`` those on that side alone.
    """
    if len(compared) > MOST_PAIRS:
        return None
    errors = np.full((n_models, n_models), np.nan)
    first, second = pairs.T
    equal = ~every.is_known & (every.estimate == 0)
    errors[first, second] = np.where(equal, 0.0, every.standard_error)
    errors[second, first] = errors[first, second]
    np.fill_diagonal(errors, 0.0)
    models, places = np.unique(
        pairs[: len(compared)][compared.is_tested], return_inverse=True
    )
    errors = errors[np.ix_(models, models)]
    if not np.isfinite(errors).all() or not errors.any():
        return None
    root = _root(errors / errors.max())
    points = _points(len(models) - 1)
    first, second = np.ascontiguousarray(places.reshape(-1, 2).T)
    rows = root.tolist()
    ends = ([rows[at] for at in one.tolist()] for one in (first, second))
    spread = np.array([*map(math.dist, *ends)])
    apart = spread > 0
    first, second, spread = first[apart], second[apart], spread[apart]

    def run(start: int) -> Floats:
        values = root @ points[start : start + step].T
        return largest_deviations(values, first, second, spread, sign)

    step = max(1000, _BLOCK // max(len(first), 1))
    found = threads.map_blocks(run, range(0, _N_POINTS, step))
    return np.sort(np.concatenate(found))


def _root(errors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a root of models' covariance, as they lie around the first of them.

    Cov(i, j) = (V(i, 0) + V(j, 0) - V(i, j)) / 2, with V a difference's variance.
    Cholesky's root, in which what depends on those before has no column of its own.
    """
    squares = errors**2
    cov = (squares[:, :1] + squares[:1] - squares)[1:, 1:] / 2
    root = np.zeros_like(cov)
    for j in range(len(cov)):
        rest = cov[j, j] - root[j, :j] @ root[j, :j]
        if rest > _NOTHING * cov[j, j]:
            column = cov[j:, j] - root[j:, :j] @ root[j, :j]
            root[j:, j] = column / math.sqrt(rest)
    return np.vstack([np.zeros((1, len(cov))), root])


@lru_cache(maxsize=4)
def _points(dimension: int) -> NDArray[np.float64]:
    """Return points that are spread as independent normal variables are.

    The i-th point has the fractional parts of i √p for the prime numbers p, which fill
    the unit cube evenly (Richtmyer 1951), folded at both ends.
    """
    from scipy.special import ndtri

    primes: list[int] = []
    candidate = 2
    while len(primes) < dimension:
        if all(candidate % prime for prime in primes):
            primes.append(candidate)
        candidate += 1
    steps = np.arange(1, _N_POINTS + 1)[:, None] * np.sqrt(np.array(primes, float))
    points: NDArray[np.float64] = ndtri(np.abs(2 * (steps % 1) - 1))
    points.flags.writeable = False
    return points


def rank_sets(better: NDArray[np.bool_], n_models: int) -> list[tuple[int, int]]:
    """Return simultaneous confidence sets of ranks, 1 is the best.

    ``better[i, j]``: model i is better than model j in all of a simultaneous interval
    (Mogstad, Romano, Shaikh & Wilhelm 2024).
    """
    beaten_by = better.sum(axis=0)
    beats = better.sum(axis=1)
    return [
        (1 + int(above), n_models - int(below))
        for above, below in zip(beaten_by, beats, strict=True)
    ]


# Shares of undefined replicates above which they say nothing.
_MOST_UNDEFINED = 0.10


class Question(NamedTuple):
    """The differences of a test, and their null values.

    ``replicates`` are values of the metric on data drawn anew, (replicates, models).
    """

    plan: Plan
    metric: int
    pairs: Sequence[tuple[int, int]]
    null: Null | None
    replicates: NDArray[np.float64] | None
    design: Design
    n_resamples: int | None
    seed: int

    @property
    def differences(self) -> NDArray[np.float64]:
        """The differences on the data."""
        first, second = np.array(self.pairs).T
        estimates = np.asarray(self.plan.estimates[:, self.metric], np.float64)
        with np.errstate(invalid="ignore"):
            found: NDArray[np.float64] = estimates[first] - estimates[second]
        return found


class Tested(NamedTuple):
    """p-values of pairs, NaN where there is none, and the name of the test."""

    pvalues: NDArray[np.float64]
    name: str


def tested(name: str, question: Question) -> Tested:
    """Return the p-values of all pairs by a test; raise ValueError if it has none."""
    found = TESTS[name](question)
    if question.design.order is not None and name != "bootstrap":
        found = "it is for independent rows, and these are in order of time"
    if isinstance(found, str):
        row = question.plan.asked[question.metric].row
        raise ValueError(f"test={name!r} is not for {row.name}: {found}.")
    return found


def _by_permutation(asked: Question) -> Tested | str:
    if asked.null is not None:
        return "it tests exchangeability, which has no margin"
    plan, metric = asked.plan, asked.metric
    if not swapped_sums(plan, metric) or asked.design.sample_weight is not None:
        return "it is of labels, means and AUC, of rows that count alike"
    usable = np.flatnonzero(np.isfinite(asked.differences)).tolist()
    swaps = swaps_of_plan(
        plan,
        metric,
        [asked.pairs[at] for at in usable],
        SwapOptions(n_resamples=asked.n_resamples or 9999, seed=asked.seed),
        asked.design.groups,
    )
    pvalues = np.full(len(asked.pairs), np.nan)
    pvalues[usable] = [one.pvalue for one in swaps]
    exact = all(one.exact for one in swaps)
    name = "paired permutation test"
    return Tested(pvalues, f"exact {name}" if exact else name)


def _by_delong(asked: Question) -> Tested | str:
    plan: Any = asked.plan
    way = plan.method(asked.metric, "auto", tuple(sorted(asked.pairs[0])))
    if not hasattr(plan, "delong_variance") or way != "inverted-delong":
        return "it is not linear in the AUC of rows that count alike"
    pairs = np.sort(np.array(asked.pairs), axis=1)
    if plan.delong_variance(tuple(pairs[0].tolist())) is None:
        return "a class has less than two rows"
    made = plan.analytic_pairs(asked.metric, "delong", pairs, 0.95)
    errors = np.where(np.isnan(made.standard_error), 0.0, made.standard_error)
    return Tested(_normal(asked, errors), "DeLong's test")


def _by_bootstrap(asked: Question) -> Tested | str:
    drawn = asked.replicates
    if drawn is None:
        return "its data cannot be drawn anew"
    pvalues = np.full(len(asked.pairs), np.nan)
    for at, (difference, (i, j)) in enumerate(
        zip(asked.differences.tolist(), asked.pairs, strict=True)
    ):
        apart = drawn[:, i] - drawn[:, j]
        apart = apart[~np.isnan(apart)]
        if len(apart) < max(2, (1 - _MOST_UNDEFINED) * len(drawn)):
            continue
        excess = float(_excess(np.array([difference]), asked.null)[0])
        if np.ptp(apart) <= ROUNDING * np.nanmax(np.abs(drawn[:, [i, j]])):
            pvalues[at] = 1.0 if excess == 0 else np.nan
            continue
        apart -= difference
        sided = np.abs(apart) if asked.null is None else asked.null.sign * apart
        # Equal up to rounding is as far.
        n_as_far = np.count_nonzero(sided >= excess - 1e-12 * abs(excess))
        pvalues[at] = (1 + n_as_far) / (1 + len(apart))
    return Tested(pvalues, "paired bootstrap test")


def _by_jackknife(asked: Question) -> Tested | str:
    plan = asked.plan
    try:
        left_out = plan.jackknife(asked.metric, (*range(len(plan.names)),), asked.seed)
    except NotImplementedError:
        left_out = None
    if left_out is None:
        return "it has no jackknife on these data"
    values, counts = left_out
    counts = np.ones(len(values)) if counts is None else counts
    errors, n = np.full(len(asked.pairs), np.nan), float(counts.sum())
    for at in np.flatnonzero(np.isfinite(asked.differences)).tolist():
        i, j = asked.pairs[at]
        apart = values[:, i] - values[:, j]
        centred = apart - (counts @ apart) / n
        errors[at] = math.sqrt((n - 1) / n * float(counts @ centred**2))
        if np.ptp(apart) <= ROUNDING * np.abs(values[:, [i, j]]).max():
            errors[at] = 0.0
    return Tested(_normal(asked, errors), "paired jackknife test")


TESTS: dict[str, Callable[[Question], Tested | str]] = {
    "permutation": _by_permutation,
    "delong": _by_delong,
    "bootstrap": _by_bootstrap,
    "jackknife": _by_jackknife,
}


def _excess(differences: NDArray[np.float64], null: Null | None) -> NDArray[np.float64]:
    """Return the differences minus their null values."""
    if null is None:
        return np.abs(differences)
    return null.sign * differences + null.margin


def _normal(asked: Question, errors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return normal p-values of differences over their standard errors.

    What does not vary says nothing where it is as the null has it, and is not certain
    where it is not.
    """
    from scipy.special import ndtr

    excess = _excess(asked.differences, asked.null)
    with np.errstate(divide="ignore", invalid="ignore"):
        tail = ndtr(-excess / errors) * (2 if asked.null is None else 1)
    return np.where(errors > 0, tail, np.where(excess == 0, 1.0, np.nan))
