"""Clusterings judged by centroids: dispersion within clusters and between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of
from fastmetrics._inputs.points import clustered_points
from fastmetrics.metrics.clustering.measuring import cluster_distances
from fastmetrics.metrics.clustering.measuring.cluster_scatter import ClusterScatter
from fastmetrics.metrics.summary import no_columns_beside

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics.metrics.clustering.annotations import PointRows

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
        At least 0, greater is better; without an upper bound. 1 if no point differs
        from its cluster's mean.

    Raises
    ------
    ValueError
        If there are fewer than 2 clusters, or the number of clusters equals the number
        of points; if X is not finite or not of two dimensions, lengths differ, or
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
        of points; if X is not finite or not of two dimensions, lengths differ, labels
        are missing, or ``within`` is unknown.
    TypeError
        If X is sparse.

    See Also
    --------
    calinski_harabasz_score : of squared distances, over all clusters together.
    dunn_index : of the extreme distances in place of the means.

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
