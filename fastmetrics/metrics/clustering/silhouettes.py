"""Silhouettes: cohesion and separation of each point in its cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._inputs.points import (
    check_distances,
    check_number_of_labels,
    rows_with_labels,
    sample_rows,
)
from fastmetrics.metrics.clustering.measuring.cluster_distances import measure_points
from fastmetrics.metrics.clustering.measuring.distances import metric_name

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.clustering.partitions import Distance, PointRows

# Metrics for which scikit-learn keeps float32 points as float32.
_SINGLE = ("euclidean", "cosine", "precomputed")


def silhouette_samples(
    X: PointRows, labels: ArrayLike, *, metric: Distance = "euclidean", **kwds: Any
) -> NDArray[np.float32 | np.float64]:
    r"""Silhouette coefficient of each point.

    .. math:: s_i = \frac{b_i - a_i}{\max(a_i, b_i)}

    with :math:`a_i` the mean distance from point i to the other points of its cluster
    and :math:`b_i` the smallest of its mean distances to the points of another cluster.
    For a point alone in its cluster, and where both are 0, :math:`s_i = 0`.

    Parameters
    ----------
    X : array_like or sparse matrix of shape (n_samples, n_features)
        The points, finite; or, with ``metric="precomputed"``, their distances
        (n_samples, n_samples) from one another: not negative, zeros on the diagonal,
        row i is read for point i.
    labels : array_like of shape (n_samples,)
        The cluster of each point: labels of any kind, -1 being one like any other.
    metric : str or callable, default="euclidean"
        "euclidean", "sqeuclidean", "manhattan", "cosine" (a point at the origin is at
        distance 1 from all others) or "precomputed"; or another name of
        `scipy.spatial.distance.cdist`, or a function of two points, both of which are
        much slower. Sparse points support only the first five, and functions.
    **kwds : optional
        Options of other metrics, for example ``p`` of "minkowski".

    Returns
    -------
    ndarray of shape (n_samples,)
        In [-1, 1], higher is better; near 0 between two clusters. In float64, or in
        float32 if the points or their distances are float32.

    Raises
    ------
    ValueError
        If there are fewer than 2 clusters, or the number of clusters equals the number
        of points. If X is not finite or not of two dimensions, lengths differ, labels
        are missing, the metric is not known, or distances are negative or not 0 from a
        point to itself.
    TypeError
        If the metric has no such option, or does not support sparse points.

    See Also
    --------
    silhouette_score : the mean of these.
    davies_bouldin_score, dunn_index : other indices from distances.

    Notes
    -----
    O(n² · d) time, each pair being measured once; O(n · (k + d)) memory, at most 64 MB
    of it for the k clusters. "sqeuclidean" takes O(n · k · d), because its sums follow
    from centroids and scatter. Distances are computed from differences, so an offset
    common to all points costs no digits. Differences of float32 points are float32,
    added up in float64.

    References
    ----------
    .. [1] P. J. Rousseeuw, "Silhouettes: a graphical aid to the interpretation and
       validation of cluster analysis", Journal of Computational and Applied Mathematics
       20, 1987, 53-65.

    Examples
    --------
    >>> from fastmetrics import silhouette_samples
    >>> silhouette_samples([[0], [2], [5], [6]], ["a", "a", "b", "b"])
    array([0.63636364, 0.42857143, 0.75      , 0.8       ])
    """
    name, options = metric_name(metric, kwds)
    points = rows_with_labels(X, labels, sparse=True)
    values = _values(points, name, options)
    if points.X.dtype == np.float32 and name in _SINGLE:
        return values.astype(np.float32)
    return values


def silhouette_score(
    X: PointRows,
    labels: ArrayLike,
    *,
    metric: Distance = "euclidean",
    sample_size: int | None = None,
    random_state: int | np.random.RandomState | np.random.Generator | None = None,
    **kwds: Any,
) -> float:
    r"""Silhouette score: mean silhouette coefficient of all points.

    .. math:: \frac{1}{n} \sum_{i=1}^{n} \frac{b_i - a_i}{\max(a_i, b_i)}

    with :math:`a_i` the mean distance from point i to the other points of its cluster
    and :math:`b_i` the smallest of its mean distances to the points of another cluster.
    A term is 0 for a point alone in its cluster, and if both distances are 0.

    Parameters
    ----------
    X : array_like or sparse matrix of shape (n_samples, n_features)
        The points, finite; or, with ``metric="precomputed"``, their distances
        (n_samples, n_samples) from one another.
    labels : array_like of shape (n_samples,)
        The cluster of each point: labels of any kind, -1 being one like any other.
    metric : str or callable, default="euclidean"
        As `silhouette_samples` takes it.
    sample_size : int, optional
        Use only this many random points; by default all.
    random_state : int, RandomState, Generator or None, default=None
        Seed of the sample. An int draws the same sample as in scikit-learn; None draws
        a new sample each time.
    **kwds : optional
        Options of the metric.

    Returns
    -------
    float
        In [-1, 1], higher is better.

    Raises
    ------
    ValueError
        As in `silhouette_samples`, for the sample if there is one; and if
        ``sample_size`` is not an int of at least 1.
    TypeError
        If the metric has no such option, or does not take sparse points.

    See Also
    --------
    silhouette_samples : the value of each point.
    calinski_harabasz_score : needs no distances between pairs.

    Notes
    -----
    Time grows with the square of the number of points: a few tenths of a second for 10⁴
    points, and a hundred times as long for 10⁵. A sample of 10⁴ points gives nearly the
    same information.

    References
    ----------
    .. [1] P. J. Rousseeuw, "Silhouettes: a graphical aid to the interpretation and
       validation of cluster analysis", Journal of Computational and Applied Mathematics
       20, 1987, 53-65.

    Examples
    --------
    >>> from fastmetrics import silhouette_score
    >>> silhouette_score([[0], [2], [5], [6]], ["a", "a", "b", "b"])
    0.6537337662337662
    """
    name, options = metric_name(metric, kwds)
    points = rows_with_labels(X, labels, sparse=True)
    if sample_size is not None and not points.is_sample:
        square = name == "precomputed"
        if square:
            check_distances(points)
        rows = sample_rows(points.n, sample_size, random_state)
        points = points.sample(rows, square=square)
    return float(np.mean(_values(points, name, options)))


def _values(points: Any, name: Any, options: dict[str, Any]) -> NDArray[np.float64]:
    if name == "precomputed":
        check_distances(points)
    check_number_of_labels(points)
    distances = measure_points(points, name, options, ["silhouettes"])
    return distances.silhouettes
