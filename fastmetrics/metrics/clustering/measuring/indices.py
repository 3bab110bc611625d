"""Geometric indices of clusterings, read off what is measured of their points.

All take checked `Points` in 2 to n - 1 clusters, and the parameters of the public
function. What is known of the points already is not measured again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.metrics.clustering.formulas import geometry
from fastmetrics.metrics.clustering.measuring.cluster_distances import measure_points
from fastmetrics.metrics.clustering.measuring.cluster_scatter import (
    measure_scatter,
    rescaled_rows,
)
from fastmetrics.metrics.clustering.measuring.distances import metric_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._inputs.points import Points

__all__ = [
    "calinski_harabasz_score",
    "davies_bouldin_score",
    "dunn_index",
    "index_of_scatter",
    "silhouette_score",
]

# Distances between centroids are looked at so many at a time.
_CELLS = 1 << 20


def silhouette_score(
    points: Points, *, metric: Any = "euclidean", **kwds: Any
) -> float:
    """Return the mean of the silhouettes of all points."""
    name, options = metric_name(metric, kwds)
    found = measure_points(points, name, options, ["silhouettes"])
    return float(np.mean(found.silhouettes))


def dunn_index(points: Points, *, metric: Any = "euclidean") -> float:
    """Return the smallest distance between clusters over the largest inside one."""
    name, options = metric_name(metric, {})
    found = measure_points(points, name, options, ["diameters", "nearest"])
    return geometry.dunn_index(found.nearest, found.diameters)


def calinski_harabasz_score(points: Points) -> float:
    """Return the ratio of the dispersion between clusters to that within them."""
    return index_of_scatter(measure_scatter(points))


def index_of_scatter(scatter: Any) -> float:
    """Return the same of what points were summed up to."""
    value = geometry.calinski_harabasz_score(
        scatter.between(), scatter.scatter.sum(), scatter.n, len(scatter.labels)
    )
    return float(value)


def davies_bouldin_score(points: Points, *, within: str = "centroid") -> float:
    """Return the mean similarity of clusters with their most similar other one."""
    scatter = measure_scatter(points)
    inside = scatter.mean_distances
    if within == "pairwise":
        found = measure_points(points, "euclidean", {}, ["mean_distances"])
        inside = found.mean_distances / rescaled_rows(points)[1]
    return float(np.mean(_largest_ratios(scatter, inside)))


def _largest_ratios(scatter: Any, inside: NDArray[np.float64]) -> NDArray[np.float64]:
    k = len(inside)
    least = scatter.least()
    found = np.empty(k)
    step = max(1, _CELLS // k)
    for start in range(0, k, step):
        some = slice(start, start + step)
        apart = scatter.distances(some)
        apart[apart <= least] = 0.0
        found[some] = geometry.largest_ratios(inside[some], inside, apart)
    return found
