"""Sizes of clusters and gaps between them, and Dunn's index of the two."""

from itertools import combinations

from fastmetrics.reference.clustering.points import (
    METRICS,
    Column,
    Metric,
    Points,
    centroid,
    check_points,
    clusters_of,
    distance_of,
    mean,
    within,
)
from fastmetrics.reference.inputs import check_choice, warn_undefined

__all__ = [
    "centroid_distances",
    "cluster_diameters",
    "cluster_mean_distances",
    "cluster_separations",
    "dunn_index",
]


def cluster_diameters(
    X: Points, labels: Column, *, metric: Metric = "euclidean"
) -> list[float]:
    """diam(C): the largest distance of two points of a cluster; 0 of one point."""
    distance = distance_of(X, metric)
    clusters = clusters_of(labels, len(X))
    return [max(within(cluster, distance), default=0.0) for cluster in clusters]


def cluster_mean_distances(
    X: Points, labels: Column, *, metric: Metric = "euclidean"
) -> list[float]:
    """avg(C): the mean distance of the pairs of points of a cluster; 0 of one point."""
    distance = distance_of(X, metric)
    clusters = clusters_of(labels, len(X))
    return [mean(within(cluster, distance)) for cluster in clusters]


def cluster_separations(
    X: Points, labels: Column, *, metric: Metric = "euclidean"
) -> list[list[float]]:
    """d_min: the least distance of a point of one cluster to one of another."""
    distance = distance_of(X, metric)
    clusters = clusters_of(labels, len(X))
    return [
        [
            0.0 if a is b else min(distance(min(i, j), max(i, j)) for i in a for j in b)
            for b in clusters
        ]
        for a in clusters
    ]


def centroid_distances(
    X: Points, labels: Column, *, metric: Metric = "euclidean"
) -> list[list[float]]:
    """d_cen: the distance of the centroids of two clusters."""
    points = check_points(X)
    clusters = clusters_of(labels, len(points))
    centres = [centroid([points[i] for i in cluster]) for cluster in clusters]
    if callable(metric):
        between = metric
    else:
        check_choice("metric", metric, list(METRICS))
        between = METRICS[metric]
    return [[0.0 if a is b else between(a, b) for b in centres] for a in centres]


def dunn_index(X: Points, labels: Column, *, metric: Metric = "euclidean") -> float:
    """Least gap between two clusters over the largest diameter (Dunn 1974)."""
    distance = distance_of(X, metric)
    clusters = clusters_of(labels, len(X))
    gap = min(
        distance(i, j) for a, b in combinations(clusters, 2) for i in a for j in b
    )
    diameter = max(max(within(c, distance), default=0.0) for c in clusters)
    if diameter == 0:
        return warn_undefined("Dunn's index", "all diameters are 0")
    return gap / diameter
