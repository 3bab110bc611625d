"""Axes as they are drawn: their ends, their ticks, and what stands beside these."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import count as counting
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.show.pictures import Scale

# So many names stand beside an axis; of more, every k-th.
MOST_NAMES = 30
# Of the length between the ends, which is added at each: so that a line along an end
# is seen in its whole width; and more where the ends are those of the marks.
MARGIN, WIDE_MARGIN = 0.012, 0.05
# Shares of 0 and 1 lie at infinity on a probit scale, and 0 does on a logarithmic one.
LEAST_SHARE = 1e-4
# Shares that have ticks, as have those as far above one half; from most to fewest.
HALVES = (
    (0.4, 0.3, 0.2, 0.1, 0.05, 0.02, 0.01, 0.001, 0.0001),
    (0.3, 0.2, 0.1, 0.05, 0.02, 0.01, 0.001, 0.0001),
    (0.2, 0.05, 0.01, 0.001, 0.0001),
    (0.1, 0.01, 0.001, 0.0001),
    (0.1, 0.01, 0.0001),
    (0.05, 0.001),
    (0.01, 0.0001),
    (0.01,),
    (0.1,),
    (0.2,),
    (0.4,),
)
# Units of what is written as a hundred times as much.
PERCENT = ("share", "points")
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

# How wide, or how high, a text of a tick is, in inches.
Extent = Callable[[str], float]


class Axis(NamedTuple):
    """The ends of an axis with their margins, and its ticks with their texts."""

    low: float
    high: float
    ticks: tuple[float, ...]
    texts: tuple[str, ...]


def axis(
    scale: Scale,
    values: NDArray[Any],
    inches: float,
    extent: Extent,
    names: Sequence[str] = (),
) -> Axis:
    """Return the axis for values, on that length; ``names`` are those to be drawn."""
    if scale.kind == "names":
        every = _every(names, inches, extent)
        ticks = tuple(float(k) for k in range(0, len(names), every))
        return Axis(-0.5, len(names) - 0.5, ticks, tuple(names[::every]))
    low, high = ends(scale, values)
    a, b = (placed(scale.kind, np.array(one)).item() for one in (low, high))
    length = (b - a) or 1.0
    free = [WIDE_MARGIN if one is None else MARGIN for one in (scale.low, scale.high)]
    drawn = [a - free[0] * length, b + free[1] * length]
    whole = drawn[1] - drawn[0]

    def position(value: float) -> float:
        return (placed(scale.kind, np.array(value)).item() - drawn[0]) / whole * inches

    if scale.ticks is not None:
        at = [one for one, _ in scale.ticks]
        ticks, texts = _apart(at, names, [position(one) for one in at], extent)
    else:
        ticks, texts = _ticks(scale, low, high, position, extent)
    if scale.mirrored:
        texts = tuple(one.removeprefix("−") for one in texts)
    outer = _unplaced(scale.kind, np.array(drawn))
    return Axis(float(outer[0]), float(outer[1]), ticks, texts)


def _apart(
    at: Sequence[float],
    names: Sequence[str],
    places: Sequence[float],
    extent: Extent,
) -> tuple[tuple[float, ...], tuple[str, ...]]:
    """Return named places, those left out that have no room beside the one before."""
    kept: list[int] = []
    for k, place in enumerate(places):
        room = abs(place - places[kept[-1]]) if kept else math.inf
        if room >= extent(names[k]):
            kept.append(k)
    return tuple(at[k] for k in kept), tuple(names[k] for k in kept)


def ends(scale: Scale, values: NDArray[Any]) -> tuple[float, float]:
    """Return the ends of a scale: those it names, else those of the values."""
    values = values[np.isfinite(values)]
    if scale.kind == "log":
        values = values[values > 0]
    elif scale.kind == "probit":
        values = values[(values > 0) & (values < 1)]
    low = values.min().item() if scale.low is None and len(values) else scale.low
    high = values.max().item() if scale.high is None and len(values) else scale.high
    if scale.kind == "probit":
        low = LEAST_SHARE if low is None else max(low, LEAST_SHARE)
        high = 1 - LEAST_SHARE if high is None else min(high, 1 - LEAST_SHARE)
        return (low, high) if low < high else (low / 2, (1 + high) / 2)
    if scale.kind == "log":
        high = 1.0 if high is None or high <= 0 else high
        low = high / 10 if low is None or low <= 0 else low
        return (low, high) if low < high else (low / 2, 2 * high)
    low = min(0.0, high or 0.0) if low is None else low
    high = max(low, 1.0) if high is None else high
    if low < high:
        return float(low), float(high)
    around = 0.05 * abs(low) or 0.5
    return low - around, high + around


def placed(kind: str, values: NDArray[Any]) -> NDArray[Any]:
    """Return where values stand on a scale: their logarithm or normal quantile."""
    if kind == "log":
        return np.log10(values)
    if kind == "probit":
        from scipy.special import ndtri

        return np.asarray(ndtri(values))
    return np.asarray(values, dtype=float)


def _unplaced(kind: str, values: NDArray[Any]) -> NDArray[Any]:
    if kind == "log":
        return np.asarray(10.0**values)
    if kind == "probit":
        from scipy.special import ndtr

        return np.asarray(ndtr(values))
    return values


def number(value: float, decimals: int, unit: str) -> str:
    """Write a number of an axis.

    >>> number(-1234.5, 1, ""), number(0.25, 0, "share")
    ('−1,234.5', '25 %')
    """
    if unit in PERCENT:
        return number(100 * value, decimals, "") + " %" * (unit == "share")
    text = f"{abs(value):,.{decimals}f}"
    return f"−{text}" if round(value, decimals) < 0 else text


def _power(value: float, decimals: int) -> str:
    """Write a number that is very large or very small."""
    if not value:
        return "0"
    exponent = math.floor(math.log10(abs(value)) + 1e-9)
    first = number(value / 10.0**exponent, decimals, "")
    power = "10" + str(exponent).translate(SUPERSCRIPTS)
    return power if first == "1" else f"{first}·{power}"


# -- which ticks

Position = Callable[[float], float]
Ticks = tuple[tuple[float, ...], tuple[str, ...]]


def _ticks(
    scale: Scale, low: float, high: float, position: Position, extent: Extent
) -> Ticks:
    """Return the finest ticks whose texts have room beside each other."""
    ladders = {"linear": _even, "log": _decades, "probit": _shares}
    found: Ticks = ((low, high), (f"{low:g}", f"{high:g}"))
    for ticks, texts in ladders[scale.kind](scale, low, high):
        found = ticks, texts
        places = [position(one) for one in ticks]
        rooms = [extent(text) for text in texts]
        if all(
            places[k + 1] - places[k] >= (rooms[k] + rooms[k + 1]) / 2
            for k in range(len(ticks) - 1)
        ):
            break
    return found


def _even(scale: Scale, low: float, high: float) -> Iterator[Ticks]:
    """Yield ticks at equal steps, the finest first."""
    power = math.floor(math.log10((high - low) / 20))
    scaled = 2 if scale.unit in PERCENT else 0
    largest = max(abs(low), abs(high))
    is_extreme = scale.unit not in PERCENT and not 1e-4 <= largest < 1e7
    for k in counting(power):
        for factor in (1.0, 2.0, 2.5, 5.0):
            step = factor * 10.0**k
            if scale.unit == "count" and not step.is_integer():
                continue
            first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
            if last - first > 50:
                continue
            if last - first < 1 and k > power + 1:
                return
            ticks = tuple(round(n * step, 12 - k) for n in range(first, last + 1))
            decimals = max(0, (factor == 2.5) - k - scaled)
            if is_extreme:
                exponent = math.floor(math.log10(largest))
                decimals = max(0, exponent - k + (factor == 2.5))
                yield ticks, tuple(_power(one, decimals) for one in ticks)
            else:
                yield ticks, tuple(number(one, decimals, scale.unit) for one in ticks)


def _decades(scale: Scale, low: float, high: float) -> Iterator[Ticks]:
    """Yield ticks at 1, 2 and 5 times powers of ten, then at fewer and fewer powers.

    A stretch so short that it has no two of these has ticks at equal steps.
    """
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    powers = range(first, last + 1)
    ladders = [[m * 10.0**k for k in powers for m in (1, 2, 5)]]
    ladders += [[10.0**k for k in powers if k % d == 0] for d in (1, 2, 3, 5, 10, 50)]
    for ladder in ladders:
        ticks = tuple(one for one in ladder if low * 0.999 <= one <= high * 1.001)
        if len(ticks) > 1:
            yield ticks, tuple(_digits(one, scale.unit) for one in ticks)
        elif ladder is ladders[0]:
            yield from _even(scale, low, high)
            whole = range(math.ceil(low), math.floor(high) + 1)
            if scale.unit == "count" and len(whole) == 1:
                yield (float(whole[0]),), (number(whole[0], 0, ""),)


def _shares(scale: Scale, low: float, high: float) -> Iterator[Ticks]:
    """Yield shares that are as far below one half as above, then fewer and fewer."""
    for halves in HALVES:
        ladder = sorted({0.5, *halves, *(1 - one for one in halves)})
        ticks = tuple(one for one in ladder if low <= one <= high)
        if len(ticks) > 1:
            yield ticks, tuple(_digits(one, scale.unit) for one in ticks)


def _digits(value: float, unit: str) -> str:
    """Write a number with as many decimals as it has."""
    shown = 100 * value if unit in PERCENT else value
    if not 1e-5 <= shown < 1e7:
        return _power(value, 0)
    decimals = len(f"{shown:.6f}".rstrip("0").partition(".")[2])
    return number(value, decimals, unit)


def _every(names: Sequence[str], inches: float, extent: Extent) -> int:
    """Return k, so that every k-th of the names has room."""
    n, largest = len(names), max(map(extent, names), default=inches)
    most = min(MOST_NAMES, max(int(inches / largest + 1e-9), 1))
    if n <= most:
        return 1
    steps = (m * 10**k for k in counting() for m in (2, 5, 10))
    return next(step for step in steps if n / step <= most)
