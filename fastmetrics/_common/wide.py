"""Sums of products of counts, of at least twice the precision of float64.

Products of two counts do not fit 64 bits at sizes that people have, and what is
computed from them, a covariance for one, is a small difference of large sums. `widen`
makes arrays that can bear it: `Wide` ones, or of Python's integers where those are
quicker. Both are used alike: +, -, *, ``sum`` and ``cumsum`` along the last axis, and
``np.asarray(x, np.float64)`` in the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

_SPLITTER = 134217729.0  # 2**27 + 1: cuts 53 bits into two halves of 26
_FEW = 256  # up to so many integers Python's own arithmetic is the faster


class Wide:
    """Numbers ``high + low``: two float64 arrays, together of about 106 bits.

    ``low`` is below the rounding error of ``high``. Integers up to 2**63, and products
    of those up to 2**53, are held exactly; every operation is right to about 1e-31 of
    its operands. Magnitudes up to 2**490 are safe: above 2**996 the splitting of a
    product overflows.
    """

    __slots__ = ("high", "low")
    __array_ufunc__ = None

    def __init__(self, high: NDArray, low: NDArray) -> None:
        """Take two parts that do not overlap."""
        self.high = high
        self.low = low

    def __add__(self, other: Wide) -> Wide:
        """Return the sum, element by element."""
        # Both pairs of parts are added without loss, so that nothing is lost either
        # when the high parts cancel.
        high, error = _two_sum(self.high, other.high)
        low, rest = _two_sum(self.low, other.low)
        high, error = _renormalized(high, error + low)
        return Wide(*_renormalized(high, error + rest))

    def __neg__(self) -> Wide:
        """Return the numbers with the other sign."""
        return Wide(-self.high, -self.low)

    def __sub__(self, other: Wide) -> Wide:
        """Return the difference, element by element."""
        return self + -other

    def __mul__(self, other: Wide) -> Wide:
        """Return the product, element by element."""
        high, error = _two_product(self.high, other.high)
        crossed = self.high * other.low + self.low * other.high
        return Wide(*_renormalized(high, error + (crossed + self.low * other.low)))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray:
        """Return the nearest float64, for np.asarray."""
        return np.array(self.high, dtype=dtype)

    def sum(self, axis: int = -1, keepdims: bool = False) -> Wide:
        """Return the sums along the last axis."""
        high, low = self.high, self.low
        if not high.shape[-1]:
            high = low = np.zeros((*high.shape[:-1], 1))
        while (n := high.shape[-1]) > 1:
            # The second half onto the first; of an odd number one waits in the middle.
            half = n // 2
            pairs = Wide(high[..., :half], low[..., :half]) + Wide(
                high[..., n - half :], low[..., n - half :]
            )
            middle = slice(half, n - half)
            high = np.concatenate((pairs.high, high[..., middle]), axis=-1)
            low = np.concatenate((pairs.low, low[..., middle]), axis=-1)
        return Wide(high, low) if keepdims else Wide(high[..., 0], low[..., 0])

    def cumsum(self, axis: int = -1) -> Wide:
        """Return the running sums along the last axis."""
        high, low = self.high.copy(), self.low.copy()
        for k in range(1, high.shape[-1]):
            step = Wide(high[..., k - 1], low[..., k - 1]) + Wide(
                high[..., k], low[..., k]
            )
            high[..., k], low[..., k] = step.high, step.low
        return Wide(high, low)


def widen(*arrays: ArrayLike) -> list[Any]:
    """Return arrays of integers or floats without rounding, all of one kind.

    A few integers without leading axes become Python's, all others `Wide`.
    """
    found = [np.asarray(array) for array in arrays]
    if all(x.ndim == 1 and len(x) <= _FEW and x.dtype.kind != "f" for x in found):
        return [x.astype(object) for x in found]
    return [_wide(x) for x in found]


def _wide(array: NDArray) -> Wide:
    if array.dtype.kind == "f":
        return Wide(array.astype(np.float64, copy=False), np.zeros(array.shape))
    # 64 bits are more than one float64 takes: two times 32 of them.
    array = array.astype(np.int64, copy=False)
    upper = (array >> 32).astype(np.float64) * 2.0**32
    lower = (array & 0xFFFFFFFF).astype(np.float64)
    return Wide(*_renormalized(upper, lower))


def _two_sum(a: NDArray, b: NDArray) -> tuple[NDArray, NDArray]:
    """Return the rounded sum and its rounding error (Knuth)."""
    total = a + b
    of_b = total - a
    return total, (a - (total - of_b)) + (b - of_b)


def _renormalized(a: NDArray, b: NDArray) -> tuple[NDArray, NDArray]:
    """Do the same where abs(a) >= abs(b), or a is 0 (Dekker)."""
    total = a + b
    return total, b - (total - a)


def _two_product(a: NDArray, b: NDArray) -> tuple[NDArray, NDArray]:
    """Return the rounded product and its rounding error (Dekker, Veltkamp)."""
    product = a * b
    a_upper, a_lower = _halves(a)
    b_upper, b_lower = _halves(b)
    error = a_upper * b_upper - product
    error = (error + a_upper * b_lower) + a_lower * b_upper
    return product, error + a_lower * b_lower


def _halves(a: NDArray) -> tuple[NDArray, NDArray]:
    """Return two summands of at most 26 bits each, whose products are exact."""
    shifted = _SPLITTER * a
    upper = shifted - (shifted - a)
    return upper, a - upper
