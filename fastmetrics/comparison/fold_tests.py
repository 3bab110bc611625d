"""5×2 cross-validated tests, tests of losses by fold, and the Bayesian t test."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastmetrics._common import bounds
from fastmetrics._common.bounds import resampling_factor
from fastmetrics._common.options import check_choice, nonnegative
from fastmetrics._common.test_result import (
    TestResult,
    check_alternative,
    is_constant,
    pvalue_of,
    standardized,
)
from fastmetrics._inputs.columns import as_column
from fastmetrics._inputs.groups import group_codes
from fastmetrics._inputs.scores import finite_matrix
from fastmetrics.comparison import student_tests
from fastmetrics.comparison.student_tests import (
    ESTIMATE,
    SOUGHT,
    WHAT,
    Differences,
    RopeProbabilities,
    found_in,
    moments_of,
    read_differences,
    read_sizes,
    these_folds,
)
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Alternative


# -------------------------------------------------------------------------- five by two
# Tests on five repetitions of two-fold cross-validation.


_SHAPE = (5, 2)
_NUMERATORS = ("first", "mean")
_IN_PAIRS = f"{WHAT} of each repetition"


class _Pairs(NamedTuple):
    """Five pairs of differences, in units of about the largest score."""

    values: NDArray[np.float64]
    squares: float  # Σ s²ᵢ, the squares of two values around their mean
    unit: float
    constant: bool  # the two of each pair are equal, but for rounding

    def mean(self, part: NDArray[np.float64]) -> float:
        """Return the mean of some of the values; the mean of rounding noise is 0."""
        found = float(part.mean())
        noise = self.constant and abs(found) <= 4 * np.spacing(1.0)
        return 0.0 if noise else found


def five_by_two_cv_t_test(
    scores_a: ArrayLike,
    scores_b: ArrayLike | None = None,
    *,
    numerator: Literal["first", "mean"] = "first",
    alternative: Alternative = "two-sided",
) -> TestResult:
    r"""Dietterich's 5×2 cv paired t test.

    With :math:`\Delta_i^1` and :math:`\Delta_i^2` the differences of repetition i and
    :math:`s_i^2 = (\Delta_i^1 - \bar\Delta_i)^2 + (\Delta_i^2 - \bar\Delta_i)^2`:

    .. math:: t = \frac{\Delta_1^1}{\sqrt{\frac{1}{5} \sum_i s_i^2}}
              \quad\text{or}\quad
              t = \frac{\sqrt{2}\,\bar\Delta_1}{\sqrt{\frac{1}{5} \sum_i s_i^2}}

    against Student's t distribution with 5 degrees of freedom.

    Parameters
    ----------
    scores_a : array_like of shape (5, 2)
        Scores of model A, a row per repetition; or the differences A - B, if
        ``scores_b`` is not given.
    scores_b : array_like of shape (5, 2), optional
        Scores of model B on the same folds.
    numerator : {"first", "mean"}, default="first"
        "first": the difference on the first fold of all, as Dietterich defines it.
        "mean": √2 times the mean of the first two.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the score of A is the greater one.

    Returns
    -------
    TestResult
        t, its p-value, and the difference in the numerator with Student's interval. All
        differences of a repetition equal: t is 0 and the p-value 1 if the numerator
        is 0.

    Raises
    ------
    ValueError
        If an array does not have the shape (5, 2), a score is NaN or infinite, or an
        option is unknown.

    Warns
    -----
    UndefinedMetricWarning
        If the two differences of every repetition are equal and the numerator is not 0;
        t and the p-value are then NaN.

    See Also
    --------
    five_by_two_cv_f_test : does not depend on which fold came first.

    Notes
    -----
    The distribution is exact for "mean" only: under independent normal differences the
    levels are 0.0281 ("first", whose numerator is not independent of :math:`s_1^2`) and
    0.0500 ("mean") where 0.05 is asked for. Without √2, as some textbooks print it,
    "mean" would have the level 0.0150. Here :math:`s_i^2` is a square already.

    In a simulation of two equally good learners on 300 rows (linear classifiers of
    different features) the levels are 0.04 ("first") and 0.065 ("mean"): the two folds
    of a repetition are each other's training sets.

    References
    ----------
    .. [1] T. G. Dietterich, "Approximate statistical tests for comparing supervised
       classification learning algorithms", Neural Computation 10(7), 1998, 1895-1923.

    Examples
    --------
    >>> from fastmetrics import five_by_two_cv_t_test
    >>> differences = [[0.03, 0.01], [0.02, -0.01], [0.02, 0.02], [0, 0.04],
    ...                [0.01, 0.03]]
    >>> found = five_by_two_cv_t_test(differences)
    >>> round(found.statistic, 4), round(found.pvalue, 4)
    (1.6514, 0.1596)
    """
    check_alternative(alternative)
    check_choice(numerator, _NUMERATORS, "numerator")
    differences = read_differences(scores_a, scores_b, _SHAPE)
    pairs = _pairs_of(differences)
    first = pairs.values[0, : 1 if numerator == "first" else 2]
    estimate = pairs.mean(first)
    error = _error(pairs, len(first))
    statistic, pvalue = standardized(
        estimate, error, constant=pairs.constant, what=_IN_PAIRS
    )
    if pvalue is None:
        pvalue = pvalue_of(statistic, "t", 5, alternative)
    of = {
        "first": say("A − B on the first fold"),
        "mean": say("A − B on the first repetition"),
    }
    return TestResult(
        statistic=statistic,
        pvalue=pvalue,
        method=say("5 × 2 cv t test"),
        statistic_name="t",
        distribution="t",
        df=5,
        n=10,
        alternative=alternative,
        estimate=estimate * pairs.unit,
        estimate_name=of[numerator],
        found=found_in(differences.values),
        bounds=partial(_bounds, estimate * pairs.unit, error * pairs.unit),
        detectable=partial(
            student_tests.of_error,
            these_folds(10),
            SOUGHT,
            error * pairs.unit,
            5,
            alternative,
        ),
    )


def five_by_two_cv_f_test(
    scores_a: ArrayLike, scores_b: ArrayLike | None = None
) -> TestResult:
    r"""Alpaydın's 5×2 cv combined F test.

    .. math:: F = \frac{\sum_i \sum_j (\Delta_i^j)^2}{2 \sum_i s_i^2}

    of all ten differences, with :math:`s_i^2` as in `five_by_two_cv_t_test`, against
    the F distribution with 10 and 5 degrees of freedom.

    Parameters
    ----------
    scores_a : array_like of shape (5, 2)
        Scores of model A, a row per repetition; or the differences A - B, if
        ``scores_b`` is not given.
    scores_b : array_like of shape (5, 2), optional
        Scores of model B on the same folds.

    Returns
    -------
    TestResult
        F, its p-value, and the mean of all ten differences with an interval: Student's
        t with 5 degrees of freedom. It is as wide as for the mean of a single
        repetition, because all five repetitions use the same rows. All differences 0: F
        is 0 and the p-value 1.

    Raises
    ------
    ValueError
        If an array does not have the shape (5, 2), or a score is NaN or infinite.

    Warns
    -----
    UndefinedMetricWarning
        If the two differences of every repetition are equal and not all 0; F and the
        p-value are then NaN.

    See Also
    --------
    five_by_two_cv_t_test : has a direction.
    cv_loss_test : from the losses of single rows.

    Notes
    -----
    Two-sided only. Under independent normal differences F is (1 + G) / 2, where G has
    an F distribution with 5 and 5 degrees of freedom. The actual level is 0.0175 at
    nominal 0.05, and nominal 0.95 intervals contain the true value with probability
    0.998. In a simulation of two equally good learners on 300 rows (linear classifiers
    of different features) the level is 0.04.

    References
    ----------
    .. [1] E. Alpaydın, "Combined 5 × 2 cv F test for comparing supervised
       classification learning algorithms", Neural Computation 11(8), 1999, 1885-1892.

    Examples
    --------
    >>> from fastmetrics import five_by_two_cv_f_test
    >>> differences = [[0.03, 0.01], [0.02, -0.01], [0.02, 0.02], [0, 0.04],
    ...                [0.01, 0.03]]
    >>> found = five_by_two_cv_f_test(differences)
    >>> round(found.statistic, 4), round(found.pvalue, 4)
    (1.4848, 0.3469)
    """
    differences = read_differences(scores_a, scores_b, _SHAPE)
    pairs = _pairs_of(differences)
    total = float((pairs.values**2).sum())
    if pairs.constant and np.abs(pairs.values).max() <= 4 * np.spacing(1.0):
        total = 0.0
    statistic, pvalue = standardized(
        total, 2 * pairs.squares, constant=pairs.constant, what=_IN_PAIRS
    )
    if pvalue is None:
        pvalue = pvalue_of(statistic, "F", (10, 5), "two-sided")
    estimate = pairs.mean(pairs.values) * pairs.unit
    return TestResult(
        statistic=statistic,
        pvalue=pvalue,
        method=say("combined 5 × 2 cv F test"),
        statistic_name="F",
        distribution="F",
        df=(10, 5),
        n=10,
        estimate=estimate,
        estimate_name=ESTIMATE,
        found=found_in(differences.values),
        has_sides=False,
        bounds=partial(_bounds, estimate, _error(pairs, 2) * pairs.unit),
    )


def _pairs_of(differences: Differences) -> _Pairs:
    values, largest = differences
    unit = 2.0 ** (math.frexp(largest)[1] - 1) if largest else 1.0
    scaled = values / unit
    squares = float(((scaled - scaled.mean(axis=1, keepdims=True)) ** 2).sum())
    constant = all(is_constant(pair, largest) for pair in values)
    return _Pairs(scaled, squares, unit, constant)


def _error(pairs: _Pairs, n: int) -> float:
    """Return the standard error of the mean of n folds of one repetition."""
    if pairs.constant:  # a variance of 0 says nothing
        return math.nan
    return math.sqrt(pairs.squares / 5 / n)


def _bounds(estimate: float, error: float, level: float) -> tuple[float, float]:
    return bounds.student(estimate, error, 5, level)


# ----------------------------------------------------------------------- losses by fold
# The central limit theorem of cross-validation: tests from the losses of rows.


_VARIANCES = ("all", "within")
_NOISE = 4 * np.spacing(1.0)  # what rounding makes of losses below 2


def cv_loss_test(
    loss_a: ArrayLike,
    loss_b: ArrayLike,
    folds: ArrayLike,
    *,
    variance: Literal["all", "within"] = "all",
    groups: ArrayLike | None = None,
    alternative: Alternative = "two-sided",
) -> TestResult:
    r"""Compare the cross-validated losses of two models, from the losses of rows.

    With :math:`h_i` the loss of A minus the loss of B on row i, predicted by the models
    fitted without its fold:

    .. math:: z = \frac{\sqrt{n}\,\bar h}{\hat\sigma},\qquad
              \hat\sigma^2_{\mathrm{all}} = \frac{1}{n}\sum_i (h_i - \bar h)^2,\qquad
              \hat\sigma^2_{\mathrm{within}} = \frac{1}{k} \sum_{j=1}^{k} s_j^2(h)

    against the standard normal distribution, :math:`s_j^2` the variance within fold j
    with divisor :math:`n_j - 1`.

    Parameters
    ----------
    loss_a, loss_b : array_like of shape (n_samples,)
        Losses of A and B on each row, in any unit: 0 or 1, squared errors, log losses.
        The prediction of a row is made by the models that were fitted without its fold.
    folds : array_like of shape (n_samples,)
        The fold that each row was tested in, of two or more: ids of any kind.
    variance : {"all", "within"}, default="all"
        Whether the losses vary around their mean, or around the mean of their fold.
        "within" needs two rows (or groups) of each fold.
    groups : array_like of shape (n_samples,), optional
        The group of each row: integers, strings, dates or other ids. Rows of a group
        need not be independent; their deviations are added up before they are squared.
        No group may have rows in two folds.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the loss of A is greater, so B is the better model.

    Returns
    -------
    TestResult
        z, its p-value, and the mean of A's losses less B's with a normal interval. All
        losses equal: z is 0 and the p-value 1.

    Raises
    ------
    ValueError
        If there is only one fold, lengths differ, a loss is NaN or infinite, a group is
        spread over folds, a fold is too small for ``variance="within"``, or an option
        is unknown.

    Warns
    -----
    UndefinedMetricWarning
        If the differences are all equal and not 0 (with "within": in each fold); z and
        the p-value are then NaN.

    See Also
    --------
    paired_cv_t_test : from a score per fold.
    corrected_resampled_t_test : of repeated cross-validation.

    Notes
    -----
    It compares the average loss on new rows of the k pairs of fitted models. It tests
    whether these models differ, not whether one learner is better than the other. It
    does not assume independent folds. The learners must be stable: adding or removing
    one training row hardly changes the losses on other rows.

    In a simulation of two equally good learners on 300 rows (linear classifiers of
    different features, 0-1 loss, 10 folds) it rejects in 0.05 at level 0.05, with
    either variance. The level for models whose losses have the same mean is also 0.05.

    References
    ----------
    .. [1] P. Bayle, A. Bayle, L. Janson and L. Mackey, "Cross-validation confidence
       intervals for test error", NeurIPS 2020, 16339-16350.

    Examples
    --------
    >>> from fastmetrics import cv_loss_test
    >>> found = cv_loss_test([1, 0, 0, 1, 0, 0, 1, 0], [0, 0, 0, 1, 0, 1, 0, 0],
    ...                      folds=[0, 0, 1, 1, 2, 2, 3, 3])
    >>> round(found.statistic, 4), round(found.pvalue, 4)
    (0.5898, 0.5553)
    """
    check_alternative(alternative)
    check_choice(variance, _VARIANCES, "variance")
    rows = _rows_of_folds(loss_a, loss_b, folds, groups)
    n = len(rows.values)
    mean = float(rows.values.mean())
    if variance == "all":
        centres, what = np.full(n, mean), "the differences"
        constant = is_constant(rows.values, 1.0)
    else:
        centres, what = rows.fold_means()[rows.folds], "the differences in each fold"
        constant = rows.vary_in_no_fold()
    deviations = rows.values - centres
    if groups is not None:  # within each of them they may cancel
        deviations = np.bincount(rows.groups, deviations, rows.n_groups)
        size = int(np.bincount(rows.groups).max())
        constant = constant or bool(np.abs(deviations).max() <= size * _NOISE)
    if constant and abs(mean) <= _NOISE:
        mean = 0.0
    error = rows.standard_error(deviations, variance)
    statistic, pvalue = standardized(mean, error, constant=constant, what=what)
    if pvalue is None:
        pvalue = pvalue_of(statistic, "normal", None, alternative)
    error = math.nan if constant else error * rows.unit
    of = {"n": f"{n:,}", "k": f"{rows.n_folds:,}", "m": f"{rows.n_groups:,}"}
    found = say("{n} rows and {k} folds", **of)
    if groups is not None:
        found = say("{n} rows in {m} groups and {k} folds", **of)
    return TestResult(
        statistic=statistic,
        pvalue=pvalue,
        method=say("cross-validation z test"),
        statistic_name="z",
        distribution="normal",
        n=n,
        alternative=alternative,
        estimate=mean * rows.unit,
        estimate_name=say("mean loss of A − B"),
        found=found,
        claim=_CLAIMS[alternative],
        bounds=partial(bounds.normal, mean * rows.unit, error),
        detectable=partial(
            student_tests.of_error,
            say("these {n} rows", n=f"{n:,}"),
            SOUGHT,
            error,
            None,
            alternative,
        ),
    )


_CLAIMS = {
    "two-sided": say("their losses differ"),
    "greater": say("A loses more"),
    "less": say("A loses less"),
}


class _Rows(NamedTuple):
    """Differences of losses, by fold and by group."""

    values: NDArray[np.float64]  # in units of about the largest loss
    unit: float
    folds: NDArray[np.int64]
    n_folds: int
    groups: NDArray[np.int64]
    n_groups: int
    fold_of_group: NDArray[np.int64]

    def fold_means(self) -> NDArray[np.float64]:
        """Return the mean difference in each fold."""
        return self._by_fold(self.values) / self._by_fold()

    def vary_in_no_fold(self) -> bool:
        """Whether all differences of a fold are equal, but for rounding, in each."""
        low = np.full(self.n_folds, np.inf)
        np.minimum.at(low, self.folds, self.values)
        return is_constant(self.values - low[self.folds], 1.0)

    def standard_error(self, deviations: NDArray[np.float64], variance: str) -> float:
        """Return the standard error of the mean, from the deviations of groups."""
        squares = deviations**2
        n = len(self.values)
        if variance == "all":
            return math.sqrt(float(squares.sum())) / n
        n_units = np.bincount(self.fold_of_group, minlength=self.n_folds)
        small = np.flatnonzero(n_units < 2)
        if len(small):
            raise ValueError(
                'variance="within" needs two rows or groups in each fold: '
                f"{len(small):,} of {self.n_folds:,} folds have one only."
            )
        sums = np.bincount(self.fold_of_group, squares, self.n_folds)
        of_fold = n_units / (n_units - 1) * sums / self._by_fold()
        return math.sqrt(float(of_fold.mean()) / n)

    def _by_fold(self, values: NDArray[np.float64] | None = None) -> NDArray[Any]:
        return np.bincount(self.folds, values, self.n_folds)


def _rows_of_folds(
    loss_a: ArrayLike, loss_b: ArrayLike, folds: ArrayLike, groups: ArrayLike | None
) -> _Rows:
    a, b = _losses(loss_a, "loss_a"), _losses(loss_b, "loss_b")
    n = len(a)
    if len(b) != n:
        raise ValueError(
            f"loss_a and loss_b must have the same length, got {n:,} and {len(b):,}."
        )
    fold, n_folds = group_codes(folds, n, "folds")
    if n_folds < 2:
        raise ValueError("folds must be two or more, got 1.")
    group, n_groups = fold, n
    if groups is None:
        group, fold_of_group = np.arange(n), fold
    else:
        group, n_groups = group_codes(groups, n, "groups")
        fold_of_group = np.empty(n_groups, np.int64)
        fold_of_group[group] = fold
        spread = np.flatnonzero(fold_of_group[group] != fold)
        if len(spread):
            row = int(spread[0])
            raise ValueError(
                "groups must not have rows in several folds: the group of row "
                f"{row} has, and its models have seen a part of it."
            )
    largest = float(max(np.abs(a).max(), np.abs(b).max()))
    unit = 2.0 ** (math.frexp(largest)[1] - 1) if largest else 1.0
    return _Rows(
        a / unit - b / unit, unit, fold, n_folds, group, n_groups, fold_of_group
    )


def _losses(loss: ArrayLike, name: str) -> NDArray[np.float64]:
    column = as_column(loss, name)
    return finite_matrix(column, name).astype(np.float64)


# --- posterior of the difference of two models


def bayesian_correlated_t_test(
    scores_a: ArrayLike,
    scores_b: ArrayLike | None = None,
    *,
    n_train: ArrayLike,
    n_test: ArrayLike,
    rope: float = 0.01,
) -> RopeProbabilities:
    r"""Bayesian correlated t test for the scores of two models on resampled rows.

    The posterior of the mean difference is Student's t distribution with J - 1 degrees
    of freedom around :math:`\bar\Delta`, its squared scale

    .. math:: \left(\frac{1}{J} + \frac{\rho}{1 - \rho}\right) s^2(\Delta),\qquad
              \rho = \frac{n_{\mathrm{test}}}{n_{\mathrm{train}} + n_{\mathrm{test}}}

    which is the variance of `corrected_resampled_t_test`.

    Parameters
    ----------
    scores_a : array_like of shape (n_folds,)
        Scores of model A by fold, two or more; or the differences A - B, if
        ``scores_b`` is not given.
    scores_b : array_like of shape (n_folds,), optional
        Scores of model B on the same folds.
    n_train, n_test : float or array_like of shape (n_folds,)
        How many rows each fold was trained and tested on; of several numbers the mean
        is taken.
    rope : float, default=0.01
        Half the width of the region of practical equivalence: differences between
        -rope and rope count as none. At least 0, in units of the score.

    Returns
    -------
    p_less, p_rope, p_greater : float
        How probable it is that the mean of A - B lies below, in and above the region: a
        named tuple. If all differences are equal, one of them is 1.

    Raises
    ------
    ValueError
        If there is only one fold, numbers of folds differ, a score is NaN or infinite,
        a size is not above 0, or ``rope`` is negative.
    TypeError
        If ``rope`` is not a number.

    See Also
    --------
    corrected_resampled_t_test : the same variance, as a test.

    Notes
    -----
    The prior is flat. One-sided p-values of `corrected_resampled_t_test` are p_less and
    p_greater at ``rope=0``. Differences are A - B throughout: baycomp has the triple
    the other way round, and its first number says that its first model is the greater.
    Equal differences leave the posterior no width, however few they are.

    References
    ----------
    .. [1] G. Corani and A. Benavoli, "A Bayesian approach for comparing cross-validated
       algorithms on multiple data sets", Machine Learning 100(2), 2015, 285-304.
    .. [2] A. Benavoli, G. Corani, J. Demšar and M. Zaffalon, "Time for a change: a
       tutorial for comparing multiple classifiers through Bayesian analysis", Journal
       of Machine Learning Research 18(77), 2017, 1-36.

    Examples
    --------
    >>> from fastmetrics import bayesian_correlated_t_test
    >>> found = bayesian_correlated_t_test([0.81, 0.84, 0.79, 0.83, 0.86],
    ...                                    [0.78, 0.83, 0.80, 0.79, 0.82],
    ...                                    n_train=200, n_test=50)
    >>> round(found.p_greater, 4), round(found.p_rope, 4)
    (0.7722, 0.1815)
    """
    width = nonnegative(rope, "rope")
    differences = read_differences(scores_a, scores_b)
    n = len(differences.values)
    factor = resampling_factor(n, *read_sizes(n_train, n_test, n))
    moments = moments_of(*differences)
    low, high = -width / moments.unit, width / moments.unit
    if moments.constant:
        less, greater = float(moments.mean < low), float(moments.mean > high)
        return RopeProbabilities(less, 1 - less - greater, greater)
    from scipy.special import stdtr

    scale = moments.deviation * math.sqrt(factor)
    low, high = (low - moments.mean) / scale, (high - moments.mean) / scale
    less, greater = stdtr(n - 1, low), stdtr(n - 1, -high)
    # What lies between is a difference of the tails on the side where they are short.
    between = stdtr(n - 1, high) - less if low < 0 else stdtr(n - 1, -low) - greater
    return RopeProbabilities(float(less), float(between), float(greater))
