"""What was returned, whatever its order."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, overload

from fastmetrics.metrics.retrieval import measures
from fastmetrics.metrics.retrieval.inputs import read_ranked_lists
from fastmetrics.metrics.retrieval.ranked_lists.answers import Answers, answer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.retrieval.inputs import Grades, Scores
    from fastmetrics.metrics.retrieval.ranked_lists.requests import Average, Empty

__all__ = [
    "RetrievalCounts",
    "retrieval_counts",
    "set_average_precision",
    "set_f_score",
    "set_precision",
    "set_recall",
    "set_relative_precision",
    "set_utility",
]


@overload
def set_precision(
    y_true: Grades,
    y_score: Scores = None,
    *,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    empty: Empty = "zero",
    average: Average = "mean",
    sample_weight: ArrayLike | None = None,
) -> float: ...
@overload
def set_precision(
    y_true: Grades,
    y_score: Scores = None,
    *,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    empty: Empty = "zero",
    average: None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]: ...
def set_precision(
    y_true: Grades,
    y_score: Scores = None,
    *,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    empty: Empty = "zero",
    average: Average | None = "mean",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
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
    asked = measures.set_precision(relevance_level=relevance_level)
    lists = read_ranked_lists(y_true, y_score, query_id=query_id)
    return answer(asked, lists, "set_precision", empty, average, sample_weight)


@overload
def set_recall(
    y_true: Grades,
    y_score: Scores = None,
    *,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    empty: Empty = "zero",
    average: Average = "mean",
    sample_weight: ArrayLike | None = None,
) -> float: ...
@overload
def set_recall(
    y_true: Grades,
    y_score: Scores = None,
    *,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    empty: Empty = "zero",
    average: None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]: ...
def set_recall(
    y_true: Grades,
    y_score: Scores = None,
    *,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    empty: Empty = "zero",
    average: Average | None = "mean",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
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
    asked = measures.set_recall(relevance_level=relevance_level)
    lists = read_ranked_lists(y_true, y_score, query_id=query_id)
    return answer(asked, lists, "set_recall", empty, average, sample_weight)


@overload
def set_f_score(
    y_true: Grades,
    y_score: Scores = None,
    *,
    beta: float = 1,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    empty: Empty = "zero",
    average: Average = "mean",
    sample_weight: ArrayLike | None = None,
) -> float: ...
@overload
def set_f_score(
    y_true: Grades,
    y_score: Scores = None,
    *,
    beta: float = 1,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    empty: Empty = "zero",
    average: None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]: ...
def set_f_score(
    y_true: Grades,
    y_score: Scores = None,
    *,
    beta: float = 1,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    empty: Empty = "zero",
    average: Average | None = "mean",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
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
    asked = measures.set_f(beta=beta, relevance_level=relevance_level)
    lists = read_ranked_lists(y_true, y_score, query_id=query_id)
    return answer(asked, lists, "set_f_score", empty, average, sample_weight)


@overload
def set_relative_precision(
    y_true: Grades,
    y_score: Scores = None,
    *,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    empty: Empty = "zero",
    average: Average = "mean",
    sample_weight: ArrayLike | None = None,
) -> float: ...
@overload
def set_relative_precision(
    y_true: Grades,
    y_score: Scores = None,
    *,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    empty: Empty = "zero",
    average: None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]: ...
def set_relative_precision(
    y_true: Grades,
    y_score: Scores = None,
    *,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    empty: Empty = "zero",
    average: Average | None = "mean",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
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
    asked = measures.set_relative_precision(relevance_level=relevance_level)
    lists = read_ranked_lists(y_true, y_score, query_id=query_id)
    return answer(asked, lists, "set_relative_precision", empty, average, sample_weight)


@overload
def set_average_precision(
    y_true: Grades,
    y_score: Scores = None,
    *,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    empty: Empty = "zero",
    average: Average = "mean",
    sample_weight: ArrayLike | None = None,
) -> float: ...
@overload
def set_average_precision(
    y_true: Grades,
    y_score: Scores = None,
    *,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    empty: Empty = "zero",
    average: None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]: ...
def set_average_precision(
    y_true: Grades,
    y_score: Scores = None,
    *,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    empty: Empty = "zero",
    average: Average | None = "mean",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
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
    asked = measures.set_average_precision(relevance_level=relevance_level)
    lists = read_ranked_lists(y_true, y_score, query_id=query_id)
    return answer(asked, lists, "set_average_precision", empty, average, sample_weight)


@overload
def set_utility(
    y_true: Grades,
    y_score: Scores = None,
    *,
    hit: float = 1,
    false_alarm: float = -1,
    miss: float = 0,
    correct_rejection: float = 0,
    n_docs: int | None = None,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    average: Average = "mean",
    sample_weight: ArrayLike | None = None,
) -> float: ...
@overload
def set_utility(
    y_true: Grades,
    y_score: Scores = None,
    *,
    hit: float = 1,
    false_alarm: float = -1,
    miss: float = 0,
    correct_rejection: float = 0,
    n_docs: int | None = None,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    average: None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]: ...
def set_utility(
    y_true: Grades,
    y_score: Scores = None,
    *,
    hit: float = 1,
    false_alarm: float = -1,
    miss: float = 0,
    correct_rejection: float = 0,
    n_docs: int | None = None,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
    average: Average | None = "mean",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
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
    asked = measures.set_utility(
        hit=hit,
        false_alarm=false_alarm,
        miss=miss,
        correct_rejection=correct_rejection,
        n_docs=n_docs,
        relevance_level=relevance_level,
    )
    lists = read_ranked_lists(y_true, y_score, query_id=query_id)
    return answer(
        asked, lists, "set_utility", average=average, sample_weight=sample_weight
    )


class RetrievalCounts(NamedTuple):
    """How many queries and documents there are.

    Attributes
    ----------
    queries : int
        Queries.
    returned : int
        Documents of all lists.
    relevant : int
        Relevant documents, in a list or not.
    relevant_returned : int
        Relevant documents of all lists.
    nonrelevant_returned : int
        Documents of all lists that are judged not relevant.
    """

    queries: int
    returned: int
    relevant: int
    relevant_returned: int
    nonrelevant_returned: int


def retrieval_counts(
    y_true: Grades,
    y_score: Scores = None,
    *,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
) -> RetrievalCounts:
    """Count queries, and documents that were returned, are relevant, or both.

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

    Returns
    -------
    RetrievalCounts
        Named tuple (queries, returned, relevant, relevant_returned,
        nonrelevant_returned).

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, or an
        option is unknown or out of its range.
    TypeError
        If there is anything beside RankedLists, or an option is of the wrong type.

    See Also
    --------
    set_precision, set_recall : shares of them, of each query.

    References
    ----------
    .. [1] C. Buckley and E. M. Voorhees, "Retrieval system evaluation", in: TREC:
       Experiment and Evaluation in Information Retrieval, MIT Press, 2005

    Examples
    --------
    >>> from fastmetrics import retrieval_counts
    >>> retrieval_counts([[1, 0, 1], [0, 0, 1]], [[3, 2, 1], [3, 2, 1]])
    ... # doctest: +NORMALIZE_WHITESPACE
    RetrievalCounts(queries=2, returned=6, relevant=3, relevant_returned=3,
                    nonrelevant_returned=3)
    """
    lists = read_ranked_lists(y_true, y_score, query_id=query_id)
    kinds = (
        measures.returned,
        measures.relevant,
        measures.relevant_returned,
        measures.nonrelevant_returned,
    )
    asked = [kind(relevance_level=relevance_level) for kind in kinds]
    answers = Answers(lists, asked)
    sums = [int(answers.of(one)[0].sum()) for one in asked]
    return RetrievalCounts(lists.n_queries, *sums)
