"""Which of several models differ: tests of all pairs, or against a control."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastmetrics._common.names import listed, rounded, shown
from fastmetrics._common.options import check_choice, check_flag
from fastmetrics.comparison.adjustments import adjust_pvalues, check_adjustment
from fastmetrics.comparison.pairwise_result import PairwiseResult
from fastmetrics.comparison.rank_tests.mean_ranks import (
    Compared,
    by_conover,
    by_normal,
    by_range,
    by_signed_ranks,
    by_signs,
    by_student,
    normal_difference,
    range_difference,
)
from fastmetrics.comparison.rank_tests.ranks import (
    doubled_ranks,
    ranks_among_all,
    several_data_sets,
)

RANKS = "difference of mean ranks"
# Test -> its name, and what its statistics and its estimates are.
TESTS = {
    "nemenyi": ("Nemenyi test", "z", RANKS),
    "rank-z": ("z test of mean ranks", "z", RANKS),
    "conover": ("Conover test", "t", RANKS),
    "wilcoxon": (
        "Wilcoxon signed-rank test",
        "W⁺",
        "Hodges–Lehmann centre of the differences",
    ),
    "sign": ("exact sign test", "wins", "median of the differences"),
    "t": ("paired t test", "t", "mean of the differences"),
}
DUNN = "Bonferroni–Dunn test"
# Tests of two models that read no other model's scores.
OF_TWO = ("wilcoxon", "sign", "t")


def nemenyi_test(
    scores: ArrayLike | Mapping[Any, ArrayLike],
    *,
    greater_is_better: bool = True,
    decimals: int | None = None,
) -> PairwiseResult:
    r"""Nemenyi's test for all pairs of models, by mean ranks.

    With mean ranks :math:`\bar r` of k models on N data sets and R the range of k
    independent standard normal variables,

    .. math:: p_{ij} = P\left(R > \sqrt 2\,|z_{ij}|\right), \qquad
              z_{ij} = \frac{\bar r_i - \bar r_j}{\sqrt{k (k + 1) / (6 N)}}

    Parameters
    ----------
    scores : array_like of shape (n_datasets, n_models), data frame or dict
        A row per data set, a column per model; of a dict each value is the column of
        the model that its key names.
    greater_is_better : bool, default=True
        Whether the largest score gets rank 1; False for errors and losses.
    decimals : int, optional
        To how many decimals scores are rounded before they are ranked. Results of
        decimal fractions seldom tie in binary: 0.1 + 0.2 is not 0.3.

    Returns
    -------
    PairwiseResult
        Differences of mean ranks (below 0: the first is the better one), z and
        p-values, which need no further adjustment; ``critical_difference(alpha)``,
        ``groups(alpha)`` and ``letters(alpha)``.

    Raises
    ------
    ValueError
        If there are fewer than two models or two data sets, or a score is NaN or
        infinite.

    See Also
    --------
    friedman_test : whether any models differ.
    pairwise_tests : tests of two models that do not depend on the others.
    critical_difference : the smallest significant difference.

    Notes
    -----
    The distribution is asymptotic for many data sets, and ignores ties, as in Demšar's
    recipe. The verdict on two models depends on which others are in the table [3]_. If
    no models differ, at least one pair is rejected at 0.05 in 0.039 of tables of 5
    models on 10 data sets.

    References
    ----------
    .. [1] P. B. Nemenyi, Distribution-free multiple comparisons, PhD thesis, Princeton
       University, 1963.
    .. [2] J. Demšar, "Statistical comparisons of classifiers over multiple data sets",
       Journal of Machine Learning Research 7, 2006, 1-30.
    .. [3] A. Benavoli, G. Corani and F. Mangili, "Should we really use post-hoc tests
       based on mean-ranks?", Journal of Machine Learning Research 17, 2016, 1-10.

    Examples
    --------
    >>> from fastmetrics import nemenyi_test
    >>> scores = {"A": [0.9, 0.8, 0.7, 0.9], "B": [0.8, 0.6, 0.6, 0.8],
    ...           "C": [0.7, 0.6, 0.5, 0.6]}
    >>> result = nemenyi_test(scores)
    >>> round(result.critical_difference(), 4)
    1.6572
    >>> result.groups()
    (('A', 'B'), ('B', 'C'))
    """
    return pairwise_tests(
        scores, test="nemenyi", greater_is_better=greater_is_better, decimals=decimals
    )


def bonferroni_dunn_test(
    scores: ArrayLike | Mapping[Any, ArrayLike],
    *,
    control: Hashable,
    adjust: str | None = "bonferroni",
    greater_is_better: bool = True,
    decimals: int | None = None,
) -> PairwiseResult:
    r"""Bonferroni–Dunn test of models against a control, by mean ranks.

    .. math:: z_i = \frac{\bar r_i - \bar r_c}{\sqrt{k (k + 1) / (6 N)}}, \qquad
              p_i = \min(1,\; 2 (k - 1)\,\Phi(-|z_i|))

    Parameters
    ----------
    scores : array_like of shape (n_datasets, n_models), data frame or dict
        A row per data set, a column per model; of a dict each value is the column of
        the model that its key names.
    control : object
        Name of the model that all others are compared with; its position where the
        columns have no names.
    adjust : str or None, default="bonferroni"
        How p-values are adjusted for the number of comparisons: as `adjust_pvalues`
        does, of which Holm's and Hommel's find more; None: not at all.
    greater_is_better : bool, default=True
        Whether the largest score gets rank 1; False for errors and losses.
    decimals : int, optional
        To how many decimals scores are rounded before they are ranked. Results of
        decimal fractions seldom tie in binary: 0.1 + 0.2 is not 0.3.

    Returns
    -------
    PairwiseResult
        Arrays have an entry per model, for its mean rank minus the control's (below 0:
        the model is better), and NaN for the control.

    Raises
    ------
    ValueError
        If there is no such model, an option is unknown, there are fewer than two
        models or two data sets, or a score is NaN or infinite.

    See Also
    --------
    nemenyi_test : all pairs.
    pairwise_tests : other tests, with a control too.

    Notes
    -----
    The distribution is asymptotic for many data sets, and ignores ties. If no models
    differ, any of 4 is told from the control at 0.05 in 0.041 of tables of 10 data
    sets.

    References
    ----------
    .. [1] O. J. Dunn, "Multiple comparisons among means", Journal of the American
       Statistical Association 56(293), 1961, 52-64.
    .. [2] J. Demšar, "Statistical comparisons of classifiers over multiple data sets",
       Journal of Machine Learning Research 7, 2006, 1-30.

    Examples
    --------
    >>> from fastmetrics import bonferroni_dunn_test
    >>> scores = {"A": [0.9, 0.8, 0.7, 0.9], "B": [0.8, 0.6, 0.6, 0.8],
    ...           "C": [0.7, 0.6, 0.5, 0.6]}
    >>> bonferroni_dunn_test(scores, control="A").adjusted_pvalues.round(4)
    array([   nan, 0.2232, 0.016 ])
    """
    if control is None:
        raise ValueError("control must be the name of a model, got None.")
    result = pairwise_tests(
        scores,
        test="rank-z",
        control=control,
        adjust=adjust,
        greater_is_better=greater_is_better,
        decimals=decimals,
    )
    # Dunn's is the name of the test with Bonferroni's adjustment.
    return replace(result, test=DUNN) if adjust == "bonferroni" else result


def pairwise_tests(
    scores: ArrayLike | Mapping[Any, ArrayLike],
    *,
    test: Literal["nemenyi", "rank-z", "conover", "wilcoxon", "sign", "t"] = "nemenyi",
    control: Hashable | None = None,
    adjust: str | None = "auto",
    greater_is_better: bool = True,
    decimals: int | None = None,
    missing: Literal["raise", "pairwise"] = "raise",
) -> PairwiseResult:
    r"""Test pairs of models, with adjusted p-values.

    Parameters
    ----------
    scores : array_like of shape (n_datasets, n_models), data frame or dict
        A row per data set, a column per model; of a dict each value is the column of
        the model that its key names.
    test : str, default="nemenyi"
        By mean ranks: "nemenyi" (distribution of the largest difference), "rank-z"
        (normal distribution for each), "conover" (Student's t, with the variance of the
        ranks not explained by models). By the two models' scores alone: "wilcoxon"
        (exact signed ranks), "sign" (exact), "t" (the mean of the differences).
    control : object, optional
        Name of the model that all others are compared with; its position where the
        columns have no names. By default all pairs are compared.
    adjust : str or None, default="auto"
        How p-values are adjusted for the number of pairs: as `adjust_pvalues` does;
        None: not at all. "auto": Holm's method; none for Nemenyi's test, whose
        distribution already covers all pairs.
    greater_is_better : bool, default=True
        Whether the largest score gets rank 1; False for errors and losses.
    decimals : int, optional
        To how many decimals scores are rounded before they are ranked, or differences
        before their signs or ranks are taken. Results of decimal fractions seldom tie
        in binary: 0.1 + 0.2 is not 0.3.
    missing : {"raise", "pairwise"}, default="raise"
        How to treat NaN: refuse them, or test each pair on the data sets that both
        models have, by "wilcoxon", "sign" or "t". A pair with fewer than two common
        data sets has NaN.

    Returns
    -------
    PairwiseResult
        Arrays of shape (n_models, n_models), or (n_models,) with a control, about the
        first model minus the second (the control).

    Raises
    ------
    ValueError
        If there is no such model, an option is unknown or does not go with another,
        there are fewer than two models or two data sets, a score is infinite, or NaN
        where that is refused.

    Warns
    -----
    UndefinedMetricWarning
        If models differ without variance, in tests based on Student's t distribution;
        the p-value is then NaN.

    See Also
    --------
    friedman_test : whether any models differ.
    adjust_pvalues : the adjustments.

    Notes
    -----
    To compare models, use "wilcoxon" or "sign" with Holm's adjustment. With tests of
    mean ranks the result for two models depends on the other models in the table [1]_,
    so adding poor models can make a difference significant. "shaffer" rejects what
    Holm's does and sometimes more, for all pairs. If no models differ, at least one
    pair is rejected at 0.05 in 0.037 of tables of 5 models on 10 data sets, with
    "wilcoxon" and Holm's adjustment.

    "conover" assumes more than the ranks give: it is meant to be looked at after
    Friedman's test has rejected. Data sets are taken for independent draws.

    References
    ----------
    .. [1] A. Benavoli, G. Corani and F. Mangili, "Should we really use post-hoc tests
       based on mean-ranks?", Journal of Machine Learning Research 17, 2016, 1-10.
    .. [2] S. García and F. Herrera, "An extension on 'Statistical comparisons of
       classifiers over multiple data sets' for all pairwise comparisons", Journal of
       Machine Learning Research 9, 2008, 2677-2694.
    .. [3] W. J. Conover, Practical nonparametric statistics, 3rd edition, Wiley, 1999,
       section 5.8.

    Examples
    --------
    >>> from fastmetrics import pairwise_tests
    >>> scores = {"A": [90, 82, 75, 93, 88, 71], "B": [88, 81, 72, 89, 83, 65]}
    >>> pairwise_tests(scores, test="wilcoxon").adjusted_pvalues
    array([[1.     , 0.03125],
           [0.03125, 1.     ]])
    """
    adjust = _check(test, control, adjust, greater_is_better)
    check_choice(missing, ("raise", "pairwise"), "missing")
    table = several_data_sets(scores, None, missing=missing != "raise")
    n, k = table.values.shape
    pairs = Pairs.of(table.models, control)
    ranks = doubled_ranks(rounded(table.values, decimals), greater_is_better)
    if missing == "raise" or ranks.all():
        compared = _compared(test, table.values, ranks, pairs, decimals)
        mean_ranks = ranks.sum(axis=0) / (2 * n)
    else:
        compared = _on_common_data_sets(test, table.values, pairs, decimals)
        without = np.flatnonzero(~ranks.any(axis=0))
        if len(without):
            raise ValueError(
                f"The column {shown(table.models[without[0]])} of scores has no score: "
                "leave the model out."
            )
        among_all = ranks_among_all(rounded(table.values, decimals), greater_is_better)
        mean_ranks = np.nanmean(among_all, axis=0)
    name, statistic_name, estimate_name = TESTS[test]
    pvalues = pairs.spread(compared.pvalues, compared.pvalues, 1.0)
    return PairwiseResult(
        names=table.models,
        test=name,
        adjust=adjust,
        estimates=pairs.spread(compared.estimates, -compared.estimates, 0.0),
        statistics=pairs.spread(compared.statistics, compared.opposites, 0.0),
        pvalues=pvalues,
        adjusted_pvalues=(
            pvalues if adjust is None else adjust_pvalues(pvalues, method=adjust)
        ),
        mean_ranks=mean_ranks,
        n_datasets=n,
        control=control,
        estimate_name=estimate_name,
        statistic_name=statistic_name,
        difference=_difference(test, adjust, k, n, len(pairs.a)),
    )


class Pairs(NamedTuple):
    """Which models are compared: pair l is of models ``a[l]`` and ``b[l]``."""

    a: NDArray[np.intp]
    b: NDArray[np.intp]
    n_models: int
    all_pairs: bool

    @classmethod
    def of(cls, models: tuple[Any, ...], control: Hashable | None) -> Pairs:
        """Return all pairs, or those with a control."""
        k = len(models)
        if control is None:
            return cls(*np.triu_indices(k, 1), k, True)
        if not isinstance(control, Hashable) or control not in models:
            raise ValueError(
                f"control must be one of the models {listed(models)}, got "
                f"{shown(control)}."
            )
        place = models.index(control)
        others = np.array([i for i in range(k) if i != place])
        return cls(others, np.full(k - 1, place), k, False)

    def spread(
        self, values: NDArray[np.float64], opposites: NDArray[np.float64], alone: float
    ) -> NDArray[np.float64]:
        """Return values as a matrix with its diagonal, or by model."""
        if not self.all_pairs:
            found = np.full(self.n_models, math.nan)
            found[self.a] = values
            return found
        found = np.full((self.n_models, self.n_models), alone)
        found[self.a, self.b] = values
        found[self.b, self.a] = opposites
        return found


def _check(
    test: str, control: Any, adjust: str | None, greater_is_better: bool
) -> str | None:
    """Return the adjustment; raise if an option is unknown or does not go along."""
    if not isinstance(test, str) or test not in TESTS:
        raise ValueError(f"test must be one of {(*TESTS,)}, got {shown(test)}.")
    if adjust is not None:
        check_adjustment(adjust, "adjust", "auto")
    check_flag(greater_is_better, "greater_is_better")
    if control is not None and adjust == "shaffer":
        raise ValueError("adjust='shaffer' is for all pairs, not for a control.")
    if test != "nemenyi":
        return "holm" if adjust == "auto" else adjust
    if control is not None:
        raise ValueError(
            "test='nemenyi' compares all pairs: with a control take 'rank-z' or "
            "another test."
        )
    if adjust not in (None, "auto"):
        raise ValueError(
            "The p-values of test='nemenyi' already are of all pairs: adjust must be "
            f"'auto' or None, got {shown(adjust)}."
        )
    return None


def _compared(
    test: str,
    values: NDArray[np.float64],
    ranks: NDArray[np.int64],
    pairs: Pairs,
    decimals: int | None,
) -> Compared:
    a, b = pairs.a, pairs.b
    if test == "wilcoxon":
        return by_signed_ranks(values, a, b, decimals)
    if test == "sign":
        return by_signs(values, a, b, decimals)
    if test == "t":
        return by_student(values, a, b)
    n, k = ranks.shape
    sums = ranks.sum(axis=0)
    differences = (sums[a] - sums[b]) / (2 * n)
    if test == "conover":
        return by_conover(differences, ranks - (k + 1))
    return (by_range if test == "nemenyi" else by_normal)(differences, k, n)


def _on_common_data_sets(
    test: str, values: NDArray[np.float64], pairs: Pairs, decimals: int | None
) -> Compared:
    """Compare each pair on the data sets that both models have."""
    if test not in OF_TWO:
        raise ValueError(
            f"with missing cells test must be one of {OF_TWO}, got {test!r}."
        )
    alone = Pairs(np.array([0]), np.array([1]), 2, True)
    found = []
    for places in zip(pairs.a.tolist(), pairs.b.tolist(), strict=True):
        both = values[:, places]
        both = both[~np.isnan(both).any(axis=1)]
        if len(both) < 2:
            found.append(Compared(*np.full((4, 1), math.nan)))
        else:
            ranks = np.empty((0, 2), np.int64)
            found.append(_compared(test, both, ranks, alone, decimals))
    return Compared(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


def _difference(
    test: str, adjust: str | None, k: int, n: int, n_pairs: int
) -> Callable[[float], float] | None:
    """Return the function of the critical difference, if there is one."""
    if test == "nemenyi":
        return partial(range_difference, k, n)
    if test == "rank-z" and adjust in (None, "bonferroni"):
        return partial(_of_share, k, n, 1 if adjust is None else n_pairs)
    return None


def _of_share(k: int, n: int, n_pairs: int, alpha: float) -> float:
    return normal_difference(k, n, alpha / n_pairs)
