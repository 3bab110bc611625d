"""Agreement of two partitions of the same rows by their mutual information.

Labels are only names: the values depend on which rows have equal labels. All logarithms
are natural.
"""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of
from fastmetrics.metrics.clustering import formulas
from fastmetrics.metrics.clustering.measuring.contingency import (
    Contingency,
    entropy,
    expected_information,
)
from fastmetrics.metrics.clustering.partitions import count_clusterings, count_clusters

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Sparse
    from fastmetrics.metrics.clustering.partitions import Clusters, Noise, OtherClusters


def partition_entropy(labels: ArrayLike) -> float:
    r"""Entropy of a partition, in nats.

    .. math:: H = -\sum_i \frac{a_i}{n} \ln \frac{a_i}{n}

    with :math:`a_i` of n rows in cluster i.

    Parameters
    ----------
    labels : array_like of shape (n_samples,)
        The cluster of each row: labels of any kind.

    Returns
    -------
    float
        In [0, ln n]: 0 for one cluster, the logarithm of their number for clusters of
        equal size. 1.0 without rows, as in scikit-learn.

    Raises
    ------
    ValueError
        If labels are missing, not finite, or not one per row.

    See Also
    --------
    mutual_info_score : the entropy that two partitions have in common.

    Notes
    -----
    Divide by ln 2 for bits. If :math:`a_i` is close to n, the term is computed from
    their difference; sums are compensated, and accurate to 1e-15. O(n) time.

    References
    ----------
    .. [1] C. E. Shannon, "A mathematical theory of communication", Bell System
       Technical Journal 27, 1948, 379-423.

    Examples
    --------
    >>> from fastmetrics import partition_entropy
    >>> partition_entropy([0, 0, 1, 1])
    0.6931471805599453
    >>> partition_entropy(["a", "a", "a"])
    0.0
    """
    counted = count_clusters(labels)
    if counted.total == 0:
        return 1.0
    return entropy(counted.row_sizes, counted.total)


def mutual_info_score(
    labels_true: Clusters | None,
    labels_pred: OtherClusters,
    *,
    contingency: ArrayLike | Sparse | None = None,
    noise: Noise = "one_cluster",
) -> float:
    r"""Mutual information of two partitions, in nats.

    .. math:: \sum_{ij} \frac{C_{ij}}{n} \ln \frac{n\, C_{ij}}{a_i b_j}

    with :math:`C_{ij}` rows in cluster i of the first and j of the second partition,
    and :math:`a_i`, :math:`b_j` rows in each.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        The clusters of a reference partition: labels of any kind.
    labels_pred : array_like of shape (n_samples,)
        The clusters of the partition to compare with it; of any kind, for example
        strings against numbers.
    contingency : array_like or sparse matrix of shape (n_true, n_pred), optional
        The table of the two partitions, as returned by `contingency_matrix`: whole
        numbers. The labels are then not read and may be None.
    noise : {"one_cluster", "drop", "own_clusters"}, default="one_cluster"
        Meaning of the label -1, which clusterers give to rows without a cluster.
        "one_cluster": a label like any other, as in scikit-learn. "drop": rows with -1
        in either partition are left out. "own_clusters": each row with -1 is a cluster
        of its own in that partition.

    Returns
    -------
    float
        In [0, min(H(true), H(pred))]: 0 for independent partitions. Higher is better,
        but it grows with the numbers of clusters.

    Raises
    ------
    ValueError
        If lengths differ, labels are missing or not finite, or an option is unknown.
        Also if there are no rows, ``contingency`` has no counts, or ``noise`` is given
        with it.
    TypeError
        If there are neither labels nor a table.

    Warns
    -----
    UserWarning
        If labels have fractions: every distinct value is a cluster then.

    See Also
    --------
    normalized_mutual_info_score : relative to the entropies.
    adjusted_mutual_info_score : corrected for chance.

    Notes
    -----
    It is computed as the sum of φ(C) = C ln(C/μ) - C + μ ≥ 0 over all cells, including
    empty ones, divided by n, with μ = ab/n. No term cancels another: near independence,
    where the textbook sum loses all digits, it keeps 14. scikit-learn truncates
    fractions of a ``contingency``; here they raise. O(n) time, O(number of pairs of
    clusters that occur) memory.

    References
    ----------
    .. [1] N. X. Vinh, J. Epps and J. Bailey, "Information theoretic measures for
       clusterings comparison: variants, properties, normalization and correction for
       chance", Journal of Machine Learning Research 11, 2010, 2837-2854.

    Examples
    --------
    >>> from fastmetrics import mutual_info_score
    >>> mutual_info_score([0, 0, 1, 1], ["a", "a", "b", "b"])
    0.6931471805599453
    >>> mutual_info_score(None, None, contingency=[[2, 0], [1, 1]])
    0.2157615543388357
    """
    if contingency is None:
        counted = count_clusterings(labels_true, labels_pred, noise)
        if counted.total == 0:
            raise ValueError(
                "labels_true and labels_pred hold 0 sample(s) while a minimum of 1 is "
                "required: the mutual information of no rows is undefined."
            )
    elif not is_one_of(noise, ("one_cluster",)):
        raise ValueError("noise applies to labels; a contingency table has no noise.")
    else:
        counted = Contingency.from_table(contingency)
    return counted.information().mutual


def expected_mutual_information(
    contingency: ArrayLike | Sparse, n_samples: int
) -> float:
    r"""Compute expected mutual information over tables with the same margins, in nats.

    .. math:: \sum_{ij} \sum_m p_{ij}(m) \frac{m}{n} \ln \frac{n\, m}{a_i b_j}

    where :math:`p_{ij}` is the hypergeometric distribution of the rows in cell (i, j)
    when the labels of one partition are shuffled.

    Parameters
    ----------
    contingency : array_like or sparse matrix of shape (n_true, n_pred)
        Counts, of which the sums of rows and of columns are used.
    n_samples : int
        n: the sum of all counts.

    Returns
    -------
    float
        At least 0; at most the smaller of the two entropies. 0 for one cluster.

    Raises
    ------
    ValueError
        If counts are negative, not whole or all 0, or ``n_samples`` is below one of
        their sums.
    TypeError
        If ``n_samples`` is not an integer.

    See Also
    --------
    adjusted_mutual_info_score : the score that uses it.

    Notes
    -----
    Like `mutual_info_score`, it is a sum of φ ≥ 0 without cancellation, accurate to
    1e-14. Each distinct pair of cluster sizes is computed once, on the support of the
    distribution: at most O(100 d²) terms, with d ≤ √(2n) distinct sizes, in threads.

    References
    ----------
    .. [1] N. X. Vinh, J. Epps and J. Bailey, "Information theoretic measures for
       clusterings comparison: variants, properties, normalization and correction for
       chance", Journal of Machine Learning Research 11, 2010, 2837-2854.

    Examples
    --------
    >>> from fastmetrics import expected_mutual_information
    >>> expected_mutual_information([[3, 1], [2, 4]], 10)
    0.061231270123595506
    """
    counted = Contingency.from_table(contingency)
    try:
        total = index(n_samples)
    except TypeError:
        raise TypeError(
            f"n_samples must be an integer, got {shown(n_samples)}."
        ) from None
    sizes = counted.row_sizes, counted.column_sizes
    if total < max(int(each.max()) for each in sizes):
        raise ValueError(
            f"n_samples must not be below the sum of a row or column, got {total}."
        )
    if total >= 2**63:
        raise ValueError("n_samples must be below 2**63.")
    if min(counted.shape) == 1:
        return 0.0
    return expected_information(*sizes, total)


def normalized_mutual_info_score(
    labels_true: Clusters,
    labels_pred: OtherClusters,
    *,
    average_method: formulas.EntropyMean = "arithmetic",
    noise: Noise = "one_cluster",
) -> float:
    """Compute the normalized mutual information (NMI) of two partitions.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        The clusters of a reference partition: labels of any kind.
    labels_pred : array_like of shape (n_samples,)
        The clusters of the partition to compare with it; of any kind, for example
        strings against numbers.
    average_method : {"arithmetic", "geometric", "min", "max"}, default="arithmetic"
        Mean of the two entropies in the denominator.
    noise : {"one_cluster", "drop", "own_clusters"}, default="one_cluster"
        Meaning of the label -1, which clusterers give to rows without a cluster.
        "one_cluster": a label like any other, as in scikit-learn. "drop": rows with -1
        in either partition are left out. "own_clusters": each row with -1 is a cluster
        of its own in that partition.

    Returns
    -------
    float
        In [0, 1]; 1 for equal partitions. Higher is better, but it grows with the
        numbers of clusters. 1 if both partitions have one cluster, or without rows; 0
        if only one of them has one cluster.

    Raises
    ------
    ValueError
        If lengths differ, labels are missing or not finite, or an option is unknown.

    Warns
    -----
    UserWarning
        If labels have fractions: every distinct value is a cluster then.

    See Also
    --------
    adjusted_mutual_info_score : corrected for chance.
    v_measure_score : the same with the arithmetic mean.

    Notes
    -----
    Equal partitions give exactly 1.0. O(n) time, O(number of pairs of clusters that
    occur) memory; the interpreter lock is released.

    References
    ----------
    .. [1] A. Strehl and J. Ghosh, "Cluster ensembles: a knowledge reuse framework for
       combining multiple partitions", Journal of Machine Learning Research 3, 2002,
       583-617.
    .. [2] N. X. Vinh, J. Epps and J. Bailey, "Information theoretic measures for
       clusterings comparison: variants, properties, normalization and correction for
       chance", Journal of Machine Learning Research 11, 2010, 2837-2854.

    Examples
    --------
    >>> from fastmetrics import normalized_mutual_info_score
    >>> normalized_mutual_info_score([0, 0, 1, 1], [1, 1, 0, 0])
    1.0
    >>> normalized_mutual_info_score([0, 0, 0, 0], [0, 1, 2, 3])
    0.0
    """
    _check_average(average_method)
    information = count_clusterings(labels_true, labels_pred, noise).information()
    return float(
        formulas.normalized_mutual_info_score(
            information, average_method=average_method
        )
    )


def adjusted_mutual_info_score(
    labels_true: Clusters,
    labels_pred: OtherClusters,
    *,
    average_method: formulas.EntropyMean = "arithmetic",
    noise: Noise = "one_cluster",
) -> float:
    r"""Compute adjusted mutual information (AMI) of two partitions.

    .. math:: \frac{I - E[I]}{\bar H - E[I]}

    with the mutual information I, its mean over all partitions with clusters of the
    same sizes, and a mean of the two entropies.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        The clusters of a reference partition: labels of any kind.
    labels_pred : array_like of shape (n_samples,)
        The clusters of the partition to compare with it; of any kind, for example
        strings against numbers.
    average_method : {"arithmetic", "geometric", "min", "max"}, default="arithmetic"
        Mean of the two entropies in the denominator.
    noise : {"one_cluster", "drop", "own_clusters"}, default="one_cluster"
        Meaning of the label -1, which clusterers give to rows without a cluster.
        "one_cluster": a label like any other, as in scikit-learn. "drop": rows with -1
        in either partition are left out. "own_clusters": each row with -1 is a cluster
        of its own in that partition.

    Returns
    -------
    float
        At most 1, for equal partitions; 0 on average for independent partitions with
        any numbers of clusters; it can be negative. Higher is better. 1 if both
        partitions have one cluster, or without rows; 0 if only one of them has one
        cluster.

    Raises
    ------
    ValueError
        If lengths differ, labels are missing or not finite, or an option is unknown.

    Warns
    -----
    UserWarning
        If labels have fractions: every distinct value is a cluster then.

    See Also
    --------
    adjusted_rand_score : the analogue for pairs of rows.
    expected_mutual_information : E[I].

    Notes
    -----
    I and E[I] are sums of terms that do not cancel, each accurate to 1e-14; if they are
    nearly equal, their difference has this absolute accuracy. The mutual information of
    a partition into single rows equals its expected value, so the score is 0. If the
    denominator is also 0, as with ``average_method="min"``, the score is 1, as in
    scikit-learn. Time is O(n) plus the time of `expected_mutual_information`.

    References
    ----------
    .. [1] N. X. Vinh, J. Epps and J. Bailey, "Information theoretic measures for
       clusterings comparison: variants, properties, normalization and correction for
       chance", Journal of Machine Learning Research 11, 2010, 2837-2854.

    Examples
    --------
    >>> from fastmetrics import adjusted_mutual_info_score
    >>> adjusted_mutual_info_score([0, 0, 1, 1], [1, 1, 0, 0])
    1.0
    >>> adjusted_mutual_info_score([0, 0, 1, 1], [0, 1, 0, 1])
    -0.49999999999999994
    """
    _check_average(average_method)
    counted = count_clusterings(labels_true, labels_pred, noise)
    information = counted.information(expected=True)
    return float(
        formulas.adjusted_mutual_info_score(information, average_method=average_method)
    )


def _check_average(average_method: str) -> None:
    if not is_one_of(average_method, formulas.AVERAGE_METHODS):
        raise ValueError(
            "average_method must be 'min', 'geometric', 'arithmetic' or 'max', got "
            f"{shown(average_method)}."
        )
