"""Intervals of means over items: the effective number of units, and new runs.

A unit is a pair: the sum of the numbers of its items, and how many items it has. A
stratum is (weight, units). Everything here is the definition, unit by unit.
"""

import math
from statistics import NormalDist, mean, variance

from fastmetrics.reference.items import of_mean


def smoothed_variance(units):
    """Return (θ̃, variance) of a proportion: half a unit is added at 0 and at 1."""
    n_units, n = len(units), sum(m for _, m in units)
    size = n / n_units
    value = (sum(total for total, _ in units) + size / 2) / (n + size)
    if n_units == 1 and n > 1:
        return value, math.nan
    if n_units == 1:  # a single item varies at most as a single draw
        return value, value * (1 - value)
    squares = size**2 * (value**2 + (1 - value) ** 2) / 2
    for total, m in units:
        factor = (1 - 1 / n_units) / (1 - m / n)
        squares += ((total - value * m) * factor) ** 2
    rho = squares / ((n_units + 1) * size**2 * value * (1 - value))
    return value, value * (1 - value) * rho / n_units


def effective_units(strata):
    """Return the number of draws that the units of strata are worth."""
    parts = [(weight, *smoothed_variance(units)) for weight, units in strata]
    value = sum(weight * own for weight, own, _ in parts)
    total = sum(weight**2 * own for weight, _, own in parts)
    return value * (1 - value) / total


def stratified_mean(strata):
    """Return the weighted mean of the strata's means."""
    return sum(
        weight * sum(total for total, _ in units) / sum(m for _, m in units)
        for weight, units in strata
    )


def wilson_effective(estimate, size, confidence_level):
    """Return Wilson's bounds for so many draws, which need not be whole."""
    z = NormalDist().inv_cdf((1 + confidence_level) / 2)
    centre = estimate + z**2 / (2 * size)
    half = z * math.sqrt(estimate * (1 - estimate) / size + z**2 / (4 * size**2))
    return (centre - half) / (1 + z**2 / size), (centre + half) / (1 + z**2 / size)


def satterthwaite(parts):
    """Return the sum of variances and its degrees of freedom, from (variance, df)."""
    total = sum(part for part, _ in parts)
    return total, total**2 / sum(part**2 / freedom for part, freedom in parts)


def jackknife_variance(units):
    """Return the variance of a ratio of sums, from the values without each unit."""
    total, n = (sum(column) for column in zip(*units, strict=True))
    without = [(total - own) / (n - m) for own, m in units]
    centre = mean(without)
    return (len(units) - 1) / len(units) * sum((v - centre) ** 2 for v in without)


def strata_variance(strata):
    """Return the variance of the weighted mean of strata, and its df."""
    parts = [
        (weight**2 * jackknife_variance(units), len(units) - 1)
        for weight, units in strata
    ]
    return satterthwaite(parts)


def variance_of_runs(runs, measure, k):
    """Return the jackknife variance of an item's number over its runs."""
    n = len(runs)
    if measure is of_mean:
        return variance(runs) / n
    values = [measure([*runs[:j], *runs[j + 1 :]], k) for j in range(n)]
    return (n - 1) / n * sum((v - mean(values)) ** 2 for v in values)


def run_variance(items, measure, k):
    """Return the variance of a mean of fixed items, and its df.

    ``items`` are (weight, runs).
    """
    return satterthwaite(
        [
            (w**2 * variance_of_runs(runs, measure, k), len(runs) - 1)
            for w, runs in items
        ]
    )


def effective_runs(estimate, total, items):
    """Return the number of draws that runs of fixed items are worth.

    ``total`` is the variance of the mean, and items are (weight, runs).
    """
    n = 1 / sum(w**2 for w, _ in items)
    mean_runs = len(items) / sum(1 / len(runs) for _, runs in items)
    value = (n * estimate + 1 / 2) / (n + 1)
    squares = n**2 * total + (value**2 + (1 - value) ** 2) / (2 * mean_runs)
    rho = squares / ((n + 1) * value * (1 - value))
    return n / rho


def difference_variance(strata, is_binary):
    """Return the variance of a difference of means of paired items, and its df.

    The units of strata have the sums of the differences of items. A unit is not
    independent of a mean that contains it, hence the factor (1 - 1/G) / (1 - m/n). For
    scores 0 and 1 one item on which models differ, in the stratum whose items weigh
    most, is the least that is assumed.
    """
    parts = []
    for weight, units in strata:
        n, n_units = sum(m for _, m in units), len(units)
        centre = sum(total for total, _ in units) / n
        squares = sum(
            ((total - centre * m) * (1 - 1 / n_units) / (1 - m / n)) ** 2
            for total, m in units
        )
        scale = weight**2 * n_units / (n_units - 1) / n**2
        parts.append((scale * squares, scale, n_units - 1))
    total = sum(part for part, _, _ in parts)
    _, least, freedom = max(parts, key=lambda part: part[1])
    if total <= least * is_binary:
        return least * is_binary, freedom
    return satterthwaite([(part, own) for part, _, own in parts])
