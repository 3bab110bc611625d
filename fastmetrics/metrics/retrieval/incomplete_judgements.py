"""Measures for lists with unjudged documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastmetrics._kernels import ranked
from fastmetrics.metrics.retrieval.requests import Request, floored, list_metric

if TYPE_CHECKING:
    from fastmetrics.metrics.retrieval.requests import Ties


@list_metric("Bpref", "Bpref")
def bpref(*, relevance_level: float = 1, ties: Ties | None = None) -> Request:
    r"""Binary preference (bpref): how seldom relevant documents come after others.

    .. math:: \frac1R \sum_r \Bigl(1 - \frac{\min(n_r, R)}{\min(N, R)}\Bigr)

    The sum is over the relevant documents r in the list. :math:`n_r` is the number of
    documents before r that are judged not relevant, N the number of all documents
    judged not relevant, and R the number of relevant documents. If :math:`n_r` is 0,
    the term is 1. The value is the mean over queries.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: one row per query, or one column with ``query_id``.
        Alternatively `RankedLists`, or judgements in any form that
        `RankedLists.from_trec` accepts.
    y_score : array_like of the same shape
        Scores; documents with larger scores come earlier in the list. None with
        `RankedLists`, a run with judgements.
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
    inferred_average_precision : Average precision from a sample of judgements.
    judged_at_k : Proportion of the first documents that are judged.

    Notes
    -----
    Documents without a judgement, or with a grade below 0, do not count.

    This is the definition of trec_eval since version 8. The paper [1]_ divides by R
    alone, and trec_eval before version 8 counted only returned documents in N.

    If scores are equal, ``ties="average"`` is the mean over all orders in closed form.

    References
    ----------
    .. [1] C. Buckley and E. M. Voorhees, "Retrieval evaluation with incomplete
       information", SIGIR 2004, 25-32

    Examples
    --------
    >>> from fastmetrics import bpref
    >>> y_true = [[1, 0, 1, 0], [0, 0, 1, 0]]
    >>> y_score = [[4, 3, 2, 1], [4, 3, 2, 1]]
    >>> bpref(y_true, y_score)
    0.375
    """
    return Request(ranked.BPREF, None, relevance_level, ties)


@list_metric("Geometric mean bpref", "gm_bpref", made_of="exp")
def geometric_mean_bpref(
    *, floor: float = 1e-5, relevance_level: float = 1, ties: Ties | None = None
) -> Request:
    r"""Geometric mean over queries of the binary preference (bpref).

    .. math:: \exp\Bigl(\frac1n \sum_q \log \max(b_q, \text{floor})\Bigr)

    where :math:`b_q` is the `bpref` of query q, for n queries.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: one row per query, or one column with ``query_id``.
        Alternatively `RankedLists`, or judgements in any form that
        `RankedLists.from_trec` accepts.
    y_score : array_like of the same shape
        Scores; documents with larger scores come earlier in the list. None with
        `RankedLists`, a run with judgements.
    floor : float, default=1e-5
        Lowest value of a query, in (0, 1].
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
        In [floor, 1]; 1 is best. With ``average=None``, the values of bpref, at least
        ``floor``.

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
    bpref : the arithmetic mean.
    geometric_mean_average_precision : The same for average precision.

    Notes
    -----
    This is trec_eval's gm_bpref. The value of a query without relevant documents is
    ``floor`` unless ``empty`` is set. If scores are equal, the logarithm is taken of
    the mean over their orders.

    References
    ----------
    .. [1] C. Buckley and E. M. Voorhees, "Retrieval evaluation with incomplete
       information", SIGIR 2004, 25-32
    .. [2] S. Robertson, "On GMAP: and other transformations", CIKM 2006, 78-83

    Examples
    --------
    >>> from fastmetrics import geometric_mean_bpref
    >>> y_true = [[1, 0, 1, 0], [0, 1, 1, 0]]
    >>> y_score = [[4, 3, 2, 1], [4, 3, 2, 1]]
    >>> round(geometric_mean_bpref(y_true, y_score), 6)
    0.612372
    """
    request = bpref.request(relevance_level=relevance_level, ties=ties)
    return floored(request, floor)


@list_metric("Inferred average precision", "infAP", "infap")
def inferred_average_precision(
    *, relevance_level: float = 1, ties: Ties | None = None
) -> Request:
    r"""Inferred average precision (infAP), estimated from a sample of judgements.

    .. math:: \frac1R \sum_r \frac1i + \frac{i-1}{i} \cdot \frac{p}{i-1} \cdot
              \frac{a + \varepsilon}{a + b + 2\varepsilon}

    The sum is over relevant documents r in the list, i the rank of r, ahead of which
    are p documents of the pool, a judged relevant and b judged not relevant; ε is
    0.00001.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: one row per query, or one column with ``query_id``.
        Alternatively `RankedLists`, or judgements in any form that
        `RankedLists.from_trec` accepts.
    y_score : array_like of the same shape
        Scores; documents with larger scores come earlier in the list. None with
        `RankedLists`, a run with judgements.
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
        In [0, 1], except for ε; 1 is best. If every document has a judgment, this is
        the average precision, except for ε.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, or an
        option is unknown or out of its range. If a relevant document has the same score
        as another document that is not relevant, and ``ties`` is "average", "best" or
        "worst".
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If all queries are skipped, so there is no mean.

    See Also
    --------
    mean_average_precision : The measure that is estimated.
    bpref : For judgements that are not a sample.

    Notes
    -----
    As in trec_eval, a grade below 0 marks a document of the pool that was not judged.

    References
    ----------
    .. [1] E. Yilmaz and J. A. Aslam, "Estimating average precision with incomplete and
       imperfect judgments", CIKM 2006, 102-111

    Examples
    --------
    >>> from fastmetrics import inferred_average_precision
    >>> y_true = [[1, 0, 1, 0], [0, 0, 1, 0]]
    >>> y_score = [[4, 3, 2, 1], [4, 3, 2, 1]]
    >>> inferred_average_precision(y_true, y_score)
    0.5833349999833335
    """
    return Request(ranked.INFERRED, None, relevance_level, ties=ties, open_to_ties=True)


@list_metric(
    "Judged at k", "judged", "Judged", greater_is_better=None, without=("empty",)
)
def judged_at_k(*, k: int | None = None, ties: Ties | None = None) -> Request:
    """Judged at k: proportion of judged documents among the first k.

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
        In [0, 1]. It shows how reliable other measures are, not how good the lists are:
        a document without a judgement counts as not relevant.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, or an
        option is unknown or out of its range.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    See Also
    --------
    bpref : Ignores documents without a judgement.
    rbp_residual : How much rank-biased precision could change.

    Notes
    -----
    For a list shorter than k, its length is the divisor; an empty list has the value 0.
    In arrays and columns every document has a grade, so the value is 1.

    References
    ----------
    .. [1] C. D. Manning, P. Raghavan and H. Schütze, "Introduction to Information
       Retrieval", Cambridge University Press, 2008, chapter 8

    Examples
    --------
    >>> from fastmetrics import judged_at_k
    >>> y_true = [[1, 0, 1, 0], [0, 0, 1, 0]]
    >>> y_score = [[4, 3, 2, 1], [4, 3, 2, 1]]
    >>> judged_at_k(y_true, y_score, k=2)
    1.0
    """
    return Request(ranked.JUDGED, k, ties=ties)
