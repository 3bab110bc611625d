"""Variance of scores between and within items, and the number of items to plan."""

import math
from statistics import NormalDist, mean, variance
from typing import NamedTuple

from fastmetrics.reference.area_intervals import student_quantile
from fastmetrics.reference.items import read_items


class ScoreVariance(NamedTuple):
    """Variance components of scores, each as (estimate, low, high)."""

    between: tuple
    within: tuple
    reliability: tuple
    n_items: int
    n_runs: int
    mean_runs: float


class ItemPlan(NamedTuple):
    """Number of items, of runs of each item and model, and the cost."""

    n_items: int
    runs: int
    cost: float = math.nan


def components(items):
    """Return between, within and reliability of the runs of items."""
    runs = [len(own) for own in items]
    n, m = sum(runs), len(items)
    centre = sum(map(sum, items)) / n
    if m < 2:
        return math.nan, math.nan, math.nan
    squares = sum(
        r * (mean(own) - centre) ** 2 for r, own in zip(runs, items, strict=True)
    )
    if n == m:
        return squares / (m - 1), math.nan, math.nan
    within = sum((y - mean(own)) ** 2 for own in items for y in own) / (n - m)
    size = (n - sum(r * r for r in runs) / n) / (m - 1)
    between = (squares / (m - 1) - within) / size
    noise = within / (m / sum(1 / r for r in runs))
    above = max(between, 0)
    reliability = above / (above + noise) if above + noise else math.nan
    return between, within, reliability


def jackknife_error(values):
    """Return the standard error of a value, from the values without each unit."""
    n = len(values)
    return math.sqrt((n - 1) / n * sum((v - mean(values)) ** 2 for v in values))


def bounds_on(scale, estimate, half):
    """Return the bounds of an estimate ± half, on a scale."""
    if scale == "root":
        if estimate <= 0:
            return 0.0, max(0.0, estimate + half)
        root, half = math.sqrt(estimate), half / (2 * math.sqrt(estimate))
        return max(0.0, root - half) ** 2, (root + half) ** 2
    if scale == "log" and estimate > 0:
        factor = math.exp(half / estimate)
        return estimate / factor, estimate * factor
    if scale == "logit" and 0 < estimate < 1:
        centre = math.log(estimate / (1 - estimate))
        half /= estimate * (1 - estimate)
        return tuple(1 / (1 + math.exp(-x)) for x in (centre - half, centre + half))
    return math.nan, math.nan


def score_variance(scores, model=None, *, confidence_level=0.95):
    """Variance components of one model's scores, or of each model by name."""
    items, models = read_items(scores)
    found = {}
    for one in models if model is None else [model]:
        units: dict[tuple, list] = {}
        for place, (benchmark, cluster, runs) in enumerate(items):
            unit = (place,) if cluster is None else (benchmark, cluster)
            if runs[one]:
                units.setdefault(unit, []).append(runs[one])
        every = [own for unit in units.values() for own in unit]
        estimates = components(every)
        without = [
            components(
                [own for key, unit in units.items() if key != out for own in unit]
            )
            for out in units
        ]
        t = student_quantile(len(units) - 1, confidence_level)
        intervals: list[tuple] = []
        for at, scale in enumerate(("root", "log", "logit")):
            half = t * jackknife_error([values[at] for values in without])
            bounds = bounds_on(scale, estimates[at], half)
            intervals.append((estimates[at], *bounds))
        inverse = sum(1 / len(own) for own in every)
        sizes = len(every), sum(map(len, every)), len(every) / inverse
        between, inside, reliability = intervals
        found[one] = ScoreVariance(between, inside, reliability, *sizes)
    return found if len(found) > 1 else next(iter(found.values()))


def variances_of(scores, paired):
    """Return (between, within) of two models; within is None with one run each."""
    items, models = read_items(scores)
    one, other = models
    within: list[float] | None = [
        components([runs[m] for _, _, runs in items])[1] for m in models
    ]
    if any(map(math.isnan, within or ())):
        within = None
    if paired:
        apart = [mean(runs[one]) - mean(runs[other]) for _, _, runs in items]
        if within is None:
            return variance(apart), None
        noise = mean(
            sum(
                (variance(runs[m]) if len(runs[m]) > 1 else pooled) / len(runs[m])
                for m, pooled in zip(models, within, strict=True)
            )
            for _, _, runs in items
        )
        return max(variance(apart) - noise, 0), mean(within)
    between = [components([runs[m] for _, _, runs in items])[0] for m in models]
    total = sum(max(value, 0) for value in between)
    return total, None if within is None else mean(within)


def item_sample_size(
    difference,
    *,
    scores=None,
    standard_deviation=None,
    within=None,
    runs=None,
    power=0.8,
    alpha=0.05,
    paired=True,
    cost_per_item=None,
    cost_per_run=None,
):
    """Compute the number of items that show a difference with this power.

    With costs, and without ``runs``, the cheapest number of runs.
    """
    if difference == 0 or (scores is None) == (standard_deviation is None):
        raise ValueError("give a difference, and scores or standard_deviation")
    if scores is None:
        between = (1 if paired else 2) * standard_deviation**2
        of_runs = (within or 0) ** 2
    else:
        between, of_runs = variances_of(scores, paired)
        if of_runs is None and (runs or 1) > 1:
            raise ValueError("one run of each item does not show how runs vary")
        of_runs = of_runs or 0
    z = NormalDist().inv_cdf(1 - alpha / 2) + NormalDist().inv_cdf(power)
    costs = cost_per_item, cost_per_run
    free = costs == (None, None)

    def plan(r):
        n = max(math.ceil((z / difference) ** 2 * (between + 2 * of_runs / r)), 1)
        cost = math.nan if free else n * ((costs[0] or 0) + 2 * r * (costs[1] or 0))
        return ItemPlan(n, r, cost)

    if runs is not None or free:
        return plan(runs or 1)
    if of_runs and costs[0] and (not between or not costs[1]):
        raise ValueError("no number of runs is cheapest")
    if not of_runs or not costs[0]:
        return plan(1)
    best = math.sqrt(costs[0] * of_runs / (costs[1] * between))
    near = {max(math.floor(best), 1), max(math.ceil(best), 1)}
    return min((plan(r) for r in near), key=lambda one: (one.cost, one.runs))
