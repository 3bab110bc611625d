"""Rows that are equal, by comparing each with each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

__all__ = ["duplicate_groups", "same_rows"]


def duplicate_groups(
    X: Sequence[Any],
    *,
    groups: Sequence[Any] | None = None,
    decimals: int | None = None,
) -> list[int]:
    """Return a code per row; rows that are tied, also through others, share one."""
    n = len(X)
    codes: list[int] = [-1] * n
    known = 0
    for start in range(n):
        if codes[start] >= 0:
            continue
        reached = [start]
        codes[start] = known
        for i in reached:  # which grows while it is read
            for j in range(n):
                tied = same_rows(X[i], X[j], decimals)
                tied = tied or (groups is not None and groups[i] == groups[j])
                if tied and codes[j] < 0:
                    codes[j] = known
                    reached.append(j)
        known += 1
    return codes


def same_rows(a: Any, b: Any, decimals: int | None = None) -> bool:
    """Whether rows hold the same values; a row may be one value."""
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(
            same_rows(x, y, decimals) for x, y in zip(a, b, strict=True)
        )
    if _is_missing(a) or _is_missing(b):
        return _is_missing(a) and _is_missing(b)
    return bool(_near(a, decimals) == _near(b, decimals))


def _is_missing(value: Any) -> bool:
    return value is None or value != value


def _near(value: Any, decimals: int | None) -> Any:
    """Round a float, and below 0 decimals a whole number, with halves to even."""
    if decimals is None or isinstance(value, (bool, str)):
        return value
    if decimals >= 0 and not isinstance(value, float):
        return value
    factor = 10.0 ** abs(decimals)
    scaled = value * factor if decimals >= 0 else value / factor
    if not abs(scaled) < 2.0**52:  # no fraction is left, or it is infinite
        return value
    return round(scaled) / factor if decimals >= 0 else round(scaled) * factor
