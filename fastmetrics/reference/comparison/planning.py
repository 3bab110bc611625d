"""Sample sizes and power, for one model and for two."""

import math
from fractions import Fraction
from functools import cache
from statistics import NormalDist
from typing import NamedTuple

from fastmetrics.reference.intervals import clopper_pearson_interval, wilson_interval

_NORMAL = NormalDist()
_TWO_SIDED = {"two-sided": True, "greater": False, "less": False}


def minimum_detectable_difference(
    n_samples,
    *,
    discordance=None,
    standard_deviation=None,
    power=0.8,
    alpha=0.05,
    alternative="two-sided",
    n_comparisons=1,
):
    """Return the least difference whose rows n_samples suffice for; NaN: there is none.

    How many rows a difference takes falls as it grows, so the least is found by
    halving.
    """
    noise = _Noise.of(discordance, standard_deviation)
    if n_samples < 1:
        raise ValueError(f"n_samples={n_samples!r}")
    z_alpha, z_beta = _quantiles(power, alpha, alternative, n_comparisons)
    if noise.value == 0:
        return math.nan if noise.is_discordance else 0.0
    # The largest there is, or what a single row shows.
    high = noise.value if noise.is_discordance else (z_alpha + z_beta) * noise.value
    if noise.is_discordance and n_samples < noise.rows(high, z_alpha, z_beta):
        return math.nan
    low = 0.0
    for _ in range(200):
        middle = (low + high) / 2
        if n_samples >= noise.rows(middle, z_alpha, z_beta):
            high = middle
        else:
            low = middle
    return high


def required_sample_size(
    difference,
    *,
    discordance=None,
    standard_deviation=None,
    power=0.8,
    alpha=0.05,
    alternative="two-sided",
    n_comparisons=1,
):
    """Return the rows that show a difference with this power, rounded up."""
    noise = _Noise.of(discordance, standard_deviation)
    if not 0 < difference <= noise.largest:
        raise ValueError(f"difference={difference!r}")
    z_alpha, z_beta = _quantiles(power, alpha, alternative, n_comparisons)
    return max(1, math.ceil(noise.rows(difference, z_alpha, z_beta)))


def comparison_power(
    difference,
    n_samples,
    *,
    discordance=None,
    standard_deviation=None,
    alpha=0.05,
    alternative="two-sided",
    n_comparisons=1,
    method="exact",
):
    """Return the chance that the test rejects, on either side if it has two."""
    noise = _Noise.of(discordance, standard_deviation)
    if not 0 <= difference <= noise.largest:
        raise ValueError(f"difference={difference!r}")
    if n_samples < 1 or n_comparisons < 1 or method not in ("exact", "normal"):
        raise ValueError(f"{n_samples=} {n_comparisons=} {method=}")
    level = alpha / n_comparisons
    two_sided = _TWO_SIDED[alternative]
    if noise.is_discordance and method == "exact":
        shares = Fraction(difference), Fraction(noise.value)
        return _exact(*shares, n_samples, level, two_sided)
    z = _NORMAL.inv_cdf(1 - level / (1 + two_sided))
    without, with_it = noise.errors(difference)
    if with_it == 0:
        return float(difference * math.sqrt(n_samples) > z * without)
    shift = difference * math.sqrt(n_samples)
    power = _NORMAL.cdf((shift - z * without) / with_it)
    if two_sided:
        power += _NORMAL.cdf((-shift - z * without) / with_it)
    return power


class _Noise(NamedTuple):
    """What blurs a difference: a discordance, or a standard deviation by row."""

    value: float
    is_discordance: bool

    @classmethod
    def of(cls, discordance, standard_deviation):
        if discordance is not None and standard_deviation is None:
            if not 0 <= discordance <= 1:
                raise ValueError(f"{discordance=}")
            return cls(discordance, True)
        if discordance is None and standard_deviation is not None:
            if not 0 <= standard_deviation < math.inf:
                raise ValueError(f"{standard_deviation=}")
            return cls(standard_deviation, False)
        raise ValueError(f"{discordance=} {standard_deviation=}")

    @property
    def largest(self) -> float:
        """The largest difference there can be."""
        return self.value if self.is_discordance else math.inf

    def errors(self, difference: float) -> tuple[float, float]:
        """Return the standard deviation of a row without a difference and with it.

        A row is +1 where only A is right, -1 where only B is and 0 otherwise: its
        square has the mean of the discordance, itself that of the difference.
        """
        if self.is_discordance:
            return math.sqrt(self.value), math.sqrt(self.value - difference**2)
        return self.value, self.value

    def rows(self, difference: float, z_alpha: float, z_beta: float) -> float:
        """Return how many rows show a difference, not rounded."""
        without, with_it = self.errors(difference)
        return ((z_alpha * without + z_beta * with_it) / difference) ** 2


def _quantiles(power, alpha, alternative, n_comparisons):
    if not 0 < alpha < power < 1 or n_comparisons < 1:
        raise ValueError(f"{power=} {alpha=} {n_comparisons=}")
    tail = alpha / n_comparisons / (1 + _TWO_SIDED[alternative])
    return -_NORMAL.inv_cdf(tail), _NORMAL.inv_cdf(power)


def _exact(difference, discordance, n, level, two_sided):
    """Return the power of the exact McNemar test: a sum over all tables."""
    only_a = (discordance + difference) / 2
    only_b = (discordance - difference) / 2
    power = Fraction(0)
    for b in range(n + 1):
        for c in range(n + 1 - b):
            pvalue = _pvalue(min(b, c) if two_sided else c, b + c) * (1 + two_sided)
            if pvalue <= level:
                ways = math.comb(n, b) * math.comb(n - b, c)
                power += ways * only_a**b * only_b**c * (1 - discordance) ** (n - b - c)
    return float(power)


def _pvalue(losses: int, discordant: int) -> Fraction:
    """Return P(X <= losses), X being heads among so many throws of a fair coin."""
    ways = sum(math.comb(discordant, i) for i in range(losses + 1))
    return Fraction(ways, 2**discordant)


def auc_sample_size(
    auc,
    *,
    prevalence=0.5,
    width=None,
    null=None,
    versus=None,
    correlation=None,
    power=0.8,
    alpha=0.05,
    alternative="two-sided",
    variance="binormal",
):
    """Return the first number of rows, from one of each class on, that suffices.

    Of two areas the variance is that of their difference, whatever it is.
    """
    if not (0 < auc < 1 and 0 < prevalence < 1):
        raise ValueError(f"auc={auc!r}, prevalence={prevalence!r}")
    of = {
        "binormal": _of_normal_scores,
        "obuchowski": _of_ratings,
        "hanley-mcneil": _of_exponential_scores,
    }
    n = math.ceil(max(1 / prevalence, 1 / (1 - prevalence)))
    while True:
        classes = n * prevalence, n * (1 - prevalence)
        v = of[variance]
        if versus is None:
            errors = [
                math.nan if one is None else math.sqrt(v(one, *classes))
                for one in (auc, null)
            ]
        else:
            own, beside = v(auc, *classes), v(versus, *classes)
            rho = correlation or 0.0
            both = own + beside - 2 * rho * math.sqrt(own * beside)
            errors = [math.sqrt(both)] * 2
        shown = versus if width is None and null is None else null
        if _suffices(auc, errors, width, shown, power, alpha, alternative):
            return n
        n += 1


def proportion_sample_size(
    proportion,
    *,
    width=None,
    null=None,
    method="wilson",
    power=0.8,
    alpha=0.05,
    alternative="two-sided",
):
    """Return the first number of rows that suffices."""
    if not 0 <= proportion <= 1:
        raise ValueError(f"proportion={proportion!r}")
    n = 1
    while True:
        if width is not None:
            made = {
                "wilson": wilson_interval,
                "clopper-pearson": clopper_pearson_interval,
            }[method]
            low, high = made(proportion * n, n, 1 - alpha)
            if high - low <= width:
                return n
        else:
            errors = [
                math.nan if p is None else math.sqrt(p * (1 - p) / n)
                for p in (proportion, null)
            ]
            if _suffices(proportion, errors, width, null, power, alpha, alternative):
                return n
        n += 1


def error_rate_sample_size(
    rate,
    *,
    tokens_per_unit=None,
    design_effect=None,
    coefficient_of_variation=None,
    width=None,
    null=None,
    power=0.8,
    alpha=0.05,
    alternative="two-sided",
):
    """Return the first number of utterances that suffices."""
    if rate <= 0 or (design_effect is None) == (coefficient_of_variation is None):
        raise ValueError(f"rate={rate!r}, design_effect={design_effect!r}")
    n = 1
    while True:
        errors = []
        for one in (rate, null):
            if one is None:
                errors.append(math.nan)
            elif coefficient_of_variation is not None:
                errors.append(coefficient_of_variation * one / math.sqrt(n))
            else:
                words = n * tokens_per_unit
                errors.append(math.sqrt(design_effect * one / words))
        if _suffices(rate, errors, width, null, power, alpha, alternative):
            return n
        n += 1


def _suffices(value, errors, width, null, power, alpha, alternative):
    if (width is None) == (null is None):
        raise ValueError(f"width={width!r}, null={null!r}")
    own, of_null = errors
    if width is not None:
        return 2 * _NORMAL.inv_cdf(1 - alpha / 2) * own <= width
    tail = alpha / 2 if alternative == "two-sided" else alpha
    reached = _NORMAL.inv_cdf(1 - tail) * of_null + _NORMAL.inv_cdf(power) * own
    assert null is not None
    return reached <= abs(value - null)


def _of_normal_scores(area: float, n_positive: float, n_negative: float) -> float:
    """Return the variance of an AUC of normal scores of one spread."""
    both = _two_above_one(area)
    return (area * (1 - area) + (n_positive + n_negative - 2) * (both - area**2)) / (
        n_positive * n_negative
    )


@cache
def _two_above_one(area: float) -> float:
    """Return the chance that two positives score above one negative, added up."""
    shift, step = math.sqrt(2) * _NORMAL.inv_cdf(area), 0.01
    places = [k * step for k in range(-1000, 1001)]
    return step * math.fsum(
        _NORMAL.pdf(x) * _NORMAL.cdf(shift - x) ** 2 for x in places
    )


def _of_ratings(area: float, n_positive: float, n_negative: float) -> float:
    """Return the variance of an AUC after Obuchowski (1994)."""
    a = _NORMAL.inv_cdf(area) * 1.414
    ratio = n_negative / n_positive
    return (
        0.0099
        * math.exp(-(a**2) / 2)
        * ((5 * a**2 + 8) + (a**2 + 8) / ratio)
        / n_positive
    )


def _of_exponential_scores(area: float, n_positive: float, n_negative: float) -> float:
    """Return the variance of an AUC after Hanley and McNeil (1982)."""
    q1, q2 = area / (2 - area), 2 * area**2 / (1 + area)
    return (
        area * (1 - area)
        + (n_positive - 1) * (q1 - area**2)
        + (n_negative - 1) * (q2 - area**2)
    ) / (n_positive * n_negative)
