"""Friedman's aligned ranks, and Quade's weighted ranks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.names import rounded
from fastmetrics._common.options import check_choice, check_flag, check_resamples
from fastmetrics.comparison.rank_tests.friedman import (
    METHODS,
    TIES,
    RankSums,
    RankTestResult,
    nearly_tied_note,
    result_of_orders,
)
from fastmetrics.comparison.rank_tests.ranks import doubled_ranks, several_data_sets
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray


# ------------------------------------------------------------------------ aligned ranks
# Ranks of what models score above or below the mean of each data set, all together.


# Whole numbers up to here are floats, and so are sums of them.
_WHOLE = 2.0**53


def aligned_ranks_test(
    scores: ArrayLike | Mapping[Any, ArrayLike],
    *,
    ties: Literal["corrected", "ignored"] = "corrected",
    method: Literal["auto", "exact", "asymptotic", "monte-carlo"] = "auto",
    greater_is_better: bool = True,
    decimals: int | None = None,
    n_resamples: int = 9999,
    random_state: int | np.random.Generator | None = None,
) -> RankTestResult:
    r"""Aligned ranks test for several models on several data sets.

    Each score minus the mean of its data set is ranked among all kN of them. With
    :math:`R_j` the sum of the ranks of model j of k and :math:`T_i` the sum of data set
    i of N,

    .. math:: \chi^2 = \frac{(k - 1) \left(\sum_j R_j^2 -
              \frac{k N^2}{4} (k N + 1)^2\right)}{\frac16 k N (k N + 1) (2 k N + 1)
              - \frac1k \sum_i T_i^2}

    It is corrected for ties: with ties, the first term of the denominator is the sum of
    the squares of all ranks.

    Parameters
    ----------
    scores : array_like of shape (n_datasets, n_models), data frame or dict
        A row per data set, a column per model; of a dict each value is the column of
        the model that its key names. Differences of scores must be comparable from one
        data set to another: one metric on one scale.
    ties : {"corrected", "ignored"}, default="corrected"
        Whether ties enlarge the statistic. Without ties both are the same.
    method : {"auto", "exact", "asymptotic", "monte-carlo"}, default="auto"
        "exact": every order of each data set's ranks is equally likely, ties stay.
        "asymptotic": :math:`\chi^2` with k - 1 degrees of freedom. "monte-carlo": that
        many random orders. "auto": exact where that takes about a second at most (10
        data sets of 3 models, 6 of 4), else asymptotic.
    greater_is_better : bool, default=True
        Whether the largest score gets rank 1; False for errors and losses. The test is
        the same, mean ranks are turned.
    decimals : int, optional
        To how many decimals scores are rounded before they are aligned. Results of
        decimal fractions seldom tie in binary: 0.1 + 0.2 is not 0.3.
    n_resamples : int, default=9999
        How many permutations are drawn.
    random_state : int, numpy.random.Generator or None, default=None
        What these are drawn with; the same number gives the same p-value.

    Returns
    -------
    RankTestResult
        A `TestResult` with ``models``, ``mean_ranks`` (of aligned scores, in [1, kN]),
        ``n_datasets`` and ``kendall_w`` of the ranks within data sets, which is also
        the estimate.

    Raises
    ------
    ValueError
        If there are fewer than two models or two data sets, a score is NaN or infinite,
        an option is unknown, or an exact p-value is out of reach.

    See Also
    --------
    friedman_test : ranks within data sets alone, of scores on any scales.
    quade_test : these weighted by the range of each data set.
    pairwise_tests : which models differ from which.

    Notes
    -----
    Ranks within a data set say little where models are few: of three models they are 1,
    2 and 3, however far apart these are. Aligned ranks also compare sizes of
    differences between data sets. The test is therefore more powerful for up to about
    five models.

    In simulations without a difference the :math:`\chi^2` distribution at level 0.05
    rejected 0.033 of tables of 6 data sets and 4 models, and 0.048 of 30 and 5. It is
    conservative for few data sets: use the exact distribution.

    References
    ----------
    .. [1] J. L. Hodges and E. L. Lehmann, "Rank methods for combination of independent
       experiments in analysis of variance", Annals of Mathematical Statistics 33(2),
       1962, 482-497.
    .. [2] S. García, A. Fernández, J. Luengo and F. Herrera, "Advanced nonparametric
       tests for multiple comparisons in the design of experiments in computational
       intelligence and data mining", Information Sciences 180(10), 2010, 2044-2064.

    Examples
    --------
    >>> from fastmetrics import aligned_ranks_test
    >>> scores = {"A": [0.9, 0.8, 0.7, 0.9], "B": [0.8, 0.6, 0.6, 0.8],
    ...           "C": [0.7, 0.6, 0.5, 0.6]}
    >>> result = aligned_ranks_test(scores, decimals=1)
    >>> result.mean_ranks
    array([ 2.5  ,  6.625, 10.375])
    >>> round(result.statistic, 4), round(result.pvalue, 4)
    (7.1353, 0.0093)
    """
    check_choice(ties, TIES, "ties")
    check_choice(method, METHODS, "method")
    check_flag(greater_is_better, "greater_is_better")
    check_resamples(n_resamples)
    table = several_data_sets(scores, decimals)
    n, k = table.values.shape
    aligned = _aligned(table.values, decimals)
    doubled = doubled_ranks(aligned.reshape(1, -1), greater_is_better).reshape(n, k)
    # Times k the distance from the mean rank of the data set is whole.
    totals = doubled.sum(axis=1)
    scale = None
    if ties == "ignored":
        m = n * k
        squares = 2 * m * (m + 1) * (2 * m + 1) // 3  # of doubled ranks without ties
        scale = n * (
            k * k * squares - k * sum(total * total for total in totals.tolist())
        )
    sums = RankSums.of_rows(k * doubled - totals[:, None], scale)
    notes = []
    if decimals is None:
        notes = nearly_tied_note(
            aligned.reshape(1, -1), doubled.reshape(1, -1), greater_is_better
        )
    ranks = doubled_ranks(table.values, greater_is_better)
    return result_of_orders(
        sums,
        "chi2",
        method,
        n_resamples,
        random_state,
        names=_NAMES,
        notes=notes,
        models=table.models,
        mean_ranks=doubled.mean(axis=0) / 2,
        concordance=RankSums.of(ranks, ties).concordance,
    )


_NAMES = {
    "exact": say("exact aligned-ranks test"),
    "asymptotic": say("aligned-ranks test"),
    "monte-carlo": say("Monte Carlo aligned-ranks test"),
}


def _aligned(values: NDArray[np.float64], decimals: int | None) -> NDArray[np.float64]:
    """Return k times the scores less the sum of their data set, whole if they can be.

    Decimals are taken as so many whole units, so that equal distances tie.
    """
    k = values.shape[1]
    if decimals is not None and abs(decimals) < 300:
        with np.errstate(over="ignore"):  # what is infinite is not taken
            units = np.rint(values * 10.0**decimals)
        if k * float(np.abs(units).max()) < _WHOLE:
            values = units
    # A power of 2 below which sums do not leave the floats; of whole numbers none.
    largest = float(np.abs(values).max())
    if k * largest >= _WHOLE:
        values = np.ldexp(values, -math.frexp(largest)[1])
    return k * values - values.sum(axis=1, keepdims=True)


# ----------------------------------------------------------------------- weighted ranks
# Quade's test: ranks of models, the more weight the more a data set tells apart.


def quade_test(
    scores: ArrayLike | Mapping[Any, ArrayLike],
    *,
    method: Literal["auto", "exact", "asymptotic", "monte-carlo"] = "auto",
    greater_is_better: bool = True,
    decimals: int | None = None,
    n_resamples: int = 9999,
    random_state: int | np.random.Generator | None = None,
) -> RankTestResult:
    r"""Quade test for several models, with data sets weighted by their range.

    With :math:`r_{ij}` the rank of model j of k on data set i of N, and :math:`Q_i` the
    rank of that data set by the range of its scores, the smallest range first,

    .. math:: S_{ij} = Q_i \left(r_{ij} - \frac{k + 1}{2}\right), \qquad
              F = \frac{(N - 1)\,B}{A - B}, \qquad
              A = \sum_{ij} S_{ij}^2, \qquad
              B = \frac1N \sum_j \Bigl(\sum_i S_{ij}\Bigr)^2

    Parameters
    ----------
    scores : array_like of shape (n_datasets, n_models), data frame or dict
        A row per data set, a column per model; of a dict each value is the column of
        the model that its key names. Ranges of scores must be comparable from one data
        set to another: one metric on one scale.
    method : {"auto", "exact", "asymptotic", "monte-carlo"}, default="auto"
        "exact": every order of each data set's ranks is equally likely, ties stay.
        "asymptotic": F with (k - 1, (k - 1)(N - 1)) degrees of freedom. "monte-carlo":
        that many random orders. "auto": exact where that takes about a second at most
        (12 data sets of 3 models, 7 of 4), else asymptotic.
    greater_is_better : bool, default=True
        Whether the largest score gets rank 1; False for errors and losses. The test is
        the same, mean ranks are turned.
    decimals : int, optional
        To how many decimals scores and ranges are rounded before they are ranked.
        Results of decimal fractions seldom tie in binary: 0.1 + 0.2 is not 0.3.
    n_resamples : int, default=9999
        How many permutations are drawn.
    random_state : int, numpy.random.Generator or None, default=None
        What these are drawn with; the same number gives the same p-value.

    Returns
    -------
    RankTestResult
        A `TestResult` with ``models``, ``mean_ranks`` (weighted by :math:`Q_i`, in [1,
        k]), ``n_datasets`` and ``kendall_w`` of the ranks without weights, which is
        also the estimate.

    Raises
    ------
    ValueError
        If there are fewer than two models or two data sets, a score is NaN or infinite,
        an option is unknown, or an exact p-value is out of reach.

    See Also
    --------
    friedman_test : all data sets weigh the same; stronger with five models or more.
    aligned_ranks_test : ranks across data sets.
    pairwise_tests : which models differ from which.

    Notes
    -----
    Two models make it Wilcoxon's signed-rank test, of which the exact p-value is the
    same. Tied ranks and ranges share their mean rank. If every data set ranks the
    models alike and all ranges tie, F is infinite and the p-value is the exact
    :math:`M^{1 - N}`, with M the number of different orders of that ranking.

    In simulations without a difference the F distribution at level 0.05 rejected 0.048
    of tables of 6 data sets and 4 models, and 0.049 of 30 and 5.

    References
    ----------
    .. [1] D. Quade, "Using weighted rankings in the analysis of complete blocks with
       additive block effects", Journal of the American Statistical Association 74(367),
       1979, 680-683.
    .. [2] W. J. Conover, Practical nonparametric statistics, 3rd edition, Wiley, 1999,
       section 5.8.

    Examples
    --------
    >>> from fastmetrics import quade_test
    >>> scores = {"A": [5, 1, 16, 5, 10, 19, 10], "B": [4, 3, 12, 4, 9, 18, 7],
    ...           "C": [7, 1, 22, 3, 7, 28, 6], "D": [10, 0, 22, 5, 13, 37, 8],
    ...           "E": [12, 2, 35, 4, 10, 58, 7]}
    >>> result = quade_test(scores, method="asymptotic")
    >>> round(result.statistic, 4), result.df, round(result.pvalue, 4)
    (3.8293, (4, 24), 0.0152)
    """
    check_choice(method, METHODS, "method")
    check_flag(greater_is_better, "greater_is_better")
    check_resamples(n_resamples)
    table = several_data_sets(scores, decimals)
    ranks = doubled_ranks(table.values, greater_is_better)
    k = ranks.shape[1]
    # Halves keep the range of numbers near the largest that there are.
    halves = table.values / 2
    ranges = rounded(2 * (halves.max(axis=1) - halves.min(axis=1)), decimals)
    weights = doubled_ranks(np.minimum(ranges, np.finfo(float).max)[None], False)[0]
    sums = RankSums.of_rows(weights[:, None] * (ranks - (k + 1)))
    notes = []
    if decimals is None:
        notes = nearly_tied_note(table.values, ranks, greater_is_better) or (
            nearly_tied_note(ranges[None], weights[None], False)
        )
    return result_of_orders(
        sums,
        "f",
        method,
        n_resamples,
        random_state,
        names=_METHOD_NAMES,
        notes=notes,
        models=table.models,
        mean_ranks=weights @ ranks / (2 * weights.sum()),
        concordance=RankSums.of(ranks, "corrected").concordance,
    )


_METHOD_NAMES = {
    "exact": say("exact Quade test"),
    "asymptotic": say("Quade test"),
    "monte-carlo": say("Monte Carlo Quade test"),
}
