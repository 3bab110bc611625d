"""Values of a parameter at equal steps, in exact decimals."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational
from typing import Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import number

__all__ = ["parameter_range"]

# A step that misses the end by less than this share of itself ends there.
_TOLERANCE = Fraction(1, 10**9)
_MOST = 10**6


def parameter_range(start: float, stop: float, step: float) -> list[float]:
    """List the values from one end to the other at equal steps, both ends included.

    Value k is ``start + k * step`` in exact decimals, rounded once: numbers mean what
    is written of them, 0.1 one tenth.

    Parameters
    ----------
    start : float
        The first value.
    stop : float
        Where the values end: the last value, if a whole number of steps leads there.
    step : float
        How far one value is from the next; below 0 where ``stop`` is below ``start``.

    Returns
    -------
    list of float
        The values in that order; ints where all three are ints, which some parameters
        must be. The last value is ``stop`` itself if the steps miss it by less than
        10⁻⁹ of a step, as those of 1/3 do, and the last one before it if not.

    Raises
    ------
    ValueError
        If ``step`` is 0 or leads away from ``stop``, a number is not a finite float, or
        there would be more than 10⁶ values.
    TypeError
        If one of the three is not a number.

    See Also
    --------
    ParameterGrid : combinations of the values of several parameters.
    numpy.arange : without ``stop``, and with the rounding of each step.

    References
    ----------
    .. [1] G. L. Steele and J. L. White, "How to print floating-point numbers
       accurately", PLDI 1990, 112-126: the shortest decimal that is a float.

    Examples
    --------
    >>> from fastmetrics import parameter_range
    >>> parameter_range(0, 0.2, 0.05)
    [0.0, 0.05, 0.1, 0.15, 0.2]
    >>> parameter_range(0.7, 0, -0.3)
    [0.7, 0.4, 0.1]
    >>> parameter_range(1, 7, 2)
    [1, 3, 5, 7]
    """
    given = {"start": start, "stop": stop, "step": step}
    first, last, each = (_exact(value, name) for name, value in given.items())
    if not each:
        raise ValueError("step must not be 0.")
    steps = (last - first) / each
    if steps < 0:
        raise ValueError(
            f"step must lead from start to stop, got {step!r} from {start!r} to "
            f"{stop!r}."
        )
    whole = math.floor(steps + _TOLERANCE)
    if whole >= _MOST:
        raise ValueError(
            f"step must give at most {_MOST:,} values, got {step!r} from {start!r} to "
            f"{stop!r}: {whole + 1:,} values."
        )
    values = [first + k * each for k in range(whole + 1)]
    if abs(steps - whole) < _TOLERANCE:
        values[-1] = last
    if all(isinstance(value, Integral) for value in given.values()):
        return [int(value) for value in values]
    return [float(value) for value in values]


def _exact(value: Any, name: str) -> Fraction:
    """Return a number as it is written: the shortest decimal of a float."""
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be a number, got a bool.")
    # Beyond the floats a decimal may have more digits than memory has room for.
    size = float(value) if isinstance(value, Decimal) else number(value, name)
    if not math.isfinite(size) or (size == 0) != (value == 0):
        raise ValueError(f"{name} must be finite and a float, got {shown(value)}.")
    if isinstance(value, Integral):
        return Fraction(int(value))
    if isinstance(value, Rational | Decimal):
        return Fraction(value)
    # str writes as many digits as tell a number from others of its type.
    return Fraction(str(value))
