"""Kruskal and Wallis (1952) and Dunn (1964), by ranks counted value by value."""

import math
import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from fastmetrics.reference.comparison.adjustments import adjust_pvalues
from fastmetrics.reference.comparison.laws import normal_tail
from fastmetrics.reference.comparison.rank_tests.friedman import chi_squared_tail
from fastmetrics.reference.comparison.rank_tests.pairs import PairwiseTests
from fastmetrics.reference.comparison.rank_tests.ranks import mid_ranks
from fastmetrics.reference.inputs import check_choice

Samples = Sequence[Sequence[float]] | Mapping[Any, Sequence[float]]


class KruskalWallisTest(NamedTuple):
    """H, its p-value, and what the ranks are."""

    statistic: float
    pvalue: float
    mean_ranks: list[float]


def kruskal_wallis_test(
    samples: Samples,
    *,
    ties: str = "corrected",
    method: str = "asymptotic",
    greater_is_better: bool = True,
    decimals: int | None = None,
    n_resamples: int = 9999,
    random_state: Any = None,
) -> KruskalWallisTest:
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
    samples: Samples,
    *,
    control: Any = None,
    adjust: str | None = "holm",
    greater_is_better: bool = True,
    decimals: int | None = None,
) -> PairwiseTests:
    """Test each pair by its mean ranks among the values of all models."""
    names, ranks = ranked(samples, greater_is_better, decimals)
    if control is not None and control not in names:
        raise ValueError(f"no model {control!r}")
    every = [one for own in ranks for one in own]
    n, k = len(every), len(ranks)
    variance = Fraction(n * (n + 1), 12) - tied(every) / (12 * (n - 1))

    def compare(i: int, j: int) -> tuple[float, float, float]:
        difference = mean(ranks[i]) - mean(ranks[j])
        if not variance or i == j:
            return 0.0, 0.0, 1.0
        inverse = Fraction(1, len(ranks[i])) + Fraction(1, len(ranks[j]))
        z = float(difference) / math.sqrt(variance * inverse)
        return float(difference), z, normal_tail(z, "two-sided")

    tables: list[Any] = [
        [[compare(i, j)[what] for j in range(k)] for i in range(k)] for what in range(3)
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


def ranked(
    samples: Samples, greater_is_better: bool, decimals: int | None
) -> tuple[list[Any], list[list[Fraction]]]:
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
