"""How far a model's decisions differ between groups: parity, opportunity and odds.

The rates of groups are those of `by_group`; what is made of them has the names and
parameters that the field's users know from Fairlearn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of
from fastmetrics._common.warn import warn
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.report.slices import by_group

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Label
    from fastmetrics.metrics.labels.annotations import Labels, Predicted
    from fastmetrics.report.grouped_metrics import Between


def demographic_parity_difference(
    y_true: Labels,
    y_pred: Predicted,
    *,
    sensitive_features: Any,
    method: Between = "between_groups",
    sample_weight: ArrayLike | None = None,
    pos_label: Label = 1,
) -> float:
    """How far groups' shares of rows predicted positive are apart.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    sensitive_features : array_like of shape (n_samples,), or a frame or dict of several
        The group of each row; of several columns the combinations that occur.
    method : {"between_groups", "to_overall"}, default="between_groups"
        The largest less the smallest rate of groups, or the largest distance of
        a group's rate from that of all rows.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    pos_label : int, float, bool or str, default=1
        The positive label.

    Returns
    -------
    float
        In [0, 1], 0 where groups are treated alike; lower is better.

    Raises
    ------
    ValueError
        If the target is not binary, lengths differ, a group is missing, a weight is
        negative, or an option is unknown.

    See Also
    --------
    by_group : the values of the groups, with intervals.

    References
    ----------
    .. [1] Dwork, C., Hardt, M., Pitassi, T., Reingold, O., Zemel, R. (2012). Fairness
       through awareness. ITCS 2012, 214-226.

    Examples
    --------
    >>> from fastmetrics import demographic_parity_difference
    >>> y_true, y_pred = [0, 0, 1, 1, 0, 0, 1, 1], [0, 1, 1, 1, 0, 0, 0, 1]
    >>> group = ["a", "a", "a", "a", "b", "b", "b", "b"]
    >>> demographic_parity_difference(y_true, y_pred, sensitive_features=group)
    0.5
    """
    return _apart(
        ("selection_rate",),
        "difference",
        y_true,
        y_pred,
        sensitive_features,
        method,
        sample_weight,
        pos_label,
        "worst_case",
    )


def demographic_parity_ratio(
    y_true: Labels,
    y_pred: Predicted,
    *,
    sensitive_features: Any,
    method: Between = "between_groups",
    sample_weight: ArrayLike | None = None,
    pos_label: Label = 1,
) -> float:
    """Smallest by largest share of rows predicted positive among groups.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    sensitive_features : array_like of shape (n_samples,), or a frame or dict of several
        The group of each row; of several columns the combinations that occur.
    method : {"between_groups", "to_overall"}, default="between_groups"
        The smallest by the largest rate of groups, or the smallest ratio, at most
        1, of a group's rate to that of all rows, or of that to the group's.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    pos_label : int, float, bool or str, default=1
        The positive label.

    Returns
    -------
    float
        In [0, 1], 1 where groups are treated alike; higher is better. NaN if all are 0.

    Raises
    ------
    ValueError
        If the target is not binary, lengths differ, a group is missing, a weight is
        negative, or an option is unknown.

    See Also
    --------
    by_group : the values of the groups, with intervals.

    References
    ----------
    .. [1] Dwork, C., Hardt, M., Pitassi, T., Reingold, O., Zemel, R. (2012). Fairness
       through awareness. ITCS 2012, 214-226.

    Examples
    --------
    >>> from fastmetrics import demographic_parity_ratio
    >>> y_true, y_pred = [0, 0, 1, 1, 0, 0, 1, 1], [0, 1, 1, 1, 0, 0, 0, 1]
    >>> group = ["a", "a", "a", "a", "b", "b", "b", "b"]
    >>> demographic_parity_ratio(y_true, y_pred, sensitive_features=group)
    0.3333333333333333
    """
    return _apart(
        ("selection_rate",),
        "ratio",
        y_true,
        y_pred,
        sensitive_features,
        method,
        sample_weight,
        pos_label,
        "worst_case",
    )


def equal_opportunity_difference(
    y_true: Labels,
    y_pred: Predicted,
    *,
    sensitive_features: Any,
    method: Between = "between_groups",
    sample_weight: ArrayLike | None = None,
    pos_label: Label = 1,
) -> float:
    """How far groups' true positive rates are apart.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    sensitive_features : array_like of shape (n_samples,), or a frame or dict of several
        The group of each row; of several columns the combinations that occur.
    method : {"between_groups", "to_overall"}, default="between_groups"
        The largest less the smallest rate of groups, or the largest distance of
        a group's rate from that of all rows.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    pos_label : int, float, bool or str, default=1
        The positive label.

    Returns
    -------
    float
        In [0, 1], 0 where groups are treated alike; lower is better.

    Raises
    ------
    ValueError
        If the target is not binary, lengths differ, a group is missing, a weight is
        negative, or an option is unknown.

    Warns
    -----
    UndefinedMetricWarning
        If a group has no positive row, and is left out.

    See Also
    --------
    by_group : the values of the groups, with intervals.

    References
    ----------
    .. [1] Hardt, M., Price, E., Srebro, N. (2016). Equality of opportunity in
       supervised learning. Advances in Neural Information Processing Systems 29.

    Examples
    --------
    >>> from fastmetrics import equal_opportunity_difference
    >>> y_true, y_pred = [0, 0, 1, 1, 0, 0, 1, 1], [0, 1, 1, 1, 0, 0, 0, 1]
    >>> group = ["a", "a", "a", "a", "b", "b", "b", "b"]
    >>> equal_opportunity_difference(y_true, y_pred, sensitive_features=group)
    0.5
    """
    return _apart(
        ("true_positive_rate",),
        "difference",
        y_true,
        y_pred,
        sensitive_features,
        method,
        sample_weight,
        pos_label,
        "worst_case",
    )


def equal_opportunity_ratio(
    y_true: Labels,
    y_pred: Predicted,
    *,
    sensitive_features: Any,
    method: Between = "between_groups",
    sample_weight: ArrayLike | None = None,
    pos_label: Label = 1,
) -> float:
    """Smallest by largest true positive rate among groups.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    sensitive_features : array_like of shape (n_samples,), or a frame or dict of several
        The group of each row; of several columns the combinations that occur.
    method : {"between_groups", "to_overall"}, default="between_groups"
        The smallest by the largest rate of groups, or the smallest ratio, at most
        1, of a group's rate to that of all rows, or of that to the group's.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    pos_label : int, float, bool or str, default=1
        The positive label.

    Returns
    -------
    float
        In [0, 1], 1 where groups are treated alike; higher is better. NaN if all are 0.

    Raises
    ------
    ValueError
        If the target is not binary, lengths differ, a group is missing, a weight is
        negative, or an option is unknown.

    Warns
    -----
    UndefinedMetricWarning
        If a group has no positive row, and is left out.

    See Also
    --------
    by_group : the values of the groups, with intervals.

    References
    ----------
    .. [1] Hardt, M., Price, E., Srebro, N. (2016). Equality of opportunity in
       supervised learning. Advances in Neural Information Processing Systems 29.

    Examples
    --------
    >>> from fastmetrics import equal_opportunity_ratio
    >>> y_true, y_pred = [0, 0, 1, 1, 0, 0, 1, 1], [0, 1, 1, 1, 0, 0, 0, 1]
    >>> group = ["a", "a", "a", "a", "b", "b", "b", "b"]
    >>> equal_opportunity_ratio(y_true, y_pred, sensitive_features=group)
    0.5
    """
    return _apart(
        ("true_positive_rate",),
        "ratio",
        y_true,
        y_pred,
        sensitive_features,
        method,
        sample_weight,
        pos_label,
        "worst_case",
    )


def equalized_odds_difference(
    y_true: Labels,
    y_pred: Predicted,
    *,
    sensitive_features: Any,
    method: Between = "between_groups",
    sample_weight: ArrayLike | None = None,
    agg: Literal["worst_case", "mean"] = "worst_case",
    pos_label: Label = 1,
) -> float:
    """How far groups' true and false positive rates are apart.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    sensitive_features : array_like of shape (n_samples,), or a frame or dict of several
        The group of each row; of several columns the combinations that occur.
    method : {"between_groups", "to_overall"}, default="between_groups"
        The largest less the smallest rate of groups, or the largest distance of
        a group's rate from that of all rows.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    agg : {"worst_case", "mean"}, default="worst_case"
        The larger of both rates' differences, or their mean.
    pos_label : int, float, bool or str, default=1
        The positive label.

    Returns
    -------
    float
        In [0, 1], 0 where groups are treated alike; lower is better.

    Raises
    ------
    ValueError
        If the target is not binary, lengths differ, a group is missing, a weight is
        negative, or an option is unknown.

    Warns
    -----
    UndefinedMetricWarning
        If a group has no positive, or no negative, row, and is left out.

    See Also
    --------
    by_group : the values of the groups, with intervals.

    References
    ----------
    .. [1] Hardt, M., Price, E., Srebro, N. (2016). Equality of opportunity in
       supervised learning. Advances in Neural Information Processing Systems 29.

    Examples
    --------
    >>> from fastmetrics import equalized_odds_difference
    >>> y_true, y_pred = [0, 0, 1, 1, 0, 0, 1, 1], [0, 1, 1, 1, 0, 0, 0, 1]
    >>> group = ["a", "a", "a", "a", "b", "b", "b", "b"]
    >>> equalized_odds_difference(y_true, y_pred, sensitive_features=group)
    0.5
    """
    return _apart(
        ("true_positive_rate", "false_positive_rate"),
        "difference",
        y_true,
        y_pred,
        sensitive_features,
        method,
        sample_weight,
        pos_label,
        agg,
    )


def equalized_odds_ratio(
    y_true: Labels,
    y_pred: Predicted,
    *,
    sensitive_features: Any,
    method: Between = "between_groups",
    sample_weight: ArrayLike | None = None,
    agg: Literal["worst_case", "mean"] = "worst_case",
    pos_label: Label = 1,
) -> float:
    """Smallest by largest true and false positive rates among groups.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    sensitive_features : array_like of shape (n_samples,), or a frame or dict of several
        The group of each row; of several columns the combinations that occur.
    method : {"between_groups", "to_overall"}, default="between_groups"
        The smallest by the largest rate of groups, or the smallest ratio, at most
        1, of a group's rate to that of all rows, or of that to the group's.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    agg : {"worst_case", "mean"}, default="worst_case"
        The smaller of both rates' ratios, or their mean.
    pos_label : int, float, bool or str, default=1
        The positive label.

    Returns
    -------
    float
        In [0, 1], 1 where groups are treated alike; higher is better. NaN if all are 0.

    Raises
    ------
    ValueError
        If the target is not binary, lengths differ, a group is missing, a weight is
        negative, or an option is unknown.

    Warns
    -----
    UndefinedMetricWarning
        If a group has no positive, or no negative, row, and is left out.

    See Also
    --------
    by_group : the values of the groups, with intervals.

    References
    ----------
    .. [1] Hardt, M., Price, E., Srebro, N. (2016). Equality of opportunity in
       supervised learning. Advances in Neural Information Processing Systems 29.

    Examples
    --------
    >>> from fastmetrics import equalized_odds_ratio
    >>> y_true, y_pred = [0, 0, 1, 1, 0, 0, 1, 1], [0, 1, 1, 1, 0, 0, 0, 1]
    >>> group = ["a", "a", "a", "a", "b", "b", "b", "b"]
    >>> equalized_odds_ratio(y_true, y_pred, sensitive_features=group)
    0.0
    """
    return _apart(
        ("true_positive_rate", "false_positive_rate"),
        "ratio",
        y_true,
        y_pred,
        sensitive_features,
        method,
        sample_weight,
        pos_label,
        agg,
    )


def _apart(
    metrics: Sequence[str],
    kind: Literal["difference", "ratio"],
    y_true: Any,
    y_pred: Any,
    groups: Any,
    method: Between,
    sample_weight: Any,
    pos_label: Any,
    agg: str,
) -> float:
    """Return the worst, or the mean, of what rates of groups are apart."""
    if not is_one_of(agg, ("worst_case", "mean")):
        raise ValueError(f"agg must be 'worst_case' or 'mean', got {shown(agg)}")
    found = by_group(
        list(metrics),
        y_true,
        y_pred,
        by=groups,
        sample_weight=sample_weight,
        pos_label=pos_label,
    )
    for metric in metrics:
        n = found.n_undefined(metric)
        if n:
            warn(
                f"{metric} is undefined in {n} of {len(found.n_samples)} groups, which "
                "are left out.",
                UndefinedMetricWarning,
            )
    values = list(getattr(found, kind)(method).values())
    if agg == "mean":
        return float(np.mean(values))
    return float(max(values) if kind == "difference" else min(values))
