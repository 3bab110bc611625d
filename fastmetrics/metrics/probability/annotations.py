"""What functions of probabilities take: for type checkers, never loaded otherwise."""

from __future__ import annotations

from typing import Literal, TypeAlias

from numpy.typing import ArrayLike

from fastmetrics.metrics.probability.measuring.probability_sums import ProbabilitySums

__all__ = ["Eps", "Observed", "Probable"]

# The observed classes, or the sums of both columns, which have None beside them.
Observed: TypeAlias = ArrayLike | ProbabilitySums
Probable: TypeAlias = ArrayLike | None
# Where probabilities are clipped: by the precision of their dtype, or at a number.
Eps: TypeAlias = float | Literal["auto"]
