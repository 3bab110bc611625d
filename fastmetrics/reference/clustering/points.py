"""Points in clusters and the distances between them: what the geometric indices share.

A point is a list of numbers. Centroids are exact fractions, and a difference of two
coordinates is rounded once: a common offset of all points changes nothing.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from numbers import Real
from typing import Any

from fastmetrics.reference.clustering.partitions import check_partition
from fastmetrics.reference.inputs import check_choice, classes_of

Column = Sequence[Any]
Point = Sequence[Any]
Points = Sequence[Point]
Metric = str | Callable[..., float]
Distance = Callable[[int, int], float]  # of two rows


def check_points(X: Points) -> list[list[Any]]:
    """Return the points if they have equally many coordinates, all of them finite."""
    if any(isinstance(point, str) or not isinstance(point, Sequence) for point in X):
        raise ValueError("X is no list of points")
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


def within(cluster: Sequence[int], distance: Distance) -> list[float]:
    """Distances of all pairs of points inside a cluster."""
    return [distance(i, j) for i, j in combinations(cluster, 2)]
