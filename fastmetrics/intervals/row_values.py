"""What rows lose by a metric that is their mean, one number a row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics import catalog
from fastmetrics._common.names import shown
from fastmetrics.intervals.bind import make_plans, resolve_by_data
from fastmetrics.intervals.resolve import with_pos_label
from fastmetrics.metrics.record import UNNAMED
from fastmetrics.metrics.summary import Summary
from fastmetrics.resampling.plan import Design

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Asked, Label, Sparse

__all__ = ["row_losses"]

_INSTEAD = (
    "error_rate, cost_sensitive_error, log_loss, brier_score_loss, mean_absolute_error "
    "and mean_squared_error are such"
)


def row_losses(
    metric: Asked,
    y_true: ArrayLike | Sparse | None = None,
    y_pred: ArrayLike | Sparse | None = None,
    *,
    y_score: ArrayLike | None = None,
    y_proba: ArrayLike | None = None,
    pos_label: Label | None = None,
    **parameters: Any,
) -> NDArray[np.float64]:
    """Return what each row adds to a metric that is a mean over rows.

    Of the error rate these are 0 and 1, of the mean squared error the squared errors,
    of the log loss the losses of the single forecasts: what `cv_loss_test`,
    `paired_permutation_test` and other tests of losses ask for.

    Parameters
    ----------
    metric : str or callable
        The name of a metric in the catalog or an alias, or one of this package's
        functions, as `confidence_interval` takes it.
    y_true : array_like of shape (n_samples,) or (n_samples, n_labels)
        True labels, observed numbers, or what else the metric's function takes first.
    y_pred, y_score, y_proba : array_like
        What the metric compares with them; exactly one of the three.
    pos_label : int, float, bool or str, optional
        The positive label, as `confidence_interval` takes it.
    **parameters
        Parameters of the metric, and further columns that its family takes, such as
        ``query_id``, by name.

    Returns
    -------
    ndarray of shape (n_samples,), float64
        In the order of the rows; of ranked lists a value for each query, of lists of
        recommendations for each user. Their mean is the metric; of the root mean
        squared error its square, of the geometric mean of average precisions its
        logarithm, and where the metric is a sum that is theirs. Of a metric of which
        more is better they are no losses but gains. NaN for a row without a value,
        which the metric leaves out.

    Raises
    ------
    ValueError
        If the metric is no mean over rows, such as F₁ or the AUC; on bad data.
    TypeError
        If what is given is not what the metric takes.

    See Also
    --------
    cv_loss_test : whether two models lose the same in cross-validation.
    paired_permutation_test : by exchanging losses of two models.
    RowSums : sums of these, which merge.

    Notes
    -----
    A rate such as recall is a mean over the positive rows alone: take the error rate of
    these. What is read off sums, such as R² or the word error rate of a corpus, is no
    mean of what rows have, but a ratio of two.

    References
    ----------
    .. [1] M. Lang et al., "mlr3measures: Performance Measures for 'mlr3'", R package:
       its measures of single observations (ae, se, zero_one and others) are these.

    Examples
    --------
    >>> from fastmetrics import cv_loss_test, row_losses
    >>> row_losses("mean_absolute_error", [3.0, 5.0], [2.5, 7.0])
    array([0.5, 2. ])
    >>> y, folds = [0, 1, 1, 0, 1, 1, 0, 0], [0, 0, 0, 0, 1, 1, 1, 1]
    >>> a = row_losses("error_rate", y, [0, 1, 0, 0, 1, 1, 1, 0])
    >>> b = row_losses("error_rate", y, [1, 0, 0, 0, 1, 0, 1, 0])
    >>> a.tolist()
    [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]
    >>> round(cv_loss_test(a, b, folds).estimate, 3)
    -0.375
    """
    if isinstance(y_true, Summary):
        raise TypeError(
            f"y_true must be the rows themselves, got a {type(y_true).__name__}, which "
            "holds sums of them"
        )
    if "sample_weight" in parameters:
        raise TypeError(
            "sample_weight is no part of what a row loses: weigh the losses by it"
        )
    known = {
        one.name for family in catalog.FAMILIES.values() for one in family.arguments
    }
    columns = {"y_pred": y_pred, "y_score": y_score, "y_proba": y_proba}
    columns |= {name: one for name, one in parameters.items() if name in known}
    own = {name: one for name, one in parameters.items() if name not in known}
    given = {name: one for name, one in columns.items() if one is not None}
    options = {"seed": 0, "progress": None, "pos_label": pos_label}

    data = y_true, {UNNAMED: given}, Design(), options
    bound, place = resolve_by_data(metric, own or None, *data)
    if not bound.in_catalog:
        raise ValueError(
            f"{shown(metric)} is no metric of the catalog, of which it is known what a "
            f"row adds; {_INSTEAD}"
        )
    plan, at = place or make_plans([with_pos_label(bound, pos_label)], *data)[0]
    if not plan.adds_up(at):
        raise ValueError(
            f"{bound.row.name} is no mean over rows of what each of them has; "
            f"{_INSTEAD}"
        )
    plan.value(at, 0)  # the function itself judges the parameters and the data
    return plan.row_values(at, 0)
