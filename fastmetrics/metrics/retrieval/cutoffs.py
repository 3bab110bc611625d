"""Reciprocal rank, hit rate, and precision, recall and F1 at k."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from fastmetrics._kernels import ranked
from fastmetrics.metrics.record import INFINITY, PROPORTION
from fastmetrics.metrics.retrieval.requests import (
    BY_CUTOFF,
    DIVISORS,
    NORMALIZERS,
    Request,
    choice,
    list_metric,
    required,
)

if TYPE_CHECKING:
    from fastmetrics.metrics.retrieval.requests import Ties


@list_metric(
    "Mean reciprocal rank", "mrr", "recip_rank", "RR", short="MRR", in_report=True
)
def mean_reciprocal_rank(
    *, k: int | None = None, relevance_level: float = 1, ties: Ties | None = None
) -> Request:
    """Mean reciprocal rank (MRR) of the first relevant document.

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
    relevance_level : float, default=1
        Lowest grade of a relevant document, above 0.
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
        In [0, 1]; 1 is best. The value of a query is 0 if its first relevant document
        is beyond k or not in the list.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, or an
        option is unknown or out of its range.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If all queries are skipped, so there is no mean.

    See Also
    --------
    hit_rate : Whether there is a relevant document.
    mean_average_precision : For all relevant documents.

    Notes
    -----
    If scores are equal, ``ties="average"`` is the mean over all orders in closed form
    [2]_.

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
    return Request(ranked.RECIPROCAL_RANK, k, relevance_level, ties)


@list_metric("Hit rate", "success", "Success", interval=PROPORTION[0])
def hit_rate(
    *, k: int | None = None, relevance_level: float = 1, ties: Ties | None = None
) -> Request:
    """Hit rate (success at k): proportion of queries with a hit among the first k.

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
    relevance_level : float, default=1
        Lowest grade of a relevant document, above 0.
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
        In [0, 1]; 1 is best.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, or an
        option is unknown or out of its range.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If all queries are skipped, so there is no mean.

    See Also
    --------
    mean_reciprocal_rank : How early the hit is.
    recall_at_k : Proportion of the relevant documents that are found.

    Notes
    -----
    If scores are equal, ``ties="average"`` is the probability of a hit, over all
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
    return Request(ranked.HIT, k, relevance_level, ties)


@list_metric("Precision at k", shared_names=("Precision",))
def precision_at_k(
    *,
    k: int,
    divide_by: Literal["k", "returned"] = "k",
    relevance_level: float = 1,
    ties: Ties | None = None,
) -> Request:
    r"""Precision at k: proportion of relevant documents among the first k.

    .. math:: \frac{h_k}{k}

    Among the first k documents, :math:`h_k` are relevant. The value is the mean over
    queries.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: one row per query, or one column with ``query_id``.
        Alternatively `RankedLists`, or judgements in any form that
        `RankedLists.from_trec` accepts.
    y_score : array_like of the same shape
        Scores; documents with larger scores come earlier in the list. None with
        `RankedLists`, a run with judgements.
    k : int
        Only the first k documents of each list count. A list may have fewer.
    divide_by : {"k", "returned"}, default="k"
        Divisor for a list of fewer than k documents: k, or the length of the list.
    relevance_level : float, default=1
        Lowest grade of a relevant document, above 0.
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
        In [0, 1]; 1 is best. If fewer than k documents are relevant, 1 is not
        attainable.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, or an
        option is unknown or out of its range.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If all queries are skipped, so there is no mean.

    See Also
    --------
    relative_precision_at_k : Relative to the largest possible precision.
    r_precision : With the number of relevant documents as k.
    recall_at_k : Proportion of the relevant documents.

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
    divisor = choice("divide_by", divide_by, DIVISORS)
    return Request(ranked.PRECISION, required(k), relevance_level, ties, (divisor,))


@list_metric("Recall at k", shared_names=("Recall",))
def recall_at_k(
    *,
    k: int,
    normalizer: Literal["relevant", "cutoff"] = "relevant",
    relevance_level: float = 1,
    ties: Ties | None = None,
) -> Request:
    r"""Recall at k: proportion of relevant documents found among the first k.

    .. math:: \frac{h_k}{R}

    R documents are relevant, :math:`h_k` of them among the first k. The value is the
    mean over queries.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: one row per query, or one column with ``query_id``.
        Alternatively `RankedLists`, or judgements in any form that
        `RankedLists.from_trec` accepts.
    y_score : array_like of the same shape
        Scores; documents with larger scores come earlier in the list. None with
        `RankedLists`, a run with judgements.
    k : int
        Only the first k documents of each list count. A list may have fewer.
    normalizer : {"relevant", "cutoff"}, default="relevant"
        Divisor of the hits: all relevant documents R, or min(R, k), with which 1 is
        always attainable.
    relevance_level : float, default=1
        Lowest grade of a relevant document, above 0.
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
        In [0, 1]; 1 is best.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, or an
        option is unknown or out of its range.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If all queries are skipped, so there is no mean.

    See Also
    --------
    precision_at_k : Proportion of the first k documents.
    set_recall : Over all returned documents.

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
    divisor = choice("normalizer", normalizer, NORMALIZERS[:2])
    return Request(ranked.RECALL, required(k), relevance_level, ties, (divisor,))


@list_metric("F₁ at k")
def f1_at_k(
    *,
    k: int,
    divide_by: Literal["k", "returned"] = "k",
    normalizer: Literal["relevant", "cutoff"] = "relevant",
    relevance_level: float = 1,
    ties: Ties | None = None,
) -> Request:
    r"""F1 at k: harmonic mean of precision and recall at k, averaged over queries.

    .. math:: \frac{2 P_k R_k}{P_k + R_k}

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: one row per query, or one column with ``query_id``.
        Alternatively `RankedLists`, or judgements in any form that
        `RankedLists.from_trec` accepts.
    y_score : array_like of the same shape
        Scores; documents with larger scores come earlier in the list. None with
        `RankedLists`, a run with judgements.
    k : int
        Only the first k documents of each list count. A list may have fewer.
    divide_by : {"k", "returned"}, default="k"
        Divisor for a list of fewer than k documents: k, or the length of the list.
    normalizer : {"relevant", "cutoff"}, default="relevant"
        Divisor of the hits: all relevant documents R, or min(R, k), with which 1 is
        always attainable.
    relevance_level : float, default=1
        Lowest grade of a relevant document, above 0.
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
        In [0, 1]; 1 is best.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, or an
        option is unknown or out of its range.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If all queries are skipped, so there is no mean.

    See Also
    --------
    precision_at_k, recall_at_k : Both parts.
    set_f_score : Over all returned documents.

    Notes
    -----
    The harmonic mean is computed for each query, then averaged over queries. This
    differs from the harmonic mean of mean precision and mean recall.

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
    divisors = (
        choice("divide_by", divide_by, DIVISORS),
        choice("normalizer", normalizer, NORMALIZERS[:2]),
    )
    return Request(ranked.F1, required(k), relevance_level, ties, divisors)


@list_metric("Relative precision at k", "relative_P")
def relative_precision_at_k(
    *, k: int, relevance_level: float = 1, ties: Ties | None = None
) -> Request:
    r"""Relative precision at k: precision at k divided by its largest possible value.

    .. math:: \frac{h_k}{\min(R, k)}

    R documents are relevant, :math:`h_k` of them among the first k. The value is the
    mean over queries.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: one row per query, or one column with ``query_id``.
        Alternatively `RankedLists`, or judgements in any form that
        `RankedLists.from_trec` accepts.
    y_score : array_like of the same shape
        Scores; documents with larger scores come earlier in the list. None with
        `RankedLists`, a run with judgements.
    k : int
        Only the first k documents of each list count. A list may have fewer.
    relevance_level : float, default=1
        Lowest grade of a relevant document, above 0.
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
        In [0, 1]; 1 is best.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, or an
        option is unknown or out of its range.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If all queries are skipped, so there is no mean.

    See Also
    --------
    recall_at_k : Equal with ``normalizer="cutoff"``.

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
    return Request(ranked.RECALL, required(k), relevance_level, ties, (BY_CUTOFF,))


@list_metric("Hits at k", "hits", "Hits", upper=INFINITY)
def hits_at_k(
    *, k: int | None = None, relevance_level: float = 1, ties: Ties | None = None
) -> Request:
    r"""Hits at k: number of relevant documents among the first k, mean over queries.

    .. math:: h_k

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
    relevance_level : float, default=1
        Lowest grade of a relevant document, above 0.
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
        In [0, k]; higher is better. The means over queries and over orders of equal
        scores need not be whole numbers.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, or an
        option is unknown or out of its range.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If all queries are skipped, so there is no mean.

    See Also
    --------
    precision_at_k : Divided by k.
    hit_rate : Whether there is a hit, which some authors call hits at k.

    Notes
    -----
    If each query has one right answer, as in knowledge graph completion, Hits@k means
    both measures: the number of hits is then 0 or 1.

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
    return Request(ranked.HITS, k, relevance_level, ties)
