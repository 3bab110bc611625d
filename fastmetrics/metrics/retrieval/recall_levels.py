"""Precision at levels of recall."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from fastmetrics._common.options import positive, share
from fastmetrics._kernels import ranked
from fastmetrics.metrics.retrieval.list_metric import list_metric
from fastmetrics.metrics.retrieval.ranked_lists.requests import (
    ROUNDINGS,
    Request,
    choice,
)

if TYPE_CHECKING:
    from fastmetrics.metrics.retrieval.ranked_lists.requests import Ties


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
