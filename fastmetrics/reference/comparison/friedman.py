"""Friedman's test and its variants, with critical differences of mean ranks."""

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from statistics import NormalDist
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import check_choice
from fastmetrics.reference.intervals import incomplete_beta

Table = Sequence[Sequence[float]] | Mapping[Any, Sequence[float]]


def table_of(scores, decimals=None, *, missing=False):
    """Return the names of the models and a row of scores per data set."""
    if isinstance(scores, Mapping):
        names = list(scores)
        rows = [list(row) for row in zip(*scores.values(), strict=True)]
    else:
        rows = [list(row) for row in scores]
        names = list(range(len(rows[0]))) if rows else []
    if len(names) < 2 or not rows:
        raise ValueError("scores needs two models and a data set")
    if any(len(row) != len(names) for row in rows):
        raise ValueError("scores has rows of several lengths")
    for one in (one for row in rows for one in row):
        if math.isinf(one) or (math.isnan(one) and not missing):
            raise ValueError(f"scores has {one}")
    if decimals is not None:
        rows = [
            [one if math.isnan(one) else round(one, decimals) for one in row]
            for row in rows
        ]
    return names, rows


def several_rows(rows: list[list[float]]) -> list[list[float]]:
    """Return rows of two data sets or more."""
    if len(rows) < 2:
        raise ValueError("scores needs two data sets")
    return rows


# --- mid-ranks, by counting who is better


def rank_scores(scores, *, greater_is_better=True, decimals=None):
    """Rank the models on each data set, the best first; ties share the mean rank."""
    _, rows = table_of(scores, decimals)
    return [[float(one) for one in mid_ranks(row, greater_is_better)] for row in rows]


def mid_ranks(row: Sequence[float], greater_is_better: bool) -> list[Fraction]:
    """Return the ranks of one row."""
    sign = 1 if greater_is_better else -1
    return [
        1
        + sum((Fraction(sign * other > sign * one) for other in row), Fraction(0))
        + Fraction(sum(other == one for other in row) - 1, 2)
        for one in row
    ]


def scaled_ranks(
    rows: list[list[float]], greater_is_better: bool
) -> list[list[Fraction | None]]:
    """Return the ranks of each row times (k + 1) / (s + 1), None in missing cells.

    That is the mean rank among all k models where the other k - s are put anywhere.
    """
    found = []
    for row in rows:
        columns = [j for j, one in enumerate(row) if not math.isnan(one)]
        ranks = mid_ranks([row[j] for j in columns], greater_is_better)
        scale = Fraction(len(row) + 1, len(columns) + 1)
        here = dict(zip(columns, ranks, strict=True))
        found.append([here[j] * scale if j in here else None for j in range(len(row))])
    return found


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
    scores,
    *,
    statistic="f",
    ties="corrected",
    method="auto",
    greater_is_better=True,
    decimals=None,
    missing="raise",
    n_resamples=9999,
    random_state=None,
):
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


def pvalue_of(ranks, chi2, statistic, method, n_resamples, random_state):
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


def skillings_mack_test(
    scores,
    *,
    method="asymptotic",
    greater_is_better=True,
    decimals=None,
    n_resamples=9999,
    random_state=None,
):
    """Test whether models differ in rank, among the models of each data set."""
    check_choice("method", method, ["asymptotic", "monte-carlo"])
    _, rows = table_of(scores, decimals, missing=True)
    check_connected(several_rows(rows))
    return skillings_mack(rows, method, greater_is_better, n_resamples, random_state)


def check_connected(rows: list[list[float]]) -> None:
    """Raise unless each model is reached from the first along rows."""
    reached, before = {0}, set[int]()
    while reached != before:
        before = {*reached}
        for row in rows:
            here = {j for j, one in enumerate(row) if not math.isnan(one)}
            if here & reached:
                reached |= here
    if len(reached) < len(rows[0]):
        raise ValueError(f"no rows connect {sorted(reached)} with other models")


def skillings_mack(rows, method, greater_is_better, n_resamples, random_state):
    """Return the test of the models that each data set has.

    One model is left out of the sums and of their covariance matrix, which is regular
    then; which one makes no difference.
    """
    if method == "exact":
        raise ValueError("no exact distribution with missing cells")
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


def mean_rank_moments(n_models, n_datasets=1):
    """Return the moments of the mean of N draws of one of the ranks 1, ..., k."""
    if n_models < 1 or n_datasets < 1:
        raise ValueError(f"{n_models=}, {n_datasets=}")
    ranks = range(1, n_models + 1)
    mean = Fraction(sum(ranks), n_models)
    variance = sum((rank - mean) ** 2 for rank in ranks) / n_models
    return float(mean), float(variance / n_datasets)


def critical_difference(n_models, n_datasets, *, alpha=0.05, test="nemenyi"):
    """Return the quantile times the standard error of a difference."""
    check_choice("test", test, ["nemenyi", "bonferroni-dunn"])
    if n_models < 2 or n_datasets < 2 or not 0 < alpha < 1:
        raise ValueError(f"{n_models=}, {n_datasets=}, {alpha=}")
    if test == "nemenyi":
        q = range_quantile(alpha, n_models) / math.sqrt(2)
    else:
        q = -NormalDist().inv_cdf(alpha / (2 * (n_models - 1)))
    return q * math.sqrt(n_models * (n_models + 1) / (6 * n_datasets))


def range_quantile(alpha: float, k: int) -> float:
    """Return the range exceeded with that chance, by halving where it can be."""
    low, high = 0.0, 60.0
    for _ in range(60):
        middle = (low + high) / 2
        if studentized_range_sf(middle, k) > alpha:
            low = middle
        else:
            high = middle
    return (low + high) / 2


# --- the range of k standard normal variables, integrated by Simpson's rule

STEPS = 1200


def studentized_range_sf(q, n_models):
    """Return the chance of a larger range; of a list of ranges, a list."""
    if n_models < 2:
        raise ValueError(f"n_models={n_models}")
    if isinstance(q, Sequence):
        return [studentized_range_sf(one, n_models) for one in q]
    if math.isnan(q):
        raise ValueError("q is NaN")
    if q <= 0:
        return 1.0
    if math.isinf(q):
        return 0.0
    k, low, high = n_models, -10.0, q + 10.0

    def integrand(z: float) -> float:
        # z is the largest; the others are below it, and not all above z - q.
        below, far_below = cdf(z), cdf(z - q)
        between = math.log1p(-far_below / below) if far_below < below else -math.inf
        some = below ** (k - 1) * -math.expm1((k - 1) * between)
        return k * math.exp(-z * z / 2) / math.sqrt(2 * math.pi) * some

    width = (high - low) / STEPS
    heights = [integrand(low + i * width) for i in range(STEPS + 1)]
    inner = 4 * math.fsum(heights[1:-1:2]) + 2 * math.fsum(heights[2:-1:2])
    return min(1.0, width / 3 * (heights[0] + inner + heights[-1]))


def cdf(z: float) -> float:
    """Return the normal distribution function."""
    return math.erfc(-z / math.sqrt(2)) / 2


def aligned_ranks_test(
    scores,
    *,
    ties="corrected",
    method="auto",
    greater_is_better=True,
    decimals=None,
    n_resamples=9999,
    random_state=None,
):
    """Test whether models differ by ranks of scores less the mean of their row."""
    check_choice("ties", ties, ["corrected", "ignored"])
    check_choice("method", method, ["auto", "exact", "asymptotic", "monte-carlo"])
    _, rows = table_of(scores, decimals)
    several_rows(rows)
    n, k = len(rows), len(rows[0])
    exact = [
        [
            Fraction(one) if decimals is None else Fraction(str(round(one, decimals)))
            for one in row
        ]
        for row in rows
    ]
    aligned = [[one - sum(row, Fraction(0)) / k for one in row] for row in exact]
    every = [one for row in aligned for one in row]
    sign = 1 if greater_is_better else -1
    ranks = [
        [
            1
            + sum(sign * other > sign * one for other in every)
            + Fraction(every.count(one) - 1, 2)
            for one in row
        ]
        for row in aligned
    ]
    sums = [sum(column, Fraction(0)) for column in zip(*ranks, strict=True)]
    of_rows = sum((sum(row, Fraction(0)) ** 2 for row in ranks), Fraction(0)) / k
    above = sum((one**2 for one in sums), Fraction(0))
    above -= Fraction(k * n**2, 4) * (k * n + 1) ** 2
    squares = sum((one**2 for row in ranks for one in row), Fraction(0))
    whole = squares - of_rows
    if ties == "ignored":
        below = Fraction(k * n * (k * n + 1) * (2 * k * n + 1), 6) - of_rows
    else:
        below = whole
    statistic = (k - 1) * above / below if whole else Fraction(0)
    # Within a row the law is that of its ranks, which need only be put about 0.
    centred = [[one - sum(row, Fraction(0)) / k for one in row] for row in ranks]
    p = pvalue_of(centred, statistic, "chi2", method, n_resamples, random_state)
    means = [float(one / n) for one in sums]
    inner = [
        [
            1
            + sum((Fraction(sign * other > sign * one) for other in row), Fraction(0))
            + Fraction(row.count(one) - 1, 2)
            for one in row
        ]
        for row in exact
    ]
    w = float(chi_squared(inner, ties) / (n * (k - 1)))
    return FriedmanTest(float(statistic), p, means, w)


def quade_test(
    scores,
    *,
    method="auto",
    greater_is_better=True,
    decimals=None,
    n_resamples=9999,
    random_state=None,
):
    """Test whether models differ by ranks that weigh as the rank of the range."""
    check_choice("method", method, ["auto", "exact", "asymptotic", "monte-carlo"])
    _, rows = table_of(scores, decimals)
    several_rows(rows)
    ranks = [mid_ranks(row, greater_is_better) for row in rows]
    ranges = [max(row) - min(row) for row in rows]
    if decimals is not None:
        ranges = [round(one, decimals) for one in ranges]
    weights = mid_ranks(ranges, greater_is_better=False)
    n, k = len(rows), len(rows[0])
    middle = Fraction(k + 1, 2)
    weighted = [
        [q * (rank - middle) for rank in row]
        for q, row in zip(weights, ranks, strict=True)
    ]
    squares = sum((one**2 for row in weighted for one in row), Fraction(0))
    sums = [sum(column, Fraction(0)) for column in zip(*weighted, strict=True)]
    between = sum((one**2 for one in sums), Fraction(0)) / n
    if between == 0:
        f = 0.0
    elif squares == between:
        f = math.inf
    else:
        f = float((n - 1) * between / (squares - between))
    # Of N (k - 1) B / A Friedman's F, and its law, are Quade's.
    chi2 = n * (k - 1) * between / squares if squares else Fraction(0)
    p = pvalue_of(weighted, chi2, "f", method, n_resamples, random_state)
    means = [
        float(
            sum(
                (q * row[j] for q, row in zip(weights, ranks, strict=True)), Fraction(0)
            )
            / sum(weights, Fraction(0))
        )
        for j in range(k)
    ]
    w = float(chi_squared(ranks, "corrected") / (n * (k - 1)))
    return FriedmanTest(f, p, means, w)
