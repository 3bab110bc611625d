"""Numbers as sentences on tests write them."""

from __future__ import annotations

import math

__all__ = ["numerals", "pvalue_numeral"]


def numerals(*values: float) -> list[str]:
    """Write numbers that are compared with each other alike: with four decimals.

    Where these would show nothing, or too much, with four digits.

    >>> numerals(-0.148936, -0.3126, 0.0268), numerals(0.0038, -0.00109, 0.0087)
    (['−0.1489', '−0.3126', '0.0268'], ['0.0038', '−0.0011', '0.0087'])
    >>> numerals(0.000123456), numerals(-1e-9, 1)
    (['0.0001235'], ['0.0000', '1.0000'])
    """
    largest = max((abs(one) for one in values if math.isfinite(one)), default=0.0)
    fixed = largest == 0 or 0.001 <= largest < 1e6
    return [_written(one, ".4f" if fixed else ".4g") for one in values]


def _written(value: float, form: str) -> str:
    if math.isnan(value):
        return "undefined"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    text = format(value, form)
    sign, digits = ("−", text[1:]) if text.startswith("-") else ("", text)
    return digits if float(digits) == 0 else f"{sign}{digits}"


def pvalue_numeral(value: float) -> str:
    """Write a p-value, a small one with two digits.

    >>> pvalue_numeral(0.14346), pvalue_numeral(1.234e-12), pvalue_numeral(1.0)
    ('0.1435', '1.2e-12', '1.0000')
    """
    if math.isnan(value):
        return "undefined"
    return f"{value:.4f}" if value >= 1e-4 or value == 0 else f"{value:.2g}"
