"""Differences between groups in a model's decisions: parity, opportunity and odds.

Rates of groups are computed as in `by_group`. Names and parameters are those of
Fairlearn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from fastmetrics._common.options import warn
from fastmetrics._common.records import as_public
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.fairness.family import RECORDS
from fastmetrics.metrics.fairness.group_rates import GroupRates, check_options

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Label
    from fastmetrics._common.bounds import Between
    from fastmetrics.metrics.labels.definitions import Labels, Predicted


_HOW: dict[str, Any] = {row.name: row.how for row in RECORDS}


def _parity(definition: Callable[..., None]) -> Any:
    """Make a public function from a docstring and the record with its name."""
    name = definition.__name__

    def parity(
        y_true: Labels,
        y_pred: Predicted,
        *,
        sensitive_features: Any,
        method: Between = "between_groups",
        sample_weight: ArrayLike | None = None,
        pos_label: Label = 1,
        **own: Any,
    ) -> float:
        definition(**own)  # refuses keywords that it lacks
        check_options(method, **own)
        groups = GroupRates.from_rows(
            y_true, y_pred, sensitive_features, sample_weight, pos_label
        )
        apart = groups.apart(_HOW[name], method, **own)
        for rate in apart.rates:
            n = int((rate.trials == 0).sum())
            if n:
                warn(
                    f"{rate.name} is undefined in {n} of {len(groups.groups)} groups, "
                    "which are left out.",
                    UndefinedMetricWarning,
                )
        return apart.value

    return as_public(parity, definition, before="pos_label")


@_parity
def demographic_parity_difference() -> None:
    """Demographic parity difference: difference of selection rates between groups.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    sensitive_features : array_like of shape (n_samples,), or a frame or dict of several
        The group of each row; for several columns, each combination is a group.
    method : {"between_groups", "to_overall"}, default="between_groups"
        Largest minus smallest rate of the groups, or the largest distance of a group's
        rate from the rate of all rows.
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


@_parity
def demographic_parity_ratio() -> None:
    """Demographic parity ratio: smallest divided by largest selection rate of groups.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    sensitive_features : array_like of shape (n_samples,), or a frame or dict of several
        The group of each row; for several columns, each combination is a group.
    method : {"between_groups", "to_overall"}, default="between_groups"
        Smallest divided by largest rate of the groups; or the smallest ratio, at most
        1, of a group's rate and the rate of all rows.
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


@_parity
def equal_opportunity_difference() -> None:
    """Equal opportunity difference: difference of true positive rates between groups.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    sensitive_features : array_like of shape (n_samples,), or a frame or dict of several
        The group of each row; for several columns, each combination is a group.
    method : {"between_groups", "to_overall"}, default="between_groups"
        Largest minus smallest rate of the groups, or the largest distance of a group's
        rate from the rate of all rows.
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


@_parity
def equal_opportunity_ratio() -> None:
    """Smallest by largest true positive rate among groups.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    sensitive_features : array_like of shape (n_samples,), or a frame or dict of several
        The group of each row; for several columns, each combination is a group.
    method : {"between_groups", "to_overall"}, default="between_groups"
        Smallest divided by largest rate of the groups; or the smallest ratio, at most
        1, of a group's rate and the rate of all rows.
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


@_parity
def equalized_odds_difference(
    *, agg: Literal["worst_case", "mean"] = "worst_case"
) -> None:
    """Equalized odds difference: difference of TPR and FPR between groups.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    sensitive_features : array_like of shape (n_samples,), or a frame or dict of several
        The group of each row; for several columns, each combination is a group.
    method : {"between_groups", "to_overall"}, default="between_groups"
        Largest minus smallest rate of the groups, or the largest distance of a group's
        rate from the rate of all rows.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    agg : {"worst_case", "mean"}, default="worst_case"
        The larger of the differences of both rates, or their mean.
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


@_parity
def equalized_odds_ratio(*, agg: Literal["worst_case", "mean"] = "worst_case") -> None:
    """Smallest by largest true and false positive rates among groups.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    sensitive_features : array_like of shape (n_samples,), or a frame or dict of several
        The group of each row; for several columns, each combination is a group.
    method : {"between_groups", "to_overall"}, default="between_groups"
        Smallest divided by largest rate of the groups; or the smallest ratio, at most
        1, of a group's rate and the rate of all rows.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    agg : {"worst_case", "mean"}, default="worst_case"
        The smaller of the ratios of both rates, or their mean.
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
