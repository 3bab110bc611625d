"""Dates, timestamps and decimals as names of things: in ISO form, which is in order."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

__all__ = ["iso_text", "plain_name"]


def iso_text(value: Any) -> str:
    """Return a value as people read it, dates and timestamps in ISO form.

    >>> iso_text(date(2026, 11, 1)), iso_text(0.5)
    ('2026-11-01', '0.5')
    """
    return value.isoformat() if isinstance(value, date) else str(value)


def plain_name(value: Any) -> str | int | float | None:
    """Return the number or the text that stands for a value, None where none does.

    A date or a timestamp is its text in ISO form, with a zone that of UTC, so that
    texts are in the order of time. A decimal is a number where a float holds it.

    >>> plain_name(date(2026, 11, 1)), plain_name(Decimal("2.50"))
    ('2026-11-01', 2.5)
    """
    if isinstance(value, datetime) and value.tzinfo is not None:
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        number = int(value) if value == value.to_integral_value() else float(value)
        return number if Decimal(repr(number)) == value else str(value)
    return value if isinstance(value, str | int | float) else None
