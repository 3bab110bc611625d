"""Areas under the ROC curves of groups of rows, and their mean."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, warn
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.scores.grouped_scores import AVERAGES, GroupedScores

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label


class GroupedAuc(NamedTuple):
    """Areas under the ROC curves of groups, or their mean."""

    score: float | None
    """The mean; None where each group was asked for."""
    n_groups: int
    """Groups that have rows, of weight above 0."""
    n_skipped: int
    """Those of them that have rows of one class only, and so no area."""
    groups: NDArray[Any] | None
    """All ids, ascending, if each group was asked for."""
    scores: NDArray[np.float64] | None
    """Likewise the area of each group, NaN where it has none."""
    weights: NDArray[np.float64] | None
    """Likewise what the rows of each group weigh; unweighted, how many there are."""


def roc_auc_by_group(
    y_true: ArrayLike | GroupedScores,
    y_score: ArrayLike | None,
    groups: ArrayLike | None,
    *,
    average: Literal["rows", "pairs", "macro"] | None = "rows",
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> GroupedAuc:
    r"""Group AUC (GAUC): mean area under the ROC curve within groups of rows.

    Rows are compared only with rows of their own group, such as a user, a query or a
    session. Scores need not be comparable between groups:

    .. math:: \mathrm{GAUC} = \frac{\sum_g w_g\,\mathrm{AUC}_g}{\sum_g w_g}

    where :math:`g` runs over the groups with rows of both classes.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``.
    y_score : array_like of shape (n_samples,)
        Any finite real scores; larger means more positive.
    groups : array_like of shape (n_samples,)
        The group of each row: integers, strings, dates or other ids of one kind that
        can be sorted, none missing. Rows of a group need not be adjacent.
    average : {"rows", "pairs", "macro"} or None, default="rows"
        Weight of a group: its rows (impressions), its pairs of a positive and a
        negative row, or 1. None returns the area of every group.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. The weight of a pair is the
        product of its weights, the weight of a group the sum over its rows or pairs.
        Rows of weight 0 count as absent.

    Returns
    -------
    GroupedAuc
        Named tuple (score, n_groups, n_skipped, groups, scores, weights). ``score`` is
        in [0, 1]; higher is better, 1 is best and ½ is chance; NaN if no group has both
        classes. ``n_skipped`` of the ``n_groups`` groups have only one class and are
        left out of the mean. With ``average=None``, ``score`` is None and the last
        three are arrays with an item per group. These are its id (ascending), its area
        (NaN with only one class) and the weight of its rows. Otherwise these three are
        None.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, a score is NaN or infinite, a weight is
        negative, a group is missing, ``average`` is unknown, or ``pos_label`` is needed
        and not given.
    TypeError
        If groups are not of one kind, or cannot be compared.

    Warns
    -----
    UndefinedMetricWarning
        If no group has rows of both classes.

    See Also
    --------
    roc_auc_score : the area over all rows, ignoring groups.
    confidence_interval : with the same ``groups``, treated as clusters.

    Notes
    -----
    Zhu et al. weight a user by impressions ("rows" here). Other papers that use the
    name GAUC weight by clicks or not at all. "pairs" is the proportion of concordant
    pairs among all pairs within groups, with ties counted one half.

    Unweighted pairs are counted exactly in integers. Rows are ordered by group with one
    radix sort; small groups are compared without sorting. O(n log n) time at most;
    about 40 bytes of memory per row. The interpreter lock is released, and long columns
    are spread over threads.

    References
    ----------
    .. [1] H. Zhu, J. Jin, C. Tan, F. Pan, Y. Zeng, H. Li and K. Gai, "Optimized cost
       per click in Taobao display advertising", KDD 2017, 2191-2200.

    Examples
    --------
    >>> from fastmetrics import roc_auc_by_group
    >>> y_true, y_score = [1, 0, 0, 0, 1, 1], [0.3, 0.1, 0.4, 0.8, 0.9, 0.7]
    >>> user = ["ann", "ann", "ann", "bob", "bob", "cid"]
    >>> found = roc_auc_by_group(y_true, y_score, user)
    >>> found.score, found.n_groups, found.n_skipped
    (0.7, 3, 1)
    >>> roc_auc_by_group(y_true, y_score, user, average=None).scores
    array([0.5, 1. , nan])
    """
    if not is_one_of(average, (*AVERAGES, None)):
        raise ValueError(
            f"average must be one of {AVERAGES} or None, got {shown(average)}."
        )
    if isinstance(y_true, GroupedScores):
        groups_of_rows = y_true
    else:
        groups_of_rows = GroupedScores.from_rows(
            y_true, y_score, groups, pos_label, sample_weight
        )
    n_skipped = len(groups_of_rows) - int(groups_of_rows.has_both.sum())
    if n_skipped == len(groups_of_rows):
        warn(
            "no group has a positive and a negative row (of weight above 0), so "
            "roc_auc_by_group is undefined and returned as NaN.",
            UndefinedMetricWarning,
        )
    if average is not None:
        score = (
            math.nan
            if n_skipped == len(groups_of_rows)
            else groups_of_rows.mean(average)
        )
        return GroupedAuc(score, len(groups_of_rows), n_skipped, None, None, None)
    return GroupedAuc(
        None,
        len(groups_of_rows),
        n_skipped,
        groups_of_rows.group_ids(),
        groups_of_rows.areas,
        groups_of_rows.row_weights(),
    )
