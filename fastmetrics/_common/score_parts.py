"""The parts of a score: what miscalibration costs, and what discrimination gains."""

from typing import NamedTuple

__all__ = ["ScoreDecomposition", "parts_of"]


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
