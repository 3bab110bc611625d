"""Isotonic regression: means of outcomes that fall where what is forecast falls."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fastmetrics._kernels import isotonic

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Blocks", "pool_steps"]


class Blocks(NamedTuple):
    """Stretches of steps, in descending order, that have one mean outcome.

    A step is a distinct forecast. ``sums`` are those of the outcomes of each block,
    ``totals`` what its rows weigh, ``means`` the one over the other, the recalibrated
    forecast, and ``ends`` those of its steps.
    """

    sums: NDArray[np.float64]
    totals: NDArray[np.float64]
    means: NDArray[np.float64]
    ends: NDArray[np.int64]

    def of_each(self) -> NDArray[np.float64]:
        """Return the recalibrated forecast of each step."""
        return np.repeat(self.means, np.diff(self.ends, prepend=0))


def pool_steps(sums: NDArray[np.float64], totals: NDArray[np.float64]) -> Blocks:
    """Pool adjacent steps until their mean outcomes fall.

    ``sums`` of outcomes and ``totals`` of weights, in the order of descending
    forecasts.
    """
    return Blocks(*isotonic.pool(sums, totals))
