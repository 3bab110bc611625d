"""DeLong's variance and tests of AUCs, on the same rows or on independent samples."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common import bounds
from fastmetrics._common.arrays import sort_pairs
from fastmetrics._common.options import check_flag, warn
from fastmetrics._common.records import overloaded
from fastmetrics._common.test_result import TestResult, check_alternative, pvalue_of
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.scores import split_scores
from fastmetrics._kernels import sweep
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.scores.placements import (
    MOST_ROWS,
    DelongResult,
    Placements,
    no_variance,
    variance_of_area,
    without_variance,
)
from fastmetrics.metrics.scores.score_sweep import undefined
from fastmetrics.metrics.scores.sorted_scores import sort_keys
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Alternative, Label


@overloaded({"y_score": "Sequence[float]", "return": "tuple[float, float]"}, {})
def delong_roc_variance(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Label | None = None,
    unbiased: bool = False,
) -> tuple[float, float] | tuple[NDArray[np.float64], NDArray[np.float64]]:
    r"""Compute the area under the ROC curve and DeLong's variance.

    With :math:`V_{10}(i)` the proportion of negatives below positive row :math:`i` and
    :math:`V_{01}(j)` the proportion of positives above negative row :math:`j` (ties one
    half), and :math:`s^2` sample variances (divisor n - 1):

    .. math:: \mathrm{AUC} = \overline{V_{10}} = \overline{V_{01}},\qquad
              \mathrm{var} = \frac{s^2(V_{10})}{n_+} + \frac{s^2(V_{01})}{n_-}

    For several scores of the same rows, covariances replace the variances.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``.
    y_score : array_like of shape (n_samples,) or (n_samples, n_models)
        Any finite real scores; larger means more positive. One column per model.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.
    unbiased : bool, default=False
        Use the unbiased variance estimate; DeLong's variance is too large on average.

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
        If lengths differ, there are no rows, a score is NaN or infinite, or
        ``pos_label`` is needed and not given.
    TypeError
        If ``unbiased`` is not True or False.

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
    Sample weights are not supported. Perfect separation has variance 0, which does not
    measure its uncertainty. Placements are whole numbers of half pairs, and their
    squares are summed with compensation. O(n log n) time per model; one model needs a
    copy of the scores, m models about 4m times the scores. The interpreter lock is
    released while sorting and summing.

    Let :math:`\psi(i, j)` be 1 if positive row :math:`i` scores higher than negative
    row :math:`j`, ½ if they tie, and 0 otherwise. The unbiased covariance of models a
    and b [3]_ is the product of their areas minus the mean of
    :math:`\psi_a(i, j)\,\psi_b(k, l)` over pairs with :math:`i \ne k` and
    :math:`j \ne l`:

    .. math::
        \mathrm{AUC}_a \mathrm{AUC}_b - \frac{
        \sum_{ij} \psi_a \sum_{ij} \psi_b
        - \sum_i \big(\sum_j \psi_a\big) \big(\sum_j \psi_b\big)
        - \sum_j \big(\sum_i \psi_a\big) \big(\sum_i \psi_b\big)
        + \sum_{ij} \psi_a \psi_b}{n_+ (n_+ - 1)\, n_- (n_- - 1)}

    The variance of one area is never below 0, but the variance of a difference may be.
    All sums are whole numbers and the result is rounded once. Each pair of models takes
    O(n log n) time.

    References
    ----------
    .. [1] E. R. DeLong, D. M. DeLong and D. L. Clarke-Pearson, "Comparing the areas
       under two or more correlated receiver operating characteristic curves: a
       nonparametric approach", Biometrics 44, 1988, 837-845.
    .. [2] X. Sun and W. Xu, "Fast implementation of DeLong's algorithm for comparing
       the areas under correlated receiver operating characteristic curves", IEEE
       Signal Processing Letters 21(11), 2014, 1389-1393.
    .. [3] H. Zhu, S. Liu, W. Xu, J. Dai and M. Benbouzid, "Linearithmic and unbiased
       implementation of DeLong's algorithm for comparing the areas under correlated
       ROC curves", Expert Systems with Applications, 2024,
       https://doi.org/10.1016/j.eswa.2024.123194.

    Examples
    --------
    >>> from fastmetrics import delong_roc_variance
    >>> delong_roc_variance([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    (0.75, 0.125)
    >>> delong_roc_variance([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], unbiased=True)
    (0.75, 0.0625)
    """
    y_score = as_array(y_score, "y_score")
    check_flag(unbiased, "unbiased")
    if y_score.ndim == 2:
        columns = [np.ascontiguousarray(column) for column in y_score.T]
        return _several(y_true, columns, pos_label, unbiased)
    if unbiased:  # pairs of rows are counted in the order of placements
        areas, covariance = _several(y_true, [y_score], pos_label, unbiased)
        return areas.item(), covariance.item()
    scores = sort_keys(y_true, y_score, pos_label)
    wins, ties, n_pos, n_neg = scores.count_wins()
    if not (n_pos and n_neg):
        nan = undefined("delong_roc_variance", n_pos)
        return nan, nan
    auc = (2 * wins + ties) / (2 * n_pos * n_neg)
    if n_pos < 2 or n_neg < 2:
        return auc, no_variance()
    return auc, variance_of_area(scores).total


def delong_roc_test(
    y_true: ArrayLike,
    score_a: ArrayLike,
    score_b: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    pos_label: Label | None = None,
    unbiased: bool = False,
) -> DelongResult:
    r"""DeLong's test for two ROC AUCs on the same rows.

    .. math:: z = \frac{\mathrm{AUC}_a - \mathrm{AUC}_b}
                       {\sqrt{\mathrm{var}(\mathrm{AUC}_a - \mathrm{AUC}_b)}}

    compared with the standard normal distribution. DeLong's variance of the difference
    accounts for the correlation of two scores on the same rows.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``.
    score_a, score_b : array_like of shape (n_samples,)
        Any finite real scores, larger meaning more positive.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the area of ``score_a`` is larger.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.
    unbiased : bool, default=False
        Use the unbiased variance estimate; DeLong's variance is too large on average.
        The test then rejects more often, see the notes.

    Returns
    -------
    DelongResult
        Named tuple ``(statistic, pvalue, difference, standard_error)`` with the other
        attributes and methods of `TestResult`, including ``summary`` and
        ``confidence_interval(confidence_level=0.95)``. A difference without variance
        has statistic 0 and p-value 1 if it is 0.

    Raises
    ------
    ValueError
        If ``alternative`` is unknown, lengths differ, there are no rows, a score is NaN
        or infinite, or ``pos_label`` is needed and not given.
    TypeError
        If ``unbiased`` is not True or False.

    Warns
    -----
    UndefinedMetricWarning
        If a class is absent or has only one row, the areas differ without variance, or
        the unbiased variance of their difference is below 0. Undefined values are NaN.

    See Also
    --------
    delong_roc_variance : the areas and their covariance matrix.

    Notes
    -----
    The variance is computed from the rows' differences in placement, not as a
    difference of variances. It is therefore accurate for models that nearly agree. The
    p-value is asymptotic, and too small for nested models fitted on the same data. O(n
    log n) time, memory of about eight times one score column; the interpreter lock is
    released while sorting and summing.

    DeLong's variance is too large if rows are few and the models agree on most of them.
    The test then rejects too rarely; with the unbiased variance it may reject too
    often. In simulations of two normal scores with correlation 0.9 in each class and
    area 0.76, the rejection rate at level 0.05 was 0.016 (unbiased 0.051) with 10
    positives among 20 rows. With 12 positives among 120 rows it was 0.053 (unbiased
    0.064). The unbiased variance [3]_ is described in `delong_roc_variance`. It takes
    about three times as long, and memory of up to thirteen times one score column.

    References
    ----------
    .. [1] E. R. DeLong, D. M. DeLong and D. L. Clarke-Pearson, "Comparing the areas
       under two or more correlated receiver operating characteristic curves: a
       nonparametric approach", Biometrics 44, 1988, 837-845.
    .. [2] X. Sun and W. Xu, "Fast implementation of DeLong's algorithm for comparing
       the areas under correlated receiver operating characteristic curves", IEEE
       Signal Processing Letters 21(11), 2014, 1389-1393.
    .. [3] H. Zhu, S. Liu, W. Xu, J. Dai and M. Benbouzid, "Linearithmic and unbiased
       implementation of DeLong's algorithm for comparing the areas under correlated
       ROC curves", Expert Systems with Applications, 2024,
       https://doi.org/10.1016/j.eswa.2024.123194.

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
    check_alternative(alternative)
    check_flag(unbiased, "unbiased")
    named = [(score_a, "score_a"), (score_b, "score_b")]
    placements = _placements(y_true, named, pos_label, unbiased)
    return placements.compare(0, 1, alternative)


def _several(
    y_true: ArrayLike, columns: Sequence[NDArray], pos_label: Any, unbiased: bool
) -> tuple[NDArray, NDArray]:
    """Areas of the columns of ``y_score``, and their covariance matrix."""
    m = len(columns)
    if m == 0:
        raise ValueError("y_score must have at least one column, got none.")
    named = [(column, "y_score") for column in columns]
    placements = _placements(y_true, named, pos_label, unbiased)
    n_pos, n_neg = placements.sizes
    if not (n_pos and n_neg):
        nan = undefined("delong_roc_variance", n_pos)
        return np.full(m, nan), np.full((m, m), nan)
    if n_pos < 2 or n_neg < 2:
        return placements.areas(), np.full((m, m), no_variance())
    return placements.areas(), placements.covariance()


def _placements(
    y_true: ArrayLike,
    columns: Sequence[tuple[ArrayLike, str]],
    pos_label: Any,
    unbiased: bool,
) -> Placements:
    """Place the rows by each model.

    All models are split by the same labels, so equal columns belong to the same row.
    """
    models = []
    n_pos = n = 0
    most = MOST_ROWS if unbiased else 2**32
    for column, name in columns:
        try:
            split = split_scores(y_true, column, pos_label=pos_label)
        except (TypeError, ValueError) as error:  # under the name it has here
            raise type(error)(str(error).replace("y_score", name)) from None
        n_pos, n = split.n_pos, len(split.keys)
        if n > most:
            raise ValueError(f"there are {n:,} rows; up to {most:,} can be placed")
        models.append(_canonical(split.keys, n_pos))
        del split
    return Placements.of_models(n_pos, n - n_pos, models, unbiased=bool(unbiased))


def _canonical(
    keys: NDArray[Any], n_pos: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint32]]:
    """Return flags and numbers of the rows, see ``Placements.of_models``.

    Keys of the positives precede keys of the negatives; they are overwritten.
    """
    np.invert(keys, out=keys)  # they ascend where scores descend
    # Positives come first, and a stable sort leaves them so inside a tie.
    keys, order = sort_pairs(keys, np.arange(len(keys), dtype=np.uint64))
    numbers = order.astype(np.uint32)
    return sweep.flag_rows(keys, (numbers < n_pos).view(np.uint8)), numbers


# -------------------------------------------------------------------- independent areas


_METHOD = say("DeLong test of two areas under ROC curves, independent samples")
_CLAIMS = {
    "two-sided": say("the areas differ"),
    "greater": say("A's area is the greater one"),
    "less": say("A's area is the smaller one"),
}


def delong_roc_test_independent(
    y_true_a: ArrayLike,
    score_a: ArrayLike,
    y_true_b: ArrayLike,
    score_b: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    pos_label: Label | None = None,
) -> TestResult:
    r"""DeLong's test for two ROC AUCs on independent samples.

    Use it for one model in two populations, or for two models evaluated on different
    rows:

    .. math:: t = \frac{\mathrm{AUC}_a - \mathrm{AUC}_b}{\sqrt{v_a + v_b}},\qquad
              \nu = \frac{(v_a + v_b)^2}
                    {\frac{v_a^2}{n_a - 1} + \frac{v_b^2}{n_b - 1}}

    with DeLong's variances :math:`v` and n rows per sample. The reference distribution
    is Student's t with :math:`\nu` degrees of freedom (Welch, Satterthwaite).

    Parameters
    ----------
    y_true_a : array_like of shape (n_a,)
        True labels of the first sample, of at most two classes; more only with
        ``pos_label``.
    score_a : array_like of shape (n_a,)
        Any finite real scores, larger meaning more positive.
    y_true_b : array_like of shape (n_b,)
        True labels of the second sample.
    score_b : array_like of shape (n_b,)
        Any finite real scores, larger meaning more positive.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the area of the first sample is larger.
    pos_label : int, float, bool or str, optional
        The positive label of both. May be left out when the labels are in {0, 1} or
        {-1, 1}.

    Returns
    -------
    TestResult
        With ``statistic``, ``df`` and ``pvalue``; ``estimate`` is the difference of the
        areas, in [-1, 1], and ``confidence_interval(confidence_level=0.95)`` uses
        Student's t distribution. A difference without variance has statistic 0 and
        p-value 1 if it is 0.

    Raises
    ------
    ValueError
        If ``alternative`` is unknown, lengths differ, there are no rows, a score is NaN
        or infinite, or ``pos_label`` is needed and not given.

    Warns
    -----
    UndefinedMetricWarning
        If a sample has fewer than two rows of a class, or the areas differ without
        variance. Undefined values are NaN.

    See Also
    --------
    delong_roc_test : test for two scores of the same rows, which are dependent.
    roc_auc_by_group : areas within groups of rows.

    Notes
    -----
    Statistic, degrees of freedom and p-value agree with ``roc.test`` of pROC with
    ``paired=FALSE``. O(n log n) time per sample.

    References
    ----------
    .. [1] E. R. DeLong, D. M. DeLong and D. L. Clarke-Pearson, "Comparing the areas
       under two or more correlated receiver operating characteristic curves: a
       nonparametric approach", Biometrics 44, 1988, 837-845.
    .. [2] X. Robin et al., "pROC: an open-source package for R and S+ to analyze and
       compare ROC curves", BMC Bioinformatics 12, 2011, 77.

    Examples
    --------
    >>> from fastmetrics import delong_roc_test_independent
    >>> test = delong_roc_test_independent(
    ...     [0, 0, 0, 1, 1, 1], [0.1, 0.4, 0.3, 0.35, 0.8, 0.7],
    ...     [0, 1, 0, 1, 1], [0.2, 0.5, 0.6, 0.4, 0.7])
    >>> round(test.estimate, 4), round(test.df, 4), round(test.pvalue, 4)
    (0.2222, 5.4118, 0.6046)
    """
    check_alternative(alternative)
    a = _Area.of("a", y_true_a, score_a, pos_label)
    b = _Area.of("b", y_true_b, score_b, pos_label)
    difference = a.value - b.value
    total = a.variance + b.variance
    df = math.nan
    if math.isnan(total):
        statistic = pvalue = error = math.nan
    elif total == 0:
        statistic, pvalue = without_variance(difference)
        error = math.nan
    else:
        error = math.sqrt(total)
        statistic = difference / error
        shares = a.variance / total, b.variance / total
        df = 1 / (shares[0] ** 2 / (a.n - 1) + shares[1] ** 2 / (b.n - 1))
        pvalue = pvalue_of(statistic, "t", df, alternative)
    return TestResult(
        statistic=statistic,
        pvalue=pvalue,
        method=_METHOD,
        statistic_name="t",
        distribution="t",
        n=a.n + b.n,
        df=df,
        alternative=alternative,
        estimate=difference,
        estimate_name=say("AUC of A − B"),
        claim=_CLAIMS[alternative],
        bounds=partial(_bounds, difference, error, df),
    )


def _bounds(
    difference: float, error: float, df: float, level: float
) -> tuple[float, float]:
    if math.isnan(error):  # a variance of 0 says nothing
        return math.nan, math.nan
    low, high = bounds.student(difference, error, df, level)
    return max(low, -1.0), min(high, 1.0)


class _Area(NamedTuple):
    """The area of one sample, its variance and how many rows it is of."""

    value: float
    variance: float
    n: int

    @classmethod
    def of(cls, name: str, y_true: Any, y_score: Any, pos_label: Any) -> _Area:
        """Return the area and variance of a sample; NaN and a warning if undefined."""
        try:
            scores = sort_keys(y_true, y_score, pos_label)
        except (TypeError, ValueError) as error:  # under the names they have here
            said = str(error).replace("y_score", f"score_{name}")
            raise type(error)(said.replace("y_true", f"y_true_{name}")) from None
        wins, ties, n_pos, n_neg = scores.count_wins()
        pairs = n_pos * n_neg
        value = (2 * wins + ties) / (2 * pairs) if pairs else math.nan
        if n_pos > 1 and n_neg > 1:
            variance = variance_of_area(scores).total
            return cls(value, variance, n_pos + n_neg)
        warn(
            f"y_true_{name} has {n_pos} positive and {n_neg} negative rows; the test "
            "needs two of each, so it is undefined and returned as NaN.",
            UndefinedMetricWarning,
        )
        return cls(value, math.nan, n_pos + n_neg)
