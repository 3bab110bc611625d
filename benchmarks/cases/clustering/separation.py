"""Sizes of clusters and gaps between them."""

from typing import Any

import numpy as np
from scipy.spatial.distance import cdist, pdist

from benchmarks.case import Peer
from benchmarks.cases.clustering.dispersion import parts
from benchmarks.cases.clustering.silhouettes import LINEAR, point_case
from fastmetrics.metrics.clustering import separation as fm


def _diameters(X: Any, labels: Any) -> Any:
    return [pdist(part).max() for part in parts(X, labels)]


def _mean_distances(X: Any, labels: Any) -> Any:
    return [pdist(part).mean() for part in parts(X, labels)]


def _separations(X: Any, labels: Any) -> Any:
    clusters = parts(X, labels)
    gaps = np.zeros((len(clusters), len(clusters)))
    for i, part in enumerate(clusters):
        for j in range(i):
            gaps[i, j] = gaps[j, i] = cdist(part, clusters[j]).min()
    return gaps


def _dunn(X: Any, labels: Any) -> Any:
    gaps = _separations(X, labels)
    np.fill_diagonal(gaps, np.inf)
    return gaps.min() / max(_diameters(X, labels))


def _centroid_distances(X: Any, labels: Any) -> Any:
    centres = np.array([part.mean(axis=0) for part in parts(X, labels)])
    return cdist(centres, centres)


CASES = [
    point_case(fm.dunn_index, peers=(Peer("SciPy's pdist, cdist", _dunn),)),
    point_case(fm.cluster_diameters, peers=(Peer("SciPy's pdist", _diameters),)),
    point_case(
        fm.cluster_mean_distances, peers=(Peer("SciPy's pdist", _mean_distances),)
    ),
    point_case(fm.cluster_separations, peers=(Peer("SciPy's cdist", _separations),)),
    point_case(
        fm.centroid_distances,
        n=10**6,
        peers=(Peer("NumPy, SciPy's cdist", _centroid_distances),),
        memory_at_most=LINEAR,
    ),
]
