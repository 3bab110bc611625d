"""A metric of out-of-fold predictions, each made by the model of its fold."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.interval import Interval
from fastmetrics._common.names import shown
from fastmetrics._common.options import check_level, is_one_of
from fastmetrics._common.plain import one_number
from fastmetrics._common.warn import hold_warnings, warn
from fastmetrics._inputs.columns import as_array
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.intervals.positives import of_event, resolve_of_columns
from fastmetrics.intervals.single import confidence_interval
from fastmetrics.intervals.wanted import Wanted
from fastmetrics.selection.validation.combined_folds import (
    COMBINATIONS,
    Folded,
    check_method,
    combination,
    combined,
    is_sum,
)
from fastmetrics.selection.validation.fold_columns import read_folds

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import FoldMethod, Label

__all__ = ["out_of_fold_score"]


def out_of_fold_score(
    metric: str | Callable[..., Any],
    y_true: ArrayLike,
    y_pred: ArrayLike,
    folds: ArrayLike,
    *,
    combine: Literal["auto", "mean", "pooled", "counts"] = "auto",
    confidence_level: float = 0.95,
    target: Literal["learner", "models"] | None = None,
    method: FoldMethod = "auto",
    pos_label: Label | None = None,
) -> Interval:
    r"""Evaluate given out-of-fold predictions, with an interval that names its target.

    Parameters
    ----------
    metric : str or callable
        A name or alias from the catalog, one of this package's functions (a
        ``functools.partial`` of one gives its parameters), or any callable
        ``metric(y_true, y_pred)`` that returns a number.
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs)
        True labels, or observed numbers.
    y_pred : array_like of shape (n_samples,) or (n_samples, n_columns)
        Predicted labels, scores, probabilities or numbers, as the metric requires. Each
        row's is by a model that was not trained on it.
    folds : array_like of shape (n_samples,)
        The fold in which each row was tested: whole numbers without gaps, strings or
        dates.
    combine : {"auto", "mean", "pooled", "counts"}, default="auto"
        "mean": the mean of the values of the folds. "pooled": the value of all rows.
        "counts": the tables of the folds are added, and the metric is computed from the
        sum. "auto": counts for ratios of counts such as precision and F-measures, the
        mean for what orders rows, such as the AUC, and pooled rows for all else.
    confidence_level : float, default=0.95
        Nominal coverage, in (0, 1).
    target : {"learner", "models"}, optional
        Target of the bounds: the expected performance over training sets, or the mean
        performance of the models of these folds. By default "learner", but for
        leave-one-out, which allows "models" only.
    method : {"auto", "pooled", "folds", "corrected", "naive"}, default="auto"
        "pooled": all rows as one sample, s/√n for a mean over rows and the catalog's
        interval for others. "folds": :math:`\sqrt{\sum_f SE_f^2} / k` of the folds' own
        standard errors. "corrected": :math:`s \sqrt{1/k + n_{test}/n_{train}}`, s the
        standard deviation over folds. "naive": :math:`s/\sqrt{k}`, for comparison.
        "auto": for the learner "corrected"; for the models "folds" if the value is a
        mean over folds, and "pooled" otherwise.
    pos_label : int, float, bool or str, optional
        The positive label: the class of which scores and a column of probabilities are,
        whatever the metric's own function would take it to be. By default 1, if the
        labels are 0 and 1, −1 and 1, or booleans; other labels do not say it.

    Returns
    -------
    Interval
        Its ``target`` says what the bounds are for. For fewer than 1,000 rows it is
        ``approximate``.

    Raises
    ------
    ValueError
        If data are invalid, ``folds`` is not a column of folds, an option is unknown,
        ``method="pooled"`` is asked for a mean over folds, or the metric is a sum.
    TypeError
        If the metric takes other columns.

    Warns
    -----
    UndefinedMetricWarning
        If the metric is undefined on a fold that its value or its interval is made of;
        the fold is left out, and more than a tenth of them leave no bounds.
    UserWarning
        If ``method="naive"``.

    See Also
    --------
    no_information_rate : what predictions that know nothing would reach.
    evaluate : all metrics at once, with ``folds=``.

    Notes
    -----
    The interval "corrected" is around the combined value, which for "pooled" and
    "counts" need not be the mean over folds. Folds of one row each (leave-one-out) have
    no value of a metric that needs several rows. The value is then computed on all
    rows.

    How often each of these intervals covers its target is measured in
    ``docs/validation.md``. Replicates, where a standard error is the bootstrap's, are
    the same in each call.

    References
    ----------
    .. [1] P. Bayle, A. Bayle, L. Janson and L. Mackey, "Cross-validation confidence
       intervals for test error", Advances in Neural Information Processing Systems 33,
       2020.
    .. [2] E. LeDell, M. Petersen and M. van der Laan, "Computationally efficient
       confidence intervals for cross-validated area under the ROC curve estimates",
       Electronic Journal of Statistics 9(1), 2015, 1583-1607.
    .. [3] C. Nadeau and Y. Bengio, "Inference for the generalization error", Machine
       Learning 52, 2003, 239-281.
    .. [4] G. Forman and M. Scholz, "Apples-to-apples in cross-validation studies", ACM
       SIGKDD Explorations 12(1), 2010, 49-57.

    Examples
    --------
    >>> from fastmetrics import out_of_fold_score
    >>> y_true = [1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 0]
    >>> y_pred = [1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1, 0]
    >>> folds = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]
    >>> found = out_of_fold_score("accuracy_score", y_true, y_pred, folds)
    >>> round(found.estimate, 4), round(found.low, 4), found.high, found.method
    (0.8333, 0.2664, 1.0, 'corrected')
    >>> found.target
    'the expected performance over training sets'
    """
    level = check_level(confidence_level)
    check_method(method, target)
    if not is_one_of(combine, COMBINATIONS):
        raise ValueError(
            f"combine must be one of {', '.join(COMBINATIONS)}; got {shown(combine)}"
        )
    given = {"y_pred": y_pred}
    wanted = resolve_of_columns(metric, None, y_true, given, pos_label)
    wanted, judged = of_event(wanted, y_true, [y_pred], pos_label)
    if is_sum(wanted.parameters):
        raise ValueError(
            "metric must be a mean over rows where it is combined over folds, not a "
            "sum: leave out normalize=False"
        )
    true, pred = as_array(y_true, "y_true"), as_array(y_pred, "y_pred")
    interval = functools.partial(
        confidence_interval,
        metric,
        pos_label=pos_label,
        confidence_level=level,
        random_state=0,
    )
    whole = interval(y_true, y_pred)
    column = read_folds(folds, len(true))
    parts = [(true[rows], pred[rows]) for rows in column.rows()]
    told = as_array(judged, "y_true")
    called = [(told[rows], pred[rows]) for rows in column.rows()]

    def errors() -> NDArray[np.float64]:
        with hold_warnings():
            return np.array([interval(*part).standard_error for part in parts])

    row = wanted.record
    found = combined(
        row,
        Folded(
            whole,
            lambda: _values(wanted, called),
            errors,
            row.ends(wanted.parameters),
        ),
        combination(row) if combine == "auto" else combine,
        column.split(),
        method,
        target,
    )
    if found.n_undefined and found.n_resamples == 0:
        warn(
            f"{row.name} is undefined on {found.n_undefined} of {len(parts)} "
            "folds, which were left out",
            UndefinedMetricWarning,
        )
    return found


def _values(
    wanted: Wanted, parts: list[tuple[NDArray[Any], NDArray[Any]]]
) -> NDArray[np.float64]:
    """Return the metric of each fold; warnings are held, for what is NaN is counted."""
    values = []
    with hold_warnings():
        for true, pred in parts:
            value = wanted.function(true, pred, **wanted.parameters)
            values.append(one_number(value))
    return np.array(values, np.float64)
