"""Lists for queries of several sub-topics: which of them are found, and how soon."""

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

__all__ = ["alpha_ndcg", "err_ia", "nrbp", "subtopic_recall"]


@overload
def alpha_ndcg(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    alpha: float = 0.5,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average = "mean",
    sample_weight: ArrayLike | None = None,
) -> float: ...
@overload
def alpha_ndcg(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    alpha: float = 0.5,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]: ...
def alpha_ndcg(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    alpha: float = 0.5,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average | None = "mean",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    r"""Mean discounted gain where repetition is worth less, by that of a greedy order.

    .. math:: \frac{\sum_{i \leq k} G_i / \mathrm{log}_2(i + 1)}
              {\sum_{i \leq k} G_{(i)} / \mathrm{log}_2(i + 1)}
       \qquad G_i = \sum_t [i \text{ relevant to } t]\, (1 - \alpha)^{r_{ti}}

    where :math:`r_{ti}` documents ahead of rank i are relevant to sub-topic t, and
    :math:`G_{(i)}` are the gains of a greedy order: of all judged documents always that
    comes next which gains most, of equal ones that with the last id, or the first row.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs, n_subtopics), or RankedLists
        Grades of relevance: a row per query, or with ``query_id`` a column, of shape
        (n_rows, n_subtopics); without the last axis each query has one sub-topic. Or
        lists; or judgements in any form that `RankedLists.from_trec` takes.
    y_score : array_like of shape (n_queries, n_docs) or (n_rows,)
        Scores; larger means earlier in the list. None beside RankedLists, a run beside
        judgements.
    k : int, optional
        Only the first k documents of each list count; None: all of them.
    alpha : float in [0, 1], default=0.5
        The share of what a sub-topic is worth that is lost with each document that is
        relevant to it: 0 counts every document alike, 1 the first alone.
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
        In [0, 1] as a rule; higher is better. Where the greedy order is not the best, a
        list can have up to 1.58.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, an option
        is unknown or out of its range, or (``TiesError``) ``ties`` is "best" or "worst"
        and relevant documents share their score with others.
    TypeError
        If there is anything beside RankedLists, or an option is of the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If no query is left to average over.

    See Also
    --------
    ndcg_score : without sub-topics, of grades of relevance.
    err_ia : the same gains, divided by rank.
    subtopic_recall : which sub-topics are found, wherever.

    Notes
    -----
    Finding the best order is NP-hard; the greedy one is what ndeval divides by, and
    its sum is at least 63 % of the largest there is. Sub-topics to which no document is
    relevant do not count. With one sub-topic it is not nDCG: the second relevant
    document gains less than the first.

    The mean over the orders of equal scores is exact. The order that is best for one
    sub-topic need not be for another, so that "best" and "worst" are not defined.

    References
    ----------
    .. [1] C. L. A. Clarke, M. Kolla, G. V. Cormack, O. Vechtomova, A. Ashkan,
       S. Büttcher and I. MacKinnon, "Novelty and diversity in information retrieval
       evaluation", SIGIR 2008, 659-666.

    Examples
    --------
    >>> from fastmetrics import alpha_ndcg
    >>> grades = [[[1, 0], [1, 0], [0, 1]]]  # two sub-topics
    >>> round(alpha_ndcg(grades, [[3, 2, 1]]), 6)
    0.965195
    """
    asked = measures.alpha_ndcg(
        k=k, alpha=alpha, relevance_level=relevance_level, ties=ties
    )
    lists = read_ranked_lists(
        y_true, y_score, query_id=query_id, doc_id=doc_id, subtopics=True
    )
    return answer(asked, lists, "alpha_ndcg", empty, average, sample_weight)


@overload
def err_ia(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    alpha: float = 0.5,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average = "mean",
    sample_weight: ArrayLike | None = None,
) -> float: ...
@overload
def err_ia(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    alpha: float = 0.5,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]: ...
def err_ia(
    y_true: Grades,
    y_score: Scores = None,
    *,
    k: int | None = None,
    alpha: float = 0.5,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average | None = "mean",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    r"""Mean expected reciprocal rank over the sub-topics that may be meant.

    .. math:: \frac{1}{M} \sum_t \sum_{i \leq k} \frac1i
              [i \text{ relevant to } t]\, (1 - \alpha)^{r_{ti}}
              \bigg/ \sum_{i \leq k} \frac{(1 - \alpha)^{i - 1}}{i}

    where :math:`r_{ti}` documents ahead of rank i are relevant to sub-topic t, of M to
    which any is: each relevant document is all that the reader wants with probability
    :math:`\alpha`. The divisor is what documents would have that are all relevant to
    every sub-topic, to the same depth.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs, n_subtopics), or RankedLists
        Grades of relevance: a row per query, or with ``query_id`` a column, of shape
        (n_rows, n_subtopics); without the last axis each query has one sub-topic. Or
        lists; or judgements in any form that `RankedLists.from_trec` takes.
    y_score : array_like of shape (n_queries, n_docs) or (n_rows,)
        Scores; larger means earlier in the list. None beside RankedLists, a run beside
        judgements.
    k : int, optional
        Only the first k documents of each list count; None: all of them.
    alpha : float in [0, 1], default=0.5
        The share of what a sub-topic is worth that is lost with each document that is
        relevant to it: 0 counts every document alike, 1 the first alone.
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
        If shapes differ, there are no queries, a number is NaN or infinite, an option
        is unknown or out of its range, or (``TiesError``) ``ties`` is "best" or "worst"
        and relevant documents share their score with others.
    TypeError
        If there is anything beside RankedLists, or an option is of the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If no query is left to average over.

    See Also
    --------
    expected_reciprocal_rank : of one sub-topic with grades of relevance.
    alpha_ndcg : the same gains with another discount.

    Notes
    -----
    The divisor depends on k and ``alpha`` alone, whatever the collection has to offer:
    ndeval calls that collection-independent. ndeval and pyndeval leave both divisions
    out at k = 1, where their values are up to M. Grades are not used but to say what is
    relevant.

    The mean over the orders of equal scores is exact.

    References
    ----------
    .. [1] O. Chapelle, D. Metlzer, Y. Zhang and P. Grinspan, "Expected reciprocal rank
       for graded relevance", CIKM 2009, 621-630.
    .. [2] C. L. A. Clarke, N. Craswell, I. Soboroff and A. Ashkan, "A comparative
       analysis of cascade measures for novelty and diversity", WSDM 2011, 75-84.

    Examples
    --------
    >>> from fastmetrics import err_ia
    >>> grades = [[[1, 0], [1, 0], [0, 1]]]  # two sub-topics
    >>> round(err_ia(grades, [[3, 2, 1]], k=3), 6)
    0.59375
    """
    asked = measures.intent_aware_reciprocal_rank(
        k=k, alpha=alpha, relevance_level=relevance_level, ties=ties
    )
    lists = read_ranked_lists(
        y_true, y_score, query_id=query_id, doc_id=doc_id, subtopics=True
    )
    return answer(asked, lists, "err_ia", empty, average, sample_weight)


@overload
def nrbp(
    y_true: Grades,
    y_score: Scores = None,
    *,
    alpha: float = 0.5,
    beta: float = 0.5,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average = "mean",
    sample_weight: ArrayLike | None = None,
) -> float: ...
@overload
def nrbp(
    y_true: Grades,
    y_score: Scores = None,
    *,
    alpha: float = 0.5,
    beta: float = 0.5,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]: ...
def nrbp(
    y_true: Grades,
    y_score: Scores = None,
    *,
    alpha: float = 0.5,
    beta: float = 0.5,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average | None = "mean",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    r"""Mean of what is new to a reader at a time, who may stop at any document.

    .. math:: \frac{1 - (1 - \alpha) \beta}{M} \sum_t \sum_i \beta^{i - 1}
              [i \text{ relevant to } t]\, (1 - \alpha)^{r_{ti}}

    where :math:`r_{ti}` documents ahead of rank i are relevant to sub-topic t, of M to
    which any is.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs, n_subtopics), or RankedLists
        Grades of relevance: a row per query, or with ``query_id`` a column, of shape
        (n_rows, n_subtopics); without the last axis each query has one sub-topic. Or
        lists; or judgements in any form that `RankedLists.from_trec` takes.
    y_score : array_like of shape (n_queries, n_docs) or (n_rows,)
        Scores; larger means earlier in the list. None beside RankedLists, a run beside
        judgements.
    alpha : float in [0, 1], default=0.5
        The share of what a sub-topic is worth that is lost with each document that is
        relevant to it: 0 counts every document alike, 1 the first alone.
    beta : float in (0, 1), default=0.5
        The probability to go on to the next document.
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
        In [0, 1]; higher is better. 1 is a list without end of documents that are all
        relevant to every sub-topic.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, an option
        is unknown or out of its range, or (``TiesError``) ``ties`` is "best" or "worst"
        and relevant documents share their score with others.
    TypeError
        If there is anything beside RankedLists, or an option is of the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If no query is left to average over.

    See Also
    --------
    rank_biased_precision : of one sub-topic, in which repetition loses nothing.
    err_ia : the same gains, divided by rank.

    Notes
    -----
    With ``alpha=0`` and one sub-topic it is rank-biased precision with ``p=beta``.

    The mean over the orders of equal scores is exact.

    References
    ----------
    .. [1] C. L. A. Clarke, M. Kolla and O. Vechtomova, "An effectiveness measure for
       ambiguous and underspecified queries", ICTIR 2009, 188-199.

    Examples
    --------
    >>> from fastmetrics import nrbp
    >>> grades = [[[1, 0], [1, 0], [0, 1]]]  # two sub-topics
    >>> nrbp(grades, [[3, 2, 1]])
    0.5625
    """
    asked = measures.novelty_and_rank_biased_precision(
        alpha=alpha, beta=beta, relevance_level=relevance_level, ties=ties
    )
    lists = read_ranked_lists(
        y_true, y_score, query_id=query_id, doc_id=doc_id, subtopics=True
    )
    return answer(asked, lists, "nrbp", empty, average, sample_weight)


@overload
def subtopic_recall(
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
def subtopic_recall(
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
def subtopic_recall(
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
    r"""Mean share of the sub-topics that one of the first k documents is relevant to.

    .. math:: \frac{1}{M} \left| \bigcup_{i \leq k} T_i \right|

    where :math:`T_i` are the sub-topics that the document at rank i is relevant to, of
    the M to which any is.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs, n_subtopics), or RankedLists
        Grades of relevance: a row per query, or with ``query_id`` a column, of shape
        (n_rows, n_subtopics); without the last axis each query has one sub-topic. Or
        lists; or judgements in any form that `RankedLists.from_trec` takes.
    y_score : array_like of shape (n_queries, n_docs) or (n_rows,)
        Scores; larger means earlier in the list. None beside RankedLists, a run beside
        judgements.
    k : int, optional
        Only the first k documents of each list count; None: all of them.
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
        If shapes differ, there are no queries, a number is NaN or infinite, an option
        is unknown or out of its range, or (``TiesError``) ``ties`` is "best" or "worst"
        and k parts relevant documents from others with their score.
    TypeError
        If there is anything beside RankedLists, or an option is of the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If no query is left to average over.

    See Also
    --------
    recall_at_k : the share of the relevant documents.
    hit_rate : the same of one sub-topic.
    alpha_ndcg : how soon sub-topics are found, too.

    Notes
    -----
    Zhai et al. call it S-recall, ndeval strec. Sub-topics to which no document is
    relevant do not count. The mean over the orders of equal scores is exact.

    References
    ----------
    .. [1] C. Zhai, W. W. Cohen and J. Lafferty, "Beyond independent relevance: methods
       and evaluation metrics for subtopic retrieval", SIGIR 2003, 10-17.

    Examples
    --------
    >>> from fastmetrics import subtopic_recall
    >>> grades = [[[1, 0], [1, 0], [0, 1]]]  # two sub-topics
    >>> subtopic_recall(grades, [[3, 2, 1]], k=2)
    0.5
    """
    asked = measures.subtopic_recall(k=k, relevance_level=relevance_level, ties=ties)
    lists = read_ranked_lists(
        y_true, y_score, query_id=query_id, doc_id=doc_id, subtopics=True
    )
    return answer(asked, lists, "subtopic_recall", empty, average, sample_weight)
