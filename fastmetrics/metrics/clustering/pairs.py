"""Agreement of two partitions on pairs of rows."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics.metrics.clustering import formulas
from fastmetrics.metrics.clustering.formulas import PairCounts
from fastmetrics.metrics.clustering.partitions import count_clusterings, warn_undefined

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.clustering.partitions import Clusters, Noise, OtherClusters


def pair_confusion_matrix(
    labels_true: Clusters, labels_pred: OtherClusters, *, noise: Noise = "one_cluster"
) -> NDArray[np.int64]:
    """Pair confusion matrix: ordered pairs of rows by whether partitions group them.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        The clusters of a reference partition: labels of any kind.
    labels_pred : array_like of shape (n_samples,)
        The clusters of the partition to compare with it; of any kind, for example
        strings against numbers.
    noise : {"one_cluster", "drop", "own_clusters"}, default="one_cluster"
        Meaning of the label -1, which clusterers give to rows without a cluster.
        "one_cluster": a label like any other, as in scikit-learn. "drop": rows with -1
        in either partition are left out. "own_clusters": each row with -1 is a cluster
        of its own in that partition.

    Returns
    -------
    ndarray of shape (2, 2), int64
        Pairs (r, s), r ≠ s, each counted in both orders: n(n - 1) in total. The first
        index is 1 if they are in one cluster in ``labels_true``, the second if they are
        in one cluster in ``labels_pred``.

    Raises
    ------
    ValueError
        If lengths differ, labels are missing or not finite, or an option is unknown.
    OverflowError
        If n(n - 1) is above 2⁶³ - 1, that is for n above 3·10⁹.

    Warns
    -----
    UserWarning
        If labels have fractions: every distinct value is a cluster then.

    See Also
    --------
    pair_counts : unordered pairs, half of these, at any n.

    Notes
    -----
    O(n) time, O(number of pairs of clusters that occur) memory.

    References
    ----------
    .. [1] L. Hubert and P. Arabie, "Comparing partitions", Journal of Classification
       2, 1985, 193-218.

    Examples
    --------
    >>> from fastmetrics import pair_confusion_matrix
    >>> pair_confusion_matrix([0, 0, 1, 2], [0, 0, 1, 1])
    array([[8, 2],
           [0, 2]])
    """
    pairs = count_clusterings(labels_true, labels_pred, noise).pair_counts()
    return np.array(
        [
            [2 * pairs.different_different, 2 * pairs.different_same],
            [2 * pairs.same_different, 2 * pairs.same_same],
        ],
        np.int64,
    )


def pair_counts(
    labels_true: Clusters, labels_pred: OtherClusters, *, noise: Noise = "one_cluster"
) -> PairCounts[int]:
    """Count unordered pairs of rows by whether two partitions group them.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        The clusters of a reference partition: labels of any kind.
    labels_pred : array_like of shape (n_samples,)
        The clusters of the partition to compare with it; of any kind, for example
        strings against numbers.
    noise : {"one_cluster", "drop", "own_clusters"}, default="one_cluster"
        Meaning of the label -1, which clusterers give to rows without a cluster.
        "one_cluster": a label like any other, as in scikit-learn. "drop": rows with -1
        in either partition are left out. "own_clusters": each row with -1 is a cluster
        of its own in that partition.

    Returns
    -------
    PairCounts
        Named tuple of ``same_same``, ``same_different``, ``different_same`` and
        ``different_different``: exact integers of any size that add up to n(n - 1)/2.
        The first word is for ``labels_true``, the second for ``labels_pred``.

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
    pair_confusion_matrix : ordered pairs, twice as many, as a matrix.

    Notes
    -----
    If pairs in one cluster are positives, these are the true positives, false
    negatives, false positives and true negatives. O(n) time, O(number of pairs of
    clusters that occur) memory.

    References
    ----------
    .. [1] L. Hubert and P. Arabie, "Comparing partitions", Journal of Classification
       2, 1985, 193-218.
    .. [2] Z.-H. Zhou, "Machine Learning" (in Chinese), Tsinghua University Press,
       2016, sec. 9.2, where they are a, c, b and d.

    Examples
    --------
    >>> from fastmetrics import pair_counts
    >>> pair_counts([0, 0, 1, 2], [0, 0, 1, 1])
    PairCounts(same_same=1, same_different=0, different_same=1, different_different=4)
    """
    return count_clusterings(labels_true, labels_pred, noise).pair_counts()


def rand_score(
    labels_true: Clusters, labels_pred: OtherClusters, *, noise: Noise = "one_cluster"
) -> float:
    r"""Rand index: proportion of pairs of rows on which two partitions agree.

    .. math:: \frac{SS + DD}{n (n - 1) / 2}

    with SS the pairs that are in one cluster in both and DD those that are in none.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        The clusters of a reference partition: labels of any kind.
    labels_pred : array_like of shape (n_samples,)
        The clusters of the partition to compare with it; of any kind, for example
        strings against numbers.
    noise : {"one_cluster", "drop", "own_clusters"}, default="one_cluster"
        Meaning of the label -1, which clusterers give to rows without a cluster.
        "one_cluster": a label like any other, as in scikit-learn. "drop": rows with -1
        in either partition are left out. "own_clusters": each row with -1 is a cluster
        of its own in that partition.

    Returns
    -------
    float
        In [0, 1]; 1 for equal partitions, and for fewer than two rows. Higher is
        better, but typical values depend on the numbers of clusters: with many
        clusters, most pairs are separated in any two partitions.

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
    adjusted_rand_score : in excess of chance.

    Notes
    -----
    Counts of pairs are exact at any n, and rounded once. O(n) time, O(number of pairs
    of clusters that occur) memory; the interpreter lock is released while counting.

    References
    ----------
    .. [1] W. M. Rand, "Objective criteria for the evaluation of clustering methods",
       Journal of the American Statistical Association 66, 1971, 846-850.

    Examples
    --------
    >>> from fastmetrics import rand_score
    >>> rand_score([0, 0, 1, 1], [1, 1, 0, 0])
    1.0
    >>> rand_score([0, 0, 1, 2], [0, 0, 1, 1])
    0.8333333333333334
    """
    counted = count_clusterings(labels_true, labels_pred, noise)
    return formulas.rand_score(counted.pair_counts())


def adjusted_rand_score(
    labels_true: Clusters, labels_pred: OtherClusters, *, noise: Noise = "one_cluster"
) -> float:
    r"""Compute the adjusted Rand index (ARI), corrected for chance.

    .. math:: \frac{2 (SS \cdot DD - SD \cdot DS)}
                   {(SS + SD)(SD + DD) + (SS + DS)(DS + DD)}

    with the four counts of pairs of ``pair_counts``. It is (index - expected) /
    (maximum - expected) of the Rand index, expected over all tables with the same
    sizes of clusters.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        The clusters of a reference partition: labels of any kind.
    labels_pred : array_like of shape (n_samples,)
        The clusters of the partition to compare with it; of any kind, for example
        strings against numbers.
    noise : {"one_cluster", "drop", "own_clusters"}, default="one_cluster"
        Meaning of the label -1, which clusterers give to rows without a cluster.
        "one_cluster": a label like any other, as in scikit-learn. "drop": rows with -1
        in either partition are left out. "own_clusters": each row with -1 is a cluster
        of its own in that partition.

    Returns
    -------
    float
        In [-1/2, 1]: 1 for equal partitions, 0 in the mean for independent ones of any
        numbers of clusters. Higher is better. 1 for fewer than two rows.

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
    rand_score : not adjusted.
    adjusted_mutual_info_score : the analogue for information.

    Notes
    -----
    Products are exact integers, and the quotient is rounded once: no overflow and no
    cancellation at any n. O(n) time, O(number of pairs of clusters that occur) memory;
    the interpreter lock is released while counting.

    References
    ----------
    .. [1] L. Hubert and P. Arabie, "Comparing partitions", Journal of Classification
       2, 1985, 193-218.
    .. [2] J. E. Chacón and A. I. Rastrojo, "Minimum adjusted Rand index for two
       clusterings of a given size", Advances in Data Analysis and Classification 17,
       2023, 125-133.

    Examples
    --------
    >>> from fastmetrics import adjusted_rand_score
    >>> adjusted_rand_score([0, 0, 1, 1], [1, 1, 0, 0])
    1.0
    >>> adjusted_rand_score([0, 0, 1, 2], [0, 0, 1, 1])
    0.5714285714285714
    >>> adjusted_rand_score([0, 0, 1, 1], [0, 1, 0, 1])
    -0.5
    """
    counted = count_clusterings(labels_true, labels_pred, noise)
    return formulas.adjusted_rand_score(counted.pair_counts())


def fowlkes_mallows_score(
    labels_true: Clusters, labels_pred: OtherClusters, *, noise: Noise = "one_cluster"
) -> float:
    r"""Fowlkes–Mallows index: geometric mean of pairwise precision and recall.

    .. math:: \frac{SS}{\sqrt{(SS + SD)(SS + DS)}}

    with the counts of pairs of ``pair_counts``.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        The clusters of a reference partition: labels of any kind.
    labels_pred : array_like of shape (n_samples,)
        The clusters of the partition to compare with it; of any kind, for example
        strings against numbers.
    noise : {"one_cluster", "drop", "own_clusters"}, default="one_cluster"
        Meaning of the label -1, which clusterers give to rows without a cluster.
        "one_cluster": a label like any other, as in scikit-learn. "drop": rows with -1
        in either partition are left out. "own_clusters": each row with -1 is a cluster
        of its own in that partition.

    Returns
    -------
    float
        In [0, 1]; 1 for equal partitions. Higher is better. 0 if no pair is in one
        cluster in both. This includes two partitions into single rows, although these
        agree.

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
    pairwise_precision_recall : both of them.
    pairwise_jaccard_score : a proportion from the same counts.

    Notes
    -----
    It is not adjusted for chance. Counts of pairs are exact at any n. O(n) time,
    O(number of pairs of clusters that occur) memory; the interpreter lock is released
    while counting.

    References
    ----------
    .. [1] E. B. Fowlkes and C. L. Mallows, "A method for comparing two hierarchical
       clusterings", Journal of the American Statistical Association 78, 1983, 553-569.

    Examples
    --------
    >>> from fastmetrics import fowlkes_mallows_score
    >>> fowlkes_mallows_score([0, 0, 1, 1], [1, 1, 0, 0])
    1.0
    >>> fowlkes_mallows_score([0, 0, 1, 2], [0, 0, 1, 1])
    0.7071067811865476
    """
    counted = count_clusterings(labels_true, labels_pred, noise)
    return formulas.fowlkes_mallows_score(counted.pair_counts())


def pairwise_jaccard_score(
    labels_true: Clusters, labels_pred: OtherClusters, *, noise: Noise = "one_cluster"
) -> float:
    r"""Jaccard index of the pairs of rows that two partitions put in one cluster.

    .. math:: \frac{SS}{SS + SD + DS}

    with the counts of pairs of ``pair_counts``.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        The clusters of a reference partition: labels of any kind.
    labels_pred : array_like of shape (n_samples,)
        The clusters of the partition to compare with it; of any kind, for example
        strings against numbers.
    noise : {"one_cluster", "drop", "own_clusters"}, default="one_cluster"
        Meaning of the label -1, which clusterers give to rows without a cluster.
        "one_cluster": a label like any other, as in scikit-learn. "drop": rows with -1
        in either partition are left out. "own_clusters": each row with -1 is a cluster
        of its own in that partition.

    Returns
    -------
    float
        In [0, 1]; 1 for equal partitions. Higher is better. NaN if neither partition
        puts any two rows together.

    Raises
    ------
    ValueError
        If lengths differ, labels are missing or not finite, or an option is unknown.

    Warns
    -----
    UserWarning
        If labels have fractions: every distinct value is a cluster then.
    UndefinedMetricWarning
        If it is NaN.

    See Also
    --------
    jaccard_score : of rows, for classes.
    fowlkes_mallows_score : the same counts, as a geometric mean.

    Notes
    -----
    It is not adjusted for chance. Counts of pairs are exact at any n. O(n) time,
    O(number of pairs of clusters that occur) memory.

    References
    ----------
    .. [1] Z.-H. Zhou, "Machine Learning" (in Chinese), Tsinghua University Press,
       2016, eq. 9.5.

    Examples
    --------
    >>> from fastmetrics import pairwise_jaccard_score
    >>> pairwise_jaccard_score([0, 0, 1, 2], [0, 0, 1, 1])
    0.5
    """
    counted = count_clusterings(labels_true, labels_pred, noise)
    value = formulas.pairwise_jaccard_score(counted.pair_counts())
    if math.isnan(value):
        warn_undefined("pairwise_jaccard_score", "neither partition puts any two rows")
    return value


def pairwise_precision_recall(
    labels_true: Clusters, labels_pred: OtherClusters, *, noise: Noise = "one_cluster"
) -> tuple[float, float]:
    r"""Pairwise precision and recall of a clustering.

    .. math:: \frac{SS}{SS + DS} \qquad \frac{SS}{SS + SD}

    with the counts of pairs of ``pair_counts``.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        The clusters of a reference partition: labels of any kind.
    labels_pred : array_like of shape (n_samples,)
        The clusters of the partition to compare with it; of any kind, for example
        strings against numbers.
    noise : {"one_cluster", "drop", "own_clusters"}, default="one_cluster"
        Meaning of the label -1, which clusterers give to rows without a cluster.
        "one_cluster": a label like any other, as in scikit-learn. "drop": rows with -1
        in either partition are left out. "own_clusters": each row with -1 is a cluster
        of its own in that partition.

    Returns
    -------
    precision : float
        In [0, 1]: proportion of the pairs together in ``labels_pred`` that are also
        together in ``labels_true``. Higher is better. NaN if there are no such pairs.
    recall : float
        In [0, 1]: the same with the partitions exchanged.

    Raises
    ------
    ValueError
        If lengths differ, labels are missing or not finite, or an option is unknown.

    Warns
    -----
    UserWarning
        If labels have fractions: every distinct value is a cluster then.
    UndefinedMetricWarning
        If one of them is NaN.

    See Also
    --------
    fowlkes_mallows_score : their geometric mean.
    precision_score, recall_score : of rows, for classes.

    Notes
    -----
    Merging clusters costs precision, splitting them costs recall. Counts of pairs are
    exact at any n. O(n) time, O(number of pairs of clusters that occur) memory.

    References
    ----------
    .. [1] C. D. Manning, P. Raghavan and H. Schütze, "Introduction to Information
       Retrieval", Cambridge University Press, 2008, sec. 16.3.

    Examples
    --------
    >>> from fastmetrics import pairwise_precision_recall
    >>> pairwise_precision_recall([0, 0, 1, 2], [0, 0, 1, 1])
    (0.5, 1.0)
    """
    pairs = count_clusterings(labels_true, labels_pred, noise).pair_counts()
    precision = formulas.pairwise_precision(pairs)
    recall = formulas.pairwise_recall(pairs)
    for name, value, side in (
        ("pairwise precision", precision, "labels_pred"),
        ("pairwise recall", recall, "labels_true"),
    ):
        if math.isnan(value):
            warn_undefined(name, f"{side} puts no two rows")
    return precision, recall
