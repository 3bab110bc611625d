"""What functions of probabilities take: for type checkers, never loaded otherwise."""

from __future__ import annotations

from typing import Literal, TypeAlias

from numpy.typing import ArrayLike

from fastmetrics.metrics.probability.measuring.calibration_bins import CalibrationBins
from fastmetrics.metrics.probability.measuring.probability_sums import ProbabilitySums
from fastmetrics.metrics.scores.score_sweep import ScoreSweep

# The observed classes, or the sums of both columns, which have None beside them.
Observed: TypeAlias = ArrayLike | ProbabilitySums
Probable: TypeAlias = ArrayLike | None
# The same, the sums being those of bins.
Binned: TypeAlias = ArrayLike | CalibrationBins
# Bins of one width, of equally many rows, or all edges.
BinStrategy: TypeAlias = Literal["uniform", "quantile"] | ArrayLike
# Where probabilities are clipped: by the precision of their dtype, or at a number.
Eps: TypeAlias = float | Literal["auto"]
# Which columns of a matrix are judged.
JudgedMode: TypeAlias = Literal["auto", "top-label", "classwise"]
# The observed classes, or a sweep of both columns, which has None beside it.
Outcomes: TypeAlias = ArrayLike | ScoreSweep
ProperLoss: TypeAlias = Literal["brier", "log"]
ReliabilityBand: TypeAlias = Literal["consistency", "confidence"]
ReliabilityMethod: TypeAlias = Literal["isotonic", "uniform", "quantile"]
