"""F-scores and the Jaccard index, with all their averages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of
from fastmetrics._common.records import number_or_array
from fastmetrics._inputs.columns import as_array
from fastmetrics.metrics.labels.definitions import (
    check_beta,
    scores,
    warn_undefined,
    zero_value,
)
from fastmetrics.metrics.labels.formulas.averages import fscore_of, pooled, ratio

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Average, Label, ZeroDivision
    from fastmetrics.metrics.labels.definitions import PredictedTargets, Targets


@number_or_array("average", "LabelAverage", "None")
def f1_score(
    y_true: Targets,
    y_pred: PredictedTargets,
    *,
    labels: ArrayLike | None = None,
    pos_label: Label | None = 1,
    average: Average | None = "binary",
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> float | NDArray[np.float64]:
    r"""F₁ score: harmonic mean of precision and recall.

    .. math:: F_1 = \frac{2 P R}{P + R}
              = \frac{2\,\mathrm{tp}}{2\,\mathrm{tp} + \mathrm{fp} + \mathrm{fn}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_labels)
        True labels: whole numbers, strings or bool; or a matrix of indicators (zeros
        and ones, dense or sparse), one column per label.
    y_pred : array_like of the same shape
        Predicted labels, of the same kind.
    labels : array_like of shape (n_labels,), optional
        The labels to average over, in the order that ``average=None`` returns. Labels
        that do not occur count as well. By default all that occur, sorted. Not used
        with ``average="binary"``.
    pos_label : int, float, bool or str, default=1
        The positive label, used only with ``average="binary"``.
    average : str or None, default="binary"
        "binary": the value for ``pos_label`` only, for targets of at most two labels.
        "micro": the value from counts summed over labels. "macro": the mean over
        labels. "weighted": the mean weighted by the rows of each label in ``y_true``.
        "samples": the mean over rows, for multilabel targets. None: one value per
        label.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    zero_division : {"warn", 0.0, 1.0, nan}, default="warn"
        Value of a quotient with denominator 0; "warn" means 0.0 with a warning. Means
        ignore NaN.

    Returns
    -------
    float or ndarray of shape (n_labels,)
        In [0, 1]; 1 is best. An array with a value per label for ``average=None``.

    Raises
    ------
    ValueError
        If an option is unknown, lengths differ, there are no rows, a label is NaN or
        not a whole number, targets are of different kinds, ``average`` does not suit
        the target, ``pos_label`` is not one of the two labels, or a weight is negative.

    Warns
    -----
    UndefinedMetricWarning
        If a label is in neither ``y_true`` nor ``y_pred`` (or, with "samples", for a
        row), with ``zero_division="warn"``.
    UserWarning
        If ``pos_label`` is set and ``average`` is not "binary".

    See Also
    --------
    fbeta_score : F-score with unequal importance of recall and precision.
    macro_f1_of_averages : another quantity that some texts call macro F₁.

    Notes
    -----
    ``average="macro"`` is the mean of the classes' F₁. Zhou's macro-F₁ is the harmonic
    mean of macro-precision and macro-recall, see `macro_f1_of_averages`; it is never
    smaller [2]_. One pass over the rows, which releases the interpreter lock; O(k)
    memory for k labels.

    References
    ----------
    .. [1] C. J. van Rijsbergen, "Information Retrieval", Butterworths, 1979, ch. 7.
    .. [2] J. Opitz and S. Burst, "Macro F1 and macro F1", arXiv:1911.03347, 2019.

    Examples
    --------
    >>> from fastmetrics import f1_score
    >>> f1_score([0, 1, 1, 0, 1], [0, 1, 1, 1, 0])
    0.6666666666666666
    >>> f1_score([0, 1, 2, 2], [0, 2, 2, 2], average="macro", zero_division=0)
    0.6
    """
    options = average, labels, pos_label, sample_weight, zero_division
    found, _ = scores(("fscore",), y_true, y_pred, *options)
    return found[0]


@number_or_array("average", "LabelAverage", "None")
def fbeta_score(
    y_true: Targets,
    y_pred: PredictedTargets,
    *,
    beta: float,
    labels: ArrayLike | None = None,
    pos_label: Label | None = 1,
    average: Average | None = "binary",
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> float | NDArray[np.float64]:
    r"""F-beta score: weighted harmonic mean of precision and recall.

    .. math:: F_\beta = \frac{(1 + \beta^2) P R}{\beta^2 P + R}
              = \frac{(1 + \beta^2)\,\mathrm{tp}}
                     {(1 + \beta^2)\,\mathrm{tp} + \beta^2\,\mathrm{fn} + \mathrm{fp}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_labels)
        True labels: whole numbers, strings or bool; or a matrix of indicators (zeros
        and ones, dense or sparse), one column per label.
    y_pred : array_like of the same shape
        Predicted labels, of the same kind.
    beta : float
        How many times as important recall is as precision; 0 or more. 0 yields
        precision, infinity recall.
    labels : array_like of shape (n_labels,), optional
        The labels to average over, in the order that ``average=None`` returns. Labels
        that do not occur count as well. By default all that occur, sorted. Not used
        with ``average="binary"``.
    pos_label : int, float, bool or str, default=1
        The positive label, used only with ``average="binary"``.
    average : str or None, default="binary"
        "binary": the value for ``pos_label`` only, for targets of at most two labels.
        "micro": the value from counts summed over labels. "macro": the mean over
        labels. "weighted": the mean weighted by the rows of each label in ``y_true``.
        "samples": the mean over rows, for multilabel targets. None: one value per
        label.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    zero_division : {"warn", 0.0, 1.0, nan}, default="warn"
        Value of a quotient with denominator 0; "warn" means 0.0 with a warning. Means
        ignore NaN.

    Returns
    -------
    float or ndarray of shape (n_labels,)
        In [0, 1]; 1 is best. An array with a value per label for ``average=None``.

    Raises
    ------
    ValueError
        If ``beta`` is negative, an option is unknown, lengths differ, there are no
        rows, a label is NaN or not a whole number, targets are of different kinds,
        ``average`` does not suit the target, ``pos_label`` is not one of the two
        labels, or a weight is negative.

    Warns
    -----
    UndefinedMetricWarning
        If a label is in neither ``y_true`` nor ``y_pred`` (or, with "samples", for a
        row), with ``zero_division="warn"``.
    UserWarning
        If ``pos_label`` is set and ``average`` is not "binary".

    See Also
    --------
    f1_score : F-score with equal importance of precision and recall.

    Notes
    -----
    ``beta`` above 1 gives more weight to recall, below 1 to precision. One pass over
    the rows, which releases the interpreter lock; O(k) memory for k labels.

    References
    ----------
    .. [1] C. J. van Rijsbergen, "Information Retrieval", Butterworths, 1979, ch. 7.

    Examples
    --------
    >>> from fastmetrics import fbeta_score
    >>> fbeta_score([0, 0, 0, 1, 1], [0, 1, 1, 1, 1], beta=2)
    0.8333333333333334
    >>> fbeta_score([0, 0, 0, 1, 1], [0, 1, 1, 1, 1], beta=0.5)
    0.5555555555555556
    """
    beta = check_beta(beta)
    options = average, labels, pos_label, sample_weight, zero_division
    found, _ = scores(("fscore",), y_true, y_pred, *options, beta)
    return found[0]


@number_or_array("average", "LabelAverage", "None")
def jaccard_score(
    y_true: Targets,
    y_pred: PredictedTargets,
    *,
    labels: ArrayLike | None = None,
    pos_label: Label | None = 1,
    average: Average | None = "binary",
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> float | NDArray[np.float64]:
    r"""Jaccard index: intersection over union of true and predicted rows of a class.

    .. math:: J = \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fp} + \mathrm{fn}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_labels)
        True labels: whole numbers, strings or bool; or a matrix of indicators (zeros
        and ones, dense or sparse), one column per label.
    y_pred : array_like of the same shape
        Predicted labels, of the same kind.
    labels : array_like of shape (n_labels,), optional
        The labels to average over, in the order that ``average=None`` returns. Labels
        that do not occur count as well. By default all that occur, sorted. Not used
        with ``average="binary"``.
    pos_label : int, float, bool or str, default=1
        The positive label, used only with ``average="binary"``.
    average : str or None, default="binary"
        "binary": the value for ``pos_label`` only, for targets of at most two labels.
        "micro": the value from counts summed over labels. "macro": the mean over
        labels. "weighted": the mean weighted by the rows of each label in ``y_true``.
        "samples": the mean over rows, for multilabel targets. None: one value per
        label.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    zero_division : {"warn", 0.0, 1.0}, default="warn"
        Value of a quotient with denominator 0; "warn" means 0.0 with a warning.

    Returns
    -------
    float or ndarray of shape (n_labels,)
        In [0, 1]; 1 is best. An array with a value per label for ``average=None``.

    Raises
    ------
    ValueError
        If an option is unknown, lengths differ, there are no rows, a label is NaN or
        not a whole number, targets are of different kinds, ``average`` does not suit
        the target, ``pos_label`` is not one of the two labels, or a weight is negative.

    Warns
    -----
    UndefinedMetricWarning
        If a label is in neither ``y_true`` nor ``y_pred`` (or, with "samples", for a
        row), with ``zero_division="warn"``.
    UserWarning
        If ``pos_label`` is set and ``average`` is not "binary".

    See Also
    --------
    f1_score : 2 J / (1 + J) for one class, which ranks models in the same order.

    Notes
    -----
    Also called intersection over union and critical success index. One pass over the
    rows, which releases the interpreter lock; O(k) memory for k labels.

    References
    ----------
    .. [1] P. Jaccard, "The distribution of the flora in the alpine zone", New
       Phytologist 11, 1912, 37-50.

    Examples
    --------
    >>> from fastmetrics import jaccard_score
    >>> jaccard_score([0, 1, 1, 0, 1], [0, 1, 1, 1, 0])
    0.5
    >>> jaccard_score([[0, 1, 1], [1, 1, 0]], [[1, 1, 1], [1, 0, 0]],
    ...               average="samples")
    0.5833333333333333
    """
    zero_value(zero_division, allow_nan=False)
    options = average, labels, pos_label, sample_weight, zero_division
    found, _ = scores(("jaccard",), y_true, y_pred, *options)
    return found[0]


def macro_f1_of_averages(
    y_true: Targets,
    y_pred: PredictedTargets,
    *,
    beta: float = 1.0,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> float:
    r"""Macro F-score of averages: F-score of mean precision and mean recall.

    .. math:: \frac{(1 + \beta^2)\,\bar P\,\bar R}{\beta^2 \bar P + \bar R},\qquad
              \bar P = \frac1k \sum_i P_i,\quad \bar R = \frac1k \sum_i R_i

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_labels)
        True labels: whole numbers, strings or bool; or a matrix of indicators (zeros
        and ones, dense or sparse), one column per label.
    y_pred : array_like of the same shape
        Predicted labels, of the same kind.
    beta : float, default=1.0
        How many times as important recall is as precision; 0 or more.
    labels : array_like of shape (n_labels,), optional
        The labels to average over. Labels that do not occur count as well. By default
        all that occur, sorted.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    zero_division : {"warn", 0.0, 1.0, nan}, default="warn"
        Value of a quotient with denominator 0; "warn" means 0.0 with a warning. Means
        ignore NaN.

    Returns
    -------
    float
        In [0, 1]; 1 is best. 0 if both means are 0.

    Raises
    ------
    ValueError
        If ``beta`` is negative, ``zero_division`` is unknown, lengths differ, there are
        no rows, a label is NaN or not a whole number, targets are of different kinds,
        or a weight is negative.

    Warns
    -----
    UndefinedMetricWarning
        If a label has no predicted or no true rows with ``zero_division="warn"``.

    See Also
    --------
    f1_score : with ``average="macro"``, the mean of the classes' F₁, called macro F₁ in
        scikit-learn.

    Notes
    -----
    Two quantities are called macro F₁. This one is the harmonic mean of the means
    (Zhou, eq. 2.14). The other is the mean of the harmonic means. It never exceeds this
    one, and differs by up to ½ if precision and recall vary between classes [2]_.
    Report which one you use. One pass over the rows, which releases the interpreter
    lock; O(k) memory for k labels.

    References
    ----------
    .. [1] Z.-H. Zhou, "Machine Learning" (in Chinese), Tsinghua University Press, 2016,
       sec. 2.3.2; in English, Springer, 2021.
    .. [2] J. Opitz and S. Burst, "Macro F1 and macro F1", arXiv:1911.03347, 2019.

    Examples
    --------
    >>> import numpy as np
    >>> from fastmetrics import f1_score, macro_f1_of_averages
    >>> table = [[50, 3, 2], [10, 20, 5], [1, 4, 5]]
    >>> y_true = np.repeat([0, 1, 2], [55, 35, 10])
    >>> y_pred = np.repeat([0, 1, 2] * 3, np.ravel(table))
    >>> round(macro_f1_of_averages(y_true, y_pred), 5)
    0.6596
    >>> round(f1_score(y_true, y_pred, average="macro"), 5)
    0.65393
    """
    beta = check_beta(beta)
    (precision, recall), _ = scores(
        ("precision", "recall"),
        y_true,
        y_pred,
        "macro",
        labels,
        1,
        sample_weight,
        zero_division,
    )
    return float(fscore_of(precision, recall, beta))


def pooled_precision_recall_fscore(
    matrices: ArrayLike,
    *,
    beta: float = 1.0,
    average: Literal["micro", "macro"] = "macro",
    zero_division: ZeroDivision = "warn",
) -> tuple[float, float, float]:
    r"""Precision, recall and F-score over several binary confusion matrices.

    The matrices come from several test runs, data sets or one-vs-rest problems. "macro"
    averages precisions and recalls, "micro" sums the counts:

    .. math:: \bar P = \frac1n \sum_i P_i \quad\text{or}\quad
              \frac{\sum_i \mathrm{tp}_i}{\sum_i \mathrm{tp}_i + \mathrm{fp}_i},
              \qquad
              \bar R = \frac1n \sum_i R_i \quad\text{or}\quad
              \frac{\sum_i \mathrm{tp}_i}{\sum_i \mathrm{tp}_i + \mathrm{fn}_i}

    and in both cases F is computed from the averages,
    :math:`(1 + \beta^2) \bar P \bar R / (\beta^2 \bar P + \bar R)`.

    Parameters
    ----------
    matrices : array_like of shape (n_matrices, 2, 2)
        Each one [[tn, fp], [fn, tp]], as returned by `confusion_matrix`: counts or
        weights, finite and not negative.
    beta : float, default=1.0
        How many times as important recall is as precision; 0 or more.
    average : {"macro", "micro"}, default="macro"
        Whether quotients or counts are averaged. "micro" gives more weight to matrices
        with more positives, "macro" equal weight to all.
    zero_division : {"warn", 0.0, 1.0, nan}, default="warn"
        Value of a quotient with denominator 0; "warn" means 0.0 with a warning. Means
        ignore NaN.

    Returns
    -------
    precision, recall, fscore : float
        In [0, 1]; 1 is best.

    Raises
    ------
    ValueError
        If ``matrices`` has another shape or contains a negative number, NaN or
        infinity, ``beta`` is negative, or an option is unknown.

    Warns
    -----
    UndefinedMetricWarning
        If a precision or recall (or, with "micro", F) has denominator 0 with
        ``zero_division="warn"``.

    See Also
    --------
    multilabel_confusion_matrix : compute such matrices for one-vs-rest problems.
    macro_f1_of_averages : the same F-score for the classes of one target.

    References
    ----------
    .. [1] Z.-H. Zhou, "Machine Learning" (in Chinese), Tsinghua University Press, 2016,
       sec. 2.3.2; in English, Springer, 2021.

    Examples
    --------
    >>> from fastmetrics import pooled_precision_recall_fscore
    >>> runs = [[[90, 10], [5, 15]], [[40, 0], [1, 3]]]
    >>> precision, recall, fscore = pooled_precision_recall_fscore(runs)
    >>> precision, recall, round(fscore, 4)
    (0.8, 0.75, 0.7742)
    >>> pooled_precision_recall_fscore(runs, average="micro")
    (0.6428571428571429, 0.75, 0.6923076923076923)
    """
    beta = check_beta(beta)
    undefined = zero_value(zero_division)
    if not is_one_of(average, ("macro", "micro")):
        raise ValueError(f"average must be 'macro' or 'micro', got {shown(average)}.")
    (_, fp), (fn, tp) = _matrices(matrices)
    sums = tp, tp + fn, tp + fp
    if zero_division == "warn":
        _warn_of_matrices(*sums, average, beta)
    precision, recall, fscore = pooled(*sums, beta, average, undefined)
    return float(precision), float(recall), float(fscore)


def _warn_of_matrices(
    hits: NDArray[Any],
    true: NDArray[Any],
    predicted: NDArray[Any],
    average: str,
    beta: float,
) -> None:
    """Warn of the measures that are undefined, in the name of the caller's caller."""
    measures = ["precision", "recall"]
    if average == "micro":
        hits, true, predicted = hits.sum(), true.sum(), predicted.sum()
        if 0 < beta < np.inf:
            measures.append("fscore")
    for measure in measures:
        _, bottom = ratio(measure, hits, true, predicted, beta)
        if not np.all(bottom):
            warn_undefined(measure, "binary", np.size(bottom))


def _matrices(matrices: ArrayLike) -> NDArray[Any]:
    """Return the matrices as an array of shape (2, 2, n_matrices)."""
    array = as_array(matrices, "matrices")
    if array.ndim != 3 or array.shape[0] == 0 or array.shape[1:] != (2, 2):
        raise ValueError(
            "matrices must be of shape (n_matrices, 2, 2), at least one of them, got "
            f"{array.shape}."
        )
    if array.dtype.kind not in "biuf":
        raise TypeError(f"matrices must hold numbers, got dtype {array.dtype}.")
    array = array.astype(np.float64)
    if not (np.isfinite(array) & (array >= 0)).all():
        raise ValueError("matrices must hold finite numbers of 0 or more.")
    return array.transpose(1, 2, 0)
