"""Tails of distributions, and confidence intervals of areas under ROC curves."""

import math
from statistics import NormalDist

from fastmetrics.reference.intervals import (
    incomplete_beta,
    normal_interval,
    solve,
    tails,
)


def delong_interval(auc, variance, n_positive, n_negative, confidence_level=0.95):
    """Return a normal interval on the logit scale, brought back to [0, 1]."""
    if auc in (0, 1):
        return perfect_auc_interval(auc, n_positive, n_negative, confidence_level)
    if variance == 0:
        return math.nan, math.nan  # says nothing: no interval has width 0 for a reason
    logit = math.log(auc / (1 - auc))
    error = math.sqrt(variance) / (auc * (1 - auc))  # the logit's derivative
    low, high = normal_interval(logit, error, confidence_level)
    return 1 / (1 + math.exp(-low)), 1 / (1 + math.exp(-high))


def raw_delong_interval(auc, variance, n_positive, n_negative, confidence_level=0.95):
    """Return a normal interval of the area itself, cut where areas end."""
    if auc in (0, 1):
        return perfect_auc_interval(auc, n_positive, n_negative, confidence_level)
    if variance == 0:
        return math.nan, math.nan
    low, high = normal_interval(auc, math.sqrt(variance), confidence_level)
    return max(low, 0.0), min(high, 1.0)


def perfect_auc_interval(auc, n_positive, n_negative, confidence_level=0.95):
    """Return the bounds for an AUC of exactly 1 (or 0), where the variance is 0.

    The m rows of the smaller class are taken as m independent trials, all successes:
    below (α/2)^(1/m), the Clopper-Pearson bound, that has a probability under α/2.
    """
    low = tails(confidence_level)[0] ** (1 / min(n_positive, n_negative))
    return (low, 1.0) if auc == 1 else (0.0, 1 - low)


def exponential_variance(area: float, n_positive: int, n_negative: int) -> float:
    """Return the variance of an AUC of exponential scores, the rarer class wider.

    Hanley and McNeil (1982): with Q₁ the chance that two positives both rank above a
    negative and Q₂ that a positive ranks above two negatives, the variance is
    [A (1 - A) + (n₊ - 1)(Q₁ - A²) + (n₋ - 1)(Q₂ - A²)] / (n₊ n₋). Exponential scores,
    those of the positives the wider ones, have Q₁ = A / (2 - A) and
    Q₂ = 2 A² / (1 + A); the negatives the wider ones, these two exchanged for 1 - A,
    which exchanges Q₁ - A² with Q₂ - A². Of both the greater variance is taken.
    """
    above = area / (2 - area) - area**2
    below = 2 * area**2 / (1 + area) - area**2
    return max(
        (area * (1 - area) + (n_positive - 1) * of_two + (n_negative - 1) * of_one)
        / (n_positive * n_negative)
        for of_two, of_one in ((above, below), (below, above))
    )


def degrees_of_freedom(terms, n_positive, n_negative):
    """Return those of a sum of two variances of means (Satterthwaite 1946)."""
    spread = terms[0] ** 2 / (n_positive - 1) + terms[1] ** 2 / (n_negative - 1)
    return sum(terms) ** 2 / spread


def inverted_delong_interval(auc, terms, n_positive, n_negative, confidence_level=0.95):
    """Return the areas that a t test with a variance of their own does not reject.

    `terms` are those of DeLong's variance V, of the positives and of the negatives.
    With m the smaller class and H the variance of exponential scores, V is first drawn
    towards H(A), as if k = 1 / (2 A (1 - A)) rows had shown the latter:
    v = (m V + k H(A)) / (m + k). The bounds are the areas on either side of A with
    (A - θ)² = t² v H(θ) / H(A), t the quantile of Student's law.
    """
    if auc in (0, 1):
        return perfect_auc_interval(auc, n_positive, n_negative, confidence_level)
    if sum(terms) == 0:
        return math.nan, math.nan
    m, k = min(n_positive, n_negative), 1 / (2 * auc * (1 - auc))
    at_auc = exponential_variance(auc, n_positive, n_negative)
    drawn = (m * sum(terms) + k * at_auc) / (m + k)
    t = student_quantile(
        degrees_of_freedom(terms, n_positive, n_negative), confidence_level
    )

    def statistic(area: float) -> float:
        at_area = exponential_variance(area, n_positive, n_negative)
        if at_area <= 0:  # area 0 or 1
            return math.copysign(math.inf, area - auc)
        return (area - auc) / math.sqrt(drawn * at_area / at_auc)

    # It increases with the area, through 0 at the estimate.
    return solve(statistic, -t), solve(statistic, t)


def student_interval(estimate, terms, n_positive, n_negative, confidence_level=0.95):
    """Return the estimate ± t standard errors, of a difference of two AUCs."""
    t = student_quantile(
        degrees_of_freedom(terms, n_positive, n_negative), confidence_level
    )
    half = t * math.sqrt(sum(terms))
    return estimate - half, estimate + half


def student_p_value(statistic: float, freedom: float) -> float:
    """Return the chance that |T| is at least as large, T of Student's law."""
    return incomplete_beta(freedom / (freedom + statistic**2), freedom / 2, 0.5)


def student_quantile(freedom: float, confidence_level: float) -> float:
    """Return the t that |T| stays below with that probability."""
    if freedom > 1e7:  # then it is normal to nine digits
        return NormalDist().inv_cdf(tails(confidence_level)[1])

    def share(x: float) -> float:  # t² / (ν + t²) has a beta law
        return incomplete_beta(x, 0.5, freedom / 2)

    x = solve(share, confidence_level)
    return math.sqrt(freedom * x / (1 - x))


def student_tail(t: float, df: float, alternative: str) -> float:
    """Return the p-value of t under Student's law."""
    return one_sided(student_p_value(t, df), t, alternative)


def normal_tail(z: float, alternative: str) -> float:
    """Return the p-value of z under the standard normal law."""
    return one_sided(math.erfc(abs(z) / math.sqrt(2)), z, alternative)


def f_tail(f: float, above: float, below: float) -> float:
    """Return the chance of a larger F with so many degrees of freedom."""
    return incomplete_beta(below / (below + above * f), below / 2, above / 2)


def one_sided(both: float, statistic: float, alternative: str) -> float:
    """Return the p-value of one side, from that of both sides of a symmetric law."""
    if alternative == "two-sided":
        return both
    asked_for = statistic > 0 if alternative == "greater" else statistic < 0
    return both / 2 if asked_for else 1 - both / 2
