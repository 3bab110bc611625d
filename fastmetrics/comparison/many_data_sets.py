"""Several models on several data sets: the whole comparison in one call."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastmetrics._common.names import rounded, shown
from fastmetrics._common.options import (
    check_choice,
    check_level,
    is_one_of,
    nonnegative,
    seed_of,
)
from fastmetrics.comparison.dataset_comparison import DatasetComparison
from fastmetrics.comparison.paired_rows import bayesian_signed_rank_test
from fastmetrics.comparison.rank_tests.expected_orders import quade_test
from fastmetrics.comparison.rank_tests.friedman import (
    RankTestResult,
    friedman_test,
    skillings_mack_test,
)
from fastmetrics.comparison.rank_tests.joint_ranks import aligned_ranks_test
from fastmetrics.comparison.rank_tests.pairs import (
    OF_TWO,
    bonferroni_dunn_test,
    pairwise_tests,
)
from fastmetrics.comparison.rank_tests.ranks import several_data_sets

if TYPE_CHECKING:
    from fastmetrics.comparison.pairwise_result import PairwiseResult
    from fastmetrics.comparison.student_tests import RopeProbabilities

# Tests of whether any models differ.
_OMNIBUS: dict[str, Callable[..., RankTestResult]] = {
    "friedman": friedman_test,
    "quade": quade_test,
    "aligned-ranks": aligned_ranks_test,
}
# Those whose statistic can be corrected for ties, or not.
_WITH_TIES = ("friedman", "aligned-ranks")
MISSING = ("raise", "skillings-mack")
# Pairs of scores that are compared at once.
_BLOCK = 1 << 22


def compare_across_datasets(
    scores: ArrayLike | Mapping[Any, ArrayLike],
    *,
    alpha: float = 0.05,
    omnibus: Literal["friedman", "quade", "aligned-ranks"] | None = "friedman",
    ties: Literal["corrected", "ignored"] = "corrected",
    post_hoc: Literal[
        "nemenyi", "rank-z", "conover", "wilcoxon", "sign", "t"
    ] = "nemenyi",
    control: Hashable | None = None,
    adjust: str | None = "auto",
    greater_is_better: bool = True,
    decimals: int | None = None,
    missing: Literal["raise", "skillings-mack"] = "raise",
    rope: float | None = None,
    random_state: int | np.random.Generator | None = None,
) -> DatasetComparison:
    """Compare several models by their scores on several data sets.

    Demšar's recipe in one call: a test of whether any models differ, Friedman's unless
    asked otherwise; if it rejects, tests of pairs; groups, letters, sentences, tables
    and the diagram.

    Parameters
    ----------
    scores : array_like of shape (n_datasets, n_models), data frame or dict
        A row per data set, a column per model; of a dict each value is the column of
        the model that its key names.
    alpha : float in (0, 1), default=0.05
        The level of the omnibus test, and of all tests of pairs together.
    omnibus : {"friedman", "quade", "aligned-ranks"} or None, default="friedman"
        The omnibus test before the tests of pairs: `friedman_test`, `quade_test` or
        `aligned_ranks_test`, by its exact distribution if that is feasible. The last
        two find more of few models, and take sizes of differences to be comparable from
        one data set to another. None: pairs are tested in any case, which is as valid
        where their p-values are adjusted.
    ties : {"corrected", "ignored"}, default="corrected"
        Whether ties enlarge the statistic. It belongs to the omnibus test, as in
        `friedman_test` and `aligned_ranks_test`; Demšar's formula ignores ties.
    post_hoc : {"nemenyi", "rank-z", "conover", "wilcoxon", "sign", "t"}, \
default="nemenyi"
        The test of a pair, as `pairwise_tests` takes it. "nemenyi" is Demšar's; against
        a control it is Bonferroni and Dunn's, which is his too. "wilcoxon" is what
        `pairwise_tests` recommends: its verdict on two models does not depend on which
        others are compared.
    control : object, optional
        Name of the model that all others are compared with; its position where the
        columns have no names. By default all pairs are compared.
    adjust : str or None, default="auto"
        How p-values are adjusted for the number of pairs: as `adjust_pvalues` does;
        None: not at all. "auto": Holm's method; none for Nemenyi's test, whose
        distribution already covers all pairs; Bonferroni's method for the
        Bonferroni–Dunn test.
    greater_is_better : bool, default=True
        Whether the largest score gets rank 1; False for errors and losses.
    decimals : int, optional
        To how many decimals scores are rounded before they are ranked, or differences
        before their signs or ranks are taken. Results of decimal fractions seldom tie
        in binary: 0.1 + 0.2 is not 0.3.
    missing : {"raise", "skillings-mack"}, default="raise"
        How to treat NaN: refuse them, or use `skillings_mack_test` as omnibus test and
        test each pair on the data sets that both models have, by "wilcoxon", "sign" or
        "t".
    rope : float, optional
        Half the width of the region of practical equivalence: differences of scores up
        to this are none in practice. Adds what `bayesian_signed_rank_test` says of
        every pair, or of every model and the control, which takes some hundredths of a
        second each.
    random_state : int, numpy.random.Generator or None, default=None
        Seed of the draws; the same number gives the same probabilities.

    Returns
    -------
    DatasetComparison
        ``omnibus``, ``pairs``, ``mean_ranks``, ``groups()``, ``letters()``,
        ``rank_intervals()``, ...; ``summary()`` says it in sentences, ``plot()`` and
        ``to_svg()`` draw the critical-difference diagram, ``to_frame()`` is a table.

    Raises
    ------
    ValueError
        If there are fewer than two models or two data sets, a score is infinite, or NaN
        where that is refused, data sets do not connect all models, there is no such
        control, an option is unknown or does not go with another, or
        ``rope`` is negative or infinite.
    TypeError
        If ``rope`` is not a number.

    Warns
    -----
    UndefinedMetricWarning
        If models differ without variance, in tests based on Student's t distribution;
        the p-value is then NaN.

    See Also
    --------
    compare : several models on one data set.
    friedman_test, pairwise_tests : the two steps.
    page_test : trend test for an expected order of models.
    kruskal_wallis_test, dunn_test : the two steps for models evaluated on different
        data.
    critical_difference_diagram : the picture.

    Notes
    -----
    Data sets are taken for independent draws: of several results on one data set (of
    folds, of seeds) the mean is to be given. The intervals of ranks that texts draw are
    of mean ranks over such data sets, not of a model's score on any of them.

    ``rank_intervals()`` has the sets of ranks that the differences of mean ranks leave.
    In simulations of 2 to 20 models on 6 to 30 data sets at α = 0.05, a rank was
    outside its set in 0 to 7 % of tables; Nemenyi's critical difference, which assumes
    that no models differ, does not bound ranks of models that do. With missing cells,
    ranks are scaled to the number of all models: on a data set with s of k models by
    (k + 1) / (s + 1).

    Two tests are not for this place. Page's looks for one order alone, and would hold
    back pairs that differ in any other. The Kruskal–Wallis test assumes that all scores
    are independent, but scores of one data set are not. It misses differences between
    models, because data sets differ by more.

    References
    ----------
    .. [1] J. Demšar, "Statistical comparisons of classifiers over multiple data sets",
       Journal of Machine Learning Research 7, 2006, 1-30.
    .. [2] A. Benavoli, G. Corani and F. Mangili, "Should we really use post-hoc tests
       based on mean-ranks?", Journal of Machine Learning Research 17, 2016, 1-10.

    Examples
    --------
    >>> from fastmetrics import compare_across_datasets
    >>> scores = {"A": [0.9, 0.8, 0.7, 0.9], "B": [0.8, 0.6, 0.6, 0.8],
    ...           "C": [0.7, 0.6, 0.5, 0.6]}
    >>> comparison = compare_across_datasets(scores)
    >>> comparison.mean_ranks, round(comparison.omnibus.pvalue, 4)
    (array([1.   , 2.125, 2.875]), 0.0093)
    >>> comparison.letters()
    {'A': 'a', 'B': 'ab', 'C': 'b'}
    >>> comparison.wins_ties_losses[1, 2]  # of B against C
    array([3, 1, 0])
    """
    alpha = check_level(alpha, "alpha")
    if not is_one_of(omnibus, (*_OMNIBUS, None)):
        raise ValueError(
            f"omnibus must be one of {tuple(_OMNIBUS)} or None, got {shown(omnibus)}."
        )
    check_choice(missing, MISSING, "missing")
    table = several_data_sets(scores, None, missing=missing != "raise")
    named = dict(zip(table.models, table.values.T, strict=True))
    options: Any = {"greater_is_better": greater_is_better, "decimals": decimals}
    tests: Any = options
    has_gaps = missing != "raise" and bool(np.isnan(table.values).any())
    if has_gaps:
        tests = {**options, "missing": "pairwise"}
        if not is_one_of(post_hoc, OF_TWO):
            raise ValueError(
                f"with missing cells post_hoc must be one of {OF_TWO}, got "
                f"{shown(post_hoc)}."
            )
        if not is_one_of(omnibus, ("friedman", None)):
            raise ValueError(
                "with missing cells omnibus must be 'friedman' or None, got "
                f"{omnibus!r}."
            )
    pairs = _pairs(named, post_hoc, control, adjust, tests)
    signed = rounded(table.values, decimals) * (1 if greater_is_better else -1)
    beside = {"ties": ties} if omnibus in _WITH_TIES else {}
    if ties != "corrected" and not beside:
        raise ValueError(f"omnibus={omnibus!r} has no use for ties={shown(ties)}.")
    both: Any = len(signed)
    if has_gaps:
        here = (~np.isnan(signed)).astype(np.int64)
        both = here.T @ here
    counts = _wins_ties_losses(signed, both)
    median_of = np.nanmedian if has_gaps else np.median
    median = median_of(table.values, axis=0)
    with np.errstate(invalid="ignore"):  # of two models without a common data set
        probability = (counts[..., 0] + counts[..., 1] / 2) / both
    if omnibus is None:
        first = None
    elif has_gaps:
        first = skillings_mack_test(named, **options)
    else:
        first = _OMNIBUS[omnibus](named, **options, **beside)
    return DatasetComparison(
        omnibus=first,
        mean_ranks=pairs.mean_ranks,
        median=median,
        mad=median_of(np.abs(table.values - median), axis=0),
        wins_ties_losses=counts,
        win_probability=probability,
        equivalence=(
            {} if rope is None else _equivalence(named, control, rope, random_state)
        ),
        alpha=float(alpha),
        signed=signed,
        post_hoc=pairs,
    )


def _pairs(
    scores: Mapping[Any, NDArray[np.float64]],
    post_hoc: str,
    control: Hashable | None,
    adjust: str | None,
    options: Mapping[str, Any],
) -> PairwiseResult:
    """Return the tests of pairs; Nemenyi's against a control are Bonferroni's."""
    if control is None or not is_one_of(post_hoc, ("nemenyi",)):
        test: Any = post_hoc
        return pairwise_tests(
            scores, test=test, control=control, adjust=adjust, **options
        )
    how = "bonferroni" if is_one_of(adjust, ("auto",)) else adjust
    return bonferroni_dunn_test(scores, control=control, adjust=how, **options)


def _wins_ties_losses(
    signed: NDArray[np.float64], both: NDArray[np.int64] | int
) -> NDArray[np.int64]:
    """Return how often each model is better than each other one, as good, and worse.

    ``both``: the number of data sets that both models of a pair have.
    """
    k = signed.shape[1]
    wins = np.zeros((k, k), np.int64)
    step = max(1, _BLOCK // (k * k))
    for at in range(0, len(signed), step):
        block = signed[at : at + step]
        wins += np.count_nonzero(block[:, :, None] > block[:, None, :], axis=0)
    losses = wins.T
    return np.stack([wins, both - wins - losses, losses], axis=-1)


def _equivalence(
    scores: Mapping[Any, NDArray[np.float64]],
    control: Hashable | None,
    rope: float,
    random_state: int | np.random.Generator | None,
) -> dict[tuple[Hashable, Hashable], RopeProbabilities]:
    """Return the Bayesian test of each pair, all of them by the same draws."""
    nonnegative(rope, "rope")
    seed = seed_of(random_state)
    if control is None:
        pairs = [*combinations(scores, 2)]
    else:
        pairs = [(name, control) for name in scores if name != control]
    found = {}
    for a, b in pairs:
        here = ~np.isnan(scores[a] + scores[b])
        found[a, b] = bayesian_signed_rank_test(
            scores[a][here], scores[b][here], rope=rope, random_state=seed
        )
    return found
