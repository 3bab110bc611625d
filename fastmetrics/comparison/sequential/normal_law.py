"""Normal-mixture confidence sequences, and their sample sizes."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import LARGEST_COUNT, check_level, number, whole
from fastmetrics._common.test_result import check_alternative
from fastmetrics.comparison.planning import check_power, least, sized
from fastmetrics.comparison.sequential.results import (
    LN_WEIGHTS,
    SHARES,
    SequentialResult,
    added_up,
    claim_of,
    exp,
    inverse,
)
from fastmetrics.show.numbers import rows_of
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.annotations import Alternative


# --------------------------------------------------------------------------- normal law
# The sequential z test: of estimates that are normal about the truth, at every look.
#
# Bets on a mean become bets on a Brownian motion: E = Σ w exp(t z √n − t² n / 2), with
# the deviation of a row as unit.


# An estimate of fewer rows is not normal enough to be looked at.
FIRST_LOOK = 100
# The largest bets are of few rows only, and are left out.
_FROM = 6


def sequential_z_test(
    estimate: float,
    standard_error: float,
    n_samples: int,
    *,
    null: float = 0.0,
    alternative: Alternative = "two-sided",
) -> SequentialResult:
    r"""Test an estimate by its standard error, however often it is looked at.

    For all that is no mean of bounded rows: an AUC with DeLong's error, F₁, a log loss,
    and differences of such. With :math:`z` the estimate less the null over its error
    [1]_:

    .. math:: E = \sum_{k=6}^{41} w_k \exp\left(\theta_k \sqrt{n}\, z
              - \theta_k^2 n / 2\right)

    Parameters
    ----------
    estimate : float
        What was found on all rows so far.
    standard_error : float
        Its standard error, above 0.
    n_samples : int
        The rows that it rests on, 100 or more: of an AUC twice those of the rarer
        class, of F₁ those that are positive by label or by prediction.
    null : float, default=0.0
        What the estimate is tested against.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the truth is above the null.

    Returns
    -------
    TestResult
        ``statistic`` is the e-value and ``pvalue`` one over it, at most 1: both are of
        this look, and remember no other. The interval is the estimate ± κ standard
        errors, with :math:`E(\kappa) = 2 / (1 - \mathrm{level})`: κ is 5.790 at 100
        rows, 3.426 at 1,000 and 3.533 at a million.

    Raises
    ------
    ValueError
        If ``n_samples`` is below 100, the error is not above 0, or a number is not
        finite.
    TypeError
        If a parameter is not a number.

    See Also
    --------
    SequentialTest : of means of bounded rows, exact at any number of rows.

    Notes
    -----
    It is asymptotic: its level is nearly held where the estimate is nearly normal from
    the first look on. Counting all rows of an AUC at a prevalence of 0.02 makes 21 % of
    errors in place of 5; counted by the rarer class there is 1 %.

    References
    ----------
    .. [1] I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy and A. Ramdas,
       "Time-uniform central limit theory and asymptotic confidence sequences", Annals
       of Statistics 52(6), 2024, 2613-2640.

    Examples
    --------
    >>> from fastmetrics import sequential_z_test
    >>> found = sequential_z_test(0.83, 0.011, 2_000, null=0.78)
    >>> round(found.pvalue, 4), found.reject()
    (0.0008, True)
    >>> [round(end, 4) for end in found.confidence_interval()]
    [0.7922, 0.8678]
    """
    check_alternative(alternative)
    value, against = _finite(estimate, "estimate"), _finite(null, "null")
    error = _finite(standard_error, "standard_error")
    if error <= 0:
        raise ValueError(
            f"standard_error must be above 0, got "
            f"{shown(standard_error)}: rows that are "
            "all alike do not say how much an estimate varies. Look later, or test a "
            "mean of bounded rows by SequentialTest."
        )
    n = whole(n_samples, "n_samples", 1)
    if n < FIRST_LOOK:
        raise ValueError(
            f"n_samples must be at least {FIRST_LOOK}, got {n}: an estimate of fewer "
            "rows is not normal enough. Look later."
        )
    log = _sided((value - against) / error, n, alternative)
    return SequentialResult(
        statistic=exp(log),
        pvalue=min(1.0, exp(-log)),
        method=say("sequential z test"),
        statistic_name="e-value",
        distribution="normal",
        n=n,
        alternative=alternative,
        estimate=value,
        estimate_name=say("estimate"),
        found=rows_of(n, f"{n:,}"),
        claim=claim_of(say("the estimated value"), against, alternative),
        notes=(say("it holds for estimates that are nearly normal at all looks"),),
        bounds=partial(_bounds, value, error, n),
        critical=inverse,
        log_evalue=log,
    )


class Bets(NamedTuple):
    """Shares that are bet, in units of a row's deviation, and their weights' logs."""

    shares: NDArray[np.float64]
    ln_weights: NDArray[np.float64]


_WITHOUT_LARGEST = Bets(
    SHARES[_FROM:],
    LN_WEIGHTS[_FROM:] - math.log(float(np.exp(LN_WEIGHTS[_FROM:]).sum())),
)


def log_evalue_of_z(z: float, n: float, bets: Bets = _WITHOUT_LARGEST) -> float:
    """Return the logarithm of what bets on a mean above the null have become."""
    sizes = bets.shares * math.sqrt(n)
    return added_up(sizes * (z - sizes / 2), bets.ln_weights)


def critical_z(log_evalue: float, n: float, bets: Bets = _WITHOUT_LARGEST) -> float:
    """Return the z from which on the e-value of so many rows is as large as that."""
    from scipy.optimize import brentq

    high = 1.0
    while log_evalue_of_z(high, n, bets) < log_evalue:
        high *= 2
    root = brentq(
        lambda z: log_evalue_of_z(z, n, bets) - log_evalue, 0.0, high, xtol=1e-12
    )
    return float(root)


def _sided(z: float, n: int, alternative: str) -> float:
    if alternative == "two-sided":
        return log_evalue_of_z(abs(z), n) - math.log(2)
    return log_evalue_of_z(z if alternative == "greater" else -z, n)


def _bounds(value: float, error: float, n: int, level: float) -> tuple[float, float]:
    half = critical_z(math.log(2 / (1 - level)), n) * error
    return value - half, value + half


def _finite(value: float, name: str) -> float:
    checked = number(value, name)
    if not math.isfinite(checked):
        raise ValueError(f"{name} must be finite, got {shown(value)}.")
    return checked


# -------------------------------------------------------------------------- sample size
# How many rows a sequential comparison takes until it has found a difference.


# Below it bets in units of the deviation would be 0.
_LEAST = 1e-100


def sequential_sample_size(
    difference: float,
    *,
    discordance: float | None = None,
    standard_deviation: float | None = None,
    power: float = 0.8,
    alpha: float = 0.05,
    alternative: Alternative = "two-sided",
) -> int:
    r"""Sample size for a sequential comparison with a given power.

    The smallest n with :math:`\Phi(z - \kappa) + e^{\kappa (z - \kappa / 2)} \Phi(-z)`
    at least the power, :math:`z = \delta \sqrt{n} / \sigma` and

    .. math:: \sum_k w_k \exp\left(\theta_k \sigma \sqrt{n}\, \kappa
              - \theta_k^2 \sigma^2 n / 2\right) = 2 / \alpha

    (:math:`1 / \alpha` for one side): the chance that a Brownian motion with that drift
    has crossed a line by then [1]_.

    Parameters
    ----------
    difference : float
        The size of the difference between the models, above 0; of accuracies at most
        the discordance.
    discordance : float in [0, 1], optional
        Proportion of rows on which exactly one of the two models is right, of which σ
        is the root; needed unless ``standard_deviation`` is given.
    standard_deviation : float, optional
        Standard deviation of the differences by row, σ, over the range hi − lo of the
        values, in which ``difference`` is measured too; at most 1.
    power : float, default=0.8
        Chance to find the difference by then, above ``alpha`` and below 1.
    alpha : float in (0, 1), default=0.05
        The level: the chance that any difference is found where there is none.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater", "less": the test has one side, and the difference lies on it.

    Returns
    -------
    int
        Rows, at least 1.

    Raises
    ------
    ValueError
        If not exactly one of ``discordance`` and ``standard_deviation`` is given, or a
        number is outside its range.
    TypeError
        If a parameter is not a number.

    See Also
    --------
    SequentialComparison : the test.
    required_sample_size : the rows of a test that is looked at once.

    Notes
    -----
    These are the rows of all but a few runs: half of them are through earlier, at a
    median of ``sequential_sample_size(..., power=0.5)`` rows. With a discordance of 0.1
    a difference of 0.02 takes 4,198 rows, and 2,594 in the median; one look at a fixed
    number takes 1,960.

    References
    ----------
    .. [1] S. R. Howard, A. Ramdas, J. McAuliffe and J. Sekhon, "Time-uniform,
       nonparametric, nonasymptotic confidence sequences", Annals of Statistics 49(2),
       2021, 1055-1080.

    Examples
    --------
    >>> from fastmetrics import sequential_sample_size
    >>> sequential_sample_size(0.02, discordance=0.1)
    4198
    >>> sequential_sample_size(0.02, discordance=0.1, power=0.5)
    2594
    """
    delta, noise = sized(difference, discordance, standard_deviation)
    check_alternative(alternative)
    level = check_level(alpha, "alpha")
    checked_power = check_power(power, level)
    sigma = math.sqrt(noise.value) if noise.is_discordance else noise.value
    if sigma > 1:
        raise ValueError(
            "standard_deviation must be a share of the range of a row's value, at most "
            f"1, got {shown(standard_deviation)}."
        )
    if sigma < _LEAST:
        raise ValueError(
            f"standard_deviation must be above 0, and not below {_LEAST}: bets on "
            "differences that do not vary are won at once."
        )
    return least(
        lambda n: (
            sequential_power(delta, n, sigma, level, alternative) >= checked_power
        ),
        1,
        LARGEST_COUNT,
        f"difference must be one that 2**53 rows can show, got {shown(difference)}.",
    )


def sequential_power(
    delta: float, n: int, sigma: float, alpha: float, alternative: str
) -> float:
    """Return the chance that a difference is found by so many rows."""
    from scipy.special import log_ndtr, ndtr

    most = math.log((2 if alternative == "two-sided" else 1) / alpha)
    kappa = critical_z(most, n, Bets(SHARES * sigma, LN_WEIGHTS))
    z = delta * math.sqrt(n) / sigma
    again = kappa * (z - kappa / 2) + float(log_ndtr(-z))
    return float(ndtr(z - kappa)) + math.exp(min(again, 0.0))
