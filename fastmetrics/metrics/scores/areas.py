"""Less usual areas under precision-recall and ROC curves.

The two usual areas, ROC AUC and average precision, are in `ranking`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, number, stretch
from fastmetrics.metrics.scores.reductions import log_auc
from fastmetrics.metrics.scores.score_sweep import has_weights
from fastmetrics.metrics.scores.sorted_scores import SortedSource
from fastmetrics.metrics.scores.sweep_values import reduced, standardized

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Label
    from fastmetrics.metrics.scores.annotations import Classes, Scores

_PR_REDUCERS = {
    "step": "average_precision",
    "linear": "pr_auc_linear",
    "integral": "pr_auc_integral",
    "davis-goadrich": "pr_auc_davis_goadrich",
}


def pr_auc_score(
    y_true: Classes,
    y_score: Scores,
    *,
    interpolation: Literal["step", "linear", "integral", "davis-goadrich"] = "step",
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Area under the precision-recall curve, with four interpolations.

    With :math:`t_i, f_i` the true and false positives at the i-th highest distinct
    score, :math:`P` all positives and
    :math:`h = (f_i - f_{i-1}) / (t_i - t_{i-1})`:

    - "step": :math:`\sum_i \frac{t_i - t_{i-1}}{P}\,\frac{t_i}{t_i + f_i}`, which is
      average precision;
    - "linear": straight lines between the points, starting at (recall 0, precision 1),
      which includes precisions that no mixture of thresholds attains;
    - "integral": between two points :math:`f` grows linearly with :math:`t`, and
      :math:`\frac1P \int \frac{t}{t + f(t)}\,dt` is taken exactly;
    - "davis-goadrich": the same curve, but trapezoids between whole true positives.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``.
    y_score : array_like of shape (n_samples,)
        Any finite real scores; larger means more positive.
    interpolation : {"step", "linear", "integral", "davis-goadrich"}, default="step"
        Interpolation between the points of the curve.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. Not with
        "davis-goadrich", which counts rows.

    Returns
    -------
    float
        In [0, 1]; 1 is best; chance is about the proportion of positives. NaN without
        positives.

    Raises
    ------
    ValueError
        If ``interpolation`` is unknown or does not accept weights, lengths differ,
        there are no rows, a score is NaN or infinite, a weight is negative, or
        ``pos_label`` is needed and not given.

    Warns
    -----
    UndefinedMetricWarning
        If no row is positive.

    See Also
    --------
    average_precision_score : the "step" area, also for several labels or classes.
    precision_recall_curve : the points.

    Notes
    -----
    The integral between two points is, with :math:`a = 1 + h` and
    :math:`c = f_{i-1} - h\,t_{i-1}`, :math:`\frac1{aP}\bigl[(t_i - t_{i-1}) - \frac ca
    \ln\frac{a t_i + c} {a t_{i-1} + c}\bigr]`; steps without true positives contribute
    nothing. R's PRROC calls this area ``auc.integral``. All rows of a tie enter
    together. O(n log n) time, O(n) memory; the interpreter lock is released while
    sorting and summing.

    References
    ----------
    .. [1] J. Keilwagen, I. Grosse and J. Grau, "Area under precision-recall curves
       for weighted and unweighted data", PLOS ONE 9(3), 2014, e92209.
    .. [2] J. Davis and M. Goadrich, "The relationship between Precision-Recall and
       ROC curves", ICML 2006, 233-240.

    Examples
    --------
    >>> from fastmetrics import pr_auc_score
    >>> y_true, y_score = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
    >>> for interpolation in ("step", "linear", "integral", "davis-goadrich"):
    ...     area = pr_auc_score(y_true, y_score, interpolation=interpolation)
    ...     print(f"{interpolation:15} {area:.6f}")
    step            0.833333
    linear          0.791667
    integral        0.797267
    davis-goadrich  0.791667
    """
    if not is_one_of(interpolation, _PR_REDUCERS):
        raise ValueError(
            f"interpolation must be one of {tuple(_PR_REDUCERS)}, got "
            f"{shown(interpolation)}."
        )
    says_so_itself = isinstance(y_true, SortedSource)
    if (
        interpolation == "davis-goadrich"
        and not says_so_itself
        and has_weights(y_true, sample_weight)
    ):
        raise ValueError(
            "sample_weight must be None with interpolation='davis-goadrich', which "
            "steps from one true positive to the next."
        )
    return reduced(
        "pr_auc_score",
        y_true,
        y_score,
        pos_label,
        sample_weight,
        _PR_REDUCERS[interpolation],
    )


def partial_auc_score(
    y_true: Classes,
    y_score: Scores,
    *,
    max_fpr: float | None = None,
    min_tpr: float | None = None,
    fpr_range: tuple[float, float] | None = None,
    standardize: Literal["mcclish"] | None = None,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Partial area under the ROC curve, raw or standardised.

    ====================  ================================  =====================  ====
    part                  area                              by chance              best
    ====================  ================================  =====================  ====
    ``max_fpr=b``         :math:`\int_0^b TPR\,dFPR`        :math:`b^2/2`          b
    ``fpr_range=(a, b)``  :math:`\int_a^b TPR\,dFPR`        :math:`(b^2 - a^2)/2`  b-a
    ``min_tpr=t``         :math:`\int_t^1 (1 - FPR)\,dTPR`  :math:`(1 - t)^2/2`    1-t
    ====================  ================================  =====================  ====

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``.
    y_score : array_like of shape (n_samples,)
        Any finite real scores; larger means more positive.
    max_fpr : float in (0, 1], optional
        Area over FPR in [0, ``max_fpr``].
    min_tpr : float in [0, 1), optional
        Area for TPR in [``min_tpr``, 1].
    fpr_range : pair of float, optional
        Area over FPR in [a, b] with 0 <= a < b <= 1. Exactly one of the three parts
        must be given.
    standardize : {"mcclish"} or None, optional
        None returns the raw area. "mcclish" returns
        :math:`\frac12\bigl(1 + \frac{area - chance}{best - chance}\bigr)`.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        Raw: in [0, best]. Standardised: 1 is best and ½ is chance, whatever the part;
        the worst value is below ½ and above 0 for most parts: (1 - b) / (2 - b) for
        ``max_fpr=b``. Higher is better. NaN if a class is absent.

    Raises
    ------
    ValueError
        If not exactly one part is given or it is out of range, ``standardize`` is
        unknown, lengths differ, there are no rows, a score is NaN or infinite, a weight
        is negative, or ``pos_label`` is needed and not given.

    Warns
    -----
    UndefinedMetricWarning
        If only one class is present.

    See Also
    --------
    roc_auc_score : with ``max_fpr``, the same as "mcclish" here.

    Notes
    -----
    The curve is linear inside a tie group, and the ends of the part are interpolated.
    O(n log n) time, O(n) memory; the interpreter lock is released while sorting and
    sweeping.

    References
    ----------
    .. [1] D. K. McClish, "Analyzing a portion of the ROC curve", Medical Decision
       Making 9, 1989, 190-195.
    .. [2] Y. Jiang, C. E. Metz and R. M. Nishikawa, "A receiver operating
       characteristic partial area index for highly sensitive diagnostic tests",
       Radiology 201, 1996, 745-750.

    Examples
    --------
    >>> from fastmetrics import partial_auc_score
    >>> y_true, y_score = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
    >>> partial_auc_score(y_true, y_score, max_fpr=0.5)
    0.25
    >>> round(partial_auc_score(y_true, y_score, max_fpr=0.5,
    ...                         standardize="mcclish"), 6)
    0.666667
    """
    if (max_fpr is None) + (min_tpr is None) + (fpr_range is None) != 2:
        raise ValueError(
            "exactly one of max_fpr, min_tpr and fpr_range must be given, got "
            f"max_fpr={max_fpr!r}, min_tpr={min_tpr!r}, fpr_range={fpr_range!r}."
        )
    if not is_one_of(standardize, (None, "mcclish")):
        raise ValueError(
            f"standardize must be 'mcclish' or None, got {shown(standardize)}."
        )
    reducer: tuple[Any, ...]
    if min_tpr is not None:
        min_tpr = number(min_tpr, "min_tpr")
        if not 0 <= min_tpr < 1:
            raise ValueError(f"min_tpr must be in [0, 1), got {shown(min_tpr)}.")
        reducer = ("partial_auc_tpr", min_tpr)
        chance, best = 0.5 * (1 - min_tpr) ** 2, 1 - min_tpr
    else:
        if max_fpr is not None:
            max_fpr = number(max_fpr, "max_fpr")
            if not 0 < max_fpr <= 1:
                raise ValueError(f"max_fpr must be in (0, 1], got {shown(max_fpr)}.")
            fpr_range = (0.0, max_fpr)
        low, high = stretch(fpr_range, "fpr_range")
        reducer = ("partial_auc", low, high)
        chance, best = 0.5 * (high - low) * (high + low), high - low
    area = reduced(
        "partial_auc_score", y_true, y_score, pos_label, sample_weight, *reducer
    )
    return area if standardize is None else standardized(area, chance, best)


def log_auc_score(
    y_true: Classes,
    y_score: Scores,
    *,
    fpr_range: tuple[float, float] = (0.001, 1.0),
    adjusted: bool = False,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Log AUC: area under the ROC curve with a logarithmic FPR axis, normalised.

    Rates from 0.001 to 0.01 have the same weight as rates from 0.1 to 1:

    .. math:: \frac{1}{\log_{10} b - \log_{10} a}
              \int_a^b \mathrm{TPR}\; d\log_{10} \mathrm{FPR}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``.
    y_score : array_like of shape (n_samples,)
        Any finite real scores; larger means more positive.
    fpr_range : pair of float, default=(0.001, 1)
        Area over FPR in [a, b] with 0 < a < b <= 1.
    adjusted : bool, default=False
        Whether to subtract the value of random scores, :math:`(b - a) / \ln(b / a)`:
        0.1446 for the default range.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, 1], minus the chance value if ``adjusted``. Higher is better. NaN if a
        class is absent.

    Raises
    ------
    ValueError
        If ``fpr_range`` is not such a pair, lengths differ, there are no rows, a score
        is NaN or infinite, a weight is negative, or ``pos_label`` is needed and not
        given.
    TypeError
        If ``adjusted`` is not True or False.

    Warns
    -----
    UndefinedMetricWarning
        If only one class is present.

    See Also
    --------
    partial_auc_score : over a part of the rates, on a linear axis.

    Notes
    -----
    Between thresholds the curve is linear in the rates, not in their logarithms, and is
    integrated in closed form. Packages that join the points by straight lines on the
    logarithmic axis return other values if thresholds are sparse. Below an FPR of 1/n,
    for n negatives, the curve is a straight line to its first point, whatever the
    range. O(n log n) time, O(n) memory; the interpreter lock is released while sorting
    and sweeping.

    References
    ----------
    .. [1] M. M. Mysinger and B. K. Shoichet, "Rapid context-dependent ligand
       desolvation in molecular docking", Journal of Chemical Information and Modeling
       50, 2010, 1561-1573.

    Examples
    --------
    >>> from fastmetrics import log_auc_score
    >>> y_true, y_score = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
    >>> round(log_auc_score(y_true, y_score), 6)
    0.550172
    >>> round(log_auc_score(y_true, y_score, adjusted=True), 6)
    0.405552
    """
    how = log_auc(fpr_range, adjusted)
    height = reduced(
        "log_auc_score", y_true, y_score, pos_label, sample_weight, *how.reducer
    )
    return height + how.offset
