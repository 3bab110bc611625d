"""Lists measured by the best order that could be had of what was judged."""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

from fastmetrics.metrics.retrieval import measures
from fastmetrics.metrics.retrieval.inputs import read_ranked_lists
from fastmetrics.metrics.retrieval.ranked_lists.answers import answer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.retrieval.inputs import Grades, Scores
    from fastmetrics.metrics.retrieval.ranked_lists.requests import Average, Empty, Ties

__all__ = ["compatibility", "normalized_expected_reciprocal_rank"]


@overload
def compatibility(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = 1000,
    p: float = 0.95,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average = "mean",
    sample_weight: ArrayLike | None = None,
) -> float: ...
@overload
def compatibility(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = 1000,
    p: float = 0.95,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]: ...
def compatibility(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = 1000,
    p: float = 0.95,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average | None = "mean",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    r"""Mean of how much of each depth of the list is that of the best order, too.

    .. math:: \frac{\sum_{i=1}^k p^{i-1} |L_i \cap I_i| / i}
              {\sum_{i=1}^k p^{i-1} |I_i| / i}

    where :math:`L_i` are the first i documents of the list and :math:`I_i` those of the
    best order: all judged documents with a grade above 0 by falling grade, and of equal
    ones those first that the list has first.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: a row per query, or with ``query_id`` a column; lists; or
        judgements in any form that `RankedLists.from_trec` takes.
    y_score : array_like of the same shape
        Scores; larger means earlier in the list. None beside RankedLists, a run beside
        judgements.
    k : int or None, default=1000
        Only the first k documents of each list count; None: all of them, to any depth.
    p : float in (0, 1), default=0.95
        Persistence: the probability to go on, between 0 and 1.
    query_id : array_like of shape (n_rows,), optional
        The query of each row, in any order: integers, strings or other ids of one kind.
    doc_id : array_like of shape (n_rows,), optional
        The document of each row, for ties that go by it. It needs ``query_id``.
    ties : {"average", "best", "worst", "input", "doc_id", "trec_eval"}, optional
        What becomes of equal scores: the mean over all their orders, the order with the
        largest or the smallest value, the order of the rows, that of the documents'
        ids (the last first), or that after rounding to float32. None: "average", of
        lists from TREC files "trec_eval".
    empty : {"zero", "skip", "nan", "error"}, default="zero"
        What becomes of a query with nothing to find: it counts 0, or not at all, its
        value is NaN, or it raises.
    average : "mean" or None, default="mean"
        None: the value of each query, in order of first appearance.
    sample_weight : array_like of shape (n_queries,), optional
        Weight per query: finite, not negative, not all zero.

    Returns
    -------
    float or ndarray of shape (n_queries,)
        In [0, 1]; 1 is the best order.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, an option
        is unknown or out of its range, or (``TiesError``) documents with a grade above
        0 share their score with others and ``ties`` gives no order.
    TypeError
        If there is anything beside RankedLists, or an option is of the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If no query is left to average over.

    See Also
    --------
    ndcg_score : sums gains, whose sizes count; here only their order does.
    rank_biased_precision : a reader who goes on with the same probability.

    Notes
    -----
    It is the rank-biased overlap with the best order that is nearest to the list,
    divided by what that has with itself. Grades say which document is better, and no
    more: levels of relevance and pairwise preferences are the same to it. Equal scores
    need a rule that gives an order: "input", "doc_id" or "trec_eval".

    References
    ----------
    .. [1] C. L. A. Clarke, A. Vtyurina and M. D. Smucker, "Assessing top-k
       preferences", ACM Transactions on Information Systems 39(3), 2021, article 33.
    .. [2] C. L. A. Clarke, M. D. Smucker and A. Vtyurina, "Offline evaluation by
       maximum similarity to an ideal ranking", CIKM 2020, 225-234.

    Examples
    --------
    >>> from fastmetrics import compatibility
    >>> round(compatibility([[0, 3, 1]], [[3, 2, 1]], p=0.5, k=3), 6)
    0.25
    """
    asked = measures.compatibility(k=k, p=p, ties=ties)
    lists = read_ranked_lists(y_true, y_score, query_id=query_id, doc_id=doc_id)
    return answer(asked, lists, "compatibility", empty, average, sample_weight)


@overload
def normalized_expected_reciprocal_rank(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    max_grade: float = 4,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average = "mean",
    sample_weight: ArrayLike | None = None,
) -> float: ...
@overload
def normalized_expected_reciprocal_rank(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    max_grade: float = 4,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]: ...
def normalized_expected_reciprocal_rank(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    max_grade: float = 4,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average | None = "mean",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    r"""Mean of the expected reciprocal rank relative to that of the best order.

    .. math:: \mathrm{nERR} = \frac{\sum_i \frac1i R_i \prod_{j<i} (1 - R_j)}
       {\sum_i \frac1i R_{(i)} \prod_{j<i} (1 - R_{(j)})}
       \qquad R_i = \frac{2^{g_i} - 1}{2^{g_\max}}

    where :math:`R_i` is the chance that the document at rank i, of grade :math:`g_i`,
    is all that the reader wants, and :math:`R_{(i)}` the i-th largest of all judged
    documents.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: a row per query, or with ``query_id`` a column; lists; or
        judgements in any form that `RankedLists.from_trec` takes.
    y_score : array_like of the same shape
        Scores; larger means earlier in the list. None beside RankedLists, a run beside
        judgements.
    k : int, optional
        Only the first k documents of each list count; None: all of them.
    max_grade : float, default=4
        The largest grade that there can be, whether or not it occurs: 4 as in gdeval
        and ir-measures.
    query_id : array_like of shape (n_rows,), optional
        The query of each row, in any order: integers, strings or other ids of one kind.
    doc_id : array_like of shape (n_rows,), optional
        The document of each row, for ties that go by it. It needs ``query_id``.
    ties : {"average", "best", "worst", "input", "doc_id", "trec_eval"}, optional
        What becomes of equal scores: the mean over all their orders, the order with the
        largest or the smallest value, the order of the rows, that of the documents'
        ids (the last first), or that after rounding to float32. None: "average", of
        lists from TREC files "trec_eval".
    empty : {"zero", "skip", "nan", "error"}, default="zero"
        What becomes of a query with nothing to find: it counts 0, or not at all, its
        value is NaN, or it raises.
    average : "mean" or None, default="mean"
        None: the value of each query, in order of first appearance.
    sample_weight : array_like of shape (n_queries,), optional
        Weight per query: finite, not negative, not all zero.

    Returns
    -------
    float or ndarray of shape (n_queries,)
        In [0, 1]; 1 is the best order.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, a grade is
        above ``max_grade``, or an option is unknown.
    TypeError
        If there is anything beside RankedLists, or an option is of the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If no query is left to average over.

    See Also
    --------
    expected_reciprocal_rank : not relative to the best order.
    ndcg_score : the same of gains that are discounted by rank.

    Notes
    -----
    Both sums end at the cut-off. Grades below 0 count as 0. The mean over the orders of
    equal scores is exact.

    References
    ----------
    .. [1] O. Chapelle, D. Metlzer, Y. Zhang and P. Grinspan, "Expected reciprocal rank
       for graded relevance", CIKM 2009, 621-630.

    Examples
    --------
    >>> from fastmetrics import normalized_expected_reciprocal_rank
    >>> round(normalized_expected_reciprocal_rank([[0, 3, 1]], [[3, 2, 1]]), 6)
    0.506438
    """
    asked = measures.normalized_reciprocal_rank(k=k, max_grade=max_grade, ties=ties)
    lists = read_ranked_lists(y_true, y_score, query_id=query_id, doc_id=doc_id)
    return answer(
        asked,
        lists,
        "normalized_expected_reciprocal_rank",
        empty,
        average,
        sample_weight,
    )
