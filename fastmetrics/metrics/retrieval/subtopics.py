"""Lists for queries of several sub-topics: which of them are found, and how soon."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import number, share
from fastmetrics._kernels import ranked
from fastmetrics.metrics.retrieval.requests import Request, cut_off, list_metric

if TYPE_CHECKING:
    from fastmetrics.metrics.retrieval.requests import Ties


@list_metric(
    "Alpha-nDCG",
    "alpha_nDCG",
    "alpha-nDCG",
    "α-nDCG",
    short="α-nDCG",
    upper=math.e / (math.e - 1),
)
def alpha_ndcg(
    *,
    k: int | None = None,
    alpha: float = 0.5,
    relevance_level: float = 1,
    ties: Ties | None = None,
) -> Request:
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
    novelty = share(alpha, "alpha")
    return _of_subtopics(ranked.ALPHA_NDCG, k, relevance_level, ties, (2.0, novelty))


@list_metric(
    "Intent-aware expected reciprocal rank", "ERR_IA", "ERR-IA", short="ERR-IA"
)
def err_ia(
    *,
    k: int | None = None,
    alpha: float = 0.5,
    relevance_level: float = 1,
    ties: Ties | None = None,
) -> Request:
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
    novelty = share(alpha, "alpha")
    scale = 1 / _most_by_reciprocals(novelty, k)
    return _of_subtopics(ranked.ERR_IA, k, relevance_level, ties, (0.0, novelty, scale))


@list_metric("Novelty- and rank-biased precision", "NRBP", short="NRBP")
def nrbp(
    *,
    alpha: float = 0.5,
    beta: float = 0.5,
    relevance_level: float = 1,
    ties: Ties | None = None,
) -> Request:
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
    novelty, patience = share(alpha, "alpha"), number(beta, "beta")
    if not 0 < patience < 1:
        raise ValueError(f"beta must lie between 0 and 1, got {shown(beta)}.")
    # The kernel's series has the factor 1 - beta.
    scale = (1 - (1 - novelty) * patience) / (1 - patience)
    numbers = (patience, novelty, scale)
    return _of_subtopics(ranked.NRBP, None, relevance_level, ties, numbers)


@list_metric("Sub-topic recall", "strec", "STREC", "S-recall")
def subtopic_recall(
    *, k: int | None = None, relevance_level: float = 1, ties: Ties | None = None
) -> Request:
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
    return _of_subtopics(ranked.SUBTOPIC_RECALL, k, relevance_level, ties, ())


# So many terms are added up one by one.
_FEW_TERMS = 10**6


def _most_by_reciprocals(alpha: float, k: Any) -> float:
    """Return what documents add, divided by rank, that are all of one sub-topic."""
    depth, left = cut_off(k), 1 - alpha
    if depth <= _FEW_TERMS:
        ranks = np.arange(1, depth + 1)
        return float(np.sum(left ** (ranks - 1) / ranks))
    if left == 1:
        if k is None:
            raise ValueError(
                f"alpha must be above 0 where k is None, got {shown(alpha)}: what "
                "could be found has no bound."
            )
        return math.log(depth) + np.euler_gamma + 0.5 / depth
    # Of the float that is left, as the sum above.
    total = -math.log(1 - left) / left if left else 1.0
    if k is None or not left:
        return total
    from scipy.special import exp1  # only here, so that the catalog does not load it

    # The others, by an integral whose error is that of the float at such ranks.
    return total - float(exp1(-math.log(left) * (depth + 0.5))) / left


A_SUBTOPIC = "sub-topic with a relevant document"


def _of_subtopics(
    kind: int, k: Any, relevance_level: Any, ties: Any, numbers: tuple[float, ...]
) -> Request:
    return Request(
        kind,
        k,
        relevance_level,
        ties,
        numbers,
        open_to_ties=True,
        subtopics=True,
        lacks=A_SUBTOPIC,
    )
