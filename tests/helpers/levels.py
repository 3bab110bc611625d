"""How often tests reject where there is nothing to find."""

import math

import numpy as np


def within_three_errors(pvalues, level, *, quoted=0.01, alpha=0.05):
    """Check the share of p-values up to alpha against the level that is quoted.

    Three Monte Carlo errors, and half a unit of the last digit quoted.
    """
    share = np.mean(np.asarray(pvalues) <= alpha)
    error = math.sqrt(level * (1 - level) / len(pvalues))
    assert abs(share - level) <= 3 * error + quoted / 2, f"{share} instead of {level}"
