"""Measures of diversity for queries with several sub-topics."""

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
    r"""alpha-nDCG: gain that decreases with repetition, relative to a greedy order.

    .. math:: \frac{\sum_{i \leq k} G_i / \mathrm{log}_2(i + 1)}
              {\sum_{i \leq k} G_{(i)} / \mathrm{log}_2(i + 1)}
       \qquad G_i = \sum_t [i \text{ relevant to } t]\, (1 - \alpha)^{r_{ti}}

    where :math:`r_{ti}` documents before rank i are relevant to sub-topic t, and
    :math:`G_{(i)}` are the gains of a greedy order: the next document is always the
    judged document with the largest gain, and of equal gains the document with the last
    id, or the first row. The value is the mean over queries.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs, n_subtopics), or RankedLists
        Grades of relevance: one row per query, or with ``query_id`` an array of shape
        (n_rows, n_subtopics); without the last axis each query has one sub-topic.
        Alternatively `RankedLists`, or judgements in any form that
        `RankedLists.from_trec` accepts.
    y_score : array_like of shape (n_queries, n_docs) or (n_rows,)
        Scores; documents with larger scores come earlier in the list. None with
        `RankedLists`, a run with judgements.
    k : int, optional
        Only the first k documents of each list count; None: all documents.
    alpha : float in [0, 1], default=0.5
        Proportion of the gain of a sub-topic that is lost with each document relevant
        to it: with 0 all documents count equally, with 1 only the first.
    relevance_level : float, default=1
        Lowest grade of a relevant document.
    query_id : array_like of shape (n_rows,), optional
        Query of each row, in any order: integers, strings or other ids of one type.
    doc_id : array_like of shape (n_rows,), optional
        Document of each row, for rules of ``ties`` that use it. Requires ``query_id``.
    ties : {"average", "best", "worst", "input", "doc_id", "trec_eval"}, optional
        Rule for equal scores: the mean over all their orders, the order with the
        largest or the smallest value, or the order of the rows. "doc_id": descending
        document ids. "trec_eval": the same after scores are rounded to float32. None:
        "average"; for lists from TREC files "trec_eval".
    empty : {"zero", "skip", "nan", "error"}, default="zero"
        Value of a query without relevant documents: 0, no value (the query is skipped),
        NaN, or an error.
    average : "mean" or None, default="mean"
        "mean": the mean over queries. None: the value of each query, in order of first
        appearance.
    sample_weight : array_like of shape (n_queries,), optional
        Weight per query: finite, not negative, not all zero.

    Returns
    -------
    float or ndarray of shape (n_queries,)
        Usually in [0, 1]; higher is better. If the greedy order is not the best, values
        up to 1.58 are possible.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, an option
        is unknown or out of its range, or (``TiesError``) ``ties`` is "best" or "worst"
        and relevant documents have the same score as others.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If all queries are skipped, so there is no mean.

    See Also
    --------
    ndcg_score : Without sub-topics, for grades of relevance.
    err_ia : The same gains, divided by rank.
    subtopic_recall : Proportion of sub-topics found, at any rank.

    Notes
    -----
    Finding the best order is NP-hard. As in ndeval, the divisor is the sum of the
    greedy order, which is at least 63 % of the largest possible sum. Sub-topics without
    relevant documents do not count. With one sub-topic the value differs from nDCG,
    because the second relevant document gains less than the first.

    The mean over the orders of equal scores is exact. The best order for one sub-topic
    need not be the best for another, so "best" and "worst" are not defined.

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
    r"""Intent-aware expected reciprocal rank (ERR-IA), averaged over sub-topics.

    .. math:: \frac{1}{M} \sum_t \sum_{i \leq k} \frac1i
              [i \text{ relevant to } t]\, (1 - \alpha)^{r_{ti}}
              \bigg/ \sum_{i \leq k} \frac{(1 - \alpha)^{i - 1}}{i}

    where :math:`r_{ti}` documents before rank i are relevant to sub-topic t, of M
    sub-topics with a relevant document. Each relevant document satisfies the reader
    with probability :math:`\alpha`. The divisor is the value of a list, of the same
    depth, in which all documents are relevant to every sub-topic. The value is the mean
    over queries.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs, n_subtopics), or RankedLists
        Grades of relevance: one row per query, or with ``query_id`` an array of shape
        (n_rows, n_subtopics); without the last axis each query has one sub-topic.
        Alternatively `RankedLists`, or judgements in any form that
        `RankedLists.from_trec` accepts.
    y_score : array_like of shape (n_queries, n_docs) or (n_rows,)
        Scores; documents with larger scores come earlier in the list. None with
        `RankedLists`, a run with judgements.
    k : int, optional
        Only the first k documents of each list count; None: all documents.
    alpha : float in [0, 1], default=0.5
        Proportion of the gain of a sub-topic that is lost with each document relevant
        to it: with 0 all documents count equally, with 1 only the first.
    relevance_level : float, default=1
        Lowest grade of a relevant document.
    query_id : array_like of shape (n_rows,), optional
        Query of each row, in any order: integers, strings or other ids of one type.
    doc_id : array_like of shape (n_rows,), optional
        Document of each row, for rules of ``ties`` that use it. Requires ``query_id``.
    ties : {"average", "best", "worst", "input", "doc_id", "trec_eval"}, optional
        Rule for equal scores: the mean over all their orders, the order with the
        largest or the smallest value, or the order of the rows. "doc_id": descending
        document ids. "trec_eval": the same after scores are rounded to float32. None:
        "average"; for lists from TREC files "trec_eval".
    empty : {"zero", "skip", "nan", "error"}, default="zero"
        Value of a query without relevant documents: 0, no value (the query is skipped),
        NaN, or an error.
    average : "mean" or None, default="mean"
        "mean": the mean over queries. None: the value of each query, in order of first
        appearance.
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
        and relevant documents have the same score as others.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If all queries are skipped, so there is no mean.

    See Also
    --------
    expected_reciprocal_rank : For one sub-topic with grades of relevance.
    alpha_ndcg : The same gains with another discount.

    Notes
    -----
    The divisor depends only on k and ``alpha``, not on the collection
    (collection-independent in ndeval). At k = 1, ndeval and pyndeval omit both
    divisions, so their values are up to M. Grades are used only to define relevance.

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
    r"""Novelty- and rank-biased precision (NRBP), averaged over queries.

    .. math:: \frac{1 - (1 - \alpha) \beta}{M} \sum_t \sum_i \beta^{i - 1}
              [i \text{ relevant to } t]\, (1 - \alpha)^{r_{ti}}

    where :math:`r_{ti}` documents before rank i are relevant to sub-topic t, of M
    sub-topics with a relevant document.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs, n_subtopics), or RankedLists
        Grades of relevance: one row per query, or with ``query_id`` an array of shape
        (n_rows, n_subtopics); without the last axis each query has one sub-topic.
        Alternatively `RankedLists`, or judgements in any form that
        `RankedLists.from_trec` accepts.
    y_score : array_like of shape (n_queries, n_docs) or (n_rows,)
        Scores; documents with larger scores come earlier in the list. None with
        `RankedLists`, a run with judgements.
    alpha : float in [0, 1], default=0.5
        Proportion of the gain of a sub-topic that is lost with each document relevant
        to it: with 0 all documents count equally, with 1 only the first.
    beta : float in (0, 1), default=0.5
        Probability to go on to the next document.
    relevance_level : float, default=1
        Lowest grade of a relevant document.
    query_id : array_like of shape (n_rows,), optional
        Query of each row, in any order: integers, strings or other ids of one type.
    doc_id : array_like of shape (n_rows,), optional
        Document of each row, for rules of ``ties`` that use it. Requires ``query_id``.
    ties : {"average", "best", "worst", "input", "doc_id", "trec_eval"}, optional
        Rule for equal scores: the mean over all their orders, the order with the
        largest or the smallest value, or the order of the rows. "doc_id": descending
        document ids. "trec_eval": the same after scores are rounded to float32. None:
        "average"; for lists from TREC files "trec_eval".
    empty : {"zero", "skip", "nan", "error"}, default="zero"
        Value of a query without relevant documents: 0, no value (the query is skipped),
        NaN, or an error.
    average : "mean" or None, default="mean"
        "mean": the mean over queries. None: the value of each query, in order of first
        appearance.
    sample_weight : array_like of shape (n_queries,), optional
        Weight per query: finite, not negative, not all zero.

    Returns
    -------
    float or ndarray of shape (n_queries,)
        In [0, 1]; higher is better. 1 for an infinite list of documents that are all
        relevant to every sub-topic.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, an option
        is unknown or out of its range, or (``TiesError``) ``ties`` is "best" or "worst"
        and relevant documents have the same score as others.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If all queries are skipped, so there is no mean.

    See Also
    --------
    rank_biased_precision : For one sub-topic, without a loss for repetition.
    err_ia : The same gains, divided by rank.

    Notes
    -----
    With ``alpha=0`` and one sub-topic, this is rank-biased precision with ``p=beta``.

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
    r"""Sub-topic recall: proportion of sub-topics covered by the first k documents.

    .. math:: \frac{1}{M} \left| \bigcup_{i \leq k} T_i \right|

    where :math:`T_i` are the sub-topics that the document at rank i is relevant to, of
    M sub-topics with a relevant document. The value is the mean over queries.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs, n_subtopics), or RankedLists
        Grades of relevance: one row per query, or with ``query_id`` an array of shape
        (n_rows, n_subtopics); without the last axis each query has one sub-topic.
        Alternatively `RankedLists`, or judgements in any form that
        `RankedLists.from_trec` accepts.
    y_score : array_like of shape (n_queries, n_docs) or (n_rows,)
        Scores; documents with larger scores come earlier in the list. None with
        `RankedLists`, a run with judgements.
    k : int, optional
        Only the first k documents of each list count; None: all documents.
    relevance_level : float, default=1
        Lowest grade of a relevant document.
    query_id : array_like of shape (n_rows,), optional
        Query of each row, in any order: integers, strings or other ids of one type.
    doc_id : array_like of shape (n_rows,), optional
        Document of each row, for rules of ``ties`` that use it. Requires ``query_id``.
    ties : {"average", "best", "worst", "input", "doc_id", "trec_eval"}, optional
        Rule for equal scores: the mean over all their orders, the order with the
        largest or the smallest value, or the order of the rows. "doc_id": descending
        document ids. "trec_eval": the same after scores are rounded to float32. None:
        "average"; for lists from TREC files "trec_eval".
    empty : {"zero", "skip", "nan", "error"}, default="zero"
        Value of a query without relevant documents: 0, no value (the query is skipped),
        NaN, or an error.
    average : "mean" or None, default="mean"
        "mean": the mean over queries. None: the value of each query, in order of first
        appearance.
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
        and a group of equal scores with relevant documents extends over k.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If all queries are skipped, so there is no mean.

    See Also
    --------
    recall_at_k : Proportion of the relevant documents.
    hit_rate : The same for one sub-topic.
    alpha_ndcg : Also depends on the ranks at which sub-topics are found.

    Notes
    -----
    Zhai et al. call it S-recall, ndeval strec. Sub-topics without relevant documents do
    not count. The mean over the orders of equal scores is exact.

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
    """Return the gains, divided by rank, of documents that are all of one sub-topic."""
    depth, left = cut_off(k), 1 - alpha
    if depth <= _FEW_TERMS:
        ranks = np.arange(1, depth + 1)
        return float(np.sum(left ** (ranks - 1) / ranks))
    if left == 1:
        if k is None:
            raise ValueError(
                f"alpha must be above 0 where k is None, got {shown(alpha)}: the "
                "number of documents is not bounded."
            )
        return math.log(depth) + np.euler_gamma + 0.5 / depth
    # Of the float that is left, as the sum above.
    total = -math.log(1 - left) / left if left else 1.0
    if k is None or not left:
        return total
    from scipy.special import exp1  # imported here because the catalog does not need it

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
