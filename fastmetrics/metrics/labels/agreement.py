"""Agreement of two columns of labels, corrected for what chance gives."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, number, warn
from fastmetrics._common.records import number_or_array
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.labels.confusion import count_single_labels
from fastmetrics.metrics.labels.definitions import LabelTable
from fastmetrics.metrics.labels.formulas import agreement as formulas

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.labels.definitions import (
        Labels,
        Predicted,
        PredictedTargets,
        Targets,
    )


def matthews_corrcoef(
    y_true: Labels, y_pred: Predicted, *, sample_weight: ArrayLike | None = None
) -> float:
    r"""Matthews correlation coefficient of true and predicted labels.

    .. math:: \frac{n \sum_k h_k - \sum_k t_k p_k}
                   {\sqrt{(n^2 - \sum_k t_k^2)(n^2 - \sum_k p_k^2)}}

    for n rows, with :math:`t_k` rows of class k, :math:`p_k` rows predicted as class k,
    and :math:`h_k` rows for which both are true. With two classes this is the phi
    coefficient, (tp tn - fp fn) / √((tp + fp)(tp + fn)(tn + fp)(tn + fn)).

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [-1, 1]: 1 for perfect predictions, 0 for predictions independent of the true
        labels; -1 is reached with two classes only. Higher is better. 0.0 if one of the
        two columns is constant, when the correlation is undefined.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, a weight is negative, or the target is
        multilabel.

    Warns
    -----
    UserWarning
        If there is only one label in total.

    See Also
    --------
    cohen_kappa_score : agreement beyond chance on another scale.
    informedness, markedness : for two classes the coefficient is their geometric mean,
        up to sign.

    Notes
    -----
    For counts the value is exact to the last bits at any size, because products are
    computed with twice the precision of float64. O(n) time, and O(number of distinct
    pairs) memory.

    References
    ----------
    .. [1] B. W. Matthews, "Comparison of the predicted and observed secondary structure
       of T4 phage lysozyme", Biochimica et Biophysica Acta 405, 1975, 442-451.
    .. [2] J. Gorodkin, "Comparing two K-category assignments by a K-category
       correlation coefficient", Computational Biology and Chemistry 28, 2004, 367-374.

    Examples
    --------
    >>> from fastmetrics import matthews_corrcoef
    >>> matthews_corrcoef([1, 1, 1, 0, 0], [1, 1, 0, 0, 1])
    0.16666666666666666
    """
    counted = count_single_labels(y_true, y_pred, sample_weight)
    if len(counted.labels) == 1:
        warn(
            "A single label was found in 'y_true' and 'y_pred'. All rows are "
            f"{shown(counted.labels.tolist()[0])}: there is nothing to correlate, and "
            "matthews_corrcoef is 0.0."
        )
    return float(formulas.matthews_corrcoef(counted.margins))


def cohen_kappa_score(
    y1: Labels,
    y2: Predicted,
    *,
    labels: ArrayLike | None = None,
    weights: Literal["linear", "quadratic"] | None = None,
    sample_weight: ArrayLike | None = None,
    replace_undefined_by: float = math.nan,
) -> float:
    r"""Cohen's kappa: agreement of two raters beyond chance.

    .. math:: \kappa = 1 - \frac{\sum_{ij} d_{ij}\, C_{ij}}
                                {\sum_{ij} d_{ij}\, C_{i\cdot} C_{\cdot j} / n}

    with :math:`C_{ij}` the number of rows that the first rater labels i and the second
    labels j, and :math:`d_{ij}` the distance between the two labels.

    Parameters
    ----------
    y1, y2 : array_like of shape (n_samples,)
        Labels from the two raters. Exchanging them changes nothing.
    labels : array_like of shape (n_labels,), optional
        The labels that count, in this order; rows with other labels are left out. At
        least one must be in ``y1``. By default all that occur, sorted.
    weights : {None, "linear", "quadratic"}, default=None
        How far labels i and j are apart, with i and j their positions in the order of
        the labels. None: 1 if they differ. "linear": :math:`|i - j|`. "quadratic":
        :math:`(i - j)^2`.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    replace_undefined_by : float in [-1, 1], default=nan
        What to return where kappa is undefined.

    Returns
    -------
    float
        In [-1, 1]: 1 for full agreement, 0 for the agreement of independent raters,
        below 0 for agreement below chance. Higher is better.

    Raises
    ------
    ValueError
        If ``weights`` is unknown, ``replace_undefined_by`` is out of range, none of
        ``labels`` is in ``y1``, lengths differ, there are no rows, a weight is
        negative, or rows have several labels.

    Warns
    -----
    UndefinedMetricWarning
        If raters with these label proportions cannot disagree, because there is only
        one label, or if no rows are left.
    UserWarning
        If there is only one label in total.

    See Also
    --------
    matthews_corrcoef : the same numerator divided by the standard deviations.

    Notes
    -----
    Without ``weights`` the value is exact to the last bits for counts of any size,
    because products are computed with twice the precision of float64. With ``weights``
    the same is true for sums of products that are not negative. O(n) time; memory is
    proportional to the number of distinct pairs of labels. In the replicates of a
    bootstrap interval the positions of weighted labels stay those in the whole data,
    whichever labels a replicate lacks.

    References
    ----------
    .. [1] J. Cohen, "A coefficient of agreement for nominal scales", Educational and
       Psychological Measurement 20, 1960, 37-46.
    .. [2] J. Cohen, "Weighted kappa: nominal scale agreement provision for scaled
       disagreement or partial credit", Psychological Bulletin 70, 1968, 213-220.

    Examples
    --------
    >>> from fastmetrics import cohen_kappa_score
    >>> y1 = ["no", "no", "maybe", "yes", "yes"]
    >>> y2 = ["no", "maybe", "maybe", "yes", "maybe"]
    >>> cohen_kappa_score(y1, y2)
    0.4444444444444444
    >>> cohen_kappa_score(y1, y2, labels=["no", "maybe", "yes"], weights="linear")
    0.5454545454545454
    """
    if not (weights is None or str(weights) in ("linear", "quadratic")):
        raise ValueError(
            f"weights must be 'linear', 'quadratic' or None, got {shown(weights)}."
        )
    undefined = _checked_kappa(replace_undefined_by)
    counted = count_single_labels(y1, y2, sample_weight)
    if labels is not None:
        try:
            counted = counted.restrict(labels)
        except ValueError as error:
            raise ValueError(
                "labels must be a column of labels, at least one of which is in y1."
            ) from error
    if len(counted.labels) == 1:
        warn(
            "A single label was found in 'y_true' and 'y_pred'. These are y1 and y2, "
            "and no two raters could disagree."
        )
    counts = counted.margins if weights is None else counted.by_cell
    value = float(formulas.cohen_kappa_score(counts, weights=weights))
    if math.isnan(value):
        why = (
            "`y1`, `y2` and `labels` have only one label in common."
            if counted.margins.true.any()
            else "`y2` contains no labels that are present in both `y1` and `labels`."
        )
        warn(
            f"{why} `cohen_kappa_score` is undefined and set to {undefined}. "
            "Set replace_undefined_by to return another value.",
            UndefinedMetricWarning,
        )
        return undefined
    return value


@number_or_array("average", "Literal['micro', 'macro', 'weighted']", "None")
def multilabel_matthews_corrcoef(
    y_true: Targets,
    y_pred: PredictedTargets,
    *,
    labels: ArrayLike | None = None,
    average: Literal["micro", "macro", "weighted"] | None = "macro",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    r"""Matthews correlation of each label against the rest, averaged over labels.

    .. math:: \frac{\mathrm{tp}\,\mathrm{tn} - \mathrm{fp}\,\mathrm{fn}}
              {\sqrt{(\mathrm{tp} + \mathrm{fp})(\mathrm{tp} + \mathrm{fn})
               (\mathrm{tn} + \mathrm{fp})(\mathrm{tn} + \mathrm{fn})}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_labels)
        True labels: whole numbers, strings or bool; or a matrix of indicators (zeros
        and ones, dense or sparse), one column per label.
    y_pred : array_like of the same shape
        Predicted labels, of the same kind.
    labels : array_like of shape (n_labels,), optional
        The labels to average over, in the order that ``average=None`` returns. Labels
        that do not occur count as well. By default all that occur, sorted.
    average : {"macro", "micro", "weighted"} or None, default="macro"
        "micro": the value from counts summed over labels. "macro": the mean over
        labels. "weighted": the mean weighted by the rows of each label in ``y_true``.
        None: one value per label.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float or ndarray of shape (n_labels,)
        In [-1, 1]: 1 for perfect predictions, 0 for predictions independent of the true
        labels. Higher is better. A label counts 0 if all rows or none have it in one of
        the two columns. An array with a value per label for ``average=None``.

    Raises
    ------
    ValueError
        If an option is unknown, lengths differ, there are no rows, a label is NaN or
        not a whole number, targets are of different kinds, or a weight is negative.

    See Also
    --------
    matthews_corrcoef : the value for all classes together, with one class per row.
    multilabel_cohen_kappa_score : agreement beyond chance on another scale.

    Notes
    -----
    With several labels per row there is a 2 × 2 table for each label. With one class
    per row, each class is compared with all others. torchmetrics sums the tables, as
    "micro" does. For counts the value is exact to the last bits. One pass over the
    rows; O(k) memory for k labels.

    References
    ----------
    .. [1] B. W. Matthews, "Comparison of the predicted and observed secondary structure
       of T4 phage lysozyme", Biochimica et Biophysica Acta 405, 1975, 442-451.

    Examples
    --------
    >>> from fastmetrics import multilabel_matthews_corrcoef
    >>> y_true = [[1, 0, 1], [0, 1, 1], [1, 1, 0], [0, 0, 1]]
    >>> y_pred = [[1, 0, 1], [0, 1, 0], [1, 0, 0], [1, 0, 1]]
    >>> multilabel_matthews_corrcoef(y_true, y_pred, average=None).round(4)
    array([0.5774, 0.5774, 0.5774])
    >>> round(multilabel_matthews_corrcoef(y_true, y_pred, average="micro"), 4)
    0.5071
    """
    table = _label_table(y_true, y_pred, labels, average, sample_weight)
    value = formulas.multilabel_matthews_corrcoef(
        table.counts, labels=table.labels, average=average
    )
    return value if average is None else float(value)


@number_or_array("average", "Literal['micro', 'macro', 'weighted']", "None")
def multilabel_cohen_kappa_score(
    y_true: Targets,
    y_pred: PredictedTargets,
    *,
    labels: ArrayLike | None = None,
    average: Literal["micro", "macro", "weighted"] | None = "macro",
    sample_weight: ArrayLike | None = None,
    replace_undefined_by: float = math.nan,
) -> float | NDArray[np.float64]:
    r"""Cohen's kappa of each label against the rest, averaged over labels.

    .. math:: \kappa = \frac{2\,(\mathrm{tp}\,\mathrm{tn} - \mathrm{fp}\,\mathrm{fn})}
              {(\mathrm{tp} + \mathrm{fp})(\mathrm{fp} + \mathrm{tn})
               + (\mathrm{tp} + \mathrm{fn})(\mathrm{fn} + \mathrm{tn})}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_labels)
        True labels: whole numbers, strings or bool; or a matrix of indicators (zeros
        and ones, dense or sparse), one column per label.
    y_pred : array_like of the same shape
        Predicted labels, of the same kind.
    labels : array_like of shape (n_labels,), optional
        The labels to average over, in the order that ``average=None`` returns. Labels
        that do not occur count as well. By default all that occur, sorted.
    average : {"macro", "micro", "weighted"} or None, default="macro"
        "micro": the value from counts summed over labels. "macro": the mean over
        labels. "weighted": the mean weighted by the rows of each label in ``y_true``.
        None: one value per label.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    replace_undefined_by : float in [-1, 1], default=nan
        What to return where kappa is undefined for a label. Means ignore NaN.

    Returns
    -------
    float or ndarray of shape (n_labels,)
        In [-1, 1]: 1 for full agreement, 0 for the agreement of independent columns.
        Higher is better. NaN if kappa is undefined for all labels. An array with a
        value per label for ``average=None``.

    Raises
    ------
    ValueError
        If an option is unknown, lengths differ, there are no rows, a label is NaN or
        not a whole number, targets are of different kinds, or a weight is negative.

    Warns
    -----
    UndefinedMetricWarning
        If all rows have a label, or none has, in both columns.

    See Also
    --------
    cohen_kappa_score : the value for all classes together, with one class per row.
    multilabel_matthews_corrcoef : the same numerator over standard deviations.

    Notes
    -----
    With several labels per row there is a 2 × 2 table for each label. With one class
    per row, each class is compared with all others. For counts the value is exact to
    the last bits. One pass over the rows; O(k) memory for k labels.

    References
    ----------
    .. [1] J. Cohen, "A coefficient of agreement for nominal scales", Educational and
       Psychological Measurement 20, 1960, 37-46.

    Examples
    --------
    >>> from fastmetrics import multilabel_cohen_kappa_score
    >>> y_true = [[1, 0, 1], [0, 1, 1], [1, 1, 0], [0, 0, 1]]
    >>> y_pred = [[1, 0, 1], [0, 1, 0], [1, 0, 0], [1, 0, 1]]
    >>> multilabel_cohen_kappa_score(y_true, y_pred, average=None)
    array([0.5, 0.5, 0.5])
    >>> multilabel_cohen_kappa_score(y_true, y_pred, average="micro")
    0.5
    """
    undefined = _checked_kappa(replace_undefined_by)
    table = _label_table(y_true, y_pred, labels, average, sample_weight)
    options: dict[str, Any] = {"labels": table.labels}
    measure = partial(formulas.multilabel_cohen_kappa_score, table.counts, **options)
    each = measure(average="micro" if average == "micro" else None)
    if np.isnan(each).any():
        warn(
            "A label is given to all rows, or to none, by both y_true and y_pred, so "
            f"multilabel_cohen_kappa_score is undefined for it and set to {undefined}. "
            "Set replace_undefined_by to return another value.",
            UndefinedMetricWarning,
        )
    value = measure(average=average, replace_undefined_by=undefined)
    return value if average is None else float(value)


def _label_table(
    y_true: Targets,
    y_pred: PredictedTargets,
    labels: ArrayLike | None,
    average: Any,
    sample_weight: ArrayLike | None,
) -> LabelTable:
    """Count each label against the rest."""
    if not is_one_of(average, (None, "micro", "macro", "weighted")):
        raise ValueError(
            "average must be 'micro', 'macro', 'weighted' or None, got "
            f"{shown(average)}."
        )
    return LabelTable(y_true, y_pred, labels, sample_weight)


def _checked_kappa(replace_undefined_by: Any) -> float:
    """Check the replacement for an undefined kappa, and return it."""
    undefined = number(replace_undefined_by, "replace_undefined_by")
    if not (-1 <= undefined <= 1 or math.isnan(undefined)):
        raise ValueError(
            "replace_undefined_by must be a number in [-1, 1] or NaN, got "
            f"{shown(replace_undefined_by)}."
        )
    return undefined
