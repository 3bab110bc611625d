"""Recalibration: isotonic means of outcomes, and the parts of a score."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fastmetrics._kernels import isotonic

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "Blocks",
    "ScoreDecomposition",
    "parts_of",
    "pool_steps",
]


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


class ScoreDecomposition(NamedTuple):
    """A mean loss and its parts: score = MCB - DSC + UNC."""

    score: float
    """The mean loss of the forecasts."""
    miscalibration: float
    """How much of it recalibration would save, 0 or more; lower is better."""
    discrimination: float
    """How much the recalibrated forecasts save of the uncertainty, 0 or more."""
    uncertainty: float
    """The mean loss of the mean outcome as the forecast of every row."""


def parts_of(score: float, after: float, uncertainty: float) -> ScoreDecomposition:
    """Return the parts, given the mean loss before and after recalibration.

    Where nothing is to be gained, rounding does not make it less.
    """
    return ScoreDecomposition(
        score, max(score - after, 0.0), max(uncertainty - after, 0.0), uncertainty
    )
