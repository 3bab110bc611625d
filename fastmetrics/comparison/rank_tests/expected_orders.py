"""Page's test for an expected order of the models, and Quade's test."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from functools import partial, reduce
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastmetrics._common.names import listed, rounded, shown
from fastmetrics._common.null_laws import NullLaw, drawn_law, normal_law
from fastmetrics._common.options import (
    check_choice,
    check_flag,
    check_resamples,
    seed_of,
)
from fastmetrics._common.test_result import TestResult, check_alternative, pvalue_of
from fastmetrics.comparison.rank_tests.friedman import (
    METHODS,
    PICTURE_SEED,
    TIES,
    RankSums,
    RankTestResult,
    called,
    drawn_note,
    nearly_tied_note,
    result_of_orders,
)
from fastmetrics.comparison.rank_tests.ranks import (
    Row,
    doubled_ranks,
    drawn_sums,
    several_data_sets,
)
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Alternative


# Additions of chances: about a second, and some minutes.
_WORK_BY_ITSELF = 5e8
_MOST_WORK = 5e10
# Models of which the subsets are gone through.
_MOST_MODELS = 14


def page_test(
    scores: ArrayLike | Mapping[Any, ArrayLike],
    *,
    order: Sequence[Hashable] | None = None,
    ties: Literal["corrected", "ignored"] = "corrected",
    method: Literal["auto", "exact", "asymptotic", "monte-carlo"] = "auto",
    greater_is_better: bool = True,
    decimals: int | None = None,
    alternative: Alternative = "greater",
    n_resamples: int = 9999,
    random_state: int | np.random.Generator | None = None,
) -> TestResult:
    r"""Page's trend test for an expected order of models.

    With :math:`R_j` the sum over N data sets of the ranks of the model that was
    expected at place j of k,

    .. math:: L = \sum_j j R_j, \qquad z = \frac{L - N k (k + 1)^2 / 4}
              {\sqrt{N k^2 (k + 1)^2 (k - 1) / 144}}

    Ties make the variance smaller, by the share that the ranks of each data set have of
    the variance of 1, 2, ..., k.

    Parameters
    ----------
    scores : array_like of shape (n_datasets, n_models), data frame or dict
        A row per data set, a column per model; of a dict each value is the column of
        the model that its key names.
    order : sequence of names, optional
        All models, the one that is expected to be the best first; positions where the
        columns have no names. It must have been fixed before the scores were seen. By
        default the columns as they stand.
    ties : {"corrected", "ignored"}, default="corrected"
        Whether the normal distribution takes account of ties. Without ties both are the
        same.
    method : {"auto", "exact", "asymptotic", "monte-carlo"}, default="auto"
        "exact": every order of each data set's ranks is equally likely, ties stay.
        "asymptotic": the normal distribution. "monte-carlo": that many random orders.
        "auto": exact where that takes about a second at most (100 data sets of 8
        models, 30 of 10), else asymptotic.
    greater_is_better : bool, default=True
        Whether the largest score gets rank 1; False for errors and losses.
    decimals : int, optional
        To how many decimals scores are rounded before they are ranked. Results of
        decimal fractions seldom tie in binary: 0.1 + 0.2 is not 0.3.
    alternative : {"greater", "two-sided", "less"}, default="greater"
        "greater": the models are in the order expected; "less": in the reverse one.
    n_resamples : int, default=9999
        How many permutations are drawn.
    random_state : int, numpy.random.Generator or None, default=None
        What these are drawn with; the same number gives the same p-value.

    Returns
    -------
    TestResult
        ``statistic`` is L; ``estimate`` the mean over data sets of Spearman's
        correlation of their ranks with the order expected (of ties: of mid-ranks,
        divided as if there were none), in [-1, 1].

    Raises
    ------
    ValueError
        If there are fewer than two models or two data sets, ``order`` does not name
        each model once, a score is NaN or infinite, an option is unknown, or an exact
        p-value is out of reach.
    TypeError
        If ``order`` is not a sequence.

    See Also
    --------
    friedman_test : without an expected order; weaker where there is one.

    Notes
    -----
    SciPy's ``page_trend_test`` expects the scores of columns to rise; its exact
    p-values are of ranks without ties. Ranks here begin with the best, which makes the
    same L of ``order`` reversed.

    In simulations without a difference the normal distribution at level 0.05 rejected
    0.055 of tables of 6 data sets and 4 models, and 0.047 of 30 and 5.

    References
    ----------
    .. [1] E. B. Page, "Ordered hypotheses for multiple treatments: a significance test
       for linear ranks", Journal of the American Statistical Association 58(301), 1963,
       216-230.

    Examples
    --------
    >>> from fastmetrics import page_test
    >>> scores = {"small": [0.7, 0.6, 0.5, 0.6], "large": [0.9, 0.8, 0.7, 0.9],
    ...           "medium": [0.8, 0.6, 0.6, 0.8]}
    >>> result = page_test(scores, order=["large", "medium", "small"])
    >>> result.statistic, round(result.pvalue, 6), round(result.estimate, 4)
    (55.5, 0.001543, 0.9375)
    """
    check_choice(ties, TIES, "ties")
    check_choice(method, METHODS, "method")
    check_flag(greater_is_better, "greater_is_better")
    check_alternative(alternative)
    check_resamples(n_resamples)
    table = several_data_sets(scores, decimals)
    places = _places(order, table.models)
    values = table.values[:, places]
    ranks = doubled_ranks(values, greater_is_better)
    n, k = ranks.shape
    trend = Trend(ranks - (k + 1))
    pvalue, kind = _pvalue(trend, ties, method, alternative, n_resamples, random_state)
    notes = [drawn_note(pvalue, n_resamples)] if kind == "monte-carlo" else []
    if decimals is None:
        notes += nearly_tied_note(values, ranks, greater_is_better)
    return TestResult(
        statistic=trend.found / 4 + n * k * (k + 1) ** 2 / 4,
        pvalue=pvalue,
        method=_NAMES[kind],
        statistic_name="L",
        distribution="permutation" if kind != "asymptotic" else "normal",
        n=n,
        alternative=alternative,
        estimate=trend.found / (n * k * (k * k - 1) // 3),
        estimate_name=say("mean rank correlation with the order expected"),
        exact=kind == "exact",
        notes=tuple(notes),
        null_law=partial(
            _null_distribution, trend, ties, kind == "asymptotic", n_resamples
        ),
        found=say(
            "{k} models on {n} data sets, expected in the order {order}",
            k=k,
            n=n,
            order=_written([table.models[i] for i in places]),
        ),
        claim=_CLAIMS[alternative],
        critical=_no_critical_value,
    )


_NAMES = {
    "exact": say("exact Page test"),
    "asymptotic": say("Page test"),
    "monte-carlo": say("Monte Carlo Page test"),
}
_CLAIMS = {
    "greater": say("the models are in the order expected"),
    "less": say("the models are in the reverse order"),
    "two-sided": say("the models are in the order expected or in the reverse"),
}


class Trend(NamedTuple):
    """Ranks of models in the order expected, doubled and centred.

    Four times L minus its mean is the sum of their products with the places, which are
    doubled and centred as well.
    """

    ranks: NDArray[np.int64]

    @property
    def places(self) -> NDArray[np.int64]:
        """The places that the models were expected at."""
        k = self.ranks.shape[1]
        return 2 * np.arange(1, k + 1) - (k + 1)

    @property
    def found(self) -> int:
        """Four times L less its mean."""
        return int(np.sum(self.ranks.sum(axis=0) * self.places))

    def z(self, ties: str) -> float:
        """Return L less its mean in standard deviations; 0 where all is tied."""
        n, k = self.ranks.shape
        each = k * (k * k - 1) // 3  # the squares of k ranks without ties
        whole = int(np.sum(self.ranks**2)) if ties == "corrected" else n * each
        return self.found / math.sqrt(each * whole / (k - 1)) if whole else 0.0


def _pvalue(
    trend: Trend,
    ties: str,
    method: str,
    alternative: Alternative,
    n_resamples: int,
    random_state: Any,
) -> tuple[float, str]:
    """Return the p-value and its distribution."""
    statistic = trend.found
    if method in ("auto", "exact"):
        most = _WORK_BY_ITSELF if method == "auto" else _MOST_WORK
        if _work(trend) <= most:
            return _exact_tail(trend, alternative), "exact"
        if method == "exact":
            n, k = trend.ranks.shape
            raise ValueError(
                f"The exact distribution for {n} data sets and {k} models is out of "
                "reach: take "
                "method='monte-carlo' or 'asymptotic'."
            )
    if method == "monte-carlo":
        rows: list[Row] = [
            (np.arange(len(row)), row) for row in trend.ranks.astype(float)
        ]
        extreme = 0
        k = trend.ranks.shape[1]
        for sums in drawn_sums(rows, k, n_resamples, seed_of(random_state)):
            drawn = _extreme(sums @ trend.places, statistic, alternative)
            extreme += int(np.count_nonzero(drawn))
        return (1 + extreme) / (1 + n_resamples), "monte-carlo"
    if statistic == 0 and alternative == "two-sided":
        return 1.0, "asymptotic"
    return pvalue_of(trend.z(ties), "normal", None, alternative), "asymptotic"


def _null_distribution(
    trend: Trend, ties: str, is_normal: bool, n_resamples: int
) -> NullLaw:
    """Return the null distribution of L: normal, or sampled."""
    n, k = trend.ranks.shape
    mean = n * k * (k + 1) ** 2 / 4
    if is_normal:
        z = trend.z(ties)
        return normal_law(mean, trend.found / 4 / z if z else 0.0)
    rows: list[Row] = [(np.arange(k), row) for row in trend.ranks.astype(float)]
    blocks = drawn_sums(rows, k, n_resamples, PICTURE_SEED)
    drawn = np.concatenate([sums @ trend.places for sums in blocks])
    return drawn_law(drawn / 4 + mean)._replace(centre=mean)


def _extreme(
    drawn: NDArray[Any], statistic: int, alternative: str
) -> NDArray[np.bool_]:
    """Return which sums are at least as extreme as the observed one."""
    if alternative == "greater":
        return drawn >= statistic
    if alternative == "less":
        return drawn <= statistic
    return np.abs(drawn) >= abs(statistic)


def _work(trend: Trend) -> float:
    """Return the approximate number of additions for the exact distribution."""
    n, k = trend.ranks.shape
    if k > _MOST_MODELS:
        return math.inf
    width = k * (k * k - 1) // 3 + 1  # sums of one data set, in steps of 2
    kinds = len(np.unique(np.sort(trend.ranks, axis=1), axis=0))
    return float(kinds * k * 2**k * width / 2 + width * width * n * (n + 1) / 2)


def _exact_tail(trend: Trend, alternative: str) -> float:
    """Return the probability of sums at least as extreme.

    Distributions are arrays of probabilities of sums from the smallest up, in steps of
    2: all sums of a data set are even or all are odd.
    """
    rows = np.sort(trend.ranks, axis=1)
    kinds, counts = np.unique(rows, axis=0, return_counts=True)
    distribution, least = np.ones(1), 0
    for kind, count in zip(kinds, counts.tolist(), strict=True):
        of_row, lowest = _row_distribution(kind.tolist(), trend.places.tolist())
        for _ in range(count):
            distribution = np.convolve(distribution, of_row)
            least += lowest
    sums = least + 2 * np.arange(len(distribution))
    extreme = _extreme(sums, trend.found, alternative)
    if not distribution[~extreme].any():
        return 1.0
    return min(1.0, math.fsum(distribution[extreme].tolist()))


def _row_distribution(
    ranks: list[int], places: list[int]
) -> tuple[NDArray[np.float64], int]:
    """Return the distribution of Σ place · rank if all orders are equally likely.

    Ranks are dealt out one after the other; the models that have theirs are the bits
    of a number. Measured from the lowest rank and the first place, products are not
    negative, and each is half of its term in the sum, as places add up to 0.
    """
    k = len(ranks)
    above = [rank - ranks[0] for rank in ranks]
    size = sum(a * w for a, w in zip(above, range(k), strict=True)) + 1
    dealt = {0: np.ones(1)}
    for at, one in enumerate(above):
        after: dict[int, NDArray[np.float64]] = {}
        for models, distribution in dealt.items():
            chances = distribution / (k - at)
            for model in range(k):
                if models >> model & 1:
                    continue
                sums = after.setdefault(models | 1 << model, np.zeros(size))
                sums[one * model : one * model + len(distribution)] += chances[
                    : size - one * model
                ]
        dealt = after
    return dealt[(1 << k) - 1], places[0] * sum(above)


def _places(order: Any, models: tuple[Any, ...]) -> list[int]:
    """Return the positions of the models in the order expected."""
    if order is None:
        return [*range(len(models))]
    has_names = hasattr(order, "__iter__") and getattr(order, "ndim", 1) > 0
    if isinstance(order, str | bytes) or not has_names:
        raise TypeError(
            f"order must be a sequence of names of models, got {shown(order)}."
        )
    names = [name.item() if isinstance(name, np.generic) else name for name in order]
    known = [isinstance(name, Hashable) and name in models for name in names]
    if len(names) != len(models) or not all(known) or len({*names}) != len(models):
        raise ValueError(
            f"order must name each of the models {listed(models)} once, got "
            f"{listed(names)}."
        )
    return [models.index(name) for name in names]


# A sentence names so many of the models, and the last one.
_MOST_NAMED = 8


def _written(models: Sequence[Any]) -> str:
    """Return an order as a sentence writes it."""
    names = [called(model) for model in models[:_MOST_NAMED]]
    if len(models) > _MOST_NAMED:
        names += ["…", called(models[-1])]
    return reduce(lambda first, rest: say("{a} > {b}", a=first, b=rest), names)


def _no_critical_value(alpha: float) -> float:
    """Say that there is no table of L: its distribution depends on ties."""
    return math.nan


# ----------------------------------------------------------------------- weighted ranks
# Quade's test: ranks of models, weighted by the range of scores on a data set.


def quade_test(
    scores: ArrayLike | Mapping[Any, ArrayLike],
    *,
    method: Literal["auto", "exact", "asymptotic", "monte-carlo"] = "auto",
    greater_is_better: bool = True,
    decimals: int | None = None,
    n_resamples: int = 9999,
    random_state: int | np.random.Generator | None = None,
) -> RankTestResult:
    r"""Quade test for several models, with data sets weighted by their range.

    With :math:`r_{ij}` the rank of model j of k on data set i of N, and :math:`Q_i` the
    rank of that data set by the range of its scores, the smallest range first,

    .. math:: S_{ij} = Q_i \left(r_{ij} - \frac{k + 1}{2}\right), \qquad
              F = \frac{(N - 1)\,B}{A - B}, \qquad
              A = \sum_{ij} S_{ij}^2, \qquad
              B = \frac1N \sum_j \Bigl(\sum_i S_{ij}\Bigr)^2

    Parameters
    ----------
    scores : array_like of shape (n_datasets, n_models), data frame or dict
        A row per data set, a column per model; of a dict each value is the column of
        the model that its key names. Ranges of scores must be comparable from one data
        set to another: one metric on one scale.
    method : {"auto", "exact", "asymptotic", "monte-carlo"}, default="auto"
        "exact": every order of each data set's ranks is equally likely, ties stay.
        "asymptotic": F with (k - 1, (k - 1)(N - 1)) degrees of freedom. "monte-carlo":
        that many random orders. "auto": exact where that takes about a second at most
        (12 data sets of 3 models, 7 of 4), else asymptotic.
    greater_is_better : bool, default=True
        Whether the largest score gets rank 1; False for errors and losses. The test is
        the same, mean ranks are turned.
    decimals : int, optional
        To how many decimals scores and ranges are rounded before they are ranked.
        Results of decimal fractions seldom tie in binary: 0.1 + 0.2 is not 0.3.
    n_resamples : int, default=9999
        How many permutations are drawn.
    random_state : int, numpy.random.Generator or None, default=None
        What these are drawn with; the same number gives the same p-value.

    Returns
    -------
    RankTestResult
        A `TestResult` with ``models``, ``mean_ranks`` (weighted by :math:`Q_i`, in [1,
        k]), ``n_datasets`` and ``kendall_w`` of the ranks without weights, which is
        also the estimate.

    Raises
    ------
    ValueError
        If there are fewer than two models or two data sets, a score is NaN or infinite,
        an option is unknown, or an exact p-value is out of reach.

    See Also
    --------
    friedman_test : all data sets weigh the same; stronger with five models or more.
    aligned_ranks_test : ranks across data sets.
    pairwise_tests : which models differ from which.

    Notes
    -----
    Two models make it Wilcoxon's signed-rank test, of which the exact p-value is the
    same. Tied ranks and ranges share their mean rank. If every data set ranks the
    models alike and all ranges tie, F is infinite and the p-value is the exact
    :math:`M^{1 - N}`, with M the number of different orders of that ranking.

    In simulations without a difference the F distribution at level 0.05 rejected 0.048
    of tables of 6 data sets and 4 models, and 0.049 of 30 and 5.

    References
    ----------
    .. [1] D. Quade, "Using weighted rankings in the analysis of complete blocks with
       additive block effects", Journal of the American Statistical Association 74(367),
       1979, 680-683.
    .. [2] W. J. Conover, Practical nonparametric statistics, 3rd edition, Wiley, 1999,
       section 5.8.

    Examples
    --------
    >>> from fastmetrics import quade_test
    >>> scores = {"A": [5, 1, 16, 5, 10, 19, 10], "B": [4, 3, 12, 4, 9, 18, 7],
    ...           "C": [7, 1, 22, 3, 7, 28, 6], "D": [10, 0, 22, 5, 13, 37, 8],
    ...           "E": [12, 2, 35, 4, 10, 58, 7]}
    >>> result = quade_test(scores, method="asymptotic")
    >>> round(result.statistic, 4), result.df, round(result.pvalue, 4)
    (3.8293, (4, 24), 0.0152)
    """
    check_choice(method, METHODS, "method")
    check_flag(greater_is_better, "greater_is_better")
    check_resamples(n_resamples)
    table = several_data_sets(scores, decimals)
    ranks = doubled_ranks(table.values, greater_is_better)
    k = ranks.shape[1]
    # Halves keep the range of numbers near the largest that there are.
    halves = table.values / 2
    ranges = rounded(2 * (halves.max(axis=1) - halves.min(axis=1)), decimals)
    weights = doubled_ranks(np.minimum(ranges, np.finfo(float).max)[None], False)[0]
    sums = RankSums.of_rows(weights[:, None] * (ranks - (k + 1)))
    notes = []
    if decimals is None:
        notes = nearly_tied_note(table.values, ranks, greater_is_better) or (
            nearly_tied_note(ranges[None], weights[None], False)
        )
    return result_of_orders(
        sums,
        "f",
        method,
        n_resamples,
        random_state,
        names=_METHOD_NAMES,
        notes=notes,
        models=table.models,
        mean_ranks=weights @ ranks / (2 * weights.sum()),
        concordance=RankSums.of(ranks, "corrected").concordance,
    )


_METHOD_NAMES = {
    "exact": say("exact Quade test"),
    "asymptotic": say("Quade test"),
    "monte-carlo": say("Monte Carlo Quade test"),
}
