"""Indices of clusterings from sums of squares and distances of centroids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["calinski_harabasz_score", "davies_bouldin_score", "largest_ratios"]


def calinski_harabasz_score(between: Any, within: Any, n: Any, k: Any) -> NDArray:
    """Return the ratio of the dispersions, each per degree of freedom.

    1 where there is none within the k clusters of n points.
    """
    none = np.equal(within, 0)
    per_between = np.divide(between, np.subtract(k, 1))
    per_within = np.divide(np.where(none, 1.0, within), np.subtract(n, k))
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
