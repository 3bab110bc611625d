"""Products: sums of products of two columns' deviations, and their correlation."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Products"]


class Products(NamedTuple):
    """Sums of products of deviations: of both columns, of the first, of the second."""

    both: Any
    true: Any
    pred: Any

    def correlation(self) -> float:
        """Return Pearson's correlation, NaN of a constant column."""
        if not self.true or not self.pred:
            return math.nan
        # Near 1, whatever rows weigh: a product of two sums stays in the range.
        power = math.frexp(max(self.true, self.pred))[1]
        both, true, pred = (math.ldexp(own, -power) for own in self)
        if true == pred:  # exact where it can be
            found = both / true
        else:
            found = both / math.sqrt(true * pred)
        return max(-1.0, min(1.0, float(found)))

    def correlations(self) -> NDArray[np.float64]:
        """Return the correlation of each of many; NaN as above."""
        with np.errstate(divide="ignore", invalid="ignore"):
            root = np.sqrt(self.true) * np.sqrt(self.pred)
            found = np.where(root > 0, self.both / root, np.nan)
        return np.clip(found, -1.0, 1.0)

    def limits(self, slopes: Products, total: float) -> NDArray[np.float64]:
        """Return the correlation plus what small changes of weights make of it.

        ``slopes``: the derivatives of the sums by the weight of each row; ``total``:
        what all rows weigh.
        """
        value = self.correlation()
        root = math.sqrt(self.true) * math.sqrt(self.pred)
        bend = slopes.true / self.true + slopes.pred / self.pred
        found: NDArray[np.float64] = value + total * (
            slopes.both / root - 0.5 * value * bend
        )
        return found
