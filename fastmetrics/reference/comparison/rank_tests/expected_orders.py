"""Page (1963): every order of every data set's ranks, or the normal law."""

import math
import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any, NamedTuple

from fastmetrics.reference.comparison.laws import normal_tail
from fastmetrics.reference.comparison.rank_tests.ranks import (
    Table,
    mid_ranks,
    several_rows,
    table_of,
)
from fastmetrics.reference.inputs import check_choice

# Orders of a row that are gone through where nothing is said.
FEW_ORDERS = 1000


class PageTest(NamedTuple):
    """L, its p-value, and the mean of the rank correlations."""

    statistic: float
    pvalue: float
    estimate: float


def page_test(
    scores: Table,
    *,
    order: Sequence[Any] | None = None,
    ties: str = "corrected",
    method: str = "auto",
    greater_is_better: bool = True,
    decimals: int | None = None,
    alternative: str = "greater",
    n_resamples: int = 9999,
    random_state: Any = None,
) -> PageTest:
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
