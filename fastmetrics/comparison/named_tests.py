"""Tests of differences that are asked for by name, beside what intervals say."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.bounds import ROUNDING
from fastmetrics.comparison.permutation.laws import SwapOptions
from fastmetrics.comparison.permutation.metrics import swapped_sums, swaps_of_plan

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.comparison.simultaneous import Null
    from fastmetrics.resampling.plan import Design, Plan

# Shares of undefined replicates above which they say nothing.
_MOST_UNDEFINED = 0.10


class Question(NamedTuple):
    """Of which differences a test is, and what they are held against.

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
        return "it tests exchangeability, of which there is no margin"
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
    errors = np.empty(len(asked.pairs))
    for at, pair in enumerate(asked.pairs):
        made = plan.analytic(asked.metric, "delong", tuple(sorted(pair)), 0.95)
        if plan.delong_variance(tuple(sorted(pair))) is None:
            return "a class has less than two rows"
        errors[at] = 0.0 if math.isnan(made.standard_error) else made.standard_error
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
    """Return how far differences are from what they are held against."""
    if null is None:
        return np.abs(differences)
    return null.sign * differences + null.margin


def _normal(asked: Question, errors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return p-values of differences over their errors, by the normal law.

    What does not vary says nothing where it is as the null has it, and is not certain
    where it is not.
    """
    from scipy.special import ndtr

    excess = _excess(asked.differences, asked.null)
    with np.errstate(divide="ignore", invalid="ignore"):
        tail = ndtr(-excess / errors) * (2 if asked.null is None else 1)
    return np.where(errors > 0, tail, np.where(excess == 0, 1.0, np.nan))
