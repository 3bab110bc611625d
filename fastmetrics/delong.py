"""DeLong's variance of the area under the ROC curve, and the test of two areas.

An AUC is a two-sample U statistic. Give every positive row its placement, the share of
negatives below it (ties one half), and every negative row the share of positives above
it: the AUC is the mean of either, and its variance the sum of the variances of the two
means. Placements come from sorting each class and one merge.
"""

from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics import _inputs
from fastmetrics._kernels import delong, labelled, pairs
from fastmetrics._values import undefined
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.summaries.ordering import sort_pairs, sorted_scores

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

__all__ = ["DelongResult", "delong_roc_test", "delong_roc_variance"]

# alternative -> (sign of the statistic in the tail, number of tails)
_TAILS = {"two-sided": (None, 2), "greater": (1.0, 1), "less": (-1.0, 1)}


class DelongResult(NamedTuple):
    """Comparison of two areas under ROC curves, the first minus the second."""

    statistic: float
    """The difference in units of its standard error, normal if the areas are equal."""
    pvalue: float
    """Chance of a statistic as extreme, in the direction of the alternative."""
    difference: float
    """AUC of the first scores minus AUC of the second."""
    standard_error: float
    """Standard error of the difference."""

    def confidence_interval(
        self, confidence_level: float = 0.95
    ) -> tuple[float, float]:
        """Return the two-sided normal interval of the difference.

        Parameters
        ----------
        confidence_level : float in (0, 1), default=0.95
            Its nominal coverage.

        Returns
        -------
        low, high : float
            ``difference`` minus and plus the normal quantile times
            ``standard_error``, whatever the alternative of the test was.
        """
        if not 0 < confidence_level < 1:
            raise ValueError(
                f"confidence_level must be in (0, 1), got {confidence_level!r}."
            )
        from statistics import NormalDist

        quantile = NormalDist().inv_cdf(0.5 + 0.5 * confidence_level)
        half = quantile * self.standard_error
        return self.difference - half, self.difference + half


def delong_roc_variance(
    y_true: ArrayLike, y_score: ArrayLike, *, pos_label: Any = None
) -> tuple[Any, Any]:
    r"""Area under the ROC curve with its variance after DeLong.

    With :math:`V_{10}(i)` the share of negatives below positive row :math:`i` and
    :math:`V_{01}(j)` the share of positives above negative row :math:`j` (ties one
    half), and :math:`s^2` sample variances (divisor n - 1):

    .. math:: \mathrm{AUC} = \overline{V_{10}} = \overline{V_{01}},\qquad
              \mathrm{var} = \frac{s^2(V_{10})}{n_+} + \frac{s^2(V_{01})}{n_-}

    Several scores of the same rows have covariances in place of variances.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Labels. More than two distinct ones are accepted only with ``pos_label``.
    y_score : array_like of shape (n_samples,) or (n_samples, n_models)
        Any finite real scores, larger meaning more positive; a column per model.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.

    Returns
    -------
    auc : float or ndarray of shape (n_models,)
        Areas in [0, 1].
    variance : float or ndarray of shape (n_models, n_models)
        Variance, or covariance matrix, of the areas; not negative. NaN if a class has
        only one row; both are NaN if a class is absent.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, a score is NaN or infinite, or the
        positive label is not given and cannot be told.

    Warns
    -----
    UndefinedMetricWarning
        If a class is absent, or has only one row.

    See Also
    --------
    delong_roc_test : compare two areas.
    roc_auc_score : the area alone.
    confidence_interval : intervals, also for weighted rows (by bootstrap).

    Notes
    -----
    Takes no sample weights. Perfect separation has variance 0, which says nothing
    about how sure it is. Placements are whole numbers of half pairs, their squares
    are summed with compensation. O(n log n) time per model; one model needs a copy of
    the scores, m models about 4m times the scores. The interpreter lock is released
    while sorting and summing.

    References
    ----------
    .. [1] E. R. DeLong, D. M. DeLong and D. L. Clarke-Pearson, "Comparing the areas
       under two or more correlated receiver operating characteristic curves: a
       nonparametric approach", Biometrics 44, 1988, 837-845.
    .. [2] X. Sun and W. Xu, "Fast implementation of DeLong's algorithm for comparing
       the areas under correlated receiver operating characteristic curves", IEEE
       Signal Processing Letters 21(11), 2014, 1389-1393.

    Examples
    --------
    >>> from fastmetrics import delong_roc_variance
    >>> delong_roc_variance([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    (0.75, 0.125)
    """
    y_score = _inputs.as_array(y_score, "y_score")
    if y_score.ndim == 2:
        return _several(y_true, y_score, pos_label)
    scores = sorted_scores(y_true, y_score, pos_label)
    n_pos, n_neg = scores.n_pos, scores.n_neg
    if not (n_pos and n_neg):
        nan = undefined("delong_roc_variance", n_pos)
        return nan, nan
    *_, below, upto = labelled.count_pairs(scores)
    twice_wins = below + upto
    auc = twice_wins / (2 * n_pos * n_neg)
    if n_pos < 2 or n_neg < 2:
        return auc, _no_variance()
    over_pos, over_neg = delong.squared_deviations(
        scores, twice_wins / n_pos, twice_wins / n_neg
    )
    return auc, _scaled(over_pos, n_pos, n_neg) + _scaled(over_neg, n_neg, n_pos)


def delong_roc_test(
    y_true: ArrayLike,
    score_a: ArrayLike,
    score_b: ArrayLike,
    *,
    alternative: str = "two-sided",
    pos_label: Any = None,
) -> DelongResult:
    r"""Test whether two scores of the same rows have the same area under the ROC curve.

    .. math:: z = \frac{\mathrm{AUC}_a - \mathrm{AUC}_b}
                       {\sqrt{\mathrm{var}(\mathrm{AUC}_a - \mathrm{AUC}_b)}}

    against the standard normal distribution, with DeLong's variance of the difference,
    which takes into account that both are measured on the same rows.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Labels. More than two distinct ones are accepted only with ``pos_label``.
    score_a, score_b : array_like of shape (n_samples,)
        Any finite real scores, larger meaning more positive.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the area of ``score_a`` is the greater one.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.

    Returns
    -------
    DelongResult
        Named tuple ``(statistic, pvalue, difference, standard_error)`` with a method
        ``confidence_interval(confidence_level=0.95)`` for the difference. A
        difference without variance has statistic 0 and p-value 1 if it is 0.

    Raises
    ------
    ValueError
        If ``alternative`` is unknown, lengths differ, there are no rows, a score is
        NaN or infinite, or the positive label is not given and cannot be told.

    Warns
    -----
    UndefinedMetricWarning
        If a class is absent or has only one row, or the areas differ without
        variance; what is undefined is NaN.

    See Also
    --------
    delong_roc_variance : the areas and their covariance matrix.

    Notes
    -----
    The variance is that of the rows' differences in placement, not a difference of
    variances, so models that nearly agree lose no digits. The p-value is asymptotic,
    and too small for nested models fitted on the same data. O(n log n) time, memory
    of about eight times one score column; the interpreter lock is released while
    sorting and summing.

    References
    ----------
    .. [1] E. R. DeLong, D. M. DeLong and D. L. Clarke-Pearson, "Comparing the areas
       under two or more correlated receiver operating characteristic curves: a
       nonparametric approach", Biometrics 44, 1988, 837-845.
    .. [2] X. Sun and W. Xu, "Fast implementation of DeLong's algorithm for comparing
       the areas under correlated receiver operating characteristic curves", IEEE
       Signal Processing Letters 21(11), 2014, 1389-1393.

    Examples
    --------
    >>> from fastmetrics import delong_roc_test
    >>> y_true = [0, 0, 0, 1, 1, 1]
    >>> result = delong_roc_test(y_true, [0.1, 0.4, 0.3, 0.35, 0.8, 0.7],
    ...                          [0.2, 0.5, 0.6, 0.4, 0.3, 0.9])
    >>> round(result.difference, 4)
    0.3333
    >>> round(result.pvalue, 4)
    0.2207
    """
    if alternative not in tuple(_TAILS):
        raise ValueError(
            f"alternative must be one of {tuple(_TAILS)}, got {alternative!r}."
        )
    of_pos, of_neg, doubled = _placements(
        y_true, [(score_a, "score_a"), (score_b, "score_b")], pos_label
    )
    n_pos, n_neg = of_pos.shape[1], of_neg.shape[1]
    if not (n_pos and n_neg):
        nan = undefined("delong_roc_test", n_pos)
        return DelongResult(nan, nan, nan, nan)
    twice_apart = doubled[0] - doubled[1]
    difference = twice_apart / (2 * n_pos * n_neg)
    if n_pos < 2 or n_neg < 2:
        nan = _no_variance()
        return DelongResult(nan, nan, difference, nan)
    # Of whole numbers, so that the sums are 0 exactly when there is no variance.
    over_pos, over_neg = (
        delong.cross_products(
            np.subtract(places[:1], places[1:]), np.array([twice_apart / n])
        ).item()
        for places, n in ((of_pos, n_pos), (of_neg, n_neg))
    )
    error = math.sqrt(_scaled(over_pos, n_pos, n_neg) + _scaled(over_neg, n_neg, n_pos))
    if error == 0.0:
        if difference == 0.0:
            return DelongResult(0.0, 1.0, 0.0, 0.0)
        warnings.warn(
            f"the areas of score_a and score_b differ by {difference} without any "
            "variance, so the test is undefined and returned as NaN.",
            UndefinedMetricWarning,
            stacklevel=2,
        )
        return DelongResult(math.nan, math.nan, difference, 0.0)
    statistic = difference / error
    sign, n_tails = _TAILS[alternative]
    tail = abs(statistic) if sign is None else sign * statistic
    # erfc keeps the digits of a small tail, which 1 - cdf loses.
    pvalue = n_tails * 0.5 * math.erfc(tail / math.sqrt(2.0))
    return DelongResult(statistic, pvalue, difference, error)


def _several(
    y_true: ArrayLike, y_score: NDArray, pos_label: Any
) -> tuple[NDArray, NDArray]:
    """Areas of the columns of ``y_score``, and their covariance matrix."""
    m = y_score.shape[1]
    if m == 0:
        raise ValueError("y_score must have at least one column, got none.")
    columns = [(np.ascontiguousarray(y_score[:, k]), "y_score") for k in range(m)]
    of_pos, of_neg, doubled = _placements(y_true, columns, pos_label)
    n_pos, n_neg = of_pos.shape[1], of_neg.shape[1]
    if not (n_pos and n_neg):
        nan = undefined("delong_roc_variance", n_pos, stacklevel=4)
        return np.full(m, nan), np.full((m, m), nan)
    aucs = np.array([d / (2 * n_pos * n_neg) for d in doubled])
    if n_pos < 2 or n_neg < 2:
        return aucs, np.full((m, m), _no_variance(stacklevel=4))
    covariance = _scaled(
        delong.cross_products(of_pos, np.array([d / n_pos for d in doubled])),
        n_pos,
        n_neg,
    ) + _scaled(
        delong.cross_products(of_neg, np.array([d / n_neg for d in doubled])),
        n_neg,
        n_pos,
    )
    return aucs, covariance


def _placements(
    y_true: ArrayLike, columns: Sequence[tuple[ArrayLike, str]], pos_label: Any
) -> tuple[NDArray, NDArray, list[int]]:
    """Doubled placements of the positives and of the negatives, a row per model.

    The third item is twice the pairs won (ties one half), exact. All models are split
    by the same labels, so that equal columns are the same data row.
    """
    of_pos = of_neg = np.empty((len(columns), 0))
    doubled = []
    for k, (column, name) in enumerate(columns):
        try:
            split = _inputs.split_scores(y_true, column, pos_label=pos_label)
        except (TypeError, ValueError) as error:  # under the name it has here
            raise type(error)(str(error).replace("y_score", name)) from None
        if k == 0:
            of_pos = np.empty((len(columns), split.n_pos))
            of_neg = np.empty((len(columns), len(split.keys) - split.n_pos))
        rows = []
        for keys in (split.keys[: split.n_pos], split.keys[split.n_pos :]):
            indices = np.arange(len(keys), dtype=np.uint64)
            rows.append(sort_pairs(keys, indices))
        delong.place_rows(*rows[0], *rows[1], of_pos[k], of_neg[k])
        wins, ties = pairs.count_pairs(rows[0][0], rows[1][0])
        doubled.append(2 * wins + ties)
    return of_pos, of_neg, doubled


def _scaled(squares: Any, n_own: int, n_other: int) -> Any:
    """Variance of the mean placement from the sum of squares of doubled counts."""
    return squares / (n_own - 1) / n_own / (2.0 * n_other) ** 2


def _no_variance(stacklevel: int = 3) -> float:
    """Warn that one row has no sample variance and return NaN."""
    warnings.warn(
        "y_true holds only one row of a class, so the variance of the area under the "
        "ROC curve is undefined and returned as NaN.",
        UndefinedMetricWarning,
        stacklevel=stacklevel,
    )
    return math.nan
