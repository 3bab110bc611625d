"""How far one labelling of rows tells the other, of labels without an order."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fastmetrics._common.options import check_flag, warn
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.clustering.formulas import information as formulas
from fastmetrics.metrics.clustering.measuring.clusterings import count_clusterings

if TYPE_CHECKING:
    from fastmetrics.metrics.clustering.annotations import (
        Clusters,
        Noise,
        OtherClusters,
    )


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
    :math:`e_{ij} = C_{i\cdot} C_{\cdot j} / n` what its margins alone give.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        The clusters of a reference partition: labels of any kind.
    labels_pred : array_like of shape (n_samples,)
        The clusters of the partition to compare with it; of any kind too, strings
        against numbers for one.
    bias_correction : bool, default=False
        Whether to take off what chance adds to it, which is much where rows are few for
        the cells [2]_: :math:`\tilde\varphi^2 = \max(0, \varphi^2 - \frac{(r - 1)
        (c - 1)}{n - 1})` stands for the mean square, and :math:`\tilde r = r -
        \frac{(r - 1)^2}{n - 1}` for r, as for c.
    noise : {"one_cluster", "drop", "own_clusters"}, default="one_cluster"
        Meaning of the label -1, which clusterers give to rows without a cluster:
        "one_cluster": a label like any other, as in scikit-learn; "drop": rows that
        either partition calls so are left out; "own_clusters": every such row is a
        cluster of its own, in the partition that calls it so.

    Returns
    -------
    float
        In [0, 1]: 0 for independent labels, 1 where those of the side with more labels
        tell those of the other; exchanging the two changes nothing. Higher is better.
        NaN if all labels of a side are equal; with ``bias_correction`` also if all of a
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
    theils_u : how far one side tells the other, not the same both ways.
    matthews_corrcoef : for two labels on either side it is this but for sign.

    Notes
    -----
    Its square root makes it high early: without the correction two columns of chance
    have about √((r - 1)(c - 1) / n / min(r - 1, c - 1)). torchmetrics and others
    correct unasked. The squared deviations are exact integers, so no precision is lost
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
            f"of {association.total} rows with {association.rows} labels on one side "
            f"and {association.columns} on the other cramers_v is undefined and "
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
        The clusters of the partition to compare with it; of any kind too, strings
        against numbers for one.
    noise : {"one_cluster", "drop", "own_clusters"}, default="one_cluster"
        Meaning of the label -1, which clusterers give to rows without a cluster:
        "one_cluster": a label like any other, as in scikit-learn; "drop": rows that
        either partition calls so are left out; "own_clusters": every such row is a
        cluster of its own, in the partition that calls it so.

    Returns
    -------
    float
        In [0, 1]: 0 for independent labels, 1 where ``labels_pred`` tell
        ``labels_true``. Higher is better. NaN if all ``labels_true`` are equal, and
        there is nothing to be told.

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
    homogeneity_score : the same number, but 1 where there is nothing to be told.
    cramers_v : association that is the same both ways.

    Notes
    -----
    Also called the uncertainty coefficient, or entropy coefficient; it is not Theil's U
    of forecasts. Exchanging the arguments gives the proportion of the other entropy. It
    grows with the number of labels that tell. torchmetrics has 0 for what is NaN here.
    O(n) time, O(number of pairs of labels that occur) memory.

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
            "labels_true has no two different labels, so theils_u is undefined and "
            "returned as NaN.",
            UndefinedMetricWarning,
        )
    return value
