"""Several runs of models on several benchmarks: aggregates with intervals over runs."""

import math
import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from fastmetrics.reference.area_intervals import student_quantile
from fastmetrics.reference.intervals import quantile, wilson_interval

# Runs of one model: a list for each benchmark.
Runs = list[list[float]]


class Bounded(NamedTuple):
    """A value and its bounds, NaN without variance."""

    estimate: float
    low: float
    high: float


class Profile(NamedTuple):
    """The values of a profile at thresholds, and their bounds."""

    x: list[float]
    y: list[float]
    low: list[float]
    high: list[float]


def runs_of(scores: Any) -> Runs:
    """Return the runs of each benchmark of one model; NaN is a run not made."""
    if not scores or any(len(row) != len(scores[0]) for row in scores):
        raise ValueError("scores must be rows of one length")
    columns = [
        [one for one in column if not math.isnan(one)]
        for column in zip(*scores, strict=True)
    ]
    if not columns or not all(columns):
        raise ValueError("a benchmark has no run")
    if any(math.isinf(one) for column in columns for one in column):
        raise ValueError("a score is infinite")
    return columns


def each(scores, measure):
    """Return the result of one model, or of each by name."""
    if not isinstance(scores, Mapping):
        return measure(runs_of(scores))
    models = {model: runs_of(one) for model, one in scores.items()}
    if len({len(runs) for runs in models.values()}) != 1:
        raise ValueError("models have different benchmarks")
    return {model: measure(runs) for model, runs in models.items()}


def variance(values: Sequence[float]) -> Fraction | None:
    """Return the variance of values; None for one."""
    if len(values) < 2:
        return None
    exact = [Fraction(one) for one in values]
    mean = sum(exact, Fraction(0)) / len(exact)
    squares = sum(((one - mean) ** 2 for one in exact), Fraction(0))
    return squares / (len(values) - 1)


def student(
    estimate: float, runs: Runs, scale: float, lost: float, level: float
) -> Bounded:
    """Return bounds by the sum over benchmarks of size times variance times scale."""
    variances = [variance(one) for one in runs]
    if any(one is None for one in variances):
        return Bounded(estimate, math.nan, math.nan)
    parts = [
        float(one) * len(runs[j]) * scale for j, one in enumerate(variances) if one
    ]
    sizes = [len(runs[j]) for j, one in enumerate(variances) if one]
    total = math.fsum(parts)
    if total == 0:
        return Bounded(estimate, math.nan, math.nan)
    freedom = total**2 / math.fsum(
        one**2 / (size - 1) for one, size in zip(parts, sizes, strict=True)
    )
    half = student_quantile(max(1.0, freedom - lost), level) * math.sqrt(total)
    return Bounded(estimate, estimate - half, estimate + half)


def interquartile_mean(scores, *, confidence_level=0.95):
    """Average the runs of all benchmarks between their quartiles."""

    def measure(runs: Runs) -> Bounded:
        ordered = sorted(one for column in runs for one in column)
        cut = len(ordered) // 4
        kept = ordered[cut : len(ordered) - cut]
        drawn_in = [
            [min(max(one, kept[0]), kept[-1]) for one in column] for column in runs
        ]
        mean = math.fsum(kept) / len(kept)
        n, h = len(ordered), len(kept)
        scale = (n - 1) / (n * h * (h - 1)) if h > 1 else 1.0
        return student(mean, drawn_in, scale, 2 * cut / len(runs), confidence_level)

    return each(scores, measure)


def optimality_gap(scores, *, target=1.0, confidence_level=0.95):
    """Average what runs lack to the target."""
    if not math.isfinite(target):
        raise ValueError(f"target={target}")

    def measure(runs: Runs) -> Bounded:
        missed = [[max(target - one, 0.0) for one in column] for column in runs]
        n = sum(map(len, runs))
        gap = math.fsum(one for column in missed for one in column) / n
        found = student(gap, missed, 1 / n**2, 0.0, confidence_level)
        return found._replace(low=max(found.low, 0.0))

    return each(scores, measure)


def probability_of_improvement(scores, a, b, *, confidence_level=0.95):
    """Average over benchmarks how often a run of a is better than one of b."""
    if a not in scores or b not in scores:
        raise ValueError(f"{a} or {b} is not among the models")
    first, second = runs_of(scores[a]), runs_of(scores[b])
    if len(first) != len(second):
        raise ValueError("models have different benchmarks")
    areas, variances, shrunk = zip(
        *(area(x, y) for x, y in zip(first, second, strict=True)), strict=True
    )
    count = len(first)
    estimate = float(sum(areas, Fraction(0)) / count)
    steady = math.fsum(shrunk) / count
    trials = steady * (1 - steady) * count**2 / math.fsum(variances)
    bounds = wilson_interval(estimate * trials, trials, confidence_level)
    return Bounded(estimate, *bounds)


def area(x: Sequence[float], y: Sequence[float]) -> tuple[Fraction, float, float]:
    """Return the share of won pairs, its variance, and the share drawn to a half."""
    m, n = len(x), len(y)
    won = [[Fraction((p > q) + (p >= q), 2) for q in y] for p in x]
    of_x = [sum(row, Fraction(0)) / n for row in won]
    of_y = [sum(column, Fraction(0)) / m for column in zip(*won, strict=True)]
    share = sum(of_x, Fraction(0)) / m
    delong = sum(
        float(variance([*map(float, placed)]) or 0) / len(placed)
        for placed in (of_x, of_y)
    )
    fewer = min(m, n)
    s = float((fewer * share + Fraction(1, 2)) / (fewer + 1))
    hanley = (
        s * (1 - s)
        + (m - 1) * (s / (2 - s) - s**2)
        + (n - 1) * (2 * s**2 / (1 + s) - s**2)
    ) / (m * n)
    return share, max(delong, hanley), s


def performance_profile(
    scores,
    thresholds,
    *,
    simultaneous=False,
    confidence_level=0.95,
    n_resamples=1999,
    random_state=None,
):
    """Average over benchmarks the share of runs above each threshold."""
    at = list(thresholds)
    if any(not math.isfinite(one) for one in at) or at != sorted({*at}):
        raise ValueError(f"thresholds={thresholds}")

    def measure(runs: Runs) -> Profile:
        shares = [
            [Fraction(sum(one > t for one in column), len(column)) for t in at]
            for column in runs
        ]
        y = [
            float(sum(column, Fraction(0)) / len(runs))
            for column in zip(*shares, strict=True)
        ]
        low, high = [], []
        for j, share in enumerate(y):
            steady = [
                float((len(one) * own[j] + Fraction(1, 2)) / (len(one) + 1))
                for one, own in zip(runs, shares, strict=True)
            ]
            mean = math.fsum(steady) / len(runs)
            spread = math.fsum(
                s * (1 - s) / len(one) for s, one in zip(steady, runs, strict=True)
            )
            trials = mean * (1 - mean) * len(runs) ** 2 / spread
            bounds = wilson_interval(share * trials, trials, confidence_level)
            low.append(bounds[0])
            high.append(bounds[1])
        if simultaneous:
            width = largest_deviation(
                runs, shares, at, confidence_level, n_resamples, random_state
            )
            low = [min(a, max(b - width, 0.0)) for a, b in zip(low, y, strict=True)]
            high = [max(a, min(b + width, 1.0)) for a, b in zip(high, y, strict=True)]
        return Profile(at, y, low, high)

    return each(scores, measure)


def largest_deviation(runs, shares, at, level, n_resamples, random_state):
    """Return the quantile of the largest deviation, of runs with normal weights."""
    if any(len(one) < 2 for one in runs):
        raise ValueError("a benchmark has one run")
    draws = random.Random(random_state)
    largest = []
    for _ in range(n_resamples):
        sums = [0.0] * len(at)
        for column, own in zip(runs, shares, strict=True):
            n = len(column)
            for one in column:
                weight = draws.gauss() / math.sqrt(n * (n - 1)) / len(runs)
                for j, t in enumerate(at):
                    sums[j] += weight * float((one > t) - own[j])
        largest.append(max(map(abs, sums), default=0.0))
    return quantile(largest, level)
