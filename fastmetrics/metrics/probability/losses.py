"""Proper losses of probabilities: log loss, Brier score, and skill scores of both."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

from fastmetrics._common.options import check_flag, is_one_of, warn
from fastmetrics._inputs.columns import as_array, raise_no_rows
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.probability import formulas
from fastmetrics.metrics.probability.formulas import LossTotals
from fastmetrics.metrics.probability.measuring.forecast_rows import ForecastRows
from fastmetrics.metrics.probability.measuring.probability_sums import ProbabilitySums

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._inputs.probabilities import Rule
    from fastmetrics.metrics.probability.measuring.calibration_bins import (
        Eps,
        Observed,
        Probable,
    )


# Stands for no `y_pred`, as in scikit-learn.
_DEPRECATED = "deprecated"


def log_loss(
    y_true: Observed,
    y_proba: Probable = None,
    *,
    normalize: bool = True,
    sample_weight: ArrayLike | None = None,
    labels: ArrayLike | None = None,
    eps: Eps = "auto",
    y_pred: Any = _DEPRECATED,
) -> float:
    r"""Log loss (cross-entropy): mean negative log-probability of the observed class.

    .. math:: -\frac1n \sum_i \log \hat p_{i, y_i}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,), (n_samples, n_classes) or ProbabilitySums
        Observed classes: whole numbers, strings or bool; or a matrix with ones in the
        columns of each row's classes; or the sums of both columns.
    y_proba : array_like of shape (n_samples,) or (n_samples, n_classes)
        Probability of the larger of two classes, or a column per class in sorted order.
        None with ProbabilitySums.
    normalize : bool, default=True
        If False, the sum of the losses is returned instead of their mean.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    labels : array_like of shape (n_classes,), optional
        All classes there are; by default those that occur.
    eps : "auto" or float, default="auto"
        Probabilities are clipped to [eps, 1 - eps], which keeps the loss finite. "auto"
        is the machine precision of ``y_proba``'s dtype: 2.2e-16 for float64, 1.2e-07
        for float32. 0 clips nothing: one row whose class has probability 0 makes the
        loss infinite.
    y_pred : array_like, optional
        The former name of ``y_proba``.

    Returns
    -------
    float
        In [0, inf), in nats; 0 is best. With two classes, constant probabilities of one
        half have a loss of log 2 = 0.693.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, a probability is missing or not in [0, 1],
        there is only one class, the numbers of classes and columns differ, or
        ``labels`` are not sorted and the columns have no names.

    Warns
    -----
    UserWarning
        If the rows of a matrix do not sum to one.
    FutureWarning
        If ``y_pred`` is given: scikit-learn 1.11 will remove it.

    See Also
    --------
    brier_score_loss : the squared error, bounded for every single row.
    normalized_cross_entropy : log loss over the entropy of the base rates.
    d2_log_loss_score : relative improvement over the loss of the base rates.

    Notes
    -----
    Packages that clip elsewhere return different values: earlier versions of
    scikit-learn and mlr3measures clip at 1e-15, yardstick at 2.2e-16 whatever the
    dtype. Pass the same number as ``eps`` to reproduce them. The logarithm is natural.

    With a matrix a row may have any number of classes, as in scikit-learn. The loss of
    a row is the sum over its classes, and 0 if there are none.

    O(n) time, one pass, arrays of numbers read in place. Without weights the
    probabilities are multiplied, and one logarithm is taken at the end.

    References
    ----------
    .. [1] I. J. Good, "Rational Decisions", Journal of the Royal Statistical Society B
       14 (1952).

    Examples
    --------
    >>> from fastmetrics import log_loss
    >>> round(log_loss(["spam", "ham", "ham", "spam"],
    ...                [[0.1, 0.9], [0.9, 0.1], [0.8, 0.2], [0.35, 0.65]]), 5)
    0.21616
    >>> log_loss([0, 1], [0.0, 0.0], eps=0)
    inf
    """
    check_flag(normalize, "normalize")
    y_proba = _by_either_name(y_proba, y_pred)
    if isinstance(y_true, ProbabilitySums):
        y_true.check_alone(y_proba, sample_weight, labels, eps)
        value = formulas.log_loss
        return float(value(y_true.totals, normalize=normalize))
    rows = ForecastRows(
        y_true, y_proba, labels=labels, sample_weight=sample_weight, rule="labels"
    )
    total = rows.log_total(eps)
    return total / rows.total_weight() if normalize else total


def brier_score_loss(
    y_true: Observed,
    y_proba: Probable,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Any = None,
    labels: ArrayLike | None = None,
    scale_by_half: bool | Literal["auto"] = "auto",
) -> float:
    r"""Brier score: mean squared difference of probabilities and outcomes.

    .. math:: \frac1n \sum_i \sum_c (\hat p_{ic} - 1[y_i = c])^2

    or half of this sum, which for two classes is the mean of
    :math:`(\hat p_i - 1[y_i = 1])^2`.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,), (n_samples, n_classes) or ProbabilitySums
        Observed classes: whole numbers, strings or bool; or a matrix with ones in the
        columns of each row's classes; or the sums of both columns.
    y_proba : array_like of shape (n_samples,) or (n_samples, n_classes)
        Probability of the positive class, or a column per class, sorted or named. None
        with ProbabilitySums.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    pos_label : int, float, bool or str, optional
        With a column of probabilities: the class that they are of. By default 1 if the
        labels are in {0, 1} or {-1, 1}, else the larger number; strings need it.
    labels : array_like of shape (n_classes,), optional
        With a matrix: all classes there are; by default those that occur.
    scale_by_half : bool or "auto", default="auto"
        Whether to return one half of the sum over classes; "auto" does so for two.

    Returns
    -------
    float
        In [0, 1] if scaled by half, else in [0, 2]; 0 is best. With two classes,
        constant probabilities of one half have a loss of 0.25.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, a probability is missing or not in [0, 1],
        the numbers of classes and columns differ, or ``pos_label`` is neither of two
        labels.

    Warns
    -----
    UserWarning
        If the rows of a matrix do not sum to one.

    See Also
    --------
    multiclass_brier_score : the sum over classes, never scaled.
    d2_brier_score : relative improvement over the loss of the base rates.
    log_loss : loss without an upper bound for confident errors.

    Notes
    -----
    Brier's own definition is the sum over classes; most authors take half of this sum
    for two classes. With a matrix a row may have any number of classes, as in
    scikit-learn.

    O(n) time, one pass, arrays of numbers read in place.

    References
    ----------
    .. [1] G. W. Brier, "Verification of forecasts expressed in terms of probability",
       Monthly Weather Review 78 (1950).

    Examples
    --------
    >>> from fastmetrics import brier_score_loss
    >>> round(brier_score_loss([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]), 4)
    0.0375
    >>> round(brier_score_loss(["eggs", "ham", "spam"],
    ...     [[0.8, 0.1, 0.1], [0.2, 0.7, 0.1], [0.2, 0.2, 0.6]]), 4)
    0.1467
    """
    if not is_one_of(scale_by_half, ("auto",)):
        check_flag(scale_by_half, "scale_by_half")
    if isinstance(y_true, ProbabilitySums):
        totals = _totals("quadratic", y_true, y_proba, sample_weight, labels, pos_label)
        value = formulas.brier_score_loss
        return float(value(totals, scale_by_half=scale_by_half))
    rows = ForecastRows(
        y_true,
        y_proba,
        labels=labels,
        pos_label=pos_label,
        sample_weight=sample_weight,
    )
    mean = rows.quadratic_total() / rows.total_weight()
    half = rows.k < 3 if scale_by_half == "auto" else scale_by_half
    return 0.5 * mean if half else mean


def multiclass_brier_score(
    y_true: Observed,
    y_proba: Probable,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Any = None,
    labels: ArrayLike | None = None,
) -> float:
    r"""Multiclass Brier score: squared differences summed over all classes.

    .. math:: \frac1n \sum_i \sum_c (\hat p_{ic} - 1[y_i = c])^2

    The same as ``brier_score_loss(scale_by_half=False)``.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,), (n_samples, n_classes) or ProbabilitySums
        Observed classes: whole numbers, strings or bool; or a matrix with ones in the
        columns of each row's classes; or the sums of both columns.
    y_proba : array_like of shape (n_samples,) or (n_samples, n_classes)
        Probability of the positive class, or a column per class, sorted or named. None
        with ProbabilitySums.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    pos_label : int, float, bool or str, optional
        With a column of probabilities: the class that they are of. By default 1 if the
        labels are in {0, 1} or {-1, 1}, else the larger number; strings need it.
    labels : array_like of shape (n_classes,), optional
        With a matrix: all classes there are; by default those that occur.

    Returns
    -------
    float
        In [0, 2]; 0 is best. Equal probabilities for k classes have a loss of 1 - 1/k.

    Raises
    ------
    ValueError
        As `brier_score_loss`.

    Warns
    -----
    UserWarning
        If the rows of a matrix do not sum to one.

    See Also
    --------
    brier_score_loss : half of this score for two classes.

    References
    ----------
    .. [1] G. W. Brier, "Verification of forecasts expressed in terms of probability",
       Monthly Weather Review 78 (1950).

    Examples
    --------
    >>> from fastmetrics import multiclass_brier_score
    >>> round(multiclass_brier_score([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]), 4)
    0.075
    """
    return brier_score_loss(
        y_true,
        y_proba,
        sample_weight=sample_weight,
        pos_label=pos_label,
        labels=labels,
        scale_by_half=False,
    )


def d2_log_loss_score(
    y_true: Observed,
    y_proba: Probable = None,
    *,
    sample_weight: ArrayLike | None = None,
    labels: ArrayLike | None = None,
    y_pred: Any = _DEPRECATED,
) -> float:
    r"""D² of the log loss: relative improvement over the base rates.

    .. math:: 1 - \frac{\sum_i \log \hat p_{i, y_i}}{\sum_i \log \pi_{y_i}}

    with :math:`\pi_c` the proportion of class c in the data.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,), (n_samples, n_classes) or ProbabilitySums
        Observed classes: whole numbers, strings or bool; or a matrix with ones in the
        columns of each row's classes; or the sums of both columns.
    y_proba : array_like of shape (n_samples,) or (n_samples, n_classes)
        Probability of the larger of two classes, or a column per class in sorted order.
        None with ProbabilitySums.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    labels : array_like of shape (n_classes,), optional
        All classes there are; by default those that occur.
    y_pred : array_like, optional
        The former name of ``y_proba``.

    Returns
    -------
    float
        In (-inf, 1]; 1 is best, 0 is no better than always forecasting the base rates.

    Raises
    ------
    ValueError
        As `log_loss`.

    Warns
    -----
    UndefinedMetricWarning
        If there is only one row, or no row of a matrix has a class: NaN is returned.
    UserWarning
        If the rows of a matrix do not sum to one.
    FutureWarning
        If ``y_pred`` is given: scikit-learn 1.11 will remove it.

    See Also
    --------
    normalized_cross_entropy : one minus this score.
    d2_brier_score : the same for the Brier score.

    Notes
    -----
    With one class, which ``labels`` allow, the base rates are clipped like
    probabilities and their loss is nearly 0. Any imperfect forecast then has a value
    far below 0.

    References
    ----------
    .. [1] T. Hastie, R. Tibshirani and M. Wainwright, "Statistical Learning with
       Sparsity", CRC Press, 2015, eq. 3.11.

    Examples
    --------
    >>> from fastmetrics import d2_log_loss_score
    >>> round(d2_log_loss_score([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]), 4)
    0.7149
    """
    y_proba = _by_either_name(y_proba, y_pred)
    if _too_few(y_true, y_proba):
        return _of_too_few()
    totals = _totals("log", y_true, y_proba, sample_weight, labels, rule="labels")
    value = float(formulas.d2_log_loss_score(totals))
    if math.isnan(value):
        _warn_of_one_class("d2_log_loss_score", value)
    return value


def d2_brier_score(
    y_true: Observed,
    y_proba: Probable,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Any = None,
    labels: ArrayLike | None = None,
) -> float:
    r"""Brier skill score: relative improvement over the base rates.

    .. math:: 1 - \frac{\sum_{ic} (\hat p_{ic} - 1[y_i = c])^2}
              {\sum_{ic} (\pi_c - 1[y_i = c])^2}

    with :math:`\pi_c` the proportion of class c in the data; also called D² of the
    Brier score.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,), (n_samples, n_classes) or ProbabilitySums
        Observed classes: whole numbers, strings or bool; or a matrix with ones in the
        columns of each row's classes; or the sums of both columns.
    y_proba : array_like of shape (n_samples,) or (n_samples, n_classes)
        Probability of the positive class, or a column per class, sorted or named. None
        with ProbabilitySums.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    pos_label : int, float, bool or str, optional
        With a column of probabilities: the class that they are of. By default 1 if the
        labels are in {0, 1} or {-1, 1}, else the larger number; strings need it.
    labels : array_like of shape (n_classes,), optional
        With a matrix: all classes there are; by default those that occur.

    Returns
    -------
    float
        In (-inf, 1]; 1 is best, 0 is no better than always forecasting the base rates.
        With one class -inf, or NaN for a perfect forecast.

    Raises
    ------
    ValueError
        As `brier_score_loss`.

    Warns
    -----
    UndefinedMetricWarning
        If there is only one row (NaN is returned), or only one class, whose base rate
        has a loss of 0.
    UserWarning
        If the rows of a matrix do not sum to one.

    See Also
    --------
    brier_score_loss : the loss itself.
    d2_log_loss_score : the same for the log loss.

    References
    ----------
    .. [1] D. S. Wilks, "Statistical Methods in the Atmospheric Sciences", Academic
       Press, 2011, sec. 8.4.2.

    Examples
    --------
    >>> from fastmetrics import d2_brier_score
    >>> round(d2_brier_score([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]), 4)
    0.85
    """
    if _too_few(y_true, y_proba):
        return _of_too_few()
    totals = _totals("quadratic", y_true, y_proba, sample_weight, labels, pos_label)
    value = float(formulas.d2_brier_score(totals))
    if not math.isfinite(value):
        _warn_of_one_class("d2_brier_score", value)
    return value


def normalized_cross_entropy(
    y_true: Observed,
    y_proba: Probable,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Any = None,
    labels: ArrayLike | None = None,
) -> float:
    r"""Normalised cross-entropy: log loss over the entropy of the base rates.

    .. math:: \frac{\sum_i \log \hat p_{i, y_i}}{\sum_i \log \pi_{y_i}}

    with :math:`\pi_c` the proportion of class c in the data. Unlike the log loss, the
    normalised value can be compared between data with different base rates.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,), (n_samples, n_classes) or ProbabilitySums
        Observed classes: whole numbers, strings or bool; or a matrix with ones in the
        columns of each row's classes; or the sums of both columns.
    y_proba : array_like of shape (n_samples,) or (n_samples, n_classes)
        Probability of the positive class, or a column per class, sorted or named,
        clipped as `log_loss` does. None with ProbabilitySums.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    pos_label : int, float, bool or str, optional
        With a column of probabilities: the class that they are of. By default 1 if the
        labels are in {0, 1} or {-1, 1}, else the larger number; strings need it.
    labels : array_like of shape (n_classes,), optional
        With a matrix: all classes there are; by default those that occur.

    Returns
    -------
    float
        In [0, inf); 0 is best, 1 is no better than always forecasting the base rates.

    Raises
    ------
    ValueError
        As `brier_score_loss`.

    Warns
    -----
    UndefinedMetricWarning
        If only one class occurs: the entropy of the base rates is 0 and NaN is
        returned.
    UserWarning
        If the rows of a matrix do not sum to one.

    See Also
    --------
    d2_log_loss_score : one minus this value.
    log_loss : not normalized.

    References
    ----------
    .. [1] X. He et al., "Practical Lessons from Predicting Clicks on Ads at Facebook",
       ADKDD (2014).

    Examples
    --------
    >>> from fastmetrics import normalized_cross_entropy
    >>> round(normalized_cross_entropy([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]), 4)
    0.2851
    """
    totals = _totals("log", y_true, y_proba, sample_weight, labels, pos_label)
    value = float(formulas.normalized_cross_entropy(totals))
    if math.isnan(value):
        _warn_of_one_class("normalized_cross_entropy", value)
    return value


# --- shared helpers


def _by_either_name(y_proba: Any, y_pred: Any) -> Any:
    """Return the probabilities, which may be given by their former name."""
    if isinstance(y_pred, str) and y_pred == _DEPRECATED:
        return y_proba
    if y_proba is not None:
        raise ValueError(
            "Cannot use both `y_pred` and `y_proba`: the first is the former name of "
            "the second."
        )
    warn(
        "`y_pred` was renamed to `y_proba` in version 1.9 and will be removed in 1.11 "
        "of scikit-learn. Use `y_proba` instead.",
        FutureWarning,
    )
    return y_pred


def _totals(
    loss: Literal["log", "quadratic"],
    y_true: Any,
    y_proba: Any,
    sample_weight: ArrayLike | None,
    labels: ArrayLike | None,
    pos_label: Any = None,
    rule: Rule = "pos_label",
) -> LossTotals:
    """Return the sums of a summary, or the sum of one loss over the rows."""
    if isinstance(y_true, ProbabilitySums):
        y_true.check_alone(y_proba, sample_weight, labels, pos_label=pos_label)
        return y_true.totals
    rows = ForecastRows(
        y_true,
        y_proba,
        labels=labels,
        pos_label=pos_label,
        sample_weight=sample_weight,
        rule=rule,
    )
    total = rows.log_total() if loss == "log" else rows.quadratic_total()
    whole = rows.weight_of_several()
    return LossTotals(rows.class_weights(), total=whole, **{loss: total})


def _too_few(y_true: Any, y_proba: Any) -> bool:
    """Whether there is one row; scikit-learn checks the length only."""
    if isinstance(y_true, ProbabilitySums):
        return y_true.n_samples < 2
    try:
        if len(y_proba) > 1:
            return False
    except TypeError:
        pass
    given = (as_array(y_true, "y_true"), as_array(y_proba, "y_proba"))
    n_true, n = map(len, given)
    if n_true != n:
        raise ValueError(
            "Found input variables with inconsistent numbers of samples: y_true has "
            f"{n_true}, y_proba has {n}."
        )
    if n == 0:
        raise_no_rows("y_true")
    return n < 2


def _of_too_few() -> float:
    warn(
        "D^2 score is not well-defined with less than two samples. NaN is returned.",
        UndefinedMetricWarning,
    )
    return math.nan


def _warn_of_one_class(name: str, value: float) -> None:
    warn(
        f"y_true has only one class: the base rates leave nothing to explain, so "
        f"{name} is undefined and returned as {value}.",
        UndefinedMetricWarning,
    )
