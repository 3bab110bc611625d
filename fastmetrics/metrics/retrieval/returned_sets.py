"""What was returned, whatever its order."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_integral, number
from fastmetrics._kernels import ranked
from fastmetrics.metrics.record import INFINITY
from fastmetrics.metrics.retrieval.requests import GradeRange, Request, list_metric

if TYPE_CHECKING:
    from fastmetrics.metrics.retrieval.columns import ListColumns


@list_metric("Set precision", "set_P", "SetP")
def set_precision(*, relevance_level: float = 1) -> Request:
    """Mean over queries of the share of the returned documents that is relevant.

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
        In [0, 1]; 1 is best. 0 where nothing was returned.

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
    precision_at_k : of the first k.
    set_recall, set_f_score

    References
    ----------
    .. [1] C. D. Manning, P. Raghavan and H. Schütze, "Introduction to Information
       Retrieval", Cambridge University Press, 2008, chapter 8

    Examples
    --------
    >>> from fastmetrics import set_precision
    >>> y_true = [[1, 0, 1, 0], [0, 0, 1, 0]]
    >>> y_score = [[4, 3, 2, 1], [4, 3, 2, 1]]
    >>> set_precision(y_true, y_score)
    0.375
    """
    return Request(ranked.SET_PRECISION, None, relevance_level, "average")


@list_metric("Set recall", "SetR")
def set_recall(*, relevance_level: float = 1) -> Request:
    """Mean over queries of the share of the relevant documents that was returned.

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
        In [0, 1]; 1 is best. In arrays and columns all of them are returned;
        RankedLists know which a list lacks.

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
    recall_at_k : among the first k.
    set_precision, set_f_score

    References
    ----------
    .. [1] C. D. Manning, P. Raghavan and H. Schütze, "Introduction to Information
       Retrieval", Cambridge University Press, 2008, chapter 8

    Examples
    --------
    >>> from fastmetrics import set_recall
    >>> y_true = [[1, 0, 1, 0], [0, 0, 1, 0]]
    >>> y_score = [[4, 3, 2, 1], [4, 3, 2, 1]]
    >>> set_recall(y_true, y_score)
    1.0
    """
    return Request(ranked.SET_RECALL, None, relevance_level, "average")


@list_metric("Set F-score", "set_F", "SetF")
def set_f_score(*, beta: float = 1, relevance_level: float = 1) -> Request:
    r"""Mean over queries of the weighted harmonic mean of set precision and set recall.

    .. math:: \frac{(1 + \beta^2) P R}{\beta^2 P + R}

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: a row per query, or with ``query_id`` a column; lists; or
        judgements in any form that `RankedLists.from_trec` takes.
    y_score : array_like of the same shape
        Scores; larger means earlier in the list. None beside RankedLists, a run beside
        judgements.
    beta : float, default=1
        How many times as important recall is as precision; 0 or more.
    relevance_level : float, default=1
        Documents are relevant from this grade on. Above 0.
    query_id : array_like of shape (n_rows,), optional
        The query of each row, in any order: integers, strings or other ids of one kind.
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
    f1_at_k : of the first k.
    set_precision, set_recall : its parts.

    Notes
    -----
    The parameter of trec_eval's ``set_F`` and of ir-measures' ``SetF`` is the square of
    ``beta``; as names, ``"set_F.0.5"`` and ``"SetF(beta=0.5)"``, they mean theirs.

    References
    ----------
    .. [1] C. J. van Rijsbergen, "Information Retrieval", 2nd ed., Butterworths, 1979,
       chapter 7

    Examples
    --------
    >>> from fastmetrics import set_f_score
    >>> y_true = [[1, 0, 1, 0], [0, 0, 1, 0]]
    >>> y_score = [[4, 3, 2, 1], [4, 3, 2, 1]]
    >>> set_f_score(y_true, y_score)
    0.5333333333333333
    """
    times = number(beta, "beta")
    if not times >= 0:
        raise ValueError(f"beta must be 0 or more, got {shown(beta)}.")
    return Request(ranked.SET_F, None, relevance_level, "average", (times * times,))


@list_metric("Relative set precision", "set_relative_P")
def set_relative_precision(*, relevance_level: float = 1) -> Request:
    r"""Mean over queries of set precision relative to the largest possible.

    .. math:: \frac{h}{\min(n, R)}

    With n documents returned, R relevant, and h both.

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
        In [0, 1]; 1 is best. 0 where nothing was returned.

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
    set_precision : relative to what was returned.
    relative_precision_at_k : of the first k.

    Notes
    -----
    It is trec_eval's set_relative_P.

    References
    ----------
    .. [1] C. Buckley and E. M. Voorhees, "Retrieval system evaluation", in: TREC:
       Experiment and Evaluation in Information Retrieval, MIT Press, 2005

    Examples
    --------
    >>> from fastmetrics import set_relative_precision
    >>> y_true = [[1, 0, 1, 0], [0, 0, 1, 0]]
    >>> y_score = [[4, 3, 2, 1], [4, 3, 2, 1]]
    >>> set_relative_precision(y_true, y_score)
    1.0
    """
    return Request(ranked.SET_RELATIVE, None, relevance_level, "average")


@list_metric("Set average precision", "set_map")
def set_average_precision(*, relevance_level: float = 1) -> Request:
    r"""Mean over queries of set precision times set recall.

    .. math:: \frac{h^2}{n R}

    With n documents returned, R relevant, and h both: the average precision of a list
    that is as precise at each of its relevant documents as in all.

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
        In [0, 1]; 1 is best. 0 where nothing was returned.

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
    mean_average_precision : of a list, by its order.
    set_precision, set_recall : its factors.

    Notes
    -----
    It is trec_eval's set_map.

    References
    ----------
    .. [1] C. Buckley and E. M. Voorhees, "Retrieval system evaluation", in: TREC:
       Experiment and Evaluation in Information Retrieval, MIT Press, 2005

    Examples
    --------
    >>> from fastmetrics import set_average_precision
    >>> y_true = [[1, 0, 1, 0], [0, 0, 1, 0]]
    >>> y_score = [[4, 3, 2, 1], [4, 3, 2, 1]]
    >>> set_average_precision(y_true, y_score)
    0.375
    """
    return Request(ranked.SET_AVERAGE, None, relevance_level, "average")


@list_metric(
    "Set utility", "utility", lower=-INFINITY, upper=INFINITY, without=("empty",)
)
def set_utility(
    *,
    hit: float = 1,
    false_alarm: float = -1,
    miss: float = 0,
    correct_rejection: float = 0,
    n_docs: int | None = None,
    relevance_level: float = 1,
) -> Request:
    r"""Mean over queries of what the documents are worth that were returned, or not.

    .. math:: p_1 h + p_2 (n - h) + p_3 (R - h) + p_4 (N - n - R + h)

    With n documents returned, R relevant and h both, of N.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: a row per query, or with ``query_id`` a column; lists; or
        judgements in any form that `RankedLists.from_trec` takes.
    y_score : array_like of the same shape
        Scores; larger means earlier in the list. None beside RankedLists, a run beside
        judgements.
    hit, false_alarm, miss, correct_rejection : float, default=1, -1, 0, 0
        What a document is worth that is relevant and returned, returned alone, relevant
        alone, and neither.
    n_docs : int, optional
        How many documents there are, N; ``correct_rejection`` needs it.
    relevance_level : float, default=1
        Documents are relevant from this grade on. Above 0.
    query_id : array_like of shape (n_rows,), optional
        The query of each row, in any order: integers, strings or other ids of one kind.
    average : "mean" or None, default="mean"
        None: the value of each query, in order of first appearance.
    sample_weight : array_like of shape (n_queries,), optional
        Weight per query: finite, not negative, not all zero.

    Returns
    -------
    float or ndarray of shape (n_queries,)
        Larger is better; 0 where nothing was returned, unless what is not counts.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, or an
        option is unknown or out of its range.
    TypeError
        If there is anything beside RankedLists, or an option is of the wrong type.

    See Also
    --------
    set_precision, set_recall : shares of the same counts.

    Notes
    -----
    It is trec_eval's utility, whose parameters are these four in their order. There it
    is the mean over queries, too; the filtering track summed it. A query without
    relevant documents has a utility as well: what its list cost. With ``-c`` trec_eval
    counts 0 for a query that the run lacks, here its documents are missed.

    References
    ----------
    .. [1] D. A. Hull, "The TREC-6 filtering track: description and analysis", TREC-6,
       NIST Special Publication 500-240, 1997, 45-68

    Examples
    --------
    >>> from fastmetrics import set_utility
    >>> y_true = [[1, 0, 1, 0], [0, 0, 1, 0]]
    >>> y_score = [[4, 3, 2, 1], [4, 3, 2, 1]]
    >>> set_utility(y_true, y_score)
    -1.0
    >>> set_utility(y_true, y_score, hit=3, false_alarm=-2)
    -0.5
    """
    values = [
        _finite(value, name)
        for value, name in (
            (hit, "hit"),
            (false_alarm, "false_alarm"),
            (miss, "miss"),
            (correct_rejection, "correct_rejection"),
        )
    ]
    others = values.pop()
    check, of_all = None, 0.0
    if n_docs is None:
        if others != 0:
            raise ValueError(
                "correct_rejection needs n_docs, how many documents there are."
            )
    else:
        if not is_integral(n_docs) or isinstance(n_docs, bool) or n_docs < 0:
            raise ValueError(
                "n_docs must be a whole number of at least 0 or None, got "
                f"{shown(n_docs)}."
            )
        check, of_all = partial(_check_collection, n_docs), others * float(n_docs)
    # Of the documents of the collection that are none of these three.
    parameters = (*(each - others for each in values), of_all)
    return Request(
        ranked.SET_UTILITY, None, relevance_level, "average", parameters, check=check
    )


def _finite(value: Any, name: str) -> float:
    checked = number(value, name)
    if not math.isfinite(checked):
        raise ValueError(f"{name} must be finite, got {shown(value)}.")
    return checked


def _check_collection(n_docs: int, columns: ListColumns, grades: GradeRange) -> None:
    longest = columns.opened.longest
    if n_docs < longest:
        raise ValueError(
            f"n_docs must be at least {longest}, the documents of the longest list, "
            f"got {n_docs}."
        )
