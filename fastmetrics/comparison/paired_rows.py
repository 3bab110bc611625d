"""Paired rows of two models, the sign test, and the Bayesian signed-rank test."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastmetrics._common import null_laws
from fastmetrics._common.names import shown
from fastmetrics._common.null_laws import binomial_law
from fastmetrics._common.options import (
    MOST_RESAMPLES,
    check_choice,
    nonnegative,
    number,
    seed_of,
    whole,
)
from fastmetrics._common.test_result import TestResult, check_alternative
from fastmetrics._inputs.columns import as_column, convert, raise_not_finite
from fastmetrics._inputs.label_pairs import Indicators, LabelPair, label_pair, union
from fastmetrics._inputs.scores import numbers
from fastmetrics._kernels.confusion import count_right
from fastmetrics.comparison import student_tests
from fastmetrics.comparison.student_tests import RopeProbabilities
from fastmetrics.resampling.joint_cells import encode
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Alternative


# -------------------------------------------------------------------------- paired rows
# Pairs of rows: their differences, and which of them two models answered right.


class Differences(NamedTuple):
    """Differences of pairs, and the largest of the subtracted numbers."""

    values: NDArray[np.float64]
    largest: float
    name: str  # of the differences: "x − y"


def read_differences(
    x: ArrayLike, y: ArrayLike | None, names: tuple[str, str] = ("x", "y")
) -> Differences:
    """Return x - y, or ``x`` where it already holds the differences.

    Raises ValueError unless there are two pairs or more, of finite numbers.
    """
    both = " and ".join(names)
    first = _finite_numbers(x, names[0])
    if y is None:
        found, largest, name = first, _largest(first), names[0]
    else:
        second = _finite_numbers(y, names[1])
        if len(first) != len(second):
            raise ValueError(
                f"{both} must hold a number each for the same rows, got "
                f"{len(first)} and {len(second)}."
            )
        with np.errstate(over="ignore"):
            found = first - second
        if not np.isfinite(found).all():
            raise ValueError(f"{both} must not differ by more than a float can hold.")
        largest, name = max(_largest(first), _largest(second)), " − ".join(names)
    if len(found) < 2:
        raise ValueError(f"{names[0]} must hold two numbers or more, got {len(found)}.")
    return Differences(found, largest, name)


def median(ordered: NDArray[np.float64]) -> float:
    """Return the median of ascending numbers."""
    n = len(ordered)
    return halfway(float(ordered[(n - 1) // 2]), float(ordered[n // 2]))


def halfway(low: float, high: float) -> float:
    """Return the mean of two numbers, which may be as large as floats get."""
    return low if low == high else low / 2 + high / 2


def _finite_numbers(column: ArrayLike, name: str) -> NDArray[np.float64]:
    with np.errstate(over="ignore"):  # of long doubles, to infinity
        values = numbers(as_column(column, name), name).astype(np.float64)
    raise_not_finite(values, name)
    return values


def _largest(values: NDArray[np.float64]) -> float:
    return float(np.abs(values).max(initial=0.0))


# --- which rows models got right, by labels of any kind


def count_answers(
    y_true: ArrayLike, y_pred_a: ArrayLike, y_pred_b: ArrayLike
) -> tuple[int, int, int, int]:
    """Return on how many rows both are right, A alone, B alone, and neither."""
    true = convert(y_true, "y_true")
    first = read_pair(true, y_pred_a, "y_pred_a")
    second = read_pair(true, y_pred_b, "y_pred_b")
    right_a, right_b, both = _count_alike(first, second) or _count(first, second)
    return both, right_a - both, right_b - both, first.n - right_a - right_b + both


def read_pair(y_true: ArrayLike, y_pred: ArrayLike, name: str) -> LabelPair:
    """Return the true and the predicted labels of a model, one per row."""
    pair = label_pair(y_true, y_pred, names=("y_true", name))
    if isinstance(pair, Indicators):
        raise ValueError(
            f"y_true and {name} must hold one label per row, got matrices."
        )
    return pair


def right_rows(pair: LabelPair) -> NDArray[np.bool_]:
    """Return for each row whether the predicted label is the true one."""
    true, predicted = pair.true, pair.predicted
    if true.values is None and predicted.values is None:
        if true.kind == "number" or true.dtype == predicted.dtype:
            return _whole(pair, true.items) == _whole(pair, predicted.items)
    codes, others = encode(true), encode(predicted)
    if codes is None or others is None:
        pair.raise_wrong()
    _, places, other_places = union(codes.labels, others.labels)
    return places[codes.of_row] == other_places[others.of_row]


def _count(first: LabelPair, second: LabelPair) -> tuple[int, int, int]:
    """Return how many rows the first got right, the second, and both."""
    of_a, of_b = right_rows(first), right_rows(second)
    n_a, n_b, both = (int(np.count_nonzero(x)) for x in (of_a, of_b, of_a & of_b))
    return n_a, n_b, both


def _count_alike(first: LabelPair, second: LabelPair) -> tuple[int, int, int] | None:
    """Do that in one pass where all columns are whole numbers of one width."""
    columns = [first.true, first.predicted, second.predicted]
    items = [column.items for column in columns]
    if any(column.values is not None for column in columns) or any(
        x.dtype != items[0].dtype for x in items
    ):
        return None
    if items[0].dtype.kind not in "biu" or columns[0].kind != "number":
        return None
    signed = f"i{items[0].dtype.itemsize}"
    return count_right(*(np.ascontiguousarray(x).view(signed) for x in items))


def _whole(pair: LabelPair, items: NDArray[np.generic]) -> NDArray[np.generic]:
    """Return floats as the whole numbers that they are; raise if they are none."""
    if items.dtype.kind != "f":
        return items
    with np.errstate(invalid="ignore"):
        whole = items.astype(np.int64)
    if not np.array_equal(whole, items):
        pair.raise_wrong()
    return whole


def pair_of_columns(**columns: tuple[Any, Any]) -> tuple[str, tuple[Any, Any]]:
    """Return the only pair of columns in the call, and its name."""
    some = {
        name: pair
        for name, pair in columns.items()
        if any(column is not None for column in pair)
    }
    names = ", ".join(columns)
    if len(some) != 1:
        got = " and ".join(some) or "none"
        raise TypeError(f"give exactly one of {names}, of A and of B; got {got}")
    [(name, pair)] = some.items()
    for column, model in zip(pair, "ab", strict=True):
        if column is None:
            raise TypeError(f"{name}_{model} is missing: give {name} of A and of B")
    return name, pair


# -------------------------------------------------------------------------------- signs
# The sign test: how often one of two numbers is the greater one.


TIES = ("drop", "split")
CLAIMS = {
    "two-sided": say("one of the two is the greater more often"),
    "greater": say("the first is the greater more often"),
    "less": say("the first is the smaller more often"),
}


def sign_test(
    x: ArrayLike,
    y: ArrayLike | None = None,
    *,
    ties: Literal["drop", "split"] = "drop",
    alternative: Alternative = "two-sided",
) -> TestResult:
    r"""Sign test for paired numbers.

    Among :math:`m` pairs that differ, :math:`b` have the greater number in ``x``. If
    either is as likely, :math:`b` is binomial with :math:`m` and ½, and the p-value is
    exact:

    .. math:: p = \min\bigl(1,\; 2 \min(P(X \ge b),\, P(X \le b))\bigr)

    Parameters
    ----------
    x : array_like of shape (n_pairs,)
        A number per pair, such as the score of the first model on each data set; or,
        without ``y``, the differences themselves.
    y : array_like of shape (n_pairs,), optional
        The other number of each pair.
    ties : {"drop", "split"}, default="drop"
        Pairs without a difference are left out, or half of them are counted to each
        side, one of an odd number left out, as Demšar does [2]_.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the number of ``x`` is more often the greater one.

    Returns
    -------
    TestResult
        ``statistic`` is :math:`b`, ``estimate`` the median of the differences x - y,
        and its interval goes from one of the ordered differences to another.

    Raises
    ------
    ValueError
        If there are fewer than two pairs, lengths differ, a number is NaN or infinite,
        or an option is unknown.

    See Also
    --------
    wilcoxon_signed_rank_test : takes into account how large the differences are.
    mcnemar_test : the same of right and wrong answers.

    Notes
    -----
    Assumes only that pairs are independent: each difference may have its own
    distribution. If no pair differs, the p-value is 1. The level is never above the
    nominal one, and for few pairs far below: with n = 13 pairs and α = 0.05 it is
    0.0225, and fewer than six cannot be significant. The interval is :math:`[d_{(k)},
    d_{(n+1-k)}]` of all n ordered differences, k the largest number with :math:`P(X <
    k) \le (1 - \text{confidence level}) / 2` for n tosses of a coin; it is unbounded
    where there is none.

    References
    ----------
    .. [1] W. J. Dixon and A. M. Mood, "The statistical sign test", Journal of the
       American Statistical Association 41, 1946, 557-566.
    .. [2] J. Demšar, "Statistical comparisons of classifiers over multiple data sets",
       Journal of Machine Learning Research 7, 2006, 1-30.

    Examples
    --------
    >>> from fastmetrics import sign_test
    >>> result = sign_test([0.81, 0.92, 0.75, 0.68, 0.88, 0.79, 0.9],
    ...                    [0.79, 0.9, 0.76, 0.61, 0.85, 0.71, 0.9])
    >>> result.statistic, result.n
    (5.0, 6)
    >>> round(result.pvalue, 4)
    0.2188
    """
    check_alternative(alternative)
    check_choice(ties, TIES, "ties")
    differences = read_differences(x, y)
    values = np.sort(differences.values)
    above = int(np.count_nonzero(values > 0))
    below = int(np.count_nonzero(values < 0))
    equal = len(values) - above - below
    share = equal // 2 if ties == "split" else 0
    wins, pairs = above + share, above + below + 2 * share
    return TestResult(
        statistic=float(wins),
        pvalue=null_laws.pvalue(wins, pairs, 0.5, alternative),
        method=say("exact sign test"),
        statistic_name=say("wins"),
        distribution="binomial",
        n=pairs,
        alternative=alternative,
        estimate=median(values),
        estimate_name=say("median of {what}", what=differences.name),
        exact=True,
        notes=_notes(equal, len(values), pairs),
        found=say(
            "of {n} differences {above} are above 0, {below} below and {equal} equal "
            "to it",
            n=len(values),
            above=above,
            below=below,
            equal=equal,
        ),
        claim=CLAIMS[alternative],
        bounds=partial(_bounds, values),
        critical=partial(critical_heads, pairs, alternative, False),
        detectable=partial(
            student_tests.of_wins, len(values), above + below, alternative
        ),
        null_law=partial(binomial_law, pairs, 0.5),
    )


def _notes(equal: int, n: int, used: int) -> tuple[str, ...]:
    if used == n:
        return ()
    return (
        say(
            "pairs without a difference that are left out: {k} of {n}",
            k=n - used,
            n=equal,
        ),
    )


def _bounds(ordered: NDArray[np.float64], level: float) -> tuple[float, float]:
    """Return the interval of the median, from two of the ordered differences."""
    # The largest number with at most this chance of fewer heads.
    k, _ = null_laws.critical_counts(len(ordered), 0.5, "less", (1 - level) / 2)
    if k == 0:
        return -math.inf, math.inf
    return float(ordered[k - 1]), float(ordered[-k])


# --- heads of fair coins: wins, where neither of two is better


def critical_heads(
    tosses: int, alternative: str, mid: bool, alpha: float
) -> float | tuple[float, float]:
    """Return the number that heads must exceed; two where both tails count.

    Nothing exceeds ``tosses``, and nothing is below 0: then there is no rejection.
    """
    low, high = null_laws.critical_counts(tosses, 0.5, alternative, alpha, mid)
    if alternative == "two-sided":
        return float(low), float(high)
    return float(high if alternative == "greater" else low)


# ---------------------------------------------------------------------------- posterior
# The Bayesian signed-rank test: how probable it is that A is practically better.


# So many weights are drawn at once, half a megabyte of them, which stay in the cache.
AT_ONCE = 1 << 16


def bayesian_signed_rank_test(
    x: ArrayLike,
    y: ArrayLike | None = None,
    *,
    rope: float = 0.01,
    prior_strength: float = 0.5,
    n_samples: int = 50_000,
    random_state: int | np.random.Generator | None = None,
) -> RopeProbabilities:
    r"""Bayesian signed-rank test with a region of practical equivalence.

    The differences :math:`d_1, \dots, d_n` have unknown weights w, and a difference
    :math:`d_0 = 0` represents prior knowledge. Their posterior is a Dirichlet
    distribution with a parameter of 1 for each and of ``prior_strength`` for
    :math:`d_0`; of each draw

    .. math:: \theta = \sum_{i,j} w_i w_j\,
              \bigl[\tfrac{1}{2}(d_i + d_j) > \mathrm{rope}\bigr]

    is the proportion of averages above the region of practical equivalence; the
    proportions below and in it are defined likewise. The result is how often each
    proportion is the largest.

    Parameters
    ----------
    x : array_like of shape (n_pairs,)
        A number per pair, such as the score of the first model on each data set; or,
        without ``y``, the differences themselves.
    y : array_like of shape (n_pairs,), optional
        The other number of each pair.
    rope : float, default=0.01
        Half the width of the region of practical equivalence: differences between
        -rope and rope count as none. At least 0, in units of the numbers.
    prior_strength : float, default=0.5
        The prior weight of a difference of 0, above 0; each pair has weight 1.
    n_samples : int, default=50000
        How many weights are drawn from the posterior.
    random_state : int, NumPy Generator or None, default=None
        Seed of the draws; the same number gives the same proportions.

    Returns
    -------
    p_less, p_rope, p_greater : float
        How probable it is that x - y lies mostly below, in and above the region: a
        named tuple. They add up to 1.

    Raises
    ------
    ValueError
        If there are fewer than two pairs, lengths differ, a number is NaN or infinite,
        ``rope`` is negative, ``prior_strength`` not above 0, or ``n_samples`` is not a
        whole number of at least 1.
    TypeError
        If ``rope`` or ``prior_strength`` is not a number.

    See Also
    --------
    wilcoxon_signed_rank_test : the test that it is the counterpart of.
    bayesian_correlated_t_test : of the folds of one data set.

    Notes
    -----
    Assumes independent pairs. An average on the border, up to rounding, is in the
    region; baycomp counts half of it to either side, and has the triple the other way
    round. The standard error of a probability p that
    is drawn so is :math:`\sqrt{p (1 - p) / n_{\mathrm{samples}}}`, at most 0.0022 by
    default. O(n) time per draw, n the number of different differences.

    References
    ----------
    .. [1] A. Benavoli, G. Corani, F. Mangili, M. Zaffalon and F. Ruggeri, "A Bayesian
       Wilcoxon signed-rank test based on the Dirichlet process", Proceedings of the
       31st International Conference on Machine Learning, 2014, 1026-1034.
    .. [2] A. Benavoli, G. Corani, J. Demšar and M. Zaffalon, "Time for a change: a
       tutorial for comparing multiple classifiers through Bayesian analysis", Journal
       of Machine Learning Research 18(77), 2017, 1-36.

    Examples
    --------
    >>> from fastmetrics import bayesian_signed_rank_test
    >>> found = bayesian_signed_rank_test(
    ...     [0.81, 0.92, 0.75, 0.68, 0.88, 0.79, 0.91],
    ...     [0.79, 0.90, 0.76, 0.61, 0.85, 0.71, 0.9], random_state=0)
    >>> round(found.p_greater, 2), round(found.p_less, 2)
    (0.9, 0.0)
    """
    width = nonnegative(rope, "rope")
    strength = number(prior_strength, "prior_strength")
    if not 0 < strength < math.inf:
        raise ValueError(
            f"prior_strength must be finite and above 0, got {shown(prior_strength)}."
        )
    n_samples = whole(n_samples, "n_samples", 1)
    if n_samples >= MOST_RESAMPLES:
        raise ValueError(f"n_samples must be below 2**31, got {n_samples:,}.")
    differences = read_differences(x, y)
    # Weights of equal differences add up to one of the sum of their parameters.
    values, counts = np.unique(np.append(differences.values, 0.0), return_counts=True)
    strengths, zero = counts.astype(np.float64), values.searchsorted(0.0)
    strengths[zero] = counts[zero] - 1 + strength
    # What rounding moved off the border is on it.
    averages = Averages(values, width + differences.largest * 2.0**-50)
    draw = np.random.Generator(np.random.Philox(seed_of(random_state)))
    most = [0, 0, 0]
    block = max(100, AT_ONCE // len(values))
    for start in range(0, n_samples, block):
        m = min(block, n_samples - start)
        weights = _draw_weights(draw, strengths, m)
        less, rest, greater = averages.weigh(weights)
        below = (less > rest) & (less > greater)
        above = (greater > rest) & (greater > less)
        most[0] += int(np.count_nonzero(below))
        most[2] += int(np.count_nonzero(above))
    most[1] = n_samples - most[0] - most[2]
    return RopeProbabilities(*(count / n_samples for count in most))


def _draw_weights(
    draw: np.random.Generator, strengths: NDArray[np.float64], m: int
) -> NDArray[np.float64]:
    """Draw m times from a Dirichlet distribution, up to a factor that cancels.

    Such weights are gamma variables over their sum; with strength 1 they are
    exponential.
    """
    weights = draw.standard_exponential((len(strengths), m))
    for row in np.flatnonzero(strengths != 1):
        weights[row] = draw.standard_gamma(strengths[row], m)
    return weights / max(1.0, strengths.max())  # squares stay among the floats


class Averages:
    """Which averages of pairs of ascending numbers lie beyond a width, to either side.

    Those of number i with the numbers before one place are below, and with those from
    another place on above.
    """

    def __init__(self, ascending: NDArray[np.float64], width: float) -> None:
        # Halves add up without leaving the floats, but small ones leave them.
        terms, limit = ascending, 2 * width
        if np.abs(ascending).max() > 1:
            terms, limit = ascending / 2, width
        with np.errstate(over="ignore"):  # to a region without an end
            self._below = terms.searchsorted(-limit - terms)
            self._above = terms.searchsorted(limit - terms, "right")

    def weigh(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the weights of the pairs below, between and above, draw by draw.

        ``weights`` has a row per number and a column per draw.
        """
        upto = np.zeros((len(weights) + 1, weights.shape[1]))
        np.cumsum(weights, axis=0, out=upto[1:])
        below = np.einsum("ij,ij->j", weights, upto[self._below])
        not_above = np.einsum("ij,ij->j", weights, upto[self._above])
        return np.stack([below, not_above - below, upto[-1] ** 2 - not_above])
