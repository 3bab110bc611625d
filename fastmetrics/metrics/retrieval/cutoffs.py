"""Relevant documents among the first ones."""

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

__all__ = [
    "f1_at_k",
    "hits_at_k",
    "precision_at_k",
    "r_precision",
    "recall_at_k",
    "relative_precision_at_k",
]


@overload
def hits_at_k(
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
def hits_at_k(
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
def hits_at_k(
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
    r"""Mean over queries of how many of the first k documents are relevant.

    .. math:: h_k

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
        In [0, k]; higher is better. The mean over queries, and over the orders of equal
        scores, need not be whole.

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
    precision_at_k : as a share of k.
    hit_rate : whether there is any, which others call hits at k.

    Notes
    -----
    What is called Hits@k where each query has one right answer, as in the completion of
    knowledge graphs, is both: the number is 0 or 1 there.

    References
    ----------
    .. [1] C. D. Manning, P. Raghavan and H. Schütze, "Introduction to Information
       Retrieval", Cambridge University Press, 2008, chapter 8

    Examples
    --------
    >>> from fastmetrics import hits_at_k
    >>> y_true = [[1, 0, 1, 0], [0, 0, 1, 0]]
    >>> y_score = [[4, 3, 2, 1], [4, 3, 2, 1]]
    >>> hits_at_k(y_true, y_score, k=3)
    1.5
    """
    asked = measures.hits(k=k, relevance_level=relevance_level, ties=ties)
    lists = read_ranked_lists(y_true, y_score, query_id=query_id, doc_id=doc_id)
    return answer(asked, lists, "hits_at_k", empty, average, sample_weight)


@overload
def precision_at_k(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int,
    divide_by: Literal["k", "returned"] = "k",
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average = "mean",
    sample_weight: ArrayLike | None = None,
) -> float: ...
@overload
def precision_at_k(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int,
    divide_by: Literal["k", "returned"] = "k",
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]: ...
def precision_at_k(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int,
    divide_by: Literal["k", "returned"] = "k",
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average | None = "mean",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    r"""Mean over queries of the share of the first k documents that is relevant.

    .. math:: \frac{h_k}{k}

    With :math:`h_k` relevant documents among the first k.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: a row per query, or with ``query_id`` a column; lists; or
        judgements in any form that `RankedLists.from_trec` takes.
    y_score : array_like of the same shape
        Scores; larger means earlier in the list. None beside RankedLists, a run beside
        judgements.
    k : int
        Only the first k documents of each list count. There may be fewer.
    divide_by : {"k", "returned"}, default="k"
        Whether a list of fewer than k documents is divided by k all the same, or by its
        length.
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
        In [0, 1]; 1 is best. It cannot be had where fewer than k documents are
        relevant.

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
    relative_precision_at_k : as a share of what can be had.
    r_precision : with as many documents as are relevant.
    recall_at_k : the share of the relevant documents.

    References
    ----------
    .. [1] C. D. Manning, P. Raghavan and H. Schütze, "Introduction to Information
       Retrieval", Cambridge University Press, 2008, chapter 8

    Examples
    --------
    >>> from fastmetrics import precision_at_k
    >>> y_true = [[1, 0, 1, 0], [0, 0, 1, 0]]
    >>> y_score = [[4, 3, 2, 1], [4, 3, 2, 1]]
    >>> precision_at_k(y_true, y_score, k=3)
    0.5
    """
    asked = measures.precision(
        k=k, divide_by=divide_by, relevance_level=relevance_level, ties=ties
    )
    lists = read_ranked_lists(y_true, y_score, query_id=query_id, doc_id=doc_id)
    return answer(asked, lists, "precision_at_k", empty, average, sample_weight)


@overload
def recall_at_k(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int,
    normalizer: Literal["relevant", "cutoff"] = "relevant",
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average = "mean",
    sample_weight: ArrayLike | None = None,
) -> float: ...
@overload
def recall_at_k(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int,
    normalizer: Literal["relevant", "cutoff"] = "relevant",
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]: ...
def recall_at_k(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int,
    normalizer: Literal["relevant", "cutoff"] = "relevant",
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average | None = "mean",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    r"""Mean over queries of the share of relevant documents that is among the first k.

    .. math:: \frac{h_k}{R}

    With :math:`h_k` relevant documents among the first k, and R in all.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: a row per query, or with ``query_id`` a column; lists; or
        judgements in any form that `RankedLists.from_trec` takes.
    y_score : array_like of the same shape
        Scores; larger means earlier in the list. None beside RankedLists, a run beside
        judgements.
    k : int
        Only the first k documents of each list count. There may be fewer.
    normalizer : {"relevant", "cutoff"}, default="relevant"
        What the hits are divided by: all relevant documents R, or min(R, k), so that 1
        can be had.
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
    precision_at_k : the share of the first k.
    set_recall : of all that was returned.

    References
    ----------
    .. [1] C. D. Manning, P. Raghavan and H. Schütze, "Introduction to Information
       Retrieval", Cambridge University Press, 2008, chapter 8

    Examples
    --------
    >>> from fastmetrics import recall_at_k
    >>> y_true = [[1, 0, 1, 0], [0, 0, 1, 0]]
    >>> y_score = [[4, 3, 2, 1], [4, 3, 2, 1]]
    >>> recall_at_k(y_true, y_score, k=2)
    0.25
    """
    asked = measures.recall(
        k=k, normalizer=normalizer, relevance_level=relevance_level, ties=ties
    )
    lists = read_ranked_lists(y_true, y_score, query_id=query_id, doc_id=doc_id)
    return answer(asked, lists, "recall_at_k", empty, average, sample_weight)


@overload
def f1_at_k(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int,
    divide_by: Literal["k", "returned"] = "k",
    normalizer: Literal["relevant", "cutoff"] = "relevant",
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average = "mean",
    sample_weight: ArrayLike | None = None,
) -> float: ...
@overload
def f1_at_k(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int,
    divide_by: Literal["k", "returned"] = "k",
    normalizer: Literal["relevant", "cutoff"] = "relevant",
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]: ...
def f1_at_k(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int,
    divide_by: Literal["k", "returned"] = "k",
    normalizer: Literal["relevant", "cutoff"] = "relevant",
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average | None = "mean",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    r"""Mean over queries of the harmonic mean of precision and recall at k.

    .. math:: \frac{2 P_k R_k}{P_k + R_k}

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: a row per query, or with ``query_id`` a column; lists; or
        judgements in any form that `RankedLists.from_trec` takes.
    y_score : array_like of the same shape
        Scores; larger means earlier in the list. None beside RankedLists, a run beside
        judgements.
    k : int
        Only the first k documents of each list count. There may be fewer.
    divide_by : {"k", "returned"}, default="k"
        Whether a list of fewer than k documents is divided by k all the same, or by its
        length.
    normalizer : {"relevant", "cutoff"}, default="relevant"
        What the hits are divided by: all relevant documents R, or min(R, k), so that 1
        can be had.
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
    precision_at_k, recall_at_k : its parts.
    set_f_score : of all that was returned.

    Notes
    -----
    The harmonic mean is taken of each query, and then the mean over queries: not the
    same as the harmonic mean of the two means.

    References
    ----------
    .. [1] C. D. Manning, P. Raghavan and H. Schütze, "Introduction to Information
       Retrieval", Cambridge University Press, 2008, chapter 8

    Examples
    --------
    >>> from fastmetrics import f1_at_k
    >>> y_true = [[1, 0, 1, 0], [0, 0, 1, 0]]
    >>> y_score = [[4, 3, 2, 1], [4, 3, 2, 1]]
    >>> f1_at_k(y_true, y_score, k=3)
    0.65
    """
    asked = measures.f1(
        k=k,
        divide_by=divide_by,
        normalizer=normalizer,
        relevance_level=relevance_level,
        ties=ties,
    )
    lists = read_ranked_lists(y_true, y_score, query_id=query_id, doc_id=doc_id)
    return answer(asked, lists, "f1_at_k", empty, average, sample_weight)


@overload
def relative_precision_at_k(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average = "mean",
    sample_weight: ArrayLike | None = None,
) -> float: ...
@overload
def relative_precision_at_k(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]: ...
def relative_precision_at_k(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average | None = "mean",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    r"""Mean over queries of precision at k, relative to the largest possible.

    .. math:: \frac{h_k}{\min(R, k)}

    With :math:`h_k` relevant documents among the first k, and R in all.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: a row per query, or with ``query_id`` a column; lists; or
        judgements in any form that `RankedLists.from_trec` takes.
    y_score : array_like of the same shape
        Scores; larger means earlier in the list. None beside RankedLists, a run beside
        judgements.
    k : int
        Only the first k documents of each list count. There may be fewer.
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
    recall_at_k : the same with ``normalizer="cutoff"``.

    References
    ----------
    .. [1] C. Buckley and E. M. Voorhees, "Retrieval system evaluation", in: TREC:
       Experiment and Evaluation in Information Retrieval, MIT Press, 2005

    Examples
    --------
    >>> from fastmetrics import relative_precision_at_k
    >>> y_true = [[1, 0, 1, 0], [0, 0, 1, 0]]
    >>> y_score = [[4, 3, 2, 1], [4, 3, 2, 1]]
    >>> relative_precision_at_k(y_true, y_score, k=3)
    1.0
    """
    asked = measures.relative_precision(k=k, relevance_level=relevance_level, ties=ties)
    lists = read_ranked_lists(y_true, y_score, query_id=query_id, doc_id=doc_id)
    return answer(
        asked, lists, "relative_precision_at_k", empty, average, sample_weight
    )


@overload
def r_precision(
    y_true: Grades,
    y_score: Scores = None,
    *,
    multiple: float = 1,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average = "mean",
    sample_weight: ArrayLike | None = None,
) -> float: ...
@overload
def r_precision(
    y_true: Grades,
    y_score: Scores = None,
    *,
    multiple: float = 1,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]: ...
def r_precision(
    y_true: Grades,
    y_score: Scores = None,
    *,
    multiple: float = 1,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average | None = "mean",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    r"""Mean over queries of precision after as many documents as are relevant.

    .. math:: \frac{h_k}{k} \qquad k = \lfloor m R + 0.9 \rfloor

    With R relevant documents, the multiple m, 1 by default, and :math:`h_k` of the
    first k documents relevant.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: a row per query, or with ``query_id`` a column; lists; or
        judgements in any form that `RankedLists.from_trec` takes.
    y_score : array_like of the same shape
        Scores; larger means earlier in the list. None beside RankedLists, a run beside
        judgements.
    multiple : float, default=1
        How many times as many documents as are relevant count: m, above 0. Where that
        is less than one document in ten, the value is 0.
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
        In [0, 1]; 1 is best, for a ``multiple`` of up to 1. With 1, precision and
        recall are equal.

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
    precision_at_k : with the same k for all queries.
    mean_average_precision : over all ranks of relevant documents.

    Notes
    -----
    With a ``multiple`` it is trec_eval's Rprec_mult: a run that is ahead of another at
    small multiples and behind it at large ones is the more precise one, the other has
    more recall.

    References
    ----------
    .. [1] C. Buckley and E. M. Voorhees, "Retrieval system evaluation", in: TREC:
       Experiment and Evaluation in Information Retrieval, MIT Press, 2005

    Examples
    --------
    >>> from fastmetrics import r_precision
    >>> y_true = [[1, 0, 1, 0], [0, 0, 1, 0]]
    >>> y_score = [[4, 3, 2, 1], [4, 3, 2, 1]]
    >>> r_precision(y_true, y_score)
    0.25
    """
    asked = measures.r_precision(
        multiple=multiple, relevance_level=relevance_level, ties=ties
    )
    lists = read_ranked_lists(y_true, y_score, query_id=query_id, doc_id=doc_id)
    return answer(asked, lists, "r_precision", empty, average, sample_weight)
