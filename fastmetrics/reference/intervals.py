"""Confidence intervals from replicates, and the p-values that invert them."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import Any

from fastmetrics.reference.inputs import rows_of

Column = Sequence[Any]
Metric = Callable[..., float]
Bounds = tuple[float, float]


# ------------------------------------------------------------------------- replicates


def canonical_order(y_true, y_score, pos_label=None, sample_weight=None):
    """Return row numbers by descending score, positives first inside a tie.

    Draws are addressed by the position in this order, so that a replicate does not
    depend on the order in which the rows were given. Rows that agree in score and
    label stay in the order given; rows of weight 0 are left out.
    """
    rows = rows_of(y_true, y_score, pos_label)
    weights = [1] * len(rows) if sample_weight is None else sample_weight
    order = [i for i, weight in enumerate(weights) if weight != 0]
    order.sort(key=lambda i: not rows[i].positive)
    order.sort(key=lambda i: rows[i].score, reverse=True)
    return order


def replicate_weights(seed, replicate, strata, n_rows=None):
    """Return how often a replicate takes each of `n_rows` rows.

    `strata` lists the row numbers of every stratum in the order in which draws
    address them; one stratum with all rows is the plain bootstrap, and a row in no
    stratum is never taken. Within a stratum of size n the counts are
    Multinomial(n; 1/n, …, 1/n): n draws with replacement.
    """
    from fastmetrics.reference.random import draw_weights

    rows = [row for stratum in strata for row in stratum]
    drawn = draw_weights(seed, replicate, [len(stratum) for stratum in strata])
    weights = [0] * (len(rows) if n_rows is None else n_rows)
    for row, count in zip(rows, drawn, strict=True):
        weights[row] = count
    return weights


def count_replicates(table, seed, replicate, n_replicates):
    """Return the tables of `n_replicates` bootstrap replicates, from `replicate` on.

    What n draws with replacement from the n rows of a table of counts make of its
    cells is Multinomial(n; their shares). Cells are drawn one after the other, sorted
    by true and then by predicted label; empty ones stay empty and take no place.
    """
    from fastmetrics.reference.random import multinomial

    cells = sorted(cell for cell, count in table.items() if count)
    counts = [table[cell] for cell in cells]
    drawn = multinomial(seed, replicate, n_replicates, sum(counts), counts)
    return [dict(zip(cells, numbers, strict=True)) for numbers in drawn]


def repeat_rows(column: Column, weights: Sequence[int]) -> list[Any]:
    """Return the column with row i repeated weights[i] times."""
    return [v for v, w in zip(column, weights, strict=True) for _ in range(w)]


def bootstrap_values(metric, columns, replicates):
    """Return the metric of the rows of every replicate, written out one by one."""
    return [
        metric(*(repeat_rows(column, weights) for column in columns))
        for weights in replicates
    ]


def jackknife_values(metric: Metric, columns: Sequence[Column]) -> list[float]:
    """Return the metric with each row left out in turn."""
    groups = [[i] for i in range(len(columns[0]))]
    return group_jackknife_values(metric, columns, groups)


def group_jackknife_values(metric, columns, groups):
    """Return the metric with each group of rows left out in turn."""
    return bootstrap_values(
        metric,
        columns,
        [[int(i not in group) for i in range(len(columns[0]))] for group in groups],
    )


def defined(values: Sequence[float]) -> list[float]:
    """Return the values that are not NaN."""
    return [value for value in values if not math.isnan(value)]


# ------------------------------------------------------------------------ what is read


def mean(values: Sequence[float]) -> float:
    """Return the mean."""
    return math.fsum(values) / len(values)


def quantile(values: Sequence[float], probability: float) -> float:
    """Return a quantile, linear between order statistics (Hyndman & Fan's type 7)."""
    ordered = sorted(values)
    position = probability * (len(ordered) - 1)
    below = min(math.floor(position), len(ordered) - 1)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (position - below) * (ordered[above] - ordered[below])


def tails(confidence_level: float) -> tuple[float, float]:
    """Return the two tail probabilities, α/2 and 1 - α/2."""
    if not 0 < confidence_level < 1:
        raise ValueError(f"confidence_level={confidence_level!r} is outside (0, 1)")
    return (1 - confidence_level) / 2, (1 + confidence_level) / 2


def percentile_interval(replicates, confidence_level=0.95):
    """Return the α/2 and 1 - α/2 quantiles of the replicates."""
    low, high = tails(confidence_level)
    return quantile(replicates, low), quantile(replicates, high)


def basic_interval(estimate, replicates, confidence_level=0.95):
    """Return the percentile interval mirrored at the estimate."""
    low, high = percentile_interval(replicates, confidence_level)
    return 2 * estimate - high, 2 * estimate - low


def bias_correction(estimate: float, replicates: Sequence[float]) -> float:
    """Return z0, the normal quantile of the share of replicates below the estimate.

    Replicates equal to the estimate, but for rounding, count one half. It is infinite
    when all replicates lie on one side.
    """
    size = max(abs(value) for value in (estimate, *replicates))
    rounding = 1e-13 * size if math.isfinite(size) else 0.0
    below = sum(value < estimate - rounding for value in replicates)
    equal = sum(abs(value - estimate) <= rounding for value in replicates)
    share = (below + equal / 2) / len(replicates)
    if share in (0, 1):
        return math.inf if share else -math.inf
    return NormalDist().inv_cdf(share)


def acceleration(jackknife: Sequence[float]) -> float:
    """Return a = Σd³ / (6 (Σd²)^{3/2}), d the jackknife's mean minus its values."""
    centre = mean(jackknife)
    deviations = [centre - value for value in jackknife]
    squares = math.fsum(d**2 for d in deviations)
    if squares == 0:
        return 0.0
    return math.fsum(d**3 for d in deviations) / (6 * squares**1.5)


def bca_interval(estimate, replicates, jackknife, confidence_level=0.95):
    """Return the interval of Efron (1987), bias-corrected and accelerated."""
    z0, a = bias_correction(estimate, replicates), acceleration(jackknife)
    if math.isinf(z0):
        return math.nan, math.nan
    normal = NormalDist()
    bounds = []
    for tail in tails(confidence_level):
        shifted = z0 + normal.inv_cdf(tail)
        rest = 1 - a * shifted
        # Towards rest 0 the quantile goes to infinity; beyond it stays there.
        moved = normal.cdf(z0 + shifted / rest) if rest > 0 else float(shifted > 0)
        bounds.append(quantile(replicates, moved))
    return bounds[0], bounds[1]


def bias_corrected_interval(estimate, replicates, confidence_level=0.95):
    """Return Efron's BC interval: BCa without acceleration."""
    return bca_interval(estimate, replicates, [0.0], confidence_level)


def standard_error(replicates: Sequence[float]) -> float:
    """Return the standard deviation of the replicates, n - 1 in the denominator."""
    centre = mean(replicates)
    squares = math.fsum((value - centre) ** 2 for value in replicates)
    return math.sqrt(squares / (len(replicates) - 1))


def jackknife_standard_error(values: Sequence[float]) -> float:
    """Return √((g - 1)/g Σ(θ_i - mean)²) over g left-out rows or groups."""
    centre = mean(values)
    squares = math.fsum((value - centre) ** 2 for value in values)
    return math.sqrt((len(values) - 1) / len(values) * squares)


def jackknife_bias(estimate: float, values: Sequence[float]) -> float:
    """Return Quenouille's (g - 1)(mean - estimate) over g left-out rows."""
    return (len(values) - 1) * (mean(values) - estimate)


def normal_interval(estimate, error, confidence_level=0.95):
    """Return the estimate ± z standard errors."""
    half = NormalDist().inv_cdf(tails(confidence_level)[1]) * error
    return estimate - half, estimate + half


# ----------------------------------------------------------------------------- ratios


def ratio_of_shares_interval(above, below, confidence_level=0.95):
    """Return a normal interval for the logarithm of a ratio of shares, brought back.

    `above` and `below` are (successes, trials) of two independent samples, as the rows
    of either class are for likelihood ratios. The delta method gives log(x / n) the
    variance 1/x - 1/n; Katz et al. (1978), Simel, Samsa and Matchar (1991). NaN where a
    share is 0, which has no logarithm, and where both are 1: the variance is then 0,
    which says nothing.
    """
    if above[0] == 0 or below[0] == 0:
        return math.nan, math.nan
    variance = sum(Fraction(1, x) - Fraction(1, n) for x, n in (above, below))
    if variance == 0:
        return math.nan, math.nan
    ratio = Fraction(*above) / Fraction(*below)
    low, high = normal_interval(math.log(ratio), math.sqrt(variance), confidence_level)
    return math.exp(low), math.exp(high)


# ------------------------------------------------------------------------- proportions
#
# `successes` of `trials`, from 0 to `trials`: whole numbers, or the effective ones of
# weighted rows. Without trials nothing is known, and the bounds are NaN.


def no_trials(successes: float, trials: float) -> bool:
    """Check what a proportion is made of; tell whether there is nothing at all."""
    if not (math.isfinite(trials) and 0 <= successes <= trials):
        raise ValueError(f"{successes!r} successes of {trials!r} trials")
    return trials == 0


def wilson_interval(successes, trials, confidence_level=0.95):
    """Return the p whose z test with the error √(p (1 - p) / n) does not reject x / n.

    Wilson (1927): the roots of (x / n - p)² = z² p (1 - p) / n.
    """
    z = NormalDist().inv_cdf(tails(confidence_level)[1])
    if no_trials(successes, trials):
        return math.nan, math.nan
    p = successes / trials
    centre = (successes + z**2 / 2) / (trials + z**2)
    half = z / (trials + z**2) * math.sqrt(trials * p * (1 - p) + z**2 / 4)
    return (
        0.0 if successes == 0 else centre - half,
        1.0 if successes == trials else centre + half,
    )


def effective_size(totals, sizes):
    """Return the number of independent trials that groups of trials are worth.

    With half a group added at 0 and half at 1, of which ρ is the mean square of a
    group's deviation in units of θ(1 - θ), G groups are worth G / ρ. A group is not
    independent of a proportion that contains it: d is larger by (1 - 1/G) / (1 - m/n).
    Groups without trials do not count (Korn and Graubard 1998).
    """
    groups = [(t, m) for t, m in zip(totals, sizes, strict=True) if m > 0]
    n = math.fsum(m for _, m in groups)
    mean_size = n / len(groups)
    share = (math.fsum(t for t, _ in groups) + mean_size / 2) / (n + mean_size)
    squares = mean_size**2 * (share**2 + (1 - share) ** 2) / 2
    for t, m in groups:
        d = (t - share * m) * (1 - 1 / len(groups)) / (1 - m / n)
        squares += d * d
    rho = squares / ((len(groups) + 1) * mean_size**2 * share * (1 - share))
    return len(groups) / rho


def effective_wilson_interval(totals, sizes, confidence_level=0.95):
    """Return Wilson's interval of Σ totals / Σ sizes with the effective size."""
    n = effective_size(totals, sizes)
    share = math.fsum(totals) / math.fsum(sizes)
    return wilson_interval(share * n, n, confidence_level)


def agresti_coull_interval(successes, trials, confidence_level=0.95):
    """Return the textbook interval after adding z²/2 successes and z²/2 failures.

    Agresti and Coull (1998); it may reach beyond 0 and 1, and is cut there.
    """
    z = NormalDist().inv_cdf(tails(confidence_level)[1])
    if no_trials(successes, trials):
        return math.nan, math.nan
    n = trials + z**2
    p = (successes + z**2 / 2) / n
    half = z * math.sqrt(p * (1 - p) / n)
    return max(0.0, p - half), min(1.0, p + half)


def clopper_pearson_interval(successes, trials, confidence_level=0.95):
    """Return the p at which `successes` or more, and or fewer, have α/2 probability.

    Clopper and Pearson (1934). P(X >= x) of n trials is the distribution function of
    Beta(x, n - x + 1) at p, which is the definition for numbers that are not whole.
    """
    low, high = tails(confidence_level)
    if no_trials(successes, trials):
        return math.nan, math.nan
    x, n = successes, trials
    return (
        0.0 if x == 0 else solve(lambda p: at_least(x, n, p), low),
        1.0 if x == n else solve(lambda p: at_least(x + 1, n, p), high),
    )


def jeffreys_interval(successes, trials, confidence_level=0.95):
    """Return the α/2 and 1 - α/2 quantiles of Beta(x + ½, n - x + ½).

    The posterior of Jeffreys' prior; the lower bound of no successes is 0 and the upper
    one of no failures 1 (Brown, Cai and DasGupta 2001).
    """
    low, high = tails(confidence_level)
    if no_trials(successes, trials):
        return math.nan, math.nan
    a, b = successes + 0.5, trials - successes + 0.5
    return (
        0.0 if successes == 0 else solve(lambda p: incomplete_beta(p, a, b), low),
        1.0 if successes == trials else solve(lambda p: incomplete_beta(p, a, b), high),
    )


def at_least(x: float, n: float, p: float) -> float:
    """Return P(X >= x), X the successes in n trials with probability p.

    The sum over the outcomes, exactly, while it is short.
    """
    if n > 50 or x % 1 or n % 1:
        return incomplete_beta(p, x, n - x + 1)
    n, success = int(n), Fraction(p)
    outcomes = range(int(x), n + 1)
    return float(
        sum(math.comb(n, k) * success**k * (1 - success) ** (n - k) for k in outcomes)
    )


def solve(increasing: Callable[[float], float], value: float) -> float:
    """Return where an increasing function on [0, 1] reaches a value, by bisection."""
    low, high = 0.0, 1.0
    while low < (middle := (low + high) / 2) < high:
        if increasing(middle) < value:
            low = middle
        else:
            high = middle
    return high


def incomplete_beta(x: float, a: float, b: float) -> float:
    """Return the distribution function of Beta(a, b) at x.

    The continued fraction DLMF 8.17.22, from its far end where its value no longer
    changes; it is good left of the mean, and 1 - that of the mirror image right of it.
    """
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(1 - x, b, a)
    log_power = a * math.log(x) + b * math.log1p(-x)
    log_beta = math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)

    def fraction(terms: int) -> float:
        value = 1.0
        for m in range(terms, 0, -1):
            even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
            odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
            value = 1 + even / (1 + odd / value)
        return 1 - (a + b) * x / (a + 1) / value

    terms = 16
    while abs(fraction(2 * terms) / fraction(terms) - 1) > 1e-15:
        terms *= 2
    return math.exp(log_power - log_beta) / a / fraction(2 * terms)


def inverted(interval: Callable[[float], Bounds], value: float = 0.0) -> float:
    """Return the least α at which the interval of the level 1 - α leaves a value out.

    Intervals grow with their level, so that α is found by bisection; 1 if none does.
    """

    def leaves_out(alpha: float) -> bool:
        low, high = interval(1 - alpha)
        return low > value or high < value

    return _least(leaves_out)


def one_sided(interval: Callable[[float], Bounds], value: float, sign: int) -> float:
    """Return the least α whose one-sided bound leaves a value out.

    That is the lower bound of the interval of the level 1 - 2 α, above the value; with
    a ``sign`` of -1 the upper one, below it. Beyond 1/2 it is 1 less that of the other
    side.
    """

    def leaves_out(alpha: float, above: bool) -> bool:
        low, high = interval(1 - alpha)
        return low > value if above else high < value

    here = _least(lambda alpha: leaves_out(alpha, sign > 0)) / 2
    if here < 0.5:
        return here
    return 1 - _least(lambda alpha: leaves_out(alpha, sign < 0)) / 2


def _least(leaves_out: Callable[[float], bool]) -> float:
    outside, inside = 1.0, 0.0
    while inside < (middle := (outside + inside) / 2) < outside:
        if 1 - middle == 1:  # no level is as high
            break
        if leaves_out(middle):
            outside = middle
        else:
            inside = middle
    return outside


def replicate_interval(
    method,
    estimate,
    replicates,
    jackknife=(0.0,),
    confidence_level=0.95,
    *,
    counts_itself=False,
):
    """Return the bootstrap interval of a difference, "percentile", "basic" or "bca".

    B replicates tell nothing of tails below 1/(B + 1). There the bounds are those of
    that tail, and go on outwards as a normal law with the replicates' standard
    deviation does.

    If the data count among the replicates, these have another value at each end, half
    as likely to be passed, so that the k-th of B is the quantile k / (B + 1); and
    beyond them bounds are no nearer than the normal ones around the estimate.
    """
    normal, least = NormalDist(), 1 / (len(replicates) + 1)
    error = standard_error(replicates)
    if counts_itself:
        further = error * (normal.inv_cdf(least) - normal.inv_cdf(least / 2))
        ends = [min(replicates) - further, max(replicates) + further]
        replicates = [*replicates, *ends]
        least = 1 / (len(replicates) + 1)
    tail, _ = tails(confidence_level)
    level = confidence_level if tail >= least else 1 - 2 * least
    if method == "percentile":
        low, high = percentile_interval(replicates, level)
    elif method == "basic":
        low, high = basic_interval(estimate, replicates, level)
    else:
        low, high = bca_interval(estimate, replicates, jackknife, level)
    if tail >= least:
        return low, high
    deviations = normal.inv_cdf(least) - normal.inv_cdf(tail)
    beyond = deviations * error
    if math.isnan(low):
        return low, high
    low, high = low - beyond, high + beyond
    if counts_itself:
        normal_half = -normal.inv_cdf(tail) * error
        low, high = min(low, estimate - normal_half), max(high, estimate + normal_half)
    return low, high
