"""Tests of paired rows: signs, signed ranks, McNemar, Cochran, Diebold–Mariano."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from numbers import Real
from random import Random
from statistics import NormalDist
from typing import Any, NamedTuple

from fastmetrics.reference.area_intervals import student_tail
from fastmetrics.reference.comparison.folds import (
    FoldTest,
    differences_of,
    mean,
    without_variance,
)
from fastmetrics.reference.inputs import (
    check_choice,
    check_cost,
    check_labels,
    same_length,
)
from fastmetrics.reference.mean_intervals import cosine_variance, harvey_variance

ALTERNATIVES = ("two-sided", "greater", "less")
# P(S = s) of a statistic S, by s.
Law = Mapping[Fraction, Fraction]


class PairedTest(NamedTuple):
    """What a test of pairs found; `interval` is that of the estimate at 95 %."""

    statistic: float
    pvalue: float
    estimate: float
    interval: tuple[float, float]


def differences(x: Sequence[Any], y: Sequence[Any] | None) -> list[float]:
    """Return x - y as floats, or x where there is no y: two of them or more."""
    for column in (x, y or []):
        for value in column:
            if isinstance(value, str) or not isinstance(value, Real):
                raise ValueError(f"{value!r} is not a real number")
            if not math.isfinite(value):
                raise ValueError(f"{value!r} is not finite")
    if y is not None and len(x) != len(y):
        raise ValueError(f"{len(x)} numbers and {len(y)} cannot be paired")
    if len(x) < 2:
        raise ValueError(f"{len(x)} pairs are too few")
    if y is None:
        return [float(value) for value in x]
    return [float(a) - float(b) for a, b in zip(x, y, strict=True)]


def pvalue_by(law: Law, statistic: Fraction, alternative: str) -> Fraction:
    """Return the chance of what is at least as extreme, in one tail or in both."""
    check_choice("alternative", alternative, ALTERNATIVES)
    upper = sum((p for s, p in law.items() if s >= statistic), Fraction(0))
    lower = sum((p for s, p in law.items() if s <= statistic), Fraction(0))
    if alternative == "two-sided":
        return min(Fraction(1), 2 * min(upper, lower))
    return upper if alternative == "greater" else lower


def coin_law(tosses: int) -> dict[Fraction, Fraction]:
    """Return the law of the number of heads of a fair coin."""
    return {
        Fraction(heads): Fraction(math.comb(tosses, heads), 2**tosses)
        for heads in range(tosses + 1)
    }


def sign_law(ranks: Sequence[Fraction]) -> dict[Fraction, Fraction]:
    """Return the law of the sum of ranks, each of which is in it or not, as likely."""
    law = {Fraction(0): Fraction(1)}
    for rank in ranks:
        longer: dict[Fraction, Fraction] = {}
        for total, p in law.items():
            for s in (total, total + rank):
                longer[s] = longer.get(s, Fraction(0)) + p / 2
        law = longer
    return law


def outermost(law: Law, tail: Fraction) -> int:
    """Return the largest whole number with at most this chance to be below it."""
    k = 0
    while sum((p for s, p in law.items() if s < k + 1), Fraction(0)) <= tail:
        k += 1
    return k


def normal_pvalue(z: float, alternative: str) -> float:
    """Return the p-value of a standard normal statistic; erfc keeps small tails."""
    check_choice("alternative", alternative, ALTERNATIVES)
    tail = {"two-sided": abs(z), "greater": z, "less": -z}[alternative]
    sides = 2 if alternative == "two-sided" else 1
    return sides * math.erfc(tail / math.sqrt(2)) / 2


def between(values: Sequence[float], k: int) -> tuple[float, float]:
    """Return the k-th smallest and the k-th largest value; all numbers for k = 0."""
    if k == 0:
        return -math.inf, math.inf
    ordered = sorted(values)
    return ordered[k - 1], ordered[-k]


def median(values: Sequence[float]) -> float:
    """Return the middle value, or the mean of the two in the middle."""
    ordered, n = sorted(values), len(values)
    if n % 2:
        return ordered[n // 2]
    return float((Fraction(ordered[n // 2 - 1]) + Fraction(ordered[n // 2])) / 2)


# --- what the tests of right and wrong answers count


def right(y_true: Sequence[Any], y_pred: Sequence[Any]) -> list[bool]:
    """Return for each row whether the predicted label is the true one."""
    same_length(y_true=y_true, y_pred=y_pred)
    labels = check_labels([*y_true, *y_pred])
    n = len(y_true)
    return [a == b for a, b in zip(labels[:n], labels[n:], strict=True)]


class McnemarTest(NamedTuple):
    """What the test found; `interval` is that of the estimate at 95 %."""

    statistic: float
    pvalue: float
    estimate: float
    interval: tuple[float, float]
    odds_ratio: float


def mcnemar_table(y_true, y_pred_a, y_pred_b):
    """Count rows: [[both right, only A], [only B, both wrong]]."""
    rows = list(zip(right(y_true, y_pred_a), right(y_true, y_pred_b), strict=True))
    return [
        [rows.count((True, True)), rows.count((True, False))],
        [rows.count((False, True)), rows.count((False, False))],
    ]


def mcnemar_test(
    y_true, y_pred_a=None, y_pred_b=None, *, method="exact", alternative="two-sided"
):
    """Test by the table of the two models."""
    if y_pred_a is None or y_pred_b is None:
        raise TypeError("the labels of both models must be given")
    table = mcnemar_table(y_true, y_pred_a, y_pred_b)
    return mcnemar_test_from_table(table, method=method, alternative=alternative)


def mcnemar_test_from_table(table, *, method="exact", alternative="two-sided"):
    """Test whether as many rows are right by A alone as by B alone."""
    check_choice("method", method, ["exact", "mid-p", "chi2", "chi2-uncorrected"])
    check_choice("alternative", alternative, ALTERNATIVES)
    (both, b), (c, neither) = table
    n = both + b + c + neither
    if n == 0 or min(both, b, c, neither) < 0:
        raise ValueError(f"{table} counts no rows")
    if method in ("exact", "mid-p"):
        statistic = float(b)
        p = by_coins(b, c, method == "mid-p", alternative)
    else:
        statistic, p = by_normal_law(b, c, method == "chi2", alternative)
    odds = math.nan if b == c == 0 else math.inf if c == 0 else b / c
    return McnemarTest(statistic, p, (b - c) / n, bonett_price(b, c, n), odds)


def by_coins(b: int, c: int, mid: bool, alternative: str) -> float:
    """Return the p-value of b heads of b + c; ``mid`` takes half of P(X = b) away."""
    law = coin_law(b + c)
    if b + c == 0:
        return 1.0
    if not mid:
        return float(pvalue_by(law, Fraction(b), alternative))
    half = law[Fraction(b)] / 2
    upper = pvalue_by(law, Fraction(b), "greater") - half
    lower = pvalue_by(law, Fraction(b), "less") - half
    sides = {"greater": upper, "less": lower, "two-sided": 2 * min(upper, lower)}
    return float(sides[alternative])


def by_normal_law(b, c, corrected, alternative):
    """Return χ², or for one side its signed root, with the p-value."""
    if b + c == 0:
        return 0.0, 1.0
    size = abs(b - c)
    if corrected:
        size = max(size - 1, 0)
    z = size / math.sqrt(b + c)
    if b < c:
        z = -z
    chi2 = size**2 / (b + c)
    pvalue = normal_pvalue(z, alternative)
    return (chi2 if alternative == "two-sided" else z), pvalue


def bonett_price(b: int, c: int, n: int) -> tuple[float, float]:
    """Return the interval of the difference of two paired proportions at 95 %."""
    p, q = Fraction(b + 1, n + 2), Fraction(c + 1, n + 2)
    error = math.sqrt((p + q - (p - q) ** 2) / (n + 2))
    half = NormalDist().inv_cdf(0.975) * error
    return max(float(p - q) - half, -1.0), min(float(p - q) + half, 1.0)


def sign_test(x, y=None, *, ties="drop", alternative="two-sided"):
    """Count the differences above 0, among those that are not 0 or halves of these."""
    check_choice("ties", ties, ["drop", "split"])
    found = differences(x, y)
    wins = sum(d > 0 for d in found)
    losses = sum(d < 0 for d in found)
    if ties == "split":
        half = (len(found) - wins - losses) // 2
        wins, losses = wins + half, losses + half
    p = pvalue_by(coin_law(wins + losses), Fraction(wins), alternative)
    k = outermost(coin_law(len(found)), Fraction(1, 40))
    return PairedTest(float(wins), float(p), median(found), between(found, k))


HALF = Fraction(1, 2)


def mean_rank(size: float, sizes: Sequence[float]) -> Fraction:
    """Return the mean of the ranks that values of this size have among all."""
    below = sum(other < size for other in sizes)
    equal = sum(other == size for other in sizes)
    return Fraction(sum(range(below + 1, below + equal + 1)), equal)


def wilcoxon_signed_rank_test(
    x,
    y=None,
    *,
    zero_method="wilcox",
    method="auto",
    correction=False,
    decimals=None,
    alternative="two-sided",
):
    """Sum the ranks of the differences above 0; "auto" is exact, of any number."""
    check_choice("zero_method", zero_method, ["wilcox", "pratt", "zsplit"])
    check_choice("method", method, ["auto", "exact", "asymptotic"])
    found = differences(x, y)
    if decimals is not None:
        found = [round(d, decimals) for d in found]
    ranked = [d for d in found if d != 0] if zero_method == "wilcox" else found
    sizes = [abs(d) for d in ranked]
    ranks = [(d, mean_rank(abs(d), sizes)) for d in ranked]
    halves = Fraction(0)
    if zero_method == "zsplit":
        halves = sum((rank for d, rank in ranks if d == 0), halves) / 2
    signed = [(d, rank) for d, rank in ranks if d != 0]
    above = sum((rank for d, rank in signed if d > 0), Fraction(0))
    if method == "asymptotic":
        p = asymptotic(above, [rank for _, rank in signed], correction, alternative)
    else:
        law = sign_law([rank for _, rank in signed])
        p = float(pvalue_by(law, above, alternative))
    averages = [
        float((Fraction(a) + Fraction(b)) / 2)
        for i, a in enumerate(found)
        for b in found[i:]
    ]
    untied = sign_law([Fraction(rank) for rank in range(1, len(found) + 1)])
    k = outermost(untied, Fraction(1, 40))
    return PairedTest(float(above + halves), p, median(averages), between(averages, k))


def asymptotic(above, ranks, correction, alternative):
    """Return the p-value under a normal law: each rank r is r or 0, as likely."""
    away = above - sum(ranks, Fraction(0)) * HALF
    variance = sum((rank * rank for rank in ranks), Fraction(0)) / 4
    if variance == 0:
        return 1.0
    if correction:
        sign = (away > 0) - (away < 0)
        away -= {"two-sided": sign, "greater": 1, "less": -1}[alternative] * HALF
    return normal_pvalue(float(away) / math.sqrt(variance), alternative)


class CochranTest(NamedTuple):
    """What the test found; `estimate`: the best accuracy less the worst."""

    statistic: float
    pvalue: float
    estimate: float


def cochran_q_test(
    y_true, y_preds, *, method="chi2", n_resamples=9999, random_state=None
):
    """Compare the models' numbers of right answers; nothing is drawn at random.

    "permutation" gives the p-value of all permutations, as is approached by many.
    """
    check_choice("method", method, ["chi2", "permutation"])
    models = [right(y_true, y_pred) for y_pred in y_preds.values()]
    if len(models) < 2:
        raise ValueError(f"{len(models)} models are too few")
    rows = list(zip(*models, strict=True))
    q = statistic(rows)
    columns = [sum(model) for model in models]
    if method == "chi2":
        p = chi2_tail(float(q), len(models) - 1)
    else:
        p = float(share_as_large(rows, q))
    estimate = (max(columns) - min(columns)) / len(rows)
    return CochranTest(float(q), p, estimate)


def statistic(rows: Sequence[Sequence[bool]]) -> Fraction:
    """Return Q of rows of right and wrong answers; 0 if no row tells models apart."""
    k = len(rows[0])
    columns = [sum(row[j] for row in rows) for j in range(k)]
    of_rows = [sum(row) for row in rows]
    total = sum(of_rows)
    below = k * total - sum(r * r for r in of_rows)
    if below == 0:
        return Fraction(0)
    return Fraction((k - 1) * (k * sum(c * c for c in columns) - total**2), below)


def share_as_large(rows: Sequence[Sequence[bool]], q: Fraction) -> Fraction:
    """Return the share of all permutations within rows whose Q is at least as large."""
    k = len(rows[0])
    every = [
        [[j in chosen for j in range(k)] for chosen in combinations(range(k), sum(row))]
        for row in rows
    ]
    found = [statistic(dealt) >= q for dealt in product(*every)]
    return Fraction(sum(found), len(found))


def chi2_tail(x: float, df: int) -> float:
    """Return the upper tail of the χ² law, by its recursion in the degrees of freedom.

    With one degree it is erfc √(x/2), with two e^(-x/2), and two degrees more add
    (x/2)^(d/2) e^(-x/2) / Γ(d/2 + 1).
    """
    if x == 0:
        return 1.0
    half = x / 2
    found = math.erfc(math.sqrt(half)) if df % 2 else math.exp(-half)
    for d in range(2 - df % 2, df, 2):
        found += math.exp(d / 2 * math.log(half) - half - math.lgamma(d / 2 + 1))
    return found


def bayesian_signed_rank_test(
    x, y=None, *, rope=0.01, prior_strength=0.5, n_samples=50_000, random_state=None
):
    """Return how often the averages lie mostly below, in and above the region.

    Dirichlet's law is that of gamma variables divided by their sum.
    """
    check_cost("rope", rope)
    if not prior_strength > 0:
        raise ValueError(f"prior_strength={prior_strength!r} is not above 0")
    values = [Fraction(0), *(Fraction(d) for d in differences(x, y))]
    strengths = [prior_strength, *(1.0 for _ in values[1:])]
    draw = Random(random_state)
    largest = [0, 0, 0]
    for _ in range(n_samples):
        weights = [draw.gammavariate(strength, 1) for strength in strengths]
        shares = [0.0, 0.0, 0.0]
        for a, v in zip(values, weights, strict=True):
            for b, w in zip(values, weights, strict=True):
                average = (a + b) / 2
                where = 0 if average < -rope else 2 if average > rope else 1
                shares[where] += v * w
        largest[max((1, 0, 2), key=lambda k: shares[k])] += 1
    less, inside, greater = (count / n_samples for count in largest)
    return less, inside, greater


def diebold_mariano_test(
    loss_a, loss_b=None, *, horizon=1, variance="cosine", alternative="two-sided"
):
    """Return the mean difference over its long-run standard error."""
    check_choice("variance", variance, ["cosine", "hln"])
    found = differences_of(loss_a, loss_b)
    d, noise = found.values, found.noise
    if len(d) < 3 or not 1 <= horizon < len(d):
        raise ValueError("too few times")
    estimate = mean(d)
    if max(d) - min(d) <= noise:
        return without_variance(0.0 if abs(estimate) <= noise else estimate)
    if variance == "cosine":
        error, df = cosine_variance(d, horizon)
    else:
        error, df = harvey_variance(d, horizon)
    t = estimate / error if error else math.nan
    return FoldTest(t, student_tail(t, df, alternative), estimate, error)
