"""Friedman (1937), Iman & Davenport (1980), Skillings & Mack (1981).

The exact p-value goes through every order of every data set's ranks.
"""

import math
import random
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any, NamedTuple

from fastmetrics.reference.comparison.rank_tests.ranks import (
    Table,
    mid_ranks,
    several_rows,
    table_of,
)
from fastmetrics.reference.inputs import check_choice
from fastmetrics.reference.intervals import incomplete_beta

Ranks = list[list[Fraction]]
# Orders of all rows together that are gone through where nothing is said.
FEW_ORDERS = 100_000


class FriedmanTest(NamedTuple):
    """The statistic, its p-value, and what the ranks are."""

    statistic: float
    pvalue: float
    mean_ranks: list[float]
    kendall_w: float


def friedman_test(
    scores: Table,
    *,
    statistic: str = "f",
    ties: str = "corrected",
    method: str = "auto",
    greater_is_better: bool = True,
    decimals: int | None = None,
    missing: str = "raise",
    n_resamples: int = 9999,
    random_state: Any = None,
) -> FriedmanTest:
    """Test whether models differ in rank; "auto" is exact for few orders."""
    check_choice("statistic", statistic, ["f", "chi2"])
    check_choice("ties", ties, ["corrected", "ignored"])
    check_choice("method", method, ["auto", "exact", "asymptotic", "monte-carlo"])
    check_choice("missing", missing, ["raise", "drop", "skillings-mack"])
    _, rows = table_of(scores, decimals, missing=missing != "raise")
    several_rows(rows)
    if missing == "skillings-mack" and any(math.isnan(one) for r in rows for one in r):
        return skillings_mack(
            rows, method, greater_is_better, n_resamples, random_state
        )
    rows = several_rows([r for r in rows if not any(math.isnan(one) for one in r)])
    ranks = [mid_ranks(row, greater_is_better) for row in rows]
    n, k = len(ranks), len(ranks[0])
    means = [sum(column, Fraction(0)) / n for column in zip(*ranks, strict=True)]
    chi2 = chi_squared(ranks, ties)
    found = f_of(chi2, n, k) if statistic == "f" else float(chi2)
    p = pvalue_of(ranks, chi2, statistic, method, n_resamples, random_state)
    w = float(chi2 / (n * (k - 1)))
    return FriedmanTest(found, p, [float(one) for one in means], w)


def chi_squared(ranks: Ranks, ties: str) -> Fraction:
    """Return the statistic by its textbook formula; 0 where all are tied."""
    n, k = len(ranks), len(ranks[0])
    means = [sum(column, Fraction(0)) / n for column in zip(*ranks, strict=True)]
    squares = sum((mean**2 for mean in means), Fraction(0))
    chi2 = Fraction(12 * n, k * (k + 1)) * (squares - Fraction(k * (k + 1) ** 2, 4))
    if ties == "ignored":
        return chi2
    groups = [row.count(rank) for row in ranks for rank in set(row)]
    left = 1 - Fraction(sum(t**3 - t for t in groups), n * (k**3 - k))
    return chi2 / left if left else Fraction(0)


def f_of(chi2: Fraction, n: int, k: int) -> float:
    """Return Iman and Davenport's F."""
    rest = n * (k - 1) - chi2
    return float((n - 1) * chi2 / rest) if rest else math.inf


def pvalue_of(
    ranks: Ranks,
    chi2: Fraction,
    statistic: str,
    method: str,
    n_resamples: int,
    random_state: Any,
) -> float:
    """Return the p-value; all rows in one order have an exact one."""
    n, k = len(ranks), len(ranks[0])
    if chi2 == 0:
        return 1.0
    alike = all(row == ranks[0] for row in ranks)
    if alike and not (statistic == "chi2" and method == "asymptotic"):
        return float(Fraction(1, len({*permutations(ranks[0])}) ** (n - 1)))
    orders = math.prod(len({*permutations(row)}) for row in ranks[1:])
    if method == "exact" or (method == "auto" and orders <= FEW_ORDERS):
        law = all_orders(ranks)
        least = spread(sum_columns(ranks))
        return float(sum(p for sums, p in law.items() if spread(sums) >= least))
    if method == "monte-carlo":
        return drawn(ranks, n_resamples, random_state)
    if statistic == "chi2":
        return chi_squared_tail(float(chi2), k - 1)
    df = (k - 1) * (n - 1)
    x = df / (df + (k - 1) * f_of(chi2, n, k))
    return incomplete_beta(x, df / 2, (k - 1) / 2)


def sum_columns(ranks: Iterable[Sequence[Fraction]]) -> tuple[Fraction, ...]:
    """Return the models' rank sums."""
    return tuple(sum(column, Fraction(0)) for column in zip(*ranks, strict=True))


def spread(sums: Sequence[Fraction]) -> Fraction:
    """Return what all statistics grow with: the squares of the rank sums."""
    return sum((one**2 for one in sums), Fraction(0))


def all_orders(ranks: Ranks) -> dict[tuple[Fraction, ...], Fraction]:
    """Return the law of the rank sums; the order of the first row makes none."""
    law = {tuple(ranks[0]): Fraction(1)}
    for row in ranks[1:]:
        orders = list(permutations(row))
        after: dict[tuple[Fraction, ...], Fraction] = {}
        for sums, p in law.items():
            for order in orders:
                # The sums in order: which model has which does not matter.
                key = tuple(sorted(a + b for a, b in zip(sums, order, strict=True)))
                after[key] = after.get(key, Fraction(0)) + p / len(orders)
        law = after
    return law


def drawn(ranks: Ranks, n_resamples: int, random_state: Any) -> float:
    """Return the share of random orders that are as extreme, the data among them."""
    draws = random.Random(random_state)
    least = spread(sum_columns(ranks))
    extreme = 0
    for _ in range(n_resamples):
        orders = [draws.sample(row, len(row)) for row in ranks]
        extreme += spread(sum_columns(orders)) >= least
    return (1 + extreme) / (1 + n_resamples)


def chi_squared_tail(x: float, df: int) -> float:
    """Return the upper tail, a finite sum for a whole number of degrees of freedom."""
    half = x / 2
    if df % 2 == 0:
        terms = [half**i / math.factorial(i) for i in range(df // 2)]
        return math.exp(-half) * math.fsum(terms)
    terms = [half ** (i - 0.5) / math.gamma(i + 0.5) for i in range(1, df // 2 + 1)]
    return math.erfc(math.sqrt(half)) + math.exp(-half) * math.fsum(terms)


def skillings_mack(
    rows: list[list[float]],
    method: str,
    greater_is_better: bool,
    n_resamples: int,
    random_state: Any,
) -> FriedmanTest:
    """Return the test of the models that each data set has.

    One model is left out of the sums and of their covariance matrix, which is regular
    then; which one makes no difference.
    """
    if method == "exact":
        raise ValueError("no exact law with missing cells")
    present = [
        [j for j, one in enumerate(row) if not math.isnan(one)]
        for row in rows
        if sum(not math.isnan(one) for one in row) > 1
    ]
    kept = [row for row in rows if sum(not math.isnan(one) for one in row) > 1]
    if len(kept) < 2:
        raise ValueError("scores needs two data sets with two models")
    ranks = [
        mid_ranks([row[j] for j in columns], greater_is_better)
        for row, columns in zip(kept, present, strict=True)
    ]
    k = len(rows[0])

    def statistic(orders: Sequence[Sequence[Fraction]]) -> float:
        sums = [0.0] * k
        for order, columns in zip(orders, present, strict=True):
            m = len(columns)
            for rank, j in zip(order, columns, strict=True):
                sums[j] += math.sqrt(12 / (m + 1)) * float(rank - Fraction(m + 1, 2))
        matrix = [
            [-float(sum(i in c and j in c for c in present)) for j in range(k)]
            for i in range(k)
        ]
        for i in range(k):
            matrix[i][i] = 0.0
            matrix[i][i] = -math.fsum(matrix[i])
        part = [row[:-1] for row in matrix[:-1]]
        found = solve(part, sums[:-1])
        return math.fsum(a * b for a, b in zip(sums, found, strict=False))

    observed = statistic(ranks)
    if method == "monte-carlo":
        draws = random.Random(random_state)
        extreme = sum(
            statistic([draws.sample(row, len(row)) for row in ranks])
            >= observed * (1 - 1e-12)
            for _ in range(n_resamples)
        )
        p = (1 + extreme) / (1 + n_resamples)
    else:
        p = chi_squared_tail(observed, k - 1)
    means = [
        float(sum(found, Fraction(0)) / len(found))
        for found in (
            [row[c.index(j)] for row, c in zip(ranks, present, strict=True) if j in c]
            for j in range(k)
        )
    ]
    return FriedmanTest(observed, p, means, math.nan)


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve linear equations by elimination with the largest pivots."""
    rows = [[*row, one] for row, one in zip(matrix, right, strict=True)]
    n = len(rows)
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(n):
            if r != i:
                factor = rows[r][i] / rows[i][i]
                rows[r] = [
                    a - factor * b for a, b in zip(rows[r], rows[i], strict=True)
                ]
    return [rows[i][n] / rows[i][i] for i in range(n)]
