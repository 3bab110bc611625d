"""Rows of values in ascending order: places, quantiles and counts below a limit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

import numpy as np

from fastmetrics._common.bounds import ROUNDING

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]


class InOrder(Protocol):
    """Rows of n values in ascending order, which need not all be sorted."""

    shape: tuple[int, ...]

    def at(self, places: Any) -> Floats:
        """Return the value at a place of each row."""

    def count(self, limit: Any, before: Callable[[Any, Any], Any]) -> NDArray[np.intp]:
        """Return how many values of each row come before a limit."""


class Sorted:
    """Rows of values that are sorted along the last axis."""

    def __init__(self, values: Floats) -> None:
        self._values, self.shape = values, values.shape
        n = values.shape[-1]
        self._starts = n * np.arange(values.size // n).reshape(values.shape[:-1])

    def at(self, places: Any) -> Floats:
        """Return the value at a place of each row."""
        found: Floats = self._values.take(self._starts + places)
        return found

    def count(self, limit: Any, before: Callable[[Any, Any], Any]) -> NDArray[np.intp]:
        """Return how many values of each row come before a limit."""
        n, last = self.shape[-1], self._starts - 1
        found = np.zeros(self.shape[:-1], np.intp)
        for bit in reversed(range(n.bit_length())):
            further = np.minimum(found + (1 << bit), n)
            found += before(self._values.take(last + further), limit) << bit
        return np.minimum(found, n)


class OrderedValues:
    """Values in ascending order along the last axis, read off at places.

    Parameters
    ----------
    rows : InOrder
    ends : pair of arrays, optional
        A further value below, and one above, of each row.
    turned : bool, default=False
        The values with the other sign, in ascending order.
    """

    def __init__(
        self, rows: InOrder, ends: Any = None, *, turned: bool = False
    ) -> None:
        self._rows, self._ends, self._turned = rows, ends, turned
        self.rows, n = rows.shape[:-1], rows.shape[-1]
        self.n = n + (0 if ends is None else 2)

    def at(self, places: Any) -> Floats:
        """Return the value at a place of each row."""
        if self._turned:
            places = self.n - 1 - places
        inner = places
        if self._ends is not None:
            inner = np.minimum(np.maximum(places - 1, 0), self.n - 3)
        found = self._rows.at(inner)
        if self._ends is not None:
            low, high = self._ends
            found = np.where(places == 0, low, found)
            found = np.where(places == self.n - 1, high, found)
        return -found if self._turned else found

    def with_ends(self, low: Any, high: Any) -> OrderedValues:
        """Return the values with one more at both ends."""
        return OrderedValues(self._rows, (low, high))

    def turn(self) -> OrderedValues:
        """Return the values with the other sign."""
        return OrderedValues(self._rows, self._ends, turned=not self._turned)

    def count(self, limit: Any, side: Literal["left", "right"]) -> NDArray[np.intp]:
        """Return how many values of each row are below a limit.

        ``side``: "right" counts values equal to the limit also.
        """
        if self._turned:
            other: Literal["left", "right"] = "right" if side == "left" else "left"
            return self.n - self.turn().count(-limit, other)
        before = np.less if side == "left" else np.less_equal
        found = self._rows.count(limit, before)
        for end in () if self._ends is None else self._ends:
            found = found + before(end, limit)
        return found

    def quantile(self, level: Any) -> Floats:
        """Return a quantile of each row, by the bits of np.quantile."""
        last = self.n - 1
        position = last * np.broadcast_to(level, self.rows)
        known = np.where(np.isnan(position), 0.0, position)
        at = np.minimum(known.astype(np.intp), last)
        below, above = self.at(at), self.at(np.minimum(at + 1, last))
        part, apart = position - at, above - below
        return np.where(part >= 0.5, above - apart * (1 - part), below + apart * part)

    def count_around(self, estimate: Any) -> tuple[Any, Any]:
        """Return how many values are below an estimate, and equal up to rounding."""
        size = np.maximum(np.abs(self.at(0)), np.abs(self.at(self.n - 1)))
        size = np.maximum(np.abs(estimate), size)
        rounding = np.where(np.isfinite(size), ROUNDING * size, 0.0)
        below = self.count(estimate - rounding, "left")
        return below, self.count(estimate + rounding, "right") - below
