"""Measures of the set of returned documents, whatever its order."""

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
    """Set precision: proportion of the returned documents that are relevant.

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
        In [0, 1]; 1 is best. 0 if nothing was returned.

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
    precision_at_k : For the first k documents. set_recall, set_f_score

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
    """Set recall: proportion of the relevant documents that were returned.

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
        In [0, 1]; 1 is best. In arrays and columns all relevant documents are returned;
        only `RankedLists` contain relevant documents that a list lacks.

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
    recall_at_k : Among the first k documents. set_precision, set_f_score

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
    r"""Set F score: weighted harmonic mean of set precision and set recall.

    .. math:: \frac{(1 + \beta^2) P R}{\beta^2 P + R}

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: one row per query, or one column with ``query_id``.
        Alternatively `RankedLists`, or judgements in any form that
        `RankedLists.from_trec` accepts.
    y_score : array_like of the same shape
        Scores; documents with larger scores come earlier in the list. None with
        `RankedLists`, a run with judgements.
    beta : float, default=1
        Weight of recall relative to precision, at least 0.
    relevance_level : float, default=1
        Lowest grade of a relevant document, above 0.
    query_id : array_like of shape (n_rows,), optional
        Query of each row, in any order: integers, strings or other ids of one type.
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
    f1_at_k : For the first k documents.
    set_precision, set_recall : Both parts.

    Notes
    -----
    The parameter of trec_eval's ``set_F`` and of ir-measures' ``SetF`` is the square of
    ``beta``. The names ``"set_F.0.5"`` and ``"SetF(beta=0.5)"`` are read as in these
    packages.

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
    r"""Set relative precision: set precision divided by its largest possible value.

    .. math:: \frac{h}{\min(n, R)}

    Among n returned documents, h are relevant; R documents are relevant in total. The
    value is the mean over queries.

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
        In [0, 1]; 1 is best. 0 if nothing was returned.

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
    set_precision : Relative to the number of returned documents.
    relative_precision_at_k : For the first k documents.

    Notes
    -----
    This is trec_eval's set_relative_P.

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
    r"""Set average precision: product of set precision and set recall.

    .. math:: \frac{h^2}{n R}

    Among n returned documents, h are relevant; R documents are relevant in total. This
    is the average precision of a list with the same precision at each relevant
    document. The value is the mean over queries.

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
        In [0, 1]; 1 is best. 0 if nothing was returned.

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
    mean_average_precision : Depends on the order of the list.
    set_precision, set_recall : Both factors.

    Notes
    -----
    This is trec_eval's set_map.

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
    r"""Set utility: sum of the values of returned and of missed documents.

    .. math:: p_1 h + p_2 (n - h) + p_3 (R - h) + p_4 (N - n - R + h)

    Among N documents, n are returned, R are relevant, and h are both. The value is the
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
    hit, false_alarm, miss, correct_rejection : float, default=1, -1, 0, 0
        Value of a document that is relevant and returned, only returned, only relevant,
        or neither.
    n_docs : int, optional
        Number of all documents N, required by ``correct_rejection``.
    relevance_level : float, default=1
        Lowest grade of a relevant document, above 0.
    query_id : array_like of shape (n_rows,), optional
        Query of each row, in any order: integers, strings or other ids of one type.
    average : "mean" or None, default="mean"
        "mean": the mean over queries. None: the value of each query, in order of first
        appearance.
    sample_weight : array_like of shape (n_queries,), optional
        Weight per query: finite, not negative, not all zero.

    Returns
    -------
    float or ndarray of shape (n_queries,)
        Larger is better. 0 if nothing was returned, unless documents that are not
        returned have a value.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, or an
        option is unknown or out of its range.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    See Also
    --------
    set_precision, set_recall : Proportions of the same counts.

    Notes
    -----
    This is trec_eval's utility, with the same four parameters in the same order, and
    also the mean over queries; the filtering track summed it. A query without relevant
    documents has a utility: the cost of its list. With ``-c``, trec_eval counts 0 for a
    query that the run lacks; here its documents count as missed.

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
    # Documents of the collection that are none of these three.
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
