"""Where the first relevant document is."""

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

__all__ = [
    "hit_rate",
    "mean_reciprocal_rank",
]


@overload
def mean_reciprocal_rank(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average = "mean",
    sample_weight: ArrayLike | None = None,
) -> float: ...
@overload
def mean_reciprocal_rank(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]: ...
def mean_reciprocal_rank(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average | None = "mean",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    """Mean over queries of 1 / rank of the first relevant document (MRR).

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
    relevance_level : float, default=1
        Documents are relevant from this grade on. Above 0.
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
        In [0, 1]; 1 is best. A query whose first relevant document is beyond k, or not
        in the list, counts 0.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, or an
        option is unknown or out of its range.
    TypeError
        If there is anything beside RankedLists, or an option is of the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If no query is left to average over.

    See Also
    --------
    hit_rate : whether there is one.
    mean_average_precision : for all relevant documents.

    Notes
    -----
    Where scores are equal, ``ties="average"`` is the mean over all orders in closed
    form [2]_.

    References
    ----------
    .. [1] E. M. Voorhees, "The TREC-8 question answering track report", TREC-8, 1999,
       77-82
    .. [2] F. McSherry and M. Najork, "Computing information retrieval performance
       measures efficiently in the presence of tied scores", ECIR 2008, 414-421

    Examples
    --------
    >>> from fastmetrics import mean_reciprocal_rank
    >>> y_true = [[1, 0, 1, 0], [0, 0, 1, 0]]
    >>> y_score = [[4, 3, 2, 1], [4, 3, 2, 1]]
    >>> mean_reciprocal_rank(y_true, y_score)
    0.6666666666666666
    >>> mean_reciprocal_rank(y_true, y_score, k=2)
    0.5
    """
    asked = measures.reciprocal_rank(k=k, relevance_level=relevance_level, ties=ties)
    lists = read_ranked_lists(y_true, y_score, query_id=query_id, doc_id=doc_id)
    return answer(asked, lists, "mean_reciprocal_rank", empty, average, sample_weight)


@overload
def hit_rate(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average = "mean",
    sample_weight: ArrayLike | None = None,
) -> float: ...
@overload
def hit_rate(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]: ...
def hit_rate(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average | None = "mean",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    """Share of queries with a relevant document among the first k (success at k).

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
    relevance_level : float, default=1
        Documents are relevant from this grade on. Above 0.
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
        In [0, 1]; 1 is best.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, or an
        option is unknown or out of its range.
    TypeError
        If there is anything beside RankedLists, or an option is of the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If no query is left to average over.

    See Also
    --------
    mean_reciprocal_rank : how early it comes.
    recall_at_k : how many of them there are.

    Notes
    -----
    Where scores are equal, ``ties="average"`` is how likely there is one, over all
    orders.

    References
    ----------
    .. [1] C. D. Manning, P. Raghavan and H. Schütze, "Introduction to Information
       Retrieval", Cambridge University Press, 2008, chapter 8

    Examples
    --------
    >>> from fastmetrics import hit_rate
    >>> y_true = [[1, 0, 1, 0], [0, 0, 1, 0]]
    >>> y_score = [[4, 3, 2, 1], [4, 3, 2, 1]]
    >>> hit_rate(y_true, y_score, k=2)
    0.5
    """
    asked = measures.hit(k=k, relevance_level=relevance_level, ties=ties)
    lists = read_ranked_lists(y_true, y_score, query_id=query_id, doc_id=doc_id)
    return answer(asked, lists, "hit_rate", empty, average, sample_weight)
