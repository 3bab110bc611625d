"""How far apart slices of the rows are: MOVER's bounds of a difference and a ratio.

Zou, G. Y., Donner, A. (2008). Construction of confidence limits about effect measures:
a general approach. Statistics in Medicine 27, 1693-1702. Donner, A., Zou, G. Y. (2012).
Closed-form confidence intervals for functions of the normal mean and standard
deviation. Statistical Methods in Medical Research 21, 347-359.
"""

import math
from collections.abc import Sequence
from itertools import permutations


def difference_bounds(
    values: Sequence[float], lows: Sequence[float], highs: Sequence[float]
) -> tuple[float, float]:
    """Return bounds of the largest less the smallest value.

    The lower one is the largest lower bound of any pair's difference, at least 0, the
    upper one the largest upper bound.
    """
    low, high = 0.0, 0.0
    for i, j in permutations(range(len(values)), 2):
        difference = values[i] - values[j]
        below = math.hypot(values[i] - lows[i], highs[j] - values[j])
        above = math.hypot(highs[i] - values[i], values[j] - lows[j])
        low, high = max(low, difference - below), max(high, difference + above)
    return low, high


def ratio_bounds(
    values: Sequence[float], lows: Sequence[float], highs: Sequence[float]
) -> tuple[float, float]:
    """Return bounds of the smallest by the largest value, none of them negative.

    They are the least lower and the least upper bound of any pair's ratio.
    """
    low, high = math.inf, 1.0
    for i, j in permutations(range(len(values)), 2):
        low = min(low, _one_end(values[i], values[j], lows[i], highs[j], -1))
        if lows[j] > 0:
            high = min(high, _one_end(values[i], values[j], highs[i], lows[j], 1))
    return max(low, 0.0), high


def _one_end(a: float, b: float, of_a: float, of_b: float, sign: int) -> float:
    """Return [ab ± √((ab)² − xy)] / y, where x = m(2a − m) and y = m(2b − m)."""
    x, y = of_a * (2 * a - of_a), of_b * (2 * b - of_b)
    root = math.sqrt(max((a * b) ** 2 - x * y, 0.0))
    if y == 0:
        return math.inf if sign > 0 else x / (2 * a * b) if a * b else 0.0
    return (a * b + sign * root) / y
