"""Separation of clusters: distances within and between them, and dispersion indices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, warn
from fastmetrics._inputs.points import clustered_points
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.clustering import formulas
from fastmetrics.metrics.clustering.measuring import cluster_distances
from fastmetrics.metrics.clustering.measuring.cluster_distances import ClusterDistances
from fastmetrics.metrics.clustering.measuring.cluster_scatter import ClusterScatter
from fastmetrics.metrics.clustering.measuring.distances import (
    metric_name,
    table_between,
)
from fastmetrics.metrics.summary import no_columns_beside

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.clustering.partitions import Distance, PointRows


# Up to this, differences of coordinates and sums of many are finite.
_LARGE = 2.0**900


def dunn_index(
    X: PointRows, labels: ArrayLike, *, metric: Distance = "euclidean"
) -> float:
    r"""Dunn index: smallest distance between clusters over the largest diameter.

    .. math:: \frac{\min_{c \ne e} \min_{i \in c, j \in e} d(x_i, x_j)}
        {\max_c \max_{i, j \in c} d(x_i, x_j)}

    Parameters
    ----------
    X : array_like or sparse matrix of shape (n_samples, n_features)
        The points, finite; or, with ``metric="precomputed"``, their distances
        (n_samples, n_samples) from one another.
    labels : array_like of shape (n_samples,)
        The cluster of each point: labels of any kind, -1 being one like any other.
    metric : str or callable, default="euclidean"
        As `silhouette_samples` takes it.

    Returns
    -------
    float
        At least 0, higher is better. Above 1, any two points of a cluster are closer
        than any two points of different clusters. NaN if all diameters are 0.

    Raises
    ------
    ValueError
        If there are fewer than 2 clusters, or the number of clusters equals the number
        of points. If X is not finite or not of two dimensions, lengths differ, labels
        are missing, the metric is not known, or distances are negative or not 0 from a
        point to itself.
    TypeError
        If the metric does not take sparse points.

    Warns
    -----
    UndefinedMetricWarning
        If all diameters are 0.

    See Also
    --------
    cluster_separations, cluster_diameters : its numerator and denominator.
    davies_bouldin_score : uses means instead of extremes.

    Notes
    -----
    The first of Dunn's indices; others use means or centroids instead of extremes. A
    single point may change it by any amount. O(n² · d) time, O(n · d) memory.

    References
    ----------
    .. [1] J. C. Dunn, "Well-separated clusters and optimal fuzzy partitions", Journal
       of Cybernetics 4, 1974, 95-104.

    Examples
    --------
    >>> from fastmetrics import dunn_index
    >>> dunn_index([[0], [2], [5], [6]], ["a", "a", "b", "b"])
    1.5
    """
    wanted = ["diameters", "nearest"]
    distances = ClusterDistances.from_points(X, labels, metric=metric, wanted=wanted)
    if not distances.diameters.any():
        warn(
            "All points of each cluster are the same, so dunn_index is undefined and "
            "returned as NaN.",
            UndefinedMetricWarning,
        )
    return formulas.dunn_index(distances.nearest, distances.diameters)


def cluster_mean_distances(
    X: PointRows, labels: ArrayLike, *, metric: Distance = "euclidean"
) -> NDArray[np.float64]:
    r"""Mean distance between two points of each cluster, avg(C).

    .. math:: \frac{2}{n_c (n_c - 1)} \sum_{i < j;\; i, j \in c} d(x_i, x_j)

    Parameters
    ----------
    X : array_like or sparse matrix of shape (n_samples, n_features)
        The points, finite; or, with ``metric="precomputed"``, their distances
        (n_samples, n_samples) from one another.
    labels : array_like of shape (n_samples,)
        The cluster of each point: labels of any kind, -1 being one like any other.
    metric : str or callable, default="euclidean"
        As `silhouette_samples` takes it.

    Returns
    -------
    ndarray of shape (n_clusters,)
        In the order of the sorted labels; 0 for a cluster of one point.

    Raises
    ------
    ValueError
        If there are fewer than 2 clusters, or the number of clusters equals the number
        of points. If X is not finite or not of two dimensions, lengths differ, labels
        are missing, the metric is not known, or distances are negative or not 0 from a
        point to itself.
    TypeError
        If the metric does not take sparse points.

    See Also
    --------
    cluster_diameters : the largest distance instead of the mean.
    davies_bouldin_score : uses them with ``within="pairwise"``.

    References
    ----------
    .. [1] Z.-H. Zhou, "Machine Learning" (in Chinese), Tsinghua University Press, 2016,
       section 9.2.

    Examples
    --------
    >>> from fastmetrics import cluster_mean_distances
    >>> cluster_mean_distances([[0], [1], [3], [6]], ["a", "a", "a", "b"])
    array([2., 0.])
    """
    return _measure("mean_distances", X, labels, metric)


def cluster_diameters(
    X: PointRows, labels: ArrayLike, *, metric: Distance = "euclidean"
) -> NDArray[np.float64]:
    r"""Largest distance between two points of each cluster, diam(C).

    .. math:: \max_{i, j \in c} d(x_i, x_j)

    Parameters
    ----------
    X : array_like or sparse matrix of shape (n_samples, n_features)
        The points, finite; or, with ``metric="precomputed"``, their distances
        (n_samples, n_samples) from one another.
    labels : array_like of shape (n_samples,)
        The cluster of each point: labels of any kind, -1 being one like any other.
    metric : str or callable, default="euclidean"
        As `silhouette_samples` takes it.

    Returns
    -------
    ndarray of shape (n_clusters,)
        In the order of the sorted labels; 0 for a cluster of one point.

    Raises
    ------
    ValueError
        If there are fewer than 2 clusters, or the number of clusters equals the number
        of points. If X is not finite or not of two dimensions, lengths differ, labels
        are missing, the metric is not known, or distances are negative or not 0 from a
        point to itself.
    TypeError
        If the metric does not take sparse points.

    See Also
    --------
    cluster_mean_distances : the mean distance instead of the largest.
    dunn_index : divides by the largest of them.

    References
    ----------
    .. [1] J. C. Dunn, "Well-separated clusters and optimal fuzzy partitions", Journal
       of Cybernetics 4, 1974, 95-104.

    Examples
    --------
    >>> from fastmetrics import cluster_diameters
    >>> cluster_diameters([[0], [1], [3], [6]], ["a", "a", "a", "b"])
    array([3., 0.])
    """
    return _measure("diameters", X, labels, metric)


def cluster_separations(
    X: PointRows, labels: ArrayLike, *, metric: Distance = "euclidean"
) -> NDArray[np.float64]:
    r"""Smallest distance between points of two clusters, for each pair, d_min.

    .. math:: \min_{i \in c, j \in e} d(x_i, x_j)

    Parameters
    ----------
    X : array_like or sparse matrix of shape (n_samples, n_features)
        The points, finite; or, with ``metric="precomputed"``, their distances
        (n_samples, n_samples) from one another.
    labels : array_like of shape (n_samples,)
        The cluster of each point: labels of any kind, -1 being one like any other.
    metric : str or callable, default="euclidean"
        As `silhouette_samples` takes it.

    Returns
    -------
    ndarray of shape (n_clusters, n_clusters)
        Symmetric, in the order of the sorted labels; 0 on the diagonal.

    Raises
    ------
    ValueError
        If there are fewer than 2 clusters, or the number of clusters equals the number
        of points. If X is not finite or not of two dimensions, lengths differ, labels
        are missing, the metric is not known, or distances are negative or not 0 from a
        point to itself.
    TypeError
        If the metric does not take sparse points.

    See Also
    --------
    centroid_distances : distances between the means of the clusters.
    dunn_index : uses the smallest of them.

    References
    ----------
    .. [1] J. C. Dunn, "Well-separated clusters and optimal fuzzy partitions", Journal
       of Cybernetics 4, 1974, 95-104.

    Examples
    --------
    >>> from fastmetrics import cluster_separations
    >>> cluster_separations([[0], [1], [3], [6]], ["a", "a", "a", "b"])
    array([[0., 3.],
           [3., 0.]])
    """
    return _measure("separations", X, labels, metric)


def centroid_distances(
    X: PointRows, labels: ArrayLike, *, metric: Distance = "euclidean"
) -> NDArray[np.float64]:
    r"""Distance between the means of two clusters, for each pair, d_cen.

    .. math:: d(\mu_c, \mu_e), \quad \mu_c = \frac{1}{n_c} \sum_{i \in c} x_i

    Parameters
    ----------
    X : array_like of shape (n_samples, n_features)
        The points, finite.
    labels : array_like of shape (n_samples,)
        The cluster of each point: labels of any kind, -1 being one like any other.
    metric : str or callable, default="euclidean"
        As `silhouette_samples` takes it, except "precomputed", because distances alone
        do not determine means.

    Returns
    -------
    ndarray of shape (n_clusters, n_clusters)
        Symmetric, in the order of the sorted labels; 0 on the diagonal.

    Raises
    ------
    ValueError
        If there are fewer than 2 clusters, or the number of clusters equals the number
        of points. If X is not finite or not of two dimensions, lengths differ, labels
        are missing, or the metric is not known or "precomputed".
    TypeError
        If X is sparse.

    See Also
    --------
    cluster_separations : distances between the closest points.
    davies_bouldin_score : divides by them.

    References
    ----------
    .. [1] Z.-H. Zhou, "Machine Learning" (in Chinese), Tsinghua University Press, 2016,
       section 9.2.

    Examples
    --------
    >>> from fastmetrics import centroid_distances
    >>> centroid_distances([[0], [1], [5], [6]], ["a", "a", "a", "b"])
    array([[0., 4.],
           [4., 0.]])
    """
    name, options = metric_name(metric, {})
    if name == "precomputed":
        raise ValueError("metric='precomputed' has no centroids: pass the points.")
    points = clustered_points(X, labels)
    # Rows with huge coordinates are scaled before their means are computed.
    scale = 1.0 if float(np.abs(points.X).max()) < _LARGE else 1.0 / _LARGE
    rows = points.X if scale == 1.0 else points.X.astype(np.float64) * scale
    scatter = ClusterScatter.of_rows(rows, points.codes, points.labels)
    # Differences of means do not depend on the origin; other distances may.
    by_difference = name in ("euclidean", "sqeuclidean", "manhattan")
    if not by_difference:
        return table_between(scatter.centroids / scale, name, options)
    distances = table_between(scatter.moved(), name, options)
    with np.errstate(over="ignore"):  # distances may be infinite
        distances /= scale
        return distances / scale if name == "sqeuclidean" else distances


def _measure(what: str, X: Any, labels: Any, metric: Any) -> NDArray[np.float64]:
    distances = ClusterDistances.from_points(X, labels, metric=metric, wanted=[what])
    return getattr(distances, what)


# ---------------------------------------------------------- dispersion around centroids


WITHIN = ("centroid", "pairwise")


def calinski_harabasz_score(
    X: PointRows | ClusterScatter, labels: ArrayLike | None
) -> float:
    r"""Calinski–Harabasz index: ratio of between- to within-cluster dispersion.

    .. math:: \frac{\sum_c n_c \, |\mu_c - \mu|^2 \, / \, (k - 1)}
        {\sum_c \sum_{i \in c} |x_i - \mu_c|^2 \, / \, (n - k)}

    with :math:`\mu_c` the mean of the :math:`n_c` points of cluster c and :math:`\mu`
    the mean of all n points. Also known as the variance ratio criterion; the F
    statistic of a one-way analysis of variance, if there is one feature.

    Parameters
    ----------
    X : array_like of shape (n_samples, n_features)
        The points, finite; or a `ClusterScatter`, with None for ``labels``.
    labels : array_like of shape (n_samples,)
        The cluster of each point: labels of any kind, -1 being one like any other.

    Returns
    -------
    float
        At least 0, higher is better; without an upper bound. 1 if no point differs from
        its cluster's mean.

    Raises
    ------
    ValueError
        If there are fewer than 2 clusters, or the number of clusters equals the number
        of points. If X is not finite or not of two dimensions, lengths differ, or
        labels are missing.
    TypeError
        If X is sparse.

    See Also
    --------
    davies_bouldin_score : from the same centroids, cluster by cluster.
    silhouette_score : from the distances between points.

    Notes
    -----
    O(n · d) time. Points are taken relative to a point of their own cluster, so a
    common offset costs no digits.

    References
    ----------
    .. [1] T. Caliński and J. Harabasz, "A dendrite method for cluster analysis",
       Communications in Statistics 3, 1974, 1-27.

    Examples
    --------
    >>> from fastmetrics import calinski_harabasz_score
    >>> calinski_harabasz_score([[0], [2], [5], [6]], ["a", "a", "b", "b"])
    16.2
    """
    points_or_summary: Any = X
    if isinstance(points_or_summary, ClusterScatter):
        no_columns_beside(points_or_summary, labels=labels)
        k, n = len(points_or_summary), points_or_summary.n
        if not 1 < k < n:
            raise ValueError(
                f"labels must be of 2 to n_samples - 1 clusters, got {k} of {n} rows."
            )
        return cluster_distances.index_of_scatter(points_or_summary)
    return cluster_distances.calinski_harabasz_score(
        clustered_points(points_or_summary, labels)
    )


def davies_bouldin_score(
    X: PointRows,
    labels: ArrayLike,
    *,
    within: Literal["centroid", "pairwise"] = "centroid",
) -> float:
    r"""Davies–Bouldin index: mean similarity of clusters to their most similar cluster.

    .. math:: \frac{1}{k} \sum_{c} \max_{e \ne c} \frac{S_c + S_e}{|\mu_c - \mu_e|}

    with :math:`\mu_c` the mean of the points of cluster c and :math:`S_c` their mean
    distance from it, or from one another. The term of two clusters whose means are the
    same is 0.

    Parameters
    ----------
    X : array_like of shape (n_samples, n_features)
        The points, finite.
    labels : array_like of shape (n_samples,)
        The cluster of each point: labels of any kind, -1 being one like any other.
    within : {"centroid", "pairwise"}, default="centroid"
        What :math:`S_c` is: the mean distance of the points from :math:`\mu_c`, as in
        scikit-learn, or the mean distance over all pairs of points of the cluster
        (0 for a single point), as in [2]_, eq. 9.12.

    Returns
    -------
    float
        At least 0, smaller is better.

    Raises
    ------
    ValueError
        If there are fewer than 2 clusters, or the number of clusters equals the number
        of points. If X is not finite or not of two dimensions, lengths differ, labels
        are missing, or ``within`` is unknown.
    TypeError
        If X is sparse.

    See Also
    --------
    calinski_harabasz_score : of squared distances, over all clusters together.
    dunn_index : uses extreme distances instead of means.

    Notes
    -----
    O((n + k²) · d) time; "pairwise" measures all pairs inside clusters. Means count as
    equal if they differ by rounding only. scikit-learn then divides by this difference,
    or returns 0 if all distances are below 1e-8, regardless of the scale of the data.

    References
    ----------
    .. [1] D. L. Davies and D. W. Bouldin, "A cluster separation measure", IEEE
       Transactions on Pattern Analysis and Machine Intelligence 1, 1979, 224-227.
    .. [2] Z.-H. Zhou, "Machine Learning" (in Chinese), Tsinghua University Press, 2016,
       section 9.2.

    Examples
    --------
    >>> from fastmetrics import davies_bouldin_score
    >>> X, labels = [[0], [2], [5], [6]], ["a", "a", "b", "b"]
    >>> davies_bouldin_score(X, labels)
    0.3333333333333333
    >>> davies_bouldin_score(X, labels, within="pairwise")
    0.6666666666666666
    """
    if not is_one_of(within, WITHIN):
        raise ValueError(
            f"within must be one of {', '.join(map(repr, WITHIN))}, got "
            f"{shown(within)}."
        )
    return cluster_distances.davies_bouldin_score(
        clustered_points(X, labels), within=within
    )
