"""How much means of errors vary, from sums of the powers of the errors.

The mean squared and the mean absolute error and the bias are means over rows, and
their roots and sums are made of these: sums of the first three powers of what a row
loses tell its skewness, too.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common.means import ROUNDING, Mean, mean_of_sums

if TYPE_CHECKING:
    from fastmetrics.metrics.regression.formulas.error_totals import ErrorTotals

__all__ = ["POWERS", "keep_digits", "mean_of_errors"]

# By the function that gives row values: the sums of their first three powers, and
# which power of the unit of the errors they have.
POWERS = {
    "squared_errors": ("e2", "e4", "e6", 2),
    "root_squared_errors": ("e2", "e4", "e6", 2),
    "absolute_errors": ("abs_e", "e2", "abs_e3", 1),
    "errors": ("e", "e2", "e3", 1),
}

# Where no more than this share of the squares is left of them around the mean, sums of
# powers have lost too many digits of it.
_LEFT = 1e-9


def keep_digits(totals: ErrorTotals, values: str) -> bool:
    """Whether sums of powers tell how these row values of one output vary."""
    first, second, *_ = POWERS[values]
    total = totals.sums["w"].item()
    one, two = (totals.sums[name].item() / total for name in (first, second))
    return two - one * one > _LEFT * two


def mean_of_errors(totals: ErrorTotals, values: str, weighted: bool) -> Mean:
    """Return the mean of these row values of one output, and how much it varies.

    Of rows with weights the sums do not tell how weights go with what rows lose. They
    count for (Σw)² / Σw² rows that are alike then.
    """
    first, second, third, power = POWERS[values]
    total, of_squares, away, near = (
        totals.sums[name].item() for name in ("w", "w2", "d", "d2")
    )
    one, two, three = (
        totals.sums[name].item() / total for name in (first, second, third)
    )
    squares, cubes = two - one * one, three - one * (3 * two - 2 * one * one)
    noise = math.sqrt(ROUNDING * two)
    if values == "errors":  # whose squares have been summed near their mean
        squares = near / total - (away / total) ** 2
        noise = ROUNDING * abs(one)
    if not keep_digits(totals, values):
        cubes = 0.0
    n = total / of_squares * total if weighted else float(totals.n)
    powers = n * max(squares, 0.0), n * cubes
    found = mean_of_sums(one, totals.n, (n, n), powers, noise * math.sqrt(n))
    both = np.array([[one], [found.standard_error]])
    value, error = totals.unscaled(both, 2, power)[:, 0].tolist()
    return found._replace(value=value, standard_error=error)
