"""Silhouettes: is a point nearer to its own cluster than to the next one."""

import random
from typing import Any

from fastmetrics.reference.clustering.points import (
    Column,
    Metric,
    Points,
    clusters_of,
    distance_of,
    mean,
)

__all__ = ["silhouette_samples", "silhouette_score"]


def silhouette_samples(
    X: Points, labels: Column, *, metric: Metric = "euclidean", **kwds: Any
) -> list[float]:
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
    X: Points,
    labels: Column,
    *,
    metric: Metric = "euclidean",
    sample_size: int | None = None,
    random_state: Any = None,
    **kwds: Any,
) -> float:
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
