"""Planning for one model: sample sizes from the variance of a single row's share."""

import math
from functools import cache
from statistics import NormalDist

from fastmetrics.reference.intervals import clopper_pearson_interval, wilson_interval

_NORMAL = NormalDist()


def auc_sample_size(
    auc: float,
    *,
    prevalence: float = 0.5,
    width: float | None = None,
    null: float | None = None,
    versus: float | None = None,
    correlation: float | None = None,
    power: float = 0.8,
    alpha: float = 0.05,
    alternative: str = "two-sided",
    variance: str = "binormal",
) -> int:
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
    proportion: float,
    *,
    width: float | None = None,
    null: float | None = None,
    method: str = "wilson",
    power: float = 0.8,
    alpha: float = 0.05,
    alternative: str = "two-sided",
) -> int:
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
    rate: float,
    *,
    tokens_per_unit: float | None = None,
    design_effect: float | None = None,
    coefficient_of_variation: float | None = None,
    width: float | None = None,
    null: float | None = None,
    power: float = 0.8,
    alpha: float = 0.05,
    alternative: str = "two-sided",
) -> int:
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
                words = n * tokens_per_unit  # type: ignore[operator]  # given with it
                errors.append(math.sqrt(design_effect * one / words))  # type: ignore[operator]
        if _suffices(rate, errors, width, null, power, alpha, alternative):
            return n
        n += 1


def _suffices(
    value: float,
    errors: list[float],
    width: float | None,
    null: float | None,
    power: float,
    alpha: float,
    alternative: str,
) -> bool:
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
