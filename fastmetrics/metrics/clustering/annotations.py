"""Types of arguments of clusterings, for type checkers only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from numpy.typing import ArrayLike

from fastmetrics._common.annotations import Sparse
from fastmetrics.metrics.clustering.measuring.contingency import Contingency

# The clusters of a partition, or the table of two, which has None beside it.
Clusters: TypeAlias = ArrayLike | Contingency
OtherClusters: TypeAlias = ArrayLike | None
Noise: TypeAlias = Literal["one_cluster", "drop", "own_clusters"]
PointRows: TypeAlias = ArrayLike | Sparse
# The name of a distance, or a function of two points.
Distance: TypeAlias = str | Callable[[Any, Any], float]
# Which mean of two entropies.
EntropyMean: TypeAlias = Literal["arithmetic", "geometric", "min", "max"]
