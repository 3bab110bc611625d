"""The confidence sequence of a recorded stream: each look from all rows anew."""

from collections.abc import Sequence
from fractions import Fraction
from math import nan
from statistics import mean, stdev

from fastmetrics.reference.comparison.sequential.betting import (
    betting_interval,
    cells_of,
    places,
)
from fastmetrics.reference.comparison.sequential.normal_law import line_of

__all__ = ["confidence_sequence"]

_STEPS = 256


def confidence_sequence(
    values: Sequence[float],
    *,
    bounds: tuple[float, float] | None,
    looks: int | Sequence[int] = 200,
    confidence_level: float = 0.95,
    running: bool = False,
) -> tuple[list[int], list[float], list[float], list[float]]:
    """Return rows, means and bounds at looks: so many, or those after these rows.

    Without bounds of the values, and of values that are all equal, they are NaN.
    """
    if not values or (bounds is None and len(values) < 100):
        raise ValueError(f"{len(values)} values")
    if isinstance(looks, int):
        at = _grown(1 if bounds is not None else 100, len(values), looks)
    else:
        at = list(looks)
    estimates: list[float] = []
    lows: list[float] = []
    highs: list[float] = []
    for n in at:
        seen = list(values[:n])
        estimates.append(float(mean(seen)))
        if bounds is None:
            most = 2 / (1 - confidence_level)
            half = line_of(most, n) * stdev(seen) / n**0.5
            low, high = estimates[-1] - half, estimates[-1] + half
            if len({*seen}) == 1:
                low = high = nan
        else:
            start, width = (
                Fraction(bounds[0]),
                Fraction(bounds[1]) - Fraction(bounds[0]),
            )
            ys = [(Fraction(value) - start) / width for value in seen]
            low, high = betting_interval(places(cells_of(ys, _STEPS)), confidence_level)
            low, high = float(start + width * low), float(start + width * high)
        if running and lows and lows[-1] == lows[-1]:
            low, high = max(low, lows[-1]), min(high, highs[-1])
        lows.append(low)
        highs.append(high)
    return at, estimates, lows, highs


def _grown(first: int, last: int, looks: int) -> list[int]:
    """Return numbers of rows that grow by a factor, each once."""
    if looks == 1:
        return [last]
    factor = (last / first) ** (1 / (looks - 1))
    return sorted({round(first * factor**i) for i in range(looks)})
