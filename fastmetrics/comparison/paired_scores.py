"""Scores of two models on the same folds, and t tests of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.bounds import resampling_factor
from fastmetrics._common.options import nonnegative
from fastmetrics._common.test_result import TestResult, check_alternative
from fastmetrics._inputs.number_pairs import quantity
from fastmetrics._inputs.scores import finite_matrix
from fastmetrics.comparison.student_tests import (
    RopeProbabilities,
    moments_of,
    student_test,
)
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Alternative


# ------------------------------------------------------------------------------- scores
# The scores of two models on the same folds, read and subtracted.


ESTIMATE = say("mean of A − B")
WHAT = "the differences"  # as a warning calls them
SOUGHT = say("a difference")  # as the last sentence calls what could be found


class Differences(NamedTuple):
    """Differences A − B of scores, and the largest of the subtracted numbers."""

    values: NDArray[np.float64]
    largest: float


def read_differences(
    scores_a: ArrayLike,
    scores_b: ArrayLike | None,
    shape: tuple[int, int] | None = None,
) -> Differences:
    """Return A - B by fold, or ``scores_a`` itself where there is nothing else.

    Two folds or more; ``shape``: the one that the scores must have.
    """
    a = read_folds(scores_a, "scores_a", shape)
    if scores_b is None:
        return Differences(a, float(np.abs(a).max()))
    b = read_folds(scores_b, "scores_b", shape)
    if a.shape != b.shape:
        raise ValueError(
            "scores_a and scores_b must be of the same folds: there are "
            f"{len(a):,} and {len(b):,} of them."
        )
    with np.errstate(over="ignore"):
        values = a - b
    if not np.isfinite(values).all():
        raise ValueError(
            "scores_a and scores_b are farther apart than a float can say, the first "
            f"of them in fold {int(np.argmin(np.isfinite(values).ravel()))}."
        )
    return Differences(values, float(max(np.abs(a).max(), np.abs(b).max())))


def read_folds(
    scores: ArrayLike, name: str, shape: tuple[int, int] | None = None
) -> NDArray[np.float64]:
    """Return a number per fold, of two folds or more, or an array of this shape."""
    array = finite_matrix(scores, name)
    if shape is None and array.ndim == 2 and 1 not in array.shape:
        raise ValueError(
            f"{name} must have one score per fold, got an array of shape "
            f"{array.shape}: use its ravel()."
        )
    if shape is None:
        array = array.ravel()
        if len(array) < 2:
            raise ValueError(f"{name} must have two folds or more, got 1.")
    elif array.shape != shape:
        raise ValueError(f"{name} must have the shape {shape}, got {array.shape}.")
    return array.astype(np.float64)


def read_sizes(n_train: Any, n_test: Any, n: int) -> tuple[float, float]:
    """Return the mean sizes of the training sets and of the test sets of n folds."""
    return _size(n_train, "n_train", n), _size(n_test, "n_test", n)


def _size(value: Any, name: str, n: int) -> float:
    sizes = quantity(value, name)
    if sizes.ndim > 1 or (sizes.ndim == 1 and len(sizes) != n):
        raise ValueError(
            f"{name} must be one number or one for each of the {n:,} folds, got an "
            f"array of shape {sizes.shape}."
        )
    if not (np.isfinite(sizes) & (sizes > 0)).all():
        wrong = sizes[~(np.isfinite(sizes) & (sizes > 0))].ravel()[0]
        raise ValueError(f"{name} must be finite and above 0, got {wrong:g}.")
    return float(sizes.mean())


def these_folds(n: int) -> str:
    """Return the name of n folds in the last sentence."""
    return say("these {n} folds", n=f"{n:,}")


def found_in(values: NDArray[np.float64]) -> str:
    """Return how often which of the two was ahead."""
    ahead, behind = int((values > 0).sum()), int((values < 0).sum())
    return say(
        "of {n} folds, A scored higher on {a} and B on {b}",
        n=f"{values.size:,}",
        a=f"{ahead:,}",
        b=f"{behind:,}",
    )


# ------------------------------------------------------------------------ paired scores
# Student's t tests of two models' scores on the same folds.


_OVERLAP_NOTE = say(
    "Training sets that overlap make the variance too small: where folds are not "
    "independent, take corrected_resampled_t_test."
)


def paired_cv_t_test(
    scores_a: ArrayLike,
    scores_b: ArrayLike | None = None,
    *,
    alternative: Alternative = "two-sided",
) -> TestResult:
    r"""Paired t test for the scores of two models on the same k folds.

    .. math:: t = \frac{\sqrt{k}\,\bar\Delta}{s(\Delta)}

    of the differences :math:`\Delta`, their standard deviation with divisor k - 1,
    against Student's t distribution with k - 1 degrees of freedom.

    Parameters
    ----------
    scores_a : array_like of shape (n_folds,)
        Scores of model A by fold, two or more; or the differences A - B, if
        ``scores_b`` is not given.
    scores_b : array_like of shape (n_folds,), optional
        Scores of model B on the same folds.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the score of A is the greater one.

    Returns
    -------
    TestResult
        t, its p-value, and the mean of A - B with Student's interval. All differences
        0: t is 0 and the p-value 1.

    Raises
    ------
    ValueError
        If there is only one fold, numbers of folds differ, a score is NaN or infinite,
        or ``alternative`` is unknown.

    Warns
    -----
    UndefinedMetricWarning
        If the differences are all equal and not 0; t and the p-value are then NaN.

    See Also
    --------
    corrected_resampled_t_test : takes account of training sets that overlap.
    cv_loss_test : from the losses of single rows, without independent folds.

    Notes
    -----
    It takes folds for independent, which they are not: their training sets overlap. The
    variance is then too small, and the test rejects too often. In a simulation of two
    equally good learners on 300 rows (linear classifiers of different features), at
    level 0.05 it rejects in 0.05 of 10-fold cross-validations, but in 0.60 of 30
    hold-outs of a third, and in 0.55 of 10 × 10-fold cross-validations;
    `corrected_resampled_t_test` in 0.01, 0.04 and 0.04. For less stable learners
    Dietterich [1]_ also found rates above the level for 10-fold cross-validation.

    References
    ----------
    .. [1] T. G. Dietterich, "Approximate statistical tests for comparing supervised
       classification learning algorithms", Neural Computation 10(7), 1998, 1895-1923.

    Examples
    --------
    >>> from fastmetrics import paired_cv_t_test
    >>> found = paired_cv_t_test([0.81, 0.84, 0.79, 0.83, 0.86],
    ...                          [0.78, 0.83, 0.80, 0.79, 0.82])
    >>> round(found.statistic, 4), round(found.pvalue, 4)
    (2.2691, 0.0858)
    """
    check_alternative(alternative)
    differences = read_differences(scores_a, scores_b)
    k = len(differences.values)
    return student_test(
        moments_of(*differences),
        factor=1 / k,
        df=k - 1,
        alternative=alternative,
        what=WHAT,
        method=say("paired t test over folds"),
        n=k,
        sought=(these_folds(k), SOUGHT),
        estimate_name=ESTIMATE,
        found=found_in(differences.values),
        notes=(_OVERLAP_NOTE,),
    )


def corrected_resampled_t_test(
    scores_a: ArrayLike,
    scores_b: ArrayLike | None = None,
    *,
    n_train: ArrayLike,
    n_test: ArrayLike,
    alternative: Alternative = "two-sided",
) -> TestResult:
    r"""Nadeau and Bengio's corrected resampled t test for two models.

    .. math:: t = \frac{\bar\Delta}{\sqrt{\left(\frac{1}{J}
              + \frac{n_{\mathrm{test}}}{n_{\mathrm{train}}}\right) s^2(\Delta)}}

    of the J differences :math:`\Delta`, against Student's t distribution with J - 1
    degrees of freedom. The second term stands for the covariance of scores whose
    training sets overlap.

    Parameters
    ----------
    scores_a : array_like of shape (n_folds,)
        Scores of model A by fold, two or more; or the differences A - B, if
        ``scores_b`` is not given. Folds come from repeated hold-out, from k-fold
        cross-validation, or from all its r repetitions (J = r · k).
    scores_b : array_like of shape (n_folds,), optional
        Scores of model B on the same folds.
    n_train, n_test : float or array_like of shape (n_folds,)
        How many rows each fold was trained and tested on; of several numbers the mean
        is taken.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the score of A is the greater one.

    Returns
    -------
    TestResult
        t, its p-value, and the mean of A - B with Student's interval. All differences
        0: t is 0 and the p-value 1.

    Raises
    ------
    ValueError
        If there is only one fold, numbers of folds differ, a score is NaN or infinite,
        a size is not above 0, or ``alternative`` is unknown.

    Warns
    -----
    UndefinedMetricWarning
        If the differences are all equal and not 0; t and the p-value are then NaN.

    See Also
    --------
    paired_cv_t_test : without the correction.
    bayesian_correlated_t_test : the same variance, as a posterior.

    Notes
    -----
    The correction supposes that scores of two resamples correlate by n_test / (n_train
    + n_test), which does not follow from their sizes alone. A simulation used two
    equally good learners on 300 rows (linear classifiers of different features). At
    level 0.05 it rejects with probability 0.04 for 30 hold-outs of a third and for 10 ×
    10-fold cross-validations (`paired_cv_t_test`: 0.60 and 0.55), and 0.01 for a single
    10-fold cross-validation.

    Bouckaert's test of 10 × 10-fold cross-validation, with 10 degrees of freedom that
    were found by simulation and no other correction, is another one.

    References
    ----------
    .. [1] C. Nadeau and Y. Bengio, "Inference for the generalization error", Machine
       Learning 52(3), 2003, 239-281.
    .. [2] R. R. Bouckaert and E. Frank, "Evaluating the replicability of significance
       tests for comparing learning algorithms", PAKDD 2004, 3-12.

    Examples
    --------
    >>> from fastmetrics import corrected_resampled_t_test
    >>> found = corrected_resampled_t_test([0.81, 0.84, 0.79, 0.83, 0.86],
    ...                                    [0.78, 0.83, 0.80, 0.79, 0.82],
    ...                                    n_train=200, n_test=50)
    >>> round(found.statistic, 4), round(found.pvalue, 4)
    (1.5128, 0.2049)
    """
    check_alternative(alternative)
    differences = read_differences(scores_a, scores_b)
    n_folds = len(differences.values)
    train, test = read_sizes(n_train, n_test, n_folds)
    return student_test(
        moments_of(*differences),
        factor=resampling_factor(n_folds, train, test),
        df=n_folds - 1,
        alternative=alternative,
        what=WHAT,
        method=say("corrected resampled t test"),
        n=n_folds,
        sought=(these_folds(n_folds), SOUGHT),
        estimate_name=ESTIMATE,
        found=found_in(differences.values),
    )


# --- what is probable of the difference of two models, after some folds


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
