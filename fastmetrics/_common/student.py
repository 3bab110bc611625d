"""Student's t law, with degrees of freedom that need not be whole.

SciPy's functions are loaded when first used.
"""

from __future__ import annotations

import math


def quantile(degrees_of_freedom: float, confidence_level: float) -> float:
    """Return what the size of a t variable stays below with that probability."""
    from scipy.special import betaincinv

    # t² / (ν + t²) is a beta variable. Of it and its complement the smaller one is
    # asked for, which keeps the digits that subtraction from 1 would lose.
    share = float(betaincinv(0.5, degrees_of_freedom / 2, confidence_level))
    if share < 0.5:
        return math.sqrt(degrees_of_freedom * share / (1 - share))
    rest = float(betaincinv(degrees_of_freedom / 2, 0.5, 1 - confidence_level))
    return math.sqrt(degrees_of_freedom * (1 - rest) / rest)


def p_value(statistic: float, degrees_of_freedom: float) -> float:
    """Return the chance that a t variable is at least as large, of either sign."""
    from scipy.special import stdtr

    return 2 * float(stdtr(degrees_of_freedom, -abs(statistic)))


def resampling_factor(n: int, n_train: float, n_test: float) -> float:
    """Return the variance of a mean of n resampled scores, over that of one of them.

    1/n would be right of independent ones; ``n_test`` / ``n_train`` stands for what
    training sets that overlap have in common.
    """
    return 1 / n + n_test / n_train
