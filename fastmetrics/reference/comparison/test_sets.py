"""Comparisons of models on one test set, on several data sets, and of slices."""

import math
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations, permutations
from statistics import NormalDist, median
from typing import Any, NamedTuple

from fastmetrics.reference.area_intervals import student_quantile
from fastmetrics.reference.comparison.friedman import (
    FriedmanTest,
    aligned_ranks_test,
    friedman_test,
    quade_test,
    range_quantile,
    scaled_ranks,
    several_rows,
    skillings_mack_test,
    table_of,
)
from fastmetrics.reference.comparison.paired_tests import (
    bayesian_signed_rank_test,
)
from fastmetrics.reference.comparison.rank_tests import (
    PairwiseTests,
    bonferroni_dunn_test,
    pairwise_tests,
)
from fastmetrics.reference.inputs import check_choice
from fastmetrics.reference.intervals import (
    bootstrap_values,
    inverted,
    one_sided,
    replicate_interval,
    replicate_weights,
    standard_error,
)

Pair = tuple[str, str]
_NORMAL = NormalDist()


class Difference(NamedTuple):
    """A difference a − b, and what replicates say of it, alone and among all."""

    estimate: float
    low: float
    high: float
    standard_error: float
    simultaneous_low: float
    simultaneous_high: float
    pvalue: float
    adjusted_pvalue: float


class Comparison(NamedTuple):
    """All models' values, the differences of pairs, and the sets of ranks."""

    values: dict[str, float]
    differences: dict[Pair, Difference]
    rank_intervals: dict[str, tuple[int, int]]


def compare(
    metric,
    y_true,
    y_pred,
    *,
    baseline=None,
    confidence_level=0.95,
    n_resamples=1999,
    margin=0.0,
    random_state=0,
    greater_is_better=True,
):
    """Compare models by percentile intervals of rows drawn anew, the same for all.

    With a margin the p-values are of non-inferiority: against a being worse than b by
    so much.
    """
    every = [*range(len(y_true))]
    weights = [replicate_weights(random_state, b, [every]) for b in range(n_resamples)]
    values = {name: metric(y_true, column) for name, column in y_pred.items()}
    drawn = {
        name: bootstrap_values(metric, [y_true, column], weights)
        for name, column in y_pred.items()
    }
    pairs = [*combinations(y_pred, 2)]
    if baseline is not None:
        pairs = [(name, baseline) for name in y_pred if name != baseline]
    errors = {
        pair: standard_error(_apart(drawn, pair)) for pair in combinations(y_pred, 2)
    }
    sign = 1 if greater_is_better else -1
    largest = largest_deviations([*y_pred], errors, pairs)
    on_side = largest_deviations([*y_pred], errors, pairs, sign) if margin else []
    alpha = 1 - confidence_level
    beta = inverted_adjustment(largest, alpha, len(pairs))
    differences = {}
    for pair in pairs:
        estimate, replicates = values[pair[0]] - values[pair[1]], _apart(drawn, pair)

        def interval(
            level: float,
            estimate: float = estimate,
            replicates: Sequence[float] = replicates,
            several: bool = False,
        ) -> tuple[float, float]:
            return replicate_interval(
                "percentile",
                estimate,
                replicates,
                confidence_level=level,
                counts_itself=several,
            )

        several = partial(interval, several=len(pairs) > 1)
        p = inverted(interval)
        of_all = adjusted(largest, max(inverted(several), p), len(pairs))
        if margin:
            p = one_sided(interval, -sign * margin, sign)
            among = max(one_sided(several, -sign * margin, sign), p)
            of_all = adjusted(on_side, among, len(pairs), 1)
        differences[pair] = Difference(
            estimate,
            *interval(confidence_level),
            standard_error(replicates),
            *several(1 - beta),
            p,
            of_all,
        )
    better = set()
    for (a, b), one in differences.items():
        if one.simultaneous_low > 0 or one.simultaneous_high < 0:
            ahead = (one.simultaneous_low > 0) == greater_is_better
            better.add((a, b) if ahead else (b, a))
    ranks = {
        name: (
            1 + sum(worse == name for _, worse in better),
            len(y_pred) - sum(ahead == name for ahead, _ in better),
        )
        for name in y_pred
    }
    return Comparison(values, differences, ranks)


def _apart(drawn: Mapping[str, Sequence[float]], pair: Pair) -> list[float]:
    return [x - y for x, y in zip(drawn[pair[0]], drawn[pair[1]], strict=True)]


# --- the largest deviation


def largest_deviations(models, errors, pairs, sign=0, n_points=20_000):
    """Return the largest |deviation| of the pairs, in standard errors, at each point.

    With a sign the largest one of that sign.

    With C(i, j) = (V(i, 0) + V(j, 0) - V(i, j)) / 2 models lie around the first one as
    the variances V of their differences say. Cholesky's root of C takes independent
    normal deviations to those of the models.
    """
    first, *others = models

    def variance(i: str, j: str) -> float:
        if i == j:
            return 0.0
        return (errors[i, j] if (i, j) in errors else errors[j, i]) ** 2

    n = len(others)
    root = [[0.0] * n for _ in range(n)]
    for j in range(n):
        for i in range(j, n):
            a, b = others[i], others[j]
            rest = (variance(a, first) + variance(b, first) - variance(a, b)) / 2
            rest -= math.fsum(root[i][k] * root[j][k] for k in range(j))
            if i == j:
                root[j][j] = math.sqrt(rest)
            else:
                root[i][j] = rest / root[j][j]
    found = []
    for point in points(n, n_points):
        moved = {first: 0.0}
        for name, row in zip(others, root, strict=True):
            moved[name] = math.fsum(x * z for x, z in zip(row, point, strict=True))
        apart = [(moved[a] - moved[b]) / math.sqrt(variance(a, b)) for a, b in pairs]
        found.append(max(sign * one if sign else abs(one) for one in apart))
    return found


def points(dimension: int, n: int) -> list[list[float]]:
    """Return n points of so many independent normal deviations.

    The fractional parts of i √p fill (0, 1) evenly, for i = 1, 2, ... and each prime
    number p (Richtmyer 1951); 2 x - 1 without its sign does so too, and both ends meet.
    """
    primes = [p for p in range(2, 400) if all(p % d for d in range(2, p))][:dimension]
    return [
        [_NORMAL.inv_cdf(abs(2 * (i * math.sqrt(p) % 1) - 1)) for p in primes]
        for i in range(1, n + 1)
    ]


def adjusted(largest: Sequence[float], p: float, n: int, tails: int = 2) -> float:
    """Return the chance that one of n p-values, of two tails or one, is at most p.

    That is the share of points whose largest deviation has such a p-value; below 0.005
    that of as many independent tests as there seem to be there. Never below p, nor
    above n p.
    """
    if n == 1 or p >= 1:
        return p
    bound = -_NORMAL.inv_cdf(p / tails)
    share = sum(one >= bound for one in largest) / len(largest)
    if share <= 0.005:
        few = sorted(largest)[-round(0.005 * len(largest))]
        edge = tails * _NORMAL.cdf(-few)
        tests = math.log(1 - 0.005) / math.log(1 - edge)
        share = 1 - (1 - min(p, edge)) ** tests
    return min(max(share, p), n * p, 1.0)


def inverted_adjustment(largest: Sequence[float], alpha: float, n: int) -> float:
    """Return the largest p-value that is at most α when it is adjusted."""
    low, high = 0.0, alpha
    if adjusted(largest, alpha, n) <= alpha:
        return alpha
    while low < (middle := (low + high) / 2) < high and high - low > 1e-13:
        if adjusted(largest, middle, n) <= alpha:
            low = middle
        else:
            high = middle
    return low


OMNIBUS = {
    "friedman": friedman_test,
    "quade": quade_test,
    "aligned-ranks": aligned_ranks_test,
}


class DatasetComparison(NamedTuple):
    """What is found; ``pairs`` is None where the first test does not reject."""

    omnibus: FriedmanTest | None
    pairs: PairwiseTests | None
    mean_ranks: list[float]
    median: list[float]
    mad: list[float]
    wins_ties_losses: list[list[tuple[int, int, int]]]
    win_probability: list[list[float]]
    groups: list[tuple[Any, ...]]
    rank_intervals: dict[Any, tuple[int, int]]
    equivalence: dict[tuple[Any, Any], tuple[float, float, float]]


def compare_across_datasets(
    scores,
    *,
    alpha=0.05,
    omnibus="friedman",
    ties="corrected",
    post_hoc="nemenyi",
    control=None,
    adjust="auto",
    greater_is_better=True,
    decimals=None,
    missing="raise",
    rope=None,
    random_state=None,
):
    """Test whether any models differ, and only then which."""
    if omnibus not in (*OMNIBUS, None) or not 0 < alpha < 1:
        raise ValueError(f"{omnibus=}, {alpha=}")
    check_choice("missing", missing, ["raise", "skillings-mack"])
    names, rows = table_of(scores, missing=missing != "raise")
    several_rows(rows)
    options: dict[str, Any] = {
        "greater_is_better": greater_is_better,
        "decimals": decimals,
    }
    beside: dict[str, Any] = {} if omnibus in (None, "quade") else {"ties": ties}
    if ties != "corrected" and not beside:
        raise ValueError(f"{omnibus=}, {ties=}")
    first = None
    tests = options
    if any(math.isnan(one) for row in rows for one in row):
        if omnibus not in ("friedman", None) or post_hoc not in (
            "wilcoxon",
            "sign",
            "t",
        ):
            raise ValueError(f"{omnibus=}, {post_hoc=} with missing cells")
        if omnibus is not None:
            first = skillings_mack_test(scores, **options)
        tests = {**options, "missing": "pairwise"}
    elif omnibus is not None:
        first = OMNIBUS[omnibus](scores, **options, **beside)
    if control is not None and post_hoc == "nemenyi":
        how = "bonferroni" if adjust == "auto" else adjust
        pairs = bonferroni_dunn_test(scores, control=control, adjust=how, **options)
    else:
        pairs = pairwise_tests(
            scores, test=post_hoc, control=control, adjust=adjust, **tests
        )
    rejects = first is None or first.pvalue <= alpha
    columns = [list(column) for column in zip(*rows, strict=True)]
    here = [[one for one in column if not math.isnan(one)] for column in columns]
    _, rounded = table_of(scores, decimals, missing=True)
    counts = [
        [count_wins(rounded, i, j, greater_is_better) for j in range(len(names))]
        for i in range(len(names))
    ]
    return DatasetComparison(
        first,
        pairs if rejects else None,
        pairs.mean_ranks,
        [median(column) for column in here],
        [median(abs(one - median(column)) for one in column) for column in here],
        counts,
        [
            [(one[0] + one[1] / 2) / sum(one) if any(one) else math.nan for one in row]
            for row in counts
        ],
        groups_of(names, pairs, alpha, control, rejects),
        rank_intervals(scaled_ranks(rounded, greater_is_better), names, alpha),
        {
            (names[i], names[j]): bayesian_signed_rank_test(
                *common(columns[i], columns[j]), rope=rope, random_state=random_state
            )
            for i, j in permutations(range(len(names)), 2)
            if rope is not None
            and (names[j] == control if control is not None else i < j)
        },
    )


def count_wins(rows, i, j, greater_is_better):
    """Return how often model i is better than model j, as good, and worse."""
    greater = sum(row[i] > row[j] for row in rows)
    less = sum(row[i] < row[j] for row in rows)
    wins, losses = (greater, less) if greater_is_better else (less, greater)
    return wins, sum(row[i] == row[j] for row in rows), losses


def common(x: Sequence[float], y: Sequence[float]) -> list[list[float]]:
    """Return the scores of both models on the data sets that both have."""
    pairs = [(a, b) for a, b in zip(x, y, strict=True) if not math.isnan(a + b)]
    return [[a for a, _ in pairs], [b for _, b in pairs]]


def rank_intervals(ranks, names, alpha):
    """Return by model the ranks that no model known as better or worse has.

    Of each pair, Student's bounds of the mean difference of ranks on their data sets,
    at the level of one of all pairs by the range of k normal variables. The variance is
    that of these and of two data sets with ranks in any order, but at least that of the
    data with one difference of the other sign.
    """
    k = len(names)
    level = math.erfc(range_quantile(alpha, k) / 2)
    better = [[False] * k for _ in range(k)]
    for i, j in permutations(range(k), 2):
        differences = [
            float(row[i] - row[j])
            for row in ranks
            if row[i] is not None and row[j] is not None
        ]
        n = len(differences)
        if n < 2:
            continue
        mean = math.fsum(differences) / n
        squares = math.fsum((one - mean) ** 2 for one in differences)
        steadied = (squares + 2 * k * (k + 1) / 6) / (n * (n + 1))
        error = max(math.sqrt(steadied), 2 * abs(mean) / n)
        better[i][j] = mean < -student_quantile(n - 1, 1 - level) * error
    return {
        name: (1 + sum(row[i] for row in better), k - sum(better[i]))
        for i, name in enumerate(names)
    }


def groups_of(names, pairs, alpha, control, rejects):
    """Return all sets without a pair that is told apart and in no larger such set."""
    k = len(names)
    order = sorted(range(k), key=lambda i: pairs.mean_ranks[i])
    if not rejects:
        return [tuple(names[i] for i in order)]
    told = pairs.adjusted_pvalues
    if control is not None:
        return [tuple(names[i] for i in order if not told[i] <= alpha)]
    sets = [
        set(some)
        for size in range(1, k + 1)
        for some in combinations(range(k), size)
        if not any(told[i][j] <= alpha for i, j in combinations(some, 2))
    ]
    largest = [one for one in sets if not any(one < other for other in sets)]
    places = sorted([at for at, i in enumerate(order) if i in one] for one in largest)
    return [tuple(names[order[at]] for at in group) for group in places]


def difference_bounds(values, lows, highs):
    """Return bounds of the largest less the smallest value.

    The lower one is the largest lower bound of any pair's difference, at least 0, the
    upper one the largest upper bound.
    """
    low, high = 0.0, 0.0
    for i, j in permutations(range(len(values)), 2):
        difference = values[i] - values[j]
        below = math.hypot(values[i] - lows[i], highs[j] - values[j])
        above = math.hypot(highs[i] - values[i], values[j] - lows[j])
        low, high = max(low, difference - below), max(high, difference + above)
    return low, high


def ratio_bounds(values, lows, highs):
    """Return bounds of the smallest by the largest value, none of them negative.

    They are the least lower and the least upper bound of any pair's ratio.
    """
    low, high = math.inf, 1.0
    for i, j in permutations(range(len(values)), 2):
        low = min(low, _one_end(values[i], values[j], lows[i], highs[j], -1))
        if lows[j] > 0:
            high = min(high, _one_end(values[i], values[j], highs[i], lows[j], 1))
    return max(low, 0.0), high


def _one_end(a: float, b: float, of_a: float, of_b: float, sign: int) -> float:
    """Return [ab ± √((ab)² − xy)] / y, where x = m(2a − m) and y = m(2b − m)."""
    x, y = of_a * (2 * a - of_a), of_b * (2 * b - of_b)
    root = math.sqrt(max((a * b) ** 2 - x * y, 0.0))
    if y == 0:
        return math.inf if sign > 0 else x / (2 * a * b) if a * b else 0.0
    return (a * b + sign * root) / y
