"""Indices of clusterings from the points: how dense clusters are, how far apart."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.records import Module
from fastmetrics.metrics.how import PointIndex
from fastmetrics.metrics.record import INFINITY, Metric

if TYPE_CHECKING:
    from numpy.typing import NDArray


def calinski_harabasz_score(between: Any, within: Any, n: Any, k: Any) -> NDArray:
    """Return the ratio of the dispersions, each per degree of freedom.

    1 where there is none within the k clusters of n points; infinite where it is too
    large for a float.
    """
    none = np.equal(within, 0)
    per_between = np.divide(between, np.subtract(k, 1))
    per_within = np.divide(np.where(none, 1.0, within), np.subtract(n, k))
    with np.errstate(over="ignore"):
        return np.where(none, 1.0, per_between / per_within)


def largest_ratios(
    own: NDArray[Any], within: NDArray[Any], distances: NDArray[Any]
) -> NDArray[np.float64]:
    """Return the similarity of some clusters with the most similar other one.

    That is the sum of two distances within over the distance between; 0 where the
    latter is 0. ``own`` (m,) are of the clusters asked about, ``within`` (k,) of all,
    ``distances`` (m, k) lie between.
    """
    sums = own[:, None] + within
    apart = distances > 0
    return np.where(apart, sums / np.where(apart, distances, 1.0), 0.0).max(axis=1)


def davies_bouldin_score(within: NDArray[Any], distances: NDArray[Any]) -> float:
    """Return the mean similarity of clusters with their most similar other one.

    ``within`` (k,) are distances inside each cluster, ``distances`` (k, k) those
    between them.
    """
    return float(np.mean(largest_ratios(within, within, distances)))


def dunn_index(nearest: float, diameters: NDArray[Any]) -> float:
    """Return the smallest distance between clusters over the largest inside one.

    NaN if no cluster has points apart.
    """
    largest = float(diameters.max())
    return nearest / largest if largest > 0 else math.nan


def silhouettes(
    sums: NDArray[Any], own: NDArray[Any], sizes: NDArray[Any]
) -> NDArray[np.float64]:
    """Return the silhouettes of m points.

    ``sums`` (m, k) are sums of the distances from each point to those of each cluster,
    itself included; ``own`` (m,) tells its own cluster, ``sizes`` (k,) how many points
    each has. 0 for a point that is alone in its cluster, and where both mean distances
    are 0.
    """
    rows = np.arange(len(sums))
    others = np.maximum(sizes[own] - 1, 1)
    inside = sums[rows, own] / others
    means = sums / sizes
    means[rows, own] = np.inf
    outside = means.min(axis=1)
    largest = np.maximum(inside, outside)
    defined = (sizes[own] > 1) & (largest > 0)
    with np.errstate(invalid="ignore"):  # sums may have overflowed
        values = (outside - inside) / np.where(defined, largest, 1.0)
    return np.where(defined & ~np.isnan(values), values, 0.0)


# Why a metric of the largest or the smallest distance has no interval.
EXTREMES = (
    "extremes of distances have no interval: what lies beyond the most distant points "
    "cannot be seen in them, nor by leaving points out"
)


_INDICES = Module("fastmetrics.metrics.clustering.measuring.cluster_distances")
_WITHOUT_EACH = Module("fastmetrics.resampling.leave_one_out")
_DAVIES_BOULDIN = PointIndex(
    _INDICES.davies_bouldin_score,
    _WITHOUT_EACH.davies_bouldin_leave_one_out,
    distances=("mean_distances", "own_sums"),  # where ``within="pairwise"``
)


_DISTANCES = (
    "distances are read between points of all parts, or from centroids of all: give "
    "all points at once"
)


def _record(
    name: str, title: str, *aliases: str, how: PointIndex, **more: Any
) -> Metric:
    facts: dict[str, Any] = {
        "targets": ("geometry",),
        "unmerged": "" if "merges" in more else _DISTANCES,
        "upper": INFINITY,
        "interval": "jackknife",
        "aliases": aliases,
    }
    return Metric(name, title, how=how, **{**facts, **more})


RECORDS = (
    _record(
        "silhouette_score",
        "Mean silhouette",
        "silhouette",
        how=PointIndex(
            _INDICES.silhouette_score,
            _WITHOUT_EACH.silhouette_leave_one_out,
            distances=("silhouettes", "sums"),
        ),
        lower=-1.0,
        upper=1.0,
    ),
    _record(
        "calinski_harabasz_score",
        "Calinski-Harabasz index",
        "ch",
        "calinski_harabasz",
        "variance_ratio",
        how=PointIndex(
            _INDICES.calinski_harabasz_score,
            _WITHOUT_EACH.calinski_harabasz_leave_one_out,
        ),
        merges=("ClusterScatter",),
    ),
    _record(
        "davies_bouldin_score",
        "Davies-Bouldin index",
        "db",
        "davies_bouldin",
        how=_DAVIES_BOULDIN,
        greater_is_better=False,
    ),
    _record(
        "davies_bouldin_pairwise",
        "Davies-Bouldin index, distances of pairs",
        function="davies_bouldin_score",
        how=_DAVIES_BOULDIN,
        greater_is_better=False,
        parameters={"within": "pairwise"},
        in_report=False,
    ),
    _record(
        "dunn_index",
        "Dunn index",
        "dunn",
        how=PointIndex(_INDICES.dunn_index, distances=("diameters", "nearest")),
        interval=None,
        reason=EXTREMES,
    ),
)
