"""How numbers are written: as many digits as their intervals say are known."""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, NamedTuple, Protocol

from fastmetrics._common.names import cut
from fastmetrics._common.options import is_integral
from fastmetrics.show.words import Message, in_language, say

MINUS = "−"
NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
APPROXIMATE = " ≈"
NONE = "—"

# More decimals than this no float has.
MOST_DIGITS = 15
# Without an interval nobody knows how many digits mean something.
USUAL, MOST = 4, 8
# From here on a number is told by its first digits and a power of ten.
TOO_LONG = 1e15
# Bounds this close, as a part of either, are one number but for rounding.
ROUNDING = 1e-12


class Bounded(Protocol):
    """What is written of an interval: the value, its bounds, and how sure these are."""

    @property
    def estimate(self) -> float:
        """The value."""

    @property
    def low(self) -> float:
        """Its lower bound."""

    @property
    def high(self) -> float:
        """Its upper bound."""

    @property
    def approximate(self) -> bool:
        """Whether the bounds are."""

    @property
    def confidence_level(self) -> float:
        """Nominal coverage of the bounds."""


class Estimate(NamedTuple):
    """A value with its interval, as a table shows it: with so many decimals.

    ``percent``: a share that is written in percent, or where ``points``, as one less
    another, in points of percent, a word of the ``language``.
    """

    interval: Bounded
    decimals: int = USUAL
    percent: bool = False
    points: bool = False
    language: str = "en"

    @property
    def value(self) -> str:
        """The value alone."""
        return self.written(self.interval.estimate)

    def written(self, value: float) -> str:
        """Write another value as this one is written."""
        text = self.bare(value)
        if not (self.percent and math.isfinite(value)):
            return text
        if not self.points:
            return f"{text} %"
        said = say("{n} points", n=text)
        return said if self.language == "en" else in_language(said, self.language)

    def bare(self, value: float) -> str:
        """Write another value so, without its unit.

        One that is nothing beside the width of the interval is 0 but for rounding.
        """
        interval = self.interval
        if (
            has_bounds(interval)
            and abs(value) < ROUNDING * (interval.high - interval.low) < math.inf
        ):
            value = 0.0
        return number(100 * value if self.percent else value, self.decimals)

    def said(self, language: str) -> Estimate:
        """Return it with its unit in a language."""
        return self._replace(language=language)

    @property
    def bounds(self) -> str:
        """The bounds in brackets, a dash if there are none."""
        interval = self.interval
        if not has_bounds(interval):
            return NONE
        ends = self.bare(interval.low), self.bare(interval.high)
        mark = APPROXIMATE if interval.approximate else ""
        before = "(" if math.isinf(interval.low) else "["
        after = ")" if math.isinf(interval.high) else "]"
        return f"{before}{', '.join(ends)}{after}{mark}"

    def __str__(self) -> str:
        return f"{self.value} {self.bounds}"


def check_digits(digits: Any) -> None:
    """Raise unless it is how many decimals numbers can be shown with."""
    if not is_integral(digits):
        raise TypeError(f"digits must be a whole number, got {cut(repr(digits))}")
    if not 0 <= digits <= MOST_DIGITS:
        raise ValueError(
            f"digits must lie between 0 and {MOST_DIGITS}, got {cut(repr(digits))}"
        )


def has_bounds(interval: Bounded) -> bool:
    """Whether there is an interval around the value."""
    return not (math.isnan(interval.low) or math.isnan(interval.high))


def estimates(
    row: Iterable[Bounded], digits: int | None = None, *, percent: bool = False
) -> list[Estimate]:
    """Return values that are compared with each other, with the same decimals.

    These are ``digits``, or else as many as their intervals say are known, and at least
    two digits of the largest value.
    """
    row = list(row)
    decimals = decimals_for(row)
    largest = max((abs(interval.estimate) for interval in row), default=math.nan)
    if 0 < largest < math.inf:
        decimals = max(decimals, min(1 - _exponent(largest), USUAL))
    return [
        Estimate(interval, _shown(decimals, digits, percent), percent)
        for interval in row
    ]


def difference(
    interval: Bounded, digits: int | None = None, *, percent: bool = False
) -> Estimate:
    """Return a difference with as many decimals as show on which side of 0 it is."""
    decimals = decimals_for([interval])
    if has_bounds(interval) and interval.low * interval.high > 0:
        nearest = min(abs(interval.low), abs(interval.high))
        decimals = min(max(decimals, -_exponent(nearest)), MOST)
    return Estimate(
        interval, _shown(decimals, digits, percent), percent, points=percent
    )


def _shown(decimals: int, digits: int | None, percent: bool) -> int:
    """Return how many decimals are written: those asked for, of percent two fewer."""
    if digits is not None:
        return digits
    return max(decimals - 2, 0) if percent else decimals


def decimals_for(row: Iterable[Bounded]) -> int:
    """Return how many decimals show two digits of half the narrowest interval.

    Four where there is no interval, or none that is wider than rounding.
    """
    halves = [
        (interval.high - interval.low) / 2
        for interval in row
        if has_bounds(interval)
        and ROUNDING * max(abs(interval.low), abs(interval.high))
        < interval.high - interval.low
        < math.inf
    ]
    if not halves:
        return USUAL
    return min(max(1 - _exponent(min(halves)), 0), MOST)


def _exponent(value: float) -> int:
    """Return the power of ten of a number's first digit, of two digits.

    Written out and read again, because 0.0996 has two digits as 0.10.
    """
    return int(f"{value:.1e}".partition("e")[2])


def number(value: float | None, decimals: int = USUAL) -> str:
    r"""Write a value with so many decimals; "undefined" for NaN.

    >>> number(0.65625), number(-0.00001), number(-1234.5, 1), number(float("inf"))
    ('0.6562', '0.0000', '−1,234.5', '∞')
    >>> number(6.02214e23)
    '6.0221e23'
    """
    if value is None or math.isnan(value):
        return say("undefined")
    if math.isinf(value):
        return "∞" if value > 0 else f"{MINUS}∞"
    if 0 < abs(value) < 0.5 * 10.0**-MOST:  # nothing but zeros would be left
        return f"{value:.1e}".replace("-", MINUS)
    if abs(value) >= TOO_LONG:
        return f"{value:.4e}".replace("-", MINUS).replace("e+", "e")
    text = f"{abs(value):,.{decimals}f}"
    return f"{MINUS}{text}" if value < 0 and float(f"{value:.{decimals}f}") else text


def by_hand(value: float, decimals: int) -> str:
    """Write a mean of few numbers, halves rounded up as by hand.

    >>> by_hand(2.125, 2), f"{2.125:.2f}"
    ('2.13', '2.12')
    """
    unit = Decimal(1).scaleb(-decimals)
    return str(Decimal(repr(float(value))).quantize(unit, ROUND_HALF_UP))


def count(value: float) -> str:
    """Write a count with commas; a sum of weights keeps its fraction.

    >>> count(1234567), count(12.5)
    ('1,234,567', '12.5')
    """
    if TOO_LONG <= abs(value) < math.inf:  # a sum of huge weights
        return number(value)
    whole = float(value).is_integer()
    text = f"{value:,.0f}" if whole else f"{value:,.6g}"
    return text.replace("-", MINUS)


def rows_of(n: int, written: str = "") -> Message:
    """Return how many rows there are, in words; ``written``: their number."""
    return say("1 row") if n == 1 else say("{n} rows", n=written or count(n))


def percent(share: float, decimals: int = 1) -> str:
    """Write a share in percent; a dash where it is undefined.

    >>> percent(0.0725), percent(float("nan"))
    ('7.2 %', '—')
    """
    if not math.isfinite(share):
        return NONE
    return f"{number(100 * share, decimals)} %"


def p_value(value: float | None) -> str:
    """Write a p-value; a dash where there is none.

    >>> p_value(0.5), p_value(1.9e-37), p_value(None)
    ('0.5000', '1.9e-37', '—')
    """
    return NONE if value is None or math.isnan(value) else pvalue_numeral(value)


def span(lower: float | None, upper: float | None) -> str:
    """Write the range of a metric.

    >>> span(0, 1), span(-1, float("inf")), span(None, None)
    ('[0, 1]', '[−1, ∞)', '—')
    """
    if lower is None or upper is None:
        return NONE
    left = f"[{lower:g}" if math.isfinite(lower) else "(-∞"
    right = f"{upper:g}]" if math.isfinite(upper) else "∞)"
    return f"{left}, {right}".replace("-", MINUS)


def numerals(*values: float) -> list[str]:
    r"""Write numbers that are compared with each other alike: with four decimals.

    Where these would show nothing, or too much, with four digits.

    >>> numerals(-0.148936, -0.3126, 0.0268), numerals(0.0038, -0.00109, 0.0087)
    (['−0.1489', '−0.3126', '0.0268'], ['0.0038', '−0.0011', '0.0087'])
    >>> numerals(0.000123456), numerals(-1e-9, 1)
    (['0.0001235'], ['0.0000', '1.0000'])
    >>> numerals(1234567.8, 12.5), numerals(6.02214e23)
    (['1,234,568', '12'], ['6.022e23'])
    """
    largest = max((abs(value) for value in values if math.isfinite(value)), default=0.0)
    form = ",.4f" if largest == 0 or 0.001 <= largest < 1e6 else ".4g"
    if 1e6 <= largest < TOO_LONG:
        form = ",.0f"
    return [_written(value, form) for value in values]


def _written(value: float, form: str) -> str:
    if math.isnan(value):
        return say("undefined")
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    text = format(value, form).replace("e+", "e")
    sign, digits = ("−", text[1:]) if text.startswith("-") else ("", text)
    return f"{sign}{digits}" if digits.strip("0.") else digits


def pvalue_short(value: float) -> str:
    """Write a p-value where there is little room.

    >>> pvalue_short(0.14346), pvalue_short(0.00432), pvalue_short(1.2e-5)
    ('0.14', '0.004', '<0.001')
    """
    if value < 0.001:
        return "<0.001"
    return f"{value:.2f}" if value >= 0.095 else f"{value:.3f}"


def pvalue_numeral(value: float) -> str:
    """Write a p-value, a small one with two digits.

    >>> pvalue_numeral(0.14346), pvalue_numeral(1.234e-12), pvalue_numeral(1.0)
    ('0.1435', '1.2e-12', '1.0000')
    """
    if math.isnan(value):
        return say("undefined")
    return f"{value:.4f}" if value >= 1e-4 or value == 0 else f"{value:.2g}"
