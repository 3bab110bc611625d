"""Distributions of test statistics under H₀, their pictures, and binomial tails."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics.show.numbers import count, pvalue_numeral
from fastmetrics.show.pictures import (
    Band,
    Bars,
    Entry,
    Line,
    Mark,
    Panel,
    Picture,
    Rule,
    Scale,
)
from fastmetrics.show.words import Message, capital, of_catalog, say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray


# ------------------------------------------------------------------ null distributions
# Distributions of the statistics of tests under H₀.
#
# SciPy's functions are loaded when first used.


# Places of known densities, and the probability between them.
PLACES = 401
_OUTSIDE, _OUTSIDE_ABOVE = 1e-4, 2e-3
# Chances of single outcomes are known for so many of them.
_MOST_OUTCOMES = 20_000
_EQUAL = 1e-9


class NullLaw(NamedTuple):
    """The null distribution of a statistic.

    Attributes
    ----------
    at : ndarray
        Values of the statistic, ascending; of ``kind`` "drawn" those of replicates.
    heights : ndarray
        Densities or chances of these; of "drawn" empty.
    kind : {"density", "chances", "drawn"}
    extreme : {"upper", "away", "unlikely"}
        Which values a two-sided test takes for at least as extreme as another: greater
        ones, those as far from the ``centre``, or those that are no likelier.
    centre : float
        Of "away".
    statistic : float
        What is compared with the law; NaN: the statistic of the test itself.
    """

    at: NDArray[np.float64]
    heights: NDArray[np.float64]
    kind: Literal["density", "chances", "drawn"]
    extreme: Literal["upper", "away", "unlikely"] = "away"
    centre: float = 0.0
    statistic: float = math.nan


def table_law(law: Any, distribution: str) -> NullLaw:
    """Return a distribution of SciPy with a table, between its outermost quantiles."""
    if distribution in ("F", "chi2"):
        at = np.linspace(0.0, float(law.isf(_OUTSIDE_ABOVE)), PLACES)
        # With one or two degrees of freedom the density at 0 is infinite.
        at[0] = at[1] / 100
        return NullLaw(at, law.pdf(at), "density", "upper")
    end = float(law.isf(_OUTSIDE))
    at = np.linspace(-end, end, PLACES)
    return NullLaw(at, law.pdf(at), "density")


def normal_law(mean: float, deviation: float) -> NullLaw:
    """Return a normal distribution."""
    z = np.linspace(-4.0, 4.0, PLACES)
    density = np.exp(-z * z / 2) / math.sqrt(2 * math.pi) / (deviation or 1.0)
    return NullLaw(mean + z * deviation, density, "density", "away", mean)


def studentized_range_law(k: int) -> NullLaw:
    """Return the distribution of the range of k normal numbers."""
    from scipy import stats

    law = stats.studentized_range(k, np.inf)
    at = np.linspace(0.0, float(law.isf(_OUTSIDE)), 61)
    return NullLaw(at, law.pdf(at), "density", "upper")


def binomial_law(n: int, rate: float, of: int = 1) -> NullLaw:
    """Return the distribution of successes in n trials, divided by ``of``."""
    from scipy import stats

    mean, reach = n * rate, 8 * math.sqrt(n * rate * (1 - rate)) + 8
    low, high = max(0, math.floor(mean - reach)), min(n, math.ceil(mean + reach))
    is_long = high - low > _MOST_OUTCOMES
    if is_long:
        counts = np.unique(np.linspace(low, high, _MOST_OUTCOMES).round())
    else:
        counts = np.arange(low, high + 1, dtype=np.float64)
    chances = stats.binom.pmf(counts, n, rate)
    kind: Literal["density", "chances"] = "density" if is_long else "chances"
    if rate == 0.5:
        return NullLaw(counts / of, chances, kind, "away", mean / of)
    return NullLaw(counts / of, chances, kind, "unlikely")


def drawn_law(
    values: NDArray[Any], statistic: float = math.nan, *, only_upper: bool = False
) -> NullLaw:
    """Return the distribution of the defined replicates of a statistic."""
    values = np.asarray(values, np.float64)
    at = np.sort(values[np.isfinite(values)])
    side: Literal["upper", "away"] = "upper" if only_upper else "away"
    return NullLaw(at, np.empty(0), "drawn", side, 0.0, statistic)


def extreme(law: NullLaw, statistic: float, alternative: str) -> NDArray[np.bool_]:
    """Return which values are at least as extreme as the statistic."""
    slack = _EQUAL * max(1.0, abs(statistic)) if math.isfinite(statistic) else 0.0
    if law.extreme == "upper" or alternative == "greater":
        return law.at >= statistic - slack
    if alternative == "less":
        return law.at <= statistic + slack
    if law.extreme == "away":
        away = abs(statistic - law.centre)
        return np.asarray(np.abs(law.at - law.centre) >= away - slack)
    near = int(np.argmin(np.abs(law.at - statistic)))
    return np.asarray(law.heights <= law.heights[near] * (1 + _EQUAL))


# ------------------------------------------------------------------------- null picture
# The picture of a test: the null distribution, its tails and the statistic.


# Outcomes that have a bar each; of more several share one of so many.
MOST_BARS, N_BINS = 80, 50
_STATISTIC, _TAIL = 1, 0


def null_picture(
    test: Any, law: NullLaw, measured: Message, alpha: float
) -> Picture | None:
    """Return the null distribution with the region as extreme as the statistic shaded.

    None without a statistic or a distribution. ``test`` is a `TestMethods`, and
    ``measured`` says its statistic and its p-value.
    """
    statistic = test.statistic if math.isnan(law.statistic) else law.statistic
    if math.isnan(statistic) or not len(law.at):
        return None
    critical = _critical(test, law, alpha)
    name = of_catalog(test.statistic_name)
    if not (math.isnan(law.statistic) or math.isclose(statistic, test.statistic)):
        name = say("Difference of sums over rows")
    positions = [
        position for position in (statistic, *critical) if math.isfinite(position)
    ]
    low, high = float(law.at[0]), float(law.at[-1])
    low, high = min(low, *positions, low), max(high, *positions, high)
    room = 0.03 * (high - low) or 0.5
    is_tail = extreme(law, statistic, test.alternative)
    if law.kind == "density":
        marks, top = _curve(law, is_tail)
        label = say("Density")
    else:
        marks, top = _bars(law, is_tail)
        label = say("Chance") if law.kind == "chances" else say("Share of replicates")
    marks += [Rule(position, "x") for position in critical if math.isfinite(position)]
    notes: list[Message] = []
    if math.isfinite(statistic):
        marks.append(Rule(statistic, "x", series=_STATISTIC))
    else:
        notes.append(say("the statistic is infinite, beyond the axis"))
    key = [
        Entry(say("statistic"), _STATISTIC, count(statistic), 3.0),
        Entry(say("as extreme"), _TAIL, f"p = {pvalue_numeral(test.pvalue)}", 2.0),
    ]
    if critical:
        values = ", ".join(map(count, critical))
        name_of = say("critical at α = {alpha}", alpha=f"{alpha:g}")
        key.append(Entry(name_of, None, values, 1.0))
    if math.isclose(low, high):
        low, high = low - 0.5, high + 0.5
    if law.kind == "drawn":
        n = count(len(law.at))
        drawn = say("the distribution drawn here is from {n} random replicates", n=n)
        if getattr(test, "exact", False):
            drawn = say("{note}; p is exact", note=drawn)
        notes.append(drawn)
    x = Scale(capital(name) if len(name) > 2 else name, low - room, high + room)
    panel = Panel("", x, Scale(label, 0.0, 1.08 * top), marks, key)
    said = say("{test}: {measured}", test=capital(test.method), measured=measured)
    return Picture("null", said, [panel], 1, notes)


def _curve(law: NullLaw, is_tail: NDArray[np.bool_]) -> tuple[list[Mark], float]:
    """Return a density with its tails shaded, and how high it is drawn."""
    heights = law.heights
    # A density that is infinite at its end is cut where it is still worth drawing.
    top = float(heights[len(heights) // 40 :].max()) or 1.0
    heights = np.minimum(heights, 1.05 * top)
    marks: list[Mark] = []
    edges = np.flatnonzero(np.diff(is_tail.astype(np.int8)))
    for part in np.split(np.arange(len(law.at)), edges + 1):
        if is_tail[part[0]] and len(part) > 1:
            zeros = np.zeros(len(part))
            marks.append(Band(law.at[part], zeros, heights[part], _TAIL))
    return [*marks, Line(law.at, heights, role="guide")], top


def _bars(law: NullLaw, is_tail: NDArray[np.bool_]) -> tuple[list[Mark], float]:
    """Return bars of probabilities, the tails in colour, and the highest one."""
    if law.kind == "drawn":
        weights = np.full(len(law.at), 1 / len(law.at))
    else:
        weights = law.heights
    edges = _edges(np.unique(law.at))
    every, of_tail = (
        np.histogram(law.at[kept], edges, weights=weights[kept])[0]
        for kept in (slice(None), is_tail)
    )
    top = float(every.max()) or 1.0
    return [Bars(edges, every), Bars(edges, of_tail, _TAIL)], top


def _edges(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return where bars begin and end: each around a value, or several in one."""
    if len(values) == 1:
        return np.array([values[0] - 0.5, values[0] + 0.5])
    steps = np.diff(values)
    if len(values) > MOST_BARS:
        first, last, step = float(values[0]), float(values[-1]), float(steps.min())
        if steps.max() > step * (1 + 1e-9):
            return np.linspace(first, last, N_BINS + 1)
        # As many values in each.
        step *= math.ceil(len(values) / MOST_BARS)
        first -= steps[0] / 2
        return first + step * np.arange(math.ceil((last - first) / step) + 1)
    middles = (values[1:] + values[:-1]) / 2
    first, last = 2 * values[0] - middles[0], 2 * values[-1] - middles[-1]
    return np.concatenate([[first], middles, [last]])


def _critical(test: Any, law: NullLaw, alpha: float) -> Sequence[float]:
    """Return the critical values of the statistic."""
    known = test.critical_value(alpha)
    known = known if isinstance(known, tuple) else (known,)
    if not any(map(math.isnan, known)):
        return [float(value) for value in known]
    if law.kind != "drawn":
        return []
    if law.extreme == "upper" or test.alternative == "greater":
        return [float(np.quantile(law.at, 1 - alpha))]
    if test.alternative == "less":
        return [float(np.quantile(law.at, alpha))]
    away = float(np.quantile(np.abs(law.at - law.centre), 1 - alpha))
    return [law.centre - away, law.centre + away]


# ----------------------------------------------------------------------------- binomial
# Tails of the binomial distribution, and p-values of a count of successes.
#
# SciPy's functions are loaded when first used.


# Outcomes are as likely as each other up to this, relatively.
_SAME_LOG_PMF = 1e-12
_HALF_LOG_2_PI = 0.5 * math.log(2 * math.pi)


def at_least(k: int, n: int, p: float) -> float:
    """Return P(X >= k)."""
    if k <= 0 or k > n:
        return float(k <= 0)
    from scipy.special import betainc

    return float(betainc(k, n - k + 1, p))


def at_most(k: int, n: int, p: float) -> float:
    """Return P(X <= k)."""
    if k < 0 or k >= n:
        return float(k >= n)
    from scipy.special import betaincc

    return float(betaincc(k + 1, n - k, p))


def mid_tails(k: int, n: int, p: float) -> tuple[float, float]:
    """Return P(X < k) + P(X = k)/2 and P(X > k) + P(X = k)/2."""
    below = (at_most(k - 1, n, p) + at_most(k, n, p)) / 2
    above = (at_least(k, n, p) + at_least(k + 1, n, p)) / 2
    return below, above


def pvalue(k: int, n: int, p: float, alternative: str, mid: bool = False) -> float:
    """Return the p-value of k successes in n trials.

    The two-sided one is the probability of all outcomes that are no likelier than k,
    or with ``mid`` twice the smaller of the two mid-p values, at most 1.
    """
    if mid:
        below, above = mid_tails(k, n, p)
        both = min(1.0, 2 * min(below, above))
        return {"less": below, "greater": above}.get(alternative, both)
    if alternative == "less":
        return at_most(k, n, p)
    if alternative == "greater":
        return at_least(k, n, p)
    return _no_likelier(k, n, p)


def critical_counts(
    n: int, p: float, alternative: str, alpha: float, mid: bool = False
) -> tuple[int, int]:
    """Return the counts beyond which the p-value is at most ``alpha``.

    The test rejects fewer than the first and more than the second. Where no count is
    so small, or the alternative is on the other side, the first is 0; the second is n
    in the same way.
    """

    def rejects(k: int) -> bool:
        return pvalue(k, n, p, alternative, mid) <= alpha

    low, high = 0, n
    if alternative == "less":
        low = _first(0, n + 1, lambda k: not rejects(k))
    elif alternative == "greater":
        high = _first(0, n + 1, rejects) - 1
    else:  # p-values rise up to here, and fall from here on
        top = min(int((n + 1) * p), n)
        if mid:  # the median, which is next to the mode
            near = range(max(top - 2, 0), min(top + 2, n) + 1)
            top = max(near, key=lambda k: pvalue(k, n, p, alternative, mid))
        low = _first(0, top + 1, lambda k: not rejects(k))
        high = _first(top, n + 1, rejects) - 1
    return low, high


def mid_p_interval(
    k: int, n: int, confidence_level: float, low: float, high: float
) -> tuple[float, float]:
    """Return the rates at which neither mid-p value is below half of α.

    ``low`` and ``high`` are the bounds of Clopper and Pearson, which are at least as
    wide.
    """
    from scipy.optimize import brentq

    tail = (1 - confidence_level) / 2

    def excess(rate: float, side: int) -> float:
        return mid_tails(k, n, rate)[side] - tail

    return (
        brentq(excess, low, high, (1,), xtol=5e-324) if k > 0 else 0.0,
        brentq(excess, low, high, (0,), xtol=5e-324) if k < n else 1.0,
    )


def rate_of_more(k: int, n: int, probability: float) -> float:
    """Return the rate at which more than k successes have this probability."""
    from scipy.special import betaincinv

    return float(betaincinv(k + 1, n - k, probability))


def rate_of_fewer(k: int, n: int, probability: float) -> float:
    """Return the rate at which fewer than k successes have this probability."""
    from scipy.special import betaincinv

    return float(betaincinv(k, n - k + 1, 1 - probability))


def log_pmf(k: int, n: int, p: float) -> float:
    """Return log P(X = k), with an absolute error of about 1e-16 of its size.

    C. Loader (2000), "Fast and accurate computation of binomial probabilities": no
    difference of large logarithms is taken.
    """
    if p in (0, 1):
        return 0.0 if k == n * p else -math.inf
    if k in (0, n):
        return n * (math.log(p) if k else math.log1p(-p))
    correction = _stirling_error(n) - _stirling_error(k) - _stirling_error(n - k)
    deviance = _deviance(k, n * p) + _deviance(n - k, n * (1 - p))
    scale = 0.5 * (math.log(n / k) - math.log(n - k)) - _HALF_LOG_2_PI
    return scale + correction - deviance


def _no_likelier(k: int, n: int, p: float) -> float:
    """Return the probability of all outcomes that are no likelier than k."""
    if p == 0.5:  # the distribution is symmetric
        return min(1.0, 2 * at_most(min(k, n - k), n, p))
    limit = log_pmf(k, n, p) + _SAME_LOG_PMF
    mode = min(int((n + 1) * p), n)
    if log_pmf(mode, n, p) <= limit:
        return 1.0
    if k < mode:
        other = _first(mode, n + 1, lambda j: log_pmf(j, n, p) <= limit)
        return at_most(k, n, p) + at_least(other, n, p)
    other = _first(0, mode, lambda j: log_pmf(j, n, p) > limit)
    return at_least(k, n, p) + at_most(other - 1, n, p)


def _first(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """Return the first of low, ..., high - 1 from which on a condition holds."""
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low


def _stirling_error(n: int) -> float:
    """Return log n! less Stirling's formula for it."""
    if n < 16:
        return math.lgamma(n + 1) - (n + 0.5) * math.log(n) + n - _HALF_LOG_2_PI
    x = 1 / (n * n)
    series = 1 / 12 - x * (1 / 360 - x * (1 / 1260 - x * (1 / 1680 - x / 1188)))
    return series / n


def _deviance(k: int, mean: float) -> float:
    """Return k log(k / mean) + mean - k, which is next to 0 where they are close."""
    if mean == 0:  # of a probability so small that it underflows
        return math.inf
    if abs(k - mean) >= 0.1 * (k + mean):
        return k * math.log(k / mean) + mean - k
    v = (k - mean) / (k + mean)
    total, term, odd = (k - mean) * v, 2 * k * v, 1
    while True:
        term *= v * v
        odd += 2
        if total + term / odd == total:
            return total
        total += term / odd
