"""Average precision, and precision at levels of recall."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from fastmetrics._common.options import positive, share
from fastmetrics._kernels import ranked
from fastmetrics.metrics.record import INFINITY
from fastmetrics.metrics.retrieval.requests import (
    NORMALIZERS,
    ROUNDINGS,
    Request,
    choice,
    floored,
    list_metric,
)

if TYPE_CHECKING:
    from fastmetrics.metrics.retrieval.requests import Ties


@list_metric(
    "Mean average precision", "map", "map_cut", "MAP", short="MAP", in_report=True
)
def mean_average_precision(
    *,
    k: int | None = None,
    normalizer: Literal["relevant", "cutoff", "returned"] = "relevant",
    relevance_level: float = 1,
    ties: Ties | None = None,
) -> Request:
    r"""Mean average precision (MAP): the mean over queries of the average precision.

    .. math:: \frac{1}{D} \sum_{i \le k,\; i \text{ relevant}} \frac{h_i}{i}

    Average precision of one query, with :math:`h_i` relevant documents among its first
    i. D is the divisor, see ``normalizer``.

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
    normalizer : {"relevant", "cutoff", "returned"}, default="relevant"
        Divisor of the sum: all relevant documents R, min(R, k), or the relevant
        documents among the first k.
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
    geometric_mean_average_precision : Emphasizes hard queries.
    ndcg_score : for grades of relevance.
    average_precision_score : For one list, as in scikit-learn, with another rule for
        ties.

    Notes
    -----
    With ``normalizer="returned"`` a list can have the value 1 although it misses
    relevant documents. Recommendation contests often divide by min(R, k); trec_eval
    divides by R, also with a cut-off.

    If scores are equal, ``ties="average"`` is the mean over all orders in closed form
    [2]_. With ``normalizer="returned"``, one more hit before the cut-off can lower the
    value; "best" and "worst" are then the extremes over all possible numbers of hits
    among the first k.

    O(n) time if few documents are relevant.

    References
    ----------
    .. [1] C. Buckley and E. M. Voorhees, "Retrieval system evaluation", in: TREC:
       Experiment and Evaluation in Information Retrieval, MIT Press, 2005
    .. [2] F. McSherry and M. Najork, "Computing information retrieval performance
       measures efficiently in the presence of tied scores", ECIR 2008, 414-421

    Examples
    --------
    >>> from fastmetrics import mean_average_precision
    >>> y_true = [[1, 0, 1, 0], [0, 0, 1, 0]]
    >>> y_score = [[4, 3, 2, 1], [4, 3, 2, 1]]
    >>> mean_average_precision(y_true, y_score)
    0.5833333333333333
    >>> mean_average_precision(y_true, y_score, k=2, normalizer="cutoff")
    0.25
    """
    divisor = choice("normalizer", normalizer, NORMALIZERS)
    return Request(ranked.AVERAGE_PRECISION, k, relevance_level, ties, (divisor,))


@list_metric("Geometric mean average precision", "gm_map", short="GMAP", made_of="exp")
def geometric_mean_average_precision(
    *,
    k: int | None = None,
    floor: float = 1e-5,
    normalizer: Literal["relevant", "cutoff", "returned"] = "relevant",
    relevance_level: float = 1,
    ties: Ties | None = None,
) -> Request:
    r"""Geometric mean average precision (GMAP): the geometric mean over queries.

    .. math:: \exp\Bigl(\frac1n \sum_q \log \max(\mathrm{AP}_q, \text{floor})\Bigr)

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
    floor : float, default=1e-5
        Lowest value of a query, in (0, 1].
    normalizer : {"relevant", "cutoff", "returned"}, default="relevant"
        Divisor of the sum: all relevant documents R, min(R, k), or the relevant
        documents among the first k.
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
        In [floor, 1]; 1 is best. With ``average=None``, the average precisions, at
        least ``floor``.

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
    mean_average_precision : the arithmetic mean.

    Notes
    -----
    A doubled average precision of one query has the same effect for hard and for easy
    queries, so GMAP shows improvements for hard queries.

    A query without relevant documents has an average precision of 0, and its value is
    ``floor`` unless ``empty`` is set. If scores are equal, the logarithm is taken of
    the mean over their orders.

    References
    ----------
    .. [1] S. Robertson, "On GMAP: and other transformations", CIKM 2006, 78-83

    Examples
    --------
    >>> from fastmetrics import geometric_mean_average_precision
    >>> y_true = [[1, 0, 1, 0], [0, 0, 1, 0]]
    >>> y_score = [[4, 3, 2, 1], [4, 3, 2, 1]]
    >>> round(geometric_mean_average_precision(y_true, y_score), 6)
    0.527046
    """
    request = mean_average_precision.request(
        k=k, normalizer=normalizer, relevance_level=relevance_level, ties=ties
    )
    return floored(request, floor)


@list_metric(
    "Smoothed average precision", "yaap", "yaAP", lower=-INFINITY, upper=INFINITY
)
def smoothed_average_precision(
    *, relevance_level: float = 1, ties: Ties | None = None
) -> Request:
    r"""Smoothed average precision (yaAP): average precision on the log-odds scale.

    .. math:: \ln \frac{1 + s}{1 + R - s} \qquad
              s = \sum_{i \text{ relevant}} \frac{h_i}{i}

    Among the first i documents, :math:`h_i` are relevant; R is the number of all
    relevant documents.

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
        In [-ln(1 + R), ln(1 + R)]; larger is better, 0 if average precision is 1/2.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, an option
        is unknown or out of its range, or (``TiesError``) relevant documents have the
        same score as others and ``ties`` gives no order.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If all queries are skipped, so there is no mean.

    See Also
    --------
    mean_average_precision : s / R, without a logarithm.

    Notes
    -----
    For one query, runs have the same order as by average precision. The means over
    queries differ: queries with an average precision near 0 or 1 count more, and so do
    queries with many relevant documents. The added ones keep the value finite. The mean
    over the orders of equal scores has no closed form.

    This is trec_eval's yaap. With ``-c``, trec_eval counts 0 for a query that the run
    lacks, which corresponds to an average precision of 1/2. Here such a query has the
    value -ln(1 + R), because nothing was found.

    References
    ----------
    .. [1] S. Robertson, "On smoothing average precision", ECIR 2012, LNCS 7224, 158-169

    Examples
    --------
    >>> from fastmetrics import smoothed_average_precision
    >>> y_true = [[1, 0, 1, 0], [0, 0, 1, 0]]
    >>> y_score = [[4, 3, 2, 1], [4, 3, 2, 1]]
    >>> round(smoothed_average_precision(y_true, y_score), 6)
    0.235002
    """
    return Request(
        ranked.SMOOTHED,
        None,
        relevance_level,
        ties,
        (choice("normalizer", "relevant", NORMALIZERS),),
        open_to_ties=True,
    )


# ------------------------------------------------------------------------ recall levels


@list_metric("R-precision", "Rprec", "rprec")
def r_precision(
    *, multiple: float = 1, relevance_level: float = 1, ties: Ties | None = None
) -> Request:
    r"""R-precision: precision after R documents, if R are relevant; mean over queries.

    .. math:: \frac{h_k}{k} \qquad k = \lfloor m R + 0.9 \rfloor

    R is the number of relevant documents, m the multiple, 1 by default, and :math:`h_k`
    the number of relevant documents among the first k.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: one row per query, or one column with ``query_id``.
        Alternatively `RankedLists`, or judgements in any form that
        `RankedLists.from_trec` accepts.
    y_score : array_like of the same shape
        Scores; documents with larger scores come earlier in the list. None with
        `RankedLists`, a run with judgements.
    multiple : float, default=1
        Cut-off as a multiple m of the number of relevant documents, above 0. If m R is
        below 0.1, the value is 0.
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
        In [0, 1]; 1 is best, for a ``multiple`` of at most 1. With 1, precision and
        recall are equal.

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
    precision_at_k : With the same k for all queries.
    mean_average_precision : Over all ranks of relevant documents.

    Notes
    -----
    With a ``multiple`` this is trec_eval's Rprec_mult. A run that is better than
    another at small multiples and worse at large ones has more precision; the other run
    has more recall.

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
    times = positive(multiple, "multiple")
    return Request(ranked.R_PRECISION, None, relevance_level, ties, (times,))


@list_metric("Interpolated precision at a level of recall", "iprec_at_recall", "IPrec")
def interpolated_precision_at_recall(
    *,
    recall: float,
    rounding: Literal["up", "nearest"] = "up",
    relevance_level: float = 1,
    ties: Ties | None = None,
) -> Request:
    r"""Interpolated precision: the largest precision from a level of recall on.

    .. math:: \max_{i \ge i_0} \frac{h_i}{i}

    Among the first i documents, :math:`h_i` are relevant, and :math:`i_0` is the rank
    at which the recall is ``recall``. The value is the mean over queries.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: one row per query, or one column with ``query_id``.
        Alternatively `RankedLists`, or judgements in any form that
        `RankedLists.from_trec` accepts.
    y_score : array_like of the same shape
        Scores; documents with larger scores come earlier in the list. None with
        `RankedLists`, a run with judgements.
    recall : float
        Level of recall, in [0, 1].
    rounding : {"up", "nearest"}, default="up"
        Number of relevant documents at a recall r, of R documents: floor(r R + 0.9), as
        in trec_eval up to version 9, or floor(r R + 0.5), as in version 10.
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
        In [0, 1]; 1 is best. 0 if the level of recall is not reached.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, or an
        option is unknown or out of its range. If relevant documents are tied with
        others and ``ties`` gives no order.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If all queries are skipped, so there is no mean.

    See Also
    --------
    eleven_point_average_precision : Mean over recall 0, 0.1, ..., 1.

    Notes
    -----
    If a relevant document has the same score as another document that is not relevant,
    the mean over orders has no closed form, and ``ties="average"`` raises.

    The product of ``recall`` and R is computed in float64: 0.7 of 3 documents needs 2
    documents with both roundings.

    References
    ----------
    .. [1] C. Buckley and E. M. Voorhees, "Retrieval system evaluation", in: TREC:
       Experiment and Evaluation in Information Retrieval, MIT Press, 2005

    Examples
    --------
    >>> from fastmetrics import interpolated_precision_at_recall
    >>> y_true = [[1, 0, 1, 0], [0, 0, 1, 0]]
    >>> y_score = [[4, 3, 2, 1], [4, 3, 2, 1]]
    >>> interpolated_precision_at_recall(y_true, y_score, recall=0.5)
    0.6666666666666666
    """
    return Request(
        ranked.INTERPOLATED,
        None,
        relevance_level,
        ties,
        (share(recall, "recall"), choice("rounding", rounding, ROUNDINGS)),
        open_to_ties=True,
    )


@list_metric("Eleven-point average precision", "11pt_avg")
def eleven_point_average_precision(
    *,
    rounding: Literal["up", "nearest"] = "up",
    relevance_level: float = 1,
    ties: Ties | None = None,
) -> Request:
    r"""Eleven-point average precision: interpolated precision at recall 0, 0.1, ..., 1.

    .. math:: \frac{1}{11} \sum_{j=0}^{10} P(j / 10)

    P is the largest precision from that level of recall on. The value is the mean over
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
    rounding : {"up", "nearest"}, default="up"
        Number of relevant documents at a recall r, of R documents: floor(r R + 0.9), as
        in trec_eval up to version 9, or floor(r R + 0.5), as in version 10.
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
        option is unknown or out of its range. If relevant documents are tied with
        others and ``ties`` gives no order.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If all queries are skipped, so there is no mean.

    See Also
    --------
    interpolated_precision_at_recall : At one level of recall.
    mean_average_precision : The measure that replaced it.

    Notes
    -----
    If a relevant document has the same score as another document that is not relevant,
    the mean over orders has no closed form, and ``ties="average"`` raises.

    References
    ----------
    .. [1] C. Buckley and E. M. Voorhees, "Retrieval system evaluation", in: TREC:
       Experiment and Evaluation in Information Retrieval, MIT Press, 2005

    Examples
    --------
    >>> from fastmetrics import eleven_point_average_precision
    >>> y_true = [[1, 0, 1, 0], [0, 0, 1, 0]]
    >>> y_score = [[4, 3, 2, 1], [4, 3, 2, 1]]
    >>> eleven_point_average_precision(y_true, y_score)
    0.5909090909090908
    """
    return Request(
        ranked.ELEVEN_POINTS,
        None,
        relevance_level,
        ties,
        (choice("rounding", rounding, ROUNDINGS),),
        open_to_ties=True,
    )
