"""Readers who go down a list: where they stop, and what they have found by then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, overload

from fastmetrics.metrics.retrieval import measures
from fastmetrics.metrics.retrieval.inputs import read_ranked_lists
from fastmetrics.metrics.retrieval.ranked_lists.answers import answer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.retrieval.inputs import Grades, Scores
    from fastmetrics.metrics.retrieval.ranked_lists.requests import Average, Empty, Ties

__all__ = ["expected_reciprocal_rank", "rank_biased_precision", "rbp_residual"]


@overload
def expected_reciprocal_rank(
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
def expected_reciprocal_rank(
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
def expected_reciprocal_rank(
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
    r"""Mean of 1 / the rank at which a reader stops, who has found enough.

    .. math:: \mathrm{ERR} = \sum_i \frac1i R_i \prod_{j<i} (1 - R_j)
       \qquad R_i = \frac{2^{g_i} - 1}{2^{g_\max}}

    where :math:`R_i` is the chance that the document at rank i, of grade :math:`g_i`,
    is all that the reader wants.

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
        In [0, 1); higher is better. The best that can be had depends on the query.

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
    mean_reciprocal_rank : for a reader whom the first relevant document is enough.
    ndcg_score : for graded relevance, too, of readers who take what they can get.

    Notes
    -----
    A largest grade that is found in the data would change with them: say it. Grades
    below 0 count as 0.

    The mean over the orders of equal scores is exact, built one document at a time: the
    chance to pass the first t of a group is a mean over its subsets of t documents. Of
    a group of e documents that takes O(e) time per document with a gain at most.

    References
    ----------
    .. [1] O. Chapelle, D. Metlzer, Y. Zhang and P. Grinspan, "Expected reciprocal rank
       for graded relevance", CIKM 2009, 621-630.

    Examples
    --------
    >>> from fastmetrics import expected_reciprocal_rank
    >>> round(expected_reciprocal_rank([[0, 3, 1]], [[3, 2, 1]]), 6)
    0.230469
    """
    asked = measures.expected_reciprocal_rank(k=k, max_grade=max_grade, ties=ties)
    lists = read_ranked_lists(y_true, y_score, query_id=query_id, doc_id=doc_id)
    return answer(
        asked, lists, "expected_reciprocal_rank", empty, average, sample_weight
    )


@overload
def rank_biased_precision(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    p: float = 0.8,
    gain: Literal["binary", "linear"] = "binary",
    max_grade: float | None = None,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average = "mean",
    sample_weight: ArrayLike | None = None,
) -> float: ...
@overload
def rank_biased_precision(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    p: float = 0.8,
    gain: Literal["binary", "linear"] = "binary",
    max_grade: float | None = None,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]: ...
def rank_biased_precision(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    p: float = 0.8,
    gain: Literal["binary", "linear"] = "binary",
    max_grade: float | None = None,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average | None = "mean",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    r"""Gain per document of a reader who goes on to the next one by chance.

    .. math:: \mathrm{RBP} = (1 - p) \sum_i g_i\, p^{i-1}

    where :math:`g_i` is 1 if the document at rank i is relevant, else 0, and p is the
    probability to go on.

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
    p : float, default=0.8
        Persistence: the probability to go on, between 0 and 1. Readers see 1/(1 - p)
        documents in the mean.
    gain : {"binary", "linear"}, default="binary"
        What a document is worth: 1 if it is relevant, or its grade / ``max_grade``.
    max_grade : float, optional
        The largest grade that there can be, for linear gains, which need it.
    relevance_level : float, default=1
        Documents are relevant from this grade on.
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
        In [0, 1]; higher is better.

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
    rbp_residual : how much higher it could be, were everything judged.
    expected_reciprocal_rank : for a reader who stops when something was found.

    Notes
    -----
    It needs no number of relevant documents, so that what nobody has judged only leaves
    it uncertain by a known amount: `rbp_residual`. trec_eval's own p is 0.9.

    References
    ----------
    .. [1] A. Moffat and J. Zobel, "Rank-biased precision for measurement of retrieval
       effectiveness", ACM Transactions on Information Systems 27(1), 2008, 2.

    Examples
    --------
    >>> from fastmetrics import rank_biased_precision
    >>> round(rank_biased_precision([[1, 0, 1]], [[3, 2, 1]], p=0.5), 6)
    0.625
    """
    asked = measures.rank_biased_precision(
        k=k,
        p=p,
        gain=gain,
        max_grade=max_grade,
        relevance_level=relevance_level,
        ties=ties,
    )
    lists = read_ranked_lists(y_true, y_score, query_id=query_id, doc_id=doc_id)
    return answer(asked, lists, "rank_biased_precision", empty, average, sample_weight)


@overload
def rbp_residual(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    p: float = 0.8,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    average: Average = "mean",
    sample_weight: ArrayLike | None = None,
) -> float: ...
@overload
def rbp_residual(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    p: float = 0.8,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    average: None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]: ...
def rbp_residual(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    p: float = 0.8,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    average: Average | None = "mean",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    r"""How much higher rank-biased precision could be, were everything judged.

    .. math:: (1 - p) \sum_{i\ \text{unjudged}} p^{i-1} + p^n

    where n documents are in the list, or k if they are more.

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
    p : float, default=0.8
        Persistence: the probability to go on, between 0 and 1. Readers see 1/(1 - p)
        documents in the mean.
    query_id : array_like of shape (n_rows,), optional
        The query of each row, in any order: integers, strings or other ids of one kind.
    doc_id : array_like of shape (n_rows,), optional
        The document of each row, for ties that go by it. It needs ``query_id``.
    ties : {"average", "best", "worst", "input", "doc_id", "trec_eval"}, optional
        What becomes of equal scores: the mean over all their orders, the order with the
        largest or the smallest value, the order of the rows, that of the documents'
        ids (the last first), or that after rounding to float32. None: "average", of
        lists from TREC files "trec_eval".
    average : "mean" or None, default="mean"
        None: the value of each query, in order of first appearance.
    sample_weight : array_like of shape (n_queries,), optional
        Weight per query: finite, not negative, not all zero.

    Returns
    -------
    float or ndarray of shape (n_queries,)
        In [0, 1]; the lower, the surer is the rank-biased precision: the truth lies
        between that and their sum. 1 for a list without documents.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, or an
        option is unknown.
    TypeError
        If there is anything beside RankedLists, or an option is of the wrong type.

    See Also
    --------
    rank_biased_precision : of which this is what is left open.
    judged_at_k : the share of the first documents that is judged.

    Notes
    -----
    Which documents nobody has judged is known of lists from TREC files alone; in all
    others it is what lies beyond the list.

    References
    ----------
    .. [1] A. Moffat and J. Zobel, "Rank-biased precision for measurement of retrieval
       effectiveness", ACM Transactions on Information Systems 27(1), 2008, 2.

    Examples
    --------
    >>> from fastmetrics import rbp_residual
    >>> round(rbp_residual([[1, 0, 1]], [[3, 2, 1]], p=0.5), 6)
    0.125
    """
    asked = measures.rbp_residual(k=k, p=p, ties=ties)
    lists = read_ranked_lists(y_true, y_score, query_id=query_id, doc_id=doc_id)
    return answer(
        asked, lists, "rbp_residual", average=average, sample_weight=sample_weight
    )
