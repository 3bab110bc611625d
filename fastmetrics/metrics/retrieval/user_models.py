"""Measures with a model of how a reader goes through a list."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, number, positive
from fastmetrics._kernels import ranked
from fastmetrics.metrics.retrieval.requests import (
    A_GAIN,
    MOST_EXPONENT,
    GradeRange,
    Request,
    cut_off,
    list_metric,
)

if TYPE_CHECKING:
    from fastmetrics.metrics.retrieval.columns import ListColumns
    from fastmetrics.metrics.retrieval.requests import Ties


@list_metric("Expected reciprocal rank", "err")
def expected_reciprocal_rank(
    *, k: int | None = None, max_grade: float = 4, ties: Ties | None = None
) -> Request:
    r"""Mean expected reciprocal rank (ERR) of the document at which a reader stops.

    .. math:: \mathrm{ERR} = \sum_i \frac1i R_i \prod_{j<i} (1 - R_j)
       \qquad R_i = \frac{2^{g_i} - 1}{2^{g_\max}}

    where :math:`R_i` is the probability that the document at rank i, of grade
    :math:`g_i`, satisfies the reader. The value is the mean over queries.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: one row per query, or one column with ``query_id``.
        Alternatively `RankedLists`, or judgements in any form that
        `RankedLists.from_trec` accepts.
    y_score : array_like of the same shape
        Scores; documents with larger scores come earlier in the list. None with
        `RankedLists`, a run with judgements.
    k : int, optional
        Only the first k documents of each list count; None: all documents.
    max_grade : float, default=4
        Largest possible grade, whether or not it occurs: 4 as in gdeval and
        ir-measures.
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
        In [0, 1); higher is better. The largest possible value depends on the query.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, a grade is
        above ``max_grade``, or an option is unknown.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If all queries are skipped, so there is no mean.

    See Also
    --------
    mean_reciprocal_rank : For a reader who stops at the first relevant document.
    ndcg_score : Also for graded relevance, of readers who do not stop.

    Notes
    -----
    The largest grade is a parameter, because the largest grade in the data would change
    with the data. Grades below 0 count as 0.

    The mean over the orders of equal scores is exact: the probability to pass the first
    t documents of a group is a mean over its subsets of t documents. For a group of e
    documents this takes at most O(e) time per document with a gain.

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
    largest = number(max_grade, "max_grade")
    if not 0 < largest < MOST_EXPONENT:
        raise ValueError(
            f"max_grade must be above 0 and below {MOST_EXPONENT}, got "
            f"{shown(max_grade)}."
        )
    return Request(
        ranked.ERR,
        k,
        ties=ties,
        parameters=(0.0, largest),
        check=partial(_check_largest, max_grade),
        lacks=A_GAIN,
    )


@list_metric("Normalized expected reciprocal rank", "nerr", "nERR", short="nERR")
def normalized_expected_reciprocal_rank(
    *, k: int | None = None, max_grade: float = 4, ties: Ties | None = None
) -> Request:
    r"""Mean expected reciprocal rank, relative to the best order (nERR).

    .. math:: \mathrm{nERR} = \frac{\sum_i \frac1i R_i \prod_{j<i} (1 - R_j)}
       {\sum_i \frac1i R_{(i)} \prod_{j<i} (1 - R_{(j)})}
       \qquad R_i = \frac{2^{g_i} - 1}{2^{g_\max}}

    where :math:`R_i` is the probability that the document at rank i, of grade
    :math:`g_i`, satisfies the reader, and :math:`R_{(i)}` the i-th largest of all
    judged documents.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: one row per query, or one column with ``query_id``.
        Alternatively `RankedLists`, or judgements in any form that
        `RankedLists.from_trec` accepts.
    y_score : array_like of the same shape
        Scores; documents with larger scores come earlier in the list. None with
        `RankedLists`, a run with judgements.
    k : int, optional
        Only the first k documents of each list count; None: all documents.
    max_grade : float, default=4
        Largest possible grade, whether or not it occurs: 4 as in gdeval and
        ir-measures.
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
        In [0, 1]; 1 for the best order.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, a grade is
        above ``max_grade``, or an option is unknown.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If all queries are skipped, so there is no mean.

    See Also
    --------
    expected_reciprocal_rank : Not relative to the best order.
    ndcg_score : The same for gains that are discounted by rank.

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
    request: Request = expected_reciprocal_rank.request(
        k=k, max_grade=max_grade, ties=ties
    )
    return request._replace(kind=ranked.NERR)


@list_metric("Compatibility", "compat", "Compat")
def compatibility(
    *, k: int | None = 1000, p: float = 0.95, ties: Ties | None = None
) -> Request:
    r"""Compatibility: rank-biased overlap with the nearest best order.

    .. math:: \frac{\sum_{i=1}^k p^{i-1} |L_i \cap I_i| / i}
              {\sum_{i=1}^k p^{i-1} |I_i| / i}

    where :math:`L_i` are the first i documents of the list, and :math:`I_i` the first i
    documents of the best order. The best order contains all judged documents with a
    grade above 0, in descending order of grades; documents of equal grade are in the
    order of the list. The value is the mean over queries.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: one row per query, or one column with ``query_id``.
        Alternatively `RankedLists`, or judgements in any form that
        `RankedLists.from_trec` accepts.
    y_score : array_like of the same shape
        Scores; documents with larger scores come earlier in the list. None with
        `RankedLists`, a run with judgements.
    k : int or None, default=1000
        Only the first k documents of each list count; None: all, to any depth.
    p : float in (0, 1), default=0.95
        Persistence: the probability to go on, between 0 and 1.
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
        In [0, 1]; 1 for the best order.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, an option
        is unknown or out of its range, or (``TiesError``) documents with a grade above
        0 have the same score as others and ``ties`` gives no order.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If all queries are skipped, so there is no mean.

    See Also
    --------
    ndcg_score : Uses the sizes of gains; compatibility uses only their order.
    rank_biased_precision : For a reader who goes on with the same probability.

    Notes
    -----
    The rank-biased overlap with the best order nearest to the list is divided by the
    overlap of that order with itself. Only the order of the grades matters, so levels
    of relevance and pairwise preferences are equivalent. Equal scores need a rule that
    gives an order: "input", "doc_id" or "trec_eval".

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
    persistence = _persistence(p)
    depth = cut_off(k)
    # Terms fall as p to the power of the rank, and all of them have a closed sum.
    total, lost = -math.log1p(-persistence) / persistence, 0.0
    if depth < _LEAST_TERM / math.log(persistence):
        total, lost = _sum(persistence**i / (i + 1) for i in range(depth))
    return Request(
        ranked.COMPATIBILITY,
        k,
        ties=ties,
        parameters=(persistence, total, lost),
        open_to_ties=True,
        lacks=A_GAIN,
    )


@list_metric("Rank-biased precision", "rbp")
def rank_biased_precision(
    *,
    k: int | None = None,
    p: float = 0.8,
    gain: Literal["binary", "linear"] = "binary",
    max_grade: float | None = None,
    relevance_level: float = 1,
    ties: Ties | None = None,
) -> Request:
    r"""Rank-biased precision (RBP): gain per document of a reader with persistence p.

    .. math:: \mathrm{RBP} = (1 - p) \sum_i g_i\, p^{i-1}

    where :math:`g_i` is 1 if the document at rank i is relevant, otherwise 0, and p is
    the probability to go on. The value is the mean over queries.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: one row per query, or one column with ``query_id``.
        Alternatively `RankedLists`, or judgements in any form that
        `RankedLists.from_trec` accepts.
    y_score : array_like of the same shape
        Scores; documents with larger scores come earlier in the list. None with
        `RankedLists`, a run with judgements.
    k : int, optional
        Only the first k documents of each list count; None: all documents.
    p : float, default=0.8
        Persistence: the probability to go on, between 0 and 1. Readers see 1/(1 - p)
        documents on average.
    gain : {"binary", "linear"}, default="binary"
        Gain of a document: 1 if it is relevant, or its grade / ``max_grade``.
    max_grade : float, optional
        Largest possible grade, required for linear gains.
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
        If shapes differ, there are no queries, a number is NaN or infinite, a grade is
        above ``max_grade``, or an option is unknown.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If all queries are skipped, so there is no mean.

    See Also
    --------
    rbp_residual : How much higher it could be if all documents were judged.
    expected_reciprocal_rank : For a reader who stops when satisfied.

    Notes
    -----
    The number of relevant documents is not needed, so unjudged documents make it
    uncertain only by a known amount: `rbp_residual`. The default of trec_eval is p =
    0.9.

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
    if not is_one_of(gain, ("binary", "linear")):
        raise ValueError(f"gain must be 'binary' or 'linear', got {shown(gain)}.")
    largest = 0.0
    if gain == "linear":
        if max_grade is None:
            raise ValueError("gain='linear' needs max_grade.")
        largest = positive(max_grade, "max_grade")
    elif max_grade is not None:
        raise ValueError("max_grade is for gain='linear'.")
    return Request(
        ranked.RBP,
        k,
        relevance_level,
        ties,
        (_persistence(p), largest),
        check=partial(_check_largest, max_grade) if largest else None,
    )


@list_metric(
    "Residual of rank-biased precision", greater_is_better=None, without=("empty",)
)
def rbp_residual(
    *, k: int | None = None, p: float = 0.8, ties: Ties | None = None
) -> Request:
    r"""Residual of rank-biased precision: largest increase by complete judgements.

    .. math:: (1 - p) \sum_{i\ \text{unjudged}} p^{i-1} + p^n

    where n is the number of documents in the list, at most k. The value is the mean
    over queries.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: one row per query, or one column with ``query_id``.
        Alternatively `RankedLists`, or judgements in any form that
        `RankedLists.from_trec` accepts.
    y_score : array_like of the same shape
        Scores; documents with larger scores come earlier in the list. None with
        `RankedLists`, a run with judgements.
    k : int, optional
        Only the first k documents of each list count; None: all documents.
    p : float, default=0.8
        Persistence: the probability to go on, between 0 and 1. Readers see 1/(1 - p)
        documents on average.
    query_id : array_like of shape (n_rows,), optional
        Query of each row, in any order: integers, strings or other ids of one type.
    doc_id : array_like of shape (n_rows,), optional
        Document of each row, for rules of ``ties`` that use it. Requires ``query_id``.
    ties : {"average", "best", "worst", "input", "doc_id", "trec_eval"}, optional
        Rule for equal scores: the mean over all their orders, the order with the
        largest or the smallest value, or the order of the rows. "doc_id": descending
        document ids. "trec_eval": the same after scores are rounded to float32. None:
        "average"; for lists from TREC files "trec_eval".
    average : "mean" or None, default="mean"
        "mean": the mean over queries. None: the value of each query, in order of first
        appearance.
    sample_weight : array_like of shape (n_queries,), optional
        Weight per query: finite, not negative, not all zero.

    Returns
    -------
    float or ndarray of shape (n_queries,)
        In [0, 1]; lower values mean less uncertainty. The value with complete
        judgements is between the rank-biased precision and its sum with the residual. 1
        for an empty list.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, or an
        option is unknown.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    See Also
    --------
    rank_biased_precision : The measure that this residual belongs to.
    judged_at_k : Proportion of the first documents that are judged.

    Notes
    -----
    Unjudged documents are known only for lists from TREC files. For all other lists,
    the residual consists of the ranks beyond the list.

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
    return Request(ranked.RBP_RESIDUAL, k, ties=ties, parameters=(_persistence(p),))


def _persistence(p: Any) -> float:
    persistence = number(p, "p")
    if not 0 < persistence < 1:
        raise ValueError(f"p must lie between 0 and 1, got {shown(p)}.")
    return persistence


def _check_largest(max_grade: Any, columns: ListColumns, grades: GradeRange) -> None:
    if grades.largest > max_grade:
        raise ValueError(
            f"y_true must hold grades of at most max_grade={max_grade!r}, got "
            f"{grades.largest:g}."
        )


# The logarithm of what a term is at least that is added up.
_LEAST_TERM = -90.0


def _sum(terms: Iterable[float]) -> tuple[float, float]:
    """Return a sum and its rounding error."""
    every = [*terms]
    total = math.fsum(every)
    return total, math.fsum([*every, -total])
