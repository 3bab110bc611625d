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
    r"""Mean over queries of the average precision (MAP).

    .. math:: \frac{1}{D} \sum_{i \le k,\; i \text{ relevant}} \frac{h_i}{i}

    The average of one query, with :math:`h_i` relevant documents among its first i.

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
    normalizer : {"relevant", "cutoff", "returned"}, default="relevant"
        What the sum is divided by: all relevant documents R, min(R, k), or the relevant
        ones among the first k.
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
    geometric_mean_average_precision : which tells bad queries from very bad ones.
    ndcg_score : for grades of relevance.
    average_precision_score : of one list, scikit-learn's, with another rule for ties.

    Notes
    -----
    With ``normalizer="returned"`` a list that misses relevant documents can still be
    perfect. Competitions for recommendations often divide by min(R, k), trec_eval by R
    with a cut-off too.

    Where scores are equal, ``ties="average"`` is the mean over all orders in closed
    form [2]_. With ``normalizer="returned"`` one hit more before the cut-off can make
    it less; "best" and "worst" are then the extremes over all hits that the first k can
    have.

    O(n) time where few documents are relevant.

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
    r"""Geometric mean over queries of the average precision (GMAP).

    .. math:: \exp\Bigl(\frac1n \sum_q \log \max(\mathrm{AP}_q, \text{floor})\Bigr)

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
    floor : float, default=1e-5
        The least that a query counts, in (0, 1].
    normalizer : {"relevant", "cutoff", "returned"}, default="relevant"
        What the sum is divided by: all relevant documents R, min(R, k), or the relevant
        ones among the first k.
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
        In [floor, 1]; 1 is best. With ``average=None`` the average precisions, none
        below ``floor``.

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
    mean_average_precision : the arithmetic mean.

    Notes
    -----
    It doubles where the average precision of a query doubles, whether that is good or
    bad, so it shows what is done for hard queries.

    A query without relevant documents has an average precision of 0 and counts
    ``floor``, unless ``empty`` says otherwise. Where scores are equal, the logarithm is
    taken of the mean over their orders.

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
    r"""Mean over queries of average precision on the scale of log odds (yaAP).

    .. math:: \ln \frac{1 + s}{1 + R - s} \qquad
              s = \sum_{i \text{ relevant}} \frac{h_i}{i}

    :math:`h_i` of the first i documents are relevant, of R in all.

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
        In [-ln(1 + R), ln(1 + R)]; larger is better, 0 where average precision is 1/2.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, an option
        is unknown or out of its range, or (``TiesError``) relevant documents share
        their score with others and ``ties`` gives no order.
    TypeError
        If there is anything beside RankedLists, or an option is of the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If no query is left to average over.

    See Also
    --------
    mean_average_precision : s divided by R, and no logarithm.

    Notes
    -----
    It orders the runs of one query as average precision does. The means differ:
    queries on which average precision is near 0 or 1 count more, those with many
    relevant documents too, and the ones that are added keep it finite. There is no
    closed form of the mean over the orders of equal scores.

    It is trec_eval's yaap, which with ``-c`` counts 0 for a query that the run lacks;
    that is one of average precision 1/2. Here such a list finds nothing: -ln(1 + R).

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
    r"""Mean over queries of the largest precision from a level of recall on.

    .. math:: \max_{i \ge i_0} \frac{h_i}{i}

    With :math:`h_i` relevant documents among the first i, and :math:`i_0` the rank at
    which the share ``recall`` of them is found.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: a row per query, or with ``query_id`` a column; lists; or
        judgements in any form that `RankedLists.from_trec` takes.
    y_score : array_like of the same shape
        Scores; larger means earlier in the list. None beside RankedLists, a run beside
        judgements.
    recall : float
        The share of the relevant documents that must be found, in [0, 1].
    rounding : {"up", "nearest"}, default="up"
        How many of R relevant documents a share of them is: floor(share R + 0.9), as in
        trec_eval up to version 9, or floor(share R + 0.5), as in version 10.
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
        In [0, 1]; 1 is best. 0 where fewer are found.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, or an
        option is unknown or out of its range. If relevant documents are tied with
        others and ``ties`` gives no order.
    TypeError
        If there is anything beside RankedLists, or an option is of the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If no query is left to average over.

    See Also
    --------
    eleven_point_average_precision : the mean over recall 0, 0.1, ..., 1.

    Notes
    -----
    Where a relevant document has the score of one that is not, there is no closed form
    of the mean over orders, and ``ties="average"`` raises.

    The product of ``recall`` and R is rounded in float64 as it stands: 0.7 of 3
    documents needs 2 either way.

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
    r"""Mean over queries of the interpolated precision at recall 0, 0.1, ..., 1.

    .. math:: \frac{1}{11} \sum_{j=0}^{10} P(j / 10)

    With P the largest precision from that level of recall on.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: a row per query, or with ``query_id`` a column; lists; or
        judgements in any form that `RankedLists.from_trec` takes.
    y_score : array_like of the same shape
        Scores; larger means earlier in the list. None beside RankedLists, a run beside
        judgements.
    rounding : {"up", "nearest"}, default="up"
        How many of R relevant documents a share of them is: floor(share R + 0.9), as in
        trec_eval up to version 9, or floor(share R + 0.5), as in version 10.
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
        option is unknown or out of its range. If relevant documents are tied with
        others and ``ties`` gives no order.
    TypeError
        If there is anything beside RankedLists, or an option is of the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If no query is left to average over.

    See Also
    --------
    interpolated_precision_at_recall : at one level.
    mean_average_precision : which has taken its place.

    Notes
    -----
    Where a relevant document has the score of one that is not, there is no closed form
    of the mean over orders, and ``ties="average"`` raises.

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
