"""Discounted cumulated gain of a list and of the best order, and their ratios."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, is_one_of, number
from fastmetrics._kernels import ranked
from fastmetrics.metrics.record import INFINITY
from fastmetrics.metrics.retrieval.requests import (
    A_GAIN,
    MOST_EXPONENT,
    PLACES,
    GradeRange,
    Request,
    choice,
    list_metric,
)

if TYPE_CHECKING:
    from fastmetrics.metrics.retrieval.columns import ListColumns
    from fastmetrics.metrics.retrieval.requests import Gain, Ties

# Parameters of scikit-learn's functions come first.
_ORDER = (
    *("y_true", "y_score", "k", "log_base", "sample_weight", "ignore_ties"),
    *("query_id", "doc_id", "gain", "ties", "empty", "average"),
)


@list_metric("nDCG", "ndcg", "ndcg_cut", "nDCG", in_report=True, order=_ORDER)
def ndcg_score(
    *,
    k: int | None = None,
    ignore_ties: bool = False,
    gain: Gain = "linear",
    ties: Ties | None = None,
) -> Request:
    r"""Discounted cumulated gain relative to the best order (nDCG).

    .. math:: \mathrm{nDCG@}k = \frac{\mathrm{DCG@}k}{\mathrm{ideal\ DCG@}k}
       \qquad \mathrm{DCG@}k = \sum_{i=1}^{k} \frac{g_i}{\log_2(i + 1)}

    where :math:`g_i` is the gain of the document at rank i. The best order contains all
    judged documents, whether or not the list has them, and ends at the same k.

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
    sample_weight : array_like of shape (n_queries,), optional
        Weight per query: finite, not negative, not all zero.
    ignore_ties : bool, default=False
        Whether to ignore ties: of equal scores the later row comes first, and ``ties``
        has no effect.
    query_id : array_like of shape (n_rows,), optional
        Query of each row, in any order: integers, strings or other ids of one type.
    doc_id : array_like of shape (n_rows,), optional
        Document of each row, for rules of ``ties`` that use it. Requires ``query_id``.
    gain : {"linear", "exponential"} or mapping, default="linear"
        Gain of a grade: the grade, ``2**grade - 1``, or the value of a mapping (finite,
        not negative; 0 for grade 0).
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

    Returns
    -------
    float or ndarray of shape (n_queries,)
        In [0, 1]; higher is better, 1 is best.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, a grade is
        negative, there is only one column of documents, a mapping lacks a grade, or an
        option is unknown.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If all queries are skipped, so there is no mean.

    See Also
    --------
    dcg_score : Not divided.
    ideal_dcg : The divisor.
    expected_reciprocal_rank : Also for graded relevance, of readers who stop.

    Notes
    -----
    As in scikit-learn; ``query_id`` and the parameters after it are added. Packages
    differ in the gain (trec_eval and scikit-learn: linear; Burges et al. [2]_ and most
    courses: exponential), in the documents of the best order, and in the rule for equal
    scores. Here, as in scikit-learn, equal scores have the mean of their discounts
    [3]_. If all documents have a gain, even a random order is near 1; compare with its
    value.

    If few documents have a gain, the scores above each of them are counted instead of
    sorted. This takes O(n m) time for m of n documents of a query, otherwise O(n log
    n).

    References
    ----------
    .. [1] K. Järvelin and J. Kekäläinen, "Cumulated gain-based evaluation of IR
       techniques", ACM Transactions on Information Systems 20(4), 2002, 422-446.
    .. [2] C. Burges et al., "Learning to rank using gradient descent", ICML 2005,
       89-96.
    .. [3] F. McSherry and M. Najork, "Computing information retrieval performance
       measures efficiently in the presence of tied scores", ECIR 2008, 414-421.

    Examples
    --------
    >>> from fastmetrics import ndcg_score
    >>> y_true, y_score = [[3, 2, 3, 0, 1, 2]], [[6, 5, 4, 3, 2, 1]]
    >>> round(ndcg_score(y_true, y_score), 6)
    0.960808
    >>> round(ndcg_score(y_true, y_score, gain="exponential"), 6)
    0.948811
    >>> round(ndcg_score([1, 0, 2], [0.1, 0.2, 0.3], query_id=["a", "a", "b"]), 6)
    0.815465
    """
    return _discounted(ranked.NDCG, k, 2, gain, ties, ignore_ties)


@list_metric("DCG", "dcg", order=_ORDER, lower=-INFINITY, upper=INFINITY)
def dcg_score(
    *,
    k: int | None = None,
    log_base: float = 2,
    ignore_ties: bool = False,
    gain: Gain = "linear",
    ties: Ties | None = None,
) -> Request:
    r"""Discounted cumulated gain (DCG): sum of gains, discounted by rank.

    .. math:: \mathrm{DCG@}k = \sum_{i=1}^{k} \frac{g_i}{\log_b(i + 1)}

    where :math:`g_i` is the gain of the document at rank i.

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
    log_base : float, default=2
        Base of the logarithm: above 0, and not 1.
    sample_weight : array_like of shape (n_queries,), optional
        Weight per query: finite, not negative, not all zero.
    ignore_ties : bool, default=False
        Whether to ignore ties: of equal scores the later row comes first, and ``ties``
        has no effect.
    query_id : array_like of shape (n_rows,), optional
        Query of each row, in any order: integers, strings or other ids of one type.
    doc_id : array_like of shape (n_rows,), optional
        Document of each row, for rules of ``ties`` that use it. Requires ``query_id``.
    gain : {"linear", "exponential"} or mapping, default="linear"
        Gain of a grade: the grade, ``2**grade - 1``, or the value of a mapping (finite,
        not negative; 0 for grade 0).
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

    Returns
    -------
    float or ndarray of shape (n_queries,)
        In [0, inf); higher is better. Below 0 only if grades are.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, there is
        only one column of documents, a mapping lacks a grade, or an option is unknown.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If all queries are skipped, so there is no mean.

    See Also
    --------
    ndcg_score : Divided by the DCG of the best order, so comparable between queries.
    ideal_dcg : DCG of the best order.

    Notes
    -----
    As in scikit-learn; ``query_id`` and the parameters after it are added. A grade
    below 0 counts with its sign, but not in lists from TREC files. With
    ``ignore_ties``, the order of equal scores in scikit-learn depends on its sort.

    Equal scores have the mean of their discounts [2]_. If few documents have a gain,
    the scores above each of them are counted instead of sorted. This takes O(n m) time
    for m of n documents of a query, otherwise O(n log n).

    References
    ----------
    .. [1] K. Järvelin and J. Kekäläinen, "Cumulated gain-based evaluation of IR
       techniques", ACM Transactions on Information Systems 20(4), 2002, 422-446.
    .. [2] F. McSherry and M. Najork, "Computing information retrieval performance
       measures efficiently in the presence of tied scores", ECIR 2008, 414-421.

    Examples
    --------
    >>> from fastmetrics import dcg_score
    >>> round(dcg_score([[3, 2, 3, 0, 1, 2]], [[6, 5, 4, 3, 2, 1]]), 6)
    6.861127
    >>> round(dcg_score([[3, 2, 3, 0, 1, 2]], [[6, 5, 4, 3, 2, 1]], k=2), 6)
    4.26186
    """
    return _discounted(ranked.DCG, k, log_base, gain, ties, ignore_ties)


@list_metric(
    "Ideal DCG",
    "idcg",
    reader="read_grades",
    targets=("grades",),
    lower=-INFINITY,
    upper=INFINITY,
    greater_is_better=None,
)
def ideal_dcg(
    *, k: int | None = None, log_base: float = 2, gain: Gain = "linear"
) -> Request:
    r"""Ideal discounted cumulated gain (IDCG): DCG of the best order of the documents.

    .. math:: \sum_{i=1}^{k} \frac{g_{(i)}}{\log_b(i + 1)}

    where :math:`g_{(i)}` is the i-th largest gain of all judged documents of a query,
    whether or not its list has them.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: one row per query, or one column with ``query_id``.
        Alternatively `RankedLists`, or judgements in any form that
        `RankedLists.from_trec` accepts.
    y_score : array_like of the same shape
        Ignored; all functions of lists have this parameter.
    k : int, optional
        Only the first k documents of each list count; None: all documents.
    log_base : float, default=2
        Base of the logarithm: above 0, and not 1.
    gain : {"linear", "exponential"} or mapping, default="linear"
        Gain of a grade: the grade, ``2**grade - 1``, or the value of a mapping (finite,
        not negative; 0 for grade 0).
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
        In [0, inf). It depends on the judgements only, not on the ranking.

    Raises
    ------
    ValueError
        If there are no queries, a grade is NaN or infinite, there is only one column of
        documents, a mapping lacks a grade, or an option is unknown.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If all queries are skipped, so there is no mean.

    See Also
    --------
    dcg_score : DCG of the order by scores.
    ndcg_score : Ratio of both, query by query.

    Notes
    -----
    Grades below 0 come last and count with their sign, but not in lists from TREC
    files. O(n) time for a few whole grades, otherwise O(n log n).

    References
    ----------
    .. [1] K. Järvelin and J. Kekäläinen, "Cumulated gain-based evaluation of IR
       techniques", ACM Transactions on Information Systems 20(4), 2002, 422-446.

    Examples
    --------
    >>> from fastmetrics import ideal_dcg
    >>> round(ideal_dcg([[3, 2, 3, 0, 1, 2]]), 6)
    7.140995
    """
    return _discounted(ranked.IDEAL_DCG, k, log_base, gain, "average", False)


@list_metric("Averaged nDCG", "ndcg_rel")
def averaged_ndcg(
    *,
    over: Literal["relevant", "grades"] = "relevant",
    gain: Literal["linear", "exponential"] | Mapping[float, float] = "linear",
    ties: Ties | None = None,
) -> Request:
    r"""Averaged nDCG: mean of nDCG over ranks of the list, averaged over queries.

    .. math:: \frac1{|K|} \sum_{k \in K} \mathrm{nDCG}@k

    K contains the ranks of the documents with a gain, or the ranks at which the best
    order has all documents of a grade.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: one row per query, or one column with ``query_id``.
        Alternatively `RankedLists`, or judgements in any form that
        `RankedLists.from_trec` accepts.
    y_score : array_like of the same shape
        Scores; documents with larger scores come earlier in the list. None with
        `RankedLists`, a run with judgements.
    over : {"relevant", "grades"}, default="relevant"
        The ranks k. "relevant": the rank of each document with a gain; for a document
        that was not returned the end of the list or of the best order, whichever is
        later. "grades": for each grade above 0 the number of documents with at least
        this grade, and the end of the list if the list has at least two documents more
        than have a gain.
    gain : {"linear", "exponential"} or mapping, default="linear"
        Gain of a grade: the grade, ``2**grade - 1``, or the value of a mapping (finite,
        not negative; 0 for grade 0).
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
        is unknown or out of its range, or (``TiesError``) documents with a gain have
        the same score as others and ``ties`` gives no order.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If all queries are skipped, so there is no mean.

    See Also
    --------
    ndcg_score : At one rank.
    normalized_gain : Discounted by missed gains instead of ranks.

    Notes
    -----
    Along a list, nDCG falls while the best order still has documents with gains, and
    rises afterwards. Its value at a fixed cut-off therefore depends on the number of
    relevant documents of each query. This average does not have that problem, because
    its ranks depend on the query.

    These are trec_eval's measures ndcg_rel and, with ``over="grades"``, Rndcg, defined
    only there [2]_; the rule for the end of the list is trec_eval's. If documents with
    a gain have the same score as others, there is no closed form: "input", "doc_id" or
    "trec_eval" gives an order.

    References
    ----------
    .. [1] K. Järvelin and J. Kekäläinen, "Cumulated gain-based evaluation of IR
       techniques", ACM Transactions on Information Systems 20(4), 2002, 422-446
    .. [2] C. Buckley, trec_eval 9, National Institute of Standards and Technology,
       2008. https://github.com/usnistgov/trec_eval

    Examples
    --------
    >>> from fastmetrics import averaged_ndcg
    >>> round(averaged_ndcg([[0, 3, 1]], [[3, 2, 1]]), 6)
    0.590149
    >>> round(averaged_ndcg([[0, 3, 1]], [[3, 2, 1]], over="grades"), 6)
    0.260648
    """
    exponential, gains = _gains(gain)
    return Request(
        ranked.AVERAGED_NDCG,
        ties=ties,
        parameters=(2.0, float(exponential), choice("over", over, PLACES)),
        gains=gains,
        check=_check_exponents if exponential else None,
        open_to_ties=True,
        lacks=A_GAIN,
    )


@list_metric("Normalized gain")
def normalized_gain(
    *,
    gain: Literal["linear", "exponential", "binary"] | Mapping[float, float] = "linear",
    relevance_level: float = 1,
    ties: Ties | None = None,
) -> Request:
    r"""Gain discounted by missed gains, relative to the best order (normalized gain).

    .. math:: \frac{1}{\sum_i g_{(i)}} \sum_i \frac{g_i}{\log_2(2 + c_i)}
              \qquad c_i = \sum_{j \leq i} \bigl(\max(g_{(j)}, 1) - g_j\bigr)

    where :math:`g_i` is the gain of the document at rank i, and :math:`g_{(i)}` the
    i-th largest gain of all judged documents, 0 beyond the last. The value is the mean
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
    gain : {"linear", "exponential", "binary"} or mapping, default="linear"
        Gain of a grade: the grade, ``2**grade - 1``, 1 from ``relevance_level`` on, or
        the value of a mapping (finite, not negative; 0 for grade 0).
    relevance_level : float, default=1
        Lowest grade of a relevant document, above 0; used with ``gain="binary"``.
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
        In [0, 1]; 1 for the best order, if no gain is between 0 and 1.

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, an option
        is unknown or out of its range, or (``TiesError``) documents with a gain have
        the same score as others and ``ties`` gives no order.
    TypeError
        If other data are passed with `RankedLists`, or an option has the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If all queries are skipped, so there is no mean.

    See Also
    --------
    ndcg_score : Gains discounted by ranks.
    averaged_ndcg : nDCG averaged along the list.

    Notes
    -----
    A document counts nearly as much at a later rank if those before it are as good as
    could be: it could not have come much earlier. With gains of 0 and 1, a relevant
    document counts :math:`1 / \log_2(2 + m)` with m others before it.

    These are trec_eval's measures G and, with ``gain="binary"``, binG, defined only
    there [1]_. If documents with a gain have the same score as others, there is no
    closed form: "input", "doc_id" or "trec_eval" gives an order.

    References
    ----------
    .. [1] C. Buckley, trec_eval 9, National Institute of Standards and Technology,
       2008. https://github.com/usnistgov/trec_eval

    Examples
    --------
    >>> from fastmetrics import normalized_gain
    >>> round(normalized_gain([[0, 3, 1]], [[3, 2, 1]]), 6)
    0.63093
    >>> round(normalized_gain([[0, 3, 1]], [[3, 2, 1]], gain="binary"), 6)
    0.63093
    """
    binary = is_one_of(gain, ("binary",))
    exponential, gains = (False, None) if binary else _gains(gain, "binary")
    return Request(
        ranked.NORMALIZED_GAIN,
        None,
        relevance_level,
        ties,
        (float(binary), float(exponential)),
        gains,
        check=None if binary else partial(_check_sums, exponential, gains),
        open_to_ties=True,
        lacks="relevant document" if binary else A_GAIN,
    )


def _discounted(
    kind: int, k: Any, log_base: Any, gain: Any, ties: Any, ignore_ties: Any
) -> Request:
    check_flag(ignore_ties, "ignore_ties")
    base = number(log_base, "log_base")
    if not 0 < base < math.inf or base == 1:
        raise ValueError(f"log_base must be above 0 and not 1, got {shown(log_base)}.")
    exponential, gains = _gains(gain)
    return Request(
        kind,
        k,
        1,
        ties,
        (base, float(exponential)),
        gains,
        bool(ignore_ties),
        _CHECKS[kind == ranked.NDCG, exponential],
        lacks=A_GAIN,
    )


def _gains(
    gain: Any, *others: str
) -> tuple[bool, tuple[tuple[float, float], ...] | None]:
    """Return whether gains are exponential, and the mapping if it is one.

    ``others`` are further words for ``gain``.
    """
    if not isinstance(gain, Mapping):
        if not is_one_of(gain, ("linear", "exponential")):
            words = ", ".join(map(repr, ("linear", "exponential", *others)))
            raise ValueError(
                f"gain must be {words} or a mapping of grades to gains, got "
                f"{shown(gain)}."
            )
        return gain == "exponential", None
    # Imported here because the catalog does not need it.
    from fastmetrics._inputs.scores import number_matrix

    grades = number_matrix([*gain], "gain").astype(np.float64)
    gains = number_matrix([*gain.values()], "gain").astype(np.float64)
    if not np.isfinite(gains).all() or (gains < 0).any():
        raise ValueError("gain must map grades to finite numbers, none negative.")
    mapping = dict(zip(grades.tolist(), gains.tolist(), strict=True))
    if mapping.get(0.0, 0.0) != 0:
        raise ValueError(f"gain must map the grade 0 to 0, got {mapping[0.0]:g}.")
    return False, tuple(mapping.items())


def _check_gains(
    is_ratio: bool, exponential: bool, columns: ListColumns, grades: GradeRange
) -> None:
    if columns.offsets is None and len(columns.grades) == columns.n:
        raise ValueError(
            "Computing NDCG is only meaningful when there is more than 1 document. "
            "Got 1 instead."
        )
    if is_ratio and grades.least < 0 and columns.all_judged:
        raise ValueError("ndcg_score should not be used on negative y_true values.")
    if exponential:
        _check_exponents(columns, grades)


def _check_exponents(columns: ListColumns, grades: GradeRange) -> None:
    if grades.largest >= MOST_EXPONENT:
        raise ValueError(
            f"y_true must hold grades below {MOST_EXPONENT} for exponential gains, got "
            f"{grades.largest:g}."
        )


# Of ratios or sums, of exponential gains or others.
_CHECKS = {
    (is_ratio, exponential): partial(_check_gains, is_ratio, exponential)
    for is_ratio in (False, True)
    for exponential in (False, True)
}


# Sums of gains up to here are finite, however many there are.
_MOST_GAIN = 1e250


def _check_sums(
    exponential: bool,
    gains: tuple[tuple[float, float], ...] | None,
    columns: ListColumns,
    grades: GradeRange,
) -> None:
    largest = grades.largest
    if exponential:
        _check_exponents(columns, grades)
        largest = 2.0**largest
    if largest > _MOST_GAIN:
        where = "y_true" if gains is None else "gain"
        raise ValueError(
            f"{where} must hold gains of at most {_MOST_GAIN:g}, got {largest:g}."
        )
