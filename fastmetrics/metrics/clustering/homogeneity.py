"""Homogeneity, completeness and entropy of clusterings, and association of labels."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fastmetrics._common.options import check_flag, nonnegative, warn
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.clustering import formulas
from fastmetrics.metrics.clustering.partitions import count_clusterings

if TYPE_CHECKING:
    from fastmetrics.metrics.clustering.partitions import Clusters, Noise, OtherClusters


def homogeneity_completeness_v_measure(
    labels_true: Clusters,
    labels_pred: OtherClusters,
    *,
    beta: float = 1.0,
    noise: Noise = "one_cluster",
) -> tuple[float, float, float]:
    r"""Homogeneity, completeness and V-measure of a clustering.

    .. math:: h = \frac{I}{H(\text{true})} \qquad c = \frac{I}{H(\text{pred})} \qquad
              v = \frac{(1 + \beta)\, h\, c}{\beta h + c}

    with the mutual information I and the entropies of the two partitions.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        The clusters of a reference partition: labels of any kind.
    labels_pred : array_like of shape (n_samples,)
        The clusters of the partition to compare with it; of any kind, for example
        strings against numbers.
    beta : float, default=1.0
        How many times as important completeness is as homogeneity; 0 or more.
    noise : {"one_cluster", "drop", "own_clusters"}, default="one_cluster"
        Meaning of the label -1, which clusterers give to rows without a cluster.
        "one_cluster": a label like any other, as in scikit-learn. "drop": rows with -1
        in either partition are left out. "own_clusters": each row with -1 is a cluster
        of its own in that partition.

    Returns
    -------
    homogeneity : float
        In [0, 1]; 1 if each cluster has rows of one class only.
    completeness : float
        In [0, 1]; 1 if all rows of a class are in one cluster.
    v_measure : float
        In [0, 1]: their weighted harmonic mean; 0 if both are 0. Higher is better for
        all three. Without rows, all are 1.

    Raises
    ------
    ValueError
        If lengths differ, labels are missing or not finite, or an option is unknown.
        Also if ``beta`` is below 0 or not finite.
    TypeError
        If ``beta`` is not a number.

    Warns
    -----
    UserWarning
        If labels have fractions: every distinct value is a cluster then.

    See Also
    --------
    homogeneity_score, completeness_score, v_measure_score : one of the three.

    Notes
    -----
    A partition of one cluster has no entropy: the value divided by it is 1. O(n) time,
    O(number of pairs of clusters that occur) memory; the interpreter lock is released.

    References
    ----------
    .. [1] A. Rosenberg and J. Hirschberg, "V-measure: a conditional entropy-based
       external cluster evaluation measure", Proceedings of EMNLP-CoNLL, 2007, 410-420.

    Examples
    --------
    >>> from fastmetrics import homogeneity_completeness_v_measure
    >>> homogeneity_completeness_v_measure([0, 0, 1, 1], [0, 0, 1, 2])
    (1.0, 0.6666666666666667, 0.8)
    """
    weight = nonnegative(beta, "beta")
    information = count_clusterings(labels_true, labels_pred, noise).information()
    return (
        float(formulas.homogeneity_score(information)),
        float(formulas.completeness_score(information)),
        float(formulas.v_measure_score(information, beta=weight)),
    )


def conditional_entropy(
    labels_true: Clusters, labels_pred: OtherClusters, *, noise: Noise = "one_cluster"
) -> float:
    r"""Conditional entropy H(C|K) of the classes given the clusters, in nats.

    .. math:: H(C \mid K) = -\sum_{ij} \frac{C_{ij}}{n} \ln \frac{C_{ij}}{b_j}
              = H(C) - I(C; K)

    with :math:`C_{ij}` rows of class i in cluster j, which has :math:`b_j` rows.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        The clusters of a reference partition: labels of any kind. They are the classes
        C of the rows.
    labels_pred : array_like of shape (n_samples,)
        The clusters of the partition to compare with it; of any kind, for example
        strings against numbers. They are the clusters K.
    noise : {"one_cluster", "drop", "own_clusters"}, default="one_cluster"
        Meaning of the label -1, which clusterers give to rows without a cluster.
        "one_cluster": a label like any other, as in scikit-learn. "drop": rows with -1
        in either partition are left out. "own_clusters": each row with -1 is a cluster
        of its own in that partition.

    Returns
    -------
    float
        In [0, H(C)], in nats: 0 if each cluster has rows of one class only, H(C)
        where the two are independent. Lower is better. With the arguments exchanged it
        is H(K|C).

    Raises
    ------
    ValueError
        If lengths differ, labels are missing or not finite, or an option is unknown.

    Warns
    -----
    UndefinedMetricWarning
        If there are no rows; NaN is returned.
    UserWarning
        If labels have fractions: every distinct value is a cluster then.

    See Also
    --------
    homogeneity_score : 1 - H(C|K) / H(C).
    mutual_info_score : information of the clusters about the classes.
    partition_entropy : H(C) itself.

    Notes
    -----
    A difference of two sums, accurate to about 15 digits of H(C). O(n) time, O(number
    of pairs of clusters that occur) memory.

    References
    ----------
    .. [1] A. Rosenberg and J. Hirschberg, "V-measure: a conditional entropy-based
       external cluster evaluation measure", Proceedings of EMNLP-CoNLL, 2007, 410-420.

    Examples
    --------
    >>> from fastmetrics import conditional_entropy
    >>> conditional_entropy([0, 0, 1, 1], [0, 0, 1, 2])
    0.0
    >>> conditional_entropy([0, 0, 1, 1], [0, 0, 0, 0])
    0.6931471805599453
    """
    counted = count_clusterings(labels_true, labels_pred, noise)
    if counted.total == 0:
        warn(
            "There are no rows, so conditional_entropy is undefined and returned as "
            "NaN.",
            UndefinedMetricWarning,
        )
        return math.nan
    return float(formulas.conditional_entropy(counted.information()))


def homogeneity_score(
    labels_true: Clusters, labels_pred: OtherClusters, *, noise: Noise = "one_cluster"
) -> float:
    r"""Homogeneity: degree to which each cluster contains rows of one class only.

    .. math:: \frac{I}{H(\text{true})} = 1 - \frac{H(\text{true}|\text{pred})}
              {H(\text{true})}

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
        In [0, 1]; 1 if each cluster has rows of one class only, as with clusters of
        single rows, or where there is one class. Higher is better.

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
    completeness_score : the same with the arguments exchanged.
    v_measure_score : the mean of both.

    Notes
    -----
    O(n) time, O(number of pairs of clusters that occur) memory.

    References
    ----------
    .. [1] A. Rosenberg and J. Hirschberg, "V-measure: a conditional entropy-based
       external cluster evaluation measure", Proceedings of EMNLP-CoNLL, 2007, 410-420.

    Examples
    --------
    >>> from fastmetrics import homogeneity_score
    >>> homogeneity_score([0, 0, 1, 1], [0, 0, 1, 2])
    1.0
    >>> homogeneity_score([0, 0, 1, 1], [0, 0, 0, 0])
    0.0
    """
    information = count_clusterings(labels_true, labels_pred, noise).information()
    return float(formulas.homogeneity_score(information))


def completeness_score(
    labels_true: Clusters, labels_pred: OtherClusters, *, noise: Noise = "one_cluster"
) -> float:
    r"""Completeness: degree to which all rows of a class are in one cluster.

    .. math:: \frac{I}{H(\text{pred})} = 1 - \frac{H(\text{pred}|\text{true})}
              {H(\text{pred})}

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
        In [0, 1]; 1 if the rows of each class are in one cluster, as where there is
        one cluster. Higher is better.

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
    homogeneity_score : the same with the arguments exchanged.
    v_measure_score : the mean of both.

    Notes
    -----
    O(n) time, O(number of pairs of clusters that occur) memory.

    References
    ----------
    .. [1] A. Rosenberg and J. Hirschberg, "V-measure: a conditional entropy-based
       external cluster evaluation measure", Proceedings of EMNLP-CoNLL, 2007, 410-420.

    Examples
    --------
    >>> from fastmetrics import completeness_score
    >>> completeness_score([0, 0, 1, 1], [0, 0, 0, 0])
    1.0
    >>> completeness_score([0, 0, 1, 1], [0, 0, 1, 2])
    0.6666666666666667
    """
    information = count_clusterings(labels_true, labels_pred, noise).information()
    return float(formulas.completeness_score(information))


def v_measure_score(
    labels_true: Clusters,
    labels_pred: OtherClusters,
    *,
    beta: float = 1.0,
    noise: Noise = "one_cluster",
) -> float:
    r"""V-measure: weighted harmonic mean of homogeneity and completeness.

    .. math:: \frac{(1 + \beta)\, h\, c}{\beta h + c}

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        The clusters of a reference partition: labels of any kind.
    labels_pred : array_like of shape (n_samples,)
        The clusters of the partition to compare with it; of any kind, for example
        strings against numbers.
    beta : float, default=1.0
        How many times as important completeness is as homogeneity; 0 or more.
    noise : {"one_cluster", "drop", "own_clusters"}, default="one_cluster"
        Meaning of the label -1, which clusterers give to rows without a cluster.
        "one_cluster": a label like any other, as in scikit-learn. "drop": rows with -1
        in either partition are left out. "own_clusters": each row with -1 is a cluster
        of its own in that partition.

    Returns
    -------
    float
        In [0, 1]; 1 for equal partitions, 0 for independent ones. Higher is better, but
        it grows with the numbers of clusters. 1 without rows.

    Raises
    ------
    ValueError
        If lengths differ, labels are missing or not finite, or an option is unknown.
        Also if ``beta`` is below 0 or not finite.
    TypeError
        If ``beta`` is not a number.

    Warns
    -----
    UserWarning
        If labels have fractions: every distinct value is a cluster then.

    See Also
    --------
    normalized_mutual_info_score : the same at ``beta=1``.
    homogeneity_completeness_v_measure : all three.

    Notes
    -----
    O(n) time, O(number of pairs of clusters that occur) memory.

    References
    ----------
    .. [1] A. Rosenberg and J. Hirschberg, "V-measure: a conditional entropy-based
       external cluster evaluation measure", Proceedings of EMNLP-CoNLL, 2007, 410-420.

    Examples
    --------
    >>> from fastmetrics import v_measure_score
    >>> v_measure_score([0, 0, 1, 1], [0, 0, 1, 2])
    0.8
    """
    weight = nonnegative(beta, "beta")
    information = count_clusterings(labels_true, labels_pred, noise).information()
    return float(formulas.v_measure_score(information, beta=weight))


# -------------------------------------------------------------------------- association


def cramers_v(
    labels_true: Clusters,
    labels_pred: OtherClusters,
    *,
    bias_correction: bool = False,
    noise: Noise = "one_cluster",
) -> float:
    r"""Cramér's V, a measure of association between two labellings.

    .. math:: V = \sqrt{\frac{\varphi^2}{\min(r - 1,\, c - 1)}} \qquad
              \varphi^2 = \frac{\chi^2}{n} = \sum_{ij} \frac{(C_{ij} - e_{ij})^2}
              {n\, e_{ij}}

    with C the ``contingency_matrix`` of r rows and c columns, and
    :math:`e_{ij} = C_{i\cdot} C_{\cdot j} / n` the expected counts under independence.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        The clusters of a reference partition: labels of any kind.
    labels_pred : array_like of shape (n_samples,)
        The clusters of the partition to compare with it; of any kind, for example
        strings against numbers.
    bias_correction : bool, default=False
        Subtract the expectation under independence, which is large with few rows per
        cell [2]_: the mean square is :math:`\tilde\varphi^2 = \max(0, \varphi^2 -
        \frac{(r - 1)(c - 1)}{n - 1})`, and r is :math:`\tilde r = r - \frac{(r -
        1)^2}{n - 1}`; likewise c.
    noise : {"one_cluster", "drop", "own_clusters"}, default="one_cluster"
        Meaning of the label -1, which clusterers give to rows without a cluster.
        "one_cluster": a label like any other, as in scikit-learn. "drop": rows with -1
        in either partition are left out. "own_clusters": each row with -1 is a cluster
        of its own in that partition.

    Returns
    -------
    float
        In [0, 1]: 0 for independent labels; 1 if the side with more labels determines
        the labels of the other. It is symmetric, and higher is better. NaN if all
        labels of a side are equal; with ``bias_correction`` also if all labels of a
        side are different.

    Raises
    ------
    ValueError
        If lengths differ, labels are missing or not finite, or an option is unknown.
    TypeError
        If ``bias_correction`` is not True or False.

    Warns
    -----
    UserWarning
        If labels have fractions: every distinct value is a label then.
    UndefinedMetricWarning
        If it is NaN.

    See Also
    --------
    theils_u : asymmetric association: entropy of one side explained by the other.
    matthews_corrcoef : with two labels on either side, the same up to the sign.

    Notes
    -----
    Without the correction, independent columns have a value of about
    √((r - 1)(c - 1) / n / min(r - 1, c - 1)). torchmetrics and others correct by
    default. The squared deviations are exact integers, so no precision is lost
    near independence. O(n) time, O(number of pairs of labels that occur) memory.

    References
    ----------
    .. [1] H. Cramér, "Mathematical Methods of Statistics", Princeton University Press,
       1946, sec. 21.9 and 30.5.
    .. [2] W. Bergsma, "A bias-correction for Cramér's V and Tschuprow's T", Journal of
       the Korean Statistical Society 42, 2013, 323-328.

    Examples
    --------
    >>> from fastmetrics import cramers_v
    >>> hair = ["dark", "dark", "dark", "fair", "fair", "fair"]
    >>> cramers_v(hair, ["a", "a", "b", "b", "b", "b"])
    0.7071067811865476
    """
    check_flag(bias_correction, "bias_correction")
    association = count_clusterings(labels_true, labels_pred, noise).association()
    value = float(formulas.cramers_v(association, bias_correction=bias_correction))
    if math.isnan(value):
        warn(
            f"For {association.total} rows with {association.rows} labels on one side "
            f"and {association.columns} on the other, cramers_v is undefined and "
            "returned as NaN.",
            UndefinedMetricWarning,
        )
    return value


def theils_u(
    labels_true: Clusters, labels_pred: OtherClusters, *, noise: Noise = "one_cluster"
) -> float:
    r"""Theil's U (uncertainty coefficient): proportion of entropy explained.

    .. math:: U(\text{true} | \text{pred}) =
              \frac{H(\text{true}) - H(\text{true}|\text{pred})}{H(\text{true})}

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
        In [0, 1]: 0 for independent labels, 1 if ``labels_pred`` determine
        ``labels_true``. Higher is better. NaN if all ``labels_true`` are equal.

    Raises
    ------
    ValueError
        If lengths differ, labels are missing or not finite, or an option is unknown.

    Warns
    -----
    UserWarning
        If labels have fractions: every distinct value is a label then.
    UndefinedMetricWarning
        If it is NaN.

    See Also
    --------
    homogeneity_score : the same number, but 1 if all ``labels_true`` are equal.
    cramers_v : a symmetric measure of association.

    Notes
    -----
    Also called the uncertainty coefficient, or entropy coefficient; it is not Theil's U
    of forecasts. Exchanging the arguments gives the proportion of the other entropy. It
    grows with the number of labels on the explaining side. torchmetrics returns 0
    instead of NaN. O(n) time, O(number of pairs of labels that occur) memory.

    References
    ----------
    .. [1] H. Theil, "On the estimation of relationships involving qualitative
       variables", American Journal of Sociology 76, 1970, 103-154.

    Examples
    --------
    >>> from fastmetrics import theils_u
    >>> theils_u(["a", "a", "b", "b"], [0, 0, 1, 2])
    1.0
    >>> theils_u([0, 0, 1, 2], ["a", "a", "b", "b"])
    0.6666666666666667
    """
    information = count_clusterings(labels_true, labels_pred, noise).information()
    value = float(formulas.theils_u(information))
    if math.isnan(value):
        warn(
            "All labels_true are equal, so theils_u is undefined and returned as NaN.",
            UndefinedMetricWarning,
        )
    return value
