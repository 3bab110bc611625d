"""The sign test: how often one of two numbers is the greater one."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Literal

import numpy as np

from fastmetrics._common import binomial
from fastmetrics._common.names import shown
from fastmetrics._common.null_laws import binomial_law
from fastmetrics._common.options import is_one_of
from fastmetrics._common.test_result import TestResult, check_alternative
from fastmetrics.comparison import detectable_effects
from fastmetrics.comparison.paired_tests.paired_rows import median, read_differences
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Alternative


__all__ = ["critical_heads", "sign_test"]

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
    if not is_one_of(ties, TIES):
        raise ValueError(f"ties must be one of {TIES}, got {shown(ties)}.")
    found = read_differences(x, y)
    values = np.sort(found.values)
    above = int(np.count_nonzero(values > 0))
    below = int(np.count_nonzero(values < 0))
    equal = len(values) - above - below
    share = equal // 2 if ties == "split" else 0
    wins, pairs = above + share, above + below + 2 * share
    return TestResult(
        statistic=float(wins),
        pvalue=binomial.pvalue(wins, pairs, 0.5, alternative),
        method=say("exact sign test"),
        statistic_name=say("wins"),
        distribution="binomial",
        n=pairs,
        alternative=alternative,
        estimate=median(values),
        estimate_name=say("median of {what}", what=found.name),
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
            detectable_effects.of_wins, len(values), above + below, alternative
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
    k, _ = binomial.critical_counts(len(ordered), 0.5, "less", (1 - level) / 2)
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
    low, high = binomial.critical_counts(tosses, 0.5, alternative, alpha, mid)
    if alternative == "two-sided":
        return float(low), float(high)
    return float(high if alternative == "greater" else low)
