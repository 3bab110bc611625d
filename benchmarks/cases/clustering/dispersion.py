"""Dispersion of points within clusters, and of the clusters."""

from typing import Any

import numpy as np
from scipy.spatial.distance import cdist, pdist

from benchmarks.case import Peer
from benchmarks.cases.clustering.silhouettes import LINEAR, WIDE, point_case
from fastmetrics.metrics.clustering import separation as fm


def parts(X: Any, labels: Any) -> list[Any]:
    """Return the points of each cluster."""
    return [X[labels == label] for label in np.unique(labels)]


def _pairwise(X: Any, labels: Any) -> Any:
    clusters = parts(X, labels)
    inside = np.array([pdist(part).mean() for part in clusters])
    centres = np.array([part.mean(axis=0) for part in clusters])
    apart = cdist(centres, centres)
    np.fill_diagonal(apart, np.inf)
    return ((inside[:, None] + inside) / apart).max(axis=1).mean()


CASES = [
    point_case(fm.calinski_harabasz_score, n=10**6, memory_at_most=LINEAR),
    point_case(fm.davies_bouldin_score, n=10**6, memory_at_most=LINEAR),
    *(
        point_case(ours, 3, f"{ours.__name__}, 128 features", **WIDE)
        for ours in (fm.calinski_harabasz_score, fm.davies_bouldin_score)
    ),
    point_case(
        fm.davies_bouldin_score,
        name="davies_bouldin_score, pairwise",
        options={"within": "pairwise"},
        peers=(Peer("SciPy's pdist", _pairwise),),
    ),
]
