"""By what factors a positive and a negative prediction change the odds of a row."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from fastmetrics._common.names import listed, shown
from fastmetrics._common.options import is_real, warn
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.labels.counting.confusion_counts import ConfusionCounts
from fastmetrics.metrics.labels.counting.targets import count_targets
from fastmetrics.metrics.labels.definitions import combined_rate
from fastmetrics.metrics.labels.formulas.rates import likelihood_ratios

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike

    from fastmetrics.metrics.labels.definitions import Labels, Predicted


@combined_rate
def positive_likelihood_ratio(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    r"""Positive likelihood ratio: true positive rate over false positive rate.

    .. math:: \frac{\mathrm{TPR}}{\mathrm{FPR}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    pos_label : int, float, bool or str, default=1
        The positive label.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, inf): 1 if a positive prediction is uninformative; higher is better. NaN
        if there are no false positives, or no positive rows in y_true.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is not one of the two labels, lengths
        differ, there are no rows, or a weight is negative.

    Warns
    -----
    UndefinedMetricWarning
        If there are no false positives, or no positive rows in ``y_true``.

    See Also
    --------
    class_likelihood_ratios : both ratios at once.
    negative_likelihood_ratio : the same for rows predicted negative.
    diagnostic_odds_ratio : the quotient of the two.

    Notes
    -----
    A positive prediction multiplies the odds that a row is positive by this ratio,
    whatever the proportion of positive rows. Its interval is computed on the
    logarithmic scale [1]_, and is undefined for a ratio of 0.

    References
    ----------
    .. [1] D. L. Simel, G. P. Samsa and D. B. Matchar, "Likelihood ratios with
       confidence: sample size estimation for diagnostic test studies", Journal of
       Clinical Epidemiology 44, 1991, 763-770.

    Examples
    --------
    >>> from fastmetrics import positive_likelihood_ratio
    >>> positive_likelihood_ratio([0, 0, 0, 1, 1, 1, 1], [0, 1, 0, 1, 1, 1, 0])
    2.25
    """
    return likelihood_ratios((tn, fp, fn, tp))[0]


@combined_rate
def negative_likelihood_ratio(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    r"""Negative likelihood ratio: false negative rate over true negative rate.

    .. math:: \frac{\mathrm{FNR}}{\mathrm{TNR}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    pos_label : int, float, bool or str, default=1
        The positive label.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, inf): 1 if a negative prediction is uninformative; lower is better. NaN
        if there are no true negatives, or no positive rows in y_true.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is not one of the two labels, lengths
        differ, there are no rows, or a weight is negative.

    Warns
    -----
    UndefinedMetricWarning
        If there are no true negatives, or no positive rows in ``y_true``.

    See Also
    --------
    class_likelihood_ratios : both ratios at once.
    positive_likelihood_ratio : the same for rows predicted positive.
    diagnostic_odds_ratio : the quotient of the two.

    Notes
    -----
    A negative prediction multiplies the odds that a row is positive by this ratio,
    whatever the proportion of positive rows. Its interval is computed on the
    logarithmic scale [1]_, and is undefined for a ratio of 0.

    References
    ----------
    .. [1] D. L. Simel, G. P. Samsa and D. B. Matchar, "Likelihood ratios with
       confidence: sample size estimation for diagnostic test studies", Journal of
       Clinical Epidemiology 44, 1991, 763-770.

    Examples
    --------
    >>> from fastmetrics import negative_likelihood_ratio
    >>> negative_likelihood_ratio([0, 0, 0, 1, 1, 1, 1], [0, 1, 0, 1, 1, 1, 0])
    0.375
    """
    return likelihood_ratios((tn, fp, fn, tp))[1]


def class_likelihood_ratios(
    y_true: Labels,
    y_pred: Predicted,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    replace_undefined_by: float | Mapping[str, float] = math.nan,
) -> tuple[float, float]:
    r"""Positive and negative likelihood ratios of a binary prediction.

    .. math:: \mathrm{LR}_+ = \frac{\mathrm{TPR}}{\mathrm{FPR}}, \qquad
              \mathrm{LR}_- = \frac{\mathrm{FNR}}{\mathrm{TNR}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    labels : array_like of shape (2,), optional
        The negative label and the positive label; rows with other labels are left out.
        By default all that occur, sorted.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    replace_undefined_by : {nan, 1.0} or dict, default=nan
        What to return where a ratio is undefined: 1.0 for both, or a dict
        ``{"LR+": a, "LR-": b}`` with a of 1 or more and b in [0, 1], or NaN.

    Returns
    -------
    positive : float
        LR+, in [0, inf): 1 if a positive prediction is uninformative; higher is better.
    negative : float
        LR-, in [0, inf): 1 if a negative prediction is uninformative; lower is better.

    Raises
    ------
    ValueError
        If the target is not binary, there are not two labels, none of ``labels`` is in
        ``y_true``, ``replace_undefined_by`` is out of range, lengths differ, there are
        no rows, or a weight is negative.

    Warns
    -----
    UndefinedMetricWarning
        If there are no false positives (LR+), no true negatives (LR-), or no positives
        (both ratios: NaN, unless already replaced for the other reason).

    See Also
    --------
    positive_likelihood_ratio, negative_likelihood_ratio : each of them alone.
    diagnostic_odds_ratio : their quotient.

    Notes
    -----
    The odds after a prediction are the odds before it times the ratio. The ratios do
    not depend on the proportion of positive rows.

    References
    ----------
    .. [1] J. J. Deeks and D. G. Altman, "Diagnostic tests 4: likelihood ratios", BMJ
       329, 2004, 168-169.

    Examples
    --------
    >>> from fastmetrics import class_likelihood_ratios
    >>> class_likelihood_ratios([0, 0, 0, 1, 1, 1, 1], [0, 1, 0, 1, 1, 1, 0])
    (2.25, 0.375)
    """
    undefined = _replacements(replace_undefined_by)
    counted = count_targets(y_true, y_pred, sample_weight)
    if not isinstance(counted, ConfusionCounts) or counted.kind != "binary":
        raise ValueError(
            "class_likelihood_ratios is for binary targets, got one that is "
            f"{counted.kind}."
        )
    if labels is not None:
        counted = counted.restrict(labels)
    if len(counted.labels) != 2:
        raise ValueError(
            "class_likelihood_ratios needs a negative and a positive label, got "
            f"{listed(counted.labels.tolist())}; give both as labels."
        )
    (tn, fp), (fn, tp) = counted.counts.tolist()
    if tp + fn == 0:
        _warn_ratio(
            "No samples of the positive class are present in `y_true`. "
            "`positive_likelihood_ratio` and `negative_likelihood_ratio` are both",
            math.nan,
            "positive rows in y_true",
        )
    if fp == 0:
        ratio = "`positive_likelihood_ratio` is"
        _warn_ratio(
            f"{ratio} ill-defined and"
            if tp
            else f"No samples were predicted for the positive class and {ratio}",
            undefined[0],
            "false positives",
        )
    if tn == 0:
        _warn_ratio(
            "`negative_likelihood_ratio` is ill-defined and",
            undefined[1],
            "true negatives",
        )
    positive, negative = likelihood_ratios((tn, fp, fn, tp), undefined)
    return positive, negative


def _replacements(value: Any) -> tuple[float, float]:
    """Return the values of an undefined LR+ and LR-."""
    pair = (value, value)
    if isinstance(value, dict):
        pair = value.get("LR+"), value.get("LR-")
    if _is_in(pair[0], 1.0, math.inf) and _is_in(pair[1], 0.0, 1.0):
        return float(pair[0]), float(pair[1])
    raise ValueError(
        "replace_undefined_by must be NaN, 1.0 or {'LR+': a, 'LR-': b} with a of 1 or "
        f"more and b in [0, 1], or NaN, got {shown(value)}."
    )


def _is_in(value: Any, low: float, high: float) -> bool:
    """Whether a number is in an interval, or NaN."""
    return is_real(value) and bool(low <= value <= high or value != value)


def _warn_ratio(what: str, value: float, missing: str) -> None:
    result = "`np.nan`" if math.isnan(value) else value
    warn(
        f"{what} set to {result}. Use the `replace_undefined_by` param to control this "
        f"behavior. There are no {missing} (of weight above 0).",
        UndefinedMetricWarning,
    )
