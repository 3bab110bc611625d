"""Areas under the ROC curve of several classes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, warn
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.scores.class_pairs import (
    VARIANTS,
    AreasOverRest,
    ClassPairs,
    ClassRows,
    average_areas,
)
from fastmetrics.metrics.scores.class_sweeps import (
    OVER_REST,
    ClassSweeps,
    read_columns,
)
from fastmetrics.metrics.summary import no_columns_beside

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.scores.annotations import AbsentClasses, AreaVariant

_ABSENT = ("nan", "skip", "raise")


def multiclass_auc_score(
    y_true: ArrayLike | ClassSweeps,
    y_proba: ArrayLike | None,
    *,
    variant: AreaVariant = "aunu",
    labels: ArrayLike | None = None,
    absent: AbsentClasses = "nan",
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Multiclass area under the ROC curve, with five averages.

    Let :math:`A(i|j)` be the probability that a row of class i has a higher forecast of
    i than a row of class j, with ties one half. Let :math:`A_i` be the same for class i
    against all other classes together, :math:`\pi_i` the proportion of rows of class i,
    and c the number of classes. Then

    ==========  =====================================================================
    variant     value
    ==========  =====================================================================
    ``"aunu"``  :math:`\frac1c \sum_i A_i`
    ``"aunp"``  :math:`\sum_i \pi_i A_i`
    ``"au1u"``  :math:`\frac1{c(c-1)} \sum_i \sum_{j \ne i} A(i|j)`
    ``"au1p"``  :math:`\frac1{c-1} \sum_i \pi_i \sum_{j \ne i}
                \frac{A(i|j) + A(j|i)}2`
    ``"mu"``    :math:`\frac2{c(c-1)} \sum_{i<j} B_{ij}`, where :math:`B_{ij}` is the
                chance that :math:`p_i - p_j` is higher in a row of class i than in
                one of class j
    ==========  =====================================================================

    Parameters
    ----------
    y_true : array_like of shape (n_samples,), or ClassSweeps
        True labels, of two classes or more; or sweeps, for "aunu" and "aunp".
    y_proba : array_like of shape (n_samples, n_classes)
        Probabilities in [0, 1]: a column per class, in the order of ``labels``, or
        named after it. Rows must sum to 1, except for "mu". None with ClassSweeps.
    variant : {"aunu", "aunp", "au1u", "au1p", "mu"}, default="aunu"
        Each class against the rest ("aun") or each pair of classes ("au1"), with equal
        weights ("u") or weighted by class proportions ("p"); or each pair by the
        difference of its two probabilities ("mu").
    labels : array_like of shape (n_classes,), optional
        The classes of the columns; some may be absent from ``y_true``. By default all
        that occur, sorted.
    absent : {"nan", "skip", "raise"}, default="nan"
        What to do about classes without rows, whose areas are undefined: return NaN
        with a warning, leave them out as if they had no columns, or raise. "aunp" is
        defined without them.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. The weight of a pair of rows
        is the product of their weights, the weight of a class the sum over its rows.

    Returns
    -------
    float
        In [0, 1]; 1 is best, ½ is chance. NaN where undefined.

    Raises
    ------
    ValueError
        If shapes differ, there are no rows, a probability is NaN or outside [0, 1], the
        rows do not sum to 1 (except for "mu"), a weight is negative, the columns do not
        match the classes, an option is unknown, or ``absent="raise"`` and a class has
        no rows.

    Warns
    -----
    UndefinedMetricWarning
        If a class has no rows and ``absent="nan"``, or only one class has any.
    UserWarning
        If with "mu" the rows do not sum to 1.

    See Also
    --------
    roc_auc_score : with ``multi_class``, the first four if all classes occur.
    ClassSweeps : mergeable summaries of batches.

    Notes
    -----
    "aunu", "aunp", "au1u" and "au1p" are ``roc_auc_score`` with ``multi_class="ovr"``
    (macro, weighted) and ``"ovo"`` (macro, weighted), which does not support weights
    for pairs. "au1p" agrees with mlr3measures; Ferri et al. print 1 / c times this
    value. For two classes all five agree if rows sum to 1 exactly.

    Unweighted pairs are counted exactly in integers. O(n c log n) time; the interpreter
    lock is released, and threads share the columns.

    References
    ----------
    .. [1] C. Ferri, J. Hernández-Orallo and R. Modroiu, "An experimental comparison of
       performance measures for classification", Pattern Recognition Letters 30, 2009,
       27-38.
    .. [2] D. J. Hand and R. J. Till, "A simple generalisation of the area under the
       ROC curve for multiple class classification problems", Machine Learning 45,
       2001, 171-186.
    .. [3] R. Kleiman and D. Page, "AUC-mu: a performance metric for multi-class
       machine learning models", ICML 2019, 3439-3447.

    Examples
    --------
    >>> from fastmetrics import multiclass_auc_score
    >>> y_true = ["a", "b", "c", "c"]
    >>> y_proba = [[0.8, 0.1, 0.1], [0.2, 0.5, 0.3], [0.1, 0.6, 0.3], [0.1, 0.1, 0.8]]
    >>> for variant in ("aunu", "aunp", "au1u", "au1p", "mu"):
    ...     area = multiclass_auc_score(y_true, y_proba, variant=variant)
    ...     print(f"{variant} {area:.6f}")
    aunu 0.847222
    aunp 0.854167
    au1u 0.875000
    au1p 0.859375
    mu 0.833333
    """
    rows: ClassRows | ClassSweeps
    if isinstance(y_true, ClassSweeps):
        _check_sweeps(y_true, y_proba, variant, labels, absent, sample_weight)
        rows = y_true
    else:
        rows = read_classes(y_true, y_proba, variant, labels, absent, sample_weight)
    pairs = known_classes(rows, variant, absent)
    return math.nan if pairs is None else average_areas(pairs, variant)


def read_classes(
    y_true: ArrayLike,
    y_proba: ArrayLike | None,
    variant: str,
    labels: ArrayLike | None,
    absent: str,
    sample_weight: ArrayLike | None,
) -> ClassRows:
    """Check what `multiclass_auc_score` takes, and read the rows."""
    _check_options(variant, absent)
    columns = read_columns(
        y_true, y_proba, labels, sample_weight, of_sums=variant != "mu"
    )
    rows = ClassRows(columns.codes, columns.proba, columns.weights)
    _check_absent(columns.classes, rows.present, absent)
    return rows


def _check_options(variant: str, absent: str) -> None:
    if not is_one_of(variant, VARIANTS):
        raise ValueError(
            f"variant must be one of {tuple(VARIANTS)}, got {shown(variant)}."
        )
    if not is_one_of(absent, _ABSENT):
        raise ValueError(f"absent must be one of {_ABSENT}, got {shown(absent)}.")


def _check_absent(
    classes: NDArray[Any], present: NDArray[np.bool_], absent: str
) -> None:
    if absent == "raise" and not present.all():
        raise ValueError(
            "y_true must hold rows (of weight above 0) of every class with "
            f"absent='raise', got none of {_missing(classes, present)}."
        )


def _check_sweeps(
    sweeps: ClassSweeps, y_proba: Any, variant: str, labels: Any, absent: str, own: Any
) -> None:
    """Raise if a call has more beside sweeps than they can heed."""
    no_columns_beside(sweeps, y_proba=y_proba, sample_weight=own)
    _check_options(variant, absent)
    if labels is not None:
        raise ValueError("labels must be left out: the ClassSweeps know their classes.")
    if variant not in OVER_REST:
        raise ValueError(
            f"variant must be one of {OVER_REST} of ClassSweeps, which know each "
            f"class against all others, got {variant!r}."
        )
    _check_absent(sweeps.labels, sweeps.present, absent)


def known_classes(
    rows: ClassRows | ClassSweeps, variant: str, absent: str
) -> ClassPairs | AreasOverRest | None:
    """Count the pairs of the classes that have a say; None, warned of, if undefined."""
    present = rows.present
    if not present.all() and absent == "nan" and variant != "aunp":
        warn(
            f"y_true holds no row (of weight above 0) of {np.sum(~present)} of "
            f"{rows.k} classes, so multiclass_auc_score is undefined and returned as "
            "NaN.",
            UndefinedMetricWarning,
        )
        return None
    if present.sum() < 2:
        warn(
            "y_true holds rows (of weight above 0) of one class only, so "
            "multiclass_auc_score is undefined and returned as NaN.",
            UndefinedMetricWarning,
        )
        return None
    if variant == "mu" and isinstance(rows, ClassRows):
        return rows.differences().of_classes(present)
    return rows.own_columns().of_classes(present)


def _missing(classes: NDArray[np.generic], present: NDArray[np.bool_]) -> str:
    """Name classes without rows, the first few of them."""
    names = [shown(label) for label in classes[~present].tolist()]
    return ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
