"""The test of two areas under ROC curves that were measured on different rows."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from fastmetrics._common import bounds
from fastmetrics._common.options import warn
from fastmetrics._common.test_result import TestResult, check_alternative, pvalue_of
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.scores.placements import variance_of_area, without_variance
from fastmetrics.metrics.scores.sorted_scores import sort_keys
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Alternative, Label

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
        """Return those of one sample; NaN, with a warning, where they are undefined."""
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
            f"y_true_{name} holds {n_pos} positive and {n_neg} negative rows; the test "
            "takes two of either, and is undefined and returned as NaN.",
            UndefinedMetricWarning,
        )
        return cls(value, math.nan, n_pos + n_neg)
