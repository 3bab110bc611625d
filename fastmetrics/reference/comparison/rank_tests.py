"""Tests of ranks: all pairs, Page, Kruskal–Wallis and Dunn."""

import math
import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any, NamedTuple

from fastmetrics.reference.area_intervals import normal_tail, student_p_value
from fastmetrics.reference.comparison.adjustments import adjust_pvalues
from fastmetrics.reference.comparison.friedman import (
    chi_squared_tail,
    mid_ranks,
    scaled_ranks,
    several_rows,
    studentized_range_sf,
    table_of,
)
from fastmetrics.reference.comparison.paired_tests import (
    sign_test,
    wilcoxon_signed_rank_test,
)
from fastmetrics.reference.inputs import check_choice


class PairwiseTests(NamedTuple):
    """Matrices for all pairs, rows for a control."""

    estimates: Any
    statistics: Any
    pvalues: Any
    adjusted_pvalues: Any
    mean_ranks: list[float]


def nemenyi_test(scores, *, greater_is_better=True, decimals=None):
    """Compare mean ranks with the law of their range."""
    return pairwise_tests(
        scores, greater_is_better=greater_is_better, decimals=decimals
    )


def bonferroni_dunn_test(
    scores, *, control, adjust="bonferroni", greater_is_better=True, decimals=None
):
    """Compare mean ranks with that of the control."""
    if control is None:
        raise ValueError("control is None")
    return pairwise_tests(
        scores,
        test="rank-z",
        control=control,
        adjust=adjust,
        greater_is_better=greater_is_better,
        decimals=decimals,
    )


def pairwise_tests(
    scores,
    *,
    test="nemenyi",
    control=None,
    adjust="auto",
    greater_is_better=True,
    decimals=None,
    missing="raise",
):
    """Test each pair on its own, then adjust."""
    choices = ["nemenyi", "rank-z", "conover", "wilcoxon", "sign", "t"]
    check_choice("test", test, choices)
    if test == "nemenyi" and (control is not None or adjust not in (None, "auto")):
        raise ValueError(
            "Nemenyi's test is of all pairs and adjusted by its distribution"
        )
    check_choice("missing", missing, ["raise", "pairwise"])
    names, rows = table_of(scores, missing=missing != "raise")
    several_rows(rows)
    if control is not None and control not in names:
        raise ValueError(f"no model {control!r}")
    _, rounded = table_of(scores, decimals, missing=missing != "raise")
    ranks = scaled_ranks(rounded, greater_is_better)
    gaps = any(math.isnan(one) for row in rows for one in row)
    if gaps and test not in ("wilcoxon", "sign", "t"):
        raise ValueError(f"{test} needs a score of every model on every data set")
    if not all(any(one is not None for one in c) for c in zip(*ranks, strict=True)):
        raise ValueError("a model has no score")
    k = len(names)
    found = {
        (i, j): compare_pair(test, rows, ranks, i, j, decimals)
        for i in range(k)
        for j in range(k)
        if i != j
    }
    same = (0.0, 0.0, 1.0)
    tables = [
        [[found.get((i, j), same)[what] for j in range(k)] for i in range(k)]
        for what in range(3)
    ]
    if adjust == "auto":
        adjust = None if test == "nemenyi" else "holm"
    parts: list[Any] = tables
    if control is not None:
        place = names.index(control)
        parts = [
            [math.nan if i == place else table[i][place] for i in range(k)]
            for table in tables
        ]
    pvalues = parts[2]
    adjusted = pvalues if adjust is None else adjust_pvalues(pvalues, method=adjust)
    here = [[r for r in c if r is not None] for c in zip(*ranks, strict=True)]
    means = [float(sum(c, Fraction(0)) / len(c)) for c in here]
    return PairwiseTests(parts[0], parts[1], pvalues, adjusted, means)


def compare_pair(test, rows, ranks, i, j, decimals):
    """Return the estimate, the statistic and the p-value of models i and j."""
    both = [row for row in rows if not math.isnan(row[i] + row[j])]
    if len(both) < 2:
        return math.nan, math.nan, math.nan
    x, y = ([row[column] for row in both] for column in (i, j))
    if test == "wilcoxon":
        signed = wilcoxon_signed_rank_test(x, y, decimals=decimals)
        return signed.estimate, signed.statistic, signed.pvalue
    differences = [a - b for a, b in zip(x, y, strict=True)]
    if test == "sign":
        if decimals is not None:
            differences = [round(one, decimals) for one in differences]
        signs = sign_test(differences)
        return signs.estimate, signs.statistic, signs.pvalue
    n, k = len(both), len(rows[0])
    if test == "t":
        mean = math.fsum(differences) / n
        variance = math.fsum((one - mean) ** 2 for one in differences) / (n - 1)
        t = mean / math.sqrt(variance / n)
        return mean, t, student_p_value(t, n - 1)
    sums = [sum(column, Fraction(0)) for column in zip(*ranks, strict=True)]
    difference = float((sums[i] - sums[j]) / n)
    if test == "conover":
        squares = sum((one**2 for row in ranks for one in row), Fraction(0))
        left = n * squares - sum((one**2 for one in sums), Fraction(0))
        error = math.sqrt(2 * left / ((n - 1) * (k - 1)))
        t = float(sums[i] - sums[j]) / error
        return difference, t, student_p_value(t, (n - 1) * (k - 1))
    z = difference / math.sqrt(k * (k + 1) / (6 * n))
    if test == "nemenyi":
        return difference, z, studentized_range_sf(math.sqrt(2) * abs(z), k)
    return difference, z, math.erfc(abs(z) / math.sqrt(2))


# Orders of a row that are gone through where nothing is said.
FEW_ORDERS = 1000


class PageTest(NamedTuple):
    """L, its p-value, and the mean of the rank correlations."""

    statistic: float
    pvalue: float
    estimate: float


def page_test(
    scores,
    *,
    order=None,
    ties="corrected",
    method="auto",
    greater_is_better=True,
    decimals=None,
    alternative="greater",
    n_resamples=9999,
    random_state=None,
):
    """Test whether the models stand in an order; "auto" is exact for few orders."""
    check_choice("ties", ties, ["corrected", "ignored"])
    check_choice("method", method, ["auto", "exact", "asymptotic", "monte-carlo"])
    check_choice("alternative", alternative, ["two-sided", "greater", "less"])
    names, rows = table_of(scores, decimals)
    several_rows(rows)
    wanted = names if order is None else list(order)
    if sorted(map(str, wanted)) != sorted(map(str, names)):
        raise ValueError("order must name each model once")
    ranks = []
    for row in rows:
        own = dict(zip(names, mid_ranks(row, greater_is_better), strict=True))
        ranks.append([own[name] for name in wanted])
    n, k = len(ranks), len(names)
    found = sum((page_l(row) for row in ranks), Fraction(0))
    mean = Fraction(n * k * (k + 1) ** 2, 4)
    rho = (
        sum(
            (1 - Fraction(6, k * (k * k - 1)) * distance(row) for row in ranks),
            Fraction(0),
        )
        / n
    )
    if method == "exact" or (method == "auto" and math.factorial(k) <= FEW_ORDERS):
        law = {Fraction(0): Fraction(1)}
        for row in ranks:
            orders = list(permutations(row))
            after: dict[Fraction, Fraction] = {}
            for total, chance in law.items():
                for one in orders:
                    key = total + page_l(one)
                    after[key] = after.get(key, Fraction(0)) + chance / len(orders)
            law = after
        p = float(
            sum(
                chance
                for total, chance in law.items()
                if as_extreme(total - mean, found - mean, alternative)
            )
        )
    elif method == "monte-carlo":
        draws = random.Random(random_state)
        extreme = 0
        for _ in range(n_resamples):
            total = sum((page_l(draws.sample(row, k)) for row in ranks), Fraction(0))
            extreme += as_extreme(total - mean, found - mean, alternative)
        p = (1 + extreme) / (1 + n_resamples)
    else:
        middle = Fraction(k + 1, 2)
        of_places = sum(((j - middle) ** 2 for j in range(1, k + 1)), Fraction(0))
        of_rows = [
            sum(((one - middle) ** 2 for one in row), Fraction(0)) for row in ranks
        ]
        if ties == "ignored":
            of_rows = [of_places] * n
        variance = of_places * sum(of_rows, Fraction(0)) / (k - 1)
        z = float(found - mean) / math.sqrt(variance) if variance else 0.0
        p = normal_tail(z, alternative)
    return PageTest(float(found), p, float(rho))


def page_l(row: Sequence[Any]) -> Fraction:
    """Return the sum of places times ranks."""
    return sum((j * one for j, one in enumerate(row, start=1)), Fraction(0))


def distance(row: Sequence[Fraction]) -> Fraction:
    """Return the squared distances of ranks from places, for ties what L says of it."""
    k = len(row)
    return Fraction(k * (k + 1) * (2 * k + 1), 3) - 2 * page_l(row)


def as_extreme(value: Fraction, found: Fraction, alternative: str) -> bool:
    """Whether a sum is as far as the one found."""
    if alternative == "two-sided":
        return abs(value) >= abs(found)
    return value >= found if alternative == "greater" else value <= found


Samples = Sequence[Sequence[float]] | Mapping[Any, Sequence[float]]


class KruskalWallisTest(NamedTuple):
    """H, its p-value, and what the ranks are."""

    statistic: float
    pvalue: float
    mean_ranks: list[float]


def kruskal_wallis_test(
    samples,
    *,
    ties="corrected",
    method="asymptotic",
    greater_is_better=True,
    decimals=None,
    n_resamples=9999,
    random_state=None,
):
    """Test whether values of several models have one law."""
    check_choice("ties", ties, ["corrected", "ignored"])
    check_choice("method", method, ["asymptotic", "monte-carlo"])
    _, ranks = ranked(samples, greater_is_better, decimals)
    every = [one for own in ranks for one in own]
    n = len(every)
    left = 1 - tied(every) / (n**3 - n)
    h = statistic(ranks)
    if left == 0:
        h = Fraction(0)
    elif ties == "corrected":
        h /= left
    if method == "asymptotic":
        p = chi_squared_tail(float(h), len(ranks) - 1)
    else:
        draws = random.Random(random_state)
        extreme = 0
        for _ in range(n_resamples):
            order = iter(draws.sample(every, n))
            dealt = [[next(order) for _ in own] for own in ranks]
            extreme += statistic(dealt) >= statistic(ranks)
        p = (1 + extreme) / (1 + n_resamples)
    return KruskalWallisTest(float(h), p, [float(mean(own)) for own in ranks])


def dunn_test(
    samples, *, control=None, adjust="holm", greater_is_better=True, decimals=None
):
    """Test each pair by its mean ranks among the values of all models."""
    names, ranks = ranked(samples, greater_is_better, decimals)
    if control is not None and control not in names:
        raise ValueError(f"no model {control!r}")
    every = [one for own in ranks for one in own]
    n, k = len(every), len(ranks)
    variance = Fraction(n * (n + 1), 12) - tied(every) / (12 * (n - 1))

    def compared(i: int, j: int) -> tuple[float, float, float]:
        difference = mean(ranks[i]) - mean(ranks[j])
        if not variance or i == j:
            return 0.0, 0.0, 1.0
        inverse = Fraction(1, len(ranks[i])) + Fraction(1, len(ranks[j]))
        z = float(difference) / math.sqrt(variance * inverse)
        return float(difference), z, normal_tail(z, "two-sided")

    tables: list[Any] = [
        [[compared(i, j)[what] for j in range(k)] for i in range(k)]
        for what in range(3)
    ]
    if control is not None:
        place = names.index(control)
        tables = [
            [math.nan if i == place else table[i][place] for i in range(k)]
            for table in tables
        ]
    pvalues = tables[2]
    adjusted = pvalues if adjust is None else adjust_pvalues(pvalues, method=adjust)
    means = [float(mean(own)) for own in ranks]
    return PairwiseTests(tables[0], tables[1], pvalues, adjusted, means)


def ranked(samples, greater_is_better, decimals):
    """Return the names, and the ranks of each model's values among all."""
    if isinstance(samples, Mapping):
        names, values = list(samples), [list(one) for one in samples.values()]
    else:
        values = [list(one) for one in samples]
        names = list(range(len(values)))
    if len(names) < 2 or not all(values):
        raise ValueError("samples needs values of two models")
    every = [one for own in values for one in own]
    if not all(math.isfinite(one) for one in every):
        raise ValueError("samples has a value that is not finite")
    if decimals is not None:
        every = [round(one, decimals) for one in every]
    order = iter(mid_ranks(every, greater_is_better))
    return names, [[next(order) for _ in own] for own in values]


def statistic(ranks: list[list[Fraction]]) -> Fraction:
    """Return H without regard to ties."""
    n = sum(len(own) for own in ranks)
    squares = sum((sum(own, Fraction(0)) ** 2 / len(own) for own in ranks), Fraction(0))
    return Fraction(12, n * (n + 1)) * squares - 3 * (n + 1)


def tied(every: list[Fraction]) -> Fraction:
    """Return the sum of t³ − t over groups of t ties."""
    counts = [every.count(one) for one in set(every)]
    return Fraction(sum(t**3 - t for t in counts))


def mean(ranks: list[Fraction]) -> Fraction:
    """Return the mean."""
    return sum(ranks, Fraction(0)) / len(ranks)
