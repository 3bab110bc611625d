"""The measures of ranked lists: what each metric asks of the pass over the queries.

Each takes the parameters of its public function, besides the data and what is made of
the queries' values, and is what the function and the record of the catalog share.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import (
    check_flag,
    is_integral,
    is_one_of,
    number,
    share,
)
from fastmetrics._kernels import ranked
from fastmetrics.metrics.retrieval.ranked_lists.requests import (
    BY_CUTOFF,
    DIVISORS,
    NORMALIZERS,
    PLACES,
    ROUNDINGS,
    Grades,
    Request,
    choice,
    cut_off,
    required,
)

if TYPE_CHECKING:
    from fastmetrics.metrics.retrieval.ranked_lists.columns import ListColumns

# From here on 2**grade is infinite.
MOST_EXPONENT = 1024
A_GAIN = "document with a gain"


# --- gains, discounted by rank


def dcg(
    *,
    k: Any = None,
    log_base: Any = 2,
    gain: Any = "linear",
    ties: Any = None,
    ignore_ties: Any = False,
) -> Request:
    """Ask for discounted cumulated gains."""
    return _discounted(ranked.DCG, k, log_base, gain, ties, ignore_ties)


def ndcg(
    *, k: Any = None, gain: Any = "linear", ties: Any = None, ignore_ties: Any = False
) -> Request:
    """Ask for these gains relative to those of the best order."""
    return _discounted(ranked.NDCG, k, 2, gain, ties, ignore_ties)


def ideal_dcg(*, k: Any = None, log_base: Any = 2, gain: Any = "linear") -> Request:
    """Ask for the gains of the best order."""
    return _discounted(ranked.IDEAL_DCG, k, log_base, gain, "average", False)


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

    ``others`` are words that it can be besides.
    """
    if not isinstance(gain, Mapping):
        if not is_one_of(gain, ("linear", "exponential")) or gain is None:
            words = ", ".join(map(repr, ("linear", "exponential", *others)))
            raise ValueError(
                f"gain must be {words} or a mapping of grades to gains, got "
                f"{shown(gain)}."
            )
        return gain == "exponential", None
    # Only here, so that the catalog does not load it.
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
    is_ratio: bool, exponential: bool, columns: ListColumns, grades: Grades
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


def _check_exponents(columns: ListColumns, grades: Grades) -> None:
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


def averaged_ndcg(
    *, over: Any = "relevant", gain: Any = "linear", ties: Any = None
) -> Request:
    """Ask for nDCG, averaged over places of the list."""
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


def normalized_gain(
    *, gain: Any = "linear", relevance_level: Any = 1, ties: Any = None
) -> Request:
    """Ask for gains, each discounted by what was missed up to it."""
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


# Sums of gains up to here are finite, however many there are.
_MOST_GAIN = 1e250


def _check_sums(
    exponential: bool,
    gains: tuple[tuple[float, float], ...] | None,
    columns: ListColumns,
    grades: Grades,
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


# --- precision at the ranks of the relevant documents


def average_precision(
    *,
    k: Any = None,
    normalizer: Any = "relevant",
    relevance_level: Any = 1,
    ties: Any = None,
    floor: float | None = None,
) -> Request:
    """Ask for average precision, which is nowhere below a floor if there is one."""
    divisor = choice("normalizer", normalizer, NORMALIZERS)
    return Request(
        ranked.AVERAGE_PRECISION, k, relevance_level, ties, (divisor,), floor=floor
    )


def floored_average_precision(*, floor: Any = 1e-5, **given: Any) -> Request:
    """Ask for average precision that is nowhere below a floor, for a product."""
    return average_precision(floor=_least(floor), **given)


def floored_bpref(*, floor: Any = 1e-5, **given: Any) -> Request:
    """Ask the same of bpref."""
    return bpref(**given)._replace(floor=_least(floor))


def _least(floor: Any) -> float:
    least = number(floor, "floor")
    if not 0 < least <= 1:
        raise ValueError(f"floor must be in (0, 1], got {shown(floor)}.")
    return least


def smoothed_average_precision(
    *, relevance_level: Any = 1, ties: Any = None
) -> Request:
    """Ask for the sum of these precisions, as the logarithm of odds."""
    return Request(
        ranked.SMOOTHED,
        None,
        relevance_level,
        ties,
        (choice("normalizer", "relevant", NORMALIZERS),),
        open_to_ties=True,
    )


def inferred_average_precision(
    *, relevance_level: Any = 1, ties: Any = None
) -> Request:
    """Ask for average precision, inferred from a sample of judgements."""
    return Request(ranked.INFERRED, None, relevance_level, ties=ties, open_to_ties=True)


def interpolated_precision(
    *,
    recall: Any,
    rounding: Any = "up",
    relevance_level: Any = 1,
    ties: Any = None,
) -> Request:
    """Ask for the largest precision from a level of recall on."""
    return Request(
        ranked.INTERPOLATED,
        None,
        relevance_level,
        ties,
        (share(recall, "recall"), choice("rounding", rounding, ROUNDINGS)),
        open_to_ties=True,
    )


def eleven_points(
    *, rounding: Any = "up", relevance_level: Any = 1, ties: Any = None
) -> Request:
    """Ask for the mean of that at recall 0, 0.1, ..., 1."""
    return Request(
        ranked.ELEVEN_POINTS,
        None,
        relevance_level,
        ties,
        (choice("rounding", rounding, ROUNDINGS),),
        open_to_ties=True,
    )


# --- the first relevant document, and relevant ones among the first


def reciprocal_rank(
    *, k: Any = None, relevance_level: Any = 1, ties: Any = None
) -> Request:
    """Ask for 1 / rank of the first relevant document."""
    return Request(ranked.RECIPROCAL_RANK, k, relevance_level, ties)


def hit(*, k: Any = None, relevance_level: Any = 1, ties: Any = None) -> Request:
    """Ask whether there is one among the first k."""
    return Request(ranked.HIT, k, relevance_level, ties)


def precision(
    *, k: Any, divide_by: Any = "k", relevance_level: Any = 1, ties: Any = None
) -> Request:
    """Ask for the share of the first k that is relevant."""
    divisor = choice("divide_by", divide_by, DIVISORS)
    return Request(ranked.PRECISION, required(k), relevance_level, ties, (divisor,))


def recall(
    *,
    k: Any,
    normalizer: Any = "relevant",
    relevance_level: Any = 1,
    ties: Any = None,
) -> Request:
    """Ask for the share of the relevant ones that is among the first k."""
    divisor = choice("normalizer", normalizer, NORMALIZERS[:2])
    return Request(ranked.RECALL, required(k), relevance_level, ties, (divisor,))


def f1(
    *,
    k: Any,
    divide_by: Any = "k",
    normalizer: Any = "relevant",
    relevance_level: Any = 1,
    ties: Any = None,
) -> Request:
    """Ask for the harmonic mean of both."""
    divisors = (
        choice("divide_by", divide_by, DIVISORS),
        choice("normalizer", normalizer, NORMALIZERS[:2]),
    )
    return Request(ranked.F1, required(k), relevance_level, ties, divisors)


def relative_precision(
    *, k: Any, relevance_level: Any = 1, ties: Any = None
) -> Request:
    """Ask for precision at k relative to the largest possible."""
    return Request(ranked.RECALL, required(k), relevance_level, ties, (BY_CUTOFF,))


def hits(*, k: Any = None, relevance_level: Any = 1, ties: Any = None) -> Request:
    """Ask for how many of the first k documents are relevant."""
    return Request(ranked.HITS, k, relevance_level, ties)


def r_precision(
    *, multiple: Any = 1, relevance_level: Any = 1, ties: Any = None
) -> Request:
    """Ask for precision after as many documents as are relevant, or a multiple."""
    times = number(multiple, "multiple")
    if not 0 < times < math.inf:
        raise ValueError(f"multiple must be finite and above 0, got {shown(multiple)}.")
    return Request(ranked.R_PRECISION, None, relevance_level, ties, (times,))


# --- documents that were not all judged


def bpref(*, relevance_level: Any = 1, ties: Any = None) -> Request:
    """Ask how seldom others are ahead of relevant documents."""
    return Request(ranked.BPREF, None, relevance_level, ties)


def judged(*, k: Any = None, ties: Any = None) -> Request:
    """Ask for the share of the first k that was judged."""
    return Request(ranked.JUDGED, k, ties=ties)


# --- readers who go down a list, and stop somewhere


def expected_reciprocal_rank(
    *, k: Any = None, max_grade: Any = 4, ties: Any = None
) -> Request:
    """Ask for 1 / the rank at which a reader is expected to have found enough."""
    largest = number(max_grade, "max_grade")
    if not 0 < largest < MOST_EXPONENT:
        raise ValueError(
            f"max_grade must be above 0 and below {MOST_EXPONENT}, got "
            f"{shown(max_grade)}."
        )
    return Request(
        ranked.ERR,
        k,
        ties=ties,
        parameters=(0.0, largest),
        check=partial(_check_largest, max_grade),
        lacks=A_GAIN,
    )


def normalized_reciprocal_rank(
    *, k: Any = None, max_grade: Any = 4, ties: Any = None
) -> Request:
    """Ask for that, relative to the best order."""
    asked = expected_reciprocal_rank(k=k, max_grade=max_grade, ties=ties)
    return asked._replace(kind=ranked.NERR)


def compatibility(*, k: Any = 1000, p: Any = 0.95, ties: Any = None) -> Request:
    """Ask how much of the first documents is among the first of the best order."""
    persistence = _persistence(p)
    depth = cut_off(k)
    # Terms fall as p to the power of the rank, and all of them have a closed sum.
    total, lost = -math.log1p(-persistence) / persistence, 0.0
    if depth < _LEAST_TERM / math.log(persistence):
        total, lost = _sum(persistence**i / (i + 1) for i in range(depth))
    return Request(
        ranked.COMPATIBILITY,
        k,
        ties=ties,
        parameters=(persistence, total, lost),
        open_to_ties=True,
        lacks=A_GAIN,
    )


# The logarithm of what a term is at least that is added up.
_LEAST_TERM = -90.0


def _sum(terms: Iterable[float]) -> tuple[float, float]:
    """Return a sum, and what of it the float has not."""
    every = [*terms]
    total = math.fsum(every)
    return total, math.fsum([*every, -total])


def rank_biased_precision(
    *,
    k: Any = None,
    p: Any = 0.8,
    gain: Any = "binary",
    max_grade: Any = None,
    relevance_level: Any = 1,
    ties: Any = None,
) -> Request:
    """Ask for the gain per document of a reader who goes on by chance."""
    if not is_one_of(gain, ("binary", "linear")) or gain is None:
        raise ValueError(f"gain must be 'binary' or 'linear', got {shown(gain)}.")
    largest = 0.0
    if gain == "linear":
        if max_grade is None:
            raise ValueError("gain='linear' needs max_grade.")
        largest = number(max_grade, "max_grade")
        if not 0 < largest < math.inf:
            raise ValueError(
                f"max_grade must be finite and above 0, got {shown(max_grade)}."
            )
    elif max_grade is not None:
        raise ValueError("max_grade is for gain='linear'.")
    return Request(
        ranked.RBP,
        k,
        relevance_level,
        ties,
        (_persistence(p), largest),
        check=partial(_check_largest, max_grade) if largest else None,
    )


def rbp_residual(*, k: Any = None, p: Any = 0.8, ties: Any = None) -> Request:
    """Ask how much higher that could be, were everything judged."""
    return Request(ranked.RBP_RESIDUAL, k, ties=ties, parameters=(_persistence(p),))


def _persistence(p: Any) -> float:
    found = number(p, "p")
    if not 0 < found < 1:
        raise ValueError(f"p must lie between 0 and 1, got {shown(p)}.")
    return found


def _check_largest(max_grade: Any, columns: ListColumns, grades: Grades) -> None:
    if grades.largest > max_grade:
        raise ValueError(
            f"y_true must hold grades of at most max_grade={max_grade!r}, got "
            f"{grades.largest:g}."
        )


# --- sub-topics of a query, which documents are relevant to

A_SUBTOPIC = "sub-topic with a relevant document"


def alpha_ndcg(
    *, k: Any = None, alpha: Any = 0.5, relevance_level: Any = 1, ties: Any = None
) -> Request:
    """Ask for gains that fall with repetition, relative to those of a greedy order."""
    novelty = share(alpha, "alpha")
    return _of_subtopics(ranked.ALPHA_NDCG, k, relevance_level, ties, (2.0, novelty))


def intent_aware_reciprocal_rank(
    *, k: Any = None, alpha: Any = 0.5, relevance_level: Any = 1, ties: Any = None
) -> Request:
    """Ask for such gains, divided by rank, relative to the largest there could be."""
    novelty = share(alpha, "alpha")
    scale = 1 / _most_by_reciprocals(novelty, k)
    return _of_subtopics(ranked.ERR_IA, k, relevance_level, ties, (0.0, novelty, scale))


# So many terms are added up one by one.
_FEW_TERMS = 10**6


def _most_by_reciprocals(alpha: float, k: Any) -> float:
    """Return what documents add, divided by rank, that are all of one sub-topic."""
    depth, left = cut_off(k), 1 - alpha
    if depth <= _FEW_TERMS:
        ranks = np.arange(1, depth + 1)
        return float(np.sum(left ** (ranks - 1) / ranks))
    if left == 1:
        if k is None:
            raise ValueError(
                f"alpha must be above 0 where k is None, got {shown(alpha)}: what "
                "could be found has no bound."
            )
        return math.log(depth) + np.euler_gamma + 0.5 / depth
    # Of the float that is left, as the sum above.
    total = -math.log(1 - left) / left if left else 1.0
    if k is None or not left:
        return total
    from scipy.special import exp1  # only here, so that the catalog does not load it

    # The others, by an integral whose error is that of the float at such ranks.
    return total - float(exp1(-math.log(left) * (depth + 0.5))) / left


def novelty_and_rank_biased_precision(
    *,
    alpha: Any = 0.5,
    beta: Any = 0.5,
    relevance_level: Any = 1,
    ties: Any = None,
) -> Request:
    """Ask for such gains, for a reader who goes on by chance."""
    novelty, patience = share(alpha, "alpha"), number(beta, "beta")
    if not 0 < patience < 1:
        raise ValueError(f"beta must lie between 0 and 1, got {shown(beta)}.")
    # The kernel's series has the factor 1 - beta.
    scale = (1 - (1 - novelty) * patience) / (1 - patience)
    numbers = (patience, novelty, scale)
    return _of_subtopics(ranked.NRBP, None, relevance_level, ties, numbers)


def subtopic_recall(
    *, k: Any = None, relevance_level: Any = 1, ties: Any = None
) -> Request:
    """Ask for the share of sub-topics that the first k documents are relevant to."""
    return _of_subtopics(ranked.SUBTOPIC_RECALL, k, relevance_level, ties, ())


def _of_subtopics(
    kind: int, k: Any, relevance_level: Any, ties: Any, numbers: tuple[float, ...]
) -> Request:
    return Request(
        kind,
        k,
        relevance_level,
        ties,
        numbers,
        open_to_ties=True,
        subtopics=True,
        lacks=A_SUBTOPIC,
    )


# --- what was returned, whatever its order


def set_precision(*, relevance_level: Any = 1) -> Request:
    """Ask for the share of the returned documents that is relevant."""
    return Request(ranked.SET_PRECISION, None, relevance_level, "average")


def set_recall(*, relevance_level: Any = 1) -> Request:
    """Ask for the share of the relevant documents that was returned."""
    return Request(ranked.SET_RECALL, None, relevance_level, "average")


def set_f(*, beta: Any = 1, relevance_level: Any = 1) -> Request:
    """Ask for the weighted harmonic mean of both."""
    times = number(beta, "beta")
    if not times >= 0:
        raise ValueError(f"beta must be 0 or more, got {shown(beta)}.")
    return Request(ranked.SET_F, None, relevance_level, "average", (times * times,))


def set_relative_precision(*, relevance_level: Any = 1) -> Request:
    """Ask for set precision relative to the largest possible."""
    return Request(ranked.SET_RELATIVE, None, relevance_level, "average")


def set_average_precision(*, relevance_level: Any = 1) -> Request:
    """Ask for the product of set precision and set recall."""
    return Request(ranked.SET_AVERAGE, None, relevance_level, "average")


def set_utility(
    *,
    hit: Any = 1,
    false_alarm: Any = -1,
    miss: Any = 0,
    correct_rejection: Any = 0,
    n_docs: Any = None,
    relevance_level: Any = 1,
) -> Request:
    """Ask what all documents are worth, by whether they are returned and relevant."""
    worth = [
        _finite(given, name)
        for given, name in (
            (hit, "hit"),
            (false_alarm, "false_alarm"),
            (miss, "miss"),
            (correct_rejection, "correct_rejection"),
        )
    ]
    others = worth.pop()
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
    parameters = (*(each - others for each in worth), of_all)
    return Request(
        ranked.SET_UTILITY, None, relevance_level, "average", parameters, check=check
    )


def _finite(given: Any, name: str) -> float:
    found = number(given, name)
    if not math.isfinite(found):
        raise ValueError(f"{name} must be finite, got {shown(given)}.")
    return found


def _check_collection(n_docs: int, columns: ListColumns, grades: Grades) -> None:
    longest = columns.opened.longest
    if n_docs < longest:
        raise ValueError(
            f"n_docs must be at least {longest}, the documents of the longest list, "
            f"got {n_docs}."
        )


# --- counts


def returned(*, relevance_level: Any = 1) -> Request:
    """Ask how many documents were returned."""
    return Request(ranked.RETURNED, None, relevance_level, "average")


def relevant(*, relevance_level: Any = 1) -> Request:
    """Ask how many are relevant."""
    return Request(ranked.RELEVANT, None, relevance_level, "average")


def relevant_returned(*, relevance_level: Any = 1) -> Request:
    """Ask how many are both."""
    return Request(ranked.RELEVANT_RETURNED, None, relevance_level, "average")


def nonrelevant_returned(*, relevance_level: Any = 1) -> Request:
    """Ask how many of the returned documents are judged not relevant."""
    return Request(ranked.NONRELEVANT, None, relevance_level, "average")


def tied() -> Request:
    """Ask how many documents of interest share their score with another one."""
    return Request(ranked.TIED, ties="worst")
