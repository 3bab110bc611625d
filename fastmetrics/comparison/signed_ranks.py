"""Wilcoxon's signed-rank test and its interval from Walsh averages."""

from __future__ import annotations

import math
from functools import partial
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastmetrics._common.names import MEANT_DIGITS, rounded
from fastmetrics._common.null_laws import NullLaw, normal_law
from fastmetrics._common.options import check_choice, check_flag
from fastmetrics._common.test_result import TestResult, check_alternative, pvalue_of
from fastmetrics._kernels.rank_sums import count_below
from fastmetrics.comparison import student_tests
from fastmetrics.comparison.paired_rows import halfway, read_differences
from fastmetrics.show.numbers import count
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Alternative


# ----------------------------------------------------------------------- walsh averages
# The averages of all pairs of differences, after Walsh, in their order.
#
# There are n (n + 1) / 2 of them, each difference with itself included. Few are made
# and partitioned. Of many only those are looked at that one of them could still be:
# some are drawn, two of these are pivots, and one walk over the table of sorted sums
# finds the place of a pivot in every row, so that time and memory of a step stay in
# proportion to n.


# So many sums are made at once, 32 MB of them.
AT_ONCE = 4_000_000
# From more sums, this many are drawn to locate the requested one.
DRAWN = 4096


def number_of_averages(n: int) -> int:
    """Return how many averages n differences have."""
    return n * (n + 1) // 2


def median_average(ordered: NDArray[np.float64]) -> float:
    """Return the median of all averages of ascending differences."""
    m = number_of_averages(len(ordered))
    low, high = order_statistics(ordered, [(m + 1) // 2, m // 2 + 1])
    return halfway(low, high)


def order_statistics(ordered: NDArray[np.float64], ranks: list[int]) -> list[float]:
    """Return the averages of these ranks, 1 being the smallest.

    ``ordered`` are the differences, ascending.
    """
    # Halves add up without leaving the floats; only denormal ones would lose a digit.
    halved = np.abs(ordered).max() > 1
    terms = ordered / 2 if halved else ordered
    values = _sums_of_ranks(terms, [rank - 1 for rank in ranks])
    return values if halved else [value / 2 for value in values]


def _sums_of_ranks(terms: NDArray[np.float64], places: list[int]) -> list[float]:
    n = len(terms)
    if number_of_averages(n) <= AT_ONCE:
        sums = np.concatenate([terms[i] + terms[i:] for i in range(n)])
        sums.partition(sorted(set(places)))
        return [float(sums[place]) for place in places]
    return [_select(terms, place) for place in places]


def _select(terms: NDArray[np.float64], place: int) -> float:
    """Return the sum of two ascending terms at a place of their order."""
    rows = np.arange(len(terms))
    first, end = rows, np.full(len(terms), len(terms))  # what each row may still hold
    draw = np.random.default_rng(0)  # any seed: it changes the time alone
    while (left := end - first).sum() > AT_ONCE:
        drawn = _draw(terms, first, left, draw)
        for pivot in _around(drawn, (place - (first - rows).sum()) / left.sum()):
            below = np.clip(count_below(terms, pivot, False), first, end)
            upto = np.clip(count_below(terms, pivot, True), first, end)
            if place < (below - rows).sum():
                end = below
            elif place < (upto - rows).sum():
                return pivot
            else:
                first = upto
    before = np.cumsum(left) - left  # number of sums before each row
    columns = np.arange(left.sum()) + np.repeat(first - before, left)
    sums = np.repeat(terms, left) + terms[columns]
    place -= int((first - rows).sum())
    return float(np.partition(sums, place)[place])


def _draw(
    terms: NDArray[np.float64],
    first: NDArray[np.intp],
    left: NDArray[np.intp],
    draw: np.random.Generator,
) -> NDArray[np.float64]:
    """Return some of the sums that are left, ascending."""
    ends = np.cumsum(left)
    places = draw.integers(ends[-1], size=DRAWN)
    rows = np.searchsorted(ends, places, side="right")
    columns = first[rows] + places - (ends[rows] - left[rows])
    return np.sort(terms[rows] + terms[columns])


def _around(drawn: NDArray[np.float64], share: float) -> tuple[float, float]:
    """Return two of the sampled sums that most likely enclose a quantile."""
    off = 3 * math.sqrt(share * (1 - share) / DRAWN)
    low, high = (round((share + side) * (DRAWN - 1)) for side in (-off, off))
    return float(drawn[max(low, 0)]), float(drawn[min(high, DRAWN - 1)])


# ------------------------------------------------------------------------- signed ranks
# Wilcoxon's signed-rank test, exact with ties and zeros.


ZERO_METHODS = ("wilcox", "pratt", "zsplit")
METHODS = ("auto", "exact", "asymptotic")
# "auto" is exact up to this number of ranks, in a few milliseconds.
AUTO_RANKS = 200

CLAIMS = {
    "two-sided": say("the differences are not centred at 0"),
    "greater": say("the differences lie above 0"),
    "less": say("the differences lie below 0"),
}


def wilcoxon_signed_rank_test(
    x: ArrayLike,
    y: ArrayLike | None = None,
    *,
    zero_method: Literal["wilcox", "pratt", "zsplit"] = "wilcox",
    method: Literal["auto", "exact", "asymptotic"] = "auto",
    correction: bool = False,
    decimals: int | None = None,
    alternative: Alternative = "two-sided",
) -> TestResult:
    r"""Wilcoxon signed-rank test for paired differences.

    The absolute differences are ranked, ties sharing their mean rank; the statistic is
    the sum of the ranks of those above 0:

    .. math:: W^+ = \sum_{i:\, d_i > 0} \operatorname{rank}(|d_i|)

    If all differences are symmetric around 0, each rank is in the sum with probability
    ½. The exact p-value is the proportion of the :math:`2^m` sums that are at least as
    extreme, with the mean ranks of the data.

    Parameters
    ----------
    x : array_like of shape (n_pairs,)
        A number per pair, such as the score of the first model on each data set; or,
        without ``y``, the differences themselves.
    y : array_like of shape (n_pairs,), optional
        The other number of each pair.
    zero_method : {"wilcox", "pratt", "zsplit"}, default="wilcox"
        What happens to differences of 0. "wilcox": they are left out. "pratt": they
        are ranked, then their ranks are left out. "zsplit": half the sum of their
        ranks counts to each side; Demšar [3]_ does that, but drops one of an odd number
        of them.
    method : {"auto", "exact", "asymptotic"}, default="auto"
        "exact": by the distribution of the sum, for at most 1,000 differences other
        than 0. "asymptotic": by a normal distribution with its mean and its variance,
        which ties make smaller. "auto": exact for at most 200.
    correction : bool, default=False
        Move the statistic by ½ towards its mean; only the asymptotic p-value heeds it.
    decimals : int, optional
        Round the differences to so many decimals. Differences of decimal numbers are
        not exact: 0.83 - 0.80 and 0.81 - 0.78 are not equal.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the numbers of ``x`` are the greater ones.

    Returns
    -------
    TestResult
        ``statistic`` is :math:`W^+`. ``estimate`` is the Hodges–Lehmann estimate: the
        median of the averages :math:`(d_i + d_j) / 2` of all pairs of differences,
        including each with itself. The bounds of its interval are two of these
        averages. ``notes`` say how many differences were left out, and that rounding
        would tie more of them.

    Raises
    ------
    ValueError
        If there are fewer than two pairs, lengths differ, a number is NaN or infinite,
        or an option is unknown.

    See Also
    --------
    sign_test : heeds only which number of a pair is the greater one.
    bayesian_signed_rank_test : how probable it is that they differ by what matters.

    Notes
    -----
    Assumes independent pairs whose differences are symmetric around one centre: where
    they are skewed, the level is not the nominal one. The exact level is never above
    it; for n = 13 differences without ties and α = 0.05 it is 0.0479, and fewer than
    six cannot be significant.

    R's ``V`` is this statistic; SciPy's of a two-sided test is the smaller one of
    :math:`W^+` and :math:`W^-`, and SciPy's asymptotic variance with "zsplit" is larger
    where there are zeros, as if their halved ranks were random. All differences of 0:
    the p-value is 1. The interval assumes a continuous distribution, and is unbounded
    if there are too few differences for the level; differences of 0 are among the
    averages, whatever ``zero_method`` is (R leaves them out). O(n²) time and memory up
    to some 2,800 differences, O(n log² n) time and O(n) memory beyond.

    References
    ----------
    .. [1] F. Wilcoxon, "Individual comparisons by ranking methods", Biometrics
       Bulletin 1, 1945, 80-83.
    .. [2] J. W. Pratt, "Remarks on zeros and ties in the Wilcoxon signed rank
       procedures", Journal of the American Statistical Association 54, 1959, 655-667.
    .. [3] J. Demšar, "Statistical comparisons of classifiers over multiple data sets",
       Journal of Machine Learning Research 7, 2006, 1-30.
    .. [4] J. L. Hodges and E. L. Lehmann, "Estimates of location based on rank tests",
       Annals of Mathematical Statistics 34, 1963, 598-611.

    Examples
    --------
    >>> from fastmetrics import wilcoxon_signed_rank_test
    >>> result = wilcoxon_signed_rank_test(
    ...     [0.81, 0.92, 0.75, 0.68, 0.88, 0.79, 0.91],
    ...     [0.79, 0.90, 0.76, 0.61, 0.85, 0.71, 0.9],
    ...     decimals=2,
    ... )
    >>> result.statistic
    26.5
    >>> round(result.pvalue, 4)
    0.0469
    >>> round(result.estimate, 4)
    0.0275
    """
    check_alternative(alternative)
    check_flag(correction, "correction")
    for name, value, known in (
        ("zero_method", zero_method, ZERO_METHODS),
        ("method", method, METHODS),
    ):
        check_choice(value, known, name)
    differences = read_differences(x, y)
    values = rounded(differences.values, decimals)
    sizes = np.sort(np.abs(values))
    ranked = _rank(values, sizes, zero_method)
    exact = method == "exact" or (method == "auto" and len(ranked.ranks) <= AUTO_RANKS)
    if method == "exact" and len(ranked.ranks) > MOST_TERMS:
        raise ValueError(
            f"method='exact' takes at most {MOST_TERMS:,} differences other than 0, "
            f"got {len(ranked.ranks):,}."
        )
    if exact:
        pvalue = _exact(ranked, alternative)
    else:
        pvalue = _asymptotic(ranked, correction, alternative)
    ordered = np.sort(values)
    rule = partial(_critical_exact, ranked) if exact else None
    return TestResult(
        statistic=ranked.statistic,
        pvalue=pvalue,
        method=say("exact Wilcoxon signed-rank test")
        if exact
        else say("asymptotic Wilcoxon signed-rank test"),
        statistic_name="W⁺",
        distribution="permutation" if exact else "normal",
        n=len(ranked.ranks) if zero_method == "wilcox" else len(ordered),
        alternative=alternative,
        estimate=median_average(ordered),
        estimate_name=say("Hodges–Lehmann centre of {what}", what=differences.name),
        exact=exact,
        notes=_notes(sizes, differences.largest, ranked.n_zeros, zero_method),
        found=_found(ordered, ranked),
        claim=CLAIMS[alternative],
        bounds=partial(_bounds, ordered),
        critical=partial(
            rule or partial(_critical_asymptotic, ranked, correction), alternative
        ),
        detectable=partial(
            student_tests.of_differences, len(ordered), _deviation(ordered), alternative
        ),
        null_law=partial(_null_distribution, ranked, exact),
    )


class _RankedDifferences(NamedTuple):
    """Ranked differences, as the test reads them.

    ``ranks``: twice the ranks of the differences other than 0; ``above``: twice the sum
    of those above 0; ``halves``: twice what zeros add to W⁺ and to W⁻ alike.
    """

    ranks: NDArray[np.int64]
    above: int
    halves: float
    n_zeros: int

    @property
    def statistic(self) -> float:
        return (self.above + self.halves) / 2

    @property
    def centre(self) -> float:
        """The mean of W⁺, which is symmetric around it."""
        return (int(self.ranks.sum()) / 2 + self.halves) / 2

    @property
    def deviation(self) -> float:
        """The standard deviation of W⁺: of each rank r times 0 or 1 it is r / 2."""
        return math.sqrt(float(np.square(self.ranks, dtype=np.float64).sum())) / 4


def _rank(
    values: NDArray[np.float64], sizes: NDArray[np.float64], zero_method: str
) -> _RankedDifferences:
    """Rank differences, whose sizes are given in their order, and heed the zeros."""
    n_zeros = len(values) - int(np.count_nonzero(values))
    others = values[values != 0] if n_zeros else values
    each = np.abs(others)
    # The mean of ranks a to b is (a + b) / 2.
    ranks = sizes.searchsorted(each) + sizes.searchsorted(each, "right") + 1
    halves = 0.0
    if zero_method == "wilcox":
        ranks -= 2 * n_zeros
    elif zero_method == "zsplit":
        halves = n_zeros * (n_zeros + 1) / 2
    return _RankedDifferences(ranks, int(ranks[others > 0].sum()), halves, n_zeros)


def _exact(ranked: _RankedDifferences, alternative: str) -> float:
    distribution = SignedSums(ranked.ranks)
    if alternative == "greater":
        return distribution.upper_tail(ranked.above)
    if alternative == "less":
        return distribution.lower_tail(ranked.above)
    below = int(ranked.ranks.sum()) - ranked.above
    return min(1.0, 2 * distribution.lower_tail(min(ranked.above, below)))


def _asymptotic(
    ranked: _RankedDifferences, correction: bool, alternative: Alternative
) -> float:
    away = ranked.statistic - ranked.centre
    if ranked.deviation == 0:  # all differences are 0
        return 1.0
    if correction:
        away -= {"greater": 0.5, "less": -0.5}.get(alternative, np.sign(away) / 2)
    return pvalue_of(away / ranked.deviation, "normal", None, alternative)


def _null_distribution(ranked: _RankedDifferences, exact: bool) -> NullLaw:
    """Return the distribution of W⁺ if the differences are symmetric around 0."""
    if not exact:
        return normal_law(ranked.centre, ranked.deviation)
    sums, chances = SignedSums(ranked.ranks).chances()
    at = (sums + ranked.halves) / 2
    return NullLaw(at, chances, "chances", "away", ranked.centre)


def _critical_exact(ranked: _RankedDifferences, alternative: str, alpha: float) -> Any:
    two_sided = alternative == "two-sided"
    outermost = SignedSums(ranked.ranks).quantile(alpha / 2 if two_sided else alpha)
    low = (outermost + ranked.halves) / 2
    return _of_tails(low, 2 * ranked.centre - low, alternative)


def _critical_asymptotic(
    ranked: _RankedDifferences, correction: bool, alternative: str, alpha: float
) -> Any:
    tail = alpha / 2 if alternative == "two-sided" else alpha
    half = -NormalDist().inv_cdf(tail) * ranked.deviation + correction / 2
    return _of_tails(ranked.centre - half, ranked.centre + half, alternative)


def _of_tails(low: float, high: float, alternative: str) -> Any:
    return {"two-sided": (low, high), "greater": high, "less": low}[alternative]


def _bounds(ordered: NDArray[np.float64], level: float) -> tuple[float, float]:
    """Return the interval that holds all centres which the test would not reject."""
    n, tail = len(ordered), (1 - level) / 2
    if n <= AUTO_RANKS:
        k = SignedSums(2 * np.arange(1, n + 1)).quantile(tail) // 2
    else:
        distribution = NormalDist(
            n * (n + 1) / 4, math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
        )
        k = max(0, math.floor(distribution.inv_cdf(tail)))
    if k == 0:
        return -math.inf, math.inf
    low, high = order_statistics(ordered, [k, number_of_averages(n) + 1 - k])
    return low, high


def _deviation(values: NDArray[np.float64]) -> float:
    with np.errstate(over="ignore", invalid="ignore"):
        return float(np.std(values, ddof=1))


def _found(ordered: NDArray[np.float64], ranked: _RankedDifferences) -> str:
    above = int(np.count_nonzero(ordered > 0))
    below = len(ordered) - above - ranked.n_zeros
    return say(
        "of {n} differences {above} are above 0, {below} below and {equal} equal to "
        "it; W⁺ = {positive}, W⁻ = {negative}",
        n=count(len(ordered)),
        above=count(above),
        below=count(below),
        equal=count(ranked.n_zeros),
        positive=count(ranked.statistic),
        negative=count(2 * ranked.centre - ranked.statistic),
    )


def _notes(
    sizes: NDArray[np.float64], largest: float, n_zeros: int, zero_method: str
) -> tuple[str, ...]:
    notes = []
    if n_zeros and zero_method != "zsplit":
        if zero_method == "wilcox":
            notes.append(say("differences of 0 are left out: {n}", n=n_zeros))
        else:
            notes.append(say("ranks of differences of 0 are left out: {n}", n=n_zeros))
    # Digits of the largest number, for its size need not be near 1.
    unit = largest * 10.0**-MEANT_DIGITS
    if unit > 0:
        rounded = np.round(sizes / unit)
        more = np.count_nonzero(sizes[1:] != sizes[:-1]) - np.count_nonzero(
            rounded[1:] != rounded[:-1]
        )
        if more:
            notes.append(
                say(
                    "rounding to {digits} digits would tie more of the differences (by "
                    "{more}): where the numbers are decimals, give decimals=",
                    digits=MEANT_DIGITS,
                    more=int(more),
                )
            )
    return tuple(notes)


# --- distribution of a sum of ranks with random signs: Wilcoxon's W⁺
# Ranks are doubled, so mean ranks of ties are whole numbers as well. How many of the 2ᵐ
# choices of signs give each sum is counted exactly, rank by rank; counts are floats,
# whose relative error stays below 1e-13 as nothing is subtracted.

# The number of choices of signs is a float.
MOST_TERMS = 1000


class SignedSums:
    """Distribution of the sum of ranks with a plus, if all signs are equally likely.

    Parameters
    ----------
    doubled : ndarray of shape (m,)
        Twice the ranks, as whole numbers, of at most ``MOST_TERMS``.
    """

    def __init__(self, doubled: NDArray[np.int64]) -> None:
        ranks = np.sort(doubled)
        # Without ties all are even, and there are half as many sums.
        self._unit = 2 if len(ranks) and not (ranks & 1).any() else 1
        self._ranks: list[int] = (ranks // self._unit).tolist()
        self._total = sum(self._ranks)

    def lower_tail(self, doubled_sum: int) -> float:
        """Return P(2 W ≤ s)."""
        s = doubled_sum // self._unit
        if 2 * s >= self._total:  # the distribution is symmetric
            return 1 - self._below_middle(self._total - s - 1)
        return self._below_middle(s)

    def upper_tail(self, doubled_sum: int) -> float:
        """Return P(2 W ≥ s)."""
        s = -(-doubled_sum // self._unit)
        return self.lower_tail((self._total - s) * self._unit)

    def chances(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return all doubled sums, and the chance of each."""
        chances = self._counts(self._total) * 0.5 ** len(self._ranks)
        return np.arange(self._total + 1.0) * self._unit, chances

    def quantile(self, tail: float) -> int:
        """Return the largest doubled sum s with P(2 W < s) ≤ tail, for a tail < 1."""
        below = np.cumsum(self._counts(self._total)) * 0.5 ** len(self._ranks)
        # One place less has the probability to be below this one.
        place = int(np.searchsorted(below, tail * (1 + 1e-12), side="right"))
        return min(place, self._total) * self._unit

    def _below_middle(self, s: int) -> float:
        if s < 0:
            return 0.0
        return math.ldexp(float(self._counts(s).sum()), -len(self._ranks))

    def _counts(self, top: int) -> NDArray[np.float64]:
        """Return how many choices of signs give each sum, for sums up to ``top``."""
        counts = np.zeros(top + 1)
        counts[0] = 1
        end = 1  # of the sums that there are so far
        for rank in self._ranks:
            if rank > top:
                break
            keep = min(end, top + 1 - rank)
            counts[rank : rank + keep] += counts[:keep].copy()
            end = min(end + rank, top + 1)
        return counts
