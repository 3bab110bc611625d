"""What functions of labels take: for type checkers, never loaded otherwise."""

from __future__ import annotations

from typing import TypeAlias

from numpy.typing import ArrayLike

from fastmetrics._common.annotations import Sparse
from fastmetrics.metrics.labels.counting.confusion_counts import ConfusionCounts
from fastmetrics.metrics.labels.counting.indicator_counts import IndicatorCounts

# One label per row, or the counts of both columns, which have None beside them.
Labels: TypeAlias = ArrayLike | ConfusionCounts
Predicted: TypeAlias = ArrayLike | None
# The same of one label or several per row.
Targets: TypeAlias = ArrayLike | Sparse | ConfusionCounts | IndicatorCounts
PredictedTargets: TypeAlias = ArrayLike | Sparse | None
