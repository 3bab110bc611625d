"""Discounted cumulated gains: of the list, of the best one, and their ratio."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

import numpy as np

from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.judgements import are_judgements
from fastmetrics.metrics.retrieval import measures
from fastmetrics.metrics.retrieval.inputs import read_ranked_lists
from fastmetrics.metrics.retrieval.ranked_lists.answers import answer
from fastmetrics.metrics.retrieval.ranked_lists.ranked_lists import RankedLists

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.retrieval.inputs import Gain, Grades, Scores
    from fastmetrics.metrics.retrieval.ranked_lists.requests import Average, Empty, Ties

__all__ = ["dcg_score", "ideal_dcg", "ndcg_score"]


@overload
def dcg_score(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    log_base: float = 2,
    sample_weight: ArrayLike | None = None,
    ignore_ties: bool = False,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    gain: Gain = "linear",
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average = "mean",
) -> float: ...
@overload
def dcg_score(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    log_base: float = 2,
    sample_weight: ArrayLike | None = None,
    ignore_ties: bool = False,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    gain: Gain = "linear",
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: None,
) -> NDArray[np.float64]: ...
def dcg_score(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    log_base: float = 2,
    sample_weight: ArrayLike | None = None,
    ignore_ties: bool = False,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    gain: Gain = "linear",
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average | None = "mean",
) -> float | NDArray[np.float64]:
    r"""Discounted cumulated gain: what documents are worth, the less the later.

    .. math:: \mathrm{DCG@}k = \sum_{i=1}^{k} \frac{g_i}{\log_b(i + 1)}

    where :math:`g_i` is the gain of the document at rank i.

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
    log_base : float, default=2
        Base of the logarithm: above 0, not 1.
    sample_weight : array_like of shape (n_queries,), optional
        Weight per query: finite, not negative, not all zero.
    ignore_ties : bool, default=False
        Whether to take equal scores as if they were none: the later row comes first,
        whatever ``ties`` would say.
    query_id : array_like of shape (n_rows,), optional
        The query of each row, in any order: integers, strings or other ids of one kind.
    doc_id : array_like of shape (n_rows,), optional
        The document of each row, for ties that go by it. It needs ``query_id``.
    gain : {"linear", "exponential"} or mapping, default="linear"
        The gain of a grade: itself, ``2**grade - 1``, or what it is mapped to (finite,
        not negative; 0 to 0).
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

    Returns
    -------
    float or ndarray of shape (n_queries,)
        In [0, inf); higher is better. Below 0 only where grades are.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, there is
        only one column of documents, a mapping lacks a grade, or an option is unknown.
    TypeError
        If there is anything beside RankedLists, or an option is of the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If no query is left to average over.

    See Also
    --------
    ndcg_score : divided by what the best order has, and so comparable.
    ideal_dcg : what the best order has.

    Notes
    -----
    As in scikit-learn, to which ``query_id`` and what follows are added. A grade below
    0 counts with its sign, but not in lists from TREC files. With ``ignore_ties``
    scikit-learn leaves the order of equal scores to its sort.

    Equal scores share the mean of their discounts [2]_. Scores are not sorted where few
    documents have a gain: those above each are counted, O(n m) time for m of n
    documents of a query; else O(n log n).

    References
    ----------
    .. [1] K. Järvelin and J. Kekäläinen, "Cumulated gain-based evaluation of IR
       techniques", ACM Transactions on Information Systems 20(4), 2002, 422-446.
    .. [2] F. McSherry and M. Najork, "Computing information retrieval performance
       measures efficiently in the presence of tied scores", ECIR 2008, 414-421.

    Examples
    --------
    >>> from fastmetrics import dcg_score
    >>> round(dcg_score([[3, 2, 3, 0, 1, 2]], [[6, 5, 4, 3, 2, 1]]), 6)
    6.861127
    >>> round(dcg_score([[3, 2, 3, 0, 1, 2]], [[6, 5, 4, 3, 2, 1]], k=2), 6)
    4.26186
    """
    asked = measures.dcg(
        k=k, log_base=log_base, ignore_ties=ignore_ties, gain=gain, ties=ties
    )
    lists = read_ranked_lists(y_true, y_score, query_id=query_id, doc_id=doc_id)
    return answer(asked, lists, "dcg_score", empty, average, sample_weight)


@overload
def ndcg_score(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    sample_weight: ArrayLike | None = None,
    ignore_ties: bool = False,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    gain: Gain = "linear",
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average = "mean",
) -> float: ...
@overload
def ndcg_score(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    sample_weight: ArrayLike | None = None,
    ignore_ties: bool = False,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    gain: Gain = "linear",
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: None,
) -> NDArray[np.float64]: ...
def ndcg_score(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    sample_weight: ArrayLike | None = None,
    ignore_ties: bool = False,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    gain: Gain = "linear",
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average | None = "mean",
) -> float | NDArray[np.float64]:
    r"""Discounted cumulated gain, relative to that of the best order.

    .. math:: \mathrm{nDCG@}k = \frac{\mathrm{DCG@}k}{\mathrm{ideal\ DCG@}k}
       \qquad \mathrm{DCG@}k = \sum_{i=1}^{k} \frac{g_i}{\log_2(i + 1)}

    where :math:`g_i` is the gain of the document at rank i. The best order is that of
    all judged documents, the list's or not, cut at the same k.

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
    sample_weight : array_like of shape (n_queries,), optional
        Weight per query: finite, not negative, not all zero.
    ignore_ties : bool, default=False
        Whether to take equal scores as if they were none: the later row comes first,
        whatever ``ties`` would say.
    query_id : array_like of shape (n_rows,), optional
        The query of each row, in any order: integers, strings or other ids of one kind.
    doc_id : array_like of shape (n_rows,), optional
        The document of each row, for ties that go by it. It needs ``query_id``.
    gain : {"linear", "exponential"} or mapping, default="linear"
        The gain of a grade: itself, ``2**grade - 1``, or what it is mapped to (finite,
        not negative; 0 to 0).
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

    Returns
    -------
    float or ndarray of shape (n_queries,)
        In [0, 1]; higher is better, 1 is best.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, a grade is
        negative, there is only one column of documents, a mapping lacks a grade, or an
        option is unknown.
    TypeError
        If there is anything beside RankedLists, or an option is of the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If no query is left to average over.

    See Also
    --------
    dcg_score : not divided.
    ideal_dcg : the divisor.
    expected_reciprocal_rank : for graded relevance, too, of readers who stop.

    Notes
    -----
    As in scikit-learn, to which ``query_id`` and what follows are added. Packages
    differ in the gain (trec_eval and scikit-learn: linear; Burges et al. [2]_ and most
    courses: exponential), in what the best order is of, and in what they make of equal
    scores: here, as in scikit-learn, they share the mean of their discounts [3]_. Where
    all documents have a gain even a random order comes near 1; compare it with that.

    Scores are not sorted where few documents have a gain: those above each are counted,
    O(n m) time for m of n documents of a query; else O(n log n).

    References
    ----------
    .. [1] K. Järvelin and J. Kekäläinen, "Cumulated gain-based evaluation of IR
       techniques", ACM Transactions on Information Systems 20(4), 2002, 422-446.
    .. [2] C. Burges et al., "Learning to rank using gradient descent", ICML 2005,
       89-96.
    .. [3] F. McSherry and M. Najork, "Computing information retrieval performance
       measures efficiently in the presence of tied scores", ECIR 2008, 414-421.

    Examples
    --------
    >>> from fastmetrics import ndcg_score
    >>> y_true, y_score = [[3, 2, 3, 0, 1, 2]], [[6, 5, 4, 3, 2, 1]]
    >>> round(ndcg_score(y_true, y_score), 6)
    0.960808
    >>> round(ndcg_score(y_true, y_score, gain="exponential"), 6)
    0.948811
    >>> round(ndcg_score([1, 0, 2], [0.1, 0.2, 0.3], query_id=["a", "a", "b"]), 6)
    0.815465
    """
    asked = measures.ndcg(k=k, ignore_ties=ignore_ties, gain=gain, ties=ties)
    lists = read_ranked_lists(y_true, y_score, query_id=query_id, doc_id=doc_id)
    return answer(asked, lists, "ndcg_score", empty, average, sample_weight)


@overload
def ideal_dcg(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    log_base: float = 2,
    gain: Gain = "linear",
    query_id: ArrayLike | None = None,
    empty: Empty = "zero",
    average: Average = "mean",
    sample_weight: ArrayLike | None = None,
) -> float: ...
@overload
def ideal_dcg(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    log_base: float = 2,
    gain: Gain = "linear",
    query_id: ArrayLike | None = None,
    empty: Empty = "zero",
    average: None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]: ...
def ideal_dcg(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    log_base: float = 2,
    gain: Gain = "linear",
    query_id: ArrayLike | None = None,
    empty: Empty = "zero",
    average: Average | None = "mean",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    r"""Discounted cumulated gain of the best order of the documents.

    .. math:: \sum_{i=1}^{k} \frac{g_{(i)}}{\log_b(i + 1)}

    where :math:`g_{(i)}` is the i-th largest gain of all judged documents of a query,
    in its list or not.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: a row per query, or with ``query_id`` a column; lists; or
        judgements in any form that `RankedLists.from_trec` takes.
    y_score : array_like of the same shape
        Not looked at: it is there so that all functions of lists are called alike.
    k : int, optional
        Only the first k documents of each list count; None: all of them.
    log_base : float, default=2
        Base of the logarithm: above 0, not 1.
    gain : {"linear", "exponential"} or mapping, default="linear"
        The gain of a grade: itself, ``2**grade - 1``, or what it is mapped to (finite,
        not negative; 0 to 0).
    query_id : array_like of shape (n_rows,), optional
        The query of each row, in any order: integers, strings or other ids of one kind.
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
        In [0, inf). Says how much there is to find, not how well it is found.

    Raises
    ------
    ValueError
        If there are no queries, a grade is NaN or infinite, there is only one column of
        documents, a mapping lacks a grade, or an option is unknown.
    TypeError
        If there is anything beside RankedLists, or an option is of the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If no query is left to average over.

    See Also
    --------
    dcg_score : of the order that scores give.
    ndcg_score : the ratio of both, query by query.

    Notes
    -----
    Grades below 0 come last and count with their sign, but not in lists from TREC
    files. O(n) time for a few whole grades, else O(n log n).

    References
    ----------
    .. [1] K. Järvelin and J. Kekäläinen, "Cumulated gain-based evaluation of IR
       techniques", ACM Transactions on Information Systems 20(4), 2002, 422-446.

    Examples
    --------
    >>> from fastmetrics import ideal_dcg
    >>> round(ideal_dcg([[3, 2, 3, 0, 1, 2]]), 6)
    7.140995
    """
    scores: Any = None
    if not isinstance(y_true, RankedLists):
        scores = y_score
        if not are_judgements(y_true):
            scores = np.zeros(as_array(y_true, "y_true").shape)
    asked = measures.ideal_dcg(k=k, log_base=log_base, gain=gain)
    lists = read_ranked_lists(y_true, scores, query_id=query_id)
    return answer(asked, lists, "ideal_dcg", empty, average, sample_weight)
