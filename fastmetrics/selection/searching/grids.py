"""Every combination of the values of parameters, reached by its number."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational
from operator import index
from typing import Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import number


class ParameterGrid:
    """Iterate over all combinations of parameter values, in a fixed order.

    Parameters are taken in the order of their names, and the values of the last one
    change fastest.

    Parameters
    ----------
    param_grid : dict of str to sequence, or sequence of such dicts
        The values of each parameter: a list, tuple, range or one-dimensional array. An
        empty dict is one combination: all defaults. The combinations of several dicts
        follow each other.

    Raises
    ------
    TypeError
        If ``param_grid`` is not made of dicts, or values are not a sequence.
    ValueError
        If a sequence of values is empty or an array of several dimensions.

    See Also
    --------
    ParameterSampler : some of the combinations, drawn at random.
    parameter_range : values at equal steps.
    search : the best of the combinations, by cross-validation.

    Notes
    -----
    The order and the errors are scikit-learn's. Combinations are made when
    they are asked for: a grid takes the memory of its values, however many combinations
    it has. Negative numbers count from the end of all dicts; scikit-learn counts from
    the end of the first one.

    Examples
    --------
    >>> from fastmetrics import ParameterGrid
    >>> grid = ParameterGrid({"depth": [2, 4], "criterion": ["gini", "entropy"]})
    >>> len(grid)
    4
    >>> list(grid)[:2]
    [{'criterion': 'gini', 'depth': 2}, {'criterion': 'gini', 'depth': 4}]
    >>> grid[3]
    {'criterion': 'entropy', 'depth': 4}
    """

    def __init__(
        self, param_grid: Mapping[str, Sequence[Any]] | Iterable[Mapping[str, Any]]
    ) -> None:
        self.param_grid = grids_of(param_grid, "grid")
        for grid in self.param_grid:
            for name, values in grid.items():
                _check_values(name, values)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Go over all combinations."""
        for grid in self.param_grid:
            names = sorted(grid)
            for values in itertools.product(*(grid[name] for name in names)):
                yield dict(zip(names, values, strict=True))

    def __len__(self) -> int:
        """Return how many combinations there are."""
        return size_of(self.param_grid)

    def __getitem__(self, ind: int) -> dict[str, Any]:
        """Return a combination by its number, without those before it."""
        place = index(ind)
        if place < 0:
            place += size_of(self.param_grid)
        if place >= 0:
            for grid in self.param_grid:
                size = _size(grid)
                if place < size:
                    return _combination(grid, place)
                place -= size
        raise IndexError(
            f"ParameterGrid index out of range: {ind} of "
            f"{size_of(self.param_grid):,} combinations."
        )

    def __repr__(self) -> str:
        """Show the values that it was made of."""
        grids = self.param_grid
        return f"ParameterGrid({grids[0] if len(grids) == 1 else grids!r})"


def grids_of(grids: Any, what: str) -> list[Mapping[str, Any]]:
    """Return the dicts that were given, one or several of them."""
    if not isinstance(grids, Iterable):
        raise TypeError(
            f"Parameter {what} should be a dict or a list, got: {grids!r} of type "
            f"{type(grids).__name__}."
        )
    dicts = [grids] if isinstance(grids, Mapping) else list(grids)
    for grid in dicts:
        if not isinstance(grid, Mapping):
            raise TypeError(f"Parameter {what} is not a dict ({shown(grid)}).")
    return dicts


def _check_values(name: str, values: Any) -> None:
    """Raise unless the values of a parameter can be gone through and counted."""
    if isinstance(values, np.ndarray) and values.ndim > 1:
        raise ValueError(
            f"Parameter array for {name!r} should be one-dimensional, got: {values!r} "
            f"with shape {values.shape}."
        )
    if isinstance(values, str) or not isinstance(values, (np.ndarray, Sequence)):
        raise TypeError(
            f"Parameter grid for parameter {name!r} needs to be a list or a numpy "
            f"array, but got "
            f"{shown(values)} (of type {type(values).__name__}) instead. "
            "Single values need to be wrapped in a list with one element."
        )
    if not len(values):
        raise ValueError(
            f"Parameter grid for parameter {name!r} need to be a non-empty sequence, "
            f"got: {values!r}."
        )


def size_of(grids: Iterable[Mapping[str, Sequence[Any]]]) -> int:
    """Return the number of combinations of some dicts, as an int of any size."""
    return sum(map(_size, grids))


def _size(grid: Mapping[str, Sequence[Any]]) -> int:
    return math.prod(len(values) for values in grid.values())


def _combination(grid: Mapping[str, Sequence[Any]], place: int) -> dict[str, Any]:
    """Return the combination of that number: its digits are places of values."""
    pairs = []
    for name in sorted(grid, reverse=True):
        values = grid[name]
        place, digit = divmod(place, len(values))
        pairs.append((name, values[digit]))
    return dict(reversed(pairs))


# --- values of a parameter at equal steps, in exact decimals

# A step that misses the end by less than this share of itself ends there.
_TOLERANCE = Fraction(1, 10**9)
_MOST = 10**6


def parameter_range(start: float, stop: float, step: float) -> list[float]:
    """List the values from one end to the other at equal steps, both ends included.

    Value k is ``start + k * step`` in exact decimals, rounded once: numbers are taken
    as written, 0.1 as one tenth.

    Parameters
    ----------
    start : float
        The first value.
    stop : float
        End of the values: the last value, if a whole number of steps leads there.
    step : float
        How far one value is from the next; below 0 where ``stop`` is below ``start``.

    Returns
    -------
    list of float
        The values in that order; ints where all three are ints, which some parameters
        must be. The last value is ``stop`` itself if the steps miss it by less than
        10⁻⁹ of a step, such as steps of 1/3, and otherwise the last one before it.

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
    numbers = {"start": start, "stop": stop, "step": step}
    first, last, each = (_exact(value, name) for name, value in numbers.items())
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
    if all(isinstance(value, Integral) for value in numbers.values()):
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
