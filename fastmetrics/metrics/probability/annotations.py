"""What functions of probabilities take: for type checkers, never loaded otherwise."""

from __future__ import annotations

from typing import Literal, TypeAlias

from numpy.typing import ArrayLike

from fastmetrics.metrics.probability.measuring.calibration_bins import CalibrationBins

__all__ = ["BinStrategy", "Forecasts", "JudgedMode", "Outcomes"]

# True labels, or bins of both columns, which have None beside them.
Outcomes: TypeAlias = ArrayLike | CalibrationBins
Forecasts: TypeAlias = ArrayLike | None
# Bins of one width, of equally many rows, or all edges.
BinStrategy: TypeAlias = Literal["uniform", "quantile"] | ArrayLike
# Which columns of a matrix are judged.
JudgedMode: TypeAlias = Literal["auto", "top-label", "classwise"]
