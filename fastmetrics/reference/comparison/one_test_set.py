"""Several models on the same rows: every replicate written out, pair by pair.

The largest deviation of the differences is that of normal models, looked at in points
that fill the cube of their probabilities evenly.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations
from statistics import NormalDist
from typing import Any, NamedTuple

from fastmetrics.reference.confidence_laws import (
    inverted,
    one_sided,
    replicate_interval,
)
from fastmetrics.reference.intervals import (
    bootstrap_values,
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
    metric: Callable[..., float],
    y_true: Sequence[Any],
    y_pred: Mapping[str, Sequence[Any]],
    *,
    baseline: str | None = None,
    confidence_level: float = 0.95,
    n_resamples: int = 1999,
    margin: float = 0.0,
    random_state: int = 0,
    greater_is_better: bool = True,
) -> Comparison:
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


def largest_deviations(
    models: Sequence[str],
    errors: Mapping[Pair, float],
    pairs: Sequence[Pair],
    sign: int = 0,
    n_points: int = 20_000,
) -> list[float]:
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
