"""Gains of a list beside those of the best order, place by place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, overload

from fastmetrics.metrics.retrieval import measures
from fastmetrics.metrics.retrieval.inputs import read_ranked_lists
from fastmetrics.metrics.retrieval.ranked_lists.answers import answer

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.retrieval.inputs import Grades, Scores
    from fastmetrics.metrics.retrieval.ranked_lists.requests import Average, Empty, Ties

__all__ = ["averaged_ndcg", "normalized_gain"]


@overload
def averaged_ndcg(
    y_true: Grades,
    y_score: Scores = None,
    *,
    over: Literal["relevant", "grades"] = "relevant",
    gain: Literal["linear", "exponential"] | Mapping[float, float] = "linear",
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average = "mean",
    sample_weight: ArrayLike | None = None,
) -> float: ...
@overload
def averaged_ndcg(
    y_true: Grades,
    y_score: Scores = None,
    *,
    over: Literal["relevant", "grades"] = "relevant",
    gain: Literal["linear", "exponential"] | Mapping[float, float] = "linear",
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]: ...
def averaged_ndcg(
    y_true: Grades,
    y_score: Scores = None,
    *,
    over: Literal["relevant", "grades"] = "relevant",
    gain: Literal["linear", "exponential"] | Mapping[float, float] = "linear",
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average | None = "mean",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    r"""Mean over queries of nDCG, averaged over places of the list.

    .. math:: \frac1{|K|} \sum_{k \in K} \mathrm{nDCG}@k

    The places K are those of the documents with a gain, or those where the best order
    has all documents of a grade.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: a row per query, or with ``query_id`` a column; lists; or
        judgements in any form that `RankedLists.from_trec` takes.
    y_score : array_like of the same shape
        Scores; larger means earlier in the list. None beside RankedLists, a run beside
        judgements.
    over : {"relevant", "grades"}, default="relevant"
        The places k: the rank of each document with a gain, for those not returned the
        end of the list or of the best order, whichever is later; or, for each grade
        above 0, how many documents have at least that one, and besides the end of the
        list if it has at least two documents more than have a gain.
    gain : {"linear", "exponential"} or mapping, default="linear"
        The gain of a grade: itself, ``2**grade - 1``, or what it is mapped to (finite,
        not negative; 0 to 0).
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
        is unknown or out of its range, or (``TiesError``) documents with a gain
        share their score with others and ``ties`` gives no order.
    TypeError
        If there is anything beside RankedLists, or an option is of the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If no query is left to average over.

    See Also
    --------
    ndcg_score : at one place.
    normalized_gain : discounted by what was missed, not by ranks.

    Notes
    -----
    nDCG falls along a list as long as the best order has gains to offer, and rises from
    there on, so that its value depends on the place where it is taken, which is another
    one for each query. An average over places that depend on the query does not.

    These are trec_eval's measures ndcg_rel and, with ``over="grades"``, Rndcg, defined
    there alone [2]_; that the end of the list counts from two documents more on is its
    rule. Where documents with a gain share their score with others there is no closed
    form: "input", "doc_id" or "trec_eval" gives an order.

    References
    ----------
    .. [1] K. Järvelin and J. Kekäläinen, "Cumulated gain-based evaluation of IR
       techniques", ACM Transactions on Information Systems 20(4), 2002, 422-446
    .. [2] C. Buckley, trec_eval 9, National Institute of Standards and Technology,
       2008. https://github.com/usnistgov/trec_eval

    Examples
    --------
    >>> from fastmetrics import averaged_ndcg
    >>> round(averaged_ndcg([[0, 3, 1]], [[3, 2, 1]]), 6)
    0.590149
    >>> round(averaged_ndcg([[0, 3, 1]], [[3, 2, 1]], over="grades"), 6)
    0.260648
    """
    asked = measures.averaged_ndcg(over=over, gain=gain, ties=ties)
    lists = read_ranked_lists(y_true, y_score, query_id=query_id, doc_id=doc_id)
    return answer(asked, lists, "averaged_ndcg", empty, average, sample_weight)


@overload
def normalized_gain(
    y_true: Grades,
    y_score: Scores = None,
    *,
    gain: Literal["linear", "exponential", "binary"] | Mapping[float, float] = "linear",
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average = "mean",
    sample_weight: ArrayLike | None = None,
) -> float: ...
@overload
def normalized_gain(
    y_true: Grades,
    y_score: Scores = None,
    *,
    gain: Literal["linear", "exponential", "binary"] | Mapping[float, float] = "linear",
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]: ...
def normalized_gain(
    y_true: Grades,
    y_score: Scores = None,
    *,
    gain: Literal["linear", "exponential", "binary"] | Mapping[float, float] = "linear",
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average | None = "mean",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    r"""Mean over queries of gains, each discounted by what was missed up to it.

    .. math:: \frac{1}{\sum_i g_{(i)}} \sum_i \frac{g_i}{\log_2(2 + c_i)}
              \qquad c_i = \sum_{j \leq i} \bigl(\max(g_{(j)}, 1) - g_j\bigr)

    where :math:`g_i` is the gain of the document at rank i and :math:`g_{(i)}` the i-th
    largest of all judged documents, 0 beyond the last.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: a row per query, or with ``query_id`` a column; lists; or
        judgements in any form that `RankedLists.from_trec` takes.
    y_score : array_like of the same shape
        Scores; larger means earlier in the list. None beside RankedLists, a run beside
        judgements.
    gain : {"linear", "exponential", "binary"} or mapping, default="linear"
        The gain of a grade: itself, ``2**grade - 1``, 1 from ``relevance_level`` on, or
        what it is mapped to (finite, not negative; 0 to 0).
    relevance_level : float, default=1
        Documents are relevant from this grade on. Above 0; for ``gain="binary"``.
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
        In [0, 1]; 1 is the best order, if no gain is between 0 and 1.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, an option
        is unknown or out of its range, or (``TiesError``) documents with a gain
        share their score with others and ``ties`` gives no order.
    TypeError
        If there is anything beside RankedLists, or an option is of the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If no query is left to average over.

    See Also
    --------
    ndcg_score : gains discounted by ranks.
    averaged_ndcg : that, averaged along the list.

    Notes
    -----
    A document counts nearly as much at a later rank if those before it are as good as
    could be: it could not have come much earlier. With gains of 0 and 1, a relevant
    document counts :math:`1 / \log_2(2 + m)` with m others before it.

    These are trec_eval's measures G and, with ``gain="binary"``, binG, defined there
    alone [1]_. Where documents with a gain share their score with others there is
    no closed form: "input", "doc_id" or "trec_eval" gives an order.

    References
    ----------
    .. [1] C. Buckley, trec_eval 9, National Institute of Standards and Technology,
       2008. https://github.com/usnistgov/trec_eval

    Examples
    --------
    >>> from fastmetrics import normalized_gain
    >>> round(normalized_gain([[0, 3, 1]], [[3, 2, 1]]), 6)
    0.63093
    >>> round(normalized_gain([[0, 3, 1]], [[3, 2, 1]], gain="binary"), 6)
    0.63093
    """
    asked = measures.normalized_gain(
        gain=gain, relevance_level=relevance_level, ties=ties
    )
    lists = read_ranked_lists(y_true, y_score, query_id=query_id, doc_id=doc_id)
    return answer(asked, lists, "normalized_gain", empty, average, sample_weight)
