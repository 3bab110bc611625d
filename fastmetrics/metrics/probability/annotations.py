"""What functions of probabilities take: for type checkers, never loaded otherwise."""

from __future__ import annotations

from typing import Literal, TypeAlias

from numpy.typing import ArrayLike

from fastmetrics.metrics.scores.score_sweep import ScoreSweep

__all__ = [
    "ForecastColumn",
    "Outcomes",
    "ProperLoss",
    "ReliabilityBand",
    "ReliabilityMethod",
]

# True labels, or a sweep of both columns, which has None beside it.
Outcomes: TypeAlias = ArrayLike | ScoreSweep
ForecastColumn: TypeAlias = ArrayLike | None
ProperLoss: TypeAlias = Literal["brier", "log"]
ReliabilityBand: TypeAlias = Literal["consistency", "confidence"]
ReliabilityMethod: TypeAlias = Literal["isotonic", "uniform", "quantile"]
