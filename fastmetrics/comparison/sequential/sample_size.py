"""How many rows a sequential comparison takes until it has found a difference."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fastmetrics._common.names import shown
from fastmetrics._common.options import LARGEST_COUNT, check_level
from fastmetrics._common.test_result import check_alternative
from fastmetrics.comparison.planning import check_power, least, sized
from fastmetrics.comparison.sequential.bets import LN_WEIGHTS, SHARES
from fastmetrics.comparison.sequential.normal_law import Bets, critical_z

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Alternative

__all__ = ["sequential_power", "sequential_sample_size"]


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
    wanted = check_power(power, level)
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
        lambda n: sequential_power(delta, n, sigma, level, alternative) >= wanted,
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
