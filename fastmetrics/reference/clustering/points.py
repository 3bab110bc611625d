"""Geometric indices of clusters: dispersion, separation and silhouettes."""

import math
import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from numbers import Real
from typing import Any

from fastmetrics.reference.clustering.partitions import check_partition
from fastmetrics.reference.inputs import check_choice, classes_of, warn_undefined

Column = Sequence[Any]
Point = Sequence[Any]
Points = Sequence[Point]
Metric = str | Callable[..., float]
Distance = Callable[[int, int], float]  # of two rows


def check_points(X: Points) -> list[list[Any]]:
    """Return the points if they have equally many coordinates, all of them finite."""
    if any(isinstance(point, str) or not isinstance(point, Sequence) for point in X):
        raise ValueError("X is not a list of points")
    if not X or not X[0]:
        raise ValueError("X has no points, or these have no coordinates")
    if len(set(map(len, X))) > 1:
        raise ValueError("X has points of several lengths")
    for point in X:
        for value in point:
            if isinstance(value, str) or not isinstance(value, Real):
                raise ValueError(f"X: {value!r} is not a real number")
            if not math.isfinite(value):
                raise ValueError(f"X: {value!r} is not finite")
    return [list(point) for point in X]


def clusters_of(labels: Column, n: int) -> list[list[int]]:
    """Return the rows of each cluster, clusters in ascending order of their labels.

    There must be 2 to n - 1 clusters of n rows: one, or one for each row, tells nothing
    about how well the rows are clustered.
    """
    checked = check_partition("labels", labels)
    if len(checked) != n:
        raise ValueError(f"{n} points, {len(checked)} labels")
    names = classes_of(checked)
    if not 1 < len(names) < n:
        raise ValueError(f"{len(names)} clusters of {n} points")
    return [[row for row in range(n) if checked[row] == name] for name in names]


def rounded(x: Fraction) -> float:
    """Return the nearest float; infinity if it is too large for one."""
    try:
        return float(x)
    except OverflowError:
        return math.copysign(math.inf, x)


def difference(a: Any, b: Any) -> float:
    """Return a - b, rounded once."""
    if isinstance(a, float) and isinstance(b, float):
        return a - b
    return rounded(Fraction(a) - Fraction(b))


def euclidean(p: Point, q: Point) -> float:
    """Root of the sum of squared differences."""
    return math.hypot(*map(difference, p, q))


def sqeuclidean(p: Point, q: Point) -> float:
    """Sum of squared differences."""
    return math.fsum(d * d for d in map(difference, p, q))


def manhattan(p: Point, q: Point) -> float:
    """Sum of absolute differences."""
    return math.fsum(map(abs, map(difference, p, q)))


def cosine(p: Point, q: Point) -> float:
    """One less the cosine of the angle; one where a point is the origin, without angle.

    A cosine c > 0 is not subtracted, as that would cancel: 1 - c = (1 - c²)/(1 + c).
    """

    def product(u: Point, v: Point) -> Fraction:
        terms = (Fraction(a) * Fraction(b) for a, b in zip(u, v, strict=True))
        return sum(terms, Fraction(0))

    dot, squares = product(p, q), product(p, p) * product(q, q)
    if squares == 0:
        return 1.0
    c = math.copysign(math.sqrt(dot**2 / squares), dot)
    return 1 - c if c <= 0 else rounded(1 - dot**2 / squares) / (1 + c)


METRICS: dict[str, Callable[[Point, Point], float]] = {
    "euclidean": euclidean,
    "l2": euclidean,
    "sqeuclidean": sqeuclidean,
    "manhattan": manhattan,
    "cityblock": manhattan,
    "l1": manhattan,
    "cosine": cosine,
}


def distance_of(X: Points, metric: Metric, **kwds: Any) -> Distance:
    """Return the function that gives the distance of two rows by their numbers.

    A callable metric is given two points and the further arguments. With "precomputed"
    X is the square table of the distances itself.
    """
    points = check_points(X)
    if callable(metric):
        return lambda i, j: float(metric(points[i], points[j], **kwds))
    check_choice("metric", metric, [*METRICS, "precomputed"])
    if metric != "precomputed":
        between = METRICS[metric]
        return lambda i, j: between(points[i], points[j])
    if len(points) != len(points[0]):
        raise ValueError("a table of distances that is not square")
    if any(abs(points[i][i]) > 100 * 2**-52 for i in range(len(points))):
        raise ValueError("a table of distances from points to themselves above 0")
    if any(value < 0 for point in points for value in point):
        raise ValueError("a distance below 0")
    return lambda i, j: float(points[i][j])


def mean(values: Sequence[float]) -> float:
    """Return the mean; 0 of no values."""
    return math.fsum(values) / len(values) if values else 0.0


def centroid(points: Points) -> list[Fraction]:
    """Return the mean of each coordinate, exact."""
    return [
        sum(map(Fraction, coordinates), Fraction(0)) / len(points)
        for coordinates in zip(*points, strict=True)
    ]


def distances_within(cluster: Sequence[int], distance: Distance) -> list[float]:
    """Distances of all pairs of points inside a cluster."""
    return [distance(i, j) for i, j in combinations(cluster, 2)]


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


def calinski_harabasz_score(X, labels):
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


def davies_bouldin_score(X, labels, *, within="centroid"):
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


def cluster_diameters(X, labels, *, metric="euclidean"):
    """diam(C): the largest distance of two points of a cluster; 0 of one point."""
    distance = distance_of(X, metric)
    clusters = clusters_of(labels, len(X))
    return [
        max(distances_within(cluster, distance), default=0.0) for cluster in clusters
    ]


def cluster_mean_distances(X, labels, *, metric="euclidean"):
    """avg(C): the mean distance of the pairs of points of a cluster; 0 of one point."""
    distance = distance_of(X, metric)
    clusters = clusters_of(labels, len(X))
    return [mean(distances_within(cluster, distance)) for cluster in clusters]


def cluster_separations(X, labels, *, metric="euclidean"):
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


def centroid_distances(X, labels, *, metric="euclidean"):
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


def dunn_index(X, labels, *, metric="euclidean"):
    """Least gap between two clusters over the largest diameter (Dunn 1974)."""
    distance = distance_of(X, metric)
    clusters = clusters_of(labels, len(X))
    gap = min(
        distance(i, j) for a, b in combinations(clusters, 2) for i in a for j in b
    )
    diameter = max(max(distances_within(c, distance), default=0.0) for c in clusters)
    if diameter == 0:
        return warn_undefined("Dunn's index", "all diameters are 0")
    return gap / diameter


def silhouette_samples(X, labels, *, metric="euclidean", **kwds):
    """Silhouette (b - a)/max(a, b) of each point (Rousseeuw 1987).

    a is its mean distance to the other points of its cluster, b to the points of the
    cluster for which that is least. 0 for a point alone in its cluster, and if a and b
    are both 0. There must be 2 to n - 1 clusters.
    """
    distance = distance_of(X, metric, **kwds)
    clusters = clusters_of(labels, len(X))

    def silhouette(i: int) -> float:
        (own,) = (cluster for cluster in clusters if i in cluster)
        if own == [i]:
            return 0.0
        a = mean([distance(i, j) for j in own if j != i])
        b = min(
            mean([distance(i, j) for j in cluster])
            for cluster in clusters
            if cluster is not own
        )
        return 0.0 if a == b else (b - a) / max(a, b)

    return [silhouette(i) for i in range(len(X))]


def silhouette_score(
    X, labels, *, metric="euclidean", sample_size=None, random_state=None, **kwds
):
    """Mean silhouette of the points.

    With `sample_size`, that of so many points on their own, as if there were no others:
    the first of a random permutation. `random_state` is what makes it, if it has a
    method `permutation`, or seeds a generator of Python's.
    """
    if sample_size is not None:
        if sample_size < 1:
            raise ValueError(f"sample_size={sample_size!r} is not >= 1")
        if hasattr(random_state, "permutation"):
            order = [int(i) for i in random_state.permutation(len(X))]
        else:
            order = list(range(len(X)))
            random.Random(random_state).shuffle(order)
        rows = order[:sample_size]
        X = [[X[i][j] for j in rows] if metric == "precomputed" else X[i] for i in rows]
        labels = [labels[i] for i in rows]
    return mean(silhouette_samples(X, labels, metric=metric, **kwds))
