"""Lists of which not every document was judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastmetrics._kernels import ranked
from fastmetrics.metrics.retrieval.requests import Request, floored, list_metric

if TYPE_CHECKING:
    from fastmetrics.metrics.retrieval.requests import Ties


@list_metric("Bpref", "Bpref")
def bpref(*, relevance_level: float = 1, ties: Ties | None = None) -> Request:
    r"""Mean over queries of how seldom others are ahead of relevant documents.

    .. math:: \frac1R \sum_r \Bigl(1 - \frac{\min(n_r, R)}{\min(N, R)}\Bigr)

    The sum is over relevant documents r in the list, :math:`n_r` counts the documents
    judged not relevant ahead of r, N all that are judged not relevant, R all that are
    relevant. Where :math:`n_r` is 0 the term is 1.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: a row per query, or with ``query_id`` a column; lists; or
        judgements in any form that `RankedLists.from_trec` takes.
    y_score : array_like of the same shape
        Scores; larger means earlier in the list. None beside RankedLists, a run beside
        judgements.
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
    inferred_average_precision : average precision from a sample of judgements.
    judged_at_k : how many of the first documents are judged.

    Notes
    -----
    Documents that nobody judged do not count; nor do those with a grade below 0.

    This is the definition of trec_eval since version 8. The paper [1]_ divides by R
    alone, and trec_eval before version 8 counted in N only what was returned.

    Where scores are equal, ``ties="average"`` is the mean over all orders in closed
    form.

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
    r"""Geometric mean over queries of bpref.

    .. math:: \exp\Bigl(\frac1n \sum_q \log \max(b_q, \text{floor})\Bigr)

    where :math:`b_q` is the `bpref` of query q, of n.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: a row per query, or with ``query_id`` a column; lists; or
        judgements in any form that `RankedLists.from_trec` takes.
    y_score : array_like of the same shape
        Scores; larger means earlier in the list. None beside RankedLists, a run beside
        judgements.
    floor : float, default=1e-5
        The least that a query counts, in (0, 1].
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
        In [floor, 1]; 1 is best. With ``average=None`` the values of bpref, none below
        ``floor``.

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
    bpref : the arithmetic mean.
    geometric_mean_average_precision : the same of average precision.

    Notes
    -----
    It is trec_eval's gm_bpref. A query without relevant documents counts ``floor``,
    unless ``empty`` says otherwise. Where scores are equal, the logarithm is taken of
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
    r"""Mean over queries of average precision, inferred from a sample of judgements.

    .. math:: \frac1R \sum_r \frac1i + \frac{i-1}{i} \cdot \frac{p}{i-1} \cdot
              \frac{a + \varepsilon}{a + b + 2\varepsilon}

    The sum is over relevant documents r in the list, i the rank of r, ahead of which
    are p documents of the pool, a judged relevant and b judged not relevant; ε is
    0.00001.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: a row per query, or with ``query_id`` a column; lists; or
        judgements in any form that `RankedLists.from_trec` takes.
    y_score : array_like of the same shape
        Scores; larger means earlier in the list. None beside RankedLists, a run beside
        judgements.
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
        In [0, 1], but for ε; 1 is best. The average precision, but for ε, where all are
        judged.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, or an
        option is unknown or out of its range. If a relevant document has the score of
        one that is not, and ``ties`` is "average", "best" or "worst".
    TypeError
        If there is anything beside RankedLists, or an option is of the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If no query is left to average over.

    See Also
    --------
    mean_average_precision : what is inferred.
    bpref : for judgements that are not a sample.

    Notes
    -----
    A grade below 0 is of a document in the pool that was not judged, as in trec_eval.

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
    """Mean over queries of the share of the first k documents that was judged.

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
        In [0, 1]. It says how far other measures can be trusted, not how good the lists
        are: what is not judged counts as not relevant.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, or an
        option is unknown or out of its range.
    TypeError
        If there is anything beside RankedLists, or an option is of the wrong type.

    See Also
    --------
    bpref : which leaves out documents that are not judged.
    rbp_residual : how much they could change.

    Notes
    -----
    Of a list shorter than k its own length counts; a list without documents has 0. In
    arrays and columns every document has a grade, so that it is 1.

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
