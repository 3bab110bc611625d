"""Dispersion of points within clusters, and of the clusters from each other."""

from fractions import Fraction

from fastmetrics.reference.clustering.points import (
    Column,
    Points,
    centroid,
    check_points,
    clusters_of,
    distance_of,
    euclidean,
    mean,
    rounded,
)
from fastmetrics.reference.clustering.points import within as distances_within
from fastmetrics.reference.inputs import check_choice

__all__ = ["calinski_harabasz_score", "davies_bouldin_score"]


def scatter(points: Points, centre: list[Fraction]) -> Fraction:
    """Return the sum of squared distances from points to a centre, exact."""
    return sum(
        (
            (Fraction(x) - c) ** 2
            for point in points
            for x, c in zip(point, centre, strict=True)
        ),
        Fraction(0),
    )


def calinski_harabasz_score(X: Points, labels: Column) -> float:
    """Variance between the k clusters over that within them (Calinski, Harabasz 1974).

    (B/(k - 1)) / (W/(n - k)), where B is the sum of squared distances from each point's
    centroid to the mean of all points, and W from each point to its centroid. 1 if W is
    0. There must be 2 to n - 1 clusters.
    """
    points = check_points(X)
    n = len(points)
    clusters = clusters_of(labels, n)
    k = len(clusters)
    parts = [[points[i] for i in cluster] for cluster in clusters]
    middle = centroid(points)
    between = sum(len(part) * scatter([centroid(part)], middle) for part in parts)
    inside = sum(scatter(part, centroid(part)) for part in parts)
    if inside == 0:
        return 1.0
    return rounded(between * (n - k) / (inside * (k - 1)))


def davies_bouldin_score(
    X: Points, labels: Column, *, within: str = "centroid"
) -> float:
    """Mean over clusters of their likeness to the one most like (Davies, Bouldin 1979).

    Clusters i and j are alike (S_i + S_j)/M_ij: M is the distance of their centroids
    and S the mean distance in a cluster, from its points to the centroid, or
    ("pairwise") of all pairs of points. Clusters with one centroid are not compared.
    """
    check_choice("within", within, ["centroid", "pairwise"])
    points = check_points(X)
    clusters = clusters_of(labels, len(points))
    parts = [[points[i] for i in cluster] for cluster in clusters]
    centres = [centroid(part) for part in parts]
    if within == "centroid":
        spread = [
            mean([euclidean(point, centre) for point in part])
            for part, centre in zip(parts, centres, strict=True)
        ]
    else:
        distance = distance_of(X, "euclidean")
        spread = [mean(distances_within(cluster, distance)) for cluster in clusters]

    def likeness(i: int, j: int) -> float:
        apart = euclidean(centres[i], centres[j])
        return (spread[i] + spread[j]) / apart if apart else 0.0

    k = len(clusters)
    return mean([max(likeness(i, j) for j in range(k) if j != i) for i in range(k)])
