"""Covariances of metrics, adjusted p-values, and intervals from given numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from fastmetrics.reference import intervals
from fastmetrics.reference.intervals import group_jackknife_values, mean


def metric_covariance(metrics, y_true, y_pred, *, groups=None):
    """Return all values, model by model, and the jackknife's covariances of them."""
    rows = [*range(len(y_true))]
    of_row = rows if groups is None else groups
    units = [[i for i in rows if of_row[i] == unit] for unit in sorted({*of_row})]
    values, left_out = [], []
    for column in y_pred.values():
        for metric in metrics:
            values.append(metric(y_true, column))
            left_out.append(group_jackknife_values(metric, [y_true, column], units))
    g = len(units)
    centred = [[one - mean(own) for one in own] for own in left_out]
    covariance = [
        [(g - 1) / g * sum(x * y for x, y in zip(a, b, strict=True)) for b in centred]
        for a in centred
    ]
    return values, covariance


def adjust_pvalues(pvalues, *, method="holm", n_tests=None):
    """Adjust p-values of a list, or of a symmetric matrix of all pairs."""
    if not (pvalues and isinstance(pvalues[0], Sequence)):
        return _of_list(list(pvalues), method, n_tests)
    k = len(pvalues)
    pairs = list(combinations(range(k), 2))
    family = [pvalues[i][j] for i, j in pairs]
    if method == "shaffer":
        adjusted = _shaffer(family, k)
    else:
        adjusted = _of_list(family, method, n_tests)
    matrix = [list(row) for row in pvalues]
    for (i, j), one in zip(pairs, adjusted, strict=True):
        matrix[i][j] = matrix[j][i] = one
    return matrix


def _of_list(pvalues: list, method: str, n_tests: int | None) -> list:
    """Adjust those that are numbers, beside tests of p-value 1 that were not passed."""
    kept = [i for i, p in enumerate(pvalues) if not math.isnan(p)]
    if not kept:
        return pvalues
    family = [Fraction(pvalues[i]) for i in kept]
    family += [Fraction(1)] * ((n_tests or len(kept)) - len(kept))
    adjusted = _METHODS[method](family)
    result = list(pvalues)
    for place, i in enumerate(kept):
        result[i] = float(adjusted[place])
    return result


def _closed(family, local):
    """Reject where every intersection with the hypothesis is rejected by its test."""
    n = len(family)
    adjusted = [Fraction(0)] * n
    for size in range(1, n + 1):
        for members in combinations(range(n), size):
            p = local([family[i] for i in members])
            for i in members:
                adjusted[i] = max(adjusted[i], p)
    return adjusted


def _bonferroni_of(part: list[Fraction]) -> Fraction:
    return min(Fraction(1), len(part) * min(part))


def _sidak_of(part: list[Fraction]) -> Fraction:
    return 1 - (1 - min(part)) ** len(part)


def _simes_of(part: list[Fraction]) -> Fraction:
    m = len(part)
    return min(m * p / i for i, p in enumerate(sorted(part), start=1))


def _stepping_up(family, factor):
    """Reject the i smallest where the i-th, times its factor, is at most the level.

    The adjusted p-value is the smallest level at which that rejects.
    """
    n = len(family)
    smallest = sorted(family)
    one = Fraction(1)
    levels = [min(one, factor(i + 1, n) * p) for i, p in enumerate(smallest)]
    levels = sorted({*levels, one})

    def rejected(p: Fraction, level: Fraction) -> bool:
        if level == 1:
            return True
        passing = [i for i in range(n) if factor(i + 1, n) * smallest[i] <= level]
        return bool(passing) and p <= smallest[max(passing)]

    return [next(level for level in levels if rejected(p, level)) for p in family]


def _harmonic(n: int) -> Fraction:
    return sum((Fraction(1, i) for i in range(1, n + 1)), Fraction(0))


_METHODS: dict[str, Callable[[list[Fraction]], list[Fraction]]] = {
    "bonferroni": lambda family: [min(Fraction(1), len(family) * p) for p in family],
    "sidak": lambda family: [1 - (1 - p) ** len(family) for p in family],
    "holm": lambda family: _closed(family, _bonferroni_of),
    "holm-sidak": lambda family: _closed(family, _sidak_of),
    "hommel": lambda family: _closed(family, _simes_of),
    "hochberg": lambda family: _stepping_up(family, lambda i, n: Fraction(n - i + 1)),
    "bh": lambda family: _stepping_up(family, lambda i, n: Fraction(n, i)),
    "by": lambda family: _stepping_up(
        family, lambda i, n: _harmonic(n) * Fraction(n, i)
    ),
}


def _shaffer(pvalues: list, k: int) -> list:
    """Step down with the most pairs that can be equal after i pairs are not."""
    total = len(pvalues)
    possible = _equal_pairs(k)
    kept = [i for i, p in enumerate(pvalues) if not math.isnan(p)]
    result = list(pvalues)
    largest = Fraction(0)
    for step, i in enumerate(sorted(kept, key=lambda i: pvalues[i])):
        most = max(t for t in possible if t <= total - step)
        true = min(most, len(kept) - step)
        largest = max(largest, true * Fraction(pvalues[i]))
        result[i] = float(min(Fraction(1), largest))
    return result


def _equal_pairs(k: int) -> set[int]:
    """Return how many of the pairs of k models can be equal: sums over blocks."""

    def partitions(left: int, most: int) -> list[list[int]]:
        if left == 0:
            return [[]]
        return [
            [block, *rest]
            for block in range(min(left, most), 0, -1)
            for rest in partitions(left - block, block)
        ]

    return {sum(math.comb(b, 2) for b in blocks) for blocks in partitions(k, k)}


class Bounds(NamedTuple):
    """An interval and the standard error of its estimate."""

    estimate: float
    low: float
    high: float
    standard_error: float


def interval_from_replicates(
    estimate, replicates, *, method="percentile", jackknife=None, confidence_level=0.95
):
    """Make an interval from the replicates that are defined, nine in ten or more.

    One whose bounds would be the same value has none.
    """
    nan = math.nan
    drawn = intervals.defined(replicates)
    if math.isnan(estimate) or len(drawn) < max(2, 0.9 * len(replicates)):
        return Bounds(estimate, nan, nan, nan)
    error = intervals.standard_error(drawn)
    if method == "percentile":
        low, high = intervals.percentile_interval(drawn, confidence_level)
    elif method == "basic":
        low, high = intervals.basic_interval(estimate, drawn, confidence_level)
    elif method == "bca":
        left_out = intervals.defined(jackknife or [])
        low, high = intervals.bca_interval(estimate, drawn, left_out, confidence_level)
    elif method == "bias-corrected":
        low, high = intervals.bias_corrected_interval(estimate, drawn, confidence_level)
    else:
        low, high = intervals.normal_interval(estimate, error, confidence_level)
    if low == high:
        return Bounds(estimate, nan, nan, nan)
    return Bounds(estimate, low, high, error)


def proportion_interval(successes, n, *, method="wilson", confidence_level=0.95):
    """Make an interval of a share."""
    make = {
        "wilson": intervals.wilson_interval,
        "clopper-pearson": intervals.clopper_pearson_interval,
        "agresti-coull": intervals.agresti_coull_interval,
        "jeffreys": intervals.jeffreys_interval,
    }[method]
    low, high = make(successes, n, confidence_level)
    share = successes / n
    return Bounds(share, low, high, math.sqrt(share * (1 - share) / n))
