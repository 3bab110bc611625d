"""The rate of errors where both kinds of them are equally frequent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastmetrics._common.options import check_flag
from fastmetrics.metrics.scores.sweep_values import reduced

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Label
    from fastmetrics.metrics.scores.annotations import Classes, Scores


def equal_error_rate(
    y_true: Classes,
    y_score: Scores,
    *,
    convex_hull: bool = False,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Equal error rate (EER): error rate at equal false positive and negative rates.

    The curve of the two rates is interpolated linearly between thresholds, and
    evaluated at its intersection with the diagonal:

    .. math:: \mathrm{EER} = \mathrm{FPR}_\lambda = \mathrm{FNR}_\lambda,\qquad
              \mathrm{FPR}_\lambda = (1 - \lambda)\,\mathrm{FPR}_k
              + \lambda\,\mathrm{FPR}_{k + 1}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``.
    y_score : array_like of shape (n_samples,)
        Any finite real scores; larger means more positive.
    convex_hull : bool, default=False
        Whether to use the upper convex hull of the ROC points (ROCCH-EER), the curve of
        optimally calibrated scores. The rate is then never higher.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, 1]; 0 is best, 0.5 is chance, above 0.5 the ranking is reversed. NaN if a
        class is absent.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, a score is NaN or infinite, a weight is
        negative, or ``pos_label`` is needed and not given.
    TypeError
        If ``convex_hull`` is not True or False.

    Warns
    -----
    UndefinedMetricWarning
        If only one class is present.

    See Also
    --------
    det_curve : both rates at all thresholds.
    optimal_threshold : with ``criterion="equal_error_rate"``, the nearest threshold.

    Notes
    -----
    A point between two thresholds is attained by choosing one of them at random for
    each row. Other packages use the threshold with the smallest difference of the
    rates, and return their mean, or one of them. O(n log n) time, O(n) memory, plus the
    vertices of the hull with ``convex_hull``; the interpreter lock is released while
    sorting and sweeping.

    References
    ----------
    .. [1] A. Martin, G. Doddington, T. Kamm, M. Ordowski and M. Przybocki, "The DET
       curve in assessment of detection task performance", Eurospeech 1997, 1895-1898.
    .. [2] N. Brümmer and E. de Villiers, "The BOSARIS toolkit: theory, algorithms and
       code for surviving the new DCF", 2013, arXiv:1304.2865 (ROCCH-EER).

    Examples
    --------
    >>> from fastmetrics import equal_error_rate
    >>> y_true, y_score = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
    >>> equal_error_rate(y_true, y_score)
    0.5
    >>> equal_error_rate(y_true, y_score, convex_hull=True)
    0.25
    """
    check_flag(convex_hull, "convex_hull")
    reducer = "equal_error_rate_hull" if convex_hull else "equal_error_rate"
    return reduced(
        "equal_error_rate", y_true, y_score, pos_label, sample_weight, reducer
    )
