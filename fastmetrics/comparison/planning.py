"""Planning: detectable differences, sample sizes and power of comparisons."""

from __future__ import annotations

import math
from collections.abc import Callable
from operator import index
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common.names import shown
from fastmetrics._common.options import (
    LARGEST_COUNT,
    check_choice,
    check_level,
    nonnegative,
    number,
)
from fastmetrics._common.test_result import check_alternative
from fastmetrics.comparison.sequential.results import (
    LN_WEIGHTS,
    SHARES,
    Bets,
    critical_z,
)

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Alternative


# Chance of a number of discordant rows outside of those that are summed: below 1e-21.
_SPREADS, _MORE = 10, 50
_POWER_METHODS = ("exact", "normal")


def minimum_detectable_difference(
    n_samples: int,
    *,
    discordance: float | None = None,
    standard_deviation: float | None = None,
    power: float = 0.8,
    alpha: float = 0.05,
    alternative: Alternative = "two-sided",
    n_comparisons: int = 1,
) -> float:
    r"""Minimum detectable difference of two models for a given sample size and power.

    For the accuracies of two models, with exactly one of them right on a proportion
    :math:`\psi` of the rows, the :math:`\delta` that solves [1]_

    .. math:: n \delta^2
       = \left(z_{\alpha} \sqrt{\psi} + z_{\beta} \sqrt{\psi - \delta^2}\right)^2,

    and of means over rows whose differences have the standard deviation
    :math:`\sigma`, :math:`\delta = (z_{\alpha} + z_{\beta}) \sigma / \sqrt{n}`.

    Parameters
    ----------
    n_samples : int
        How many rows both models are evaluated on, n: 1 or more.
    discordance : float in [0, 1], optional
        Proportion of rows on which exactly one of the two models is right; needed
        unless ``standard_deviation`` is given.
    standard_deviation : float, optional
        Standard deviation of the differences by row (loss of A minus loss of B); 0 or
        more, in the unit of the difference.
    power : float, default=0.8
        Chance to find the difference, above ``alpha`` and below 1.
    alpha : float in (0, 1), default=0.05
        Level of the test, divided by ``n_comparisons`` (Bonferroni).
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the test has one side, and the difference lies on it; "less" gives
        the same, for the difference is a size.
    n_comparisons : int, default=1
        How many tests share ``alpha``.

    Returns
    -------
    float
        A size, 0 or more, in the unit of the difference; NaN if no difference with that
        discordance has this power, because the accuracies of two models differ at most
        by the proportion of discordant rows.

    Raises
    ------
    ValueError
        If not exactly one of ``discordance`` and ``standard_deviation`` is given, or a
        number is outside its range.
    TypeError
        If a parameter is not a number.

    See Also
    --------
    required_sample_size : the rows that a difference takes.
    comparison_power : the chance to find it.

    Notes
    -----
    It is of the normal approximation, and of the data still to come: a difference that
    was found on these rows says nothing about the power that they had.

    References
    ----------
    .. [1] R. J. Connor, "Sample size for testing differences in proportions for the
       paired-sample design", Biometrics 43(1), 1987, 207-211.

    Examples
    --------
    >>> from fastmetrics import minimum_detectable_difference
    >>> round(minimum_detectable_difference(1_000, discordance=0.1), 4)
    0.028
    >>> round(minimum_detectable_difference(1_000, standard_deviation=0.5), 4)
    0.0443
    """
    n = _whole(n_samples, "n_samples")
    noise = _noise_of(discordance, standard_deviation)
    z_alpha, z_beta = quantiles(power, alpha, alternative, n_comparisons)
    if not noise.is_discordance:
        return (z_alpha + z_beta) * noise.value / math.sqrt(n)
    inside = n + z_beta**2 - z_alpha**2
    if inside < 0 or noise.value == 0:
        return math.nan
    factor = (z_alpha * math.sqrt(n) + z_beta * math.sqrt(inside)) / (n + z_beta**2)
    difference = math.sqrt(noise.value) * factor
    return difference if difference <= noise.value else math.nan


def required_sample_size(
    difference: float,
    *,
    discordance: float | None = None,
    standard_deviation: float | None = None,
    power: float = 0.8,
    alpha: float = 0.05,
    alternative: Alternative = "two-sided",
    n_comparisons: int = 1,
) -> int:
    r"""Sample size for a difference of two models.

    It is the inverse of `minimum_detectable_difference`, rounded up:

    .. math:: n = \left\lceil \frac{\left(z_{\alpha} \sqrt{\psi}
       + z_{\beta} \sqrt{\psi - \delta^2}\right)^2}{\delta^2} \right\rceil
       \quad \text{or} \quad
       \left\lceil \frac{(z_{\alpha} + z_{\beta})^2 \sigma^2}{\delta^2} \right\rceil.

    Parameters
    ----------
    difference : float
        The size of the difference to be shown, above 0; of accuracies at most
        ``discordance``.
    discordance : float in [0, 1], optional
        Proportion of rows on which exactly one of the two models is right; needed
        unless ``standard_deviation`` is given.
    standard_deviation : float, optional
        Standard deviation of the differences by row (loss of A minus loss of B); 0 or
        more, in the unit of the difference.
    power : float, default=0.8
        Chance to find the difference, above ``alpha`` and below 1.
    alpha : float in (0, 1), default=0.05
        Level of the test, divided by ``n_comparisons`` (Bonferroni).
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the test has one side, and the difference lies on it; "less" gives
        the same, for the difference is a size.
    n_comparisons : int, default=1
        How many tests share ``alpha``.

    Returns
    -------
    int
        The number of rows, 1 or more.

    Raises
    ------
    ValueError
        If not exactly one of ``discordance`` and ``standard_deviation`` is given, a
        number is outside its range, or 2**63 rows do not suffice.
    TypeError
        If a parameter is not a number.

    See Also
    --------
    minimum_detectable_difference : the difference that so many rows show.
    comparison_power : the chance to find it.

    Notes
    -----
    The formula is the normal approximation of the test without a continuity correction
    (Connor's). The exact McNemar test takes somewhat more rows, as its level lies below
    ``alpha``: with 1,960 rows its power is 0.783, not 0.8 (`comparison_power`).

    References
    ----------
    .. [1] R. J. Connor, "Sample size for testing differences in proportions for the
       paired-sample design", Biometrics 43(1), 1987, 207-211.

    Examples
    --------
    >>> from fastmetrics import required_sample_size
    >>> required_sample_size(0.02, discordance=0.1)
    1960
    >>> required_sample_size(0.02, standard_deviation=0.5, power=0.9)
    6568
    """
    delta, noise = sized(difference, discordance, standard_deviation)
    z_alpha, z_beta = quantiles(power, alpha, alternative, n_comparisons)
    alone, both = _errors(delta, noise)
    ratio = (z_alpha * alone + z_beta * both) / delta
    n = ratio * ratio
    if not n < 2**63:
        raise ValueError(
            f"difference must be one that 2**63 rows can show, got {shown(difference)}."
        )
    return max(1, math.ceil(n))


def comparison_power(
    difference: float,
    n_samples: int,
    *,
    discordance: float | None = None,
    standard_deviation: float | None = None,
    alpha: float = 0.05,
    alternative: Alternative = "two-sided",
    n_comparisons: int = 1,
    method: Literal["exact", "normal"] = "exact",
) -> float:
    r"""Power of a comparison of two models.

    For two accuracies with a discordance of :math:`\psi` the number of discordant rows
    is binomial, and so is, given it, the number that A wins:

    .. math:: \sum_{d=0}^{n} \binom{n}{d} \psi^d (1 - \psi)^{n - d}
       \Pr\left(b \text{ is rejected} \mid b \sim
       \mathrm{Bin}\left(d, \tfrac{\psi + \delta}{2 \psi}\right)\right)

    is the power of the exact McNemar test.

    Parameters
    ----------
    difference : float
        The size of the difference between the models, 0 or more; of accuracies at most
        ``discordance``. For a difference of 0 the power is the level of the test.
    n_samples : int
        How many rows both models are evaluated on, n: 1 or more.
    discordance : float in [0, 1], optional
        Proportion of rows on which exactly one of the two models is right; needed
        unless ``standard_deviation`` is given.
    standard_deviation : float, optional
        Standard deviation of the differences by row (loss of A minus loss of B); 0 or
        more, in the unit of the difference.
    alpha : float in (0, 1), default=0.05
        Level of the test, divided by ``n_comparisons`` (Bonferroni).
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the test has one side, and the difference lies on it; "less" gives
        the same, for the difference is a size.
    n_comparisons : int, default=1
        How many tests share ``alpha``.
    method : {"exact", "normal"}, default="exact"
        "exact": of the exact McNemar test. "normal": the approximation that
        `required_sample_size` inverts. With ``standard_deviation`` both are the z test.

    Returns
    -------
    float
        In [0, 1]. A two-sided test counts rejections on either side.

    Raises
    ------
    ValueError
        If not exactly one of ``discordance`` and ``standard_deviation`` is given, a
        number is outside its range, or ``method`` is neither.
    TypeError
        If a parameter is not a number.

    See Also
    --------
    required_sample_size : the rows that a difference takes.
    minimum_detectable_difference : the difference that so many rows show.

    Notes
    -----
    The power of the exact test is not a monotone function of n: its level jumps with
    the number of rejected tables.

    References
    ----------
    .. [1] S. W. Duffy, "Asymptotic and exact power for the McNemar test and its
       analogue with R controls per case", Biometrics 40(4), 1984, 1005-1015.

    Examples
    --------
    >>> from fastmetrics import comparison_power
    >>> round(comparison_power(0.02, 1_960, discordance=0.1), 4)
    0.783
    >>> round(comparison_power(0.02, 1_960, discordance=0.1, method="normal"), 4)
    0.8
    """
    delta = number(difference, "difference")
    if not 0 <= delta < math.inf:
        raise ValueError(
            f"difference must be a size, 0 or more and finite, got {shown(difference)}."
        )
    n = _whole(n_samples, "n_samples")
    noise = _noise_of(discordance, standard_deviation)
    _check_possible(delta, noise)
    tail = _tail(alpha, alternative, n_comparisons)
    check_choice(method, _POWER_METHODS, "method")
    two_sided = alternative == "two-sided"
    if method == "exact" and noise.is_discordance:
        return _exact_power(delta, n, noise.value, tail, two_sided)
    return _normal_power(delta, n, noise, tail, two_sided)


class Noise(NamedTuple):
    """Noise of a difference: proportion of discordant rows, or deviation by row."""

    value: float
    is_discordance: bool


def _noise_of(discordance: object, standard_deviation: object) -> Noise:
    """Return the given one of the two; raise unless it is exactly one, and valid."""
    if (discordance is None) == (standard_deviation is None):
        raise ValueError(
            "exactly one of discordance and standard_deviation must be given, got "
            f"{'neither' if discordance is None else 'both'}."
        )
    if discordance is not None:
        value = number(discordance, "discordance")
        if not 0 <= value <= 1:
            raise ValueError(
                f"discordance must lie in [0, 1], got {shown(discordance)}."
            )
        return Noise(value, True)
    return Noise(nonnegative(standard_deviation, "standard_deviation"), False)


def sized(
    difference: object, discordance: object, standard_deviation: object
) -> tuple[float, Noise]:
    """Return a difference that is to be found, and what blurs it."""
    delta = number(difference, "difference")
    if not 0 < delta < math.inf:
        raise ValueError(
            f"difference must be a size above 0 and finite, got {shown(difference)}."
        )
    noise = _noise_of(discordance, standard_deviation)
    _check_possible(delta, noise)
    return delta, noise


def _check_possible(difference: float, noise: Noise) -> None:
    """Raise ValueError if accuracies cannot differ by so much."""
    if noise.is_discordance and difference > noise.value:
        raise ValueError(
            f"difference must be at most discordance, got {shown(difference)} and "
            f"{noise.value!r}: accuracies differ by no more than the share of rows on "
            "which exactly one model is right."
        )


def _whole(value: object, name: str) -> int:
    try:
        number_of_rows = index(value)  # type: ignore[arg-type]  # caught below
    except TypeError:
        raise TypeError(f"{name} must be a whole number, got {shown(value)}.") from None
    if not 1 <= number_of_rows < 2**63:
        raise ValueError(f"{name} must be from 1 to 2**63 - 1, got {shown(value)}.")
    return number_of_rows


def _tail(alpha: float, alternative: Alternative, n_comparisons: int) -> float:
    """Return the chance of a false rejection on one side of one test."""
    check_alternative(alternative)
    level = check_level(alpha, "alpha") / _whole(n_comparisons, "n_comparisons")
    return level / 2 if alternative == "two-sided" else level


def quantiles(
    power: float, alpha: float, alternative: Alternative, n_comparisons: int = 1
) -> tuple[float, float]:
    """Return the normal quantiles of the level and of the power."""
    from scipy.special import ndtri

    tail = _tail(alpha, alternative, n_comparisons)
    return -float(ndtri(tail)), float(ndtri(check_power(power, alpha)))


def check_power(power: float, alpha: float) -> float:
    """Return the power; raise ValueError unless it lies above the level."""
    checked = check_level(power, "power")
    if not alpha < checked:
        raise ValueError(
            f"power must lie above alpha, got "
            f"{shown(power)} and {alpha!r}: a test that "
            "looks at no data has that much."
        )
    return checked


def least(
    suffices: Callable[[int], bool], first: float, most: int, refusal: str
) -> int:
    """Return the smallest whole number, ``first`` or more, that suffices.

    Raises
    ------
    ValueError
        With the refusal, if ``most`` does not suffice.
    """
    if first > most:
        raise ValueError(refusal)
    low = math.ceil(first) - 1
    high = low + 1
    while not suffices(high):
        low, high = high, 2 * high
        if high > most:
            raise ValueError(refusal)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if suffices(middle) else (middle, high)
    return high


def _errors(delta: float, noise: Noise) -> tuple[float, float]:
    """Return a row's standard deviation without a difference, and with this one."""
    if not noise.is_discordance:
        return noise.value, noise.value
    return math.sqrt(noise.value), math.sqrt(noise.value - delta * delta)


def _normal_power(
    delta: float, n: int, noise: Noise, tail: float, two_sided: bool
) -> float:
    from scipy.special import ndtr, ndtri

    alone, both = _errors(delta, noise)
    needed, shift = -float(ndtri(tail)) * alone, delta * math.sqrt(n)
    if both == 0:  # all rows say the same
        return float(shift > needed)
    power = ndtr((shift - needed) / both)
    return float(power + two_sided * ndtr((-shift - needed) / both))


def _exact_power(
    delta: float, n: int, discordance: float, tail: float, two_sided: bool
) -> float:
    """Return the power of the exact McNemar test, summed over discordant rows."""
    from scipy.stats import binom

    if discordance == 0:
        return 0.0  # no row is discordant, and nothing is rejected
    spread = math.sqrt(n * discordance * (1 - discordance))
    away = _SPREADS * spread + _MORE
    first = max(0, math.floor(n * discordance - away))
    last = min(n, math.ceil(n * discordance + away))
    discordant = np.arange(first, last + 1)
    most = _most_losses(discordant, tail)
    share = (discordance - delta) / (2 * discordance)  # of discordant rows that A loses
    rejected = binom.cdf(most, discordant, share)
    if two_sided:
        rejected = rejected + binom.sf(discordant - most - 1, discordant, share)
    power = np.sum(binom.pmf(discordant, n, discordance) * rejected)
    return min(1.0, float(power))


def _most_losses(discordant: NDArray[np.int64], tail: float) -> NDArray[np.int64]:
    """Return with how many losses A is still the better; -1: with none."""
    from scipy.stats import binom

    # The quantile is the smallest number with at least this probability below it.
    quantile = np.asarray(binom.ppf(tail, discordant, 0.5), np.int64)
    return quantile - (binom.cdf(quantile, discordant, 0.5) > tail)


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

    sides = 2 if alternative == "two-sided" else 1
    most = math.log(sides) - math.log(alpha)  # the quotient may have no float
    kappa = critical_z(most, n, Bets(SHARES * sigma, LN_WEIGHTS))
    z = delta * math.sqrt(n) / sigma
    again = kappa * (z - kappa / 2) + float(log_ndtr(-z))
    return float(ndtr(z - kappa)) + math.exp(min(again, 0.0))
